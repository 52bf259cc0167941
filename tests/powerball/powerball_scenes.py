"""Arranging a situation of Powerball on the real board, as the tests want it.

Robots that a scene does not place are out of the game. The community options are two that nobody
notices after programming, and nobody holds an option, until a scene says so.
"""

import re
from functools import cache
from typing import Any

import numpy as np

from cogarena.envs.core.grid import Direction
from cogarena.envs.core.header import over
from cogarena.envs.core.rng import INCREMENT, MULTIPLIER
from cogarena.envs.powerball import rules
from cogarena.envs.powerball.balls import load
from cogarena.envs.powerball.community import lend
from cogarena.envs.powerball.game import GAME
from cogarena.envs.powerball.settings import FLAGS, build
from cogarena.envs.powerball.state import ACTIONS, OPTION_DECK, STATE, BallPlace, Decision, Stage
from cogarena.envs.powerball.text import LOG
from cogarena.envs.rally.cards import OPTION_CARDS, RUNS, Card, Option
from cogarena.envs.rally.deck import take_token
from cogarena.envs.rally.floor import add_wall
from cogarena.envs.rally.phases import hand_over
from cogarena.envs.rally.state import Place, Power
from cogarena.envs.rally.text import ARROWS, robot_names

NUMBER = {kind: first for kind, first, _, _ in RUNS}  # one card of each kind
STILL = NUMBER[Card.U_TURN]  # no bomb gets it: one that has it stays where it is
QUIET = (Option.FLYWHEEL, Option.CONDITIONAL_PROGRAM)
PIT = (3, 3)
Answer = str | Option | tuple[Any, ...]


@cache
def board(settings: tuple[tuple[str, Any], ...]) -> Any:
    return build(GAME.read(dict(settings)))


def seat(name: str) -> int:
    return int(name.removeprefix("robot_"))


def number_of(answer: Answer) -> int:
    """The action of an answer: an option card, a block, a block and an index, or a facing."""
    if isinstance(answer, Option):
        return ACTIONS.number("option", int(answer))
    if isinstance(answer, tuple):
        return ACTIONS.number(*answer)
    if answer in ARROWS:
        return ACTIONS.number("facing", ARROWS.index(answer))
    return ACTIONS.number(answer)


def card_number(card: int) -> int:
    """A card by its kind, or by its number."""
    return NUMBER[card] if isinstance(card, Card) else card


def options_in(cards: Any) -> set[Option]:
    """The option cards of a bit set."""
    return {Option(card) for card in range(OPTION_CARDS) if int(cards) >> card & 1}


@cache
def rng_before(rolls: tuple[str, ...]) -> np.uint64:
    """A state of the generator that gives these rolls next: `1d4=2`, or `2d6=9-12`."""
    generator = np.random.default_rng(0)
    for _ in range(1000):
        first = states = generator.integers(2**64, size=2**14, dtype=np.uint64)
        for roll in rolls:
            dice, sides, low, *high = map(int, re.findall(r"\d+", roll))
            total = np.full(len(states), dice, np.uint64)
            for _ in range(dice):
                total += _drawn(states) * np.uint64(sides) >> np.uint64(32)
                states = states * MULTIPLIER + INCREMENT
            kept = (total >= low) & (total <= (high or [low])[0])
            first, states = first[kept], states[kept]
        if len(first):
            return np.uint64(first[0])
    raise AssertionError(f"no such luck: {rolls}")


def _drawn(states: Any) -> Any:
    """The 32 bits that each state of the generator gives next."""
    word = ((states >> np.uint64(18)) ^ states) >> np.uint64(27) & np.uint64(0xFFFFFFFF)
    turn = states >> np.uint64(59)
    back = (np.uint64(32) - turn) & np.uint64(31)
    return (word >> turn | word << back) & np.uint64(0xFFFFFFFF)


class Scene:
    """A game in its first turn, with the tests' words for it."""

    def __init__(self, *, register: int = 1, **settings: Any) -> None:
        self.setups = board(tuple(settings.items())).copy()
        self.setup = self.setups[0]
        self.states = np.zeros(1, STATE)
        self.s = self.states[0]
        rules.init(self.setup, self.s, np.uint64(0))
        self.r = self.s.rally
        self.r.register = register - 1
        self.r.falls = self.s.counted = 0
        self.r.robots["place"], self.r.robots["fell"] = Place.OUT, 0
        self.r.robots["options"], self.r.option_deck = 0, OPTION_DECK
        self.s.community[:] = QUIET
        self.community(*QUIET)
        self.log: list[dict[str, Any]] = []
        self.asked: list[tuple[str, str]] = []

    # Arranging.

    def put(self, name: str, x: int, y: int, faces: str = "^") -> "Scene":
        """Place a robot that runs and has not just moved there."""
        robot = self.robot(name)
        robot.power = Power.ON
        robot.x, robot.y, robot.facing, robot.place = x, y, ARROWS.index(faces), Place.FLOOR
        self.s.was_x[seat(name)], self.s.was_y[seat(name)] = x, y
        return self

    def flag(self, name: str, number: int, faces: str = "^") -> "Scene":
        """Place a robot on a flag."""
        return self.put(name, *FLAGS[number - 1][:2], faces)

    def hurt(self, name: str, tokens: int) -> "Scene":
        """Give a robot damage tokens, which lock registers."""
        for _ in range(tokens):
            take_token(self.r, seat(name))
        return self

    def give(self, name: str, *cards: Option) -> "Scene":
        """Give a robot option cards of the deck."""
        for card in cards:
            self._draw(card)
            self.robot(name).options |= 1 << card
        return self

    def community(self, *cards: Option) -> "Scene":
        """Other community options."""
        for c, card in enumerate(cards):
            self.r.option_deck |= 1 << int(self.s.community[c])
            self._draw(card)
            self.s.community[c] = card
        lend(self.s)
        return self

    def discard(self, *cards: Option) -> "Scene":
        """Lay option cards of the deck on the discards."""
        for card in cards:
            self._draw(card)
            self.r.option_discards |= 1 << card
        return self

    def _draw(self, card: Option) -> None:
        assert self.r.option_deck >> card & 1, f"{card.name} is not in the deck"
        self.r.option_deck ^= 1 << card

    def power_down(self, name: str) -> "Scene":
        self.robot(name).power = Power.DOWN
        return self

    def dead(self, *names: str) -> "Scene":
        """Let robots wait to re-enter, in the order of their deaths."""
        for name in names:
            self.r.falls += 1
            self.s.counted += 1
            self.robot(name).place, self.robot(name).fell = Place.DESTROYED, self.r.falls
        return self

    def station(self, name: str, flag: int, faces: str = "^") -> "Scene":
        """Place a robot as a turret of this turn."""
        self.flag(name, flag, faces).robot(name).power = Power.STATIONED
        self.robot(name).anchored = 1
        return self

    def ball(self, *squares: tuple[int, int]) -> "Scene":
        """Lay balls of the pool on squares."""
        for x, y in squares:
            self.s.balls[self._pooled()] = (BallPlace.FLOOR, x, y, 0)
        return self

    def carry(self, name: str, balls: int = 1) -> "Scene":
        """Let a robot carry balls of the pool."""
        for _ in range(balls):
            self.s.balls[self._pooled()] = (BallPlace.CARRIED, 0, 0, seat(name))
        return self

    def _pooled(self) -> int:
        in_pool = self.s.balls["place"][: self.setup.balls] == BallPlace.POOL
        assert in_pool.any(), "the pool is empty"
        return int(np.argmax(in_pool))

    def bomb(self, owner: str, x: int, y: int, faces: str = "^", card: int = STILL) -> "Scene":
        """Place a bomb of the turn before, with the same card in every register."""
        bomb = self.s.bombs[int(np.argmin(self.s.bombs["live"]))]
        bomb.live, bomb.x, bomb.y, bomb.facing = 1, x, y, ARROWS.index(faces)
        bomb.owner, bomb.program[:] = seat(owner), card_number(card)
        return self

    def wall(self, x: int, y: int, side: Direction) -> "Scene":
        """One more wall."""
        add_wall(self.setups["floor"], x, y, side)
        return self

    def program(self, **cards: int) -> "Scene":
        """The cards of this register; nobody else has one."""
        self.r.robots["program"][:, self.r.register] = 0
        for name, card in cards.items():
            self.robot(name).program[self.r.register] = card_number(card)
        return self

    def roll(self, *rolls: str) -> "Scene":
        """The next dice."""
        self.r.rng = rng_before(rolls)
        return self

    # Acting.

    def run(self, first: Stage, last: Stage, **answers: Answer | list[Answer]) -> "Scene":
        """Run the steps of the turn from one to another.

        A robot that is asked gives the next of its answers as soon as that is legal, else the
        rulebook's default. All of them must have been given in the end.
        """
        left = {name: given if isinstance(given, list) else [given]
                for name, given in answers.items()}  # fmt: skip
        self.log, self.asked, self.r.logged, self.s.reward[:] = [], [], 0, 0
        self.s.stage = stage = first
        while stage <= self.s.stage <= last and not over(self.s):
            stage = int(self.s.stage)
            if rules.run_stage(self.setup, self.s):
                self._respond(left)
            elif self.s.stage == stage:
                self.s.stage += 1
        self.log += LOG.events(self.setup, self.s)
        assert not any(left.values()), f"answers that nobody asked for: {left}"
        return self

    def _respond(self, left: dict[str, list[Answer]]) -> None:
        while self.r.pending:
            self.asked.append(self.question)
            given = left.get(self.question[0], [])
            legal = self.legal
            by_default = "yes" if self.question[1] in ("PICK_UP", "DELIVER") else "pass"
            action = number_of(by_default)
            if given and number_of(given[0]) in legal:
                action = number_of(given.pop(0))
            self._step(action if action in legal else min(legal))

    def _step(self, action: int) -> None:
        """Give an answer; log and rewards are kept, that an environment would begin anew."""
        self.log += LOG.events(self.setup, self.s)
        earned = self.s.reward.copy()
        hand_over(self.s)
        GAME.step(self.setup, self.s, action)
        self.s.reward += earned

    def movement(self, **answers: Answer | list[Answer]) -> "Scene":
        """Cards are revealed and executed."""
        return self.run(Stage.REVEAL, Stage.MOVE, **answers)

    def play(self, **cards: int) -> "Scene":
        """Robots execute these cards."""
        return self.program(**cards).movement()

    def belts(self, **answers: Answer | list[Answer]) -> "Scene":
        return self.run(Stage.EXPRESS_BELTS, Stage.BELTS, **answers)

    def weapons(self, **answers: Answer | list[Answer]) -> "Scene":
        """Weapons fire, and all that follows."""
        return self.run(Stage.AIM, Stage.REMOVE, **answers)

    def phase(self, **answers: Answer | list[Answer]) -> "Scene":
        """All of a register; the next one has come if there is one."""
        return self.run(Stage.REVEAL, Stage.REENTER, **answers)

    def reentry(self, **answers: Answer | list[Answer]) -> "Scene":
        return self.run(Stage.REENTER, Stage.REENTER, **answers)

    def end_of_turn(self, *rolls: str, **answers: Answer | list[Answer]) -> "Scene":
        """Payouts, and the event if there is one."""
        if rolls:
            self.roll(*rolls)
        return self.run(Stage.WRENCHES, Stage.REENTER_AGAIN, **answers)

    def next_turn(self) -> "Scene":
        """From the last payout to the next deal."""
        self.run(Stage.CLEAN_UP, Stage.END)
        return self.run(Stage.BEGIN, Stage.BEGIN)

    def ask(self, stage: Stage) -> tuple[str, str] | None:
        """Go on with one step to its next question: who is asked what, None if nobody is."""
        self.s.stage = stage
        while rules.run_stage(self.setup, self.s):
            if self.r.pending:
                return self.question
        return None

    def answer(self, answer: Answer) -> "Scene":
        assert number_of(answer) in self.legal, f"{answer} is no legal answer"
        self._step(number_of(answer))
        return self

    # Looking.

    @property
    def question(self) -> tuple[str, str]:
        """Who is asked, and what."""
        i = int(self.r.to_act)
        return f"robot_{i}", Decision(int(self.r.robots[i].asked)).name

    def who(self, kind: str) -> list[str]:
        """The robots that were asked this in the last run."""
        return [name for name, asked in self.asked if asked == kind]

    @property
    def legal(self) -> set[int]:
        """The answers open to the robot that is asked."""
        mask = np.zeros(ACTIONS.count, np.int8)
        hand_over(self.s)
        GAME.legal(self.setup, self.s, int(self.r.to_act), mask)
        return {int(action) for action in np.flatnonzero(mask)}

    def may(self, *answers: Answer) -> bool:
        """These are the answers open, and no others."""
        return {number_of(answer) for answer in answers} == self.legal

    def robot(self, name: str) -> Any:
        return self.r.robots[seat(name)]

    def at(self, name: str) -> tuple[int, int]:
        return int(self.robot(name).x), int(self.robot(name).y)

    def faces(self, name: str) -> str:
        return ARROWS[self.robot(name).facing]

    def damage(self, *names: str) -> list[int]:
        return [int(self.robot(name).damage) for name in names]

    def is_alive(self, name: str) -> bool:
        return bool(self.robot(name).place == Place.FLOOR)

    def held(self, name: str) -> set[Option]:
        return options_in(self.robot(name).options)

    @property
    def shared(self) -> list[Option]:
        """The community options."""
        return [Option(int(card)) for card in self.s.community]

    @property
    def discards(self) -> set[Option]:
        return options_in(self.r.option_discards)

    @property
    def balls(self) -> set[tuple[int, int]]:
        """The squares on which balls lie."""
        on_floor = self.s.balls[self.s.balls["place"] == BallPlace.FLOOR]
        return {(int(ball.x), int(ball.y)) for ball in on_floor}

    @property
    def in_pool(self) -> int:
        return int((self.s.balls["place"][: self.setup.balls] == BallPlace.POOL).sum())

    def carried(self, *names: str) -> list[int]:
        return [int(load(self.s, seat(name))) for name in names]

    @property
    def bombs(self) -> set[tuple[int, int]]:
        """The squares on which bombs lie."""
        return {(int(bomb.x), int(bomb.y)) for bomb in self.s.bombs if bomb.live}

    def points(self, *names: str) -> list[int]:
        return [int(self.s.points[seat(name)]) for name in names]

    def reward(self, name: str) -> float:
        return float(self.s.reward[seat(name)])

    @property
    def winners(self) -> list[str]:
        return robot_names(self.s.winners)

    def told(self, *kinds: str) -> list[dict[str, Any]]:
        """The log's events of some kinds."""
        return [event for event in self.log if event["event"] in kinds]
