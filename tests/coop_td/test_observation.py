"""What the observation shows: numbers in natural units, and every public fact."""

import numpy as np
import pytest

from cogarena.envs.coop_td import observe
from cogarena.envs.coop_td.observe import (
    CARDS_AHEAD,
    FIRST_EVENT,
    LAYOUT,
    WAIT,
    BossColumn,
    CardColumn,
    DieColumn,
    HeroColumn,
    LaterColumn,
    SpaceColumn,
    StrikerColumn,
    TableColumn,
    TowerColumn,
)
from cogarena.envs.coop_td.state import NOWHERE, Down, Objective, Stage
from cogarena.envs.coop_td.tables import HERO, Enemy, Event, Hero, Tower, Type, Upgrade
from support.scenes.coop_td import Scene


def seen(scene, seat=0):
    out = np.zeros(1, LAYOUT.dtype)
    observe.observe(scene.setup, scene.s, seat, out[0])
    return out[0]


def begins_like(columns, table, start=0, end=""):
    return all(columns[f"{member.name}{end}"] == start + member for member in table)


def test_columns_are_in_the_order_of_the_tables():
    assert begins_like(HeroColumn, Hero)
    assert begins_like(HeroColumn, Tower, HeroColumn.ARCHERY_TOWER_DISCOUNT, "_DISCOUNT")
    assert begins_like(HeroColumn, Upgrade, HeroColumn.TOUGH)
    assert begins_like(SpaceColumn, Enemy)
    assert begins_like(StrikerColumn, Enemy)
    assert begins_like(TowerColumn, Tower)
    assert begins_like(CardColumn, Enemy)
    assert begins_like(CardColumn, Event, CardColumn.MERCHANT_CARAVAN)
    assert begins_like(TableColumn, Tower, TableColumn.ARCHERY_TOWER)


def test_every_hero_can_attack_ground_enemies_which_is_therefore_not_told():
    assert (HERO["targets"] & Type.GROUND).all()


def test_enemies_are_counted_by_space():
    out = seen(Scene("c: Gremlin x 4, Golem x 1"))
    assert out.spaces[3, SpaceColumn.GREMLIN] == 4
    assert out.spaces[3, SpaceColumn.GOLEM] == 1


def test_the_observer_comes_first_among_the_heroes():
    out = seen(Scene("", heroes=("glorbud", "mongo")), seat=1)
    assert out.heroes[0, HeroColumn.MONGO] == 1
    assert out.heroes[1, HeroColumn.GLORBUD] == 1
    assert out.heroes[:2, HeroColumn.PLACE].tolist() == [2, 1]


def test_the_next_cards_are_seen():
    out = seen(Scene("", deck=("Golem x 4", "Wait", "Event (Plague)")))
    assert out.cards[0, CardColumn.GOLEM] == 4
    assert out.cards[1, CardColumn.WAIT] == 1
    assert out.cards[2, CardColumn.PLAGUE] == 1


def test_the_rest_of_the_deck_is_seen_in_order():
    deck = ("Wait",) * CARDS_AHEAD + ("Golem x 4", "Wait", "Event (Plague)")
    out = seen(Scene("", deck=deck))
    assert out.later_cards[:4, LaterColumn.WHAT].tolist() == [
        1 + Enemy.GOLEM, WAIT, FIRST_EVENT + Event.PLAGUE, 0,
    ]  # fmt: skip
    assert out.later_cards[0, LaterColumn.COUNT] == 4


def test_everybody_sees_which_tower_is_aimed_and_who_aims_it():
    scene = Scene("b: Golem x 1, Gremlin x 1\n1: Archery Tower 3, Mongo", deck=("Wait", "Wait"))
    scene.turn_of("keith", 1).act("pass")
    mongo, keith = seen(scene, scene.seat("mongo")), seen(scene, scene.seat("keith"))
    aim = TowerColumn.DICE_TO_AIM
    assert (mongo.towers[0, aim], keith.towers[0, aim]) == (3, 3)
    assert (mongo.table[TableColumn.ASKED], keith.table[TableColumn.ASKED]) == (1, 0)
    assert keith.heroes[scene.seat("mongo") - scene.seat("keith"), HeroColumn.ACTS] == 1


def test_the_damage_that_is_due_at_the_gate_is_seen_and_from_whom():
    scene = Scene("G: Keith, Golem x 2\nb: Glorbud, Henry, Mongo")
    scene.s.tokens[1].strikes = 1
    assert seen(scene).table[TableColumn.DAMAGE_DUE] == 2
    assert seen(scene).strikers[StrikerColumn.GOLEM] == 1


def test_towers_show_kind_level_and_unclaimed_gold():
    scene = Scene("2: Mage Tower 3")
    scene.tower("2").gold = 15
    out = seen(scene)
    assert out.towers[1, TowerColumn.MAGE_TOWER] == 1
    assert out.towers[1, TowerColumn.LEVEL] == 3
    assert out.towers[1, TowerColumn.GOLD] == 15


def test_the_map_shows_ways_links_and_distances():
    out = seen(Scene("c: Glorbud\n1: Bombers 1, Keith", on="delta"))
    assert out.spaces[1, [SpaceColumn.FIRST_WAY, SpaceColumn.SECOND_WAY]].tolist() == [3, 2]
    gaps, steps = out.gaps, out.spaces[:, SpaceColumn.STEPS_0]
    scene = Scene("", on="delta")
    for label, at in (("c", 0), ("d", 0), ("e", 1)):
        assert gaps[0, scene.space(label)] == at
    assert [steps[scene.space(label)] for label in ("c", "d", "a", "G")] == [0, 1, 1, 5]
    assert (out.spaces[:, SpaceColumn.STEPS_1] == NOWHERE).all()


def test_what_is_beyond_the_map_is_told_apart_from_it():
    out = seen(Scene("", on="road"))
    assert out.spaces[8:, SpaceColumn.STEPS_TO_GATE].tolist() == [NOWHERE] * 12
    assert (out.gaps[8:] == NOWHERE).all()
    assert (out.gaps[:8, :8] >= 0).all()


def test_sheets_are_seen():
    row = seen(Scene("", heroes=("edward", "mongo"))).heroes
    assert row[0, HeroColumn.REPAIR] == 10
    assert row[1, HeroColumn.MAGE_TOWER_DISCOUNT] == 2
    assert row[:2, HeroColumn.HITS_MAGIC].tolist() == [0, 1]


def with_objective(scene, objective, goal):
    scene.setup.objective, scene.setup.goal = objective, goal


def aiming(scene, cursor, dice):
    scene.s.stage, scene.s.cursor, scene.s.dice = Stage.TOWERS, cursor, dice


def put(field, value):
    """A change of the record's field, such as `gold`."""

    def change(scene):
        scene.s[field] = value

    return change


def put_hero(name, field, value):
    def change(scene):
        scene.hero(name)[field] = value

    return change


def places(scene, **heroes):
    for hero, place in heroes.items():
        scene.put_hero(scene.seat(hero), place)


def forbid(scene):
    scene.setup.allowed[Tower.STABLES] = 0


DRAWING = "c: Keith, Gremlin x 2\nG: Golem x 2\n1: Bombers 2, Henry\n2: Bombers 2"

# Pairs of states that looked alike: observations had no place for the difference.
PAIRS = {
    "who of the others is where": (
        lambda scene: places(scene, henry="b", mongo="e"),
        lambda scene: places(scene, henry="e", mongo="b"),
    ),
    "which of the others is mounted where": (
        lambda scene: places(scene, henry="1", mongo="2"),
        lambda scene: places(scene, henry="2", mongo="1"),
    ),
    "gold beyond 120": (put("gold", 130), put("gold", 140)),
    "gold at a tower beyond 30": (
        lambda scene: setattr(scene.tower("2"), "gold", 31),
        lambda scene: setattr(scene.tower("2"), "gold", 32),
    ),
    "who built a tower": (
        lambda scene: setattr(scene.tower("2"), "builder", 1),
        lambda scene: setattr(scene.tower("2"), "builder", 2),
    ),
    "the objective": (
        lambda scene: with_objective(scene, Objective.ALL, 0),
        lambda scene: with_objective(scene, Objective.GOLD, 60),
    ),
    "how much gold wins": (
        lambda scene: with_objective(scene, Objective.GOLD, 60),
        lambda scene: with_objective(scene, Objective.GOLD, 61),
    ),
    "which boss must fall": (
        lambda scene: with_objective(scene, Objective.BOSS, Enemy.MORGU),
        lambda scene: with_objective(scene, Objective.BOSS, Enemy.FLAMBEE),
    ),
    "which level wins": (
        lambda scene: with_objective(scene, Objective.LEVEL, 5),
        lambda scene: with_objective(scene, Objective.LEVEL, 6),
    ),
    "which towers may be built": (lambda scene: None, forbid),
    "which boss has fallen": (put("slain", 1), put("slain", 2)),
    "times a hero was down": (put_hero("keith", "wounds", 1), put_hero("keith", "wounds", 2)),
    "which enemies strike next": (
        lambda scene: setattr(scene.s.tokens[2], "strikes", 1),
        lambda scene: (setattr(scene.s.tokens[0], "strikes", 1),
                       setattr(scene.s.tokens[1], "strikes", 1)),
    ),
    "what one of the others pays for repairs": (
        lambda scene: None, lambda scene: setattr(scene.setup.heroes[3], "repair", 15),
    ),
    "what a hero pays for a tower": (
        lambda scene: None, lambda scene: scene.setup.heroes[0].discount.__setitem__(3, 1),
    ),
    "what a hero can attack": (
        lambda scene: None, lambda scene: setattr(scene.setup.heroes[0], "targets", 3),
    ),
    "what a hero can learn": (
        lambda scene: None, lambda scene: scene.setup.heroes[0].offers.__setitem__(0, 1),
    ),
    "whether a victory teaches": (
        lambda scene: None, lambda scene: setattr(scene.setup, "teaches", 1),
    ),
    "which tower another aims": (
        lambda scene: aiming(scene, 0, 2), lambda scene: aiming(scene, 1, 2),
    ),
    "the fourth card": (
        lambda scene: None, lambda scene: setattr(scene.setup.deck[3], "count", 5),
    ),
    "the last card": (
        lambda scene: None, lambda scene: setattr(scene.setup.deck[12], "count", 5),
    ),
    "what a die of the gate was at first": (
        lambda scene: None, lambda scene: scene.setup.gate.__setitem__(0, 5),
    ),
    "which way a crossroad leads": (
        lambda scene: None, lambda scene: scene.setup.ways.__setitem__((1, 1), 4),
    ),
    "which space a tower is linked to": (
        lambda scene: None, lambda scene: scene.setup.gap.__setitem__((7, 2), 0),
    ),
    "whether a hero rests one phase or two": (
        put_hero("henry", "down", Down.SKIPS), put_hero("henry", "down", Down.RECOVERS),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", PAIRS)
def test_states_that_looked_alike_are_told_apart(what):
    views = []
    for change in PAIRS[what]:
        scene = Scene(DRAWING, gold=20, deck=("Gremlin x 4",) * 13, gate=(3, 3))
        change(scene)
        views.append(seen(scene).tobytes())
    assert views[0] != views[1]


def test_the_health_of_bosses_and_of_the_gate_is_in_pips():
    out = seen(Scene("c: Boss (Morgu) 7", gate=(6, 2)))
    assert out.bosses[0, BossColumn.HEALTH] == 7
    assert out.gate[:3, DieColumn.PIPS].tolist() == [6, 2, 0]
