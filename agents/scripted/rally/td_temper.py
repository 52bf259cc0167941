"""What the scripted player of Tower Defense likes and fears."""

from typing import NamedTuple


class Temper(NamedTuple):
    """Weights; a register of the way to the next flag is the unit."""

    flag: float = 30.0  # a flag that the program touches
    fall: float = 2.0  # a fall from the plateau
    badly: int = 5  # damage tokens with which a robot powers down
