"""The event phase (C5, C6) and the enemy phase (C7 to C13): what the cards and the enemies do."""

from typing import Any

from cogarena.envs.coop_td.effects import (
    damage_gate,
    earn,
    is_linked,
    judge,
    lose_health,
    lower_tower,
    remove_token,
    show,
    weakest_die,
)
from cogarena.envs.coop_td.log import (
    note,
    note_deed,
    note_enemies,
    note_gate,
    note_hero,
    note_tower,
)
from cogarena.envs.coop_td.state import (
    MAX_LEVEL,
    NOWHERE,
    TOKENS_PER_MINION,
    Animation,
    CardKind,
    Down,
    Note,
    Outcome,
)
from cogarena.envs.coop_td.tables import (
    ACTIVATION_ORDER,
    ENEMY,
    EVENT,
    FIRST_BOSS,
    TOWER,
    Effect,
    Enemy,
    Tower,
)
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below, die

LAST_FACE_OF_THE_FIRST_WAY = 3  # C11


@kernel
def event_phase(setup: Any, s: Any) -> None:
    """C5: draw the top card and apply it. C6: with no card to draw and no enemy left, lose."""
    s.fog = 0
    if s.enemies == 0:
        s.waiting = 0
    nothing_to_draw = s.drawn == setup.cards
    if s.waiting == 0 and not nothing_to_draw:
        draw_card(setup, s)
    judge(setup, s)
    if s.outcome == Outcome.OPEN and nothing_to_draw and s.enemies == 0:
        s.outcome = Outcome.LOST


@kernel
def draw_card(setup: Any, s: Any) -> None:
    """C5: apply the next card, which is of one of three kinds."""
    number = s.drawn
    card = setup.deck[number]
    s.drawn += 1
    note_deed(s, Note.CARD, NOWHERE, number)
    show(s, Animation.CARD, NOWHERE, number, NOWHERE, 0)
    if card.kind == CardKind.SPAWN:
        spawn(setup, s, card.what, card.count)
    elif card.kind == CardKind.WAIT:
        s.waiting = 1
        note(s, Note.WAITING)
    else:
        apply_event(setup, s, EVENT[card.what].effect, EVENT[card.what].amount)
    show(s, Animation.CARD, NOWHERE, number, NOWHERE, 0)


@kernel
def apply_event(setup: Any, s: Any, effect: int, amount: int) -> None:
    """Apply a custom event [D]."""
    if effect == Effect.GOLD:
        change_gold(setup, s, amount)
    elif effect == Effect.HEALTH:
        change_health(setup, s, amount)
    elif effect == Effect.GATE:
        change_gate(setup, s, amount)
    elif effect == Effect.TOWER_LEVEL:
        change_tower(setup, s, amount)
    elif effect == Effect.MARCH:
        note(s, Note.MARCH)
        march(setup, s)
    else:
        s.fog = 1
        note(s, Note.FOG)


@kernel
def change_gold(setup: Any, s: Any, amount: int) -> None:
    """Gain gold, or lose it down to 0."""
    change = max(amount, -s.gold)
    if change > 0:
        earn(setup, s, change)
    else:
        s.gold += change
    if change != 0:
        note(s, Note.GOLD).value = change


@kernel
def change_health(setup: Any, s: Any, amount: int) -> None:
    """Every hero gains health up to its maximum, or loses it down to 1."""
    for h in range(setup.seats):
        hero = s.heroes[h]
        before = int(hero.health)
        hero.health = max(1, min(setup.heroes[h].health, before + amount))
        if hero.health > before:
            note_hero(s, Note.HEALED, h, NOWHERE, hero.space, hero.health - before)
        elif hero.health < before:
            lose_health(s, h, NOWHERE, before - hero.health)


@kernel
def change_gate(setup: Any, s: Any, amount: int) -> None:
    """Repair the gate pip by pip, or damage it as an enemy does."""
    if amount < 0:
        damage_gate(setup, s, -amount, NOWHERE)
        return
    for _ in range(amount):
        weakest = weakest_die(s)
        if weakest != NOWHERE:
            s.gate[weakest] += 1
            note_gate(s, Note.GATE_REPAIRED, NOWHERE, NOWHERE, weakest, 0)


@kernel
def change_tower(setup: Any, s: Any, amount: int) -> None:
    """One random tower gains or loses a level."""
    standing = 0
    chosen = NOWHERE
    for t in range(setup.tower_spaces):
        if s.towers[t].level > 0:
            standing += 1
            if standing == 1 or below(s, standing) == 0:
                chosen = t
    if chosen == NOWHERE:
        return
    if amount < 0:
        lower_tower(setup, s, chosen, NOWHERE, NOWHERE)
    elif s.towers[chosen].level < MAX_LEVEL:
        tower = s.towers[chosen]
        tower.level = min(MAX_LEVEL, tower.level + amount)
        note_tower(s, Note.TOWER_RAISED, NOWHERE, chosen, tower.kind, tower.level)


@kernel
def enemy_phase(setup: Any, s: Any) -> None:
    """C7: every enemy activates once, kind by kind: the fastest first, the strongest, toughest."""
    for h in range(setup.seats):
        s.heroes[h].attacked = 0
    for kind in ACTIVATION_ORDER:
        if count(s, kind) == 0:
            continue
        attack(setup, s, kind)
        if s.outcome != Outcome.OPEN:
            return
        move(setup, s, kind)
        if kind == Enemy.CORRUPT_DWARF:
            corrupt(setup, s)
    curse(setup, s)


@kernel
def march(setup: Any, s: Any) -> None:
    """Every enemy that is not at the gate moves (the event Forced March)."""
    for kind in ACTIVATION_ORDER:
        for e in range(s.enemies):
            if s.tokens[e].kind == kind and s.tokens[e].space != setup.gate_space:
                set_out(setup, s, e)
        move(setup, s, kind)


@kernel
def attack(setup: Any, s: Any, kind: int) -> None:
    """C7: each enemy of the kind, oldest first, attacks if it can; the others will move."""
    e = 0
    while e < s.enemies:
        if s.tokens[e].kind != kind:
            e += 1
            continue
        hero = victim(setup, s, e)
        if hero != NOWHERE:
            wound(setup, s, hero, kind)
            if s.tokens[e].space == setup.gate_space:
                s.tokens[e].strikes = 1
            show(s, Animation.WOUND, kind, s.tokens[e].space, hero, ENEMY[kind].damage)
            e += 1
        elif s.tokens[e].space == setup.gate_space:
            remove_token(s, e)
            damage_gate(setup, s, ENEMY[kind].damage, kind)
            show(s, Animation.RAM, kind, setup.gate_space, NOWHERE, ENEMY[kind].damage)
        else:
            set_out(setup, s, e)
            e += 1


@kernel
def victim(setup: Any, s: Any, e: int) -> int:
    """C7, C8: the first hero there that is up and not yet attacked, if the enemy attacks heroes."""
    if s.tokens[e].kind == Enemy.CORRUPT_DWARF or s.tokens[e].strikes == 1:  # C12, C7
        return NOWHERE
    for h in range(setup.seats):
        hero = s.heroes[h]
        if hero.space == s.tokens[e].space and hero.attacked == 0 and hero.down == Down.NO:
            return h
    return NOWHERE


@kernel
def wound(setup: Any, s: Any, h: int, enemy: int) -> None:
    """C8: at 0 health a hero goes to the gate with 1 and skips the next players phase."""
    hero = s.heroes[h]
    hero.attacked = 1
    lose_health(s, h, enemy, min(ENEMY[enemy].damage, hero.health))
    hero.health -= ENEMY[enemy].damage
    if hero.health > 0:
        return
    s.tallies[h].times_down += 1
    note_hero(s, Note.DOWN, h, enemy, hero.space, 0)
    hero.health = 1
    hero.space = setup.gate_space
    hero.down = Down.SKIPS
    hero.wounds += 1


@kernel
def set_out(setup: Any, s: Any, e: int) -> None:
    """C10: give an enemy its movement for this phase."""
    token = s.tokens[e]
    token.left = ENEMY[token.kind].movement
    slow_down(setup, s, e, 1)


@kernel
def slow_down(setup: Any, s: Any, e: int, fewest: int) -> None:
    """C10: Swordsmen linked to the space take one step, once per phase, down to `fewest`."""
    token = s.tokens[e]
    if token.slowed == 1:
        return
    for t in range(setup.tower_spaces):
        tower = s.towers[t]
        if tower.level > 0 and tower.kind == Tower.SWORDSMEN and is_linked(setup, t, token.space):
            token.slowed = 1
            token.left = max(fewest, token.left - 1)
            return


@kernel
def move(setup: Any, s: Any, kind: int) -> None:
    """C10: the enemies of the kind that have movement left walk together, step by step."""
    enemies = int(s.enemies)
    arrived = 0
    for _ in range(ENEMY[kind].movement):
        choose_ways(setup, s, kind)
        walked = False
        for e in range(s.enemies):
            if s.tokens[e].kind == kind and s.tokens[e].left > 0:
                make_step(setup, s, e)
                arrived += s.tokens[e].space == setup.gate_space
                walked = True
        if walked:
            show(s, Animation.WALK, kind, NOWHERE, NOWHERE, 0)
    for e in range(s.enemies):
        s.tokens[e].slowed = 0
    note_enemies(s, Note.EVENED_OUT, kind, NOWHERE, s.enemies - enemies)
    note_enemies(s, Note.ARRIVED, kind, setup.gate_space, arrived)


@kernel
def make_step(setup: Any, s: Any, e: int) -> None:
    """C10: one step along the chosen way; the walk ends in the gate space."""
    token = s.tokens[e]
    token.space = setup.ways[token.space, token.way]
    token.way = 0
    token.left -= 1
    slow_down(setup, s, e, 0)
    if token.space == setup.gate_space:
        token.left = 0


@kernel
def choose_ways(setup: Any, s: Any, kind: int) -> None:
    """C11: at a crossroad the enemies of a kind split evenly; a boss rolls a die."""
    odd = 0  # bit set of the crossroads that an odd number of enemies has passed so far
    for e in range(s.enemies):
        token = s.tokens[e]
        if token.kind != kind or token.left == 0 or not is_crossroad(setup, token.space):
            continue
        if kind >= FIRST_BOSS:
            token.way = 0 if die(s) <= LAST_FACE_OF_THE_FIRST_WAY else 1
            continue
        at = int(token.space)
        token.way = (odd >> at) & 1
        odd ^= 1 << at
    for space in range(setup.spaces):
        if (odd >> space) & 1 == 1:
            even_out(s, kind, space)


@kernel
def is_crossroad(setup: Any, space: int) -> bool:
    """Two ways leave the space."""
    return setup.ways[space, 1] != NOWHERE


@kernel
def even_out(s: Any, kind: int, space: int) -> None:
    """C11: a new token takes the second way; if the box is empty, the odd one goes at random."""
    youngest = s.enemies - 1
    while not (
        s.tokens[youngest].kind == kind
        and s.tokens[youngest].space == space
        and s.tokens[youngest].left > 0
    ):
        youngest -= 1
    if count(s, kind) < TOKENS_PER_MINION:
        s.tokens[s.enemies] = s.tokens[youngest]
        s.tokens[s.enemies].way = 1
        s.enemies += 1
    else:
        s.tokens[youngest].way = below(s, 2)


@kernel
def count(s: Any, kind: int) -> int:
    """How many enemies of the kind are on the map."""
    number = 0
    for e in range(s.enemies):
        if s.tokens[e].kind == kind:
            number += 1
    return number


@kernel
def spawn(setup: Any, s: Any, kind: int, number: int) -> None:
    """C3, C5: place new enemies on the spawn space, as many as the box still holds."""
    in_box = (TOKENS_PER_MINION if kind < FIRST_BOSS else 1) - count(s, kind)
    for _ in range(min(number, in_box)):
        token = s.tokens[s.enemies]
        token.kind = kind
        token.space = setup.spawn_space
        token.health = ENEMY[kind].health
        s.enemies += 1
    note_enemies(s, Note.SPAWNED, kind, setup.spawn_space, max(0, min(number, in_box)))


@kernel
def corrupt(setup: Any, s: Any) -> None:
    """C12: each dwarf lowers a random tower linked to the space it ended in."""
    for e in range(s.enemies):
        if s.tokens[e].kind == Enemy.CORRUPT_DWARF:
            t = random_linked_tower(setup, s, s.tokens[e].space)
            if t != NOWHERE:
                lower_tower(setup, s, t, Enemy.CORRUPT_DWARF, NOWHERE)
                show(s, Animation.RAZE, Enemy.CORRUPT_DWARF, s.tokens[e].space, t, 1)


@kernel
def random_linked_tower(setup: Any, s: Any, space: int) -> int:
    """A random tower linked to the space, or NOWHERE."""
    found = NOWHERE
    seen = 0
    for t in range(setup.tower_spaces):
        if s.towers[t].level > 0 and is_linked(setup, t, space):
            seen += 1
            # Keep the k-th candidate with probability 1/k: uniform over all, without a list.
            if seen == 1 or below(s, seen) == 0:
                found = t
    return found


@kernel
def curse(setup: Any, s: Any) -> None:
    """C13: every tower linked to a boss's space that can target the boss loses a level."""
    for e in range(s.enemies):
        kind = s.tokens[e].kind
        if kind < FIRST_BOSS:
            continue
        for t in range(setup.tower_spaces):
            tower = s.towers[t]
            if (
                tower.level > 0
                and is_linked(setup, t, s.tokens[e].space)
                and TOWER[tower.kind].targets & ENEMY[kind].type != 0
            ):
                lower_tower(setup, s, t, kind, NOWHERE)
                show(s, Animation.RAZE, kind, s.tokens[e].space, t, 1)
