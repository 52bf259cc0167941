import numpy as np
import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.rally import boards
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.floor import Belt, Wrench, add_ramp, add_wall, blank, mount_lasers
from cogarena.envs.rally.floor_pictures import draw_floor, draw_robots, floor_size, margin
from cogarena.envs.rally.render import log_pixels
from cogarena.envs.rally.state import RALLY, ROBOTS, Place, Power
from cogarena.envs.rally.text import option_names
from support.pictures import assert_all_differ, differing

N, E, S, W = Direction
TILE = 32
HERE = (1, 1)
every_tile = pytest.mark.parametrize("tile", [16, 24, 33, 48, 96])
small_tiles = pytest.mark.parametrize("tile", [17, 24])
every_direction = pytest.mark.parametrize("direction", Direction)


def plain():
    return blank(3, 3)


def square_of(floor):
    return floor[0].squares[HERE]


def with_fields(**fields):
    def change(floor):
        for field, value in fields.items():
            square_of(floor)[field] = value

    return change


def with_dock(number, facing):
    def change(floor):
        square_of(floor).dock = number
        floor[0].dock[number - 1] = (*HERE, facing)

    return change


def with_laser(beams, fires):
    return lambda floor: mount_lasers(floor, [(*HERE, fires, beams)])


def with_ramp(side):
    def change(floor):
        floor[0].squares["height"] = 1
        square_of(floor).height = 0
        add_ramp(floor, *HERE, side)

    return change


THINGS = {
    "nothing": lambda floor: None,
    "pit": with_fields(pit=1),
    "right gear": with_fields(gear=1),
    "left gear": with_fields(gear=3),
    "wrench": with_fields(wrench=Wrench.SINGLE),
    "wrench and hammer": with_fields(wrench=Wrench.DOUBLE),
    "raised": with_fields(height=1),
    **{f"flag {n}": with_fields(flag=n) for n in range(1, 9)},
    **{f"flag to {d.name}": with_fields(flag=1, arrow=d) for d in Direction},
    "flag on a gear": with_fields(flag=1, gear=1),
    "flag on a wrench": with_fields(flag=1, wrench=Wrench.SINGLE),
    "flag on a double wrench": with_fields(flag=1, wrench=Wrench.DOUBLE),
    **{f"dock {n}": with_dock(n, N) for n in range(1, 9)},
    **{f"dock to {d.name}": with_dock(1, d) for d in (E, S, W)},
    **{
        f"{belt.name} belt to {d.name}": with_fields(belt=belt, leads=d)
        for belt in (Belt.NORMAL, Belt.EXPRESS)
        for d in Direction
    },
    **{
        f"pusher to {d.name} in {registers:b}": with_fields(pusher=d, pushes=registers)
        for registers in (0b10101, 0b01010)
        for d in Direction
    },
    **{f"{n} beams to {d.name}": with_laser(n, d) for n in (1, 2, 3) for d in Direction},
    **{f"wall {d.name}": lambda floor, d=d: add_wall(floor, *HERE, d) for d in Direction},
    **{f"ramp {d.name}": with_ramp(d) for d in Direction},
}


def picture_of(change=THINGS["nothing"], tile=TILE):
    floor = plain()
    change(floor)
    return draw_floor(floor[0], tile).pixels


def cell(x=HERE[0], y=HERE[1], tile=TILE):
    left, top = margin(tile) + x * tile, margin(tile) + y * tile
    return slice(top, top + tile), slice(left, left + tile)


@every_tile
def test_everything_on_a_square_looks_different(tile):
    pictures = {name: picture_of(change, tile)[cell(tile=tile)] for name, change in THINGS.items()}
    assert_all_differ(pictures, least=3)


@pytest.mark.parametrize(
    "pair",
    [
        ("right gear", "left gear"),
        ("NORMAL belt to NORTH", "EXPRESS belt to NORTH"),
        ("wrench", "wrench and hammer"),
        ("1 beams to EAST", "2 beams to EAST"),
    ],
)
def test_things_are_told_apart_without_colour(pair):
    one, other = (picture_of(THINGS[name])[cell()].mean(axis=2) > 128 for name in pair)
    assert (one != other).sum() > TILE


@pytest.mark.parametrize("name", [n for n in THINGS if n.split()[0] in ("flag", "dock", "right")])
def test_what_lies_in_a_square_stays_in_it(name):
    pixels, nothing = picture_of(THINGS[name]), picture_of()
    pixels[cell()] = nothing[cell()]
    assert (pixels == nothing).all()


def belts(*rows, speed=Belt.NORMAL):
    floor = plain()
    for x, y, leads in rows:
        floor[0].squares[x, y].belt, floor[0].squares[x, y].leads = speed, leads
    return floor


@pytest.mark.parametrize("speed", [Belt.NORMAL, Belt.EXPRESS])
@every_direction
def test_a_belt_is_a_curve_where_another_leads_in_from_the_side(direction, speed):
    looks = {}
    for turn, name in enumerate(("head-on", "right", "back", "left")):
        side = Direction((direction + turn) % 4)
        neighbour = {N: (1, 0), E: (2, 1), S: (1, 2), W: (0, 1)}[side]
        floor = belts((*HERE, direction), (*neighbour, (side + 2) % 4), speed=speed)
        looks[name] = draw_floor(floor[0], TILE).pixels[cell()]
    assert (looks.pop("head-on") == looks["back"]).all()
    assert_all_differ(looks, least=TILE)


def test_a_belt_behind_a_wall_does_not_make_a_curve():
    floor = belts((1, 1, N), (0, 1, E))
    curved = draw_floor(floor[0], TILE).pixels[cell()]
    add_wall(floor, 1, 1, W)
    walled = draw_floor(floor[0], TILE).pixels[cell()]
    alone = belts((1, 1, N))
    add_wall(alone, 1, 1, W)
    assert (walled == draw_floor(alone[0], TILE).pixels[cell()]).all()
    assert differing(walled, curved) > TILE


def test_a_beam_crosses_every_square_up_to_the_next_wall():
    floor = blank(5, 1)
    add_wall(floor, 0, 0, W)
    add_wall(floor, 2, 0, E)
    without = draw_floor(floor[0], TILE).pixels
    mount_lasers(floor, [(0, 0, E, 1)])
    shot = draw_floor(floor[0], TILE).pixels
    hit = [differing(without[cell(x, 0)], shot[cell(x, 0)]) > 0 for x in range(5)]
    assert hit == [True, True, True, False, False]


def test_a_beam_without_a_wall_ends_at_the_edge_of_the_floor():
    floor = blank(3, 1)
    without = draw_floor(floor[0], TILE).pixels
    mount_lasers(floor, [(0, 0, E, 3)])
    shot = draw_floor(floor[0], TILE).pixels
    right = margin(TILE) + 3 * TILE
    assert differing(without[cell(2, 0)], shot[cell(2, 0)]) > TILE
    assert (without[:, right:] == shot[:, right:]).all()


@pytest.mark.parametrize("board", boards.names())
@small_tiles
def test_both_sides_of_a_floor_are_multiples_of_16(board, tile):
    floor = boards.read_board(board)[0]
    pixels = draw_floor(floor, tile).pixels
    width, height = floor_size(floor, tile)
    assert width == int(floor.width) * tile + 2 * margin(tile)
    assert height == int(floor.height) * tile + 2 * margin(tile)
    for side, least in zip(pixels.shape[:2], (height, width), strict=True):
        assert side % 16 == 0
        assert least <= side < least + 16


def test_a_tile_too_small_is_refused():
    with pytest.raises(ValueError, match="at least 16, not 3"):
        draw_floor(plain()[0], 3)


def test_scribbling_on_a_floor_spoils_no_later_one():
    kept = picture_of()
    picture_of()[:] = 0
    assert (picture_of() == kept).all()


class Rally:
    def __init__(self, count=1):
        self.floor = plain()[0]
        self.r = np.zeros(1, RALLY)[0]
        self.r.count = count
        for i in range(count):
            robot = self.r.robots[i]
            robot.x, robot.y = i % 3, i // 3
            robot.archive_x, robot.archive_y = 2, 2
        self.robot = self.r.robots[0]
        self.robot.x, self.robot.y = HERE

    def put(self, **fields):
        for field, value in fields.items():
            self.robot[field] = value
        return self

    def draw(self, tile=TILE):
        canvas = draw_floor(self.floor, tile)
        draw_robots(canvas, self.floor, self.r, tile)
        return canvas.pixels


@every_tile
def test_robots_of_all_facings_look_different(tile):
    pictures = {d: Rally().put(facing=d).draw(tile)[cell(tile=tile)] for d in Direction}
    assert_all_differ(pictures, least=tile)


def test_robots_of_all_seats_look_different():
    pictures = {}
    for seat in range(ROBOTS):
        rally = Rally(ROBOTS)
        rally.r.robots["place"] = Place.OUT
        robot = rally.r.robots[seat]
        robot.place, robot.x, robot.y = Place.FLOOR, *HERE
        pictures[seat] = rally.draw()[cell()]
    assert_all_differ(pictures, least=TILE)


@every_tile
def test_each_damage_token_shows_on_the_robot(tile):
    pictures = {n: Rally().put(damage=n).draw(tile)[cell(tile=tile)] for n in range(10)}
    assert_all_differ(pictures, least=1)


def test_a_powered_down_robot_looks_different():
    running, asleep = Rally().draw(), Rally().put(power=Power.DOWN).draw()
    assert differing(running[cell()], asleep[cell()]) > 2 * TILE


@pytest.mark.parametrize("place", [Place.DESTROYED, Place.OUT])
def test_a_robot_that_is_not_on_the_floor_is_not_drawn(place):
    pixels = Rally().put(place=place).draw()
    assert (pixels[cell()] == picture_of()[cell()]).all()


def test_a_destroyed_robot_leaves_its_archive_marker_and_one_that_is_out_does_not():
    there = cell(2, 2)
    nothing = picture_of()[there]
    assert differing(Rally().put(place=Place.DESTROYED).draw()[there], nothing) > 0
    assert differing(Rally().put(place=Place.OUT).draw()[there], nothing) == 0


def test_all_archive_markers_show_on_one_square():
    pictures = []
    for count in range(ROBOTS + 1):
        rally = Rally(ROBOTS)
        rally.r.robots["place"] = Place.DESTROYED
        rally.r.robots["place"][count:] = Place.OUT
        pictures.append(rally.draw()[cell(2, 2)])
    assert_all_differ(dict(enumerate(pictures)), least=8)


def test_the_number_of_a_flag_shows_under_a_robot():
    pictures = {}
    for number in range(1, 9):
        rally = Rally()
        rally.floor.squares[HERE].flag = number
        with_robot = rally.draw()[cell()]
        pictures[number] = with_robot[: TILE // 3, : TILE // 3]
    assert_all_differ(pictures, least=1)


def test_option_cards_are_named_one_by_one():
    assert option_names(0) == []
    assert option_names(1 << Option.CRAB_LEGS | 1 << Option.BRAKES) == ["Brakes", "Crab Legs"]
    twins = 1 << Option.HIGH_POWER_LASER | 1 << len(Option)
    assert option_names(twins) == ["High Power Laser", "High Power Laser"]


def test_the_log_shows_the_latest_events_and_how_many_came_before():
    sentences = tuple(f"robot_{i % 8} draws Brakes" for i in range(40))
    pictures = {n: log_pixels(sentences[:n], 10, 2, TILE) for n in (0, 1, 2, 39, 40)}
    assert_all_differ(pictures, least=1)
    other_end = log_pixels((*sentences[:-1], "robot_7 is destroyed"), 10, 2, TILE)
    assert differing(pictures[40], other_end) > 8
    other_beginning = log_pixels(("robot_7 is destroyed", *sentences[1:]), 10, 2, TILE)
    assert (pictures[40] == other_beginning).all()
