"""The event phase: spawns, waits and custom events (C5, C6)."""

from typing import Any

from cogarena.envs.coop_td.effects import damage_gate, earn, judge, lower_tower, show, weakest_die
from cogarena.envs.coop_td.enemies import march, spawn
from cogarena.envs.coop_td.state import MAX_LEVEL, NOWHERE, Animation, CardKind, Outcome
from cogarena.envs.coop_td.tables import EVENT, Effect
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below


@kernel
def event_phase(setup: Any, s: Any) -> None:
    """C5: draw the top card and apply it. C6: decide the game when no card or enemy is left."""
    s.fog = 0
    if s.enemies == 0:
        s.waiting = 0
    if s.waiting == 0 and s.drawn < setup.cards:
        draw_card(setup, s)
    judge(setup, s)
    if s.outcome == Outcome.OPEN and s.drawn == setup.cards and s.enemies == 0:
        s.outcome = Outcome.LOST


@kernel
def draw_card(setup: Any, s: Any) -> None:
    """C5: apply the next card, which is of one of three kinds."""
    number = s.drawn
    card = setup.deck[number]
    s.drawn += 1
    show(s, Animation.CARD, NOWHERE, number, NOWHERE, 0)
    if card.kind == CardKind.SPAWN:
        spawn(setup, s, card.what, card.count)
    elif card.kind == CardKind.WAIT:
        s.waiting = 1
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
        march(setup, s)
    else:
        s.fog = 1


@kernel
def change_gold(setup: Any, s: Any, amount: int) -> None:
    """Gain gold, or lose it down to 0."""
    if amount > 0:
        earn(setup, s, amount)
    else:
        s.gold = max(0, s.gold + amount)


@kernel
def change_health(setup: Any, s: Any, amount: int) -> None:
    """Every hero gains health up to its maximum, or loses it down to 1."""
    for h in range(setup.seats):
        s.heroes[h].health = max(1, min(setup.heroes[h].health, s.heroes[h].health + amount))


@kernel
def change_gate(setup: Any, s: Any, amount: int) -> None:
    """Repair the gate pip by pip, or damage it as an enemy does."""
    if amount < 0:
        damage_gate(setup, s, -amount)
        return
    for _ in range(amount):
        weakest = weakest_die(s)
        if weakest != NOWHERE:
            s.gate[weakest] += 1


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
        lower_tower(setup, s, chosen)
    else:
        s.towers[chosen].level = min(MAX_LEVEL, s.towers[chosen].level + amount)
