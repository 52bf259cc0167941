"""Drawing a situation of Tower Defense, as the tests want it.

A scene is drawn in one line for each row of squares, and the edges between two rows only where
there are walls or ramps. In a square stand the edge west of it, its surface or its flag, a robot
with its facing, and H if it is raised: `/tH  H` is a raised tower with a ramp to the west, `:F1A^ `
is robot A facing north on flag 1.

Robots that are neither drawn nor put somewhere are out of the game, and no drone flies at first. A
floor without flags has its last flag beyond its north-western corner.
"""

import re
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import numpy as np
from rally_scenes import cells, full_drawing

from cogarena.envs.core.header import over
from cogarena.envs.core.rng import seed_rng
from cogarena.envs.rally.board_reader import parse
from cogarena.envs.rally.cards import OPTION_CARDS, RUNS, Card, Option
from cogarena.envs.rally.damage import forget_hits
from cogarena.envs.rally.deck import take_token
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.phases import hand_over
from cogarena.envs.rally.state import RALLY, ROBOTS, Ask, Place, Power
from cogarena.envs.rally.symbols import ACROSS, ARROWS, CORNER, INNER
from cogarena.envs.tower_defense import rules
from cogarena.envs.tower_defense.defense import launch_at
from cogarena.envs.tower_defense.events import robot_event, settle, tower_event
from cogarena.envs.tower_defense.game import GAME
from cogarena.envs.tower_defense.settings import lay_out
from cogarena.envs.tower_defense.shells import deviate
from cogarena.envs.tower_defense.state import ACTIONS, STATE, Stage
from cogarena.envs.tower_defense.text import LOG

LETTERS = "ABCDEFGH"
NUMBER = {kind: first for kind, first, _, _ in RUNS}  # one card of each kind
Answer = str | Option | tuple[Any, ...]
Answers = dict[str, list[Answer]]


def plain(width: int, height: int = 1, **squares: list[tuple[int, int]]) -> str:
    """The drawing of an open floor with nothing but some surfaces, each with its places."""
    drawn = np.full((height, width), ":" + " " * INNER, object)
    for surface, places in squares.items():
        for x, y in places:
            drawn[y, x] = f":{surface}".ljust(ACROSS)
    return "\n".join("".join(row) + ":" for row in drawn)


PLAIN = plain(7, 7)


@cache
def course(drawing: str) -> Any:
    floor = parse("\n".join(full_drawing(rows_of(drawing), upper_half, lower_half)), "scene").copy()
    floor["flag_count"] = max(1, floor[0].flag_count)
    return floor


@cache
def board(drawing: str, settings: tuple[tuple[str, Any], ...]) -> Any:
    return lay_out(course(drawing), GAME.read(dict(settings)))


class Scene:
    """A game before its first turn, with the tests' words for it."""

    def __init__(self, drawing: str = PLAIN, *, seed: int = 0, register: int = 1, **settings: Any):
        self.setup = board(drawing, tuple(settings.items())).copy()[0]
        self.states = np.zeros(1, STATE)
        self.s = self.states[0]
        rules.init(self.setup, self.s, np.uint64(seed))
        self.r = self.s.rally
        self.r.register = register - 1
        self.r.robots["place"] = Place.OUT
        self.s.drones["live"] = 0
        self.log: list[dict[str, Any]] = []
        squares = [row for row in rows_of(drawing) if not row.startswith(CORNER)]
        for y, row in enumerate(squares):
            for x, square in enumerate(cells(row)):
                if square[3] in LETTERS:
                    self.put(square[3], x, y, square[4])

    # Arranging.

    def put(self, name: str, x: int, y: int, faces: str = "^") -> "Scene":
        """Place a robot; its archive is where it stands first."""
        robot = self.robot(name)
        robot.x, robot.y, robot.facing = x, y, ARROWS.index(faces)
        if robot.place == Place.OUT:
            robot.place, robot.archive_x, robot.archive_y = Place.FLOOR, x, y
        return self

    def hurt(self, name: str, tokens: int) -> "Scene":
        """Give a robot damage tokens, which lock registers."""
        for _ in range(tokens):
            take_token(self.r, LETTERS.index(name))
        return self

    def give(self, name: str, *options: Option) -> "Scene":
        """Give a robot option cards of the deck."""
        for option in options:
            self.robot(name).options |= 1 << option
            self.r.option_deck ^= 1 << option
        return self

    def xp(self, name: str, amount: int) -> "Scene":
        self.s.xp[LETTERS.index(name)] = amount
        return self

    def power_down(self, *names: str) -> "Scene":
        for name in names:
            self.robot(name).power = Power.DOWN
        return self

    def active(self, *names: str) -> "Scene":
        """These robots have executed a card in this phase."""
        for name in names:
            self.robot(name).moved = 1
        return self

    def drone(self, x: int, y: int) -> "Scene":
        launch_at(self.s, x, y)
        return self

    def debris(self, x: int, y: int) -> "Scene":
        self.s.debris[x, y] = 1
        return self

    def weaken(self, x: int, y: int, health: int) -> "Scene":
        """Leave a tower so many hit points."""
        self.tower(x, y).health = health
        return self

    def program(self, **cards: int) -> "Scene":
        """What robots have in this register, by kind or by number; the others have nothing."""
        self.r.robots["program"][:, self.r.register] = 0
        for name, card in cards.items():
            number = NUMBER[card] if isinstance(card, Card) else card
            self.robot(name).program[self.r.register] = number
        return self

    def foresee(self, wanted: Callable[[Any], bool]) -> "Scene":
        """Let the dice give next what is wanted of them."""
        probe = np.zeros(1, RALLY)[0]
        for seed in count():
            seed_rng(probe, seed)
            if wanted(probe):
                break
        seed_rng(self.r, seed)
        return self

    def landing(self, dx: int = 0, dy: int = 0, *, shots: int = 1) -> "Scene":
        """The next shells land so far from their targets."""
        return self.foresee(lambda r: all(deviate(r, 0) == (dx, dy) for _ in range(shots)))

    # Acting.

    def run(self, first: Stage, last: Stage, **answers: Answer | list[Answer]) -> "Scene":
        """Run the steps of the turn from one to another.

        A robot that is asked gives the next of its answers as soon as that is legal, else the
        first answer that is. All of them must have been given in the end.
        """
        left = self._begin(answers)
        self.s.stage = stage = first
        while stage <= self.s.stage <= last and not over(self.s):
            stage = int(self.s.stage)
            if rules.run_stage(self.setup, self.s):
                self._respond(left)
            elif self.s.stage == stage:
                self.s.stage += 1
        return self._end(left)

    def _begin(self, answers: dict[str, Answer | list[Answer]]) -> Answers:
        self.log, self.r.logged, self.s.reward[:] = [], 0, 0
        return {name: given if isinstance(given, list) else [given]
                for name, given in answers.items()}  # fmt: skip

    def _end(self, left: Answers) -> "Scene":
        self.log += LOG.events(self.setup, self.s)
        assert not any(left.values()), f"answers that nobody asked for: {left}"
        return self

    def _respond(self, left: Answers) -> None:
        while self.r.pending:
            given = left.get(self.question[0], [])
            legal = self.legal
            action = min(legal)
            if given and self.number_of(given[0]) in legal:
                action = self.number_of(given.pop(0))
            self._step(action)

    def _step(self, action: int) -> None:
        """Give an answer; log and rewards are kept, that an environment would begin anew."""
        self.log += LOG.events(self.setup, self.s)
        earned = self.s.reward.copy()
        hand_over(self.s)
        GAME.step(self.setup, self.s, action)
        self.s.reward += earned

    def play(self, **cards: int) -> "Scene":
        """Robots execute cards in this register; drones, machines and weapons come after it."""
        return self.program(**cards).run(Stage.REVEAL, Stage.MOVE)

    def phase(self, **cards: int) -> "Scene":
        """A whole register, in which nobody uses any option."""
        return self.program(**cards).run(Stage.REVEAL, Stage.TOUCH)

    def move_drones(self) -> "Scene":
        return self.run(Stage.DRONES, Stage.DRONES)

    def machines(self) -> "Scene":
        return self.run(Stage.MACHINES, Stage.MACHINES)

    def damage_step(self, **answers: Answer | list[Answer]) -> "Scene":
        """Weapons fire, and all that follows."""
        return self.run(Stage.AIM, Stage.REMOVE, **answers)

    def touch(self) -> "Scene":
        return self.run(Stage.TOUCH, Stage.TOUCH)

    def events(self, **answers: Answer | list[Answer]) -> "Scene":
        """The events at the end of the turn, with what the dice give."""
        return self.run(Stage.TOWER_EVENT, Stage.ROBOT_EVENTS, **answers)

    def end_of_turn(self, **answers: Answer | list[Answer]) -> "Scene":
        """All that follows the fifth register, up to the next turn."""
        return self.run(Stage.TOWER_EVENT, Stage.REENTER, **answers)

    def next_turn(self) -> "Scene":
        """The beginning of a turn: the deal."""
        return self.run(Stage.BEGIN, Stage.BEGIN)

    def tower_event(self, roll: int, **answers: Answer | list[Answer]) -> "Scene":
        return self._event(tower_event, roll, answers)

    def robot_event(self, roll: int, **answers: Answer | list[Answer]) -> "Scene":
        return self._event(robot_event, roll, answers)

    def _event(self, row: Callable[..., None], roll: int, answers: dict[str, Any]) -> "Scene":
        left = self._begin(answers)
        forget_hits(self.r)
        self.s.in_event = 1
        row(self.setup, self.s, roll)
        while settle(self.setup, self.s):
            self._respond(left)
        self.s.in_event = 0
        return self._end(left)

    def ask(self, stage: Stage) -> tuple[str, str] | None:
        """Go on with one step to its next question: who is asked what, None if nobody is."""
        self.s.stage = stage
        while rules.run_stage(self.setup, self.s):
            if self.r.pending:
                return self.question
        return None

    # Looking.

    def number_of(self, answer: Answer) -> int:
        """The action of an answer: an option card, a block, or a block and its index.

        Indirect fire has a robot, or the place of a tower: ("lob", "B"), ("shell", 3, 1).
        """
        if isinstance(answer, Option):
            return ACTIONS.number("option", int(answer))
        if isinstance(answer, str):
            return ACTIONS.number(answer)
        name, *index = answer
        if name in ("lob", "shell"):
            index = [LETTERS.index(*index) if len(index) == 1 else ROBOTS + self.thing(*index)]
        return ACTIONS.number(name, *index)

    @property
    def question(self) -> tuple[str, str]:
        """Who is asked, and what."""
        i = int(self.r.to_act)
        return LETTERS[i], Ask(int(self.r.robots[i].asked)).name

    @property
    def legal(self) -> set[int]:
        """The answers open to the robot that is asked."""
        mask = np.zeros(ACTIONS.count, np.int8)
        hand_over(self.s)
        GAME.legal(self.setup, self.s, int(self.r.to_act), mask)
        return {int(action) for action in np.flatnonzero(mask)}

    def may(self, answer: Answer) -> bool:
        return self.number_of(answer) in self.legal

    def robot(self, name: str) -> Any:
        return self.r.robots[LETTERS.index(name)]

    def thing(self, x: int, y: int) -> int:
        """The number of the tower on a square."""
        towers = self.setup.towers[: self.setup.tower_count].tolist()
        return [(tower[0], tower[1]) for tower in towers].index((x, y))

    def tower(self, x: int, y: int) -> Any:
        return self.r.things[self.thing(x, y)]

    def health(self, *places: tuple[int, int]) -> list[int]:
        """The hit points of the towers on some squares."""
        return [int(self.tower(*place).health) for place in places]

    def at(self, name: str) -> tuple[int, int]:
        return int(self.robot(name).x), int(self.robot(name).y)

    def damage(self, *names: str) -> list[int]:
        return [int(self.robot(name).damage) for name in names]

    def is_alive(self, name: str) -> bool:
        return bool(self.robot(name).place == Place.FLOOR)

    def earned(self, *names: str) -> list[int]:
        """The experience of some robots."""
        return [int(self.s.xp[LETTERS.index(name)]) for name in names]

    def reward(self, *names: str) -> list[float]:
        return [round(float(self.s.reward[LETTERS.index(name)]), 5) for name in names]

    def held(self, name: str) -> set[int]:
        """The option cards of a robot."""
        return {card for card in range(OPTION_CARDS) if int(self.robot(name).options) >> card & 1}

    def registers(self, name: str) -> list[int]:
        return self.robot(name).program.tolist()

    def locked(self, name: str) -> list[int]:
        """The numbers of the locked registers, 1 to 5."""
        return [k + 1 for k in range(REGISTERS) if self.robot(name).locks >> k & 1]

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
        """Where drones fly, in the order of their launch while none has gone."""
        return [(int(drone.x), int(drone.y)) for drone in self.s.drones if drone.live]

    @property
    def debris_at(self) -> set[tuple[int, int]]:
        return {(int(x), int(y)) for x, y in np.argwhere(self.s.debris)}

    def told(self, *kinds: str) -> list[dict[str, Any]]:
        """The log's events of some kinds."""
        return [event for event in self.log if event["event"] in kinds]


def rows_of(drawing: str) -> list[str]:
    return [line.strip() for line in drawing.strip().splitlines()]


def upper_half(cell: str) -> str:
    """The surface."""
    return f"{cell[0]} {re.sub('F[1-8]', '  ', cell[1:3])}  "


def lower_half(cell: str) -> str:
    """The flag and the height."""
    flag = cell[1:3] if re.match("F[1-8]", cell[1:3]) else ""
    return f"{cell[0]}{flag.ljust(INNER - 1)}{cell[5]}"
