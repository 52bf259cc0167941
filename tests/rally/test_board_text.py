"""The board for a terminal: drawn as in board files, with what stands on it, and a legend."""

import numpy as np
import pytest

from cogarena.envs.rally import boards
from cogarena.envs.rally.board_reader import parse
from cogarena.envs.rally.board_text import NUMBERS, WIDEST, BoardText, packed
from cogarena.envs.rally.boards import Canvas
from cogarena.envs.rally.symbols import ACROSS, DOWN

DRAWING = """\
+-----+     +     +-----+
|1>>  : gR  : []  /   o :
|     :F1v  :     /    H:
+     +-----+     +     +
: w2  :   3 : <   : gL 2|
:D0^  :     :   e :     |
+     +     +-----+     +
"""
LEGEND = (
    "| - wall",
    ": open edge",
    "/ ramp",
    "< belt",
    ">> express belt",
    "[] pit",
    "gR gear that turns right",
    "gL gear that turns left",
    "w2 wrench and hammer",
    "1 laser, 1 beam",
    "2 laser, 2 beams",
    "3 laser, 3 beams",
    "o pusher in registers 1, 3, 5",
    "e pusher in registers 2, 4",
    "F1 flag",
    "D0 dock",
    "H raised square",
)
PLAIN_ROW = """\
+     +     +
:     :     :
:F1>  :D0^  :
+     +     +
"""


def board_of(drawing):
    return BoardText(parse(drawing, "test")[0])


def floor_lines(board):
    """The drawing without the numbers of columns and rows."""
    return [line[NUMBERS:] for line in board.lines()[1 : 1 + len(board.rows)]]


def legend(board):
    """The entries of the legend."""
    return " · ".join(board.lines()[1 + len(board.rows) :]).split(" · ")


def test_the_floor_is_drawn_as_in_its_board_file():
    assert floor_lines(board_of(DRAWING)) == DRAWING.splitlines()


def test_columns_and_rows_are_numbered():
    lines = board_of(DRAWING).lines()
    assert lines[0] == "     0     1     2     3"
    assert [line[:NUMBERS] for line in lines[2:7:3]] == [" 0 ", " 1 "]


def test_the_legend_explains_the_symbols_that_are_drawn():
    found = legend(board_of(DRAWING))
    assert tuple(found[: len(LEGEND)]) == LEGEND


def test_the_legend_says_which_way_lasers_and_pushers_act():
    assert "act away from it: to the east if" in " ".join(legend(board_of(DRAWING))[len(LEGEND) :])


def test_the_legend_explains_nothing_that_is_not_drawn():
    assert legend(board_of(PLAIN_ROW)) == [": open edge", "F1 flag", "D0 dock"]


def test_a_robot_stands_below_the_surface():
    board = board_of(DRAWING)
    board.stand(2, 1, "0^", "robot and its facing")
    assert floor_lines(board)[4:6] == [": w2  :   3 : <   : gL 2|", ":D0^  :     :0^ e :     |"]
    assert "0^ robot and its facing" in legend(board)


def test_a_flag_moves_up_for_the_robot_that_stands_on_it():
    board = board_of(PLAIN_ROW)
    board.stand(0, 0, "3v", "robot and its facing")
    assert floor_lines(board)[1:3] == [": F1  :     :", ":3v   :D0^  :"]


def test_an_object_is_drawn_with_its_health():
    board = board_of(PLAIN_ROW)
    board.build(1, 0, "tL", 12, "laser tower")
    assert floor_lines(board)[1:3] == [":     : tL  :", ":F1>  :12   :"]
    assert legend(board) == [": open edge", "F1 flag", "tL laser tower and its health"]


def test_something_small_takes_the_first_place_that_no_device_has():
    board = board_of(DRAWING)
    for x in (0, 1):
        board.add(x, 0, "*", "ball")
    assert floor_lines(board)[1:3] == ["|1>>* :*gR  : []  /   o :", "|     :F1v  :     /    H:"]


def test_towers_of_the_board_file_are_drawn_only_while_they_stand():
    board = board_of(PLAIN_ROW.replace(":     :     :", ": tL  :     :"))
    assert "tL" not in "".join(floor_lines(board))


@pytest.mark.parametrize("name", boards.names())
def test_every_shipped_board_fits_a_terminal(name):
    floor = boards.read_board(name)
    lines = BoardText(floor[0]).lines()
    assert max(map(len, lines)) <= WIDEST


def test_a_wide_board_leaves_out_only_blank_ends_of_squares():
    floor = boards.read_board("double_shift")
    board = BoardText(floor[0])
    drawn = np.array([list(line) for line in Canvas(floor).text().splitlines()])
    shown = np.array([list(line) for line in floor_lines(board)])
    inner = np.arange(len(drawn)) % DOWN > 0
    assert shown.shape[1] < drawn.shape[1] == board.width * ACROSS + 1
    assert (shown[inner] != " ").sum() == (drawn[inner] != " ").sum()


def test_entries_of_the_legend_share_lines_but_are_not_broken():
    assert packed(["a" * 50, "b" * 27, "c" * 90], 80) == [f"{'a' * 50} · {'b' * 27}", "c" * 90]
