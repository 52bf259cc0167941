"""The records of Co-op Tower Defense: the state of an episode, and its fixed setup."""

from enum import IntEnum
from typing import Any

from cogarena.envs.coop_td.tables import BOSSES, FIRST_BOSS, Enemy, Tower, Upgrade
from cogarena.envs.core.header import header
from cogarena.envs.core.layout import Actions, Block
from cogarena.envs.core.records import record
from cogarena.envs.core.visibility import BY_SEAT, INTERNAL, PUBLIC, SEAT

SPACES = 20  # of a map, spawn and gate among them
TOWER_SPACES = 12  # of a map
WAYS = 2  # out of a space
DECK = 64  # event cards
GATE_DICE = 10  # C3
PIPS = 6  # highest face of a die
SEATS = 4  # C1
TOKENS_PER_MINION = 30  # C3
TOKENS = FIRST_BOSS * TOKENS_PER_MINION + BOSSES
TOWERS_IN_BOX = 10  # C3
TOWERS_OF_A_KIND = 6  # C3
MAX_LEVEL = 6  # C3
ACTIONS_A_TURN = 2  # C14
WOUNDS_FOR_A_SCAR = 2  # C24
TITLE_BYTES, STORY_BYTES = 60, 400  # of a scenario or campaign, at most (C4)
NOWHERE = -1

# At most this much can be logged between two decisions: what one action does, and the rest of two
# rounds, since heroes that are all down skip one players phase and act in the next (C8).
ROUNDS_BETWEEN = 2
MOST_DICE = 12 * TOWERS_OF_A_KIND + 6 * (TOWERS_IN_BOX - TOWERS_OF_A_KIND)  # in a tower phase (C20)
MOST_PIPS = GATE_DICE * PIPS + 2 * ROUNDS_BETWEEN  # that a gate loses, Master Masons at work (C5)
MOST_LEVELS = TOWERS_IN_BOX * MAX_LEVEL + ROUNDS_BETWEEN  # that towers lose, Volunteers at work
MOVES = 2 * (2 * FIRST_BOSS + BOSSES)  # of a kind in a round, and a Forced March: new, arrived
MOST_IN_A_ROUND = 2 + SEATS + MOVES + 3 * SEATS  # card, its effects, moves; hit, down, recovered
LOG = (
    2 * len(Enemy)  # the action: a trebuchet hits each kind in a space; a hero does less
    + TOWER_SPACES  # gold that lay at towers before
    + 2 * ROUNDS_BETWEEN * MOST_DICE  # each die may kill, and its gold be collected
    + MOST_PIPS
    + MOST_LEVELS
    + SEATS  # thrown off a tower
    + ROUNDS_BETWEEN * MOST_IN_A_ROUND
    + 2  # an upgrade is learnt, the end
)


class Stage(IntEnum):
    """The phases of a round, in the order of the rules."""

    EVENT = 0
    ENEMY = 1
    PLAYERS = 2
    TOWERS = 3
    UPGRADE = 4  # C24: after a won scenario of a campaign


class Decision(IntEnum):
    """What an agent can be asked."""

    HERO = 0  # one of a hero's two actions
    TOWER = 1  # which enemies a tower attacks, if any
    UPGRADE = 2  # what a hero learns


class Down(IntEnum):
    """Whether a hero is down (C8)."""

    NO = 0
    SKIPS = 1  # the next players phase
    RECOVERS = 2  # has skipped, and cannot be attacked before it acts again


class Objective(IntEnum):
    """What wins a scenario."""

    ALL = 0  # defeat all enemies
    BOSS = 1  # defeat the boss `goal`
    GOLD = 2  # hold `goal` gold
    LEVEL = 3  # raise a tower to level `goal`


class Outcome(IntEnum):
    """How the scenario ended, if it has."""

    OPEN = 0
    WON = 1
    LOST = 2


class Animation(IntEnum):
    """What a film shows between decisions; comments give the meaning of the record's fields."""

    CARD = 0  # at: number of the card that was drawn
    WALK = 1  # by: Enemy
    WOUND = 2  # by: Enemy, at: space, target: seat, value: damage
    RAM = 3  # by: Enemy, at: space, value: damage
    RAZE = 4  # by: Enemy, at: space, target: tower space
    SHOT = 5  # by: tower space, at: space, target: Enemy, value: die
    BOMB = 6  # by: tower space, at: space, value: highest die
    ASTRAY = 7  # by: tower space, at: space, target: tower space that is hit, or NOWHERE
    FIGHT = 8  # by: seat, at: space, target: Enemy, value: die
    WAY = 9  # by: seat


class Note(IntEnum):
    """What the log tells; comments give the meaning of a note's `number` and `value`."""

    CARD = 0  # number: place in the deck
    SPAWNED = 1  # value: how many
    WAITING = 2
    MARCH = 3
    FOG = 4
    GOLD = 5  # value: gained or lost by a card
    HEALED = 6  # value: health
    WOUNDED = 7  # by an enemy or a card; value: health
    DOWN = 8
    RECOVERED = 9
    EVENED_OUT = 10  # C11; value: how many new enemies
    ARRIVED = 11  # in the gate space; value: how many
    GATE_HIT = 12  # by an enemy or a card; value: pips
    GATE_REPAIRED = 13  # by a hero or a card; number: die of the gate, value: gold spent
    TOWER_LOWERED = 14  # by an enemy, a stray shot or a card; number: Tower, value: level left
    TOWER_RAISED = 15  # by a card; number: Tower, value: new level
    THROWN_OFF = 16  # a hero, whose tower fell
    BUILT = 17  # number: Tower, value: gold spent
    UPGRADED = 18  # number: new level, value: gold spent
    MOUNTED = 19
    MOVED = 20
    FOUGHT = 21  # a hero's die; number: face, value: gold if it killed, else 0
    SHOT = 22  # a tower's die; the same
    BOMBED = 23  # a trebuchet's die against all of a kind; the same
    ASTRAY = 24  # number: face
    COLLECTED = 25  # value: gold
    WON = 26
    LOST = 27
    OUT_OF_ROUNDS = 28
    LEARNT = 29  # number: Upgrade


class Ending(IntEnum):
    """Why an episode ended."""

    OBJECTIVE_REACHED = 0
    GATE_FELL = 1
    CARDS_RAN_OUT = 2
    ROUNDS_RAN_OUT = 3


class Asked(IntEnum):
    """The setting `ask`: which decisions are asked."""

    ALL = 0
    HEROES = 1  # towers fire by themselves, except trebuchets


class Reward(IntEnum):
    """The setting `reward` (C25)."""

    OUTCOME = 0
    SHAPED = 1


class CardKind(IntEnum):
    """The kinds of event card (C5)."""

    SPAWN = 0
    WAIT = 1
    CUSTOM = 2


CARD = record(
    ("kind", "i1"),
    ("what", "i1"),  # Enemy of a spawn, Event of a custom card
    ("count", "i1"),  # enemies of a spawn
)


def is_on_map(token: Any) -> bool:
    """The token is an enemy in play; the others are all 0."""
    return bool(token.health > 0)


def is_boss(token: Any) -> bool:
    """Minions always have the health of their kind."""
    return bool(token.health > 0 and token.kind >= FIRST_BOSS)


def stands(tower: Any) -> bool:
    """There is a tower on the tower space."""
    return bool(tower.level > 0)


def is_aimed(s: Any, part: Any) -> bool:
    """A tower is being aimed."""
    return bool(s.stage == Stage.TOWERS)


TOKEN = record(  # an enemy on the map; the list of them is in order of age
    ("kind", "i1", PUBLIC.when(is_on_map)),
    ("space", "i1", PUBLIC.when(is_on_map)),
    ("health", "i1", PUBLIC.when(is_boss)),
    ("left", "i1", INTERNAL),  # steps still to go in this enemy phase, 0 outside it
    ("way", "i1", INTERNAL),  # way it takes at its next step, 0 outside the enemy phase
    ("slowed", "i1", INTERNAL),  # 1: slowed by Swordsmen in this enemy phase, 0 outside it
    ("strikes", "i1", PUBLIC.when(is_on_map)),  # 1: strikes the gate next (C7)
)

BUILDING = record(  # what stands on a tower space
    ("kind", "i1", PUBLIC.when(stands)),
    ("level", "i1", PUBLIC),  # 0: no tower
    ("builder", "i1", PUBLIC.when(stands).naming(SEAT)),
    ("gold", "i2", PUBLIC),  # unclaimed rewards (C23); they stay when the tower falls
)

FIGHTER = record(  # a hero in play
    ("space", "i1", PUBLIC),  # NOWHERE while mounted
    ("tower", "i1", PUBLIC),  # the tower space it is mounted on, else NOWHERE
    ("health", "i1", PUBLIC),
    ("actions", "i1", PUBLIC),  # left in this players phase
    ("down", "i1", PUBLIC),  # Down (C8)
    ("attacked", "i1", INTERNAL),  # 1: in this enemy phase, which clears it at its beginning
    ("wounds", "i1", PUBLIC),  # times it went down in this scenario
)

ANIMATION = record(
    ("what", "i1"),  # Animation
    ("by", "i1"),
    ("at", "i1"),
    ("target", "i1"),
    ("value", "i1"),
)

NOTE = record(  # an entry of the log; what it does not concern is NOWHERE
    ("what", "i1"),  # Note
    ("seat", "i1", INTERNAL.naming(SEAT)),  # the hero it concerns, or whose tower acts
    ("enemy", "i1"),  # Enemy
    ("tower", "i1"),  # tower space
    ("space", "i1"),
    ("number", "i1"),
    ("value", "i2"),
)

TALLY = record(  # what is counted of a hero in the whole episode
    ("kills", "i2"),
    ("tower_kills", "i4"),
    ("boss_hits", "i2"),
    ("health_lost", "i2"),
    ("times_down", "i2"),
    ("towers_built", "i2"),
    ("upgrades", "i2"),
    ("repairs", "i2"),
    ("gold_earned", "i4"),
    ("gold_spent", "i4"),
)

STATE = record(
    *header(SEATS),
    # Animations until the step halts; 0: it never halts, −1: it has halted.
    ("halt", "i2", INTERNAL),
    ("animation", ANIMATION, INTERNAL),  # the last one, only recorded if `halt` is not 0
    ("turn", "i2", PUBLIC),  # rounds begun
    ("stage", "i1", PUBLIC),
    # The tower space that fires next; after a win, the seat that may learn.
    ("cursor", "i1", PUBLIC.when(is_aimed)),
    ("dice", "i1", PUBLIC.when(is_aimed)),  # of the tower at the cursor that are not rolled yet
    ("outcome", "i1", PUBLIC),
    ("gold", "i4", PUBLIC),
    ("drawn", "i1", PUBLIC),  # event cards drawn
    ("waiting", "i1", PUBLIC),  # 1: a Wait card holds the deck
    ("fog", "i1", PUBLIC),  # 1: no tower fires this round
    ("slain", "i1", PUBLIC),  # bit set of bosses killed, counted from FIRST_BOSS
    # The last decision of an episode, for its legacy sheet: seat that learnt an upgrade, which.
    ("learner", "i1", INTERNAL.naming(SEAT)),  # NOWHERE: nobody
    ("learnt_upgrade", "i1", INTERNAL),
    ("noted", "i2", INTERNAL),  # how many of `notes` were made since the last decision
    ("tallies", TALLY, (SEATS,), INTERNAL, BY_SEAT),
    ("gate", "i1", (GATE_DICE,), PUBLIC),
    ("heroes", FIGHTER, (SEATS,), BY_SEAT),
    ("towers", BUILDING, (TOWER_SPACES,)),
    ("enemies", "i2", PUBLIC),  # how many of `tokens` are in play
    ("tokens", TOKEN, (TOKENS,)),
    ("notes", NOTE, (LOG,), INTERNAL),
)

SHEET = record(  # a hero as it starts the scenario, upgrades and scars counted in
    ("kind", "i1"),
    ("place", "i1"),  # in the order of seats, from 1 on
    ("movement", "i1"),
    ("health", "i1"),
    ("dice", "i1"),
    ("targets", "i1"),
    ("repair", "i1"),
    ("offers", "u1", (2,)),  # bit sets of useful Upgrades: without, and with one more scar (C24)
    ("discount", "i1", (len(Tower),)),
)

SETUP = record(
    ("seats", "i1"),
    ("ask", "i1"),
    ("reward_kind", "i1"),
    ("rounds", "i2"),
    ("teaches", "i1"),  # 1: after a victory a hero learns an upgrade (C24)
    ("objective", "i1"),
    ("goal", "i2"),
    ("gold", "i4"),
    ("gate", "i1", (GATE_DICE,)),
    ("allowed", "u1", (len(Tower),)),
    ("cards", "i1"),
    ("deck", CARD, (DECK,)),
    ("heroes", SHEET, (SEATS,), PUBLIC, BY_SEAT),
    ("spaces", "i1"),
    ("tower_spaces", "i1"),
    ("spawn_space", "i1"),
    ("gate_space", "i1"),
    ("ways", "i1", (SPACES, WAYS)),  # NOWHERE: no such way
    ("to_gate", "i1", (SPACES,)),  # steps by the shortest way
    ("distance", "i1", (SPACES, SPACES)),  # steps either way along the road
    ("route", "i1", (SPACES, SPACES)),  # first step from one space to another
    ("links", "u4", (TOWER_SPACES,)),  # bit set of spaces
    ("gap", "i1", (TOWER_SPACES, SPACES)),  # steps from the nearest linked space
    ("space_xy", "i1", (SPACES, 2)),  # where the map draws it
    ("tower_xy", "i1", (TOWER_SPACES, 2)),
    ("title", "u1", (2 * TITLE_BYTES + 2,)),  # UTF-8: `scenario` or `campaign: scenario`
    ("story", "u1", (STORY_BYTES,)),  # UTF-8
)

ACTIONS = Actions(
    Block("pass", (), "do nothing; a tower holds its fire, a hero learns nothing"),
    Block("build", (TOWER_SPACES, len(Tower)), "build a tower of that kind on that tower space"),
    Block("upgrade", (TOWER_SPACES,), "raise that tower by a level"),
    Block("repair", (GATE_DICE,), "raise that die of the gate by a pip"),
    Block("mount", (TOWER_SPACES,), "mount that tower"),
    Block("go", (SPACES,), "move to that space; a mounted hero unmounts onto it"),
    Block("attack", (len(Enemy),), "attack an enemy of that kind in the hero's space"),
    Block("target", (SPACES, len(Enemy)), "aim the dice of the tower at that kind in that space"),
    Block("single", (SPACES, len(Enemy)), "aim one die of the tower at that kind in that space"),
    Block("bombard", (SPACES,), "the trebuchet fires at that space"),
    Block("learn", (len(Upgrade),), "after a won campaign scenario: learn that upgrade"),
)
