import pytest

from cogarena.envs.core.human import ENTER
from cogarena.wrappers.play.picker import Picker
from cogarena.wrappers.play.session import Choice
from support.episodes import by_words, choose, session

ARMED = {
    "start": "factory",
    "chassis": "titanium",
    "start_modules": ("Gas Laser", "Photovoltaic Integument", "Repair Kit"),
    "hostiles": 4.0,
}
CHOICES = (
    Choice(10, "wait", "x"),
    Choice(11, "move north", "w"),
    Choice(12, "fire north", f"1w{ENTER}"),
    Choice(13, "fire east", f"1d{ENTER}"),
    Choice(14, "repair", f"2{ENTER}"),
    Choice(15, "use the place", ENTER),
    Choice(16, "nameless", ""),
)


def pressed(keys, choices=CHOICES):
    picker = Picker(choices)
    return [picker.press(key) for key in keys][-1], picker


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("x", 10),
        ("w", 11),
        (f"1w{ENTER}", 12),
        (f"1wd{ENTER}", 13),
        ("1x", 10),
        (f"2{ENTER}", 14),
        (ENTER, 15),
        ("2w", 11),
    ],
)
def test_keys_lead_to_an_action(keys, action):
    assert pressed(keys)[0] == action


@pytest.mark.parametrize("keys", ["1", "1w", "2", "z", "1z"])
def test_keys_that_say_too_little_or_nothing_choose_nothing_and_something_is_said(keys):
    action, picker = pressed(keys)
    assert action is None
    assert picker.message


def test_enter_does_not_use_the_place_while_a_module_waits_to_be_aimed():
    action, picker = pressed(f"1{ENTER}")
    assert action is None
    assert picker.message == "1: continue with D, W"
    assert {choice.action for choice in picker.open} == {12, 13}


def test_taking_back_opens_all_choices_again():
    _, picker = pressed("1")
    picker.clear()
    assert picker.open == CHOICES
    assert not picker.narrowed


def test_a_click_on_a_place_of_one_choice_takes_it():
    assert Picker(CHOICES).click((11,)) == 11


def test_a_click_on_a_place_of_several_choices_leaves_only_them():
    picker = Picker(CHOICES)
    assert picker.click((12, 13, 14)) is None
    assert {choice.action for choice in picker.open} == {12, 13, 14}
    assert picker.click((13,)) == 13


def test_a_click_beside_everything_changes_nothing():
    picker = Picker(CHOICES)
    assert picker.click(()) is None
    assert picker.open == CHOICES


def test_arrows_mark_choices_from_either_end_and_enter_takes_the_marked_one():
    picker = Picker(CHOICES)
    picker.move(1)
    assert picker.marked == 10
    picker.move(2)
    assert picker.marked == 12
    picker.move(100)
    assert picker.marked == 16
    picker.move(-1)
    assert picker.press(ENTER) == 15
    picker.move(-1)
    assert picker.marked == 16


def test_without_choices_nothing_can_be_done():
    picker = Picker()
    picker.move(1)
    assert picker.press("1") is None
    assert picker.press(ENTER) is None
    assert picker.click((1,)) is None


def played(table, keys):
    """The words of what the keys choose."""
    picker = Picker(table.choices, table.reason)
    action = [picker.press(key) for key in keys][-1]
    return next((c.words for c in table.choices if c.action == action), picker.message)


@pytest.mark.parametrize(
    ("keys", "does"),
    [("w", "north"), ("a", "west"), ("s", "south"), ("d", "east")],
)
def test_v27_wasd_move_the_rover(keys, does):
    table = session("rover", seed=5)
    assert played(table, keys) == f"move {does}"


def test_v27_a_slot_is_selected_and_enter_activates_it():
    table = session("rover", seed=5)
    assert played(table, "2") == "Enter: use Photovoltaic Integument"
    assert played(table, f"2{ENTER}") == "use Photovoltaic Integument"


def test_v27_l_toggles_the_targets_and_takes_no_turn():
    table = session("rover", seed=5)
    turn = int(table.episode.s.turn)
    assert played(table, "l") == "aim local modules at all entities"
    choose(table, by_words(table, "aim local modules at all entities"))
    assert table.episode.s.turn == turn


def test_v27_enter_uses_the_place():
    table = session("rover", seed=5)
    assert played(table, ENTER) == "Enter does nothing now"
    table.episode.s.shut = 1
    table.episode._refresh()
    table._choices = table._legal()
    assert played(table, ENTER) == "launch to the next planet"


def test_v27_a_selected_ranged_module_is_aimed_by_wasd_and_fired_by_enter():
    table = session("rover", seed=0, **ARMED)
    assert played(table, "1") == "Enter: use Gas Laser south"
    assert played(table, "1s") == "Enter: use Gas Laser south"
    assert played(table, f"1s{ENTER}") == "use Gas Laser south"


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("1", "Sonic Module is local: it acts when you move into something"),
        ("3", "this chassis has no slot 3"),
    ],
)
def test_a_slot_that_cannot_be_activated_says_why(key, why):
    assert played(session("rover", seed=5), key) == why


def test_a_module_is_installed_removed_and_thrown_away_by_keys():
    table = session("rover", seed=5)
    assert played(table, "i21") == "install Repair Kit in slot 1"
    assert played(table, "r1") == "remove Sonic Module"
    assert played(table, "t1") == "throw Spectrophotometer away"
    assert played(table, "x") == "wait"
