"""What the scripted explorer of RoveR thinks of modules, and which it puts where."""

from typing import Any

from cogarena.agents.scripted.rover_play.reading import TOOLS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.modules import Targeting
from cogarena.envs.rover.state import ACTIONS, BAG, NOWHERE, SLOTS

INTERNAL, BURST, LOCAL = int(Targeting.INTERNAL), int(Targeting.BURST), int(Targeting.LOCAL)
RANGED, PIERCING = int(Targeting.RANGED), int(Targeting.PIERCING)
TRANSPORT = int(Targeting.TRANSPORT)
ACTIVATE, INSTALL = ACTIONS.start("activate"), ACTIONS.start("install")
DROP = ACTIONS.start("drop")

BETTER = 1.15  # how much better a weapon must be to be worth a turn
PRECIOUS = 1000.0  # worth of a transport module
DEAR = 500.0  # worth that the weapon in use has on top
LEAST_RATING = 0.1  # of a weapon
LAST_STEPS = 40  # left in the transport module when the spare is mounted
FULL_LIFE = 25.0  # uses of a module that is worth its full rating
SURPLUS_WORTH = 0.5  # of a unit of energy, against one of shielding
ENERGY_WORTH, SHIELD_WORTH, REPAIR_WORTH = 0.06, 0.05, 0.12  # of a point that a module can give


@kernel
def weapon_rating(seen: Any, temper: Any, gear: Any) -> float:
    """How good a weapon a module is; 0 if it is none."""
    if gear.present == 0 or gear.damage == 0:
        return 0.0
    rating = (gear.damage + seen.power) * (1 + temper.reach * (gear.reach - 1))
    if gear.targeting == PIERCING:
        rating *= temper.piercing
    rating += temper.short * gear.short
    if gear.reach > 1:
        rating += temper.stall * gear.stall
    rating += temper.energy * (gear.generate - gear.cost)
    return max(rating + temper.mending * (gear.repair + gear.shield), LEAST_RATING)


@kernel
def surplus(gear: Any) -> int:
    """Energy that a use without a target brings."""
    if gear.present == 0 or gear.targeting > BURST:
        return 0
    return gear.generate - gear.cost


@kernel
def reserve(seen: Any) -> int:
    """Energy that all generators together can still bring."""
    total = 0
    for i in range(TOOLS):
        total += max(surplus(seen.tools[i]), 0) * seen.tools[i].uses
    return total


@kernel
def yield_of(gear: Any) -> int:
    """Energy that a use on a wall brings."""
    if gear.present == 0 or gear.targeting <= BURST or gear.targeting == TRANSPORT:
        return 0
    return gear.generate - gear.cost


@kernel
def is_treasured(seen: Any, temper: Any, tool: int) -> bool:
    """No other module is as good a weapon: it is kept for fights."""
    rating = weapon_rating(seen, temper, seen.tools[tool])
    for i in range(TOOLS):
        if i != tool and weapon_rating(seen, temper, seen.tools[i]) >= rating:
            return False
    return True


@kernel
def best_grinder(seen: Any, temper: Any) -> int:
    """The module that brings most energy when it is used on walls, or NOWHERE."""
    best, most = NOWHERE, 0
    for i in range(TOOLS):
        if yield_of(seen.tools[i]) > most and seen.tools[i].cost < seen.energy:
            if not is_treasured(seen, temper, i):
                best, most = i, yield_of(seen.tools[i])
    return best


@kernel
def wall_reserve(seen: Any, temper: Any) -> int:
    """Energy that walls can still bring."""
    total = 0
    for i in range(TOOLS):
        if yield_of(seen.tools[i]) > 0 and not is_treasured(seen, temper, i):
            total += yield_of(seen.tools[i]) * seen.tools[i].uses
    return total


@kernel
def slot_for_grinder(seen: Any, temper: Any, tool: int) -> int:
    """A local module must be the first of its kind; others go where tools go."""
    if seen.tools[tool].targeting == LOCAL:
        for slot in range(seen.slots):
            if seen.tools[slot].present == 1 and seen.tools[slot].targeting == LOCAL:
                return slot
    return slot_for_tools(seen, temper)


@kernel
def worth(seen: Any, temper: Any, gear: Any) -> float:
    """What a module is worth to have."""
    if gear.present == 0:
        return 0.0
    if gear.targeting == TRANSPORT:
        return PRECIOUS if gear.uses >= LAST_STEPS else 0.0
    value = weapon_rating(seen, temper, gear) * min(gear.uses / FULL_LIFE, 1.0)
    value += ENERGY_WORTH * gear.uses * max(surplus(gear) + yield_of(gear), 0)
    if gear.targeting == INTERNAL:
        value += gear.uses * (SHIELD_WORTH * gear.shield + REPAIR_WORTH * gear.repair)
    return value


@kernel
def best_weapon(seen: Any, temper: Any) -> int:
    """The best weapon in the slots and the bag, or NOWHERE; one that is installed goes first."""
    best, rating = NOWHERE, 0.0
    for i in range(TOOLS):
        found = weapon_rating(seen, temper, seen.tools[i])
        if found > rating * (BETTER if i >= SLOTS else 1.0):
            best, rating = i, found
    return best


@kernel
def best_generator(seen: Any) -> int:
    """The module that brings most energy, or NOWHERE."""
    best, most = NOWHERE, 0
    for i in range(TOOLS):
        if surplus(seen.tools[i]) > most and seen.tools[i].cost < seen.energy:
            best, most = i, surplus(seen.tools[i])
    return best


@kernel
def best_shield(seen: Any) -> int:
    """The module that shields best for its energy, or NOWHERE."""
    best, most = NOWHERE, 0.0
    for i in range(TOOLS):
        gear = seen.tools[i]
        if gear.present == 1 and gear.targeting == INTERNAL and gear.cost < seen.energy:
            value = gear.shield + SURPLUS_WORTH * surplus(gear)
            if gear.shield > 0 and value > most:
                best, most = i, value
    return best


@kernel
def best_repair(seen: Any) -> int:
    """The module that repairs most, or NOWHERE."""
    best, most = NOWHERE, 0
    for i in range(TOOLS):
        gear = seen.tools[i]
        if gear.present == 1 and gear.targeting == INTERNAL and gear.cost < seen.energy:
            if gear.repair > most:
                best, most = i, gear.repair
    return best


@kernel
def use_or_install(seen: Any, temper: Any, tool: int) -> int:
    """Use an internal module; from the bag it must be installed first."""
    if tool < SLOTS:
        return ACTIVATE + tool
    return INSTALL + (tool - SLOTS) * SLOTS + slot_for_tools(seen, temper)


@kernel
def slot_for_tools(seen: Any, temper: Any) -> int:
    """The slot whose module is missed least: an empty one, else not the weapon's."""
    weapon = best_weapon(seen, temper)
    best, least = 0, PRECIOUS
    for slot in range(seen.slots):
        value = worth(seen, temper, seen.tools[slot])
        if slot == weapon:
            value += DEAR
        if value < least:
            best, least = slot, value
    return best


@kernel
def arm(seen: Any, temper: Any) -> int:
    """Install the best weapon in place of the one before, or NOWHERE if it is installed."""
    weapon = best_weapon(seen, temper)
    if weapon < SLOTS:
        return NOWHERE
    slot, least = 0, PRECIOUS
    for i in range(seen.slots):
        rating = weapon_rating(seen, temper, seen.tools[i])
        value = 0.0 if seen.tools[i].present == 0 else DEAR - rating
        if value < least:
            slot, least = i, value
    return INSTALL + (weapon - SLOTS) * SLOTS + slot


@kernel
def tidy(seen: Any, temper: Any) -> int:
    """Mount the spare transport in time, keep a place of the bag free; NOWHERE if all is well."""
    worst, least, is_full = NOWHERE, PRECIOUS, True
    for b in range(BAG):
        gear = seen.tools[SLOTS + b]
        if gear.present == 0:
            is_full = False
        elif gear.targeting == TRANSPORT and seen.transport < LAST_STEPS <= gear.uses:
            return INSTALL + b * SLOTS
        elif worth(seen, temper, gear) < least:
            worst, least = b, worth(seen, temper, gear)
    return DROP + worst if is_full and worst != NOWHERE else NOWHERE
