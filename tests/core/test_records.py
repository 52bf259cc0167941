from enum import IntEnum

import numpy as np
import pytest

from cogarena.envs.core import records
from cogarena.envs.core.errors import StateError
from cogarena.envs.core.records import record, table

SQUARE = record(("x", "i1"), ("gold", "i4"))
BOARD = record(("turn", "i2"), ("squares", SQUARE, (2,)), ("dice", "i1", (3,)))


class Metal(IntEnum):
    IRON = 0
    TIN = 1


def board():
    return np.zeros(1, BOARD)[0]


def test_fields_read_and_write_as_attributes():
    s = board()
    s.squares[1].gold += 5
    assert s.squares[1].gold == 5


def test_a_field_name_that_numpy_uses_is_refused():
    with pytest.raises(ValueError, match="already has an attribute 'size'"):
        record(("size", "i1"))


def test_a_table_has_a_row_for_each_key():
    metals = table(Metal, record(("hard", "i1")), {Metal.IRON: (4,), Metal.TIN: (1,)})
    assert metals[Metal.IRON].hard == 4


def test_a_table_cannot_be_changed():
    metals = table(Metal, record(("hard", "i1")), {Metal.IRON: (4,), Metal.TIN: (1,)})
    with pytest.raises(ValueError, match="read-only"):
        metals[0].hard = 1


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({Metal.IRON: (1,)}, "no row for TIN"),
        ({Metal.IRON: (1,), Metal.TIN: (1, 2)}, "row TIN has 2 columns"),
        ({Metal.IRON: (1,), Metal.TIN: (1,), "gold": (3,)}, "an unknown key"),
    ],
)
def test_a_table_with_wrong_rows_is_refused(rows, message):
    with pytest.raises(ValueError, match=message):
        table(Metal, record(("hard", "i1")), rows)


def test_text_shows_every_field_with_its_path():
    s = board()
    s.squares[1].gold = 7
    text = records.text(s)
    assert "squares[1]: x=0 gold=7" in text
    assert "dice: [0, 0, 0]" in text


def test_diff_names_what_changed():
    before, after = board(), board()
    after.squares[0].x = 3
    after.dice[2] = 6
    assert records.diff(before, after) == ["squares[0].x: 0 → 3", "dice[2]: 0 → 6"]


def test_diff_of_different_types_is_refused():
    with pytest.raises(StateError):
        records.diff(board(), np.zeros(1, SQUARE)[0])


@pytest.mark.parametrize("data", [b"", b"too short", "text", None])
def test_bytes_that_are_no_record_are_refused(data):
    with pytest.raises(StateError, match="bytes"):
        records.from_bytes(data, BOARD, "board")


def test_a_duplicate_has_every_byte_of_the_original():
    original = np.zeros(1, BOARD)
    original.view(np.uint8)[:] = np.arange(BOARD.itemsize)
    copied = records.duplicate(original)
    assert copied.tobytes() == original.tobytes()
    assert not np.shares_memory(copied, original)
