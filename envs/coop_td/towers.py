"""The tower phase: reach, targets and dice (C20 to C22)."""

from typing import Any

from cogarena.envs.coop_td.effects import (
    collect,
    find_enemy,
    is_boss_hit,
    lower_tower,
    show,
    strike,
)
from cogarena.envs.coop_td.enemies import random_linked_tower
from cogarena.envs.coop_td.log import note_die
from cogarena.envs.coop_td.state import ACTIONS, NOWHERE, TOWER_SPACES, Animation, Asked, Note
from cogarena.envs.coop_td.tables import ENEMY, TOWER, Enemy, Hero, Tower
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import die

ENEMIES = len(Enemy)
TARGET = ACTIONS.start("target")
SINGLE = ACTIONS.start("single")
BOMBARD = ACTIONS.start("bombard")
REACH_OF_MONGO = 1  # C17
MISS = 1  # C22


@kernel
def reach(setup: Any, s: Any, t: int) -> int:
    """C17, C21: how many spaces the tower reaches beyond the linked ones."""
    kind = s.towers[t].kind
    if kind == Tower.MAGE_TOWER:
        for h in range(setup.seats):
            if s.heroes[h].tower == t and setup.heroes[h].kind == Hero.MONGO:
                return REACH_OF_MONGO
    return TOWER[kind].reach


@kernel
def can_hit(setup: Any, s: Any, t: int, e: int, distance: int) -> bool:
    """C21: the tower can target the enemy's type, and it is within `distance` of a linked space."""
    token = s.tokens[e]
    fits = TOWER[s.towers[t].kind].targets & ENEMY[token.kind].type != 0
    return fits and setup.gap[t, token.space] <= distance


@kernel
def dice_of(s: Any, t: int) -> int:
    """C20, C22: the number of dice the tower attacks with."""
    tower = s.towers[t]
    if tower.kind == Tower.TREBUCHET:
        return max(1, tower.level // 2)
    return TOWER[tower.kind].dice * tower.level


@kernel
def legal_for_tower(setup: Any, s: Any, t: int, mask: Any) -> None:
    """C20: hold fire before the first die, or aim at a group; C22: at a space, for a trebuchet."""
    mask[PASS] = s.dice == dice_of(s, t)
    splits = s.dice > 1 and s.towers[t].kind != Tower.TREBUCHET and has_choice(setup, s, t)
    distance = reach(setup, s, t)
    for e in range(s.enemies):
        if can_hit(setup, s, t, e, distance):
            action = target_action(s, t, e)
            mask[action] = 1
            if splits:
                mask[action + SINGLE - TARGET] = 1


@kernel
def target_action(s: Any, t: int, e: int) -> int:
    """The action that aims the tower at this enemy's group."""
    if s.towers[t].kind == Tower.TREBUCHET:
        return BOMBARD + int(s.tokens[e].space)
    return TARGET + int(s.tokens[e].space) * ENEMIES + int(s.tokens[e].kind)


@kernel
def best_target(setup: Any, s: Any, t: int) -> int:
    """C20: the nearest enemy to the gate that the tower can hit; of several the most valuable."""
    best = NOWHERE
    distance = reach(setup, s, t)
    for e in range(s.enemies):
        if can_hit(setup, s, t, e, distance) and (best == NOWHERE or is_better(setup, s, e, best)):
            best = e
    return best


@kernel
def is_better(setup: Any, s: Any, e: int, other: int) -> bool:
    """The enemy is nearer to the gate than the other, or equally near and worth more gold."""
    steps = setup.to_gate[s.tokens[e].space]
    other_steps = setup.to_gate[s.tokens[other].space]
    if steps != other_steps:
        return steps < other_steps
    return ENEMY[s.tokens[e].kind].gold > ENEMY[s.tokens[other].kind].gold


@kernel
def has_choice(setup: Any, s: Any, t: int) -> bool:
    """C20: the tower can hit more than one group."""
    first = NOWHERE
    distance = reach(setup, s, t)
    for e in range(s.enemies):
        if can_hit(setup, s, t, e, distance):
            action = target_action(s, t, e)
            if first not in (NOWHERE, action):
                return True
            first = action
    return False


@kernel
def chooser(setup: Any, s: Any, t: int) -> int:
    """C20: the hero on the tower chooses its target, or else the hero who built it [D]."""
    for h in range(setup.seats):
        if s.heroes[h].tower == t:
            return h
    return s.towers[t].builder


@kernel
def next_tower(setup: Any, s: Any) -> int:
    """The first tower from the cursor on that can hit an enemy, or TOWER_SPACES."""
    for t in range(s.cursor, setup.tower_spaces):
        if s.towers[t].level > 0 and best_target(setup, s, t) != NOWHERE:
            return t
    return TOWER_SPACES


@kernel
def must_ask(setup: Any, s: Any, t: int) -> bool:
    """C20: to fire or not is a choice, and so are two groups; C22: a trebuchet always asks."""
    if s.towers[t].kind == Tower.TREBUCHET:
        return True
    undecided = s.dice == dice_of(s, t) or has_choice(setup, s, t)
    return setup.ask == Asked.ALL and undecided


@kernel
def fire(setup: Any, s: Any, t: int, action: int) -> None:
    """C20, C22: a tower attacks the target of an action. C23: its gold stays at the tower."""
    if action == PASS:
        s.dice = 0
    elif action >= BOMBARD:
        s.dice = 0
        bombard(setup, s, t, action - BOMBARD)
    elif action >= SINGLE:
        shoot(setup, s, t, (action - SINGLE) // ENEMIES, (action - SINGLE) % ENEMIES, 1)
    else:
        shoot(setup, s, t, (action - TARGET) // ENEMIES, (action - TARGET) % ENEMIES, s.dice)
    if best_target(setup, s, t) == NOWHERE:
        s.dice = 0
    collect(setup, s)


@kernel
def shoot(setup: Any, s: Any, t: int, space: int, kind: int, dice: int) -> None:
    """C20: roll up to `dice` dice against the group, while any of it is left."""
    seat = chooser(setup, s, t)
    for _ in range(dice):
        e = find_enemy(s, space, kind)
        if e == NOWHERE:
            return
        s.dice -= 1
        roll = die(s)
        gold = strike(s, e, roll)
        s.towers[t].gold += gold
        s.tallies[seat].tower_kills += gold > 0
        s.tallies[seat].boss_hits += is_boss_hit(kind, roll)
        note_die(s, Note.SHOT, seat, t, space, kind, roll, gold)
        show(s, Animation.SHOT, t, space, kind, roll)


@kernel
def bombard(setup: Any, s: Any, t: int, space: int) -> None:
    """C22: a miss hits a tower; otherwise the highest die hits every ground enemy in the space."""
    seat = chooser(setup, s, t)
    if die(s) == MISS:
        note_die(s, Note.ASTRAY, seat, t, space, NOWHERE, MISS, 0)
        hit = random_linked_tower(setup, s, space)
        if hit != NOWHERE:
            lower_tower(setup, s, hit, NOWHERE, seat)
        show(s, Animation.ASTRAY, t, space, hit, MISS)
        return
    highest = 0
    for _ in range(dice_of(s, t)):
        highest = max(highest, die(s))
    for kind in range(ENEMIES):
        if TOWER[Tower.TREBUCHET].targets & ENEMY[kind].type != 0:
            bomb(s, t, seat, space, kind, highest)
    show(s, Animation.BOMB, t, space, NOWHERE, highest)


@kernel
def bomb(s: Any, t: int, seat: int, space: int, kind: int, roll: int) -> None:
    """C22: the die hits every enemy of the kind in the space."""
    struck = 0
    gold = 0
    e = 0
    while e < s.enemies:
        before = s.enemies
        if s.tokens[e].space == space and s.tokens[e].kind == kind:
            struck += 1
            gold += strike(s, e, roll)
        if s.enemies == before:
            e += 1
    if struck == 0:
        return
    s.towers[t].gold += gold
    s.tallies[seat].tower_kills += gold // ENEMY[kind].gold
    s.tallies[seat].boss_hits += is_boss_hit(kind, roll)
    note_die(s, Note.BOMBED, seat, t, space, kind, roll, gold)
