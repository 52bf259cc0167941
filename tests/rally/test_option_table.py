from cogarena.envs.rally.cards import (
    CARD_SET,
    CLASSIC_DECK,
    GEARED_STEPS,
    OPTION_CARDS,
    OPTION_OF,
    OPTIONS,
    ROWS,
    SECOND_COPY,
    STEPS,
    Acts,
    Card,
    Option,
    acting,
    deck,
)
from cogarena.envs.rally.shot_pictures import Kind


def test_every_option_has_a_row():
    assert list(ROWS) == list(Option)


def test_every_card_is_a_card_of_its_option():
    assert [CARD_SET[OPTION_OF[card]] >> card & 1 for card in range(OPTION_CARDS)] == (
        [1] * OPTION_CARDS
    )


def test_second_copies_are_numbered_after_the_options():
    assert sorted(SECOND_COPY.values()) == list(range(OPTIONS, OPTION_CARDS))


def test_no_card_belongs_to_two_options():
    assert sum(int(cards) for cards in CARD_SET) == deck(second_copies=True)


def test_a_deck_without_an_option_lacks_its_second_copy_too():
    lacking = deck(Option.HIGH_POWER_LASER, second_copies=True)
    assert lacking & int(CARD_SET[Option.HIGH_POWER_LASER]) == 0
    assert bin(lacking).count("1") == OPTION_CARDS - 2


def test_the_classic_deck_has_each_option_once():
    assert bin(CLASSIC_DECK).count("1") == OPTIONS == 26


def test_only_weapons_have_a_shot_and_it_can_be_drawn():
    assert [option for option in Option if ROWS[option].shot] == acting(Acts.AS_WEAPON)
    assert all(ROWS[option].shot in Kind.__members__ for option in acting(Acts.AS_WEAPON))


def test_only_gears_change_the_squares_of_a_card():
    changed = [card for card in Card if GEARED_STEPS[card] != STEPS[card]]
    assert changed == sorted(ROWS[option].card for option in acting(Acts.AS_GEAR))
