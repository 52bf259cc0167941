"""Drawn situations of RoveR for the tests.

A scene is a part of a sector, drawn with the signs of the terminal; rock is all around. Letters
stand for entities (`LEGEND`). The drawing's first square is (1, 1).
"""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import Direction
from cogarena.envs.core.header import ask
from cogarena.envs.core.rng import seed_rng
from cogarena.envs.rover import rules
from cogarena.envs.rover.descriptions import CACHE_SIGN, ROVER_SIGN, TERRAIN_SIGNS, THING_SIGNS
from cogarena.envs.rover.layout import LAYOUT
from cogarena.envs.rover.modules import MODULE, NAMES, NUMBER, mount_transport
from cogarena.envs.rover.observe import observe
from cogarena.envs.rover.planet import add_entity
from cogarena.envs.rover.settings import Settings, build
from cogarena.envs.rover.state import (
    ACTIONS,
    BAG,
    REACH_X,
    REACH_Y,
    ROVER,
    SLOTS,
    STATE,
    Decision,
    Event,
    Outcome,
)
from cogarena.envs.rover.tables import KIND, WALL_INTEGRITY, Kind, Terrain, Thing
from cogarena.envs.rover.text import events
from cogarena.envs.rover.vision import look_around, mark_blocking
from support.dice import rng_before

NORTH, EAST, SOUTH, WEST = Direction
TERRAINS = {sign: terrain for terrain, sign in TERRAIN_SIGNS.items()}
THINGS = {sign: thing for thing, sign in THING_SIGNS.items()}
LEGEND = {
    "p": Kind.PROPROVE, "l": Kind.LUNOROVE, "s": Kind.SPARKER, "d": Kind.DAMPER,
    "t": Kind.TETHER, "b": Kind.BLINKER, "u": Kind.BURSTER, "m": Kind.MENDER,
    "1": Kind.FOREMAN, "2": Kind.SMELTER, "3": Kind.LOOM, "4": Kind.OVERSEER,
    "g": Kind.GRAZER, "k": Kind.STALKER, "f": Kind.FROND, "c": Kind.CORAL, "r": Kind.RELIC,
}  # fmt: skip

PASSING = (Event.USED, Event.REPAIRED, Event.SHIELDED, Event.CHARGED, Event.RECHARGED,
           Event.WALL_HIT)  # fmt: skip


class Scene:
    """A setup and a record, with short names for the tests."""

    def __init__(self, drawing: str, *, on: str = ".", cache: str = "Repair Kit",
                 slots: tuple[str, ...] = (), bag: tuple[str, ...] = (),
                 chassis: Kind = Kind.POLYETHYLENE, planet: int = 1,
                 **settings: Any) -> None:  # fmt: skip
        self.setup = build(Settings(**settings)).copy()[0]
        self.states = np.zeros(1, STATE)
        self.s = self.states[0]
        self.cache = int(Thing.CACHE) + NUMBER[cache.lower()]
        self.s.planet, self.s.turn, self.s.count = planet - 1, 1, 1
        self.rover.kind = chassis
        for field in ("integrity", "energy", "shielding"):
            self.rover[field] = KIND[chassis][field]
        mount_transport(self.s)
        fill(self.s.slots, slots)
        fill(self.s.bag, bag)
        self._draw(drawing, on)
        self.seed(0)
        ask(self.s, 0, int(Decision.TURN))
        self.refresh()

    def _draw(self, drawing: str, on: str) -> None:
        self.s.terrain[:] = Terrain.ROCK
        for y, line in enumerate(drawing.strip().splitlines(), 1):
            for x, sign in enumerate(line.strip(), 1):
                self._place(sign, x, y, on)

    def _place(self, sign: str, x: int, y: int, on: str) -> None:
        self.s.terrain[y, x] = TERRAINS.get(sign, Terrain.GROUND)
        if sign == ROVER_SIGN:
            self.rover.x, self.rover.y = x, y
            self.s.who[y, x] = ROVER + 1
            self._place(on, x, y, on)
        elif sign == CACHE_SIGN:
            self.s.thing[y, x] = self.cache
        elif sign in THINGS:
            self.s.thing[y, x] = THINGS[sign]
            if THINGS[sign] == Thing.POD:
                self.s.pod_x, self.s.pod_y = x, y
        elif sign in LEGEND:
            add_entity(self.s, int(LEGEND[sign]), x, y)
        elif sign == TERRAIN_SIGNS[Terrain.WALL]:
            self.s.wall[y, x] = WALL_INTEGRITY
        else:
            assert sign in TERRAINS, f"not understood: {sign}"

    def refresh(self) -> "Scene":
        """Compute the fields that are derived from the squares."""
        mark_blocking(self.setup, self.s)
        look_around(self.setup, self.s)
        return self

    # Arranging.

    def roll(self, *dice: str) -> "Scene":
        """The next dice: `d20=5`, or `d20=5-20`."""
        self.s.rng = rng_before(dice)
        return self

    def seed(self, number: int) -> "Scene":
        """Other dice."""
        seed_rng(self.s, np.uint64(number))
        return self

    def at_all(self) -> "Scene":
        """Local modules act on all entities."""
        self.s.all_targets = 1
        return self

    def peaceful(self, *signs: str) -> "Scene":
        """Let entities forget the rover."""
        for sign in signs:
            for entity in self.all(sign):
                entity.hostile = 0
        return self

    def give(self, sign: str, **fields: int) -> "Scene":
        """Change fields of an entity; the rover's sign is @."""
        entity = self.entity(sign)
        for name, value in fields.items():
            entity[name] = value
        return self

    # Acting.

    def turn(self, name: str, *index: int) -> "Scene":
        """A turn of the rover, and of all others."""
        action = ACTIONS.number(name, *(int(i) for i in index))
        assert action in self.legal(), f"{name} {index} is not legal"
        rules.step(self.setup, self.s, action)
        return self

    def wait(self, turns: int = 1) -> "Scene":
        for _ in range(turns):
            self.turn("wait")
        return self

    def move(self, *directions: int) -> "Scene":
        for direction in directions:
            self.turn("move", direction)
        return self

    def aim(self, direction: int, slot: int = 0) -> "Scene":
        return self.turn("aim", slot, direction)

    def activate(self, slot: int = 0) -> "Scene":
        return self.turn("activate", slot)

    # Looking.

    @property
    def rover(self) -> Any:
        return self.s.entities[ROVER]

    def all(self, sign: str) -> list[Any]:
        """The entities of a letter, in the order in which they act."""
        if sign == ROVER_SIGN:
            return [self.rover]
        kind = LEGEND[sign]
        return [
            self.s.entities[e] for e in range(1, self.s.count) if self.s.entities[e].kind == kind
        ]

    def entity(self, sign: str, number: int = 0) -> Any:
        return self.all(sign)[number]

    def at(self, sign: str = ROVER_SIGN, number: int = 0) -> tuple[int, int]:
        entity = self.entity(sign, number)
        return int(entity.x), int(entity.y)

    def condition(self, sign: str = ROVER_SIGN) -> tuple[int, int, int]:
        """Integrity, shielding, energy."""
        entity = self.entity(sign)
        return int(entity.integrity), int(entity.shielding), int(entity.energy)

    def thing(self, x: int, y: int) -> int:
        return int(self.s.thing[y, x])

    @property
    def slots(self) -> list[str]:
        return [NAMES[mount.module] for mount in self.s.slots]

    @property
    def bag(self) -> list[str]:
        """The modules of the bag, without empty places."""
        return [NAMES[mount.module] for mount in self.s.bag if mount.module]

    def legal(self) -> set[int]:
        mask = np.zeros(ACTIONS.count, np.int8)
        rules.legal(self.setup, self.s, 0, mask)
        return {int(action) for action in np.flatnonzero(mask)}

    def can(self, name: str, *index: int) -> bool:
        return ACTIONS.number(name, *(int(i) for i in index)) in self.legal()

    def choices(self) -> set[tuple[Any, ...]]:
        """All that is legal: the block's name and its index."""
        return {(name, *index) for name, index in map(ACTIONS.name, self.legal())}

    @property
    def seen(self) -> Any:
        """The observation, by its pieces."""
        out = np.zeros(1, LAYOUT.dtype)
        observe(self.setup, self.s, 0, out[0])
        return out[0]

    @property
    def log(self) -> list[tuple[Event, int, int]]:
        """What entities did to each other, and what befell the rover: event, entity, value."""
        return [(what, who, value) for what, who, value, _ in self.notes if what not in PASSING]

    def plane(self, layer: int) -> dict[tuple[int, int], int]:
        """The squares of a layer of the window that are not 0, from the rover."""
        shown = self.seen.window[..., layer]
        rows, columns = np.nonzero(shown)
        return {(int(c) - REACH_X, int(r) - REACH_Y): int(shown[r, c])
                for r, c in zip(rows, columns, strict=True)}  # fmt: skip

    @property
    def notes(self) -> list[tuple[Event, int, int, int]]:
        """All that is logged: event, entity, value, extra."""
        log = self.s.log[: self.s.logged]
        return [(Event(int(n.what)), int(n.who), int(n.value), int(n.extra)) for n in log]

    @property
    def told(self) -> list[dict[str, Any]]:
        """The events."""
        return events(self.setup, self.s)

    def happened(self, what: Event) -> list[int]:
        """The values of all events of a kind."""
        return [value for event, _, value, _ in self.notes if event == what]

    @property
    def outcome(self) -> Outcome:
        return Outcome(int(self.s.outcome))

    @property
    def reward(self) -> float:
        return float(self.s.reward[0])


def fill(mounts: Any, names: tuple[str, ...]) -> None:
    """Put new modules into slots or bag."""
    assert len(names) <= len(mounts) and len(mounts) in (SLOTS, BAG)
    for mount, name in zip(mounts, names, strict=False):
        mount.module = NUMBER[name.lower()]
        mount.durability = MODULE[mount.module].durability
