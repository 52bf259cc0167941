"""What the rover sees and remembers, in words and as maps; what modules and entities can do.

Nothing here tells more than the observation: entities that are visible now, and squares that the
rover has seen.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from cogarena.envs.core.grid import chebyshev
from cogarena.envs.rover.modules import EMPTY, MODULE, NAMES, SPARE, Targeting
from cogarena.envs.rover.sites import price
from cogarena.envs.rover.state import (
    AFFECTED,
    BAG,
    COLUMNS,
    REACH_X,
    REACH_Y,
    RHYTHM,
    ROVER,
    ROWS,
    SLOTS,
)
from cogarena.envs.rover.tables import (
    CHASSIS,
    FIRST_SITE,
    KIND,
    LAST_SITE,
    WALL_INTEGRITY,
    Chassis,
    Conduct,
    Kind,
    Nature,
    Terrain,
    Thing,
    words,
)
from cogarena.envs.rover.vision import LYING, WALLED, known_terrain, known_thing, sees
from cogarena.envs.rover.vision import UNSEEN as UNSEEN_SQUARE

ABILITIES = (
    # field of the module, word, whether its value is shown
    ("repair", "repair", True),
    ("shield", "shield", True),
    ("generate", "energy", True),
    ("teleport", "swap places", False),
    ("analyze", "data", True),
    ("short", "short", False),
    ("stall", "stall", False),
)
AFFLICTIONS = (
    # field of the module, what it does to the rover
    ("stall", "stalls"),
    ("short", "shorts"),
    ("teleport", "swaps places"),
    ("analyze", "steals data"),
)
CONDUCTS = {
    Conduct.NONE: "",
    Conduct.HUNT: "",
    Conduct.STAND: "stays near its post",
    Conduct.PULSE: "uses the first module every third turn",
    Conduct.SNARE: "uses the first module every third turn",
    Conduct.KEEP_OFF: "backs away, repairs itself when badly hurt",
}
SITE_TEXTS = {
    Thing.FOUNDRY: "builds the next chassis",
    Thing.WORKSHOP: "makes a module",
    Thing.REPAIR_BAY: "restores all integrity",
    Thing.OBSERVATORY: "shows the whole map",
}


def effect(module: int, power: int) -> str:
    """What a module does, in a few words."""
    tool = MODULE[module]
    if tool.targeting == Targeting.TRANSPORT:
        return "spare for moving"
    targeting = Targeting(tool.targeting).name.lower()
    if tool.targeting not in (Targeting.INTERNAL, Targeting.LOCAL):
        targeting += f" {tool.reach}"
    parts = [
        f"{word} {tool[field]}" if counts else word
        for field, word, counts in ABILITIES
        if tool[field]
    ]
    if tool.damage:
        parts.append(f"damage {tool.damage}+{power}")
    return f"{targeting}: {', '.join(parts) or 'nothing'}"


def bearing(east: int, south: int) -> str:
    """The way to a square, such as "3 east 2 north"."""
    across = f"{abs(east)} {'east' if east > 0 else 'west'}" if east else ""
    down = f"{abs(south)} {'south' if south > 0 else 'north'}" if south else ""
    return " ".join(filter(None, (across, down))) or "here"


def visible(s: Any) -> list[Any]:
    """The entities in sight, the nearest first."""
    rover = s.entities[ROVER]
    x, y = int(rover.x), int(rover.y)
    seen = [
        entity
        for entity in s.entities[1 : s.count]
        if entity.integrity > 0 and sees(s, int(entity.x), int(entity.y))
    ]
    return sorted(seen, key=lambda entity: chebyshev(x, y, int(entity.x), int(entity.y)))


def in_sight(s: Any) -> list[str]:
    """Each visible entity, the nearest first, and each damaged wall that is known."""
    x, y = int(s.entities[ROVER].x), int(s.entities[ROVER].y)
    found = [entity_text(it, int(it.x) - x, int(it.y) - y) for it in visible(s)]
    return [*found, *damaged_walls(s, x, y)] or ["nobody in sight"]


def entity_text(entity: Any, east: int, south: int) -> str:
    """What an entity is, where, in which condition, and what it can do."""
    kind = KIND[entity.kind]
    condition = [
        "hostile" if entity.hostile else "peaceful",
        f"integrity {entity.integrity}/{kind.integrity}",
        f"shielding {entity.shielding}/{kind.shielding}",
        f"data {entity.datum}",
        *(word for word in ("stalled", "shorted") if entity[word] == AFFECTED),
    ]
    who = f"{entity_sign(entity.kind)} {words(Kind(entity.kind))} {bearing(east, south)}"
    return f"{who}: {', '.join(condition)}; {abilities(entity)}"


def abilities(entity: Any) -> str:
    """The strongest effects of an entity's modules on the rover, and its energy for them."""
    kind = KIND[entity.kind]
    tools = MODULE[[tool for tool in kind.tools if tool != EMPTY]]
    if len(tools) == 0:
        return "harmless"
    does = [word for field, word in AFFLICTIONS if tools[field].any()]
    if tools["damage"].any():
        does.insert(0, f"damage {tools['damage'].max() + kind.power}")
    reach = f"up to {tools['reach'].max()} away"
    turns = RHYTHM - int(entity.beat)
    timed = f"pulse in {turns}" if kind.conduct in (Conduct.PULSE, Conduct.SNARE) else ""
    energy = f"energy {entity.energy}/{kind.energy}"
    return ", ".join(filter(None, (*does, reach, timed, energy)))


def kind_notes(s: Any) -> Iterator[str]:
    """What the kinds of entity in sight are, with all their modules."""
    for number in dict.fromkeys(int(entity.kind) for entity in visible(s)):
        kind = KIND[number]
        tools = [f"{NAMES[tool]} ({effect(tool, kind.power)})" for tool in kind.tools if tool]
        facts = (NATURES[Nature(kind.nature)], *tools, CONDUCTS[Conduct(kind.conduct)],
                 f"sensitivity {kind.sensitivity}")  # fmt: skip
        yield f"{words(Kind(number))}: {', '.join(filter(None, facts))}"


def damaged_walls(s: Any, x: int, y: int) -> list[str]:
    """The walls that the rover knows and that have lost integrity."""
    left = WALLED - s.known[REACH_Y:-REACH_Y, REACH_X:-REACH_X].astype(int)
    rows, columns = np.nonzero((left > 0) & (left < WALL_INTEGRITY))
    return [
        f"# damaged wall {bearing(a - x, b - y)}: integrity {left[b, a]}/{WALL_INTEGRITY}"
        for a, b in zip(columns.tolist(), rows.tolist(), strict=True)
    ]


def remembered(setup: Any, s: Any) -> list[str]:
    """The pod, open sites and caches that the rover knows of, the nearest first."""
    rover = s.entities[ROVER]
    x, y = int(rover.x), int(rover.y)
    things = np.maximum(memory(setup, s), 0) // LYING
    rows, columns = np.nonzero(things)
    places = list(zip(columns.tolist(), rows.tolist(), strict=True))
    places.sort(key=lambda place: chebyshev(x, y, *place))
    found = [(thing_text(s, int(things[b, a])), bearing(a - x, b - y)) for a, b in places]
    return [f"{text} {way}" for text, way in found if text]


def thing_text(s: Any, thing: int) -> str:
    """What lies on a square, with the price of a site; empty if it is of no use."""
    if thing >= Thing.CACHE:
        return f"{CACHE_SIGN} module cache"
    if FIRST_SITE <= thing <= LAST_SITE:
        if thing == Thing.FOUNDRY and s.entities[ROVER].kind + 1 == len(Chassis):
            return "F Foundry (no further chassis)"
        paid = f"{price(s, thing)} data, {SITE_TEXTS[Thing(thing)]}"
        return f"{THING_SIGNS[Thing(thing)]} {words(Thing(thing))} ({paid})"
    if thing in (Thing.POD, Thing.HULL_REPAIR):
        return f"{THING_SIGNS[Thing(thing)]} {'drop pod' if thing == Thing.POD else 'hull repair'}"
    return ""


def place_text(setup: Any, s: Any) -> str:
    """Where the rover is, the way to its pod, and the steps that its transport module has left."""
    rover = s.entities[ROVER]
    way = bearing(int(s.pod_x - rover.x), int(s.pod_y - rover.y))
    where = f"at {rover.x}, {rover.y} of {setup.side}×{setup.side} · drop pod {way}"
    if s.transport.module == EMPTY:
        return f"{where} · no transport module: cannot move"
    cost = CHASSIS[rover.kind].transport
    return f"{where} · a step costs {cost}, {s.transport.durability} left"


def results_text(s: Any) -> str:
    """The results of the campaign so far, and the rover's fixed values."""
    most = KIND[s.entities[ROVER].kind]
    factories = f"{s.factories} factor{'y' if s.factories == 1 else 'ies'}"
    own = f"power {most.power} · sensitivity {most.sensitivity}"
    return f"{own} · so far {s.gathered} data, {factories}"


def module_notes(s: Any) -> Iterator[str]:
    """What the modules in slots and bag do."""
    power = int(KIND[s.entities[ROVER].kind].power)
    held = [int(mount.module) for mount in (*s.slots[:SLOTS], *s.bag[:BAG])]
    for module in dict.fromkeys(held):
        if module not in (EMPTY, SPARE):
            yield f"{NAMES[module]}: {effect(module, power)}, cost {MODULE[module].cost}"


# Maps: the window, the remembered sector, and what their signs mean.

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
