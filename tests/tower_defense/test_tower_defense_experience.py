"""Experience for every cause, who is credited with a death, and levels: T2 and T3."""

import pytest

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.tower_defense.experience import level, targeting_bonus
from cogarena.envs.tower_defense.state import Stage
from support.scenes.tower_defense import Scene, plain

BEFORE_A_PIT = ":  A> :  B^ :[]   :     :"
ON_THE_EDGE = ":     :     :     :  A> :  B^ :"
ON_A_CLIFF = """
    :  A>H:  B^H:     :     :
    :     :     :     :     :
"""


def duel(tokens=9):
    """A and C aim at B, that has this many damage tokens."""
    return Scene(":  A> :  B^ :  C< :").hurt("B", tokens)


def test_t2_who_kills_a_robot_gets_ten():
    scene = Scene(":  A> :  B^ :").hurt("B", 9).damage_step()
    assert not scene.is_alive("B")
    assert scene.earned("A", "B") == [10, 0]


def test_t2_all_that_dealt_damage_in_the_step_that_killed_get_ten():
    assert duel().damage_step().earned("A", "B", "C") == [10, 0, 10]


def test_t2_damage_of_an_earlier_step_counts_for_nothing():
    scene = duel(7).damage_step().put("A", 0, 0, "<").damage_step()
    assert not scene.is_alive("B")
    assert scene.earned("A", "C") == [0, 10]


def test_t2_who_only_hurts_gets_nothing():
    assert duel(7).damage_step().earned("A", "C") == [0, 0]


def test_t2_ramming_to_death_gives_ten():
    scene = Scene(":  A> :  B^ :     :").hurt("B", 9).give("A", Option.RAMMING_GEAR)
    assert scene.play(A=Card.MOVE_1).earned("A") == [10]


def test_t2_fire_control_on_the_last_register_gives_ten():
    scene = Scene(":  A> :  B^ :").give("A", Option.FIRE_CONTROL)
    scene.robot("B").damage = 9
    assert scene.damage_step(A=("register", 2)).earned("A") == [10]


def test_t2_the_splash_of_a_shell_that_kills_gives_ten():
    scene = Scene(":  A> :     :  B^ :  C^ :").hurt("C", 9).give("A", Option.MINI_HOWITZER)
    assert scene.landing().damage_step(A=("shell", "B")).earned("A") == [10]


def test_t2_a_kill_by_indirect_fire_gives_ten():
    scene = Scene(":  A> :     :  B^ :").hurt("B", 9).xp("A", 45).landing()
    assert scene.damage_step(A=("lob", "B")).earned("A") == [55]


def test_t2_a_push_into_a_pit_gives_ten():
    scene = Scene(BEFORE_A_PIT).play(A=Card.MOVE_1)
    assert not scene.is_alive("B")
    assert scene.earned("A", "B") == [10, 0]


def test_t2_a_push_off_the_floor_gives_ten():
    assert Scene(ON_THE_EDGE).play(A=Card.MOVE_1).earned("A") == [10]


def test_t2_of_several_that_push_the_last_is_credited():
    scene = Scene("""
        :     :     :  Cv :
        :  A> :  B^ :     :
        :     :     :[]   :
    """).play(A=60, C=50)
    assert not scene.is_alive("B")
    assert scene.earned("A", "C") == [0, 10]


def test_t2_a_pit_that_the_victim_drives_into_after_a_push_is_credited():
    scene = Scene(":  A> :  B> :     :[]   :").play(A=Card.MOVE_2, B=Card.MOVE_1)
    assert not scene.is_alive("B")
    assert scene.earned("A") == [10]


def test_t2_a_push_of_an_earlier_phase_is_forgotten():
    scene = Scene(":  A> :  B> :     :[]   :").play(A=Card.MOVE_1).play(B=Card.MOVE_1)
    assert not scene.is_alive("B")
    assert scene.earned("A", "B") == [0, 0]


def test_t2_a_belt_into_a_pit_credits_who_pushed_onto_it():
    scene = Scene(":  A> :  B^ :>    :[]   :").play(A=Card.MOVE_1).machines()
    assert not scene.is_alive("B")
    assert scene.earned("A") == [10]


def test_t2_a_belt_alone_credits_nobody():
    scene = Scene(":> A^ :[]   :  B^ :").machines()
    assert scene.earned("A", "B") == [0, 0]


def test_t2_a_pressor_beam_into_a_pit_gives_ten():
    scene = Scene(BEFORE_A_PIT).give("A", Option.PRESSOR_BEAM)
    assert scene.damage_step(A=Option.PRESSOR_BEAM).earned("A") == [10]


def test_t2_in_a_pit_only_who_pushed_is_credited():
    scene = Scene(BEFORE_A_PIT).give("A", Option.PRESSOR_BEAM).put("C", 3, 0, "<")
    scene.damage_step(A=Option.PRESSOR_BEAM)
    assert not scene.is_alive("B")
    assert scene.earned("A", "C") == [10, 0]


def test_t2_who_pushed_is_not_credited_when_damage_kills():
    scene = Scene(":  A> :  B^ :     :  C< :").hurt("B", 9).play(A=Card.MOVE_1)
    scene.put("A", 0, 0, "<").damage_step()
    assert not scene.is_alive("B")
    assert scene.earned("A", "C") == [0, 10]


def test_t2_a_deadly_fall_credits_who_pushed():
    scene = Scene(ON_A_CLIFF).hurt("B", 9).play(A=Card.MOVE_1)
    assert not scene.is_alive("B")
    assert scene.earned("A", "B") == [10, 0]


def test_t2_the_robot_fallen_upon_is_credited_too():
    scene = Scene(ON_A_CLIFF).put("C", 2, 0).hurt("C", 9).play(A=Card.MOVE_1)
    assert not scene.is_alive("C")
    assert scene.earned("A", "B", "C") == [10, 0, 0]


def test_t2_a_fall_by_the_own_card_credits_nobody():
    scene = Scene(ON_A_CLIFF).hurt("B", 9).put("B", 1, 0, ">").play(B=Card.MOVE_1)
    assert not scene.is_alive("B")
    assert scene.earned("A", "B") == [0, 0]


@pytest.mark.parametrize("drawing", [":  A> :[]   :  B^ :", ":     :  B^ :  A> :"])
def test_t2_the_own_death_credits_nobody(drawing):
    scene = Scene(drawing).play(A=Card.MOVE_1)
    assert not scene.is_alive("A")
    assert scene.earned("A", "B") == [0, 0]


def test_t2_death_by_a_tower_credits_nobody():
    scene = Scene(":tL   :  A^ :     :  B^ :").hurt("A", 9).active("A").damage_step()
    assert not scene.is_alive("A")
    assert scene.earned("A", "B") == [0, 0]


def test_t2_death_by_a_drone_credits_nobody():
    scene = Scene(":  A^ :     :  B> :").hurt("A", 9).active("A").drone(0, 0).move_drones()
    assert not scene.is_alive("A")
    assert scene.earned("A", "B") == [0, 0]


def test_t2_who_destroys_a_tower_gets_five():
    scene = Scene(":  A> :tL   :").weaken(1, 0, 1).damage_step()
    assert scene.health((1, 0)) == [0]
    assert scene.earned("A") == [5]


def test_t2_all_that_hit_a_tower_in_the_step_that_felled_it_get_five():
    scene = Scene(":  A> :tL   :  B< :").weaken(1, 0, 2).damage_step()
    assert scene.earned("A", "B") == [5, 5]


def test_t2_who_hit_a_tower_in_an_earlier_step_gets_nothing():
    scene = Scene(":  A> :tL   :  B< :").weaken(1, 0, 3).damage_step()
    assert scene.put("B", 2, 0, ">").damage_step().earned("A", "B") == [5, 0]


def test_t2_a_tower_that_stands_gives_nothing():
    assert Scene(":  A> :tL   :  B< :").weaken(1, 0, 3).damage_step().earned("A", "B") == [0, 0]


def test_t2_a_tower_rammed_down_gives_five():
    scene = Scene(":  A> :tL   :").weaken(1, 0, 2).give("A", Option.RAMMING_GEAR)
    assert scene.play(A=Card.MOVE_1).earned("A") == [5]


def test_t2_who_shoots_a_drone_gets_five():
    scene = Scene(":  A> :     :").give("A", Option.DOUBLE_BARRELED_LASER).drone(1, 0)
    assert scene.damage_step().earned("A") == [5]


def test_t2_all_that_shoot_a_drone_get_five():
    scene = Scene(":  A> :     :  B< :").xp("A", 85).xp("B", 85).drone(1, 0)
    assert scene.damage_step().earned("A", "B") == [90, 90]


def test_t2_the_next_flag_gives_three():
    assert Scene(":F1A^ :F2   :").touch().earned("A") == [3]


def test_t2_another_flag_gives_nothing():
    assert Scene(":F1   :F2A^ :").touch().earned("A") == [0]


def test_t2_a_flag_gives_experience_once():
    assert Scene(":F1A^ :F2   :").touch().touch().earned("A") == [3]


def test_t2_flags_are_paid_to_everybody():
    scene = Scene(":F1A^ :F2B^ :F3   :")
    scene.robot("B").touched = scene.s.flags_paid[1] = 1
    assert scene.touch().earned("A", "B") == [3, 3]


@pytest.mark.parametrize(
    ("xp", "reached"),
    [(0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (44, 2), (45, 3), (84, 3), (85, 4), (134, 4),
     (135, 5), (500, 5)],
)  # fmt: skip
def test_t3_levels_are_reached_at_5_15_45_85_and_135(xp, reached):
    assert level(Scene().xp("A", xp).s, 0) == reached


def test_t3_everybody_starts_at_level_0():
    scene = Scene(robots=8)
    assert [level(scene.s, i) for i in range(8)] == [0] * 8


def test_t3_a_level_outlasts_death():
    scene = Scene(":  A> :[]   :  B^ :").xp("A", 45).play(A=Card.MOVE_1).end_of_turn()
    assert scene.is_alive("A")
    assert level(scene.s, 0) == 3


@pytest.mark.parametrize("distance", range(1, 8))
@pytest.mark.parametrize(("xp", "reach"), [(0, 0), (5, 1), (15, 2), (45, 3), (85, 4), (135, 5)])
def test_t3_the_main_laser_deals_two_as_far_as_the_level(xp, reach, distance):
    scene = Scene(plain(9)).put("A", 0, 0, ">").put("B", distance, 0).xp("A", xp)
    scene.damage_step()
    assert scene.damage("B") == [2 if distance <= reach else 1]


@pytest.mark.parametrize(("xp", "bonus"), [(0, 0), (84, 0), (85, 5), (134, 5), (135, 10)])
def test_t3_levels_4_and_5_aim_better(xp, bonus):
    assert targeting_bonus(Scene().xp("A", xp).s, 0) == bonus


@pytest.mark.parametrize(("xp", "may"), [(15, False), (44, False), (45, True), (135, True)])
def test_t3_indirect_fire_begins_with_level_3(xp, may):
    scene = Scene(":  A> :     :  B^ :").xp("A", xp)
    assert (scene.ask(Stage.AIM) == ("A", "WEAPON")) == may


@pytest.mark.parametrize(("xp", "hit"), [(84, False), (85, True), (135, True)])
def test_t3_level_4_hits_drones_from_the_ground(xp, hit):
    scene = Scene(":  A> :     :     :").xp("A", xp).drone(2, 0).damage_step()
    assert (scene.drones == []) == hit
