"""Modules in slots, in the bag and in the transport's mount (V9–V11)."""

import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.rover.game import GAME
from cogarena.envs.rover.modules import MODULE, MODULES, NAMES, SPARE, Targeting
from cogarena.envs.rover.state import Event
from cogarena.envs.rover.tables import Kind, Thing
from support.scenes.rover import EAST, WEST, Scene

FULL_BAG = ("Repair Kit",) * 6


def begun(**settings):
    episode = Episode(GAME, {"map_size": 20, **settings})
    episode.reset(0)
    return episode


def modules(mounts):
    return [NAMES[mount.module] for mount in mounts if mount.module]


def test_v9_there_are_ninety_modules_with_names_of_their_own():
    assert len(set(NAMES[1 : MODULES + 1])) == MODULES == 90


@pytest.mark.parametrize(
    ("cost", "durability"), [(1, 35), (2, 30), (3, 25), (4, 20), (5, 15), (6, 10)]
)
def test_v9_durability_is_40_less_5_by_cost_and_at_least_10(cost, durability):
    rows = MODULE[1 : MODULES + 1]
    uses = rows["durability"][rows["cost"] == cost]
    assert len(uses) > 0
    assert set(uses) == {durability}


def test_v9_a_use_costs_energy_and_one_durability():
    scene = Scene("@", slots=("Repair Kit",)).activate()
    assert (scene.rover.energy, scene.s.slots[0].durability) == (98, 29)


def test_v9_only_the_module_used_wears():
    scene = Scene("@", slots=("Repair Kit", "Repair Kit"), bag=("Repair Kit",)).activate(1)
    assert [scene.s.slots[i].durability for i in range(2)] == [30, 29]
    assert scene.s.bag[0].durability == 30


def test_v9_at_durability_0_a_module_disintegrates_and_leaves_its_slot_empty():
    scene = Scene("@", slots=("Repair Kit", "Gas Laser"), bag=("Ohm Probe",))
    scene.s.slots[0].durability = 2
    assert scene.activate().slots[0] == "Repair Kit"
    scene.activate()
    assert scene.slots == ["nothing", "Gas Laser", "nothing"]
    assert scene.bag == ["Ohm Probe"]
    assert scene.s.slots[0].durability == 0
    assert NAMES[scene.happened(Event.DISINTEGRATED)[0]] == "Repair Kit"


def test_v9_the_last_use_takes_effect():
    scene = Scene("@", slots=("Repair Kit",)).give("@", integrity=5)
    scene.s.slots[0].durability = 1
    assert scene.activate().rover.integrity == 7


@pytest.mark.parametrize("drawing", ["@c", "@.c"])
def test_v9_local_and_ranged_modules_wear_too(drawing):
    scene = Scene(drawing, slots=("Sonic Module", "Gas Laser")).at_all()
    if drawing == "@c":
        assert scene.move(EAST).s.slots[0].durability == 34
    else:
        assert scene.aim(EAST, 1).s.slots[1].durability == 29


def test_v9_a_module_that_is_not_used_does_not_wear():
    assert Scene("@", slots=("Repair Kit",)).wait(3).s.slots[0].durability == 30


def test_v9_modules_of_others_do_not_wear():
    scene = Scene("@p")
    for _ in range(60):
        scene.give("@", integrity=20, energy=90).give("p", energy=10).wait()
    assert scene.entity("p").energy == 9


def test_v10_the_rover_begins_with_four_modules():
    s = begun().s
    assert modules(s.slots) == ["Sonic Module", "Photovoltaic Integument"]
    assert modules(s.bag) == ["Spectrophotometer", "Repair Kit"]
    assert [s.slots[i].durability for i in range(3)] == [35, 35, 0]
    assert [s.bag[b].durability for b in range(3)] == [30, 30, 0]


def test_v10_start_modules_go_into_two_slots_and_then_into_the_bag():
    names = ("Gas Laser", "Ohm Probe", "Broken Gear", "Repair Kit", "Volt Sink", "Range Launcher",
             "Dark Scanner", "Heat Sink")  # fmt: skip
    s = begun(start_modules=names).s
    assert (modules(s.slots), modules(s.bag)) == (list(names[:2]), list(names[2:]))


def test_v10_the_rover_may_begin_with_nothing():
    s = begun(start_modules=()).s
    assert modules(s.slots) == modules(s.bag) == []


def test_v10_a_bag_module_goes_into_an_empty_slot():
    scene = Scene("@", slots=("Gas Laser",), bag=("Ohm Probe", "Repair Kit"))
    scene.turn("install", 1, 1)
    assert (scene.slots, scene.bag) == (["Gas Laser", "Repair Kit", "nothing"], ["Ohm Probe"])


def test_v10_installing_into_a_full_slot_swaps():
    scene = Scene("@", slots=("Gas Laser", "Ohm Probe"), bag=("Repair Kit",))
    scene.s.slots[1].durability, scene.s.bag[0].durability = 7, 9
    scene.turn("install", 0, 1)
    assert (scene.slots[:2], scene.bag) == (["Gas Laser", "Repair Kit"], ["Ohm Probe"])
    assert (scene.s.slots[1].durability, scene.s.bag[0].durability) == (9, 7)


def test_v10_swapping_works_with_a_full_bag():
    scene = Scene("@", slots=("Gas Laser",), bag=FULL_BAG).turn("install", 5, 0)
    assert scene.slots[0] == "Repair Kit"
    assert scene.bag == [*FULL_BAG[:5], "Gas Laser"]


def test_v10_removing_puts_a_module_into_the_bag():
    scene = Scene("@", slots=("Gas Laser", "Ohm Probe"), bag=("Repair Kit",))
    scene.s.slots[0].durability = 4
    scene.turn("remove", 0)
    assert (scene.slots[:2], scene.bag) == (["nothing", "Ohm Probe"], ["Repair Kit", "Gas Laser"])
    assert scene.s.bag[1].durability == 4


def test_v10_the_bag_holds_six():
    scene = Scene("@", slots=("Gas Laser",), bag=FULL_BAG)
    assert not scene.can("remove", 0)
    assert Scene("@", slots=("Gas Laser",), bag=FULL_BAG[:5]).can("remove", 0)


def test_v10_an_empty_slot_has_nothing_to_remove():
    assert not Scene("@", slots=("Gas Laser",)).can("remove", 1)


def test_v10_an_empty_place_has_nothing_to_install_or_drop():
    scene = Scene("@", bag=("Gas Laser",))
    assert not scene.can("install", 1, 0)
    assert not scene.can("drop", 1)


def test_v10_a_dropped_module_is_gone():
    scene = Scene("@", bag=("Gas Laser", "Ohm Probe")).turn("drop", 0)
    assert (scene.bag, scene.thing(1, 1)) == (["Ohm Probe"], Thing.NOTHING)
    assert scene.s.bag[0].durability == 0


def test_v10_a_removed_module_keeps_its_use_after_installing_it_again():
    scene = Scene("@", slots=("Repair Kit",)).activate().turn("remove", 0).turn("install", 0, 1)
    assert scene.s.slots[1].durability == 29


def test_v11_the_chassis_comes_with_a_transport_module_of_600_uses():
    s = begun().s
    assert (s.transport.module, s.transport.durability) == (SPARE, 600)
    assert MODULE[SPARE].targeting == Targeting.TRANSPORT


def test_v11_a_step_wears_the_transport():
    assert Scene("@..").move(EAST, WEST).s.transport.durability == 598


def test_v11_a_bump_does_not_wear_the_transport():
    scene = Scene("@c", slots=("Sonic Module",)).at_all().move(EAST)
    assert scene.s.transport.durability == 600


def test_v11_without_a_transport_the_rover_cannot_move():
    scene = Scene("@...")
    scene.s.transport.durability = 1
    scene.move(EAST)
    assert scene.at() == (2, 1)
    assert (scene.s.transport.module, scene.s.transport.durability) == (0, 0)
    assert scene.happened(Event.DISINTEGRATED) == [SPARE]
    assert not any(scene.can("move", direction) for direction in range(4))


def test_v11_without_a_transport_the_rover_can_still_bump():
    scene = Scene("@c", slots=("Sonic Module",)).at_all()
    scene.s.transport.module = scene.s.transport.durability = 0
    assert scene.can("move", EAST)


def test_v11_a_spare_goes_into_the_mount():
    scene = Scene("@.", slots=("Gas Laser",), bag=("Transport Module",))
    scene.s.transport.module = scene.s.transport.durability = 0
    scene.turn("install", 0, 0)
    assert scene.s.transport.durability == 600
    assert (scene.slots[0], scene.bag) == ("Gas Laser", [])
    assert scene.can("move", EAST)


def test_v11_a_worn_transport_is_swapped_with_the_spare():
    scene = Scene("@.", bag=("Transport Module",)).move(EAST).turn("install", 0, 0)
    assert (scene.s.transport.durability, scene.s.bag[0].durability) == (600, 599)


def test_v11_a_spare_goes_nowhere_else():
    scene = Scene("@.", bag=("Transport Module",), chassis=Kind.TITANIUM)
    assert [scene.can("install", 0, slot) for slot in range(3)] == [True, False, False]


def test_v11_a_spare_can_be_found():
    scene = Scene("@*", cache="Transport Module").move(EAST)
    assert scene.bag == ["Transport Module"]
    assert scene.s.bag[0].durability == 600


def test_v11_a_new_chassis_brings_a_new_transport():
    scene = Scene("@.", on="F").give("@", datum=15)
    scene.s.transport.durability = 0
    scene.s.transport.module = 0
    scene.turn("use")
    assert (scene.s.transport.module, scene.s.transport.durability) == (SPARE, 600)
