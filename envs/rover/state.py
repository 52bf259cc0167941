"""The records of RoveR: the state of an episode, and its fixed setup."""

from enum import IntEnum

from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import header
from cogarena.envs.core.layout import Actions, Block
from cogarena.envs.core.records import record

SIZE = 50  # squares of a sector's side, at most (V20)
ENTITIES = 96  # on a planet, the rover among them
ROVER = 0  # the rover is the first entity
SLOTS = 3  # of the largest chassis
BAG = 6  # V10
COLUMNS, ROWS = 17, 11  # of the window (V26)
REACH_X, REACH_Y = COLUMNS // 2, ROWS // 2  # V1: entities within this distance act
CELL = 5  # side of a cell of the coarse map, in squares
CELLS = SIZE // CELL
MEMORY = 10  # turns for which a hostile remembers the rover (V25)
NOWHERE = -1
FREE, AFFECTED, IMMUNE = 0, 1, 2  # by a stall or short: in the next turn, or in the last (V15)

# V29: the most events of a turn. The rover's module acts on 48 squares, breaks walls and wears out;
# the module of another entity causes 3, a warden's 3 more; an entity stands 5 bursts of others; all
# can be destroyed, and the factory shuts.
LOG = 48 + 2 + 3 * (ENTITIES - 1) + 3 + 5 * (ENTITIES - 1) + ENTITIES + 1


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


class Known(IntEnum):
    """Bits of what the rover remembers of a square; none is set before it has seen it."""

    BLOCKED = 0
    STATION = 1  # floor of a factory, or a wall, which is BLOCKED too
    CACHE = 2  # a module or a hull repair
    SITE = 3  # still open
    SEEN = 4  # the highest bit, set for every seen square


class Cell(IntEnum):
    """What the coarse map counts in its cells of 5 × 5 squares."""

    SEEN = 0
    BLOCKED = 1
    STATION = 2


class Event(IntEnum):
    """What can happen in a turn; `who` is an entity, `value` depends on the kind."""

    HIT = 0  # integrity and shielding lost
    MISSED = 1
    DESTROYED = 2  # the kind of entity
    ANALYZED = 3  # data gathered
    STALLED = 4
    SHORTED = 5
    TELEPORTED = 6
    WALL_BROKEN = 7  # walls that `who` broke
    DISINTEGRATED = 8  # the module
    FOUND = 9  # the module
    HULL_REPAIRED = 10  # integrity restored
    SITE_USED = 11  # the Thing
    FACTORY_SHUT = 12  # planets done
    LANDED = 13  # the planet
    STOLEN = 14  # data that `who` took from the rover


ENTITY = record(
    ("kind", "i1"),  # the rover's is its chassis
    ("x", "i1"),
    ("y", "i1"),
    ("integrity", "i1"),  # 0: destroyed
    ("energy", "i2"),
    ("shielding", "i1"),
    ("datum", "i1"),  # data carried
    ("hostile", "i1"),  # 1: hunts the rover when it knows of it
    ("stalled", "i1"),  # AFFECTED: cannot move in its next turn (V15)
    ("shorted", "i1"),  # AFFECTED: can use no module in its next turn except to move (V15)
    ("alert", "i1"),  # turns until it forgets the rover; 0: has not noticed it
    ("beat", "i1"),  # turns of its hunt, modulo the rhythm in which some act
    ("post_x", "i1"),  # where it was placed
    ("post_y", "i1"),
)

MOUNT = record(
    ("module", "i1"),  # its number, EMPTY: none
    ("durability", "i2"),  # uses left
)

NOTE = record(
    ("what", "i1"),  # Event
    ("who", "u1"),  # entity
    ("kind", "i1"),  # its kind
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
    ("halt", "i2"),  # animations until the step halts; 0: it never halts, −1: it has halted
    ("animation", ANIMATION),  # the last one, only recorded if `halt` is not 0
    ("turn", "i2"),  # turns begun
    ("planet", "i1"),
    ("level", "u8"),  # seed of the planets
    ("shut", "i1"),  # 1: the factory of this planet is shut down
    ("factories", "i1"),  # shut down so far
    ("gathered", "i2"),  # data in the whole campaign
    ("outcome", "i1"),
    ("all_targets", "i1"),  # 1: local modules act on all entities, 0: on hostile ones (V18)
    ("toggled", "i1"),  # 1: in this turn
    ("selected", "i1"),  # the slot whose local module acts on a bump (V18)
    ("reselected", "i1"),  # 1: in this turn
    ("stale", "i1"),  # 1: `sight` must be computed again
    ("pod_x", "i1"),
    ("pod_y", "i1"),
    ("transport", MOUNT),
    ("slots", MOUNT, (SLOTS,)),
    ("bag", MOUNT, (BAG,)),
    ("count", "i1"),  # of entities
    ("logged", "i2"),
    ("log", NOTE, (LOG,)),
    ("sight", "u1", (ROWS * COLUMNS,)),  # 1: the rover sees it; squares of the window by row
    ("chart", "i1", (len(Cell), CELLS, CELLS)),  # the coarse map: seen squares of a kind, by y, x
    ("entities", ENTITY, (ENTITIES,)),  # in the order in which they act (V1)
    # The squares, by y, x.
    ("terrain", "u1", (SIZE, SIZE)),
    ("wall", "u1", (SIZE, SIZE)),  # integrity of a wall that stands here
    ("thing", "u1", (SIZE, SIZE)),  # Thing; from CACHE on a module
    ("who", "i1", (SIZE, SIZE)),  # entity on the square plus 1; 0: none
    # Bit sets of Known: what the rover has seen (V26). A margin that is never seen surrounds the
    # sector, so that the window always lies inside the array.
    ("known", "u1", (SIZE + 2 * REACH_Y, SIZE + 2 * REACH_X)),
    # Bit sets of columns, by y: the line of sight is computed for whole rows at once.
    ("barred", "i8", (SIZE,)),  # columns that block
    ("seen", "i8", (SIZE,)),  # columns that the rover has seen
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
