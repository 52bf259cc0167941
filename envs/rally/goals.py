"""Flags as the goals of a preview, for the games that race for them."""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.floor import FLAGS
from cogarena.envs.rally.preview import GOAL, GOALS
from cogarena.envs.rally.transitions import (
    FAR,
    LOST,
    POSES,
    poses_of,
    position_of,
    steps_to,
)

TO_FLAGS = ("to_flags", "i1", (FLAGS, POSES))  # a field of setup records: steps and turns to each


def fill_to_flags(setup: Any, standing: int = 0) -> None:
    """Fill the `TO_FLAGS` of a setup record, while these obstacles stand."""
    floor = setup.floor
    ends = np.zeros((int(floor.flag_count), poses_of(floor)), np.int8)
    for ends_there, flag in zip(ends, floor.flag, strict=False):
        first = (int(flag.x) * int(floor.height) + int(flag.y)) * DIRECTIONS
        ends_there[first : first + DIRECTIONS] = 1
    steps = steps_to(setup, standing, ends)
    setup.to_flags[: len(ends), : ends.shape[1]] = steps


@kernel
def touch_on_the_way(
    setup: Any, s: Any, seat: int, memo: int, start: int, moved: int, after: int
) -> int:
    """RR23: a register that ends on the next flag reaches a goal. The memo counts them."""
    floor = setup.floor
    touched = s.rally.robots[seat].touched + memo
    if touched == floor.flag_count:
        return memo
    x, y = position_of(after, int(floor.height))
    flag = floor.flag[touched]
    return memo + 1 if flag.x == x and flag.y == y else memo


@kernel
def tell_flag(setup: Any, s: Any, seat: int, memo: int, pose: int, row: Any) -> None:
    """Flags on the way, and the way to the next one."""
    touched = s.rally.robots[seat].touched + memo
    row[GOALS] = memo
    if pose == LOST:
        row[GOAL] = FAR
    else:
        row[GOAL] = 0 if touched == setup.floor.flag_count else setup.to_flags[touched, pose]


@kernel
def no_harm(setup: Any, s: Any, seat: int, pose: int) -> int:
    """Nothing but lasers deals damage."""
    return 0
