"""What is told of a campaign: events with their causes, the ending, tallies and achievements."""

import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.rover.game import GAME
from cogarena.envs.rover.results import ACHIEVEMENTS, Ending, achievements, ending, tallies
from cogarena.envs.rover.state import COUNTED
from cogarena.envs.rover.tables import Kind
from cogarena.envs.rover.text import told
from support.scenes.rover import EAST, WEST, Scene


def event(scene, name):
    return next(one for one in scene.told if one["event"] == name)


def ended(scene):
    return Ending(ending(scene.setup, scene.s))


def tally(scene, name):
    return int(scene.s.tally[name])


def reached(scene):
    return {name for name, one in achievements(scene.s).items() if one}


# Events (V29).


def test_v29_a_hit_tells_by_whom_with_what_where_and_what_shielding_absorbed():
    scene = Scene("@.s").give("@", shielding=2).roll("d12=12").wait()
    assert event(scene, "hit") == {
        "event": "hit", "who": "rover", "damage": 3, "absorbed": 2, "by": ["Sparker"],
        "module": "Gas Laser", "at": [1, 1],
    }  # fmt: skip
    assert told(scene.setup, scene.s) == ["Sparker hits rover with Gas Laser: 3 damage, 2 absorbed"]


def test_v29_what_a_machine_does_after_another_is_its_own_deed():
    scene = Scene("p@.s").roll("d20=20", "d12=12").wait()
    assert [one["by"] for one in scene.told if one["event"] == "hit"] == [["PropRove"], ["Sparker"]]


def test_v29_a_miss_tells_its_target():
    scene = Scene("@p").roll("d20=1").wait()
    assert event(scene, "missed") == {
        "event": "missed", "who": "PropRove", "module": "Magnetic Piston", "target": "rover",
        "at": [2, 1],
    }  # fmt: skip


def test_v29_a_destroyed_entity_is_told_with_the_data_it_yields():
    scene = Scene("@f", slots=("Ore Launcher",)).at_all().move(EAST)
    assert event(scene, "destroyed") == {
        "event": "destroyed", "who": "Frond", "data": 1, "by": ["rover"],
        "module": "Ore Launcher", "at": [2, 1],
    }  # fmt: skip


def test_v29_analysis_tells_the_data_that_did_not_fit():
    scene = Scene("@r", slots=("Spectrophotometer",)).give("@", datum=19).at_all()
    scene.roll("d20=20").move(EAST)
    assert (event(scene, "analyzed")["data"], event(scene, "analyzed")["lost"]) == (1, 0)
    scene.roll("d20=20").move(EAST)
    assert (event(scene, "analyzed")["data"], event(scene, "analyzed")["lost"]) == (0, 1)


def test_v29_stolen_data_are_told_with_thief_victim_and_module():
    scene = Scene("@1").give("@", datum=3).roll("d20=20").wait()
    assert event(scene, "stolen") == {
        "event": "stolen", "who": "Foreman", "data": 1, "from": "rover",
        "module": "Analyzing Flash", "at": [2, 1],
    }  # fmt: skip


def test_v29_stall_and_short_tell_who_caused_them():
    scene = Scene("t@d").roll("d20=20", "d20=20").wait()
    assert (event(scene, "stalled")["by"], event(scene, "shorted")["by"]) == (
        ["Tether"], ["Damper"],
    )  # fmt: skip


def test_v29_a_swap_tells_with_whom():
    scene = Scene("@..b").roll("d12=12").wait()
    assert event(scene, "teleported")["with"] == "rover"


def test_v29_what_a_module_restores_is_told():
    scene = Scene("@", slots=("Repair Kit",)).give("@", integrity=5).activate()
    assert [one["event"] for one in scene.told] == ["used", "repaired"]
    assert event(scene, "repaired")["module"] == "Repair Kit"
    assert told(scene.setup, scene.s) == ["rover regains 2 integrity by Repair Kit"]


def test_v29_a_use_without_effect_is_told():
    scene = Scene("@", slots=("Repair Kit",)).activate()
    assert told(scene.setup, scene.s) == ["rover uses Repair Kit"]


def test_v29_what_the_pod_restores_is_told():
    scene = Scene("@", on="P").give("@", energy=90).wait()
    assert event(scene, "recharged")["energy"] == 11


def test_v29_damage_to_walls_that_stand_is_told_once_for_all():
    scene = Scene("#@#", slots=("Area Charge",)).activate()
    assert event(scene, "wall_hit") == {
        "event": "wall_hit", "who": "rover", "damage": 12, "module": "Area Charge", "at": [1, 1],
    }  # fmt: skip


def test_v29_a_site_is_told_with_its_price():
    scene = Scene("@", on="R").give("@", datum=5, integrity=3).turn("use")
    assert event(scene, "site_used") == {
        "event": "site_used", "who": "rover", "site": "Repair bay", "data": 4, "at": [1, 1],
    }  # fmt: skip


def test_v29_where_an_entity_out_of_sight_is_hit_is_not_told():
    scene = Scene("@#f", slots=("Gas Railgun",)).turn("aim", 0, EAST)
    assert event(scene, "destroyed")["who"] == "Frond"
    assert "at" not in event(scene, "destroyed")


def test_v29_who_swapped_places_with_the_rover_is_told_where_it_is():
    scene = Scene("@.r", slots=("Voltage Transporter",)).roll("d12=12").turn("aim", 0, EAST)
    assert scene.at() == (3, 1)
    assert event(scene, "hit")["at"] == [1, 1]


# Endings (V2, V3).


def test_v2_a_rover_that_waits_with_its_last_energy_ran_out_of_energy():
    assert ended(Scene("@").give("@", energy=1).wait()) == Ending.OUT_OF_ENERGY


@pytest.mark.parametrize(("sign", "dice"), [("p", "d20=20"), ("u", ""), ("g", "d20=20")])
def test_v2_the_ending_names_the_kind_that_destroyed_the_rover(sign, dice):
    scene = Scene(f"@{sign}").give("@", integrity=1, shielding=0)
    scene.give(sign, hostile=1)
    (scene.roll(dice) if dice else scene).wait()
    assert ended(scene) == Ending[f"DESTROYED_BY_{Kind(scene.entity(sign).kind).name}"]


def test_v2_among_many_the_one_whose_hit_was_the_last_is_named():
    scene = Scene("p@l").give("@", integrity=6, shielding=0).roll("d20=20", "d20=20").wait()
    assert ended(scene) == Ending.DESTROYED_BY_LUNOROVE


def test_v3_the_last_factory_ends_the_campaign_as_won():
    scene = Scene("@4", planet=4, slots=("Ore Launcher",)).give("4", integrity=1, shielding=0)
    assert ended(scene.roll("d20=20").move(EAST)) == Ending.WON


def test_v3_a_campaign_that_is_cut_off_is_out_of_turns():
    episode = Episode(GAME, {"max_turns": 2, "map_size": 20})
    episode.reset(0)
    episode.act(0)
    episode.act(0)
    assert episode.final_info()["ending"] == "out_of_turns"


# Tallies and achievements (V30).


def test_v30_hits_misses_and_damage_are_counted():
    scene = Scene("@r", slots=("Ore Launcher",)).at_all()
    scene.roll("d20=1").move(EAST).roll("d20=20").move(EAST)
    assert [tally(scene, name) for name in ("misses", "hits", "damage_dealt")] == [1, 1, 4]


def test_v30_damage_to_the_rover_is_counted_with_what_shielding_absorbed():
    scene = Scene("@s").give("@", shielding=2).roll("d12=12").wait()
    assert [tally(scene, name) for name in ("damage_taken", "damage_absorbed")] == [1, 2]


def test_v30_energy_is_counted():
    scene = Scene("P@", slots=("Photovoltaic Integument",)).give("@", energy=50)
    scene.activate().wait().move(WEST)
    gained = tally(scene, "energy_generated")
    assert gained > 0
    spent = tally(scene, "energy_spent")
    assert tally(scene, "energy_recharged") == 50 + spent - gained
    assert scene.condition()[2] == 100


def test_v30_data_are_counted_by_their_source():
    scene = Scene("@f", slots=("Ore Launcher",)).at_all().move(EAST)
    assert (tally(scene, "data_by_fighting"), tally(scene, "data_by_analysis")) == (1, 0)


def test_v30_every_tally_has_a_meaning_and_a_number_at_the_end():
    episode = Episode(GAME, {"max_turns": 2, "map_size": 20})
    episode.reset(0)
    while not episode.over:
        episode.act(0)
    info = episode.final_info()
    assert list(info["tallies"]["rover"]) == list(GAME.tallies.meanings)
    assert info["tallies"]["rover"]["energy_spent"] == 2
    assert set(info["achievements"]) == set(ACHIEVEMENTS)


def test_v30_a_new_rover_has_achieved_nothing():
    for settings in GAME.examples:
        episode = Episode(GAME, settings)
        episode.reset(3)
        assert reached(episode) == set()


def give_counts(**counts):
    scene = Scene("@")
    for name, n in counts.items():
        scene.s.tally[name] = n
    return scene


def test_v30_each_achievement_can_be_reached():
    everything = give_counts(**dict.fromkeys(COUNTED, 50))
    everything.s.planet, everything.s.factories, everything.s.tally.launches = 3, 1, 3
    assert reached(everything) == set(ACHIEVEMENTS)


@pytest.mark.parametrize(("first", "now", "expected"), [
    (1, 2, {"land_on_planet_2"}),
    (3, 4, {"land_on_planet_4"}),
    (2, 4, {"land_on_planet_3", "land_on_planet_4"}),
])  # fmt: skip
def test_v30_only_landings_after_a_launch_are_achievements(first, now, expected):
    scene = give_counts(launches=now - first)
    scene.s.planet = now - 1
    assert reached(scene) == expected


def test_v30_a_launch_is_an_achievement():
    scene = Scene("@", on="P", map_size=20)
    scene.s.shut = 1
    scene.turn("use")
    assert reached(scene) == {"land_on_planet_2"}


@pytest.mark.parametrize(("name", "scene"), [
    ("analyze", lambda: Scene("@r", slots=("Spectrophotometer",)).at_all().roll("d20=20")
     .move(EAST)),
    ("destroy_machine", lambda: Scene("@p", slots=("Ore Launcher",)).roll("d20=20")
     .give("p", integrity=1, shielding=0).move(EAST)),
    ("destroy_fauna", lambda: Scene("@g", slots=("Ore Launcher",)).at_all().roll("d20=20")
     .give("g", integrity=1).move(EAST)),
    ("hit_from_afar", lambda: Scene("@.r", slots=("Gas Laser",)).roll("d12=12").aim(EAST)),
    ("disable", lambda: Scene("@r", slots=("Heat Sink",)).at_all().roll("d20=20").move(EAST)),
    ("teleport", lambda: Scene("@.r", slots=("Voltage Transporter",)).roll("d12=12").aim(EAST)),
    ("generate", lambda: Scene("@", slots=("Photovoltaic Integument",)).give("@", energy=50)
     .activate()),
    ("repair", lambda: Scene("@", slots=("Repair Kit",)).give("@", integrity=5).activate()),
    ("recharge", lambda: Scene("P@").give("@", energy=40).move(WEST)),
    ("find_module", lambda: Scene("@*").move(EAST)),
    ("install_module", lambda: Scene("@", bag=("Gas Laser",)).turn("install", 0, 0)),
    ("mount_transport", lambda: Scene("@", bag=("Transport Module",)).turn("install", 0, 0)),
    ("repair_hull", lambda: Scene("@+").give("@", integrity=5).move(EAST)),
    ("use_workshop", lambda: Scene("@", on="W").give("@", datum=9).turn("use")),
    ("use_repair_bay", lambda: Scene("@", on="R").give("@", datum=9).turn("use")),
    ("use_observatory", lambda: Scene("@", on="O").give("@", datum=9).turn("use")),
    ("change_chassis", lambda: Scene("@", on="F").give("@", datum=19).turn("use")),
    ("enter_factory", lambda: Scene("@_").move(EAST)),
    ("shut_factory", lambda: Scene("@1", slots=("Ore Launcher",)).roll("d20=20")
     .give("1", integrity=1, shielding=0).move(EAST)),
])  # fmt: skip
def test_v30_an_achievement_is_reached_by_what_it_says(name, scene):
    assert name in reached(scene())


def test_v30_a_wall_that_the_rover_broke_is_an_achievement():
    scene = Scene("@#", slots=("Sonic Module",)).at_all()
    scene.s.wall[scene.s.wall > 0] = 3
    assert "break_wall" in reached(scene.move(EAST))


def test_v30_shielding_by_a_module_is_an_achievement():
    scene = Scene("@p", slots=("Polyurethane Integument",)).give("@", shielding=0)
    assert "shield" in reached(scene.activate())


def test_v30_what_others_do_is_no_achievement_of_the_rover():
    scene = Scene("1.u@").give("1", integrity=1, shielding=0).peaceful("1").wait()
    assert not reached(scene) & {"destroy_machine", "break_wall"}
    assert tally(scene, "machines_destroyed") == 0


def test_v30_tallies_are_of_the_only_seat():
    scene = Scene("@").wait()
    assert all(len(seats) == 1 for seats in tallies(scene.setup, scene.s).values())
