"""What the rover knows, as named pieces; nothing that it has not seen."""

from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece
from cogarena.envs.rover.modules import EMPTY, MODULE, SPARE_DURABILITY, Targeting
from cogarena.envs.rover.sites import thing_here
from cogarena.envs.rover.state import (
    BAG,
    CELL,
    CELLS,
    COLUMNS,
    IMMUNE,
    REACH_X,
    REACH_Y,
    ROVER,
    ROWS,
    SIZE,
    SLOTS,
    Cell,
    Known,
)
from cogarena.envs.rover.tables import (
    FIRST_SITE,
    KIND,
    LAST_SITE,
    PLANETS,
    TOOLS,
    Chassis,
    Nature,
    Thing,
)
from cogarena.envs.rover.vision import next_near, sees

STILL, WARDEN = int(Nature.STILL), int(Nature.WARDEN)
CHASSIS_COUNT = len(Chassis)
OTHERS = 8  # visible entities that are described, in the order in which they act
SHARE = np.float32(1 / (CELL * CELL))  # one square as a share of a cell


class Layer(IntEnum):
    """Planes of the window: what is known of a square (as `Known`), and what stands there now."""

    BLOCKED = 0
    STATION = 1
    THING = 2  # 1 a cache, 0.5 a site that is still open
    VISIBLE = 3  # 1 visible now, 0.5 remembered
    ENTITY = 4  # 1 hostile, 0.5 peaceful


class Own(IntEnum):
    """The rover itself and where it stands."""

    ENERGY = 0
    INTEGRITY = 1
    SHIELDING = 2
    DATA = 3
    MOST_ENERGY = 4
    MOST_INTEGRITY = 5
    MOST_SHIELDING = 6
    MOST_DATA = 7
    POLYETHYLENE = 8
    ALUMINUM = 9
    TITANIUM = 10
    STALLED = 11  # 0.5: safe from it for now, and so for SHORTED
    SHORTED = 12
    ALL_TARGETS = 13
    TOGGLED = 14
    TRANSPORT = 15
    PLANET = 16
    FACTORY_SHUT = 17
    TIME_LEFT = 18
    X = 19
    Y = 20
    SIDE = 21
    AT_POD = 22
    AT_FOUNDRY = 23
    AT_WORKSHOP = 24
    AT_REPAIR_BAY = 25
    AT_OBSERVATORY = 26
    SELECTED_1 = 27  # the slot whose local module acts on a bump
    SELECTED_2 = 28
    SELECTED_3 = 29


class Pod(IntEnum):
    """The way from the rover to its pod, in shares of the largest sector."""

    EAST = 0
    SOUTH = 1


class Tool(IntEnum):
    """A module in a slot or in the bag."""

    PRESENT = 0
    DURABILITY = 1
    INTERNAL = 2
    BURST = 3
    LOCAL = 4
    RANGED = 5
    PIERCING = 6
    TRANSPORT = 7
    COST = 8
    REACH = 9
    GENERATE = 10
    DAMAGE = 11
    REPAIR = 12
    SHIELD = 13
    STALL = 14
    SHORT = 15
    ANALYZE = 16
    TELEPORT = 17


class Other(IntEnum):
    """A visible entity."""

    PRESENT = 0
    HOSTILE = 1
    WARDEN = 2
    STILL = 3
    INTEGRITY = 4
    SHIELDING = 5
    ENERGY = 6
    POWER = 7
    SENSITIVITY = 8
    DATA = 9
    BEAT = 10
    REACH = 11
    DAMAGE = 12
    STALLS = 13
    SHORTS = 14
    TELEPORTS = 15
    BURSTS = 16


class Bearing(IntEnum):
    """Where an entity stands, from the rover."""

    EAST = 0
    SOUTH = 1


ALL_CELLS = len(Cell) * CELLS * CELLS
TOOL_COLUMNS, OTHER_COLUMNS, LAYERS = len(Tool), len(Other), len(Layer)
SQUARES = ROWS * COLUMNS
HALF = np.float32(0.5)
ONE = np.float32(1)
# Plain ints: measured to be twice as fast.
THING, VISIBLE, ENTITY = int(Layer.THING), int(Layer.VISIBLE), int(Layer.ENTITY)
CACHE, SITE, SEEN = int(Known.CACHE), int(Known.SITE), int(Known.SEEN)
FIRST_CLASS = int(Tool.INTERNAL)
CLASSES = len(Targeting)
# What values are divided by, so that they lie between 0 and 1.
MOST_COST, MOST_REACH, MOST_AMOUNT, MOST_USES = 6, 7, 10, 40
MOST_SPECIFICATION, MOST_ENERGY, MOST_POWER, MOST_SENSITIVITY = 80, 240, 10, 20
MOST_DATA, MOST_BEAT = 80, 2

LAYOUT = Layout(
    Piece("window", COLUMNS, "the 17×11 squares around the rover: planes, rows, columns",
          (len(Layer), ROWS)),
    Piece("chart", CELLS, "the remembered map in cells of 5×5 squares: planes, rows, columns",
          (len(Cell), CELLS)),
    Piece("own", Own, "specification, condition and place of the rover"),
    Piece("pod", Pod, "the way to the drop pod", low=-1),
    Piece("slots", Tool, "the modules installed", (SLOTS,)),
    Piece("bag", Tool, "the modules in the bag", (BAG,)),
    Piece("others", Other, "visible entities, in the order in which they act", (OTHERS,)),
    Piece("bearings", Bearing, "where each of them stands, in shares of the window's half",
          (OTHERS,), low=-1),
)  # fmt: skip


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write what the rover knows."""
    observe_window(setup, s, out.window)
    observe_chart(s, out.chart)
    observe_own(setup, s, out.own)
    out.pod[Pod.EAST] = (s.pod_x - s.entities[ROVER].x) / SIZE
    out.pod[Pod.SOUTH] = (s.pod_y - s.entities[ROVER].y) / SIZE
    for slot in range(SLOTS):
        observe_tool(s.slots[slot], out.slots[slot])
    for b in range(BAG):
        observe_tool(s.bag[b], out.bag[b])
    observe_others(s, out)


@kernel
def observe_window(setup: Any, s: Any, out: Any) -> None:
    """V26: what is visible or remembered; entities are written later."""
    known = np.empty(SQUARES, np.uint8)
    left, top = int(s.entities[ROVER].x), int(s.entities[ROVER].y)
    for row in range(ROWS):
        seen = s.known[top + row, left : left + COLUMNS]
        for column in range(COLUMNS):
            known[row * COLUMNS + column] = seen[column]
    planes = out.reshape(LAYERS, SQUARES)  # flat planes: measured to be four times as fast
    for layer in range(THING):  # numbered as the bits of Known
        for i in range(SQUARES):
            planes[layer, i] = (known[i] >> layer) & 1
    for i in range(SQUARES):
        site = np.float32((known[i] >> SITE) & 1) * HALF
        planes[THING, i] = np.float32((known[i] >> CACHE) & 1) + site
    for i in range(SQUARES):
        planes[VISIBLE, i] = (np.float32(known[i] >> SEEN) + np.float32(s.sight[i])) * HALF
    for i in range(SQUARES):
        planes[ENTITY, i] = 0


@kernel
def observe_chart(s: Any, out: Any) -> None:
    """V26: the remembered map at low resolution."""
    shares, counts = out.reshape(ALL_CELLS), s.chart.reshape(ALL_CELLS)
    for i in range(ALL_CELLS):
        shares[i] = np.float32(counts[i]) * SHARE


@kernel
def observe_own(setup: Any, s: Any, out: Any) -> None:
    """V5: the specification, and what the rover knows about its place."""
    rover = s.entities[ROVER]
    most = KIND[rover.kind]
    out[Own.ENERGY] = rover.energy / most.energy
    out[Own.INTEGRITY] = rover.integrity / most.integrity
    out[Own.SHIELDING] = rover.shielding / most.shielding
    out[Own.DATA] = rover.datum / most.datum
    out[Own.MOST_ENERGY] = most.energy / MOST_ENERGY
    out[Own.MOST_INTEGRITY] = most.integrity / MOST_SPECIFICATION
    out[Own.MOST_SHIELDING] = most.shielding / MOST_SPECIFICATION
    out[Own.MOST_DATA] = most.datum / MOST_DATA
    for chassis in range(CHASSIS_COUNT):
        out[Own.POLYETHYLENE + chassis] = rover.kind == chassis
    out[Own.STALLED] = rover.stalled if rover.stalled != IMMUNE else HALF
    out[Own.SHORTED] = rover.shorted if rover.shorted != IMMUNE else HALF
    out[Own.ALL_TARGETS] = s.all_targets
    out[Own.TOGGLED] = s.toggled
    out[Own.TRANSPORT] = s.transport.durability / SPARE_DURABILITY
    out[Own.PLANET] = s.planet / (PLANETS - 1)
    out[Own.FACTORY_SHUT] = s.shut
    out[Own.TIME_LEFT] = 1 - s.turn / setup.turns
    out[Own.X] = rover.x / SIZE
    out[Own.Y] = rover.y / SIZE
    out[Own.SIDE] = setup.side / SIZE
    thing = thing_here(s)
    out[Own.AT_POD] = thing == Thing.POD
    for site in range(FIRST_SITE, LAST_SITE + 1):
        out[Own.AT_FOUNDRY + site - FIRST_SITE] = thing == site
    for slot in range(SLOTS):
        out[Own.SELECTED_1 + slot] = slot == s.selected


@kernel
def observe_tool(mount: Any, out: Any) -> None:
    """A module with its features; all 0 for none."""
    for column in range(TOOL_COLUMNS):
        out[column] = 0
    if mount.module == EMPTY:
        return
    tool = MODULE[mount.module]
    out[Tool.PRESENT] = 1
    out[Tool.DURABILITY] = min(mount.durability / MOST_USES, 1)
    out[FIRST_CLASS + tool.targeting] = 1
    out[Tool.COST] = tool.cost / MOST_COST
    out[Tool.REACH] = tool.reach / MOST_REACH
    out[Tool.GENERATE] = tool.generate / MOST_AMOUNT
    out[Tool.DAMAGE] = tool.damage / MOST_AMOUNT
    out[Tool.REPAIR] = tool.repair / MOST_AMOUNT
    out[Tool.SHIELD] = tool.shield / MOST_AMOUNT
    out[Tool.STALL] = tool.stall
    out[Tool.SHORT] = tool.short
    out[Tool.ANALYZE] = tool.analyze / MOST_AMOUNT
    out[Tool.TELEPORT] = tool.teleport


@kernel
def observe_others(s: Any, out: Any) -> None:
    """All visible entities in the window, and details of the first OTHERS of them."""
    described = 0
    e = ROVER
    while True:
        e = next_near(s, e)
        if e == s.count:
            break
        entity = s.entities[e]
        if not sees(s, entity.x, entity.y):
            continue
        east, south = entity.x - s.entities[ROVER].x, entity.y - s.entities[ROVER].y
        shown = ONE if entity.hostile == 1 else HALF
        out.window[ENTITY, south + REACH_Y, east + REACH_X] = shown
        if described < OTHERS:
            observe_other(entity, out.others[described])
            out.bearings[described, Bearing.EAST] = east / REACH_X
            out.bearings[described, Bearing.SOUTH] = south / REACH_Y
            described += 1
    for i in range(described, OTHERS):
        for column in range(OTHER_COLUMNS):
            out.others[i, column] = 0
        out.bearings[i, Bearing.EAST] = out.bearings[i, Bearing.SOUTH] = 0


@kernel
def observe_other(entity: Any, out: Any) -> None:
    """One entity: its condition, and the strongest effects of its modules."""
    kind = KIND[entity.kind]
    for column in range(OTHER_COLUMNS):
        out[column] = 0
    out[Other.PRESENT] = 1
    out[Other.HOSTILE] = entity.hostile
    out[Other.WARDEN] = kind.nature == WARDEN
    out[Other.STILL] = kind.nature == STILL
    out[Other.INTEGRITY] = entity.integrity / MOST_SPECIFICATION
    out[Other.SHIELDING] = entity.shielding / MOST_SPECIFICATION
    out[Other.ENERGY] = entity.energy / MOST_SPECIFICATION
    out[Other.POWER] = kind.power / MOST_POWER
    out[Other.SENSITIVITY] = kind.sensitivity / MOST_SENSITIVITY
    out[Other.DATA] = entity.datum / MOST_DATA
    out[Other.BEAT] = entity.beat / MOST_BEAT
    for i in range(TOOLS):
        tool = MODULE[kind.tools[i]]
        out[Other.REACH] = max(out[Other.REACH], tool.reach / MOST_REACH)
        out[Other.DAMAGE] = max(out[Other.DAMAGE], tool.damage / MOST_AMOUNT)
        out[Other.STALLS] = max(out[Other.STALLS], tool.stall)
        out[Other.SHORTS] = max(out[Other.SHORTS], tool.short)
        out[Other.TELEPORTS] = max(out[Other.TELEPORTS], tool.teleport)
        out[Other.BURSTS] = max(out[Other.BURSTS], tool.targeting == Targeting.BURST)
