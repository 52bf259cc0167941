"""Fauna, caches, wrecks and sites (V22, V23)."""

import pytest

from cogarena.envs.rover.layout import Layer
from cogarena.envs.rover.modules import MODULE, NUMBER
from cogarena.envs.rover.state import REACH_X, REACH_Y, Event
from cogarena.envs.rover.tables import Kind, Thing
from support.scenes.rover import EAST, WEST, Scene

FULL_BAG = ("Repair Kit",) * 6


@pytest.mark.parametrize("sign", "gkfcr")
def test_v22_neutrals_do_not_attack(sign):
    scene = Scene(f"{sign}@{sign}").wait(6)
    assert scene.condition()[:2] == (20, 6)


@pytest.mark.parametrize("sign", "gk")
def test_v22_fauna_attacks_once_it_is_hurt(sign):
    scene = Scene(f"@{sign}", slots=("Sonic Module",)).at_all().roll("d20=20", "d20=20").move(EAST)
    assert scene.entity(sign).hostile == 1
    assert scene.rover.shielding < 6


def test_v22_analysing_fauna_does_not_provoke_it():
    scene = Scene("@g", slots=("Spectrophotometer",)).at_all().move(EAST)
    assert scene.entity("g").hostile == 0


@pytest.mark.parametrize("sign", "fcr")
def test_v22_flora_and_relics_never_fight_back(sign):
    scene = Scene(f"@{sign}", slots=("Sonic Module",)).at_all().give(sign, integrity=50)
    for _ in range(4):
        scene.roll("d20=20").move(EAST)
    assert (scene.entity(sign).hostile, scene.rover.integrity, scene.rover.shielding) == (0, 20, 6)


def test_v22_fauna_strays_a_step_in_one_of_four_turns():
    steps, turns, scene = 0, 2000, Scene(".....\n.....\n..g..\n.....\n.....\n@")
    for _ in range(turns):
        scene.give("@", energy=100)
        x, y = before = scene.at("g")
        scene.wait()
        steps += before != scene.at("g")
        assert abs(x - scene.at("g")[0]) + abs(y - scene.at("g")[1]) <= 1
    assert 0.15 < steps / turns < 0.27  # some steps lead against rock


def test_v22_stalled_fauna_does_not_stray():
    scene = Scene("@....\n..g..\n.....").give("g", stalled=1).roll("d4=1", "d4=2").wait()
    assert scene.at("g") == (3, 2)
    scene.roll("d4=1", "d4=2").wait()
    assert scene.at("g") == (4, 2)


def test_v22_flora_never_moves():
    assert Scene("@..f..").wait(20).at("f") == (4, 1)


def test_v22_stepping_on_a_cache_puts_its_module_into_the_bag():
    scene = Scene("@*", cache="Volt Sink", bag=("Repair Kit",)).move(EAST)
    assert scene.bag == ["Repair Kit", "Volt Sink"]
    assert scene.s.bag[1].durability == MODULE[NUMBER["volt sink"]].durability
    assert scene.thing(2, 1) == Thing.NOTHING
    assert scene.happened(Event.FOUND) == [NUMBER["volt sink"]]


def test_v22_a_full_bag_leaves_the_cache_where_it_is():
    scene = Scene("@*.", bag=FULL_BAG).move(EAST)
    assert (scene.thing(2, 1), len(scene.bag)) == (scene.cache, 6)
    scene.turn("drop", 0).move(EAST, WEST)
    assert (scene.thing(2, 1), len(scene.bag)) == (Thing.NOTHING, 6)


def test_v22_machines_leave_caches_alone():
    scene = Scene("@.*p").wait()
    assert (scene.at("p"), scene.thing(3, 1)) == ((3, 1), scene.cache)


@pytest.mark.parametrize(("before", "after"), [(5, 15), (10, 20), (13, 20), (19, 20)])
def test_v22_a_hull_repair_cache_restores_ten(before, after):
    scene = Scene("@+").give("@", integrity=before).move(EAST)
    assert (scene.rover.integrity, scene.thing(2, 1)) == (after, Thing.NOTHING)
    assert scene.happened(Event.HULL_REPAIRED) == [after - before]


def test_v22_a_whole_rover_leaves_the_hull_repair_cache():
    assert Scene("@+").move(EAST).thing(2, 1) == Thing.HULL_REPAIR


def test_v22_a_full_bag_takes_a_hull_repair_all_the_same():
    assert Scene("@+", bag=FULL_BAG).give("@", integrity=5).move(EAST).rover.integrity == 15


def test_v22_a_destroyed_entity_leaves_a_wreck_that_does_not_block():
    scene = Scene("@f", slots=("Ore Launcher",)).at_all().move(EAST)
    assert (scene.thing(2, 1), scene.s.who[1, 2]) == (Thing.WRECK, 0)
    assert scene.happened(Event.DESTROYED) == [1]
    assert scene.move(EAST).at() == (2, 1)


def test_v22_a_wreck_buries_nothing():
    scene = Scene("@f", slots=("Ore Launcher",)).at_all()
    scene.s.thing[1, 2] = scene.cache
    assert scene.move(EAST).thing(2, 1) == scene.cache


def test_v22_a_wreck_does_nothing():
    scene = Scene("@p..", slots=("Range Launcher",)).aim(EAST).wait(2)
    assert (scene.at("p"), scene.rover.shielding) == ((2, 1), 6)


@pytest.mark.parametrize(
    ("sign", "chassis", "price"),
    [("F", Kind.POLYETHYLENE, 15), ("F", Kind.ALUMINUM, 35), ("W", Kind.POLYETHYLENE, 6),
     ("R", Kind.POLYETHYLENE, 4), ("O", Kind.POLYETHYLENE, 3)],
)  # fmt: skip
def test_v23_a_site_takes_its_price(sign, chassis, price):
    scene = Scene("@", on=sign, chassis=chassis).give("@", datum=price - 1)
    assert not scene.can("use")
    assert scene.give("@", datum=price).turn("use").rover.datum == 0


@pytest.mark.parametrize("sign", "FWRO")
def test_v23_a_site_closes_after_use(sign):
    scene = Scene("@", on=sign).give("@", datum=15).turn("use")
    assert scene.thing(1, 1) == Thing.CLOSED_SITE
    assert not scene.give("@", datum=20).can("use")


@pytest.mark.parametrize("sign", "FWRO")
def test_v23_a_site_must_be_stood_on(sign):
    assert not Scene(f"@{sign}").give("@", datum=20).can("use")


@pytest.mark.parametrize("sign", ".%x+")
def test_v23_there_is_nothing_to_use_elsewhere(sign):
    assert not Scene("@", on=sign).give("@", datum=20).can("use")


def test_v23_the_use_of_a_site_is_told():
    scene = Scene("@", on="R").give("@", datum=4).turn("use")
    assert scene.happened(Event.SITE_USED) == [Thing.REPAIR_BAY]


def test_v23_a_foundry_builds_the_next_chassis():
    scene = Scene("@", on="F").give("@", datum=20).turn("use")
    assert (scene.rover.kind, scene.rover.datum) == (Kind.ALUMINUM, 5)


def test_v23_there_is_no_chassis_after_the_last():
    assert not Scene("@", on="F", chassis=Kind.TITANIUM).give("@", datum=80).can("use")


@pytest.mark.parametrize(("planet", "tier"), [(1, 3), (2, 4), (3, 5), (4, 6)])
def test_v23_a_workshop_builds_a_module_of_the_planets_tier(planet, tier):
    costs = set()
    for seed in range(150):
        scene = Scene("@", on="W", planet=planet).give("@", datum=6)
        scene.seed(seed).turn("use")
        assert scene.happened(Event.FOUND) == [scene.s.bag[0].module]
        costs.add(int(MODULE[scene.s.bag[0].module].cost))
        assert scene.s.bag[0].durability == MODULE[scene.s.bag[0].module].durability
    assert costs == set(range(1, tier + 1))


def test_v23_a_workshop_needs_room_in_the_bag():
    assert not Scene("@", on="W", bag=FULL_BAG).give("@", datum=20).can("use")
    assert Scene("@", on="W", bag=FULL_BAG[1:]).give("@", datum=20).can("use")


@pytest.mark.parametrize(("chassis", "full"), [(Kind.POLYETHYLENE, 20), (Kind.TITANIUM, 80)])
def test_v23_a_repair_bay_restores_all_integrity(chassis, full):
    scene = Scene("@", on="R", chassis=chassis).give("@", integrity=1, shielding=0, datum=4)
    assert scene.turn("use").condition()[:2] == (full, 0)
    assert scene.happened(Event.HULL_REPAIRED) == [full - 1]


def test_v23_an_observatory_reveals_the_map():
    scene = Scene("@^.....*\n.^..#...", on="O", map_size=20).give("@", datum=3)
    scene.turn("use")
    known = scene.s.known[REACH_Y:-REACH_Y, REACH_X:-REACH_X]
    assert (known[:20, :20] != 0).all()
    assert not known[20:].any() and not known[:, 20:].any()
    assert (known[1, 8], known[2, 5]) == (91, -30)
    assert scene.s.chart[0, :4, :4].min() == 25


def test_v23_an_observatory_shows_no_entities_out_of_sight():
    scene = Scene("@^..p", on="O").give("@", datum=3).turn("use")
    assert not scene.seen.window[..., Layer.ENTITY].any()
