"""A rally played by people: its questions in words, its squares to click, its keys, its news."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.header import PASS
from cogarena.envs.core.human import Box, Human
from cogarena.envs.core.layout import Actions
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.human import CARD_KEYS, hand_view
from cogarena.envs.rally.floor_pictures import margin
from cogarena.envs.rally.programming import open_register
from cogarena.envs.rally.state import HAND, REACH, Ask, Place, Power
from cogarena.envs.rally.text import card_text

CRAB_KEY = "c"
FACING_KEYS = "wdsa"  # north, east, south, west
YES_KEY, NO_KEY = "y", "n"
KEYS_HELP = "1–9, 0 a card · Y N yes, no · W A S D north, west, south, east"

QUESTIONS: dict[int, str] = {
    Ask.PROGRAM: "choose the card for register {open}",
    Ask.POWER_DOWN: "announce a power down for the next turn?",
    Ask.STAY_DOWN: "stay powered down for another turn?",
    Ask.PREVENT: "give something up to prevent a damage token?",
    Ask.LOSE: "which option is lost with your robot?",
    Ask.SQUARE: "where do you re-enter?",
    Ask.FACING: "which way do you face?",
    Ask.ENTER_DOWN: "re-enter powered down?",
    Ask.RECOMPILE: "take a new hand for a damage token?",
    Ask.PAIR: "a second card for register {paired}?",
    Ask.FLYWHEEL: "which left-over card does the Flywheel store for a later turn?",
    Ask.CONDITIONAL: "which left-over card do you keep for Conditional Program?",
    Ask.GYROSCOPE: "switch the Gyroscopic Stabilizer on for this turn?",
    Ask.ABORT: "replace the card of register {phase} and all later ones from the deck?",
    Ask.SWAP: "play the card kept by Conditional Program in register {phase}?",
    Ask.GEAR: "change the card of register {phase} by your gear?",
    Ask.WEAPON: "fire an option instead of the main laser?",
    Ask.CONTROL: "Fire Control: what does your hit take instead of damage?",
}

# What "no" means, by question.
REFUSALS: dict[int, str] = {
    Ask.PREVENT: "take the damage",
    Ask.PAIR: "no second card",
    Ask.FLYWHEEL: "none",
    Ask.CONDITIONAL: "none",
    Ask.WEAPON: "fire the main laser",
    Ask.CONTROL: "deal damage as usual",
}

Square = tuple[int, int]  # x, y
Squares = Mapping[str, Callable[[Any, int], Square]]  # record, index → square, by block
News = Callable[[Any, Any, Any], list[str]]
Wording = Callable[[Any, Any, int], str]


def human(
    actions: Actions, text: Wording, news: News,
    questions: Mapping[int, str] = QUESTIONS, own: Squares | None = None,
) -> Human:  # fmt: skip
    """How a game on the rally's engine is played; `own` are the squares of its own actions."""
    return Human(
        question=partial(question, questions),
        wording=partial(wording, text),
        news=news,
        spots=partial(spots, actions, own or {}),
        hand_view=partial(hand_view, actions),
        held=held,
        keys=partial(keys, actions),
        keys_help=KEYS_HELP,
        figure=figure,
    )


def question(questions: Mapping[int, str], setup: Any, s: Any) -> str:
    """What the robot to act is asked."""
    robot = s.rally.robots[s.to_act]
    return questions[int(s.decision)].format(
        open=int(open_register(robot)) + 1,
        paired=int(robot.pairing),
        phase=int(s.rally.register) + 1,
    )


def wording(text: Wording, setup: Any, s: Any, action: int) -> str:
    """The action as an answer to the question."""
    told = REFUSALS.get(int(s.decision)) if action == PASS else None
    return told or text(setup, s, action)


def square_box(at: Square, tile: int) -> Box:
    """A square of the floor in the picture."""
    x, y = at
    return margin(tile) + x * tile, margin(tile) + y * tile, tile, tile


def robot_square(s: Any, i: int) -> Square:
    """Where a robot stands."""
    return int(s.rally.robots[i].x), int(s.rally.robots[i].y)


def figure(setup: Any, s: Any, seat: int, tile: int) -> Box | None:
    """The square of the seat's own robot while it is on the floor."""
    if s.rally.robots[seat].place != Place.FLOOR:
        return None
    return square_box(robot_square(s, seat), tile)


def squares(actions: Actions, own: Squares, s: Any, legal: Collection[int]) -> dict[int, Square]:
    """The squares that some actions are about; `own` are the game's, by block."""
    robot = s.rally.robots[s.to_act]
    found: dict[int, Square] = {}
    for action in legal:
        name, index = actions.name(action)
        if name == "facing":
            x, y = robot_square(s, int(s.to_act))
            found[action] = x + int(DX[index[0]]), y + int(DY[index[0]])
        elif name == "square":
            across, down = (i - REACH for i in index)
            found[action] = int(robot.archive_x) + across, int(robot.archive_y) + down
        elif name in own:
            found[action] = own[name](s, *index)
    return found


def spots(
    actions: Actions, own: Squares, setup: Any, s: Any, tile: int, legal: Collection[int]
) -> dict[int, Box]:
    """The places of actions in the picture: of those whose squares are on the floor."""
    width, height = int(setup.floor.width), int(setup.floor.height)
    return {
        action: square_box(at, tile)
        for action, at in squares(actions, own, s, legal).items()
        if 0 <= at[0] < width and 0 <= at[1] < height
    }


def keys(actions: Actions, setup: Any, s: Any, legal: Collection[int]) -> dict[int, str]:
    """Cards by their place in the hand, so that they keep their keys; yes and no; directions."""
    found: dict[int, str] = {}
    for action in legal:
        name, index = actions.name(action)
        if name == "card":
            found[action] = CARD_KEYS[index[0]]
        elif name == "crab":
            found[action] = CRAB_KEY + CARD_KEYS[index[0]]
        elif name == "facing":
            found[action] = FACING_KEYS[index[0]]
        elif name == "register":
            found[action] = str(index[0] + 1)
        elif name in ("pass", "yes"):
            found[action] = YES_KEY if name == "yes" else NO_KEY
    return found


def held(setup: Any, s: Any, seat: int) -> str:
    """The robot's program and hand in two lines."""
    robot = s.rally.robots[seat]
    program = [f"{k + 1} {_register_text(robot, k)}" for k in range(REGISTERS)]
    hand = [f"{CARD_KEYS[slot]} {card_text(int(card))}" for slot, card in _hand(robot)]
    return f"your program: {' · '.join(program)}\nyour hand: {' · '.join(hand) or 'empty'}"


def _register_text(robot: Any, k: int) -> str:
    cards = [int(card) for card in (robot.program[k], robot.pairs[k]) if card]
    words = " and ".join(card_text(card) for card in cards) or "–"
    return f"{words} locked" if int(robot.locks) >> k & 1 else words


def _hand(robot: Any) -> list[tuple[int, int]]:
    """The cards of the hand and their places in it."""
    return [(slot, int(robot.hand[slot])) for slot in range(HAND) if robot.hand[slot]]


def changes(before: Any, s: Any, name: Callable[[int], str]) -> list[str]:
    """What became of the robots, as everybody sees it."""
    found: list[str] = []
    for i in range(s.rally.count):
        was, now = before.rally.robots[i], s.rally.robots[i]
        if was.place == now.place == Place.FLOOR and was.damage != now.damage:
            more = int(now.damage) - int(was.damage)
            told = f"takes {more} damage" if more > 0 else f"is repaired by {-more}"
            found.append(f"{name(i)} {told}")
        if was.place == Place.DESTROYED and now.place == Place.FLOOR:
            found.append(f"{name(i)} re-enters")
        if was.power != Power.DOWN and now.power == Power.DOWN:
            found.append(f"{name(i)} is powered down")
    return found


def flags_touched(before: Any, s: Any, name: Callable[[int], str]) -> list[str]:
    """The flags that robots have touched."""
    robots = range(s.rally.count)
    return [
        f"{name(i)} touches flag {s.rally.robots[i].touched}"
        for i in robots
        if s.rally.robots[i].touched > before.rally.robots[i].touched
    ]
