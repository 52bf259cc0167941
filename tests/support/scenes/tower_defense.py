"""Situations of Tower Defense, drawn as text.

In a drawn square stand the edge west of it, its surface or its flag, a robot with its facing, and H
if it is raised: `/tH  H` is a raised tower with a ramp to the west, `:F1A^ ` is robot A facing
north on flag 1.

Robots that are neither drawn nor put somewhere are out of the game, and no drone flies at first. A
floor without flags has its last flag beyond its north-western corner.
"""

import re
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any, Self

import numpy as np

from cogarena.envs.core.rng import seed_rng
from cogarena.envs.rally.damage import forget_hits
from cogarena.envs.rally.state import OTHERS, RALLY, Place
from cogarena.envs.rally.symbols import ACROSS, INNER
from cogarena.envs.tower_defense import rules
from cogarena.envs.tower_defense.defense import launch_at
from cogarena.envs.tower_defense.events import robot_event, settle, tower_event
from cogarena.envs.tower_defense.game import GAME
from cogarena.envs.tower_defense.settings import lay_out
from cogarena.envs.tower_defense.shells import deviate
from cogarena.envs.tower_defense.state import Stage
from support.scenes.drawing import LETTERS, Notation
from support.scenes.rally_games import Answer, GameScene


def plain(width: int, height: int = 1, **squares: list[tuple[int, int]]) -> str:
    """The drawing of an open floor with nothing but some surfaces, each with its places."""
    drawn = np.full((height, width), ":" + " " * INNER, object)
    for surface, places in squares.items():
        for x, y in places:
            drawn[y, x] = f":{surface}".ljust(ACROSS)
    return "\n".join("".join(row) + ":" for row in drawn)


PLAIN = plain(7, 7)


@cache
def board(drawing: str, settings: tuple[tuple[str, Any], ...]) -> Any:
    floor = NOTATION.floor(drawing)
    floor["flag_count"] = max(1, floor[0].flag_count)
    return lay_out(floor, GAME.read(dict(settings)))


class Scene(GameScene):
    """A game before its first turn."""

    game, stages, run_stage = GAME, Stage, staticmethod(rules.run_stage)

    def __init__(self, drawing: str = PLAIN, *, seed: int = 0, register: int = 1, **settings: Any):
        super().__init__(board(drawing, tuple(settings.items())), seed=seed, register=register)
        self.r.robots["place"] = Place.OUT
        self.s.drones["live"] = 0
        for robot in NOTATION.robots(drawing):
            self.put(*robot)

    # Arranging.

    def put(self, name: str, x: int, y: int, faces: str = "^") -> Self:
        """Place a robot; its archive is where it stands first."""
        super().put(name, x, y, faces)
        robot = self.robot(name)
        if robot.place == Place.OUT:
            robot.place, robot.archive_x, robot.archive_y = Place.FLOOR, x, y
        return self

    def xp(self, name: str, amount: int) -> Self:
        self.s.xp[self.seat(name)] = amount
        return self

    def active(self, *names: str) -> Self:
        """These robots have executed a card in this phase."""
        for name in names:
            self.robot(name).moved = 1
        return self

    def drone(self, x: int, y: int) -> Self:
        launch_at(self.s, x, y)
        return self

    def debris(self, x: int, y: int, of: str = "H") -> Self:
        """Debris of a robot, by default one that does not play."""
        self.s.debris[x, y] |= 1 << self.seat(of)
        return self

    def weaken(self, x: int, y: int, health: int) -> Self:
        """Set the hit points of a tower."""
        self.tower(x, y).health = health
        return self

    def foresee(self, wanted: Callable[[Any], bool]) -> Self:
        """Seed the dice such that they give what is wanted next."""
        probe = np.zeros(1, RALLY)[0]
        for seed in count():
            seed_rng(probe, seed)
            if wanted(probe):
                break
        seed_rng(self.r, seed)
        return self

    def landing(self, dx: int = 0, dy: int = 0, *, shots: int = 1) -> Self:
        """The next shells land at this distance from their targets."""
        return self.foresee(lambda r: all(deviate(r, 0) == (dx, dy) for _ in range(shots)))

    # Acting.

    def phase(self, **cards: int) -> Self:
        """A whole register, in which nobody uses any option."""
        return self.program(**cards).run(Stage.REVEAL, Stage.TOUCH)

    def move_drones(self) -> Self:
        return self.run(Stage.DRONES, Stage.DRONES)

    def machines(self) -> Self:
        return self.run(Stage.MACHINES, Stage.MACHINES)

    def damage_step(self, **answers: Answer | list[Answer]) -> Self:
        """Weapons fire, and all that follows."""
        return self.run(Stage.AIM, Stage.REMOVE, **answers)

    def touch(self) -> Self:
        return self.run(Stage.TOUCH, Stage.TOUCH)

    def events(self, **answers: Answer | list[Answer]) -> Self:
        """The events at the end of the turn, with what the dice give."""
        return self.run(Stage.TOWER_EVENT, Stage.ROBOT_EVENTS, **answers)

    def end_of_turn(self, **answers: Answer | list[Answer]) -> Self:
        """All that follows the fifth register, up to the next turn."""
        return self.run(Stage.TOWER_EVENT, Stage.REENTER, **answers)

    def next_turn(self) -> Self:
        """The beginning of a turn: the deal."""
        return self.run(Stage.BEGIN, Stage.BEGIN)

    def tower_event(self, roll: int, **answers: Answer | list[Answer]) -> Self:
        return self._event(tower_event, roll, answers)

    def robot_event(self, roll: int, **answers: Answer | list[Answer]) -> Self:
        return self._event(robot_event, roll, answers)

    def _event(self, row: Callable[..., None], roll: int, answers: dict[str, Any]) -> Self:
        left = self.begin_run(answers)
        forget_hits(self.r)
        self.s.in_event = 1
        row(self.setup, self.s, roll)
        while settle(self.setup, self.s):
            self.respond(left)
        self.s.in_event = 0
        return self.end_run(left)

    # Asking.

    def number_of(self, answer: Answer) -> int:
        """Indirect fire has a robot, or the place of a tower: ("lob", "B"), ("shell", 3, 1)."""
        if isinstance(answer, tuple) and answer[0] in ("lob", "shell"):
            block, *place = answer
            asked, count = int(self.r.to_act), int(self.r.count)
            row = (self.seat(*place) - asked - 1) % count if len(place) == 1 else None
            return super().number_of((block, OTHERS + self.thing(*place) if row is None else row))
        return super().number_of(answer)

    def thing(self, x: int, y: int) -> int:
        """The number of the tower on a square."""
        towers = self.setup.towers[: self.setup.tower_count].tolist()
        return [(tower[0], tower[1]) for tower in towers].index((x, y))

    def tower(self, x: int, y: int) -> Any:
        return self.r.things[self.thing(x, y)]

    def health(self, *places: tuple[int, int]) -> list[int]:
        """The hit points of the towers on some squares."""
        return [int(self.tower(*place).health) for place in places]

    def earned(self, *names: str) -> list[int]:
        """The experience of some robots."""
        return [int(self.s.xp[self.seat(name)]) for name in names]

    def rewards(self, *names: str) -> list[float]:
        return [round(self.reward(name), 5) for name in names]

    def _members(self, seats: int) -> str:
        return "".join(letter for i, letter in enumerate(LETTERS) if int(seats) >> i & 1)

    @property
    def scrambled(self) -> str:
        """The robots that get random programs in the next turn."""
        return self._members(self.s.scrambled)

    @property
    def winners(self) -> str:
        return self._members(self.s.winners)

    @property
    def drones(self) -> list[tuple[int, int]]:
        """Where drones fly, in the order of their launch."""
        return [(int(drone.x), int(drone.y)) for drone in self.s.drones if drone.live]

    @property
    def debris_at(self) -> set[tuple[int, int]]:
        return {(int(x), int(y)) for x, y in np.argwhere(self.s.debris)}


def upper_half(square: str) -> str:
    """The surface."""
    return f"{square[0]} {re.sub('F[1-8]', '  ', square[1:3])}  "


def lower_half(square: str) -> str:
    """The flag and the height."""
    flag = square[1:3] if re.match("F[1-8]", square[1:3]) else ""
    return f"{square[0]}{flag.ljust(INNER - 1)}{square[5]}"


NOTATION = Notation(upper_half, lower_half, robot=3)
