"""What the preview of a program tells in Tower Defense: the goal is the next flag.

Towers and drones fire or not as they choose: their damage is not told, nor what debris repairs.
"""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column
from cogarena.envs.rally.goals import no_harm, tell_flag, touch_on_the_way
from cogarena.envs.rally.preview import AIMS, DAMAGE_COLUMN, ROBOT, bind, hit_from, preview_pieces
from cogarena.envs.rally.state import NOBODY, ROBOTS, row_of
from cogarena.envs.rally.transitions import LOST
from cogarena.envs.tower_defense.state import TOWERS

PREVIEW_PIECES = preview_pieces(
    DAMAGE_COLUMN,
    Column("TOWER", "0: its main laser hits no tower from there, else 1 + its number", TOWERS),
    meaning="the goal is the next flag",
)


@kernel
def tell(setup: Any, s: Any, seat: int, memo: int, pose: int, row: Any) -> None:
    """The way to the next flag, and the robot or tower in the line of fire."""
    tell_flag(setup, s, seat, memo, pose, row)
    if pose == LOST:
        return
    target = hit_from(setup.floor, setup.transitions, s.rally, seat, pose)
    if target >= ROBOTS:
        row[AIMS] = 1 + target - ROBOTS
    elif target != NOBODY:
        row[ROBOT] = 1 + row_of(s.rally, seat, target)


show_preview = bind(reach=touch_on_the_way, harm=no_harm, tell=tell)
