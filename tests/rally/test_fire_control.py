"""Fire Control in the damage step: damage first, from one snapshot, then all else (RR22)."""

import pytest

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.damage import deal_damage
from cogarena.envs.rally.fire import aim_weapons, fire_main_lasers, weapon_effects
from cogarena.envs.rally.state import Ask, Place
from support.scenes.rally import NUMBER, Scene

MOVE_1, MOVE_2, MOVE_3 = NUMBER[Card.MOVE_1], NUMBER[Card.MOVE_2], NUMBER[Card.MOVE_3]


def aimed(drawing, shooter, *control):
    """Everybody has fired; the robot with Fire Control has chosen this for its only hit."""
    scene = Scene(drawing).give(shooter, Option.FIRE_CONTROL)
    return fires(scene, shooter, *control)


def fires(scene, shooter, *control):
    assert scene.ask(aim_weapons) is None
    assert scene.ask(fire_main_lasers) == (shooter, Ask.CONTROL)
    scene.answer(*control)
    assert scene.ask(fire_main_lasers) is None
    return scene


def dealt(scene, *answers):
    """Deal the damage; the answers are given in order."""
    for answer in answers:
        assert scene.ask(deal_damage)[1] == Ask.PREVENT
        scene.answer(*answer)
    assert scene.ask(deal_damage) is None
    return scene


@pytest.mark.parametrize(("shooter", "target"), ["AB", "BA"])
def test_rr22_fire_control_does_not_disarm_a_robot_that_fires_in_the_same_step(shooter, target):
    scene = Scene(f":   {shooter}>:   {target}<:")
    scene.give(shooter, Option.FIRE_CONTROL).give(target, Option.DOUBLE_BARRELED_LASER)
    fires(scene, shooter, "option", Option.DOUBLE_BARRELED_LASER)
    dealt(scene, *[("pass",)] * 2)
    assert (scene.damage(shooter), scene.held(target)) == ([2], set())


def hit_from_both_sides(*options, control):
    """A has Fire Control and C an ordinary laser; between them stands B with options."""
    scene = Scene(":   A>:   B^:   C<:").give("A", Option.FIRE_CONTROL).give("B", *options)
    return fires(scene, "A", *control)


def test_rr22_an_option_to_be_destroyed_can_still_be_discarded_against_a_hit_of_the_step():
    scene = hit_from_both_sides(Option.BRAKES, control=("option", Option.BRAKES))
    dealt(scene, ("option", Option.BRAKES))
    assert (scene.damage("B"), scene.held("B")) == ([0], set())


def test_rr22_an_option_is_destroyed_if_it_was_not_discarded():
    scene = hit_from_both_sides(Option.BRAKES, control=("option", Option.BRAKES))
    dealt(scene, ("pass",))
    assert (scene.damage("B"), scene.held("B")) == ([1], set())


def test_rr22_an_ablative_coat_to_be_destroyed_takes_the_damage_of_the_step():
    scene = hit_from_both_sides(Option.ABLATIVE_COAT, control=("option", Option.ABLATIVE_COAT))
    assert (dealt(scene).damage("B"), scene.held("B")) == ([0], set())


def test_rr22_nothing_is_destroyed_or_locked_before_the_damage_is_dealt():
    scene = hit_from_both_sides(Option.BRAKES, control=("register", 0))
    assert (scene.locked("B"), scene.damage("B")) == ([], [0])
    scene = hit_from_both_sides(Option.BRAKES, control=("option", Option.BRAKES))
    assert scene.held("B") == {Option.BRAKES}


def test_fire_control_token_is_taken_by_an_ablative_coat():
    scene = Scene(":   A>:   B^:").give("B", Option.ABLATIVE_COAT).give("A", Option.FIRE_CONTROL)
    dealt(fires(scene, "A", "register", 0))
    assert (scene.damage("B"), scene.locked("B"), int(scene.robot("B").coat)) == ([0], [], 1)


def test_fire_control_token_is_prevented_by_an_option():
    scene = Scene(":   A>:   B^:").give("B", Option.BRAKES).give("A", Option.FIRE_CONTROL)
    dealt(fires(scene, "A", "register", 0), ("option", Option.BRAKES))
    assert (scene.damage("B"), scene.locked("B")) == ([0], [])


@pytest.mark.parametrize("asks", [True, False])
def test_fire_control_token_is_prevented_by_a_token_of_the_robot(asks):
    scene = aimed(":   A>:   B^:", "A", "register", 0)
    scene.floor.asks_all, scene.robot("B").tokens = asks, 1
    dealt(scene, *[("yes",)] * asks)
    assert (scene.damage("B"), scene.locked("B"), int(scene.robot("B").tokens)) == ([0], [], 0)


def test_fire_control_token_is_stopped_by_a_power_down_shield():
    scene = Scene(":   A>:   B^:").give("B", Option.POWER_DOWN_SHIELD).power_down("B")
    scene.give("A", Option.FIRE_CONTROL)
    dealt(fires(scene, "A", "register", 0))
    assert (scene.damage("B"), scene.locked("B")) == ([0], [])


def test_fire_control_token_comes_after_the_ordinary_ones():
    scene = hit_from_both_sides(Option.ABLATIVE_COAT, control=("register", 2))
    scene.robot("B").coat = 2
    assert (dealt(scene).damage("B"), scene.locked("B")) == ([1], [3])


def test_fire_control_token_for_a_register_that_locks_meanwhile_is_an_ordinary_one():
    scene = Scene(":   A>:   B^:   C<:").give("A", Option.FIRE_CONTROL).hurt("B", 4)
    dealt(fires(scene, "A", "register", 4))
    assert (scene.damage("B"), scene.locked("B")) == ([6], [4, 5])


def test_fire_control_tokens_of_two_robots_on_one_register_lock_it_once():
    scene = Scene(":   A>:   B^:   C<:").give("A", Option.FIRE_CONTROL)
    scene.robot("C").lent = 1 << int(Option.FIRE_CONTROL)
    scene.ask(aim_weapons)
    for _ in range(2):
        scene.ask(fire_main_lasers)
        scene.answer("register", 1)
    assert scene.ask(fire_main_lasers) is None
    assert (dealt(scene).damage("B"), scene.locked("B")) == ([2], [2])


def test_fire_control_token_is_dealt_by_the_robot_that_fired():
    assert aimed(":   A>:   B^:", "A", "register", 0).robot("B").hitters == 1


def test_rr22_radio_control_does_not_change_whose_weapon_comes_first_in_this_register():
    # A presses B east into the pit, unless C has pulled it south before; D controls A.
    drawing = """
        :   D>:   A>:   B^: []  :
        :     :     :     :     :
        :     :     :   C^:     :
    """
    scene = Scene(drawing).give("A", Option.PRESSOR_BEAM).give("C", Option.TRACTOR_BEAM)
    scene.give("D", Option.RADIO_CONTROL)
    scene.program("A", MOVE_3).program("C", MOVE_2).program("D", MOVE_1)
    for weapon in (Option.PRESSOR_BEAM, Option.TRACTOR_BEAM, Option.RADIO_CONTROL):
        scene.ask(aim_weapons)
        scene.answer("option", weapon)
    assert scene.ask(aim_weapons) is None
    scene.run(weapon_effects)
    assert scene.robot("B").place == Place.DESTROYED
