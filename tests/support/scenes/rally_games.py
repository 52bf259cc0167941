"""What the scenes of all games built on Robo Rally share: their turns run stage by stage."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, ClassVar, Self

import numpy as np

from cogarena.envs.core.game import Game
from cogarena.envs.core.header import over
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.phases import hand_over
from support.scenes.rally import NUMBER, RallyScene, seen_by_robot

# What happens to robots and objectives on the way to what matters.
DETAILS = frozenset(
    (
        "hit",
        "hurt",
        "prevented",
        "pushed",
        "repaired",
        "powered_down",
        "shaken",
        "used",
        "dropped",
        "landed",
        "tower_shelled",
        "base_shelled",
        "red_base_hit",
        "blue_base_hit",
        "tower_hit",
    )
)

Answer = str | Option | tuple[Any, ...]
Answers = dict[str, list[Answer]]  # those that are still to be given, by robot


class GameScene(RallyScene):
    """A game before its first turn; a subclass names the game, its stages and what runs them."""

    game: ClassVar[Game]
    stages: ClassVar[type[IntEnum]]
    run_stage: ClassVar[Callable[..., bool]]

    def __init__(self, setups: Any, *, seed: int = 0, register: int = 1) -> None:
        self.setups = setups.copy()
        self.setup = self.setups[0]
        self.states = np.zeros(1, self.game.state)
        self.s = self.states[0]
        self.game.init(self.setup, self.s, np.uint64(seed))
        self.r = self.s.rally
        self.r.register = register - 1
        self.log: list[dict[str, Any]] = []
        self.asked: list[tuple[str, str]] = []

    # Arranging.

    def program(self, **cards: int) -> Self:
        """The cards of this register, by kind or by number; the other robots have none."""
        self.r.robots["program"][:, self.r.register] = 0
        for name, card in cards.items():
            self.robot(name).program[self.r.register] = card_number(card)
        return self

    # Acting.

    def run(self, first: IntEnum, last: IntEnum, **answers: Answer | list[Answer]) -> Self:
        """Run the stages of the turn from one to another.

        A robot that is asked gives the next of its answers as soon as it is legal, otherwise the
        default answer. All answers must have been given in the end.
        """
        left = self.begin_run(answers)
        self.s.stage = stage = first
        while stage <= self.s.stage <= last and not over(self.s):
            stage = int(self.s.stage)
            if self.run_stage(self.setup, self.s):
                self.respond(left)
            elif self.s.stage == stage:
                self.s.stage += 1
        return self.end_run(left)

    def begin_run(self, answers: dict[str, Answer | list[Answer]]) -> Answers:
        """Clear the log, the questions and the rewards of the run before."""
        self.log, self.asked, self.r.logged, self.s.reward[:] = [], [], 0, 0
        return {name: given if isinstance(given, list) else [given]
                for name, given in answers.items()}  # fmt: skip

    def respond(self, left: Answers) -> None:
        """Answer all open questions."""
        while self.r.pending:
            self.asked.append(self.question)
            given = left.get(self.question[0], [])
            legal = self.legal
            action = self.default_action(legal)
            if given and self.number_of(given[0]) in legal:
                action = self.number_of(given.pop(0))
            self.step(action)

    def default_action(self, legal: set[int]) -> int:
        """What a robot does when a test gives no answer."""
        return min(legal)

    def step(self, action: int) -> None:
        """Take an action; unlike in an environment, log and rewards add up over a run."""
        self._note_events()
        earned = self.s.reward.copy()
        hand_over(self.s)
        self.game.step(self.setup, self.s, action)
        self.s.reward += earned

    def end_run(self, left: Answers) -> Self:
        """Complete the log; an answer that is left over is a mistake of the test."""
        self._note_events()
        assert not any(left.values()), f"answers that nobody asked for: {left}"
        return self

    def _note_events(self) -> None:
        self.log += self.game.events(self.setup, self.s)

    def play(self, **cards: int) -> Self:
        """Robots execute these cards; machines and weapons come later in the register."""
        return self.program(**cards).run(self.stages["REVEAL"], self.stages["MOVE"])

    def ask(self, stage: IntEnum) -> tuple[str, str] | None:
        """Run one stage up to its next question: who is asked what, None if nobody is."""
        self.s.stage = stage
        while self.run_stage(self.setup, self.s):
            if self.r.pending:
                return self.question
        return None

    def answer(self, answer: Answer) -> Self:
        assert self.may(answer), f"{answer} is not a legal answer"
        self.step(self.number_of(answer))
        return self

    # Asking.

    def number_of(self, answer: Answer) -> int:
        """The action of an answer: an option card, a block, or a block and its index."""
        if isinstance(answer, Option):
            return self.game.actions.number("option", int(answer))
        block, *index = (answer,) if isinstance(answer, str) else answer
        return self.game.actions.number(block, *seen_by_robot(self.r, block, index))

    @property
    def question(self) -> tuple[str, str]:
        """Who is asked, and what."""
        seat = int(self.r.to_act)
        return self.name(seat), self.game.decisions(int(self.r.robots[seat].asked)).name

    @property
    def legal(self) -> set[int]:
        """The legal answers of the robot that is asked."""
        mask = np.zeros(self.game.actions.count, np.int8)
        hand_over(self.s)
        self.game.legal(self.setup, self.s, int(self.r.to_act), mask)
        return {int(action) for action in np.flatnonzero(mask)}

    def may(self, answer: Answer) -> bool:
        return self.number_of(answer) in self.legal

    def told(self, *kinds: str) -> list[dict[str, Any]]:
        """The events of some kinds in the last run, or all of them."""
        return [event for event in self.log if not kinds or event["event"] in kinds]

    @property
    def story(self) -> list[dict[str, Any]]:
        """The events of the last run without details."""
        return [event for event in self.log if event["event"] not in DETAILS]

    def told_without_places(self, *kinds: str) -> list[dict[str, Any]]:
        """The same without where it happened."""
        return [{key: event[key] for key in event if key != "at"} for event in self.told(*kinds)]

    def reward(self, name: str) -> float:
        return float(self.s.reward[self.seat(name)])


def card_number(card: int) -> int:
    """A card by its kind, or by its number."""
    return NUMBER[card] if isinstance(card, Card) else card
