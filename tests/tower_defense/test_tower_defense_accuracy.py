"""Where shells land and what they hit there: T12 and T13."""

from collections import Counter
from functools import cache
from math import sqrt

import numpy as np
import pytest

from cogarena.envs.core.rng import seed_rng
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.log import Cause
from cogarena.envs.rally.state import NOBODY, NOTHING, RALLY
from cogarena.envs.tower_defense.events import settle
from cogarena.envs.tower_defense.shells import deviate, splash, squares_off
from support.scenes.tower_defense import Scene, plain

DRAWS = 100_000
STRAIGHT = [(0, -1), (1, 0), (0, 1), (-1, 0)]
DIAGONAL = [(1, -1), (1, 1), (-1, 1), (-1, -1)]


@cache
def landings(bonus):
    """How often shells land so far from their target."""
    r = np.zeros(1, RALLY)[0]
    seed_rng(r, 0)
    return Counter(deviate(r, bonus) for _ in range(DRAWS))


def chances(bonus):
    """The exact probability of every landing."""
    off = {3: (15 - bonus) / 100, 2: 0.1, 1: 0.4}
    exact = Counter({(0, 0): (35 + bonus) / 100})
    for squares, chance in off.items():
        for dx, dy in STRAIGHT:
            exact[squares * dx, squares * dy] += chance / 8
        half = (squares + 1) // 2
        for dx, dy in DIAGONAL:
            exact[half * dx, half * dy] += chance / 8
    return exact


def is_near_miss(r):
    """A shell that only a bonus of ten brings to its target."""
    other = r.copy()
    return (deviate(r, 0), deviate(other, 10)) == ((-1, -1), (0, 0))


def blast(scene, x, y, damage, hits_drones=False):
    """Something of this damage hits a square, by nobody."""
    splash(scene.setup, scene.s, x, y, damage, NOBODY, Cause.MISSILE, NOTHING, hits_drones)
    assert not settle(scene.setup, scene.s)
    return scene


@pytest.mark.parametrize(
    ("roll", "squares"),
    [(1, 3), (15, 3), (16, 2), (25, 2), (26, 1), (65, 1), (66, 0), (100, 0), (110, 0)],
)
def test_t12_the_roll_says_how_far_a_shell_is_off(roll, squares):
    assert squares_off(roll) == squares


@pytest.mark.parametrize("bonus", [0, 5, 10])
def test_t12_shells_land_as_often_as_the_table_says(bonus):
    exact = chances(bonus)
    assert set(landings(bonus)) == set(exact)
    assert sum(exact.values()) == pytest.approx(1)
    for landing, chance in exact.items():
        bound = 4 * sqrt(DRAWS * chance * (1 - chance))
        assert abs(landings(bonus)[landing] - DRAWS * chance) <= bound, landing


@pytest.mark.parametrize("bonus", [0, 5, 10])
def test_t12_a_bonus_makes_more_shells_hit(bonus):
    chance = (35 + bonus) / 100
    bound = 4 * sqrt(DRAWS * chance * (1 - chance))
    assert abs(landings(bonus)[0, 0] - DRAWS * chance) <= bound


@pytest.mark.parametrize("bonus", [0, 5, 10])
def test_t12_the_eight_directions_are_equally_likely(bonus):
    missed = Counter()
    for (dx, dy), times in landings(bonus).items():
        if (dx, dy) != (0, 0):
            missed[np.sign(dx), np.sign(dy)] += times
    assert len(missed) == 8
    bound = 4 * sqrt(missed.total() * 7 / 64)
    assert all(abs(times - missed.total() / 8) <= bound for times in missed.values())


def test_t12_diagonally_it_is_half_the_squares_rounded_up():
    slanting = {(abs(dx), abs(dy)) for dx, dy in landings(0) if dx and dy}
    assert slanting == {(1, 1), (2, 2)}


def test_t12_straight_it_is_up_to_three_squares():
    straight = {abs(dx + dy) for dx, dy in landings(0) if not dx or not dy}
    assert straight == {0, 1, 2, 3}


@pytest.mark.parametrize(("dx", "damage"), [(0, 2), (-1, 1), (1, 0)])
def test_t12_a_shell_leaving_the_map_is_lost(dx, damage):
    scene = Scene(plain(6, 1, tH=[(0, 0)])).put("A", 5, 0).active("A").landing(dx, 0)
    assert scene.damage_step().damage("A") == [damage]


@pytest.mark.parametrize(("xp", "damage"), [(45, 0), (135, 2)])
@pytest.mark.parametrize("arm", ["lob", "shell"])
def test_t12_the_bonus_of_a_robot_counts_for_what_it_fires(arm, xp, damage):
    scene = Scene(":  A> :     :  B^ :").xp("A", xp).give("A", Option.MINI_HOWITZER)
    scene.foresee(is_near_miss)
    assert scene.damage_step(A=(arm, "B")).damage("B") == [damage]


@pytest.mark.parametrize("distance", range(6))
def test_t13_splash_is_one_less_for_each_square(distance):
    scene = blast(Scene(plain(6)).put("A", distance, 0), 0, 0, 4)
    assert scene.damage("A") == [max(0, 4 - distance)]


def test_t13_the_distance_of_a_splash_is_counted_in_steps():
    scene = Scene().put("A", 4, 4).put("B", 5, 4)
    assert blast(scene, 3, 3, 4).damage("A", "B") == [2, 1]


@pytest.mark.parametrize("distance", range(5))
def test_t13_splash_hits_towers(distance):
    scene = blast(Scene(plain(6, 1, tH=[(distance, 0)])), 0, 0, 4)
    assert scene.health((distance, 0)) == [8 - max(0, 4 - distance)]


def test_t13_splash_passes_walls_and_heights():
    scene = blast(Scene(":    H|  A^ :  B^H:"), 0, 0, 4)
    assert scene.damage("A", "B") == [3, 2]


def test_t13_splash_of_several_shells_adds_up():
    scene = blast(Scene(plain(6)).put("A", 1, 0), 0, 0, 3)
    assert blast(scene, 2, 0, 3).damage("A") == [4]


def test_t13_shells_of_towers_hit_no_drones():
    scene = Scene(":tH   :  A^ :     :").active("A").drone(1, 0).drone(2, 0).landing()
    assert scene.damage_step().drones == [(1, 0), (2, 0)]


def test_t13_shells_of_robots_hit_no_drones():
    scene = Scene(":  A> :     :  B^ :").give("A", Option.MINI_HOWITZER).drone(2, 0).landing()
    assert scene.damage_step(A=("shell", "B")).drones == [(2, 0)]


@pytest.mark.parametrize(("distance", "left"), [(0, 0), (3, 0), (4, 1)])
def test_t13_blasts_of_drones_hit_drones(distance, left):
    scene = Scene(plain(6)).drone(distance, 0)
    assert len(blast(scene, 0, 0, 4, hits_drones=True).drones) == left
