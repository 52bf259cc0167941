"""The log of Co-op Tower Defense in words: events, sentences, tallies, and how it ended."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

from cogarena.envs.coop_td.effects import gate_pips, is_boss_hit
from cogarena.envs.coop_td.state import NOWHERE, Ending, Note, Outcome
from cogarena.envs.coop_td.tables import ENEMY, Enemy, Hero, Tower, Upgrade, words
from cogarena.envs.coop_td.text import card_text, space_name, tower_name
from cogarena.envs.core.game import Endings, Tallies

EventDict = dict[str, Any]
Meaning = tuple[str, Callable[[int], Any]]  # what a number is called, and its value

# The enemy of these is the one who does it, and so is the hero: its tower aimed.
BY_ENEMY = (Note.WOUNDED, Note.DOWN, Note.GATE_HIT, Note.TOWER_LOWERED)
BY_HERO = (Note.SHOT, Note.BOMBED, Note.ASTRAY, Note.TOWER_LOWERED)
DICE = (Note.FOUGHT, Note.SHOT, Note.BOMBED)

KIND: Meaning = ("kind", lambda number: words(Tower(number)))
ROLL: Meaning = ("roll", int)
NUMBERS: dict[Note, Meaning] = {
    Note.CARD: ("number", lambda number: number + 1),
    Note.GATE_REPAIRED: ("die", lambda number: number + 1),
    Note.TOWER_LOWERED: KIND,
    Note.TOWER_RAISED: KIND,
    Note.BUILT: KIND,
    Note.UPGRADED: ("level", int),
    Note.FOUGHT: ROLL,
    Note.SHOT: ROLL,
    Note.BOMBED: ROLL,
    Note.ASTRAY: ROLL,
    Note.LEARNT: ("upgrade", lambda number: words(Upgrade(number))),
}
COUNT, HEALTH, LEVEL, GOLD = ((name, int) for name in ("count", "health", "level", "gold"))
VALUES: dict[Note, Meaning] = {
    Note.SPAWNED: COUNT,
    Note.GOLD: GOLD,
    Note.HEALED: HEALTH,
    Note.WOUNDED: HEALTH,
    Note.EVENED_OUT: COUNT,
    Note.ARRIVED: COUNT,
    Note.GATE_HIT: ("pips", int),
    Note.GATE_REPAIRED: GOLD,
    Note.TOWER_LOWERED: LEVEL,
    Note.TOWER_RAISED: LEVEL,
    Note.BUILT: GOLD,
    Note.UPGRADED: GOLD,
    Note.FOUGHT: GOLD,
    Note.SHOT: GOLD,
    Note.BOMBED: GOLD,
    Note.COLLECTED: GOLD,
}

TEXTS = {
    "card": "card {number}: {card}",
    "spawned": "new {at}: {count} {enemy}",
    "waiting": "no card is drawn until the map is clear",
    "march": "every enemy moves at once",
    "fog": "no tower fires this round",
    "gold": "{gold:+d} gold",
    "healed": "{hero} regains {health} health",
    "wounded": "{by} hits {hero}, who loses {health} health",
    "down": "{hero} goes down and is carried to the gate",
    "recovered": "{hero} is back",
    "evened_out": "new where the road parts: {count} {enemy}",
    "arrived": "now {at}: {count} {enemy}",
    "gate_hit": "{by} strikes the gate, which loses {pips}",
    "gate_repaired": "{hero} repairs die {die} of the gate for {gold} gold",
    "tower_lowered": "{by} lowers the {kind} on {tower} to level {level}",
    "tower_razed": "{by} razes the {kind} on {tower}",
    "tower_raised": "the {kind} on {tower} rises to level {level}",
    "thrown_off": "{hero} is thrown off the tower, and now {at}",
    "built": "{hero} builds {kind} on {tower} for {gold} gold",
    "upgraded": "{hero} raises {tower} to level {level} for {gold} gold",
    "mounted": "{hero} mounts {tower}",
    "moved": "{hero} is now {at}",
    "fought": "{hero} rolls {roll} and {result} {enemy} {at}{reward}",
    "shot": "{tower} rolls {roll} and {result} {enemy} {at}{reward}",
    "bombed": "{tower} bombards with a {roll} and {result} {enemy} {at}{reward}",
    "astray": "{tower} fires astray, aiming at enemies {at}",
    "collected": "{hero} collects {gold} gold from {tower}",
    "won": "the scenario is won",
    "lost": "the scenario is lost",
    "out_of_rounds": "the rounds have run out",
    "learnt": "{hero} learns {upgrade}",
}
# The same where a card does it, which is so if this is missing.
BY_CARD = {
    "wounded": ("by", "{hero} loses {health} health"),
    "gate_hit": ("by", "the gate loses {pips}"),
    "gate_repaired": ("hero", "die {die} of the gate is repaired"),
    "tower_lowered": ("by", "the {kind} on {tower} falls to level {level}"),
    "tower_razed": ("by", "the {kind} on {tower} falls"),
}
CHOSEN = frozenset(("built", "upgraded", "mounted", "moved", "learnt"))
RESULTS = {"kill": "kills", "hit": "hits", "miss": "misses"}

ENDINGS = Endings(
    Ending,
    {
        Ending.OBJECTIVE_REACHED: "the scenario is won",
        Ending.GATE_FELL: "lost: no die of the gate is left",
        Ending.CARDS_RAN_OUT: "lost: no card and no enemy is left, the objective is not reached",
        Ending.ROUNDS_RAN_OUT: "`max_rounds` were played: worth as little as a loss",
    },
    lambda setup, s: ending(s),
)

TALLIES = Tallies(
    {
        "kills": "enemies the hero killed in attacks of its own",
        "tower_kills": "enemies killed by towers it aimed: it was on them, or had built them",
        "boss_hits": "health it took off bosses, by itself and with towers",
        "health_lost": "its own health, lost to enemies and events",
        "times_down": "how often it went down",
        "towers_built": "towers it built",
        "upgrades": "levels by which it raised towers",
        "repairs": "pips by which it repaired the gate",
        "gold_earned": "gold of its kills, and gold it collected from towers",
        "gold_spent": "gold it paid for towers, upgrades and repairs",
    },
    lambda setup, s: {name: s.tallies[name].tolist() for name in s.tallies.dtype.names},
)


def ending(s: Any) -> Ending:
    """Why the episode ended."""
    if s.outcome == Outcome.WON:
        return Ending.OBJECTIVE_REACHED
    if s.outcome == Outcome.OPEN:
        return Ending.ROUNDS_RAN_OUT
    return Ending.CARDS_RAN_OUT if gate_pips(s) > 0 else Ending.GATE_FELL


def events(setup: Any, s: Any) -> list[EventDict]:
    """What happened since the last decision, in order."""
    return [_event(setup, s, entry) for entry in s.notes[: s.noted]]


def _event(setup: Any, s: Any, entry: Any) -> EventDict:
    what = Note(entry.what)
    event: EventDict = {"event": _name(what, entry)} | _who(setup, what, entry)
    if entry.tower != NOWHERE:
        event["tower"] = tower_name(int(entry.tower))
    if entry.space != NOWHERE:
        event["at"] = space_name(setup, int(entry.space))
    for meanings, number in ((NUMBERS, entry.number), (VALUES, entry.value)):
        if what in meanings:
            name, value = meanings[what]
            event[name] = value(int(number))
    if what == Note.CARD:
        event["card"] = card_text(setup.deck[entry.number])
    elif what == Note.LOST:
        event["ending"] = ending(s).name.lower()
    return event | (_result(entry) if what in DICE else {})


def _name(what: Note, entry: Any) -> str:
    return "tower_razed" if what == Note.TOWER_LOWERED and entry.value == 0 else what.name.lower()


def _who(setup: Any, what: Note, entry: Any) -> EventDict:
    """Hero and enemy; whoever does it to somebody else is a list `by`."""
    found: EventDict = {}
    if entry.seat != NOWHERE:
        name = Hero(setup.heroes[entry.seat].kind).name.lower()
        found |= {"by": [name]} if what in BY_HERO else {"hero": name}
    if entry.enemy != NOWHERE:
        enemy = words(Enemy(entry.enemy))
        found |= {"by": [enemy]} if what in BY_ENEMY else {"enemy": enemy}
    return found


def _result(entry: Any) -> EventDict:
    """What a die did: `kill`, `hit` or `miss`; of a bombardment also how many it killed."""
    kill = entry.value > 0
    hit = is_boss_hit(int(entry.enemy), int(entry.number))
    found: EventDict = {"result": "kill" if kill else "hit" if hit else "miss"}
    if entry.what == Note.BOMBED:
        found["count"] = int(entry.value) // int(ENEMY[entry.enemy].gold)
    return found


def sentence(event: EventDict) -> str:
    """An event as a sentence."""
    name = event["event"]
    facts = dict(event)
    if "hero" in event:
        facts["hero"] = event["hero"].title()
    if "at" in event:
        facts["at"] = f"{'in' if event['at'].startswith('space') else 'at'} {event['at']}"
    if "by" in event:
        facts["by"] = event["by"][0].title()
    if "result" in event:
        facts["result"] = RESULTS[event["result"]]
        number = f": {event['count']}" if event.get("count") else ""
        facts["reward"] = f"{number} for {event['gold']} gold" if event["gold"] else ""
    by_card = name in BY_CARD and BY_CARD[name][0] not in event
    return (BY_CARD[name][1] if by_card else TEXTS[name]).format(**facts)


def news(setup: Any, s: Any) -> list[str]:
    """What happened since the last decision, without what the chosen action says by itself.

    What happened several times in a row is told once.
    """
    told = [sentence(event) for event in events(setup, s) if event["event"] not in CHOSEN]
    runs = [(text, len(list(run))) for text, run in groupby(told)]
    return [f"{text} (×{times})" if times > 1 else text for text, times in runs]
