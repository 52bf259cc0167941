import string
from itertools import combinations
from math import pi

import imageio.v3 as imageio
import numpy as np
import pytest

from cogarena.envs.core.draw import canvas as drawing
from cogarena.envs.core.draw import font
from cogarena.envs.core.draw.canvas import BACKGROUND, INK, PAPER, PLAYERS, SKY, Canvas, text_width

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
PRINTABLE = "".join(c for c in string.printable if c.isprintable() and c != " ")
SIGNS = "×·–…★♥→↑↓←"
SHAPES = {
    "rectangle": lambda c, x, y: c.rectangle(x - 9, y - 9, 18, 18, WHITE),
    "rounded": lambda c, x, y: c.rectangle(x - 9, y - 9, 18, 18, WHITE, radius=5),
    "frame": lambda c, x, y: c.frame(x - 9, y - 9, 18, 18, WHITE, line=3, radius=5),
    "disc": lambda c, x, y: c.disc(x, y, 9, WHITE),
    "ring": lambda c, x, y: c.ring(x, y, 9, WHITE, line=2),
    "line": lambda c, x, y: c.line([(x - 8, y - 5), (x + 8, y + 5)], WHITE, width=3),
    "dashes": lambda c, x, y: c.line([(x - 8, y), (x + 8, y + 3)], WHITE, width=2, dash=4),
    "polygon": lambda c, x, y: c.polygon(drawing.regular(x, y, 9, 6), WHITE),
    "star": lambda c, x, y: c.polygon(drawing.star(x, y, 9), WHITE),
    "arrow": lambda c, x, y: c.polygon(drawing.arrow(x, y, 18, turn=30), WHITE),
    "text": lambda c, x, y: c.text(x, y, "Ag", 12, WHITE, anchor="middle"),
    "halo": lambda c, x, y: c.text(x, y, "Ag", 12, WHITE, anchor="middle", halo=SKY),
}
every_shape = pytest.mark.parametrize("draw", SHAPES.values(), ids=SHAPES.keys())


def black(width=64, height=64):
    return Canvas(width, height, BLACK)


def area(canvas):
    return canvas.pixels[:, :, 0].sum() / 255


def ink_box(canvas):
    rows, columns = np.nonzero(canvas.pixels[:, :, 0])
    return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1


def picture(words, size, **more):
    canvas = Canvas(32 + 2 * size * len(words), 4 * size, BLACK)
    canvas.text(16, 2 * size, words, size, WHITE, **more)
    return canvas


def test_a_frame_is_padded_to_multiples_of_16():
    assert Canvas(100, 33).pixels.shape == (48, 112, 3)
    assert Canvas(64, 32).pixels.shape == (32, 64, 3)


def test_a_new_canvas_shows_its_background():
    assert (Canvas(16, 16).pixels == BACKGROUND).all()


@pytest.mark.parametrize("size", [(0, 16), (16, -1), (float("nan"), 16), (16, float("inf"))])
def test_a_canvas_without_area_is_refused(size):
    with pytest.raises(ValueError, match="width and a height above 0"):
        Canvas(*size)


def test_drawing_on_a_copy_leaves_the_background_alone():
    background = black()
    background.copy().disc(32, 32, 9, WHITE)
    assert not background.pixels.any()


@pytest.mark.parametrize("radius", [3, 7.5, 20, 30])
def test_a_disc_covers_its_area_within_1_percent(radius):
    canvas = black()
    canvas.disc(31.7, 32.2, radius, WHITE)
    assert area(canvas) == pytest.approx(pi * radius**2, rel=0.01)


def test_a_ring_covers_its_area_within_1_percent():
    canvas = black()
    canvas.ring(32, 32, 20, WHITE, line=4)
    assert area(canvas) == pytest.approx(pi * (20**2 - 16**2), rel=0.01)


def test_a_rounded_rectangle_lacks_the_area_of_its_corners():
    canvas = black()
    canvas.rectangle(10, 10, 40, 30, WHITE, radius=8)
    assert area(canvas) == pytest.approx(40 * 30 - (4 - pi) * 8**2, rel=0.01)


def test_a_rectangle_between_pixels_covers_its_area():
    canvas = black()
    canvas.rectangle(10.25, 10.5, 20.5, 7.75, WHITE)
    assert area(canvas) == pytest.approx(20.5 * 7.75, rel=0.01)


def test_a_triangle_covers_its_area_within_1_percent():
    canvas = black()
    canvas.polygon([(5, 7), (60, 20), (22, 55)], WHITE)
    assert area(canvas) == pytest.approx((55 * 48 - 17 * 13) / 2, rel=0.01)


def test_a_polygon_looks_the_same_in_either_direction():
    corners = drawing.star(32, 32, 25)
    one, other = black(), black()
    one.polygon(corners, WHITE)
    other.polygon(corners[::-1], WHITE)
    assert (one.pixels == other.pixels).all()


@pytest.mark.parametrize("width", [0.5, 1, 3, 6])
def test_a_level_line_covers_its_length_times_its_width_and_round_ends(width):
    canvas = black(112, 32)
    canvas.line([(10, 16), (90, 16)], WHITE, width=width)
    assert area(canvas) == pytest.approx(80 * width + pi * width**2 / 4, rel=0.02)


def test_dashes_leave_gaps_as_long_as_themselves():
    canvas = black()
    canvas.line([(7, 32.5), (57, 32.5)], WHITE, dash=10)
    row = canvas.pixels[32, :, 0]
    assert [bool(row[x]) for x in (12, 22, 32, 42, 52)] == [True, False, True, False, True]


def test_whole_pixels_are_drawn_sharp():
    canvas = black()
    canvas.rectangle(10, 12, 20, 8, SKY)
    assert (canvas.pixels[12:20, 10:30] == SKY).all()
    canvas.pixels[12:20, 10:30] = 0
    assert not canvas.pixels.any()


def test_edges_lie_between_the_colours_and_the_inside_is_exact():
    canvas = Canvas(64, 64, (40, 80, 120))
    canvas.disc(32, 32, 20.3, (200, 20, 130))
    low, high = np.minimum((40, 80, 120), (200, 20, 130)), np.maximum((40, 80, 120), (200, 20, 130))
    assert (canvas.pixels >= low).all()
    assert (canvas.pixels <= high).all()
    assert (canvas.pixels[32, 32] == (200, 20, 130)).all()
    assert len(np.unique(canvas.pixels.reshape(-1, 3), axis=0)) > 10


def test_alpha_mixes_with_what_is_below():
    canvas = Canvas(16, 16, (100, 100, 100))
    canvas.rectangle(0, 0, 16, 16, (200, 0, 100), alpha=0.5)
    assert (canvas.pixels == (150, 50, 100)).all()


@every_shape
def test_the_same_calls_make_the_same_pixels(draw):
    one, other = black(), black()
    for canvas in (one, other):
        draw(canvas, 30.3, 31.6)
    assert one.pixels.any()
    assert (one.pixels == other.pixels).all()


@every_shape
def test_a_shape_cut_by_an_edge_shows_what_is_inside(draw):
    whole = black(192, 192)
    draw(whole, 96, 96)
    for x in (-30, -9, 0, 5, 60, 64, 70, 200):
        for y in (-30, 0, 32, 64, 73):
            cut = black()
            draw(cut, x, y)
            expected = np.zeros_like(cut.pixels)
            for row in range(max(0, y - 40), min(64, y + 40)):
                left, right = max(0, x - 40), min(64, x + 40)
                if left < right:
                    source = whole.pixels[row - y + 96, left - x + 96 : right - x + 96]
                    expected[row, left:right] = source
            assert (cut.pixels == expected).all()


def test_shapes_far_larger_than_the_canvas_are_drawn_in_bounded_memory():
    canvas = black()
    canvas.line([(-1e6, 32), (1e6, 32)], WHITE, width=4)
    canvas.disc(32, 1e6, 1e6 - 50, WHITE)
    canvas.polygon([(-1e6, 10), (1e6, 10), (1e6, 12), (-1e6, 12)], WHITE)
    assert (canvas.pixels[[11, 31, 60], 5] == WHITE).all()
    assert (canvas.pixels[20, 5] == BLACK).all()


def test_nothing_is_drawn_without_points_or_words_or_size():
    canvas = black()
    canvas.line([], WHITE)
    canvas.polygon([], WHITE)
    canvas.text(5, 5, "", 12, WHITE, halo=SKY)
    canvas.rectangle(5, 5, 0, 9, WHITE)
    assert not canvas.pixels.any()


@pytest.mark.parametrize(
    ("message", "draw"),
    [
        ("-3 is negative", lambda c: c.disc(9, 9, -3, WHITE)),
        ("negative side", lambda c: c.rectangle(9, 9, -3, 4, WHITE)),
        ("nan", lambda c: c.disc(float("nan"), 9, 3, WHITE)),
        ("inf", lambda c: c.line([(0, 0), (float("inf"), 9)], WHITE)),
        ("0 to 255", lambda c: c.disc(9, 9, 3, (0, 300, 0))),
        ("0 to 255", lambda c: c.disc(9, 9, 3, (0, 0))),
        ("alpha must be from 0 to 1, not 7", lambda c: c.disc(9, 9, 3, WHITE, alpha=7)),
        ("longer than 0 pixels, not -1", lambda c: c.line([(0, 0), (9, 9)], WHITE, dash=-1)),
        ("at least 1", lambda c: c.text(9, 9, "x", 0, WHITE)),
        ("middle", lambda c: c.text(9, 9, "x", 12, WHITE, anchor="center")),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_changes(message, draw):
    canvas = black()
    with pytest.raises((ValueError, LookupError), match=message):
        draw(canvas)
    assert not canvas.pixels.any()


def test_every_printable_character_and_sign_has_a_glyph():
    assert set(PRINTABLE + SIGNS) == set(font.STROKES)


@pytest.mark.parametrize("size", [10, 12, 16])
def test_no_two_characters_look_the_same(size):
    seen = {c: picture(c, size).pixels.tobytes() for c in PRINTABLE + SIGNS}
    assert not [(a, b) for a, b in combinations(seen, 2) if seen[a] == seen[b]]


def test_an_unknown_character_draws_a_box():
    assert (picture("\u4e16", 16).pixels == picture("\x07", 16).pixels).all()
    assert picture("\u4e16", 16).pixels.any()


@pytest.mark.parametrize("size", [8, 10, 11, 12, 14, 16, 21, 32])
@pytest.mark.parametrize("character", PRINTABLE + SIGNS)
def test_the_width_of_a_character_is_that_of_its_ink_within_a_pixel(character, size):
    left, _, right, _ = ink_box(picture(character, size))
    assert abs(left - 16) <= 1
    assert abs(right - 16 - text_width(character, size)) <= 1


@pytest.mark.parametrize("words", ["Wave 12", "3 × gold", "HELLO, world!", "quick j"])
def test_the_width_of_words_is_that_of_their_ink_within_a_pixel(words):
    for size in (10, 12.4, 16, 30):
        left, _, right, _ = ink_box(picture(words, round(size)))
        assert abs(right - left - text_width(words, size)) <= 1


@pytest.mark.parametrize(("anchor", "share"), [("left", 0), ("middle", 0.5), ("right", 1)])
def test_text_stands_at_its_anchor(anchor, share):
    canvas = black(256, 64)
    canvas.text(128, 32, "Home", 16, WHITE, anchor=anchor)
    left, _, right, _ = ink_box(canvas)
    assert abs(left + share * (right - left) - 128) <= 1


@pytest.mark.parametrize("size", [10, 12, 16, 25, 40])
def test_capitals_stand_in_the_middle_of_their_line(size):
    _, top, _, bottom = ink_box(picture("H", size))
    assert abs((top + bottom) / 2 - 2 * size) <= 0.5
    assert bottom - top == pytest.approx(font.CAPITAL_SHARE * size, abs=0.6)


@pytest.mark.parametrize("size", [10, 12])
@pytest.mark.parametrize("character", "HILT-_+=[]|")
def test_level_and_upright_strokes_fill_whole_pixels(character, size):
    assert set(np.unique(picture(character, size).pixels)) == {0, 255}


def test_a_halo_surrounds_the_text_and_leaves_its_ink_alone():
    plain, rimmed = picture("Hi", 16), picture("Hi", 16, halo=SKY)
    solid = (plain.pixels == 255).all(axis=2)
    assert (rimmed.pixels[solid] == WHITE).all()
    left, top, right, bottom = ink_box(plain)
    assert ink_box(rimmed) == (left - 2, top - 2, right + 2, bottom + 2)


def test_players_are_eight_different_colours_on_dark_and_light():
    assert len(set(PLAYERS)) == 8
    for colour in PLAYERS:
        assert np.abs(np.subtract(colour, BACKGROUND)).max() > 60
    assert not set(PLAYERS) & {INK, PAPER, BACKGROUND}


# Linear RGB as seen without red and without green cones (Viénot, Brettel and Mollon 1999).
COLOUR_BLINDNESS = {
    "protanopia": [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]],
    "deuteranopia": [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]],
}


@pytest.mark.parametrize("seen", COLOUR_BLINDNESS.values(), ids=COLOUR_BLINDNESS.keys())
def test_players_are_told_apart_by_the_colour_blind(seen):
    linear = (np.array(PLAYERS) / 255) ** 2.2
    shown = 255 * np.clip(linear @ np.transpose(seen), 0, 1) ** (1 / 2.2)
    closest = min(np.abs(a - b).max() for a, b in combinations(shown, 2))
    assert closest > 25


def test_shades_run_from_black_over_the_colour_to_white():
    shades = [drawing.shade(SKY, factor) for factor in (0, 0.5, 1, 1.5, 2)]
    assert shades[0] == BLACK
    assert shades[2] == SKY
    assert shades[4] == WHITE
    assert [sum(shade) for shade in shades] == sorted(sum(shade) for shade in shades)


def test_a_mix_lies_between_its_colours():
    assert drawing.mix(BLACK, (200, 100, 50), 0.5) == (100, 50, 25)
    assert drawing.mix(SKY, WHITE, 0) == SKY
    assert drawing.mix(SKY, WHITE, 1) == WHITE


def test_an_arrow_turned_by_90_degrees_points_right():
    tip = drawing.arrow(10, 10, 8, turn=90)[0]
    assert tip == pytest.approx((14, 10))


def test_a_png_reads_back_as_the_same_pixels(tmp_path):
    canvas = Canvas(80, 48)
    canvas.disc(30, 20, 15, SKY)
    canvas.text(5, 40, "PNG", 12, PAPER)
    path = tmp_path / "picture.png"
    path.write_bytes(drawing.png_bytes(canvas.pixels))
    assert (imageio.imread(path) == canvas.pixels).all()


@pytest.mark.parametrize("shape", [(4, 4), (4, 4, 4)])
def test_a_png_of_something_else_is_refused(shape):
    with pytest.raises(ValueError, match="height × width × 3"):
        drawing.png_bytes(np.zeros(shape, np.uint8))
