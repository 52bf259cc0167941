"""A rally played by people: questions, squares to click, keys, news, and the picture of a hand."""

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache, partial
from typing import Any

from cogarena.envs.core.draw.canvas import INK, PAPER, Canvas, readable, shade
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.header import PASS
from cogarena.envs.core.human import Box, HandView, Human
from cogarena.envs.core.layout import Actions
from cogarena.envs.rally import card_pictures
from cogarena.envs.rally.card_pictures import draw_card, draw_slot
from cogarena.envs.rally.cards import KIND, NO_CARD, ROWS, STEPS, Acts, Card, acting
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.events import LogText
from cogarena.envs.rally.floor import NOWHERE, REGISTERS
from cogarena.envs.rally.floor_pictures import margin
from cogarena.envs.rally.panel import CARD_APART, Registers, asked_seats, draw_registers
from cogarena.envs.rally.programming import open_register
from cogarena.envs.rally.registers import card_of
from cogarena.envs.rally.square_pictures import HAZARD
from cogarena.envs.rally.state import FLYWHEEL_SLOT, HAND, ROBOTS, Ask, Gear, Place
from cogarena.envs.rally.text import (
    Name,
    archive_text,
    card_text,
    direction_named,
    robot_name,
    robot_names,
    square_named,
    title,
)

CARD_KEYS = "1234567890f"  # by place in the hand; the last is that of the Flywheel
CRAB_KEY = "c"
FACING_KEYS = "wdsa"  # north, east, south, west
YES_KEY, NO_KEY = "y", "n"
KEYS_HELP = "1–9, 0 a card · Y N yes, no · W A S D north, west, south, east"

QUESTIONS: dict[int, str] = {
    Ask.PROGRAM: "choose the card for register {open}",
    Ask.POWER_DOWN: "announce a power down for the next turn, to lose your {tokens} damage?",
    Ask.STAY_DOWN: "stay powered down for another turn?",
    Ask.PREVENT: "{incoming} damage comes{hitters}: give something up to prevent one of it?",
    Ask.LOSE: "which option is lost with your robot?",
    Ask.SQUARE: "your {archive} is taken: where do you re-enter?",
    Ask.FACING: "which way do you face?",
    Ask.ENTER_DOWN: "re-enter powered down?",
    Ask.RECOMPILE: "Recompile: take a new hand for a damage token?",
    Ask.PAIR: "a second card for register {paired}, after {first}?",
    Ask.FLYWHEEL: "which leftover card does the Flywheel store for a later turn?",
    Ask.CONDITIONAL: "which leftover card do you keep for Conditional Program?",
    Ask.GYROSCOPE: "switch the Gyroscopic Stabilizer on for this turn?",
    Ask.ABORT: "Abort Switch: instead of {card}, cards of the deck from register {phase} on?",
    Ask.SWAP: "Conditional Program: play {kept} instead of {card} in register {phase}?",
    Ask.GEAR: "{gear}: move {geared} instead of {printed} with {card} in register {phase}?",
    Ask.WEAPON: "fire an option instead of the main laser{target}?",
    Ask.CONTROL: "Fire Control{target}: a register for the token, or an option to destroy?",
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

# Of the picture of a hand; lengths are in cells.
USUAL_HAND = 9  # cards
MARGIN = 0.18
TITLE_MIDDLE, CARD_MIDDLE, KEY_MIDDLE = 0.2, 0.82, 1.4
HAND_LEFT = MARGIN + REGISTERS * CARD_APART + 0.5
WIDTH = HAND_LEFT + HAND * CARD_APART + MARGIN
HEIGHT = 1.58
TEXT = 0.24
GLOW = 0.08  # around the register that waits for a card
SHEET = shade(PAPER, 0.94)

Square = tuple[int, int]  # x, y
Squares = Mapping[str, Callable[[Any, int], Square]]  # record, index → square, by block
Questions = Mapping[int, str]
ActionText = Callable[[Any, Any, int], str]


def human(
    actions: Actions, text: ActionText, log: LogText,
    questions: Questions | None = None, squares: Squares | None = None, **own: Any,
) -> Human:  # fmt: skip
    """How people play a rally game: with its own questions, squares and fields of `Human`."""
    return Human(
        question=partial(question, questions or {}, name=log.name),
        wording=partial(wording, text),
        news=partial(news, log),
        spots=partial(spots, actions, squares or {}),
        hand_view=partial(hand_view, actions),
        held=held,
        keys=partial(keys, actions),
        keys_help=KEYS_HELP,
        figure=figure,
        **own,
    )


def question(own: Questions, setup: Any, s: Any, name: Name = robot_name) -> str:
    """What the robot to act is asked; `own` are the game's questions, which go first."""
    kind = int(s.decision)
    facts = _facts(s.rally, int(s.to_act), name)
    if kind == Ask.GEAR:
        facts |= _gear_facts(s.rally, int(s.to_act))
    return (own.get(kind) or QUESTIONS[kind]).format(**facts)


def _facts(r: Any, i: int, name: Name) -> dict[str, Any]:
    """What questions are about."""
    robot, k = r.robots[i], int(r.register)
    hitters = robot_names(robot.hitters, name)
    return {
        "open": int(open_register(robot)) + 1,
        "paired": int(robot.pairing),
        "first": card_text(int(robot.program[robot.pairing - 1])),
        "phase": k + 1,
        "card": card_text(int(robot.program[k])),
        "kept": card_text(int(robot.spare)),
        "tokens": int(robot.damage),
        "incoming": int(robot.incoming),
        "hitters": f" (hit by {' and '.join(hitters)})" if hitters else "",
        "target": f" at {name(int(robot.target))}" if 0 <= robot.target < ROBOTS else "",
        "archive": archive_text(robot),
    }


def _gear_facts(r: Any, i: int) -> dict[str, str]:
    """Which option changes the card that counts in this register, and how."""
    card = int(card_of(r, i))
    kind = Card(int(KIND[card]))
    fits = (gear for gear in acting(Acts.AS_GEAR) if ROWS[gear].card == kind)
    gear = next(gear for gear in fits if has(r.robots[i], gear))
    return {
        "gear": title(gear),
        "geared": _squares(ROWS[gear].squares),
        "printed": _squares(int(STEPS[kind])),
        "card": card_text(card),
    }


def _squares(steps: int) -> str:
    """So many squares ahead or back."""
    number = f"{abs(steps) or 'no'} square{'s' * (abs(steps) > 1)}"
    return f"{number} back" if steps < 0 else number


def wording(text: ActionText, setup: Any, s: Any, action: int) -> str:
    """The action as an answer to the question."""
    refusal = REFUSALS.get(int(s.decision)) if action == PASS else None
    return refusal or text(setup, s, action)


def news(log: LogText, setup: Any, before: Any, s: Any) -> list[str]:
    """What has happened, in that order."""
    return log.news(setup, s)


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


def action_squares(
    actions: Actions, own: Squares, s: Any, legal: Collection[int]
) -> dict[int, Square]:
    """The squares that actions are about; `own` are the game's, by block."""
    robot = s.rally.robots[s.to_act]
    found: dict[int, Square] = {}
    for action in legal:
        name, index = actions.name(action)
        if name == "facing":
            x, y = robot_square(s, int(s.to_act))
            direction = direction_named(s, index[0])
            found[action] = x + int(DX[direction]), y + int(DY[direction])
        elif name == "square":
            east, south = square_named(s, *index)
            found[action] = int(robot.archive_x) + east, int(robot.archive_y) + south
        elif name in own:
            found[action] = own[name](s, *index)
    return found


def spots(
    actions: Actions, own: Squares, setup: Any, s: Any, tile: int, legal: Collection[int]
) -> dict[int, Box]:
    """Where in the picture the actions are whose squares are on the floor."""
    width, height = int(setup.floor.width), int(setup.floor.height)
    return {
        action: square_box(at, tile)
        for action, at in action_squares(actions, own, s, legal).items()
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
            found[action] = FACING_KEYS[direction_named(s, index[0])]
        elif name == "register":
            found[action] = str(index[0] + 1)
        elif name in ("pass", "yes"):
            found[action] = YES_KEY if name == "yes" else NO_KEY
    return found


def held(setup: Any, s: Any, seat: int) -> str:
    """The robot's program, its hand, and the card it keeps."""
    robot = s.rally.robots[seat]
    program = [f"{k + 1} {_register_text(robot, k)}" for k in range(REGISTERS)]
    hand = [_hand_text(slot, card) for slot, card in _hand(robot)]
    lines = [f"your program: {' · '.join(program)}", f"your hand: {' · '.join(hand) or 'empty'}"]
    if robot.spare:
        lines.append(f"kept for Conditional Program: {card_text(int(robot.spare))}")
    if robot.swap != Gear.UNDECIDED:
        chosen = "it" if robot.swap == Gear.USED else "the card in the register"
        lines.append(f"Conditional Program: you play {chosen} in this register")
    return "\n".join(lines)


def _register_text(robot: Any, k: int) -> str:
    cards = [int(card) for card in (robot.program[k], robot.pairs[k]) if card]
    words = " and ".join(card_text(card) for card in cards) or "–"
    sideways = " (sideways)" if int(robot.crabs) >> k & 1 else ""
    locked = " locked" if int(robot.locks) >> k & 1 else ""
    return f"{words}{sideways}{locked}"


def _hand_text(slot: int, card: int) -> str:
    return card_text(card) + (" on the Flywheel" if slot == FLYWHEEL_SLOT else "")


def _hand(robot: Any) -> list[tuple[int, int]]:
    """The cards of the hand and their places in it."""
    return [(slot, int(robot.hand[slot])) for slot in range(HAND) if robot.hand[slot]]


def hand_view(actions: Actions, setup: Any, s: Any, seat: int, cell: int) -> HandView:
    """The picture of the seat's own cards, which nobody else sees, and where each card is."""
    robot = s.rally.robots[seat]
    registers = Registers(
        tuple(robot.program.tolist()), tuple(robot.pairs.tolist()), int(robot.locks)
    )
    hand = tuple(robot.hand.tolist())
    return _hand_view(registers, hand, next_register(s, seat), cell, actions)


@lru_cache(maxsize=64)
def _hand_view(
    registers: Registers, hand: tuple[int, ...], following: int, cell: int, actions: Actions
) -> HandView:
    """The picture of these cards; equal cards share one picture."""
    width, height = round(WIDTH * cell), round(HEIGHT * cell)
    canvas = Canvas(width, height, SHEET)
    _draw_program(Transform(canvas, MARGIN * cell, 0, cell), registers, following)
    _draw_hand(Transform(canvas, HAND_LEFT * cell, 0, cell), hand)
    return HandView(canvas.pixels[:height, :width], _places(hand, cell, actions))


def _draw_program(transform: Transform, registers: Registers, following: int) -> None:
    """The registers with their numbers; the one that waits for a card glows."""
    _write(transform, 0, TITLE_MIDDLE, "Your program")
    if following != NOWHERE:
        left, top, width, height = card_pictures.SHEET
        place = transform.moved(_column(following), CARD_MIDDLE)
        place.box(left - GLOW, top - GLOW, width + 2 * GLOW, height + 2 * GLOW, HAZARD, radius=0.1)
    draw_registers(transform.moved(0, CARD_MIDDLE), registers)
    for k in range(REGISTERS):
        _write(transform, _column(k), KEY_MIDDLE, str(k + 1), "middle")


def _draw_hand(transform: Transform, hand: tuple[int, ...]) -> None:
    """The cards that were dealt, each with its key below it; at the end the Flywheel's."""
    _write(transform, 0, TITLE_MIDDLE, "Your hand" if any(hand) else "Your hand is empty")
    for slot, card in enumerate(hand):
        place = transform.moved(_column(slot), CARD_MIDDLE)
        if card == NO_CARD:
            if slot < USUAL_HAND:
                draw_slot(place, locked=False)
            continue
        draw_card(place, card, locked=False)
        _write(transform, _column(slot), KEY_MIDDLE, CARD_KEYS[slot].upper(), "middle")


def next_register(s: Any, seat: int) -> int:
    """The register that the robot is asked a card for, or NOWHERE."""
    robot = s.rally.robots[seat]
    if not asked_seats(s) >> seat & 1 or robot.asked not in (Ask.PROGRAM, Ask.PAIR):
        return NOWHERE
    return int(robot.pairing) - 1 if robot.asked == Ask.PAIR else int(open_register(robot))


def _write(transform: Transform, x: float, y: float, text: str, anchor: str = "left") -> None:
    transform.canvas.text(
        *transform.at(x, y), text, readable(TEXT * transform.tile), INK, anchor=anchor
    )


def _column(number: int) -> float:
    """The middle of a card, as `draw_registers` puts it."""
    return CARD_APART * (number + 0.46)


def _places(hand: tuple[int, ...], cell: int, actions: Actions) -> dict[int, Box]:
    """Each card of the hand is the place of all actions about it."""
    left, top, width, height = card_pictures.SHEET
    found: dict[int, Box] = {}
    for slot, card in enumerate(hand):
        if card != NO_CARD:
            x = (HAND_LEFT + _column(slot) + left) * cell
            y = (CARD_MIDDLE + top) * cell
            box = round(x), round(y), round(width * cell), round(height * cell)
            found |= {actions.number(name, slot): box for name in ("card", "crab")}
    return found
