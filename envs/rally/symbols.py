"""How boards are drawn: the symbols, their places in a square, and the legend of every file."""

from enum import IntEnum
from typing import NamedTuple

from cogarena.envs.core.grid import Direction
from cogarena.envs.rally.floor import Belt, Tower, Wrench

ACROSS, DOWN = 6, 3  # characters and lines from one square to the next, its edge among them
INNER = ACROSS - 1
COMMENT, CORNER, BLANK = "#", "+", " "
ARROWS = "^>v<"  # by Direction

HEADINGS = ("name", "note", "difficulty")
DIFFICULTIES = ("easy", "medium", "hard", "expert")

LEGEND = """\
# A square is five characters wide and two lines high. Lines that begin with # are comments.
#
#   +-----+   - and | are walls, blanks and : open edges, / is a ramp between two heights
#   |assbc|   ss       the surface: > belt, >> express belt (also ^ v <), gR gL gear that turns
#   |mmmdh|            right or left, [] pit, w1 wrench, w2 wrench and hammer, tL tH tower with
#   +-----+            laser or howitzer, blank plain floor
#             a b c d  mounted on the west, north, east, south wall and acting away from it:
#                      1 2 3 laser of so many beams, o e pusher in odd or even registers
#             mmm      F1 flag, F1> flag with an arrow, D0^ dock of a robot that faces north
#             h        H raised square, blank ground level
"""


class Edge(IntEnum):
    """What is between two squares."""

    OPEN = 0
    WALL = 1
    RAMP = 2


UPRIGHT = {":": Edge.OPEN, "|": Edge.WALL, "/": Edge.RAMP}
LEVEL = {BLANK: Edge.OPEN, "-": Edge.WALL, "/": Edge.RAMP}


class Surface(NamedTuple):
    """The fields of a square that make up its surface."""

    pit: int = 0
    belt: int = Belt.NONE
    leads: int = 0
    gear: int = 0
    wrench: int = Wrench.NONE
    tower: int = Tower.NONE


SURFACES = {
    "  ": Surface(),
    "[]": Surface(pit=1),
    "gR": Surface(gear=1),
    "gL": Surface(gear=3),
    "w1": Surface(wrench=Wrench.SINGLE),
    "w2": Surface(wrench=Wrench.DOUBLE),
    "tL": Surface(tower=Tower.LASER),
    "tH": Surface(tower=Tower.HOWITZER),
    **{ARROWS[d] + BLANK: Surface(belt=Belt.NORMAL, leads=d) for d in Direction},
    **{ARROWS[d] * 2: Surface(belt=Belt.EXPRESS, leads=d) for d in Direction},
}
BEAMS = {"1": 1, "2": 2, "3": 3}
PUSHERS = {"o": 0b10101, "e": 0b01010}  # bit sets of the registers 0…4
FLAG, DOCK = "F", "D"
MARKS = {FLAG: "flag", DOCK: "dock"}
FIRST = {"flag": 1, "dock": 0}  # flags count from 1; docks from 0, like the robots on them
HEIGHTS = {BLANK: 0, "H": 1}


class Spot(NamedTuple):
    """A place in the drawing of a square, from its north-western corner."""

    line: int
    column: int


SURFACE_SPOT = Spot(1, 2)  # and the character after it
DEVICE_SPOTS = {  # by the wall on which the device is mounted
    Direction.WEST: Spot(1, 1),
    Direction.NORTH: Spot(1, 4),
    Direction.EAST: Spot(1, 5),
    Direction.SOUTH: Spot(2, 4),
}
MARK_SPOT, NUMBER_SPOT, ARROW_SPOT, HEIGHT_SPOT = Spot(2, 1), Spot(2, 2), Spot(2, 3), Spot(2, 5)
