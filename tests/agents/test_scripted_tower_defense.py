import numpy as np
import pytest

from cogarena.agents.registry import find
from cogarena.agents.scripted.rally.driving import UNREACHABLE
from cogarena.agents.scripted.tower_defense import NOT_BANKED, SEEN, build_tables, play, read
from cogarena.envs.core.grid import Direction
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.registry import load
from cogarena.envs.rally.cards import KIND, Card
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import Ask, Place
from cogarena.envs.rally.transitions import LOST, pose_at
from cogarena.envs.tower_defense.settings import Settings
from cogarena.envs.tower_defense.state import Stage
from support.scripted import (
    begun,
    choice,
    deal,
    final_infos,
    no_row_is_no_choice,
    only_the_observation_counts,
    plays_legally_to_the_end,
    programmed,
    put,
    resume,
    rows_are_played_alike,
    seen_by,
)

GAME = load("tower_defense")
SMALL = {"board": "outpost", "robots": 4}
PLAYER = find("scripted", GAME, SMALL)
TABLES = build_tables(Settings(**SMALL))
MOVE_1, MOVE_2, MOVE_3 = 50, 70, 80  # cards by number
compiled_only = pytest.mark.skipif(INTERPRETED, reason="too many games for plain Python")


def answer(episode, seat=0):
    return GAME.actions.name(choice(PLAYER, *episode.view(seat)))


def seen_now(episode):
    return seen_by(episode, PLAYER, read, SEEN)


def flags_touched(name):
    ends = final_infos(GAME, SMALL, [name] * SMALL["robots"], games=8, seed=3)
    return sum(sum(end["flags"]) for end in ends)


@pytest.mark.parametrize("settings", GAME.examples, ids=str)
def test_every_answer_is_legal(settings):
    plays_legally_to_the_end(GAME, settings, seed=2)


@compiled_only
def test_it_touches_more_flags_than_random_robots():
    assert flags_touched("scripted") > 3 * flags_touched("random")


def test_the_choice_in_a_row_does_not_depend_on_the_other_rows():
    rows_are_played_alike(GAME, PLAYER, SMALL)


def test_neither_what_is_hidden_nor_what_was_before_changes_its_choice():
    only_the_observation_counts(GAME, SMALL)


def test_no_row_at_all_is_no_choice():
    no_row_is_no_choice(GAME, PLAYER)


@pytest.mark.parametrize("facing", Direction)
@pytest.mark.parametrize("touched", [0, 3, 5])
def test_a_robot_finds_itself_on_the_map(facing, touched):
    episode = begun(GAME, SMALL)
    put(episode, 0, 9, 4, facing).touched = touched
    seen = seen_now(episode)
    assert (seen.x, seen.y, seen.touched) == (9, 4, touched)
    assert seen.pose == pose_at(9, 4, facing, TABLES.height)


@pytest.mark.parametrize("seed", range(8 if INTERPRETED else 80))
def test_a_robot_alone_comes_where_its_program_leads(seed):
    episode = begun(GAME, SMALL | {"ask": "program", "robots": 2})
    generator = np.random.default_rng(seed)
    x, y = generator.integers(2, 10), generator.integers(3, 12)
    while TABLES.transitions.obstacles[x * TABLES.height + y] < episode.setup[0].tower_count:
        x, y = generator.integers(2, 10), generator.integers(3, 12)
    robot = put(episode, 0, x, y, seed % 4)
    robot.program[:] = generator.choice(np.arange(1, 85), REGISTERS, replace=False)
    episode.s.rally.robots[1].place = Place.OUT
    episode.s.lull = 1  # neither towers nor drones
    episode.s.drones["live"] = 0
    pose, banked = pose_at(x, y, seed % 4, TABLES.height), NOT_BANKED
    for k, card in enumerate(robot.program):
        if pose != LOST:
            pose, banked, _ = play(TABLES, (1 << 4) - 1, pose, banked, KIND[card], k)
    lives = int(robot.lives)
    resume(episode, Stage.REVEAL)
    came = pose_at(int(robot.x), int(robot.y), int(robot.facing), TABLES.height)
    assert pose == (came if robot.lives == lives else LOST)


def test_every_flag_can_be_reached_from_every_dock():
    floor = begun(GAME, SMALL).setup[0].floor
    for dock in floor.dock[: floor.docks]:
        pose = pose_at(int(dock.x), int(dock.y), int(dock.facing), TABLES.height)
        assert (TABLES.to_flags[: TABLES.flag_count, pose] < UNREACHABLE).all()


def test_two_cards_move_1_lead_up_a_ramp_and_one_does_not():
    foot = pose_at(6, 3, Direction.SOUTH, TABLES.height)
    once, banked, _ = play(TABLES, 0, foot, NOT_BANKED, Card.MOVE_1, 0)
    assert (once, banked) == (foot, 1 + Direction.SOUTH)
    twice, banked, _ = play(TABLES, 0, once, banked, Card.MOVE_1, 1)
    assert (twice, banked) == (pose_at(6, 4, Direction.SOUTH, TABLES.height), NOT_BANKED)


def test_it_turns_before_a_pit():
    episode = begun(GAME, SMALL)
    put(episode, 0, 7, 2, Direction.WEST)  # the pit is two squares ahead
    deal(episode, 70, 71, 72, 73, 8)  # four cards Move 2, one Rotate
    assert programmed(episode, PLAYER)[0] not in (Card.MOVE_2, Card.MOVE_3)


def test_it_stops_on_the_flag_that_is_ahead():
    episode = begun(GAME, SMALL)
    put(episode, 0, 5, 8, Direction.SOUTH)  # flag 1 is two squares ahead
    deal(episode, MOVE_1, MOVE_2, MOVE_3, 7, 8, 9, 10)
    assert programmed(episode, PLAYER)[0] == Card.MOVE_2


@pytest.mark.parametrize(("damage", "reply"), [(1, "pass"), (6, "yes")])
def test_a_badly_damaged_robot_powers_down(damage, reply):
    episode = begun(GAME, SMALL)
    robot = episode.s.rally.robots[0]
    robot.damage = damage
    robot.program[:] = (7, 8, 9, 10, 11)
    resume(episode, Stage.ANNOUNCE)
    assert episode.s.decision == Ask.POWER_DOWN
    assert answer(episode) == (reply, ())


def test_a_destroyed_robot_comes_back_running_and_faces_its_flag():
    episode = begun(GAME, SMALL)
    robot = episode.s.rally.robots[0]
    robot.archive_x, robot.archive_y, robot.touched = 3, 10, 3  # flag 4 is straight north
    robot.place, robot.fell = Place.DESTROYED, 1
    episode.s.rally.falls = 1
    resume(episode, Stage.REENTER)
    assert episode.s.decision == Ask.FACING
    assert answer(episode) == ("facing", (Direction.NORTH,))


def test_towers_are_seen_to_stand_until_they_are_destroyed():
    episode = begun(GAME, SMALL)
    put(episode, 0, 9, 4, Direction.WEST)
    assert seen_now(episode).standing == 0b1111
    episode.s.rally.things[2].health = 0
    assert seen_now(episode).standing == 0b1011
