"""The log in `info` and in the text for a terminal, and actions as sentences."""

import pytest

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.tower_defense.game import GAME
from cogarena.envs.tower_defense.state import ACTIONS, Stage
from cogarena.envs.tower_defense.text import action_text
from cogarena.wrappers.aec import raw_env
from cogarena.wrappers.parallel import parallel_env
from support.scenes.tower_defense import Scene, plain

BOARD = """\
+-----+-----+-----+-----+
|     :     :     : tL  |
|D0>  :     :     :     |
+     +     +     +     +
|     :     /     : w2  |
|D1>  :F1   /F2  H:     |
+-----+-----+-----+-----+
"""


def board_file(folder):
    path = folder / "drawn.txt"
    path.write_text(BOARD)
    return str(path)


def shown(scene):
    """The lines that a terminal shows for what happened."""
    lines = GAME.ansi(scene.setup, scene.s).splitlines()
    return [line.removeprefix("* ") for line in lines if line.startswith("* ")]


def test_a_kill_is_told_with_the_robots_credited():
    scene = Scene(":  A> :  B^ :  C< :").hurt("B", 9).damage_step()
    killers = ["robot_0", "robot_2"]
    assert scene.told_without_places("destroyed", "killed", "earned") == [
        {"event": "destroyed", "robot": "robot_1", "by": killers, "cause": "main_laser"},
        {"event": "killed", "robot": "robot_1", "by": ["robot_0", "robot_2"]},
        {"event": "earned", "robot": "robot_0", "xp": 10},
        {"event": "earned", "robot": "robot_2", "xp": 10},
    ]
    assert shown(scene) == [
        "robot_1 is destroyed",
        "robot_0 and robot_2: credited with the death of robot_1",
        "robot_0 earns 10 experience",
        "robot_2 earns 10 experience",
    ]


def test_a_death_by_nobody_is_told_without_credit():
    scene = Scene(":  A> :[]   :").play(A=Card.MOVE_1)
    death = {"event": "destroyed", "robot": "robot_0", "by": ["robot_0"], "cause": "pit"}
    assert scene.told_without_places() == [death]


def test_a_fallen_tower_is_told():
    scene = Scene(":tH   :  A> :tL   :").weaken(2, 0, 1).damage_step()
    assert scene.told("tower_destroyed") == [
        {"event": "tower_destroyed", "by": ["robot_0"], "tower": 2}
    ]
    assert shown(scene) == ["tower 2 falls to robot_0", "robot_0 earns 5 experience"]


def test_a_tower_that_fell_to_nobody_is_told():
    scene = Scene(plain(3, 1, tL=[(0, 0)])).landing().robot_event(18)
    assert shown(scene) == ["tower 1 falls to nobody"]


def test_a_drone_that_is_shot_down_is_told():
    scene = Scene(":  A> :     :").xp("A", 85).drone(1, 0).damage_step()
    assert scene.told("drone_destroyed") == [
        {"event": "drone_destroyed", "by": ["robot_0"], "at": [1, 0]}
    ]
    assert shown(scene)[0] == "robot_0: a drone is shot down"


def test_a_landing_is_told():
    scene = Scene(":  A> :     :").active("A").drone(1, 0).move_drones()
    assert shown(scene) == ["a drone lands"]


def test_a_launch_is_told_with_the_drones_in_the_air():
    scene = Scene(plain(3, 1, tL=[(0, 0)])).drone(0, 0).tower_event(15)
    assert scene.log == [{"event": "launched", "drones": 2, "at": [0, 0]}]
    assert shown(scene) == ["a drone is launched, 2 in the air"]


def test_a_touched_flag_is_told():
    scene = Scene(":F1A^ :F2   :").touch()
    touched = {"event": "touched", "robot": "robot_0", "flag": 1, "at": [0, 0]}
    assert scene.told("touched") == [touched]
    assert shown(scene) == ["robot_0 touches flag 1", "robot_0 earns 3 experience"]


def test_the_fire_of_a_tower_is_told():
    scene = Scene(":tL   :  A^ :").active("A").damage_step()
    at = [1, 0]
    assert scene.log == [
        {"event": "fired", "robot": "robot_0", "tower": 1, "at": at},
        {"event": "hit", "robot": "robot_0", "damage": 1, "cause": "tower", "at": at},
        {"event": "hurt", "robot": "robot_0", "tokens": 1, "cause": "tower", "at": at},
    ]
    assert shown(scene) == ["tower 1 fires at robot_0"]


def test_salvaged_debris_is_told():
    scene = Scene(":  A> :     :").debris(1, 0).play(A=Card.MOVE_1)
    assert shown(scene) == ["robot_0 salvages debris"]


def test_events_are_told_with_their_rolls():
    scene = Scene(":F1A^ :  B> :[]   :F2   :").phase(B=Card.MOVE_1).events()
    rolls = scene.told("tower_event", "robot_event")
    assert [event["event"] for event in rolls] == ["tower_event", "robot_event"]
    assert f"tower event {rolls[0]['roll']}" in shown(scene)
    assert f"robot event {rolls[1]['roll']} of robot_0" in shown(scene)


def test_scrambled_robots_are_told():
    scene = Scene(":  A^ :  B^ :").robot_event(3)
    assert shown(scene) == [f"robot_{i} is scrambled next turn" for i in range(2)]


def test_a_terminal_shows_the_floor():
    scene = Scene("""
        :  A> :tL   :tH  H:    H:
        :F1   :     :[]   :     :
    """, robots=2).drone(1, 0).drone(3, 1).debris(0, 1).weaken(1, 0, 4)  # fmt: skip
    scene.ask(Stage.PROGRAM)
    assert GAME.ansi(scene.setup, scene.s).splitlines()[3:8] == [
        " 0 :     :*tL  : tH  :     :",
        "   :0>   :4    :8   H:    H:",
        "   +     +     +     +     +",
        " 1 :%    :     : []  :*    :",
        "   :F1   :     :     :     :",
    ]


def test_the_legend_of_a_terminal_explains_towers_drones_and_debris():
    scene = Scene(":  A> :tL   :tH   :  B^ :", robots=2).drone(0, 0).debris(1, 0)
    text = GAME.ansi(scene.setup, scene.s)
    for entry in ("tL laser tower and", "tH howitzer tower and", "* drone", "% debris"):
        assert entry in text


def test_a_terminal_shows_the_robots():
    scene = Scene(":  A> :  B^ :", robots=2).xp("A", 17).hurt("A", 2).power_down("B")
    scene.give("A", Option.BRAKES)
    assert GAME.ansi(scene.setup, scene.s).splitlines()[-4:] == [
        "robot_0: at 0, 0, 17 XP (level 2), 0 flags, damage 2, lives 3, options: Brakes",
        "  faces east; archive 0, 0",
        "robot_1: at 1, 0, powered down, 0 XP (level 0), 0 flags, damage 0, lives 3",
        "  faces north; archive 1, 0",
    ]


def test_a_terminal_shows_who_is_asked_what():
    scene = Scene(":  A> :     :  B^ :", register=3).xp("A", 45)
    scene.ask(Stage.AIM)
    assert scene.legal
    first = GAME.ansi(scene.setup, scene.s).splitlines()[0]
    assert first == "Turn 1, register 3: robot_0 is asked: weapon"


def test_a_terminal_shows_who_has_won():
    scene = Scene(":F1A^ :  B^ :", robots=2).xp("B", 3).touch()
    first = GAME.ansi(scene.setup, scene.s).splitlines()[0]
    assert first == "Turn 1: robot_0 and robot_1 won"


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (("lob", 1), "indirect fire at robot_2"),
        (("lob", 8), "indirect fire at tower 2"),
        (("shell", 0), "Mini Howitzer at robot_1"),
        (("shell", 7), "Mini Howitzer at tower 1"),
        (("option", Option.PRESSOR_BEAM), "choose the option Pressor Beam"),
    ],
)
def test_actions_are_sentences(action, sentence):
    scene = Scene()
    name, index = action
    assert action_text(scene.setup, scene.s, ACTIONS.number(name, int(index))) == sentence


def test_the_log_is_in_info(tmp_path):
    table = raw_env("tower_defense", board=board_file(tmp_path), robots=2)
    table.reset(seed=0)
    assert [info["events"] for info in table.infos.values()] == [[], []]
    episode = table.episode
    episode.s.xp[0], episode.s.rally.things[0].health = 45, 1
    episode.s.stage, episode.s.rally.pending = Stage.AIM, 0
    GAME.advance(episode.setup[0], episode.s)
    table.restore(table.state_bytes())
    assert table.agent_selection == "robot_0"
    table.step(ACTIONS.number("pass"))
    for info in table.infos.values():
        told = [
            event for event in info["events"] if event["event"] in ("tower_destroyed", "earned")
        ]
        assert told[:2] == [
            {"event": "tower_destroyed", "by": ["robot_0"], "tower": 1},
            {"event": "earned", "robot": "robot_0", "xp": 5},
        ]


def test_both_apis_tell_what_happened(tmp_path):
    table = parallel_env("tower_defense", board=board_file(tmp_path), robots=2, max_turns=3)
    views, _ = table.reset(seed=0)
    told = []
    while table.agents:
        actions = {name: int(view["action_mask"].argmax()) for name, view in views.items()}
        views, _, _, _, infos = table.step(actions)
        assert infos["robot_0"]["events"] == infos["robot_1"]["events"]
        told += infos["robot_0"]["events"]
    assert {"fired", "destroyed"} <= {event["event"] for event in told}
