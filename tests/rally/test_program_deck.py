"""The program cards, locks and programming: RR1 to RR6, RR28."""

from collections import Counter

import numpy as np
import pytest

from cogarena.envs.rally.cards import CARDS, KIND, PRIORITY, Card
from cogarena.envs.rally.damage import remove_destroyed
from cogarena.envs.rally.deck import (
    deal,
    discard_hands,
    draw_card,
    repair,
    shuffle,
    wipe_registers,
)
from cogarena.envs.rally.log import Cause
from cogarena.envs.rally.programming import ask_programs
from cogarena.envs.rally.state import Ask, Place, Power
from support.scenes.rally import LETTERS, Scene

ALL = list(range(1, CARDS + 1))
PRIORITIES = {
    Card.U_TURN: range(10, 61, 10),
    Card.ROTATE_LEFT: range(70, 411, 20),
    Card.ROTATE_RIGHT: range(80, 421, 20),
    Card.BACK_UP: range(430, 481, 10),
    Card.MOVE_1: range(490, 661, 10),
    Card.MOVE_2: range(670, 781, 10),
    Card.MOVE_3: range(790, 841, 10),
}
NO_PROGRAM = [0, 0, 0, 0, 0]
PROGRAM = (50, 51, 52, 53, 54)
EIGHT = ":   A^:   B^:   C^:   D^:   E^:   F^:   G^:   H^:"


def asks_programs(floor, r):
    return ask_programs(r)


def test_rr1_the_deck_has_84_cards_of_seven_kinds():
    assert Counter(Card(k) for k in KIND[1:]) == {
        Card.U_TURN: 6, Card.ROTATE_LEFT: 18, Card.ROTATE_RIGHT: 18, Card.BACK_UP: 6,
        Card.MOVE_1: 18, Card.MOVE_2: 12, Card.MOVE_3: 6,
    }  # fmt: skip


@pytest.mark.parametrize("kind", PRIORITIES, ids=lambda kind: kind.name.lower())
def test_rr1_each_kind_has_its_priorities(kind):
    assert [PRIORITY * card for card in ALL if KIND[card] == kind] == list(PRIORITIES[kind])


def test_rr2_the_shuffled_deck_holds_all_cards_once_in_another_order():
    scene = Scene()
    shuffle(scene.r)
    assert sorted(scene.deck) == ALL
    assert scene.deck != ALL


def test_rr2_two_shuffles_differ():
    scene = Scene()
    shuffle(scene.r)
    first = scene.deck
    shuffle(scene.r)
    assert scene.deck != first


def test_rr2_every_card_can_come_to_the_top():
    scene = Scene()
    tops = set()
    for _ in range(600):
        shuffle(scene.r)
        tops.add(scene.deck[-1])
    assert len(tops) == CARDS


def test_rr2_cards_in_locked_registers_are_not_in_the_deck():
    scene = Scene(":   A^:").program("A", *PROGRAM).hurt("A", 6)
    scene.next_deal()
    assert {53, 54}.isdisjoint(scene.deck + scene.hand("A"))


def test_rr2_unused_hand_cards_and_unlocked_registers_come_back():
    scene = Scene(":   A^:")
    deal(scene.r)
    scene.program("A", *scene.hand("A")[:5])
    scene.robot("A").hand[:5] = 0
    discard_hands(scene.r)
    wipe_registers(scene.r)
    shuffle(scene.r)
    assert sorted(scene.deck) == ALL


def test_rr2_the_hands_and_the_rest_of_the_deck_are_all_cards():
    scene = Scene(EIGHT)
    deal(scene.r)
    assert [len(scene.hand(letter)) for letter in LETTERS] == [9] * 8
    assert scene.cards() == ALL


def test_rr2_an_empty_deck_is_made_of_the_discards_of_the_turn():
    scene = Scene(":   A^:").program("A", *PROGRAM)
    drawn = draw_card(scene.r)
    assert drawn not in PROGRAM
    assert sorted([drawn, *scene.deck]) == [card for card in ALL if card not in PROGRAM]


def test_rr2_the_cards_of_a_robot_that_is_out_come_back():
    scene = Scene(":   A^:   B^:").program("A", *PROGRAM).hurt("A", 10)
    scene.robot("A").lives = 1
    remove_destroyed(scene.r)
    scene.next_deal()
    assert scene.robot("A").place == Place.OUT
    assert scene.cards() == ALL
    assert scene.registers("A") == NO_PROGRAM


def test_rr2_no_card_is_lost_or_doubled_by_locks_and_repairs():
    scene = Scene(EIGHT)
    luck = np.random.default_rng(0)
    for _ in range(40):
        scene.next_deal()
        assert scene.cards() == ALL
        while ask_programs(scene.r):
            for letter in LETTERS:
                if int(scene.r.pending) >> LETTERS.index(letter) & 1:
                    scene.r.to_act = LETTERS.index(letter)
                    slots = np.flatnonzero(scene.robot(letter).hand)
                    scene.answer("card", luck.choice(slots))
        discard_hands(scene.r)
        for letter in LETTERS:
            robot = scene.robot(letter)
            scene.hurt(letter, luck.integers(0, 9 - robot.damage, endpoint=True))
            repair(scene.r, LETTERS.index(letter), int(luck.integers(0, 5)), Cause.BASE)
        assert len(scene.cards()) == len(set(scene.cards()))


@pytest.mark.parametrize(
    ("damage", "cards", "locked"),
    [
        (0, 9, []), (1, 8, []), (2, 7, []), (3, 6, []), (4, 5, []), (5, 4, [5]), (6, 3, [4, 5]),
        (7, 2, [3, 4, 5]), (8, 1, [2, 3, 4, 5]), (9, 0, [1, 2, 3, 4, 5]),
    ],
)  # fmt: skip
def test_rr3_damage_takes_cards_and_locks_registers(damage, cards, locked):
    scene = Scene(":   A^:").program("A", *PROGRAM).hurt("A", damage)
    assert scene.locked("A") == locked
    scene.next_deal()
    assert len(scene.hand("A")) == cards


def test_rr3_a_register_that_locks_keeps_its_card():
    scene = Scene(":   A^:").program("A", *PROGRAM).hurt("A", 7)
    wipe_registers(scene.r)
    assert scene.registers("A") == [0, 0, 52, 53, 54]


def test_rr3_with_nine_damage_the_whole_old_program_runs_again():
    scene = Scene(":   A^:").program("A", *PROGRAM).hurt("A", 9)
    scene.next_deal()
    assert scene.registers("A") == list(PROGRAM)
    assert not ask_programs(scene.r)


def test_rr4_a_register_that_locks_while_powered_down_gets_the_top_card_of_the_deck():
    scene = Scene(":   A^:")
    scene.robot("A").power = Power.DOWN
    scene.next_deal()
    top, second = scene.deck[-1], scene.deck[-2]
    scene.hurt("A", 6)
    assert scene.registers("A") == [0, 0, 0, second, top]
    assert scene.cards() == ALL


def test_rr4_the_card_stays_in_the_lock_when_the_robot_runs_again():
    scene = Scene(":   A^:")
    scene.robot("A").power = Power.DOWN
    scene.next_deal().hurt("A", 5)
    drawn = scene.registers("A")[4]
    scene.robot("A").power = Power.ON
    scene.next_deal()
    assert scene.registers("A") == [0, 0, 0, 0, drawn]


@pytest.mark.parametrize(
    ("tokens", "left"),
    [
        (1, [0, 51, 52, 53, 54]), (2, [0, 0, 52, 53, 54]), (3, [0, 0, 0, 53, 54]),
        (4, [0, 0, 0, 0, 54]), (5, NO_PROGRAM), (6, NO_PROGRAM),
    ],
)  # fmt: skip
def test_rr5_repair_unlocks_from_register_1_and_discards_the_card(tokens, left):
    scene = Scene(":   A^:").program("A", *PROGRAM).hurt("A", 9)
    repair(scene.r, 0, tokens, Cause.BASE)
    assert scene.registers("A") == left
    assert scene.locked("A") == [k + 1 for k in range(5) if left[k]]


def test_rr5_a_freed_card_is_in_the_next_deck():
    scene = Scene(":   A^:").program("A", *PROGRAM).hurt("A", 5)
    repair(scene.r, 0, 1, Cause.BASE)
    scene.next_deal()
    assert 54 in scene.deck + scene.hand("A")


def test_rr5_repair_of_an_unlocked_robot_only_removes_damage():
    scene = Scene(":   A^:").program("A", *PROGRAM).hurt("A", 3)
    repair(scene.r, 0, 1, Cause.BASE)
    assert scene.robot("A").damage == 2
    assert scene.registers("A") == list(PROGRAM)


def test_rr5_there_is_no_repair_below_zero():
    scene = Scene(":   A^:").hurt("A", 1)
    repair(scene.r, 0, 3, Cause.BASE)
    assert scene.robot("A").damage == 0


def test_rr6_a_robot_is_asked_until_every_open_register_has_a_card():
    scene = Scene(":   A^:").program("A", *PROGRAM).hurt("A", 7).next_deal()
    hand = scene.hand("A")
    for slot in (1, 0):
        assert scene.ask(asks_programs) == ("A", Ask.PROGRAM)
        scene.answer("card", slot)
    assert scene.registers("A") == [hand[1], hand[0], 52, 53, 54]
    assert scene.ask(asks_programs) is None


def test_rr6_a_card_can_be_used_once():
    scene = Scene(":   A^:").next_deal()
    scene.ask(asks_programs)
    before = scene.legal
    scene.answer("card", 3)
    scene.ask(asks_programs)
    assert len(before - scene.legal) == 1
    assert scene.registers("A")[0] not in scene.hand("A")


def test_rr6_all_running_robots_are_asked_at_the_same_time():
    scene = Scene(":   A^:   B^:   C^:   D^:")
    scene.robot("B").power = Power.DOWN
    scene.robot("C").place = Place.DESTROYED
    scene.next_deal()
    ask_programs(scene.r)
    assert scene.r.pending == 0b1001


def test_rr6_cards_not_programmed_are_discarded():
    scene = Scene(":   A^:").next_deal()
    discard_hands(scene.r)
    assert scene.hand("A") == []


def test_rr28_unlocked_registers_are_wiped_and_locked_ones_are_not():
    scene = Scene(":   A^:   B^:").program("A", *PROGRAM).hurt("A", 6)
    scene.program("B", 60, 61, 62, 63, 64)
    wipe_registers(scene.r)
    assert scene.registers("A") == [0, 0, 0, 53, 54]
    assert scene.registers("B") == NO_PROGRAM


def test_rr28_a_destroyed_robot_keeps_no_card_in_its_locks():
    scene = Scene(":   A^:").program("A", *PROGRAM).hurt("A", 10)
    remove_destroyed(scene.r)
    wipe_registers(scene.r)
    assert scene.registers("A") == NO_PROGRAM
