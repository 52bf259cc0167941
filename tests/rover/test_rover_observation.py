"""What the observation says (V26), and that search redraws what it does not say."""

import numpy as np
import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.traces import random_play
from cogarena.envs.rover.game import GAME
from cogarena.envs.rover.layout import LAYOUT, NEAREST, Layer, Other, Own, Tool, Way
from cogarena.envs.rover.state import REACH_X, REACH_Y, ROVER, SIZE
from cogarena.envs.rover.tables import CHASSIS, KIND, Chassis, Kind, Terrain, Thing
from cogarena.envs.rover.vision import remember
from support.invariants.rover import check_squares
from support.scenes.rover import EAST, Scene


def row(columns, values):
    """A row of a piece as whole numbers by column."""
    return {column: int(value) for column, value in zip(columns, values, strict=True)}


def way(scene, thing):
    return tuple(int(n) for n in scene.seen.nearest[NEAREST.index(thing)])


# The window.


def test_v26_the_layers_tell_of_terrain_things_and_entities():
    scene = Scene("~T#_\n.@,F\n+*Rp\n.g.P")
    assert {(-1, -1), (0, -1), (1, -1)} <= set(scene.plane(Layer.BLOCKED))
    assert set(scene.plane(Layer.STATION)) == {(1, -1), (2, -1)}
    assert scene.plane(Layer.CACHE) == {(-1, 1): 1, (0, 1): 2}
    assert scene.plane(Layer.SITE) == {(2, 0): 2, (1, 1): 4, (2, 2): 1}
    assert scene.plane(Layer.ENTITY) == {(2, 1): 2, (0, 2): 1}


def test_v20_the_window_tells_how_much_a_wall_still_stands():
    scene = Scene("@#", slots=("Ore Launcher",)).at_all().move(EAST)
    assert scene.plane(Layer.WALL) == {(1, 0): 16}


def test_v26_wrecks_and_closed_sites_are_told():
    assert Scene("@%x").plane(Layer.SITE) == {(1, 0): 7, (2, 0): 6}


def test_v26_every_layer_tells_of_the_entities_in_sight():
    scene = Scene("@..2").give("2", integrity=12, beat=1, alert=4, shorted=2, stalled=1)
    shown = {layer: scene.plane(layer).get((3, 0)) for layer in list(Layer)[Layer.ENTITY :]}
    assert shown == {
        Layer.ENTITY: 2, Layer.KIND: Kind.SMELTER, Layer.INTEGRITY: 12, Layer.SHIELDING: 2,
        Layer.ENERGY: 30, Layer.DATA: 8, Layer.ALERT: 1 + 4, Layer.STATUS: 1 + 1 + 3 * 1 + 9 * 2,
    }  # fmt: skip


def test_v26_entities_out_of_sight_are_not_told_of():
    scene = Scene("@.^p\n....").give("p", hostile=1)
    assert scene.plane(Layer.ENTITY) == {}
    assert not scene.seen.others.any()


# The sector.


@pytest.mark.parametrize(("sign", "number"), [
    (".", 1), (",", 2), ("_", 3), ("~", -1), ("T", -2), ("^", -3), ("#", -30), ("F", 21),
    ("W", 31), ("R", 41), ("O", 51), ("x", 61), ("%", 71), ("+", 81), ("*", 91),
])  # fmt: skip
def test_v26_each_square_of_the_sector_is_told_as_a_number(sign, number):
    assert Scene(f"@{sign}").seen.sector[1, 2, 0] == number


def test_v26_the_sector_tells_nothing_of_unseen_squares():
    scene = Scene("@^F")
    assert scene.seen.sector[1, 3, 0] == 0


def test_v26_the_sector_is_remembered_far_from_the_rover():
    scene = Scene("W" + "." * 30 + "@")
    remember(scene.s, 1, 1)
    assert scene.seen.sector[1, 1, 0] == 31


def test_v20_damage_to_a_remembered_wall_is_told_far_away():
    scene = Scene("#" + "." * 30 + "@")
    scene.s.wall[1, 1] = 5
    remember(scene.s, 1, 1)
    assert scene.seen.sector[1, 1, 0] == -15


def test_v22_a_wreck_is_remembered_where_it_is_made():
    scene = Scene("@f", slots=("Ore Launcher",)).at_all().move(EAST)
    assert scene.seen.sector[1, 2, 0] == 71


def test_v26_the_coarse_map_counts_squares_of_cells():
    scene = Scene("@...\n....\n..._\n.#..")
    shown = scene.seen.chart
    assert shown[0, 0].tolist() == [25, 9 + 1, 2]  # rock, wall and floor
    assert shown[0, 1, 0] == 5  # of the first column beyond


# Ways.


def test_v26_the_way_to_the_pod_is_told():
    assert way(Scene("P..\n.@."), Thing.POD) == (1, -1, -1)


@pytest.mark.parametrize(("sign", "thing"), [
    ("F", Thing.FOUNDRY), ("W", Thing.WORKSHOP), ("R", Thing.REPAIR_BAY), ("O", Thing.OBSERVATORY),
    ("+", Thing.HULL_REPAIR), ("*", Thing.CACHE),
])  # fmt: skip
def test_v26_the_way_to_the_nearest_of_each_kind_is_told(sign, thing):
    scene = Scene(f"{sign}....@..{sign}")
    assert way(scene, thing) == (1, 3, 0)
    others = [kind for kind in NEAREST[1:] if kind != thing]
    assert all(way(scene, other) == (0, 0, 0) for other in others)


def test_v26_a_closed_site_is_no_goal():
    assert not Scene("@x%").seen.nearest[1:].any()


def test_v26_an_unseen_site_is_no_goal():
    assert way(Scene("@^F"), Thing.FOUNDRY) == (0, 0, 0)


# The rover.


def test_v26_the_rover_knows_its_own_condition():
    scene = Scene("P..\n.@.", on="W", planet=3, max_turns=2500)
    scene.give("@", energy=50, integrity=5, shielding=3, datum=10, stalled=1, shorted=2)
    scene.s.all_targets = scene.s.shut = 1
    scene.s.gathered, scene.s.factories, scene.s.turn = 345, 2, 66
    expected = dict.fromkeys(Own, 0) | {
        Own.ENERGY: 50, Own.INTEGRITY: 5, Own.SHIELDING: 3, Own.DATA: 10,
        Own.MOST_ENERGY: 10, Own.MOST_INTEGRITY: 20, Own.MOST_SHIELDING: 6, Own.MOST_DATA: 20,
        Own.POWER: 2, Own.SENSITIVITY: 10, Own.STEP_COST: 1, Own.SLOTS: 2, Own.POLYETHYLENE: 1,
        Own.STALLED: 1, Own.SHORTED: 2, Own.ALL_TARGETS: 1, Own.SELECTED_1: 1,
        Own.TRANSPORT: 1, Own.STEPS_TENS: 60, Own.PLANET: 3, Own.PLANETS_LEFT: 1,
        Own.FACTORY_SHUT: 1, Own.FACTORIES: 2, Own.GATHERED_HUNDREDS: 3, Own.GATHERED_ONES: 45,
        Own.TURNS_THOUSANDS: 2, Own.TURNS_TENS: 43, Own.TURNS_ONES: 4,
        Own.X: 2, Own.Y: 2, Own.SIDE: 50, Own.AT_WORKSHOP: 1,
    }  # fmt: skip
    assert row(Own, scene.seen.own) == expected


@pytest.mark.parametrize("chassis", Chassis)
def test_v5_each_chassis_is_told_with_its_specification(chassis):
    own = Scene("@", chassis=Kind(chassis)).seen.own
    assert own[Own.POLYETHYLENE : Own.TITANIUM + 1].tolist() == np.eye(3)[chassis].tolist()
    assert 10 * int(own[Own.MOST_ENERGY]) == KIND[chassis].energy
    assert own[Own.STEP_COST] == CHASSIS[chassis].transport


def test_v11_the_steps_left_are_told():
    scene = Scene("@..").move(EAST)
    own = scene.seen.own
    assert (own[Own.STEPS_TENS], own[Own.STEPS_ONES]) == (59, 9)


def test_v18_what_was_done_in_the_turn_without_taking_it_is_told():
    scene = Scene("@", slots=("Sonic Module", "Ohm Probe")).turn("toggle").turn("select", 1)
    own = scene.seen.own
    assert [own[c] for c in (Own.TOGGLED, Own.RESELECTED, Own.SELECTED_2)] == [1, 1, 1]


def test_v26_the_rover_knows_its_modules():
    scene = Scene("@", slots=("Volt Sink",), bag=("Transport Module", "Area Charge"))
    scene.s.slots[0].durability = 14
    expected = dict.fromkeys(Tool, 0) | {
        Tool.PRESENT: 1, Tool.NUMBER: scene.s.slots[0].module, Tool.USES_TENS: 1,
        Tool.USES_ONES: 4, Tool.RANGED: 1, Tool.COST: 6, Tool.REACH: 3, Tool.GENERATE: 9,
        Tool.DAMAGE: 3, Tool.REPAIR: 2, Tool.SHORT: 1,
    }  # fmt: skip
    assert row(Tool, scene.seen.slots[0]) == expected
    assert not scene.seen.slots[1:].any() and not scene.seen.bag[2:].any()
    assert scene.seen.bag[0, Tool.TRANSPORT] == scene.seen.bag[1, Tool.BURST] == 1


def test_v11_the_uses_of_a_spare_transport_module_are_told():
    scene = Scene("@", bag=("Transport Module",))
    scene.s.bag[0].durability = 347
    spare = scene.seen.bag[0]
    assert (spare[Tool.USES_TENS], spare[Tool.USES_ONES]) == (34, 7)


def test_v9_modules_with_the_same_effects_are_told_apart():
    helical, plasma = (
        Scene("@", slots=(name,)).seen.slots[0] for name in ("Helical Railgun", "Plasma Railgun")
    )
    assert set(np.flatnonzero(helical != plasma)) == {Tool.NUMBER}


# Others.


def test_v26_the_rover_knows_the_entities_in_sight():
    scene = Scene("2..@..g", chassis=Kind.ALUMINUM)
    scene.give("2", integrity=12, beat=1, alert=3, stalled=2)
    expected = dict.fromkeys(Other, 0) | {
        Other.PRESENT: 1, Other.HOSTILE: 1, Other.WARDEN: 1, Other.KIND: Kind.SMELTER,
        Other.EAST: -3, Other.INTEGRITY: 12, Other.SHIELDING: 2, Other.ENERGY: 30, Other.POWER: 1,
        Other.SENSITIVITY: 10, Other.DATA: 8, Other.ALERT: 3, Other.BEAT: 1, Other.STALLED: 2,
        Other.REACH: 2, Other.DAMAGE: 4, Other.BURSTS: 1,
    }  # fmt: skip
    assert row(Other, scene.seen.others[0]) == expected
    assert (scene.seen.others[1, Other.EAST], scene.seen.others[1, Other.HOSTILE]) == (3, 0)
    assert not scene.seen.others[2:].any()


def test_v26_of_many_entities_the_first_eight_are_listed_and_all_are_in_the_window():
    scene = Scene("ffffff\n@.....\nffffff").give("f", integrity=3)
    assert scene.seen.others[:, Other.PRESENT].sum() == 8
    assert sorted(scene.plane(Layer.INTEGRITY).values()) == [3] + [4] * 11


def test_v26_the_dead_are_not_told_of():
    scene = Scene("@f", slots=("Ore Launcher",)).at_all().move(EAST)
    assert not scene.seen.others.any()
    assert scene.plane(Layer.ENTITY) == {}


# What search redraws.


def redrawn(scene, number=0):
    GAME.resample_hidden(scene.setup, scene.s, 0, np.random.default_rng(number))
    return scene


def test_v26_a_redraw_keeps_the_observation():
    scene = Scene("@..p\n.^..\n...*\n_#.F").give("p", alert=3)
    before = scene.seen.copy()
    assert (redrawn(scene).seen == before).all()


def test_v26_a_redraw_changes_what_a_known_cache_holds():
    held = {int(redrawn(Scene("@.*"), number).s.thing[1, 3]) for number in range(8)}
    assert len(held) > 1
    assert min(held) > Thing.CACHE


def test_v26_a_redraw_keeps_entities_in_sight_and_their_turn():
    scene = Scene("pp^l\n@^^^\nl...", map_size=20).give("l", integrity=2)
    before = scene.s.entities[: scene.s.count].copy()
    after = redrawn(scene).s.entities
    in_sight = [e for e in range(len(before)) if (before[e].x, before[e].y) != (4, 1)]
    fields = [name for name in before.dtype.names if not name.startswith("post")]
    for e in in_sight:
        assert [before[e][name] for name in fields] == [after[e][name] for name in fields]
    assert (int(after[3].x), int(after[3].y)) != (4, 1)


def test_v25_a_redraw_changes_the_unseen_posts_of_entities_in_sight():
    posts = {int(redrawn(Scene("@....1"), number).entity("1").post_x) for number in range(8)}
    assert len(posts) > 1
    assert all(3 <= post <= 9 for post in posts)


def test_v22_a_redraw_leaves_the_destroyed_destroyed():
    scene = Scene("@f", slots=("Ore Launcher",)).at_all().move(EAST)
    redrawn(scene)
    assert scene.entity("f").integrity == 0


def test_v26_redrawn_squares_and_entities_agree():
    episode = Episode(GAME, {"map_size": 30, "hostiles": 4.0})
    for number, _ in enumerate(random_play(episode, 5)):
        if number == 30:
            break
    alive = int((episode.s.entities["integrity"] > 0).sum())
    GAME.resample_hidden(episode.setup[0], episode.s, 0, np.random.default_rng(1))
    check_squares(episode.s)
    assert (episode.s.entities["integrity"] > 0).sum() == alive


# The layout.


def test_an_observation_is_smaller_than_its_floats_were():
    assert LAYOUT.number == np.int8
    assert LAYOUT.dtype.itemsize <= 6324


def test_the_window_is_the_middle_of_the_sector():
    scene = Scene("~T#_\n.@,F\n+*Rp\n.g.P")
    x, y = scene.at()
    seen = scene.seen
    for row_, column in np.ndindex(seen.window.shape[:2]):
        at = y + row_ - REACH_Y, x + column - REACH_X
        if min(at) >= 0 and max(at) < SIZE:
            known, square = int(seen.sector[at][0]), seen.window[row_, column]
            assert (known != 0) == (square[Layer.SEEN] > 0)
            assert (known < 0) == square[Layer.BLOCKED]
            assert max(-10 - known, 0) == square[Layer.WALL]
    assert scene.s.terrain[y, x] == Terrain.GROUND and scene.s.who[y, x] == ROVER + 1
    assert seen.nearest[0, Way.KNOWN] == 1
