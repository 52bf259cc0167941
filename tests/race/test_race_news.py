"""The news of a race: told in the order in which things happened."""

import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.grid import Direction
from cogarena.envs.race.game import GAME
from cogarena.envs.race.state import Stage
from cogarena.envs.race.text import LOG
from cogarena.envs.rally.state import Place

FLAG = 8, 6  # the first flag of the default course


def before(stage, register=1):
    """The robots stand in a column without cards; both have just come to a stage of the turn."""
    episode = Episode(GAME, {"robots": 2, "ask": "program", "options": 0})
    episode.reset(3)
    r = episode.s.rally
    r.pending, r.logged, r.register = 0, 0, register - 1
    r.robots["hand"], r.robots["program"] = 0, 0
    for i in range(2):
        robot = r.robots[i]
        robot.x, robot.y, robot.facing = FLAG[0], FLAG[1] + i, Direction.NORTH
    assert episode.setup[0].floor.squares[FLAG].flag == 1
    episode.s.stage = stage
    return episode


def hurt(episode, seat, tokens=9):
    """A robot has had damage for a while."""
    robot = episode.s.rally.robots[seat]
    robot.damage = tokens
    return episode


def news(episode):
    was = episode.copy()
    GAME.advance(episode.setup[0], episode.s)
    return GAME.human.news(episode.setup[0], was.s, episode.s)


def test_a_flag_touched_before_a_robot_is_destroyed_is_told_before_it():
    told = news(hurt(before(Stage.TOUCH, register=4), 0))
    assert told[:4] == [
        "robot_0 touches flag 1",
        "robot_0 is hit for 1 (main laser) by robot_1",
        "robot_0 takes 1 damage",
        "robot_0 is destroyed (main laser) by robot_1",
    ]


def test_a_flag_touched_after_a_robot_is_destroyed_is_told_after_it():
    episode = hurt(before(Stage.AIM, register=5), 1)
    episode.s.rally.robots["facing"][:2] = Direction.SOUTH, Direction.EAST
    told = news(episode)
    assert told[1:4] == [
        "robot_1 takes 1 damage",
        "robot_1 is destroyed (main laser) by robot_0",
        "robot_0 touches flag 1",
    ]


def test_what_happens_at_the_end_of_the_turn_is_told_last_and_in_its_order():
    episode = before(Stage.TOUCH, register=5)
    robots = hurt(episode, 0, 3).s.rally.robots
    robots[1].place = Place.DESTROYED
    robots[0].announced = robots[1].fell = episode.s.rally.falls = 1
    assert news(episode) == [
        "robot_0 touches flag 1",
        "robot_0 is repaired by 1 (repair site)",
        "robot_1 re-enters at 6, 14",
        "robot_0 is powered down",
        "robot_0 is repaired by 2 (power down)",
    ]


def test_damage_in_two_registers_is_told_twice():
    episode = before(Stage.AIM, register=4)
    episode.s.rally.robots[0].archive_x, episode.s.rally.robots[0].archive_y = FLAG
    told = news(episode)
    told = [line for line in told if "hit" not in line]
    assert told[:3] == [
        "robot_0 takes 1 damage", "robot_0 touches flag 1", "robot_0 takes 1 damage"
    ]  # fmt: skip


@pytest.mark.parametrize("sentence", ["takes", "re-enters", "repaired", "powered down"])
def test_the_log_beside_the_picture_leaves_out_what_the_rows_of_the_robots_show(sentence):
    episode = hurt(before(Stage.TOUCH, register=4), 0)
    news(episode)
    told = LOG.sentences(episode.setup[0], episode.s)
    assert "robot_0 is destroyed" in told
    assert not any(sentence in words for words in told)
