"""Situations of Powerball, arranged on the real board.

Robots that a scene does not place are out of the game. The community options are two that have no
effect after programming, and nobody holds an option, until a scene says so.
"""

from functools import cache
from typing import Any, Self

import numpy as np

from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball import rules
from cogarena.envs.powerball.balls import load
from cogarena.envs.powerball.community import lend
from cogarena.envs.powerball.game import GAME
from cogarena.envs.powerball.settings import FLAGS, build
from cogarena.envs.powerball.state import OPTION_DECK, BallPlace, Stage
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.floor import add_wall
from cogarena.envs.rally.state import Place, Power
from cogarena.envs.rally.symbols import ARROWS
from cogarena.envs.rally.text import robot_name, robot_names
from support.dice import rng_before
from support.scenes.rally import NUMBER, options_in
from support.scenes.rally_games import Answer, GameScene, card_number

STILL = NUMBER[Card.U_TURN]  # bombs are never dealt it: one that has it stays where it is
QUIET = (Option.FLYWHEEL, Option.CONDITIONAL_PROGRAM)
PIT = (3, 3)


@cache
def board(settings: tuple[tuple[str, Any], ...]) -> Any:
    return build(GAME.read(dict(settings)))


def seat(name: str) -> int:
    return int(name.removeprefix("robot_"))


class Scene(GameScene):
    """A game in its first turn. Robots are called robot_0, robot_1, …"""

    game, stages, run_stage = GAME, Stage, staticmethod(rules.run_stage)
    seat, name = staticmethod(seat), staticmethod(robot_name)

    def __init__(self, *, register: int = 1, **settings: Any) -> None:
        super().__init__(board(tuple(settings.items())), register=register)
        self.r.falls = self.s.counted = 0
        self.r.robots["place"], self.r.robots["fell"] = Place.OUT, 0
        self.r.robots["options"], self.r.option_deck = 0, OPTION_DECK
        self.s.community[:] = QUIET
        self.community(*QUIET)

    # Arranging.

    def put(self, name: str, x: int, y: int, faces: str = "^") -> Self:
        """Place a robot that runs and has not just moved there."""
        super().put(name, x, y, faces)
        self.robot(name).power, self.robot(name).place = Power.ON, Place.FLOOR
        self.s.was_x[seat(name)], self.s.was_y[seat(name)] = x, y
        return self

    def flag(self, name: str, number: int, faces: str = "^") -> Self:
        """Place a robot on a flag."""
        return self.put(name, *FLAGS[number - 1][:2], faces)

    def community(self, *cards: Option) -> Self:
        """Other community options."""
        for c, card in enumerate(cards):
            self.r.option_deck |= 1 << int(self.s.community[c])
            self.draw_option(card)
            self.s.community[c] = card
        lend(self.s)
        return self

    def discard(self, *cards: Option) -> Self:
        """Lay option cards of the deck on the discards."""
        for card in cards:
            self.draw_option(card)
            self.r.option_discards |= 1 << card
        return self

    def dead(self, *names: str) -> Self:
        """Let robots wait to re-enter, in the order of their deaths."""
        for name in names:
            self.r.falls += 1
            self.s.counted += 1
            self.robot(name).place, self.robot(name).fell = Place.DESTROYED, self.r.falls
        return self

    def station(self, name: str, flag: int, faces: str = "^") -> Self:
        """Place a robot as a turret of this turn."""
        self.flag(name, flag, faces).robot(name).power = Power.STATIONED
        self.robot(name).anchored = 1
        return self

    def ball(self, *squares: tuple[int, int]) -> Self:
        """Lay balls of the pool on squares."""
        for x, y in squares:
            self.s.balls[self._pooled()] = (BallPlace.FLOOR, x, y, 0)
        return self

    def carry(self, name: str, balls: int = 1) -> Self:
        """Let a robot carry balls of the pool."""
        for _ in range(balls):
            self.s.balls[self._pooled()] = (BallPlace.CARRIED, 0, 0, seat(name))
        return self

    def _pooled(self) -> int:
        in_pool = self.s.balls["place"][: self.setup.balls] == BallPlace.POOL
        assert in_pool.any(), "the pool is empty"
        return int(np.argmax(in_pool))

    def bomb(self, owner: str, x: int, y: int, faces: str = "^", card: int = STILL) -> Self:
        """Place a bomb of the turn before, with the same card in every register."""
        bomb = self.s.bombs[int(np.argmin(self.s.bombs["live"]))]
        bomb.live, bomb.x, bomb.y, bomb.facing = 1, x, y, ARROWS.index(faces)
        bomb.owner, bomb.program[:] = seat(owner), card_number(card)
        return self

    def wall(self, x: int, y: int, side: Direction) -> Self:
        """One more wall."""
        add_wall(self.setups["floor"], x, y, side)
        return self

    def roll(self, *rolls: str) -> Self:
        """The next dice."""
        self.r.rng = rng_before(rolls)
        return self

    # Acting.

    def movement(self, **answers: Answer | list[Answer]) -> Self:
        """Cards are replaced in secret, revealed and executed."""
        return self.run(Stage.SWAP, Stage.MOVE, **answers)

    def belts(self, **answers: Answer | list[Answer]) -> Self:
        return self.run(Stage.EXPRESS_BELTS, Stage.BELTS, **answers)

    def weapons(self, **answers: Answer | list[Answer]) -> Self:
        """Weapons fire, and all that follows."""
        return self.run(Stage.AIM, Stage.REMOVE, **answers)

    def phase(self, **answers: Answer | list[Answer]) -> Self:
        """All of a register; the next one has come if there is one."""
        return self.run(Stage.REVEAL, Stage.REENTER, **answers)

    def reentry(self, **answers: Answer | list[Answer]) -> Self:
        return self.run(Stage.REENTER, Stage.REENTER, **answers)

    def end_of_turn(self, *rolls: str, **answers: Answer | list[Answer]) -> Self:
        """Payouts, and the event if there is one."""
        if rolls:
            self.roll(*rolls)
        return self.run(Stage.WRENCHES, Stage.REENTER_AGAIN, **answers)

    def next_turn(self) -> Self:
        """From the last payout to the next deal."""
        self.run(Stage.CLEAN_UP, Stage.END)
        return self.run(Stage.BEGIN, Stage.BEGIN)

    # Asking.

    def number_of(self, answer: Answer) -> int:
        """The action of an answer, which may also be a facing: `^`."""
        is_facing = isinstance(answer, str) and answer in ARROWS
        return super().number_of(("facing", ARROWS.index(answer)) if is_facing else answer)

    def default_action(self, legal: set[int]) -> int:
        """The default of the rulebook: to pick up and deliver balls, otherwise to pass."""
        default = self.number_of("yes" if self.question[1] in ("PICK_UP", "DELIVER") else "pass")
        return default if default in legal else min(legal)

    def who(self, kind: str) -> list[str]:
        """The robots that were asked this in the last run."""
        return [name for name, asked in self.asked if asked == kind]

    def may_only(self, *answers: Answer) -> bool:
        """These answers are legal, and no others."""
        return {self.number_of(answer) for answer in answers} == self.legal

    @property
    def shared(self) -> list[Option]:
        """The community options."""
        return [Option(int(card)) for card in self.s.community]

    @property
    def discards(self) -> set[int]:
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

    @property
    def winners(self) -> list[str]:
        return robot_names(self.s.winners)
