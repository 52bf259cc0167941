"""Tower Defense as a `Game`."""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.game import Endings, Score
from cogarena.envs.rally.events import FLAGS, Counts, columns, flags, tallies
from cogarena.envs.rally.state import ROBOTS, Place
from cogarena.envs.rally.variant import RARE, Folder, unused, variant
from cogarena.envs.tower_defense import SPEC, observe, render, rules, settings, state, text
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.settings import Settings


def reward_range(settings: Settings) -> tuple[float, float]:
    """T26: unbounded experience, or a final reward of at most 1."""
    return (0.0, float("inf")) if settings.reward == "xp" else (-1.0, 1.0)


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """Who won, and the experience and flags of each robot."""
    return {
        "won": [bool(s.winners >> i & 1) for i in range(settings.robots)],
        "turns": int(s.turn),
        "xp": s.xp[: settings.robots].tolist(),
        "flags": s.rally.robots["touched"][: settings.robots].tolist(),
    }


def standing(setup: Any, s: Any) -> tuple[float, ...]:
    """The experience of each robot."""
    return tuple(float(xp) for xp in s.xp[: s.rally.count])


class Ending(IntEnum):
    """How a game ends."""

    LAST_FLAG = 0
    ALL_OUT = 1
    LAST_TURN = 2


ENDINGS = {
    Ending.LAST_FLAG: "a robot has touched the last flag",
    Ending.ALL_OUT: "no robot has a life left",
    Ending.LAST_TURN: "all turns have been played",
}
COUNTED = {
    "kills": "deaths of other robots that it was credited with",
    "towers_destroyed": "towers it helped to destroy",
    "drones_destroyed": "drones it helped to shoot down",
    "tower_damage": "hit points that it took from towers",
    "salvaged": "squares it has cleared of debris",
}
TALLIES = {"xp": "experience", "level": "its level", **FLAGS, **COUNTED}


def ending(setup: Any, s: Any) -> int:
    """How the game has ended."""
    robots = s.rally.robots[: s.rally.count]
    if (robots["touched"] == setup.floor.flag_count).any():
        return Ending.LAST_FLAG
    return Ending.ALL_OUT if (robots["place"] == Place.OUT).all() else Ending.LAST_TURN


def counts(setup: Any, s: Any) -> Counts:
    """What only Tower Defense counts of each robot."""
    levels = [int(level(s, i)) for i in range(ROBOTS)]
    own = {"xp": s.xp.tolist(), "level": levels}
    return own | dict(flags(setup, s)) | dict(columns(s.tallies, COUNTED))


GAME = variant(
    Folder("tower_defense", SPEC, settings, state, rules, observe, render, text),
    tallies=tallies(TALLIES, counts),
    endings=Endings(Ending, ENDINGS, ending),
    reward_range=reward_range,
    final_info=final_info,
    score=Score("experience", standing),
    examples=(
        {},
        {"robots": 8, "options": 3, "lives": 0, "max_turns": 40},
        {"robots": 8, "options": 3, "reward": "rank"},
        {"robots": 2, "max_turns": 10, "board": "outpost"},
        {"robots": 8, "options": 2, "board": "vault_race", "lives": 1},
        {"robots": 6, "ask": "program"},
    ),
    # A robot stands neither in a pit, nor beside the floor, nor in a tower.
    unused=unused("tokens", "anchored"),
    rare=RARE | {"debris", "drones", "towers", "own.sweeps", "others.sweeps"},
    constants=frozenset({"floor[5][5].ground", "around[5][5].tower"}),
)
