"""The race as a `Game`."""

from typing import Any

import numpy as np

from cogarena.envs.core.game import Game, Score
from cogarena.envs.core.grid import manhattan
from cogarena.envs.race import SPEC, rules
from cogarena.envs.race.board import Settings, build
from cogarena.envs.race.observe import LAYOUT, observe
from cogarena.envs.race.render import draw
from cogarena.envs.race.state import SETUP, STATE, Stage
from cogarena.envs.race.text import HUMAN, action_text, ansi
from cogarena.envs.rally.secrets import redeal, undo_programs
from cogarena.envs.rally.setups import agents
from cogarena.envs.rally.state import ACTIONS, Ask, Place
from cogarena.envs.rally.watching import engine


def reward_range(settings: Settings) -> tuple[float, float]:
    """RR29: a prize of one, or a point a flag."""
    return (-1.0, 1.0) if settings.reward == "rank" else (0.0, float("inf"))


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """Who won, and how far everybody came."""
    robots = s.rally.robots[: settings.robots]
    return {
        "won": [bool(s.winners >> i & 1) for i in range(settings.robots)],
        "turns": int(s.turn),
        "flags": [int(robot.touched) for robot in robots],
    }


def progress(setup: Any, s: Any) -> tuple[float, ...]:
    """Flags touched, and of the way to the next one how much of the board lies behind."""
    return tuple(_progress(setup.floor, robot) for robot in s.rally.robots[: setup.robots])


def _progress(floor: Any, robot: Any) -> float:
    touched = int(robot.touched)
    if robot.place != Place.FLOOR or touched == floor.flag_count:
        return float(touched)
    flag = floor.flag[touched]
    left = manhattan(int(robot.x), int(robot.y), int(flag.x), int(flag.y))
    return touched + 1 - left / int(floor.width + floor.height)


def resample_hidden(setup: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """The others' hands and closed registers, and the deck."""
    redeal(s, seat, Stage.CLEAN_UP, generator)


GAME = Game(
    name="race",
    version=SPEC.version,
    settings=Settings,
    state=STATE,
    setup=SETUP,
    layout=LAYOUT,
    actions=ACTIONS,
    decisions=Ask,
    build=build,
    agents=agents,
    init=rules.init,
    legal=rules.legal,
    step=rules.step,
    observe=observe,
    advance=rules.advance,
    ansi=ansi,
    action_text=action_text,
    draw=draw,
    human=HUMAN,
    zero_sum=False,
    reward_range=reward_range,
    final_info=final_info,
    score=Score("flags, and the way to the next", progress),
    resample_hidden=resample_hidden,
    undo_secret_choices=undo_programs,
    halting=engine,
    examples=(
        {},
        {"robots": 8, "board": "crossfire", "options": 3},
        {"robots": 8, "board": "sinkhole", "options": 3, "lives": 5},
        {"robots": 3, "board": "carousel", "reward": "flags"},
        {"robots": 8, "board": "double_shift", "options": 2},
        {"robots": 2, "board": "vault_race", "ask": "program", "max_turns": 20},
    ),
    # A robot never stands in a pit or beside the floor.
    constants=frozenset({"floor[5][5].off", "floor[5][5].pit"}),
)
