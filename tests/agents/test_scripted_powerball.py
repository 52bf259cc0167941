import numpy as np
import pytest

from cogarena.agents.registry import find
from cogarena.agents.scripted.powerball import Weights
from cogarena.agents.scripted.powerball.plan import STEP, outcome
from cogarena.agents.scripted.powerball.reading import SEEN, SIDE, read
from cogarena.agents.scripted.rally.driving import UNREACHABLE
from cogarena.agents.scripted.rally.exhaustive_search import working_memory
from cogarena.envs.core.grid import Direction
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.registry import load
from cogarena.envs.powerball.state import Ask, BallPlace, Stage
from cogarena.envs.rally.cards import STEPS, Card, Option
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.state import Place, Power
from cogarena.envs.rally.transitions import LOST, pose_at
from support.scripted import (
    answers_legally,
    begun,
    choice,
    deal,
    final_infos,
    mean_by_player,
    no_row_is_no_choice,
    only_the_observation_counts,
    plays_legally_to_the_end,
    programmed,
    put,
    resume,
    rows_are_played_alike,
    seen_by,
)

GAME = load("powerball")
PLAYER = find("scripted", GAME)
TABLES = PLAYER.tables
TURNS = (7, 8, 9, 10, 11)  # cards that lead nowhere
PIT = (3, 3)
HARMLESS = (Option.CONDITIONAL_PROGRAM, Option.POWER_DOWN_SHIELD)
compiled_only = pytest.mark.skipif(INTERPRETED, reason="too many games for plain Python")


def ready(settings=None, seed=1):
    """Robots with their hands, without options or balls; seat 0 alone in the north-west."""
    episode = begun(GAME, settings or {}, seed)
    while episode.s.decision != RallyAsk.PROGRAM:
        episode.act(choice(PLAYER, episode.mask, episode.observation))
    s = episode.s
    s.community[:] = HARMLESS
    for seat in range(s.rally.count):
        robot = put(episode, seat, 11, 11 - seat, Direction.NORTH)
        robot.options, robot.lent = 0, 0
        s.was_x[seat], s.was_y[seat] = robot.x, robot.y
    s.balls["place"] = BallPlace.POOL
    return episode


def answer(episode, seat=0):
    return GAME.actions.name(choice(PLAYER, *episode.view(seat)))


def seen_now(episode):
    return seen_by(episode, PLAYER, read, SEEN)


def lay(episode, ball, x, y):
    episode.s.balls[ball] = (BallPlace.FLOOR, x, y, 0)


def carry(episode, ball, seat):
    episode.s.balls[ball] = (BallPlace.CARRIED, 0, 0, seat)


@pytest.mark.parametrize("settings", GAME.examples, ids=str)
def test_every_answer_is_legal(settings):
    plays_legally_to_the_end(GAME, settings, seed=2)


@compiled_only
def test_every_question_of_many_games_is_answered_legally():
    # Robots enter on flags and powered down, and a stabilizer is no choice.
    never = {RallyAsk.SQUARE, RallyAsk.ENTER_DOWN, RallyAsk.GYROSCOPE}
    answers_legally(GAME, {"robots": 8}, 2500, never)


@compiled_only
@pytest.mark.parametrize("robots", [4, 8])
def test_scripted_robots_score_many_times_what_random_ones_do(robots):
    names = ["scripted", "random"] * (robots // 2)
    ends = final_infos(GAME, {"robots": robots}, names, games=16, seed=1)
    points = mean_by_player(ends, names, "points")
    assert points["scripted"] > 4 * points["random"]
    assert mean_by_player(ends, names, "won")["random"] < 0.05


def test_the_choice_in_a_row_does_not_depend_on_the_other_rows():
    rows_are_played_alike(GAME, PLAYER, {})


def test_neither_what_is_hidden_nor_what_was_before_changes_its_choice():
    only_the_observation_counts(GAME, {"robots": 8})


def test_no_row_at_all_is_no_choice():
    no_row_is_no_choice(GAME, PLAYER)


@pytest.mark.parametrize("facing", Direction)
def test_a_robot_finds_itself_the_others_and_the_balls(facing):
    episode = ready()
    put(episode, 0, 3, 8, facing)
    put(episode, 1, 9, 2, Direction.EAST).damage = 4
    lay(episode, 2, 10, 5)
    carry(episode, 3, 0)
    carry(episode, 4, 1)
    seen = seen_now(episode)
    assert seen.pose == pose_at(3, 8, facing, SIDE)
    other = seen.others[0]
    assert (other.x, other.y, other.damage, other.carried) == (9, 2, 4, 1)
    assert (seen.ball_count, seen.carried, seen.pool) == (1, 1, 5)
    assert seen.ball_squares[0] == 10 * SIDE + 5


@pytest.mark.parametrize("seed", range(8 if INTERPRETED else 60))
def test_a_robot_alone_comes_where_its_program_leads_and_delivers_as_foreseen(seed):
    episode = ready({"robots": 2, "ask": "program", "balls": 2})
    generator = np.random.default_rng(seed)
    robot = put(episode, 0, generator.integers(2, 10), generator.integers(2, 10), seed % 4)
    if episode.setup[0].floor.squares[robot.x, robot.y].pit:
        return
    episode.s.was_x[0], episode.s.was_y[0] = robot.x, robot.y
    carry(episode, 0, 0)
    carry(episode, 1, 0)
    robot.program[:] = generator.choice(np.arange(1, 85), REGISTERS, replace=False)
    episode.s.rally.robots[1].place = Place.OUT
    seen = seen_now(episode)
    memory = working_memory(STEP)
    pose, _ = outcome(TABLES, Weights(), seen, int(STEPS[seen.program[0]]), memory[0])
    end = memory[0].path[REGISTERS]
    resume(episode, Stage.REVEAL)
    if pose == LOST:
        floor = episode.setup[0].floor
        assert floor.squares[robot.x, robot.y].flag > 0  # it has entered again
        return
    assert pose == pose_at(int(robot.x), int(robot.y), int(robot.facing), SIDE)
    assert 2 - end.carried == episode.s.points[0]


def test_every_pit_wrench_and_site_can_be_reached_from_every_flag():
    floor = ready().setup[0].floor
    sites = [int(site.x) * SIDE + int(site.y) for site in ready().setup[0].sites]
    for flag in floor.flag[: floor.flag_count]:
        pose = pose_at(int(flag.x), int(flag.y), int(flag.facing), SIDE)
        assert (TABLES.to_pits[:, :, pose] < UNREACHABLE).all()
        assert (TABLES.to_wrenches[:, pose] < UNREACHABLE).all()
        assert (TABLES.to_squares[:, sites, pose] < UNREACHABLE).all()


def test_it_fetches_the_ball_ahead():
    episode = ready()
    put(episode, 0, 0, 9, Direction.NORTH)
    lay(episode, 0, 0, 7)
    deal(episode, 43, 50, 70, *TURNS)  # Back Up, Move 1, Move 2
    assert programmed(episode, PLAYER)[0] in (Card.MOVE_1, Card.MOVE_2)
    resume(episode, Stage.REVEAL)
    assert episode.s.decision == Ask.PICK_UP


def test_it_faces_the_pit_to_deliver_and_does_not_drive_into_it():
    episode = ready()
    put(episode, 0, PIT[0], PIT[1] + 1, Direction.WEST)  # the pit is to its right
    carry(episode, 0, 0)
    deal(episode, 50, 70, 8, 10, 12, 14, 16)  # moves, and Rotate Right
    assert programmed(episode, PLAYER)[0] == Card.ROTATE_RIGHT


def test_balls_are_picked_up_and_delivered():
    episode = ready()
    put(episode, 0, PIT[0], PIT[1] + 1, Direction.NORTH)
    carry(episode, 0, 0)
    resume(episode, Stage.DELIVER_MOVED)
    assert episode.s.decision == Ask.DELIVER
    assert answer(episode) == ("yes", ())


def test_without_a_ball_on_the_floor_it_goes_for_a_wrench():
    episode = ready()
    put(episode, 0, 8, 0, Direction.EAST)  # a wrench is three squares ahead
    put(episode, 3, 5, 11, Direction.EAST)
    deal(episode, 80, *TURNS)
    assert programmed(episode, PLAYER)[0] == Card.MOVE_3


@pytest.mark.parametrize(
    ("distance", "damage", "reply"),
    [(2, 0, "throw"), (4, 0, "pass"), (4, 8, "throw"), (4, 9, "pass")],
    ids=["before a pit", "in the open", "the last two tokens", "the laser is enough"],
)
def test_a_ball_is_thrown_when_it_kills(distance, damage, reply):
    episode = ready()
    put(episode, 0, PIT[0], 9, Direction.NORTH)  # the pit is six squares ahead
    put(episode, 1, PIT[0], PIT[1] + distance, Direction.NORTH).damage = damage
    carry(episode, 0, 0)
    resume(episode, Stage.AIM)
    assert episode.s.decision == RallyAsk.WEAPON
    assert answer(episode)[0] == reply


@pytest.mark.parametrize(
    ("option", "distance", "reply"),
    [
        (Option.PRESSOR_BEAM, 1, "option"),
        (Option.PRESSOR_BEAM, 2, "pass"),
        (Option.MINI_HOWITZER, 4, "option"),
    ],
    ids=["into the pit", "not far enough", "at any time"],
)
def test_weapons_are_used_to_push(option, distance, reply):
    episode = ready()
    put(episode, 0, PIT[0], 9, Direction.NORTH).options = 1 << option
    put(episode, 1, PIT[0], PIT[1] + distance, Direction.NORTH)
    resume(episode, Stage.AIM)
    assert episode.s.decision == RallyAsk.WEAPON
    assert answer(episode)[0] == reply


def test_a_robot_before_a_pit_is_pushed_into_it():
    episode = ready()
    put(episode, 0, PIT[0], PIT[1] + 2, Direction.NORTH)
    put(episode, 1, PIT[0], PIT[1] + 1, Direction.NORTH)
    episode.s.rally.robots[1].power = Power.DOWN
    deal(episode, 50, 51, *TURNS)
    programmed(episode, PLAYER)
    resume(episode, Stage.REVEAL)
    assert episode.s.points[0] == 2


def test_it_keeps_away_from_a_bomb():
    values = []
    for bomb_x in (1, 8):
        episode = ready()
        robot = put(episode, 0, 0, 9, Direction.NORTH)
        robot.program[:] = TURNS
        bomb = episode.s.bombs[0]
        bomb.live, bomb.x, bomb.y = 1, bomb_x, 9
        memory = working_memory(STEP)
        values.append(outcome(TABLES, Weights(), seen_now(episode), 0, memory[0])[1])
    assert values[0] < values[1]


@pytest.mark.parametrize(
    ("damage", "balls", "reply"), [(1, 0, "pass"), (8, 0, "yes"), (8, 1, "pass")]
)
def test_a_badly_damaged_robot_without_balls_powers_down(damage, balls, reply):
    episode = ready()
    robot = put(episode, 0, 0, 9, Direction.NORTH)
    robot.damage = damage
    robot.program[:] = TURNS
    for ball in range(balls):
        carry(episode, ball, 0)
    resume(episode, Stage.ANNOUNCE)
    assert episode.s.decision == RallyAsk.POWER_DOWN
    assert answer(episode) == (reply, ())


def test_the_best_option_of_another_is_taken_and_kept():
    episode = ready()
    s = episode.s
    put(episode, 0, 5, 0, Direction.SOUTH)
    put(episode, 1, 6, 11, Direction.NORTH)
    s.rally.robots[2].options = 1 << Option.MECHANICAL_ARM | 1 << Option.RECOMPILE
    resume(episode, Stage.FLAGS)
    assert s.decision == Ask.TAKE
    assert answer(episode) == ("option", (Option.MECHANICAL_ARM,))
    s.at_stake = Option.MECHANICAL_ARM + 1
    s.rally.robots[0].asked = Ask.PUT
    assert answer(episode) == ("yes", ())


def test_an_option_that_could_not_be_kept_is_not_taken():
    episode = ready()
    s = episode.s
    put(episode, 0, 5, 0, Direction.SOUTH)
    put(episode, 1, 6, 11, Direction.NORTH)
    s.rally.robots[1].options = 1 << Option.MECHANICAL_ARM
    s.rally.robots[2].options = 1 << Option.RECOMPILE
    resume(episode, Stage.FLAGS)
    assert answer(episode) == ("option", (Option.RECOMPILE,))
    s.at_stake = Option.MECHANICAL_ARM + 1
    s.rally.robots[0].asked = Ask.PUT
    assert answer(episode) == ("community", (0,))
