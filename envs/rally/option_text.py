"""The rules of the rally and what option cards do, in a line each."""

from collections.abc import Iterable, Mapping
from typing import Any

from cogarena.envs.rally.cards import OPTION_CARDS, OPTION_OF, Option
from cogarena.envs.rally.text import title

RULES = (
    "board: a square is x, y; x grows to the east, y to the south; a robot's arrow is its facing: "
    "^ north, > east, v south, < west.",
    "programs: all robots put a card into each of five registers, in secret; then register by "
    "register all reveal and execute their cards, the highest priority (in brackets) first.",
    "cards: Move n goes n squares ahead, Back Up one back without turning, Rotate and U Turn turn "
    "on the spot; a robot in the way is pushed.",
    "after the cards of a register: express belts move robots, then all belts; pushers push, gears "
    "turn, lasers of board and robots fire: one damage a hit, straight ahead from a robot.",
    "damage: nine cards are dealt, one less for each damage; the fifth and later ones lock a "
    "register, the fifth first; ten destroy, and so do pits and open edges.",
    "repair: at the end of a turn a wrench or a flag removes one damage; wrench and hammer give an "
    "option, too.",
)

OPTION_TEXTS: dict[Option, str] = {
    Option.ABLATIVE_COAT: "takes the next three damage tokens, then it is gone",
    Option.ABORT_SWITCH: "once a turn: this card and all later ones come from the deck",
    Option.BRAKES: "a Move 1 may move 0",
    Option.CIRCUIT_BREAKER: "with three damage at the end of a turn, the next is powered down",
    Option.CONDITIONAL_PROGRAM: "keep a left-over card, and play it once in place of another",
    Option.CRAB_LEGS: "a Move 1 with a Rotate Left or Right steps to that side without turning",
    Option.DOUBLE_BARRELED_LASER: "the main laser hits twice",
    Option.DUAL_PROCESSOR: "a movement card takes a rotate card along: one square less, then turn",
    Option.EXTRA_MEMORY: "one more card in every deal",
    Option.FIRE_CONTROL: "a hit of the main laser locks a register or destroys an option",
    Option.FLYWHEEL: "keep one left-over card for a later turn",
    Option.FOURTH_GEAR: "a Move 3 may move 4",
    Option.GYROSCOPIC_STABILIZER: "switched on for a turn: gears and belts do not turn the robot",
    Option.HIGH_POWER_LASER: "the main laser passes one wall or robot, and hits that robot too",
    Option.MECHANICAL_ARM: "touches flags and repair sites one square away, diagonals too",
    Option.MINI_HOWITZER: "instead of the main laser: one damage and a push; five uses",
    Option.POWER_DOWN_SHIELD: "powered down, it stops one damage from each side in each register",
    Option.PRESSOR_BEAM: "instead of the main laser: pushes the target one square away",
    Option.RADIO_CONTROL: "instead of the main laser: the target runs the shooter's program from "
    "the next register on",
    Option.RAMMING_GEAR: "whom the robot bumps into takes one damage",
    Option.REAR_FIRING_LASER: "a second laser, backwards",
    Option.RECOMPILE: "once a turn: a new hand for one damage",
    Option.REVERSE_GEAR: "a Back Up may move 2",
    Option.SCRAMBLER: "instead of the main laser: the target's next card is replaced at random",
    Option.SUPERIOR_ARCHIVE: "re-entry without damage",
    Option.TRACTOR_BEAM: "instead of the main laser: pulls a target that is not adjacent closer",
}


def option_notes(cards: int, own: Mapping[Option, str] | None = None) -> list[str]:
    """What the options of a bit set of cards do; `own` are the texts of a game that differ."""
    texts = OPTION_TEXTS | dict(own or {})
    held = dict.fromkeys(OPTION_OF[card] for card in range(OPTION_CARDS) if cards >> card & 1)
    return [f"{title(Option(option))}: {texts[Option(option)]}" for option in held]


def cards_in_play(r: Any, others: Iterable[int] = ()) -> int:
    """The bit set of the option cards that robots hold or are lent, and of `others`."""
    cards = 0
    for i in range(r.count):
        cards |= int(r.robots[i].options) | int(r.robots[i].lent)
    for card in others:
        cards |= 1 << int(card)
    return cards
