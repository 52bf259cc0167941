"""Components and set-up: C1 to C4."""

import numpy as np
import pytest

from cogarena.envs.coop_td import scenario
from cogarena.envs.coop_td.enemies import spawn
from cogarena.envs.coop_td.scenario import Reader
from cogarena.envs.coop_td.settings import HERO_NAMES, Settings, build
from cogarena.envs.coop_td.state import GATE_DICE, TOWER_SPACES, CardKind, Objective
from cogarena.envs.coop_td.tables import Enemy, Event, Tower
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import FileError, SettingError, UnknownNameError
from cogarena.envs.core.registry import load
from support.scenes.coop_td import Scene

GAME = load("coop_td")


@pytest.mark.parametrize("count", [2, 3, 4])
def test_c1_two_to_four_heroes_are_the_agents(count):
    heroes = HERO_NAMES[:count]
    assert Episode(GAME, {"heroes": heroes}).agents == heroes


@pytest.mark.parametrize("heroes", [("keith",), HERO_NAMES, ("keith", "keith"), ("bob", "keith")])
def test_c1_other_parties_are_refused(heroes):
    with pytest.raises(SettingError):
        Episode(GAME, {"heroes": heroes})


def test_c1_the_reward_is_shared_by_all_heroes():
    scene = Scene("", gold=0, deck=("Wait",)).turn_of("mongo", 1)
    scene.s.drawn = 1
    scene.act("pass")
    assert scene.s.reward.tolist() == [1, 1, 1, 1]


def test_c2_the_straight_road_is_spawn_six_sections_gate_and_eight_tower_spaces():
    road = Scene("").map
    assert "".join(road.spaces) == "SabcdefG"
    assert len(road.towers) == 8
    assert all(road.ways[a] == [b] for a, b in zip("Sabcdef", "abcdefG", strict=True))


def test_c2_the_fork_joins_again_before_the_gate():
    fork = Scene("", on="fork").map
    assert [space for space in fork.spaces if len(fork.ways[space]) == 2] == ["b"]
    assert {space for space in fork.spaces if "i" in fork.ways[space]} == {"e", "h"}


def test_c2_the_arms_of_the_delta_meet_only_at_the_gate():
    delta = Scene("", on="delta").map
    assert [space for space in delta.spaces if "G" in delta.ways[space]] == ["g", "l"]


def test_c2_the_serpent_is_long():
    scene = Scene("", on="serpent")
    assert scene.setup.to_gate[scene.setup.spawn_space] == 19


def test_c2_adjacent_is_joined_by_a_way_in_either_direction():
    scene = Scene("")
    assert scene.setup.distance[scene.space("b"), scene.space("a")] == 1
    assert scene.setup.distance[scene.space("a"), scene.space("b")] == 1


def test_c2_a_tower_space_is_linked_to_one_or_more_spaces():
    road = Scene("").map
    assert road.links["5"] == ["a"]
    assert road.links["1"] == ["a", "b"]


GOOD = "drawing\n  1 .\n  S a G\nways\n  S a G\nlinks\n  1: a\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD.replace("S a G\nlinks", "S a\nlinks"), "cannot be reached"),
        (GOOD.replace("  S a G\nways", "  S a\nways"), "no gate"),
        (GOOD.replace("1: a", "1: z"), "line 7, column 6: 'z' is not a space"),
        (GOOD.replace("1: a", "1:"), "linked to nothing"),
        (GOOD.replace("1: a", "2: a"), "line 7, column 3: '2' is not a tower space"),
        (GOOD.replace("1: a", "1 a"), "line 7, column 4: expected ':'"),
        (GOOD.replace("  1 .", "  1 a"), "line 3, column 5: 'a' is drawn twice"),
        (GOOD.replace("  1 .", "  1 ?"), "line 2, column 5: .* is not a letter or digit"),
        (GOOD.replace("ways\n", "roads\n"), "'roads' is not a section"),
        (GOOD.replace("links\n  1: a\n", ""), "the section 'links' is missing"),
        (GOOD.replace("ways\n  S a G", "ways\n  S a G\n  S"), "needs at least two spaces"),
        (GOOD.replace("ways\n  S a G", "ways\n  S a G\n  G a"), "a way cannot leave the gate"),
        ("drawing\n  S a b G\nways\n  S a b G\n  b a\nlinks\n", "form a cycle"),
        ("drawing\n  S a b c G\nways\n  S a G\n  S b G\n  S c G\nlinks\n", "at most 2 ways"),
        ("drawing\n  S " + " ".join("abcdefghijklmnopqrst") + " G\nways\n  S "
         + " ".join("abcdefghijklmnopqrst") + " G\nlinks\n", "22 spaces, but at most 20"),
    ],
)  # fmt: skip
def test_c2_a_map_that_cannot_be_played_is_refused_with_the_place(text, message):
    with pytest.raises(FileError, match=message):
        Reader(text, "map test").read()


def test_c3_a_tower_has_six_levels():
    scene = Scene("e: Keith\n3: Archery Tower 6", gold=50).turn_of("keith")
    assert not scene.can("upgrade", "3")


def test_c3_there_are_ten_towers_in_the_box():
    drawing = "a: Keith\n" + "\n".join(
        f"{label}: {kind} 1"
        for label, kind in zip("23456789AB", ["Stables"] * 5 + ["Swordsmen"] * 5, strict=True)
    )
    scene = Scene(drawing, on="serpent", gold=50).turn_of("keith")
    assert not any(scene.can("build", "1", kind) for kind in range(len(Tower)))


def test_c3_there_are_six_towers_of_a_type():
    drawing = "a: Keith\n" + "\n".join(f"{label}: Stables 1" for label in "234567")
    scene = Scene(drawing, on="serpent", gold=50).turn_of("keith")
    assert not scene.can("build", "1", "Stables")
    assert scene.can("build", "1", "Swordsmen")


def test_c3_a_spawn_beyond_thirty_tokens_is_cut():
    scene = Scene("a: Gremlin x 26")
    spawn(scene.setup, scene.s, Enemy.GREMLIN, 8)
    assert scene.count("Gremlin") == 30


def test_c3_a_boss_that_is_on_the_map_is_not_spawned_again():
    scene = Scene("a: Boss (Morgu)")
    spawn(scene.setup, scene.s, Enemy.MORGU, 1)
    assert scene.count("Morgu") == 1


def test_c3_gold_has_no_cap():
    scene = Scene("G: Glorbud\n4: Archery Tower 1", gold=60_000)
    scene.tower("4").gold = 5
    scene.turn_of("glorbud").act("pass")
    assert scene.s.gold == 60_005


def test_c3_a_gate_die_has_at_most_six_pips():
    scene = Scene("G: Edward", heroes=("edward", "keith"), gate=(6, 6), gold=50).turn_of("edward")
    assert not any(scene.can("repair", die) for die in range(GATE_DICE))


def test_c4_scenario_1_is_as_printed():
    first = scenario.read_scenario("scenario_1")
    spawn, wait = int(CardKind.SPAWN), (int(CardKind.WAIT), 0, 0)

    def cards(kind, *counts):
        return [(spawn, int(kind), count) for count in counts]

    gremlin, steed, golem = Enemy.GREMLIN, Enemy.DEVIL_STEED, Enemy.GOLEM
    assert first.gate == (3, 3, 3)
    assert first.gold == 12
    assert first.objective == Objective.ALL
    assert list(first.deck) == [
        *cards(gremlin, 4, 4, 4, 4), wait,
        *cards(gremlin, 8, 8), *cards(steed, 4, 4), wait,
        *cards(golem, 4), *cards(gremlin, 8), *cards(steed, 8), *cards(golem, 4), wait,
        *cards(golem, 8), *cards(Enemy.MORGU, 1), *cards(golem, 8), *cards(steed, 8), wait,
    ]  # fmt: skip


def test_c4_the_other_scenarios_use_every_enemy_tower_and_a_custom_event():
    names = [name for name in scenario.names("scenarios") if name != "scenario_1"]
    others = [scenario.read_scenario(name) for name in names]
    assert len(others) >= 5
    cards = {(kind, what) for each in others for kind, what, _ in each.deck}
    assert {what for kind, what in cards if kind == CardKind.SPAWN} == set(range(len(Enemy)))
    assert {what for kind, what in cards if kind == CardKind.CUSTOM} == set(range(len(Event)))
    assert {tower for each in others for tower in each.towers} == set(range(len(Tower)))


SCENARIO = """
title = "Mine"
map = "road"
objective = "defeat all enemies"
gate = [3]
gold = 5
deck = ["Wait", "Gremlin x 4"]
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("gold = 5", "golds = 5", "unknown key 'golds'. Did you mean 'gold'?"),
        ("gold = 5", "", "missing: gold"),
        ("gold = 5", 'gold = "5"', "gold must be an integer from 0 to 1000"),
        ("gate = [3]", "gate = [7]", "each gate die must be an integer from 1 to 6, not 7"),
        ("gate = [3]", "gate = []", "gate must be a list of 1 to 10"),
        ('"Wait"', '"Gremlins x 4"', "deck, card 1: unknown minion 'Gremlins'. Did you mean"),
        ('"Wait"', '"Gremlin x 99"', "an integer from 1 to 30"),
        ('"Wait"', '"Boss (Gremlin)"', "unknown boss"),
        ('"Wait"', '"Event (Party)"', "unknown event"),
        ('"Wait"', '"whatever"', "must be one of"),
        ("defeat all enemies", "have fun", "objective 'have fun' must be one of"),
        ('map = "road"', 'map = "raod"', "unknown map .* Did you mean 'road'"),
        ('title = "Mine"', "title = ", "scenario mine.toml: is not valid TOML: Invalid value"),
        ('"Mine"', f'"{"M" * 61}"', "scenario mine.toml: title has 61 bytes, but at most 60"),
        ('"Mine"', f'"Mine"\nstory = "{"M" * 401}"', "story has 401 bytes, but at most 400"),
        (', "Gremlin x 4"', "", "mine.toml: 'defeat all enemies' is won at the start: the deck"),
        ("defeat all enemies", "hold 5 gold",
         "mine.toml: 'hold 5 gold' is won at the start, which gives 5 gold: .* more than 5"),
        ("defeat all enemies", "defeat Morgu",
         r"mine.toml: 'defeat Morgu' needs the card 'Boss \(Morgu\)' in the deck"),
    ],
)  # fmt: skip
def test_c4_a_scenario_with_a_fault_is_refused_with_the_place(tmp_path, old, new, message):
    path = tmp_path / "mine.toml"
    path.write_text(SCENARIO.replace(old, new))
    with pytest.raises((FileError, UnknownNameError), match=message):
        scenario.read_scenario(str(path))


def test_c4_the_first_card_belongs_to_the_start(tmp_path):
    path = tmp_path / "mine.toml"
    text = SCENARIO.replace("defeat all enemies", "hold 11 gold").replace("[3]", "[1]")
    path.write_text(text.replace("Wait", "Event (Merchant Caravan)"))
    with pytest.raises(FileError, match="which gives 11 gold"):
        scenario.read_scenario(str(path))
    path.write_text(text.replace("Wait", "Event (Sappers)"))
    with pytest.raises(FileError, match="the first card destroys the gate"):
        scenario.read_scenario(str(path))


def test_c4_a_scenario_that_can_still_be_won_or_lost_is_accepted(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SCENARIO.replace("defeat all enemies", "hold 6 gold"))
    assert scenario.read_scenario(str(path)).goal == 6


@pytest.mark.parametrize("name", ["scenario_1", "scenario_2"])
def test_c4_title_and_story_stand_above_the_first_board(name):
    read = scenario.read_scenario(name)
    episode = Episode(GAME, {"scenario": name})
    episode.reset(0)
    above = GAME.ansi(episode.setup[0], episode.s).split("Round")[0]
    assert above.split("\n")[:-1] == [read.title, *filter(None, [read.story])]


def test_c4_after_the_first_round_only_the_title_is_left():
    scene = Scene("", on="fork")
    scene.s.turn = 2
    assert GAME.ansi(scene.setup, scene.s).startswith("Wings over the fork\nRound 2")


def test_c4_those_who_play_are_told_the_story_before_their_first_decision():
    episode = Episode(GAME, {"scenario": "scenario_3"})
    episode.reset(0)
    told = []
    for _ in range(2):
        told.append(GAME.human.news(episode.setup[0], episode.s, episode.s))
        episode.act(0)
    story = scenario.read_scenario("scenario_3").story
    assert (told[0][0], told[1]) == (story, [])


def test_c4_a_scenario_of_ones_own_can_have_a_map_beside_it(tmp_path):
    (tmp_path / "hill.txt").write_text(GOOD)
    path = tmp_path / "mine.toml"
    path.write_text(SCENARIO.replace('"road"', '"hill.txt"'))
    episode = Episode(GAME, {"scenario": str(path)})
    episode.reset(0)
    assert episode.setup[0].spaces == 3


def test_c4_an_unknown_scenario_names_the_known_ones():
    with pytest.raises(UnknownNameError, match="scenario_1"):
        Episode(GAME, {"scenario": "scenario_l"})


def test_c4_the_map_fits_the_record():
    assert all(
        build(Settings(scenario=name))[0].tower_spaces <= TOWER_SPACES
        for name in scenario.names("scenarios")
    )


def test_the_setup_record_cannot_be_changed():
    setup = build(Settings())
    with pytest.raises(ValueError, match="read-only"):
        setup[0].gold = np.int32(1000)
