"""Tower Defense as a `Game`."""

from typing import Any

import numpy as np

from cogarena.envs.core.game import Game, Score
from cogarena.envs.rally.secrets import redeal, undo_programs
from cogarena.envs.rally.setups import agents
from cogarena.envs.rally.state import Ask
from cogarena.envs.rally.watching import engine
from cogarena.envs.tower_defense import SPEC, rules
from cogarena.envs.tower_defense.board import Settings, build
from cogarena.envs.tower_defense.observe import LAYOUT, observe
from cogarena.envs.tower_defense.render import draw
from cogarena.envs.tower_defense.state import ACTIONS, SETUP, STATE, Stage
from cogarena.envs.tower_defense.text import HUMAN, LOG, action_text, ansi


def reward_range(settings: Settings) -> tuple[float, float]:
    """T26: experience without end, or a prize of one."""
    return (0.0, float("inf")) if settings.reward == "xp" else (-1.0, 1.0)


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """Who won, and everybody's experience and flags."""
    return {
        "won": [bool(s.winners >> i & 1) for i in range(settings.robots)],
        "turns": int(s.turn),
        "xp": s.xp[: settings.robots].tolist(),
        "flags": s.rally.robots["touched"][: settings.robots].tolist(),
    }


def standing(setup: Any, s: Any) -> tuple[float, ...]:
    """Everybody's experience."""
    return tuple(float(xp) for xp in s.xp[: s.rally.count])


def resample_hidden(setup: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """The others' hands and closed registers, and the deck."""
    redeal(s, seat, Stage.CLEAN_UP, generator)


GAME = Game(
    name="tower_defense",
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
    events=LOG.events,
    draw=draw,
    human=HUMAN,
    reward_range=reward_range,
    final_info=final_info,
    score=Score("experience", standing),
    resample_hidden=resample_hidden,
    undo_secret_choices=undo_programs,
    halting=engine,
    examples=(
        {},
        {"robots": 8, "options": 3, "lives": 0},
        {"robots": 8, "options": 3, "reward": "rank"},
        {"robots": 2, "max_turns": 10, "board": "outpost"},
        {"robots": 8, "options": 2, "board": "vault_race", "lives": 1},
        {"robots": 6, "ask": "program"},
    ),
    # A robot stands neither in a pit, nor beside the floor, nor in a tower.
    constants=frozenset({"floor[5][5].off", "floor[5][5].pit", "around[5][5].tower"}),
)
