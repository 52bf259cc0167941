"""How the scripted explorer of RoveR fights: which module on whom, and when to leave."""

from typing import Any

import numpy as np

from cogarena.agents.scripted.rover_play.arms import (
    ACTIVATE,
    BURST,
    LOCAL,
    PIERCING,
    best_generator,
    best_repair,
    best_shield,
    best_weapon,
)
from cogarena.agents.scripted.rover_play.memory import is_open
from cogarena.agents.scripted.rover_play.reading import BEINGS, being_at
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, chebyshev, manhattan
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.rover.state import ACTIONS, NOWHERE, SLOTS

MOVE, AIM = ACTIONS.start("move"), ACTIONS.start("aim")
DIE = frozen((1, 1, 20, 12, 6, 1), "i1")  # by Targeting
STRIKING = 3  # steps within which it strikes, if it does not come
COMING = 7  # steps within which a hostile will take part in a fight
HOPELESS = 1000.0
WARDEN_RANK = 3.0  # damage a turn that makes a warden the first target
LEAST_CHANCE = 0.1
WASTE = 0.05  # what a unit of energy counts in a fight


@kernel
def chance(seen: Any, gear: Any, being: Any) -> float:
    """That a module hits."""
    sides = int(DIE[gear.targeting])
    if sides == 1:
        return 1.0
    failing = min(max(being.sensitivity - seen.sensitivity - 1, 0), sides)
    return 1.0 - failing / sides


@kernel
def threat(being: Any) -> float:
    """What a hostile does in a turn, roughly."""
    return being.damage + 1 + being.shorts + WARDEN_RANK * being.warden


@kernel
def blow(seen: Any, temper: Any, gear: Any, being: Any) -> float:
    """What a use of a module on a hostile is worth."""
    danger = threat(being)
    damage = gear.damage + seen.power if gear.damage > 0 else 0
    value = danger * min(damage / being.toughness, 1.0)
    if damage >= being.toughness:
        value += temper.finish * danger
    else:
        if gear.short == 1:
            value += danger
        if gear.stall == 1 and manhattan(seen.x, seen.y, being.x, being.y) > being.reach:
            value += danger
    return value * chance(seen, gear, being)


@kernel
def best_attack(seen: Any, memory: Any, temper: Any, mask: Any) -> int:
    """The best use of a module on hostiles, or NOWHERE."""
    best, most = NOWHERE, 0.0
    has_local = False
    for slot in range(SLOTS):
        gear = seen.tools[slot]
        if gear.present == 0 or gear.cost >= seen.energy:
            continue
        for direction in range(DIRECTIONS):
            action = action_with(gear, slot, direction)
            if mask[action] == 0 or (gear.targeting == LOCAL and has_local):
                continue
            value = attack_value(seen, memory, temper, gear, direction)
            if value > most:
                best, most = action, value
        has_local = has_local or gear.targeting == LOCAL
    return best


@kernel
def action_with(gear: Any, slot: int, direction: int) -> int:
    """The action that uses a module of a slot in a direction."""
    if gear.targeting <= BURST:
        return ACTIVATE + slot
    if gear.targeting == LOCAL:
        return MOVE + direction
    return AIM + slot * DIRECTIONS + direction


@kernel
def attack_value(seen: Any, memory: Any, temper: Any, gear: Any, direction: int) -> float:
    """What a use of a module is worth against those whom it would hit."""
    if gear.targeting < BURST:
        return 0.0
    if gear.targeting == BURST:
        value = around(seen, temper, gear)
    else:
        value = along(seen, memory, temper, gear, direction)
    return value + WASTE * (gear.generate - gear.cost + gear.repair) if value > 0 else 0.0


@kernel
def along(seen: Any, memory: Any, temper: Any, gear: Any, direction: int) -> float:
    """What a use of a module is worth in a direction."""
    x, y, total = int(seen.x), int(seen.y), 0.0
    for _ in range(gear.reach):
        x += DX[direction]
        y += DY[direction]
        if not is_open(memory, x, y):
            return total
        who = being_at(seen, x, y)
        if who == NOWHERE and memory.who[y, x] != 0:
            return total
        if who != NOWHERE:
            if seen.others[who].hostile == 1:
                total += blow(seen, temper, gear, seen.others[who])
            if gear.targeting != PIERCING:
                return total
    return total


@kernel
def around(seen: Any, temper: Any, gear: Any) -> float:
    """What a burst is worth."""
    total = 0.0
    for i in range(seen.count):
        being = seen.others[i]
        if being.hostile == 1 and chebyshev(seen.x, seen.y, being.x, being.y) <= gear.reach:
            total += blow(seen, temper, gear, being)
    return total


@kernel
def can_strike(being: Any, x: int, y: int) -> bool:
    """A hostile has a module that would act on this square."""
    if being.hostile == 0 or being.damage == 0:
        return False
    if being.bursts == 1 and chebyshev(being.x, being.y, x, y) <= being.reach:
        return True
    if being.x != x and being.y != y:
        return False
    return manhattan(being.x, being.y, x, y) <= being.reach


@kernel
def incoming(seen: Any, x: int, y: int) -> int:
    """The damage that hostiles can do on this square in their next turn."""
    total = 0
    for i in range(seen.count):
        if can_strike(seen.others[i], x, y):
            total += seen.others[i].damage
    return total


@kernel
def prospect(seen: Any, temper: Any) -> float:
    """The damage to expect until all hostiles around are destroyed, worst ones first."""
    weapon = best_weapon(seen, temper)
    if weapon == NOWHERE:
        return HOPELESS
    gear, total, turns = seen.tools[weapon], 0.0, 0.0
    fought = np.zeros(BEINGS, np.bool_)
    while True:
        worst, most, blows = NOWHERE, 0.0, 0.0
        for i in range(seen.count):
            being = seen.others[i]
            if fought[i] or being.hostile == 0 or not comes(seen, being):
                continue
            hits = -(-int(being.toughness) // int(gear.damage + seen.power))
            needed = hits / max(chance(seen, gear, being), LEAST_CHANCE)
            if worst == NOWHERE or being.damage / needed > most:
                worst, most, blows = i, being.damage / needed, needed
        if worst == NOWHERE:
            return total
        fought[worst] = True
        being = seen.others[worst]
        alone = (blows - 1) * (1 - gear.short)
        total += temper.dread * being.damage * (turns + alone)
        turns += blows


@kernel
def comes(seen: Any, being: Any) -> bool:
    """A hostile is near enough to matter; the first warden does not leave its post far behind."""
    away = manhattan(seen.x, seen.y, being.x, being.y)
    return away <= (STRIKING if being.warden == 1 and seen.planet == 0 else COMING)


@kernel
def can_finish(seen: Any, temper: Any) -> bool:
    """A blow with the weapon in use destroys somebody for sure."""
    weapon = best_weapon(seen, temper)
    if weapon == NOWHERE or weapon >= SLOTS:
        return False
    gear = seen.tools[weapon]
    for i in range(seen.count):
        being = seen.others[i]
        if being.hostile == 0 or being.toughness > gear.damage + seen.power:
            continue
        in_line = being.x == seen.x or being.y == seen.y
        if in_line and manhattan(seen.x, seen.y, being.x, being.y) <= gear.reach:
            if chance(seen, gear, being) == 1:
                return True
    return False


@kernel
def nearest_hostile(seen: Any) -> int:
    """The hostile that is nearest, or NOWHERE."""
    best, least = NOWHERE, 0
    for i in range(seen.count):
        away = manhattan(seen.x, seen.y, seen.others[i].x, seen.others[i].y)
        if seen.others[i].hostile == 1 and (best == NOWHERE or away < least):
            best, least = i, away
    return best


@kernel
def toward(seen: Any, x: int, y: int, mask: Any) -> int:
    """A step that lessens the distance to a square, or NOWHERE."""
    now = manhattan(seen.x, seen.y, x, y)
    for direction in range(DIRECTIONS):
        if manhattan(seen.x + DX[direction], seen.y + DY[direction], x, y) < now:
            if mask[MOVE + direction] == 1:
                return MOVE + direction
    return NOWHERE


@kernel
def evade(seen: Any, mask: Any) -> int:
    """The step to where hostiles do least, or NOWHERE if staying is as good."""
    best, least = NOWHERE, incoming(seen, seen.x, seen.y)
    for direction in range(DIRECTIONS):
        x, y = seen.x + DX[direction], seen.y + DY[direction]
        if mask[MOVE + direction] == 1 and being_at(seen, x, y) == NOWHERE:
            if incoming(seen, x, y) < least:
                best, least = MOVE + direction, incoming(seen, x, y)
    return best


@kernel
def only_wardens(seen: Any) -> bool:
    """Nobody else hunts the rover here."""
    for i in range(seen.count):
        if seen.others[i].hostile == 1 and seen.others[i].warden == 0:
            return False
    return True


@kernel
def stay_busy(seen: Any, mask: Any) -> int:
    """Something useful to do in a turn of waiting."""
    shield, generator, repair = best_shield(seen), best_generator(seen), best_repair(seen)
    if 0 <= shield < SLOTS and mask[ACTIVATE + shield] == 1:
        if seen.shielding < seen.most_shielding:
            return ACTIVATE + shield
    if 0 <= repair < SLOTS and mask[ACTIVATE + repair] == 1:
        if seen.integrity < seen.most_integrity:
            return ACTIVATE + repair
    if 0 <= generator < SLOTS and mask[ACTIVATE + generator] == 1:
        if seen.energy < seen.most_energy // 2:
            return ACTIVATE + generator
    return PASS
