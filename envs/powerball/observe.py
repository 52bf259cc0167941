"""What a robot's player sees in Powerball, beside what all rally games share."""

from typing import Any

from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column, Layout, Piece, clear, columns
from cogarena.envs.powerball.balls import load
from cogarena.envs.powerball.preview import PREVIEW_PIECES, show_preview
from cogarena.envs.powerball.state import (
    ASKS,
    BALLS,
    BOMBS,
    CAPACITY,
    COMMUNITY,
    FLAGS,
    MOST_PUSHED,
    Ask,
    BallPlace,
    revealed,
)
from cogarena.envs.rally.cards import OPTION_CARDS, OPTIONS
from cogarena.envs.rally.floor_views import SURFACE, Surface
from cogarena.envs.rally.observation import (
    ANNOUNCED,
    BEARING,
    CARD_PIECES,
    COMPASS,
    DAMAGE,
    FACES,
    MOST_COUNTED,
    OPTION_PILES,
    OTHER_OPTIONS,
    OWN_OPTIONS,
    POWERED_DOWN,
    PUBLIC_CARDS,
    ROBOT,
    STATUS,
    WAY,
    counted,
    decision_piece,
    floor_piece,
    here,
    mark,
    observe_cards,
    observe_floor,
    observe_robots,
    others_piece,
    show_bearing,
    show_compass,
    show_facing,
    show_options,
    show_others_options,
    show_piles,
    show_question,
    show_status,
    show_way,
    way,
    window_piece,
)
from cogarena.envs.rally.robot_views import (
    OWN_STATE,
    PUBLIC_STATE,
    number_of,
    robot_column,
    show_own_state,
    show_public_state,
)
from cogarena.envs.rally.state import Power

HAPPENINGS = 7

STATIONED = Column("STATIONED", "1: a turret in this turn")
CARRIED = Column("CARRIED", "balls that it carries", CAPACITY + 1)
POINTS = counted("POINTS", "victory points")
PHASE = (  # see `show_phase`
    Column("DELIVERED", "1: has delivered a ball in this phase"),
    Column("ENTERED", "1: has entered in this phase"),
    Column("THREW", "1: its balls are in the air"),
    Column("PUSHED", "1: a thrown ball pushes it"),
    Column("TURRET", "1: will be stationed as a turret in the next turn"),
    Column("ANCHORED", "1: nothing moves it"),
)
Own = columns(
    "Own",
    DAMAGE,
    POWERED_DOWN,
    STATIONED,
    STATUS,
    CARRIED,
    POINTS,
    PHASE,
    OWN_STATE,
    way("ARCHIVE", "the own archive"),
    COMPASS,
    Column("PUSH_LEFT", "squares that a thrown ball still pushes", MOST_PUSHED),
    Column("TAKEN_1", "1 + an option card to decide about after the one at stake", OPTION_CARDS),
    Column("TAKEN_2", "1 + another one", OPTION_CARDS),
)
Way = columns("Way", WAY)
Ball = columns(
    "Ball",
    WAY,  # also of one that is carried, or in the air
    Column("ON_FLOOR", "1: lies on the floor"),
    Column("CARRIED", "1: a robot carries it"),
    Column("IN_AIR", "1: thrown, and still to land"),
    robot_column("ROBOT", "who carries or threw it"),
    Column("OFFERED", "1: the robot to act may pick it up now"),
    Column("NEXT", "1: the robot to act may pick it up after this decision"),
)
Bomb = columns(
    "Bomb",
    WAY,
    FACES,
    Column("LIVE", "1: on the floor"),
    robot_column("OWNER", "who placed it"),
    Column("MOVED", "1: has executed its card in this phase"),
    PUBLIC_CARDS,
)
Other = columns(
    "Other",
    BEARING,
    DAMAGE,
    POWERED_DOWN,
    STATIONED,
    ANNOUNCED,
    CARRIED,
    POINTS,
    PHASE,
    way("ARCHIVE", "its archive"),
    PUBLIC_STATE,
)
Around = columns(
    "Around",
    ROBOT,
    Column("BALL", "a ball: 1 + its row in `balls`", BALLS),
    Column("BOMB", "a bomb: 1 + its row in `bombs`", BOMBS),
)

# The board has no gears, pushers and lasers.
Ground = columns("Ground", SURFACE[: Surface.GEAR])

LAYOUT = Layout(
    decision_piece(ASKS),
    Piece("own", Own, "the robot's own state"),
    Piece("happening", HAPPENINGS, "the event of this turn, as in `Happening`"),
    *CARD_PIECES,
    *PREVIEW_PIECES,
    OWN_OPTIONS,
    Piece("community", OPTIONS, "the community options", (COMMUNITY,)),
    Piece("at_stake", OPTIONS, "the option that is being taken or traded"),
    others_piece(Other),
    OTHER_OPTIONS,
    OPTION_PILES,
    Piece("flag_ways", Way, "the way to each flag", (FLAGS,)),
    Piece("wrench_ways", Way, "the way to each wrench", (FLAGS,)),
    Piece("pit_ways", Way, "the way to each pit", (FLAGS,)),
    Piece("balls", Ball, "the balls in play, and where they are", (BALLS,)),
    Piece("bombs", Bomb, "the buzz bombs", (BOMBS,)),
    floor_piece(Ground),
    window_piece("around", Around, "robots, balls and bombs around the robot"),
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
    show_preview(setup, s, seat, out.preview, out.program_end)
    observe_options(s, seat, out)
    observe_others(s, seat, out.others)
    for k in range(FLAGS):
        show_way(robot, setup.floor.flag[k].x, setup.floor.flag[k].y, out.flag_ways[k], Way.RIGHT)
        show_way(robot, setup.wrenches[k].x, setup.wrenches[k].y, out.wrench_ways[k], Way.RIGHT)
        show_way(robot, setup.pits[k].x, setup.pits[k].y, out.pit_ways[k], Way.RIGHT)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    observe_robots(s.rally, seat, out.around, Around.ROBOT)
    observe_balls(s, seat, out.balls, out.around)
    observe_bombs(s, seat, out.bombs, out.around)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    own[Own.DAMAGE] = robot.damage
    own[Own.POWERED_DOWN] = robot.power == Power.DOWN
    own[Own.STATIONED] = robot.power == Power.STATIONED
    show_status(setup, s, robot, own, Own.ANNOUNCED)
    own[Own.CARRIED] = load(s, seat)
    own[Own.POINTS] = min(s.points[seat], MOST_COUNTED)
    show_phase(s, seat, own, Own.DELIVERED)
    show_own_state(s, seat, own, Own.WAITS)
    show_way(robot, robot.archive_x, robot.archive_y, own, Own.ARCHIVE_RIGHT)
    own[Own.PUSH_LEFT] = s.push_left
    own[Own.TAKEN_1] = s.taken[0]
    own[Own.TAKEN_2] = s.taken[1]
    show_compass(robot, own, Own.FACES_EAST)


@kernel
def show_phase(s: Any, i: int, row: Any, column: int) -> None:
    """The columns PHASE: what a robot has done, and what is about to happen to it."""
    row[column] = (s.delivered >> i) & 1
    row[column + 1] = (s.entered >> i) & 1
    row[column + 2] = s.thrower == i + 1
    row[column + 3] = s.push_left > 0 and s.pushed == i
    row[column + 4] = (s.turrets >> i) & 1
    row[column + 5] = s.rally.robots[i].anchored


@kernel
def observe_options(s: Any, seat: int, out: Any) -> None:
    """Options: the own ones, the community's, the one at stake, and those of other robots."""
    show_others_options(s.rally, seat, out.other_options)
    show_piles(s.rally, out.option_piles)
    show_options(s.rally.robots[seat], out.options)
    for option in range(OPTIONS):
        out.at_stake[option] = s.at_stake == option + 1
        for c in range(COMMUNITY):
            out.community[c, option] = s.community[c] == option


@kernel
def observe_others(s: Any, seat: int, others: Any) -> None:
    """The public state of the other robots."""
    clear(others)
    count = s.rally.count
    for k in range(1, count):
        show_robot(s, seat, (seat + k) % count, others[k - 1])


@kernel
def show_robot(s: Any, seat: int, j: int, row: Any) -> None:
    """The public state of a robot."""
    me, robot = s.rally.robots[seat], s.rally.robots[j]
    x, y = here(robot)
    show_bearing(me, robot, x, y, row, Other.RIGHT)
    row[Other.DAMAGE] = robot.damage
    row[Other.POWERED_DOWN] = robot.power == Power.DOWN
    row[Other.STATIONED] = robot.power == Power.STATIONED
    row[Other.ANNOUNCED] = robot.announced
    row[Other.CARRIED] = load(s, j)
    row[Other.POINTS] = min(s.points[j], MOST_COUNTED)
    show_phase(s, j, row, Other.DELIVERED)
    show_way(me, robot.archive_x, robot.archive_y, row, Other.ARCHIVE_RIGHT)
    show_public_state(s, seat, j, row, Other.INCOMING)


@kernel
def observe_balls(s: Any, seat: int, balls: Any, around: Any) -> None:
    """Where the balls are, and which of them the robot may pick up."""
    clear(balls)
    asked = is_asked(s, s.to_act) and s.decision == Ask.PICK_UP
    for b in range(BALLS):
        row = balls[b]
        show_ball(s, seat, b, row, around)
        row[Ball.OFFERED] = asked and s.offered[s.to_act] == b
        row[Ball.NEXT] = asked and (s.offers[s.to_act] >> b) & 1 == 1


@kernel
def show_ball(s: Any, seat: int, b: int, row: Any, around: Any) -> None:
    """Where a ball is; zeros in the pool."""
    ball, me = s.balls[b], s.rally.robots[seat]
    if ball.place == BallPlace.FLOOR:
        row[Ball.ON_FLOOR] = 1
        show_way(me, ball.x, ball.y, row, Ball.RIGHT)
        mark(me, ball.x, ball.y, around, Around.BALL, b + 1)
    elif ball.place == BallPlace.CARRIED:
        row[Ball.CARRIED] = 1
        row[Ball.ROBOT] = number_of(s.rally, seat, ball.carrier)
        x, y = here(s.rally.robots[ball.carrier])
        show_way(me, x, y, row, Ball.RIGHT)
    elif ball.place == BallPlace.AIR:
        row[Ball.IN_AIR] = 1
        row[Ball.ROBOT] = number_of(s.rally, seat, ball.carrier)
        show_way(me, ball.x, ball.y, row, Ball.RIGHT)


@kernel
def observe_bombs(s: Any, seat: int, bombs: Any, around: Any) -> None:
    """Where the bombs are, whose, and their cards that are revealed."""
    clear(bombs)
    me = s.rally.robots[seat]
    open_cards = revealed(s)
    for b in range(BOMBS):
        bomb = s.bombs[b]
        if bomb.live == 0:
            continue
        row = bombs[b]
        show_way(me, bomb.x, bomb.y, row, Bomb.RIGHT)
        show_facing(me, bomb.facing, row, Bomb.FACES_RIGHT)
        mark(me, bomb.x, bomb.y, around, Around.BOMB, b + 1)
        row[Bomb.LIVE] = 1
        row[Bomb.OWNER] = number_of(s.rally, seat, bomb.owner)
        row[Bomb.MOVED] = bomb.moved
        for k in range(open_cards):
            row[Bomb.REGISTER_1 + k] = bomb.program[k]
