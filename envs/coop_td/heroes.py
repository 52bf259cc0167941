"""The players phase: the actions of heroes (C14 to C19)."""

from typing import Any

from cogarena.envs.coop_td.effects import (
    can_mend,
    collect,
    earn,
    find_enemy,
    is_boss_hit,
    is_linked,
    show,
    spend,
    strike,
)
from cogarena.envs.coop_td.log import note_die, note_gate, note_hero, note_tower
from cogarena.envs.coop_td.state import (
    ACTIONS,
    ACTIONS_A_TURN,
    GATE_DICE,
    MAX_LEVEL,
    NOWHERE,
    TOWERS_IN_BOX,
    TOWERS_OF_A_KIND,
    Animation,
    Down,
    Note,
)
from cogarena.envs.coop_td.tables import ENEMY, TOWER, Tower
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import die

KINDS = len(Tower)
BUILD = ACTIONS.start("build")
UPGRADE = ACTIONS.start("upgrade")
REPAIR = ACTIONS.start("repair")
MOUNT = ACTIONS.start("mount")
GO = ACTIONS.start("go")
ATTACK = ACTIONS.start("attack")
LOWEST_COST = 1  # C15


@kernel
def players_phase(setup: Any, s: Any) -> None:
    """C14: every hero gets its actions. C8: a hero that was downed skips this phase."""
    for h in range(setup.seats):
        hero = s.heroes[h]
        if hero.down == Down.SKIPS:
            hero.actions = 0
            hero.down = Down.RECOVERS
            continue
        if hero.down == Down.RECOVERS:
            note_hero(s, Note.RECOVERED, h, NOWHERE, hero.space, 0)
        hero.actions = ACTIONS_A_TURN
        hero.down = Down.NO


@kernel
def price(setup: Any, h: int, kind: int, cost: int) -> int:
    """C15: a cost minus the hero's discount, at least 1."""
    return max(LOWEST_COST, cost - setup.heroes[h].discount[kind])


@kernel
def legal_for_hero(setup: Any, s: Any, h: int, mask: Any) -> None:
    """C14: the legal actions of a hero."""
    mask[PASS] = 1
    if s.heroes[h].tower != NOWHERE:
        legal_on_tower(setup, s, h, mask)
        return
    at = s.heroes[h].space
    for t in range(setup.tower_spaces):
        if not is_linked(setup, t, at):
            continue
        if s.towers[t].level == 0:
            legal_builds(setup, s, h, t, mask)
        else:
            mask[UPGRADE + t] = can_upgrade(setup, s, h, t)
            mask[MOUNT + t] = is_unmanned(setup, s, t)
    legal_repairs(setup, s, h, mask)
    for e in range(s.enemies):
        if s.tokens[e].space == at:
            kind = int(s.tokens[e].kind)
            mask[ATTACK + kind] = setup.heroes[h].targets & ENEMY[kind].type != 0
    for space in range(setup.spaces):
        mask[GO + space] = 0 < setup.distance[at, space] <= setup.heroes[h].movement


@kernel
def legal_on_tower(setup: Any, s: Any, h: int, mask: Any) -> None:
    """C15, C17: a mounted hero may upgrade its tower or unmount onto a linked space."""
    t = int(s.heroes[h].tower)
    mask[UPGRADE + t] = can_upgrade(setup, s, h, t)
    for space in range(setup.spaces):
        mask[GO + space] = is_linked(setup, t, space)


@kernel
def legal_builds(setup: Any, s: Any, h: int, t: int, mask: Any) -> None:
    """C3, C15: the kinds of tower that the box and the gold allow."""
    standing = 0
    for other in range(setup.tower_spaces):
        if s.towers[other].level > 0:
            standing += 1
    if standing >= TOWERS_IN_BOX:
        return
    for kind in range(KINDS):
        affordable = price(setup, h, kind, TOWER[kind].cost) <= s.gold
        if setup.allowed[kind] == 1 and affordable and of_a_kind(setup, s, kind) < TOWERS_OF_A_KIND:
            mask[BUILD + t * KINDS + kind] = 1


@kernel
def of_a_kind(setup: Any, s: Any, kind: int) -> int:
    """The number of towers of the kind on the map."""
    number = 0
    for t in range(setup.tower_spaces):
        if s.towers[t].level > 0 and s.towers[t].kind == kind:
            number += 1
    return number


@kernel
def can_upgrade(setup: Any, s: Any, h: int, t: int) -> bool:
    """C3, C15: the tower is below level 6, and there is enough gold."""
    kind = s.towers[t].kind
    return s.towers[t].level < MAX_LEVEL and price(setup, h, kind, TOWER[kind].upgrade) <= s.gold


@kernel
def is_unmanned(setup: Any, s: Any, t: int) -> bool:
    """C17: no hero is on the tower."""
    for h in range(setup.seats):
        if s.heroes[h].tower == t:
            return False
    return True


@kernel
def legal_repairs(setup: Any, s: Any, h: int, mask: Any) -> None:
    """C16: a hero on the gate space with enough gold chooses one of the dice."""
    if s.heroes[h].space == setup.gate_space and s.gold >= setup.heroes[h].repair:
        for die in range(GATE_DICE):
            mask[REPAIR + die] = can_mend(s, die)


@kernel
def act_with_hero(setup: Any, s: Any, h: int, action: int) -> None:
    """C14: spend one action."""
    s.heroes[h].actions -= 1
    if action == PASS:
        return
    if action < UPGRADE:
        build(setup, s, h, (action - BUILD) // KINDS, (action - BUILD) % KINDS)
    elif action < REPAIR:
        raise_tower(setup, s, h, action - UPGRADE)
    elif action < MOUNT:
        repair(setup, s, h, action - REPAIR)
    elif action < GO:
        s.heroes[h].tower = action - MOUNT
        s.heroes[h].space = NOWHERE
        note_tower(s, Note.MOUNTED, h, action - MOUNT, 0, 0)
    elif action < ATTACK:
        go(setup, s, h, action - GO)
    else:
        fight(setup, s, h, action - ATTACK)


@kernel
def build(setup: Any, s: Any, h: int, t: int, kind: int) -> None:
    """C15: build a tower of level 1."""
    cost = price(setup, h, kind, TOWER[kind].cost)
    spend(s, h, cost)
    tower = s.towers[t]
    tower.kind = kind
    tower.level = 1
    tower.builder = h
    s.tallies[h].towers_built += 1
    note_tower(s, Note.BUILT, h, t, kind, cost)


@kernel
def raise_tower(setup: Any, s: Any, h: int, t: int) -> None:
    """C15: raise a tower by one level."""
    cost = price(setup, h, s.towers[t].kind, TOWER[s.towers[t].kind].upgrade)
    spend(s, h, cost)
    s.towers[t].level += 1
    s.tallies[h].upgrades += 1
    note_tower(s, Note.UPGRADED, h, t, s.towers[t].level, cost)


@kernel
def repair(setup: Any, s: Any, h: int, die: int) -> None:
    """C16: raise a die of the gate by a pip."""
    spend(s, h, setup.heroes[h].repair)
    s.gate[die] += 1
    s.tallies[h].repairs += 1
    note_gate(s, Note.GATE_REPAIRED, h, NOWHERE, die, setup.heroes[h].repair)


@kernel
def go(setup: Any, s: Any, h: int, space: int) -> None:
    """C17, C19: unmount onto a space, or walk to it and collect gold on the way (C23)."""
    hero = s.heroes[h]
    note_hero(s, Note.MOVED, h, NOWHERE, space, 0)
    if hero.tower != NOWHERE:
        hero.tower = NOWHERE
        hero.space = space
    while hero.space != space:
        hero.space = setup.route[hero.space, space]
        collect(setup, s)
        if hero.space != space:
            show(s, Animation.WAY, h, hero.space, NOWHERE, 0)


@kernel
def fight(setup: Any, s: Any, h: int, kind: int) -> None:
    """C18: roll each of the hero's dice against an enemy of the kind in its space."""
    space = s.heroes[h].space
    for _ in range(setup.heroes[h].dice):
        roll = die(s)
        e = find_enemy(s, space, kind)
        if e != NOWHERE:
            gold = strike(s, e, roll)
            earn(setup, s, gold)
            s.tallies[h].gold_earned += gold
            s.tallies[h].kills += gold > 0
            s.tallies[h].boss_hits += is_boss_hit(kind, roll)
            note_die(s, Note.FOUGHT, h, NOWHERE, space, kind, roll, gold)
            show(s, Animation.FIGHT, h, space, kind, roll)
