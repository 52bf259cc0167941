"""What the scripted explorer of RoveR is shown, as whole numbers."""

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

CLASSES = len(Targeting)
CHASSIS_COUNT = len(Chassis)
TOOLS = SLOTS + BAG  # the slots first
BEINGS = 2 * OTHERS  # entities that are kept in mind at once
# What is taken for granted of a hostile that is in sight, but not among those told of.
USUAL_TOUGHNESS, USUAL_ENERGY, USUAL_SENSITIVITY, USUAL_DAMAGE = 10, 10, 8, 4
NOTHING, POD = int(Thing.NOTHING), int(Thing.POD)

GEAR = record(
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

BEING = record(
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
    ("most_energy", "i2"),
    ("integrity", "i1"),
    ("most_integrity", "i1"),
    ("shielding", "i1"),
    ("most_shielding", "i1"),
    ("datum", "i1"),
    ("most_datum", "i1"),
    ("chassis", "i1"),
    ("slots", "i1"),  # of the chassis
    ("stride", "i1"),  # energy of a step
    ("power", "i1"),
    ("sensitivity", "i1"),
    ("shorted", "i1"),
    ("stalled", "i1"),
    ("all_targets", "i1"),
    ("transport", "i2"),  # steps left in the transport module
    ("planet", "i1"),
    ("shut", "i1"),
    ("here", "i1"),  # Thing, as far as it is told: the pod, an open site, or nothing
    ("pod_x", "i1"),
    ("pod_y", "i1"),
    ("tools", GEAR, (TOOLS,)),
    ("others", BEING, (BEINGS,)),
    ("count", "i1"),  # of others
)


@kernel
def whole(value: float, unit: float) -> int:
    """The whole number that was divided by `unit`."""
    return round(value * unit)


@kernel
def read(observation: Any, seen: Any) -> None:
    """Fill `seen`."""
    read_own(observation.own, seen)
    seen.pod_x = seen.x + whole(observation.pod[Pod.EAST], SIZE)
    seen.pod_y = seen.y + whole(observation.pod[Pod.SOUTH], SIZE)
    for i in range(SLOTS):
        read_tool(observation.slots[i], seen.tools[i])
    for b in range(BAG):
        read_tool(observation.bag[b], seen.tools[SLOTS + b])
    seen.count = 0
    for i in range(OTHERS):
        if observation.others[i][Other.PRESENT] > 0:
            read_other(observation.others[i], observation.bearings[i], seen)
    read_untold(observation.window, seen)


@kernel
def read_untold(window: Any, seen: Any) -> None:
    """Hostiles that only the window shows, because too many others are told of."""
    if seen.count < OTHERS:
        return
    for row in range(ROWS):
        for column in range(COLUMNS):
            if window[Layer.ENTITY, row, column] != 1:  # the number of a hostile one
                continue
            x, y = seen.x + column - REACH_X, seen.y + row - REACH_Y
            if being_at(seen, x, y) == NOWHERE and seen.count < BEINGS:
                being = seen.others[seen.count]
                seen.count += 1
                being.x, being.y, being.hostile, being.reach = x, y, 1, 1
                being.warden = being.still = being.beat = 0
                being.toughness, being.energy = USUAL_TOUGHNESS, USUAL_ENERGY
                being.sensitivity, being.damage = USUAL_SENSITIVITY, USUAL_DAMAGE
                being.datum = being.stalls = being.shorts = being.teleports = being.bursts = 0


@kernel
def being_at(seen: Any, x: int, y: int) -> int:
    """Who stands on a square, or NOWHERE."""
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
    seen.slots, seen.stride = CHASSIS[seen.chassis].slots, CHASSIS[seen.chassis].transport
    seen.power, seen.sensitivity = kind.power, kind.sensitivity
    seen.most_energy = whole(own[Own.MOST_ENERGY], MOST_ENERGY)
    seen.most_integrity = whole(own[Own.MOST_INTEGRITY], MOST_SPECIFICATION)
    seen.most_shielding = whole(own[Own.MOST_SHIELDING], MOST_SPECIFICATION)
    seen.most_datum = whole(own[Own.MOST_DATA], MOST_DATA)
    seen.energy = whole(own[Own.ENERGY], seen.most_energy)
    seen.integrity = whole(own[Own.INTEGRITY], seen.most_integrity)
    seen.shielding = whole(own[Own.SHIELDING], seen.most_shielding)
    seen.datum = whole(own[Own.DATA], seen.most_datum)
    seen.shorted, seen.stalled = own[Own.SHORTED] > 0, own[Own.STALLED] > 0
    seen.all_targets = own[Own.ALL_TARGETS] > 0
    seen.transport = whole(own[Own.TRANSPORT], SPARE_DURABILITY)
    seen.planet = whole(own[Own.PLANET], PLANETS - 1)
    seen.shut = own[Own.FACTORY_SHUT] > 0
    seen.x, seen.y = whole(own[Own.X], SIZE), whole(own[Own.Y], SIZE)
    seen.side = whole(own[Own.SIDE], SIZE)
    seen.here = POD if own[Own.AT_POD] > 0 else NOTHING
    for site in range(SITES):
        if own[Own.AT_FOUNDRY + site] > 0:
            seen.here = FIRST_SITE + site


@kernel
def read_tool(columns: Any, gear: Any) -> None:
    """A module of the rover."""
    gear.present = columns[Tool.PRESENT] > 0
    gear.uses = whole(columns[Tool.DURABILITY], MOST_USES)
    for targeting in range(CLASSES):
        if columns[Tool.INTERNAL + targeting] > 0:
            gear.targeting = targeting
    gear.cost = whole(columns[Tool.COST], MOST_COST)
    gear.reach = whole(columns[Tool.REACH], MOST_REACH)
    gear.generate = whole(columns[Tool.GENERATE], MOST_AMOUNT)
    gear.damage = whole(columns[Tool.DAMAGE], MOST_AMOUNT)
    gear.repair = whole(columns[Tool.REPAIR], MOST_AMOUNT)
    gear.shield = whole(columns[Tool.SHIELD], MOST_AMOUNT)
    gear.stall, gear.short = columns[Tool.STALL] > 0, columns[Tool.SHORT] > 0
    gear.analyze = whole(columns[Tool.ANALYZE], MOST_AMOUNT)
    gear.teleport = columns[Tool.TELEPORT] > 0


@kernel
def read_other(columns: Any, bearing: Any, seen: Any) -> None:
    """An entity in sight."""
    being = seen.others[seen.count]
    seen.count += 1
    being.x = seen.x + whole(bearing[Bearing.EAST], REACH_X)
    being.y = seen.y + whole(bearing[Bearing.SOUTH], REACH_Y)
    being.hostile, being.warden = columns[Other.HOSTILE] > 0, columns[Other.WARDEN] > 0
    being.still = columns[Other.STILL] > 0
    being.toughness = whole(columns[Other.INTEGRITY] + columns[Other.SHIELDING], MOST_SPECIFICATION)
    being.energy = whole(columns[Other.ENERGY], MOST_SPECIFICATION)
    being.sensitivity = whole(columns[Other.SENSITIVITY], MOST_SENSITIVITY)
    being.datum = whole(columns[Other.DATA], MOST_DATA)
    being.beat = whole(columns[Other.BEAT], MOST_BEAT)
    being.reach = whole(columns[Other.REACH], MOST_REACH)
    being.damage = whole(columns[Other.DAMAGE], MOST_AMOUNT)
    if being.damage > 0:
        being.damage += whole(columns[Other.POWER], MOST_POWER)
    being.stalls, being.shorts = columns[Other.STALLS] > 0, columns[Other.SHORTS] > 0
    being.teleports, being.bursts = columns[Other.TELEPORTS] > 0, columns[Other.BURSTS] > 0
