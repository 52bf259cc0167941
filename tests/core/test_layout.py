import pickle

import numpy as np
import pytest

from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.layout import Actions, Block, Column, Layout, Piece, columns

Tower = columns("Tower", Column("LEVEL", "1 to 6", 6), Column("GOLD", "pieces owed", 5, -5))
LAYOUT = Layout(Piece("own", 3, "three numbers"), Piece("towers", Tower, "two towers", (2,)))
ACTIONS = Actions(Block("pass", (), "nothing"), Block("build", (2, 3), "a tower"))


def test_pieces_are_written_by_name_and_read_flat():
    record = np.zeros(1, LAYOUT.dtype)
    record[0].towers[1, Tower.GOLD] = 4
    assert record.view(LAYOUT.number).tolist() == [0, 0, 0, 0, 0, 0, 4]


def test_columns_are_numbered_in_order_alone_or_in_groups():
    found = columns("Own", "DAMAGE", ("RIGHT", "BEHIND"), "TURN")
    assert [(c.name, c.value) for c in found] == [
        ("DAMAGE", 0), ("RIGHT", 1), ("BEHIND", 2), ("TURN", 3),
    ]  # fmt: skip


def test_a_column_that_is_named_twice_is_refused():
    with pytest.raises(TypeError, match="RIGHT"):
        columns("Own", ("RIGHT", "BEHIND"), "RIGHT")


def test_every_element_has_a_name():
    assert LAYOUT.names[-1] == "towers[1].gold"
    assert LAYOUT.names[2] == "own[2]"
    assert len(LAYOUT.names) == LAYOUT.width == 7


def test_bounds_follow_the_pieces():
    assert LAYOUT.low.tolist() == [0, 0, 0, 0, -5, 0, -5]
    assert LAYOUT.high.tolist() == [1, 1, 1, 6, 5, 6, 5]


def test_the_scale_of_a_column_brings_it_between_minus_one_and_one():
    assert LAYOUT.scale.tolist() == [1, 1, 1, 6, 5, 6, 5]
    assert LAYOUT.normalised(LAYOUT.low).tolist() == [0, 0, 0, 0, -1, 0, -1]


@pytest.mark.parametrize(
    ("low", "high", "number"), [(-128, 127, "int8"), (0, 128, "int16"), (-129, 0, "int16")]
)
def test_the_smallest_integers_that_hold_all_ranges_are_taken(low, high, number):
    assert Layout(Piece("own", 3, "", low=low, high=high)).number == number


def test_a_range_beyond_16_bits_is_refused():
    with pytest.raises(ValueError, match=r"not 0…40000"):
        Layout(Piece("own", 3, "", high=40_000))


def test_a_piece_stands_beside_one_with_the_same_rows():
    hand = Piece("hand", 2, "", (5,))
    Layout(hand, Piece("preview", 3, "", (5,), beside="hand"))
    with pytest.raises(ValueError, match=r"'preview' has the rows \(4,\)"):
        Layout(hand, Piece("preview", 3, "", (4,), beside="hand"))


def test_split_gives_the_pieces_of_a_batch():
    pieces = LAYOUT.split(np.arange(14, dtype=np.int8).reshape(2, 7))
    assert pieces["towers"].shape == (2, 2, 2)
    assert pieces["towers"][1, 1, 1] == 13


def test_a_layout_can_be_pickled_wherever_its_columns_were_made():
    again = pickle.loads(pickle.dumps(LAYOUT))
    assert again.markdown() == LAYOUT.markdown()
    assert again.dtype == LAYOUT.dtype
    beside = Layout(Piece("hand", 2, "", (5,)), Piece("preview", 3, "", (5,), beside="hand"))
    assert pickle.loads(pickle.dumps(beside)).pieces[1].beside == "hand"


def test_the_table_for_people_names_pieces_and_columns():
    text = LAYOUT.markdown()
    assert "| `towers` | 3 | 2×2 | -5…6 | two towers |" in text
    assert "| offset, + 2 for each row | column | range | meaning |" in text
    assert "| 4 | gold | -5…5 | pieces owed |" in text


@pytest.mark.parametrize("action", range(7))
def test_names_and_numbers_of_actions_are_inverse(action):
    name, index = ACTIONS.name(action)
    assert ACTIONS.number(name, *index) == action


def test_the_number_of_an_action():
    assert ACTIONS.number("build", 1, 2) == 6
    assert ACTIONS.number("pass") == 0


@pytest.mark.parametrize("index", [(2, 0), (0, 3), (-1, 0), (1,)])
def test_an_index_outside_its_block_is_refused(index):
    with pytest.raises(IndexError, match="shape"):
        ACTIONS.number("build", *index)


def test_an_unknown_block_names_the_known_ones():
    with pytest.raises(UnknownNameError, match="build, pass"):
        ACTIONS.number("built", 0)


def test_an_action_that_does_not_exist_is_refused():
    with pytest.raises(IndexError, match="action 7 is not in 0"):
        ACTIONS.name(7)


def test_the_first_block_is_the_action_that_does_nothing():
    with pytest.raises(ValueError, match="does nothing"):
        Actions(Block("build", (2, 3), "a tower"))


def test_the_table_of_actions_for_people():
    assert "| 1–6 | `build` | 2×3 | a tower |" in ACTIONS.markdown()
