"""MOBA Rally as a `Game`."""

from typing import Any

import numpy as np

from cogarena.envs.core.game import Game, Score
from cogarena.envs.moba import SPEC, rules
from cogarena.envs.moba.board import Settings, agents, build
from cogarena.envs.moba.global_state import GLOBAL_LAYOUT, observe_all
from cogarena.envs.moba.observe import LAYOUT, observe
from cogarena.envs.moba.render import draw
from cogarena.envs.moba.scores import DAMAGE_WORTH, kdo
from cogarena.envs.moba.state import (
    ACTIONS,
    SETUP,
    STATE,
    TOWERS_EACH,
    Decision,
    Stage,
)
from cogarena.envs.moba.text import HUMAN, LOG, action_text, ansi
from cogarena.envs.rally.secrets import redeal, undo_programs
from cogarena.envs.rally.watching import engine

ROUNDING = 1e-3


def reward_range(settings: Settings) -> tuple[float, float]:
    """M29: a victory, points without bounds, or a victory and all the damage there is."""
    if settings.reward == "kdo":
        return -float("inf"), float("inf")
    if settings.reward == "team":
        return -1.0, 1.0
    health = settings.base_health + TOWERS_EACH * settings.tower_health
    most = 1.0 + DAMAGE_WORTH * health + ROUNDING
    return -most, most


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """M27, M28: who won, how the bases stand, and everybody's score."""
    names = agents(settings)
    return {
        "won": [bool(s.winners >> i & 1) for i in range(len(names))],
        "turns": int(s.turn),
        "bases": {"red": int(s.bases[0].health), "blue": int(s.bases[1].health)},
        "kdo": {name: _tally(s.scores[i]) for i, name in enumerate(names)},
    }


def _tally(score: Any) -> dict[str, int]:
    names = ("kills", "deaths", "objectives")
    return {name: int(score[name]) for name in names} | {"kdo": int(kdo(score))}


def sides(settings: Settings) -> tuple[tuple[int, ...], ...]:
    """M1: the seats of the red team, then those of the blue one."""
    seats = range(len(agents(settings)))
    return tuple(seats[0::2]), tuple(seats[1::2])


def standing(setup: Any, s: Any) -> tuple[float, ...]:
    """M26: everybody's score."""
    return tuple(float(kdo(score)) for score in s.scores[: s.rally.count])


def resample_hidden(setup: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """The others' hands and closed registers, and the deck."""
    redeal(s, seat, Stage.CLEAN_UP, generator)


GAME = Game(
    name="moba",
    version=SPEC.version,
    settings=Settings,
    state=STATE,
    setup=SETUP,
    layout=LAYOUT,
    actions=ACTIONS,
    decisions=Decision,
    build=build,
    agents=agents,
    sides=sides,
    init=rules.init,
    legal=rules.legal,
    step=rules.step,
    observe=observe,
    advance=rules.advance,
    global_layout=GLOBAL_LAYOUT,
    observe_all=observe_all,
    ansi=ansi,
    action_text=action_text,
    events=LOG.events,
    draw=draw,
    human=HUMAN,
    reward_range=reward_range,
    final_info=final_info,
    score=Score("kills, deaths and objectives", standing),
    resample_hidden=resample_hidden,
    undo_secret_choices=undo_programs,
    halting=engine,
    examples=(
        {},
        {"start": "scattered", "options": 3, "perimeter": "wall"},
        {"team_size": 1, "start": "scattered", "options": 3, "max_turns": 20, "reward": "kdo"},
        {
            "team_size": 2,
            "start": "scattered",
            "tower_health": 1,
            "base_health": 4,
            "reward": "shaped",
        },
        {"team_size": 3, "ask": "program", "max_turns": 30},
    ),
    constants=frozenset(
        # Robots re-enter on docks, and no card is a Mini Howitzer.
        {"decision[5]", "options[15]", "team_option[15]", "enemy_option[15]"}
        | {f"ally_options[{i}][15]" for i in range(3)}
        | {f"enemy_options[{i}][15]" for i in range(4)}
        # A robot stands neither in a pit, nor beside the floor, nor in the enemy's base.
        | {
            "floor[5][5].off",
            "floor[5][5].pit",
            "around[5][5].enemy",
            "around[5][5].enemy_objective",
        }
    ),
)
