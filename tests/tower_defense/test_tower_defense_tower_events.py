"""Tower events: when they happen, and every row of their table: T21 and T22."""

from collections import Counter
from itertools import product
from math import sqrt

import numpy as np
import pytest

from cogarena.envs.core.rng import seed_rng
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.state import RALLY
from cogarena.envs.tower_defense.events import random_robot, roll_three
from cogarena.envs.tower_defense.shells import deviate
from cogarena.envs.tower_defense.state import Stage
from support.scenes.tower_defense import PLAIN, Scene, plain

ROLLS = range(3, 19)
BEFORE_A_PIT = ":  A> :[]   :  B^ :"
FOUR_TOWERS = plain(4, 2, tL=[(0, 0), (3, 0)], tH=[(0, 1), (3, 1)])
PLACES = [(0, 0), (3, 0), (0, 1), (3, 1)]


def rolled(scene):
    """The rolls for tower events that the log tells."""
    return [event["roll"] for event in scene.told("tower_event")]


def towers_after(roll, healths, seeds=30):
    """The hit points that four towers can have after an event, laser towers first."""
    found = set()
    for seed in range(seeds):
        scene = Scene(FOUR_TOWERS, seed=seed)
        for place, health in zip(PLACES, healths, strict=True):
            scene.weaken(*place, health)
        found.add(tuple(scene.tower_event(roll).health(*PLACES)))
    return found


def swarm(drones, drawing=FOUR_TOWERS):
    scene = Scene(drawing)
    for _ in range(drones):
        scene.drone(1, 0)
    return scene


def killed_by_an_event():
    """A has died by an event, and the turn has ended."""
    scene = Scene(":  A^ :     :  B^ :").hurt("A", 9)
    while scene.is_alive("A"):
        scene.robot("B").damage = 0
        scene.robot_event(8)
    return scene.run(Stage.CLEAN_UP, Stage.REENTER).next_turn()


def test_t21_a_turn_in_which_a_robot_died_has_a_tower_event():
    scene = Scene(BEFORE_A_PIT).phase(A=Card.MOVE_1).events()
    assert len(rolled(scene)) == 1
    assert rolled(scene)[0] in ROLLS


def test_t21_a_turn_without_a_death_has_none():
    assert rolled(Scene(":  A> :     :  B^ :").phase(A=Card.MOVE_1).events()) == []


def test_t21_several_deaths_make_one_event():
    scene = Scene(":  A> :[]   :  B< :").phase(A=50, B=51).events()
    assert len(rolled(scene)) == 1


@pytest.mark.parametrize("register", [1, 3, 5])
def test_t21_a_death_in_any_register_counts(register):
    scene = Scene(BEFORE_A_PIT, register=register).phase(A=Card.MOVE_1).events()
    assert len(rolled(scene)) == 1


def test_t21_a_death_counts_for_its_own_turn_only():
    scene = Scene(BEFORE_A_PIT).phase(A=Card.MOVE_1).end_of_turn().next_turn().events()
    assert rolled(scene) == []


def test_t21_a_robot_that_finds_no_room_to_re_enter_has_died_once():
    scene = Scene(":  A> :[]   :").phase(A=Card.MOVE_1).put("B", 0, 0).end_of_turn()
    assert not scene.is_alive("A")
    scene.next_turn().phase().events()
    assert rolled(scene) == []


def test_t21_an_event_that_kills_brings_one_in_the_next_turn():
    assert len(rolled(killed_by_an_event().events())) == 1


def test_t21_and_none_in_the_turn_after_that():
    scene = killed_by_an_event().end_of_turn().next_turn()
    assert rolled(scene.events()) == []


def test_t21_a_tower_event_that_kills_brings_one_in_the_next_turn():
    scene = Scene(":  A^ :     :").hurt("A", 9).landing().tower_event(18)
    assert not scene.is_alive("A")
    assert len(rolled(scene.run(Stage.CLEAN_UP, Stage.REENTER).next_turn().events())) == 1


def test_t21_an_event_that_kills_brings_no_second_one_in_its_own_turn():
    scene = Scene(BEFORE_A_PIT).hurt("B", 9).phase(A=Card.MOVE_1)
    scene.foresee(lambda r: roll_three(r) == 18 and deviate(r, 0) == (0, 0)).events()
    assert not scene.is_alive("B")
    assert rolled(scene) == [18]


def test_t21_a_death_by_an_event_is_credited_to_nobody():
    scene = Scene(":  A> :  B^ :").hurt("B", 8).damage_step().power_down("A")
    scene.s.deaths = 1
    scene.foresee(lambda r: roll_three(r) == 18 and deviate(r, 0) == (0, 0)).events()
    assert not scene.is_alive("B")
    assert scene.earned("A", "B") == [0, 0]


def test_t21_the_event_comes_before_repairs():
    scene = Scene(":w1A^ :     :  B> :[]   :").hurt("A", 3).phase(B=Card.MOVE_1)
    assert scene.run(Stage.TOWER_EVENT, Stage.TOWER_EVENT).damage("A") == [3]
    assert Stage.TOWER_EVENT < Stage.ROBOT_EVENTS < Stage.CLEAN_UP


def test_t21_a_random_robot_is_any_living_one_that_fits():
    scene = Scene(":  A^ :  B^ :  C^ :", robots=5).power_down("B").hurt("C", 1)
    chosen = [
        {random_robot(scene.r, damaged, running) for _ in range(60)}
        for damaged, running in product((False, True), repeat=2)
    ]
    assert chosen == [{0, 1, 2}, {0, 2}, {2}, {2}]


def test_t21_random_robots_are_equally_likely():
    scene = Scene(":  A^ :  B^ :  C^ :")
    chosen = Counter(random_robot(scene.r, False, False) for _ in range(3000))
    assert all(abs(times - 1000) < 4 * sqrt(3000 * 2 / 9) for times in chosen.values())


@pytest.mark.parametrize("roll", ROLLS)
def test_t21_if_nobody_fits_nothing_happens(roll):
    scene = Scene(PLAIN)
    before = scene.states.copy()
    scene.tower_event(roll)
    launches = {9: 1, 10: 1, 15: 1, 17: 4}.get(roll, 0)
    assert len(scene.drones) == launches
    for field in ("scrambled", "debris", "xp", "event_due"):
        assert (scene.states[field] == before[field]).all()


def test_t21_three_dice_are_rolled():
    r = np.zeros(1, RALLY)[0]
    seed_rng(r, 0)
    rolls = Counter(roll_three(r) for _ in range(6000))
    ways = Counter(map(sum, product(range(1, 7), repeat=3)))
    assert set(rolls) == set(ways) == set(ROLLS)
    for roll, number in ways.items():
        chance = number / 216
        assert abs(rolls[roll] - 6000 * chance) <= 4 * sqrt(6000 * chance * (1 - chance))


def test_t22_tower_event_3_drones_and_towers_rest_in_the_next_turn():
    scene = Scene(plain(9, 1, tL=[(0, 0)])).put("A", 8, 0, "^").drone(1, 0)
    scene.tower_event(3)
    assert scene.phase(A=Card.U_TURN).drones == [(3, 0)]
    assert scene.damage("A") == [1]
    scene.next_turn().phase(A=Card.U_TURN)
    assert (scene.drones, scene.damage("A")) == ([(3, 0)], [1])
    scene.next_turn().phase(A=Card.U_TURN)
    assert (scene.drones, scene.damage("A")) == ([(5, 0)], [2])


def test_t22_tower_event_4_all_drones_fall_with_their_damage():
    scene = Scene(plain(9)).put("A", 0, 0).put("B", 8, 0).drone(1, 0).drone(7, 0).tower_event(4)
    assert (scene.drones, scene.damage("A", "B")) == ([], [3, 3])


def test_t22_tower_event_4_drones_that_fall_together_all_explode():
    scene = Scene(plain(9)).put("A", 0, 0).drone(0, 0).drone(1, 0).drone(1, 0).tower_event(4)
    assert (scene.drones, scene.damage("A")) == ([], [10])


def test_t22_tower_event_5_a_random_drone_falls_with_its_damage():
    found = set()
    for seed in range(20):
        scene = Scene(plain(12), seed=seed).put("A", 1, 0).drone(0, 0).drone(9, 0).tower_event(5)
        found.add((tuple(scene.drones), *scene.damage("A")))
    assert found == {(((9, 0),), 3), (((0, 0),), 0)}


def test_t22_tower_event_6_all_towers_lose_one_unless_that_kills():
    assert towers_after(6, (6, 1, 8, 2)) == {(5, 1, 7, 1)}


def test_t22_tower_event_7_a_random_tower_loses_one_unless_that_kills():
    found = towers_after(7, (6, 1, 8, 2))
    assert found == {(5, 1, 8, 2), (6, 1, 8, 2), (6, 1, 7, 2), (6, 1, 8, 1)}


def test_t22_tower_event_8_a_random_drone_moves_two_with_normal_targeting():
    found = set()
    for seed in range(20):
        scene = Scene(plain(12), seed=seed).put("A", 0, 0).active("A").put("B", 7, 0)
        found.add(tuple(scene.drone(4, 0).drone(8, 0).tower_event(8).drones))
    assert found == {((2, 0), (8, 0)), ((4, 0), (6, 0))}


def test_t22_tower_event_8_the_drone_lands_on_who_it_reaches():
    scene = Scene(plain(5)).put("A", 0, 0).active("A").drone(2, 0).tower_event(8)
    assert (scene.drones, scene.damage("A")) == ([], [4])


@pytest.mark.parametrize(("before", "after"), [(0, 1), (3, 4), (4, 4), (6, 6)])
def test_t22_tower_event_9_a_drone_is_launched_while_fewer_than_four_fly(before, after):
    assert len(swarm(before).tower_event(9).drones) == after


@pytest.mark.parametrize(("before", "after"), [(0, 1), (3, 4), (4, 4), (6, 6)])
def test_t22_tower_event_10_a_drone_is_launched_while_fewer_than_four_fly(before, after):
    assert len(swarm(before).tower_event(10).drones) == after


def test_t22_tower_event_11_a_random_laser_tower_is_repaired():
    assert towers_after(11, (2, 6, 3, 3)) == {(6, 6, 3, 3), (2, 6, 3, 3)}


def test_t22_tower_event_12_a_random_howitzer_tower_is_repaired():
    assert towers_after(12, (2, 2, 3, 8)) == {(2, 2, 8, 8), (2, 2, 3, 8)}


def test_t22_tower_event_13_a_random_damaged_laser_tower_is_repaired():
    assert towers_after(13, (2, 6, 3, 3)) == {(6, 6, 3, 3)}
    assert towers_after(13, (6, 6, 3, 3)) == {(6, 6, 3, 3)}
    assert towers_after(13, (1, 2, 3, 3)) == {(6, 2, 3, 3), (1, 6, 3, 3)}


def test_t22_tower_event_14_a_random_damaged_howitzer_tower_is_repaired():
    assert towers_after(14, (2, 2, 3, 8)) == {(2, 2, 8, 8)}
    assert towers_after(14, (2, 2, 8, 8)) == {(2, 2, 8, 8)}


def test_t22_fallen_towers_are_not_repaired():
    for roll in (11, 12, 13, 14):
        assert towers_after(roll, (0, 0, 0, 0)) == {(0, 0, 0, 0)}


@pytest.mark.parametrize("before", [0, 4, 9])
def test_t22_tower_event_15_a_drone_is_launched_without_a_maximum(before):
    scene = swarm(before).tower_event(15)
    assert len(scene.drones) == before + 1
    assert scene.drones[-1] in PLACES


@pytest.mark.parametrize(("distance", "hit"), [(0, True), (4, True), (5, False)])
def test_t22_tower_event_16_a_scramble_bomb_has_a_radius_of_four(distance, hit):
    scene = Scene(plain(12)).put("A", 3, 0).put("B", 3 + distance, 0).power_down("B")
    assert scene.landing().tower_event(16).scrambled == ("AB" if hit else "A")


def test_t22_tower_event_16_a_scramble_bomb_is_aimed_at_a_powered_up_robot():
    scene = Scene(plain(12)).put("A", 0, 0).power_down("A").put("B", 11, 0).landing()
    assert scene.tower_event(16).scrambled == "B"


def test_t22_tower_event_16_a_scramble_bomb_uses_the_accuracy_table():
    scene = Scene(plain(12)).put("A", 3, 0).put("B", 10, 0).power_down("B").landing(3, 0)
    assert scene.tower_event(16).scrambled == "AB"


def test_t22_tower_event_16_a_scramble_bomb_that_leaves_the_map_is_lost():
    scene = Scene(plain(12)).put("A", 3, 0).landing(0, -1)
    assert scene.tower_event(16).scrambled == ""


def test_t22_tower_event_16_a_scramble_bomb_deals_no_damage():
    scene = Scene(plain(12)).put("A", 3, 0).landing().tower_event(16)
    assert scene.damage("A") == [0]


@pytest.mark.parametrize("before", [0, 4, 9])
def test_t22_tower_event_17_four_drones_are_launched_without_a_maximum(before):
    assert len(swarm(before).tower_event(17).drones) == before + 4


def test_t22_tower_event_18_a_missile_deals_six_with_splash():
    scene = Scene(plain(12, 1, tH=[(5, 0)])).put("A", 0, 0).put("B", 2, 0).power_down("B")
    scene.landing().tower_event(18)
    assert scene.damage("A", "B") == [6, 4]
    assert scene.health((5, 0)) == [7]


def test_t22_tower_event_18_a_missile_is_aimed_at_a_powered_up_robot():
    scene = Scene(plain(12)).put("A", 0, 0).power_down("A").put("B", 11, 0).landing()
    assert scene.tower_event(18).damage("A", "B") == [0, 6]


def test_t22_tower_event_18_a_missile_uses_the_accuracy_table():
    scene = Scene(plain(12)).put("A", 3, 0).landing(2, 0).tower_event(18)
    assert scene.damage("A") == [4]
    assert Scene(plain(12)).put("A", 3, 0).landing(0, 1).tower_event(18).damage("A") == [0]


def test_t22_tower_event_18_a_missile_takes_drones_along():
    scene = Scene(plain(12)).put("A", 0, 0).drone(5, 0).drone(6, 0).landing().tower_event(18)
    assert scene.drones == [(6, 0)]
