"""Situations of Robo Rally: what all scenes with robots share, and scenes on a drawn floor.

In a drawn square stand the device on its west wall, its surface or its flag, and then a robot or
the devices on its north and east wall: `1> A^` is robot A facing north on a belt, with a laser
behind it. H instead of the device on the west wall raises a square.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import answered
from cogarena.envs.core.rng import seed_rng
from cogarena.envs.rally.cards import (
    CLASSIC_DECK,
    NO_CARD,
    OPTION_CARDS,
    OPTIONS,
    RUNS,
    Card,
    Option,
)
from cogarena.envs.rally.damage import deal_damage
from cogarena.envs.rally.deck import deal, discard_hands, take_token, wipe_registers
from cogarena.envs.rally.fire import aim_weapons, fire_main_lasers, weapon_effects
from cogarena.envs.rally.floor import REGISTERS, Belt
from cogarena.envs.rally.machines import run_belts
from cogarena.envs.rally.questions import answer, legal_answers
from cogarena.envs.rally.registers import begin_card, walk_on
from cogarena.envs.rally.state import ACTIONS, NOBODY, RALLY, REACH, Ask, Gear, Place, Power
from cogarena.envs.rally.symbols import ACROSS, ARROWS
from support.scenes.drawing import LETTERS, Notation

RAISED = "H"
LIVES = 3
TOWER_HEALTH = 6
NUMBER = {kind: first for kind, first, _, _ in RUNS}  # one card of each kind
ANY_SQUARE = ":     :"


class RallyScene:
    """Robots of a rally, called by name: A, B, … unless a game names them otherwise."""

    r: Any  # the record of the rally

    def seat(self, name: str) -> int:
        return LETTERS.index(name)

    def name(self, seat: int) -> str:
        return LETTERS[seat]

    def robot(self, name: str) -> Any:
        return self.r.robots[self.seat(name)]

    # Arranging.

    def put(self, name: str, x: int, y: int, faces: str = "^") -> Self:
        """Place a robot."""
        robot = self.robot(name)
        robot.x, robot.y, robot.facing = x, y, ARROWS.index(faces)
        return self

    def hurt(self, name: str, tokens: int) -> Self:
        """Give a robot damage tokens, which lock registers."""
        for _ in range(tokens):
            take_token(self.r, self.seat(name))
        return self

    def give(self, name: str, *options: int) -> Self:
        """Give a robot option cards of the deck."""
        for option in options:
            self.draw_option(option)
            self.robot(name).options |= 1 << int(option)
        return self

    def draw_option(self, option: int) -> None:
        """Take an option card out of the deck."""
        assert self.r.option_deck >> int(option) & 1, f"option {option!r} is not in the deck"
        self.r.option_deck ^= 1 << int(option)

    def power_down(self, *names: str) -> Self:
        for name in names:
            self.robot(name).power = Power.DOWN
        return self

    # Asking.

    def at(self, name: str) -> tuple[int, int]:
        return int(self.robot(name).x), int(self.robot(name).y)

    def faces(self, name: str) -> str:
        return ARROWS[self.robot(name).facing]

    def damage(self, *names: str) -> list[int]:
        return [int(self.robot(name).damage) for name in names]

    def is_alive(self, name: str) -> bool:
        return bool(self.robot(name).place == Place.FLOOR)

    def held(self, name: str) -> set[int]:
        """The option cards of a robot."""
        return options_in(self.robot(name).options)

    def registers(self, name: str) -> list[int]:
        return self.robot(name).program.tolist()

    def locked(self, name: str) -> list[int]:
        """The numbers of the locked registers, 1 to 5."""
        return [k + 1 for k in range(REGISTERS) if self.robot(name).locks >> k & 1]


def seen_by_robot(r: Any, block: str, index: Sequence[int]) -> tuple[int, ...]:
    """The index of an answer that tests give on the map: facings, squares east and south, seats."""
    facing = int(r.robots[r.to_act].facing)
    if block == "robot":
        return ((int(index[0]) - int(r.to_act) - 1) % int(r.count),)
    if block == "facing":
        return ((int(index[0]) - facing) % DIRECTIONS,)
    if block == "square":
        east, south = (int(i) - REACH for i in index)
        right = ((east, south), (south, -east), (-east, -south), (-south, east))[facing]
        return right[1] + REACH, right[0] + REACH
    return tuple(int(i) for i in index)


class Scene(RallyScene):
    """A drawn floor and a rally on it, for the rules that all rally games share."""

    def __init__(self, drawing: str = ANY_SQUARE, *, asks: bool = True, register: int = 1) -> None:
        self.floor = NOTATION.floor(drawing)[0]
        self.floor.asks_all, self.floor.lives = asks, LIVES
        self.r = np.zeros(1, RALLY)[0]
        self.r.register = register - 1
        self.r.robots["mover"] = NOBODY
        self.r.option_deck = CLASSIC_DECK
        seed_rng(self.r, 0)
        for robot in NOTATION.robots(drawing):
            self.put(*robot)

    # Arranging.

    def put(self, name: str, x: int, y: int, faces: str = "^") -> Self:
        """Place a robot; its archive is where it stands first."""
        super().put(name, x, y, faces)
        robot = self.robot(name)
        if robot.lives == 0:
            robot.archive_x, robot.archive_y, robot.lives = x, y, LIVES
        self.r.count = max(self.r.count, self.seat(name) + 1)
        return self

    def program(self, name: str, *cards: int) -> Self:
        """Fill the first registers with cards, given by number."""
        self.robot(name).program[: len(cards)] = cards
        return self

    # Acting.

    def play(self, name: str, card: Card) -> Self:
        """Let a robot execute a card in this register."""
        self.robot(name).program[self.r.register] = NUMBER[card]
        begin_card(self.r, self.seat(name))
        while walk_on(self.floor, self.r):
            pass
        return self

    def run(self, *phases: Callable[..., Any]) -> Self:
        """Run phases that concern the floor."""
        for phase in phases:
            phase(self.floor, self.r)
        return self

    def ask(self, stage: Callable[..., Any]) -> tuple[str, Ask] | None:
        """Run a stage up to its next question: who is asked what, None if nobody is."""
        while stage(self.floor, self.r):
            if self.r.pending:
                break
        else:
            return None
        return self.name(self.r.to_act), Ask(int(self.r.robots[self.r.to_act].asked))

    def answer(self, name: str, *index: int) -> Self:
        """Give the answer of the robot that is asked."""
        action = self._number(name, *index)
        assert action in self.legal, f"{name} {index} is not a legal answer"
        answer(self.floor, self.r, int(self.r.to_act), action)
        answered(self.r)
        return self

    def next_deal(self) -> Self:
        """From the end of the registers to the next deal."""
        discard_hands(self.r)
        wipe_registers(self.r)
        deal(self.r)
        return self

    # Asking.

    @property
    def legal(self) -> set[int]:
        """The legal answers of the robot that is asked."""
        mask = np.zeros(ACTIONS.count, np.int8)
        legal_answers(self.floor, self.r, int(self.r.to_act), mask)
        return {int(action) for action in np.flatnonzero(mask)}

    @property
    def entrances(self) -> set[tuple[int, int]]:
        """The squares on which the robot that is asked may re-enter, as steps from its archive."""
        side = range(-REACH, REACH + 1)
        legal = self.legal
        return {
            (dx, dy) for dx in side for dy in side
            if self._number("square", dx + REACH, dy + REACH) in legal
        }  # fmt: skip

    @property
    def facings(self) -> str:
        """The facings with which the robot that is asked may re-enter."""
        return "".join(ARROWS[d] for d in range(4) if self._number("facing", d) in self.legal)

    def _number(self, name: str, *index: int) -> int:
        return ACTIONS.number(name, *seen_by_robot(self.r, name, index))

    @property
    def standing(self) -> str:
        """The robots on the floor, row by row: `.A./B..`."""
        drawn = np.full((self.floor.height, self.floor.width), ".")
        for letter in LETTERS[: self.r.count]:
            if self.is_alive(letter):
                drawn[self.robot(letter).y, self.robot(letter).x] = letter
        return "/".join("".join(row) for row in drawn)

    def hand(self, name: str) -> list[int]:
        return [int(card) for card in self.robot(name).hand if card]

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


def put_tower(scene: Scene, x: int, y: int) -> Scene:
    """Place the only tower."""
    tower = scene.r.things[0]
    tower.x, tower.y, tower.health = x, y, TOWER_HEALTH
    scene.r.thing_count = 1
    return scene


def damage(scene: Scene) -> list[int]:
    """The damage of each robot, after all open damage is dealt."""
    return scene.run(deal_damage).damage(*LETTERS[: scene.r.count])


def back_up_2(scene: Scene, name: str) -> Scene:
    """Back Up with Reverse Gear."""
    scene.give(name, Option.REVERSE_GEAR).robot(name).gear = Gear.USED
    return scene.play(name, Card.BACK_UP)


def pressed(drawing: str) -> Scene:
    """A has fired its Pressor Beam."""
    scene = Scene(drawing).give("A", Option.PRESSOR_BEAM)
    assert scene.ask(aim_weapons) is not None
    return scene.answer("option", Option.PRESSOR_BEAM).run(weapon_effects)


def fire_robot_lasers(floor: Any, r: Any) -> None:
    """Robots without options fire."""
    aim_weapons(floor, r)
    fire_main_lasers(floor, r)


def belts(floor: Any, r: Any) -> None:
    """The belts of one phase."""
    run_belts(floor, r, Belt.EXPRESS)
    run_belts(floor, r, Belt.NORMAL)


def options_in(cards: Any) -> set[int]:
    """The option cards of a bit set; a second copy has no name, only its number."""
    found = (card for card in range(OPTION_CARDS) if int(cards) >> card & 1)
    return {Option(card) if card < OPTIONS else card for card in found}


def upper_half(square: str) -> str:
    """Devices and surface."""
    square = re.sub(r"F\d", "  ", square)
    device = " " if is_raised(square) else square[1]
    on_top = "  " if square[4] in LETTERS else square[4:]
    return square[0] + device + square[2:4] + on_top


def lower_half(square: str) -> str:
    """The flag, if there is one, and the height."""
    flag = re.search(r"F\d", square)
    height = RAISED if is_raised(square) else ""
    return (square[0] + (flag[0] if flag else "")).ljust(ACROSS - len(height)) + height


def is_raised(square: str) -> bool:
    """The square lies on a plateau."""
    return square[1] == RAISED


NOTATION = Notation(upper_half, lower_half, robot=4)
