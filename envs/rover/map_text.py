"""Maps of RoveR as text: the window and the remembered sector, and what their signs mean."""

from typing import Any

import numpy as np

from cogarena.envs.rover.state import COLUMNS, REACH_X, REACH_Y, ROVER, ROWS
from cogarena.envs.rover.tables import KIND, Nature, Terrain, Thing, words
from cogarena.envs.rover.vision import UNSEEN as UNSEEN_SQUARE
from cogarena.envs.rover.vision import known_terrain, known_thing, sees

Array = np.ndarray[Any, Any]

TERRAIN_SIGNS = {
    Terrain.GROUND: ".", Terrain.GRASS: ",", Terrain.FLOOR: "_", Terrain.WATER: "~",
    Terrain.TREE: "T", Terrain.ROCK: "^", Terrain.WALL: "#",
}  # fmt: skip
THING_SIGNS = {
    Thing.POD: "P", Thing.FOUNDRY: "F", Thing.WORKSHOP: "W", Thing.REPAIR_BAY: "R",
    Thing.OBSERVATORY: "O", Thing.CLOSED_SITE: "x", Thing.WRECK: "%", Thing.HULL_REPAIR: "+",
}  # fmt: skip
CACHE_SIGN, ROVER_SIGN, UNSEEN = "*", "@", " "
NATURE_SIGNS = {Nature.MACHINE: "m", Nature.WARDEN: "M", Nature.FAUNA: "a", Nature.STILL: "f"}
NATURES = {
    Nature.MACHINE: "machine", Nature.WARDEN: "warden", Nature.FAUNA: "fauna",
    Nature.STILL: "flora or relic",
}  # fmt: skip


def known_squares(setup: Any, s: Any) -> Array:
    """Which squares the rover has seen, by y, x."""
    known: Array = memory(setup, s) != UNSEEN_SQUARE
    return known


def memory(setup: Any, s: Any) -> Array:
    """What is known of each square of the sector, by y, x."""
    side = int(setup.side)
    known: Array = s.known[REACH_Y : REACH_Y + side, REACH_X : REACH_X + side]
    return known


def entity_sign(kind: int) -> str:
    """The character for an entity."""
    return NATURE_SIGNS[Nature(KIND[kind].nature)]


def window(setup: Any, s: Any) -> list[str]:
    """The squares around the rover, as it knows them."""
    left, top = int(s.entities[ROVER].x) - REACH_X, int(s.entities[ROVER].y) - REACH_Y
    return [
        "".join(sign(setup, s, left + column, top + row) for column in range(COLUMNS))
        for row in range(ROWS)
    ]


def sign(setup: Any, s: Any, x: int, y: int) -> str:
    """The character for a square, as the rover knows it."""
    if not (0 <= x < setup.side and 0 <= y < setup.side):
        return UNSEEN
    known = int(memory(setup, s)[y, x])
    if known == UNSEEN_SQUARE:
        return UNSEEN
    if s.who[y, x] == ROVER + 1:
        return ROVER_SIGN
    if s.who[y, x] and sees(s, x, y):
        return entity_sign(int(s.entities[s.who[y, x] - 1].kind))
    thing = Thing(known_thing(known))
    if thing == Thing.CACHE:
        return CACHE_SIGN
    return THING_SIGNS.get(thing) or TERRAIN_SIGNS[Terrain(known_terrain(known))]


def in_view(setup: Any, s: Any) -> list[str]:
    """Which squares of the window are in sight now: of others the rover only remembers the ground.

    Nothing if the rover sees all of them that it knows.
    """
    left, top = int(s.entities[ROVER].x) - REACH_X, int(s.entities[ROVER].y) - REACH_Y
    known = s.known[top + REACH_Y :, left + REACH_X :][:ROWS, :COLUMNS] != UNSEEN_SQUARE
    seen = s.sight.reshape(ROWS, COLUMNS) > 0
    if (known == seen).all():
        return []
    signs = np.where(seen, "o", np.where(known, "-", UNSEEN))
    title = "The window again: o is in sight now, - only remembered (nobody is shown there):"
    return [title, *("".join(row).rstrip() for row in signs)]


def sector(setup: Any, s: Any) -> list[str]:
    """All that the rover remembers as one map; nothing if the window shows as much."""
    rows, columns = np.nonzero(known_squares(setup, s))
    left, right, top, bottom = columns.min(), columns.max(), rows.min(), rows.max()
    rover = s.entities[ROVER]
    beyond = max(rover.x - left, right - rover.x) > REACH_X
    if not beyond and max(rover.y - top, bottom - rover.y) <= REACH_Y:
        return []
    lines = [
        "".join(sign(setup, s, x, y) for x in range(left, right + 1)).rstrip()
        for y in range(top, bottom + 1)
    ]
    return [f"The sector as remembered, from {left}, {top} to {right}, {bottom}:", *lines]


def legend() -> list[str]:
    """What the signs of the maps mean."""
    beings = [f"{sign} {NATURES[nature]}" for nature, sign in NATURE_SIGNS.items()]
    things = [f"{sign} {words(kind).lower()}" for kind, sign in THING_SIGNS.items()]
    terrain = [f"{sign} {words(kind).lower()}" for kind, sign in TERRAIN_SIGNS.items()]
    return [
        " · ".join((f"{ROVER_SIGN} the rover", *beings)),
        " · ".join((f"{CACHE_SIGN} module cache", *things)),
        " · ".join((*terrain, "blank never seen")),
    ]
