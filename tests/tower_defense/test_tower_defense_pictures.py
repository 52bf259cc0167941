import numpy as np
import pytest

from cogarena.envs.core.draw.canvas import INK
from cogarena.envs.rally.symbols import ARROWS
from cogarena.envs.tower_defense.state import DRONES, LEVELS
from support.pictures import assert_all_differ, assert_only_in, differing
from support.scenes.tower_defense import LETTERS
from support.scenes.tower_defense_pictures import (
    BOARD,
    SKY_AREA,
    SPOT,
    TILE,
    Picture,
    area,
    row_area,
)

FLAG, HIGH_FLAG, LASER, HOWITZER = (0, 0), (2, 3), (1, 0), (4, 2)
ASIDE, BELT, WRENCH, GEAR, HIGH = (5, 1), (4, 0), (6, 2), (4, 3), (3, 2)
HEALTH = {LASER: 6, HOWITZER: 8}
every_tile = pytest.mark.parametrize("tile", [16, 24, 33, 48, 64])


@pytest.fixture
def picture():
    return Picture()


@pytest.mark.parametrize("tile", [16, 17, 24, 32, 33, 48, 64])
def test_the_picture_is_a_video_frame(picture, tile):
    pixels = picture.draw(tile)
    assert pixels.dtype == np.uint8
    assert (pixels.shape[0] % 16, pixels.shape[1] % 16, pixels.shape[2]) == (0, 0, 3)


def test_a_tile_too_small_is_refused(picture):
    with pytest.raises(ValueError, match="at least 16, not 3"):
        picture.draw(3)


def test_drawing_changes_nothing_and_gives_the_caller_the_pixels(picture):
    picture.put("A", *SPOT).xp("A", 20).drone(*SPOT).debris(*ASIDE)
    before = picture.setup.tobytes(), picture.s.tobytes()
    first = picture.draw()
    kept = first.copy()
    first[:] = 0
    assert (picture.draw() == kept).all()
    assert (picture.setup.tobytes(), picture.s.tobytes()) == before


@every_tile
def test_heights_and_ramps_show(tile):
    ways = {"ground": "     ", "raised": "    H"}
    edges = {"cliff": ":", "ramp": "/"}
    pictures = {
        (way, edge): Picture(f":     :     {mark}{drawn}:").draw(tile)
        for way, drawn in ways.items()
        for edge, mark in edges.items()
        if (way, edge) != ("ground", "ramp")
    }
    low, high = area(1, 0, tile=tile), area(2, 0, tile=tile)
    assert_all_differ({name: drawn[low] for name, drawn in pictures.items()}, least=tile)
    cliff, ground = pictures["raised", "cliff"], pictures["ground", "cliff"]
    assert differing(cliff[high], ground[high]) > tile**2 / 2


@every_tile
@pytest.mark.parametrize("at", [FLAG, HIGH_FLAG])
@pytest.mark.parametrize("over", ["nothing", "robot", "drone", "debris"])
def test_the_number_of_a_flag_shows_whatever_is_on_it_or_over_it(at, over, tile):
    pictures = {}
    for number in range(1, 7):
        picture = Picture()
        picture.setup.floor.squares[at].flag = number
        if over == "robot":
            picture.put("A", *at)
        elif over != "nothing":
            getattr(picture, over)(*at)
        pictures[number] = picture.square(at, tile)
    assert_all_differ(pictures, least=3)


@every_tile
def test_towers_of_the_two_kinds_differ_in_brightness_too(tile):
    laser, howitzer = (
        Picture(f":{kind}   :").weaken(0, 0, 5).square((0, 0), tile).mean(axis=2)
        for kind in ("tL", "tH")
    )
    assert (np.abs(laser - howitzer) > 40).sum() > tile**2 / 8


@every_tile
@pytest.mark.parametrize("at", [LASER, HOWITZER])
@pytest.mark.parametrize("over", ["nothing", "drone", "two drones"])
def test_each_hit_point_of_a_tower_shows(at, over, tile):
    pictures = {}
    for health in range(HEALTH[at] + 1):
        picture = Picture().weaken(*at, health)
        for _ in range(("nothing", "drone", "two drones").index(over)):
            picture.drone(*at)
        pictures[health] = picture.square(at, tile)
    assert_all_differ(pictures, least=3)


@pytest.mark.parametrize("at", [LASER, HOWITZER])
def test_a_destroyed_tower_is_gone(picture, at):
    before = picture.draw()
    after = picture.weaken(*at, 0).draw()
    assert_only_in(before, after, area(*at))
    plain = BOARD.replace("tL" if at == LASER else "tH", "  ")
    assert (Picture(plain).square(at) == after[area(*at)]).all()


@pytest.mark.parametrize("tile", [24, 33, 48, 64])
def test_towers_have_the_numbers_of_the_log(tile):
    row = Picture(":" + "tL   :" * 8)
    pictures = {number: row.square((number, 0), tile) for number in range(8)}
    assert_all_differ(pictures, least=1)


@pytest.mark.parametrize(("square", "reach"), [("    H", 2), ("tL   ", 2), ("     ", 4)])
def test_board_lasers_end_where_the_rules_stop_them(square, reach):
    drawing = f":     :     :{square}:     :"
    unlit, lit = Picture(drawing).draw(), Picture(drawing).laser().draw()
    squares = [area(x, 0) for x in range(4)]
    assert [differing(unlit[part], lit[part]) > TILE for part in squares] == [
        x < reach for x in range(4)
    ]


def test_a_board_laser_reaches_on_when_the_tower_is_gone():
    picture = Picture(":     :tL   :     :").laser()
    stopped = picture.square((2, 0))
    assert differing(stopped, picture.weaken(1, 0, 0).square((2, 0))) > TILE


@pytest.mark.parametrize("at", [SPOT, FLAG, LASER, HOWITZER, BELT, WRENCH, HIGH])
def test_a_drone_shows_over_its_square_and_is_counted(picture, at):
    before = picture.draw()
    after = picture.drone(*at).draw()
    assert_only_in(before, after, area(*at), SKY_AREA)
    assert differing(before[area(*at)], after[area(*at)]) < TILE**2 / 2


@every_tile
@pytest.mark.parametrize("at", [SPOT, HOWITZER])
def test_the_number_of_drones_over_a_square_shows(picture, at, tile):
    pictures = {}
    for drones in range(DRONES + 1):
        pictures[drones] = picture.square(at, tile)
        picture.drone(*at)
    assert_all_differ(pictures, least=1)


@every_tile
def test_a_drone_has_a_shadow_beneath_it(picture, tile):
    before, after = picture.square(SPOT, tile), picture.drone(*SPOT).square(SPOT, tile)
    dark = (after.max(axis=2) < before.min(axis=2)) & (after.min(axis=2) > max(INK))
    assert dark[tile // 2 :].sum() > tile / 4


@every_tile
def test_robots_show_beneath_drones(tile):
    pictures = {
        (name, faces): Picture().put(name, *SPOT, faces).drone(*SPOT).square(SPOT, tile)
        for name in LETTERS
        for faces in ARROWS
    }
    assert_all_differ(pictures, least=tile // 4)


@every_tile
def test_robots_of_all_seats_and_facings_look_different(tile):
    pictures = {
        (name, faces): Picture().put(name, *SPOT, faces).square(SPOT, tile)
        for name in LETTERS
        for faces in ARROWS
    }
    assert_all_differ(pictures, least=tile // 4)


@every_tile
@pytest.mark.parametrize("at", [SPOT, FLAG, BELT, WRENCH, GEAR, HIGH])
def test_debris_shows_on_its_square_and_leaves_it_visible(picture, at, tile):
    before = picture.draw(tile)
    after = picture.debris(*at).draw(tile)
    here = area(*at, tile=tile)
    assert_only_in(before, after, here)
    assert tile < differing(before[here], after[here]) < tile**2 / 2


@every_tile
def test_debris_shows_under_a_robot(tile):
    alone = Picture().put("A", *SPOT).square(SPOT, tile)
    assert differing(alone, Picture().put("A", *SPOT).debris(*SPOT).square(SPOT, tile)) > tile / 4


@every_tile
@pytest.mark.parametrize("drones", [0, 1])
def test_each_level_shows_on_the_robot(picture, drones, tile):
    picture.put("A", *SPOT)
    for _ in range(drones):
        picture.drone(*SPOT)
    steps = [0, *LEVELS.tolist()]
    pictures = {xp: picture.xp("A", xp).square(SPOT, tile) for xp in steps}
    assert_all_differ(pictures, least=2)


@every_tile
@pytest.mark.parametrize("drones", [0, 1])
def test_a_robot_that_is_powered_down_looks_so(drones, tile):
    runs, sleeps = Picture().put("A", *SPOT), Picture().put("A", *SPOT).power_down("A")
    for picture in (runs, sleeps)[: 2 * drones]:
        picture.drone(*SPOT)
    assert differing(runs.square(SPOT, tile), sleeps.square(SPOT, tile)) > tile


@every_tile
def test_each_damage_token_shows_on_the_robot(picture, tile):
    picture.put("A", *SPOT)
    pictures = {}
    for tokens in range(10):
        pictures[tokens] = picture.square(SPOT, tile)
        picture.hurt("A", 1)
    assert_all_differ(pictures, least=1)


def test_what_shows_of_a_robot_stays_on_its_square_and_in_its_row():
    for seat, name in enumerate(LETTERS):
        before = Picture().put(name, *SPOT).draw()
        after = Picture().put(name, *SPOT).hurt(name, 3).xp(name, 90).power_down(name).draw()
        assert_only_in(before, after, area(*SPOT), row_area(seat))


def test_the_archive_of_a_robot_shows(picture):
    before = picture.put("A", *SPOT).draw()
    picture.robot("A").archive_x, picture.robot("A").archive_y = ASIDE
    assert_only_in(before, picture.draw(), area(*SPOT), area(*ASIDE))
