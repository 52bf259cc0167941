"""The records of the engine: what changes during a rally. Games put RALLY inside their own."""

from collections import namedtuple
from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import header
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Actions, Block
from cogarena.envs.core.records import record
from cogarena.envs.core.visibility import (
    AFTER_SEAT,
    BY_SEAT,
    INTERNAL,
    OWN,
    PUBLIC,
    SEAT,
    SEATS,
    SECRET,
)
from cogarena.envs.rally.cards import CARDS, OPTION_CARDS
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.log import ENTRY, LOG

ROBOTS = 8
OTHERS = ROBOTS - 1  # rows for the other robots, by seat after the own
DEALT = 10  # at most: nine cards, and one more with Extra Memory
FLYWHEEL_SLOT = DEALT  # of the hand: the card stored by Flywheel
HAND = DEALT + 1
THINGS = 16  # objects on the floor that block
FREE_TOKENS = 4  # damage tokens that lock no register (RR3)
DEADLY = 10  # damage tokens that destroy (RR25)
NOBODY = -1  # no robot
NOTHING = -1  # no object, ball, bomb or drone


class Place(IntEnum):
    """Where a robot is."""

    FLOOR = 0
    DESTROYED = 1  # waits to re-enter
    OUT = 2  # has no life left, or does not take part


class Power(IntEnum):
    """Whether a robot runs this turn."""

    ON = 0
    DOWN = 1
    STATIONED = 2  # a turret this turn: does not program or move


class Ask(IntEnum):
    """What a robot's player can be asked."""

    PROGRAM = 0  # the card of the next open register
    POWER_DOWN = 1  # announce a power down for the next turn (RR7)
    STAY_DOWN = 2  # stay powered down for another turn (RR9)
    PREVENT = 3  # discard an option for a damage token (RR24)
    LOSE = 4  # which option is lost with the robot (RR25)
    SQUARE = 5  # where to re-enter if the archive square is taken (RR26)
    FACING = 6  # how to re-enter (RR26)
    ENTER_DOWN = 7  # re-enter powered down (RR26)
    RECOMPILE = 8  # a new hand for a damage token
    PAIR = 9  # a second card in the register: Dual Processor, Crab Legs
    FLYWHEEL = 10  # which left-over card to store for a later turn
    CONDITIONAL = 11  # which left-over card to keep for this turn
    GYROSCOPE = 12  # switch the stabilizer on for this turn
    ABORT = 13  # replace the revealed card, and all later ones, from the deck
    SWAP = 14  # play the card kept by Conditional Program in this register
    GEAR = 15  # Brakes, Fourth Gear or Reverse Gear, whichever fits the card
    WEAPON = 16  # an option instead of the main laser
    CONTROL = 17  # Fire Control: damage, a register, or an option of the target


ASKS = len(Ask)


def decisions(own: type[IntEnum]) -> type[IntEnum]:
    """The `Decision` enum of a variant: the engine's questions, then its own."""
    members = {member.name: member.value for asks in (Ask, own) for member in asks}
    return IntEnum("Decision", members)  # type: ignore[return-value]


class Gear(IntEnum):
    """Whether a robot uses an option that changes the card it executes."""

    UNDECIDED = 0
    USED = 1
    DECLINED = 2


class Entering(IntEnum):
    """How far a robot's re-entry has come."""

    NO = 0
    FACING = 1  # it stands on its square and needs a facing
    POWER = 2  # and may still power down


PLAYED = 6  # the stage with which each register begins: `Phase.SWAP`
REVEAL = 7  # the stage of each register from which on everybody sees it: `Phase.REVEAL`


@kernel
def is_played(s: Any) -> bool:
    """The registers of this turn are played, or have been."""
    return s.stage >= PLAYED


@kernel
def is_revealed(r: Any, stage: int, robot: Any, k: int) -> bool:
    """RR10: everybody sees a register from its turn on, and while it is locked."""
    passed = k < r.register or (k == r.register and stage >= REVEAL)
    return passed or (robot.locks >> k) & 1 == 1


@kernel
def is_aiming(s: Any, robot: Any) -> bool:
    """The robot has chosen a weapon, or its player is asked about one: it has a target."""
    if robot.weapon != 0:
        return True
    return s.decision in (Ask.WEAPON, Ask.CONTROL) and robot.asked == s.decision


# Who may know a field, and when it means something (core/visibility.py). What is INTERNAL is told
# by the question (`asked`, `entering`, `pairing`; `cursor` and `once`, since questions go round in
# dock order), follows from the seat (`team`) or from `fell` (`falls`), or is used up before anybody
# is asked again (`gear`, and where belts lead).


def on_floor(robot: Any) -> bool:
    """The robot is on the floor; else its archive counts."""
    return bool(robot.place == Place.FLOOR)


def has_target(s: Any, robot: Any) -> bool:
    """The robot's weapon is chosen, or its player is asked about it."""
    return bool(is_played(s) and is_aiming(s, robot))


def played(s: Any, robot: Any) -> bool:
    """The registers are played: until then this is left from the last turn, or nothing."""
    return bool(is_played(s))


def executes(s: Any, robot: Any) -> bool:
    """The robot executes its card."""
    return bool(s.rally.walker > 0 and s.rally.robots[s.rally.walker - 1] == robot)


def walks(r: Any) -> bool:
    """A robot has still to make steps."""
    return bool(r.walker > 0 and r.steps > 0)


def revealed(s: Any, robot: Any, index: tuple[int, ...]) -> bool:
    """Everybody sees this register of the robot."""
    return bool(is_revealed(s.rally, int(s.stage), robot, index[0]))


def all_revealed(s: Any, robot: Any) -> bool:
    """Everybody sees all registers of the robot."""
    return all(revealed(s, robot, (k,)) for k in range(REGISTERS))


def alike(s: Any, robot: Any) -> bool:
    """All registers of the robot are seen, or none: a bit set of them is known as a whole."""
    return len({revealed(s, robot, (k,)) for k in range(REGISTERS)}) == 1


def exists(thing: Any) -> bool:
    """The object is one of the game's, destroyed or not."""
    return bool(thing.health > 0 or thing.team > 0 or thing.x > 0 or thing.y > 0)


def stands(thing: Any) -> bool:
    """The object has not been destroyed."""
    return bool(thing.health > 0)


PLAY = PUBLIC.when(played)
PROGRAMMED = OWN.shown_when(revealed)
CRABBED = OWN.when(alike).shown_when(all_revealed)
# The first register is never scrambled.
JAMMED = PUBLIC.naming(AFTER_SEAT).when(lambda s, robot, index: index[0] > 0 and is_played(s))

TALLY = record(  # counted over the whole episode
    ("deaths", "i4"),
    ("damage_taken", "i4"),
    ("damage_dealt", "i4"),
    ("damage_prevented", "i4"),
    ("damage_repaired", "i4"),
    ("pushes", "i4"),
    ("options_drawn", "i4"),
    ("options_used", "i4"),
)


ROBOT = record(
    ("x", "i1", PUBLIC.when(on_floor)),
    ("y", "i1", PUBLIC.when(on_floor)),
    ("facing", "i1", PUBLIC),
    ("place", "i1", PUBLIC),  # Place
    ("team", "i1", INTERNAL),
    ("damage", "i1", PUBLIC),
    ("lives", "i1", PUBLIC),  # 0 while in the game: unlimited
    ("touched", "i1", PUBLIC),  # flags, in order
    ("archive_x", "i1", PUBLIC),
    ("archive_y", "i1", PUBLIC),
    ("power", "i1", PUBLIC),  # Power
    ("announced", "i1", PUBLIC),  # 1: powers down at the beginning of the next turn
    ("asked", "i1", INTERNAL),  # Ask; only meaningful while its player is asked
    ("locks", "u1", PUBLIC),  # bit set of the registers that hold a damage token
    ("program", "u1", (REGISTERS,), PROGRAMMED),  # card numbers, 0 none
    ("pairs", "u1", (REGISTERS,), PROGRAMMED),  # card numbers of second cards, 0 none
    ("crabs", "u1", CRABBED),  # bit set of the registers whose second card is for Crab Legs
    ("hand", "u1", (HAND,), OWN),  # card numbers, 0 none
    ("spare", "u1", OWN),  # card kept by Conditional Program, 0 none
    ("swap", "i1", OWN),  # Gear: whether it plays that card in this register
    ("once", "u4", INTERNAL),  # bit set of Ask: asked once this turn, and not again
    ("pairing", "i1", INTERNAL),  # register 1…5 that may get a second card now, 0 none
    ("forced", "i1", PUBLIC),  # 1: its program of this turn is not its player's choice (T25)
    ("gear", "i1", INTERNAL),  # Gear
    ("gyroscope", "i1", PUBLIC),  # 1: on in this turn
    ("aborting", "i1", PLAY),  # 1: cards come from the deck for the rest of this turn
    ("radio", "i1", PLAY.naming(AFTER_SEAT)),  # 1 + the robot whose program it runs, 0 its own
    ("own", "u1", PLAY),  # bit set of the registers that count even under radio control
    ("jammers", "i1", (REGISTERS,), JAMMED),  # 1 + who scrambled the register, 0 nobody
    ("weapon", "i1", PLAY),  # 1 + the Option used instead of the main laser, 0 the main laser
    # The robot in the main laser's line when weapons were aimed, or NOBODY.
    ("target", "i1", PUBLIC.naming(SEAT).when(has_target)),
    ("shots", "i1", PLAY),  # hits of the main laser that are decided
    ("shield", "u1", PLAY),  # bit set of Direction: stopped by Power-Down Shield in this phase
    # Bit set of the robots that its Ramming Gear has hit with this card.
    ("rammed", "u1", PUBLIC.naming(SEATS).when(executes)),
    ("coat", "i1", PUBLIC),  # tokens on its Ablative Coat
    ("tokens", "i1", PUBLIC),  # of its own, each of which can absorb one damage
    ("shells", "i1", PUBLIC),  # uses of its Mini Howitzer
    ("options", "u4", PUBLIC),  # bit set of option cards
    ("lent", "u4", PUBLIC),  # bit set of option cards of the team or of all; they act as if held
    ("banked", "i1", PUBLIC),  # 1 + Direction in which it has saved a point for a ramp (T6), 0 none
    ("braked", "i1", PLAY),  # 1: its Brakes kept it still in this phase
    ("anchored", "i1", PUBLIC),  # 1: nothing moves it
    ("moved", "i1", PLAY),  # 1: has executed its card in this phase
    ("mover", "i1", PLAY.naming(SEAT)),  # the last robot that moved it in this phase, or NOBODY
    ("hitters", "u1", PUBLIC.naming(SEATS)),  # bit set of who dealt it damage in this damage step
    ("cause", "i1", INTERNAL),  # Cause of the last damage it was dealt
    ("incoming", "i1", PUBLIC),  # damage tokens about to be received
    ("aimed", "u1", PUBLIC),  # bit set of the registers onto which the last go (Fire Control)
    ("doomed", "u4", PUBLIC),  # bit set of option cards destroyed after the damage (Fire Control)
    ("next_x", "i1", INTERNAL),  # where a belt would take it, then where it took it from; else 0
    ("next_y", "i1", INTERNAL),
    ("riding", "i1", INTERNAL),  # 1: a belt moves it in this step
    ("owes", "i1", PUBLIC),  # 1: must still lose an option because it was destroyed (RR25)
    ("entering", "i1", INTERNAL),  # Entering
    ("fell", "i1", PUBLIC),  # n: the n-th robot destroyed this turn, 0 not destroyed
    ("tally", TALLY, INTERNAL),
)

REACH = 3  # squares around the archive that a re-entering robot can choose from
ACTIONS = Actions(
    Block("pass", (), "no, nothing, or the rulebook's default"),
    Block("yes", (), "yes"),
    Block("card", (HAND,), "that card of the hand"),
    Block("crab", (HAND,), "that card of the hand, for Crab Legs"),
    Block("option", (OPTION_CARDS,), "that option card"),
    Block("register", (REGISTERS,), "that register"),
    Block("facing", (DIRECTIONS,), "the robot's way ahead, to its right, behind it, to its left"),
    Block(
        "square",
        (2 * REACH + 1, 2 * REACH + 1),
        "re-enter so many squares behind and to the right of the archive, from 3 ahead and left on",
    ),
)

THING = record(
    ("x", "i1", PUBLIC.when(stands)),
    ("y", "i1", PUBLIC.when(stands)),
    ("health", "i1", PUBLIC.when(exists)),  # it blocks while this is above 0
    ("team", "i1", INTERNAL),
    ("incoming", "i1", PUBLIC.when(stands)),  # damage about to be received
    # Bit set of the robots that dealt it damage in this damage step.
    ("hitters", "u1", PUBLIC.naming(SEATS).when(stands)),
)


RALLY = record(
    ("rng", "u8", SECRET),
    ("to_act", "i1", INTERNAL.naming(SEAT)),  # the engine's question: see core.header
    ("decision", "i1", INTERNAL),
    ("pending", "u1", INTERNAL.naming(SEATS)),
    ("count", "i1", PUBLIC),  # robots in the game
    ("register", "i1", PUBLIC),  # 0…4, of this phase
    ("cursor", "i1", INTERNAL),  # next robot, in a stage that asks one after another
    ("walker", "i1", PLAY.naming(AFTER_SEAT)),  # 1 + who is executing its card, 0 nobody
    # Steps it has still to make; while machines run: the Machine that is next.
    ("steps", "i1", PUBLIC.when(walks)),
    ("heading", "i1", PUBLIC.when(walks)),  # Direction of them
    ("falls", "i1", INTERNAL),  # robots destroyed in this turn
    # Parts until a watcher looks; 0: nobody watches, −1: now (core.watching).
    ("halt", "i2", INTERNAL),
    ("deck_left", "i1", PUBLIC),
    ("deck", "u1", (CARDS,), SECRET),  # shuffled; the first `deck_left` are not dealt yet
    ("option_deck", "u4", PUBLIC),  # bit set of option cards
    ("option_discards", "u4", PUBLIC),
    ("thing_count", "i1", INTERNAL),  # as the set-up has it
    ("things", THING, (THINGS,)),
    ("robots", ROBOT, (ROBOTS,), BY_SEAT),
    ("logged", "i2", INTERNAL),
    ("untold", "i2", INTERNAL),  # entries for which the log had no room
    ("step_log", "i2", INTERNAL),  # `logged` when this damage step began
    ("log", ENTRY, (LOG,), INTERNAL),  # since the last decision; at the end, for it is long
)


# What the records of all variants begin with: their own fields follow, then ("rally", RALLY).
STATE_HEAD = (
    *header(ROBOTS),
    ("turn", "i2", PUBLIC),
    ("stage", "i1", PUBLIC),
    ("winners", "u1", INTERNAL.naming(SEATS)),  # bit set of seats; 0 until the end
)
SETUP_HEAD = (
    ("robots", "i1"),
    ("turns", "i2"),
    ("reward_kind", "i1"),
    ("options", "i1"),  # dealt to each robot at the start
)


@kernel
def row_of(r: Any, i: int, other: int) -> int:
    """The row in which robot `i` sees another one, and by which its actions name it."""
    row = other - i - 1  # a division would take as long as all the rest of a row
    return row if row >= 0 else row + r.count


@kernel
def robot_in_row(r: Any, i: int, row: int) -> int:
    """The robot that robot `i` sees in a row, or NOBODY: the reverse of `row_of`."""
    if row >= r.count - 1:
        return NOBODY
    robot = i + 1 + row
    return robot if robot < r.count else robot - r.count


Robot: Any = namedtuple("Robot", ROBOT.names or ())  # type: ignore[misc]


def plain(robot: Any) -> Any:
    """The fields of one robot as plain values: reading them from a record is slow."""
    return Robot._make(robot.item())


def plain_robots(r: Any) -> list[Any]:
    """The robots of a rally as plain values."""
    return [Robot._make(fields) for fields in r.robots[: r.count].tolist()]
