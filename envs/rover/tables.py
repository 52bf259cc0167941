"""Chassis, machines, fauna, sites and planets as data. Ids such as V24 are those of RULES.md."""

from enum import IntEnum

from cogarena.envs.core.records import record, table
from cogarena.envs.rover.modules import NUMBER


class Terrain(IntEnum):
    """The terrain of a square; from WATER on it blocks movement and the line of sight (V20)."""

    GROUND = 0
    GRASS = 1
    FLOOR = 2  # of a factory
    WATER = 3
    TREE = 4
    ROCK = 5
    WALL = 6  # an entity with integrity


FIRST_BLOCKING = int(Terrain.WATER)
WALL_INTEGRITY = 20  # V20


class Thing(IntEnum):
    """What lies on a square and does not block; above CACHE a module: CACHE + its number."""

    NOTHING = 0
    POD = 1
    FOUNDRY = 2
    WORKSHOP = 3
    REPAIR_BAY = 4
    OBSERVATORY = 5
    CLOSED_SITE = 6
    WRECK = 7
    HULL_REPAIR = 8
    CACHE = 9


FIRST_SITE, LAST_SITE = int(Thing.FOUNDRY), int(Thing.OBSERVATORY)
SITES = LAST_SITE - FIRST_SITE + 1
HULL_REPAIR = 10  # integrity that a hull repair cache restores


class Nature(IntEnum):
    """What kind of being an entity is."""

    ROVER = 0
    MACHINE = 1  # hostile
    WARDEN = 2  # hostile; the factory shuts down with it
    FAUNA = 3  # hostile once hurt
    STILL = 4  # never moves or attacks


class Conduct(IntEnum):
    """How an entity behaves when it hunts the rover (V25); the last four are the wardens'."""

    NONE = 0
    HUNT = 1  # uses its first module that reaches the rover, or else moves closer
    STAND = 2  # as HUNT, but stays within a few squares of its post
    PULSE = 3  # as HUNT, but uses its first module every third turn, whatever is in reach
    SNARE = 4  # as HUNT, but uses its first module, which stalls, only every third turn
    KEEP_OFF = 5  # backs away from a near rover, and repairs itself when badly hurt


class Kind(IntEnum):
    """Every kind of entity: the rover by its chassis, machines, wardens, fauna, flora, relics."""

    POLYETHYLENE = 0
    ALUMINUM = 1
    TITANIUM = 2
    PROPROVE = 3
    LUNOROVE = 4
    SPARKER = 5
    DAMPER = 6
    TETHER = 7
    BLINKER = 8
    BURSTER = 9
    MENDER = 10
    FOREMAN = 11
    SMELTER = 12
    LOOM = 13
    OVERSEER = 14
    GRAZER = 15
    STALKER = 16
    FROND = 17
    CORAL = 18
    RELIC = 19


FIRST_MACHINE, LAST_MACHINE = int(Kind.PROPROVE), int(Kind.MENDER)
TOOLS = 3  # modules a machine may carry


def tools(*names: str) -> tuple[int, ...]:
    """Modules of a machine, the best first."""
    numbers = [NUMBER[name.lower()] for name in names]
    return (*numbers, *[0] * (TOOLS - len(numbers)))


NO_TOOLS = tools()
PISTON = tools("Magnetic Piston")
FOREMAN_TOOLS = tools("Analyzing Flash", "Gas Laser")
SMELTER_TOOLS = tools("Area Charge", "Ore Launcher")
LOOM_TOOLS = tools("Free-Electron Transporter", "Heat Sink", "Ore Launcher")
OVERSEER_TOOLS = tools("Chilling Blaster", "Gas Railgun", "Repair Kit")

ROVER, MACHINE, WARDEN, FAUNA, STILL = Nature
NONE, HUNT, STAND, PULSE, SNARE, KEEP_OFF = Conduct

KIND = table(
    Kind,
    record(
        ("integrity", "i1"), ("energy", "i2"), ("shielding", "i1"), ("power", "i1"),
        ("sensitivity", "i1"), ("datum", "i1"), ("nature", "i1"), ("conduct", "i1"),
        ("planet", "i1"), ("tools", "i1", (TOOLS,)),
    ),
    {
        # data: capacity of a rover, what others carry; planet: the first one it appears on
        #                  integrity energy shielding power sensitivity data
        Kind.POLYETHYLENE: (20, 100, 6,  2, 10, 20, ROVER,   NONE,     1, NO_TOOLS),
        Kind.ALUMINUM:     (40, 140, 10, 4, 12, 40, ROVER,   NONE,     1, NO_TOOLS),
        Kind.TITANIUM:     (80, 240, 16, 3, 14, 80, ROVER,   NONE,     1, NO_TOOLS),
        Kind.PROPROVE:     (5,  10,  1,  3, 6,  1,  MACHINE, HUNT,     1, PISTON),
        Kind.LUNOROVE:     (10, 10,  1,  3, 8,  1,  MACHINE, HUNT,     1, PISTON),
        Kind.SPARKER:      (6,  12,  1,  2, 8,  2,  MACHINE, HUNT,     1, tools("Gas Laser")),
        Kind.DAMPER:       (8,  14,  2,  1, 10, 2,  MACHINE, HUNT,     2, tools("Hydro Sink")),
        Kind.TETHER:       (8,  14,  2,  1, 10, 2,  MACHINE, HUNT,     2, tools("Heat Sink")),
        Kind.BLINKER:      (10, 14,  2,  2, 12, 3,  MACHINE, HUNT,     3,
                            tools("Luminous Transporter", "Magnetic Piston")),
        Kind.BURSTER:      (12, 16,  3,  1, 12, 3,  MACHINE, HUNT,     3, tools("Area Charge")),
        Kind.MENDER:       (10, 18,  4,  1, 14, 4,  MACHINE, HUNT,     4,
                            tools("Regenerative Bolt")),
        Kind.FOREMAN:      (12, 20,  2,  2, 8,  6,  WARDEN,  STAND,    1, FOREMAN_TOOLS),
        Kind.SMELTER:      (16, 30,  2,  1, 10, 8,  WARDEN,  PULSE,    2, SMELTER_TOOLS),
        Kind.LOOM:         (20, 30,  3,  2, 12, 10, WARDEN,  SNARE,    3, LOOM_TOOLS),
        Kind.OVERSEER:     (18, 24,  3,  1, 14, 12, WARDEN,  KEEP_OFF, 4, OVERSEER_TOOLS),
        Kind.GRAZER:       (6,  10,  0,  1, 4,  2,  FAUNA,   HUNT,     1, PISTON),
        Kind.STALKER:      (10, 10,  0,  3, 8,  4,  FAUNA,   HUNT,     2, PISTON),
        Kind.FROND:        (4,  1,   0,  0, 0,  1,  STILL,   NONE,     1, NO_TOOLS),
        Kind.CORAL:        (8,  1,   2,  0, 0,  2,  STILL,   NONE,     1, NO_TOOLS),
        Kind.RELIC:        (20, 1,   4,  0, 12, 6,  STILL,   NONE,     1, NO_TOOLS),
    },
)  # fmt: skip

FIRST_WARDEN = int(Kind.FOREMAN)


class Chassis(IntEnum):
    """The chassis in the order in which a Foundry builds them; numbered as the first kinds."""

    POLYETHYLENE = 0
    ALUMINUM = 1
    TITANIUM = 2


CHASSIS = table(
    Chassis,
    record(("slots", "i1"), ("transport", "i1"), ("price", "i1")),
    {
        #                      slots transport price (transport: what a step costs; price: V23)
        Chassis.POLYETHYLENE: (2,    1,        0),
        Chassis.ALUMINUM:     (3,    3,        15),
        Chassis.TITANIUM:     (3,    8,        35),
    },
)  # fmt: skip

WORKSHOP_PRICE, REPAIR_PRICE, OBSERVATORY_PRICE = 6, 4, 3  # V23


class Planet(IntEnum):
    """The four planets, in the order of the campaign."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3


PLANETS = len(Planet)

# Counts for a planet of full size; smaller ones get a proportional share, at least 1.
PLANET = table(
    Planet,
    record(
        ("roamers", "i1"), ("guards", "i1"), ("fauna", "i1"), ("still", "i1"), ("relics", "i1"),
        ("caches", "i1"), ("hulls", "i1"), ("workshops", "i1"), ("bays", "i1"), ("tier", "i1"),
    ),
    {
        # tier: highest cost of the modules found here
        #               roamers guards fauna still relics caches hulls workshops bays tier
        Planet.FIRST:   (4,     2,     6,    8,    4,     16,    11,   4,        2,   3),
        Planet.SECOND:  (5,     2,     6,    8,    4,     16,    11,   4,        2,   4),
        Planet.THIRD:   (6,     3,     6,    8,    4,     16,    11,   4,        2,   5),
        Planet.FOURTH:  (7,     3,     6,    8,    4,     16,    11,   4,        2,   6),
    },
)  # fmt: skip


TITLES = {Kind.PROPROVE: "PropRove", Kind.LUNOROVE: "LunoRove"}


def words(member: IntEnum) -> str:
    """The name of a member as it is printed."""
    if isinstance(member, Kind) and member in TITLES:
        return TITLES[member]
    return member.name.replace("_", " ").capitalize()
