"""The cards: the 84 of the program deck, known by their numbers 1…84, and the option cards.

All that lists options is derived from a row for each. A new option is a member of `Option`, its row
in `ROWS`, the kernel of what it does (with the phase to which it belongs) and its rule tests.
"""

from enum import IntEnum
from typing import NamedTuple

from cogarena.envs.core.records import frozen, record, table

CARDS = 84
NO_CARD = 0


class Card(IntEnum):
    """What a program card tells a robot to do."""

    NONE = 0
    U_TURN = 1
    ROTATE_LEFT = 2
    ROTATE_RIGHT = 3
    BACK_UP = 4
    MOVE_1 = 5
    MOVE_2 = 6
    MOVE_3 = 7


KINDS = len(Card)
# RR1: kind, first and last number, and the step between two numbers of the kind.
RUNS = (
    (Card.U_TURN, 1, 6, 1),
    (Card.ROTATE_LEFT, 7, 41, 2),
    (Card.ROTATE_RIGHT, 8, 42, 2),
    (Card.BACK_UP, 43, 48, 1),
    (Card.MOVE_1, 49, 66, 1),
    (Card.MOVE_2, 67, 78, 1),
    (Card.MOVE_3, 79, 84, 1),
)


def _kinds() -> list[int]:
    kinds = [int(Card.NONE)] * (CARDS + 1)
    for kind, first, last, step in RUNS:
        for number in range(first, last + 1, step):
            kinds[number] = int(kind)
    return kinds


KIND = frozen(_kinds(), "i1")  # by number
TURN = frozen((0, 2, 3, 1, 0, 0, 0, 0), "i1")  # quarter turns clockwise, by Card
STEPS = frozen((0, 0, 0, 0, -1, 1, 2, 3), "i1")  # squares forward, by Card
PRIORITY = 10  # times the number

NO_OPTION = -1


class Option(IntEnum):
    """The 26 option cards of 2005."""

    ABLATIVE_COAT = 0
    ABORT_SWITCH = 1
    BRAKES = 2
    CIRCUIT_BREAKER = 3
    CONDITIONAL_PROGRAM = 4
    CRAB_LEGS = 5
    DOUBLE_BARRELED_LASER = 6
    DUAL_PROCESSOR = 7
    EXTRA_MEMORY = 8
    FIRE_CONTROL = 9
    FLYWHEEL = 10
    FOURTH_GEAR = 11
    GYROSCOPIC_STABILIZER = 12
    HIGH_POWER_LASER = 13
    MECHANICAL_ARM = 14
    MINI_HOWITZER = 15
    POWER_DOWN_SHIELD = 16
    PRESSOR_BEAM = 17
    RADIO_CONTROL = 18
    RAMMING_GEAR = 19
    REAR_FIRING_LASER = 20
    RECOMPILE = 21
    REVERSE_GEAR = 22
    SCRAMBLER = 23
    SUPERIOR_ARCHIVE = 24
    TRACTOR_BEAM = 25


class Acts(IntEnum):
    """When a card acts."""

    ALWAYS = 0
    IF_CHOSEN = 1  # its player is asked
    AS_GEAR = 2  # if chosen, it changes the squares of a program card (Ask.GEAR)
    AS_WEAPON = 3  # if chosen, instead of the main laser (Ask.WEAPON)


class Row(NamedTuple):
    """What is known of a card besides its kernel."""

    acts: Acts
    rank: int = 0  # of a weapon: the order in which effects come (RR22)
    shot: str = ""  # of a weapon: how it is drawn, a name of shot_pictures.Kind
    card: Card = Card.NONE  # of a gear: the program card that it changes,
    squares: int = 0  # and the squares that the card then moves
    second: int = 0  # n: MOBA Rally has the card twice, this is the n-th second copy


ROWS: dict[Option, Row] = {
    Option.ABLATIVE_COAT: Row(Acts.ALWAYS),
    Option.ABORT_SWITCH: Row(Acts.IF_CHOSEN),
    Option.BRAKES: Row(Acts.AS_GEAR, card=Card.MOVE_1, squares=0),
    Option.CIRCUIT_BREAKER: Row(Acts.ALWAYS),
    Option.CONDITIONAL_PROGRAM: Row(Acts.IF_CHOSEN),
    Option.CRAB_LEGS: Row(Acts.IF_CHOSEN),
    Option.DOUBLE_BARRELED_LASER: Row(Acts.ALWAYS, second=2),
    Option.DUAL_PROCESSOR: Row(Acts.IF_CHOSEN),
    Option.EXTRA_MEMORY: Row(Acts.ALWAYS),
    Option.FIRE_CONTROL: Row(Acts.IF_CHOSEN),
    Option.FLYWHEEL: Row(Acts.IF_CHOSEN),
    Option.FOURTH_GEAR: Row(Acts.AS_GEAR, card=Card.MOVE_3, squares=4),
    Option.GYROSCOPIC_STABILIZER: Row(Acts.IF_CHOSEN),
    Option.HIGH_POWER_LASER: Row(Acts.ALWAYS, second=1),
    Option.MECHANICAL_ARM: Row(Acts.ALWAYS),
    Option.MINI_HOWITZER: Row(Acts.AS_WEAPON, rank=1, shot="SHELL"),
    Option.POWER_DOWN_SHIELD: Row(Acts.ALWAYS),
    Option.PRESSOR_BEAM: Row(Acts.AS_WEAPON, rank=1, shot="PRESSOR"),
    Option.RADIO_CONTROL: Row(Acts.AS_WEAPON, rank=2, shot="SIGNAL"),
    Option.RAMMING_GEAR: Row(Acts.ALWAYS),
    Option.REAR_FIRING_LASER: Row(Acts.ALWAYS),
    Option.RECOMPILE: Row(Acts.IF_CHOSEN),
    Option.REVERSE_GEAR: Row(Acts.AS_GEAR, card=Card.BACK_UP, squares=-2),
    Option.SCRAMBLER: Row(Acts.AS_WEAPON, rank=0, shot="JAMMER"),
    Option.SUPERIOR_ARCHIVE: Row(Acts.ALWAYS),
    Option.TRACTOR_BEAM: Row(Acts.AS_WEAPON, rank=1, shot="TRACTOR"),
}

# Of a row, what kernels read.
OPTION_TABLE = table(
    Option,
    record(("rank", "i1"), ("card", "i1"), ("squares", "i1")),
    {option: (row.rank, row.card, row.squares) for option, row in ROWS.items()},
)


def acting(acts: Acts) -> list[Option]:
    """The options that act so."""
    return [option for option in Option if ROWS[option].acts == acts]


WEAPONS = frozen(acting(Acts.AS_WEAPON), "i1")
RANKS = 1 + max(row.rank for row in ROWS.values())
GEARS = frozen(acting(Acts.AS_GEAR), "i1")
GEARED = {ROWS[option].card: ROWS[option].squares for option in acting(Acts.AS_GEAR)}
# By Card: its squares with the gear for it; without one, those printed on it.
GEARED_STEPS = frozen([GEARED.get(card, int(STEPS[card])) for card in Card], "i1")

# The cards are numbered as their options; the second copies follow.
OPTIONS = len(Option)
SECOND_COPY = {
    option: OPTIONS + row.second - 1 for option, row in ROWS.items() if row.second
}  # option → the number of its second card
OPTION_CARDS = OPTIONS + len(SECOND_COPY)
CARD_SET = frozen(
    [1 << option | (1 << SECOND_COPY[option] if option in SECOND_COPY else 0) for option in Option],
    "u4",
)  # by Option: the bit set of its cards
OPTION_OF = frozen(
    [*Option, *sorted(SECOND_COPY, key=lambda option: SECOND_COPY[option])], "i1"
)  # by card


def deck(*without: Option, second_copies: bool = False) -> int:
    """A deck of option cards, as a bit set."""
    cards = (1 << (OPTION_CARDS if second_copies else OPTIONS)) - 1
    for option in without:
        cards &= ~int(CARD_SET[option])
    return cards


CLASSIC_DECK = deck()
