"""The end of the game and its rewards: P2 and P32."""

import numpy as np
import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError
from cogarena.envs.powerball.game import GAME
from cogarena.envs.powerball.state import Stage
from cogarena.envs.rally.cards import Card
from support.scenes.powerball import Scene


def last_turn(*points, **settings):
    """The last round is over, with these points."""
    scene = Scene(robots=len(points), max_turns=3, **settings)
    scene.s.turn = 3
    scene.s.points[: len(points)] = points
    return scene.run(Stage.END, Stage.END)


def rewards(scene):
    return [round(float(reward), 6) for reward in scene.s.reward[: scene.setup.robots]]


def delivery(**settings):
    """robot_0 is about to deliver a ball."""
    return Scene(**settings).put("robot_0", 3, 4, "^").carry("robot_0")


def shove(balls, **settings):
    """robot_0 is about to push robot_1, which carries balls, into a pit."""
    scene = Scene(**settings).put("robot_0", 3, 5, "^").put("robot_1", 3, 4)
    return scene.carry("robot_1", balls).program(robot_0=Card.MOVE_1)


def test_p2_the_game_ends_after_the_last_round():
    assert last_turn(0, 1).s.terminated


def test_p2_not_before():
    scene = Scene(max_turns=3)
    scene.s.turn = 2
    scene.run(Stage.END, Stage.END)
    assert not scene.s.terminated
    assert scene.s.turn == 3


def test_p2_the_rounds_are_a_setting():
    episode = Episode(GAME, {"robots": 2, "max_turns": 2, "ask": "program"})
    episode.reset(0)
    while not episode.over:
        episode.act(int(np.flatnonzero(episode.mask)[0]))
    assert episode.terminated
    assert episode.final_info()["turns"] == 2


def test_p2_the_most_victory_points_win():
    assert last_turn(3, 7, 2).winners == ["robot_1"]


def test_p2_ties_share():
    assert last_turn(7, 7, 2).winners == ["robot_0", "robot_1"]


def test_p2_without_points_all_win():
    assert last_turn(0, 0, 0).winners == ["robot_0", "robot_1", "robot_2"]


def test_p2_the_finale_tells_points_and_winners():
    scene = last_turn(3, 7)
    assert GAME.final_info(GAME.read({"robots": 2}), scene.setup, scene.s) == {
        "won": [False, True],
        "turns": 3,
        "points": [3, 7],
    }


def test_p32_victory_points_are_the_default_reward():
    assert GAME.read({}).reward == "vp"


def test_p32_another_reward_is_refused():
    with pytest.raises(SettingError, match="reward"):
        GAME.read({"reward": "money"})


def test_p32_vp_a_delivery_is_rewarded_as_it_is_scored():
    scene = delivery().run(Stage.DELIVER_MOVED, Stage.DELIVER_MOVED)
    assert rewards(scene) == [1, 0, 0, 0]


@pytest.mark.parametrize("balls", [0, 1, 2])
def test_p32_vp_a_kill_is_rewarded_with_its_balls(balls):
    assert rewards(shove(balls).movement()) == [2 + balls, 0, 0, 0]


def test_p32_vp_all_who_are_credited_are_rewarded():
    scene = Scene().put("robot_0", 1, 0, ">").put("robot_2", 7, 0, "<")
    scene.put("robot_1", 4, 0).hurt("robot_1", 9).weapons()
    assert rewards(scene) == [2, 0, 2, 0]


def test_p32_vp_the_end_brings_nothing_more():
    assert rewards(last_turn(3, 7, 2)) == [0, 0, 0]


def test_p32_vp_dying_costs_nothing():
    assert rewards(shove(2).movement())[1] == 0


def test_p32_rank_points_bring_nothing_before_the_end():
    scene = delivery(reward="rank").run(Stage.DELIVER_MOVED, Stage.DELIVER_MOVED)
    assert scene.points("robot_0") == [1]
    assert rewards(scene) == [0, 0, 0, 0]
    assert rewards(shove(2, reward="rank").movement()) == [0, 0, 0, 0]


def test_p32_rank_the_winner_gets_one_and_the_others_share_the_loss():
    assert rewards(last_turn(3, 7, 2, reward="rank")) == [-0.5, 1, -0.5]


def test_p32_rank_winners_share_the_prize():
    assert rewards(last_turn(7, 7, 2, 1, reward="rank")) == [0.5, 0.5, -0.5, -0.5]


def test_p32_rank_if_all_are_equal_nobody_gets_anything():
    assert rewards(last_turn(4, 4, 4, reward="rank")) == [0, 0, 0]


@pytest.mark.parametrize("points", [(1, 0), (5, 5, 1), (1, 2, 3, 3, 3), (8, 7, 6, 5, 4, 3, 2, 1)])
def test_p32_rank_the_sum_is_nothing(points):
    assert abs(sum(rewards(last_turn(*points, reward="rank")))) < 1e-5
