"""Every kind of machine, and the wardens' patterns (V24)."""

import pytest

from cogarena.envs.rover.modules import NAMES
from cogarena.envs.rover.state import Event
from cogarena.envs.rover.tables import KIND, Kind, Nature
from support.scenes.rover import EAST, LEGEND, WEST, Scene

#    integrity energy shield power sensitivity data from planet, modules
PRINTED = {
    "p": (5, 10, 1, 3, 6, 1, 1, "Magnetic Piston"),
    "l": (10, 10, 1, 3, 8, 1, 1, "Magnetic Piston"),
    "s": (6, 12, 1, 2, 8, 2, 1, "Gas Laser"),
    "d": (8, 14, 2, 1, 10, 2, 2, "Hydro Sink"),
    "t": (8, 14, 2, 1, 10, 2, 2, "Heat Sink"),
    "b": (10, 14, 2, 2, 12, 3, 3, "Luminous Transporter, Magnetic Piston"),
    "u": (12, 16, 3, 1, 12, 3, 3, "Area Charge"),
    "m": (10, 18, 4, 1, 14, 4, 4, "Regenerative Bolt"),
    "1": (12, 20, 2, 2, 8, 6, 1, "Analyzing Flash, Gas Laser"),
    "2": (16, 30, 2, 1, 10, 8, 2, "Area Charge, Ore Launcher"),
    "3": (20, 30, 3, 2, 12, 10, 3, "Free-Electron Transporter, Heat Sink, Ore Launcher"),
    "4": (18, 24, 3, 1, 14, 12, 4, "Chilling Blaster, Gas Railgun, Repair Kit"),
    "g": (6, 10, 0, 1, 4, 2, 1, "Magnetic Piston"),
    "k": (10, 10, 0, 3, 8, 4, 2, "Magnetic Piston"),
    "f": (4, 1, 0, 0, 0, 1, 1, ""),
    "c": (8, 1, 2, 0, 0, 2, 1, ""),
    "r": (20, 1, 4, 0, 12, 6, 1, ""),
}
SPECIFICATION = ("integrity", "energy", "shielding", "power", "sensitivity", "datum", "planet")


@pytest.mark.parametrize("sign", PRINTED, ids=lambda sign: LEGEND[sign].name.lower())
def test_v24_every_kind_is_as_printed(sign):
    kind = KIND[LEGEND[sign]]
    names = ", ".join(NAMES[module] for module in kind.tools if module)
    assert (*(kind[field] for field in SPECIFICATION), names) == PRINTED[sign]


@pytest.mark.parametrize("sign", PRINTED, ids=lambda sign: LEGEND[sign].name.lower())
def test_v24_machines_and_wardens_are_hostile_from_the_start(sign):
    assert Scene(f"@{sign}").entity(sign).hostile == (sign in "plsdtbum1234")


def test_v24_each_planet_has_a_warden_of_its_own():
    wardens = [kind for kind in Kind if KIND[kind].nature == Nature.WARDEN]
    assert [KIND[kind].planet for kind in wardens] == [1, 2, 3, 4]
    assert len({int(KIND[kind].conduct) for kind in wardens}) == 4


def test_v24_a_proprove_strikes_a_rover_beside_it():
    scene = Scene("@p").roll("d20=20").wait()
    assert scene.log == [(Event.HIT, 0, 4)]
    assert scene.entity("p").energy == 9


def test_v24_a_lunorove_strikes_a_rover_beside_it():
    scene = Scene("@l").roll("d20=20").wait()
    assert scene.log == [(Event.HIT, 0, 4)]
    assert scene.entity("l").energy == 9


def test_v24_a_sparker_shoots_over_two_squares():
    scene = Scene("@.s").roll("d12=12").wait()
    assert scene.log == [(Event.HIT, 0, 3)]
    assert scene.at("s") == (3, 1)


def test_v24_a_damper_shorts_the_rover():
    scene = Scene("@d").roll("d20=20").wait()
    assert scene.log == [(Event.SHORTED, 0, 0), (Event.HIT, 0, 2)]
    assert scene.entity("d").energy == 14


def test_v24_a_tether_stalls_a_rover_beside_it():
    scene = Scene("@t").roll("d20=20").wait()
    assert scene.log == [(Event.STALLED, 0, 0), (Event.HIT, 0, 2)]


def test_v24_a_blinker_teleports_and_mends_itself():
    scene = Scene("@..b").give("b", integrity=5).roll("d12=12").wait()
    assert scene.log == [(Event.TELEPORTED, 1, 0)]
    assert scene.condition("b") == (6, 2, 12)


def test_v24_a_burster_bursts_within_two_squares():
    scene = Scene("@..\n...\n..u").wait()
    assert scene.log == [(Event.HIT, 0, 5)]
    assert Scene("@..\n...\n...\n..u").wait().log == []


def test_v24_a_mender_shields_and_repairs_itself_while_it_shoots():
    scene = Scene("@..m").give("m", integrity=5, shielding=0).roll("d6=6").wait()
    assert scene.condition("m") == (7, 3, 12)
    assert scene.log == [(Event.HIT, 0, 3)]


def test_v24_the_kinds_use_different_abilities():
    told = {}
    for sign, drawing in {"s": "@.s", "d": "@d", "t": "@t", "b": "@..b", "u": "@.u"}.items():
        scene = Scene(drawing).roll("d20=20", "d12=12")
        for _ in range(3):
            scene.wait()
            told.setdefault(sign, set()).update(event for event, _, _ in scene.log)
    assert Event.SHORTED in told["d"] and Event.STALLED in told["t"]
    assert Event.TELEPORTED in told["b"]
    assert not told["s"] & {Event.SHORTED, Event.STALLED, Event.TELEPORTED}


def test_v24_modules_of_machines_cost_them_energy_and_a_miss_too():
    scene = Scene("@p").roll("d20=1").wait()
    assert (scene.entity("p").energy, scene.rover.shielding) == (9, 6)
    assert [event for event, _, _ in scene.log] == [Event.MISSED]


def test_v24_a_machine_cannot_use_its_last_energy():
    scene = Scene("@p").give("p", energy=1).roll("d20=20").wait()
    assert (scene.rover.shielding, scene.entity("p").energy) == (6, 2)
    assert scene.roll("d20=20").wait().rover.shielding == 2


def test_v24_a_turn_without_a_module_restores_one_energy():
    scene = Scene("@....p").give("p", energy=3).wait()
    assert (scene.at("p"), scene.entity("p").energy) == ((5, 1), 4)


def test_v24_energy_of_a_machine_at_rest_stays_below_its_maximum():
    assert Scene("@....p").wait(2).entity("p").energy == 10


def test_v24_a_shorted_machine_restores_energy_as_well():
    assert Scene("@p").give("p", shorted=1, energy=5).wait().entity("p").energy == 6


def test_v24_the_foreman_does_not_leave_its_post_far_behind():
    scene = Scene("1........\n.........\n.........\n........@")
    scene.wait(12)
    assert max(scene.at("1")[0] - 1, scene.at("1")[1] - 1) == 3


def test_v24_the_foreman_comes_as_near_as_its_leash_lets_it():
    scene = Scene("@......1").wait(6)
    assert scene.at("1") == (5, 1)


def test_v24_the_foreman_analyzes_and_strikes_what_comes_near():
    scene = Scene("@1").give("@", datum=2).roll("d20=20").wait()
    assert (scene.rover.datum, scene.happened(Event.HIT)) == (1, [3])


def test_v24_the_foreman_shoots_over_two_squares():
    scene = Scene("@.1").roll("d12=12").wait()
    assert scene.happened(Event.HIT) == [3]
    assert scene.entity("1").energy == 18


def test_v24_the_smelter_pulses_every_third_turn_of_its_hunt_whoever_is_near():
    scene = Scene("@.....2^\n......f^").give("2", stalled=1)
    alive = []
    for _ in range(3):
        scene.give("2", stalled=1, integrity=16).wait()
        alive.append(int(scene.entity("f").integrity) > 0)
    assert alive == [True, True, False]


def test_v24_the_smelter_strikes_between_its_pulses():
    scene = Scene("@2")
    hits = []
    for _ in range(6):
        scene.give("@", integrity=20, shielding=0).roll("d20=20").wait()
        hits += scene.happened(Event.HIT)
    assert hits == [3, 3, 5, 3, 3, 5]


def test_v24_the_smelters_pulse_reaches_two_squares():
    for away, damage in ((2, [5]), (3, [])):
        scene = Scene("@" + "." * (away - 1) + "2").give("2", beat=2, stalled=1).wait()
        assert scene.happened(Event.HIT) == damage


def test_v24_the_loom_drags_and_stalls_a_rover_every_third_turn():
    scene = Scene("@.3").give("3", beat=2).roll("d12=12").wait()
    assert scene.log == [(Event.TELEPORTED, 1, 0), (Event.STALLED, 0, 0)]
    assert (scene.at(), scene.at("3")) == ((3, 1), (1, 1))


def test_v24_the_loom_beside_the_rover_strikes_instead_of_swapping_places():
    scene = Scene("@3").give("3", beat=2).roll("d20=20").wait()
    assert scene.log == [(Event.STALLED, 0, 0), (Event.HIT, 0, 3)]
    assert scene.at() == (1, 1)


def test_v24_the_loom_closes_in_between_its_snares():
    scene = Scene("@.3").wait()
    assert scene.log == []
    assert (scene.at(), scene.at("3")) == ((1, 1), (2, 1))


def test_v24_the_loom_strikes_a_rover_beside_it():
    scene = Scene("@3").roll("d20=20").wait()
    assert scene.log == [(Event.STALLED, 0, 0), (Event.HIT, 0, 3)]
    assert scene.at() == (1, 1)


def test_v24_the_loom_strikes_with_the_cheaper_tool_when_short_of_energy():
    scene = Scene("@3").give("3", energy=3).roll("d20=20").wait()
    assert scene.log == [(Event.HIT, 0, 4)]


def test_v24_the_overseer_shoots_from_afar():
    scene = Scene("@.....4").roll("d6=6").wait()
    assert scene.log == [(Event.HIT, 0, 3)]
    assert scene.at("4") == (7, 1)


def test_v24_the_overseer_pierces_what_stands_between():
    scene = Scene("@f....4").give("4", alert=5).roll("d6=6", "d6=6").wait()
    assert (Event.HIT, 0, 3) in scene.log
    assert scene.entity("f").integrity == 1


def test_v24_the_overseer_backs_away_from_a_rover_nearer_than_three_steps():
    for away in (1, 2):
        scene = Scene("@" + "." * (away - 1) + "4.....").wait()
        assert scene.at("4") == (2 + away, 1)
        assert scene.log == []
    assert Scene("@..4.....").wait().at("4") == (4, 1)


def test_v24_the_overseer_fights_with_its_back_to_the_wall():
    scene = Scene("@4").roll("d12=12").wait()
    assert scene.log == [(Event.SHORTED, 0, 0), (Event.HIT, 0, 3)]


def test_v24_a_stalled_overseer_shoots_instead_of_backing_away():
    scene = Scene("@4....").give("4", stalled=1).roll("d12=12").wait()
    assert (scene.at("4"), scene.happened(Event.HIT)) == ((2, 1), [3])


@pytest.mark.parametrize(("integrity", "mended"), [(8, 10), (9, 9)])
def test_v24_the_overseer_mends_itself_below_half(integrity, mended):
    scene = Scene("@....4").give("4", integrity=integrity).roll("d12=1").wait()
    assert scene.entity("4").integrity == mended


def test_v24_the_overseer_that_cannot_pay_for_mending_does_not():
    scene = Scene("@........4").give("4", integrity=10, energy=2).move(EAST)
    assert scene.entity("4").integrity == 10


def test_v24_machines_follow_the_rules_of_modules_against_other_machines():
    scene = Scene("@.u\n..p").give("@", shielding=6).wait()
    assert scene.entity("p").integrity == 1


def test_v24_hurting_a_machine_from_out_of_sight_alarms_it():
    scene = Scene("@#p....", slots=("Ionized Detector",)).give("p", integrity=50)
    scene.aim(EAST)
    assert scene.entity("p").alert == 9
    assert Scene("p@").roll("d20=1").move().can("move", WEST) is False
