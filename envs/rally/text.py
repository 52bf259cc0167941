"""The rally as text: cards, squares, robots, actions, the rules in short, what options do."""

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, Direction
from cogarena.envs.core.layout import Actions
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.cards import (
    KIND,
    NO_CARD,
    OPTION_CARDS,
    OPTION_OF,
    OPTIONS,
    PRIORITY,
    Card,
    Option,
)
from cogarena.envs.rally.phases import Phase
from cogarena.envs.rally.state import REACH, ROBOTS, Ask, Place, Power
from cogarena.envs.rally.symbols import ARROWS

Name = Callable[[int], str]  # of a robot, by its seat
Sentences = Mapping[str, Callable[..., str]]  # record, index → sentence, by block of actions


def task(text: str, setup: Any) -> str:
    """What the game is about, with the number of its turns."""
    return text.format(turns=setup.turns)


def title(member: IntEnum) -> str:
    """A member's name as the rules print it."""
    return member.name.replace("_", " ").title()


def robot_name(seat: int) -> str:
    """A robot by its seat, named like its agent."""
    return f"robot_{seat}"


def robot_names(seats: Any, name: Name = robot_name) -> list[str]:
    """The robots of a bit set."""
    return [name(i) for i in range(ROBOTS) if int(seats) >> i & 1]


def headline(s: Any, asked: IntEnum, last: int, name: Name = robot_name) -> str:
    """Turn, step and question in one line; `last` is the game's last stage for each register."""
    if s.terminated:
        winners = " and ".join(robot_names(s.winners, name))
        return f"Turn {s.turn}: {winners + ' won' if winners else 'all robots are out'}"
    if s.truncated:
        return f"Turn {s.turn}: the game was cut off"
    in_register = Phase.SWAP <= s.stage <= last
    when = f"Turn {s.turn}, register {s.rally.register + 1}" if in_register else f"Turn {s.turn}"
    return f"{when}: {name(int(s.to_act))} is asked: {title(asked).lower()}"


def option_name(card: int) -> str:
    """An option card by its number."""
    return title(Option(OPTION_OF[card]))


def card_name(card: int) -> str:
    """An option card by its number; the second copies of MOBA Rally can be told from the first."""
    return option_name(card) + (" (second copy)" if card >= OPTIONS else "")


def option_names(cards: Any) -> list[str]:
    """The names of a bit set of option cards."""
    return [option_name(card) for card in range(OPTION_CARDS) if int(cards) >> card & 1]


def card_text(card: int) -> str:
    """A program card as kind and priority."""
    return f"{title(Card(KIND[card]))} ({card * PRIORITY})" if card != NO_CARD else "nothing"


def _card(s: Any, slot: int) -> str:
    robot = s.rally.robots[s.to_act]
    card = int(robot.hand[slot])
    return f"program {card_text(card)}" if card else f"program card {slot + 1} of the hand"


def _yes(s: Any) -> str:
    return "give a token for it" if s.decision == Ask.PREVENT else "yes"


def seat_named(s: Any, row: int) -> int:
    """The seat of the robot in a row of what the robot to act sees."""
    return int(s.to_act + 1 + row) % max(1, int(s.rally.count))


def direction_named(s: Any, turn: int) -> int:
    """The direction that an action names: so many quarter turns from the robot's facing."""
    return int(s.rally.robots[s.to_act].facing + turn) % DIRECTIONS


def square_named(s: Any, behind: int, right: int) -> tuple[int, int]:
    """The square that an action names, so far east and south of the robot's archive."""
    ahead, side = direction_named(s, 0), direction_named(s, 1)
    right, behind = right - REACH, behind - REACH
    east = right * int(DX[side]) - behind * int(DX[ahead])
    return east, right * int(DY[side]) - behind * int(DY[ahead])


def _square(s: Any, behind: int, right: int) -> str:
    east, south = square_named(s, behind, right)
    return f"re-enter {east:+d} east and {south:+d} south of the archive"


SENTENCES: Sentences = {
    "pass": lambda s: "no",
    "yes": _yes,
    "card": _card,
    "crab": lambda s, slot: f"side-step: {_card(s, slot)}",
    "option": lambda s, card: f"choose the option {card_name(card)}",
    "register": lambda s, k: f"choose register {k + 1}",
    "facing": lambda s, turn: f"face {Direction(direction_named(s, turn)).name.lower()}",
    "square": _square,
}


def action_text(actions: Actions, own: Sentences, setup: Any, s: Any, action: int) -> str:
    """An action as a sentence; `own` are the game's, and go before those of all rally games."""
    name, index = actions.name(action)
    return (own.get(name) or SENTENCES[name])(s, *index)


def put_robots(board: BoardText, r: Any, symbol: Callable[[int], str] = str) -> None:
    """Put the robots on the floor into its drawing, with their facings."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place == Place.FLOOR:
            drawn = f"{symbol(i)}{ARROWS[robot.facing]}"
            board.stand(int(robot.x), int(robot.y), drawn, "robot and its facing")


def archive_text(robot: Any) -> str:
    """Where a robot's archive is."""
    return f"archive {robot.archive_x}, {robot.archive_y}"


def robot_line(s: Any, i: int, facts: str, name: Name = robot_name) -> str:
    """A robot in one line: its state, the game's own facts, and the options that it holds."""
    robot = s.rally.robots[i]
    options = option_names(robot.options)
    holds = f", options: {', '.join(options)}" if options else ""
    return f"{name(i)}: {_state(robot)}, {facts}{holds}"


def _state(robot: Any) -> str:
    """Where a robot is, and whether it runs."""
    if robot.place != Place.FLOOR:
        return title(Place(robot.place)).lower()
    down = ", powered down" if robot.power == Power.DOWN else ""
    return f"at {robot.x}, {robot.y}{down}"


# The rules of the rally and what option cards do, in a line each.

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
