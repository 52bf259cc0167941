"""The observation that all rally games share: the robot, its cards and the floor around it.

A variant's `observe.py` adds its own pieces and columns. Directions are relative to the robot's
facing. Hidden are the hands and closed registers of other players, and the decks.
"""

from typing import Any

from cogarena.envs.core.grid import DX, DY, chebyshev, turned
from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Piece, clear, columns
from cogarena.envs.rally.cards import CARD_SET, CARDS, KIND, NO_CARD, OPTIONS
from cogarena.envs.rally.deck import is_locked
from cogarena.envs.rally.floor import FLAGS, REGISTERS, WIDTH
from cogarena.envs.rally.floor_views import VIEW_RADIUS, WINDOW, Surface
from cogarena.envs.rally.phases import is_public
from cogarena.envs.rally.programming import open_register
from cogarena.envs.rally.state import DEADLY, HAND, ROBOTS, Ask, Place, Power

WAY_UNIT = WIDTH + 1  # squares: ways are given in widths of the largest floor
MOST_LIVES = 5.0

# Groups of columns. The kernel that writes a group takes the number of its first column.
CARD = (
    "U_TURN", "ROTATE_LEFT", "ROTATE_RIGHT", "BACK_UP", "MOVE_1", "MOVE_2", "MOVE_3", "PRIORITY",
)  # fmt: skip
RACER = ("DAMAGE", "LIVES", "TOUCHED", "POWERED_DOWN")  # see `show_racer`
STATUS = ("ANNOUNCED", "DESTROYED", "INCOMING", "REGISTER", "TURN")  # see `show_status`
COURSE = ("FLAG_RIGHT", "FLAG_BEHIND", "ARCHIVE_RIGHT", "ARCHIVE_BEHIND")  # see `show_course`
COMPASS = ("FACES_EAST", "FACES_SOUTH")  # on the map: answers that are directions are given so
BEARING = ("RIGHT", "BEHIND", "FACES_RIGHT", "FACES_BEHIND", "ON_FLOOR")  # see `show_bearing`
ROBOT_SEEN = ("FACES_RIGHT", "FACES_BEHIND", "DAMAGE", "POWERED_DOWN")  # see `mark_robot`
PUBLIC_CARDS = tuple(f"REGISTER_{k + 1}" for k in range(REGISTERS))  # see `show_registers`

CardColumn = columns("CardColumn", CARD)
RegisterColumn = columns(
    "RegisterColumn",
    CARD,
    "LOCKED",
    "NEXT",  # the register that is programmed now
)

CARD_PIECES = (
    Piece("hand", CardColumn, "the cards in hand; priorities as shares", (HAND,)),
    Piece("program", RegisterColumn, "the own registers", (REGISTERS,)),
)
OTHER_OPTIONS = Piece("other_options", OPTIONS, "the option cards that they hold", (ROBOTS - 1,))


def decision_piece(asks: int) -> Piece:
    """The question, in a game that knows so many kinds of them."""
    return Piece("decision", asks, "what is asked, as in `Ask`")


def others_piece(other: Any) -> Piece:
    """The other robots, in a game that has no teams."""
    return Piece("others", other, "the other robots by seat after the own", (ROBOTS - 1,), -1.0)


def racer_pieces(own: Any, other: Any) -> tuple[Piece, ...]:
    """The first pieces of a race for flags that asks no questions of its own."""
    meaning = "the robot's own state; ways in widths of the largest floor"
    return (
        decision_piece(len(Ask)),
        Piece("own", own, meaning, low=-1.0),
        *CARD_PIECES,
        Piece("options", OPTIONS, "the own option cards, as in `Option`"),
        others_piece(other),
    )


def window_piece(name: str, shown: Any, meaning: str) -> Piece:
    """Columns for each square of the window around the robot."""
    return Piece(name, shown, meaning, (WINDOW, WINDOW), -1.0)


def floor_piece(surface: Any = Surface) -> Piece:
    """The floor around the robot."""
    return window_piece("floor", surface, "the squares around the robot, ahead is up")


@kernel
def right_of(facing: int, x: int, y: int) -> int:
    """How far a way leads to the right of somebody with this facing."""
    right = turned(facing, 1)
    return x * DX[right] + y * DY[right]


@kernel
def behind_of(facing: int, x: int, y: int) -> int:
    """How far a way leads behind somebody with this facing."""
    return -(x * DX[facing] + y * DY[facing])


@kernel
def here(robot: Any) -> tuple[int, int]:
    """Where a player looks from: the robot's square, or its archive while it is destroyed."""
    if robot.place == Place.FLOOR:
        return int(robot.x), int(robot.y)
    return int(robot.archive_x), int(robot.archive_y)


@kernel
def show_way(me: Any, x: int, y: int, row: Any, column: int) -> None:
    """The way to a square: to the right in one column, behind in the next."""
    my_x, my_y = here(me)
    row[column] = right_of(me.facing, x - my_x, y - my_y) / WAY_UNIT
    row[column + 1] = behind_of(me.facing, x - my_x, y - my_y) / WAY_UNIT


@kernel
def show_facing(me: Any, facing: int, row: Any, column: int) -> None:
    """A facing relative to the robot's: to the right in one column, behind in the next."""
    row[column] = right_of(me.facing, DX[facing], DY[facing])
    row[column + 1] = behind_of(me.facing, DX[facing], DY[facing])


@kernel
def show_racer(robot: Any, row: Any, column: int) -> None:
    """The columns RACER: what everybody may know of a robot that races for flags."""
    row[column] = robot.damage / DEADLY
    row[column + 1] = robot.lives / MOST_LIVES
    row[column + 2] = robot.touched / FLAGS
    row[column + 3] = robot.power == Power.DOWN


@kernel
def show_status(r: Any, robot: Any, turn: float, own: Any, column: int) -> None:
    """The columns STATUS: the robot in this register; `turn` is a share of all turns."""
    own[column] = robot.announced
    own[column + 1] = robot.place != Place.FLOOR
    own[column + 2] = min(robot.incoming, DEADLY) / DEADLY
    own[column + 3] = r.register / REGISTERS
    own[column + 4] = turn


@kernel
def show_course(floor: Any, robot: Any, own: Any, column: int) -> None:
    """The columns COURSE: the ways to the next flag and to the archive."""
    flag = next_flag(floor, robot)
    show_way(robot, flag.x, flag.y, own, column)
    show_way(robot, robot.archive_x, robot.archive_y, own, column + 2)


@kernel
def show_compass(robot: Any, own: Any, column: int) -> None:
    """The columns COMPASS: the robot's facing on the map."""
    own[column] = DX[robot.facing]
    own[column + 1] = DY[robot.facing]


@kernel
def show_bearing(me: Any, robot: Any, x: int, y: int, row: Any, column: int) -> None:
    """The columns BEARING: the way to another robot at x, y, and whether it stands there."""
    show_way(me, x, y, row, column)
    show_facing(me, robot.facing, row, column + 2)
    row[column + 4] = robot.place == Place.FLOOR


@kernel
def show_question(s: Any, seat: int, row: Any) -> None:
    """What the seat is asked: one column a question."""
    asked = is_asked(s, seat)
    for question in range(len(row)):
        row[question] = asked and s.rally.robots[seat].asked == question


@kernel
def show_options(robot: Any, row: Any) -> None:
    """The option cards that a robot holds."""
    for option in range(OPTIONS):
        row[option] = robot.options & CARD_SET[option] != 0


@kernel
def show_others_options(r: Any, seat: int, rows: Any) -> None:
    """The option cards that the other robots hold, by seat after the own."""
    clear(rows)
    for k in range(1, r.count):
        show_options(r.robots[(seat + k) % r.count], rows[k - 1])


@kernel
def show_registers(r: Any, stage: int, clean_up: int, i: int, row: Any, column: int) -> None:
    """The columns PUBLIC_CARDS: the priorities of a robot's cards that everybody may see.

    `clean_up` is the game's first stage after the last register.
    """
    for k in range(REGISTERS):
        if is_public(r, stage, clean_up, i, k):
            row[column + k] = r.robots[i].program[k] / CARDS


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


@kernel
def show_card(row: Any, card: int) -> None:
    """A card as its kind and its priority."""
    if card != NO_CARD:
        row[KIND[card] - 1] = 1
        row[CardColumn.PRIORITY] = card / CARDS


@kernel
def observe_floor(floor: Any, views: Any, robot: Any, seen: Any) -> None:
    """The squares around the robot, cut out of the floor that is turned to its facing."""
    x, y = here(robot)
    column = turned_x(floor, robot.facing, x, y)
    row = turned_y(floor, robot.facing, x, y)
    view = views[robot.facing]
    for v in range(WINDOW):
        for u in range(WINDOW):
            for plane in range(seen.shape[2]):
                seen[v, u, plane] = view[row + v, column + u, plane]


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
    """Mark the other robots in the window: presence in the first column, then ROBOT_SEEN."""
    clear_window(around)
    me = r.robots[seat]
    for i in range(r.count):
        if sees(r, seat, i):
            mark_robot(me, r.robots[i], around, 0, 1)


@kernel
def clear_window(around: Any) -> None:
    """Empty every square of the window."""
    for v in range(WINDOW):
        clear(around[v])


@kernel
def is_in_window(me: Any, x: int, y: int) -> bool:
    """The square is in the window around the robot."""
    my_x, my_y = here(me)
    return chebyshev(x, y, my_x, my_y) <= VIEW_RADIUS


@kernel
def square_around(me: Any, x: int, y: int, around: Any) -> Any:
    """The columns of a square in the window."""
    my_x, my_y = here(me)
    v = behind_of(me.facing, x - my_x, y - my_y) + VIEW_RADIUS
    u = right_of(me.facing, x - my_x, y - my_y) + VIEW_RADIUS
    return around[v, u]


@kernel
def mark(me: Any, x: int, y: int, around: Any, column: int, value: float) -> None:
    """Write one column of a square, if it is in the window."""
    if is_in_window(me, x, y):
        square_around(me, x, y, around)[column] = value


@kernel
def mark_robot(me: Any, robot: Any, around: Any, present: int, column: int) -> None:
    """A robot in the window: 1 in the column `present`, and the columns ROBOT_SEEN."""
    square = square_around(me, robot.x, robot.y, around)
    square[present] = 1.0
    show_facing(me, robot.facing, square, column)
    square[column + 2] = robot.damage / DEADLY
    square[column + 3] = robot.power == Power.DOWN


@kernel
def mark_next_flag(floor: Any, me: Any, around: Any, column: int) -> None:
    """The flag to touch next, if it is in the window."""
    flag = next_flag(floor, me)
    mark(me, flag.x, flag.y, around, column, 1.0)


@kernel
def sees(r: Any, seat: int, i: int) -> bool:
    """The robot is another one, on the floor and in the seat's window."""
    robot = r.robots[i]
    if i == seat or robot.place != Place.FLOOR:
        return False
    return is_in_window(r.robots[seat], robot.x, robot.y)


@kernel
def next_flag(floor: Any, robot: Any) -> Any:
    """The flag that the robot touches next; the last one if it has touched all."""
    return floor.flag[min(robot.touched, floor.flag_count - 1)]
