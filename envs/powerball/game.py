"""Powerball as a `Game`."""

from typing import Any

import numpy as np

from cogarena.envs.core.game import Game, Score
from cogarena.envs.powerball import SPEC, rules, start
from cogarena.envs.powerball.board import Settings, build
from cogarena.envs.powerball.observe import LAYOUT, observe
from cogarena.envs.powerball.render import draw
from cogarena.envs.powerball.state import ACTIONS, COMMUNITY, SETUP, STATE, Decision, Stage
from cogarena.envs.powerball.text import HUMAN, LOG, action_text, ansi
from cogarena.envs.rally.secrets import redeal, undo_programs
from cogarena.envs.rally.setups import agents
from cogarena.envs.rally.state import ROBOTS
from cogarena.envs.rally.watching import engine


def reward_range(settings: Settings) -> tuple[float, float]:
    """P32: points without end, or a prize of one."""
    return (0.0, float("inf")) if settings.reward == "vp" else (-1.0, 1.0)


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """Who won, and everybody's points."""
    return {
        "won": [bool(s.winners >> i & 1) for i in range(settings.robots)],
        "turns": int(s.turn),
        "points": s.points[: settings.robots].tolist(),
    }


def standing(setup: Any, s: Any) -> tuple[float, ...]:
    """Everybody's points."""
    return tuple(float(points) for points in s.points[: s.rally.count])


def resample_hidden(setup: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """The others' hands and closed registers, and the deck."""
    redeal(s, seat, Stage.CLEAN_UP, generator)


GAME = Game(
    name="powerball",
    version=SPEC.version,
    settings=Settings,
    state=STATE,
    setup=SETUP,
    layout=LAYOUT,
    actions=ACTIONS,
    decisions=Decision,
    build=build,
    agents=agents,
    init=start.init,
    legal=rules.legal,
    step=rules.step,
    observe=observe,
    advance=rules.advance,
    ansi=ansi,
    action_text=action_text,
    events=LOG.events,
    draw=draw,
    human=HUMAN,
    reward_range=reward_range,
    final_info=final_info,
    score=Score("victory points", standing),
    resample_hidden=resample_hidden,
    undo_secret_choices=undo_programs,
    halting=engine,
    examples=(
        {},
        {"robots": 8, "balls": 20},
        {"robots": 8, "balls": 3, "reward": "rank", "max_turns": 20},
        {"robots": 2, "max_turns": 10},
        {"robots": 6, "ask": "program"},
    ),
    constants=frozenset(
        # Robots enter on flags, powered down; a stabilizer is no choice, Superior Archive out.
        {"decision[5]", "decision[7]", "decision[12]", "options[24]", "at_stake[24]"}
        | {f"community[{c}][24]" for c in range(COMMUNITY)}
        | {f"other_options[{i}][24]" for i in range(ROBOTS - 1)}
        # A robot stands neither in a pit nor beside the floor.
        | {"floor[5][5].off", "floor[5][5].pit"}
    ),
)
