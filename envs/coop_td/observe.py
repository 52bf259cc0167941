"""What a hero's agent sees: everything except future dice. The printed deck is public.

Rows of spaces, tower spaces and dice of the gate are those that actions name. Heroes stand in the
order of their seats, beginning with the observer; columns `HERO_0` … name rows of `heroes`.
"""

from enum import IntEnum
from typing import Any

from cogarena.envs.coop_td.effects import damage_due, is_linked
from cogarena.envs.coop_td.rules import offers
from cogarena.envs.coop_td.state import (
    ACTIONS_A_TURN,
    DECK,
    GATE_DICE,
    MAX_LEVEL,
    NOWHERE,
    PIPS,
    SEATS,
    SPACES,
    TOKENS_PER_MINION,
    TOWER_SPACES,
    Asked,
    CardKind,
    Objective,
    Outcome,
    Stage,
)
from cogarena.envs.coop_td.tables import (
    BOSSES,
    ENEMY,
    FIRST_BOSS,
    FLYING,
    MAGIC,
    Enemy,
    Event,
    Hero,
    Tower,
    Upgrade,
)
from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column, Layout, Piece, clear, columns

CARDS_AHEAD = 10  # as many as the picture shows
LATER = DECK - CARDS_AHEAD
ENEMIES, KINDS, UPGRADES = len(Enemy), len(Tower), len(Upgrade)

# Where a number has no bound, it is told up to one that play hardly reaches.
MOST_GOLD = 1000
PURSE = 30  # gold beyond this buys nothing more at once
MOST_UNCLAIMED = 300
MOST_ROUNDS = 1000
MOST_DAMAGE = 100
MOST_WOUNDS = 100
MOST_BOSS_HEALTH = int(ENEMY["health"].max())
MOST_DICE = 2 * MAX_LEVEL

# In `later_cards` one number says what a card is.
WAIT = 1 + ENEMIES
FIRST_EVENT = WAIT + 1


def numbered(name: str, meaning: str) -> tuple[Column, ...]:
    """A column for each row of `heroes`."""
    return tuple(Column(f"{name}_{i}", f"1: {meaning.format(i)}") for i in range(SEATS))


def named(table: type[IntEnum], meaning: str, high: int = 1, end: str = "") -> tuple[Column, ...]:
    """A column for each member of a table."""
    return tuple(Column(f"{m.name}{end}", meaning, high) for m in table)


def counted(meaning: str) -> tuple[Column, ...]:
    """A column for each kind of enemy, which counts."""
    return tuple(Column(e.name, meaning, _in_box(e)) for e in Enemy)


def _in_box(enemy: Enemy) -> int:
    return TOKENS_PER_MINION if enemy < FIRST_BOSS else 1


HERE = numbered("HERO", "the hero of row {} of `heroes` is here")

TableColumn = columns(
    "TableColumn",
    Column("ASKED", "1: you are asked now"),
    Column("PLAYERS", "1: players phase: a hero acts"),
    Column("TOWERS", "1: tower phase: a tower is aimed"),
    Column("UPGRADE", "1: the scenario is decided: a hero may learn an upgrade"),
    Column("WON", "1: the scenario is won"),
    Column("LOST", "1: the scenario is lost"),
    Column("GOLD", f"gold, told up to {MOST_GOLD}", MOST_GOLD),
    Column("PURSE", f"the same, told up to {PURSE}", PURSE),
    Column("ROUND", f"rounds begun, told up to {MOST_ROUNDS}", MOST_ROUNDS),
    Column("ROUNDS_LEFT", f"after this one, told up to {MOST_ROUNDS}", MOST_ROUNDS),
    Column("CARDS_LEFT", "event cards not drawn yet", DECK),
    Column("WAITING", "1: a Wait card holds the deck"),
    Column("FOG", "1: no tower fires this round"),
    Column(
        "DAMAGE_DUE", "pips that enemies will strike off the gate for certain (C7)", MOST_DAMAGE
    ),
    Column("DEFEAT_ALL", "1: the objective is to defeat all enemies"),
    Column("GOAL_GOLD", "gold to hold, 0 if that is not the objective", MOST_GOLD),
    Column("GOAL_LEVEL", "level to raise a tower to, 0 if not the objective", MAX_LEVEL),
    Column("TEACHES", "1: after a victory a hero learns an upgrade (C24)"),
    Column("TOWERS_DECIDE", "1: towers other than Trebuchets fire by themselves (C20)"),
    named(Tower, "1: may be built in this scenario"),
)

DieColumn = columns(
    "DieColumn",
    Column("PIPS", "0: gone for good", PIPS),
    Column("FIRST", "pips at the start", PIPS),
)

BossColumn = columns(
    "BossColumn",
    Column("HEALTH", "0: not on the map", MOST_BOSS_HEALTH),
    Column("SLAIN", "1: has been defeated"),
    Column("GOAL", "1: to defeat it is the objective"),
)

HeroColumn = columns(
    "HeroColumn",
    named(Hero, "1: it is this hero; all 0: no hero"),
    Column("PLACE", "in the order of seats, 1: acts and is attacked first (C7, C14)", SEATS),
    Column("ACTS", "1: is asked now"),
    Column("ACTIONS", "left in this players phase", ACTIONS_A_TURN),
    Column("HEALTH", "hearts", PIPS),
    Column("FULL_HEALTH", "hearts", PIPS),
    Column("DOWN", "1: skips the next players phase; 2: skips this one, is not attacked (C8)", 2),
    Column("TIMES_DOWN", "in this scenario; two make a scar (C24)", MOST_WOUNDS),
    Column("MOVEMENT", "spaces in one action", 4),
    Column("DICE", "rolled in an attack", 3),
    Column("HITS_FLYING", "1: can attack flying enemies, beside those on the ground"),
    Column("HITS_MAGIC", "1: can attack magic enemies"),
    Column("REPAIR", "gold for a pip of the gate", 20),
    named(Tower, "gold off building and upgrading it", 3, "_DISCOUNT"),
    named(Upgrade, "1: learning it would change the hero, with its scars"),
)

SpaceColumn = columns(
    "SpaceColumn",
    counted("how many of them are here"),
    HERE,
    *(
        Column(f"STEPS_{i}", f"from the hero of row {i}; −1: it is mounted", SPACES, -1)
        for i in range(SEATS)
    ),
    Column(
        "STEPS_TO_GATE", "by the shortest way, 0: the gate space; −1: no such space", SPACES, -1
    ),
    Column("FIRST_WAY", "row of the space to which it leads; −1: none", SPACES - 1, -1),
    Column("SECOND_WAY", "row of the space to which it leads; −1: none", SPACES - 1, -1),
)

StrikerColumn = columns("StrikerColumn", counted("have attacked a hero there"))

TowerColumn = columns(
    "TowerColumn",
    named(Tower, "1: this tower stands here; all 0: none"),
    Column("LEVEL", "0: no tower", MAX_LEVEL),
    Column("GOLD", f"unclaimed, told up to {MOST_UNCLAIMED}", MOST_UNCLAIMED),
    HERE,
    numbered("BUILDER", "the hero of row {} of `heroes` built it"),
    Column("DICE_TO_AIM", "that the tower being aimed has not rolled yet", MOST_DICE),
    Column("LINKED_TO_ME", "1: to your hero's space"),
)

CardColumn = columns(
    "CardColumn",
    counted("how many of them enter"),
    Column("WAIT", "1: draw nothing more until the map is clear"),
    named(Event, "1: this event"),
)

LaterColumn = columns(
    "LaterColumn",
    Column("WHAT", f"0: no card; 1…{ENEMIES}: enemies, as in `spaces`; {WAIT}: Wait; from "
           f"{FIRST_EVENT} on: events, as in `cards`", FIRST_EVENT + len(Event) - 1),
    Column("COUNT", "how many enemies", TOKENS_PER_MINION),
)  # fmt: skip

LAYOUT = Layout(
    Piece("table", TableColumn, "what is asked, gold, deck, objective, permitted towers"),
    Piece("gate", DieColumn, "the dice of the gate", (GATE_DICE,)),
    Piece("bosses", BossColumn, "Morgu, Damitat, Flambee", (BOSSES,)),
    Piece("heroes", HeroColumn, "the heroes by seat, the observer first", (SEATS,)),
    Piece("strikers", StrikerColumn, "enemies that will strike the gate next (C7)"),
    Piece("spaces", SpaceColumn, "the spaces from the spawn to the gate: who is there, and the "
          "ways of enemies", (SPACES,)),
    Piece("towers", TowerColumn, "the tower spaces", (TOWER_SPACES,)),
    Piece("gaps", SPACES, "steps from each tower space's nearest linked space to each space, 0: "
          "linked, −1: the map has no such place", (TOWER_SPACES,), low=-1, high=SPACES),
    Piece("cards", CardColumn, "the next event cards", (CARDS_AHEAD,)),
    Piece("later_cards", LaterColumn, "the cards after those", (LATER,)),
)  # fmt: skip


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    observe_table(setup, s, seat, out.table)
    observe_gate(setup, s, out.gate, out.bosses)
    observe_heroes(setup, s, seat, out.heroes)
    observe_map(setup, out.spaces)
    observe_enemies(s, out)
    observe_towers(setup, s, seat, out.towers)
    observe_links(setup, out.gaps)
    place_heroes(setup, s, seat, out)
    observe_cards(setup, s, out.cards)
    observe_later_cards(setup, s, out.later_cards)


@kernel
def observe_table(setup: Any, s: Any, seat: int, table: Any) -> None:
    """The current decision and the state of the table."""
    table[TableColumn.ASKED] = is_asked(s, seat)
    table[TableColumn.PLAYERS] = s.stage == Stage.PLAYERS
    table[TableColumn.TOWERS] = s.stage == Stage.TOWERS
    table[TableColumn.UPGRADE] = s.stage == Stage.UPGRADE
    table[TableColumn.WON] = s.outcome == Outcome.WON
    table[TableColumn.LOST] = s.outcome == Outcome.LOST
    table[TableColumn.GOLD] = min(MOST_GOLD, s.gold)
    table[TableColumn.PURSE] = min(PURSE, s.gold)
    table[TableColumn.ROUND] = min(MOST_ROUNDS, s.turn)
    table[TableColumn.ROUNDS_LEFT] = max(0, min(MOST_ROUNDS, setup.rounds - s.turn))
    table[TableColumn.CARDS_LEFT] = setup.cards - s.drawn
    table[TableColumn.WAITING] = s.waiting
    table[TableColumn.FOG] = s.fog
    table[TableColumn.DAMAGE_DUE] = min(MOST_DAMAGE, damage_due(s))
    table[TableColumn.DEFEAT_ALL] = setup.objective == Objective.ALL
    table[TableColumn.GOAL_GOLD] = setup.goal if setup.objective == Objective.GOLD else 0
    table[TableColumn.GOAL_LEVEL] = setup.goal if setup.objective == Objective.LEVEL else 0
    table[TableColumn.TEACHES] = setup.teaches
    table[TableColumn.TOWERS_DECIDE] = setup.ask == Asked.HEROES
    for kind in range(KINDS):
        table[TableColumn.ARCHERY_TOWER + kind] = setup.allowed[kind]


@kernel
def observe_gate(setup: Any, s: Any, gate: Any, bosses: Any) -> None:
    """The dice of the gate, now and at first; which bosses are slain, and which must be."""
    for die in range(GATE_DICE):
        gate[die, DieColumn.PIPS] = s.gate[die]
        gate[die, DieColumn.FIRST] = setup.gate[die]
    for boss in range(BOSSES):
        bosses[boss, BossColumn.HEALTH] = 0
        bosses[boss, BossColumn.SLAIN] = (s.slain >> boss) & 1
        is_goal = setup.objective == Objective.BOSS and setup.goal == FIRST_BOSS + boss
        bosses[boss, BossColumn.GOAL] = is_goal


@kernel
def observe_heroes(setup: Any, s: Any, seat: int, heroes: Any) -> None:
    """One row per hero, beginning with the observer."""
    clear(heroes)
    for i in range(setup.seats):
        h = (seat + i) % setup.seats
        row = heroes[i]
        hero = s.heroes[h]
        row[HeroColumn.ACTS] = is_asked(s, h)
        row[HeroColumn.ACTIONS] = hero.actions
        row[HeroColumn.HEALTH] = hero.health
        row[HeroColumn.DOWN] = hero.down
        row[HeroColumn.TIMES_DOWN] = min(MOST_WOUNDS, hero.wounds)
        useful = offers(setup, s, h)
        for upgrade in range(UPGRADES):
            row[HeroColumn.TOUGH + upgrade] = (useful >> upgrade) & 1
        observe_sheet(setup.heroes[h], row)


@kernel
def observe_sheet(sheet: Any, row: Any) -> None:
    """What a hero can do, which stays the same all scenario."""
    row[sheet.kind] = 1
    row[HeroColumn.PLACE] = sheet.place
    row[HeroColumn.FULL_HEALTH] = sheet.health
    row[HeroColumn.MOVEMENT] = sheet.movement
    row[HeroColumn.DICE] = sheet.dice
    row[HeroColumn.HITS_FLYING] = sheet.targets & FLYING != 0
    row[HeroColumn.HITS_MAGIC] = sheet.targets & MAGIC != 0
    row[HeroColumn.REPAIR] = sheet.repair
    for kind in range(KINDS):
        row[HeroColumn.ARCHERY_TOWER_DISCOUNT + kind] = sheet.discount[kind]


@kernel
def observe_map(setup: Any, spaces: Any) -> None:
    """The spaces and their ways, without anybody there."""
    for space in range(SPACES):
        row = spaces[space]
        for column in range(SpaceColumn.STEPS_0):
            row[column] = 0
        for hero in range(SEATS):
            row[SpaceColumn.STEPS_0 + hero] = NOWHERE
        row[SpaceColumn.STEPS_TO_GATE] = setup.to_gate[space] if space < setup.spaces else NOWHERE
        row[SpaceColumn.FIRST_WAY] = setup.ways[space, 0]
        row[SpaceColumn.SECOND_WAY] = setup.ways[space, 1]


@kernel
def observe_enemies(s: Any, out: Any) -> None:
    """Count the enemies by space, and those that will strike the gate; the health of bosses."""
    for kind in range(ENEMIES):
        out.strikers[kind] = 0
    for e in range(s.enemies):
        token = s.tokens[e]
        out.spaces[token.space, token.kind] += 1
        out.strikers[token.kind] += token.strikes
        if token.kind >= FIRST_BOSS:
            out.bosses[token.kind - FIRST_BOSS, BossColumn.HEALTH] = token.health


@kernel
def observe_towers(setup: Any, s: Any, seat: int, towers: Any) -> None:
    """One row per tower space, without the heroes."""
    clear(towers)
    at = s.heroes[seat].space
    for t in range(TOWER_SPACES):
        row = towers[t]
        tower = s.towers[t]
        row[TowerColumn.GOLD] = min(MOST_UNCLAIMED, tower.gold)
        row[TowerColumn.LINKED_TO_ME] = at != NOWHERE and is_linked(setup, t, at)
        row[TowerColumn.LEVEL] = tower.level
        if tower.level > 0:
            row[tower.kind] = 1
            row[TowerColumn.BUILDER_0 + (tower.builder - seat) % setup.seats] = 1
    if s.stage == Stage.TOWERS:
        towers[s.cursor, TowerColumn.DICE_TO_AIM] = s.dice


@kernel
def observe_links(setup: Any, gaps: Any) -> None:
    """How far each tower space is from each space."""
    for t in range(TOWER_SPACES):
        for space in range(SPACES):
            is_there = t < setup.tower_spaces and space < setup.spaces
            gaps[t, space] = setup.gap[t, space] if is_there else NOWHERE


@kernel
def place_heroes(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Where the heroes are, on foot or mounted."""
    for i in range(setup.seats):
        hero = s.heroes[(seat + i) % setup.seats]
        if hero.tower != NOWHERE:
            out.towers[hero.tower, TowerColumn.HERO_0 + i] = 1
        if hero.space == NOWHERE:
            continue
        out.spaces[hero.space, SpaceColumn.HERO_0 + i] = 1
        for space in range(setup.spaces):
            out.spaces[space, SpaceColumn.STEPS_0 + i] = setup.distance[hero.space, space]


@kernel
def observe_cards(setup: Any, s: Any, cards: Any) -> None:
    """The next cards of the deck, whose order is printed in the scenario."""
    clear(cards)
    for i in range(min(CARDS_AHEAD, setup.cards - s.drawn)):
        card = setup.deck[s.drawn + i]
        if card.kind == CardKind.SPAWN:
            cards[i, card.what] = card.count
        elif card.kind == CardKind.WAIT:
            cards[i, CardColumn.WAIT] = 1
        else:
            cards[i, CardColumn.MERCHANT_CARAVAN + card.what] = 1


@kernel
def observe_later_cards(setup: Any, s: Any, cards: Any) -> None:
    """The cards that lie deeper in the deck."""
    clear(cards)
    for i in range(setup.cards - s.drawn - CARDS_AHEAD):
        card = setup.deck[s.drawn + CARDS_AHEAD + i]
        cards[i, LaterColumn.COUNT] = card.count
        if card.kind == CardKind.SPAWN:
            cards[i, LaterColumn.WHAT] = 1 + card.what
        elif card.kind == CardKind.WAIT:
            cards[i, LaterColumn.WHAT] = WAIT
        else:
            cards[i, LaterColumn.WHAT] = FIRST_EVENT + card.what
