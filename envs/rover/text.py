"""RoveR as text: the window for a terminal, and actions and events as sentences."""

from collections.abc import Callable
from typing import Any

from cogarena.envs.core.game import Event as EventDict
from cogarena.envs.core.grid import Direction
from cogarena.envs.rover.modules import EMPTY, NAMES
from cogarena.envs.rover.sites import thing_here
from cogarena.envs.rover.state import (
    ACTIONS,
    AFFECTED,
    BAG,
    COLUMNS,
    REACH_X,
    REACH_Y,
    ROVER,
    ROWS,
    SLOTS,
    Event,
    Outcome,
)
from cogarena.envs.rover.tables import KIND, Kind, Nature, Terrain, Thing, words
from cogarena.envs.rover.vision import is_known, sees

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


def way(direction: int) -> str:
    """The name of a direction."""
    return Direction(direction).name.lower()


def module_name(mount: Any) -> str:
    """The name of the module in a slot or a place of the bag."""
    return NAMES[mount.module]


def use_text(s: Any) -> str:
    """What the action `use` would do here."""
    thing = Thing(min(thing_here(s), Thing.CACHE))
    return "launch to the next planet" if thing == Thing.POD else f"use the {words(thing).lower()}"


SENTENCES: dict[str, Callable[..., str]] = {
    "wait": lambda s: "wait",
    "move": lambda s, direction: f"move {way(direction)}",
    "aim": lambda s, slot, direction: f"use {module_name(s.slots[slot])} {way(direction)}",
    "activate": lambda s, slot: f"use {module_name(s.slots[slot])}",
    "toggle": lambda s: f"aim local modules at {'hostile' if s.all_targets else 'all'} entities",
    "install": lambda s, b, slot: f"install {module_name(s.bag[b])} in slot {slot + 1}",
    "remove": lambda s, slot: f"remove {module_name(s.slots[slot])}",
    "drop": lambda s, b: f"throw {module_name(s.bag[b])} away",
    "use": use_text,
    "select": lambda s, slot: f"select slot {slot + 1}: {module_name(s.slots[slot])}",
}


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a sentence."""
    name, index = ACTIONS.name(action)
    return SENTENCES[name](s, *index)


def ansi(setup: Any, s: Any) -> str:
    """The window, the rover and the latest events as text."""
    rows = [
        "".join(sign(setup, s, row, column) for column in range(COLUMNS)) for row in range(ROWS)
    ]
    lines = [headline(setup, s), *rows, *specification(s), *modules_text(s)]
    return "\n".join([*lines, *(event_text(event) for event in events(setup, s))])


def headline(setup: Any, s: Any) -> str:
    """Planet, turn and status of the campaign."""
    if s.outcome != Outcome.OPEN:
        status = "the campaign is " + Outcome(s.outcome).name.lower()
    elif s.truncated:
        status = "out of time"
    elif s.shut:
        status = "the factory is shut down: launch from the drop pod"
    else:
        status = "find the factory and destroy its warden"
    return f"Planet {s.planet + 1}, turn {s.turn} of {setup.turns}: {status}"


def sign(setup: Any, s: Any, row: int, column: int) -> str:
    """The character for a square of the window, as the rover knows it."""
    x = int(s.entities[ROVER].x) + column - REACH_X
    y = int(s.entities[ROVER].y) + row - REACH_Y
    if not (0 <= x < setup.side and 0 <= y < setup.side) or not is_known(s, x, y):
        return UNSEEN
    if s.who[y, x] == ROVER + 1:
        return ROVER_SIGN
    if s.who[y, x] and sees(s, x, y):
        return NATURE_SIGNS[Nature(KIND[s.entities[s.who[y, x] - 1].kind].nature)]
    if s.thing[y, x] > Thing.CACHE:
        return CACHE_SIGN
    return THING_SIGNS.get(Thing(s.thing[y, x])) or TERRAIN_SIGNS[Terrain(s.terrain[y, x])]


def specification(s: Any) -> list[str]:
    """The rover's condition in two lines."""
    rover = s.entities[ROVER]
    most = KIND[rover.kind]
    ails = [word for word in ("stalled", "shorted") if rover[word] == AFFECTED]
    bars = (
        f"energy {rover.energy}/{most.energy}",
        f"integrity {rover.integrity}/{most.integrity}",
        f"shielding {rover.shielding}/{most.shielding}",
        f"data {rover.datum}/{most.datum}",
    )
    chassis = f"{words(Kind(rover.kind))} chassis"
    aims = f"aims at {'all' if s.all_targets else 'hostile'} entities"
    selected = f"selected slot {s.selected + 1}"
    return [" · ".join(bars), ", ".join([chassis, aims, selected, *ails])]


def modules_text(s: Any) -> list[str]:
    """Slots and bag in two lines."""
    slots = [mount_text(s.slots[i]) for i in range(SLOTS)]
    bag = [mount_text(s.bag[b]) for b in range(BAG) if s.bag[b].module != EMPTY]
    numbered = " · ".join(f"{i + 1} {slot}" for i, slot in enumerate(slots))
    return [numbered, f"bag: {', '.join(bag) or 'empty'}"]


def mount_text(mount: Any) -> str:
    """A module and its remaining uses."""
    return "–" if mount.module == EMPTY else f"{module_name(mount)} ({mount.durability})"


# The meaning of an event's value, by kind: its name, and how it is shown.
VALUES: dict[Event, tuple[str, Callable[[int], Any]]] = {
    Event.HIT: ("damage", int),
    Event.MISSED: ("module", NAMES.__getitem__),
    Event.ANALYZED: ("data", int),
    Event.WALL_BROKEN: ("walls", int),
    Event.DISINTEGRATED: ("module", NAMES.__getitem__),
    Event.FOUND: ("module", NAMES.__getitem__),
    Event.HULL_REPAIRED: ("integrity", int),
    Event.SITE_USED: ("site", lambda thing: words(Thing(thing))),
    Event.FACTORY_SHUT: ("factories", int),
    Event.LANDED: ("planet", lambda planet: planet + 1),
    Event.STOLEN: ("data", int),
}

TEXTS = {
    "hit": "{who} takes {damage} damage",
    "missed": "{who} misses with {module}",
    "destroyed": "{who} is destroyed",
    "analyzed": "{who} is analyzed: {data} data",
    "stalled": "{who} is stalled",
    "shorted": "{who} is shorted",
    "teleported": "{who} teleports",
    "wall_broken": "walls broken by {who}: {walls}",
    "disintegrated": "{module} disintegrates",
    "found": "found: {module}",
    "hull_repaired": "hull repaired by {integrity}",
    "site_used": "{site} used",
    "factory_shut": "factory {factories} is shut down",
    "landed": "landed on planet {planet}",
    "stolen": "{who} steals {data} data",
}


def events(setup: Any, s: Any) -> list[EventDict]:
    """The events since the last decision."""
    return [_event(s.log[i]) for i in range(s.logged)]


def _event(entry: Any) -> EventDict:
    what = Event(entry.what)
    event: EventDict = {"event": what.name.lower()}
    event["who"] = "rover" if entry.who == ROVER else words(Kind(entry.kind))
    if what in VALUES:
        name, meaning = VALUES[what]
        event[name] = meaning(int(entry.value))
    return event


def event_text(event: EventDict) -> str:
    """An event as a sentence."""
    return TEXTS[event["event"]].format(**event)
