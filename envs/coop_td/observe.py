"""What a hero's agent sees. Nothing is hidden but the dice to come: the printed deck is public."""

from enum import IntEnum
from typing import Any

from cogworks.envs.coop_td.score import is_linked
from cogworks.envs.coop_td.state import (
    ACTIONS_A_TURN,
    DECK,
    GATE_DICE,
    MAX_LEVEL,
    NOWHERE,
    PIPS,
    SEATS,
    SPACES,
    TOWER_SPACES,
    CardKind,
    Decision,
)
from cogworks.envs.coop_td.tables import BOSSES, FIRST_BOSS, Enemy, Event, Hero, Tower
from cogworks.envs.core.header import is_asked
from cogworks.envs.core.jit import kernel
from cogworks.envs.core.layout import Layout, Piece

CARDS_AHEAD = 3
DOZEN_GOLD, MOST_DOZENS = 12.0, 10.0
EIGHT_ENEMIES, MOST_EIGHTS = 8.0, 4.0  # eighths add up without rounding
TEN_GOLD, MOST_TENS_OF_GOLD = 10.0, 3.0
MOST_MOVEMENT = 4.0
MOST_DICE = 3.0
BOSS_HEALTH = 10.0
ENEMIES, EVENTS, TOWERS = len(Enemy), len(Event), len(Tower)


class Table(IntEnum):
    """Columns of `table`."""

    HERO_ACTS = 0
    TOWER_ASKS = 1
    LEARNING = 2
    GOLD = 3
    WAITING = 4
    FOG = 5
    DECK_LEFT = 6
    ROUND = 7


HeroColumn = IntEnum(
    "HeroColumn",
    [h.name for h in Hero]
    + ["HEALTH", "FULL_HEALTH", "MOVEMENT", "DICE", "ACTIONS", "MOUNTED", "SKIPS"],
    start=0,
)
SpaceColumn = IntEnum(
    "SpaceColumn", [e.name for e in Enemy] + ["ME", "OTHER_HEROES", "STEPS_TO_GATE"], start=0
)
TowerColumn = IntEnum(
    "TowerColumn",
    [t.name for t in Tower] + ["LEVEL", "GOLD", "ME", "OTHER_HERO", "LINKED_TO_ME", "ASKS"],
    start=0,
)
CardColumn = IntEnum(
    "CardColumn", [e.name for e in Enemy] + ["COUNT", "WAIT"] + [e.name for e in Event], start=0
)

HERO_HEALTH, HERO_FULL = int(HeroColumn.HEALTH), int(HeroColumn.FULL_HEALTH)
HERO_MOVEMENT, HERO_DICE = int(HeroColumn.MOVEMENT), int(HeroColumn.DICE)
HERO_ACTIONS, HERO_MOUNTED = int(HeroColumn.ACTIONS), int(HeroColumn.MOUNTED)
HERO_SKIPS = int(HeroColumn.SKIPS)
SPACE_ME, SPACE_OTHERS = int(SpaceColumn.ME), int(SpaceColumn.OTHER_HEROES)
SPACE_STEPS = int(SpaceColumn.STEPS_TO_GATE)
TOWER_LEVEL, TOWER_GOLD = int(TowerColumn.LEVEL), int(TowerColumn.GOLD)
TOWER_ME, TOWER_OTHER = int(TowerColumn.ME), int(TowerColumn.OTHER_HERO)
TOWER_LINKED, TOWER_ASKS = int(TowerColumn.LINKED_TO_ME), int(TowerColumn.ASKS)
CARD_COUNT, CARD_WAIT = int(CardColumn.COUNT), int(CardColumn.WAIT)

LAYOUT = Layout(
    Piece("table", Table, "who is asked what (in dozens of gold; deck and rounds as shares)",
          high=MOST_DOZENS),
    Piece("gate", GATE_DICE, "the gate dice, in sixths"),
    Piece("bosses", BOSSES, "health of the bosses on the map, in tenths"),
    Piece("heroes", HeroColumn, "the heroes, the observer first, the others by seat", (SEATS,)),
    Piece("spaces", SpaceColumn, "enemies in eighths, heroes, and the way left, by space", (SPACES,),
          high=MOST_EIGHTS),
    Piece("towers", TowerColumn, "what stands on the tower spaces; levels in sixths, gold in tens",
          (TOWER_SPACES,), high=MOST_TENS_OF_GOLD),
    Piece("cards", CardColumn, "the next event cards; counts in eighths", (CARDS_AHEAD,),
          high=MOST_EIGHTS),
)  # fmt: skip


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    observe_table(setup, s, seat, out.table)
    for die in range(GATE_DICE):
        out.gate[die] = s.gate[die] / PIPS
    observe_heroes(setup, s, seat, out.heroes)
    observe_towers(setup, s, seat, out.towers)
    observe_spaces(setup, s, seat, out)
    observe_cards(setup, s, out.cards)


@kernel
def observe_table(setup: Any, s: Any, seat: int, table: Any) -> None:
    """The decision at hand and what lies on the table."""
    asked = is_asked(s, seat)
    table[Table.HERO_ACTS] = asked and s.decision == Decision.HERO
    table[Table.TOWER_ASKS] = asked and s.decision == Decision.TOWER
    table[Table.LEARNING] = asked and s.decision == Decision.UPGRADE
    table[Table.GOLD] = min(MOST_DOZENS, s.gold / DOZEN_GOLD)
    table[Table.WAITING] = s.waiting
    table[Table.FOG] = s.fog
    table[Table.DECK_LEFT] = (setup.cards - s.drawn) / DECK
    table[Table.ROUND] = s.turn / setup.rounds


@kernel
def observe_heroes(setup: Any, s: Any, seat: int, heroes: Any) -> None:
    """One row a hero, beginning with the observer."""
    heroes[:] = 0
    for i in range(setup.seats):
        h = (seat + i) % setup.seats
        row = heroes[i]
        sheet = setup.heroes[h]
        hero = s.heroes[h]
        row[sheet.kind] = 1
        row[HERO_HEALTH] = hero.health / PIPS
        row[HERO_FULL] = sheet.health / PIPS
        row[HERO_MOVEMENT] = sheet.movement / MOST_MOVEMENT
        row[HERO_DICE] = sheet.dice / MOST_DICE
        row[HERO_ACTIONS] = hero.actions / ACTIONS_A_TURN
        row[HERO_MOUNTED] = hero.tower != NOWHERE
        row[HERO_SKIPS] = hero.skips


@kernel
def observe_towers(setup: Any, s: Any, seat: int, towers: Any) -> None:
    """One row a tower space."""
    towers[:] = 0
    at = s.heroes[seat].space
    asks = is_asked(s, seat) and s.decision == Decision.TOWER
    for t in range(setup.tower_spaces):
        row = towers[t]
        row[TOWER_GOLD] = min(MOST_TENS_OF_GOLD, s.towers[t].gold / TEN_GOLD)
        row[TOWER_LINKED] = at != NOWHERE and is_linked(setup, t, at)
        row[TOWER_ASKS] = asks and s.cursor == t
        if s.towers[t].level > 0:
            row[s.towers[t].kind] = 1
            row[TOWER_LEVEL] = s.towers[t].level / MAX_LEVEL
    for h in range(setup.seats):
        t = s.heroes[h].tower
        if t != NOWHERE:
            towers[t, TOWER_ME if h == seat else TOWER_OTHER] = 1


@kernel
def observe_spaces(setup: Any, s: Any, seat: int, out: Any) -> None:
    """One row a space: who is there."""
    spaces = out.spaces
    spaces[:] = 0
    out.bosses[:] = 0
    for space in range(setup.spaces):
        spaces[space, SPACE_STEPS] = (setup.to_gate[space] + 1) / SPACES
    for e in range(s.enemies):
        token = s.tokens[e]
        spaces[token.space, token.kind] += 1 / EIGHT_ENEMIES
        if token.kind >= FIRST_BOSS:
            out.bosses[token.kind - FIRST_BOSS] = token.health / BOSS_HEALTH
    for h in range(setup.seats):
        at = s.heroes[h].space
        if at != NOWHERE:
            spaces[at, SPACE_ME if h == seat else SPACE_OTHERS] += 1


@kernel
def observe_cards(setup: Any, s: Any, cards: Any) -> None:
    """The next cards of the deck, whose order is printed in the scenario."""
    cards[:] = 0
    for i in range(min(CARDS_AHEAD, setup.cards - s.drawn)):
        card = setup.deck[s.drawn + i]
        if card.kind == CardKind.SPAWN:
            cards[i, card.what] = 1
            cards[i, CARD_COUNT] = card.count / EIGHT_ENEMIES
        elif card.kind == CardKind.WAIT:
            cards[i, CARD_WAIT] = 1
        else:
            cards[i, CARD_WAIT + 1 + card.what] = 1
