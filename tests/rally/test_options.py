"""The 26 option cards, each by a scene named after it, and how they meet each other."""

import pytest

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.damage import deal_damage
from cogarena.envs.rally.deck import deal, hand_size, repair
from cogarena.envs.rally.fire import (
    aim_weapons,
    fire_board_lasers,
    fire_main_lasers,
    fire_rear_lasers,
    weapon_effects,
)
from cogarena.envs.rally.floor import Belt
from cogarena.envs.rally.log import Cause
from cogarena.envs.rally.machines import repair_robots, run_belts, touch, trip_breakers, turn_gears
from cogarena.envs.rally.programming import (
    ask_gyroscopes,
    ask_programs,
    ask_recompile,
    ask_stores,
)
from cogarena.envs.rally.registers import ask_aborts, ask_swaps, card_of, move_robots, next_robot
from cogarena.envs.rally.state import ACTIONS, FLYWHEEL_SLOT, Ask, Place, Power
from cogarena.envs.rally.turns import begin_turn, reenter
from support.scenes.rally import LETTERS, NUMBER, Scene

MOVE_1, MOVE_2, MOVE_3 = NUMBER[Card.MOVE_1], NUMBER[Card.MOVE_2], NUMBER[Card.MOVE_3]
BACK_UP, LEFT, RIGHT = NUMBER[Card.BACK_UP], NUMBER[Card.ROTATE_LEFT], NUMBER[Card.ROTATE_RIGHT]
U_TURN = NUMBER[Card.U_TURN]
ROW = ":     :     :     :     :     :"


def row(**robots):
    """Five squares in a row with robots on them: A=(0, ">")."""
    scene = Scene(ROW)
    for letter, (x, faces) in robots.items():
        scene.put(letter, x, 0, faces)
    return scene


def damage(scene):
    return [int(robot.damage) for robot in scene.r.robots[: scene.r.count]]


def programming(letter="A", *hand, options=()):
    """A robot with this hand that has been asked for its first register."""
    scene = Scene(ROW).put(letter, 0, 0, ">").give(letter, *options)
    scene.robot(letter).hand[: len(hand)] = hand
    assert scene.ask(asks_programs) == (letter, Ask.PROGRAM)
    return scene


def asks_programs(floor, r):
    return ask_programs(r)


def executes(scene, *answers):
    """Run the register's moves, answering GEAR questions in order."""
    for yes in answers:
        assert scene.ask(move_robots)[1] == Ask.GEAR
        scene.answer("yes" if yes else "pass")
    assert scene.ask(move_robots) is None
    return scene


def fires(scene, *answers):
    """Aim, fire, damage and effects of one step, answering questions in order."""
    pending = list(answers)
    for stage in (aim_weapons, fire_main_lasers):
        while scene.ask(stage):
            scene.answer(*pending.pop(0))
    assert not pending
    scene.run(fire_rear_lasers)
    while scene.ask(deal_damage):
        scene.answer("pass")
    scene.run(weapon_effects)
    return scene


def test_ablative_coat_takes_three_tokens_and_goes_with_the_third():
    scene = row(A=(0, ">")).give("A", Option.ABLATIVE_COAT)
    scene.robot("A").incoming = 2
    scene.run(deal_damage)
    assert (damage(scene), scene.held("A")) == ([0], {Option.ABLATIVE_COAT})
    scene.robot("A").incoming = 2
    scene.run(deal_damage)
    assert (damage(scene), scene.held("A")) == ([1], set())


def test_ablative_coat_takes_the_token_before_anybody_is_asked():
    scene = row(A=(0, ">")).give("A", Option.ABLATIVE_COAT, Option.BRAKES)
    scene.robot("A").incoming = 1
    assert scene.ask(deal_damage) is None


def revealing(*options, cards=(MOVE_1, MOVE_2, MOVE_3)):
    scene = row(A=(0, ">")).give("A", *options).program("A", *cards)
    deal(scene.r)
    return scene


def test_abort_switch_replaces_the_revealed_card_from_the_deck():
    scene = revealing(Option.ABORT_SWITCH)
    top = scene.deck[-1]
    assert scene.ask(ask_aborts) == ("A", Ask.ABORT)
    scene.answer("yes")
    assert scene.registers("A")[0] == top


def test_abort_switch_replaces_every_later_card_too():
    scene = revealing(Option.ABORT_SWITCH)
    scene.ask(ask_aborts)
    scene.answer("yes")
    scene.ask(ask_aborts)
    scene.r.register = 1
    top = scene.deck[-1]
    assert scene.ask(ask_aborts) is None
    assert scene.registers("A")[1] == top


def test_abort_switch_can_be_declined_and_asks_again_in_the_next_register():
    scene = revealing(Option.ABORT_SWITCH)
    scene.ask(ask_aborts)
    scene.answer("pass")
    assert scene.registers("A")[0] == MOVE_1
    scene.ask(ask_aborts)
    scene.r.register = 1
    assert scene.ask(ask_aborts) == ("A", Ask.ABORT)


def test_abort_switch_leaves_a_locked_register_alone():
    scene = revealing(Option.ABORT_SWITCH)
    scene.robot("A").locks = 1
    assert scene.ask(ask_aborts) is None
    assert scene.registers("A")[0] == MOVE_1


def test_brakes_move_nothing_with_a_move_1():
    scene = row(A=(0, ">")).give("A", Option.BRAKES).program("A", MOVE_1)
    assert executes(scene, True).at("A") == (0, 0)


def test_brakes_can_be_declined():
    scene = row(A=(0, ">")).give("A", Option.BRAKES).program("A", MOVE_1)
    assert executes(scene, False).at("A") == (1, 0)


def test_brakes_ask_for_a_move_1_only():
    scene = row(A=(0, ">")).give("A", Option.BRAKES).program("A", MOVE_2)
    assert executes(scene).at("A") == (2, 0)


@pytest.mark.parametrize(("tokens", "down"), [(2, 0), (3, 1)])
def test_circuit_breaker_powers_down_with_three_damage_at_the_end_of_the_turn(tokens, down):
    scene = row(A=(0, ">")).give("A", Option.CIRCUIT_BREAKER).hurt("A", tokens)
    trip_breakers(scene.r)
    begin_turn(scene.r)
    assert scene.robot("A").power == (Power.DOWN if down else Power.ON)


def test_conditional_program_keeps_a_left_over_card_and_plays_it_instead():
    scene = row(A=(0, ">")).give("A", Option.CONDITIONAL_PROGRAM).program("A", *[MOVE_1] * 5)
    scene.robot("A").hand[3] = U_TURN
    assert scene.ask(ask_stores) == ("A", Ask.CONDITIONAL)
    scene.answer("card", 3)
    assert scene.ask(ask_swaps) == ("A", Ask.SWAP)
    scene.answer("yes")
    assert scene.ask(ask_swaps) is None
    assert scene.registers("A")[0] == U_TURN
    assert scene.ask(ask_swaps) is None


def test_conditional_program_asks_all_at_once_and_nothing_happens_before_the_last_answer():
    scene = row(A=(0, ">"), B=(4, "<")).program("A", MOVE_1).program("B", MOVE_1)
    scene.robot("A").spare, scene.robot("B").spare = U_TURN, MOVE_2
    assert scene.ask(ask_swaps) == ("A", Ask.SWAP)
    assert scene.r.pending == 0b11
    scene.answer("yes")
    assert (scene.r.pending, scene.registers("A")[0]) == (0b10, MOVE_1)
    scene.answer("yes")
    assert scene.ask(ask_swaps) is None
    assert (scene.registers("A")[0], scene.registers("B")[0]) == (U_TURN, MOVE_2)


def test_conditional_program_can_wait_for_a_later_register():
    scene = row(A=(0, ">")).give("A", Option.CONDITIONAL_PROGRAM).program("A", *[MOVE_1] * 5)
    scene.robot("A").spare = U_TURN
    scene.ask(ask_swaps)
    scene.answer("pass")
    assert scene.ask(ask_swaps) is None
    scene.r.register = 3
    assert scene.ask(ask_swaps) == ("A", Ask.SWAP)


def test_conditional_program_unused_is_discarded_at_the_end_of_the_turn():
    scene = row(A=(0, ">")).give("A", Option.CONDITIONAL_PROGRAM)
    scene.robot("A").spare = U_TURN
    begin_turn(scene.r)
    assert scene.robot("A").spare == 0


def test_crab_legs_side_step_without_turning():
    scene = Scene(":     :\n:     :").put("A", 0, 0, ">").give("A", Option.CRAB_LEGS)
    scene.program("A", MOVE_1)
    scene.robot("A").pairs[0], scene.robot("A").crabs = RIGHT, 1
    assert executes(scene).at("A") == (0, 1)
    assert scene.faces("A") == ">"


def test_crab_legs_join_a_move_1_with_a_rotate_card():
    scene = programming("A", MOVE_1, LEFT, U_TURN, *[MOVE_2] * 5, options=(Option.CRAB_LEGS,))
    scene.answer("card", 0)
    assert scene.ask(asks_programs) == ("A", Ask.PAIR)
    assert scene.legal == {0, ACTIONS.number("crab", 1)}
    scene.answer("crab", 1)
    assert scene.robot("A").pairs[0] == LEFT


def test_crab_legs_need_a_card_for_every_other_register():
    scene = programming("A", MOVE_1, LEFT, *[MOVE_2] * 3, options=(Option.CRAB_LEGS,))
    scene.answer("card", 0)
    assert scene.ask(asks_programs) == ("A", Ask.PROGRAM)


def test_crab_legs_on_a_locked_register_step_again_every_turn():
    scene = Scene(":     :\n:     :\n:     :").put("A", 0, 0, ">").give("A", Option.CRAB_LEGS)
    scene.program("A", MOVE_1)
    scene.robot("A").pairs[0], scene.robot("A").crabs, scene.robot("A").locks = RIGHT, 1, 1
    scene.robot("A").damage = 9
    executes(scene).next_deal()
    scene.robot("A").moved = 0
    assert executes(scene).at("A") == (0, 2)


def test_crab_legs_pair_is_discarded_when_the_register_is_freed():
    scene = row(A=(0, ">")).program("A", MOVE_1)
    robot = scene.robot("A")
    robot.pairs[0], robot.crabs, robot.locks, robot.damage = RIGHT, 1, 1, 9
    repair(scene.r, 0, 1, Cause.BASE)
    assert (robot.program[0], robot.pairs[0], robot.crabs) == (0, 0, 0)


def test_double_barreled_laser_does_two_damage():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.DOUBLE_BARRELED_LASER)
    assert damage(fires(scene)) == [0, 2]


@pytest.mark.parametrize(
    ("card", "second", "x", "faces"),
    [
        (MOVE_3, RIGHT, 2, "v"),
        (MOVE_1, LEFT, 0, "^"),
        (MOVE_3, U_TURN, 1, "<"),
        (MOVE_1, U_TURN, 0, "<"),
    ],
)
def test_dual_processor_moves_less_and_then_turns(card, second, x, faces):
    scene = row(A=(0, ">")).give("A", Option.DUAL_PROCESSOR).program("A", card)
    scene.robot("A").pairs[0] = second
    executes(scene)
    assert (scene.at("A"), scene.faces("A")) == ((x, 0), faces)


def test_dual_processor_joins_any_movement_with_any_rotation():
    scene = programming("A", BACK_UP, U_TURN, *[MOVE_2] * 5, options=(Option.DUAL_PROCESSOR,))
    scene.answer("card", 0)
    scene.ask(asks_programs)
    assert scene.legal == {0, ACTIONS.number("card", 1)}


def test_dual_processor_keeps_the_priority_of_the_movement_card():
    scene = row(A=(0, ">"), B=(3, ">")).program("A", MOVE_3).program("B", MOVE_2)
    scene.robot("A").pairs[0] = U_TURN
    assert LETTERS[next_robot(scene.r)] == "A"


def test_extra_memory_deals_one_more_card():
    scene = row(A=(0, ">"))
    before = hand_size(scene.robot("A"))
    scene.give("A", Option.EXTRA_MEMORY)
    assert hand_size(scene.robot("A")) == before + 1


def test_fire_control_puts_the_token_on_a_register():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.FIRE_CONTROL).program("B", *[MOVE_1] * 5)
    fires(scene, ("register", 2))
    assert (damage(scene), scene.locked("B")) == ([0, 1], [3])


def test_fire_control_destroys_an_option_instead_of_damage():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.FIRE_CONTROL).give("B", Option.BRAKES)
    fires(scene, ("option", Option.BRAKES))
    assert (damage(scene), scene.held("B")) == ([0, 0], set())


def test_fire_control_can_be_declined():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.FIRE_CONTROL)
    assert damage(fires(scene, ("pass",))) == [0, 1]


def test_fire_control_token_is_repaired_like_any_other():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.FIRE_CONTROL).program("B", *[MOVE_1] * 5)
    fires(scene, ("register", 2))
    repair(scene.r, 1, 1, Cause.BASE)
    assert (damage(scene), scene.locked("B")) == ([0, 0], [])


def test_flywheel_stores_a_left_over_card_for_a_later_turn():
    scene = row(A=(0, ">")).give("A", Option.FLYWHEEL).program("A", *[MOVE_1] * 5)
    scene.robot("A").hand[0] = MOVE_3
    assert scene.ask(ask_stores) == ("A", Ask.FLYWHEEL)
    scene.answer("card", 0)
    scene.next_deal()
    assert MOVE_3 in scene.hand("A")
    assert MOVE_3 not in scene.deck
    assert len(scene.hand("A")) == 10


def test_flywheel_stores_one_card_at_a_time():
    scene = row(A=(0, ">")).give("A", Option.FLYWHEEL)
    scene.robot("A").hand[0], scene.robot("A").hand[10] = MOVE_3, MOVE_2
    assert scene.ask(ask_stores) is None


@pytest.mark.parametrize(("used", "x"), [(True, 4), (False, 3)])
def test_fourth_gear_makes_a_move_3_a_move_4(used, x):
    scene = row(A=(0, ">")).give("A", Option.FOURTH_GEAR).program("A", MOVE_3)
    assert executes(scene, used).at("A") == (x, 0)


@pytest.mark.parametrize(("on", "faces"), [(True, "^"), (False, ">")])
def test_gyroscopic_stabilizer_keeps_gears_from_turning_the_robot(on, faces):
    scene = Scene(": gR  :").put("A", 0, 0, "^").give("A", Option.GYROSCOPIC_STABILIZER)
    assert scene.ask(ask_gyroscopes) == ("A", Ask.GYROSCOPE)
    scene.answer("yes" if on else "pass")
    assert scene.run(turn_gears).faces("A") == faces


def test_gyroscopic_stabilizer_keeps_curves_from_turning_the_robot_but_is_moved():
    drawing = """
        : >   : v   :
        :     :     :
    """
    scene = Scene(drawing).put("A", 0, 0, ">").give("A", Option.GYROSCOPIC_STABILIZER)
    scene.robot("A").gyroscope = 1
    scene.run(lambda floor, r: run_belts(floor, r, Belt.NORMAL))
    assert (scene.at("A"), scene.faces("A")) == ((1, 0), ">")


def test_high_power_laser_passes_one_robot_and_hits_both():
    scene = row(A=(0, ">"), B=(1, "^"), C=(3, "^"), D=(4, "^")).give("A", Option.HIGH_POWER_LASER)
    assert damage(fires(scene)) == [0, 1, 1, 0]


def test_high_power_laser_passes_one_wall():
    scene = Scene(":     |     :     :").put("A", 0, 0, ">").put("B", 2, 0, "^")
    assert damage(fires(scene.give("A", Option.HIGH_POWER_LASER))) == [0, 1]


def test_high_power_laser_does_not_pass_two_walls():
    scene = Scene(":     |     |     :").put("A", 0, 0, ">").put("B", 2, 0, "^")
    assert damage(fires(scene.give("A", Option.HIGH_POWER_LASER))) == [0, 0]


def test_high_power_laser_passes_a_wall_or_a_robot_not_both():
    scene = Scene(":     |     :     :").put("A", 0, 0, ">").put("B", 1, 0, "^").put("C", 2, 0, "^")
    assert damage(fires(scene.give("A", Option.HIGH_POWER_LASER))) == [0, 1, 0]


def test_mechanical_arm_touches_a_flag_one_square_away():
    scene = Scene(":     : F1  :").put("A", 0, 0, "^").give("A", Option.MECHANICAL_ARM)
    scene.run(touch)
    assert scene.robot("A").touched == 1


def test_mechanical_arm_reaches_diagonally_but_not_through_walls():
    drawing = """
        :     :     :
        :     : F1  :
    """
    scene = Scene(drawing).put("A", 0, 0, "^").give("A", Option.MECHANICAL_ARM).run(touch)
    assert scene.robot("A").touched == 1
    scene = Scene(":     | F1  :").put("A", 0, 0, "^").give("A", Option.MECHANICAL_ARM).run(touch)
    assert scene.robot("A").touched == 0


def test_mechanical_arm_repairs_from_a_square_away():
    scene = Scene(":     : w1  :").put("A", 0, 0, "^").give("A", Option.MECHANICAL_ARM)
    scene.hurt("A", 2).run(repair_robots)
    assert damage(scene) == [1]


def test_mechanical_arm_does_not_move_the_archive():
    scene = Scene(":     :     : w1  :").put("A", 0, 0, "^").put("A", 1, 0, "^")
    scene.give("A", Option.MECHANICAL_ARM).run(touch)
    assert (scene.robot("A").archive_x, scene.robot("A").archive_y) == (0, 0)


def test_mini_howitzer_damages_and_pushes_away():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.MINI_HOWITZER)
    fires(scene, ("option", Option.MINI_HOWITZER))
    assert (damage(scene), scene.at("B")) == ([0, 1], (3, 0))


def test_mini_howitzer_is_discarded_with_the_fifth_use():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.MINI_HOWITZER)
    scene.robot("A").shells = 4
    fires(scene, ("option", Option.MINI_HOWITZER))
    assert scene.held("A") == set()


def test_mini_howitzer_is_not_asked_for_without_a_target():
    scene = row(A=(0, ">"), B=(2, "^")).give("B", Option.MINI_HOWITZER)
    assert scene.ask(aim_weapons) is None


def test_power_down_shield_stops_one_damage_from_each_direction():
    scene = row(A=(0, ">"), B=(2, "^"), C=(4, "<"))
    scene.give("B", Option.POWER_DOWN_SHIELD).give("A", Option.DOUBLE_BARRELED_LASER)
    scene.robot("B").power = Power.DOWN
    assert damage(fires(scene)) == [0, 1, 0]


def test_power_down_shield_does_nothing_while_the_robot_runs():
    scene = row(A=(0, ">"), B=(2, "^")).give("B", Option.POWER_DOWN_SHIELD)
    assert damage(fires(scene)) == [0, 1]


def test_power_down_shield_stops_board_lasers():
    scene = Scene("|2    :     :").put("A", 1, 0, "^").give("A", Option.POWER_DOWN_SHIELD)
    scene.robot("A").power = Power.DOWN
    scene.run(fire_board_lasers, deal_damage)
    while scene.ask(deal_damage):
        scene.answer("pass")
    assert damage(scene) == [1]


def test_pressor_beam_moves_the_target_away_without_damage():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.PRESSOR_BEAM)
    fires(scene, ("option", Option.PRESSOR_BEAM))
    assert (damage(scene), scene.at("B")) == ([0, 0], (3, 0))


def test_pressor_beam_pushes_chains():
    scene = row(A=(0, ">"), B=(2, "^"), C=(3, "^")).give("A", Option.PRESSOR_BEAM)
    assert fires(scene, ("option", Option.PRESSOR_BEAM)).standing == "A..BC"


def test_radio_control_makes_the_target_run_the_shooters_program():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.RADIO_CONTROL)
    scene.program("A", MOVE_1, RIGHT).program("B", MOVE_2, MOVE_2)
    fires(scene, ("option", Option.RADIO_CONTROL))
    scene.r.register = 1
    assert card_of(scene.r, 1) == RIGHT


def test_radio_control_moves_the_target_right_after_the_shooter():
    scene = row(A=(0, "^"), B=(2, "^"), C=(4, "^")).program("C", MOVE_2)
    scene.robot("C").radio = 0
    scene.robot("A").radio = 3
    scene.robot("B").radio = 3
    order = []
    for _ in range(3):
        order.append(LETTERS[next_robot(scene.r)])
        scene.r.robots[next_robot(scene.r)].moved = 1
    assert order[0] == "C"
    assert set(order) == set("ABC")


def test_radio_control_ends_with_the_turn():
    scene = row(A=(0, ">"), B=(2, "^"))
    scene.robot("B").radio = 1
    begin_turn(scene.r)
    assert scene.robot("B").radio == 0


@pytest.mark.parametrize("walled", [False, True])
def test_ramming_gear_damages_who_is_bumped_moved_or_not(walled):
    edge = "|" if walled else ":"
    scene = Scene(f":     :     {edge}     :").put("A", 0, 0, ">").put("B", 1, 0, "^")
    scene.give("A", Option.RAMMING_GEAR).program("A", MOVE_1)
    assert damage(executes(scene)) == [0, 1]


def test_ramming_gear_hits_once_a_card_and_only_the_robot_touched():
    scene = row(A=(0, ">"), B=(1, "^"), C=(2, "^")).give("A", Option.RAMMING_GEAR)
    assert damage(executes(scene.program("A", MOVE_2))) == [0, 1, 0]


def test_rear_firing_laser_fires_backwards_as_well():
    scene = row(A=(2, ">"), B=(4, "^"), C=(0, "^")).give("A", Option.REAR_FIRING_LASER)
    assert damage(fires(scene)) == [0, 1, 1]


def test_recompile_deals_a_new_hand_for_a_damage_token():
    scene = row(A=(0, ">")).give("A", Option.RECOMPILE)
    deal(scene.r)
    before = scene.hand("A")
    assert scene.ask(ask_recompile) == ("A", Ask.RECOMPILE)
    scene.answer("yes")
    assert scene.ask(ask_recompile) is None
    assert scene.ask(deal_damage) == ("A", Ask.PREVENT)
    scene.answer("pass")
    assert damage(scene) == [1]
    assert len(scene.hand("A")) == len(before)
    assert not set(scene.hand("A")) & set(before)


def test_recompile_is_not_asked_where_only_the_flywheel_holds_a_card():
    scene = row(A=(0, ">")).give("A", Option.RECOMPILE, Option.FLYWHEEL)
    scene.robot("A").hand[FLYWHEEL_SLOT] = MOVE_2
    assert scene.ask(ask_recompile) is None
    scene.robot("A").hand[0] = MOVE_3
    assert scene.ask(ask_recompile) == ("A", Ask.RECOMPILE)


@pytest.mark.parametrize(("used", "x"), [(True, 2), (False, 3)])
def test_reverse_gear_backs_up_two_squares(used, x):
    scene = row(A=(4, ">")).give("A", Option.REVERSE_GEAR).program("A", BACK_UP)
    assert executes(scene, used).at("A") == (x, 0)


def test_scrambler_replaces_the_targets_next_card():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.SCRAMBLER).program("B", MOVE_1, MOVE_2)
    deal(scene.r)
    top = scene.deck[-1]
    fires(scene, ("option", Option.SCRAMBLER))
    assert scene.registers("B")[:2] == [MOVE_1, top]
    assert damage(scene) == [0, 0]


def test_scrambler_cannot_be_used_in_the_fifth_register():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.SCRAMBLER)
    scene.r.register = 4
    assert scene.ask(aim_weapons) is None


def test_superior_archive_re_enters_without_damage():
    scene = row(A=(0, ">")).give("A", Option.SUPERIOR_ARCHIVE)
    scene.robot("A").place, scene.robot("A").fell, scene.r.falls = Place.DESTROYED, 1, 1
    assert scene.ask(reenter) == ("A", Ask.FACING)
    assert damage(scene) == [0]


def test_tractor_beam_pulls_the_target_closer():
    scene = row(A=(0, ">"), B=(3, "^")).give("A", Option.TRACTOR_BEAM)
    assert fires(scene, ("option", Option.TRACTOR_BEAM)).at("B") == (2, 0)


def test_tractor_beam_cannot_be_used_on_an_adjacent_target():
    scene = row(A=(0, ">"), B=(1, "^")).give("A", Option.TRACTOR_BEAM)
    assert scene.ask(aim_weapons) is None


def test_a_weapon_can_be_declined_and_then_the_main_laser_fires():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.PRESSOR_BEAM)
    assert damage(fires(scene, ("pass",))) == [0, 1]


def test_a_weapon_replaces_the_main_laser():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.PRESSOR_BEAM, Option.DOUBLE_BARRELED_LASER)
    assert damage(fires(scene, ("option", Option.PRESSOR_BEAM))) == [0, 0]


def test_double_barreled_fire_control_and_high_power_combine():
    scene = row(A=(0, ">"), B=(1, "^"), C=(3, "^")).program("B", *[MOVE_1] * 5)
    scene.give("A", Option.DOUBLE_BARRELED_LASER, Option.FIRE_CONTROL, Option.HIGH_POWER_LASER)
    fires(scene, ("register", 0), ("pass",), ("pass",), ("pass",))
    assert damage(scene) == [0, 2, 2]
    assert scene.locked("B") == [1]


def test_radio_control_gives_way_to_the_scrambler():
    scene = row(A=(0, ">"), B=(2, "^"), C=(4, "<"))
    scene.give("A", Option.RADIO_CONTROL).give("C", Option.SCRAMBLER)
    for letter in "ABC":
        scene.program(letter, MOVE_1, MOVE_2)
    deal(scene.r)
    top = scene.deck[-1]
    fires(scene, ("option", Option.RADIO_CONTROL), ("option", Option.SCRAMBLER))
    scene.r.register = 1
    assert card_of(scene.r, 1) == top


def test_abort_switch_overrides_radio_control():
    scene = revealing(Option.ABORT_SWITCH).put("B", 3, 0, "^")
    scene.robot("A").radio = 2
    scene.program("B", MOVE_3)
    assert card_of(scene.r, 0) == MOVE_3
    top = scene.deck[-1]
    scene.ask(ask_aborts)
    scene.answer("yes")
    assert card_of(scene.r, 0) == top


def test_conditional_program_can_still_be_aborted_when_its_card_is_revealed():
    scene = revealing(Option.ABORT_SWITCH, Option.CONDITIONAL_PROGRAM)
    scene.robot("A").spare = U_TURN
    top = scene.deck[-1]
    scene.ask(ask_swaps)
    scene.answer("yes")
    assert scene.ask(ask_swaps) is None
    scene.ask(ask_aborts)
    scene.answer("yes")
    assert card_of(scene.r, 0) == top


def test_conditional_program_is_not_asked_for_once_the_abort_switch_is_used():
    scene = revealing(Option.ABORT_SWITCH, Option.CONDITIONAL_PROGRAM)
    scene.robot("A").spare, scene.robot("A").aborting = U_TURN, 1
    assert scene.ask(ask_swaps) is None


@pytest.mark.parametrize(("first", "place"), [("A", Place.DESTROYED), ("C", Place.FLOOR)])
def test_weapon_movements_go_by_register_priority(first, place):
    # A presses B east into the pit, unless C has pulled it south before.
    drawing = """
        :   A>:   B^: []  :
        :     :     :     :
        :     :   C^:     :
    """
    scene = Scene(drawing).give("A", Option.PRESSOR_BEAM).give("C", Option.TRACTOR_BEAM)
    scene.program("A", MOVE_3 if first == "A" else MOVE_1).program("C", MOVE_2)
    fires(scene, ("option", Option.PRESSOR_BEAM), ("option", Option.TRACTOR_BEAM))
    assert scene.robot("B").place == place


def test_a_weapon_push_into_a_pit_is_credited_to_the_shooter():
    scene = Scene(":     :     : []  :").put("A", 0, 0, ">").put("B", 1, 0, "^")
    fires(scene.give("A", Option.PRESSOR_BEAM), ("option", Option.PRESSOR_BEAM))
    assert scene.robot("B").place == Place.DESTROYED
    assert scene.robot("B").mover == 0


def test_targets_are_those_of_the_snapshot():
    scene = row(A=(0, ">"), B=(2, "^"), C=(3, "<"))
    scene.give("A", Option.PRESSOR_BEAM)
    fires(scene, ("option", Option.PRESSOR_BEAM))
    assert damage(scene) == [0, 1, 0]


def test_the_conditional_card_is_lost_with_its_option():
    scene = row(A=(0, ">")).give("A", Option.CONDITIONAL_PROGRAM)
    scene.robot("A").spare, scene.robot("A").incoming = U_TURN, 1
    scene.ask(deal_damage)
    scene.answer("option", Option.CONDITIONAL_PROGRAM)
    assert scene.robot("A").spare == 0


def test_a_robot_rammed_to_death_is_removed_before_the_next_one_moves():
    scene = row(A=(0, ">"), B=(1, ">")).give("A", Option.RAMMING_GEAR).hurt("B", 9)
    scene.program("A", MOVE_2).program("B", MOVE_1)
    executes(scene)
    assert scene.robot("B").place == Place.DESTROYED


def test_every_option_has_its_test():
    names = set(globals())
    for option in Option:
        assert any(name.startswith(f"test_{option.name.lower()}_") for name in names), option.name


def test_allies_are_neither_hit_nor_in_the_way():
    scene = row(A=(0, ">"), B=(1, "^"), C=(3, "^"))
    scene.robot("A").team = scene.robot("B").team = 1
    scene.robot("C").team = 2
    assert damage(fires(scene)) == [0, 0, 1]


def test_a_scrambled_register_remembers_who_scrambled_it():
    scene = row(A=(0, ">"), B=(2, "^")).give("A", Option.SCRAMBLER)
    deal(scene.r)
    fires(scene, ("option", Option.SCRAMBLER))
    assert scene.robot("B").jammers.tolist() == [0, 1, 0, 0, 0]
