"""What the scripted player of MOBA Rally likes and fears: its weights, found by playing itself."""

from typing import NamedTuple


class Temper(NamedTuple):
    """Weights; a register of work is the unit where nothing else is said."""

    haste: float = 0.6  # a register of the way to the goal, in shots at the base
    tower_shot: float = 1.0  # a shot at a tower, in shots at the base
    fear: float = 0.25  # a damage token
    stay: float = 3.0  # registers for which an objective is shelled from one place
    base_bonus: float = 2.0  # how much further a robot goes for the base than for a tower
    focus: float = 3.0  # and for a tower that is nearly destroyed
    unhomely: float = 2.0  # to recover elsewhere than in the own base
    badly: int = 3  # damage tokens with which a robot recovers
    wary: int = 2  # squares around it without an enemy that it needs for that
