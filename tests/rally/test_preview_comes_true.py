"""What the preview tells of a lone robot is what happens to it, in all games and on all boards."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.grid import DIRECTIONS, DX, DY
from cogarena.envs.core.header import over
from cogarena.envs.powerball.balls import load
from cogarena.envs.powerball.state import BallPlace
from cogarena.envs.rally.boards import courses
from cogarena.envs.rally.cards import CARDS
from cogarena.envs.rally.fire import in_line
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.moves import is_blocked, is_closed, is_deadly
from cogarena.envs.rally.state import NOBODY, Place, Power
from support.scenes.preview import told

TRIES = 40  # robots on each board
HEALTH = 100  # of towers that survive whatever hits them

BOARDS: list[tuple[str, dict[str, Any]]] = [
    *(("race", {"board": board, "robots": 2}) for board in courses()),
    ("moba", {"team_size": 1, "tower_health": HEALTH, "base_health": HEALTH}),
    ("moba", {"team_size": 1, "tower_health": HEALTH, "perimeter": "wall"}),
    ("powerball", {"robots": 2}),
    ("tower_defense", {"robots": 2}),
    ("tower_defense", {"robots": 2, "board": "outpost"}),
]


class Trial:
    """A game with robot 0 on a random square and a random program; the others are out."""

    def __init__(self, name: str, settings: dict[str, Any], seed: int) -> None:
        self.game = registry.load(name)
        folder = f"cogarena.envs.{name}"
        self.rules, state = (import_module(f"{folder}.{module}") for module in ("rules", "state"))
        self.stages = state.Stage
        self.random = np.random.default_rng(seed)
        self.setup = self.game.build(self.game.read(settings | {"ask": "program"}))[0]
        self.states = np.zeros(1, self.game.state)
        self.s = self.states[0]
        self.game.init(self.setup, self.s, np.uint64(seed))
        self.r = self.s.rally
        self.robot = self.r.robots[0]
        self._quieten(name)
        self.r.robots["place"], self.r.robots["options"], self.r.robots["lent"] = Place.OUT, 0, 0
        self.r.robots["power"] = Power.ON
        self.r.robots["fell"] = self.r.falls = 0
        self.robot.place = Place.FLOOR
        self.put(0)
        if name == "powerball":
            self.s.was_x[0], self.s.was_y[0] = self.robot.x, self.robot.y
        self.robot.program[:] = self.random.permutation(CARDS)[:REGISTERS] + 1

    def _quieten(self, name: str) -> None:
        """Nothing that the preview does not know happens."""
        if name == "tower_defense":
            self.s.drones["live"], self.s.lull = 0, 1
        elif name == "powerball":
            for ball in self.s.balls[: self.setup.balls]:
                ball.place, (ball.x, ball.y) = BallPlace.FLOOR, self.random.integers(0, 12, 2)

    def put(self, i: int) -> None:
        """Put a robot on a random square where it may be."""
        floor, robot = self.setup.floor, self.r.robots[i]
        while True:
            x, y = (int(self.random.integers(0, side)) for side in (floor.width, floor.height))
            robot.x, robot.y = x, y
            blocked = is_blocked(self.r, x, y) or is_closed(floor, self.r, i, x, y)
            if not is_deadly(floor, x, y) and not blocked:
                break
        robot.facing = self.random.integers(0, DIRECTIONS)

    @property
    def is_alive(self) -> bool:
        """It has not been destroyed; in some games robots re-enter in the same register."""
        return bool(self.robot.place == Place.FLOOR and self.robot.fell == 0)

    def previews(self) -> list[dict[str, int]]:
        """What is told of each card of the program, when it is the next card."""
        return [self.preview(k) for k in range(REGISTERS)]

    def preview(self, k: int) -> dict[str, int]:
        """The preview of card k as the only card of the hand, after the cards before it."""
        s = self.states.copy()[0]
        robot = s.rally.robots[0]
        robot.hand[0], robot.program[k:] = robot.program[k], 0
        return told(self.game.name, self.setup, s, 0)[0][0]

    def play(self, k: int) -> bool:
        """Play register k; true if the game goes on."""
        last = {"moba": "LOSE", "powerball": "REENTER"}.get(self.game.name, "TOUCH")
        self.s.stage, self.r.register = self.stages.SWAP, k
        self.r.cursor = 0
        while self.s.stage <= self.stages[last] and self.r.register == k and not over(self.s):
            stage = int(self.s.stage)
            if self.rules.run_stage(self.setup, self.s):
                assert self.r.pending == 0
            elif self.s.stage == stage:
                self.s.stage += 1
        return self.is_alive and not over(self.s)


def cases() -> Any:
    return pytest.mark.parametrize(
        ("name", "settings"),
        BOARDS,
        ids=["-".join(map(str, (name, *settings.values()))) for name, settings in BOARDS],
    )


@cases()
def test_the_robot_gets_where_the_preview_says(name, settings):
    for seed in range(TRIES):
        trial = Trial(name, settings, seed)
        told, robot = trial.previews(), trial.robot
        x, y, facing = int(robot.x), int(robot.y), int(robot.facing)
        for k, row in enumerate(told):
            goes_on = trial.play(k)
            assert row["dead"] == (not trial.is_alive), (seed, k)
            if row["dead"]:
                break
            right = (facing + 1) % DIRECTIONS
            dx, dy = int(robot.x) - x, int(robot.y) - y
            assert (row["right"], row["behind"]) == (
                dx * DX[right] + dy * DY[right], -dx * DX[facing] - dy * DY[facing],
            ), (seed, k)  # fmt: skip
            turn = (int(robot.facing) - facing) % DIRECTIONS
            assert (row["faces_right"], row["faces_behind"]) == (DX[turn], DY[turn]), (seed, k)
            if not goes_on:
                break


@cases()
def test_the_robot_takes_the_damage_that_the_preview_says(name, settings):
    for seed in range(TRIES):
        trial = Trial(name, settings, seed)
        told = trial.previews()
        for k, row in enumerate(told):
            goes_on = trial.play(k)
            if row["dead"] or not goes_on:
                break
            assert trial.robot.damage == row.get("damage", 0), (seed, k)


@pytest.mark.parametrize("board", courses())
def test_the_robot_touches_the_flags_that_the_preview_says(board):
    touched = 0
    for seed in range(TRIES):
        trial = Trial("race", {"board": board, "robots": 2}, seed)
        flag = trial.setup.floor.flag[0]
        trial.robot.x, trial.robot.y = flag.x, flag.y
        for k, row in enumerate(trial.previews()):
            goes_on = trial.play(k)
            if not trial.is_alive:
                break
            assert trial.robot.touched == row["goals"], (seed, k)
            touched += int(trial.robot.touched)
            if not goes_on:
                break
    assert touched


def test_the_robot_picks_up_and_delivers_the_balls_that_the_preview_says():
    delivered = 0
    for seed in range(4 * TRIES):
        trial = Trial("powerball", {"robots": 2}, seed)
        for k, row in enumerate(trial.previews()):
            if not trial.play(k) or row["dead"]:
                break
            points = int(trial.s.points[0])
            assert load(trial.s, 0) + 2 * points == row["goals"], (seed, k)
            delivered += points
            if points:
                break  # a ball of the pool may now appear anywhere
    assert delivered


@pytest.mark.parametrize("board", [*courses()])
def test_the_robot_aims_at_whom_the_preview_says(board):
    aimed = 0
    for seed in range(TRIES):
        trial = Trial("race", {"board": board, "robots": 8}, seed)
        r = trial.r
        r.robots["place"] = Place.FLOOR
        for i in range(r.count):
            trial.put(i)
        trial.robot.program[0] = trial.random.choice((1, 7, 8))  # a turn on the spot
        row = trial.preview(0)
        if (row["right"], row["behind"], row["dead"]) != (0, 0, 0):
            continue
        turn = [(DX[d], DY[d]) for d in range(DIRECTIONS)].index(
            (row["faces_right"], row["faces_behind"])
        )
        facing = (trial.robot.facing + turn) % DIRECTIONS
        target = in_line(trial.setup.floor, r, 0, facing, 0, 0)
        assert row["robot"] == (0 if target == NOBODY else target), (seed, board)
        aimed += target != NOBODY
    assert aimed
