"""What a robot's player sees in Powerball, beside what all rally games share."""

from typing import Any

from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece, clear, columns
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
from cogarena.envs.rally.cards import OPTIONS
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.floor_views import Surface
from cogarena.envs.rally.observation import (
    BEARING,
    CARD_PIECES,
    COMPASS,
    OTHER_OPTIONS,
    PUBLIC_CARDS,
    ROBOT_SEEN,
    STATUS,
    decision_piece,
    floor_piece,
    here,
    mark,
    observe_cards,
    observe_floor,
    observe_robots,
    others_piece,
    sees,
    show_bearing,
    show_compass,
    show_facing,
    show_others_options,
    show_question,
    show_registers,
    show_status,
    show_way,
    window_piece,
)
from cogarena.envs.rally.state import DEADLY, Power

MOST_CARRIED = 3.0
MANY_POINTS = 30.0
HAPPENINGS = 7

Own = columns(
    "Own",
    "DAMAGE",
    "POWERED_DOWN",
    "STATIONED",
    STATUS,
    "CARRIED",
    "DELIVERED",  # a ball in this phase
    "POINTS",
    COMPASS,
)
Way = columns("Way", "RIGHT", "BEHIND")
Ball = columns(
    "Ball",
    "RIGHT",  # also of one that is carried, or in the air
    "BEHIND",
    "ON_FLOOR",
    "CARRIED",
    "OWN",
    "OFFERED",  # the one that may be picked up now
)
Bomb = columns("Bomb", "RIGHT", "BEHIND", "FACES_RIGHT", "FACES_BEHIND", "LIVE", "OWN")
Other = columns(
    "Other",
    BEARING,
    "DAMAGE",
    "POWERED_DOWN",
    "STATIONED",
    "ANNOUNCED",
    "CARRIED",
    "POINTS",
    PUBLIC_CARDS,
)
Around = columns("Around", "ROBOT", ROBOT_SEEN, "CARRIED", "BALL")

# The board has no gears, pushers and lasers.
Ground = columns("Ground", tuple(plane.name for plane in Surface if plane < Surface.GEAR))

LAYOUT = Layout(
    decision_piece(ASKS),
    Piece("own", Own, "the robot's own state", low=-1.0),
    Piece("happening", HAPPENINGS, "the event of this turn, as in `Happening`"),
    *CARD_PIECES,
    Piece("options", OPTIONS, "options the robot holds or shares, as in `Option`"),
    Piece("community", OPTIONS, "the community options", (COMMUNITY,)),
    Piece("at_stake", OPTIONS, "the option that is being taken or traded"),
    others_piece(Other),
    OTHER_OPTIONS,
    Piece("flag_ways", Way, "the way to each flag, in widths of the largest floor", (FLAGS,), -1.0),
    Piece("wrench_ways", Way, "the way to each wrench", (FLAGS,), -1.0),
    Piece("pit_ways", Way, "the way to each pit", (FLAGS,), -1.0),
    Piece("balls", Ball, "the balls in play, and where they are", (BALLS,), -1.0),
    Piece("bombs", Bomb, "the buzz bombs", (BOMBS,), -1.0),
    floor_piece(Ground),
    window_piece("around", Around, "robots and balls around the robot"),
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
    observe_others(s, seat, out.others)
    for k in range(FLAGS):
        show_way(robot, setup.floor.flag[k].x, setup.floor.flag[k].y, out.flag_ways[k], Way.RIGHT)
        show_way(robot, setup.wrenches[k].x, setup.wrenches[k].y, out.wrench_ways[k], Way.RIGHT)
        show_way(robot, setup.pits[k].x, setup.pits[k].y, out.pit_ways[k], Way.RIGHT)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    observe_robots(s.rally, seat, out.around)
    mark_loads(s, seat, out.around)
    observe_balls(s, seat, out.balls, out.around)
    observe_bombs(s, seat, out.bombs)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    own[Own.DAMAGE] = robot.damage / DEADLY
    own[Own.POWERED_DOWN] = robot.power == Power.DOWN
    own[Own.STATIONED] = robot.power == Power.STATIONED
    show_status(s.rally, robot, s.turn / setup.turns, own, Own.ANNOUNCED)
    own[Own.CARRIED] = load(s, seat) / MOST_CARRIED
    own[Own.DELIVERED] = (s.delivered >> seat) & 1
    own[Own.POINTS] = min(1.0, s.points[seat] / MANY_POINTS)
    show_compass(robot, own, Own.FACES_EAST)


@kernel
def observe_options(s: Any, seat: int, out: Any) -> None:
    """Options: the own ones, the community's, the one at stake, and those of other robots."""
    show_others_options(s.rally, seat, out.other_options)
    for option in range(OPTIONS):
        out.options[option] = has(s.rally.robots[seat], option)
        out.at_stake[option] = s.at_stake == option + 1
        for c in range(COMMUNITY):
            out.community[c, option] = s.community[c] == option


@kernel
def observe_others(s: Any, seat: int, others: Any) -> None:
    """The public state of the other robots."""
    clear(others)
    count = s.rally.count
    for k in range(1, count):
        show_robot(s, s.rally.robots[seat], (seat + k) % count, others[k - 1])


@kernel
def show_robot(s: Any, me: Any, j: int, row: Any) -> None:
    """The public state of a robot."""
    robot = s.rally.robots[j]
    x, y = here(robot)
    show_bearing(me, robot, x, y, row, Other.RIGHT)
    row[Other.DAMAGE] = robot.damage / DEADLY
    row[Other.POWERED_DOWN] = robot.power == Power.DOWN
    row[Other.STATIONED] = robot.power == Power.STATIONED
    row[Other.ANNOUNCED] = robot.announced
    row[Other.CARRIED] = load(s, j) / MOST_CARRIED
    row[Other.POINTS] = min(1.0, s.points[j] / MANY_POINTS)
    show_registers(s.rally, s.stage, Stage.CLEAN_UP, j, row, Other.REGISTER_1)


@kernel
def mark_loads(s: Any, seat: int, around: Any) -> None:
    """The balls that robots in the window carry."""
    r = s.rally
    for i in range(r.count):
        if sees(r, seat, i):
            robot = r.robots[i]
            carried = load(s, i) / MOST_CARRIED
            mark(r.robots[seat], robot.x, robot.y, around, Around.CARRIED, carried)


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
