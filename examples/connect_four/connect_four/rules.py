"""The rules of Connect Four. Ids such as F3 are those of RULES.md."""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.header import ask, begin_step, header, is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Actions, Block, Layout, Piece
from cogarena.envs.core.records import frozen, record
from cogarena.envs.core.rng import below, seed_rng
from cogarena.envs.core.visibility import AFTER_SEAT, INTERNAL, PUBLIC

PLAYERS = 2
ROWS, COLUMNS = 6, 7
EMPTY = 0  # a square holds EMPTY or the seat of its disc + 1
# Half of the eight ways a line can run: the other half is the same line from its other end.
ROW_STEP = frozen((0, 1, 1, 1), "i1")
COLUMN_STEP = frozen((1, 0, 1, -1), "i1")


class Decision(IntEnum):
    """What an agent can be asked."""

    DROP = 0


class Square(IntEnum):
    """Columns of the observation's piece `board`."""

    OWN = 0
    THEIRS = 1


# An episode is one record of fixed size; every record begins with the same header. Each field says
# who may know it: what is PUBLIC must show in every seat's observation.
STATE = record(
    *header(PLAYERS),
    ("board", "i1", (ROWS, COLUMNS), PUBLIC.naming(AFTER_SEAT)),  # row 0 is the top
    ("turn", "i1", INTERNAL),  # discs on the board
    ("winner", "i1", INTERNAL.naming(AFTER_SEAT)),  # the winner's seat + 1, 0 nobody
)
# The settings as kernels see them, the same for all episodes of a batch.
SETUP = record(("line", "i1"))
LAYOUT = Layout(Piece("board", Square, "discs by row from the top, and column", (ROWS, COLUMNS)))
ACTIONS = Actions(
    Block("pass", (), "nothing; never legal for a player who is asked"),
    Block("drop", (COLUMNS,), "drop a disc into the column"),
)
DROP = ACTIONS.start("drop")


@kernel
def init(setup: Any, s: Any, seed: Any) -> None:
    """F1: an empty board, and a coin for who begins."""
    seed_rng(s, seed)
    ask(s, below(s, PLAYERS), Decision.DROP)


@kernel
def legal(setup: Any, s: Any, seat: int, mask: Any) -> None:
    """F2: columns that are not full."""
    mask[:] = 0
    if is_asked(s, seat):
        for column in range(COLUMNS):
            mask[DROP + column] = s.board[0, column] == EMPTY


@kernel
def step(setup: Any, s: Any, action: int) -> None:
    """F2: drop a disc, then see whether the game is over, or ask the other player."""
    begin_step(s)
    seat, column = s.to_act, action - DROP
    row = lowest_free_row(s.board, column)
    s.board[row, column] = seat + 1
    s.turn += 1
    if longest_line(s.board, row, column) >= setup.line:
        win(s, seat)
    elif s.turn == ROWS * COLUMNS:  # F4
        s.terminated = True
    else:
        ask(s, 1 - seat, Decision.DROP)


@kernel
def win(s: Any, seat: int) -> None:
    """F3: the winner takes a point from the other."""
    s.terminated = True
    s.winner = seat + 1
    s.reward[seat] = 1
    s.reward[1 - seat] = -1


@kernel
def lowest_free_row(board: Any, column: int) -> int:
    """F2: where a disc comes to rest; −1 if the column is full."""
    row = ROWS - 1
    while row >= 0 and board[row, column] != EMPTY:
        row -= 1
    return row


@kernel
def longest_line(board: Any, row: int, column: int) -> int:
    """F3: the longest line of one player's discs through a square."""
    longest = 0
    for way in range(len(ROW_STEP)):
        down, across = ROW_STEP[way], COLUMN_STEP[way]
        length = 1 + run_of_discs(board, row, column, down, across)
        length += run_of_discs(board, row, column, -down, -across)
        longest = max(longest, length)
    return longest


@kernel
def run_of_discs(board: Any, row: int, column: int, down: int, across: int) -> int:
    """How many discs of the same player follow a square this way."""
    disc, count = board[row, column], 0
    row, column = row + down, column + across
    while 0 <= row < ROWS and 0 <= column < COLUMNS and board[row, column] == disc:
        count += 1
        row, column = row + down, column + across
    return count


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """The board, with the own discs first whichever seat looks."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            disc = s.board[row, column]
            out.board[row, column, Square.OWN] = disc == seat + 1
            out.board[row, column, Square.THEIRS] = disc == PLAYERS - seat
