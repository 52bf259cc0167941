"""The game in words: the board for a terminal, and each action as a sentence."""

from collections.abc import Callable
from typing import Any

from cogworks.envs.coop_td.state import ACTIONS, NOWHERE, Decision, Outcome, Stage
from cogworks.envs.coop_td.tables import Enemy, Hero, Tower, Upgrade, words


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
    elif s.decision == Decision.TOWER:
        stands = f"{hero_name(setup, s.to_act)} aims {tower_name(s.cursor)}"
    else:
        stands = f"{hero_name(setup, s.to_act)} acts"
    waiting = ", waiting" if s.waiting else ""
    phase = Stage(s.stage).name.lower()
    deck = f"{setup.cards - s.drawn} cards left{waiting}"
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
