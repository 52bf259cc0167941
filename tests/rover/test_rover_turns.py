"""Turns, the end of a campaign and energy (V1–V4)."""

import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.rover.game import GAME
from cogarena.envs.rover.state import AFFECTED, IMMUNE, Event, Outcome
from cogarena.envs.rover.tables import Kind, Thing
from support.scenes.rover import EAST, NORTH, WEST, Scene


def test_v1_the_others_act_after_the_rover():
    scene = Scene("@..p").move(EAST)
    assert scene.at() == (2, 1)
    assert scene.at("p") == (3, 1)


def test_v1_everybody_acts_once_a_turn():
    scene = Scene("@......p\n........\n.......l").wait()
    assert scene.at("p") == (7, 1)
    assert scene.at("l") in ((7, 3), (8, 2))


def test_v1_others_act_in_the_order_of_the_list():
    scene = Scene("@.pl\n####").wait()
    assert [scene.at("p"), scene.at("l")] == [(2, 1), (3, 1)]
    behind = Scene("lp.@\n####").wait()
    assert [behind.at("l"), behind.at("p")] == [(1, 1), (3, 1)]


@pytest.mark.parametrize(("away", "acts"), [(8, True), (9, False)])
def test_v1_entities_within_eight_columns_act(away, acts):
    scene = Scene("@" + "." * (away - 1) + "p" + "....").wait()
    assert (scene.at("p") != (1 + away, 1)) == acts


@pytest.mark.parametrize(("away", "acts"), [(5, True), (6, False)])
def test_v1_entities_within_five_rows_act(away, acts):
    scene = Scene("\n".join(["@", *"." * (away - 1), "p", ".", "."])).wait()
    assert (scene.at("p") != (1, 1 + away)) == acts


def test_v1_a_turn_is_counted():
    assert Scene("@").wait(3).s.turn == 4


def test_v1_installing_takes_a_turn():
    scene = Scene("@..p", bag=("Repair Kit",)).turn("install", 0, 0)
    assert (scene.s.turn, scene.at("p")) == (2, (3, 1))


def test_v1_removing_takes_a_turn():
    scene = Scene("@..p", slots=("Repair Kit",)).turn("remove", 0)
    assert (scene.s.turn, scene.at("p")) == (2, (3, 1))


def test_v1_using_a_site_takes_a_turn():
    scene = Scene("@..p", on="O").give("@", datum=5).turn("use")
    assert (scene.s.turn, scene.at("p")) == (2, (3, 1))


def test_v1_toggling_takes_no_turn():
    scene = Scene("@..p").turn("toggle")
    assert (scene.s.turn, scene.at("p"), scene.s.all_targets) == (1, (4, 1), 1)


def test_v1_toggling_is_possible_once_a_turn():
    scene = Scene("@..").turn("toggle")
    assert not scene.can("toggle")
    assert scene.wait().can("toggle")


def test_v1_toggling_costs_no_energy_and_ends_no_stall():
    scene = Scene("@..").give("@", stalled=1, shorted=1).turn("toggle")
    assert (scene.rover.energy, scene.rover.stalled, scene.rover.shorted) == (100, 1, 1)


def test_v1_timed_effects_end_with_the_turn():
    scene = Scene("@..").give("@", stalled=AFFECTED, shorted=AFFECTED).wait()
    assert (scene.rover.stalled, scene.rover.shorted) == (IMMUNE, IMMUNE)
    assert scene.can("move", EAST)


def test_v2_the_rover_destructs_at_energy_0():
    scene = Scene("@.").give("@", energy=1).wait()
    assert scene.s.terminated
    assert scene.outcome == Outcome.LOST
    assert scene.happened(Event.DESTROYED) == [0]


def test_v2_the_rover_destructs_at_integrity_0():
    scene = Scene("@p").give("@", integrity=4, shielding=0).roll("d20=20").wait()
    assert scene.s.terminated
    assert scene.outcome == Outcome.LOST


def test_v2_nothing_is_legal_after_the_end():
    assert Scene("@.").give("@", energy=1).wait().legal() == set()


def test_v2_nobody_acts_on_a_destroyed_rover():
    scene = Scene("p@p").give("@", integrity=4, shielding=0).roll("d20=20", "d20=20").wait()
    assert [entity.energy for entity in scene.all("p")] == [9, 10]


def test_v2_nobody_acts_after_the_rover_ran_out_of_energy():
    assert Scene("@..p").give("@", energy=1).wait().at("p") == (4, 1)


def test_v3_destroying_the_warden_shuts_the_factory():
    scene = Scene("@1", slots=("Sonic Module",)).give("1", integrity=1, shielding=0).move(EAST)
    assert (scene.s.shut, scene.s.factories) == (1, 1)
    assert scene.happened(Event.FACTORY_SHUT) == [1]
    assert not scene.s.terminated


def test_v3_other_machines_shut_no_factory():
    scene = Scene("@p", slots=("Sonic Module",)).give("p", integrity=1, shielding=0).move(EAST)
    assert scene.s.shut == 0


def test_v3_launch_needs_a_shut_factory():
    scene = Scene("@.", on="P")
    assert not scene.can("use")
    scene.s.shut = 1
    assert scene.can("use")


def test_v3_launch_needs_the_pod():
    scene = Scene("@P")
    scene.s.shut = 1
    assert not scene.can("use")


def test_v3_launch_lands_on_the_next_planet():
    scene = Scene("@.", on="P", map_size=20, slots=("Gas Laser",), bag=("Repair Kit",))
    scene.s.shut = scene.s.factories = 1
    scene.give("@", integrity=7, datum=9).turn("use")
    assert (scene.s.planet, scene.s.shut, scene.s.factories) == (1, 0, 1)
    assert scene.happened(Event.LANDED) == [1]
    assert scene.at() == (scene.s.pod_x, scene.s.pod_y)
    assert scene.thing(*scene.at()) == Thing.POD
    assert (scene.rover.integrity, scene.rover.datum) == (7, 9)
    assert (scene.slots[0], scene.bag) == ("Gas Laser", ["Repair Kit"])


def test_v3_nobody_acts_in_the_turn_of_a_launch():
    scene = Scene("@.", on="P", map_size=20, hostiles=2.0)
    scene.s.shut = 1
    scene.turn("use")
    for e in range(1, scene.s.count):
        entity = scene.s.entities[e]
        assert (entity.x, entity.y, entity.alert) == (entity.post_x, entity.post_y, 0)


@pytest.mark.parametrize(("planet", "warden"), [(1, "1"), (2, "2"), (3, "3"), (4, "4")])
def test_v3_the_fourth_factory_wins(planet, warden):
    scene = Scene(f"@{warden}", slots=("Sonic Module",), planet=planet)
    scene.give(warden, integrity=1, shielding=0).roll("d20=20").move(EAST)
    assert scene.s.factories == 1
    assert (scene.outcome == Outcome.WON) == (planet == 4)
    assert scene.s.terminated == (planet == 4)


@pytest.mark.parametrize(("first", "planets", "last"), [(1, 1, 1), (1, 2, 2), (2, 2, 3), (3, 4, 4)])
def test_v3_a_campaign_may_have_fewer_planets(first, planets, last):
    for planet in range(first, last + 1):
        sign = str(planet)
        scene = Scene(f"@{sign}", slots=("Sonic Module",), planet=planet, start_planet=first,
                      planets=planets)  # fmt: skip
        scene.give(sign, integrity=1, shielding=0).roll("d20=20").move(EAST)
        assert scene.s.terminated == (planet == last)


def test_v3_a_warden_that_others_destroy_counts_as_well():
    scene = Scene("..1u@").give("1", integrity=1, shielding=0).peaceful("1").wait()
    assert scene.s.factories == 1


def test_v3_max_turns_cuts_the_episode_off():
    scene = Scene("@.", max_turns=2).wait()
    assert not scene.s.truncated
    scene.wait()
    assert scene.s.truncated
    assert not scene.s.terminated
    assert scene.outcome == Outcome.OPEN
    assert scene.legal() == set()


def test_v3_a_rover_lost_in_the_last_turn_is_not_cut_off():
    scene = Scene("@.", max_turns=1).give("@", energy=1).wait()
    assert (scene.s.terminated, scene.s.truncated) == (True, False)


def test_v3_a_campaign_has_3000_turns_by_default():
    assert Episode(GAME, {}).setup[0].turns == 3000


def test_v4_waiting_costs_one():
    assert Scene("@.").wait().rover.energy == 99


@pytest.mark.parametrize(
    ("chassis", "cost"), [(Kind.POLYETHYLENE, 1), (Kind.ALUMINUM, 3), (Kind.TITANIUM, 8)]
)
def test_v4_a_step_costs_what_the_chassis_says(chassis, cost):
    scene = Scene("@.", chassis=chassis)
    before = int(scene.rover.energy)
    assert before - scene.move(EAST).rover.energy == cost


@pytest.mark.parametrize(("energy", "usable"), [(2, False), (3, True)])
def test_v4_a_module_must_cost_less_than_the_energy_left(energy, usable):
    internal = Scene("@.", slots=("Repair Kit",)).give("@", energy=energy)
    assert internal.can("activate", 0) == usable
    ranged = Scene("@.c", slots=("Gas Laser",)).give("@", energy=energy)
    assert ranged.can("aim", 0, EAST) == usable
    local = Scene("@c", slots=("Ohm Probe",)).at_all().give("@", energy=energy)
    assert local.can("move", EAST) == usable


@pytest.mark.parametrize(("energy", "usable"), [(1, False), (2, True)])
def test_v4_a_step_must_cost_less_than_the_energy_left(energy, usable):
    assert Scene("@.").give("@", energy=energy).can("move", EAST) == usable


def test_v4_a_generator_must_be_paid_first():
    scene = Scene("@.", slots=("Gas Generator",)).give("@", energy=1)
    assert not scene.can("activate", 0)
    assert scene.give("@", energy=2).activate().rover.energy == 3


@pytest.mark.parametrize("choice", [("install", 0, 0), ("remove", 0), ("drop", 0)])
def test_v4_installing_removing_and_dropping_cost_what_waiting_costs(choice):
    scene = Scene("@.", slots=("Gas Laser",), bag=("Repair Kit",))
    assert scene.turn(*choice).rover.energy == 99


@pytest.mark.parametrize("choice", [("install", 0, 0), ("remove", 0), ("drop", 0)])
def test_v4_the_last_energy_goes_into_changing_modules_as_into_waiting(choice):
    scene = Scene("@.", slots=("Gas Laser",), bag=("Repair Kit",)).give("@", energy=1)
    assert scene.turn(*choice).outcome == Outcome.LOST


def test_v4_a_doomed_rover_cannot_live_on_by_swapping_modules():
    scene = Scene("@.", slots=("Gas Laser",), bag=("Repair Kit",)).give("@", energy=5)
    while not scene.s.terminated:
        scene.turn("install", 0, 0)
    assert scene.s.turn == 5


def test_v4_a_site_costs_no_energy():
    assert Scene("@.", on="O").give("@", datum=3).turn("use").rover.energy == 100


def test_v4_the_pod_restores_energy_at_the_end_of_the_turn():
    scene = Scene("P@").give("@", energy=9)
    assert scene.move(WEST).rover.energy == 100


def test_v4_waiting_in_the_pod_restores_energy():
    assert Scene("@.", on="P").give("@", energy=9).wait().rover.energy == 100


def test_v4_waiting_with_the_last_energy_kills_in_the_pod_too():
    assert Scene("@.", on="P").give("@", energy=1).wait().outcome == Outcome.LOST


def test_v4_beside_the_pod_nothing_is_restored():
    assert Scene("P@\n..").give("@", energy=9).wait().rover.energy == 8


def test_v4_leaving_the_pod_restores_nothing():
    assert Scene(".\n@", on="P").give("@", energy=9).move(NORTH).rover.energy == 8
