"""Tower Defense as a `Game`."""

from typing import Any

from cogarena.envs.core.game import Score
from cogarena.envs.rally.variant import Folder, variant
from cogarena.envs.tower_defense import SPEC, observe, render, rules, settings, state, text
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


GAME = variant(
    Folder("tower_defense", SPEC, settings, state, rules, observe, render, text),
    events=text.LOG.events,
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
    constants=frozenset({"floor[5][5].off", "floor[5][5].pit", "around[5][5].tower"}),
)
