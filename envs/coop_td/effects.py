"""What every phase does to the game: gold, gate, towers, enemies, the outcome, and animations."""

from typing import Any

import numpy as np

from cogarena.envs.coop_td.log import note_gate, note_hero, note_lowered, note_tower
from cogarena.envs.coop_td.state import (
    GATE_DICE,
    NOWHERE,
    PIPS,
    Note,
    Objective,
    Outcome,
    Reward,
)
from cogarena.envs.coop_td.tables import ENEMY, FIRST_BOSS
from cogarena.envs.core.header import pause
from cogarena.envs.core.jit import kernel

REWARD_PER_GOLD = 0.01  # C25
PENALTY_PER_PIP = 0.05  # C25
HIT_ON_A_BOSS = 6  # C18, C20


@kernel
def spend(s: Any, seat: int, gold: int) -> None:
    """A hero pays."""
    s.gold -= gold
    s.tallies[seat].gold_spent += gold


@kernel
def earn(setup: Any, s: Any, gold: int) -> None:
    """Add gold; the shaped reward counts it (C25)."""
    s.gold += gold
    if setup.reward_kind == Reward.SHAPED:
        s.reward[: setup.seats] += np.float32(REWARD_PER_GOLD * gold)


@kernel
def gate_pips(s: Any) -> int:
    """The health of the gate: the sum of its dice."""
    pips = 0
    for die in range(GATE_DICE):
        pips += s.gate[die]
    return pips


@kernel
def damage_gate(setup: Any, s: Any, damage: int, enemy: int) -> None:
    """C9: damage the first living die, then the next ones. With no die left the game is lost."""
    lost = 0
    for die in range(GATE_DICE):
        pips = min(damage - lost, s.gate[die])
        s.gate[die] -= pips
        lost += pips
    if lost > 0:
        note_gate(s, Note.GATE_HIT, NOWHERE, enemy, 0, lost)
    if setup.reward_kind == Reward.SHAPED:
        s.reward[: setup.seats] -= np.float32(PENALTY_PER_PIP * lost)
    if gate_pips(s) == 0:
        s.outcome = Outcome.LOST


@kernel
def damage_due(s: Any) -> int:
    """C7: the damage of the enemies that will strike the gate, whoever stands before it."""
    damage = 0
    for e in range(s.enemies):
        if s.tokens[e].strikes == 1:
            damage += int(ENEMY[s.tokens[e].kind].damage)
    return damage


@kernel
def lose_health(s: Any, h: int, enemy: int, health: int) -> None:
    """Log and count health that a hero has lost, by an enemy or a card."""
    s.tallies[h].health_lost += health
    note_hero(s, Note.WOUNDED, h, enemy, s.heroes[h].space, health)


@kernel
def can_mend(s: Any, die: int) -> bool:
    """C9, C16: the gate die is living and below 6."""
    return 0 < s.gate[die] < PIPS


@kernel
def weakest_die(s: Any) -> int:
    """C5: the weakest living gate die below 6, or NOWHERE."""
    weakest = NOWHERE
    for die in range(GATE_DICE):
        if can_mend(s, die) and (weakest == NOWHERE or s.gate[die] < s.gate[weakest]):
            weakest = die
    return weakest


@kernel
def is_linked(setup: Any, t: int, space: int) -> bool:
    """The tower space is linked to the space."""
    return (setup.links[t] >> space) & 1 == 1


@kernel
def lower_tower(setup: Any, s: Any, t: int, enemy: int, seat: int) -> None:
    """C13: a tower loses a level; at 0 it is removed, and a hero on it moves to a linked space.

    The enemy or the hero who does it, if anyone, is logged.
    """
    s.towers[t].level -= 1
    note_lowered(s, seat, enemy, t)
    if s.towers[t].level > 0:
        return
    s.towers[t].kind = 0
    s.towers[t].builder = 0
    for h in range(setup.seats):
        if s.heroes[h].tower == t:
            s.heroes[h].tower = NOWHERE
            s.heroes[h].space = linked_space_nearest_gate(setup, t)
            note_hero(s, Note.THROWN_OFF, h, NOWHERE, s.heroes[h].space, 0)


@kernel
def linked_space_nearest_gate(setup: Any, t: int) -> int:
    """The linked space nearest to the gate; the first of several."""
    best = NOWHERE
    for space in range(setup.spaces):
        if is_linked(setup, t, space) and (
            best == NOWHERE or setup.to_gate[space] < setup.to_gate[best]
        ):
            best = space
    return best


@kernel
def collect(setup: Any, s: Any) -> None:
    """C23: heroes on a tower or in a space linked to it take its unclaimed gold."""
    for t in range(setup.tower_spaces):
        if s.towers[t].gold == 0:
            continue
        for h in range(setup.seats):
            at = s.heroes[h].space
            if s.heroes[h].tower == t or (at != NOWHERE and is_linked(setup, t, at)):
                earn(setup, s, s.towers[t].gold)
                s.tallies[h].gold_earned += s.towers[t].gold
                note_tower(s, Note.COLLECTED, h, t, 0, s.towers[t].gold)
                s.towers[t].gold = 0
                break


@kernel
def remove_token(s: Any, e: int) -> None:
    """Remove an enemy from the map; the others stay in order of age."""
    s.enemies -= 1
    for i in range(e, s.enemies):
        s.tokens[i] = s.tokens[i + 1]
    last = s.tokens[s.enemies]
    last.kind = last.space = last.health = last.left = last.way = last.slowed = last.strikes = 0


@kernel
def is_boss_hit(kind: int, roll: int) -> bool:
    """C18, C20: the die takes a health off a boss."""
    return kind >= FIRST_BOSS and roll >= HIT_ON_A_BOSS


@kernel
def strike(s: Any, e: int, roll: int) -> int:
    """C18, C20: one die against one enemy; returns the gold for a kill, else 0."""
    kind = s.tokens[e].kind
    if kind < FIRST_BOSS:
        if roll < s.tokens[e].health:
            return 0
    else:
        if roll < HIT_ON_A_BOSS:
            return 0
        s.tokens[e].health -= 1
        if s.tokens[e].health > 0:
            return 0
        s.slain |= 1 << (kind - FIRST_BOSS)
    remove_token(s, e)
    return ENEMY[kind].gold


@kernel
def find_enemy(s: Any, space: int, kind: int) -> int:
    """The oldest enemy of that kind in that space, or NOWHERE."""
    for e in range(s.enemies):
        if s.tokens[e].space == space and s.tokens[e].kind == kind:
            return e
    return NOWHERE


@kernel
def judge(setup: Any, s: Any) -> None:
    """C6: win if the objective is reached, unless the game is already decided."""
    if s.outcome == Outcome.OPEN and reached(setup, s):
        s.outcome = Outcome.WON


@kernel
def reached(setup: Any, s: Any) -> bool:
    """The scenario's objective is reached."""
    if setup.objective == Objective.ALL:
        return s.drawn == setup.cards and s.enemies == 0
    if setup.objective == Objective.BOSS:
        return (s.slain >> (setup.goal - FIRST_BOSS)) & 1 == 1
    if setup.objective == Objective.GOLD:
        return s.gold >= setup.goal
    for t in range(setup.tower_spaces):
        if s.towers[t].level >= setup.goal:
            return True
    return False


@kernel
def show(s: Any, what: int, by: int, at: int, target: int, value: int) -> None:
    """Record an animation (see `Animation`) and pause, if the step is filmed (`halt` is not 0)."""
    if s.halt == 0:
        return
    shown = s.animation
    shown.what = what
    shown.by = by
    shown.at = at
    shown.target = target
    shown.value = value
    pause(s)
