"""What the rover knows, written into the pieces of `layout`; nothing that it has not seen."""

from typing import Any

import numpy as np

from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.layout import (
    ENERGY_SHOWN,
    HUNDRED,
    MOST_GATHERED,
    NEAREST,
    TEN,
    THOUSAND,
    Layer,
    Other,
    Own,
    Tool,
    Way,
    being_features,
    square_features,
    tool_features,
)
from cogarena.envs.rover.modules import EMPTY
from cogarena.envs.rover.sites import thing_here
from cogarena.envs.rover.state import (
    BAG,
    CELLS,
    COLUMNS,
    REACH_X,
    REACH_Y,
    RHYTHM,
    ROVER,
    ROWS,
    SIZE,
    SLOTS,
    Cell,
)
from cogarena.envs.rover.tables import (
    CHASSIS,
    FIRST_SITE,
    KIND,
    LAST_SITE,
    PLANETS,
    Chassis,
    Thing,
)
from cogarena.envs.rover.vision import LYING, next_near, sees

CHASSIS_COUNT, CELL_KINDS, KINDS_NEAREST = len(Chassis), len(Cell), len(NEAREST)
SQUARES = ROWS * COLUMNS
LAYERS, TOOL_COLUMNS, OTHER_COLUMNS = len(Layer), len(Tool), len(Other)
TOOL_FEATURES, BEING_FEATURES = tool_features(), being_features()
SQUARE_FEATURES = square_features()
POD, HULL_REPAIR = int(Thing.POD), int(Thing.HULL_REPAIR)
AFTER_SITES = HULL_REPAIR - LAST_SITE - 1  # Things between the sites and the caches
# Plain ints: measured to be twice as fast.
SEEN = int(Layer.SEEN)
KNOWN_COLUMNS = SIZE + 2 * REACH_X  # of `known`, with its margin
KNOWN_SQUARES = KNOWN_COLUMNS * (SIZE + 2 * REACH_Y)
BYTE = 255
STATUS_STALLED, STATUS_SHORTED = RHYTHM, RHYTHM * 3


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write what the rover knows."""
    observe_window(s, out.window)
    observe_sector(s, out)
    observe_chart(s, out.chart)
    observe_own(setup, s, out.own)
    observe_situation(setup, s, out.own)
    for slot in range(SLOTS):
        observe_tool(s.slots[slot], out.slots[slot])
    for b in range(BAG):
        observe_tool(s.bag[b], out.bag[b])
    observe_others(s, out)


@kernel
def observe_window(s: Any, out: Any) -> None:
    """V26: what is visible or remembered; entities are written later."""
    window, known = out.reshape(SQUARES * LAYERS), s.known.reshape(KNOWN_SQUARES)
    left, top = int(s.entities[ROVER].x), int(s.entities[ROVER].y)
    for row in range(ROWS):
        start = (top + row) * KNOWN_COLUMNS + left
        for column in range(COLUMNS):
            i = row * COLUMNS + column
            number = int(known[start + column]) & BYTE
            for layer in range(LAYERS):
                window[i * LAYERS + layer] = SQUARE_FEATURES[number, layer]
            window[i * LAYERS + SEEN] += s.sight[i]


@kernel
def observe_sector(s: Any, out: Any) -> None:
    """V26: all that is remembered of the sector, and the way to the nearest of each kind."""
    for kind in range(KINDS_NEAREST):
        out.nearest[kind, Way.KNOWN] = out.nearest[kind, Way.EAST] = 0
        out.nearest[kind, Way.SOUTH] = 0
    note_way(s, s.pod_x, s.pod_y, out.nearest[0])
    sector, known = out.sector.reshape(SIZE * SIZE), s.known.reshape(KNOWN_SQUARES)
    for y in range(SIZE):
        start = (y + REACH_Y) * KNOWN_COLUMNS + REACH_X
        largest = np.int8(0)
        for x in range(SIZE):
            number = known[start + x]
            sector[y * SIZE + x] = number
            largest = number if number > largest else largest
        if largest >= LYING * FIRST_SITE:
            observe_things(s, y, known[start : start + SIZE], out.nearest)


@kernel
def observe_things(s: Any, y: int, known: Any, nearest: Any) -> None:
    """Note the things in a row of the sector that are nearer than those before."""
    for x in range(SIZE):
        if known[x] < LYING * FIRST_SITE:
            continue
        thing = int(known[x]) // LYING
        if FIRST_SITE <= thing <= LAST_SITE:
            note_way(s, x, y, nearest[thing - POD])
        elif thing >= HULL_REPAIR:
            note_way(s, x, y, nearest[thing - POD - AFTER_SITES])


@kernel
def note_way(s: Any, x: int, y: int, out: Any) -> None:
    """Write the way to a square if it is nearer than that of the row."""
    east, south = x - s.entities[ROVER].x, y - s.entities[ROVER].y
    before = abs(int(out[Way.EAST])) + abs(int(out[Way.SOUTH]))
    if out[Way.KNOWN] == 0 or abs(east) + abs(south) < before:
        out[Way.KNOWN] = 1
        out[Way.EAST] = east
        out[Way.SOUTH] = south


@kernel
def observe_chart(s: Any, out: Any) -> None:
    """V26: the remembered map at low resolution."""
    for kind in range(CELL_KINDS):
        for row in range(CELLS):
            for column in range(CELLS):
                out[row, column, kind] = s.chart[kind, row, column]


@kernel
def observe_own(setup: Any, s: Any, out: Any) -> None:
    """V5: specification and condition, and what the rover may do in this turn."""
    rover = s.entities[ROVER]
    most = KIND[rover.kind]
    out[Own.ENERGY] = min(rover.energy, ENERGY_SHOWN)
    out[Own.ENERGY_ABOVE] = max(rover.energy - ENERGY_SHOWN, 0)
    out[Own.INTEGRITY] = rover.integrity
    out[Own.SHIELDING] = rover.shielding
    out[Own.DATA] = rover.datum
    out[Own.MOST_ENERGY] = most.energy // TEN
    out[Own.MOST_INTEGRITY] = most.integrity
    out[Own.MOST_SHIELDING] = most.shielding
    out[Own.MOST_DATA] = most.datum
    out[Own.POWER] = most.power
    out[Own.SENSITIVITY] = most.sensitivity
    out[Own.STEP_COST] = CHASSIS[rover.kind].transport
    out[Own.SLOTS] = CHASSIS[rover.kind].slots
    for chassis in range(CHASSIS_COUNT):
        out[Own.POLYETHYLENE + chassis] = rover.kind == chassis
    out[Own.STALLED] = rover.stalled
    out[Own.SHORTED] = rover.shorted
    out[Own.ALL_TARGETS] = s.all_targets
    out[Own.TOGGLED] = s.toggled
    for slot in range(SLOTS):
        out[Own.SELECTED_1 + slot] = slot == s.selected
    out[Own.RESELECTED] = s.reselected
    out[Own.TRANSPORT] = s.transport.module != EMPTY
    out[Own.STEPS_TENS] = s.transport.durability // TEN
    out[Own.STEPS_ONES] = s.transport.durability % TEN


@kernel
def observe_situation(setup: Any, s: Any, out: Any) -> None:
    """The campaign so far, and the place of the rover."""
    rover = s.entities[ROVER]
    out[Own.PLANET] = s.planet + 1
    out[Own.PLANETS_LEFT] = min(setup.first_planet + setup.planets, PLANETS) - 1 - s.planet
    out[Own.FACTORY_SHUT] = s.shut
    out[Own.FACTORIES] = s.factories
    gathered = min(s.gathered, MOST_GATHERED)
    out[Own.GATHERED_HUNDREDS] = gathered // HUNDRED
    out[Own.GATHERED_ONES] = gathered % HUNDRED
    turns = int(setup.turns) - int(s.turn)
    out[Own.TURNS_THOUSANDS] = turns // THOUSAND
    out[Own.TURNS_TENS] = turns % THOUSAND // TEN
    out[Own.TURNS_ONES] = turns % TEN
    out[Own.X] = rover.x
    out[Own.Y] = rover.y
    out[Own.SIDE] = setup.side
    thing = thing_here(s)
    out[Own.AT_POD] = thing == Thing.POD
    for site in range(FIRST_SITE, LAST_SITE + 1):
        out[Own.AT_FOUNDRY + site - FIRST_SITE] = thing == site


@kernel
def observe_tool(mount: Any, out: Any) -> None:
    """A module with its features; all 0 for none."""
    for column in range(TOOL_COLUMNS):
        out[column] = TOOL_FEATURES[mount.module, column]
    if mount.module != EMPTY:
        out[Tool.USES_TENS] = mount.durability // TEN
        out[Tool.USES_ONES] = mount.durability % TEN


@kernel
def observe_others(s: Any, out: Any) -> None:
    """All visible entities in the window, and details of the first of them."""
    described, rows = 0, len(out.others)
    e = ROVER
    while True:
        e = next_near(s, e)
        if e == s.count:
            break
        entity = s.entities[e]
        if not sees(s, entity.x, entity.y):
            continue
        east, south = entity.x - s.entities[ROVER].x, entity.y - s.entities[ROVER].y
        observe_entity(entity, out.window[south + REACH_Y, east + REACH_X])
        if described < rows:
            observe_other(entity, east, south, out.others[described])
            described += 1
    for i in range(described, rows):
        for column in range(OTHER_COLUMNS):
            out.others[i, column] = 0


@kernel
def observe_entity(entity: Any, out: Any) -> None:
    """An entity on its square of the window."""
    out[Layer.ENTITY] = 1 + entity.hostile
    out[Layer.KIND] = entity.kind
    out[Layer.INTEGRITY] = entity.integrity
    out[Layer.SHIELDING] = entity.shielding
    out[Layer.ENERGY] = entity.energy
    out[Layer.DATA] = entity.datum
    out[Layer.ALERT] = 1 + entity.alert
    status = STATUS_STALLED * entity.stalled + STATUS_SHORTED * entity.shorted
    out[Layer.STATUS] = 1 + entity.beat + status


@kernel
def observe_other(entity: Any, east: int, south: int, out: Any) -> None:
    """One entity: its condition, and the strongest effects of its modules."""
    for column in range(OTHER_COLUMNS):
        out[column] = BEING_FEATURES[entity.kind, column]
    out[Other.HOSTILE] = entity.hostile
    out[Other.EAST] = east
    out[Other.SOUTH] = south
    out[Other.INTEGRITY] = entity.integrity
    out[Other.SHIELDING] = entity.shielding
    out[Other.ENERGY] = entity.energy
    out[Other.DATA] = entity.datum
    out[Other.ALERT] = entity.alert
    out[Other.BEAT] = entity.beat
    out[Other.STALLED] = entity.stalled
    out[Other.SHORTED] = entity.shorted
