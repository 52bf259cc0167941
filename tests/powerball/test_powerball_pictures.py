from functools import partial

import numpy as np
import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball.render import BRIGHT
from cogarena.envs.powerball.settings import EDGE, FLAGS, PITS, SITES, WRENCHES
from cogarena.envs.powerball.state import BallPlace
from cogarena.envs.rally.floor_pictures import draw_floor
from cogarena.envs.rally.state import ROBOTS, Power
from support import pictures
from support.pictures import assert_all_differ, assert_only_in, differing
from support.scenes.powerball_pictures import SPOT, TABLE_AREA, TILE, Scene, row_area

ASIDE = (3, 10)  # a square with a belt
FLAG, WRENCH = (5, 0), (11, 0)
area = partial(pictures.area, tile=TILE)
every_tile = pytest.mark.parametrize("tile", [16, 24, 33, 48, 64])


@pytest.fixture
def scene():
    return Scene()


@pytest.mark.parametrize("robots", [2, 4, 8])
@pytest.mark.parametrize("tile", [16, 17, 24, 32, 33, 48, 64])
def test_the_picture_is_a_video_frame_near_16_to_9(robots, tile):
    pixels = Scene(robots=robots).draw(tile)
    height, width, channels = pixels.shape
    assert pixels.dtype == np.uint8
    assert (height % 16, width % 16, channels) == (0, 0, 3)
    assert 1.3 < width / height < 1.9
    assert tile < 32 or width / height > 1.7


def test_a_tile_too_small_is_refused(scene):
    with pytest.raises(ValueError, match="at least 16, not 3"):
        scene.draw(3)


def test_drawing_changes_neither_the_record_nor_the_setup(scene):
    scene.put(0, *SPOT).ball(BallPlace.CARRIED).bomb(*ASIDE)
    before = scene.setup.tobytes(), scene.s.tobytes()
    scene.draw()
    assert (scene.setup.tobytes(), scene.s.tobytes()) == before


def test_the_same_game_makes_the_same_pixels_and_they_are_the_callers(scene):
    scene.put(0, *SPOT).ball(BallPlace.CARRIED).bomb(*ASIDE)
    first = scene.draw()
    kept = first.copy()
    first[:] = 0
    assert (scene.draw() == kept).all()


@pytest.mark.parametrize("k", [0, 3, 7, EDGE])
@pytest.mark.parametrize("side", Direction)
def test_every_edge_of_the_floor_is_a_wall(scene, side, k):
    x, y = {0: (k, 0), 1: (EDGE, k), 2: (k, EDGE), 3: (0, k)}[int(side)]
    before = scene.draw()
    scene.floor.squares[x, y].walls &= 0xFF ^ 1 << side
    assert_only_in(before, scene.draw(), area(x, y, rim=TILE // 8))


@pytest.mark.parametrize(("x", "y"), PITS)
def test_a_pit_fills_its_square(scene, x, y):
    before = scene.draw()
    scene.floor.squares[x, y].pit = 0
    after = scene.draw()
    assert_only_in(before, after, area(x, y))
    assert differing(before[area(x, y)], after[area(x, y)]) > TILE**2 / 2


@pytest.mark.parametrize(("x", "y", "arrow"), FLAGS)
def test_a_flag_shows_on_its_square_alone(scene, x, y, arrow):
    before = scene.draw()
    scene.floor.squares[x, y].flag = 0
    assert_only_in(before, scene.draw(), area(x, y))


@pytest.mark.parametrize("tile", [16, 33, 64])
@pytest.mark.parametrize(("field", "values"), [("flag", range(1, 5)), ("arrow", Direction)])
def test_the_number_and_the_arrow_of_a_flag_show(scene, field, values, tile):
    pictures = {}
    for value in values:
        scene.floor.squares[FLAG][field] = value
        pictures[value] = scene.draw(tile)[area(*FLAG, tile=tile)]
    assert_all_differ(pictures, least=3)


@pytest.mark.parametrize("thing", ["robot", "ball", "bomb"])
def test_the_number_of_a_flag_shows_under_what_stands_on_it(scene, thing):
    if thing == "robot":
        scene.put(0, *FLAG)
    elif thing == "ball":
        scene.ball(BallPlace.FLOOR, *FLAG)
    else:
        scene.bomb(*FLAG)
    pictures = {}
    for number in range(1, 5):
        scene.floor.squares[FLAG].flag = number
        pictures[number] = scene.draw()[area(*FLAG)][: TILE // 3, : TILE // 3]
    assert_all_differ(pictures, least=4)


@pytest.mark.parametrize("site", range(len(SITES)))
def test_the_number_of_a_ball_site_shows_on_its_square_alone(scene, site):
    before = scene.draw()
    scene.setup.sites[site] = SPOT
    assert_only_in(before, scene.draw(), area(*SITES[site]), area(*SPOT))


@every_tile
def test_the_numbers_of_ball_sites_look_different(tile):
    pictures = {}
    for site in range(len(SITES)):
        scene = Scene()
        scene.setup.sites[site] = SPOT
        pictures[site] = scene.draw(tile)[area(*SPOT, tile=tile)]
    assert_all_differ(pictures, least=1)


def test_the_number_of_a_ball_site_is_faint(scene):
    here = area(*SITES[0])
    plain = draw_floor(scene.floor, TILE).pixels[here].astype(int)
    darker = plain - scene.draw()[here]
    assert 40 < darker.max() < 100


@every_tile
@pytest.mark.parametrize("stands_on_it", ["nobody", "robot", "ball"])
def test_the_number_of_a_wrench_shows_whatever_stands_on_it(scene, stands_on_it, tile):
    if stands_on_it == "robot":
        scene.put(0, *WRENCH)
    elif stands_on_it == "ball":
        scene.ball(BallPlace.FLOOR, *WRENCH)
    pictures = {}
    for number in range(4):
        scene.setup.wrenches[:] = [SPOT if k != number else WRENCH for k in range(4)]
        pictures[number] = scene.draw(tile)[area(*WRENCH, tile=tile)]
    assert_all_differ(pictures, least=3)


@pytest.mark.parametrize("wrench", range(len(WRENCHES)))
def test_the_number_of_a_wrench_stays_on_its_square(scene, wrench):
    before = scene.draw()
    scene.setup.wrenches[wrench] = SPOT
    assert_only_in(before, scene.draw(), area(*WRENCHES[wrench]), area(*SPOT))


@pytest.mark.parametrize("at", [SPOT, ASIDE, FLAG, WRENCH, (5, 5)])
def test_a_ball_shows_on_its_square_and_leaves_the_pool(scene, at):
    before = scene.draw()
    assert_only_in(before, scene.ball(BallPlace.FLOOR, *at).draw(), area(*at), TABLE_AREA)


@every_tile
def test_a_ball_is_brighter_than_the_floor(scene, tile):
    here = area(*SPOT, tile=tile)
    scene.ball(BallPlace.FLOOR, *SPOT)
    bright = (scene.draw(tile)[here] == BRIGHT).all(axis=2)
    assert bright.mean() > 0.06


@every_tile
@pytest.mark.parametrize("power", [Power.ON, Power.STATIONED])
def test_a_ball_shows_under_a_robot(tile, power):
    here = area(*SPOT, tile=tile)
    fields = {"power": power, "anchored": power == Power.STATIONED}
    pictures = {
        "nothing": Scene().put(0, *SPOT, **fields).draw(tile)[here],
        "ball": Scene().put(0, *SPOT, **fields).ball(BallPlace.FLOOR, *SPOT).draw(tile)[here],
        "carried": Scene().put(0, *SPOT, **fields).ball(BallPlace.CARRIED).draw(tile)[here],
    }
    assert_all_differ(pictures, least=tile // 2)


@every_tile
def test_a_ball_shows_under_a_bomb(tile):
    here = area(*SPOT, tile=tile)
    alone = Scene().bomb(*SPOT).draw(tile)[here]
    both = Scene().bomb(*SPOT).ball(BallPlace.FLOOR, *SPOT).draw(tile)[here]
    assert differing(alone, both) > tile


@every_tile
@pytest.mark.parametrize("place", [BallPlace.CARRIED, BallPlace.AIR])
def test_each_ball_that_is_carried_or_in_the_air_shows_at_the_robot(scene, place, tile):
    scene.put(0, *SPOT, damage=9)
    pictures = {}
    for balls in range(4):
        pictures[balls] = scene.draw(tile)[area(*SPOT, tile=tile)]
        scene.ball(place, *SPOT)
    assert_all_differ(pictures, least=tile // 4)


@pytest.mark.parametrize("seat", range(ROBOTS))
def test_a_carried_ball_shows_on_the_robots_square_and_in_its_row(seat):
    before = Scene().put(seat, *SPOT).draw()
    after = Scene().put(seat, *SPOT).ball(BallPlace.CARRIED, by=seat).draw()
    assert_only_in(before, after, area(*SPOT), row_area(seat), TABLE_AREA)


@every_tile
def test_bombs_of_all_owners_and_facings_look_different(tile):
    here = area(*SPOT, tile=tile)
    pictures = {
        (owner, facing): Scene().bomb(*SPOT, facing, owner).draw(tile)[here]
        for owner in range(ROBOTS)
        for facing in Direction
    }
    assert_all_differ(pictures, least=tile // 4)


def test_a_bomb_has_its_owners_colour(scene):
    for owner in range(ROBOTS):
        robot = Scene().put(owner, *SPOT).draw()[area(*SPOT)]
        bomb = Scene().bomb(*SPOT, owner=owner).draw()[area(*SPOT)]
        shared = {tuple(c) for c in robot.reshape(-1, 3)} & {tuple(c) for c in bomb.reshape(-1, 3)}
        assert len(shared) > 3, owner


@pytest.mark.parametrize("bombs", [1, 2, 3, 4])
def test_bombs_stay_on_their_square(scene, bombs):
    before = scene.draw()
    for owner in range(bombs):
        scene.bomb(*SPOT, Direction(owner), owner)
    assert_only_in(before, scene.draw(), area(*SPOT))


@every_tile
def test_all_bombs_on_one_square_show(scene, tile):
    pictures = {}
    for owner in range(4):
        scene.bomb(*SPOT, owner=owner)
        pictures[owner] = scene.draw(tile)[area(*SPOT, tile=tile)]
    assert_all_differ(pictures, least=tile // 4)


def test_a_bomb_that_has_exploded_is_gone(scene):
    before = scene.draw()
    scene.bomb(*SPOT)
    scene.s.bombs["live"] = 0
    assert (scene.draw() == before).all()


@every_tile
def test_a_turret_looks_anchored(tile):
    here = area(*SPOT, tile=tile)
    pictures = {
        name: Scene().put(0, *SPOT, **fields).draw(tile)[here]
        for name, fields in {
            "runs": {},
            "powered down": {"power": Power.DOWN},
            "turret": {"power": Power.STATIONED, "anchored": 1},
        }.items()
    }
    assert_all_differ(pictures, least=tile)


@every_tile
def test_robots_of_all_seats_and_facings_look_different(tile):
    here = area(*SPOT, tile=tile)
    pictures = {
        (seat, facing): Scene().put(seat, *SPOT, facing=facing).draw(tile)[here]
        for seat in range(ROBOTS)
        for facing in Direction
    }
    assert_all_differ(pictures, least=tile // 4)


@every_tile
def test_each_damage_token_shows_on_the_robot(scene, tile):
    here = area(*SPOT, tile=tile)
    pictures = {n: scene.put(0, *SPOT, damage=n).draw(tile)[here] for n in range(10)}
    assert_all_differ(pictures, least=1)


@pytest.mark.parametrize("seat", range(ROBOTS))
@pytest.mark.parametrize(
    "fields", [{"damage": 3}, {"power": Power.DOWN}, {"power": Power.STATIONED, "anchored": 1}],
    ids=str,
)  # fmt: skip
def test_what_shows_of_a_robot_stays_on_its_square_and_in_its_row(fields, seat):
    before = Scene().put(seat, *SPOT).draw()
    after = Scene().put(seat, *SPOT, **fields).draw()
    assert_only_in(before, after, area(*SPOT), row_area(seat))


def test_a_destroyed_robot_is_not_on_the_floor_and_its_row_is_dimmed(scene):
    empty = scene.draw()
    assert_only_in(empty, scene.put(0, *SPOT).draw(), area(*SPOT), row_area(0))
