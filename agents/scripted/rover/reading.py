"""The observation of RoveR, decoded into whole numbers."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rover.modules import SPARE_DURABILITY, Targeting
from cogarena.envs.rover.observe import (
    MOST_AMOUNT,
    MOST_BEAT,
    MOST_COST,
    MOST_DATA,
    MOST_ENERGY,
    MOST_POWER,
    MOST_REACH,
    MOST_SENSITIVITY,
    MOST_SPECIFICATION,
    MOST_USES,
    OTHERS,
    Bearing,
    Layer,
    Other,
    Own,
    Pod,
    Tool,
)
from cogarena.envs.rover.state import (
    BAG,
    COLUMNS,
    NOWHERE,
    REACH_X,
    REACH_Y,
    ROWS,
    SIZE,
    SLOTS,
)
from cogarena.envs.rover.tables import CHASSIS, FIRST_SITE, KIND, PLANETS, SITES, Chassis, Thing

TARGETINGS = len(Targeting)
CHASSIS_COUNT = len(Chassis)
PLACES = SLOTS + BAG  # for modules, the slots first
ENTITIES = 2 * OTHERS  # entities that are read at most
# What is assumed of a hostile that the window shows, but the list of others does not.
ASSUMED_TOUGHNESS, ASSUMED_ENERGY, ASSUMED_SENSITIVITY, ASSUMED_DAMAGE = 10, 10, 8, 4
NOTHING, POD = int(Thing.NOTHING), int(Thing.POD)

MODULE = record(
    ("present", "i1"),
    ("uses", "i2"),  # left
    ("targeting", "i1"),
    ("cost", "i1"),
    ("reach", "i1"),
    ("generate", "i1"),
    ("damage", "i1"),  # without the rover's power
    ("repair", "i1"),
    ("shield", "i1"),
    ("stall", "i1"),
    ("short", "i1"),
    ("analyze", "i1"),
    ("teleport", "i1"),
)

ENTITY = record(
    ("x", "i1"),
    ("y", "i1"),
    ("hostile", "i1"),
    ("warden", "i1"),
    ("still", "i1"),
    ("toughness", "i2"),  # integrity and shielding
    ("energy", "i2"),
    ("sensitivity", "i1"),
    ("datum", "i1"),
    ("beat", "i1"),
    ("reach", "i1"),
    ("damage", "i1"),  # of its best module, with its power
    ("stalls", "i1"),
    ("shorts", "i1"),
    ("teleports", "i1"),
    ("bursts", "i1"),
)

SEEN = record(
    ("x", "i1"),
    ("y", "i1"),
    ("side", "i1"),
    ("energy", "i2"),
    ("max_energy", "i2"),
    ("integrity", "i1"),
    ("max_integrity", "i1"),
    ("shielding", "i1"),
    ("max_shielding", "i1"),
    ("datum", "i1"),
    ("max_datum", "i1"),
    ("chassis", "i1"),
    ("slots", "i1"),  # of the chassis
    ("step_energy", "i1"),
    ("power", "i1"),
    ("sensitivity", "i1"),
    ("shorted", "i1"),
    ("stalled", "i1"),
    ("all_targets", "i1"),
    ("selected", "i1"),  # slot
    ("transport", "i2"),  # steps left in the transport module
    ("planet", "i1"),
    ("shut", "i1"),
    ("here", "i1"),  # Thing: the pod, an open site, or nothing
    ("pod_x", "i1"),
    ("pod_y", "i1"),
    ("modules", MODULE, (PLACES,)),
    ("others", ENTITY, (ENTITIES,)),
    ("count", "i1"),  # of others
)


@kernel
def unscaled(value: float, unit: float) -> int:
    """The whole number that was scaled by 1 / `unit`."""
    return round(value * unit)


@kernel
def read(observation: Any, seen: Any) -> None:
    """Fill `seen`."""
    read_own(observation.own, seen)
    seen.pod_x = seen.x + unscaled(observation.pod[Pod.EAST], SIZE)
    seen.pod_y = seen.y + unscaled(observation.pod[Pod.SOUTH], SIZE)
    for i in range(SLOTS):
        read_module(observation.slots[i], seen.modules[i])
    for b in range(BAG):
        read_module(observation.bag[b], seen.modules[SLOTS + b])
    seen.count = 0
    for i in range(OTHERS):
        if observation.others[i][Other.PRESENT] > 0:
            read_other(observation.others[i], observation.bearings[i], seen)
    read_unlisted(observation.window, seen)


@kernel
def read_unlisted(window: Any, seen: Any) -> None:
    """Hostiles that only the window shows, because the list of others is full."""
    if seen.count < OTHERS:
        return
    for row in range(ROWS):
        for column in range(COLUMNS):
            if window[Layer.ENTITY, row, column] != 1:  # the number of a hostile one
                continue
            x, y = seen.x + column - REACH_X, seen.y + row - REACH_Y
            if entity_at(seen, x, y) == NOWHERE and seen.count < ENTITIES:
                entity = seen.others[seen.count]
                seen.count += 1
                entity.x, entity.y, entity.hostile, entity.reach = x, y, 1, 1
                entity.warden = entity.still = entity.beat = 0
                entity.toughness, entity.energy = ASSUMED_TOUGHNESS, ASSUMED_ENERGY
                entity.sensitivity, entity.damage = ASSUMED_SENSITIVITY, ASSUMED_DAMAGE
                entity.datum = entity.stalls = entity.shorts = entity.teleports = entity.bursts = 0


@kernel
def entity_at(seen: Any, x: int, y: int) -> int:
    """The index of the entity on a square, or NOWHERE."""
    for i in range(seen.count):
        if seen.others[i].x == x and seen.others[i].y == y:
            return i
    return NOWHERE


@kernel
def read_own(own: Any, seen: Any) -> None:
    """The rover itself."""
    for chassis in range(CHASSIS_COUNT):
        if own[Own.POLYETHYLENE + chassis] > 0:
            seen.chassis = chassis
    kind = KIND[seen.chassis]
    seen.slots, seen.step_energy = CHASSIS[seen.chassis].slots, CHASSIS[seen.chassis].transport
    seen.power, seen.sensitivity = kind.power, kind.sensitivity
    seen.max_energy = unscaled(own[Own.MOST_ENERGY], MOST_ENERGY)
    seen.max_integrity = unscaled(own[Own.MOST_INTEGRITY], MOST_SPECIFICATION)
    seen.max_shielding = unscaled(own[Own.MOST_SHIELDING], MOST_SPECIFICATION)
    seen.max_datum = unscaled(own[Own.MOST_DATA], MOST_DATA)
    seen.energy = unscaled(own[Own.ENERGY], seen.max_energy)
    seen.integrity = unscaled(own[Own.INTEGRITY], seen.max_integrity)
    seen.shielding = unscaled(own[Own.SHIELDING], seen.max_shielding)
    seen.datum = unscaled(own[Own.DATA], seen.max_datum)
    seen.shorted, seen.stalled = own[Own.SHORTED] == 1, own[Own.STALLED] == 1
    seen.all_targets = own[Own.ALL_TARGETS] > 0
    seen.transport = unscaled(own[Own.TRANSPORT], SPARE_DURABILITY)
    seen.planet = unscaled(own[Own.PLANET], PLANETS - 1)
    seen.shut = own[Own.FACTORY_SHUT] > 0
    seen.x, seen.y = unscaled(own[Own.X], SIZE), unscaled(own[Own.Y], SIZE)
    seen.side = unscaled(own[Own.SIDE], SIZE)
    seen.here = POD if own[Own.AT_POD] > 0 else NOTHING
    for site in range(SITES):
        if own[Own.AT_FOUNDRY + site] > 0:
            seen.here = FIRST_SITE + site
    for slot in range(SLOTS):
        if own[Own.SELECTED_1 + slot] > 0:
            seen.selected = slot


@kernel
def read_module(columns: Any, module: Any) -> None:
    """A module of the rover."""
    module.present = columns[Tool.PRESENT] > 0
    module.uses = unscaled(columns[Tool.DURABILITY], MOST_USES)
    for targeting in range(TARGETINGS):
        if columns[Tool.INTERNAL + targeting] > 0:
            module.targeting = targeting
    module.cost = unscaled(columns[Tool.COST], MOST_COST)
    module.reach = unscaled(columns[Tool.REACH], MOST_REACH)
    module.generate = unscaled(columns[Tool.GENERATE], MOST_AMOUNT)
    module.damage = unscaled(columns[Tool.DAMAGE], MOST_AMOUNT)
    module.repair = unscaled(columns[Tool.REPAIR], MOST_AMOUNT)
    module.shield = unscaled(columns[Tool.SHIELD], MOST_AMOUNT)
    module.stall, module.short = columns[Tool.STALL] > 0, columns[Tool.SHORT] > 0
    module.analyze = unscaled(columns[Tool.ANALYZE], MOST_AMOUNT)
    module.teleport = columns[Tool.TELEPORT] > 0


@kernel
def read_other(columns: Any, bearing: Any, seen: Any) -> None:
    """An entity in sight."""
    entity = seen.others[seen.count]
    seen.count += 1
    entity.x = seen.x + unscaled(bearing[Bearing.EAST], REACH_X)
    entity.y = seen.y + unscaled(bearing[Bearing.SOUTH], REACH_Y)
    entity.hostile, entity.warden = columns[Other.HOSTILE] > 0, columns[Other.WARDEN] > 0
    entity.still = columns[Other.STILL] > 0
    entity.toughness = unscaled(
        columns[Other.INTEGRITY] + columns[Other.SHIELDING], MOST_SPECIFICATION
    )
    entity.energy = unscaled(columns[Other.ENERGY], MOST_SPECIFICATION)
    entity.sensitivity = unscaled(columns[Other.SENSITIVITY], MOST_SENSITIVITY)
    entity.datum = unscaled(columns[Other.DATA], MOST_DATA)
    entity.beat = unscaled(columns[Other.BEAT], MOST_BEAT)
    entity.reach = unscaled(columns[Other.REACH], MOST_REACH)
    entity.damage = unscaled(columns[Other.DAMAGE], MOST_AMOUNT)
    if entity.damage > 0:
        entity.damage += unscaled(columns[Other.POWER], MOST_POWER)
    entity.stalls, entity.shorts = columns[Other.STALLS] > 0, columns[Other.SHORTS] > 0
    entity.teleports, entity.bursts = columns[Other.TELEPORTS] > 0, columns[Other.BURSTS] > 0
