"""The records of the engine: what changes during a rally. Games put RALLY inside their own."""

from collections import namedtuple
from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import header
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Actions, Block
from cogarena.envs.core.records import record
from cogarena.envs.rally.cards import CARDS, OPTION_CARDS
from cogarena.envs.rally.floor import REGISTERS

ROBOTS = 8
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


ROBOT = record(
    ("x", "i1"),
    ("y", "i1"),
    ("facing", "i1"),
    ("place", "i1"),  # Place
    ("team", "i1"),
    ("damage", "i1"),
    ("lives", "i1"),  # 0 while in the game: unlimited
    ("touched", "i1"),  # flags, in order
    ("archive_x", "i1"),
    ("archive_y", "i1"),
    ("power", "i1"),  # Power
    ("announced", "i1"),  # 1: powers down at the beginning of the next turn
    ("asked", "i1"),  # Ask; only meaningful while its player is asked
    ("locks", "u1"),  # bit set of the registers that hold a damage token
    ("program", "u1", (REGISTERS,)),  # card numbers, 0 none
    ("pairs", "u1", (REGISTERS,)),  # card numbers of second cards, 0 none
    ("crabs", "u1"),  # bit set of the registers whose second card is for Crab Legs
    ("hand", "u1", (HAND,)),  # card numbers, 0 none
    ("spare", "u1"),  # card kept by Conditional Program, 0 none
    ("swap", "i1"),  # Gear: whether it plays that card in this register
    ("once", "u4"),  # bit set of Ask: asked once this turn, and not again
    ("pairing", "i1"),  # register 1…5 that may get a second card now, 0 none
    ("forced", "i1"),  # 1: its program of this turn is not its player's choice (T25)
    ("gear", "i1"),  # Gear
    ("gyroscope", "i1"),  # 1: on in this turn
    ("aborting", "i1"),  # 1: cards come from the deck for the rest of this turn
    ("radio", "i1"),  # 1 + the robot whose program it runs, 0 its own
    ("own", "u1"),  # bit set of the registers that count even under radio control
    ("jammers", "i1", (REGISTERS,)),  # 1 + the robot that scrambled the register, 0 nobody
    ("weapon", "i1"),  # 1 + the Option used instead of the main laser, 0 the main laser
    ("target", "i1"),  # robot in the main laser's line when weapons were aimed, or NOBODY
    ("shots", "i1"),  # hits of the main laser that are decided
    ("shield", "u1"),  # bit set of Direction: stopped by Power-Down Shield in this phase
    ("rammed", "u1"),  # bit set of robots that its Ramming Gear has hit with this card
    ("coat", "i1"),  # tokens on its Ablative Coat
    ("tokens", "i1"),  # of its own, each of which can absorb one damage
    ("shells", "i1"),  # uses of its Mini Howitzer
    ("options", "u4"),  # bit set of option cards
    ("lent", "u4"),  # bit set of option cards of the team or of all; they act as if held
    ("banked", "i1"),  # 1 + Direction in which it has saved a point for a ramp (T6), 0 none
    ("braked", "i1"),  # 1: its Brakes kept it still in this phase
    ("anchored", "i1"),  # 1: nothing moves it
    ("moved", "i1"),  # 1: has executed its card in this phase
    ("mover", "i1"),  # the last robot that moved it in this phase, or NOBODY
    ("hitters", "u1"),  # bit set of the robots that dealt it damage in this damage step
    ("incoming", "i1"),  # damage tokens about to be received
    ("aimed", "u1"),  # bit set of the registers onto which the last of them go (Fire Control)
    ("doomed", "u4"),  # bit set of option cards destroyed after the damage (Fire Control)
    ("next_x", "i1"),  # where a belt would take it, then where it took it from; else 0
    ("next_y", "i1"),
    ("riding", "i1"),  # 1: a belt moves it in this step
    ("owes", "i1"),  # 1: must still lose an option because it was destroyed (RR25)
    ("entering", "i1"),  # Entering
    ("fell", "i1"),  # n: the n-th robot destroyed this turn, 0 not destroyed
    ("logged_damage", "i1"),  # `damage`, `place` and `power` as the log tells them so far
    ("logged_place", "i1"),
    ("logged_power", "i1"),
)

REACH = 3  # squares around the archive that a re-entering robot can choose from
ACTIONS = Actions(
    Block("pass", (), "no, nothing, or the rulebook's default"),
    Block("yes", (), "yes"),
    Block("card", (HAND,), "that card of the hand"),
    Block("crab", (HAND,), "that card of the hand, for Crab Legs"),
    Block("option", (OPTION_CARDS,), "that option card"),
    Block("register", (REGISTERS,), "that register"),
    Block("facing", (DIRECTIONS,), "north, east, south, west"),
    Block(
        "square", (2 * REACH + 1, 2 * REACH + 1), "re-enter so far east and south of the archive"
    ),
)

THING = record(
    ("x", "i1"),
    ("y", "i1"),
    ("health", "i1"),  # it blocks while this is above 0
    ("team", "i1"),
    ("incoming", "i1"),  # damage about to be received
    ("hitters", "u1"),  # bit set of the robots that dealt it damage in this damage step
)


class Event(IntEnum):
    """Kinds of log entries; games add their own from `EVENTS` on."""

    DESTROYED = 0  # robot
    DRAWN = 1  # robot, the option card
    DISCARDED = 2  # robot, the option card
    # What `log_changes` finds.
    HURT = 3  # robot, damage tokens
    REPAIRED = 4  # robot, damage tokens
    RE_ENTERED = 5  # robot
    POWERED_DOWN = 6  # robot


EVENTS = len(Event)
LOG = 250  # more than can happen between two decisions

EVENT = record(
    ("kind", "i1"),  # Event, or one of the game's
    ("robot", "i1"),  # the robot concerned, or NOBODY
    ("by", "u1"),  # bit set of the robots that caused it
    ("value", "i1"),  # an option card or an amount, depending on the kind
)

RALLY = record(
    ("rng", "u8"),
    ("to_act", "i1"),  # the engine's question: see core.header
    ("decision", "i1"),
    ("pending", "u1"),
    ("count", "i1"),  # robots in the game
    ("register", "i1"),  # 0…4, of this phase
    ("cursor", "i1"),  # next robot, in a stage that asks one after another
    ("walker", "i1"),  # 1 + the robot that is executing its card, 0 nobody
    ("steps", "i1"),  # it has still to make; while machines run: the Machine that is next
    ("heading", "i1"),  # Direction of them
    ("falls", "i1"),  # robots destroyed in this turn
    ("halt", "i2"),  # parts until a watcher looks; 0: nobody watches, −1: now (core.watching)
    ("deck_left", "i1"),
    ("deck", "u1", (CARDS,)),  # shuffled card numbers; the first `deck_left` are not dealt yet
    ("option_deck", "u4"),  # bit set of option cards
    ("option_discards", "u4"),
    ("thing_count", "i1"),
    ("things", THING, (THINGS,)),
    ("logged", "u1"),
    ("log", EVENT, (LOG,)),  # what happened since the last decision
    ("robots", ROBOT, (ROBOTS,)),
)


# What the records of all variants begin with: their own fields follow, then ("rally", RALLY).
STATE_HEAD = (
    *header(ROBOTS),
    ("turn", "i2"),
    ("stage", "i1"),
    ("winners", "u1"),  # bit set of seats
)
SETUP_HEAD = (
    ("robots", "i1"),
    ("turns", "i2"),
    ("reward_kind", "i1"),
    ("options", "i1"),  # dealt to each robot at the start
)


@kernel
def log_event(r: Any, kind: int, robot: int, by: int, value: int) -> None:
    """Log an event: its kind, the robot concerned, the bit set of those that caused it, a value."""
    log_changes(r)
    add_event(r, kind, robot, by, value)


@kernel
def log_changes(r: Any) -> None:
    """Log what has become of the robots since the last event, so that the log keeps its order."""
    for i in range(r.count):
        if not is_logged(r.robots[i]):
            log_robot(r, i)


@kernel
def is_logged(robot: Any) -> bool:
    """The log tells the robot's damage, place and power as they are."""
    if robot.damage != robot.logged_damage or robot.place != robot.logged_place:
        return False
    return robot.power == robot.logged_power


@kernel
def log_robot(r: Any, i: int) -> None:
    """Log what has become of a robot."""
    robot = r.robots[i]
    if robot.power == Power.DOWN and robot.logged_power != Power.DOWN:
        add_event(r, Event.POWERED_DOWN, i, 0, 0)
    if robot.place == Place.FLOOR and robot.logged_place == Place.FLOOR:
        more = robot.damage - robot.logged_damage
        if more != 0:
            add_event(r, Event.HURT if more > 0 else Event.REPAIRED, i, 0, abs(more))
    elif robot.place == Place.FLOOR:
        add_event(r, Event.RE_ENTERED, i, 0, 0)
    robot.logged_power = robot.power
    robot.logged_place = robot.place
    robot.logged_damage = robot.damage


@kernel
def add_event(r: Any, kind: int, robot: int, by: int, value: int) -> None:
    """Write one event into the log."""
    if r.logged < LOG:
        event = r.log[r.logged]
        event.kind = kind
        event.robot = robot
        event.by = by
        event.value = value
        r.logged += 1


Robot: Any = namedtuple("Robot", ROBOT.names or ())  # type: ignore[misc]


def plain(robot: Any) -> Any:
    """The fields of one robot as plain values: reading them from a record is slow."""
    return Robot._make(robot.item())


def plain_robots(r: Any) -> list[Any]:
    """The robots of a rally as plain values."""
    return [Robot._make(fields) for fields in r.robots[: r.count].tolist()]
