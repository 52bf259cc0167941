"""What modules do, and in which order (V12–V16)."""

import pytest

from cogarena.envs.rover.layout import Own
from cogarena.envs.rover.modules import NUMBER
from cogarena.envs.rover.state import AFFECTED, FREE, IMMUNE, Event
from cogarena.envs.rover.tables import Kind, Thing
from support.scenes.rover import EAST, NORTH, SOUTH, WEST, Scene

HIT, TELEPORTED, ANALYZED = Event.HIT, Event.TELEPORTED, Event.ANALYZED
SHORTED, STALLED, DESTROYED = Event.SHORTED, Event.STALLED, Event.DESTROYED


def events(scene):
    return [event for event, _, _ in scene.log]


def test_v12_energy_is_paid_before_any_is_generated():
    scene = Scene("@", slots=("Network Generator",)).give("@", energy=98)
    assert scene.activate().rover.energy == 100
    assert (
        Scene("@", slots=("Network Generator",)).give("@", energy=50).activate().rover.energy == 55
    )


def test_v12_dark_scanner_repairs_teleports_analyzes_and_damages_in_this_order():
    scene = Scene("@r", slots=("Dark Scanner",)).at_all().give("@", integrity=10)
    scene.give("r", integrity=4, shielding=0, datum=3).roll("d20=20").move(EAST)
    assert scene.condition() == (13, 6, 96)
    assert scene.at() == (2, 1)
    assert scene.thing(1, 1) == Thing.WRECK  # it was hurt where it came to stand
    assert scene.happened(ANALYZED) == [1]
    assert events(scene) == [TELEPORTED, ANALYZED, HIT, DESTROYED]
    assert scene.rover.datum == 3  # one by the scan, the others from the wreck


def test_v12_cybernetic_draw_repairs_then_stalls_then_damages():
    scene = Scene("@r", slots=("Cybernetic Draw",)).at_all().give("@", integrity=16)
    scene.roll("d20=20").move(EAST)
    assert scene.condition() == (19, 6, 95)
    assert events(scene) == [STALLED, HIT]
    assert scene.condition("r")[:2] == (19, 0)


def test_v12_volt_sink_pays_repairs_generates_shorts_and_damages():
    scene = Scene("@..r", slots=("Volt Sink",)).give("@", integrity=10, energy=99)
    scene.roll("d12=12").aim(EAST)
    assert scene.condition() == (12, 6, 100)  # 99 − 6 + 9 is above the maximum
    assert events(scene) == [SHORTED, HIT]
    assert scene.condition("r")[:2] == (19, 0)


def test_v12_short_comes_before_stall():
    scene = Scene("@.c", slots=("Decibel Cannon",)).aim(EAST)
    assert events(scene) == [SHORTED, STALLED, HIT]


def test_v12_positronium_transporter_teleports_first():
    scene = Scene("@....r", slots=("Positronium Transporter",)).roll("d12=12").aim(EAST)
    assert events(scene) == [TELEPORTED, ANALYZED, STALLED, HIT]
    assert (scene.at(), scene.at("r")) == ((6, 1), (1, 1))


def test_v12_a_piercing_module_is_done_with_one_target_before_the_next():
    scene = Scene("@cf", slots=("Ionized Detector",)).aim(EAST)
    assert scene.log == [(ANALYZED, 1, 1), (HIT, 1, 3), (ANALYZED, 2, 1), (HIT, 2, 3)]


def test_v12_a_miss_helps_the_rover_and_does_nothing_to_the_target():
    scene = (
        Scene("@..4", slots=("Aura Displacer",)).peaceful("4").give("@", integrity=10, energy=50)
    )
    scene.roll("d12=1").aim(EAST)
    assert scene.condition() == (12, 6, 54)
    assert scene.condition("4") == (18, 3, 24)
    assert scene.log == [(Event.MISSED, 0, NUMBER["aura displacer"])]


def test_v12_what_is_missed_is_not_teleported():
    scene = Scene("@4", slots=("Dark Scanner",)).at_all().peaceful("4").roll("d20=1").move(EAST)
    assert (scene.at(), scene.at("4")) == ((1, 1), (2, 1))


@pytest.mark.parametrize(
    ("direction", "place"), [(NORTH, (2, 1)), (EAST, (3, 2)), (SOUTH, (2, 3)), (WEST, (1, 2))]
)
def test_v13_the_rover_moves_in_four_directions(direction, place):
    assert Scene("...\n.@.\n...").move(direction).at() == place


@pytest.mark.parametrize("sign", "~T^#")
def test_v13_blocking_terrain_is_not_entered(sign):
    assert not Scene(f"@{sign}").can("move", EAST)


@pytest.mark.parametrize("sign", ".,_P%+*FWROx")
def test_v13_all_else_is_entered(sign):
    scene = Scene(f"@{sign}").move(EAST)
    assert scene.at() == (2, 1)
    assert (scene.s.who[1, 1], scene.s.who[1, 2]) == (0, 1)


@pytest.mark.parametrize("sign", "pgfr")
def test_v13_entities_are_never_displaced(sign):
    assert not Scene(f"@{sign}").can("move", EAST)


def test_v13_machines_do_not_enter_blocking_terrain():
    assert Scene("@~p").wait(3).at("p") == (3, 1)


def test_v13_a_stalled_rover_cannot_move():
    scene = Scene("...\n.@.").give("@", stalled=1)
    assert not any(scene.can("move", direction) for direction in range(4))


def test_v13_a_stalled_rover_can_do_all_else():
    scene = Scene(".c.\nc@.", on="O", slots=("Sonic Module", "Gas Laser"), bag=("Repair Kit",))
    scene.at_all().give("@", stalled=1, datum=5)
    assert scene.can("move", NORTH)  # a bump
    assert scene.can("aim", 1, WEST)
    assert scene.can("use")
    assert scene.can("install", 0, 0)
    assert scene.can("remove", 1)


def test_v13_a_stalled_machine_cannot_move_but_uses_its_module():
    far = Scene("@..p").give("p", stalled=1).wait()
    assert far.at("p") == (4, 1)
    near = Scene("@p").give("p", stalled=1).roll("d20=20").wait()
    assert near.rover.shielding == 2


def test_v13_a_stalled_rover_can_teleport():
    scene = Scene("@.c", slots=("Free-Electron Transporter",)).give("@", stalled=1).aim(EAST)
    assert (scene.at(), scene.at("c")) == ((3, 1), (1, 1))


def test_v13_a_stalled_entity_can_be_teleported():
    scene = Scene("@.c", slots=("Free-Electron Transporter",)).give("c", stalled=1).aim(EAST)
    assert scene.at("c") == (1, 1)


def test_v14_repair_restores_integrity():
    scene = Scene("@", slots=("Repair Kit",)).give("@", integrity=10)
    assert scene.activate().rover.integrity == 12


def test_v14_shield_restores_shielding():
    scene = Scene("@", slots=("Aluminum Integument",)).give("@", shielding=1)
    assert scene.activate().rover.shielding == 3


def test_v14_generate_restores_energy():
    scene = Scene("@", slots=("Mossbauer Sink",)).give("@", energy=40)
    assert scene.activate().rover.energy == 43


def test_v14_broken_gear_does_nothing_but_cost():
    scene = Scene("@", slots=("Broken Gear",)).give("@", integrity=9, shielding=3).activate()
    assert scene.condition() == (9, 3, 99)


def test_v14_nothing_revives_the_rover():
    scene = Scene("@p", slots=("Repair Kit",)).give("@", integrity=1, shielding=0)
    scene.roll("d20=20").wait()
    assert scene.rover.integrity == 0
    assert not scene.can("activate", 0)


def test_v14_a_destroyed_machine_does_not_mend_itself():
    scene = Scene("@m", slots=("Sonic Module",)).give("m", integrity=1, shielding=0)
    scene.roll("d20=20").move(EAST).wait()
    assert scene.entity("m").integrity == 0


def test_v15_a_stalled_machine_stands_for_one_turn():
    scene = Scene("@.p", slots=("Electromagnetic Laser",)).give("p", integrity=50).aim(EAST)
    assert scene.at("p") == (3, 1)
    assert scene.wait().at("p") == (2, 1)


def test_v15_a_shorted_machine_uses_no_module_for_one_turn():
    scene = Scene("@p", slots=("Chilling Blaster",)).give("p", integrity=50).aim(EAST)
    assert scene.rover.shielding == 6
    assert scene.roll("d20=20").wait().rover.shielding == 2


def test_v15_a_shorted_machine_can_move():
    scene = Scene("@.p", slots=("Chilling Blaster",)).give("p", integrity=50).aim(EAST)
    assert scene.at("p") == (2, 1)


def test_v15_a_stalled_rover_stands_for_its_next_turn():
    scene = Scene(".@t").roll("d20=20").wait()
    assert scene.rover.stalled == 1
    assert not scene.can("move", WEST)
    scene.peaceful("t").wait()
    assert scene.can("move", WEST)


def test_v15_a_shorted_rover_uses_no_module_but_the_one_that_moves_it():
    scene = Scene("...\n.@d\n.c.", slots=("Repair Kit", "Sonic Module", "Gas Laser"),
                  chassis=Kind.ALUMINUM)  # fmt: skip
    scene.roll("d20=20").wait()
    assert scene.rover.shorted == AFFECTED
    used = {choice for choice in scene.choices() if choice[0] in ("move", "aim", "activate")}
    assert used == {("move", NORTH), ("move", WEST)}
    scene.peaceful("d").wait()
    assert scene.can("activate", 0)


@pytest.mark.parametrize(
    "choice", [("install", 0, 0), ("remove", 0), ("drop", 0), ("use",), ("select", 1)]
)
def test_v15_a_shorted_rover_handles_its_modules_and_uses_places(choice):
    scene = Scene("@", on="O", slots=("Sonic Module", "Heat Sink"), bag=("Ohm Probe",))
    assert scene.give("@", shorted=AFFECTED, datum=9).can(*choice)


def test_v15_a_shorted_rover_may_launch():
    scene = Scene("@", on="P").give("@", shorted=AFFECTED)
    scene.s.shut = 1
    assert scene.can("use")


def test_v15_two_neighbours_cannot_stall_and_short_the_rover_for_ever():
    scene = Scene("t@d\n^.^", slots=("Repair Kit",))
    helpless = []
    for _ in range(4):
        scene.give("@", integrity=20).roll("d20=20", "d20=20").wait()
        helpless.append(not scene.can("move", SOUTH) and not scene.can("activate", 0))
    assert helpless == [True, False, True, False]


@pytest.mark.parametrize(("sign", "effect"), [("t", "stalled"), ("d", "shorted")])
def test_v15_an_effect_is_not_renewed_before_a_turn_without_it(sign, effect):
    scene = Scene(f"@{sign}")
    states, told = [], []
    for _ in range(5):
        scene.give("@", integrity=20).roll("d20=20").wait()
        states.append(int(scene.rover[effect]))
        told.append(bool(scene.happened(Event[effect.upper()])))
    assert states == [AFFECTED, IMMUNE, AFFECTED, IMMUNE, AFFECTED]
    assert told == [True, False, True, False, True]


def test_v15_a_turn_without_an_effect_that_did_not_come_again_ends_the_immunity():
    scene = Scene("@t").roll("d20=20").wait().peaceful("t")
    assert scene.wait().rover.stalled == IMMUNE
    assert scene.wait().rover.stalled == FREE


def test_v15_stall_and_short_are_renewed_apart():
    scene = Scene("@d").give("@", stalled=IMMUNE).roll("d20=20").wait()
    assert (scene.rover.stalled, scene.rover.shorted) == (FREE, AFFECTED)


def test_v15_a_machine_is_not_shorted_again_before_a_turn_without_it():
    scene = Scene("@p", slots=("Chilling Blaster",))
    struck = []
    for _ in range(4):
        scene.give("@", shielding=6).give("p", integrity=50).roll("d12=12", "d20=20").aim(EAST)
        struck.append(scene.rover.shielding < 6)
    assert struck == [False, True, False, True]


def test_v15_two_of_a_kind_affect_the_rover_once():
    scene = Scene("t@t").roll("d20=20", "d20=20").wait()
    assert len(scene.happened(Event.STALLED)) == 1


@pytest.mark.parametrize(("state", "shown"), [(FREE, 0), (AFFECTED, 1), (IMMUNE, 2)])
def test_v15_the_observation_shows_an_effect_and_the_turn_after_it(state, shown):
    scene = Scene("@").give("@", stalled=state, shorted=state)
    assert [scene.seen.own[Own.STALLED], scene.seen.own[Own.SHORTED]] == [shown, shown]


def test_v15_stall_and_short_of_the_rover_outlive_the_turn_they_came_in():
    scene = Scene("@d").roll("d20=20").wait()
    assert (scene.rover.shorted, scene.seen.own[Own.SHORTED]) == (1, 1)


def test_v15_a_machine_far_away_stays_stalled_until_it_acts():
    scene = Scene("@.........p").give("p", stalled=1).wait(3)
    assert scene.entity("p").stalled == 1


def test_v16_teleport_exchanges_places():
    scene = Scene("@..c", slots=("Luminous Transporter",)).aim(EAST)
    assert (scene.at(), scene.at("c")) == ((4, 1), (1, 1))
    assert (scene.s.who[1, 1], scene.s.who[1, 4]) == (2, 1)


def test_v16_the_rover_picks_up_the_cache_it_lands_on():
    scene = Scene("@..c", slots=("Luminous Transporter",), cache="Volt Sink")
    scene.s.thing[1, 4] = scene.cache
    assert scene.aim(EAST).bag == ["Volt Sink"]


def test_v16_the_rover_sees_from_where_it_lands():
    scene = Scene("@..c...........", slots=("Luminous Transporter",))
    assert scene.s.seen[1] >> 12 & 1 == 0
    assert scene.aim(EAST).s.seen[1] >> 12 & 1 == 1


def test_v16_a_machine_teleports_the_rover():
    scene = Scene("@..b").roll("d12=12").wait()
    assert (scene.at(), scene.at("b")) == ((4, 1), (1, 1))


def test_v16_a_rover_teleported_by_a_machine_picks_up_the_cache_it_lands_on():
    scene = Scene("@..b", cache="Volt Sink")
    scene.s.thing[1, 4] = scene.cache
    scene.roll("d12=12").wait()
    assert scene.bag == ["Volt Sink"]
    assert scene.thing(4, 1) == Thing.NOTHING


def test_v16_a_rover_teleported_into_its_pod_is_charged():
    scene = Scene("@..b").give("@", energy=50)
    scene.s.thing[1, 4] = Thing.POD
    assert scene.roll("d12=12").wait().rover.energy == 100


def test_v16_walls_stay_where_they_are():
    scene = Scene("@.#", slots=("Voltage Transporter",)).aim(EAST)
    assert scene.at() == (1, 1)
    assert scene.s.wall[1, 3] == 17
