"""What a robot's player sees in a race, beside what all rally games share."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, columns
from cogarena.envs.race.preview import PREVIEW_PIECES, show_preview
from cogarena.envs.rally.observation import (
    AROUND,
    COURSE,
    OTHER,
    OWN,
    RACER,
    observe_shared,
    shared_pieces,
    show_course,
    show_racer,
    window_piece,
)
from cogarena.envs.rally.state import ASKS, robot_in_row

Own = columns("Own", OWN, RACER, COURSE)
Other = columns("Other", OTHER, RACER)
Around = columns("Around", AROUND)

LAYOUT = Layout(
    *shared_pieces(Own, Other, ASKS),
    *PREVIEW_PIECES,
    window_piece("around", Around, "robots around the robot"),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    r = s.rally
    observe_shared(setup, s, seat, out)
    show_preview(setup, s, seat, out.preview, out.program_end)
    show_racer(r.robots[seat], out.own, Own.LIVES)
    show_course(setup.floor, r.robots[seat], out.own, Own.FLAG_RIGHT)
    for row in range(r.count - 1):
        show_racer(r.robots[robot_in_row(r, seat, row)], out.others[row], Other.LIVES)
