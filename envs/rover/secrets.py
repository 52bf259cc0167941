"""What the rover cannot know: the dice to come, and all that it has not seen or sees no more."""

from typing import Any

import numpy as np

from cogworks.envs.core.game import same_secrets
from cogworks.envs.core.records import duplicate
from cogworks.envs.rover.planet import land
from cogworks.envs.rover.sight import is_free, sees, survey_land
from cogworks.envs.rover.state import ENTITIES, NOWHERE, REACH_X, REACH_Y, ROVER
from cogworks.envs.rover.tables import FIRST_WARDEN, PLANETS


def hide(setup: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """Put another planet where the rover has not been, with other machines out of its sight."""
    same_secrets(setup, s, seat, generator)
    elsewhere = another_planet(setup, s, generator)
    s.level = elsewhere.level  # the planets to come are others too
    hidden = s.known[REACH_Y:-REACH_Y, REACH_X:-REACH_X] == 0
    for field in ("terrain", "wall", "thing"):
        s[field][hidden] = elsewhere[field][hidden]
    survey_land(setup, s)
    keep_in_sight(s)
    for e in range(1, elsewhere.count):
        bring(setup, s, elsewhere.entities[e], generator)


def another_planet(setup: Any, s: Any, generator: np.random.Generator) -> Any:
    """A planet of the same rank, from a random level."""
    twin = duplicate(np.array([s], s.dtype))[0]
    twin.level = generator.integers(2**32, dtype=np.uint64)
    land(setup, twin)
    return twin


def keep_in_sight(s: Any) -> None:
    """Only the rover and what it sees now stay, in the order in which they act."""
    seen = [e for e in range(1, s.count) if s.entities[e].integrity and is_in_sight(s, e)]
    kept = s.entities[[ROVER, *seen]].copy()
    s.who[:] = 0
    s.entities[:] = np.zeros(ENTITIES, s.entities.dtype)
    s.entities[: len(kept)] = kept
    s.count = len(kept)
    for e in range(len(kept)):
        s.who[s.entities[e].y, s.entities[e].x] = e + 1


def is_in_sight(s: Any, e: int) -> bool:
    """The rover sees the entity now."""
    return bool(sees(s, s.entities[e].x, s.entities[e].y))


def bring(setup: Any, s: Any, entity: Any, generator: np.random.Generator) -> None:
    """Add an entity of the other planet where the rover cannot see it; a warden in any case."""
    is_warden = FIRST_WARDEN <= entity.kind < FIRST_WARDEN + PLANETS
    if is_warden and (s.shut or any(s.entities[e].kind == entity.kind for e in range(s.count))):
        return
    x, y = int(entity.x), int(entity.y)
    if is_warden and not may_stand(s, x, y):
        x, y = unseen_square(setup, s, generator)
    if s.count < ENTITIES and may_stand(s, x, y):
        s.entities[s.count] = entity
        s.entities[s.count].x, s.entities[s.count].y = x, y
        s.count += 1
        s.who[y, x] = s.count


def may_stand(s: Any, x: int, y: int) -> bool:
    """A free square out of sight."""
    return x != NOWHERE and bool(is_free(s, x, y)) and not sees(s, x, y)


def unseen_square(setup: Any, s: Any, generator: np.random.Generator) -> tuple[int, int]:
    """A random square where something can stand unseen, or nowhere."""
    free = [(x, y) for y in range(setup.side) for x in range(setup.side) if may_stand(s, x, y)]
    return free[generator.integers(len(free))] if free else (NOWHERE, NOWHERE)
