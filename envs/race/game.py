"""The race as a `Game`."""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.game import Endings, Score
from cogarena.envs.core.grid import manhattan
from cogarena.envs.race import SPEC, observe, render, rules, settings, state, text
from cogarena.envs.race.settings import Settings
from cogarena.envs.rally.events import FLAGS, flags, tallies
from cogarena.envs.rally.state import Place
from cogarena.envs.rally.variant import Folder, unused, variant


def reward_range(settings: Settings) -> tuple[float, float]:
    """RR29: a final reward of at most 1, or a point for each flag."""
    return (-1.0, 1.0) if settings.reward == "rank" else (0.0, float("inf"))


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """Who won, and the flags of each robot."""
    robots = s.rally.robots[: settings.robots]
    return {
        "won": [bool(s.winners >> i & 1) for i in range(settings.robots)],
        "turns": int(s.turn),
        "flags": [int(robot.touched) for robot in robots],
    }


def progress(setup: Any, s: Any) -> tuple[float, ...]:
    """Flags touched, plus the fraction of the way to the next one."""
    return tuple(_progress(setup.floor, robot) for robot in s.rally.robots[: setup.robots])


def _progress(floor: Any, robot: Any) -> float:
    touched = int(robot.touched)
    if robot.place != Place.FLOOR or touched == floor.flag_count:
        return float(touched)
    flag = floor.flag[touched]
    left = manhattan(int(robot.x), int(robot.y), int(flag.x), int(flag.y))
    return touched + 1 - left / int(floor.width + floor.height)


class Ending(IntEnum):
    """How a race ends."""

    LAST_FLAG = 0
    ALL_OUT = 1
    CUT_OFF = 2


ENDINGS = {
    Ending.LAST_FLAG: "a robot, or several at once, have touched the last flag",
    Ending.ALL_OUT: "no robot has a life left",
    Ending.CUT_OFF: "the last turn is over",
}


def ending(setup: Any, s: Any) -> int:
    """How the race has ended."""
    if s.truncated:
        return Ending.CUT_OFF
    return Ending.LAST_FLAG if s.winners else Ending.ALL_OUT


GAME = variant(
    Folder("race", SPEC, settings, state, rules, observe, render, text),
    tallies=tallies(FLAGS, flags),
    endings=Endings(Ending, ENDINGS, ending),
    reward_range=reward_range,
    final_info=final_info,
    score=Score("flags, and the way to the next", progress),
    examples=(
        {},
        {"robots": 8, "board": "crossfire", "options": 3},
        {"robots": 8, "board": "sinkhole", "options": 3, "lives": 5},
        {"robots": 3, "board": "carousel", "reward": "flags"},
        {"robots": 8, "board": "double_shift", "options": 2},
        {"robots": 2, "board": "vault_race", "ask": "program", "max_turns": 20},
    ),
    unused=unused("forced", "tokens", "banked", "anchored"),
    # A robot never stands in a pit or beside the floor.
    constants=frozenset({"floor[5][5].ground"}),
)
