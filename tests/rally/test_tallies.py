"""How an episode ended and what was counted of each seat, in the last info."""

import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.traces import random_play
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.damage import deal_damage, hit
from cogarena.envs.rally.log import Cause
from cogarena.envs.rally.state import Place
from support.scenes.moba import Scene as MobaScene
from support.scenes.moba import before_a_tower, duel
from support.scenes.powerball import Scene as PowerballScene
from support.scenes.rally import Scene
from support.scenes.tower_defense import Scene as DefenseScene
from support.scenes.tower_defense import plain

GAMES = ("race", "moba", "powerball", "tower_defense")


def played(name, **settings):
    episode = Episode(registry.load(name), settings)
    for _ in random_play(episode, 0):
        pass
    return episode


def tally(scene, name):
    """What a game has counted of a robot."""
    counts = scene.game.tallies.by_seat(scene.setup, scene.s)
    return {count: seats[scene.seat(name)] for count, seats in counts.items()}


def ending(scene):
    endings = scene.game.endings
    return endings.kinds(endings.of(scene.setup, scene.s)).name


@pytest.mark.parametrize("name", GAMES)
def test_the_last_info_has_the_ending_and_the_tallies_of_each_agent(name):
    episode = played(name, max_turns=2)
    info, game = episode.final_info(), episode.game
    assert info["ending"] in [kind.name.lower() for kind in game.endings.kinds]
    assert list(info["tallies"]) == list(episode.agents)
    for counts in info["tallies"].values():
        assert list(counts) and set(counts) == set(game.tallies.meanings)


@pytest.mark.parametrize("name", GAMES)
def test_every_ending_has_a_meaning(name):
    endings = registry.load(name).endings
    assert set(endings.meanings) == set(endings.kinds)


def test_damage_is_counted_for_both():
    scene = Scene(":   A^:   B^:")
    hit(scene.r, 0, 1, 3, 0, Cause.MAIN_LASER)
    scene.run(deal_damage)
    assert scene.robot("A").tally.damage_taken == 3
    assert scene.robot("B").tally.damage_dealt == 3


def test_damage_to_itself_is_not_damage_dealt():
    scene = Scene(":   A^:")
    hit(scene.r, 0, 0, 3, 0, Cause.BOMB)
    assert scene.robot("A").tally.damage_dealt == 0


def test_pushed_squares_and_deaths_are_counted():
    scene = Scene(":   A>:   B^:     :[]   :".replace("[]   ", " []  ")).play("A", Card.MOVE_2)
    assert scene.robot("A").tally.pushes == 2
    assert scene.robot("B").tally.deaths == 1


def race(touched=0, place=Place.FLOOR, truncated=False, winners=0):
    episode = Episode(registry.load("race"), {"robots": 2})
    episode.reset(0)
    s = episode.s
    s.rally.robots["touched"][0], s.rally.robots["place"][:2] = touched, place
    s.truncated, s.terminated, s.winners = truncated, not truncated, winners
    return episode.game.result(episode.settings, episode.setup[0], s)


@pytest.mark.parametrize(
    ("kind", "situation"),
    [
        ("last_flag", {"winners": 1, "touched": 3}),
        ("all_out", {"place": Place.OUT}),
        ("cut_off", {"truncated": True}),
    ],
)
def test_a_race_tells_how_it_ended(kind, situation):
    assert race(**situation)["ending"] == kind


def test_a_race_counts_flags():
    assert race(touched=2, winners=1)["tallies"]["robot_0"]["flags"] == 2


def test_moba_counts_kills_and_deaths():
    scene = duel().hurt("blue_0", 9).damage_step()
    assert tally(scene, "red_0")["kills"] == 1
    assert tally(scene, "blue_0")["deaths"] == 1


def test_moba_counts_damage_to_objectives_as_far_as_they_have_health():
    scene = before_a_tower().put("red_1", 17, 4, "^").weaken("blue", 4, 1)
    scene.damage_step(red_0="howitzer", red_1="howitzer")
    assert [tally(scene, name)["objective_damage"] for name in ("red_0", "red_1")] == [1, 0]
    assert [tally(scene, name)["objectives"] for name in ("red_0", "red_1")] == [1, 1]


@pytest.mark.parametrize(
    ("health", "kind"), [((40, 0), "BASE_DESTROYED"), ((0, 0), "BOTH_BASES_DESTROYED")]
)
def test_moba_tells_which_bases_fell(health, kind):
    scene = MobaScene()
    scene.s.bases["health"], scene.s.terminated = health, True
    assert ending(scene) == kind


def test_moba_tells_that_it_was_cut_off():
    scene = MobaScene()
    scene.s.truncated = True
    assert ending(scene) == "CUT_OFF"


def test_powerball_counts_deliveries_throws_and_kills():
    scene = PowerballScene().put("robot_0", 0, 0, ">").carry("robot_0").put("robot_1", 3, 0)
    scene.hurt("robot_1", 9).weapons(robot_0=("throw", 0))
    counted = tally(scene, "robot_0")
    assert (counted["balls_thrown"], counted["kills"], counted["points"]) == (1, 1, 2)


def test_tower_defense_counts_towers_drones_and_levels():
    scene = DefenseScene(":  A> :tL   :").weaken(1, 0, 1).xp("A", 15).damage_step()
    counted = tally(scene, "A")
    assert (counted["towers_destroyed"], counted["tower_damage"], counted["level"]) == (1, 1, 2)


def test_tower_defense_counts_drones():
    scene = DefenseScene(":  A> :     :").xp("A", 85).drone(1, 0).damage_step()
    assert tally(scene, "A")["drones_destroyed"] == 1


@pytest.mark.parametrize(
    ("touched", "place", "kind"),
    [
        (2, Place.FLOOR, "LAST_FLAG"),
        (1, Place.OUT, "ALL_OUT"),
        (1, Place.FLOOR, "LAST_TURN"),
    ],
)
def test_tower_defense_tells_how_it_ended(touched, place, kind):
    scene = DefenseScene(plain(4)).put("A", 0, 0)
    scene.setups["floor"]["flag_count"] = 2
    scene.r.robots["touched"], scene.r.robots["place"][0] = touched, place
    assert ending(scene) == kind


def test_counts_outlast_decisions():
    episode = played("race", robots=2, max_turns=10)
    counted = episode.final_info()["tallies"]
    assert np.sum([counts["damage_taken"] for counts in counted.values()]) > 0
