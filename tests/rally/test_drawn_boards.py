"""The format of drawn boards: what it can show, its errors, and that it reads what it writes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogarena.envs.core.errors import FileError
from cogarena.envs.core.grid import Direction
from cogarena.envs.rally.board_reader import parse
from cogarena.envs.rally.boards import draw
from cogarena.envs.rally.floor import (
    FLAGS,
    HEIGHT,
    LASERS,
    NOWHERE,
    WIDTH,
    Belt,
    Wrench,
    add_ramp,
    add_wall,
    beside,
    beyond,
    blank,
    done,
    mount_lasers,
    opposite,
    turned,
)
from cogarena.envs.rally.symbols import PUSHERS, SURFACES, Surface

N, E, S, W = Direction

PLAIN = """\
# a comment
name: Plain

+     +-----+     +
| >>  : []  :     :
|D0^  :     :F1   :
+     +     +     +
:     :     | gR  :
:     :     |    H:
+     +     +     +
"""
EVERYTHING = """\
+-----+-----+     +
|1>>o |2   3| w2  :
|F1v H|D0<o |     :
+     +-----+-----+
"""


def read(text):
    return parse(text, "board test.txt")


def changed(line, column, characters):
    lines = PLAIN.splitlines()
    old = lines[line - 1]
    lines[line - 1] = old[: column - 1] + characters + old[column - 1 + len(characters) :]
    return "\n".join(lines)


def random_floor(width, height, seed):
    """A floor of everything that can be drawn, made without a drawing."""
    rng = np.random.default_rng(seed)
    floor = blank(width, height)
    spots = [(x, y) for y in range(height) for x in range(width)]
    for x, y in spots:
        square = floor[0].squares[x, y]
        surface = list(SURFACES.values())[rng.integers(len(SURFACES))]
        for field, value in zip(Surface._fields, surface, strict=True):
            square[field] = value
        square.height = rng.integers(2)
    for x, y in spots:
        for side in Direction:
            add_random_edge(floor, rng, x, y, side)
    mount_random_devices(floor, rng, spots)
    firm = [spot for spot in spots if not floor[0].squares[spot].pit]
    rng.shuffle(firm)
    number_squares(floor, rng, firm[0 : rng.integers(FLAGS + 1)], "flag", "flag_count")
    number_squares(floor, rng, firm[FLAGS : FLAGS + rng.integers(FLAGS + 1)], "dock", "docks")
    return done(floor)


def add_random_edge(floor, rng, x, y, side):
    square = floor[0].squares[x, y]
    there_x, there_y = beyond(x, y, side)
    inside = 0 <= there_x < floor[0].width and 0 <= there_y < floor[0].height
    climbs = inside and floor[0].squares[there_x, there_y].height != square.height
    luck = rng.random()
    if luck < 0.15 and not square.ramps & 1 << side:
        add_wall(floor, x, y, side)
    elif luck > 0.8 and climbs and not square.walls & 1 << side:
        add_ramp(floor, x, y, side)


def mount_random_devices(floor, rng, spots):
    lasers = []
    for x, y in spots:
        square = floor[0].squares[x, y]
        for side in Direction:
            luck = rng.random()
            if not square.walls & 1 << side:
                continue
            if luck < 0.3 and len(lasers) < LASERS:
                lasers.append((x, y, opposite(side), int(rng.integers(1, 4))))
            elif luck > 0.7 and square.pusher == NOWHERE:
                square.pusher = opposite(side)
                square.pushes = list(PUSHERS.values())[rng.integers(2)]
    rng.shuffle(lasers)
    mount_lasers(floor, (tuple(map(int, laser)) for laser in lasers))


def number_squares(floor, rng, spots, what, count):
    floor[count] = len(spots)
    for number, (x, y) in enumerate(spots, 1):
        square = floor[0].squares[x, y]
        facing = int(rng.integers(NOWHERE if what == "flag" else 0, 4))
        square[what] = number
        if what == "flag":
            square.arrow = facing
        floor[what][0, number - 1] = (x, y, facing)


floors = st.builds(
    random_floor, st.integers(1, WIDTH), st.integers(1, HEIGHT), st.integers(0, 2**32)
)
small_floors = st.builds(random_floor, st.integers(1, 4), st.integers(1, 4), st.integers(0, 2**32))


@settings(max_examples=20)
@given(floors)
def test_what_is_drawn_is_read_again_byte_for_byte(floor):
    assert read(draw(floor)).tobytes() == floor.tobytes()


@given(small_floors)
def test_what_is_drawn_small_is_read_again_byte_for_byte(floor):
    assert read(draw(floor)).tobytes() == floor.tobytes()


@settings(max_examples=20)
@given(floors)
def test_any_floor_turned_twice_is_the_same(floor):
    assert turned(turned(floor)).tobytes() == floor.tobytes()
    assert read(draw(turned(floor))).tobytes() == turned(floor).tobytes()


def test_docks_are_numbered_from_0_and_flags_from_1():
    floor = read(PLAIN.replace(":     |    H:", ":D1>  |    H:"))
    assert floor[0].docks == 2
    assert [dock.tolist() for dock in floor[0].dock[:2]] == [(0, 0, N), (1, 1, E)]
    assert floor[0].flag[0].tolist()[:2] == (2, 0)


def test_the_flags_and_docks_of_the_eastern_floor_move_with_it():
    east = read(EVERYTHING)
    both = beside(blank(5, 1), east)
    assert both[0].flag[0].tolist() == (5, 0, S)
    assert both[0].dock[0].tolist() == (6, 0, W)
    assert both[0].laser[0].tolist() == (5, 0, E, 1)
    assert read(draw(both)).tobytes() == both.tobytes()


def test_a_square_shows_belt_flag_pusher_laser_and_height_at_once():
    floor = read(EVERYTHING)
    square = floor[0].squares[0, 0]
    assert (square.belt, square.leads, square.flag, square.arrow) == (Belt.EXPRESS, E, 1, S)
    assert (square.pusher, square.pushes, square.height) == (S, 0b10101, 1)
    assert floor[0].laser[0].tolist() == (0, 0, E, 1)
    assert floor[0].flag[0].tolist() == (0, 0, S)


def test_two_sides_of_one_wall_hold_different_lasers():
    floor = read(EVERYTHING.replace("|1>>o |", "|1>> 3|"))
    assert floor[0].laser[1].tolist() == (0, 0, W, 3)
    assert floor[0].laser[2].tolist() == (1, 0, E, 2)


def test_a_wall_drawn_once_stands_in_both_squares():
    floor = read(PLAIN)
    assert floor[0].squares[1, 1].walls == 1 << E
    assert floor[0].squares[2, 1].walls == 1 << W


def test_a_ramp_drawn_once_stands_in_both_squares():
    floor = read(changed(7, 14, "/////"))
    assert floor[0].squares[2, 0].ramps == 1 << S
    assert floor[0].squares[2, 1].ramps == 1 << N


def test_outer_walls_stand_in_the_one_square_there_is():
    floor = read(PLAIN)
    assert floor[0].squares[0, 0].walls == 1 << W
    assert floor[0].squares[1, 0].walls == 1 << N


def test_what_does_not_exist_is_nowhere():
    floor = read(PLAIN)
    assert floor[0].squares[2, 0].wrench == Wrench.NONE
    assert floor[0].flag[0].tolist() == (2, 0, NOWHERE)
    assert floor[0].flag[1].tolist() == (NOWHERE, NOWHERE, NOWHERE)
    assert floor[0].laser[0].x == NOWHERE


def test_blanks_at_the_end_of_a_line_and_windows_line_ends_do_no_harm():
    text = PLAIN.replace("\n", "  \r\n")
    assert read(text).tobytes() == read(PLAIN).tobytes()


FAULTS = {
    "unknown surface": (5, 3, "? ", 5, 3, r"invalid surface '\? '; expected blank \[\] gR gL"),
    "half a surface": (5, 4, "v", 5, 4, "invalid surface '>v'"),
    "belt in a pit": (5, 9, ">]", 5, 10, r"invalid surface '>\]'"),
    "gear in a pit": (5, 9, "[R", 5, 10, r"invalid surface '\[R'"),
    "unknown mark": (6, 2, "X", 6, 2, "invalid mark 'X'; expected F D"),
    "flag 0": (6, 15, "0", 6, 15, "invalid flag number '0'; expected 1 2 3 4 5 6 7 8"),
    "flag 9": (6, 15, "9", 6, 15, "invalid flag number '9'"),
    "flag without number": (6, 15, " ", 6, 15, "invalid flag number ' '"),
    "number without flag": (9, 9, "3", 9, 9, "'3' must follow one of F D"),
    "flag twice": (9, 2, "F1", 9, 2, "flag 1 is drawn twice: first in line 6, column 14"),
    "flag missing": (9, 2, "F3", 9, 2, "flag 3 is drawn, but flag 2 is missing"),
    "first flag missing": (6, 15, "2", 6, 14, "flag 2 is drawn, but flag 1 is missing"),
    "dock 8": (6, 3, "8", 6, 3, "invalid dock number '8'; expected 0 1 2 3 4 5 6 7"),
    "dock twice": (9, 2, "D0^", 9, 2, "dock 0 is drawn twice: first in line 6, column 2"),
    "dock missing": (9, 2, "D2^", 9, 2, "dock 2 is drawn, but dock 1 is missing"),
    "dock without facing": (6, 4, " ", 6, 4, r"invalid dock arrow ' '; expected \^ > v <"),
    "wrong arrow": (6, 16, "x", 6, 16, "invalid flag arrow 'x'; expected .* blank"),
    "flag in a pit": (6, 8, "F2", 6, 8, "flag 2 is in a pit"),
    "dock in a pit": (6, 8, "D1^", 6, 8, "dock 1 is in a pit"),
    "unknown height": (9, 18, "h", 9, 18, "invalid height 'h'; expected blank H"),
    "unknown device": (5, 2, "4", 5, 2, "invalid laser or pusher '4'; .* blank 1 2 3 o e"),
    "laser without wall": (5, 12, "1", 5, 12, "a laser without a wall behind it; .* to the east"),
    "pusher without wall": (6, 5, "e", 6, 5, "a pusher without a wall behind it; .* to the south"),
    "unknown edge": (8, 7, "!", 8, 7, "invalid edge '!'; expected : | /"),
    "half a wall upright": (9, 13, ":", 9, 13, r"':' under '\|'; an edge has the same symbol"),
    "unknown level edge": (7, 2, "=====", 7, 2, "invalid edge '='; expected blank - /"),
    "half a wall": (7, 2, "--- -", 7, 5, "invalid edge '--- -'; expected 5 times '-'"),
    "corner": (7, 7, "-", 7, 7, r"invalid corner '-'; expected \+"),
    "flat ramp": (7, 2, "/////", 7, 2, "a ramp between squares of the same height"),
    "ramp off the board": (4, 2, "/////", 4, 2, "a ramp leads off the board"),
    "unknown heading": (2, 1, "nam: Plain", 2, 1, "unknown heading 'nam'. Did you mean 'name'"),
    "no heading": (2, 1, "name, Plain", 2, 1, "'name, Plain' is not a heading like 'name: Vault'"),
    "heading twice": (3, 1, "name: B", 3, 1, "heading 'name' appears twice"),
    "difficulty": (3, 1, "difficulty: soft", 3, 12, "unknown difficulty 'soft'"),
    "first line": (4, 20, "+", 4, 20, "a line of 20 characters; expected 1, and 6"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_line_and_column(fault):
    line, column, characters, at_line, at_column, message = FAULTS[fault]
    place = f"^board test.txt, line {at_line}, column {at_column}: "
    with pytest.raises(FileError, match=place + message):
        read(changed(line, column, characters))


@pytest.mark.parametrize(("row", "column"), [("| >>  : []  :     ::", 20), ("| >>  : []  :", 14)])
def test_a_ragged_row_is_named(row, column):
    message = f"line 5, column {column}: ragged row: {len(row)} characters; .* 19 as in line 4"
    with pytest.raises(FileError, match=message):
        read(PLAIN.replace("| >>  : []  :     :", row))


def test_a_drawing_that_ends_inside_a_row_is_named():
    with pytest.raises(FileError, match="line 9, column 1: the drawing ends inside a row"):
        read("\n".join(PLAIN.splitlines()[:-1]))


def test_a_text_without_a_drawing_is_named():
    with pytest.raises(FileError, match=r"board test.txt: no drawing; it begins with .* \+-----\+"):
        read("name: Nothing\n")


def test_a_second_pusher_in_a_square_is_named():
    with pytest.raises(FileError, match="line 3, column 11: a second pusher in one square"):
        read(EVERYTHING.replace("2   3", "o   3"))


def open_board(width, height, cell="     "):
    edge = "+" + "-----+" * width + "\n"
    return edge + height * (f"|{'|'.join([cell] * width)}|\n|{'     |' * width}\n" + edge)


def test_a_board_can_be_as_large_as_the_record_and_no_larger():
    floor = read(open_board(WIDTH, HEIGHT))
    assert (floor[0].width, floor[0].height) == (28, 20)
    with pytest.raises(FileError, match="line 1, column 170: 29 squares wide; the maximum is 28"):
        read(open_board(WIDTH + 1, 1))
    with pytest.raises(FileError, match="line 62, column 1: 21 squares high; the maximum is 20"):
        read(open_board(1, HEIGHT + 1))


def test_one_laser_too_many_is_named():
    assert read(open_board(20, 2, "1    "))[0].lasers == LASERS
    with pytest.raises(FileError, match="line 5, column 122: too many lasers: the maximum is 40"):
        read(open_board(21, 2, "1    ").replace("|1", "| ", 1))


@given(st.integers(0, len(PLAIN) - 1), st.sampled_from(" :|/+-#\n\t1o>^v<[]gRLwFD23H?é\0"))
def test_a_wrong_character_anywhere_is_a_file_error_or_another_board(place, character):
    try:
        floor = read(PLAIN[:place] + character + PLAIN[place + 1 :])
    except FileError as error:
        assert str(error).startswith("board test.txt")
    else:
        assert read(draw(floor)).tobytes() == floor.tobytes()


def test_the_writer_refuses_what_no_symbol_shows():
    floor = blank(3, 3)
    floor[0].squares[1, 2].pit = 1
    floor[0].squares[1, 2].belt = Belt.NORMAL
    with pytest.raises(ValueError, match="square 1, 2: there is no symbol for the surface"):
        draw(floor)


def test_the_writer_refuses_a_wall_in_one_square_alone():
    floor = blank(3, 3)
    floor[0].squares[1, 1].walls = 1 << W
    with pytest.raises(ValueError, match=r"cannot be drawn: squares\[0\]\[1\].walls: 0 → 2"):
        draw(floor)


def test_the_writer_refuses_headings_that_the_reader_does_not_know():
    with pytest.raises(FileError, match="unknown heading 'colour'"):
        draw(blank(1, 1), {"colour": "red"})
