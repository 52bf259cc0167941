"""What the preview of a program tells in the race: the goal is the next flag."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.goals import no_harm, tell_flag, touch_on_the_way
from cogarena.envs.rally.preview import DAMAGE_COLUMN, ROBOT, aim_from, bind, preview_pieces
from cogarena.envs.rally.state import NOBODY, row_of
from cogarena.envs.rally.transitions import LOST

PREVIEW_PIECES = preview_pieces(DAMAGE_COLUMN, meaning="the goal is the next flag")


@kernel
def tell(setup: Any, s: Any, seat: int, memo: int, pose: int, row: Any) -> None:
    """The way to the next flag, and the robot in the line of fire."""
    tell_flag(setup, s, seat, memo, pose, row)
    if pose != LOST:
        target = aim_from(setup.floor, setup.transitions, s.rally, seat, pose)
        row[ROBOT] = 0 if target == NOBODY else 1 + row_of(s.rally, seat, target)


show_preview = bind(reach=touch_on_the_way, harm=no_harm, tell=tell)
