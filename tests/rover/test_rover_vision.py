"""What the rover sees, remembers and observes (V26)."""

import numpy as np
import pytest

from cogarena.envs.rover.layout import Layer
from cogarena.envs.rover.state import COLUMNS, ROWS
from support.invariants.rover import check_memory, squares_in_sight
from support.scenes.rover import EAST, NORTH, SOUTH, WEST, Scene


def sight(scene):
    """The window as text, # where a square is visible."""
    return ["".join(".#"[lit] for lit in row) for row in scene.s.sight.reshape(ROWS, COLUMNS)]


def test_v26_the_window_has_17_columns_and_11_rows():
    scene = Scene("\n".join(["." * 20] * 6 + ["." * 9 + "@" + "." * 10] + ["." * 20] * 7))
    assert sight(scene) == ["#" * 17] * 11
    assert bin(int(scene.s.seen[7])).count("1") == 17


def test_v26_blocking_terrain_is_seen_but_hides_what_lies_behind():
    scene = Scene("@..T...")
    assert [int(x) for x in scene.s.sight[5 * 17 + 8 : 5 * 17 + 13]] == [1, 1, 1, 1, 0]


@pytest.mark.parametrize("sign", "~T^#")
def test_v26_all_blocking_terrain_blocks_sight(sign):
    assert Scene(f"@.{sign}.").s.seen[1] >> 4 & 1 == 0


@pytest.mark.parametrize("sign", ".,_P%+*FWROpgfr4")
def test_v26_nothing_else_blocks_sight(sign):
    assert Scene(f"@.{sign}.").s.seen[1] >> 4 & 1 == 1


def test_v26_the_corner_of_a_wall_is_looked_around():
    rows = ["." * 17 for _ in range(11)]
    rows[4] = "........^........"
    rows[5] = "........@........"
    scene = Scene("\n".join(rows))
    seen = sight(scene)
    assert seen[4] == "#" * 17
    assert seen[:4] == ["########.########"] * 4


@pytest.mark.parametrize("seed", range(60))
def test_v26_sight_is_what_the_rule_says_on_random_land(seed):
    generator = np.random.default_rng(seed)
    blocked = generator.random((14, 22)) < generator.choice([0.05, 0.15, 0.3, 0.5])
    squares = np.where(blocked, generator.choice(list("~T^#"), blocked.shape), ".")
    squares[generator.integers(14), generator.integers(22)] = "@"
    scene = Scene(
        "\n".join("".join(row) for row in squares), map_size=int(generator.choice([24, 50]))
    )
    expected = squares_in_sight(scene.setup, scene.s)
    assert (scene.s.sight.reshape(ROWS, COLUMNS) == expected).all()
    check_memory(scene.setup, scene.s)


def test_v26_sight_follows_the_rover_and_what_was_seen_is_remembered():
    scene = Scene("@" + "." * 14).move(EAST, EAST)
    check_memory(scene.setup, scene.s)
    assert bin(int(scene.s.seen[1])).count("1") == 12  # rock beside the first square too


def test_v26_what_is_remembered_is_told_from_what_is_in_sight():
    scene = Scene("..........\n@^.......\n").move(NORTH)
    scene.move(EAST, EAST, SOUTH, NORTH, WEST, WEST, SOUTH)
    shown = scene.plane(Layer.SEEN)
    assert shown[1, 0] == 2
    assert shown[2, 0] == 1
    assert (0, 2) not in shown


def test_v26_a_cache_is_remembered_out_of_sight():
    scene = Scene("*.\n^.\n@.").move(EAST, NORTH, NORTH, SOUTH, SOUTH, WEST)
    assert scene.plane(Layer.CACHE) == {(0, -2): 2}
    assert scene.plane(Layer.SEEN)[0, -2] == 1


def test_v26_a_cache_that_was_picked_up_is_forgotten():
    scene = Scene("@*.").move(EAST)
    assert scene.plane(Layer.CACHE) == {}
    check_memory(scene.setup, scene.s)


@pytest.mark.parametrize("x", [5, 6, 7, 8, 14, 30, 47])
def test_v26_picking_something_up_changes_what_is_known_of_its_square_alone(x):
    scene = Scene("." * (x - 1) + "@*").move(EAST)
    check_memory(scene.setup, scene.s)


@pytest.mark.parametrize("x", [5, 6, 7, 8, 14, 30, 44])
def test_v26_a_broken_wall_changes_what_is_known_of_its_square_alone(x):
    scene = Scene("." * (x - 1) + "@#...", slots=("Sonic Module",)).at_all()
    scene.s.wall[1, x + 1] = 1
    scene.move(EAST)
    check_memory(scene.setup, scene.s)
    assert scene.plane(Layer.BLOCKED).get((1, 0)) is None


def test_v26_a_wall_that_breaks_opens_the_view():
    scene = Scene("@#....", slots=("Sonic Module",)).at_all()
    assert scene.s.seen[1] >> 5 & 1 == 0
    scene.s.wall[1, 2] = 1
    assert scene.move(EAST).s.seen[1] >> 5 & 1 == 1
