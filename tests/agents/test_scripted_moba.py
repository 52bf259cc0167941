import numpy as np
import pytest

from cogarena.agents.registry import find
from cogarena.agents.scripted.moba.decisions import end_of_program
from cogarena.agents.scripted.moba.reading import SEEN, read
from cogarena.envs.core.grid import HALF_TURN, Direction, turned
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.registry import load
from cogarena.envs.moba.state import HEIGHT, TEAM_SIZE, WIDTH, Ask, Stage
from cogarena.envs.rally.cards import KIND, Card, Option
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.state import Place
from cogarena.envs.rally.transitions import LOST, pose_at
from support.scripted import (
    answers_legally,
    begun,
    choice,
    deal,
    final_infos,
    no_row_is_no_choice,
    only_the_observation_counts,
    plays_legally_to_the_end,
    put,
    resume,
    rows_are_played_alike,
    seen_by,
)

GAME = load("moba")
PLAYER = find("scripted", GAME)
GAMES = 24
compiled_only = pytest.mark.skipif(INTERPRETED, reason="too many games for plain Python")


def answer(episode, seat=0):
    return GAME.actions.name(choice(PLAYER, *episode.view(seat)))


def seen_from(episode, seat):
    return seen_by(episode, PLAYER, read, SEEN, seat)


def aiming(x, y, facing):
    episode = begun(GAME, {})
    put(episode, 0, x, y, facing)
    return episode


def wins(teams, seed):
    ends = [end["bases"] for end in final_infos(GAME, {}, [*teams] * TEAM_SIZE, GAMES, seed)]
    red = sum(bases["blue"] == 0 < bases["red"] for bases in ends)
    blue = sum(bases["red"] == 0 < bases["blue"] for bases in ends)
    return {"red": red, "blue": blue}


@compiled_only
def test_a_scripted_team_beats_a_random_one_on_either_side():
    assert wins(("scripted", "random"), 1)["red"] >= 0.95 * GAMES
    assert wins(("random", "scripted"), 2)["blue"] >= 0.95 * GAMES


@pytest.mark.parametrize("settings", GAME.examples, ids=str)
def test_every_answer_is_legal(settings):
    for seed in range(1 if INTERPRETED else 3):
        plays_legally_to_the_end(GAME, settings, seed)


@compiled_only
def test_every_question_of_many_games_is_answered_legally():
    settings = {"options": 3, "start": "scattered"}
    never = {RallyAsk.SQUARE}  # robots re-enter on docks
    answers_legally(GAME, settings, 1500, never)


def test_the_choice_in_a_row_does_not_depend_on_the_other_rows():
    rows_are_played_alike(GAME, PLAYER, {})


def test_neither_what_is_hidden_nor_what_was_before_changes_its_choice():
    only_the_observation_counts(GAME, {})


def test_no_row_at_all_is_no_choice():
    no_row_is_no_choice(GAME, PLAYER)


@pytest.mark.parametrize("facing", Direction)
def test_a_robot_of_either_side_finds_itself_on_the_map(facing):
    episode = begun(GAME, {})
    put(episode, 0, 13, 4, facing)
    put(episode, 1, WIDTH - 1 - 13, HEIGHT - 1 - 4, turned(facing, HALF_TURN))
    for seat in (0, 1):
        seen = seen_from(episode, seat)
        assert (seen.x, seen.y, seen.facing) == (13, 4, facing)
        other = seen.others[0 if seat == 0 else -1]
        assert (other.x, other.y) == (WIDTH - 1 - 13, HEIGHT - 1 - 4)
        assert other.facing == turned(facing, HALF_TURN)


@pytest.mark.parametrize("seed", range(8 if INTERPRETED else 60))
def test_a_robot_alone_comes_where_its_program_leads(seed):
    episode = begun(GAME, {"team_size": 1, "ask": "program"})
    generator = np.random.default_rng(seed)
    robot = put(episode, 0, generator.integers(2, 26), generator.integers(HEIGHT), seed % 4)
    robot.program[:] = generator.choice(np.arange(1, 85), 5, replace=False)
    robot.tokens = 100  # nothing but a fall can destroy it
    episode.s.rally.robots[1].place = Place.OUT
    foreseen = end_of_program(PLAYER.tables, seen_from(episode, 0))
    resume(episode, Stage.REVEAL)
    came = pose_at(int(robot.x), int(robot.y), int(robot.facing), HEIGHT)
    assert episode.s.turn == 2
    assert came == foreseen if episode.s.scores[0].deaths == 0 else foreseen == LOST


def test_it_does_not_drive_into_a_pit_if_it_can_turn_first():
    episode = begun(GAME, {})
    put(episode, 0, 14, 3, Direction.EAST)  # the pit is two squares ahead
    deal(episode, 70, 71, 72, 73, 10, 8)  # four cards Move 2, two Rotate Right
    name, (slot,) = answer(episode)
    assert name == "card"
    assert KIND[episode.s.rally.robots[0].hand[slot]] == Card.ROTATE_RIGHT


def test_beside_an_enemy_tower_it_stays_and_fires():
    episode = begun(GAME, {})
    put(episode, 0, 17, 2, Direction.SOUTH)  # the tower is the next square
    deal(episode, 7, 8, 1, 50, 51, 67, 68, 79)  # five cards that the tower stops
    programmed = []
    for _ in range(5):
        name, (slot,) = answer(episode)
        assert name == "card"
        programmed.append(int(KIND[episode.s.rally.robots[0].hand[slot]]))
        robot = episode.s.rally.robots[0]
        robot.program[len(programmed) - 1] = robot.hand[slot]
        robot.hand[slot] = 0
    assert set(programmed) <= {Card.MOVE_1, Card.MOVE_2, Card.MOVE_3}


@pytest.mark.parametrize(("damage", "reply"), [(1, "pass"), (6, "yes")])
def test_a_badly_damaged_robot_out_of_danger_powers_down(damage, reply):
    episode = begun(GAME, {})
    robot = episode.s.rally.robots[0]
    robot.damage = damage
    robot.program[:] = (7, 8, 9, 10, 11)  # turns on its dock
    resume(episode, Stage.ANNOUNCE)
    assert episode.s.decision == RallyAsk.POWER_DOWN
    assert answer(episode) == (reply, ())


def test_a_badly_damaged_robot_in_reach_of_a_tower_does_not_power_down():
    episode = begun(GAME, {})
    robot = put(episode, 0, 15, 4, Direction.EAST)
    robot.damage = 6
    robot.program[:] = (7, 8, 9, 10, 11)
    resume(episode, Stage.ANNOUNCE)
    assert answer(episode) == ("pass", ())


def test_the_howitzer_is_fired_at_a_tower():
    episode = aiming(17, 2, Direction.SOUTH)
    resume(episode, Stage.AIM)
    assert answer(episode) == ("option", (Option.MINI_HOWITZER,))


def test_the_howitzer_is_fired_at_a_robot():
    episode = aiming(12, 5, Direction.EAST)
    put(episode, 1, 14, 5, Direction.NORTH)
    resume(episode, Stage.AIM)
    assert answer(episode) == ("option", (Option.MINI_HOWITZER,))


@pytest.mark.parametrize(
    ("card", "reply"),
    [(Option.DOUBLE_BARRELED_LASER, "disrupt"), (Option.BRAKES, "option")],
    ids=["harmful", "harmless"],
)
def test_a_base_is_disrupted_if_its_option_hurts(card, reply):
    episode = aiming(18, 5, Direction.EAST)
    episode.s.bases[1].team_option = card
    resume(episode, Stage.AIM)
    assert answer(episode)[0] == reply


def test_tokens_are_spent():
    episode = begun(GAME, {})
    robot = episode.s.rally.robots[0]
    robot.tokens, robot.incoming = 2, 1
    resume(episode, Stage.DAMAGE)
    assert answer(episode) == ("yes", ())


@pytest.mark.parametrize(
    ("option", "damage", "reply"),
    [
        (Option.BRAKES, 2, "option"),
        (Option.HIGH_POWER_LASER, 2, "pass"),
        (Option.HIGH_POWER_LASER, 9, "option"),
    ],
    ids=["useless", "useful", "useful at the last moment"],
)
def test_options_go_for_damage_when_they_are_worth_less(option, damage, reply):
    episode = begun(GAME, {})
    robot = episode.s.rally.robots[0]
    robot.options, robot.damage, robot.incoming = 1 << option, damage, 1
    resume(episode, Stage.DAMAGE)
    assert answer(episode)[0] == reply


@pytest.mark.parametrize(
    ("installed", "reply"),
    [(-1, "option"), (Option.EXTRA_MEMORY, "option"), (Option.DOUBLE_BARRELED_LASER, "pass")],
    ids=["none", "a worse one", "a better one"],
)
def test_the_best_option_is_installed_unless_a_better_one_is(installed, reply):
    episode = begun(GAME, {})
    robot = put(episode, 0, 7, 5, Direction.EAST)
    robot.options = 1 << Option.BRAKES | 1 << Option.HIGH_POWER_LASER
    episode.s.bases[0].team_option = installed
    resume(episode, Stage.INSTALL)
    assert episode.s.decision == Ask.INSTALL
    name, index = answer(episode)
    assert name == reply
    assert index in ((), (Option.HIGH_POWER_LASER,))


def test_a_destroyed_robot_comes_back_on_a_free_dock_running():
    episode = begun(GAME, {})
    robot = episode.s.rally.robots[0]
    robot.place, robot.fell = Place.DESTROYED, 1
    episode.s.rally.falls = 1
    resume(episode, Stage.REENTER)
    for question in (Ask.DOCK, RallyAsk.FACING, RallyAsk.ENTER_DOWN):
        assert episode.s.decision == question
        mask, observation = episode.view(0)
        action = choice(PLAYER, mask, observation)
        assert mask[action]
        episode.restore(episode.state_bytes())
        episode.act(action)
    assert action == PASS
    assert robot.announced == 0
