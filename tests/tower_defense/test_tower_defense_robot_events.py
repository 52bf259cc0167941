"""Robot events: who earns them, and every row of their table: T23 and T24."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.core.rng import below, die
from cogarena.envs.rally.cards import Option
from cogarena.envs.tower_defense.events import roll_three
from cogarena.envs.tower_defense.state import Stage
from support.scenes.tower_defense import PLAIN, Scene, plain

ROLLS = range(3, 19)
TOWERS = plain(9, 1, tL=[(0, 0)], tH=[(8, 0)])


def earners(scene):
    """The robots whose events the log tells, in order."""
    return [event["robot"] for event in scene.events().told("robot_event")]


def quake(scene, direction, roll=6):
    return scene.foresee(lambda r: below(r, 4) == direction).robot_event(roll)


def damages_after(roll, *damages, seeds=40):
    """The damage that robots can have after an event."""
    found = set()
    for seed in range(seeds):
        scene = Scene(plain(4), seed=seed)
        for x, damage in enumerate(damages):
            scene.put("ABCD"[x], x, 0).robot("ABCD"[x]).damage = damage
        found.add(tuple(scene.robot_event(roll).damage(*"ABCD"[: len(damages)])))
    return found


def jammed(number, scene=None):
    """The die says which register of A is locked."""
    scene = scene or Scene(plain(3)).put("A", 0, 0)
    scene.robot("A").program[:] = (60, 61, 62, 63, 64)
    return scene.foresee(lambda r: die(r) == number).robot_event(7)


@pytest.mark.parametrize("flag", ["F1", "F2"])
def test_t23_a_robot_that_ends_the_turn_on_a_flag_earns_an_event(flag):
    other = {"F1": "F2", "F2": "F1"}[flag]
    assert earners(Scene(f":{flag}A^ :{other}   :  B^ :")) == ["robot_0"]


def test_t23_a_robot_that_ends_the_turn_on_a_double_repair_site_earns_one():
    assert earners(Scene(":w2A^ :w1B^ :")) == ["robot_0"]


def test_t23_a_robot_that_destroyed_a_tower_in_this_turn_earns_one():
    scene = Scene(":  A> :tL   :  B> :").weaken(1, 0, 1).damage_step()
    assert earners(scene) == ["robot_0"]


def test_t23_all_that_destroyed_a_tower_together_earn_one():
    scene = Scene(":  A> :tL   :  B< :").weaken(1, 0, 1).damage_step()
    assert earners(scene) == ["robot_0", "robot_1"]


def test_t23_a_tower_of_an_earlier_turn_earns_nothing():
    scene = Scene(":  A> :tL   :  B> :").weaken(1, 0, 1).damage_step().next_turn()
    assert earners(scene) == []


def test_t23_nobody_else_earns_one():
    assert earners(Scene(":  A^ :w1B^ :> C^ :F1   :")) == []


def test_t23_a_powered_down_robot_earns_one_too():
    assert earners(Scene(":w2A^ :").power_down("A")) == ["robot_0"]


def test_t23_one_roll_for_each_robot():
    scene = Scene(":F1A> :tL   :").weaken(1, 0, 1).damage_step()
    assert earners(scene) == ["robot_0"]


def test_t23_in_dock_order():
    assert earners(Scene(":w2C^ :F1A^ :F2B^ :")) == ["robot_0", "robot_1", "robot_2"]


def test_t23_a_destroyed_robot_earns_none_where_it_lay():
    scene = Scene(":  A> :F1B^ :").hurt("B", 9).damage_step()
    assert earners(scene) == []


def test_t23_the_dice_decide():
    scene = Scene(":w2A^ :").foresee(lambda r: roll_three(r) == 14).hurt("A", 3).events()
    assert [(e["robot"], e["roll"]) for e in scene.told("robot_event")] == [("robot_0", 14)]
    assert scene.damage("A") == [1]


@pytest.mark.parametrize("x", [2, 1])
def test_t23_where_robots_stand_counts_before_the_events_move_them(x):
    scene = Scene(plain(6, 3, w2=[(0, 1), (2, 1)])).put("A", 0, 1).put("B", x, 1)
    scene.foresee(lambda r: roll_three(r) == 6 and below(r, 4) == Direction.EAST)
    assert earners(scene) == (["robot_0", "robot_1"] if x == 2 else ["robot_0"])
    assert scene.at("B") != (x, 1)


def test_t23_robot_events_come_after_the_tower_event():
    scene = Scene(":w2A^ :     :  B< :")
    scene.s.deaths = 1
    told = [event["event"] for event in scene.events().told("tower_event", "robot_event")]
    assert told == ["tower_event", "robot_event"]


@pytest.mark.parametrize("roll", ROLLS)
def test_t24_if_nobody_fits_nothing_happens(roll):
    scene = Scene(PLAIN)
    before = scene.states.copy()
    scene.robot_event(roll)
    for field in ("scrambled", "debris", "xp", "event_due", "drones"):
        assert (scene.states[field] == before[field]).all()


def test_t24_robot_event_3_all_powered_up_robots_are_scrambled():
    scene = Scene(":  A^ :  B^ :  C^ :").power_down("B").robot_event(3)
    assert scene.scrambled == "AC"


def test_t24_robot_event_4_a_random_powered_up_robot_is_scrambled():
    found = set()
    for seed in range(20):
        scene = Scene(":  A^ :  B^ :  C^ :", seed=seed).power_down("B").robot_event(4)
        found.add(scene.scrambled)
    assert found == {"A", "C"}


@pytest.mark.parametrize(
    ("direction", "there"),
    [(Direction.NORTH, (3, 1)), (Direction.EAST, (5, 3)), (Direction.SOUTH, (3, 5)),
     (Direction.WEST, (1, 3))],
)  # fmt: skip
def test_t24_robot_event_5_an_earthquake_moves_all_robots_two_squares(direction, there):
    scene = quake(Scene().put("A", 3, 3).put("B", 2, 2), direction, roll=5)
    assert scene.at("A") == there
    assert scene.at("B") == (there[0] - 1, there[1] - 1)


@pytest.mark.parametrize(
    ("direction", "there"),
    [(Direction.NORTH, (3, 2)), (Direction.EAST, (4, 3)), (Direction.SOUTH, (3, 4)),
     (Direction.WEST, (2, 3))],
)  # fmt: skip
def test_t24_robot_event_6_an_earthquake_moves_all_robots_one_square(direction, there):
    assert quake(Scene().put("A", 3, 3), direction).at("A") == there


def test_t24_an_earthquake_moves_powered_down_robots_too():
    scene = quake(Scene().put("A", 3, 3).power_down("A"), Direction.EAST)
    assert scene.at("A") == (4, 3)


def test_t24_an_earthquake_moves_no_towers_and_no_drones():
    scene = Scene(plain(5, 1, tL=[(2, 0)])).put("A", 1, 0).drone(3, 0)
    quake(scene, Direction.EAST)
    assert (scene.at("A"), scene.drones, int(scene.tower(2, 0).x)) == ((1, 0), [(3, 0)], 2)


def test_t24_robots_in_a_row_move_together_in_an_earthquake():
    scene = quake(Scene(plain(6)).put("A", 0, 0).put("B", 1, 0), Direction.EAST, roll=5)
    assert (scene.at("A"), scene.at("B")) == ((2, 0), (3, 0))


def test_t24_an_earthquake_does_not_push():
    scene = quake(Scene(":     :  A^ :  B^ |     :"), Direction.EAST)
    assert (scene.at("A"), scene.at("B")) == ((1, 0), (2, 0))


def test_t24_an_earthquake_moves_nobody_up_a_ramp():
    scene = quake(Scene(":  A> /    H:"), Direction.EAST, roll=5)
    assert scene.at("A") == (0, 0)


def test_t24_an_earthquake_moves_down_a_ramp():
    scene = quake(Scene(":     /  A^H:"), Direction.WEST)
    assert (scene.at("A"), scene.damage("A")) == ((0, 0), [0])


def test_t24_an_earthquake_lets_robots_fall():
    scene = quake(Scene(":     :  A^H:"), Direction.WEST)
    assert (scene.at("A"), scene.damage("A")) == ((0, 0), [2])


@pytest.mark.parametrize("drawing", [":  A^ :[]   :", ":[]   :  A^ :"])
def test_t24_an_earthquake_kills_in_pits_and_beside_the_floor_and_credits_nobody(drawing):
    scene = Scene(drawing)
    scene.robot("A").mover = 1
    quake(scene, Direction.EAST)
    assert not scene.is_alive("A")
    assert scene.earned("A", "B") == [0, 0]
    assert scene.s.event_due == 1


@pytest.mark.parametrize("number", range(1, 6))
def test_t24_robot_event_7_the_die_says_which_register_is_locked(number):
    scene = jammed(number)
    assert (scene.locked("A"), scene.damage("A")) == ([number], [1])
    assert scene.registers("A")[number - 1] == 59 + number


def test_t24_robot_event_7_a_6_locks_none():
    scene = jammed(6)
    assert (scene.locked("A"), scene.damage("A")) == ([], [0])


def test_t24_robot_event_7_a_register_that_is_locked_already_stays_so():
    scene = jammed(5, Scene(plain(3)).put("A", 0, 0).hurt("A", 5))
    assert (scene.locked("A"), scene.damage("A")) == ([5], [5])


def test_t24_robot_event_7_the_locked_register_outlasts_the_clean_up():
    scene = jammed(2).run(Stage.CLEAN_UP, Stage.CLEAN_UP)
    assert scene.registers("A") == [0, 61, 0, 0, 0]


def test_t24_robot_event_7_the_tenth_token_destroys():
    scene = Scene(plain(3)).put("A", 0, 0)
    scene.robot("A").damage = 9
    assert not jammed(1, scene).is_alive("A")


def test_t24_robot_event_7_any_robot_can_be_hit():
    assert damages_after(7, 0, 0) == {(0, 0), (0, 1), (1, 0)}


def test_t24_robot_event_8_a_random_robot_takes_one():
    assert damages_after(8, 0, 3) == {(1, 3), (0, 4)}


def test_t24_robot_event_8_an_option_can_be_given_for_it():
    scene = Scene(plain(3)).put("A", 0, 0).give("A", Option.BRAKES)
    assert scene.robot_event(8, A=Option.BRAKES).damage("A") == [0]


def test_t24_robot_event_9_a_random_robot_heals_two():
    assert damages_after(9, 0, 1, 5) == {(0, 1, 5), (0, 0, 5), (0, 1, 3)}


def test_t24_robot_event_10_a_random_robot_heals_two():
    assert damages_after(10, 0, 1, 5) == {(0, 1, 5), (0, 0, 5), (0, 1, 3)}


def test_t24_robot_event_11_a_random_damaged_robot_heals_two():
    assert damages_after(11, 0, 1, 5) == {(0, 0, 5), (0, 1, 3)}


def test_t24_robot_event_12_a_random_robot_heals_fully():
    assert damages_after(12, 0, 4, 9) == {(0, 4, 9), (0, 0, 9), (0, 4, 0)}


def test_t24_robot_event_13_a_random_damaged_robot_heals_fully():
    assert damages_after(13, 0, 4, 9) == {(0, 0, 9), (0, 4, 0)}


def test_t24_robot_event_14_all_heal_two():
    assert damages_after(14, 0, 1, 5, 9, seeds=1) == {(0, 0, 3, 7)}


def test_t24_robot_event_15_all_heal_fully():
    assert damages_after(15, 0, 1, 5, 9, seeds=1) == {(0, 0, 0, 0)}


def test_t24_robot_event_16_a_random_drone_falls_harmlessly():
    found = set()
    for seed in range(20):
        scene = Scene(plain(9), seed=seed).put("A", 0, 0).drone(0, 0).drone(1, 0).robot_event(16)
        assert scene.damage("A") == [0]
        found.add(tuple(scene.drones))
    assert found == {((0, 0),), ((1, 0),)}


def test_t24_robot_event_17_all_drones_fall_harmlessly():
    scene = Scene(plain(9)).put("A", 0, 0).drone(0, 0).drone(1, 0).drone(8, 0).robot_event(17)
    assert (scene.drones, scene.damage("A"), scene.earned("A")) == ([], [0], [0])


def test_t24_robot_event_18_a_missile_hits_a_random_tower_with_splash():
    found = set()
    for seed in range(200):
        scene = Scene(TOWERS, seed=seed).put("A", 2, 0).put("B", 7, 0).robot_event(18)
        found.add((*scene.damage("A", "B"), *scene.health((0, 0), (8, 0))))
    assert (4, 0, 0, 8) in found
    assert (0, 5, 6, 2) in found


def test_t24_robot_event_18_a_missile_uses_the_accuracy_table():
    scene = Scene(plain(9, 1, tH=[(4, 0)])).landing(2, 0).robot_event(18)
    assert scene.health((4, 0)) == [4]
    scene = Scene(plain(9, 1, tH=[(4, 0)])).landing(0, 1).robot_event(18)
    assert scene.health((4, 0)) == [8]


def test_t24_robot_event_18_a_tower_destroyed_by_a_missile_is_credited_to_nobody():
    scene = Scene(":w2A^ :tL   :").landing().robot_event(18)
    assert (scene.health((1, 0)), scene.earned("A")) == ([0], [0])
    assert scene.told("tower_destroyed") == [{"event": "tower_destroyed", "tower": 1}]
