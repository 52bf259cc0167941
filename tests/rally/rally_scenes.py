"""Drawing a situation of Robo Rally, as the tests want it.

A scene is drawn as a board file is, but in one line for each row of squares, and the edges between
two rows only where there are walls or ramps. In a square stand the device on its west wall, its
surface or its flag, and then a robot or the devices on its north and east wall: `1> A^` is robot A
facing north on a belt, behind it a laser. H instead of the device on the west wall raises a square.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from cogarena.envs.core.header import answered
from cogarena.envs.core.rng import seed_rng
from cogarena.envs.rally.board_reader import parse
from cogarena.envs.rally.cards import CLASSIC_DECK, NO_CARD, RUNS, Card, Option
from cogarena.envs.rally.deck import deal, discard_hands, take_token, wipe_registers
from cogarena.envs.rally.fire import aim_weapons, fire_main_lasers
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.questions import answer, legal_answers
from cogarena.envs.rally.registers import begin_card, walk_on
from cogarena.envs.rally.state import ACTIONS, RALLY, REACH, Ask, Place
from cogarena.envs.rally.symbols import ACROSS, ARROWS, CORNER, INNER

Half = Callable[[str], str]  # a square of a scene → a line of its drawing
LETTERS = "ABCDEFGH"
RAISED = "H"
LIVES = 3
NUMBER = {kind: first for kind, first, _, _ in RUNS}  # one card of each kind
ANY_SQUARE = ":     :"


class Scene:
    """A floor and a rally on it, with the tests' words for both."""

    def __init__(self, drawing: str = ANY_SQUARE, *, asks: bool = True, register: int = 1) -> None:
        rows = [line.strip() for line in drawing.strip().splitlines()]
        self.floor = parse("\n".join(full_drawing(rows, upper_half, lower_half)), "scene").copy()[0]
        self.floor.asks_all, self.floor.lives = asks, LIVES
        self.r = np.zeros(1, RALLY)[0]
        self.r.register = register - 1
        self.r.option_deck = CLASSIC_DECK
        seed_rng(self.r, 0)
        squares = [row for row in rows if not row.startswith(CORNER)]
        for y, row in enumerate(squares):
            for x, square in enumerate(cells(row)):
                if square[4] in LETTERS:
                    self.put(square[4], x, y, square[5])

    def put(self, letter: str, x: int, y: int, faces: str = "^") -> "Scene":
        """Place a robot; its archive is where it stands first."""
        robot = self.robot(letter)
        robot.x, robot.y, robot.facing = x, y, ARROWS.index(faces)
        if robot.lives == 0:
            robot.archive_x, robot.archive_y, robot.lives = x, y, LIVES
        self.r.count = max(self.r.count, LETTERS.index(letter) + 1)
        return self

    def robot(self, letter: str) -> Any:
        return self.r.robots[LETTERS.index(letter)]

    def hurt(self, letter: str, tokens: int) -> "Scene":
        """Give a robot damage tokens, which lock registers."""
        for _ in range(tokens):
            take_token(self.r, LETTERS.index(letter))
        return self

    def give(self, letter: str, *options: Option) -> "Scene":
        """Give a robot option cards of the deck."""
        for option in options:
            self.robot(letter).options |= 1 << option
            self.r.option_deck ^= 1 << option
        return self

    def program(self, letter: str, *cards: int) -> "Scene":
        """Fill the first registers with cards, given by number."""
        self.robot(letter).program[: len(cards)] = cards
        return self

    def play(self, letter: str, card: Card) -> "Scene":
        """Let a robot execute a card in this register."""
        self.robot(letter).program[self.r.register] = NUMBER[card]
        begin_card(self.r, LETTERS.index(letter))
        while walk_on(self.floor, self.r):
            pass
        return self

    def run(self, *phases: Callable[..., Any]) -> "Scene":
        """Run phases that concern the floor."""
        for phase in phases:
            phase(self.floor, self.r)
        return self

    def ask(self, stage: Callable[..., Any]) -> tuple[str, Ask] | None:
        """Run a stage on to its next question: who is asked what, None if nobody is."""
        while stage(self.floor, self.r):
            if self.r.pending:
                break
        else:
            return None
        return LETTERS[self.r.to_act], Ask(int(self.r.robots[self.r.to_act].asked))

    def legal(self) -> set[int]:
        """The answers open to the robot that is asked."""
        mask = np.zeros(ACTIONS.count, np.int8)
        legal_answers(self.floor, self.r, int(self.r.to_act), mask)
        return {int(action) for action in np.flatnonzero(mask)}

    def answer(self, name: str, *index: int) -> "Scene":
        """Give the answer of the robot that is asked."""
        action = ACTIONS.number(name, *(int(i) for i in index))
        assert action in self.legal(), f"{name} {index} is no legal answer"
        answer(self.floor, self.r, int(self.r.to_act), action)
        answered(self.r)
        return self

    @property
    def entrances(self) -> set[tuple[int, int]]:
        """The squares on which the robot that is asked may re-enter, as steps from its archive."""
        side = range(-REACH, REACH + 1)
        legal = self.legal()
        return {
            (dx, dy) for dx in side for dy in side
            if ACTIONS.number("square", dx + REACH, dy + REACH) in legal
        }  # fmt: skip

    @property
    def facings(self) -> str:
        """The facings with which the robot that is asked may re-enter."""
        return "".join(ARROWS[d] for d in range(4) if ACTIONS.number("facing", d) in self.legal())

    @property
    def standing(self) -> str:
        """The robots on the floor, row by row: `.A./B..`."""
        drawn = np.full((self.floor.height, self.floor.width), ".")
        for letter in LETTERS[: self.r.count]:
            if self.robot(letter).place == Place.FLOOR:
                drawn[self.robot(letter).y, self.robot(letter).x] = letter
        return "/".join("".join(row) for row in drawn)

    def faces(self, letter: str) -> str:
        return ARROWS[self.robot(letter).facing]

    def at(self, letter: str) -> tuple[int, int]:
        return int(self.robot(letter).x), int(self.robot(letter).y)

    def registers(self, letter: str) -> list[int]:
        return self.robot(letter).program.tolist()

    def locked(self, letter: str) -> list[int]:
        """The numbers of the locked registers, 1 to 5."""
        return [k + 1 for k in range(REGISTERS) if self.robot(letter).locks >> k & 1]

    def hand(self, letter: str) -> list[int]:
        return [int(card) for card in self.robot(letter).hand if card]

    def held(self, letter: str) -> set[Option]:
        return options_in(self.robot(letter).options)

    @property
    def deck(self) -> list[int]:
        return self.r.deck[: self.r.deck_left].tolist()

    def cards(self) -> list[int]:
        """Every card that lies in the deck, in a hand, in a register or on an option."""
        found = self.deck
        for robot in self.r.robots[: self.r.count]:
            found += [*robot.hand.tolist(), *robot.program.tolist(), *robot.pairs.tolist()]
            found.append(int(robot.spare))
        return sorted(card for card in found if card != NO_CARD)

    def next_deal(self) -> "Scene":
        """From the end of the registers to the next deal."""
        discard_hands(self.r)
        wipe_registers(self.r)
        deal(self.r)
        return self


def fire_robot_lasers(floor: Any, r: Any) -> None:
    """Robots without options fire."""
    aim_weapons(floor, r)
    fire_main_lasers(floor, r)


def options_in(cards: int) -> set[Option]:
    """The option cards of a bit set."""
    return {option for option in Option if int(cards) >> option & 1}


def cells(row: str) -> Iterator[str]:
    """The squares of a row, each with the edge west of it."""
    return (row[start : start + ACROSS] for start in range(0, len(row) - 1, ACROSS))


def full_drawing(rows: list[str], upper_half: Half, lower_half: Half) -> Iterator[str]:
    """The lines of the board's drawing, without the robots; each row of squares has two."""
    open_edge = f"{CORNER}{' ' * INNER}" * (len(rows[0]) // ACROSS) + CORNER
    edge_is_drawn = False
    for row in rows:
        if row.startswith(CORNER):
            yield row
            edge_is_drawn = True
            continue
        if not edge_is_drawn:
            yield open_edge
        yield "".join(upper_half(cell) for cell in cells(row)) + row[-1]
        yield "".join(lower_half(cell) for cell in cells(row)) + row[-1]
        edge_is_drawn = False
    if not edge_is_drawn:
        yield open_edge


def upper_half(cell: str) -> str:
    """Devices and surface."""
    cell = re.sub(r"F\d", "  ", cell)
    device = " " if is_raised(cell) else cell[1]
    on_top = "  " if cell[4] in LETTERS else cell[4:]
    return cell[0] + device + cell[2:4] + on_top


def lower_half(cell: str) -> str:
    """The flag, if there is one, and the height."""
    flag = re.search(r"F\d", cell)
    height = RAISED if is_raised(cell) else ""
    return (cell[0] + (flag[0] if flag else "")).ljust(ACROSS - len(height)) + height


def is_raised(cell: str) -> bool:
    """The square lies on a plateau."""
    return cell[1] == RAISED
