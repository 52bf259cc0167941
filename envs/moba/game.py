"""MOBA Rally as a `Game`."""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.game import Endings, Score
from cogarena.envs.moba import SPEC, observe, render, rules, settings, state, text
from cogarena.envs.moba.global_state import GLOBAL_LAYOUT, observe_all
from cogarena.envs.moba.scores import DAMAGE_WORTH, kdo
from cogarena.envs.moba.settings import Settings, agents
from cogarena.envs.moba.state import OBJECTIVES, TEAMS, TOWERS_EACH
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.events import Counts, columns, tallies
from cogarena.envs.rally.state import ROBOTS, Ask
from cogarena.envs.rally.variant import RARE, Folder, unused, variant

ROUNDING = 1e-3
HELD = (  # the pieces of the observation that show option cards
    *("options", "team_option", "enemy_option", "option_piles"),
    *(f"other_options[{i}]" for i in range(ROBOTS - 1)),
)


def reward_range(settings: Settings) -> tuple[float, float]:
    """M29: ±1; unbounded points; or ±1 and the reward for all damage that is possible."""
    if settings.reward == "kdo":
        return -float("inf"), float("inf")
    if settings.reward in ("team", "winner"):
        return -1.0, 1.0
    health = settings.base_health + TOWERS_EACH * settings.tower_health
    most = 1.0 + DAMAGE_WORTH * health + ROUNDING
    return -most, most


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """M27, M28: the robots and the team that won, the health of the bases, and all scores."""
    names = agents(settings)
    return {
        "won": [bool(s.winners >> i & 1) for i in range(len(names))],
        "team_won": [_team_won(s, i) for i in range(len(names))],
        "turns": int(s.turn),
        "bases": {"red": int(s.bases[0].health), "blue": int(s.bases[1].health)},
        "kdo": {name: _tally(s.scores[i]) for i, name in enumerate(names)},
    }


def _team_won(s: Any, i: int) -> bool:
    """M27: the game has ended, and of the two bases only that of the robot's team stands."""
    return bool(s.terminated and s.bases[s.rally.robots[i].team - 1].health > 0)


def _tally(score: Any) -> dict[str, int]:
    names = ("kills", "deaths", "objectives")
    return {name: int(score[name]) for name in names} | {"kdo": int(kdo(score))}


def sides(settings: Settings) -> tuple[tuple[int, ...], ...]:
    """M1: the seats of the red team, then those of the blue one."""
    seats = range(len(agents(settings)))
    return tuple(seats[0::2]), tuple(seats[1::2])


def standing(setup: Any, s: Any) -> tuple[float, ...]:
    """M26: the score of each robot."""
    return tuple(float(kdo(score)) for score in s.scores[: s.rally.count])


class Ending(IntEnum):
    """How a game ends."""

    BASE_DESTROYED = 0
    BOTH_BASES_DESTROYED = 1
    CUT_OFF = 2


ENDINGS = {
    Ending.BASE_DESTROYED: "one team's base has fallen",
    Ending.BOTH_BASES_DESTROYED: "both bases have fallen in the same damage step",
    Ending.CUT_OFF: "the last turn is over",
}
TALLIES = {
    "kills": "kills of its score",
    "objectives": "towers and bases it helped to destroy",
    "objective_damage": "hit points that its shells took from towers and bases",
    "options_installed": "options it has installed in its base",
}


def ending(setup: Any, s: Any) -> int:
    """How the game has ended."""
    if s.truncated:
        return Ending.CUT_OFF
    fallen = int((s.bases["health"] == 0).sum())
    return Ending.BASE_DESTROYED if fallen == 1 else Ending.BOTH_BASES_DESTROYED


def counts(setup: Any, s: Any) -> Counts:
    """What only MOBA Rally counts of each robot."""
    scores = columns(s.scores, {name: TALLIES[name] for name in ("kills", "objectives")})
    return {
        **scores,
        "objective_damage": s.objective_damage.tolist(),
        "options_installed": s.installed.tolist(),
    }


GAME = variant(
    Folder("moba", SPEC, settings, state, rules, observe, render, text),
    tallies=tallies(TALLIES, counts),
    endings=Endings(Ending, ENDINGS, ending),
    sides=sides,
    global_layout=GLOBAL_LAYOUT,
    observe_all=observe_all,
    reward_range=reward_range,
    final_info=final_info,
    score=Score("kills, deaths and objectives", standing),
    examples=(
        {},
        {"start": "scattered", "options": 3, "perimeter": "wall", "reward": "winner"},
        {"team_size": 1, "start": "scattered", "options": 3, "max_turns": 20, "reward": "kdo"},
        {
            "team_size": 3,
            "start": "scattered",
            "tower_health": 1,
            "base_health": 4,
            "reward": "shaped",
        },
        {"start": "scattered", "tower_health": 1, "ask": "program", "max_turns": 30},
    ),
    unused=unused("lives", "touched", "forced", "banked", "anchored", "shells"),
    rare=RARE | {"objectives.hit_by_own"},
    constants=frozenset(
        # Robots re-enter on docks, and no card is a Mini Howitzer.
        {f"decision[{Ask.SQUARE:d}]"}
        | {f"{piece}[{Option.MINI_HOWITZER:d}]" for piece in HELD}
        # A robot stands neither in a pit, nor beside the floor, nor in the enemy's base.
        | {"floor[5][5].ground", "around[5][5].enemy_objective"}
        # The howitzer is aimed at nothing of the own team, and there is always an enemy (M12).
        | {f"objectives[{k}].in_line" for k in range(OBJECTIVES)}
        | {f"others[{k}].in_line" for k in range(1, ROBOTS - 1, TEAMS)}
        | {"others[0].team"}
        # Random players disrupt no base in so few games (M16).
        | {"own.disrupts"}
        | {f"others[{k}].disrupts" for k in range(ROBOTS - 1)}
    ),
)
