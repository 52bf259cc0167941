"""The printed tables of Co-op Tower Defense as data. Ids such as C18 are those of RULES.md."""

from enum import IntEnum, IntFlag

from cogarena.envs.core.records import frozen, record, table


class Type(IntFlag):
    """The type of an enemy; heroes and towers have sets of types that they can target."""

    GROUND = 1
    FLYING = 2
    MAGIC = 4


GROUND, FLYING, MAGIC = int(Type.GROUND), int(Type.FLYING), int(Type.MAGIC)


class Enemy(IntEnum):
    """Minions first, then the bosses."""

    GREMLIN = 0
    DEVIL_STEED = 1
    BAT_MONKEYS = 2
    GOLEM = 3
    DARK_WIZARD = 4
    CORRUPT_DWARF = 5
    MORGU = 6
    DAMITAT = 7
    FLAMBEE = 8


FIRST_BOSS = int(Enemy.MORGU)
BOSSES = len(Enemy) - FIRST_BOSS

ENEMY = table(
    Enemy,
    record(("type", "i1"), ("damage", "i1"), ("movement", "i1"), ("health", "i1"), ("gold", "i1")),
    {
        #                     type    damage movement health gold
        Enemy.GREMLIN:        (GROUND, 1,    1,       3,     1),
        Enemy.DEVIL_STEED:    (GROUND, 1,    2,       3,     2),
        Enemy.BAT_MONKEYS:    (FLYING, 1,    1,       3,     2),
        Enemy.GOLEM:          (GROUND, 2,    1,       4,     3),
        Enemy.DARK_WIZARD:    (MAGIC,  1,    1,       3,     3),
        Enemy.CORRUPT_DWARF:  (GROUND, 3,    1,       4,     4),
        Enemy.MORGU:          (GROUND, 5,    1,       10,    30),
        Enemy.DAMITAT:        (FLYING, 5,    1,       10,    30),
        Enemy.FLAMBEE:        (MAGIC,  5,    1,       6,     40),
    },
)  # fmt: skip

# C7: by movement, damage, health, all descending.
ACTIVATION_ORDER = frozen(
    sorted(
        Enemy,
        key=lambda e: (-ENEMY[e].movement, -ENEMY[e].damage, -ENEMY[e].health, e),
    ),
    "i1",
)


class Tower(IntEnum):
    """The six kinds of tower."""

    ARCHERY_TOWER = 0
    SWORDSMEN = 1
    BOMBERS = 2
    MAGE_TOWER = 3
    STABLES = 4
    TREBUCHET = 5


TOWER = table(
    Tower,
    record(("cost", "i1"), ("upgrade", "i1"), ("reach", "i1"), ("dice", "i1"), ("targets", "i1")),
    {
        #                     cost upgrade reach dice  targets
        #                                        a level
        Tower.ARCHERY_TOWER:  (4,  4,      0,    1,    GROUND | FLYING),
        Tower.SWORDSMEN:      (4,  4,      0,    1,    GROUND),
        Tower.BOMBERS:        (6,  5,      0,    2,    GROUND),
        Tower.MAGE_TOWER:     (8,  6,      0,    1,    GROUND | FLYING | MAGIC),
        Tower.STABLES:        (6,  5,      1,    1,    GROUND),
        Tower.TREBUCHET:      (10, 6,      3,    1,    GROUND),
    },
)  # fmt: skip


class Hero(IntEnum):
    """The five heroes."""

    GLORBUD = 0
    KEITH = 1
    HENRY = 2
    MONGO = 3
    EDWARD = 4


HERO = table(
    Hero,
    record(
        ("movement", "i1"), ("health", "i1"), ("dice", "i1"), ("targets", "i1"), ("repair", "i1"),
        ("discount", "i1", (len(Tower),)),
    ),
    {
        #             movement health dice targets                  repair discount by tower
        Hero.GLORBUD: (1,      6,     2,   GROUND,                  20,    (0, 0, 2, 0, 0, 0)),
        Hero.KEITH:   (2,      5,     1,   GROUND | FLYING,         20,    (1, 0, 0, 0, 0, 0)),
        Hero.HENRY:   (3,      4,     1,   GROUND,                  20,    (0, 0, 0, 0, 2, 0)),
        Hero.MONGO:   (2,      3,     1,   GROUND | FLYING | MAGIC, 20,    (0, 0, 0, 2, 0, 0)),
        Hero.EDWARD:  (2,      4,     1,   GROUND,                  10,    (1, 1, 1, 1, 1, 1)),
    },
)  # fmt: skip


class Effect(IntEnum):
    """What a custom event can do."""

    GOLD = 0  # gain, or lose down to 0
    HEALTH = 1  # every hero, up to its maximum or down to 1
    GATE = 2  # pips: weakest living die first, or damage as by an enemy
    TOWER_LEVEL = 3  # of one random tower
    MARCH = 4  # every enemy moves at once
    FOG = 5  # no tower fires this round


class Event(IntEnum):
    """The custom event cards [D]."""

    MERCHANT_CARAVAN = 0
    TAX_COLLECTOR = 1
    HEALING_SPRING = 2
    PLAGUE = 3
    MASTER_MASONS = 4
    SAPPERS = 5
    VOLUNTEERS = 6
    SABOTAGE = 7
    FORCED_MARCH = 8
    THICK_FOG = 9


EVENT = table(
    Event,
    record(("effect", "i1"), ("amount", "i1")),
    {
        Event.MERCHANT_CARAVAN: (Effect.GOLD, 6),
        Event.TAX_COLLECTOR: (Effect.GOLD, -4),
        Event.HEALING_SPRING: (Effect.HEALTH, 2),
        Event.PLAGUE: (Effect.HEALTH, -1),
        Event.MASTER_MASONS: (Effect.GATE, 2),
        Event.SAPPERS: (Effect.GATE, -1),
        Event.VOLUNTEERS: (Effect.TOWER_LEVEL, 1),
        Event.SABOTAGE: (Effect.TOWER_LEVEL, -1),
        Event.FORCED_MARCH: (Effect.MARCH, 0),
        Event.THICK_FOG: (Effect.FOG, 0),
    },
)


class Upgrade(IntEnum):
    """What a hero can learn after a won scenario of a campaign (C24)."""

    TOUGH = 0
    SWIFT = 1
    FIERCE = 2
    THRIFTY = 3
    MASON = 4
    KEEN = 5


UPGRADE = table(
    Upgrade,
    record(
        ("health", "i1"), ("movement", "i1"), ("dice", "i1"), ("discount", "i1"), ("repair", "i1"),
        ("targets", "i1"),
    ),
    {
        #                health movement dice discount repair targets
        Upgrade.TOUGH:   (1,    0,       0,   0,       0,     0),
        Upgrade.SWIFT:   (0,    1,       0,   0,       0,     0),
        Upgrade.FIERCE:  (0,    0,       1,   0,       0,     0),
        Upgrade.THRIFTY: (0,    0,       0,   1,       0,     0),
        Upgrade.MASON:   (0,    0,       0,   0,       -5,    0),
        Upgrade.KEEN:    (0,    0,       0,   0,       0,     FLYING),
    },
)  # fmt: skip


def words(member: IntEnum) -> str:
    """A member's name as the rules print it: `Enemy.DEVIL_STEED` is "Devil Steed"."""
    return member.name.replace("_", " ").title()


def by_words(kind: type[IntEnum]) -> dict[str, IntEnum]:
    """The members of a table by their printed names."""
    return {words(member): member for member in kind}
