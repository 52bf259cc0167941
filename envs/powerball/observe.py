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
    Ground,
    revealed,
)
from cogarena.envs.rally import observation as rally
from cogarena.envs.rally.cards import OPTION_CARDS, OPTIONS
from cogarena.envs.rally.robot_views import number_of, robot_column
from cogarena.envs.rally.state import Power, robot_in_row

HAPPENINGS = 7

PLAY = (  # see `show_play`
    Column("STATIONED", "1: a turret in this turn"),
    Column("CARRIED", "balls that it carries", CAPACITY + 1),
    rally.counted("POINTS", "victory points"),
    Column("DELIVERED", "1: has delivered a ball in this phase"),
    Column("ENTERED", "1: has entered in this phase"),
    Column("THREW", "1: its balls are in the air"),
    Column("PUSHED", "1: a thrown ball pushes it"),
    Column("TURRET", "1: will be stationed as a turret in the next turn"),
    Column("ANCHORED", "1: nothing moves it"),
)
Own = columns(
    "Own",
    rally.OWN,
    PLAY,
    Column("PUSH_LEFT", "squares that a thrown ball still pushes", MOST_PUSHED),
    Column("TAKEN_1", "1 + an option card to decide about after the one at stake", OPTION_CARDS),
    Column("TAKEN_2", "1 + another one", OPTION_CARDS),
)
Way = columns("Way", rally.WAY)
Ball = columns(
    "Ball",
    rally.WAY,  # also of one that is carried, or in the air
    Column("ON_FLOOR", "1: lies on the floor"),
    Column("CARRIED", "1: a robot carries it"),
    Column("IN_AIR", "1: thrown, and still to land"),
    robot_column("ROBOT", "who carries or threw it"),
    Column("OFFERED", "1: the robot to act may pick it up now"),
    Column("NEXT", "1: the robot to act may pick it up after this decision"),
)
Bomb = columns(
    "Bomb",
    rally.WAY,
    rally.FACES,
    Column("LIVE", "1: on the floor"),
    robot_column("OWNER", "who placed it"),
    Column("MOVED", "1: has executed its card in this phase"),
    rally.PUBLIC_CARDS,
)
Other = columns("Other", rally.OTHER, PLAY)
Around = columns(
    "Around",
    rally.AROUND,
    Column("BALL", "a ball: 1 + its row in `balls`", BALLS),
    Column("BOMB", "a bomb: 1 + its row in `bombs`", BOMBS),
)

LAYOUT = Layout(
    *rally.shared_pieces(Own, Other, ASKS, Ground),
    *PREVIEW_PIECES,
    Piece("happening", HAPPENINGS, "the event of this turn, as in `Happening`"),
    Piece("community", OPTIONS, "the community options", (COMMUNITY,)),
    Piece("at_stake", OPTIONS, "the option that is being taken or traded"),
    Piece("flag_ways", Way, "the way to each flag", (FLAGS,)),
    Piece("wrench_ways", Way, "the way to each wrench", (FLAGS,)),
    Piece("pit_ways", Way, "the way to each pit", (FLAGS,)),
    Piece("balls", Ball, "the balls in play, and where they are", (BALLS,)),
    Piece("bombs", Bomb, "the buzz bombs", (BOMBS,)),
    rally.window_piece("around", Around, "robots, balls and bombs around the robot"),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    r = s.rally
    rally.observe_shared(setup, s, seat, out)
    show_preview(setup, s, seat, out.preview, out.program_end)
    observe_own(s, seat, out.own)
    for row in range(r.count - 1):
        show_play(s, robot_in_row(r, seat, row), out.others[row], Other.STATIONED)
    for event in range(HAPPENINGS):
        out.happening[event] = s.happening == event
    observe_options(s, out.community, out.at_stake)
    observe_ways(setup, r.robots[seat], out)
    observe_balls(s, seat, out.balls, out.around)
    observe_bombs(s, seat, out.bombs, out.around)


@kernel
def observe_own(s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    show_play(s, seat, own, Own.STATIONED)
    own[Own.PUSH_LEFT] = s.push_left
    own[Own.TAKEN_1] = s.taken[0]
    own[Own.TAKEN_2] = s.taken[1]


@kernel
def show_play(s: Any, i: int, row: Any, column: int) -> None:
    """The columns PLAY: what a robot has, what it has done, and what is about to happen to it."""
    row[column] = s.rally.robots[i].power == Power.STATIONED
    row[column + 1] = load(s, i)
    row[column + 2] = min(s.points[i], rally.MOST_COUNTED)
    row[column + 3] = (s.delivered >> i) & 1
    row[column + 4] = (s.entered >> i) & 1
    row[column + 5] = s.thrower == i + 1
    row[column + 6] = s.push_left > 0 and s.pushed == i
    row[column + 7] = (s.turrets >> i) & 1
    row[column + 8] = s.rally.robots[i].anchored


@kernel
def observe_options(s: Any, community: Any, at_stake: Any) -> None:
    """The community's options, and the one at stake."""
    for option in range(OPTIONS):
        at_stake[option] = s.at_stake == option + 1
        for c in range(COMMUNITY):
            community[c, option] = s.community[c] == option


@kernel
def observe_ways(setup: Any, robot: Any, out: Any) -> None:
    """The ways to the flags, wrenches and pits."""
    sight = rally.sight_of(robot)
    for k in range(FLAGS):
        flag, wrench, pit = setup.floor.flag[k], setup.wrenches[k], setup.pits[k]
        rally.show_way(sight, flag.x, flag.y, out.flag_ways[k], Way.RIGHT)
        rally.show_way(sight, wrench.x, wrench.y, out.wrench_ways[k], Way.RIGHT)
        rally.show_way(sight, pit.x, pit.y, out.pit_ways[k], Way.RIGHT)


@kernel
def observe_balls(s: Any, seat: int, balls: Any, around: Any) -> None:
    """Where the balls are, and which of them the robot may pick up."""
    clear(balls)
    sight = rally.sight_of(s.rally.robots[seat])
    asked = is_asked(s, s.to_act) and s.decision == Ask.PICK_UP
    for b in range(BALLS):
        row = balls[b]
        show_ball(s, seat, sight, b, row, around)
        row[Ball.OFFERED] = asked and s.offered[s.to_act] == b
        row[Ball.NEXT] = asked and (s.offers[s.to_act] >> b) & 1 == 1


@kernel
def show_ball(s: Any, seat: int, sight: Any, b: int, row: Any, around: Any) -> None:
    """Where a ball is; zeros in the pool."""
    ball = s.balls[b]
    if ball.place == BallPlace.FLOOR:
        row[Ball.ON_FLOOR] = 1
        rally.show_way(sight, ball.x, ball.y, row, Ball.RIGHT)
        rally.mark(sight, ball.x, ball.y, around, Around.BALL, b + 1)
    elif ball.place == BallPlace.CARRIED:
        row[Ball.CARRIED] = 1
        row[Ball.ROBOT] = number_of(s.rally, seat, ball.carrier)
        x, y = rally.here(s.rally.robots[ball.carrier])
        rally.show_way(sight, x, y, row, Ball.RIGHT)
    elif ball.place == BallPlace.AIR:
        row[Ball.IN_AIR] = 1
        row[Ball.ROBOT] = number_of(s.rally, seat, ball.carrier)
        rally.show_way(sight, ball.x, ball.y, row, Ball.RIGHT)


@kernel
def observe_bombs(s: Any, seat: int, bombs: Any, around: Any) -> None:
    """Where the bombs are, whose, and their cards that are revealed."""
    clear(bombs)
    sight = rally.sight_of(s.rally.robots[seat])
    open_cards = revealed(s)
    for b in range(BOMBS):
        bomb = s.bombs[b]
        if bomb.live == 0:
            continue
        row = bombs[b]
        rally.show_way(sight, bomb.x, bomb.y, row, Bomb.RIGHT)
        rally.show_facing(sight, bomb.facing, row, Bomb.FACES_RIGHT)
        rally.mark(sight, bomb.x, bomb.y, around, Around.BOMB, b + 1)
        row[Bomb.LIVE] = 1
        row[Bomb.OWNER] = number_of(s.rally, seat, bomb.owner)
        row[Bomb.MOVED] = bomb.moved
        for k in range(open_cards):
            row[Bomb.REGISTER_1 + k] = bomb.program[k]
