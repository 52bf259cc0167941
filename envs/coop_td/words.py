"""The game in words: the board for a terminal, and each action as a sentence."""

from collections.abc import Callable
from typing import Any

from cogarena.envs.coop_td.score import HIT_ON_A_BOSS
from cogarena.envs.coop_td.state import (
    ACTIONS,
    NOWHERE,
    CardKind,
    Decision,
    Deed,
    Outcome,
    Stage,
)
from cogarena.envs.coop_td.tables import (
    ENEMY,
    FIRST_BOSS,
    Enemy,
    Event,
    Hero,
    Tower,
    Upgrade,
    words,
)
from cogarena.envs.core.header import HALTED


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a person would say it."""
    name, index = ACTIONS.name(action)
    return SENTENCES[name](setup, *index)


def tower_name(t: int) -> str:
    """A tower space as it is called in texts and pictures."""
    return f"tower space {t + 1}"


def space_name(setup: Any, space: int) -> str:
    """A space as it is called in texts and pictures."""
    if space == setup.spawn_space:
        return "the spawn"
    return "the gate" if space == setup.gate_space else f"space {space}"


SENTENCES: dict[str, Callable[..., str]] = {
    "pass": lambda setup: "pass",
    "build": lambda setup, t, kind: f"build {words(Tower(kind))} on {tower_name(t)}",
    "upgrade": lambda setup, t: f"upgrade {tower_name(t)}",
    "repair": lambda setup: "repair the gate",
    "mount": lambda setup, t: f"mount {tower_name(t)}",
    "go": lambda setup, space: f"go to {space_name(setup, space)}",
    "attack": lambda setup, kind: f"attack {words(Enemy(kind))}",
    "target": lambda setup, space, kind: (
        f"fire at {words(Enemy(kind))} in {space_name(setup, space)}"
    ),
    "bombard": lambda setup, space: f"bombard {space_name(setup, space)}",
    "learn": lambda setup, upgrade: f"learn {words(Upgrade(upgrade))}",
}


def hero_name(setup: Any, h: int) -> str:
    """A hero's short name."""
    return words(Hero(setup.heroes[h].kind))


def card_text(card: Any) -> str:
    """An event card in words."""
    kind, what, count = card.item()
    if kind == CardKind.SPAWN:
        return words(Enemy(what)) + (f" ×{count}" if what < FIRST_BOSS else "")
    return "Wait" if kind == CardKind.WAIT else words(Event(what))


def is_hit(deed: Any) -> bool:
    """C18, C20: the die that was rolled hits."""
    if deed.what == Deed.BOMB:
        return True
    kind = int(deed.target)
    return bool(deed.value >= (ENEMY[kind].health if kind < FIRST_BOSS else HIT_ON_A_BOSS))


def deed_text(setup: Any, s: Any) -> str:
    """What a watcher sees, as a sentence."""
    return DEEDS[Deed(s.deed.what)](setup, s, s.deed)


def _dice_text(who: str, deed: Any) -> str:
    result = "hits" if is_hit(deed) else "misses"
    return f"{who} rolls {deed.value} and {result} {words(Enemy(deed.target))}"


DEEDS: dict[Deed, Callable[[Any, Any, Any], str]] = {
    Deed.CARD: lambda setup, s, deed: card_text(setup.deck[deed.at]),
    Deed.WALK: lambda setup, s, deed: f"{words(Enemy(deed.by))} on the move",
    Deed.WOUND: lambda setup, s, deed: (
        f"{words(Enemy(deed.by))} hits {hero_name(setup, deed.target)}"
    ),
    Deed.RAM: lambda setup, s, deed: f"{words(Enemy(deed.by))} hits the gate",
    Deed.RAZE: lambda setup, s, deed: f"{words(Enemy(deed.by))} lowers {tower_name(deed.target)}",
    Deed.SHOT: lambda setup, s, deed: _dice_text(tower_name(deed.by), deed),
    Deed.BOMB: lambda setup, s, deed: f"{tower_name(deed.by)} bombards with a {deed.value}",
    Deed.ASTRAY: lambda setup, s, deed: f"{tower_name(deed.by)} fires astray",
    Deed.FIGHT: lambda setup, s, deed: _dice_text(hero_name(setup, deed.by), deed),
    Deed.WAY: lambda setup, s, deed: f"{hero_name(setup, deed.by)} on the way",
}


def ansi(setup: Any, s: Any) -> str:
    """The whole table as text."""
    lines = [headline(setup, s), f"Gate {' '.join(str(d) for d in s.gate if d > 0) or 'fallen'}"]
    lines += [_space_line(setup, s, space) for space in range(setup.spaces)]
    lines += [_tower_line(setup, s, t) for t in range(setup.tower_spaces) if _worth_a_line(s, t)]
    lines += [_hero_line(setup, s, h) for h in range(setup.seats)]
    return "\n".join(lines)


def headline(setup: Any, s: Any) -> str:
    """Round, phase, gold and deck in one line."""
    if s.outcome != Outcome.OPEN:
        stands = Outcome(s.outcome).name.lower()
    elif s.truncated:
        stands = "out of rounds"
    elif s.halt == HALTED:
        stands = deed_text(setup, s)
    elif s.decision == Decision.TOWER:
        stands = f"{hero_name(setup, s.to_act)} aims {tower_name(s.cursor)}"
    else:
        stands = f"{hero_name(setup, s.to_act)} acts"
    waiting = ", waiting" if s.waiting else ""
    phase = Stage(s.stage).name.lower()
    cards = setup.cards - s.drawn
    deck = f"{cards} card{'s' * bool(cards != 1)} left{waiting}"
    return f"Round {s.turn}, {phase} phase: {stands} · {s.gold} gold · {deck}"


def _space_line(setup: Any, s: Any, space: int) -> str:
    counts = [0] * len(Enemy)
    for e in range(s.enemies):
        counts[s.tokens[e].kind] += int(s.tokens[e].space == space)
    here = [hero_name(setup, h) for h in range(setup.seats) if s.heroes[h].space == space]
    here += [f"{n} {words(Enemy(kind))}" for kind, n in enumerate(counts) if n]
    ways = [space_name(setup, way) for way in setup.ways[space] if way != NOWHERE]
    arrow = f" → {' or '.join(ways)}" if ways else ""
    return f"  {space_name(setup, space)}{arrow}: {', '.join(here) or '-'}"


def _worth_a_line(s: Any, t: int) -> bool:
    return bool(s.towers[t].level > 0 or s.towers[t].gold > 0)


def _tower_line(setup: Any, s: Any, t: int) -> str:
    tower = s.towers[t]
    what = f"{words(Tower(tower.kind))} level {tower.level}" if tower.level else "ruin"
    unclaimed = f", {tower.gold} gold unclaimed" if tower.gold else ""
    on = [hero_name(setup, h) for h in range(setup.seats) if s.heroes[h].tower == t]
    manned = f", {on[0]} on it" if on else ""
    return f"  {tower_name(t)}: {what}{unclaimed}{manned}"


def _hero_line(setup: Any, s: Any, h: int) -> str:
    hero = s.heroes[h]
    down = ", down" if hero.down else ""
    health = f"{hero.health}/{setup.heroes[h].health} health"
    return f"{hero_name(setup, h)}: {health}, {hero.actions} actions{down}"
