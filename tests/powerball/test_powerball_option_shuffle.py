"""The option shuffle, from its trigger to its last effect: P24."""

import pytest

from cogarena.envs.core.rng import seed_rng
from cogarena.envs.powerball.state import OPTION_DECK, Happening, Stage
from cogarena.envs.rally.cards import Option
from support.scenes.powerball import QUIET, Scene
from support.scenes.rally import options_in

SHUFFLE = f"1d6={int(Happening.OPTION_SHUFFLE)}"
BRAKES, CRAB, GEAR, RAM, COAT = (
    Option.BRAKES,
    Option.CRAB_LEGS,
    Option.FOURTH_GEAR,
    Option.RAMMING_GEAR,
    Option.ABLATIVE_COAT,
)
SLOTS = [("community", 0), ("community", 1)]


def three_on_flags(*discards, **settings):
    """robot_0, robot_1 and robot_2 are on flags, robot_3 is not; these options are discarded."""
    scene = Scene(register=5, **settings).put("robot_3", 4, 4)
    for i in range(3):
        scene.flag(f"robot_{i}", i + 1)
    return scene.discard(*discards)


def first_card(scene):
    """Up to the first question; the option that robot_0 has taken, if no other is left."""
    scene.r.option_deck = 0
    scene.roll(SHUFFLE).run(Stage.FLAGS, Stage.FLAGS)
    assert scene.ask(Stage.EVENT) == ("robot_0", "TRADE")
    return Option(int(scene.s.at_stake) - 1)


def everything(scene):
    """All option cards, wherever they are."""
    piles = [scene.r.option_deck, scene.r.option_discards, *scene.r.robots["options"]]
    return sorted([*scene.shared, *(card for pile in piles for card in options_in(pile))])


def test_p24_each_robot_on_a_flag_takes_two_in_flag_order():
    scene = Scene(register=5).flag("robot_3", 1).flag("robot_0", 2).flag("robot_1", 4)
    scene.put("robot_2", 4, 4).end_of_turn(SHUFFLE)
    assert scene.who("TRADE") == ["robot_3", "robot_3", "robot_0", "robot_0", "robot_1", "robot_1"]
    assert [len(scene.held(f"robot_{i}")) for i in range(4)] == [2, 2, 0, 2]


def test_p24_from_the_discards():
    scene = three_on_flags(BRAKES, CRAB).end_of_turn(SHUFFLE)
    assert scene.held("robot_0") == {BRAKES, CRAB}


def test_p24_from_the_deck_if_there_are_none():
    scene = three_on_flags(BRAKES).end_of_turn(SHUFFLE)
    assert BRAKES in scene.held("robot_0")
    assert len(scene.held("robot_0")) == 2
    assert not scene.discards


def test_p24_nothing_if_both_are_empty():
    scene = three_on_flags(BRAKES)
    scene.r.option_deck = 0
    scene.end_of_turn(SHUFFLE)
    assert scene.who("TRADE") == ["robot_0"]
    assert [len(scene.held(f"robot_{i}")) for i in range(3)] == [1, 0, 0]


def test_p24_they_are_random():
    taken = set()
    for seed in range(30):
        scene = three_on_flags(BRAKES, CRAB, GEAR, RAM)
        scene.s.happening = Happening.OPTION_SHUFFLE
        scene.s.on_flags[0] = 0
        seed_rng(scene.r, seed)
        scene.ask(Stage.EVENT)
        taken |= scene.held("robot_0")
    assert taken == {BRAKES, CRAB, GEAR, RAM}


def test_p24_a_card_may_be_kept():
    scene = three_on_flags(BRAKES, CRAB).end_of_turn(SHUFFLE, robot_0=["pass", "pass"])
    assert scene.held("robot_0") == {BRAKES, CRAB}
    assert {e["option"] for e in scene.told("drawn")[:2]} == {"Brakes", "Crab Legs"}


def test_p24_kept_traded_with_a_player_or_with_the_community_is_a_decision():
    scene = three_on_flags(BRAKES).give("robot_3", GEAR, RAM).give("robot_1", CRAB)
    assert first_card(scene) == BRAKES
    assert scene.may_only("pass", GEAR, RAM, *SLOTS)


def test_p24_it_may_be_traded_for_an_option_of_a_player_not_on_a_flag():
    scene = three_on_flags(BRAKES).give("robot_3", GEAR, RAM)
    first_card(scene)
    scene.answer(GEAR)
    assert scene.held("robot_0") == {GEAR}
    assert scene.held("robot_3") == {BRAKES, RAM}


def test_p24_not_for_one_of_a_player_on_a_flag():
    scene = three_on_flags(BRAKES).give("robot_1", CRAB).give("robot_0", RAM)
    first_card(scene)
    assert scene.may_only("pass", *SLOTS)


@pytest.mark.parametrize("slot", [0, 1])
def test_p24_it_may_be_traded_for_a_community_option(slot):
    scene = three_on_flags(BRAKES)
    first_card(scene)
    scene.answer(("community", slot))
    assert scene.held("robot_0") == {QUIET[slot]}
    assert scene.shared[slot] == BRAKES
    assert scene.shared[1 - slot] == QUIET[1 - slot]


def test_p24_the_new_community_option_acts_for_all():
    scene = three_on_flags(BRAKES).community(RAM)
    first_card(scene)
    scene.answer(("community", 0))
    assert all(scene.r.robots["lent"][:4] >> BRAKES & 1)
    assert not any(scene.r.robots["lent"][:4] >> RAM & 1)


def test_p24_each_card_is_a_decision_of_its_own():
    scene = three_on_flags(BRAKES, CRAB).give("robot_3", GEAR)
    scene.end_of_turn(SHUFFLE, robot_0=[GEAR, ("community", 1)])
    assert scene.held("robot_0") == {GEAR, QUIET[1]}
    assert scene.held("robot_3") | {scene.shared[1]} == {BRAKES, CRAB}


def test_p24_the_limit_of_three_holds():
    scene = three_on_flags(BRAKES, CRAB).give("robot_0", GEAR, RAM)
    scene.end_of_turn(SHUFFLE, robot_0=["pass", "pass", GEAR])
    assert scene.asked[:3] == [("robot_0", "TRADE"), ("robot_0", "TRADE"), ("robot_0", "DISCARD")]
    assert scene.held("robot_0") == {BRAKES, CRAB, RAM}


def test_p24_what_was_discarded_can_be_drawn_by_the_next():
    scene = three_on_flags(BRAKES, CRAB).give("robot_0", GEAR, RAM)
    scene.end_of_turn(SHUFFLE, robot_0=["pass", "pass", GEAR])
    assert GEAR in scene.held("robot_1")


def test_p24_both_cards_are_taken_before_the_first_decision():
    scene = three_on_flags(BRAKES, CRAB).roll(SHUFFLE).run(Stage.FLAGS, Stage.FLAGS)
    assert scene.ask(Stage.EVENT) == ("robot_0", "TRADE")
    assert scene.held("robot_0") == {BRAKES, CRAB}


def test_p24_discards_come_after_both_decisions():
    scene = three_on_flags(BRAKES, CRAB).give("robot_0", GEAR, RAM, COAT)
    scene.end_of_turn(SHUFFLE)
    assert scene.asked[:4] == [("robot_0", "TRADE")] * 2 + [("robot_0", "DISCARD")] * 2


def test_p24_the_own_discard_does_not_come_back():
    scene = three_on_flags(BRAKES).give("robot_0", GEAR, RAM, COAT)
    scene.end_of_turn(SHUFFLE, robot_0=[GEAR, RAM])
    assert not scene.held("robot_0") & {GEAR, RAM}


def test_p24_unasked_both_are_taken_before_the_first_discard():
    scene = three_on_flags(BRAKES, ask="program").give("robot_0", COAT, Option.ABORT_SWITCH, RAM)
    scene.end_of_turn(SHUFFLE)
    assert not scene.held("robot_0") & {COAT, Option.ABORT_SWITCH}


def test_p24_a_trade_with_a_player_changes_nobodys_number_of_options():
    scene = three_on_flags(BRAKES).give("robot_3", GEAR, RAM, COAT)
    first_card(scene)
    scene.answer(RAM)
    assert len(scene.held("robot_3")) == 3


def test_p24_a_worn_card_is_as_new_with_its_new_owner():
    scene = three_on_flags(BRAKES).give("robot_3", COAT)
    scene.robot("robot_3").coat = 2
    first_card(scene)
    scene.answer(COAT)
    assert scene.robot("robot_0").coat == scene.robot("robot_3").coat == 0


def test_p24_a_worn_community_card_is_as_new_with_its_new_owner():
    scene = three_on_flags(BRAKES).community(COAT)
    scene.r.robots["coat"][:4] = 3
    first_card(scene)
    scene.answer(("community", 0))
    assert scene.held("robot_0") == {COAT}
    assert scene.r.robots["coat"][:4].tolist() == [0, 0, 0, 0]


def test_p24_unasked_the_cards_are_kept():
    scene = three_on_flags(BRAKES, CRAB, ask="program").give("robot_3", GEAR)
    scene.end_of_turn(SHUFFLE)
    assert scene.held("robot_0") == {BRAKES, CRAB}
    assert scene.held("robot_3") == {GEAR}
    assert scene.shared == list(QUIET)


def test_p24_powered_down_robots_take_too():
    scene = three_on_flags(BRAKES, CRAB).power_down("robot_0").end_of_turn(SHUFFLE)
    assert scene.held("robot_0") == {BRAKES, CRAB}


def test_p24_no_card_is_lost():
    scene = three_on_flags(BRAKES, CRAB).give("robot_3", GEAR, RAM).give("robot_0", COAT)
    scene.end_of_turn(SHUFFLE, robot_0=[RAM, SLOTS[0]], robot_1=[SLOTS[1], GEAR], robot_2=SLOTS[0])
    assert everything(scene) == sorted(options_in(OPTION_DECK))
