"""Arranging a situation of MOBA Rally on the real map, as the tests want it.

Robots that a scene does not place wait on their docks, where they do nothing and nothing hits them.
Red's towers have the numbers 1 to 4, in reading order; blue's are the same after the 180° turn.
"""

from functools import cache
from typing import Any

import numpy as np

from cogarena.envs.core.grid import Direction
from cogarena.envs.core.header import over
from cogarena.envs.moba import rules
from cogarena.envs.moba.bases import install
from cogarena.envs.moba.game import GAME
from cogarena.envs.moba.scores import kdo
from cogarena.envs.moba.settings import build
from cogarena.envs.moba.state import ACTIONS, STATE, TOWERS, TOWERS_EACH, Decision, Stage, Team
from cogarena.envs.moba.text import LOG, members, robot_name
from cogarena.envs.rally.cards import OPTION_CARDS, RUNS, Card, Option
from cogarena.envs.rally.deck import take_token
from cogarena.envs.rally.phases import hand_over
from cogarena.envs.rally.state import NOBODY, Place, Power
from cogarena.envs.rally.text import ARROWS

NUMBER = {kind: first for kind, first, _, _ in RUNS}  # one card of each kind
Answer = str | Option | tuple[Any, ...]


@cache
def board(settings: tuple[tuple[str, Any], ...]) -> Any:
    return build(GAME.read(dict(settings)))


def seat(name: str) -> int:
    team, number = name.split("_")
    return 2 * int(number) + ("red", "blue").index(team)


def team_of(name: str) -> int:
    return int(Team[name.upper()])


def number_of(answer: Answer) -> int:
    """The action of an answer: the howitzer, an option card, a block, or a block and an index."""
    if answer == "howitzer":
        answer = Option.MINI_HOWITZER
    if isinstance(answer, Option):
        return ACTIONS.number("option", int(answer))
    return ACTIONS.number(answer) if isinstance(answer, str) else ACTIONS.number(*answer)


def cards_in(cards: Any) -> set[int]:
    """The option cards of a bit set."""
    return {card for card in range(OPTION_CARDS) if int(cards) >> card & 1}


class Scene:
    """A game before its first turn, with the tests' words for it."""

    def __init__(self, *, seed: int = 0, register: int = 1, **settings: Any) -> None:
        self.setup = board(tuple(settings.items())).copy()[0]
        self.states = np.zeros(1, STATE)
        self.s = self.states[0]
        rules.init(self.setup, self.s, np.uint64(seed))
        self.r = self.s.rally
        self.r.register = register - 1
        self.log: list[dict[str, Any]] = []

    # Arranging.

    def put(self, name: str, x: int, y: int, faces: str = "^") -> "Scene":
        robot = self.robot(name)
        robot.x, robot.y, robot.facing = x, y, ARROWS.index(faces)
        return self

    def hurt(self, name: str, tokens: int) -> "Scene":
        """Give a robot damage tokens, which lock registers."""
        for _ in range(tokens):
            take_token(self.r, seat(name))
        return self

    def give(self, name: str, *cards: int) -> "Scene":
        """Give a robot option cards of the deck."""
        for card in cards:
            self.robot(name).options |= 1 << int(card)
            self.r.option_deck ^= 1 << int(card)
        return self

    def team_option(self, team: str, card: int) -> "Scene":
        """Let a base hold an option card of the deck, as if it had been installed before."""
        self.give(f"{team}_0", card)
        install(self.s, seat(f"{team}_0"), ACTIONS.number("option", int(card)))
        return self

    def power_down(self, name: str) -> "Scene":
        self.robot(name).power = Power.DOWN
        return self

    def weaken(self, team: str, number: int, health: int) -> "Scene":
        """Leave a tower so many hit points."""
        self.tower(team, number).health = health
        return self

    def move_tower(self, team: str, number: int, x: int, y: int) -> "Scene":
        self.tower(team, number).x, self.tower(team, number).y = x, y
        return self

    def without_towers(self) -> "Scene":
        self.r.things["health"][:TOWERS] = 0
        return self

    def score(self, name: str, kills: int = 0, deaths: int = 0, objectives: int = 0) -> "Scene":
        self.s.scores[seat(name)] = (kills, deaths, objectives)
        return self

    def mount_laser(self, x: int, y: int, fires: Direction) -> "Scene":
        floor = self.setup.floor
        floor.laser[floor.lasers] = (x, y, fires, 1)
        floor.lasers += 1
        return self

    # Acting.

    def run(self, first: Stage, last: Stage, **answers: Answer | list[Answer]) -> "Scene":
        """Run the steps of the turn from one to another.

        A robot that is asked gives the next of its answers as soon as that is legal, else the
        first answer that is. All of them must have been given in the end.
        """
        left = {name: given if isinstance(given, list) else [given]
                for name, given in answers.items()}  # fmt: skip
        self.log, self.r.logged, self.s.reward[:] = [], 0, 0
        self.s.stage = first
        while first <= self.s.stage <= last and not over(self.s):
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
            given = left.get(self.question[0], [])
            legal = self.legal
            action = min(legal)
            if given and number_of(given[0]) in legal:
                action = number_of(given.pop(0))
            self._step(action)

    def _step(self, action: int) -> None:
        """Give an answer; log and rewards are kept, that an environment would begin anew."""
        self.log += LOG.events(self.setup, self.s)
        earned = self.s.reward.copy()
        hand_over(self.s)
        GAME.step(self.setup, self.s, action)
        self.s.reward += earned

    def damage_step(self, **answers: Answer | list[Answer]) -> "Scene":
        """Weapons fire, and all that follows."""
        return self.run(Stage.AIM, Stage.LOSE, **answers)

    def play(self, **cards: Card) -> "Scene":
        """Robots execute cards in this register; machines and weapons come after it."""
        self.r.robots["program"][:, self.r.register] = 0
        for name, card in cards.items():
            self.robot(name).program[self.r.register] = NUMBER[card]
        return self.run(Stage.REVEAL, Stage.MOVE)

    def machines(self) -> "Scene":
        return self.run(Stage.MACHINES, Stage.SETTLE)

    def end_of_round(self, **answers: Answer | list[Answer]) -> "Scene":
        """All that follows the fifth register, up to the next turn."""
        return self.run(Stage.CLEAN_UP, Stage.REENTER, **answers)

    def next_deal(self) -> "Scene":
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
        return robot_name(i), Decision(int(self.r.robots[i].asked)).name

    @property
    def legal(self) -> set[int]:
        """The answers open to the robot that is asked."""
        mask = np.zeros(ACTIONS.count, np.int8)
        hand_over(self.s)
        GAME.legal(self.setup, self.s, int(self.r.to_act), mask)
        return {int(action) for action in np.flatnonzero(mask)}

    def may(self, answer: Answer) -> bool:
        return number_of(answer) in self.legal

    def robot(self, name: str) -> Any:
        return self.r.robots[seat(name)]

    def tower(self, team: str, number: int) -> Any:
        return self.r.things[(team_of(team) - 1) * TOWERS_EACH + number - 1]

    def base(self, team: str) -> Any:
        return self.s.bases[team_of(team) - 1]

    def at(self, name: str) -> tuple[int, int]:
        return int(self.robot(name).x), int(self.robot(name).y)

    def faces(self, name: str) -> str:
        return ARROWS[self.robot(name).facing]

    def damage(self, *names: str) -> list[int]:
        return [int(self.robot(name).damage) for name in names]

    def is_alive(self, name: str) -> bool:
        return bool(self.robot(name).place == Place.FLOOR)

    def held(self, name: str) -> set[int]:
        return cards_in(self.robot(name).options)

    def tokens(self, *names: str) -> list[int]:
        return [int(self.robot(name).tokens) for name in names]

    def hand(self, name: str) -> int:
        """How many cards the robot has in its hand."""
        return int(np.count_nonzero(self.robot(name).hand))

    def installed(self, team: str) -> int | None:
        card = int(self.base(team).team_option)
        return None if card == NOBODY else card

    @property
    def graveyard(self) -> set[int]:
        return cards_in(self.r.option_discards)

    def tally(self, name: str) -> tuple[int, int, int]:
        """Kills, deaths and objectives."""
        kills, deaths, objectives = self.s.scores[seat(name)].tolist()
        return kills, deaths, objectives

    def kdo(self, name: str) -> int:
        return int(kdo(self.s.scores[seat(name)]))

    def reward(self, name: str) -> float:
        return float(self.s.reward[seat(name)])

    @property
    def winners(self) -> list[str]:
        return members(self.s.winners)

    def told(self, *kinds: str) -> list[dict[str, Any]]:
        """The log's events of some kinds."""
        return [event for event in self.log if event["event"] in kinds]


def before_a_tower(x: int = 14, *cards: int) -> Scene:
    """red_0 faces blue's tower 4, that stands on (17, 3), from the west."""
    return Scene().put("red_0", x, 3, ">").give("red_0", *cards)


def beneath_a_tower(*cards: int) -> Scene:
    """red_0 faces the same tower from the south; blue_0 stands behind it."""
    return Scene().put("red_0", 17, 4, "^").give("red_0", *cards).put("blue_0", 17, 2, "<")


def duel(distance: int = 1, **settings: Any) -> Scene:
    """red_0 faces blue_0, which looks elsewhere; there are no towers."""
    scene = Scene(**settings).without_towers()
    return scene.put("red_0", 12, 6, ">").put("blue_0", 12 + distance, 6, "^")
