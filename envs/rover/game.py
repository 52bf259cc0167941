"""RoveR as a `Game`, and the resampling of what the rover cannot know.

It cannot know future dice, unseen squares, and entities out of view.
"""

from typing import Any

import numpy as np

from cogarena.envs.core.game import Game, Score, any_reward, resample_dice
from cogarena.envs.core.header import whole_record
from cogarena.envs.core.records import duplicate
from cogarena.envs.rover import SPEC, rules
from cogarena.envs.rover.effects import FACTORY_REWARD
from cogarena.envs.rover.human import HUMAN
from cogarena.envs.rover.observe import LAYOUT, OTHERS, Layer, observe
from cogarena.envs.rover.planet import land
from cogarena.envs.rover.render import draw
from cogarena.envs.rover.settings import START_MODULES, Settings, agents, build
from cogarena.envs.rover.state import (
    ACTIONS,
    COLUMNS,
    ENTITIES,
    NOWHERE,
    REACH_X,
    REACH_Y,
    ROVER,
    ROWS,
    SETUP,
    SIZE,
    SLOTS,
    STATE,
    Decision,
    Outcome,
)
from cogarena.envs.rover.tables import FIRST_BLOCKING, FIRST_WARDEN, PLANETS
from cogarena.envs.rover.text import action_text, ansi, events
from cogarena.envs.rover.vision import mark_blocking

Array = np.ndarray[Any, Any]


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """How the campaign ended, and on which level."""
    return {
        "won": bool(s.outcome == Outcome.WON),
        "turns": int(s.turn),
        "planet": int(s.planet) + 1,
        "factories": int(s.factories),
        "data": int(s.gathered),
        "level": int(s.level),
    }


def standing(setup: Any, s: Any) -> tuple[float, ...]:
    """V28: the data gathered plus the reward of the factories."""
    return (float(s.gathered) + FACTORY_REWARD * int(s.factories),)


def reward_range(settings: Settings) -> tuple[float, float]:
    """V28: 1 per factory; data are unbounded."""
    if settings.reward == "sparse":
        return 0.0, float(settings.planets)
    return 0.0, any_reward(settings)[1]


def resample_hidden(setup: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """Replace unseen squares by those of another planet, and entities that are not visible."""
    resample_dice(setup, s, seat, generator)
    elsewhere = another_planet(setup, s, generator)
    s.level = elsewhere.level  # resamples the later planets too
    hidden = s.known[REACH_Y:-REACH_Y, REACH_X:-REACH_X] == 0
    for field in ("terrain", "wall", "thing"):
        s[field][hidden] = elsewhere[field][hidden]
    mark_blocking(setup, s)
    keep_visible(s)
    bring(s, elsewhere, free_unseen(setup, s), generator)


def another_planet(setup: Any, s: Any, generator: np.random.Generator) -> Any:
    """The same planet of the campaign, from a random level."""
    twin = duplicate(np.array([s], s.dtype))[0]
    twin.level = generator.integers(2**32, dtype=np.uint64)
    land(setup, twin)
    return twin


def keep_visible(s: Any) -> None:
    """Remove all entities except the rover and the visible ones, and keep their order."""
    entities = s.entities[: s.count]
    stays = visible_squares(s)[entities["y"], entities["x"]] & (entities["integrity"] > 0)
    stays[ROVER] = True
    kept = entities[stays]
    s.entities[:] = np.zeros(ENTITIES, s.entities.dtype)
    s.who[:] = 0
    s.count = 0
    add(s, kept)


def add(s: Any, entities: Array) -> None:
    """Append entities to the list and mark their squares."""
    before, now = int(s.count), int(s.count) + len(entities)
    s.entities[before:now] = entities
    s.who[entities["y"], entities["x"]] = np.arange(before, now) + 1
    s.count = now


def visible_squares(s: Any) -> Array:
    """Whether the rover sees a square now, by y, x."""
    rover = s.entities[ROVER]
    x, y = int(rover.x), int(rover.y)
    seen = np.zeros((SIZE + 2 * REACH_Y, SIZE + 2 * REACH_X), np.bool_)
    seen[y : y + ROWS, x : x + COLUMNS] = s.sight.reshape(ROWS, COLUMNS)
    return seen[REACH_Y:-REACH_Y, REACH_X:-REACH_X]


def free_unseen(setup: Any, s: Any) -> Array:
    """The free squares that the rover does not see, by y, x."""
    free: Array = (s.terrain < FIRST_BLOCKING) & (s.who == 0) & ~visible_squares(s)
    free[setup.side :] = free[:, setup.side :] = False
    return free


def bring(s: Any, elsewhere: Any, free: Array, generator: np.random.Generator) -> None:
    """Add the other planet's entities on free squares; its warden on any free square."""
    entities = elsewhere.entities[1 : elsewhere.count].copy()
    entities = entities[entities["x"] != NOWHERE]
    wardens = (entities["kind"] >= FIRST_WARDEN) & (entities["kind"] < FIRST_WARDEN + PLANETS)
    known = np.isin(entities["kind"], s.entities["kind"][: s.count]) | bool(s.shut)
    brought = []
    for e in np.flatnonzero(~(wardens & known)).tolist():
        if wardens[e]:
            move_to_free(entities, e, free, generator)
        square = entities["y"][e], entities["x"][e]
        if free[square]:
            free[square] = False
            brought.append(e)
    add(s, entities[brought[: ENTITIES - s.count]])


def move_to_free(entities: Array, e: int, free: Array, generator: np.random.Generator) -> None:
    """Move an entity to a random free square, unless it is on one or there is none."""
    if not free[entities["y"][e], entities["x"][e]] and free.any():
        rows, columns = np.nonzero(free)
        picked = generator.integers(len(rows))
        entities["y"][e], entities["x"][e] = rows[picked], columns[picked]


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

# The rover's own square is free, and it always sees the squares beside it. Transport modules are
# never in slots. The warden acts first, so it is the first of the others.
CONSTANTS = frozenset(
    [
        *(f"window[{layer}][5][8]" for layer in (Layer.BLOCKED, Layer.ENTITY)),
        *(f"window[{Layer.VISIBLE}][{row}][{column}]" for row in (4, 5, 6) for column in (7, 8, 9)),
        *(f"slots[{slot}].transport" for slot in range(SLOTS)),
        *(f"others[{i}].warden" for i in range(1, OTHERS)),
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
