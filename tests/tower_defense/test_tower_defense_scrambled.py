"""Random programs: T25."""

import pytest

from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.phases import hand_over
from cogarena.envs.tower_defense.game import GAME
from cogarena.envs.tower_defense.state import Stage
from support.scenes.tower_defense import Scene, plain


def scrambled(tokens=0, **settings):
    """A turn begins in which A is scrambled and B is not."""
    scene = Scene(plain(7), **settings).put("A", 1, 0).put("B", 3, 0).hurt("A", tokens)
    scene.s.scrambled = 1
    return scene


def hand(scene, name):
    return [int(card) for card in scene.robot(name).hand if card]


def test_t25_a_scrambled_robot_gets_five_cards_one_in_each_register():
    registers = scrambled().next_turn().registers("A")
    assert all(registers)
    assert len(set(registers)) == 5


def test_t25_it_has_no_cards_to_choose_from():
    assert hand(scrambled().next_turn(), "A") == []


def test_t25_it_is_not_asked_for_a_program():
    scene = scrambled().next_turn()
    assert scene.ask(Stage.PROGRAM) == ("B", "PROGRAM")
    assert scene.r.pending == 0b10


def test_t25_the_others_program_as_usual():
    scene = scrambled().next_turn()
    assert (scene.registers("B"), len(hand(scene, "B"))) == ([0] * 5, 9)


def test_t25_its_cards_are_random():
    assert len({tuple(scrambled(seed=seed).next_turn().registers("A")) for seed in range(9)}) == 9


def test_t25_its_program_is_executed():
    scene = scrambled().next_turn().run(Stage.REVEAL, Stage.MOVE)
    assert scene.robot("A").moved == 1


def test_t25_it_lasts_one_turn():
    scene = scrambled().next_turn()
    assert scene.scrambled == ""
    scene.run(Stage.CLEAN_UP, Stage.REENTER).next_turn()
    assert (scene.registers("A"), len(hand(scene, "A"))) == ([0] * 5, 9)


@pytest.mark.parametrize("tokens", range(10))
def test_t25_a_damaged_robot_gets_five_cards_too(tokens):
    scene = scrambled(tokens).next_turn()
    assert (all(scene.registers("A")), hand(scene, "A")) == (True, [])


def test_t25_the_card_of_a_locked_register_is_replaced():
    changed = 0
    for seed in range(10):
        scene = scrambled(7, seed=seed)
        before = scene.registers("A")
        after = scene.next_turn().registers("A")
        changed += sum(old != new for old, new in zip(before[2:], after[2:], strict=True))
    assert changed >= 25


def test_t25_the_new_card_is_then_the_locked_one():
    scene = scrambled(7).next_turn()
    after = scene.registers("A")
    assert scene.locked("A") == [3, 4, 5]
    scene.run(Stage.CLEAN_UP, Stage.REENTER).next_turn()
    assert scene.registers("A") == [0, 0, *after[2:]]


def test_t25_no_card_is_there_twice():
    scene = scrambled(5, robots=2).next_turn()
    deck = scene.r.deck[: scene.r.deck_left].tolist()
    cards = deck + scene.registers("A") + hand(scene, "A") + hand(scene, "B")
    assert len(cards) == len(set(cards))


def test_t25_a_robot_that_powers_down_gets_no_cards():
    scene = scrambled()
    scene.robot("A").announced = 1
    assert scene.next_turn().registers("A") == [0] * 5


def test_t25_second_cards_of_locked_registers_are_gone():
    scene = scrambled(5).give("A", Option.DUAL_PROCESSOR)
    scene.robot("A").pairs[4] = 7
    assert scene.next_turn().robot("A").pairs.tolist() == [0] * 5


def test_t25_an_event_scrambles_the_next_turn():
    scene = Scene(plain(3)).put("A", 0, 0).robot_event(4)
    before = scene.registers("A")
    scene.run(Stage.CLEAN_UP, Stage.REENTER)
    assert before == [0] * 5
    assert all(scene.next_turn().registers("A"))


def choose_again(scene, name):
    """The others choose again while a robot is asked for its program."""
    hand_over(scene.s)
    GAME.undo_secret_choices(scene.setup, scene.s, scene.seat(name))
    return scene


def test_t25_it_keeps_its_program_when_the_others_choose_again():
    scene = scrambled().next_turn()
    before = scene.registers("A")
    assert scene.ask(Stage.PROGRAM) == ("B", "PROGRAM")
    assert choose_again(scene, "B").registers("A") == before


def test_t25_in_the_turn_after_that_its_player_chooses_again():
    scene = scrambled().next_turn().run(Stage.CLEAN_UP, Stage.REENTER).next_turn()
    assert scene.ask(Stage.PROGRAM) == ("A", "PROGRAM")
    scene.answer(("card", 0))
    assert choose_again(scene, "B").registers("A") == [0] * 5
