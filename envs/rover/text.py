"""RoveR as text: the window for a terminal, and actions and events as sentences."""

from collections.abc import Callable
from typing import Any

from cogarena.envs.core.game import Event as EventDict
from cogarena.envs.core.grid import Direction
from cogarena.envs.core.human import Panels
from cogarena.envs.rover.descriptions import (
    in_sight,
    legend,
    place_text,
    remembered,
    results_text,
    window,
)
from cogarena.envs.rover.modules import EMPTY, NAMES
from cogarena.envs.rover.sites import thing_here
from cogarena.envs.rover.state import (
    ACTIONS,
    AFFECTED,
    BAG,
    NOWHERE,
    ROVER,
    SLOTS,
    Event,
    Outcome,
)
from cogarena.envs.rover.tables import KIND, Kind, Nature, Thing, words


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


def numbered(mounts: Any, i: int) -> str:
    """The name of a module, and its number if there are several of its kind."""
    name = module_name(mounts[i])
    alike = sum(mount.module == mounts[i].module for mount in mounts)
    return f"{name} {i + 1}" if alike > 1 else name


SENTENCES: dict[str, Callable[..., str]] = {
    "wait": lambda s: "wait",
    "move": lambda s, direction: f"move {way(direction)}",
    "aim": lambda s, slot, direction: f"use {numbered(s.slots, slot)} {way(direction)}",
    "activate": lambda s, slot: f"use {numbered(s.slots, slot)}",
    "toggle": lambda s: f"aim local modules at {'hostile' if s.all_targets else 'all'} entities",
    "install": lambda s, b, slot: f"install {numbered(s.bag, b)} in slot {slot + 1}",
    "remove": lambda s, slot: f"remove {numbered(s.slots, slot)}",
    "drop": lambda s, b: f"throw {numbered(s.bag, b)} away",
    "use": use_text,
    "select": lambda s, slot: f"select slot {slot + 1}: {module_name(s.slots[slot])}",
}


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a sentence."""
    name, index = ACTIONS.name(action)
    return SENTENCES[name](s, *index)


def ansi(setup: Any, s: Any) -> str:
    """The window, the rover and the latest events as text."""
    return "\n".join([panels(setup, s, 0).text(), *told(setup, s)])


def panels(setup: Any, s: Any, seat: int) -> Panels:
    """The window, the rover, and what is in sight."""
    lying = remembered(setup, s)
    return Panels(
        title=headline(setup, s),
        board=window(setup, s),
        squares=True,
        facts=[
            *specification(s),
            place_text(setup, s),
            results_text(s),
            *modules_text(s),
            *in_sight(s),
            f"known places: {' · '.join(lying) or 'none'}",
        ],
        legend=legend(),
    )


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
    aims = f"aims at {'everybody' if s.all_targets else 'hostile ones'}"
    selected = f"selected slot {s.selected + 1}{' in this turn' if s.reselected else ''}"
    return [" · ".join(bars), ", ".join([chassis, aims, selected, *ails])]


def modules_text(s: Any) -> list[str]:
    """Slots and bag in two lines."""
    slots = [mount_text(s.slots[i]) for i in range(SLOTS)]
    bag = [f"{b + 1} {mount_text(s.bag[b])}" for b in range(BAG) if s.bag[b].module != EMPTY]
    numbered = " · ".join(f"{i + 1} {slot}" for i, slot in enumerate(slots))
    return [numbered, f"bag: {' · '.join(bag) or 'empty'}"]


def mount_text(mount: Any) -> str:
    """A module and its remaining uses."""
    return "–" if mount.module == EMPTY else f"{module_name(mount)} ({mount.durability})"


def name(kind: int) -> str:
    """The name of an entity of this kind in events."""
    return "rover" if KIND[kind].nature == Nature.ROVER else words(Kind(kind))


MODULE_NAME = ("module", NAMES.__getitem__)

# What is told of an event beside who and where: the meanings of its `value` and its `extra`.
Fact = tuple[str, Callable[[int], Any]]
FACTS: dict[Event, tuple[Fact | None, ...]] = {
    Event.HIT: (("damage", int), ("absorbed", int)),
    Event.MISSED: (MODULE_NAME, ("target", name)),
    Event.DESTROYED: (("data", int),),
    Event.ANALYZED: (("data", int), ("lost", int)),
    Event.STALLED: (),
    Event.SHORTED: (),
    Event.TELEPORTED: (None, ("with", name)),
    Event.WALL_BROKEN: (("walls", int),),
    Event.DISINTEGRATED: (MODULE_NAME,),
    Event.FOUND: (MODULE_NAME,),
    Event.HULL_REPAIRED: (("integrity", int),),
    Event.SITE_USED: (("site", lambda thing: words(Thing(thing))), ("data", int)),
    Event.FACTORY_SHUT: (("factories", int),),
    Event.LANDED: (("planet", lambda planet: planet + 1),),
    Event.STOLEN: (("data", int), ("from", name)),
    Event.USED: (MODULE_NAME,),
    Event.REPAIRED: (("integrity", int),),
    Event.SHIELDED: (("shielding", int),),
    Event.CHARGED: (("energy", int),),
    Event.RECHARGED: (("energy", int),),
    Event.WALL_HIT: (("damage", int),),
}
# Those that a module causes: to another, or to whoever uses it.
SUFFERED = (Event.HIT, Event.DESTROYED, Event.ANALYZED, Event.STALLED, Event.SHORTED)
CAUSED = (*SUFFERED, Event.MISSED, Event.TELEPORTED, Event.STOLEN, Event.WALL_BROKEN,
          Event.WALL_HIT, Event.REPAIRED, Event.SHIELDED, Event.CHARGED)  # fmt: skip

TEXTS = {
    "hit": "{who} takes {damage} damage",
    "missed": "{who} misses {target} with {module}",
    "destroyed": "{who} runs out of energy",
    "analyzed": "{who} is analyzed: {data} data",
    "stalled": "{who} is stalled",
    "shorted": "{who} is shorted",
    "teleported": "{who} swaps places with {with}",
    "wall_broken": "walls broken by {who}: {walls}",
    "disintegrated": "{module} disintegrates",
    "found": "found: {module}",
    "hull_repaired": "hull repaired by {integrity}",
    "site_used": "{site} used for {data} data",
    "factory_shut": "factory {factories} is shut down",
    "landed": "landed on planet {planet}",
    "stolen": "{who} steals {data} data",
    "used": "{who} uses {module}",
    "repaired": "{who} regains {integrity} integrity by {module}",
    "shielded": "{who} regains {shielding} shielding by {module}",
    "charged": "{who} gains {energy} energy by {module}",
    "recharged": "the pod restores {energy} energy",
    "wall_hit": "{who} damages walls by {damage}",
}
TEXTS_WITH_CULPRIT = {
    "hit": "{by[0]} hits {who} with {module}: {damage} damage",
    "destroyed": "{by[0]} destroys {who}",
    "analyzed": "{by[0]} analyzes {who}: {data} data",
    "stalled": "{by[0]} stalls {who}",
    "shorted": "{by[0]} shorts {who}",
}


def deeds(s: Any) -> list[int]:
    """For each entry of the log the entry of the module's use that caused it, or NOWHERE."""
    causes, use = [], NOWHERE
    for i in range(s.logged):
        what = Event(s.log[i].what)
        use = i if what == Event.USED else use
        causes.append(use if what in CAUSED else NOWHERE)
    return causes


def events(setup: Any, s: Any) -> list[EventDict]:
    """The events since the last decision."""
    return [_event(s, s.log[i], use) for i, use in enumerate(deeds(s))]


def _event(s: Any, entry: Any, use: int) -> EventDict:
    what = Event(entry.what)
    event: EventDict = {"event": what.name.lower(), "who": name(entry.kind)}
    for fact, number in zip(FACTS[what], (entry.value, entry.extra), strict=False):
        if fact is not None:
            event[fact[0]] = fact[1](int(number))
    if what in SUFFERED:
        event["by"] = [] if use == NOWHERE else [name(s.log[use].kind)]
    if use != NOWHERE:
        event["module"] = NAMES[s.log[use].value]
    if entry.x != NOWHERE:
        event["at"] = [int(entry.x), int(entry.y)]
    return event


def event_text(event: EventDict) -> str:
    """An event as a sentence."""
    texts = TEXTS_WITH_CULPRIT if event.get("by") else TEXTS
    absorbed = f", {event['absorbed']} absorbed" if event.get("absorbed") else ""
    return texts[event["event"]].format(**event) + absorbed


def told(setup: Any, s: Any) -> list[str]:
    """The events since the last decision as sentences, but no use of a module whose effects follow.

    Those name the module.
    """
    with_effects = set(deeds(s))
    return [event_text(event) for i, event in enumerate(events(setup, s)) if i not in with_effects]
