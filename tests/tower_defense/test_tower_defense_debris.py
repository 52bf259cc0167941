"""Debris: T19."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.core.rng import below
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.tower_defense.state import Stage
from support.scenes.tower_defense import PLAIN, Scene


def salvager(drawing=PLAIN, *, tokens=3):
    """A is damaged, and faces debris two squares ahead."""
    scene = Scene(drawing).put("A", 0, 0, ">").debris(2, 0)
    scene.robot("A").damage = tokens
    return scene


def left(scene):
    """A's damage, and where debris lies."""
    return scene.damage("A"), scene.debris_at


def test_t19_a_robot_destroyed_by_lasers_leaves_debris():
    scene = Scene(":  A> :     :  B^ :").hurt("B", 9).damage_step()
    assert scene.debris_at == {(2, 0)}


def test_t19_a_robot_destroyed_by_a_drone_leaves_debris():
    scene = Scene(":  A^ :     :").hurt("A", 9).active("A").drone(0, 0).move_drones()
    assert scene.debris_at == {(0, 0)}


def test_t19_a_robot_rammed_to_death_leaves_debris_where_it_stood_for_who_rammed_it():
    scene = Scene(":  A> :  B^ :     :     :").hurt("A", 2).hurt("B", 9)
    scene.give("A", Option.RAMMING_GEAR).play(A=Card.MOVE_1)
    assert left(scene) == ([1], set())


def test_t19_a_robot_destroyed_by_a_fall_leaves_debris_on_the_ground():
    scene = Scene(":  A>H:     :").hurt("A", 9).play(A=Card.MOVE_1)
    assert scene.debris_at == {(1, 0)}


def test_t19_a_robot_destroyed_by_an_event_leaves_debris():
    scene = Scene(":     :  A^ :").hurt("A", 9).robot_event(8)
    assert scene.debris_at == {(1, 0)}


def test_t19_a_robot_destroyed_for_good_leaves_debris():
    scene = Scene(":  A> :     :  B^ :", lives=1).hurt("B", 9).damage_step()
    assert scene.debris_at == {(2, 0)}


def test_t19_nothing_is_left_in_a_pit():
    assert Scene(":  A> :[]   :").play(A=Card.MOVE_1).debris_at == set()


@pytest.mark.parametrize("faces", "^>v<")
def test_t19_nothing_is_left_beside_the_floor(faces):
    scene = Scene(":     :").put("A", 0, 0, faces).play(A=Card.MOVE_1)
    assert not scene.is_alive("A")
    assert scene.debris_at == set()


def test_t19_who_enters_the_square_removes_it_and_heals_one():
    assert left(salvager().play(A=Card.MOVE_2)) == ([2], set())


def test_t19_who_crosses_the_square_removes_it_and_heals_one():
    assert left(salvager().play(A=Card.MOVE_3)) == ([2], set())


def test_t19_who_stays_away_leaves_it():
    assert left(salvager().phase(A=Card.MOVE_1)) == ([3], {(2, 0)})


def test_t19_an_undamaged_robot_removes_it_too():
    assert left(salvager(tokens=0).play(A=Card.MOVE_2)) == ([0], set())


def test_t19_it_heals_once():
    scene = salvager().play(A=Card.MOVE_2).play(A=Card.BACK_UP).play(A=Card.MOVE_1)
    assert left(scene) == ([2], set())


def test_t19_several_pieces_heal_one_each():
    assert left(salvager().debris(1, 0).debris(3, 0).play(A=Card.MOVE_3)) == ([0], set())


def test_t19_it_frees_a_locked_register():
    scene = Scene(":  A> :     :").hurt("A", 5).debris(1, 0).play(A=Card.MOVE_1)
    assert scene.locked("A") == []


def test_t19_a_pushed_robot_heals_and_the_pushing_one_does_not():
    scene = Scene(":  B> :  A^ :     :").debris(2, 0)
    scene.robot("A").damage = scene.robot("B").damage = 3
    scene.play(B=Card.MOVE_1)
    assert scene.damage("A", "B") == [2, 3]


def test_t19_a_robot_pushed_across_it_heals():
    scene = salvager().put("A", 1, 0).put("B", 0, 0, ">").play(B=Card.MOVE_2)
    assert left(scene) == ([2], set())


def test_t19_a_belt_carries_to_it():
    scene = salvager(":     :>    :     :     :").put("A", 1, 0)
    assert left(scene.machines()) == ([2], set())


@pytest.mark.parametrize("x", [0, 1])
def test_t19_an_express_belt_carries_to_it_or_across_it(x):
    scene = salvager(":>>   :>>   :>>   :     :     :").put("A", x, 0)
    assert left(scene.machines()) == ([2], set())


def test_t19_a_pressor_beam_pushes_to_it():
    scene = salvager().put("A", 1, 0).put("B", 0, 0, ">").give("B", Option.PRESSOR_BEAM)
    assert left(scene.damage_step(B=Option.PRESSOR_BEAM).touch()) == ([2], set())


@pytest.mark.parametrize("roll", [5, 6])
def test_t19_an_earthquake_moves_to_it_or_across_it(roll):
    scene = salvager().put("A", 1, 0).foresee(lambda r: below(r, 4) == Direction.EAST)
    assert left(scene.robot_event(roll)) == ([2], set())


def test_t19_a_fallen_robot_is_healed_where_it_lands():
    scene = Scene(":  A>H:     :").debris(1, 0)
    scene.robot("A").damage = 3
    assert left(scene.play(A=Card.MOVE_1)) == ([4], set())


def test_t19_who_re_enters_there_removes_it():
    scene = Scene(":  A^ :     :").debris(0, 0)
    scene.put("A", 1, 0, ">").play(A=Card.MOVE_1).run(Stage.REENTER, Stage.REENTER)
    assert left(scene) == ([1], set())


def freed():
    """A has a card in its locked fifth register, and frees it with debris in the first phase."""
    scene = Scene(":  A> :     :     :").hurt("A", 5).debris(1, 0)
    card = scene.registers("A")[4]
    return scene.play(A=Card.MOVE_1), card


def test_t19_a_freed_register_keeps_its_card():
    scene, card = freed()
    assert (scene.locked("A"), scene.registers("A")[4]) == ([], card)


def test_t19_the_card_of_a_freed_register_is_executed_in_this_turn():
    scene, _ = freed()
    scene.r.register = 4
    scene.run(Stage.REVEAL, Stage.MOVE)
    assert scene.robot("A").moved == 1


def test_t19_a_new_hit_locks_that_card_again():
    scene, card = freed()
    scene.hurt("A", 1)
    assert (scene.locked("A"), scene.registers("A")[4]) == ([5], card)


def test_t19_the_card_of_a_freed_register_is_discarded_at_the_end_of_the_turn():
    scene, _ = freed()
    assert scene.run(Stage.CLEAN_UP, Stage.CLEAN_UP).registers("A") == [0] * 5


def returned():
    """A has re-entered where it was destroyed; nobody else comes there."""
    scene = Scene(":  B> :     :  A^ :     :").hurt("A", 9).damage_step()
    return scene.put("B", 0, 0, "<").run(Stage.REENTER, Stage.REENTER)


def test_t19_who_re_enters_on_its_own_debris_leaves_it():
    assert left(returned()) == ([2], {(2, 0)})


def test_t19_who_stays_on_its_own_debris_leaves_it():
    assert left(returned().phase(A=Card.U_TURN)) == ([2], {(2, 0)})


def test_t19_who_comes_back_to_its_own_debris_removes_it():
    scene = returned().put("A", 2, 0, ">").play(A=Card.MOVE_1).play(A=Card.BACK_UP)
    assert left(scene) == ([1], set())


def test_t19_who_leaves_its_own_debris_removes_what_lies_beside_it():
    scene = returned().debris(3, 0, "A").put("A", 2, 0, ">").play(A=Card.MOVE_1)
    assert left(scene) == ([1], {(2, 0)})


def test_t19_another_robot_removes_the_debris_under_who_re_entered():
    scene = returned().put("B", 1, 0, ">").hurt("B", 3).play(B=Card.MOVE_1)
    assert (scene.damage("B"), scene.debris_at) == ([2], set())


def test_t19_who_re_enters_on_its_own_and_another_robots_debris_removes_it():
    scene = Scene(":  B> :     :  A^ :").hurt("A", 9).damage_step().debris(2, 0, "B")
    assert left(scene.run(Stage.REENTER, Stage.REENTER)) == ([1], set())
