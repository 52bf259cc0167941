"""Rewards (V28) and the settings of a campaign."""

import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import CogarenaError, SettingError
from cogarena.envs.rover.game import GAME
from cogarena.envs.rover.tables import CHASSIS, KIND, Chassis, Kind, Terrain, Thing
from support.scenes.rover import EAST, Scene


def bumping(sign, **settings):
    scene = Scene(f"@{sign}", slots=("Sonic Module",), **settings).at_all()
    return scene.give(sign, integrity=1, shielding=0).roll("d20=20")


def test_v28_a_datum_analyzed_is_worth_one():
    scene = Scene("@r", slots=("Unstable Analyzer",)).at_all().roll("d20=20").move(EAST)
    assert (scene.reward, scene.s.gathered) == (3, 3)


def test_v28_data_of_destroyed_entities_are_worth_one_each():
    assert bumping("c").move(EAST).reward == 2


def test_v28_a_factory_is_worth_twenty_besides_its_wardens_data():
    scene = bumping("1").move(EAST)
    assert scene.reward == 20 + 6


def test_v28_the_last_factory_is_worth_as_much():
    scene = bumping("4", planet=4).move(EAST)
    assert (scene.reward, bool(scene.s.terminated)) == (20 + 12, True)


def test_v28_data_beyond_the_maximum_are_worth_nothing():
    assert bumping("r").give("@", datum=19).move(EAST).reward == 1


def test_v28_the_reward_is_that_of_one_step():
    scene = bumping("c").move(EAST)
    assert scene.wait().reward == 0


def test_v28_spending_data_costs_no_reward():
    assert Scene("@", on="O").give("@", datum=3).turn("use").reward == 0


def test_v28_losing_the_rover_is_worth_nothing():
    assert Scene("@").give("@", energy=1).wait().reward == 0


def test_v28_toggling_is_worth_nothing():
    assert bumping("c").move(EAST).turn("toggle").reward == 0


def test_v28_sparse_rewards_are_one_a_factory():
    assert bumping("1", reward="sparse").move(EAST).reward == 1


def test_v28_sparse_rewards_do_not_count_data():
    scene = bumping("c", reward="sparse").move(EAST)
    assert (scene.reward, scene.s.gathered) == (0, 2)


def test_v28_a_warden_destroyed_by_others_brings_its_factory_but_no_data():
    scene = Scene("..1u@").give("1", integrity=1, shielding=0).peaceful("1").wait()
    assert scene.reward == 20


def test_v28_the_finale_tells_how_the_campaign_went():
    episode = Episode(GAME, {"map_size": 20, "max_turns": 1, "levels": 1, "start_planet": 2})
    episode.reset(0)
    episode.act(0)
    info = episode.final_info()
    assert not any(info.pop("achievements").values())
    assert info.pop("tallies")["rover"]["turns"] == 1
    assert info == {
        "won": False, "turns": 1, "planet": 2, "factories": 0, "data": 0, "level": 0,
        "ending": "out_of_turns",
    }  # fmt: skip


@pytest.mark.parametrize("planet", range(1, 5))
def test_v3_a_campaign_begins_on_the_planet_asked_for(planet):
    episode = Episode(GAME, {"map_size": 20, "start_planet": planet})
    episode.reset(0)
    assert episode.s.planet == planet - 1
    assert episode.s.entities[1].kind == Kind.FOREMAN + planet - 1


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"start_planet": 5}, "start_planet"),
        ({"start_planet": 0}, "start_planet"),
        ({"planets": 0}, "planets"),
        ({"map_size": 19}, "map_size"),
        ({"map_size": 51}, "map_size"),
        ({"hostiles": -0.1}, "hostiles"),
        ({"hostiles": 4.5}, "hostiles"),
        ({"max_turns": 0}, "max_turns"),
        ({"levels": -1}, "levels"),
        ({"split": "validation"}, "split"),
        ({"reward": "dense"}, "reward"),
        ({"start_modules": ("Repair Kit",) * 9}, "start_modules"),
        ({"start_modules": ("Warp Drive",)}, "Warp Drive"),
        ({"start_modules": ("Repair Kit", "Transport Module")}, "mount of its own"),
        ({"start_module": ()}, "start_module"),
        ({"start": "orbit"}, "start"),
        ({"chassis": "steel"}, "chassis"),
        ({"revealed": "yes"}, "revealed"),
    ],
)
def test_v10_settings_that_make_no_sense_are_refused_by_name(settings, said):
    with pytest.raises(CogarenaError, match=said):
        Episode(GAME, settings)


def test_v10_an_unknown_module_is_answered_with_a_name_like_it():
    with pytest.raises(SettingError, match="Repair Kit"):
        Episode(GAME, {"start_modules": ("Repair Kti",)})


def test_v10_module_names_may_be_written_in_any_case():
    episode = Episode(GAME, {"map_size": 20, "start_modules": ("repair KIT",)})
    episode.reset(0)
    assert episode.s.slots[0].durability == 30


def begun(seed=0, **settings):
    episode = Episode(GAME, {"map_size": 20, **settings})
    episode.reset(seed)
    return episode


@pytest.mark.parametrize("seed", range(12))
def test_v21_a_campaign_may_begin_in_the_factory_beside_the_warden(seed):
    s = begun(seed, start="factory", start_planet=2).s
    rover, warden = s.entities[0], s.entities[1]
    assert warden.kind == Kind.SMELTER
    assert max(abs(int(rover.x) - warden.x), abs(int(rover.y) - warden.y)) <= 3
    assert s.terrain[rover.y, rover.x] == Terrain.FLOOR
    assert s.who[rover.y, rover.x] == 1
    assert s.who[s.pod_y, s.pod_x] == 0
    assert s.thing[s.pod_y, s.pod_x] == Thing.POD


def test_v3_only_the_first_planet_begins_in_the_factory():
    scene = Scene("@", on="P", map_size=20, start="factory")
    scene.s.shut = 1
    scene.turn("use")
    assert scene.at() == (scene.s.pod_x, scene.s.pod_y)


@pytest.mark.parametrize("chassis", list(Chassis), ids=lambda chassis: chassis.name.lower())
def test_v5_a_campaign_may_begin_with_another_chassis(chassis):
    s = begun(chassis=chassis.name.lower(), start_modules=("Repair Kit",) * 4).s
    kind = KIND[chassis]
    rover = s.entities[0]
    assert (rover.kind, rover.integrity, rover.energy) == (chassis, kind.integrity, kind.energy)
    assert (rover.shielding, rover.datum) == (kind.shielding, 0)
    installed = int((s.slots["module"] > 0).sum())
    assert installed == CHASSIS[chassis].slots
    assert (s.bag["module"] > 0).sum() == 4 - installed


def test_v10_a_larger_chassis_has_room_for_more_modules():
    nine = ("Repair Kit",) * 9
    assert begun(chassis="titanium", start_modules=nine).s.slots[2].module > 0
    with pytest.raises(SettingError, match="polyethylene"):
        begun(start_modules=nine)


def test_v23_maps_may_be_known_from_the_landing_on():
    s = begun(revealed=True).s
    assert (s.seen[:20] == 2**20 - 1).all()
    assert (begun().s.seen[:20] != 2**20 - 1).any()


def test_v23_a_launch_reveals_the_next_planet_too():
    scene = Scene("@", on="P", map_size=20, revealed=True)
    scene.s.shut = 1
    scene.turn("use")
    assert (scene.s.seen[:20] == 2**20 - 1).all()
