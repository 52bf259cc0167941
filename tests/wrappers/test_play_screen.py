"""The screen of a terminal for its size: what stands where, and what is left out."""

import itertools

import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.human import Panels
from cogarena.wrappers.play.picker import Picker
from cogarena.wrappers.play.screen import (
    FIXED,
    SMALLEST,
    View,
    arranged,
    below,
    beside,
    newest,
    shortened,
)
from support.episodes import choose, session

SMALL = 80, 24
LARGE = 140, 60
SIZES = [*itertools.product((1, 20, 40, 80, 140), (1, 5, 12, 24, 60)), (79, 23), (400, 200)]


def screen(table, size=SMALL, typed="", view=None):
    picker = Picker(table.choices, table.reason)
    for key in typed:
        picker.press(key)
    return [text for text, _ in arranged(table, picker, view or View(), size)]


def after(table, choices=3):
    """The session after some choices, the last of the list."""
    for _ in range(choices):
        choose(table, table.choices[-1].action)
    return table


@pytest.mark.parametrize("name", registry.own_names())
@pytest.mark.parametrize("helping", [False, True])
def test_a_screen_has_the_size_of_the_terminal_whatever_that_is(name, helping):
    table = after(session(name, seed=5))
    for columns, rows in SIZES:
        lines = screen(table, (columns, rows), view=View(99, 99, 5, helping))
        assert len(lines) <= rows
        assert all(len(line) <= columns for line in lines)
        if columns >= SMALLEST[0] and rows >= SMALLEST[1]:
            assert len(lines) == rows


@pytest.mark.parametrize("name", registry.own_names())
def test_title_prompt_and_help_have_their_places(name):
    table = session(name, seed=5)
    lines = screen(table)
    assert lines[0] == table.panels().title
    assert lines[-2] == table.headline()[: SMALL[0]]
    assert lines[-1].startswith("? help · Q leaves")


def test_a_terminal_that_is_too_small_asks_for_more():
    assert screen(session("rover"), (20, 4)) == ["20×4 is too small: …"]


def test_the_window_of_the_rover_stands_beside_its_condition():
    table = session("rover", seed=5)
    lines = screen(table)
    window = table.panels().board
    assert [line[:17] for line in lines[1:12]] == window
    assert "energy 100/100" in lines[1]


def test_in_a_wide_terminal_the_squares_are_drawn_apart():
    table = session("rover", seed=5)
    assert screen(table, LARGE)[1:12][5].startswith(" ".join(table.panels().board[5]))


def test_what_is_in_sight_is_on_a_small_screen():
    table = session("rover", seed=5, start="factory", start_planet=4)
    text = "\n".join(screen(table))
    assert "M Overseer" in text
    assert "hostile, integrity 18/18" in text


def test_a_large_board_is_shown_around_the_own_robot():
    table = session("moba", seed=5, seats="blue_3")
    assert any("b3<" in line for line in screen(table)[1:12])


def test_a_board_can_be_moved_to_its_ends_and_no_farther():
    table = session("race", seed=5)
    view = View(down=-99)
    board = table.panels().board
    assert screen(table, view=view)[1].startswith(board[0][:20])
    first = view.down
    screen(table, view=view)
    assert view.down == first


def test_typed_keys_leave_the_choices_that_go_on():
    table = session("rover", seed=5)
    lines = screen(table, typed="i")
    assert "I …" in lines[-2]
    assert any(line.startswith("1 1 install Spectrophotometer in slot 1") for line in lines)
    assert not any("wait" in line for line in lines)


def test_news_and_choices_are_shown():
    table = after(session("rover", seed=5), 1)
    table.news = ["one", "two"]
    lines = screen(table)
    assert "* one" in lines
    assert any("X wait" in line for line in lines)


def test_of_many_news_the_last_ones_are_shown():
    assert newest(["a", "b", "c", "d"], 80, 3) == ["… 2 lines before: ?", "c", "d"]


def test_what_does_not_fit_is_counted():
    assert shortened(["a", "b", "c"], 2, 80) == ["a", "b … 1 more line: ?"]
    assert shortened(["a", "b", "c"], 3, 80) == ["a", "b", "c"]


def test_facts_that_do_not_fit_beside_the_board_stand_below_it():
    lines = beside(["###", "###"], 3, ["one", "two", "three"], (20, 4))
    assert lines == ["###  one", "###  two", "three"]


def test_the_focus_of_a_board_is_in_the_middle():
    board = [f"row {i}" for i in range(30)]
    lines = below(board, Panels(board=board, focus=(20, 0)), View(), (40, 5))
    assert lines[2] == "row 20"


def test_help_tells_the_task_all_choices_and_what_things_are():
    table = session("rover", seed=5)
    view = View(helping=True)
    lines = screen(table, (100, 300), view=view)
    text = "\n".join(lines)
    for part in ("find the factory", "throw Repair Kit away", "T tree", "Sonic Module: local"):
        assert part in text
    assert lines[-1].startswith("lines 1 to ")


def test_the_last_page_of_help_is_full():
    table = session("rover", seed=5)
    view = View(helping=True, page=10_000)
    assert len([line for line in screen(table, view=view) if line]) > SMALL[1] - FIXED - 6
    assert view.page < 10_000
