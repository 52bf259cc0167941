"""Coming back after a death: P16."""

import pytest

from cogarena.envs.powerball.state import Stage
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.state import Place, Power
from support.scenes.powerball import Scene

FLAGS = [(5, 0), (11, 5), (6, 11), (0, 6)]
AHEAD = [(5, 1), (10, 5), (6, 10), (1, 6)]


def fall(register=1, **settings):
    """robot_0 is about to walk into a pit."""
    scene = Scene(register=register, **settings).put("robot_0", 3, 4, "^")
    return scene.program(robot_0=Card.MOVE_1)


def block(scene, number, *names):
    """Two robots on a flag and before it, where a wall is next."""
    for name, square in zip(names, (FLAGS[number - 1], AHEAD[number - 1]), strict=True):
        scene.put(name, *square)
    return scene


def test_p16_a_robot_re_enters_at_the_end_of_the_phase_in_which_it_died():
    scene = fall()
    scene.run(Stage.REVEAL, Stage.SPAWN)
    assert scene.robot("robot_0").place == Place.DESTROYED
    assert scene.reentry().is_alive("robot_0")
    assert scene.r.register == 1


def test_p16_in_phase_five_it_re_enters_before_the_payouts():
    scene = fall(5).hurt("robot_0", 3).phase()
    assert scene.is_alive("robot_0")
    assert scene.s.stage == Stage.WRENCHES


def test_p16_so_that_it_is_on_its_flag_when_flags_are_counted():
    scene = fall(5).flag("robot_1", 1).flag("robot_2", 2)
    scene.roll("1d4=3", "1d6=2").phase().run(Stage.WRENCHES, Stage.EVENT)
    assert scene.s.on_flags.tolist() == [1, 2, 0, -1]
    assert scene.told("happened")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_p16_a_roll_tells_the_flag(number):
    scene = Scene().dead("robot_0").roll(f"1d4={number}").reentry()
    assert scene.at("robot_0") == FLAGS[number - 1]
    entered = {"event": "entered", "robot": "robot_0", "flag": number}
    assert scene.told_without_places("entered") == [entered]


@pytest.mark.parametrize("faces", "^>v<")
def test_p16_the_facing_is_a_decision(faces):
    scene = Scene().dead("robot_0").reentry(robot_0=faces)
    assert scene.asked == [("robot_0", "FACING")]
    assert scene.faces("robot_0") == faces


def test_p16_robots_in_sight_do_not_matter():
    scene = Scene().dead("robot_0").put("robot_1", 7, 0).put("robot_2", 3, 0).roll("1d4=1")
    scene.ask(Stage.REENTER)
    assert scene.may_only("^", ">", "v", "<")


def test_p16_unasked_it_faces_as_the_flag():
    scene = Scene(ask="program").dead("robot_0").roll("1d4=3").reentry()
    assert not scene.asked
    assert scene.faces("robot_0") == "^"


def test_p16_it_has_no_damage_tokens():
    scene = fall().hurt("robot_0", 6)
    scene.robot("robot_0").program[0] = 49
    assert scene.phase().damage("robot_0") == [0]
    assert scene.robot("robot_0").locks == 0


def test_p16_after_a_death_by_damage_neither():
    scene = Scene().put("robot_0", 1, 0).hurt("robot_0", 9).put("robot_1", 4, 0, "<").phase()
    assert scene.told("destroyed")
    assert scene.damage("robot_0") == [0]


def test_p16_its_registers_are_discarded():
    scene = fall()
    scene.robot("robot_0").program[:] = (49, 50, 51, 52, 53)
    assert scene.phase().robot("robot_0").program.tolist() == [0] * 5


def test_p16_it_is_powered_down_for_the_rest_of_the_turn():
    scene = fall().phase()
    assert scene.robot("robot_0").power == Power.DOWN
    before = scene.at("robot_0")
    scene.robot("robot_0").program[1] = 49
    assert scene.phase().at("robot_0") == before


def test_p16_so_it_does_not_fire():
    scene = fall().roll("1d4=1").put("robot_1", 9, 0, "^").phase(robot_0=">")
    assert scene.phase().damage("robot_1") == [0]


def test_p16_in_the_next_turn_it_runs():
    scene = fall(5).phase().end_of_turn().next_turn()
    assert scene.robot("robot_0").power == Power.ON
    assert (scene.robot("robot_0").hand > 0).sum() == 9


def test_p16_it_is_not_asked_whether_to_enter_powered_down():
    scene = fall(5).phase()
    assert scene.asked == [("robot_0", "FACING")]


def test_p16_an_announced_power_down_is_forgotten():
    scene = fall(5)
    scene.robot("robot_0").announced = 1
    assert scene.phase().end_of_turn().next_turn().robot("robot_0").power == Power.ON


def test_p16_robots_re_enter_in_the_order_of_their_deaths():
    scene = Scene().put("robot_0", 3, 4, "^").put("robot_1", 5, 6, "v").put("robot_2", 8, 5, "v")
    scene.program(robot_0=49, robot_1=51, robot_2=50).phase()
    assert [e["robot"] for e in scene.told("entered")] == ["robot_1", "robot_2", "robot_0"]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_p16_a_robot_on_that_flag_is_shifted_in_the_flags_direction(number):
    scene = Scene().dead("robot_0").flag("robot_1", number, "<").roll(f"1d4={number}").reentry()
    assert scene.at("robot_0") == FLAGS[number - 1]
    assert scene.at("robot_1") == AHEAD[number - 1]
    assert scene.faces("robot_1") == "<"


def test_p16_it_pushes_others_on():
    scene = Scene().dead("robot_0").put("robot_1", 5, 0).put("robot_2", 5, 1)
    scene.setup.floor.squares[5, 1].walls = 0
    scene.roll("1d4=1").reentry()
    assert (scene.at("robot_1"), scene.at("robot_2")) == ((5, 1), (5, 2))


@pytest.mark.parametrize(("number", "then"), [(1, 2), (2, 3), (3, 4), (4, 1)])
def test_p16_if_it_cannot_be_shifted_the_next_flag_is_taken(number, then):
    scene = block(Scene().dead("robot_0"), number, "robot_1", "robot_2")
    scene.roll(f"1d4={number}").reentry()
    assert scene.at("robot_0") == FLAGS[then - 1]
    assert scene.at("robot_1") == FLAGS[number - 1]
    assert scene.told("entered")[0]["flag"] == then


def test_p16_and_the_next_but_one():
    scene = Scene(robots=8).dead("robot_0")
    for number in (1, 2, 3):
        block(scene, number, f"robot_{2 * number - 1}", f"robot_{2 * number}")
    scene.flag("robot_7", 4).roll("1d4=1").reentry()
    assert scene.at("robot_0") == (0, 6)
    assert scene.at("robot_7") == (1, 6)


def test_p16_a_shifted_robot_may_pick_up_a_ball():
    scene = Scene().dead("robot_0").flag("robot_1", 1).ball((5, 1)).roll("1d4=1").reentry()
    assert scene.who("PICK_UP") == ["robot_1"]


def test_p16_a_shifted_robot_can_meet_a_bomb():
    scene = Scene().dead("robot_0").flag("robot_1", 1).bomb("robot_2", 5, 1).roll("1d4=1")
    scene.reentry()
    assert scene.damage("robot_0", "robot_1") == [3, 6]
    assert not scene.bombs


def test_p16_a_robot_that_enters_onto_a_bomb_meets_it():
    scene = Scene().dead("robot_0").bomb("robot_2", 5, 0).roll("1d4=1").reentry()
    assert scene.damage("robot_0") == [6]


def test_p16_a_robot_that_dies_while_others_re_enter_comes_back_too():
    scene = Scene().dead("robot_0").flag("robot_1", 1).hurt("robot_1", 4).bomb("robot_2", 5, 1)
    scene.put("robot_2", 11, 11).roll("1d4=1").reentry()
    assert [e["robot"] for e in scene.told("entered")] == ["robot_0", "robot_1"]
    assert scene.is_alive("robot_1")
    assert scene.points("robot_2") == [2]


def test_p16_dying_twice_in_a_turn_is_two_re_entries():
    scene = fall().phase()
    scene.put("robot_0", 3, 4, "^").program(robot_0=Card.MOVE_1).phase()
    assert scene.is_alive("robot_0")
    assert [e["event"] for e in scene.story] == ["destroyed", "entered"]


def test_p16_one_option_is_lost_at_death():
    scene = (
        fall()
        .give("robot_0", Option.BRAKES, Option.CRAB_LEGS)
        .phase(robot_0=["pass", Option.CRAB_LEGS])
    )
    assert ("robot_0", "LOSE") in scene.asked
    assert scene.held("robot_0") == {Option.BRAKES}
    assert scene.discards == {Option.CRAB_LEGS}


def test_p16_the_only_option_is_lost_without_a_question():
    scene = fall().give("robot_0", Option.CRAB_LEGS).phase()
    assert not scene.who("LOSE")
    assert scene.discards == {Option.CRAB_LEGS}


def test_p16_a_robot_that_dies_while_recompiling_re_enters_after_the_first_phase():
    scene = Scene().community(Option.RECOMPILE, Option.EXTRA_MEMORY)
    scene.put("robot_0", 1, 0).hurt("robot_0", 9).carry("robot_0", 2)
    scene.run(Stage.BEGIN, Stage.RECOMPILE, robot_0="yes")
    assert not scene.is_alive("robot_0")
    assert len(scene.balls) == 2
    assert scene.phase().is_alive("robot_0")
