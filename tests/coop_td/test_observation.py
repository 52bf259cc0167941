"""The columns of the observation follow the tables they stand for."""

import numpy as np

from cogarena.envs.coop_td import observe
from cogarena.envs.coop_td.observe import (
    LAYOUT,
    CardColumn,
    HeroColumn,
    SpaceColumn,
    TableColumn,
    TowerColumn,
)
from cogarena.envs.coop_td.tables import Enemy, Event, Hero, Tower
from support.scenes.coop_td import Scene


def seen(scene, seat=0):
    out = np.zeros(1, LAYOUT.dtype)
    observe.observe(scene.setup, scene.s, seat, out[0])
    return out[0]


def begins_like(columns, table, start=0):
    return all(columns[member.name] == start + member for member in table)


def test_columns_are_in_the_order_of_the_tables():
    assert begins_like(HeroColumn, Hero)
    assert begins_like(SpaceColumn, Enemy)
    assert begins_like(TowerColumn, Tower)
    assert begins_like(CardColumn, Enemy)
    assert begins_like(CardColumn, Event, observe.FIRST_EVENT)


def test_enemies_are_counted_in_eighths_by_space():
    out = seen(Scene("c: Gremlin x 4, Golem x 1"))
    assert out.spaces[3, SpaceColumn.GREMLIN] == 0.5
    assert out.spaces[3, SpaceColumn.GOLEM] == 0.125


def test_the_observer_comes_first_among_the_heroes():
    out = seen(Scene("", heroes=("glorbud", "mongo")), seat=1)
    assert out.heroes[0, HeroColumn.MONGO] == 1
    assert out.heroes[1, HeroColumn.GLORBUD] == 1


def test_the_next_cards_are_seen():
    out = seen(Scene("", deck=("Golem x 4", "Wait", "Event (Plague)")))
    assert out.cards[0, CardColumn.GOLEM] == 1
    assert out.cards[0, CardColumn.COUNT] == 0.5
    assert out.cards[1, CardColumn.WAIT] == 1
    assert out.cards[2, CardColumn.PLAGUE] == 1


def test_the_tower_that_asks_shows_its_dice_to_its_chooser_alone():
    scene = Scene("b: Golem x 1, Gremlin x 1\n1: Archery Tower 3, Mongo", deck=("Wait", "Wait"))
    scene.turn_of("keith", 1).act("pass")
    mongo, keith = seen(scene, scene.seat("mongo")), seen(scene, scene.seat("keith"))
    aim = TowerColumn.DICE_TO_AIM
    assert (mongo.towers[0, aim], keith.towers[0, aim]) == (0.5, 0)
    assert (mongo.table[TableColumn.TOWER_ASKS], keith.table[TableColumn.TOWER_ASKS]) == (1, 0)


def test_the_damage_that_is_due_at_the_gate_is_seen():
    scene = Scene("G: Keith, Golem x 2\nb: Glorbud, Henry, Mongo")
    scene.s.tokens[1].strikes = 1
    assert seen(scene).table[TableColumn.DAMAGE_DUE] == np.float32(2 / 6)


def test_towers_show_kind_level_and_unclaimed_gold():
    scene = Scene("2: Mage Tower 3")
    scene.tower("2").gold = 15
    out = seen(scene)
    assert out.towers[1, TowerColumn.MAGE_TOWER] == 1
    assert out.towers[1, TowerColumn.LEVEL] == 0.5
    assert out.towers[1, TowerColumn.GOLD] == 1.5
