from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from cogarena.envs.core.draw.canvas import INK, WHITE
from cogarena.envs.core.grid import Direction
from cogarena.envs.moba.game import GAME
from cogarena.envs.moba.pictures import (
    ROW,
    ROW_WIDTH,
    Base,
    TeamRow,
    base_pixels,
    ground_of,
    row_pixels,
)
from cogarena.envs.moba.render import BASE_INFO, MOBA_STEPS, TURN_INFO
from cogarena.envs.moba.state import HEIGHT, Event, Stage, Team
from cogarena.envs.rally.cards import OPTION_CARDS, Option
from cogarena.envs.rally.floor_pictures import draw_floor, margin
from cogarena.envs.rally.panel import Registers
from cogarena.envs.rally.render import HEADLINE, headline_pixels, log_pixels
from cogarena.envs.rally.state import ROBOTS, Place, Power
from cogarena.envs.rally.text import option_name
from support import pictures
from support.pictures import (
    TILE,
    Picture,
    assert_all_differ,
    assert_only_in,
    differing,
    is_plain,
)

area = partial(pictures.area, tile=TILE)
SPOT = (13, 5)  # plain floor
TOWER, BLUE_TOWER = 0, 4
RED_BASE, BLUE_BASE = (7, 5), (19, 5)  # north-west squares
RED_0, BLUE_0 = 0, 1
every_tile = pytest.mark.parametrize("tile", [16, 24, 33, 48])
some_tiles = pytest.mark.parametrize("tile", [16, 18, 24, 31, 32, 48])


class Scene(Picture):
    def __init__(self, **settings):
        super().__init__("moba", settings, Stage.MOVE)
        self.program_all()
        self.robot, self.score = self.r.robots[RED_0], self.s.scores[RED_0]


@pytest.fixture
def scene():
    return Scene()


def floor_bottom(tile=TILE):
    return HEIGHT * tile + 2 * margin(tile)


@pytest.mark.parametrize("team_size", [1, 2, 3, 4])
@pytest.mark.parametrize("tile", [16, 17, 24, 33, 48, 64])
def test_the_picture_is_a_video_frame_near_16_to_9(team_size, tile):
    pixels = Scene(team_size=team_size).draw(tile)
    height, width, channels = pixels.shape
    assert pixels.dtype == np.uint8
    assert (height % 16, width % 16, channels) == (0, 0, 3)
    assert 1.55 < width / height < 1.85


def test_a_tile_too_small_is_refused(scene):
    with pytest.raises(ValueError, match="at least 16, not 3"):
        scene.draw(3)


def test_drawing_changes_neither_the_record_nor_the_setup(scene):
    before = scene.setup.tobytes(), scene.s.tobytes()
    scene.draw()
    assert (scene.setup.tobytes(), scene.s.tobytes()) == before


def test_the_same_game_makes_the_same_pixels_and_they_are_the_callers(scene):
    first = scene.draw()
    kept = first.copy()
    first[:] = 0
    assert (scene.draw() == kept).all()


@pytest.mark.parametrize("tower", range(8))
def test_a_tower_fills_its_square_alone_and_leaves_plain_floor(scene, tower):
    thing = scene.r.things[tower]
    here = area(int(thing.x), int(thing.y))
    standing = scene.draw()
    thing.health = 0
    fallen = scene.draw()
    assert_only_in(standing, fallen, here)
    assert (fallen[here] == draw_floor(scene.floor, TILE).pixels[here]).all()


@every_tile
@pytest.mark.parametrize("tower", [TOWER, BLUE_TOWER])
def test_the_hit_points_of_a_tower_show(scene, tower, tile):
    thing = scene.r.things[tower]
    pictures = {}
    for health in range(11):
        thing.health = health
        pictures[health] = scene.draw(tile)[area(int(thing.x), int(thing.y), tile=tile)]
    assert_all_differ(pictures, least=1)


def test_the_bar_of_a_tower_is_full_at_the_health_it_starts_with():
    scene = Scene(tower_health=5)
    tower = scene.r.things[TOWER]
    here = area(int(tower.x), int(tower.y))
    bar_end = (int(0.87 * TILE), int(0.87 * TILE))
    full = scene.draw()[here][bar_end]
    tower.health = 4
    assert (scene.draw()[here][bar_end] != full).any()


def outline(with_it, without_it):
    return (with_it != without_it).any(axis=2)


@every_tile
def test_towers_of_the_teams_have_different_outlines(scene, tile):
    places = [area(int(t.x), int(t.y), tile=tile) for t in scene.r.things[[TOWER, BLUE_TOWER]]]
    standing = scene.draw(tile)
    scene.r.things["health"] = 0
    red, blue = (outline(standing[here], scene.draw(tile)[here]) for here in places)
    assert (red != blue).sum() > tile // 2


@every_tile
def test_robots_of_the_teams_have_different_outlines(tile):
    here = area(*SPOT, tile=tile)
    empty = Scene().draw(tile)[here]
    red, blue = (outline(Scene().put(i, *SPOT).draw(tile)[here], empty) for i in (RED_0, BLUE_0))
    assert (red != blue).sum() > tile // 2


@every_tile
def test_robots_of_all_seats_and_facings_look_different(tile):
    pictures = {
        (seat, facing): Scene().put(seat, *SPOT, facing=facing).draw(tile)[area(*SPOT, tile=tile)]
        for seat in range(ROBOTS)
        for facing in Direction
    }
    assert_all_differ(pictures, least=tile // 4)


def row_area(seat, tile=TILE):
    top = floor_bottom(tile) + round((HEADLINE + 0.1) * tile) + seat // 4 * round(ROW * tile)
    column = seat // 2 % 2 + 2 * (seat % 2)
    left = round((0.14 + column * (ROW_WIDTH + 0.1)) * tile)
    return slice(top, top + round(ROW * tile)), slice(left, left + round(ROW_WIDTH * tile))


@pytest.mark.parametrize("seat", range(ROBOTS))
@pytest.mark.parametrize(
    "fields",
    [{"damage": 3}, {"power": Power.DOWN}, {"tokens": 1}, {"tokens": 2}, {"facing": 2}],
    ids=str,
)
def test_what_shows_of_a_robot_stays_on_its_square_and_in_its_row(fields, seat):
    before = Scene().put(seat, *SPOT).draw()
    after = Scene().put(seat, *SPOT, **fields).draw()
    places = [area(*SPOT)] if "facing" in fields else [area(*SPOT), row_area(seat)]
    assert_only_in(before, after, *places)


@every_tile
@pytest.mark.parametrize("field", ["damage", "tokens"])
def test_each_token_shows_on_the_robot(scene, field, tile):
    most = {"damage": 9, "tokens": 2}[field]
    pictures = {
        n: scene.put(BLUE_0, *SPOT, **{field: n}).draw(tile)[area(*SPOT, tile=tile)]
        for n in range(most + 1)
    }
    assert_all_differ(pictures, least=1)


def test_a_destroyed_robot_is_not_on_the_floor_and_its_row_is_dimmed(scene):
    empty = scene.draw()
    there = scene.put(RED_0, *SPOT).draw()
    gone = scene.put(RED_0, *SPOT, place=Place.DESTROYED).draw()
    assert_only_in(there, gone, area(*SPOT), row_area(RED_0))
    assert (gone[area(*SPOT)] == empty[area(*SPOT)]).all()


@pytest.mark.parametrize(("team", "x"), [(Team.RED, 0), (Team.BLUE, 26)])
def test_a_zone_and_its_barrier_fill_its_two_columns_alone(scene, team, x):
    before = scene.draw()
    scene.floor.squares["shelter"][x : x + 2] = 0
    after = scene.draw()
    assert_only_in(before, after, area(x, 0, 2, 12, rim=TILE // 8))
    ground = area(x, 2, 2)  # a row without a dock
    assert (before[ground] == ground_of(team)).all(axis=2).mean() > 0.5


@pytest.mark.parametrize(("x", "side"), [(1, Direction.EAST), (26, Direction.WEST)])
def test_the_barrier_has_an_arrow_in_each_row_without_a_wall(scene, x, side):
    pixels = scene.draw()
    arrows = [bool((pixels[area(x, y)] == WHITE).all(axis=2).any()) for y in range(12)]
    assert arrows == [not scene.floor.squares[x, y].walls >> side & 1 for y in range(12)]
    assert arrows.count(True) == 8


@pytest.mark.parametrize("corner", [RED_BASE, BLUE_BASE])
@pytest.mark.parametrize("field", ["screens", "closed"])
def test_the_squares_and_screens_of_a_base_show(scene, corner, field):
    x, y = corner
    before = scene.draw()
    scene.floor.squares[field][x : x + 2, y : y + 2] = 0
    assert_only_in(before, scene.draw(), area(x, y, 2, 2, rim=TILE // 8))


def headline_area(team):
    top, half = floor_bottom(), 14 * TILE
    columns = slice(half, None) if team else slice(half)
    return slice(top, top + round(HEADLINE * TILE)), columns


@pytest.mark.parametrize(("team", "corner"), [(0, RED_BASE), (1, BLUE_BASE)])
def test_the_hit_points_of_a_base_show_on_it_and_in_the_headline(scene, team, corner):
    x, y = corner
    around = area(x, y - 1, 2, 3)
    pictures, headlines = {}, {}
    before = scene.draw()
    for health in range(40):
        scene.s.bases[team].health = health
        pixels = scene.draw()
        assert_only_in(before, pixels, around, headline_area(team))
        pictures[health], headlines[health] = pixels[around], pixels[headline_area(team)]
    assert_all_differ(pictures, least=1)
    assert_all_differ(headlines, least=1)


def test_the_hit_points_of_a_base_show_over_robots_in_it(scene):
    for seat, x, y in ((0, 7, 5), (2, 8, 5), (4, 7, 6), (6, 8, 6)):
        scene.put(seat, x, y)
    pictures = {}
    for health in range(1, 41):
        scene.s.bases[0].health = health
        pictures[health] = scene.draw()[area(*RED_BASE, 2, 2)]
    assert_all_differ(pictures, least=1)


@pytest.mark.parametrize(("team", "corner"), [(0, RED_BASE), (1, BLUE_BASE)])
def test_the_team_option_shows_below_the_base_and_in_the_headline(scene, team, corner):
    x, y = corner
    below = area(x - 1, y + 2, 4)
    before = scene.draw()
    pictures = {}
    for option in Option:
        scene.s.bases[team].team_option = option
        pixels = scene.draw()
        assert_only_in(before, pixels, below, headline_area(team))
        pictures[option] = pixels[below]
    assert_all_differ(pictures, least=8)


CHANGES = (
    ("s", "turn", 2), ("s", "stage", Stage.PROGRAM), ("s", "pending", 0b10), ("r", "register", 1),
    ("s", "winners", 0b10), ("s", "winners", 0b1010), ("s", "truncated", True),
    ("score", "kills", 1), ("score", "deaths", 1), ("score", "objectives", 1),
    ("robot", "announced", 1), ("robot", "locks", 0b10000), ("robot", "program", (84, 2, 3, 4, 5)),
    ("robot", "program", (1, 2, 3, 4, 0)), ("robot", "pairs", (84, 0, 0, 0, 0)),
    ("robot", "options", 0b1), ("robot", "options", 0b11111), ("r", "logged", 1),
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_the_panel_shows_the_change_and_the_floor_does_not(scene, change):
    scene.r.log[0] = (Event.KILLED, 1, 0b1, 0, 0, 0, 0)
    before = scene.draw()
    where, field, value = change
    getattr(scene, where)[field] = value
    after = scene.draw()
    assert differing(before, after) > 0
    assert (before[: floor_bottom()] == after[: floor_bottom()]).all()


def test_questions_look_different(scene):
    scene.s.pending = 1
    pictures = {}
    for kind in GAME.decisions:
        scene.robot.asked = kind
        pictures[kind] = scene.draw()[row_area(RED_0)]
    assert_all_differ(pictures, least=8)


def test_nobody_is_highlighted_when_the_game_is_over(scene):
    scene.s.truncated = True
    before = scene.draw()
    scene.s.pending = 0b10
    assert (scene.draw() == before).all()


@pytest.mark.parametrize(
    ("stage", "register", "shown"),
    [
        (Stage.PROGRAM, 0, []),
        (Stage.MOVE, 0, [0]),
        (Stage.AIM, 2, [0, 1, 2]),
        (Stage.CLEAN_UP, 4, [0, 1, 2, 3, 4]),
    ],
)
def test_only_revealed_registers_show_their_cards(scene, stage, register, shown):
    scene.s.stage, scene.r.register = stage, register
    before = scene.draw()
    seen = []
    for k in range(5):
        kept = int(scene.robot.program[k])
        scene.robot.program[k] = 84
        seen += [k] if differing(before, scene.draw()) else []
        scene.robot.program[k] = kept
    assert seen == shown


@pytest.mark.parametrize("field", ["hand", "archive_x", "archive_y"])
def test_hands_and_archives_do_not_show(scene, field):
    before = scene.draw()
    scene.r.robots[field] = 5
    assert (scene.draw() == before).all()


@some_tiles
def test_events_without_room_are_counted(tile):
    sentence = "red_0 is destroyed"
    pictures = {n: log_pixels((sentence,) * n, 28, 2, tile) for n in (0, 1, 30, 31)}
    assert_all_differ(pictures, least=1)


LONG_ROW = TeamRow(
    seat=7, question="", state="powered down", destroyed=False, asleep=True, damage=9, tokens=2,
    tally=(-123, 10, 133, 100), registers=Registers((84,) * 5, (0,) * 5, 31), options=(),
)  # fmt: skip


@some_tiles
def test_no_name_of_an_option_is_cut_off(tile):
    for name in map(option_name, range(OPTION_CARDS)):
        row = row_pixels(replace(LONG_ROW, options=(name,) * 4), tile)
        middle = slice(row.shape[0] // 4, 3 * row.shape[0] // 4)
        assert is_plain(row[middle, -1]), name
        for team in (Team.RED, Team.BLUE):
            info = base_pixels(Base(team, 100, 100, name), BASE_INFO, tile)
            assert is_plain(info[:, -1]), name


@some_tiles
def test_the_headline_does_not_run_into_the_lamps(tile):
    lamps = TURN_INFO * tile - 5 * max(0.42 * tile, 9)
    steps = {step for pair in MOBA_STEPS.values() for step in pair}
    for words in (*steps, "won by blue_3", "nobody has won"):
        pixels = headline_pixels(f"Turn 60 · {words}", 5, TURN_INFO, tile)
        assert (pixels[:, int(lamps) - 1] == INK).all(), words


def test_every_stage_has_words():
    assert {stage.name for stage in Stage} <= set(MOBA_STEPS)
