"""The factory floor as a record: what a board is made of. It never changes in an episode."""

from enum import IntEnum

from cogarena.envs.core.records import record

WIDTH, HEIGHT = 28, 20  # largest floor
LASERS = 40
DOCKS = 8
FLAGS = 8
REGISTERS = 5
NOWHERE = -1


class Belt(IntEnum):
    """Speed of a conveyor belt."""

    NONE = 0
    NORMAL = 1
    EXPRESS = 2


class Wrench(IntEnum):
    """What a repair site offers."""

    NONE = 0
    SINGLE = 1
    DOUBLE = 2  # wrench and hammer: an option too


class Tower(IntEnum):
    """What kind of tower stands on a square at the start (Tower Defense)."""

    NONE = 0
    LASER = 1
    HOWITZER = 2


SQUARE = record(
    ("walls", "u1"),  # bit set of Direction; a wall stands in both squares it parts
    ("pit", "u1"),
    ("belt", "i1"),  # Belt
    ("leads", "i1"),  # Direction in which the belt moves
    ("gear", "i1"),  # quarter turns clockwise: 0 no gear, 1 right, 3 left
    ("pusher", "i1"),  # Direction in which it pushes, NOWHERE if there is none
    ("pushes", "u1"),  # bit set of the registers 0…4 in which it does
    ("wrench", "i1"),  # Wrench; a flag's square counts as SINGLE too
    ("tower", "i1"),  # Tower
    ("flag", "i1"),  # 1…8, 0 none
    ("arrow", "i1"),  # Direction of the flag's arrow, NOWHERE if it has none
    ("dock", "i1"),  # 1…8, 0 none
    ("height", "i1"),  # 0 ground, 1 plateau
    ("ramps", "u1"),  # bit set of Direction: this edge is a ramp to another height
    # No board draws these; games do.
    ("closed", "u1"),  # bit set of teams whose robots may not enter
    ("screens", "u1"),  # bit set of Direction: this edge stops fire, in both squares it parts
    ("shelter", "u1"),  # 1: no fire leaves or enters, and robots enter from shelters only
)

LASER = record(
    ("x", "i1"),  # of the square whose wall it is mounted on: the first square of its beam
    ("y", "i1"),
    ("fires", "i1"),  # Direction
    ("beams", "i1"),  # 1…3
)

POINT = record(("x", "i1"), ("y", "i1"), ("facing", "i1"))

FLOOR = record(
    ("width", "i1"),
    ("height", "i1"),
    ("docks", "i1"),
    ("flag_count", "i1"),  # a record has an attribute `flags` already
    ("lasers", "i1"),
    ("asks_all", "i1"),  # 1: players are asked everything, 0: only for their programs
    ("lives", "i1"),  # of each robot, 0 without end; no board says so
    ("steadies", "i1"),  # 1: a Gyroscopic Stabilizer is always on, and belts do not move who has it
    ("pierces", "i1"),  # 1: a High-Power Laser passes an object as it passes a wall
    ("dock", POINT, (DOCKS,)),  # by number − 1; robots start there with that facing
    ("flag", POINT, (FLAGS,)),  # by number − 1; facing is the arrow's, NOWHERE without one
    ("laser", LASER, (LASERS,)),
    ("squares", SQUARE, (WIDTH, HEIGHT)),  # by x, y
)
