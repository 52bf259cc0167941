"""What the scripted player of the race likes and fears: its weights, found by playing itself."""

from typing import NamedTuple


class Temper(NamedTuple):
    """Weights; a register of the way to the next flag is the unit."""

    flag: float = 30.0  # a flag that the program touches
    death: float = 40.0
    fear: float = 0.5  # a damage token
    brink: float = 0.3  # each side of a square from which a push destroys, if others are near
    badly: int = 3  # damage tokens with which a robot powers down
    wary: int = 1  # squares around it without another robot that it needs for that
    draws: int = 4  # cards to choose from in a register of which the hand is not known
    poor: float = 1.5  # registers that a program must save, else the hand is changed
