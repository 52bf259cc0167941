"""Legal actions and actions as words (V27)."""

from itertools import pairwise

import numpy as np
import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import IllegalActionError
from cogarena.envs.rover.game import GAME
from cogarena.envs.rover.human import HUMAN
from cogarena.envs.rover.state import ACTIONS
from cogarena.envs.rover.tables import Kind
from cogarena.envs.rover.text import action_text, ansi, event_text, events
from support.scenes.rover import EAST, NORTH, SOUTH, WEST, Scene

ALWAYS = {("wait",), ("toggle",)}


def installs(places, slots):
    return {("install", b, slot) for b in places for slot in slots}


def test_v27_there_are_52_actions():
    blocks = {"wait": 1, "move": 4, "aim": 12, "activate": 3, "toggle": 1, "install": 18,
              "remove": 3, "drop": 6, "use": 1, "select": 3}  # fmt: skip
    names = [ACTIONS.name(action)[0] for action in range(ACTIONS.count)]
    assert {name: names.count(name) for name in dict.fromkeys(names)} == blocks


def test_v27_action_0_is_to_wait():
    assert ACTIONS.name(0) == ("wait", ())


def test_v27_a_rover_walled_in_can_wait_and_toggle():
    assert Scene("@").choices() == ALWAYS


def test_v27_after_the_toggle_a_rover_walled_in_can_wait():
    assert Scene("@").turn("toggle").choices() == {("wait",)}


def test_v27_moves_lead_onto_free_squares():
    assert Scene(".~\n@,\nf").choices() == ALWAYS | {("move", NORTH), ("move", EAST)}


def test_v27_a_rover_with_everything_can_do_this_and_nothing_else():
    scene = Scene(".p.\nc@.\n.^.", on="O", slots=("Gas Laser", "Sonic Module", "Area Charge"),
                  bag=("Repair Kit", "Transport Module"), chassis=Kind.ALUMINUM)  # fmt: skip
    scene.give("@", datum=3)
    assert scene.choices() == ALWAYS | {
        ("move", NORTH), ("move", EAST), ("aim", 0, NORTH), ("aim", 0, WEST), ("activate", 2),
        *installs([0], range(3)), ("install", 1, 0), ("remove", 0), ("remove", 1), ("remove", 2),
        ("drop", 0), ("drop", 1), ("use",), ("select", 1),
    }  # fmt: skip


def test_v27_at_all_entities_the_flora_can_be_bumped_too():
    scene = Scene(".p.\nc@.\n.^.", slots=("Sonic Module",)).at_all()
    assert scene.choices() == ALWAYS | {
        ("move", NORTH), ("move", EAST), ("move", WEST), ("remove", 0)
    }  # fmt: skip


def test_v27_a_stalled_rover():
    scene = Scene(".p.\n.@.", slots=("Sonic Module", "Repair Kit")).give("@", stalled=1)
    assert scene.choices() == ALWAYS | {
        ("move", NORTH), ("activate", 1), ("remove", 0), ("remove", 1)
    }  # fmt: skip


def test_v27_a_shorted_rover():
    scene = Scene(".p.\n.@.", on="P", slots=("Sonic Module", "Repair Kit"), bag=("Ohm Probe",))
    scene.s.shut = 1
    scene.give("@", shorted=1)
    assert scene.choices() == ALWAYS | {
        ("move", EAST), ("move", WEST), *installs([0], range(2)), ("remove", 0), ("remove", 1),
        ("drop", 0), ("use",),
    }  # fmt: skip


def test_v27_a_rover_with_its_last_energy_can_still_change_modules():
    scene = Scene(".@.", slots=("Repair Kit", "Gas Laser"), bag=("Ohm Probe",)).give("@", energy=1)
    assert scene.choices() == ALWAYS | {
        *installs([0], range(2)), ("remove", 0), ("remove", 1), ("drop", 0)
    }  # fmt: skip


def test_v27_full_bag_and_empty_slots():
    scene = Scene("@", bag=("Repair Kit",) * 6)
    assert scene.choices() == ALWAYS | installs(range(6), range(2)) | {
        ("drop", b) for b in range(6)
    }


def test_v27_a_rover_without_sight_of_its_target_cannot_aim():
    assert not Scene("@.^.f", slots=("Magnetic Sniper",)).can("aim", 0, EAST)


def test_v27_internal_and_burst_modules_are_activated_and_not_aimed():
    scene = Scene("c@c", slots=("Gas Generator", "Area Charge")).at_all()
    assert scene.choices() == ALWAYS | {
        ("activate", 0), ("activate", 1), ("remove", 0), ("remove", 1)
    }  # fmt: skip


def test_v27_an_illegal_action_is_refused():
    episode = Episode(GAME, {"map_size": 20})
    episode.reset(0)
    with pytest.raises(IllegalActionError, match="launch"):
        episode.act(ACTIONS.number("use"))


@pytest.mark.parametrize(
    ("name", "index", "words"),
    [("wait", (), "wait"), ("move", (SOUTH,), "move south"),
     ("aim", (0, WEST), "use Gas Laser west"), ("activate", (1,), "use Repair Kit"),
     ("toggle", (), "aim local modules at all entities"),
     ("install", (0, 1), "install Ohm Probe in slot 2"), ("remove", (1,), "remove Repair Kit"),
     ("drop", (0,), "throw Ohm Probe away"), ("use", (), "use the repair bay"),
     ("select", (0,), "select slot 1: Gas Laser")],
)  # fmt: skip
def test_v27_actions_have_words(name, index, words):
    scene = Scene("@", on="R", slots=("Gas Laser", "Repair Kit"), bag=("Ohm Probe",))
    assert action_text(scene.setup, scene.s, ACTIONS.number(name, *map(int, index))) == words


def test_v27_the_words_follow_the_situation():
    scene = Scene("@", on="P").at_all()
    assert action_text(scene.setup, scene.s, ACTIONS.number("use")) == "launch to the next planet"
    toggle = action_text(scene.setup, scene.s, ACTIONS.number("toggle"))
    assert toggle == "aim local modules at hostile entities"


def test_v27_every_action_has_words_in_every_state():
    for scene in (Scene("@"), Scene("@c*+", slots=("Gas Laser",)), Scene("@", on="x")):
        said = [action_text(scene.setup, scene.s, action) for action in range(ACTIONS.count)]
        assert all(said)


def test_v27_the_window_as_text_is_the_drawing():
    scene = Scene("~T#_x\n.@,PF\n+*Rpg\n%fO..", slots=("Gas Laser",))
    rows = ansi(scene.setup, scene.s).splitlines()[1:12]
    drawn = [row[7:12] for row in rows[4:8]]
    assert drawn == ["~T#_x", ".@,PF", "+*Rma", "%fO.."]


def test_v27_the_text_tells_how_things_stand():
    scene = Scene("@.", slots=("Gas Laser",), bag=("Ohm Probe",), max_turns=9, planet=2)
    said = ansi(scene.setup, scene.s)
    assert "Planet 2, turn 1 of 9: find the factory" in said
    assert "energy 100/100 · integrity 20/20 · shielding 6/6 · data 0/20" in said
    assert "1 Gas Laser (30) · 2 – · 3 –" in said
    assert "bag: 1 Ohm Probe (30)" in said
    scene.s.shut = 1
    assert "launch from the drop pod" in ansi(scene.setup, scene.s)
    assert "lost" in ansi(scene.setup, scene.give("@", energy=1).wait().s)


def test_v27_the_text_tells_which_slot_is_selected():
    scene = Scene("@", slots=("Sonic Module", "Ohm Probe"))
    assert "selected slot 1" in ansi(scene.setup, scene.s)
    assert "selected slot 2" in ansi(scene.setup, scene.turn("select", 1).s)


def test_v27_a_slot_with_a_local_module_is_selected_by_its_number():
    scene = Scene("@", slots=("Sonic Module", "Ohm Probe"))
    keys = HUMAN.keys(scene.setup, scene.s, scene.legal())
    assert keys[ACTIONS.number("select", 1)] == "2"


def test_v27_no_keys_begin_with_those_of_another_action():
    scene = Scene(".p.\nc@.", on="O", slots=("Sonic Module", "Ohm Probe", "Gas Laser"),
                  bag=("Repair Kit",), chassis=Kind.ALUMINUM)  # fmt: skip
    keys = sorted(HUMAN.keys(scene.setup, scene.s, scene.give("@", datum=3).legal()).values())
    assert "2" in keys
    assert not any(after.startswith(key) for key, after in pairwise(keys))


def test_v27_why_a_local_module_cannot_be_activated_or_selected_is_told():
    scene = Scene("@", slots=("Sonic Module", "Ohm Probe"))
    assert "acts when you move into something" in HUMAN.reason(scene.setup, scene.s, "1")
    assert HUMAN.reason(scene.setup, scene.turn("select", 1).s, "1") == (
        "only one slot can be selected in a turn"
    )
    scene.give("@", shorted=1)
    assert HUMAN.reason(scene.setup, scene.s, "1") == "the rover is shorted: no module works"


def test_v27_a_slot_is_selected_by_a_click_on_its_row():
    scene = Scene("@", slots=("Sonic Module", "Ohm Probe"))
    spots = HUMAN.spots(scene.setup, scene.s, 32, scene.legal())
    assert spots[ACTIONS.number("select", 1)] == spots[ACTIONS.number("remove", 1)]


def test_v27_what_happened_is_told_in_words():
    scene = Scene("@p", slots=("Sonic Module",)).roll("d20=20", "d20=1").move(EAST)
    told = events(scene.setup, scene.s)
    assert told == [
        {"event": "used", "who": "rover", "module": "Sonic Module", "at": [1, 1]},
        {"event": "charged", "who": "rover", "energy": 1, "module": "Sonic Module", "at": [1, 1]},
        {"event": "hit", "who": "PropRove", "damage": 3, "absorbed": 1, "by": ["rover"],
         "module": "Sonic Module", "at": [2, 1]},
        {"event": "used", "who": "PropRove", "module": "Magnetic Piston", "at": [2, 1]},
        {"event": "missed", "who": "PropRove", "module": "Magnetic Piston", "target": "rover",
         "at": [2, 1]},
    ]  # fmt: skip
    assert [event_text(event) for event in told[1:3] + told[4:]] == [
        "rover gains 1 energy by Sonic Module",
        "rover hits PropRove with Sonic Module: 3 damage, 1 absorbed",
        "PropRove misses rover with Magnetic Piston",
    ]


def test_v27_the_mask_of_an_episode_is_the_scenes():
    episode = Episode(GAME, {"map_size": 20, "levels": 1})
    episode.reset(0)
    names = {ACTIONS.name(int(action))[0] for action in np.flatnonzero(episode.mask)}
    assert {"wait", "toggle", "activate", "install", "remove", "drop"} <= names
    assert not names & {"aim", "use"}
