"""What a robot's player sees: the floor around the robot as it faces, and the public state.

Hidden: the other players' hands and the registers they have not revealed, and the decks.
"""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece, clear
from cogarena.envs.powerball.balls import load
from cogarena.envs.powerball.state import (
    ASKS,
    BALLS,
    BOMBS,
    COMMUNITY,
    FLAGS,
    BallPlace,
    Stage,
)
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.options import OPTIONS
from cogarena.envs.rally.observation import (
    WINDOW,
    CardColumn,
    RegisterColumn,
    Surface,
    clear_window,
    here,
    mark,
    mark_robot,
    observe_cards,
    observe_floor,
    sees,
    show_facing,
    show_options,
    show_question,
    show_registers,
    show_way,
)
from cogarena.envs.rally.state import DEADLY, HAND, ROBOTS, Place, Power

MOST_CARRIED = 3.0
MANY_POINTS = 30.0
HAPPENINGS = 7


class Own(IntEnum):
    """Columns of `own`."""

    DAMAGE = 0
    POWERED_DOWN = 1
    STATIONED = 2
    ANNOUNCED = 3
    DESTROYED = 4
    INCOMING = 5
    REGISTER = 6
    TURN = 7
    CARRIED = 8
    DELIVERED = 9  # a ball in this phase
    POINTS = 10
    FACES_EAST = 11  # as on the map: answers that are directions are given so
    FACES_SOUTH = 12


class Way(IntEnum):
    """Columns of `flag_ways`, `wrench_ways` and `pit_ways`."""

    RIGHT = 0
    BEHIND = 1


class Ball(IntEnum):
    """Columns of `balls`."""

    RIGHT = 0  # also of one that is carried, or in the air
    BEHIND = 1
    ON_FLOOR = 2
    CARRIED = 3
    OWN = 4
    OFFERED = 5  # the one that may be picked up now


class Bomb(IntEnum):
    """Columns of `bombs`."""

    RIGHT = 0
    BEHIND = 1
    FACES_RIGHT = 2
    FACES_BEHIND = 3
    LIVE = 4
    OWN = 5


class Other(IntEnum):
    """Columns of `others`."""

    RIGHT = 0
    BEHIND = 1
    FACES_RIGHT = 2
    FACES_BEHIND = 3
    ON_FLOOR = 4
    DAMAGE = 5
    POWERED_DOWN = 6
    STATIONED = 7
    ANNOUNCED = 8
    CARRIED = 9
    POINTS = 10
    REGISTER_1 = 11  # priority of the card, as far as it is public
    REGISTER_2 = 12
    REGISTER_3 = 13
    REGISTER_4 = 14
    REGISTER_5 = 15


class Around(IntEnum):
    """Columns of `around`: what is in a square around the robot."""

    ROBOT = 0
    FACES_RIGHT = 1
    FACES_BEHIND = 2
    DAMAGE = 3
    POWERED_DOWN = 4
    CARRIED = 5
    BALL = 6


# The board has no gears, pushers and lasers.
Ground = IntEnum("Ground", [(m.name, m.value) for m in Surface if m < Surface.GEAR])  # type: ignore[misc]

LAYOUT = Layout(
    Piece("decision", ASKS, "what is asked, as in `Ask`"),
    Piece("own", Own, "the robot's own state", low=-1.0),
    Piece("happening", HAPPENINGS, "the event of this turn, as in `Happening`"),
    Piece("hand", CardColumn, "the cards in hand; priorities as shares", (HAND,)),
    Piece("program", RegisterColumn, "the own registers", (REGISTERS,)),
    Piece("options", OPTIONS, "options the robot holds or shares, as in `Option`"),
    Piece("community", OPTIONS, "the community options", (COMMUNITY,)),
    Piece("at_stake", OPTIONS, "the option that is being taken or traded"),
    Piece("others", Other, "the other robots by seat after the own", (ROBOTS - 1,), -1.0),
    Piece("other_options", OPTIONS, "the option cards that they hold", (ROBOTS - 1,)),
    Piece("flag_ways", Way, "the way to each flag, in widths of the largest floor", (FLAGS,), -1.0),
    Piece("wrench_ways", Way, "the way to each wrench", (FLAGS,), -1.0),
    Piece("pit_ways", Way, "the way to each pit", (FLAGS,), -1.0),
    Piece("balls", Ball, "the balls in play, and where they are", (BALLS,), -1.0),
    Piece("bombs", Bomb, "the buzz bombs", (BOMBS,), -1.0),
    Piece("floor", Ground, "the squares around the robot, ahead is up", (WINDOW, WINDOW), -1.0),
    Piece("around", Around, "robots and balls around the robot", (WINDOW, WINDOW), -1.0),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    robot = s.rally.robots[seat]
    show_question(s, seat, out.decision)
    observe_own(setup, s, seat, out.own)
    for event in range(HAPPENINGS):
        out.happening[event] = s.happening == event
    observe_cards(robot, out.hand, out.program)
    observe_options(s, seat, out)
    observe_others(s, seat, out.others, out.other_options)
    for k in range(FLAGS):
        show_way(robot, setup.floor.flag[k].x, setup.floor.flag[k].y, out.flag_ways[k], Way.RIGHT)
        show_way(robot, setup.wrenches[k].x, setup.wrenches[k].y, out.wrench_ways[k], Way.RIGHT)
        show_way(robot, setup.pits[k].x, setup.pits[k].y, out.pit_ways[k], Way.RIGHT)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    clear_window(out.around)
    observe_robots(s, seat, out.around)
    observe_balls(s, seat, out.balls, out.around)
    observe_bombs(s, seat, out.bombs)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    own[Own.DAMAGE] = robot.damage / DEADLY
    own[Own.POWERED_DOWN] = robot.power == Power.DOWN
    own[Own.STATIONED] = robot.power == Power.STATIONED
    own[Own.ANNOUNCED] = robot.announced
    own[Own.DESTROYED] = robot.place != Place.FLOOR
    own[Own.INCOMING] = min(robot.incoming, DEADLY) / DEADLY
    own[Own.REGISTER] = s.rally.register / REGISTERS
    own[Own.TURN] = s.turn / setup.turns
    own[Own.CARRIED] = load(s, seat) / MOST_CARRIED
    own[Own.DELIVERED] = (s.delivered >> seat) & 1
    own[Own.POINTS] = min(1.0, s.points[seat] / MANY_POINTS)
    own[Own.FACES_EAST] = DX[robot.facing]
    own[Own.FACES_SOUTH] = DY[robot.facing]


@kernel
def observe_options(s: Any, seat: int, out: Any) -> None:
    """Options: the own ones, the community's, and the one at stake."""
    for option in range(OPTIONS):
        out.options[option] = has(s.rally.robots[seat], option)
        out.at_stake[option] = s.at_stake == option + 1
        for c in range(COMMUNITY):
            out.community[c, option] = s.community[c] == option


@kernel
def observe_others(s: Any, seat: int, others: Any, options: Any) -> None:
    """The public state of the other robots."""
    clear(others)
    clear(options)
    r = s.rally
    me = r.robots[seat]
    for k in range(1, r.count):
        j = (seat + k) % r.count
        show_robot(s, me, j, others[k - 1])
        show_options(r.robots[j], options[k - 1])


@kernel
def show_robot(s: Any, me: Any, j: int, row: Any) -> None:
    """What everybody may know of a robot."""
    robot = s.rally.robots[j]
    x, y = here(robot)
    show_way(me, x, y, row, Other.RIGHT)
    show_facing(me, robot.facing, row, Other.FACES_RIGHT)
    row[Other.ON_FLOOR] = robot.place == Place.FLOOR
    row[Other.DAMAGE] = robot.damage / DEADLY
    row[Other.POWERED_DOWN] = robot.power == Power.DOWN
    row[Other.STATIONED] = robot.power == Power.STATIONED
    row[Other.ANNOUNCED] = robot.announced
    row[Other.CARRIED] = load(s, j) / MOST_CARRIED
    row[Other.POINTS] = min(1.0, s.points[j] / MANY_POINTS)
    show_registers(s, Stage.CLEAN_UP, j, row, Other.REGISTER_1)


@kernel
def observe_robots(s: Any, seat: int, around: Any) -> None:
    """The robots in sight."""
    r = s.rally
    me = r.robots[seat]
    for i in range(r.count):
        if sees(r, seat, i):
            robot = r.robots[i]
            mark(me, robot.x, robot.y, around, Around.ROBOT, 1.0)
            mark_robot(me, robot, around, Around.FACES_RIGHT)
            mark(me, robot.x, robot.y, around, Around.CARRIED, load(s, i) / MOST_CARRIED)


@kernel
def observe_balls(s: Any, seat: int, balls: Any, around: Any) -> None:
    """Where the balls are."""
    clear(balls)
    me = s.rally.robots[seat]
    for b in range(BALLS):
        ball = s.balls[b]
        if ball.place == BallPlace.POOL:
            continue
        row = balls[b]
        if ball.place == BallPlace.FLOOR:
            row[Ball.ON_FLOOR] = 1
            row[Ball.OFFERED] = is_asked(s, seat) and s.offered[seat] == b
            show_way(me, ball.x, ball.y, row, Ball.RIGHT)
            mark(me, ball.x, ball.y, around, Around.BALL, 1.0)
        elif ball.place == BallPlace.CARRIED:
            row[Ball.CARRIED] = 1
            row[Ball.OWN] = ball.carrier == seat
            carrier = s.rally.robots[ball.carrier]
            show_way(me, carrier.x, carrier.y, row, Ball.RIGHT)
        else:
            show_way(me, ball.x, ball.y, row, Ball.RIGHT)


@kernel
def observe_bombs(s: Any, seat: int, bombs: Any) -> None:
    """Where the bombs are."""
    clear(bombs)
    me = s.rally.robots[seat]
    for b in range(BOMBS):
        bomb = s.bombs[b]
        if bomb.live == 1:
            row = bombs[b]
            show_way(me, bomb.x, bomb.y, row, Bomb.RIGHT)
            show_facing(me, bomb.facing, row, Bomb.FACES_RIGHT)
            row[Bomb.LIVE] = 1
            row[Bomb.OWN] = bomb.owner == seat
