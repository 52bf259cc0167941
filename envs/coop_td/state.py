"""The records of Co-op Tower Defense: the state of an episode, and its fixed setup."""

from enum import IntEnum

from cogarena.envs.coop_td.tables import BOSSES, FIRST_BOSS, Enemy, Tower, Upgrade
from cogarena.envs.core.header import header
from cogarena.envs.core.layout import Actions, Block
from cogarena.envs.core.records import record

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

TOKEN = record(  # an enemy on the map; the list of them is in order of age
    ("kind", "i1"),
    ("space", "i1"),
    ("health", "i1"),
    ("left", "i1"),  # steps still to go in this enemy phase, 0 outside it
    ("way", "i1"),  # way it takes at its next step, 0 outside the enemy phase
    ("slowed", "i1"),  # 1: Swordsmen have slowed it in this enemy phase
    ("strikes", "i1"),  # 1: has attacked a hero in the gate space, and strikes the gate next (C7)
)

BUILDING = record(  # what stands on a tower space
    ("kind", "i1"),
    ("level", "i1"),  # 0: no tower
    ("builder", "i1"),  # seat
    ("gold", "i2"),  # unclaimed rewards (C23); they stay when the tower falls
)

FIGHTER = record(  # a hero in play
    ("space", "i1"),  # NOWHERE while mounted
    ("tower", "i1"),  # the tower space it is mounted on, else NOWHERE
    ("health", "i1"),
    ("actions", "i1"),  # left in this players phase
    ("down", "i1"),  # Down (C8)
    ("attacked", "i1"),  # 1: in this enemy phase
    ("wounds", "i1"),  # times it went down in this scenario
)

ANIMATION = record(
    ("what", "i1"),  # Animation
    ("by", "i1"),
    ("at", "i1"),
    ("target", "i1"),
    ("value", "i1"),
)

STATE = record(
    *header(SEATS),
    ("halt", "i2"),  # animations until the step halts; 0: it never halts, −1: it has halted
    ("animation", ANIMATION),  # the last one, only recorded if `halt` is not 0
    ("turn", "i2"),  # rounds begun
    ("stage", "i1"),
    ("cursor", "i1"),  # the tower space that fires next; after a win, the seat that may learn
    ("dice", "i1"),  # that the tower at the cursor has not rolled yet, 0 between two towers
    ("outcome", "i1"),
    ("gold", "i4"),
    ("drawn", "i1"),  # event cards drawn
    ("waiting", "i1"),  # 1: a Wait card holds the deck
    ("fog", "i1"),  # 1: no tower fires this round
    ("slain", "i1"),  # bit set of bosses killed, counted from FIRST_BOSS
    ("learner", "i1"),  # seat that learnt an upgrade, else NOWHERE
    ("learnt_upgrade", "i1"),  # the Upgrade it learnt
    ("gate", "i1", (GATE_DICE,)),
    ("heroes", FIGHTER, (SEATS,)),
    ("towers", BUILDING, (TOWER_SPACES,)),
    ("enemies", "i2"),  # how many of `tokens` are in play
    ("tokens", TOKEN, (TOKENS,)),
)

SHEET = record(  # a hero as it starts the scenario, upgrades and scars counted in
    ("kind", "i1"),
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
    ("heroes", SHEET, (SEATS,)),
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
