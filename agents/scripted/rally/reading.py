"""Reading rows and ways of an observation."""

from typing import Any

from cogworks.envs.core.grid import DX, DY, turned
from cogworks.envs.core.jit import kernel
from cogworks.envs.rally.state import NOBODY


@kernel
def index_of(row: Any, columns: int) -> int:
    """The column that is set, or NOBODY."""
    for column in range(columns):
        if row[column] > 0:
            return column
    return NOBODY


@kernel
def eastward(facing: int, right: int, behind: int) -> int:
    """How far a way leads east that is told by the robot's facing."""
    return right * int(DX[turned(facing, 1)]) - behind * int(DX[facing])


@kernel
def southward(facing: int, right: int, behind: int) -> int:
    """How far a way leads south that is told by the robot's facing."""
    return right * int(DY[turned(facing, 1)]) - behind * int(DY[facing])
