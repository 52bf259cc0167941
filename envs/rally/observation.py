"""The observation that all rally games share: the robot, its cards and the floor around it.

A variant's `observe.py` adds its own pieces and columns. Directions are relative to the robot's
facing. Hidden are the hands and closed registers of other players, and the decks.
"""

from dataclasses import replace
from typing import Any

from cogarena.envs.core.grid import DX, DY, LEFT_TURN
from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column, Piece, clear, clear_row, columns, copy
from cogarena.envs.rally.cards import CARDS, KIND, NO_CARD, OPTIONS, TURN, Card
from cogarena.envs.rally.deck import is_locked
from cogarena.envs.rally.floor import FLAGS, HEIGHT, REGISTERS, WIDTH
from cogarena.envs.rally.floor_views import MARGIN, VIEW_RADIUS, WINDOW, Surface
from cogarena.envs.rally.programming import open_register
from cogarena.envs.rally.robot_views import (
    INCOMING,
    MOST_INCOMING,
    OWN_STATE,
    PUBLIC_STATE,
    show_own_state,
    show_public_state,
)
from cogarena.envs.rally.state import DEADLY, HAND, ROBOTS, Place, Power, robot_in_row

MOST_SQUARES = max(WIDTH, HEIGHT)  # of a way to the right or behind
MOST_LIVES = 5
MOST_COUNTED = 127  # turns, points and other numbers without a bound are shown up to this


def way(name: str, towards: str = "") -> tuple[Column, Column]:
    """The columns NAME_RIGHT and NAME_BEHIND of a way: see `show_way`."""
    prefix, to = (f"{name}_", f" to {towards}") if name else ("", "")
    return (
        Column(f"{prefix}RIGHT", f"squares to the right{to}", MOST_SQUARES, -MOST_SQUARES),
        Column(f"{prefix}BEHIND", f"squares behind{to}", MOST_SQUARES, -MOST_SQUARES),
    )


def counted(name: str, meaning: str) -> Column:
    """A column of a number without a bound."""
    return Column(name, f"{meaning}, at most {MOST_COUNTED}", MOST_COUNTED)


# Columns, and groups of them. The kernel that writes a group takes the number of its first column.
DAMAGE = Column("DAMAGE", "damage tokens", DEADLY)
POWERED_DOWN = Column("POWERED_DOWN", "1: powered down in this turn")
ANNOUNCED = Column("ANNOUNCED", "1: powers down in the next turn")
WAY = way("")
FACES = (  # see `show_facing`
    Column("FACES_RIGHT", "1: it faces to the right, −1: to the left", 1, -1),
    Column("FACES_BEHIND", "1: it faces backwards, −1: ahead", 1, -1),
)
CARD = (
    *(
        Column(kind.name, f"1: {kind.name.replace('_', ' ').capitalize()}")
        for kind in list(Card)[Card.NONE + 1 :]
    ),
    Column("PRIORITY", "the card's number, a tenth of its priority, 0 no card", CARDS),
)
RACER = (  # see `show_racer`
    Column("LIVES", "lives left", MOST_LIVES),
    Column("TOUCHED", "flags touched", FLAGS),
)
STATUS = (  # see `show_status`
    ANNOUNCED,
    Column("DESTROYED", "1: not on the floor"),
    INCOMING,
    Column("REGISTER", "the register of this phase, from 0", REGISTERS - 1),
    counted("TURNS_LEFT", "turns left after this one"),
)
COURSE = (  # see `show_course`
    *way("FLAG", "the next flag"),
    Column("FLAGS", "flags on the course", FLAGS),
)
COMPASS = (  # on the map: see `show_compass`
    Column("FACES_EAST", "1: faces east, −1: west", 1, -1),
    Column("FACES_SOUTH", "1: faces south, −1: north", 1, -1),
)
BEARING = (*WAY, *FACES, Column("ON_FLOOR", "1: it stands there"))  # see `show_bearing`
PUBLIC_CARDS = tuple(
    Column(f"REGISTER_{k + 1}", f"number of the card in register {k + 1}, 0 none or hidden", CARDS)
    for k in range(REGISTERS)
)
ROBOT = Column(
    "ROBOT",
    "another robot: 1 + its row in `others`, negative: an enemy of the own team",
    ROBOTS - 1,
    1 - ROBOTS,
)
FLAG = Column("FLAG", "a flag's number", FLAGS)

# With these columns `own`, `others` and `around` begin in every variant.
OWN = (DAMAGE, POWERED_DOWN, *STATUS, *OWN_STATE, *way("ARCHIVE", "the own archive"), *COMPASS)
OTHER = (
    *BEARING,  # at its archive while it is destroyed
    DAMAGE,
    POWERED_DOWN,
    ANNOUNCED,
    *way("ARCHIVE", "its archive"),
    *PUBLIC_STATE,
)
AROUND = (ROBOT,)
Own = columns("Own", OWN)
Other = columns("Other", OTHER)

CardColumn = columns("CardColumn", CARD)
RegisterColumn = columns(
    "RegisterColumn",
    CARD,
    Column("LOCKED", "1: holds a damage token"),
    Column("NEXT", "1: the register that is programmed now"),
    Column("SECOND", "number of its second card, 0 none", CARDS),
    Column("SECOND_TURN", "quarter turns of the second card: 1 right, 2 U turn, −1 left", 2, -1),
    Column("SIDEWAYS", "1: the second card is for Crab Legs"),
)

CARD_PIECES = (
    Piece("hand", CardColumn, "the cards in hand", (HAND,)),
    Piece("program", RegisterColumn, "the own registers", (REGISTERS,)),
)
HOLDS = "1 held, 2 lent by the team or by all, 4 destroyed after the damage; these added up"
HELD, LENT, DOOMED = 1, 2, 4
OWN_OPTIONS = Piece(
    "options", OPTIONS, f"the own option cards, as in `Option`: {HOLDS}", high=HELD + LENT + DOOMED
)
OTHER_OPTIONS = Piece(
    "other_options", OPTIONS, "their option cards, likewise", (ROBOTS - 1,), high=OWN_OPTIONS.high
)
OPTION_PILES = Piece(
    "option_piles", OPTIONS, "option cards that nobody holds: 1 in the deck, 2 discarded", high=3
)


def shared_pieces(
    own: Any, others: Any, asks: int, surface: Any = Surface, options: Any = OPTIONS
) -> tuple[Piece, ...]:
    """The pieces of every variant, in a game that asks so many questions; `observe_shared`."""
    return (
        Piece("decision", asks, "what is asked, as in `Ask`"),
        Piece("own", own, "the robot's own state"),
        *CARD_PIECES,
        replace(OWN_OPTIONS, columns=options),
        Piece("others", others, "the other robots by seat after the own", (ROBOTS - 1,)),
        replace(OTHER_OPTIONS, columns=options),
        replace(OPTION_PILES, columns=options),
        window_piece("floor", surface, "the squares around the robot, ahead is up"),
    )


def window_piece(name: str, shown: Any, meaning: str) -> Piece:
    """Columns for each square of the window around the robot."""
    return Piece(name, shown, meaning, (WINDOW, WINDOW))


@kernel
def observe_shared(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write the shared pieces, and the first column of the window."""
    r = s.rally
    robot = r.robots[seat]
    show_question(s, seat, out.decision)
    show_own(setup, s, seat, out.own)
    observe_cards(robot, out.hand, out.program)
    show_options(robot, out.options)
    observe_others(s, seat, out.others, out.other_options)
    show_piles(r, out.option_piles)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    observe_robots(r, seat, out.around)


@kernel
def show_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The columns OWN: the own robot."""
    robot = s.rally.robots[seat]
    clear_row(own)
    own[Own.DAMAGE] = robot.damage
    own[Own.POWERED_DOWN] = robot.power == Power.DOWN
    show_status(setup, s, robot, own, Own.ANNOUNCED)
    show_own_state(s, seat, own, Own.WAITS)
    show_way(sight_of(robot), robot.archive_x, robot.archive_y, own, Own.ARCHIVE_RIGHT)
    show_compass(robot, own, Own.FACES_EAST)


@kernel
def observe_others(s: Any, seat: int, others: Any, options: Any) -> None:
    """The columns OTHER, and the option cards of the other robots."""
    clear(others)
    clear(options)
    r = s.rally
    sight = sight_of(r.robots[seat])
    for row in range(r.count - 1):
        i = robot_in_row(r, seat, row)
        show_other(s, seat, sight, i, others[row])
        if r.robots[i].options | r.robots[i].lent | r.robots[i].doomed != 0:
            show_options(r.robots[i], options[row])


@kernel
def show_other(s: Any, seat: int, sight: Any, i: int, row: Any) -> None:
    """The columns OTHER: what everybody may know of another robot, in a row of zeros."""
    robot = s.rally.robots[i]
    x, y = here(robot)
    show_bearing(sight, robot, x, y, row, Other.RIGHT)
    row[Other.DAMAGE] = robot.damage
    row[Other.POWERED_DOWN] = robot.power == Power.DOWN
    row[Other.ANNOUNCED] = robot.announced
    show_way(sight, robot.archive_x, robot.archive_y, row, Other.ARCHIVE_RIGHT)
    show_public_state(s, seat, i, row, Other.INCOMING)


@kernel
def here(robot: Any) -> tuple[int, int]:
    """Where a player looks from: the robot's square, or its archive while it is destroyed."""
    if robot.place == Place.FLOOR:
        return int(robot.x), int(robot.y)
    return int(robot.archive_x), int(robot.archive_y)


@kernel
def sight_of(robot: Any) -> tuple[int, int, int, int]:
    """How a player sees the floor: from which x and y, and where one square ahead leads."""
    x, y = here(robot)
    return x, y, int(DX[robot.facing]), int(DY[robot.facing])


@kernel
def way_to(sight: Any, x: int, y: int) -> tuple[int, int]:
    """How many squares to the right and behind a square is."""
    my_x, my_y, ahead_x, ahead_y = sight
    x, y = int(x) - my_x, int(y) - my_y
    return y * ahead_x - x * ahead_y, -(x * ahead_x + y * ahead_y)


@kernel
def show_way(sight: Any, x: int, y: int, row: Any, column: int) -> None:
    """The way to a square: to the right in one column, behind in the next."""
    row[column], row[column + 1] = way_to(sight, x, y)


@kernel
def show_facing(sight: Any, facing: int, row: Any, column: int) -> None:
    """A facing relative to the robot's: to the right in one column, behind in the next."""
    _, _, ahead_x, ahead_y = sight
    row[column] = DY[facing] * ahead_x - DX[facing] * ahead_y
    row[column + 1] = -(DX[facing] * ahead_x + DY[facing] * ahead_y)


@kernel
def show_racer(robot: Any, row: Any, column: int) -> None:
    """The columns RACER: what everybody may know of a robot that races for flags."""
    row[column] = robot.lives
    row[column + 1] = robot.touched


@kernel
def show_status(setup: Any, s: Any, robot: Any, own: Any, column: int) -> None:
    """The columns STATUS: the robot in this register and turn."""
    own[column] = robot.announced
    own[column + 1] = robot.place != Place.FLOOR
    own[column + 2] = min(robot.incoming, MOST_INCOMING)
    own[column + 3] = s.rally.register
    own[column + 4] = min(setup.turns - s.turn, MOST_COUNTED)


@kernel
def show_course(floor: Any, robot: Any, own: Any, column: int) -> None:
    """The columns COURSE: the way to the next flag, and how many there are."""
    flag = next_flag(floor, robot)
    show_way(sight_of(robot), flag.x, flag.y, own, column)
    own[column + 2] = floor.flag_count


@kernel
def show_compass(robot: Any, own: Any, column: int) -> None:
    """The columns COMPASS: the robot's facing on the map."""
    own[column] = DX[robot.facing]
    own[column + 1] = DY[robot.facing]


@kernel
def show_bearing(sight: Any, robot: Any, x: int, y: int, row: Any, column: int) -> None:
    """The columns BEARING: the way to another robot at x, y, and whether it stands there."""
    show_way(sight, x, y, row, column)
    show_facing(sight, robot.facing, row, column + 2)
    row[column + 4] = robot.place == Place.FLOOR


@kernel
def show_question(s: Any, seat: int, row: Any) -> None:
    """What the seat is asked: one column a question."""
    asked = is_asked(s, seat)
    for question in range(len(row)):
        row[question] = asked and s.rally.robots[seat].asked == question


@kernel
def show_options(robot: Any, row: Any) -> None:
    """The option cards that a robot holds or is lent, and those that it is about to lose."""
    for card in range(len(row)):
        held = HELD * ((robot.options >> card) & 1)
        row[card] = held + LENT * ((robot.lent >> card) & 1) + DOOMED * ((robot.doomed >> card) & 1)


@kernel
def show_piles(r: Any, row: Any) -> None:
    """The option cards that are in the deck or discarded."""
    for card in range(len(row)):
        row[card] = ((r.option_deck >> card) & 1) + 2 * ((r.option_discards >> card) & 1)


@kernel
def observe_cards(robot: Any, hand: Any, program: Any) -> None:
    """The robot's hand and registers."""
    clear(hand)
    clear(program)
    for slot in range(HAND):
        show_card(hand[slot], robot.hand[slot])
    following = open_register(robot)
    for k in range(REGISTERS):
        show_card(program[k], robot.program[k])
        program[k, RegisterColumn.LOCKED] = is_locked(robot, k)
        program[k, RegisterColumn.NEXT] = k == following
        program[k, RegisterColumn.SECOND] = robot.pairs[k]
        turn = TURN[KIND[robot.pairs[k]]]
        program[k, RegisterColumn.SECOND_TURN] = -1 if turn == LEFT_TURN else turn
        program[k, RegisterColumn.SIDEWAYS] = (robot.crabs >> k) & 1


@kernel
def show_card(row: Any, card: int) -> None:
    """A card as its kind and its number."""
    if card != NO_CARD:
        row[KIND[card] - 1] = 1
        row[CardColumn.PRIORITY] = card


@kernel
def observe_floor(floor: Any, views: Any, robot: Any, seen: Any) -> None:
    """The squares around the robot, cut out of the floor that is turned to its facing."""
    x, y = here(robot)
    column = turned_x(floor, robot.facing, x, y)
    row = turned_y(floor, robot.facing, x, y)
    planes = seen.shape[2]
    start = ((int(robot.facing) * MARGIN + row) * MARGIN + column) * planes
    for v in range(WINDOW):
        copy(seen, v * WINDOW * planes, views, start + v * MARGIN * planes, WINDOW * planes)


@kernel
def turned_x(floor: Any, facing: int, x: int, y: int) -> int:
    """The column of a square on the floor turned so that `facing` is up."""
    width, height = floor.width, floor.height
    return int((x, y, width - 1 - x, height - 1 - y)[facing])


@kernel
def turned_y(floor: Any, facing: int, x: int, y: int) -> int:
    """The row of a square on the floor turned so that `facing` is up."""
    width, height = floor.width, floor.height
    return int((y, width - 1 - x, height - 1 - y, x)[facing])


@kernel
def observe_robots(r: Any, seat: int, around: Any) -> None:
    """Empty the window and mark the other robots in it: the column ROBOT, the first."""
    for v in range(WINDOW):
        clear(around[v])
    team, sight = r.robots[seat].team, sight_of(r.robots[seat])
    for row in range(r.count - 1):
        robot = r.robots[robot_in_row(r, seat, row)]
        if robot.place == Place.FLOOR:
            number = 1 + row if robot.team == team else -1 - row
            mark(sight, robot.x, robot.y, around, 0, number)


@kernel
def mark_flags(floor: Any, me: Any, around: Any, column: int) -> None:
    """The flags in the window: the column FLAG."""
    sight = sight_of(me)
    for k in range(floor.flag_count):
        mark(sight, floor.flag[k].x, floor.flag[k].y, around, column, k + 1)


@kernel
def mark(sight: Any, x: int, y: int, around: Any, column: int, value: int) -> None:
    """Write one column of a square, if it is in the window."""
    right, behind = way_to(sight, x, y)
    if max(abs(right), abs(behind)) <= VIEW_RADIUS:
        around[behind + VIEW_RADIUS, right + VIEW_RADIUS, column] = value


@kernel
def next_flag(floor: Any, robot: Any) -> Any:
    """The flag that the robot touches next; the last one if it has touched all."""
    return floor.flag[min(robot.touched, floor.flag_count - 1)]
