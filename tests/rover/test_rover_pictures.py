import numpy as np
import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.rover.game import GAME
from cogarena.envs.rover.render import draw, square_pixels, window_area
from cogarena.envs.rover.scenery import DARK, VARIANTS
from cogarena.envs.rover.state import COLUMNS, REACH_Y, ROWS
from cogarena.envs.rover.tables import KIND, Kind, Nature, Terrain, Thing
from support.pictures import assert_all_differ, assert_only_in, differing
from support.scenes.rover_pictures import (
    CACHE,
    HOSTILE,
    OTHERS,
    ROVER_AT,
    SPOT,
    THINGS,
    TILE,
    Scene,
    least,
    minimap_part,
    panel,
    some_tiles,
    square,
)


@pytest.mark.parametrize("tile", range(16, 65, 3))
def test_both_sides_are_multiples_of_16_at_every_size(tile):
    picture = Scene().draw(tile)
    assert picture.dtype == np.uint8
    assert [side % 16 for side in picture.shape[:2]] == [0, 0]
    assert picture.shape[2] == 3


@pytest.mark.parametrize("tile", [0, 15, 20.5, True])
def test_a_tile_without_room_is_refused(tile):
    with pytest.raises(ValueError, match="at least 16"):
        Scene().draw(tile)


def test_drawing_changes_neither_the_record_nor_the_setup():
    scene = Scene().put(Kind.LOOM).lay(CACHE).install("Gas Laser")
    before = scene.setup.tobytes(), scene.s.tobytes()
    scene.draw()
    assert (scene.setup.tobytes(), scene.s.tobytes()) == before


def test_the_same_record_makes_the_same_pixels_with_and_without_what_was_kept():
    first = Scene().put(Kind.LOOM).draw()
    square_pixels.cache_clear()
    assert (Scene().put(Kind.LOOM).draw() == first).all()


def test_scribbling_on_a_picture_spoils_no_later_one():
    scene = Scene().put(Kind.LOOM)
    kept = scene.draw().copy()
    scene.draw()[:] = 0
    assert (scene.draw() == kept).all()


@some_tiles
@pytest.mark.parametrize("kind", OTHERS, ids=lambda kind: kind.name)
def test_an_entity_shows_on_its_square_only(kind, tile):
    before = Scene().draw(tile)
    after = Scene().put(kind).draw(tile)
    assert_only_in(before, after, square(tile=tile))
    assert differing(before, after) > 2 * least(tile)


@some_tiles
def test_all_entities_and_things_look_different(tile):
    looks = {kind.name: Scene().put(kind).square(tile=tile) for kind in OTHERS}
    looks |= {thing.name: Scene().lay(thing).square(tile=tile) for thing in THINGS}
    looks["CACHE"] = Scene().lay(CACHE).square(tile=tile)
    looks["bare"] = Scene().square(tile=tile)
    assert_all_differ(looks, least(tile))


@some_tiles
def test_the_rover_looks_different_with_every_chassis(tile):
    looks = {}
    for chassis in (Kind.POLYETHYLENE, Kind.ALUMINUM, Kind.TITANIUM):
        scene = Scene()
        scene.fill(scene.rover, chassis, ROVER_AT)
        looks[chassis.name] = scene.square(ROVER_AT, tile)
    looks["bare"] = Scene().square(tile=tile)
    assert_all_differ(looks, least(tile))


@pytest.mark.parametrize("thing", [*THINGS, CACHE])
def test_a_thing_shows_on_its_square_and_most_of_them_in_the_overview(thing):
    before, after = Scene().draw(), Scene().lay(thing).draw()
    areas = (square(),) if thing == Thing.WRECK else (square(), minimap_part())
    assert_only_in(before, after, *areas)


def test_what_module_a_cache_holds_does_not_show():
    one, other = Scene().lay(CACHE), Scene().lay(CACHE + 1)
    assert (one.draw() == other.draw()).all()


@some_tiles
@pytest.mark.parametrize("planet", range(4))
def test_all_terrains_look_different_on_every_planet(tile, planet):
    looks = {
        terrain.name: square_pixels(tile, (planet, int(terrain), 0, 0, 0), True)
        for terrain in Terrain
    }
    assert_all_differ(looks, least(tile))


def test_each_planet_has_its_own_ground():
    looks = {planet: square_pixels(TILE, (planet, 0, 0, 0, 0), True) for planet in range(4)}
    assert_all_differ(looks, TILE * TILE // 2)


def test_all_variants_of_a_terrain_can_be_drawn():
    for terrain in Terrain:
        for variant in range(VARIANTS):
            assert square_pixels(TILE, (0, int(terrain), variant, 0, 0), True).any()


@some_tiles
def test_a_wall_cracks_more_the_more_it_is_damaged(tile):
    looks = {}
    for integrity in (20, 15, 10, 3):
        scene = Scene().terrain(Terrain.WALL)
        scene.s.wall[SPOT[1], SPOT[0]] = integrity
        looks[integrity] = scene.square(tile=tile)
    assert_all_differ(looks, 3)


@some_tiles
@pytest.mark.parametrize("terrain", Terrain, ids=lambda terrain: terrain.name)
def test_what_is_in_sight_is_bright_what_is_remembered_dim_and_the_rest_dark(tile, terrain):
    bright = Scene().terrain(terrain).square(tile=tile)
    dim = Scene().terrain(terrain).hide().square(tile=tile)
    dark = Scene().terrain(terrain).hide(known=False).square(tile=tile)
    assert (dark == DARK).all()
    assert dark.mean() < dim.mean() < 0.75 * bright.mean()
    assert differing(dim, bright) > 0.9 * tile * tile


def test_nobody_shows_out_of_sight():
    assert (Scene().put(Kind.LOOM).hide().draw() == Scene().hide().draw()).all()


def test_what_lies_on_a_remembered_square_shows():
    assert differing(Scene().lay(CACHE).hide().square(), Scene().hide().square()) > least(TILE)


def test_nothing_of_a_square_that_was_never_seen_shows():
    bare = Scene().hide(known=False).draw()
    scene = Scene().put(Kind.LOOM).lay(CACHE).terrain(Terrain.ROCK).hide(known=False)
    assert (scene.draw() == bare).all()


def test_a_destroyed_entity_does_not_show():
    assert (Scene().put(Kind.LOOM, integrity=0).draw() == Scene().draw()).all()


def test_beyond_the_border_of_the_sector_is_darkness():
    scene = Scene()
    scene.rover.x = scene.rover.y = 1
    picture = scene.draw()
    top, _, _ = window_area(TILE)
    outside = picture[top : top + (REACH_Y - 1) * TILE, : COLUMNS * TILE]
    assert (outside == DARK).all()
    corner = picture[top + ROWS * TILE - 1, COLUMNS * TILE - 1]
    assert (corner != DARK).any()


@some_tiles
@pytest.mark.parametrize("kind", OTHERS, ids=lambda kind: kind.name)
def test_a_damaged_entity_has_a_bar(kind, tile):
    whole, most = Scene().put(kind).square(tile=tile), KIND[kind].integrity
    half, little = (
        Scene().put(kind, integrity=left).square(tile=tile) for left in (most // 2, most // 4)
    )
    assert differing(whole, half) >= tile
    assert differing(half, little) > 0
    assert differing(whole[tile // 4 :], half[tile // 4 :]) == 0


@some_tiles
def test_the_marks_of_stalled_and_shorted_differ_from_each_other_and_from_none(tile):
    marks = ({}, {"stalled": 1}, {"shorted": 1}, {"stalled": 1, "shorted": 1})
    looks = {str(ails): Scene().put(Kind.MENDER, **ails).square(tile=tile) for ails in marks}
    assert_all_differ(looks, 8)


@pytest.mark.parametrize("ail", ["stalled", "shorted"])
def test_what_ails_the_rover_shows_on_its_square_and_in_the_panel(ail):
    scene = Scene()
    before = scene.draw()
    scene.rover[ail] = 1
    assert_only_in(before, scene.draw(), square(ROVER_AT), panel())


def test_fauna_that_turned_hostile_looks_so():
    calm, angry = (Scene().put(Kind.GRAZER, hostile=hostile).square() for hostile in (0, 1))
    assert differing(calm, angry) > least(TILE)


@some_tiles
def test_wardens_cover_more_of_their_square_than_machines(tile):
    bare = Scene().square(tile=tile)
    covered = {
        kind: differing(bare, Scene().put(kind, hostile=0).square(tile=tile)) for kind in HOSTILE
    }
    wardens = [kind for kind in HOSTILE if KIND[kind].nature == Nature.WARDEN]
    machines = [kind for kind in HOSTILE if kind not in wardens]
    assert min(covered[kind] for kind in wardens) > max(covered[kind] for kind in machines)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_picture_tells_nothing_that_the_rover_does_not_know(seed):
    episode = Episode(GAME, {"map_size": 20, "hostiles": 2.0})
    episode.reset(seed)
    generator = np.random.default_rng(seed)
    for _ in range(10):
        episode.act(int(generator.choice(episode.mask.nonzero()[0])))
    setup, s = episode.setup[0], episode.states[0]
    before, terrain = draw(setup, s, tile=TILE), s.terrain.copy()
    GAME.resample_hidden(setup, s, 0, generator)
    assert (s.terrain != terrain).any()
    assert (draw(setup, s, tile=TILE) == before).all()
