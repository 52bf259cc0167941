"""How the scripted explorer of RoveR rates modules, and where it installs them.

A module is named by its place: the slots come first, then the bag.
"""

from typing import Any

from cogarena.agents.scripted.rover.reading import PLACES
from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.modules import Targeting
from cogarena.envs.rover.state import ACTIONS, BAG, NOWHERE, SLOTS

INTERNAL, BURST, LOCAL = int(Targeting.INTERNAL), int(Targeting.BURST), int(Targeting.LOCAL)
RANGED, PIERCING = int(Targeting.RANGED), int(Targeting.PIERCING)
TRANSPORT = int(Targeting.TRANSPORT)
ACTIVATE, INSTALL = ACTIONS.start("activate"), ACTIONS.start("install")
DROP = ACTIONS.start("drop")

SWITCH_FACTOR = 1.15  # how much better a weapon in the bag must be to be installed
TRANSPORT_VALUE = 1000.0  # of a transport module
WEAPON_BONUS = 500.0  # added for the weapon in use
LEAST_RATING = 0.1  # of any weapon
INSTALL_COST = 1  # energy (V4)
LAST_STEPS = 40  # left in the transport module when the spare is installed
FULL_LIFE = 25.0  # uses for which a module counts with its full rating
NET_ENERGY_VALUE = 0.5  # of a unit of energy, compared with one of shielding
ENERGY_VALUE, SHIELD_VALUE, REPAIR_VALUE = 0.06, 0.05, 0.12  # of a point that a module can give


@kernel
def weapon_rating(seen: Any, weights: Any, module: Any) -> float:
    """How good a weapon a module is; 0 if it is not a weapon."""
    if module.present == 0 or module.damage == 0:
        return 0.0
    rating = (module.damage + seen.power) * (1 + weights.reach * (module.reach - 1))
    if module.targeting == PIERCING:
        rating *= weights.piercing
    rating += weights.short * module.short
    if module.reach > 1:
        rating += weights.stall * module.stall
    rating += weights.energy * (module.generate - module.cost)
    return max(rating + weights.recovery * (module.repair + module.shield), LEAST_RATING)


@kernel
def net_energy(module: Any) -> int:
    """The energy gained by using a module without a target."""
    if module.present == 0 or module.targeting > BURST:
        return 0
    return module.generate - module.cost


@kernel
def generator_reserve(seen: Any) -> int:
    """The energy that all generators can still produce."""
    total = 0
    for i in range(PLACES):
        total += max(net_energy(seen.modules[i]), 0) * seen.modules[i].uses
    return total


@kernel
def energy_from_wall(module: Any) -> int:
    """The energy gained by using a module on a wall."""
    if module.present == 0 or module.targeting <= BURST or module.targeting == TRANSPORT:
        return 0
    return module.generate - module.cost


@kernel
def is_best_weapon(seen: Any, weights: Any, place: int) -> bool:
    """No other module is as good a weapon, so it is kept for fights."""
    rating = weapon_rating(seen, weights, seen.modules[place])
    for i in range(PLACES):
        if i != place and weapon_rating(seen, weights, seen.modules[i]) >= rating:
            return False
    return True


@kernel
def best_wall_module(seen: Any, weights: Any) -> int:
    """The module that gains most energy from walls, or NOWHERE."""
    best, most = NOWHERE, 0
    for i in range(PLACES):
        if energy_from_wall(seen.modules[i]) > most and can_pay(seen, i):
            if not is_best_weapon(seen, weights, i):
                best, most = i, energy_from_wall(seen.modules[i])
    return best


@kernel
def wall_reserve(seen: Any, weights: Any) -> int:
    """The energy that modules can still gain from walls."""
    total = 0
    for i in range(PLACES):
        if energy_from_wall(seen.modules[i]) > 0 and not is_best_weapon(seen, weights, i):
            total += energy_from_wall(seen.modules[i]) * seen.modules[i].uses
    return total


@kernel
def local_slot(seen: Any) -> int:
    """The slot whose local module acts on a bump, or NOWHERE."""
    if can_strike(seen, seen.modules[seen.selected]):
        return int(seen.selected)
    for slot in range(seen.slots):
        if can_strike(seen, seen.modules[slot]):
            return slot
    return NOWHERE


@kernel
def can_strike(seen: Any, module: Any) -> bool:
    """A local module that the rover has the energy to use."""
    return module.present == 1 and module.targeting == LOCAL and module.cost < seen.energy


@kernel
def slot_for_wall_module(seen: Any, weights: Any, place: int) -> int:
    """A local module replaces the one that acts on a bump; others the least valuable module."""
    if seen.modules[place].targeting == LOCAL and local_slot(seen) != NOWHERE:
        return local_slot(seen)
    return least_valuable_slot(seen, weights)


@kernel
def module_value(seen: Any, weights: Any, module: Any) -> float:
    """The value of owning a module."""
    if module.present == 0:
        return 0.0
    if module.targeting == TRANSPORT:
        return TRANSPORT_VALUE if module.uses >= LAST_STEPS else 0.0
    value = weapon_rating(seen, weights, module) * min(module.uses / FULL_LIFE, 1.0)
    value += ENERGY_VALUE * module.uses * max(net_energy(module) + energy_from_wall(module), 0)
    if module.targeting == INTERNAL:
        value += module.uses * (SHIELD_VALUE * module.shield + REPAIR_VALUE * module.repair)
    return value


@kernel
def best_weapon(seen: Any, weights: Any) -> int:
    """The best weapon, or NOWHERE; installed ones are preferred to similar ones in the bag."""
    best, rating = NOWHERE, 0.0
    for i in range(PLACES):
        found = weapon_rating(seen, weights, seen.modules[i])
        if found > rating * (SWITCH_FACTOR if i >= SLOTS else 1.0):
            best, rating = i, found
    return best


@kernel
def best_generator(seen: Any) -> int:
    """The module that produces most energy, or NOWHERE."""
    best, most = NOWHERE, 0
    for i in range(PLACES):
        if net_energy(seen.modules[i]) > most and can_pay(seen, i):
            best, most = i, net_energy(seen.modules[i])
    return best


@kernel
def can_pay(seen: Any, place: int) -> bool:
    """The rover has the energy to use a module, and to install it first if it is in the bag."""
    return seen.modules[place].cost + (INSTALL_COST if place >= SLOTS else 0) < seen.energy


@kernel
def is_usable(seen: Any, place: int) -> bool:
    """An internal module that the rover has the energy to use."""
    module = seen.modules[place]
    return module.present == 1 and module.targeting == INTERNAL and can_pay(seen, place)


@kernel
def best_shield(seen: Any) -> int:
    """The module with the best balance of shielding and energy, or NOWHERE."""
    best, most = NOWHERE, 0.0
    for i in range(PLACES):
        module = seen.modules[i]
        value = module.shield + NET_ENERGY_VALUE * net_energy(module)
        if is_usable(seen, i) and module.shield > 0 and value > most:
            best, most = i, value
    return best


@kernel
def best_repair(seen: Any) -> int:
    """The module that repairs most, or NOWHERE."""
    best, most = NOWHERE, 0
    for i in range(PLACES):
        module = seen.modules[i]
        if is_usable(seen, i) and module.repair > most:
            best, most = i, module.repair
    return best


@kernel
def use_or_install(seen: Any, weights: Any, place: int) -> int:
    """Use an internal module, or install it if it is in the bag."""
    if place < SLOTS:
        return ACTIVATE + place
    return INSTALL + (place - SLOTS) * SLOTS + least_valuable_slot(seen, weights)


@kernel
def least_valuable_slot(seen: Any, weights: Any) -> int:
    """The slot with the least valuable module; the weapon goes last."""
    weapon = best_weapon(seen, weights)
    best, least = 0, TRANSPORT_VALUE
    for slot in range(seen.slots):
        value = module_value(seen, weights, seen.modules[slot])
        if slot == weapon:
            value += WEAPON_BONUS
        if value < least:
            best, least = slot, value
    return best


@kernel
def install_best_weapon(seen: Any, weights: Any) -> int:
    """Install the best weapon in place of another weapon; NOWHERE if it is installed."""
    weapon = best_weapon(seen, weights)
    if weapon < SLOTS:
        return NOWHERE
    slot, least = 0, TRANSPORT_VALUE
    for i in range(seen.slots):
        rating = weapon_rating(seen, weights, seen.modules[i])
        value = 0.0 if seen.modules[i].present == 0 else WEAPON_BONUS - rating
        if value < least:
            slot, least = i, value
    return INSTALL + (weapon - SLOTS) * SLOTS + slot


@kernel
def tidy_bag(seen: Any, weights: Any) -> int:
    """Install the spare transport in time, and drop the worst module of a full bag; or NOWHERE."""
    worst, least, is_full = NOWHERE, TRANSPORT_VALUE, True
    for b in range(BAG):
        module = seen.modules[SLOTS + b]
        if module.present == 0:
            is_full = False
        elif module.targeting == TRANSPORT and seen.transport < LAST_STEPS <= module.uses:
            return INSTALL + b * SLOTS
        elif module_value(seen, weights, module) < least:
            worst, least = b, module_value(seen, weights, module)
    return DROP + worst if is_full and worst != NOWHERE else NOWHERE
