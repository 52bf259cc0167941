"""What a hero's agent sees: everything except future dice. The printed deck is public."""

from enum import IntEnum
from typing import Any

from cogarena.envs.coop_td.effects import damage_due, is_linked
from cogarena.envs.coop_td.state import (
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
    Down,
)
from cogarena.envs.coop_td.tables import BOSSES, FIRST_BOSS
from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece, clear

CARDS_AHEAD = 3
DOZEN_GOLD, MOST_DOZENS = 12.0, 10.0
EIGHT_ENEMIES, MOST_EIGHTS = 8.0, 4.0  # sums of eighths are exact
TEN_GOLD, MOST_TENS_OF_GOLD = 10.0, 3.0
MOST_MOVEMENT = 4.0
MOST_DICE = 3.0
BOSS_HEALTH = 10.0


class TableColumn(IntEnum):
    """Columns of `table`."""

    HERO_ACTS = 0
    TOWER_ASKS = 1
    LEARNING = 2
    GOLD = 3
    WAITING = 4
    FOG = 5
    DECK_LEFT = 6
    ROUND = 7
    DAMAGE_DUE = 8


class HeroColumn(IntEnum):
    """Columns of `heroes`: which hero it is, as in `Hero`, and its condition."""

    GLORBUD = 0
    KEITH = 1
    HENRY = 2
    MONGO = 3
    EDWARD = 4
    HEALTH = 5
    FULL_HEALTH = 6
    MOVEMENT = 7
    DICE = 8
    ACTIONS = 9
    MOUNTED = 10
    DOWN = 11


class SpaceColumn(IntEnum):
    """Columns of `spaces`: the enemies there, as in `Enemy`, and more."""

    GREMLIN = 0
    DEVIL_STEED = 1
    BAT_MONKEYS = 2
    GOLEM = 3
    DARK_WIZARD = 4
    CORRUPT_DWARF = 5
    MORGU = 6
    DAMITAT = 7
    FLAMBEE = 8
    ME = 9
    OTHER_HEROES = 10
    STEPS_TO_GATE = 11


class TowerColumn(IntEnum):
    """Columns of `towers`: which tower it is, as in `Tower`, and more."""

    ARCHERY_TOWER = 0
    SWORDSMEN = 1
    BOMBERS = 2
    MAGE_TOWER = 3
    STABLES = 4
    TREBUCHET = 5
    LEVEL = 6
    GOLD = 7
    ME = 8
    OTHER_HERO = 9
    LINKED_TO_ME = 10
    DICE_TO_AIM = 11


class CardColumn(IntEnum):
    """Columns of `cards`: spawns as in `Enemy`, waits, and events as in `Event`."""

    GREMLIN = 0
    DEVIL_STEED = 1
    BAT_MONKEYS = 2
    GOLEM = 3
    DARK_WIZARD = 4
    CORRUPT_DWARF = 5
    MORGU = 6
    DAMITAT = 7
    FLAMBEE = 8
    COUNT = 9
    WAIT = 10
    MERCHANT_CARAVAN = 11
    TAX_COLLECTOR = 12
    HEALING_SPRING = 13
    PLAGUE = 14
    MASTER_MASONS = 15
    SAPPERS = 16
    VOLUNTEERS = 17
    SABOTAGE = 18
    FORCED_MARCH = 19
    THICK_FOG = 20


FIRST_EVENT = int(CardColumn.MERCHANT_CARAVAN)

LAYOUT = Layout(
    Piece("table", TableColumn, "who is asked what; gold in dozens, deck and rounds as shares, "
          "the damage due at the gate in sixths (C7)", high=MOST_DOZENS),
    Piece("gate", GATE_DICE, "the gate dice, in sixths"),
    Piece("bosses", BOSSES, "health of the bosses on the map, in tenths"),
    Piece("heroes", HeroColumn, "the heroes, the observer first, the others by seat", (SEATS,)),
    Piece("spaces", SpaceColumn, "enemies in eighths, heroes, and the way left, by space",
          (SPACES,), high=MOST_EIGHTS),
    Piece("towers", TowerColumn, "what stands on the tower spaces; levels and dice in sixths, "
          "gold in tens", (TOWER_SPACES,), high=MOST_TENS_OF_GOLD),
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
    """The current decision and the state of the table."""
    asked = is_asked(s, seat)
    table[TableColumn.HERO_ACTS] = asked and s.decision == Decision.HERO
    table[TableColumn.TOWER_ASKS] = asked and s.decision == Decision.TOWER
    table[TableColumn.LEARNING] = asked and s.decision == Decision.UPGRADE
    table[TableColumn.GOLD] = min(MOST_DOZENS, s.gold / DOZEN_GOLD)
    table[TableColumn.WAITING] = s.waiting
    table[TableColumn.FOG] = s.fog
    table[TableColumn.DECK_LEFT] = (setup.cards - s.drawn) / DECK
    table[TableColumn.ROUND] = s.turn / setup.rounds
    table[TableColumn.DAMAGE_DUE] = min(MOST_DOZENS, damage_due(s) / PIPS)


@kernel
def observe_heroes(setup: Any, s: Any, seat: int, heroes: Any) -> None:
    """One row per hero, beginning with the observer."""
    clear(heroes)
    for i in range(setup.seats):
        h = (seat + i) % setup.seats
        row = heroes[i]
        sheet = setup.heroes[h]
        hero = s.heroes[h]
        row[sheet.kind] = 1
        row[HeroColumn.HEALTH] = hero.health / PIPS
        row[HeroColumn.FULL_HEALTH] = sheet.health / PIPS
        row[HeroColumn.MOVEMENT] = sheet.movement / MOST_MOVEMENT
        row[HeroColumn.DICE] = sheet.dice / MOST_DICE
        row[HeroColumn.ACTIONS] = hero.actions / ACTIONS_A_TURN
        row[HeroColumn.MOUNTED] = hero.tower != NOWHERE
        row[HeroColumn.DOWN] = hero.down != Down.NO


@kernel
def observe_towers(setup: Any, s: Any, seat: int, towers: Any) -> None:
    """One row per tower space."""
    clear(towers)
    at = s.heroes[seat].space
    asks = is_asked(s, seat) and s.decision == Decision.TOWER
    for t in range(setup.tower_spaces):
        row = towers[t]
        row[TowerColumn.GOLD] = min(MOST_TENS_OF_GOLD, s.towers[t].gold / TEN_GOLD)
        row[TowerColumn.LINKED_TO_ME] = at != NOWHERE and is_linked(setup, t, at)
        if asks and s.cursor == t:
            row[TowerColumn.DICE_TO_AIM] = s.dice / PIPS
        if s.towers[t].level > 0:
            row[s.towers[t].kind] = 1
            row[TowerColumn.LEVEL] = s.towers[t].level / MAX_LEVEL
    for h in range(setup.seats):
        t = s.heroes[h].tower
        if t != NOWHERE:
            if h == seat:
                towers[t, TowerColumn.ME] = 1
            else:
                towers[t, TowerColumn.OTHER_HERO] = 1


@kernel
def observe_spaces(setup: Any, s: Any, seat: int, out: Any) -> None:
    """One row per space: who is there."""
    spaces = out.spaces
    clear(spaces)
    out.bosses[:] = 0
    for space in range(setup.spaces):
        spaces[space, SpaceColumn.STEPS_TO_GATE] = (setup.to_gate[space] + 1) / SPACES
    for e in range(s.enemies):
        token = s.tokens[e]
        spaces[token.space, token.kind] += 1 / EIGHT_ENEMIES
        if token.kind >= FIRST_BOSS:
            out.bosses[token.kind - FIRST_BOSS] = token.health / BOSS_HEALTH
    for h in range(setup.seats):
        at = s.heroes[h].space
        if at != NOWHERE:
            if h == seat:
                spaces[at, SpaceColumn.ME] += 1
            else:
                spaces[at, SpaceColumn.OTHER_HEROES] += 1


@kernel
def observe_cards(setup: Any, s: Any, cards: Any) -> None:
    """The next cards of the deck, whose order is printed in the scenario."""
    clear(cards)
    for i in range(min(CARDS_AHEAD, setup.cards - s.drawn)):
        card = setup.deck[s.drawn + i]
        if card.kind == CardKind.SPAWN:
            cards[i, card.what] = 1
            cards[i, CardColumn.COUNT] = card.count / EIGHT_ENEMIES
        elif card.kind == CardKind.WAIT:
            cards[i, CardColumn.WAIT] = 1
        else:
            cards[i, FIRST_EVENT + card.what] = 1
