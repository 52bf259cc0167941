"""The records of RoveR: the state of an episode, and its fixed setup."""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import header
from cogarena.envs.core.layout import Actions, Block
from cogarena.envs.core.records import record
from cogarena.envs.core.visibility import INTERNAL, PUBLIC, SECRET

SIZE = 50  # squares of a sector's side, at most (V20)
ENTITIES = 96  # on a planet, the rover among them
ROVER = 0  # the rover is the first entity
LAST_CHASSIS = 2  # the last kind that is a rover
SLOTS = 3  # of the largest chassis
BAG = 6  # V10
COLUMNS, ROWS = 17, 11  # of the window (V26)
REACH_X, REACH_Y = COLUMNS // 2, ROWS // 2  # V1: entities within this distance act
CELL = 5  # side of a cell of the coarse map, in squares
CELLS = SIZE // CELL
MEMORY = 10  # turns for which a hostile remembers the rover (V25)
RHYTHM = 3  # turns between pulses of a warden (V24)
LEASH = 3  # how far a guard moves from its post (V24)
NOWHERE = -1
FREE, AFFECTED, IMMUNE = 0, 1, 2  # by a stall or short: in the next turn, or in the last (V15)

# What has changed since the visible squares were found: nothing, a wall broke, the rover moved.
FRESH, BROKEN, MOVED = 0, 1, 2

# V29: the most events of a turn. The rover's module acts on 48 squares, and 8 more tell of its use,
# what it restores, walls, wear and the pod; using the module of another entity causes 6, a warden's
# 1 more; an entity stands 5 bursts of others; all can be destroyed, and the factory shuts.
LOG = 48 + 8 + 6 * (ENTITIES - 1) + 1 + 5 * (ENTITIES - 1) + ENTITIES + 1


class Decision(IntEnum):
    """What the agent can be asked."""

    TURN = 0


class Outcome(IntEnum):
    """How the campaign ended, if it has."""

    OPEN = 0
    WON = 1
    LOST = 2


class Start(IntEnum):
    """The setting `start`."""

    POD = 0
    FACTORY = 1


class Reward(IntEnum):
    """The setting `reward` (V28)."""

    DATA = 0
    SPARSE = 1


class Cell(IntEnum):
    """What the coarse map counts in its cells of 5 × 5 squares."""

    SEEN = 0
    BLOCKED = 1
    STATION = 2


class Event(IntEnum):
    """What can happen in a turn; `who` is an entity, `value` and `extra` depend on the kind.

    What a module does follows the event of its use, before the next such event.
    """

    HIT = 0  # the damage, and how much of it shielding absorbed
    MISSED = 1  # the module, and the kind of its target
    DESTROYED = 2  # data that the rover gathered by it
    ANALYZED = 3  # data gathered, and data that did not fit
    STALLED = 4
    SHORTED = 5
    TELEPORTED = 6  # the entity that `who` swapped places with, and its kind
    WALL_BROKEN = 7  # walls that `who` broke
    DISINTEGRATED = 8  # the module
    FOUND = 9  # the module
    HULL_REPAIRED = 10  # integrity restored
    SITE_USED = 11  # the Thing, and the data paid
    FACTORY_SHUT = 12  # planets done
    LANDED = 13  # the planet
    STOLEN = 14  # data that `who` took, and the kind of its victim
    USED = 15  # the module that `who` uses
    REPAIRED = 16  # integrity that its module restored to `who`, and so for these two:
    SHIELDED = 17
    CHARGED = 18
    RECHARGED = 19  # energy that the pod restored
    WALL_HIT = 20  # damage by `who` to walls that still stand


# What is counted of the rover in the whole campaign; nothing in the rules depends on it.
COUNTED = {
    "steps": "squares moved",
    "indoor_steps": "of these, onto the floor of a factory",
    "energy_spent": "energy spent on modules, steps and waiting",
    "energy_generated": "energy gained from modules",
    "energy_recharged": "energy gained in the drop pod",
    "modules_used": "modules activated",
    "hits": "entities hit by the rover's modules",
    "long_hits": "of these, by ranged or piercing modules",
    "misses": "entities that the rover's modules missed",
    "damage_dealt": "integrity and shielding that the rover took from others",
    "damage_taken": "integrity lost to others",
    "damage_absorbed": "damage that the rover's shielding absorbed",
    "machines_destroyed": "machines destroyed by the rover, wardens among them",
    "fauna_destroyed": "fauna destroyed by the rover",
    "still_destroyed": "flora and relics destroyed by the rover",
    "walls_broken": "walls broken by the rover",
    "stalls": "entities that the rover stalled",
    "shorts": "entities that the rover shorted",
    "times_stalled": "how often the rover was stalled",
    "times_shorted": "how often the rover was shorted",
    "teleports": "how often the rover swapped places by a module of its own",
    "data_by_analysis": "data gathered by analysis",
    "data_by_fighting": "data gathered by destroying entities",
    "data_lost": "data found that did not fit into the rover",
    "data_stolen": "data that others took from the rover",
    "data_spent": "data paid to sites",
    "integrity_repaired": "integrity restored by modules",
    "integrity_from_hulls": "integrity restored by hull repair caches and repair bays",
    "shielding_restored": "shielding restored by modules",
    "modules_found": "modules found in caches or made in workshops",
    "modules_installed": "modules installed into slots",
    "transports_mounted": "spare transport modules mounted",
    "modules_removed": "modules removed from slots",
    "modules_thrown_away": "modules thrown away",
    "modules_worn_out": "modules that disintegrated, transport modules among them",
    "hull_repairs": "hull repair caches used up",
    "foundries": "foundries used",
    "workshops": "workshops used",
    "repair_bays": "repair bays used",
    "observatories": "observatories used",
    "launches": "launches to another planet",
}


def is_alive(e: Any) -> bool:
    """An entity is not destroyed."""
    return bool(e.integrity > 0)


def is_other(e: Any) -> bool:
    """An entity is alive and not the rover."""
    return bool(e.kind > LAST_CHASSIS and e.integrity > 0)


def in_sight(s: Any, e: Any) -> bool:
    """The rover sees an entity, or it is the rover."""
    column = int(e.x) - int(s.entities[ROVER].x) + REACH_X
    row = int(e.y) - int(s.entities[ROVER].y) + REACH_Y
    if e.integrity <= 0 or not (0 <= column < COLUMNS and 0 <= row < ROWS):
        return False
    return bool(s.sight[row * COLUMNS + column])


def stays_hidden_along_x(s: Any, e: Any) -> bool:
    """An entity is in sight, or moving it along x does not bring it into the window."""
    return in_sight(s, e) or abs(int(e.y) - int(s.entities[ROVER].y)) > REACH_Y


def stays_hidden_along_y(s: Any, e: Any) -> bool:
    """An entity is in sight, or moving it along y does not bring it into the window."""
    return in_sight(s, e) or abs(int(e.x) - int(s.entities[ROVER].x)) > REACH_X


def is_seen(s: Any, part: Any, at: tuple[int, ...]) -> bool:
    """The rover has seen a square."""
    return bool(s.known[at[0] + REACH_Y, at[1] + REACH_X])


def is_unseen(s: Any, part: Any, at: tuple[int, ...]) -> bool:
    """The rover has never seen a square."""
    return not is_seen(s, part, at)


def on_map(s: Any, part: Any, at: tuple[int, ...], setup: Any) -> bool:
    """An element of `known` is a square of the sector, not of its margin."""
    y, x = at[0] - REACH_Y, at[1] - REACH_X
    return bool(0 <= y < setup.side and 0 <= x < setup.side)


def is_mounted(mount: Any) -> bool:
    """A slot or a place of the bag holds a module."""
    return bool(mount.module)


SEEN_NOW = SECRET.shown_when(in_sight)  # of entities: known while the rover sees them
OF_OTHERS = SEEN_NOW.when(is_other)
SQUARE = SECRET.shown_when(is_seen).when(is_unseen)  # of a seen square `known` tells

ENTITY = record(
    ("kind", "i1", OF_OTHERS),  # the rover's is its chassis
    ("x", "i1", SEEN_NOW.when(stays_hidden_along_x)),
    ("y", "i1", SEEN_NOW.when(stays_hidden_along_y)),
    ("integrity", "i1", SEEN_NOW.when(is_alive)),  # 0: destroyed
    ("energy", "i2", SEEN_NOW),
    ("shielding", "i1", SEEN_NOW),
    ("datum", "i1", SEEN_NOW),  # data carried
    ("hostile", "i1", OF_OTHERS),  # 1: hunts the rover when it knows of it
    ("stalled", "i1", SEEN_NOW),  # AFFECTED: cannot move in its next turn (V15)
    ("shorted", "i1", SEEN_NOW),  # AFFECTED: can use no module in its next turn but to move (V15)
    ("alert", "i1", OF_OTHERS),  # turns until it forgets the rover; 0: has not noticed it
    ("beat", "i1", OF_OTHERS),  # turns of its hunt, modulo the rhythm in which some act
    ("post_x", "i1", SECRET),  # where it was placed
    ("post_y", "i1", SECRET),
)

MOUNT = record(
    ("module", "i1", PUBLIC),  # its number, EMPTY: none
    ("durability", "i2", PUBLIC.when(is_mounted)),  # uses left
)

NOTE = record(
    ("what", "i1"),  # Event
    ("who", "u1"),  # entity
    ("kind", "i1"),  # its kind
    ("x", "i1"),  # where, NOWHERE if the rover does not see it
    ("y", "i1"),
    ("extra", "i1"),
    ("value", "i2"),
)

ANIMATION = record(
    ("by", "u1"),  # entity
    ("module", "i1"),  # the one it used; EMPTY: it is about to act
    ("from_x", "i1"),  # where it stood
    ("from_y", "i1"),
    ("to_x", "i1"),  # the square it acted on
    ("to_y", "i1"),
    ("hit", "i1"),  # 0: it missed
)

STATE = record(
    *header(1),
    ("halt", "i2", INTERNAL),  # animations until the step halts; 0: it never halts, −1: it has
    ("animation", ANIMATION, INTERNAL),  # the last one, only recorded if `halt` is not 0
    ("turn", "i2", PUBLIC),  # turns begun
    ("planet", "i1", PUBLIC),
    ("level", "u8", SECRET),  # seed of the planets
    ("shut", "i1", PUBLIC),  # 1: the factory of this planet is shut down
    ("factories", "i1", PUBLIC),  # shut down so far
    ("gathered", "i2", PUBLIC),  # data in the whole campaign
    ("outcome", "i1", INTERNAL),  # OPEN at every decision
    ("all_targets", "i1", PUBLIC),  # 1: local modules act on all, 0: on hostile entities (V18)
    ("toggled", "i1", PUBLIC),  # 1: in this turn
    ("selected", "i1", PUBLIC),  # the slot whose local module acts on a bump (V18)
    ("reselected", "i1", PUBLIC),  # 1: in this turn
    ("stale", "i1", INTERNAL),  # unless FRESH, `sight` must be computed again
    ("pod_x", "i1", PUBLIC),
    ("pod_y", "i1", PUBLIC),
    ("transport", MOUNT),
    ("slots", MOUNT, (SLOTS,)),
    ("bag", MOUNT, (BAG,)),
    ("count", "i1", INTERNAL),  # of the list of entities; planet and settings determine it
    ("tally", record(*((name, "i4") for name in COUNTED)), INTERNAL),  # told at the end
    ("logged", "i2", INTERNAL),
    ("log", NOTE, (LOG,), INTERNAL),  # of the last turn, told as events
    # 1: the rover sees it; squares of the window by row
    ("sight", "u1", (ROWS * COLUMNS,), PUBLIC),
    # The coarse map: seen squares of a kind, by y, x, counted in `known`
    ("chart", "i1", (len(Cell), CELLS, CELLS), INTERNAL),
    ("entities", ENTITY, (ENTITIES,)),  # in the order in which they act (V1)
    # The squares, by y, x.
    ("terrain", "u1", (SIZE, SIZE), SQUARE),
    ("wall", "u1", (SIZE, SIZE), SQUARE),  # integrity of a wall that stands here
    ("thing", "u1", (SIZE, SIZE), SQUARE),  # Thing; from CACHE on a module
    # Entity on the square plus 1; 0: none. The entities tell the same.
    ("who", "i1", (SIZE, SIZE), INTERNAL),
    # What the rover remembers of each square (V26), as `vision.appearance` says. A margin that is
    # never seen surrounds the sector, so that the window always lies inside the array.
    ("known", "i1", (SIZE + 2 * REACH_Y, SIZE + 2 * REACH_X), PUBLIC.when(on_map)),
    # Bit sets of columns, by y: the line of sight is computed for whole rows at once. `terrain` and
    # `known` tell the same.
    ("barred", "i8", (SIZE,), INTERNAL),  # columns that block
    ("seen", "i8", (SIZE,), INTERNAL),  # columns that the rover has seen
)

SETUP = record(
    ("side", "i8"),  # squares of a sector's side
    ("first_planet", "i1"),
    ("planets", "i1"),
    ("hostiles", "f4"),  # how many, as a share of the usual
    ("turns", "i2"),
    ("levels", "i4"),  # 0: unlimited
    ("held_out", "i1"),  # 1: levels of the test split
    ("reward_kind", "i1"),
    ("start", "i1"),
    ("chassis", "i1"),
    ("revealed", "i1"),  # 1: maps are known from the landing on
    ("modules", "i1", (SLOTS + BAG,)),  # at the start: first the slots, then the bag
)

ACTIONS = Actions(
    Block("wait", (), "wait for a turn"),
    Block("move", (DIRECTIONS,), "move north, east, south, west; into an entity: use a local one"),
    Block("aim", (SLOTS, DIRECTIONS), "use the ranged or piercing module of a slot that way"),
    Block("activate", (SLOTS,), "use the internal or burst module of a slot"),
    Block("toggle", (), "let local modules act on hostile entities only, or on all; takes no turn"),
    Block("install", (BAG, SLOTS), "put a module of the bag into a slot; a transport into slot 1"),
    Block("remove", (SLOTS,), "put the module of a slot into the bag"),
    Block("drop", (BAG,), "throw a module of the bag away"),
    Block("use", (), "use the site the rover stands on, or launch from the drop pod"),
    Block("select", (SLOTS,), "let the local module of a slot act on a bump; takes no turn"),
)
