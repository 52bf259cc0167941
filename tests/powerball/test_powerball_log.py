"""The log: what happened since the last decision, in `info` and in the text for a terminal."""

import pytest

from cogarena.envs.powerball.game import GAME
from cogarena.envs.powerball.state import Event, Stage
from cogarena.envs.powerball.text import LOG, action_text
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.log import Event as RallyEvent
from cogarena.wrappers.aec import env, raw_env
from cogarena.wrappers.parallel import parallel_env
from support.scenes.powerball import Scene


def table_of(scene, stage):
    """A table at which the scene's game goes on with a step of the turn."""
    table = raw_env("powerball")
    table.reset(seed=0)
    scene.s.stage = stage
    GAME.advance(scene.setup, scene.s)
    table.episode.states[:] = scene.states
    table.restore(table.state_bytes())
    return table


def told_by(scene, stage, *answers):
    """The events in `info` after the answers of such a table."""
    table = table_of(scene, stage)
    told = []
    for name, answer in answers:
        assert table.agent_selection == name
        table.step(scene.number_of(answer))
        infos = [info["events"] for info in table.infos.values()]
        assert infos == [infos[0]] * 4
        told += infos[0]
    return told


def text(scene):
    """The log as a terminal shows it."""
    lines = GAME.ansi(scene.setup, scene.s).splitlines()
    return [line.removeprefix("* ") for line in lines if line.startswith("* ")]


def shove(balls=1):
    """robot_0 is about to push robot_1, which carries balls, into a pit."""
    scene = Scene().put("robot_0", 3, 5, "^").put("robot_1", 3, 4).carry("robot_1", balls)
    return scene.program(robot_0=Card.MOVE_1)


def test_a_ball_picked_up_is_told():
    scene = Scene().put("robot_0", 0, 0, ">").ball((1, 0)).program(robot_0=Card.MOVE_1)
    told = told_by(scene, Stage.REVEAL, ("robot_0", "yes"))
    assert told[0] == {"event": "picked_up", "robot": "robot_0", "ball": 0, "at": [1, 0]}


def test_a_delivery_is_told():
    scene = Scene().put("robot_0", 3, 4).carry("robot_0")
    told = told_by(scene, Stage.DELIVER_MOVED, ("robot_0", "yes"))
    assert told[0] == {"event": "delivered", "robot": "robot_0", "points": 1, "at": [3, 4]}


def test_a_death_is_told_with_the_robots_credited_and_the_points_for_balls():
    scene = shove().movement()
    assert scene.told_without_places() == [
        {"event": "pushed", "robot": "robot_1", "by": ["robot_0"], "squares": 1},
        {"event": "destroyed", "robot": "robot_1", "by": ["robot_0"], "cause": "pit"},
        {"event": "dropped", "robot": "robot_1", "balls": 1},
        {"event": "robbed", "robot": "robot_1", "by": ["robot_0"], "points": 1},
        {"event": "killed", "robot": "robot_1", "by": ["robot_0"], "points": 2},
    ]
    assert text(scene) == [
        "robot_1 is destroyed",
        "robot_0: 1 for the balls of robot_1",
        "robot_0: credited with the death of robot_1",
    ]


def test_all_who_are_credited_are_told():
    scene = Scene().put("robot_0", 1, 0, ">").put("robot_2", 7, 0, "<")
    scene.put("robot_1", 4, 0).hurt("robot_1", 9).weapons()
    assert scene.told("killed")[0]["by"] == ["robot_0", "robot_2"]
    assert "robot_0 and robot_2: credited with the death of robot_1" in text(scene)


def test_a_throw_is_told():
    scene = Scene().put("robot_0", 0, 0, ">").carry("robot_0").put("robot_1", 3, 0)
    told = told_by(scene, Stage.AIM, ("robot_0", ("throw", 0)))
    assert told[0] == {"event": "thrown", "robot": "robot_1", "by": ["robot_0"], "balls": 1}


def test_spawning_and_entering_are_told():
    scene = Scene().put("robot_0", 11, 0).roll("1d20=7").run(Stage.SPAWN, Stage.SPAWN)
    assert scene.told_without_places() == [{"event": "spawned", "robot": "robot_0", "site": 7}]
    scene.dead("robot_1").roll("1d4=2").reentry()
    assert scene.told_without_places() == [
        {"event": "entered", "robot": "robot_1", "flag": 2},
        {"event": "powered_down", "robot": "robot_1"},
    ]


def test_a_stolen_and_a_shared_option_are_told():
    scene = Scene(register=5).flag("robot_0", 1).flag("robot_1", 2).put("robot_2", 0, 0)
    scene.give("robot_2", Option.BRAKES)
    answers = (("robot_0", Option.BRAKES), ("robot_0", ("community", 0)))
    assert told_by(scene, Stage.FLAGS, *answers)[:3] == [
        {"event": "stolen", "robot": "robot_2", "by": ["robot_0"], "option": "Brakes"},
        {"event": "shared", "option": "Brakes"},
        {"event": "discarded", "option": "Flywheel", "cause": "replaced"},
    ]


def test_an_event_its_meteors_and_bombs_are_told():
    scene = Scene(register=5).flag("robot_0", 1).flag("robot_1", 2).flag("robot_2", 3)
    scene.end_of_turn("1d6=5", *["2d6=5"] * 6)
    assert [e["event"] for e in scene.told("happened", "meteor")] == ["happened"] + ["meteor"] * 3
    scene.bomb("robot_3", 9, 9).r.register = 4
    scene.run(Stage.BOMBS, Stage.BOMBS)
    assert scene.log == [{"event": "exploded", "robot": "robot_3", "at": [9, 9]}]
    assert text(scene) == ["the bomb of robot_3 explodes"]


def test_an_event_is_named_in_words():
    scene = Scene(register=5).flag("robot_0", 1).flag("robot_1", 2).flag("robot_2", 3)
    scene.roll("1d6=5").run(Stage.FLAGS, Stage.FLAGS)
    assert text(scene) == ["event: meteor shower"]


def test_every_event_has_a_sentence():
    kinds = [member.name.lower() for kinds in (RallyEvent, Event) for member in kinds]
    assert sorted(LOG.texts) == sorted([*kinds, "untold"])


def test_the_log_begins_anew_with_every_decision():
    scene = Scene().put("robot_0", 0, 0, ">").ball((1, 0), (2, 0)).program(robot_0=Card.MOVE_2)
    table = table_of(scene, Stage.REVEAL)
    table.step(scene.number_of("yes"))
    assert [e["ball"] for e in table.infos["robot_0"]["events"]] == [0]
    table.step(scene.number_of("yes"))
    assert [e.get("ball") for e in table.infos["robot_0"]["events"]][:1] == [1]


def test_both_apis_have_the_log_from_the_beginning():
    table = env("powerball", robots=2)
    table.reset(seed=0)
    first = table.last()[4]["events"]
    assert [e["event"] for e in first] == ["drawn", "drawn", "entered", "powered_down"]
    _, infos = parallel_env("powerball", robots=2).reset(seed=0)
    assert [info["events"] for info in infos.values()] == [first, first]


def test_points_are_told_with_the_finale():
    scene = Scene(max_turns=30)
    scene.s.turn = 30
    scene.put("robot_0", 3, 4).carry("robot_0").r.register = 4
    table = table_of(scene, Stage.DELIVER_FIRED)
    table.step(scene.number_of("yes"))
    info = table.infos["robot_0"]
    assert info["points"] == [1, 0, 0, 0]
    assert info["won"] == [True, False, False, False]
    delivered = {"event": "delivered", "robot": "robot_0", "points": 1, "at": [3, 4]}
    assert info["events"] == [delivered]


@pytest.mark.parametrize(
    "line",
    [
        "community options: Flywheel, Conditional Program; balls in the pool: 6",
        "robot_0: at 0, 0, 5 points, damage 2, 2 balls, options: Brakes",
        "robot_1: at 1, 0, powered down, 0 points, damage 0",
        "robot_3: out, 0 points, damage 0",
    ],
)
def test_a_terminal_shows_robots_balls_and_options(line):
    scene = Scene().put("robot_0", 0, 0).hurt("robot_0", 2).carry("robot_0", 2)
    scene.give("robot_0", Option.BRAKES).put("robot_1", 1, 0).power_down("robot_1")
    scene.s.points[0] = 5
    assert line in GAME.ansi(scene.setup, scene.s).splitlines()


def test_a_terminal_shows_the_board():
    scene = Scene().put("robot_0", 0, 0, ">").ball((0, 0), (2, 0)).bomb("robot_1", 4, 0, "v")
    text = GAME.ansi(scene.setup, scene.s)
    assert text.splitlines()[3:5] == [
        " 0 |*    :     :*    :     :     :     :     :     :     :     :     : w1  |",
        "   |0>   :     :     :     :Bv   :F1v  :     :     :     :     :     :     |",
    ]
    assert "* ball" in text


def test_a_terminal_shows_who_is_asked_what_and_when():
    scene = Scene(register=2).put("robot_0", 3, 4).carry("robot_0")
    table = table_of(scene, Stage.DELIVER_MOVED)
    first = GAME.ansi(scene.setup, table.episode.s).splitlines()[0]
    assert first == "Turn 1, register 2: robot_0 is asked: deliver"


@pytest.mark.parametrize(
    ("points", "names"), [((1, 0), "robot_0"), ((1, 1), "robot_0 and robot_1")]
)
def test_a_terminal_shows_the_winners(points, names):
    scene = Scene(robots=2, max_turns=1)
    scene.s.points[:2] = points
    scene.run(Stage.END, Stage.END)
    assert GAME.ansi(scene.setup, scene.s).startswith(f"Turn 1: {names} won\n")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (("throw", 0), "throw a ball"),
        (("throw", 1), "throw two balls"),
        (("robot", 2), "fire at robot_2"),
        (("community", 1), "for the community option Conditional Program"),
        (">", "face east"),
        (Option.BRAKES, "choose the option Brakes"),
    ],
)
def test_actions_are_said_in_words(answer, sentence):
    scene = Scene()
    assert action_text(scene.setup, scene.s, scene.number_of(answer)) == sentence
