"""Situations of MOBA Rally, arranged on the real map.

Robots that a scene does not place wait on their docks, where they do nothing and nothing hits them.
Red's towers have the numbers 1 to 4, in reading order; blue's are the same after the 180° turn.
"""

from functools import cache
from typing import Any, Self

import numpy as np

from cogarena.envs.core.grid import Direction
from cogarena.envs.moba import rules
from cogarena.envs.moba.bases import install
from cogarena.envs.moba.game import GAME
from cogarena.envs.moba.scores import kdo
from cogarena.envs.moba.settings import build
from cogarena.envs.moba.state import ACTIONS, TOWERS, TOWERS_EACH, Stage, Team
from cogarena.envs.moba.text import members, robot_name
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.phases import hand_over
from cogarena.envs.rally.state import NOBODY
from support.scenes.rally import options_in
from support.scenes.rally_games import Answer, GameScene


@cache
def board(settings: tuple[tuple[str, Any], ...]) -> Any:
    return build(GAME.read(dict(settings)))


def seat(name: str) -> int:
    team, number = name.split("_")
    return 2 * int(number) + ("red", "blue").index(team)


def team_of(name: str) -> int:
    return int(Team[name.upper()])


class Scene(GameScene):
    """A game before its first turn. Robots are called red_0, blue_0, red_1, …"""

    game, stages, run_stage = GAME, Stage, staticmethod(rules.run_stage)
    seat, name = staticmethod(seat), staticmethod(robot_name)

    def __init__(self, *, seed: int = 0, register: int = 1, **settings: Any) -> None:
        super().__init__(board(tuple(settings.items())), seed=seed, register=register)

    # Arranging.

    def team_option(self, team: str, card: int) -> Self:
        """Let a base hold an option card of the deck, as if it had been installed before."""
        self.give(f"{team}_0", card)
        install(self.s, seat(f"{team}_0"), ACTIONS.number("option", int(card)))
        return self

    def weaken(self, team: str, number: int, health: int) -> Self:
        """Set the hit points of a tower."""
        self.tower(team, number).health = health
        return self

    def move_tower(self, team: str, number: int, x: int, y: int) -> Self:
        self.tower(team, number).x, self.tower(team, number).y = x, y
        return self

    def without_towers(self) -> Self:
        self.r.things["health"][:TOWERS] = 0
        return self

    def score(self, name: str, kills: int = 0, deaths: int = 0, objectives: int = 0) -> Self:
        self.s.scores[seat(name)] = (kills, deaths, objectives)
        return self

    def mount_laser(self, x: int, y: int, fires: Direction) -> Self:
        floor = self.setup.floor
        floor.laser[floor.lasers] = (x, y, fires, 1)
        floor.lasers += 1
        return self

    # Acting.

    def damage_step(self, **answers: Answer | list[Answer]) -> Self:
        """Weapons fire, and all that follows."""
        return self.run(Stage.AIM, Stage.LOSE, **answers)

    def machines(self) -> Self:
        return self.run(Stage.MACHINES, Stage.SETTLE)

    def end_of_round(self, **answers: Answer | list[Answer]) -> Self:
        """All that follows the fifth register, up to the next turn."""
        return self.run(Stage.CLEAN_UP, Stage.REENTER, **answers)

    def next_deal(self) -> Self:
        return self.run(Stage.BEGIN, Stage.BEGIN)

    # Asking.

    def seen(self, name: str) -> dict[str, Any]:
        """The observation of a robot's player, by piece."""
        hand_over(self.s)
        observations = GAME.layout.empty(1)
        GAME.observe(self.setup, self.s, seat(name), GAME.layout.rows(observations)[0])
        return GAME.layout.split(observations[0])

    def number_of(self, answer: Answer) -> int:
        """The action of an answer; `howitzer` is short for the option."""
        return super().number_of(Option.MINI_HOWITZER if answer == "howitzer" else answer)

    def tower(self, team: str, number: int) -> Any:
        return self.r.things[(team_of(team) - 1) * TOWERS_EACH + number - 1]

    def base(self, team: str) -> Any:
        return self.s.bases[team_of(team) - 1]

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
        return options_in(self.r.option_discards)

    def tally(self, name: str) -> tuple[int, int, int]:
        """Kills, deaths and objectives."""
        kills, deaths, objectives = self.s.scores[seat(name)].tolist()
        return kills, deaths, objectives

    def kdo(self, name: str) -> int:
        return int(kdo(self.s.scores[seat(name)]))

    @property
    def winners(self) -> list[str]:
        return members(self.s.winners)


def before_a_tower(x: int = 14, *cards: int) -> Scene:
    """red_0 faces blue's tower 4, which stands on (17, 3), from the west."""
    return Scene().put("red_0", x, 3, ">").give("red_0", *cards)


def beneath_a_tower(*cards: int) -> Scene:
    """red_0 faces the same tower from the south; blue_0 stands behind it."""
    return Scene().put("red_0", 17, 4, "^").give("red_0", *cards).put("blue_0", 17, 2, "<")


def duel(distance: int = 1, **settings: Any) -> Scene:
    """red_0 faces blue_0, which looks elsewhere; there are no towers."""
    scene = Scene(**settings).without_towers()
    return scene.put("red_0", 12, 6, ">").put("blue_0", 12 + distance, 6, "^")
