"""The log: what happened since the last decision, in `info` and in the text for a terminal."""

import pytest

from cogarena.envs.moba.game import GAME
from cogarena.envs.moba.state import Stage
from cogarena.envs.rally.cards import Card, Option
from cogarena.wrappers.aec import env, raw_env
from cogarena.wrappers.parallel import parallel_env
from support.scenes.moba import Scene, before_a_tower, duel


def told_by(scene, stage, *answers):
    """The events in `info` after the answers of a table that is brought into the scene."""
    table = raw_env("moba")
    table.reset(seed=0)
    scene.s.stage = stage
    GAME.advance(scene.setup, scene.s)
    table.episode.states[:] = scene.states
    table.restore(table.state_bytes())
    told = []
    for name, answer in answers:
        assert table.agent_selection == name
        table.step(scene.number_of(answer))
        infos = [info["events"] for info in table.infos.values()]
        assert infos == [infos[0]] * 8
        told += infos[0]
    return told


def text(scene):
    """The log as a terminal shows it."""
    lines = GAME.ansi(scene.setup, scene.s).splitlines()
    return [line.removeprefix("* ") for line in lines if line.startswith("* ")]


def test_a_death_is_told():
    scene = Scene().put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1)
    assert scene.log == [
        {"event": "destroyed", "robot": "red_0", "by": ["red_0"], "cause": "pit", "at": [11, 8]}
    ]
    assert text(scene) == ["red_0 is destroyed"]


def test_a_kill_is_told_with_the_robots_credited():
    scene = duel().hurt("blue_0", 9).put("red_1", 13, 8, "^")
    told = told_by(scene, Stage.AIM, ("red_0", "pass"), ("red_1", "pass"))
    killers = ["red_0", "red_1"]
    assert {"event": "killed", "robot": "blue_0", "by": killers} in told
    death = next(event for event in told if event["event"] == "destroyed")
    assert (death["robot"], death["by"], death["cause"]) == ("blue_0", killers, "main_laser")


def test_hits_damage_and_what_stops_it_are_told_in_order():
    scene = duel().give("blue_0", Option.ABLATIVE_COAT).hurt("blue_0", 1)
    scene.robot("blue_0").coat = 2
    scene.put("red_1", 13, 8, "^").run(Stage.AIM, Stage.DAMAGE)
    at = [13, 6]
    assert scene.log == [
        {"event": "hit", "robot": "blue_0", "by": ["red_0"], "damage": 1, "cause": "main_laser",
         "at": at},
        {"event": "hit", "robot": "blue_0", "by": ["red_1"], "damage": 1, "cause": "main_laser",
         "at": at},
        {"event": "prevented", "robot": "blue_0", "tokens": 1, "cause": "ablative_coat", "at": at},
        {"event": "discarded", "robot": "blue_0", "option": "Ablative Coat", "cause": "used_up"},
        {"event": "hurt", "robot": "blue_0", "by": ["red_0", "red_1"], "tokens": 1,
         "cause": "main_laser", "at": at},
    ]  # fmt: skip


def test_a_fallen_tower_is_told_with_the_robots_credited_and_the_options_drawn():
    scene = before_a_tower().weaken("blue", 4, 1)
    told = told_by(scene, Stage.AIM, ("red_0", "howitzer"))
    fallen = {"event": "tower_destroyed", "by": ["red_0"], "tower": "blue tower 4"}
    drawn = told[told.index(fallen) + 1 :][:4]
    assert [(event["event"], event["robot"]) for event in drawn] == [
        ("drawn", f"red_{i}") for i in range(4)
    ]
    assert len({event["option"] for event in drawn}) == 4


def test_damage_to_objectives_is_told_by_robot():
    scene = before_a_tower().put("red_1", 17, 4, "^").weaken("blue", 4, 1)
    scene.run(Stage.AIM, Stage.AIM, red_0="howitzer", red_1="howitzer")
    shelled = {"event": "tower_shelled", "tower": "blue tower 4"}
    assert scene.told("tower_shelled") == [
        shelled | {"by": ["red_0"], "damage": 1},
        shelled | {"by": ["red_1"], "damage": 0},
    ]


def test_a_fallen_base_is_told_with_the_finale():
    scene = Scene().put("red_0", 18, 5, ">")
    scene.base("blue").health = 1
    table = env("moba")
    table.reset(seed=0)
    scene.s.stage = Stage.AIM
    GAME.advance(scene.setup, scene.s)
    table.unwrapped.episode.states[:] = scene.states
    table.unwrapped.restore(table.unwrapped.state_bytes())
    table.step(scene.number_of("howitzer"))
    info = table.last()[4]
    assert info["events"][-1] == {"event": "base_destroyed", "by": ["red_0"], "base": "blue"}
    assert info["bases"] == {"red": 40, "blue": 0}
    assert info["kdo"]["red_0"]["kdo"] == 5
    assert info["won"] == [True] + [False] * 7


def test_what_a_base_loses_is_news_before_it_falls():
    scene = Scene().put("red_0", 18, 5, ">")
    scene.base("blue").health = 1
    scene.run(Stage.AIM, Stage.BASES, red_0="howitzer")
    assert GAME.human.news(scene.setup, None, scene.s) == [
        "red_0: shells the blue base for 1",
        "red_0 is hit for 3 (tower)",
        "red_0 takes 3 damage",
        "the blue base loses 1",
        "the blue base falls to red_0",
    ]


def test_an_installed_and_a_replaced_option_are_told():
    scene = Scene().team_option("red", Option.BRAKES).put("red_0", 7, 5)
    scene.give("red_0", Option.CRAB_LEGS)
    assert told_by(scene, Stage.INSTALL, ("red_0", Option.CRAB_LEGS)) == [
        {"event": "replaced", "robot": "red_0", "option": "Brakes"},
        {"event": "installed", "robot": "red_0", "option": "Crab Legs"},
    ]


def test_a_disruption_is_told():
    scene = Scene().without_towers().team_option("blue", Option.BRAKES).put("red_0", 18, 5, ">")
    told = told_by(scene, Stage.AIM, ("red_0", "disrupt"))
    assert told == [{"event": "disrupted", "by": ["red_0"], "option": "Brakes"}]


def test_an_option_given_for_damage_is_told():
    scene = duel().give("blue_0", Option.BRAKES)
    told = told_by(scene, Stage.AIM, ("red_0", "pass"), ("blue_0", Option.BRAKES))
    assert told[1:] == [
        {
            "event": "discarded",
            "robot": "blue_0",
            "option": "Brakes",
            "cause": "against_damage",
        },
        {"event": "prevented", "robot": "blue_0", "tokens": 1, "cause": "option", "at": [13, 6]},
    ]


def test_the_log_begins_anew_with_every_decision():
    scene = duel().hurt("blue_0", 9).give("blue_0", Option.BRAKES, Option.CRAB_LEGS)
    scene.run(Stage.AIM, Stage.REMOVE)
    assert len(scene.game.events(scene.setup, scene.s)) > 2
    scene.ask(Stage.LOSE)
    scene.answer(Option.BRAKES)
    assert scene.r.logged == 1


def test_both_apis_have_the_log_from_the_beginning():
    table = env("moba", team_size=1)
    table.reset(seed=0)
    assert table.last()[4]["events"] == []
    _, infos = parallel_env("moba", team_size=1).reset(seed=0)
    assert [info["events"] for info in infos.values()] == [[], []]


@pytest.mark.parametrize(
    ("scene", "lines"),
    [
        (
            lambda: duel().hurt("blue_0", 9).damage_step(),
            ["blue_0 is destroyed", "red_0: credited with the kill of blue_0"],
        ),
        (
            lambda: (
                duel().team_option("blue", Option.BRAKES).put("red_1", 18, 5, ">")
                .put("red_0", 13, 0).damage_step(red_1="disrupt")
            ),
            ["red_1: Brakes is lost to the enemy base"],
        ),
        (
            lambda: (
                Scene().team_option("red", Option.BRAKES).put("red_0", 7, 5)
                .give("red_0", Option.CRAB_LEGS)
                .run(Stage.INSTALL, Stage.INSTALL, red_0=Option.CRAB_LEGS)
            ),
            [
                "Brakes leaves the base for another option",
                "red_0 installs Crab Legs in its base",
            ],
        ),
    ],
    ids=["kill", "disruption", "options"],
)  # fmt: skip
def test_a_terminal_shows_the_log(scene, lines):
    assert text(scene()) == lines


def test_a_terminal_shows_fallen_objectives_and_the_winner():
    scene = before_a_tower().weaken("blue", 4, 1)
    scene.base("blue").health = 5
    scene.damage_step(red_0="howitzer")
    lines = text(scene)
    assert lines[0] == "blue tower 4 falls to red_0"
    assert all(line.startswith(f"red_{i} draws ") for i, line in enumerate(lines[1:5]))
    assert lines[5:] == ["the blue base falls to red_0"]
    assert GAME.ansi(scene.setup, scene.s).startswith("Turn 1: red_0 won\n")


def test_a_terminal_shows_bases_towers_and_scores():
    scene = Scene().team_option("red", Option.ABLATIVE_COAT).score("red_0", 2, 1, 1)
    lines = GAME.ansi(scene.weaken("red", 2, 7).setup, scene.s).splitlines()
    assert "red base: 40 of 40, towers [10, 7, 10, 10], team option: Ablative Coat" in lines
    assert "red_0: at 0, 3, damage 0, KDO 2/1/1 = 6, 2 tokens" in lines


def test_a_terminal_shows_docks_towers_and_robots_on_the_board():
    scene = Scene().put("blue_1", 2, 3, "v").weaken("red", 1, 7)
    text = GAME.ansi(scene.setup, scene.s)
    upper, lower = text.splitlines()[12:14]
    assert upper.startswith(" 3 | D2:   :   :   : []  : tR:")
    assert lower.startswith("   |r0>:   :b1v:   :     :7  :")
    assert "tR red tower and its health" in text


def test_a_terminal_shows_the_bases_on_the_board():
    text = GAME.ansi(Scene().setup, Scene().s)
    assert text.splitlines()[19].count(":RB   :RB   :") == 1
    assert "RB red base · BB blue base" in text
