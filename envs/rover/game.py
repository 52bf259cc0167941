"""RoveR as a `Game`."""

from typing import Any

import numpy as np

from cogarena.envs.core.game import Game, Score, any_reward
from cogarena.envs.core.header import whole_record
from cogarena.envs.rover import SPEC, rules
from cogarena.envs.rover.effects import FACTORY_REWARD
from cogarena.envs.rover.hidden import resample_hidden
from cogarena.envs.rover.human import HUMAN
from cogarena.envs.rover.layout import LAYOUT, OTHERS, Layer
from cogarena.envs.rover.observe import observe
from cogarena.envs.rover.render import draw
from cogarena.envs.rover.results import ENDINGS, TALLIES, achievements
from cogarena.envs.rover.settings import START_MODULES, Settings, agents, build
from cogarena.envs.rover.state import (
    ACTIONS,
    REACH_X,
    REACH_Y,
    SETUP,
    SLOTS,
    STATE,
    Decision,
    Outcome,
)
from cogarena.envs.rover.text import action_text, ansi, events

Array = np.ndarray[Any, Any]


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """What came of the campaign, and on which level."""
    return {
        "won": bool(s.outcome == Outcome.WON),
        "turns": int(s.turn),
        "planet": int(s.planet) + 1,
        "factories": int(s.factories),
        "data": int(s.gathered),
        "level": int(s.level),
        "achievements": achievements(s),
    }


def standing(setup: Any, s: Any) -> tuple[float, ...]:
    """V28: the data gathered plus the reward of the factories."""
    return (float(s.gathered) + FACTORY_REWARD * int(s.factories),)


def reward_range(settings: Settings) -> tuple[float, float]:
    """V28: 1 per factory; data are unbounded."""
    if settings.reward == "sparse":
        return 0.0, float(settings.planets)
    return 0.0, any_reward(settings)[1]


# Modules for the examples, so that random play covers all effects of modules.
ARSENAL = (
    "Area Charge", "Sonic Module", "Range Launcher", "Spiked Thermocouple", "Decibel Cannon",
    "Positronium Transporter", "Regenerative Bolt", "Transport Module", "Repair Kit",
)  # fmt: skip
RESERVE = (
    "Area Charge", "Repair Kit", "Sonic Module", "Slashing Displacer", "Isometric Transporter",
    "Electromagnetic Beam", "Soaking Burst", "Volt Sink", "Transport Module",
)  # fmt: skip
SPARES = (*START_MODULES, "Gas Laser", "Transport Module", "Aluminum Integument")

# The rover's own square is free, and it always sees the squares beside it. It knows its pod.
# Transport modules are never in slots. The warden acts first, so it is the first of the others.
# Random play gathers few data, wears no transport module out and stalls seldom.
HERE = f"window[{REACH_Y}][{REACH_X}]"
BESIDE = [(REACH_Y + dy, REACH_X + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
CONSTANTS = frozenset(
    [
        *(f"{HERE}.{layer.name.lower()}" for layer in (Layer.BLOCKED, Layer.WALL)),
        *(f"{HERE}.{layer.name.lower()}" for layer in list(Layer)[Layer.ENTITY :]),
        *(f"window[{row}][{column}].seen" for row, column in BESIDE),
        "nearest[0].known",
        *(f"slots[{slot}].transport" for slot in range(SLOTS)),
        *(f"others[{i}].warden" for i in range(1, OTHERS)),
        *("own.gathered_hundreds", "own.transport", "others[5].stalled"),
    ]
)

GAME = Game(
    name="rover",
    version=SPEC.version,
    settings=Settings,
    state=STATE,
    setup=SETUP,
    layout=LAYOUT,
    actions=ACTIONS,
    decisions=Decision,
    build=build,
    agents=agents,
    init=rules.init,
    legal=rules.legal,
    step=rules.step,
    observe=observe,
    ansi=ansi,
    action_text=action_text,
    events=events,
    tallies=TALLIES,
    endings=ENDINGS,
    draw=draw,
    human=HUMAN,
    shared_reward=True,
    reward_range=reward_range,
    final_info=final_info,
    halting=whole_record,
    score=Score("data and factories", standing),
    resample_hidden=resample_hidden,
    examples=(
        {},
        {"map_size": 20, "hostiles": 4.0},
        {"start_planet": 4, "reward": "sparse", "hostiles": 4.0},
        {"start_planet": 3, "levels": 3, "split": "test", "start_modules": SPARES},
        {"start_planet": 2, "planets": 1, "map_size": 31, "max_turns": 60},
        {"revealed": True, "max_turns": 40, "start_modules": (), "hostiles": 4.0},
        {
            "start_planet": 3,
            "start": "factory",
            "chassis": "titanium",
            "start_modules": ARSENAL,
            "hostiles": 4.0,
        },
        {"start": "factory", "chassis": "aluminum", "start_modules": RESERVE, "map_size": 20},
    ),
    short={"max_turns": 3},
    constants=CONSTANTS,
)
