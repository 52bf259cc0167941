"""Energy, integrity, shielding, power, sensitivity, data and the chassis they come from (V5–V8)."""

import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.rover.game import GAME
from cogarena.envs.rover.layout import Own
from cogarena.envs.rover.state import Event
from cogarena.envs.rover.tables import CHASSIS, KIND, Chassis, Kind
from support.scenes.rover import EAST, NORTH, WEST, Scene

#                        slots power integrity transport energy shielding sensitivity data
PRINTED = {
    Kind.POLYETHYLENE: (2, 2, 20, 1, 100, 6, 10, 20),
    Kind.ALUMINUM: (3, 4, 40, 3, 140, 10, 12, 40),
    Kind.TITANIUM: (3, 3, 80, 8, 240, 16, 14, 80),
}


@pytest.mark.parametrize("chassis", PRINTED, ids=lambda kind: kind.name.lower())
def test_v5_every_chassis_is_as_printed(chassis):
    kind, row = KIND[chassis], CHASSIS[Chassis(chassis)]
    assert PRINTED[chassis] == (
        row.slots, kind.power, kind.integrity, row.transport,
        kind.energy, kind.shielding, kind.sensitivity, kind.datum,
    )  # fmt: skip


def test_v5_the_rover_begins_whole_and_without_data():
    episode = Episode(GAME, {"map_size": 20})
    episode.reset(0)
    rover = episode.s.entities[0]
    assert (rover.kind, rover.integrity, rover.shielding, rover.energy) == (0, 20, 6, 100)
    assert (rover.datum, rover.stalled, rover.shorted) == (0, 0, 0)


def test_v5_integrity_clips_at_the_maximum():
    scene = Scene("@", slots=("Repair Kit",)).give("@", integrity=19)
    assert scene.activate().rover.integrity == 20


def test_v5_shielding_clips_at_the_maximum():
    scene = Scene("@", slots=("Photovoltaic Integument",)).give("@", shielding=5)
    assert scene.activate().rover.shielding == 6


def test_v5_energy_clips_at_the_maximum():
    scene = Scene("@", slots=("Network Generator",)).give("@", energy=98)
    assert scene.activate().rover.energy == 100


def test_v5_energy_is_paid_before_it_clips():
    assert Scene("@", slots=("Gas Generator",)).activate().rover.energy == 100


def test_v5_data_clip_at_the_maximum():
    scene = Scene("@r", slots=("Unstable Analyzer",)).at_all().give("@", datum=18)
    assert scene.roll("d20=20").move(EAST).rover.datum == 20


def test_v5_a_machine_clips_at_its_own_maximum():
    scene = Scene("@.m").give("m", integrity=9, shielding=3).roll("d6=6").wait()
    assert scene.condition("m") == (10, 4, 12)


@pytest.mark.parametrize(
    ("damage_by", "shielding", "left", "integrity"),
    [("p", 6, 2, 20), ("p", 4, 0, 20), ("p", 3, 0, 19), ("p", 0, 0, 16), ("l", 3, 0, 19)],
)
def test_v6_shielding_absorbs_damage_one_for_one(damage_by, shielding, left, integrity):
    scene = Scene(f"@{damage_by}").give("@", shielding=shielding).roll("d20=20").wait()
    assert (scene.rover.shielding, scene.rover.integrity) == (left, integrity)


def test_v6_shielding_persists_over_turns():
    assert Scene("@.").give("@", shielding=4).wait(5).rover.shielding == 4


def test_v6_shielding_of_others_absorbs_too():
    scene = Scene("@c", slots=("Sonic Module",)).at_all().move(EAST)
    assert scene.condition("c")[:2] == (7, 0)
    assert scene.move(EAST).condition("c")[:2] == (4, 0)


def test_v6_a_hit_is_told_with_what_it_took():
    scene = Scene("@c", slots=("Sonic Module",)).at_all().move(EAST)
    assert scene.log == [(Event.HIT, 1, 3)]


@pytest.mark.parametrize(
    ("chassis", "damage"), [(Kind.POLYETHYLENE, 3), (Kind.ALUMINUM, 5), (Kind.TITANIUM, 4)]
)
def test_v7_power_is_added_to_damage(chassis, damage):
    scene = Scene("@r", slots=("Sonic Module",), chassis=chassis).at_all().give("r", shielding=0)
    assert scene.roll("d20=20").move(EAST).entity("r").integrity == 20 - damage


def test_v7_power_of_others_is_added_to_theirs():
    scene = Scene("@p").give("@", shielding=0).roll("d20=20").wait()
    assert 20 - scene.rover.integrity == 1 + KIND[Kind.PROPROVE].power


def test_v7_power_adds_nothing_to_a_module_that_does_no_damage():
    scene = Scene("@c", slots=("Spectrophotometer",)).at_all().move(EAST)
    assert scene.condition("c")[:2] == (8, 2)


def test_v7_power_is_added_for_each_target_of_a_burst():
    scene = Scene("c@c", slots=("Area Charge",)).activate()
    assert [(c.integrity, c.shielding) for c in scene.all("c")] == [(4, 0), (4, 0)]


def test_v8_analysing_takes_data_over():
    scene = Scene("@c", slots=("Spectrophotometer",)).at_all().move(EAST)
    assert (scene.rover.datum, scene.entity("c").datum) == (1, 1)
    assert scene.happened(Event.ANALYZED) == [1]


def test_v8_an_entity_has_no_more_data_than_it_carries():
    scene = Scene("@f", slots=("Thermal Camera",)).at_all().move(EAST, EAST)
    assert (scene.rover.datum, scene.entity("f").datum) == (1, 0)


def test_v8_destroying_an_entity_yields_its_data():
    scene = Scene("@c", slots=("Sonic Module",)).at_all().give("c", integrity=1, shielding=0)
    assert scene.move(EAST).rover.datum == KIND[Kind.CORAL].datum


def test_v8_destroying_an_analyzed_entity_yields_what_is_left():
    scene = Scene("@r", slots=("Spectrophotometer", "Sonic Module")).at_all()
    scene.give("r", integrity=1, shielding=0, datum=4).roll("d20=20").move(EAST)
    assert scene.rover.datum == 1
    scene.turn("remove", 0).roll("d20=20").move(EAST)
    assert scene.rover.datum == 4


def test_v8_what_others_destroy_yields_nothing():
    scene = Scene("fu@").wait()
    assert scene.entity("f").integrity == 0
    assert (scene.rover.datum, scene.s.gathered) == (0, 0)


def test_v8_data_of_a_destroyed_entity_clip_at_the_maximum():
    scene = Scene("@r", slots=("Sonic Module",)).at_all().give("@", datum=17)
    scene.give("r", integrity=1, shielding=0).roll("d20=20").move(EAST)
    assert (scene.rover.datum, scene.s.gathered) == (20, 3)


def test_v8_data_are_spent_on_sites():
    assert Scene("@", on="O").give("@", datum=5).turn("use").rover.datum == 2


def test_v8_machines_that_analyze_corrupt_the_rovers_data():
    scene = Scene("@1").give("@", datum=3).roll("d20=20").wait()
    assert (scene.rover.datum, scene.entity("1").datum) == (2, KIND[Kind.FOREMAN].datum)
    assert scene.s.gathered == 0


def test_v8_a_new_chassis_raises_values_by_the_difference_of_the_maxima():
    scene = Scene("@", on="F").give("@", datum=15, integrity=7, shielding=1, energy=30)
    assert scene.turn("use").condition() == (27, 5, 70)
    assert scene.rover.kind == Kind.ALUMINUM


def test_v8_the_last_chassis_raises_values_too():
    scene = Scene("@", on="F", chassis=Kind.ALUMINUM).give("@", datum=36, integrity=7)
    assert scene.turn("use").condition() == (47, 16, 240)
    assert (scene.rover.kind, scene.rover.datum) == (Kind.TITANIUM, 1)


def test_v8_a_new_chassis_keeps_the_modules_as_they_are():
    scene = Scene("@", on="F", slots=("Gas Laser", "Repair Kit"), bag=("Ohm Probe",))
    scene.s.slots[0].durability = 3
    scene.give("@", datum=15).turn("use")
    assert (scene.slots, scene.bag) == (["Gas Laser", "Repair Kit", "nothing"], ["Ohm Probe"])
    assert scene.s.slots[0].durability == 3


@pytest.mark.parametrize(
    ("chassis", "slots"), [(Kind.POLYETHYLENE, 2), (Kind.ALUMINUM, 3), (Kind.TITANIUM, 3)]
)
def test_v8_a_chassis_has_so_many_slots(chassis, slots):
    scene = Scene("@", bag=("Repair Kit",), chassis=chassis)
    assert [scene.can("install", 0, slot) for slot in range(3)] == [i < slots for i in range(3)]


def test_v8_the_new_chassis_moves_at_its_own_cost_and_hits_with_its_own_power():
    scene = Scene(".\n@c", on="F", slots=("Sonic Module",)).at_all().give("@", datum=15)
    scene.turn("use").move(EAST)
    assert scene.condition("c")[:2] == (5, 0)
    before = int(scene.rover.energy)
    assert before - scene.move(NORTH).rover.energy == 3


@pytest.mark.parametrize(("energy", "first", "second"), [(123, 120, 0), (140, 120, 17)])
def test_v8_the_observation_holds_energy_in_two_columns(energy, first, second):
    own = Scene(".@", chassis=Kind.ALUMINUM).give("@", energy=energy).move(WEST).seen.own
    assert (own[Own.ENERGY], own[Own.ENERGY_ABOVE]) == (first, second)
