"""How the scripted explorer of RoveR fights: attacks, expected damage and dodging."""

from typing import Any

import numpy as np

from cogarena.agents.scripted.rover.memory import is_open
from cogarena.agents.scripted.rover.modules import (
    ACTIVATE,
    BURST,
    LOCAL,
    PIERCING,
    best_generator,
    best_repair,
    best_shield,
    best_weapon,
    local_slot,
)
from cogarena.agents.scripted.rover.reading import ENTITIES, entity_at
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, chebyshev, manhattan
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.rover.state import ACTIONS, NOWHERE, SLOTS

MOVE, AIM = ACTIONS.start("move"), ACTIONS.start("aim")
DIE_SIDES = frozen((1, 1, 20, 12, 6, 1), "i1")  # by Targeting
WARDEN_RANGE = 3  # steps within which a warden that keeps its post takes part in a fight
FIGHT_RANGE = 7  # steps within which any other hostile does
NO_WEAPON = 1000.0  # the expected damage without a weapon
WARDEN_THREAT = 3.0  # damage per turn that is added to make a warden the first target
SHORT_SHARE = 0.5  # of a target's turns that a module can short (V15)
LEAST_CHANCE = 0.1  # of hitting, where a lower one would make a fight endless
ENERGY_WEIGHT = 0.05  # of a unit of energy in a fight


@kernel
def hit_chance(seen: Any, module: Any, entity: Any) -> float:
    """The chance that a module hits."""
    sides = int(DIE_SIDES[module.targeting])
    if sides == 1:
        return 1.0
    failing = min(max(entity.sensitivity - seen.sensitivity - 1, 0), sides)
    return 1.0 - failing / sides


@kernel
def hits_to_destroy(seen: Any, module: Any, toughness: int) -> int:
    """How many hits with a module destroy an entity."""
    return -(-int(toughness) // int(module.damage + seen.power))


@kernel
def threat(entity: Any) -> float:
    """Roughly the damage of a hostile per turn."""
    return entity.damage + 1 + entity.shorts + WARDEN_THREAT * entity.warden


@kernel
def hit_value(seen: Any, weights: Any, module: Any, entity: Any) -> float:
    """The value of using a module on a hostile."""
    danger = threat(entity)
    damage = module.damage + seen.power if module.damage > 0 else 0
    value = danger * min(damage / entity.toughness, 1.0)
    if damage >= entity.toughness:
        value += weights.kill * danger
    else:
        if module.short == 1:
            value += danger
        if module.stall == 1 and manhattan(seen.x, seen.y, entity.x, entity.y) > entity.reach:
            value += danger
    return value * hit_chance(seen, module, entity)


@kernel
def best_attack(seen: Any, memory: Any, weights: Any, mask: Any) -> int:
    """The best attack on hostiles, or NOWHERE."""
    best, most = NOWHERE, 0.0
    bumping = local_slot(seen)
    for slot in range(SLOTS):
        module = seen.modules[slot]
        if module.present == 0 or module.cost >= seen.energy:
            continue
        if module.targeting == LOCAL and slot != bumping:
            continue
        for direction in range(DIRECTIONS):
            action = action_with(module, slot, direction)
            if mask[action] == 0:
                continue
            value = attack_value(seen, memory, weights, module, direction)
            if value > most:
                best, most = action, value
    return best


@kernel
def action_with(module: Any, slot: int, direction: int) -> int:
    """The action that uses the module of a slot in a direction."""
    if module.targeting <= BURST:
        return ACTIVATE + slot
    if module.targeting == LOCAL:
        return MOVE + direction
    return AIM + slot * DIRECTIONS + direction


@kernel
def attack_value(seen: Any, memory: Any, weights: Any, module: Any, direction: int) -> float:
    """The value of using a module against everyone it would hit."""
    if module.targeting < BURST:
        return 0.0
    if module.targeting == BURST:
        value = burst_value(seen, weights, module)
    else:
        value = line_value(seen, memory, weights, module, direction)
    if value <= 0:
        return 0.0
    return value + ENERGY_WEIGHT * (module.generate - module.cost + module.repair)


@kernel
def line_value(seen: Any, memory: Any, weights: Any, module: Any, direction: int) -> float:
    """The value of using a module in a direction."""
    x, y, total = int(seen.x), int(seen.y), 0.0
    for _ in range(module.reach):
        x += DX[direction]
        y += DY[direction]
        if not is_open(memory, x, y):
            return total
        occupant = entity_at(seen, x, y)
        if occupant == NOWHERE and memory.occupant[y, x] != 0:
            return total
        if occupant != NOWHERE:
            if seen.others[occupant].hostile == 1:
                total += hit_value(seen, weights, module, seen.others[occupant])
            if module.targeting != PIERCING:
                return total
    return total


@kernel
def burst_value(seen: Any, weights: Any, module: Any) -> float:
    """The value of a burst."""
    total = 0.0
    for i in range(seen.count):
        entity = seen.others[i]
        if entity.hostile == 1 and chebyshev(seen.x, seen.y, entity.x, entity.y) <= module.reach:
            total += hit_value(seen, weights, module, entity)
    return total


@kernel
def can_hit(entity: Any, x: int, y: int) -> bool:
    """A hostile can hit this square."""
    if entity.hostile == 0 or entity.damage == 0:
        return False
    if entity.bursts == 1 and chebyshev(entity.x, entity.y, x, y) <= entity.reach:
        return True
    if entity.x != x and entity.y != y:
        return False
    return manhattan(entity.x, entity.y, x, y) <= entity.reach


@kernel
def incoming_damage(seen: Any, x: int, y: int) -> int:
    """The damage that hostiles can deal on this square in their next turn."""
    total = 0
    for i in range(seen.count):
        if can_hit(seen.others[i], x, y):
            total += seen.others[i].damage
    return total


@kernel
def expected_damage(seen: Any, weights: Any) -> float:
    """The damage to expect until all nearby hostiles are destroyed, the worst ones first."""
    weapon = best_weapon(seen, weights)
    if weapon == NOWHERE:
        return NO_WEAPON
    module, total, turns = seen.modules[weapon], 0.0, 0.0
    fought = np.zeros(ENTITIES, np.bool_)
    while True:
        worst, most, hits = NOWHERE, 0.0, 0.0
        for i in range(seen.count):
            entity = seen.others[i]
            if fought[i] or entity.hostile == 0 or not will_fight(seen, entity):
                continue
            needed = hits_to_destroy(seen, module, entity.toughness) / max(
                hit_chance(seen, module, entity), LEAST_CHANCE
            )
            if worst == NOWHERE or entity.damage / needed > most:
                worst, most, hits = i, entity.damage / needed, needed
        if worst == NOWHERE:
            return total
        fought[worst] = True
        entity = seen.others[worst]
        alone = (hits - 1) * (1 - SHORT_SHARE * module.short)
        total += weights.damage_share * entity.damage * (turns + alone)
        turns += hits


@kernel
def will_fight(seen: Any, entity: Any) -> bool:
    """A hostile is near enough to take part; the first warden stays close to its post."""
    away = manhattan(seen.x, seen.y, entity.x, entity.y)
    return away <= (WARDEN_RANGE if entity.warden == 1 and seen.planet == 0 else FIGHT_RANGE)


@kernel
def can_finish(seen: Any, weights: Any) -> bool:
    """The weapon in use certainly destroys a hostile with one hit."""
    weapon = best_weapon(seen, weights)
    if weapon == NOWHERE or weapon >= SLOTS:
        return False
    module = seen.modules[weapon]
    for i in range(seen.count):
        entity = seen.others[i]
        if entity.hostile == 0 or entity.toughness > module.damage + seen.power:
            continue
        in_line = entity.x == seen.x or entity.y == seen.y
        if in_line and manhattan(seen.x, seen.y, entity.x, entity.y) <= module.reach:
            if hit_chance(seen, module, entity) == 1:
                return True
    return False


@kernel
def nearest_hostile(seen: Any) -> int:
    """The index of the nearest hostile, or NOWHERE."""
    best, least = NOWHERE, 0
    for i in range(seen.count):
        away = manhattan(seen.x, seen.y, seen.others[i].x, seen.others[i].y)
        if seen.others[i].hostile == 1 and (best == NOWHERE or away < least):
            best, least = i, away
    return best


@kernel
def step_toward(seen: Any, x: int, y: int, mask: Any) -> int:
    """A step that shortens the distance to a square, or NOWHERE."""
    now = manhattan(seen.x, seen.y, x, y)
    for direction in range(DIRECTIONS):
        if manhattan(seen.x + DX[direction], seen.y + DY[direction], x, y) < now:
            if mask[MOVE + direction] == 1:
                return MOVE + direction
    return NOWHERE


@kernel
def evade(seen: Any, mask: Any) -> int:
    """The step to the least incoming damage, or NOWHERE if staying is as good."""
    best, least = NOWHERE, incoming_damage(seen, seen.x, seen.y)
    for direction in range(DIRECTIONS):
        x, y = seen.x + DX[direction], seen.y + DY[direction]
        if mask[MOVE + direction] == 1 and entity_at(seen, x, y) == NOWHERE:
            if incoming_damage(seen, x, y) < least:
                best, least = MOVE + direction, incoming_damage(seen, x, y)
    return best


@kernel
def only_wardens(seen: Any) -> bool:
    """No hostile in sight is anything but a warden."""
    for i in range(seen.count):
        if seen.others[i].hostile == 1 and seen.others[i].warden == 0:
            return False
    return True


@kernel
def wait_usefully(seen: Any, mask: Any) -> int:
    """Use a waiting turn to shield, repair or generate, else PASS."""
    shield, generator, repair = best_shield(seen), best_generator(seen), best_repair(seen)
    if 0 <= shield < SLOTS and mask[ACTIVATE + shield] == 1:
        if seen.shielding < seen.max_shielding:
            return ACTIVATE + shield
    if 0 <= repair < SLOTS and mask[ACTIVATE + repair] == 1:
        if seen.integrity < seen.max_integrity:
            return ACTIVATE + repair
    if 0 <= generator < SLOTS and mask[ACTIVATE + generator] == 1:
        if seen.energy < seen.max_energy // 2:
            return ACTIVATE + generator
    return PASS
