"""What a robot's player sees in a race, beside what all rally games share."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, columns
from cogarena.envs.race.preview import PREVIEW_PIECES, show_preview
from cogarena.envs.rally import observation as rally
from cogarena.envs.rally.state import ASKS, robot_in_row

Own = columns("Own", rally.OWN, rally.RACER, rally.COURSE)
Other = columns("Other", rally.OTHER, rally.RACER)
Around = columns("Around", rally.AROUND)

LAYOUT = Layout(
    *rally.shared_pieces(Own, Other, ASKS),
    *PREVIEW_PIECES,
    rally.window_piece("around", Around, "robots around the robot"),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    r = s.rally
    rally.observe_shared(setup, s, seat, out)
    show_preview(setup, s, seat, out.preview, out.program_end)
    rally.show_racer(r.robots[seat], out.own, Own.LIVES)
    rally.show_course(setup.floor, r.robots[seat], out.own, Own.FLAG_RIGHT)
    for row in range(r.count - 1):
        rally.show_racer(r.robots[robot_in_row(r, seat, row)], out.others[row], Other.LIVES)
