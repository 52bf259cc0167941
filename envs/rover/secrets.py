"""Resampling what the rover cannot know: future dice, unseen squares, entities out of view."""

from typing import Any

import numpy as np

from cogarena.envs.core.game import resample_dice
from cogarena.envs.core.records import duplicate
from cogarena.envs.rover.planet import land
from cogarena.envs.rover.state import (
    COLUMNS,
    ENTITIES,
    NOWHERE,
    REACH_X,
    REACH_Y,
    ROVER,
    ROWS,
    SIZE,
)
from cogarena.envs.rover.tables import FIRST_BLOCKING, FIRST_WARDEN, PLANETS
from cogarena.envs.rover.vision import mark_blocking

Array = np.ndarray[Any, Any]


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
