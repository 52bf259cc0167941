"""The option cards as a table. What each one does stands with the phase it belongs to."""

from enum import IntEnum

from cogarena.envs.core.records import frozen


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


OPTIONS = len(Option)
CARDS = 28  # option cards at most: MOBA Rally has two lasers twice
SECOND_HIGH_POWER_LASER, SECOND_DOUBLE_BARRELED_LASER = OPTIONS, OPTIONS + 1
CLASSIC_DECK = (1 << OPTIONS) - 1  # bit set of the cards of the classic game


def _cards(option: Option) -> int:
    """The bit set of the cards that are this option."""
    twins = {
        Option.HIGH_POWER_LASER: SECOND_HIGH_POWER_LASER,
        Option.DOUBLE_BARRELED_LASER: SECOND_DOUBLE_BARRELED_LASER,
    }
    return 1 << option | (1 << twins[option] if option in twins else 0)


CARD_SET = frozen([_cards(option) for option in Option], "u4")  # by Option
