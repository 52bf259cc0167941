"""The observation of RoveR as records."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rover.layout import OTHERS, TEN, Layer, Other, Own, Tool, Way
from cogarena.envs.rover.modules import Targeting
from cogarena.envs.rover.observe import BEING_FEATURES
from cogarena.envs.rover.state import (
    AFFECTED,
    BAG,
    COLUMNS,
    NOWHERE,
    REACH_X,
    REACH_Y,
    RHYTHM,
    ROWS,
    SLOTS,
)
from cogarena.envs.rover.tables import FIRST_SITE, SITES, Chassis, Thing

TARGETINGS = len(Targeting)
CHASSIS_COUNT = len(Chassis)
PLACES = SLOTS + BAG  # for modules, the slots first
ENTITIES = 2 * OTHERS  # entities that are read at most
USES_READ = 40  # of a module; a spare transport module has more
HOSTILE_ENTITY = 2  # in the window
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
def read(observation: Any, seen: Any) -> None:
    """Fill `seen`."""
    read_own(observation.own, seen)
    seen.pod_x = seen.x + observation.nearest[0, Way.EAST]
    seen.pod_y = seen.y + observation.nearest[0, Way.SOUTH]
    for i in range(SLOTS):
        read_module(observation.slots[i], seen.modules[i])
    for b in range(BAG):
        read_module(observation.bag[b], seen.modules[SLOTS + b])
    seen.count = 0
    for i in range(OTHERS):
        if observation.others[i, Other.PRESENT] == 1:
            read_other(observation.others[i], seen)
    read_unlisted(observation.window, seen)


@kernel
def read_unlisted(window: Any, seen: Any) -> None:
    """Hostiles that only the window shows, because the list of others is full."""
    if seen.count < OTHERS:
        return
    for row in range(ROWS):
        for column in range(COLUMNS):
            if window[row, column, Layer.ENTITY] != HOSTILE_ENTITY:
                continue
            x, y = seen.x + column - REACH_X, seen.y + row - REACH_Y
            if entity_at(seen, x, y) == NOWHERE and seen.count < ENTITIES:
                entity = seen.others[seen.count]
                seen.count += 1
                entity.x, entity.y, entity.hostile = x, y, 1
                read_square(window[row, column], entity)


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
        if own[Own.POLYETHYLENE + chassis] == 1:
            seen.chassis = chassis
    seen.slots, seen.step_energy = own[Own.SLOTS], own[Own.STEP_COST]
    seen.power, seen.sensitivity = own[Own.POWER], own[Own.SENSITIVITY]
    seen.max_energy = TEN * int(own[Own.MOST_ENERGY])
    seen.max_integrity = own[Own.MOST_INTEGRITY]
    seen.max_shielding = own[Own.MOST_SHIELDING]
    seen.max_datum = own[Own.MOST_DATA]
    seen.energy = int(own[Own.ENERGY]) + int(own[Own.ENERGY_ABOVE])
    seen.integrity, seen.shielding = own[Own.INTEGRITY], own[Own.SHIELDING]
    seen.datum = own[Own.DATA]
    seen.shorted, seen.stalled = own[Own.SHORTED] == AFFECTED, own[Own.STALLED] == AFFECTED
    seen.all_targets = own[Own.ALL_TARGETS]
    seen.transport = TEN * int(own[Own.STEPS_TENS]) + int(own[Own.STEPS_ONES])
    seen.planet = own[Own.PLANET] - 1
    seen.shut = own[Own.FACTORY_SHUT]
    seen.x, seen.y, seen.side = own[Own.X], own[Own.Y], own[Own.SIDE]
    seen.here = POD if own[Own.AT_POD] == 1 else NOTHING
    for site in range(SITES):
        if own[Own.AT_FOUNDRY + site] == 1:
            seen.here = FIRST_SITE + site
    for slot in range(SLOTS):
        if own[Own.SELECTED_1 + slot] == 1:
            seen.selected = slot


@kernel
def read_module(columns: Any, module: Any) -> None:
    """A module of the rover."""
    module.present = columns[Tool.PRESENT]
    module.uses = min(TEN * int(columns[Tool.USES_TENS]) + int(columns[Tool.USES_ONES]), USES_READ)
    for targeting in range(TARGETINGS):
        if columns[Tool.INTERNAL + targeting] == 1:
            module.targeting = targeting
    module.cost, module.reach = columns[Tool.COST], columns[Tool.REACH]
    module.generate, module.damage = columns[Tool.GENERATE], columns[Tool.DAMAGE]
    module.repair, module.shield = columns[Tool.REPAIR], columns[Tool.SHIELD]
    module.stall, module.short = columns[Tool.STALL], columns[Tool.SHORT]
    module.analyze, module.teleport = columns[Tool.ANALYZE], columns[Tool.TELEPORT]


@kernel
def read_other(columns: Any, seen: Any) -> None:
    """An entity in sight."""
    entity = seen.others[seen.count]
    seen.count += 1
    entity.x, entity.y = seen.x + columns[Other.EAST], seen.y + columns[Other.SOUTH]
    entity.hostile, entity.datum = columns[Other.HOSTILE], columns[Other.DATA]
    entity.toughness = int(columns[Other.INTEGRITY]) + int(columns[Other.SHIELDING])
    entity.energy, entity.beat = columns[Other.ENERGY], columns[Other.BEAT]
    read_kind(columns, entity)


@kernel
def read_square(square: Any, entity: Any) -> None:
    """An entity that only the window shows."""
    entity.datum = square[Layer.DATA]
    entity.toughness = int(square[Layer.INTEGRITY]) + int(square[Layer.SHIELDING])
    entity.energy, entity.beat = square[Layer.ENERGY], (square[Layer.STATUS] - 1) % RHYTHM
    read_kind(BEING_FEATURES[square[Layer.KIND]], entity)


@kernel
def read_kind(columns: Any, entity: Any) -> None:
    """What is the same for all entities of a kind."""
    entity.warden, entity.still = columns[Other.WARDEN], columns[Other.STILL]
    entity.sensitivity = columns[Other.SENSITIVITY]
    entity.reach, entity.damage = columns[Other.REACH], columns[Other.DAMAGE]
    if entity.damage > 0:
        entity.damage += columns[Other.POWER]
    entity.stalls, entity.shorts = columns[Other.STALLS], columns[Other.SHORTS]
    entity.teleports, entity.bursts = columns[Other.TELEPORTS], columns[Other.BURSTS]
