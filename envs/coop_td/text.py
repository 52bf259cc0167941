"""Co-op Tower Defense as text: the board for a terminal, actions and animations as sentences."""

from collections.abc import Callable
from typing import Any

from cogarena.envs.coop_td.descriptions import objective, places
from cogarena.envs.coop_td.effects import HIT_ON_A_BOSS, damage_due, gate_pips
from cogarena.envs.coop_td.state import (
    ACTIONS,
    NOWHERE,
    Animation,
    CardKind,
    Decision,
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
from cogarena.envs.core.header import HALTED, PASS
from cogarena.envs.core.human import Panels


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a sentence."""
    name, index = ACTIONS.name(action)
    if action == PASS and s.decision == Decision.TOWER:
        return "hold fire"
    return SENTENCES[name](setup, *index)


def tower_name(t: int) -> str:
    """The name of a tower space in texts and pictures."""
    return f"tower space {t + 1}"


def space_name(setup: Any, space: int) -> str:
    """The name of a space in texts and pictures."""
    if space == setup.spawn_space:
        return "the spawn"
    return "the gate" if space == setup.gate_space else f"space {space}"


SENTENCES: dict[str, Callable[..., str]] = {
    "pass": lambda setup: "pass",
    "build": lambda setup, t, kind: f"build {words(Tower(kind))} on {tower_name(t)}",
    "upgrade": lambda setup, t: f"upgrade {tower_name(t)}",
    "repair": lambda setup, die: f"repair die {die + 1} of the gate",
    "mount": lambda setup, t: f"mount {tower_name(t)}",
    "go": lambda setup, space: f"go to {space_name(setup, space)}",
    "attack": lambda setup, kind: f"attack {words(Enemy(kind))}",
    "target": lambda setup, space, kind: (
        f"fire at {words(Enemy(kind))} in {space_name(setup, space)}"
    ),
    "single": lambda setup, space, kind: (
        f"one die at {words(Enemy(kind))} in {space_name(setup, space)}"
    ),
    "bombard": lambda setup, space: f"bombard {space_name(setup, space)}",
    "learn": lambda setup, upgrade: f"learn {words(Upgrade(upgrade))}",
}


def hero_name(setup: Any, h: int) -> str:
    """A hero's short name."""
    return words(Hero(setup.heroes[h].kind))


def card_text(card: Any) -> str:
    """An event card as text."""
    kind, what, count = card.item()
    if kind == CardKind.SPAWN:
        return words(Enemy(what)) + (f" ×{count}" if what < FIRST_BOSS else "")
    return "Wait" if kind == CardKind.WAIT else words(Event(what))


def is_hit(shown: Any) -> bool:
    """C18, C20: the rolled die hits."""
    if shown.what == Animation.BOMB:
        return True
    kind = int(shown.target)
    return bool(shown.value >= (ENEMY[kind].health if kind < FIRST_BOSS else HIT_ON_A_BOSS))


def animation_text(setup: Any, s: Any) -> str:
    """An animation as a sentence."""
    return ANIMATION_TEXTS[Animation(s.animation.what)](setup, s, s.animation)


def _dice_text(who: str, shown: Any) -> str:
    result = "hits" if is_hit(shown) else "misses"
    return f"{who} rolls {shown.value} and {result} {words(Enemy(shown.target))}"


ANIMATION_TEXTS: dict[Animation, Callable[[Any, Any, Any], str]] = {
    Animation.CARD: lambda setup, s, shown: card_text(setup.deck[shown.at]),
    Animation.WALK: lambda setup, s, shown: f"{words(Enemy(shown.by))} on the move",
    Animation.WOUND: lambda setup, s, shown: (
        f"{words(Enemy(shown.by))} hits {hero_name(setup, shown.target)}"
    ),
    Animation.RAM: lambda setup, s, shown: f"{words(Enemy(shown.by))} hits the gate",
    Animation.RAZE: lambda setup, s, shown: (
        f"{words(Enemy(shown.by))} lowers {tower_name(shown.target)}"
    ),
    Animation.SHOT: lambda setup, s, shown: _dice_text(tower_name(shown.by), shown),
    Animation.BOMB: lambda setup, s, shown: f"{tower_name(shown.by)} bombards with a {shown.value}",
    Animation.ASTRAY: lambda setup, s, shown: f"{tower_name(shown.by)} fires astray",
    Animation.FIGHT: lambda setup, s, shown: _dice_text(hero_name(setup, shown.by), shown),
    Animation.WAY: lambda setup, s, shown: f"{hero_name(setup, shown.by)} on the way",
}


def ansi(setup: Any, s: Any) -> str:
    """The whole board as text."""
    above = [title(setup), *([story(setup)] if s.turn == 1 else [])]
    return "\n".join((*filter(None, above), panels(setup, s, 0).text()))


def panels(setup: Any, s: Any, seat: int) -> Panels:
    """Headline, spaces, towers, heroes and the deck."""
    towers = range(setup.tower_spaces)
    free = [f"{t + 1} {_beside(setup, t)}" for t in towers if not _has_content(s, t)]
    return Panels(
        title=headline(setup, s),
        board=[_gate_line(setup, s), *(_space_line(setup, s, i) for i in range(setup.spaces))],
        facts=[
            *(_tower_line(setup, s, t) for t in towers if _has_content(s, t)),
            f"  free tower spaces: {'; '.join(free) or 'none'}",
            *(_hero_line(setup, s, h) for h in range(setup.seats)),
            f"Objective: {objective(setup)[0].lower()}{objective(setup)[1:]}",
            *(["Thick fog: no tower fires in this round"] if s.fog else []),
            *_slain(s),
            f"Next cards: {', '.join(map(card_text, setup.deck[s.drawn : setup.cards])) or 'none'}",
        ],
    )


def _beside(setup: Any, t: int) -> str:
    """The spaces beside a tower space."""
    return "beside " + ", ".join(space_name(setup, space) for space in places(setup, t))


def title(setup: Any) -> str:
    """The name of the scenario, in a campaign after the name of that."""
    return _read(setup.title)


def story(setup: Any) -> str:
    """What the scenario tells of itself; may be empty."""
    return _read(setup.story)


def _read(field: Any) -> str:
    return bytes(field).rstrip(b"\0").decode()


def headline(setup: Any, s: Any) -> str:
    """Round, phase, gold and deck in one line."""
    if s.outcome != Outcome.OPEN:
        status = Outcome(s.outcome).name.lower()
    elif s.truncated:
        status = "out of rounds"
    elif s.halt == HALTED:
        status = animation_text(setup, s)
    elif s.decision == Decision.TOWER:
        status = f"{hero_name(setup, s.to_act)} aims {tower_name(s.cursor)}"
    else:
        status = f"{hero_name(setup, s.to_act)} acts"
    waiting = ", waiting" if s.waiting else ""
    phase = Stage(s.stage).name.lower()
    cards = setup.cards - s.drawn
    deck = f"{cards} card{'s' * bool(cards != 1)} left{waiting}"
    return f"Round {s.turn}, {phase} phase: {status} · {s.gold} gold · {deck}"


def _gate_line(setup: Any, s: Any) -> str:
    """The dice of the gate, and those that are gone as 0."""
    if gate_pips(s) == 0:
        return "Gate fallen"
    dice = [str(pips) for pips, first in zip(s.gate, setup.gate, strict=True) if pips or first]
    damage = damage_due(s)
    return f"  Gate dice {' '.join(dice)}{f', next strike: {damage} damage' if damage else ''}"


def _space_line(setup: Any, s: Any, space: int) -> str:
    counts = [0] * len(Enemy)
    for e in range(s.enemies):
        counts[s.tokens[e].kind] += int(s.tokens[e].space == space)
    here = [hero_name(setup, h) for h in range(setup.seats) if s.heroes[h].space == space]
    here += [f"{n} {words(Enemy(kind))}" for kind, n in enumerate(counts[:FIRST_BOSS]) if n]
    here += [
        f"{words(Enemy(int(token.kind)))} ({token.health} health)"
        for token in s.tokens[: s.enemies]
        if token.kind >= FIRST_BOSS and token.space == space
    ]
    ways = [space_name(setup, way) for way in setup.ways[space] if way != NOWHERE]
    arrow = f" → {' or '.join(ways)}" if ways else ""
    return f"  {space_name(setup, space)}{arrow}: {', '.join(here) or '-'}"


def _slain(s: Any) -> list[str]:
    """The bosses that have been defeated, if any."""
    bosses = [words(boss) for boss in Enemy if boss >= FIRST_BOSS]
    names = [boss for k, boss in enumerate(bosses) if int(s.slain) >> k & 1]
    return [f"Bosses defeated: {', '.join(names)}"] if names else []


def _has_content(s: Any, t: int) -> bool:
    return bool(s.towers[t].level > 0 or s.towers[t].gold > 0)


def _tower_line(setup: Any, s: Any, t: int) -> str:
    tower = s.towers[t]
    what = "ruin"
    if tower.level:
        by = hero_name(setup, tower.builder)
        what = f"{words(Tower(tower.kind))} level {tower.level}, built by {by}"
    unclaimed = f", {tower.gold} gold unclaimed" if tower.gold else ""
    on = [hero_name(setup, h) for h in range(setup.seats) if s.heroes[h].tower == t]
    manned = f", {on[0]} on it" if on else ""
    aimed = ""
    if s.stage == Stage.TOWERS and t == s.cursor:
        aimed = f", {s.dice} {'die' if s.dice == 1 else 'dice'} to aim"
    return f"  {tower_name(t)} ({_beside(setup, t)}): {what}{unclaimed}{manned}{aimed}"


def _hero_line(setup: Any, s: Any, h: int) -> str:
    hero = s.heroes[h]
    down = ", down" if hero.down else ""
    hurt = f", went down {hero.wounds}×" if hero.wounds else ""
    health = f"{hero.health}/{setup.heroes[h].health} health"
    on = hero.tower != NOWHERE
    where = f"on {tower_name(hero.tower)}" if on else f"at {space_name(setup, hero.space)}"
    actions = f"{hero.actions} action{'s' * bool(hero.actions != 1)}"
    return f"{hero_name(setup, h)}: {where}, {health}, {actions}{down}{hurt}"
