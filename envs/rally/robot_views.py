"""What everybody may know of a robot, and what its player alone knows, as rows of an observation.

Where a column names a robot, 1 is the robot whose player looks, and 2 + k the one in row k of
`others`, which are by seat after the own one. Directions are relative to the facing of the former.
"""

from typing import Any

from cogarena.envs.core.grid import turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column
from cogarena.envs.rally.cards import CARDS, KIND, KINDS, NO_CARD, OPTIONS
from cogarena.envs.rally.damage import COAT_TOKENS
from cogarena.envs.rally.fire import SHELLS
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.floor_views import BACKWARDS, RIGHTWARDS
from cogarena.envs.rally.state import (
    NOBODY,
    ROBOTS,
    Gear,
    Place,
    is_aiming,
    is_played,
    is_revealed,
    row_of,
)

MOST_INCOMING = 20  # damage tokens about to be received that are shown
MOST_FALLS = 20  # destructions in a turn that are counted
MOST_STEPS = 4  # squares of a card: Fourth Gear
MOST_SHOTS = 4  # hits of a main laser: two barrels, two robots
MOST_STAGES = 40
ALL_REGISTERS = (1 << REGISTERS) - 1
ALL_SIDES = 0b1111
TWICE = 0b10001  # a bit set of directions times this, shifted by a facing, is turned
ALL_OTHERS = (1 << (ROBOTS - 1)) - 1


def robot_column(name: str, meaning: str) -> Column:
    """A column that names a robot: see `number_of`."""
    return Column(name, f"{meaning}: 1 the own robot, 2 + its row in `others`, 0 nobody", ROBOTS)


def registers_column(name: str, meaning: str) -> Column:
    """A column that is a bit set of registers."""
    return Column(name, f"registers {meaning}, as a bit set", ALL_REGISTERS)


INCOMING = Column("INCOMING", "damage tokens about to be received", MOST_INCOMING)
CONDITION = (  # see `show_condition`
    Column("WAITS", "1: destroyed, and waits to re-enter"),
    Column(
        "FELL", "n: the n-th robot destroyed in this turn, in which order they return", MOST_FALLS
    ),
    Column("OWES", "1: must still discard an option because it was destroyed"),
    Column("GYROSCOPE", "1: its Gyroscopic Stabilizer is on in this turn"),
    Column("COAT", "tokens on its Ablative Coat", COAT_TOKENS),
    Column("SHELLS", "shells that its Mini Howitzer has fired", SHELLS),
    registers_column("AIMED", "that its incoming damage is aimed at"),
    Column("HIT_BY_OWN", "1: the own robot dealt it damage in this damage step"),
    Column("HIT_BY", "the others that did: the bit set of their rows in `others`", ALL_OTHERS),
)
# The columns of the next three groups are 0 until the first register is played.
CONTROL = (  # see `show_control`
    Column("ABORTING", "1: its cards come from the deck for the rest of this turn"),
    robot_column("CONTROLLER", "whose program it runs under Radio Control"),
    registers_column("REPLACED", "whose card was replaced, which count under Radio Control too"),
    *(
        robot_column(f"JAMMER_{k + 1}", f"who scrambled register {k + 1}")
        for k in range(1, REGISTERS)
    ),
)
MOVEMENT = (  # see `show_movement`
    Column(
        "MOVED", "1: has executed its card in this register, 2: was kept still by its Brakes", 2
    ),
    Column("EXECUTES", "1: executes its card now"),
    Column(
        "STEPS_RIGHT", "squares to the right that it has still to make", MOST_STEPS, -MOST_STEPS
    ),
    Column("STEPS_BEHIND", "squares backwards that it has still to make", MOST_STEPS, -MOST_STEPS),
    Column("RAMMED", "1: was rammed by the robot that executes its card"),
    robot_column("MOVER", "who moved it last in this register"),
)
FIRE = (  # see `show_fire`
    Column("WEAPON", "1 + what it fires instead of the main laser, as in `Option`", OPTIONS + 1),
    robot_column("TARGET", "whom its weapon is aimed at"),
    Column("SHOTS", "hits of its main laser that are decided", MOST_SHOTS),
    Column("SHIELD", "where its shield has stopped a token from, as a bit set: 1 from behind the "
           "own robot, 2 from its left, 4 from ahead, 8 from its right", ALL_SIDES),
)  # fmt: skip
STATE = (*CONDITION, *CONTROL, *MOVEMENT, *FIRE)  # see `show_state`
# Where the groups begin, for kernels.
TO_CONTROL = len(CONDITION)
TO_MOVEMENT = TO_CONTROL + len(CONTROL)
TO_FIRE = TO_MOVEMENT + len(MOVEMENT)
TO_END = TO_FIRE + len(FIRE)
OWN_STATE = (  # see `show_own_state`
    *STATE,
    Column("KEPT", "number of the card kept by Conditional Program, 0 none", CARDS),
    Column("KEPT_KIND", "its kind, as in `Card`", KINDS - 1),
    Column("SWAP", "1: plays it in this register, 2: does not, 0: undecided", int(max(Gear))),
    Column("STAGE", "the step of the turn, as in `Stage`", MOST_STAGES),
    Column("DECK_LEFT", "program cards left in the deck", CARDS),
)
EACH = range(1, REGISTERS + 1)
PROGRAM_SEEN = (  # see `show_program`
    *(Column(f"REGISTER_{k}", f"card in register {k} by number, 0 none or hidden", CARDS)
      for k in EACH),
    *(Column(f"KIND_{k}", "its kind, as in `Card`", KINDS - 1) for k in EACH),
    *(Column(f"SECOND_{k}", f"number of the second card in register {k}", CARDS) for k in EACH),
    registers_column("SIDEWAYS", "whose second card is for Crab Legs"),
    registers_column("LOCKED", "that hold a damage token"),
)  # fmt: skip
PUBLIC_STATE = (INCOMING, *STATE, *PROGRAM_SEEN)  # see `show_public_state`


@kernel
def number_of(r: Any, seat: int, i: int) -> int:
    """A robot's number in the eyes of a seat: 0 nobody, 1 its own, 2 + the row of another."""
    if i == NOBODY:
        return 0
    return 1 if i == seat else 2 + row_of(r, seat, i)


@kernel
def rows_of(r: Any, seat: int, robots: int) -> int:
    """The rows in `others` of a bit set of robots."""
    own, others, bits = int(seat), int(r.count) - 1, int(robots)
    return (bits >> (own + 1) | bits << (others - own)) & ((1 << others) - 1)


@kernel
def show_own_state(s: Any, seat: int, own: Any, column: int) -> None:
    """The columns OWN_STATE, all 0 before: the robot's state, and what its player alone knows."""
    robot = s.rally.robots[seat]
    show_state(s, seat, seat, own, column)
    after = column + TO_END
    own[after] = robot.spare
    own[after + 1] = KIND[robot.spare]
    own[after + 2] = robot.swap
    own[after + 3] = s.stage
    own[after + 4] = s.rally.deck_left


@kernel
def show_public_state(s: Any, seat: int, i: int, row: Any, column: int) -> None:
    """The columns PUBLIC_STATE, all 0 before: what everybody may know of another robot."""
    row[column] = min(s.rally.robots[i].incoming, MOST_INCOMING)
    show_state(s, seat, i, row, column + 1)
    show_program(s, i, row, column + 1 + TO_END)


@kernel
def show_state(s: Any, seat: int, i: int, row: Any, column: int) -> None:
    """The columns STATE of a robot in the eyes of a seat."""
    show_condition(s.rally, seat, i, row, column)
    if is_played(s):
        show_control(s.rally, seat, i, row, column + TO_CONTROL)
        show_movement(s.rally, seat, i, row, column + TO_MOVEMENT)
        show_fire(s, seat, i, row, column + TO_FIRE)


@kernel
def show_condition(r: Any, seat: int, i: int, row: Any, column: int) -> None:
    """The columns CONDITION: what lasts beyond a register, and what hits the robot."""
    robot = r.robots[i]
    row[column] = robot.place == Place.DESTROYED
    row[column + 1] = min(robot.fell, MOST_FALLS)
    row[column + 2] = robot.owes
    row[column + 3] = robot.gyroscope
    row[column + 4] = robot.coat
    row[column + 5] = robot.shells
    row[column + 6] = robot.aimed
    row[column + 7] = (robot.hitters >> seat) & 1
    row[column + 8] = rows_of(r, seat, robot.hitters)


@kernel
def show_control(r: Any, seat: int, i: int, row: Any, column: int) -> None:
    """The columns CONTROL: what the robot executes in place of its own program."""
    robot = r.robots[i]
    row[column] = robot.aborting
    row[column + 1] = number_of(r, seat, robot.radio - 1)
    row[column + 2] = robot.own
    for k in range(1, REGISTERS):
        row[column + 2 + k] = number_of(r, seat, robot.jammers[k] - 1)


@kernel
def show_movement(r: Any, seat: int, i: int, row: Any, column: int) -> None:
    """The columns MOVEMENT: who has moved in this register, and where to."""
    robot = r.robots[i]
    is_walking = r.walker == i + 1
    steps = r.steps if is_walking else 0
    heading = turned(r.heading, -r.robots[seat].facing)
    row[column] = robot.moved + robot.braked
    row[column + 1] = is_walking
    row[column + 2] = steps * RIGHTWARDS[heading]
    row[column + 3] = steps * BACKWARDS[heading]
    row[column + 4] = r.walker > 0 and (r.robots[r.walker - 1].rammed >> i) & 1 == 1
    row[column + 5] = number_of(r, seat, robot.mover)


@kernel
def show_fire(s: Any, seat: int, i: int, row: Any, column: int) -> None:
    """The columns FIRE: what the robot fires, and what its shield stops."""
    r = s.rally
    robot = r.robots[i]
    shield = int(robot.shield) * TWICE >> int(r.robots[seat].facing)
    row[column] = robot.weapon
    row[column + 1] = number_of(r, seat, robot.target) if is_aiming(s, robot) else 0
    row[column + 2] = robot.shots
    row[column + 3] = shield & ALL_SIDES


@kernel
def show_program(s: Any, i: int, row: Any, column: int) -> None:
    """The columns PROGRAM_SEEN, all 0 before: what everybody may see of a robot's registers."""
    robot = s.rally.robots[i]
    if robot.locks == 0 and not is_played(s):
        return
    sideways = 0
    for k in range(REGISTERS):
        card, second = NO_CARD, NO_CARD
        if is_revealed(s.rally, s.stage, robot, k):
            card, second = int(robot.program[k]), int(robot.pairs[k])
            sideways |= int(robot.crabs) & 1 << k
        row[column + k] = card
        row[column + REGISTERS + k] = KIND[card]
        row[column + 2 * REGISTERS + k] = second
    row[column + 3 * REGISTERS] = sideways
    row[column + 3 * REGISTERS + 1] = robot.locks
