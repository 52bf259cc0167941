"""What a robot's player sees in a race, beside what all rally games share, and its preview."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, columns
from cogarena.envs.rally import observation as rally
from cogarena.envs.rally import preview
from cogarena.envs.rally.state import ASKS, NOBODY, robot_in_row, row_of
from cogarena.envs.rally.transitions import LOST

PREVIEW_PIECES = preview.preview_pieces(preview.DAMAGE_COLUMN, meaning="the goal is the next flag")

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


@kernel
def tell(setup: Any, s: Any, seat: int, enemies: Any, memo: int, pose: int, row: Any) -> None:
    """The way to the next flag, and the robot in the line of fire."""
    preview.tell_flag(setup, s, seat, memo, pose, row)
    if pose != LOST:
        target = preview.aim_from(setup.floor, setup.transitions, s.rally, enemies, pose)
        row[preview.ROBOT] = 0 if target == NOBODY else 1 + row_of(s.rally, seat, target)


show_preview = preview.bind(reach=preview.touch_on_the_way, harm=preview.no_harm, tell=tell)
