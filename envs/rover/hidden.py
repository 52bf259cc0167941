"""Drawing anew what the rover cannot know: dice, later planets, unseen squares, what caches hold,
and all about entities that is out of sight."""

from typing import Any

import numpy as np

from cogarena.envs.core.game import resample_dice
from cogarena.envs.core.records import duplicate
from cogarena.envs.rover.planet import land
from cogarena.envs.rover.state import (
    AFFECTED,
    COLUMNS,
    FREE,
    IMMUNE,
    LEASH,
    MEMORY,
    REACH_X,
    REACH_Y,
    RHYTHM,
    ROVER,
    ROWS,
    SIZE,
)
from cogarena.envs.rover.tables import FIRST_BLOCKING, KIND, Nature, Thing
from cogarena.envs.rover.vision import mark_blocking

Array = np.ndarray[Any, Any]
Generator = np.random.Generator

SELDOM = 0.05  # how likely something unusual is of an entity out of sight


def resample_hidden(setup: Any, s: Any, seat: int, generator: Generator) -> None:
    """Replace unseen squares by those of another planet, and entities that are not visible."""
    resample_dice(setup, s, seat, generator)
    elsewhere = another_planet(setup, s, generator)
    s.level = elsewhere.level  # resamples the later planets too
    fill_caches(s, elsewhere, generator)
    hidden = s.known[REACH_Y:-REACH_Y, REACH_X:-REACH_X] == 0
    for field in ("terrain", "wall", "thing"):
        s[field][hidden] = elsewhere[field][hidden]
    s.thing[hidden & (s.thing == Thing.POD)] = Thing.NOTHING  # there is but one, and it is known
    mark_blocking(setup, s)
    replace_entities(setup, s, elsewhere, generator)


def another_planet(setup: Any, s: Any, generator: Generator) -> Any:
    """The same planet of the campaign, from a random level."""
    twin = duplicate(np.array([s], s.dtype))[0]
    twin.level = generator.integers(2**32, dtype=np.uint64)
    land(setup, twin)
    return twin


def fill_caches(s: Any, elsewhere: Any, generator: Generator) -> None:
    """Put modules of the other planet's caches into the known ones, which do not show theirs."""
    known = (s.thing > Thing.CACHE) & (s.known[REACH_Y:-REACH_Y, REACH_X:-REACH_X] != 0)
    rows, columns = np.nonzero(known)
    modules = generator.permutation(elsewhere.thing[elsewhere.thing > Thing.CACHE])[: len(rows)]
    s.thing[rows[: len(modules)], columns[: len(modules)]] = modules


def replace_entities(setup: Any, s: Any, elsewhere: Any, generator: Generator) -> None:
    """Replace entities out of sight, and draw what the rover does not know of the others.

    Each keeps its place in the list, which is the order in which entities act.
    """
    entities = s.entities[: s.count]
    alive = entities["integrity"] > 0
    seen = alive & visible_squares(s)[entities["y"], entities["x"]]
    seen[ROVER] = True
    s.who[:] = 0
    s.who[entities["y"][seen], entities["x"][seen]] = np.flatnonzero(seen) + 1
    free = free_unseen(setup, s)
    for e in range(ROVER + 1, s.count):
        if seen[e]:
            draw_post(setup, entities[e], generator)
        elif alive[e]:
            entities[e] = elsewhere.entities[e]
            draw_condition(entities[e], generator)
            if settle(entities[e], free, generator):
                s.who[entities[e].y, entities[e].x] = e + 1


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


def draw_post(setup: Any, entity: Any, generator: Generator) -> None:
    """A post that a visible entity may have."""
    for post, at in (("post_x", "x"), ("post_y", "y")):
        away = int(generator.integers(-LEASH, LEASH + 1))
        entity[post] = min(max(int(entity[at]) + away, 1), setup.side - 2)


def draw_condition(entity: Any, generator: Generator) -> None:
    """What the rover may have done to an entity that it does not see, which is seldom."""
    happened = generator.random(5) < SELDOM
    if happened[0] and KIND[entity.kind].nature == Nature.FAUNA:
        entity.hostile = 1
    if happened[1] and entity.hostile == 1:
        entity.alert = generator.integers(1, MEMORY + 1)
        entity.beat = generator.integers(RHYTHM)
    if happened[4] and entity.integrity > 0:
        entity.shielding = generator.integers(int(entity.shielding) + 1)
        entity.integrity = generator.integers(1, int(entity.integrity) + 1)
    for field, does in (("stalled", happened[2]), ("shorted", happened[3])):
        entity[field] = generator.choice((AFFECTED, IMMUNE)) if does else FREE


def settle(entity: Any, free: Array, generator: Generator) -> bool:
    """Move an entity to a random free square, unless it is on one; remove it if there is none."""
    if entity.integrity > 0 and not free[entity.y, entity.x]:
        rows, columns = np.nonzero(free)
        if len(rows) == 0:
            entity.integrity = 0
        else:
            picked = generator.integers(len(rows))
            entity.y, entity.x = rows[picked], columns[picked]
    if entity.integrity == 0:
        return False
    free[entity.y, entity.x] = False
    return True
