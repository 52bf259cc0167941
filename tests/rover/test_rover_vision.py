"""What the rover sees, remembers and observes (V26)."""

import numpy as np
import pytest

from cogarena.envs.rover.observe import Bearing, Layer, Other, Own, Tool
from cogarena.envs.rover.state import COLUMNS, REACH_X, REACH_Y, ROWS
from cogarena.envs.rover.tables import Kind
from support.invariants.rover import check_memory, squares_in_sight
from support.scenes.rover import EAST, NORTH, SOUTH, WEST, Scene


def sight(scene):
    """The window as text, # where a square is visible."""
    return ["".join(".#"[lit] for lit in row) for row in scene.s.sight.reshape(ROWS, COLUMNS)]


def plane(scene, layer):
    """The squares of a plane that are not 0, from the rover."""
    rows, columns = np.nonzero(scene.seen.window[layer])
    return {(int(c) - REACH_X, int(r) - REACH_Y): float(scene.seen.window[layer, r, c])
            for r, c in zip(rows, columns, strict=True)}  # fmt: skip


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


def test_v26_what_is_remembered_is_shown_half():
    scene = Scene("..........\n@^.......\n").move(NORTH)
    scene.move(EAST, EAST, SOUTH, NORTH, WEST, WEST, SOUTH)
    shown = plane(scene, Layer.VISIBLE)
    assert shown[1, 0] == 1
    assert shown[2, 0] == 0.5
    assert (0, 2) not in shown


def test_v26_a_cache_is_remembered_out_of_sight():
    scene = Scene("*.\n^.\n@.").move(EAST, NORTH, NORTH, SOUTH, SOUTH, WEST)
    assert plane(scene, Layer.THING) == {(0, -2): 1}
    assert plane(scene, Layer.VISIBLE)[0, -2] == 0.5


def test_v26_a_cache_that_was_picked_up_is_forgotten():
    scene = Scene("@*.").move(EAST)
    assert plane(scene, Layer.THING) == {}
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
    assert plane(scene, Layer.BLOCKED).get((1, 0)) is None


def test_v26_a_wall_that_breaks_opens_the_view():
    scene = Scene("@#....", slots=("Sonic Module",)).at_all()
    assert scene.s.seen[1] >> 5 & 1 == 0
    scene.s.wall[1, 2] = 1
    assert scene.move(EAST).s.seen[1] >> 5 & 1 == 1


def test_v26_the_planes_tell_of_terrain_things_and_entities():
    scene = Scene("~T#_\n.@,F\n+*Rp\n.g.P")
    assert {(-1, -1), (0, -1), (1, -1)} <= set(plane(scene, Layer.BLOCKED))
    assert set(plane(scene, Layer.STATION)) == {(1, -1), (2, -1)}
    assert plane(scene, Layer.THING) == {(-1, 1): 1, (0, 1): 1, (2, 0): 0.5, (1, 1): 0.5}
    assert plane(scene, Layer.ENTITY) == {(2, 1): 1, (0, 2): 0.5}


def test_v26_entities_out_of_sight_are_not_told_of():
    scene = Scene("@.^p\n....").give("p", hostile=1)
    assert plane(scene, Layer.ENTITY) == {}
    assert not scene.seen.others.any()


def test_v26_the_coarse_map_counts_squares_of_cells():
    scene = Scene("@...\n....\n..._\n.#..")
    known = scene.seen.chart
    assert known[:, 0, 0] == pytest.approx([25 / 25, (9 + 1) / 25, 2 / 25])  # rock, wall and floor
    assert known[0, 0, 1] == pytest.approx(5 / 25)  # of the first column beyond


def test_v26_the_rover_knows_its_own_condition():
    scene = Scene("P..\n.@.", on="W", planet=3, max_turns=100)
    scene.give("@", energy=50, integrity=5, shielding=3, datum=10, stalled=1, shorted=1)
    scene.s.all_targets = scene.s.shut = 1
    own = dict(zip(Own, scene.seen.own, strict=True))
    expected = {
        Own.ENERGY: 0.5, Own.INTEGRITY: 0.25, Own.SHIELDING: 0.5, Own.DATA: 0.5,
        Own.MOST_ENERGY: 100 / 240, Own.MOST_INTEGRITY: 20 / 80, Own.MOST_SHIELDING: 6 / 80,
        Own.MOST_DATA: 20 / 80, Own.POLYETHYLENE: 1, Own.ALUMINUM: 0, Own.TITANIUM: 0,
        Own.STALLED: 1, Own.SHORTED: 1, Own.ALL_TARGETS: 1, Own.TOGGLED: 0, Own.TRANSPORT: 1,
        Own.PLANET: 2 / 3, Own.FACTORY_SHUT: 1, Own.TIME_LEFT: 0.99, Own.X: 2 / 50, Own.Y: 2 / 50,
        Own.SIDE: 1, Own.AT_POD: 0, Own.AT_FOUNDRY: 0, Own.AT_WORKSHOP: 1, Own.AT_REPAIR_BAY: 0,
        Own.AT_OBSERVATORY: 0, Own.SELECTED_1: 1, Own.SELECTED_2: 0, Own.SELECTED_3: 0,
    }  # fmt: skip
    assert own == pytest.approx(expected)
    assert scene.seen.pod == pytest.approx([-1 / 50, -1 / 50])


def test_v26_the_rover_knows_its_modules():
    scene = Scene("@", slots=("Volt Sink",), bag=("Transport Module", "Area Charge"))
    scene.s.slots[0].durability = 4
    sink = dict(zip(Tool, scene.seen.slots[0], strict=True))
    expected = dict.fromkeys(Tool, 0) | {
        Tool.PRESENT: 1, Tool.DURABILITY: 0.1, Tool.RANGED: 1, Tool.COST: 1, Tool.REACH: 3 / 7,
        Tool.GENERATE: 0.9, Tool.DAMAGE: 0.3, Tool.REPAIR: 0.2, Tool.SHORT: 1,
    }  # fmt: skip
    assert sink == pytest.approx(expected)
    assert not scene.seen.slots[1:].any() and not scene.seen.bag[2:].any()
    assert scene.seen.bag[0, Tool.TRANSPORT] == scene.seen.bag[1, Tool.BURST] == 1


def test_v26_the_rover_knows_the_entities_in_sight():
    scene = Scene("2..@..g", chassis=Kind.ALUMINUM).give("2", integrity=12, beat=1)
    warden = dict(zip(Other, scene.seen.others[0], strict=True))
    expected = dict.fromkeys(Other, 0) | {
        Other.PRESENT: 1, Other.HOSTILE: 1, Other.WARDEN: 1, Other.INTEGRITY: 12 / 80,
        Other.SHIELDING: 2 / 80, Other.ENERGY: 30 / 80, Other.POWER: 0.1, Other.SENSITIVITY: 0.5,
        Other.DATA: 0.1, Other.BEAT: 0.5, Other.REACH: 2 / 7, Other.DAMAGE: 0.4,
        Other.BURSTS: 1,
    }  # fmt: skip
    assert warden == pytest.approx(expected)
    assert scene.seen.bearings[0, Bearing.EAST] == pytest.approx(-3 / 8)
    assert scene.seen.bearings[1, Bearing.EAST] == pytest.approx(3 / 8)
    assert scene.seen.others[1, Other.HOSTILE] == 0
    assert not scene.seen.others[2:].any()


def test_v26_of_many_entities_the_first_eight_are_told_of_and_all_are_in_the_window():
    scene = Scene("ffffff\n@.....\nffffff")
    assert scene.seen.others[:, Other.PRESENT].sum() == 8
    assert len(plane(scene, Layer.ENTITY)) == 12


def test_v26_the_dead_are_not_told_of():
    scene = Scene("@f", slots=("Ore Launcher",)).at_all().move(EAST)
    assert not scene.seen.others.any()
    assert plane(scene, Layer.ENTITY) == {}
