"""What the scripted player of Powerball likes and fears: its weights, in victory points."""

from typing import NamedTuple


class Temper(NamedTuple):
    """Weights; times are registers."""

    ball: float = 0.9  # a ball that is carried, or will be
    haste: float = 0.08  # a register
    wait: float = 0.02  # a register of the program until a ball is picked up or delivered
    from_ball: float = 4.0  # registers from a ball to a pit
    from_wrench: float = 8.0  # and from a wrench to a ball and a pit
    spawn: float = 0.15  # a ball that is brought onto the floor
    death: float = 1.5  # and the balls that are lost with it
    brink: float = 0.05  # each side of a square from which a push destroys, if others are near
    bomb: float = 0.1  # each square nearer to a bomb than three
    push: float = 0.4  # the chance that a robot is still where it is in the first register
    badly: int = 7  # damage tokens with which a robot powers down
    wary: int = 2  # squares around it without another robot that it needs for that
    poor: float = 0.1  # points that a program must promise, else the hand is changed
