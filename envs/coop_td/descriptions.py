"""What heroes, towers, enemies, cards and upgrades are and do, in words."""

from collections.abc import Iterator
from typing import Any

from cogarena.envs.coop_td.effects import is_linked
from cogarena.envs.coop_td.state import MAX_LEVEL, CardKind, Decision, Objective
from cogarena.envs.coop_td.tables import (
    ENEMY,
    EVENT,
    FIRST_BOSS,
    TOWER,
    UPGRADE,
    Effect,
    Enemy,
    Event,
    Hero,
    Tower,
    Type,
    Upgrade,
    words,
)

TASK = (
    "{objective}, and keep the gate standing: without a die left it has fallen and you lose. All "
    "heroes win or lose together, within {rounds} rounds."
)
OBJECTIVES = {
    Objective.ALL: "Defeat all enemies of the deck",
    Objective.BOSS: "Defeat {boss}",
    Objective.GOLD: "Hold {goal} gold",
    Objective.LEVEL: "Raise a tower to level {goal}",
}
RULES = (
    "round: an event card is drawn; enemies attack or move towards the gate; each hero has two "
    "actions; towers fire.",
    "heroes: build and upgrade towers beside their space, mount a tower, attack enemies in their "
    "space (a die that shows the enemy's health or more kills), repair a die of the gate at it.",
    "towers: roll so many dice a level at enemies in reach; each die that shows the health or more "
    "kills; rewards lie at the tower until a hero is on it, or in or passes a space beside it.",
    "event card Wait: nothing is drawn until no enemy is left on the map.",
    "enemies in the gate's space strike it: their damage goes off its dice, and they are gone.",
)
CONDUCTS = {
    Enemy.CORRUPT_DWARF: ", lowers a tower beside its space instead of attacking heroes",
}
OWN_WAYS = {
    Tower.SWORDSMEN: "slows enemies beside it by 1",
    Tower.TREBUCHET: "bombards one space: on a 1 it hits a tower, else the highest of level/2 dice "
    "counts for every ground enemy there",
}
EVENT_TEXTS = {
    Effect.GOLD: "{amount:+d} gold",
    Effect.HEALTH: "{amount:+d} health for each hero",
    Effect.GATE: "{amount:+d} on the gate",
    Effect.TOWER_LEVEL: "{amount:+d} level for a random tower",
    Effect.MARCH: "every enemy moves at once",
    Effect.FOG: "no tower fires in this round",
}
GAINS = {
    "health": "{:+d} maximum health", "movement": "{:+d} movement", "dice": "{:+d} attack die",
    "discount": "towers cost {} less", "repair": "{:+d} gold to repair the gate",
    "targets": "can target {}",
}  # fmt: skip


def objective(setup: Any) -> str:
    """What wins the scenario."""
    goal = int(setup.goal)
    boss = words(Enemy(goal)) if setup.objective == Objective.BOSS else ""
    return OBJECTIVES[Objective(setup.objective)].format(boss=boss, goal=goal)


def task(setup: Any) -> str:
    """What the scenario is about."""
    return TASK.format(objective=objective(setup), rounds=setup.rounds)


def types(targets: int) -> str:
    """A set of types of enemies."""
    return ", ".join(str(kind.name).lower() for kind in Type if kind & int(targets)) or "nothing"


def places(setup: Any, t: int) -> list[int]:
    """The spaces beside a tower space."""
    return [space for space in range(setup.spaces) if is_linked(setup, t, space)]


def notes(setup: Any, s: Any, seat: int) -> list[str]:
    """The rules in short; heroes, towers, enemies, events; upgrades while one is learnt."""
    upgrades = upgrade_notes() if s.decision == Decision.UPGRADE else ()
    return [*RULES, *hero_notes(setup), *tower_notes(setup), *enemy_notes(setup, s),
            *event_notes(setup, s), *upgrades]  # fmt: skip


def hero_notes(setup: Any) -> Iterator[str]:
    """The heroes in play."""
    for sheet in setup.heroes[: setup.seats]:
        cheaper = [
            f"{words(kind)} {sheet.discount[kind]} cheaper"
            for kind in Tower
            if sheet.discount[kind]
        ]
        facts = [
            f"moves {sheet.movement}",
            f"attacks with {sheet.dice} {'dice' if sheet.dice > 1 else 'die'}",
            f"can target {types(sheet.targets)}",
            f"repairs for {sheet.repair} gold",
            *cheaper,
        ]
        yield f"{words(Hero(sheet.kind))}: {', '.join(facts)}"


def tower_notes(setup: Any) -> Iterator[str]:
    """The towers that may be built."""
    for kind in Tower:
        if not setup.allowed[kind]:
            continue
        row = TOWER[kind]
        facts = [
            f"costs {row.cost}, a level more {row.upgrade} (at most {MAX_LEVEL})",
            f"{row.dice} {'dice' if row.dice > 1 else 'die'} a level",
            f"targets {types(row.targets)}",
            "reaches the spaces beside it" + (f" and {row.reach} farther" if row.reach else ""),
            *([OWN_WAYS[kind]] if kind in OWN_WAYS else []),
        ]
        yield f"{words(kind)}: {', '.join(facts)}"


def enemy_notes(setup: Any, s: Any) -> Iterator[str]:
    """The enemies on the map and in the rest of the deck."""
    coming = [
        card.what for card in setup.deck[s.drawn : setup.cards] if card.kind == CardKind.SPAWN
    ]
    for kind in sorted({int(kind) for kind in (*coming, *s.tokens["kind"][: s.enemies])}):
        row = ENEMY[kind]
        kills = "each 6 takes 1 health" if kind >= FIRST_BOSS else "a die of its health kills"
        yield (
            f"{words(Enemy(kind))}: {types(row.type)}, health {row.health} ({kills}), "
            f"damage {row.damage}, moves {row.movement}, {row.gold} gold"
            f"{CONDUCTS.get(Enemy(kind), '')}"
        )


def event_notes(setup: Any, s: Any) -> Iterator[str]:
    """The custom events in the rest of the deck."""
    rest = [card for card in setup.deck[s.drawn : setup.cards] if card.kind == CardKind.CUSTOM]
    for event in dict.fromkeys(int(card.what) for card in rest):
        row = EVENT[event]
        text = EVENT_TEXTS[Effect(row.effect)].format(amount=int(row.amount))
        yield f"{words(Event(event))}: {text}"


def upgrade_notes() -> Iterator[str]:
    """What heroes can learn."""
    for upgrade in Upgrade:
        row = UPGRADE[upgrade]
        gains = [
            text.format(types(row[field]) if field == "targets" else int(row[field]))
            for field, text in GAINS.items()
            if row[field]
        ]
        yield f"{words(upgrade)}: {', '.join(gains)}"
