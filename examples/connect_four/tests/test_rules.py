"""Each rule of RULES.md is proven by tests named after its id: draw a board, act once, assert."""

import numpy as np
import pytest

from cogarena.envs.core.header import ask
from connect_four import rules
from connect_four.game import SIGNS, Settings, build
from connect_four.rules import ACTIONS, COLUMNS, DROP, ROWS, STATE, Decision

SETUP = build(Settings())[0]
FULL_BUT_FOR_ONE_SQUARE = "\n".join(["XXOOXX.", *["XXOOXXO", "OOXXOOX"] * 2, "XXOOXXO"])


def board(drawing):
    """A record with this board, in which X is to act; empty rows at the top are left out."""
    s = np.zeros(1, STATE)[0]
    lines = drawing.split()
    for row, line in enumerate(lines, ROWS - len(lines)):
        s.board[row] = [SIGNS.index(sign) for sign in line]
    s.turn = np.count_nonzero(s.board)
    ask(s, 0, Decision.DROP)
    return s


def test_f1_either_player_may_begin():
    first = set()
    for seed in range(20):
        s = np.zeros(1, STATE)[0]
        rules.init(SETUP, s, np.uint64(seed))
        first.add(int(s.to_act))
    assert first == {0, 1}


def test_f2_a_disc_falls_to_the_lowest_free_row():
    s = board("O......")
    rules.step(SETUP, s, DROP)
    assert s.board[ROWS - 2, 0] == 1


def test_f2_nobody_drops_a_disc_into_a_full_column():
    mask = np.zeros(ACTIONS.count, np.int8)
    rules.legal(SETUP, board("\n".join(["O......", "X......"] * 3)), 0, mask)
    assert mask[DROP:].tolist() == [0] + [1] * (COLUMNS - 1)


@pytest.mark.parametrize(
    ("drawing", "column"),
    [
        ("XXX.OOO", 3),
        ("X......\nX......\nX......", 0),
        ("..XO...\n.XOO...\nXOOO...", 3),
        ("X......\nOX.....\nOOX....\nOOO....", 3),
    ],
)
def test_f3_a_line_of_four_wins(drawing, column):
    s = board(drawing)
    rules.step(SETUP, s, DROP + column)
    assert s.terminated
    assert s.reward.tolist() == [1, -1]


def test_f3_a_line_of_three_does_not():
    s = board("XX.....")
    rules.step(SETUP, s, DROP + 2)
    assert not s.terminated


def test_f4_a_full_board_without_a_line_is_drawn():
    s = board(FULL_BUT_FOR_ONE_SQUARE)
    rules.step(SETUP, s, DROP + COLUMNS - 1)
    assert s.terminated
    assert s.reward.tolist() == [0, 0]
