"""Teams, map, zones and option deck: M1 to M5, and the map's symmetry square by square."""

import numpy as np
import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.moba.settings import Settings, agents, factory
from cogarena.envs.moba.state import TOWERS, Stage, Team
from cogarena.envs.rally.boards import read_board
from cogarena.envs.rally.cards import CLASSIC_DECK, SECOND_COPY, Card, Option
from cogarena.envs.rally.floor import NOWHERE, Belt, Wrench
from cogarena.envs.rally.state import Place
from support.scenes.moba import Scene, seat
from support.scenes.rally import options_in

N, E, S, W = Direction
FLOOR = factory(False)[0]
WIDTH, HEIGHT = 28, 12
SQUARES = FLOOR.squares[:WIDTH, :HEIGHT]
ALL_SQUARES = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
VAULT = read_board("vault")[0].squares[:12, :12]
# What the two floors do not share with the board: edges of neighbours, bases, zones and docks.
OF_THE_BOARD = ("pit", "belt", "leads", "gear", "pusher", "pushes", "wrench", "flag", "height")
OPEN_ROWS = [0, 1, 3, 5, 6, 8, 10, 11]
WALLED_ROWS = [2, 4, 7, 9]


def there(x, y):
    """The square that the 180° turn puts in this one's place."""
    return SQUARES[WIDTH - 1 - x, HEIGHT - 1 - y]


def reversed_direction(direction):
    return direction if direction == NOWHERE else (direction + 2) % 4


def reversed_edges(edges):
    return {(int(d) + 2) % 4 for d in Direction if edges >> d & 1}


def edges_of(edges):
    return {int(d) for d in Direction if edges >> d & 1}


def where(field, value):
    """The squares of the map with this value."""
    return {(int(x), int(y)) for x, y in np.argwhere(SQUARES[field] == value)}


def shifted(*squares):
    """Squares of the two boards as squares of the map."""
    return {(x + 2, y) for x, y in squares}


def has_wall(x, y, side):
    return bool(SQUARES[x, y].walls >> side & 1)


def places(**settings):
    scene = Scene(**settings)
    return {
        name: (*scene.at(name), scene.faces(name))
        for name in agents(Settings(team_size=settings.get("team_size", 4)))
    }


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_m1_the_teams_alternate_in_dock_order(size):
    order = ("red_0", "blue_0", "red_1", "blue_1", "red_2", "blue_2", "red_3", "blue_3")
    assert agents(Settings(team_size=size)) == order[: 2 * size]


def test_m1_every_second_robot_is_red():
    teams = Scene().r.robots["team"].tolist()
    assert teams == [Team.RED, Team.BLUE] * 4


def test_m1_smaller_teams_leave_the_other_robots_out():
    scene = Scene(team_size=2)
    assert scene.r.count == 4
    assert (scene.r.robots["place"] == Place.OUT).tolist() == [False] * 4 + [True] * 4


def test_m2_the_western_board_is_vault():
    for field in OF_THE_BOARD:
        assert np.array_equal(SQUARES[2:14][field], VAULT[field]), field
    for x, y in np.ndindex(12, 12):
        assert edges_of(VAULT[x, y].walls) - {E} == edges_of(SQUARES[x + 2, y].walls) - {E}


def test_m2_the_eastern_board_is_vault_turned():
    for x, y in np.ndindex(12, 12):
        square, turned = SQUARES[14 + x, y], VAULT[11 - x, 11 - y]
        for field in ("pit", "belt", "gear", "pushes", "wrench"):
            assert square[field] == turned[field], (x, y, field)
        if square.belt:
            assert square.leads == reversed_direction(turned.leads)
        assert square.pusher == reversed_direction(turned.pusher)
        assert edges_of(square.walls) - {W} == reversed_edges(turned.walls) - {W}


def test_m2_the_seam_is_walled_where_the_edges_of_both_boards_are():
    assert [y for y in range(HEIGHT) if has_wall(13, y, E)] == WALLED_ROWS
    assert [y for y in range(HEIGHT) if has_wall(14, y, W)] == WALLED_ROWS


def test_m2_pits_are_where_the_data_has_them():
    west, east = [(2, 3), (9, 3), (2, 8), (9, 8)], [(21, 8), (14, 8), (21, 3), (14, 3)]
    assert where("pit", 1) == shifted(*west, *east)


def test_m2_wrenches_are_where_the_data_has_them():
    assert where("wrench", Wrench.SINGLE) == shifted((11, 0), (0, 11), (12, 11), (23, 0))


def test_m2_bases_are_where_the_data_has_them():
    red, blue = [(5, 5), (6, 5), (5, 6), (6, 6)], [(17, 5), (18, 5), (17, 6), (18, 6)]
    assert where("closed", 1 << Team.BLUE) == shifted(*red)
    assert where("closed", 1 << Team.RED) == shifted(*blue)
    assert where("wrench", Wrench.DOUBLE) == shifted(*red, *blue)


def test_m2_towers_are_where_the_data_has_them():
    things = Scene().r.things[:TOWERS]
    found = {
        team: {(int(t.x), int(t.y)) for t in things if t.team == team} for team in list(Team)[1:]
    }
    assert found[Team.RED] == shifted((3, 3), (8, 3), (3, 8), (8, 8))
    assert found[Team.BLUE] == shifted((15, 3), (20, 3), (15, 8), (20, 8))


def test_m2_the_express_belts_flow_into_the_other_board():
    fast = where("belt", Belt.EXPRESS)
    assert shifted((10, 6), (11, 6), (13, 5), (12, 5)) <= fast
    assert [int(SQUARES[x, 6].leads) for x in (12, 13)] == [E, E]
    assert [int(SQUARES[x, 5].leads) for x in (14, 15)] == [W, W]


def test_m2_belts_across_the_seam_end_on_plain_floor():
    eastward = {y for y in range(HEIGHT) if SQUARES[13, y].belt and SQUARES[13, y].leads == E}
    westward = {y for y in range(HEIGHT) if SQUARES[14, y].belt and SQUARES[14, y].leads == W}
    assert (eastward, westward) == ({3, 6, 10}, {1, 5, 8})
    for x, rows in ((14, eastward), (13, westward)):
        for y in rows:
            assert not any(SQUARES[x, y][field] for field in ("belt", "pit", "gear", "wrench"))


def test_m3_the_map_has_two_columns_of_zone_on_each_side():
    assert (FLOOR.width, FLOOR.height) == (WIDTH, HEIGHT)
    assert where("shelter", 1) == {(x, y) for x in (0, 1, 26, 27) for y in range(HEIGHT)}


def test_m3_docks_stand_in_the_outer_columns_in_the_rows_without_a_wall():
    numbers = list(range(1, 9))
    assert [int(SQUARES[0, y].dock) for y in OPEN_ROWS] == numbers
    assert [int(SQUARES[27, y].dock) for y in reversed(OPEN_ROWS)] == numbers
    assert np.count_nonzero(SQUARES["dock"]) == 16
    assert [y for y in range(HEIGHT) if not has_wall(2, y, W)] == OPEN_ROWS
    assert [y for y in range(HEIGHT) if not has_wall(25, y, E)] == OPEN_ROWS


def test_m3_the_outer_edges_of_a_zone_are_walls():
    assert all(has_wall(0, y, W) and has_wall(27, y, E) for y in range(HEIGHT))
    assert all(has_wall(x, 0, N) and has_wall(x, 11, S) for x in (0, 1, 26, 27))


def test_m3_the_floor_has_vaults_open_edges():
    walled = [x for x in range(2, 26) if has_wall(x, 0, N)]
    assert walled == [4, 6, 9, 11, 16, 18, 21, 23]
    assert [x for x in range(2, 26) if has_wall(x, 11, S)] == walled


def test_m3_a_robot_falls_off_an_open_edge():
    scene = Scene().put("red_0", 14, 0, "^")
    assert not scene.play(red_0=Card.MOVE_1).is_alive("red_0")


def test_m3_a_walled_perimeter_keeps_robots_on_the_floor():
    scene = Scene(perimeter="wall").put("red_0", 14, 0, "^")
    assert scene.play(red_0=Card.MOVE_3).at("red_0") == (14, 0)
    squares = factory(True)[0].squares
    assert all(squares[x, 0].walls >> N & 1 and squares[x, 11].walls >> S & 1 for x in range(28))


def test_m3_robots_start_on_the_middle_docks_facing_the_floor():
    red = {f"red_{i}": (0, y, ">") for i, y in enumerate((3, 5, 6, 8))}
    blue = {f"blue_{i}": (27, y, "<") for i, y in enumerate((8, 6, 5, 3))}
    assert places() == red | blue


def test_m3_smaller_teams_start_on_the_first_of_them():
    assert places(team_size=1) == {"red_0": (0, 3, ">"), "blue_0": (27, 8, "<")}


def test_m4_the_option_deck_has_two_lasers_twice_and_no_howitzer():
    twins = {SECOND_COPY[Option.HIGH_POWER_LASER], SECOND_COPY[Option.DOUBLE_BARRELED_LASER]}
    deck = options_in(CLASSIC_DECK) - {Option.MINI_HOWITZER} | twins
    assert options_in(Scene().r.option_deck) == deck
    assert len(deck) == 27


@pytest.mark.parametrize(
    ("option", "damage"), [(Option.DOUBLE_BARRELED_LASER, 2), (Option.HIGH_POWER_LASER, 1)]
)
def test_m4_the_second_lasers_are_lasers(option, damage):
    scene = Scene().put("red_0", 12, 6, ">").put("blue_0", 14, 6)
    scene.give("red_0", SECOND_COPY[option])
    assert scene.damage_step().damage("blue_0") == [damage]


def test_m4_robots_start_without_options():
    assert not Scene().r.robots["options"].any()


def test_m5_there_are_no_flags():
    assert FLOOR.flag_count == 0
    assert not SQUARES["flag"].any()


def test_m5_standing_on_a_wrench_moves_no_archive():
    scene = Scene(register=4).put("red_0", 13, 0).run(Stage.REVEAL, Stage.LOSE)
    scene.put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1).end_of_round()
    assert scene.at("red_0") == (0, 0)


def test_m5_a_robot_can_die_more_often_than_it_has_lives_elsewhere():
    scene = Scene()
    for _ in range(6):
        scene.put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1).end_of_round().next_deal()
    assert scene.is_alive("red_0")
    assert scene.kdo("red_0") == -6


def test_the_map_is_symmetric_square_by_square():
    for x, y in ALL_SQUARES:
        square, twin = SQUARES[x, y], there(x, y)
        for field in ("pit", "belt", "gear", "pushes", "wrench", "flag", "dock", "shelter"):
            assert square[field] == twin[field], (x, y, field)
        for field in ("walls", "screens", "ramps"):
            assert edges_of(square[field]) == reversed_edges(twin[field]), (x, y, field)
        if square.belt:
            assert square.leads == reversed_direction(twin.leads), (x, y)
        assert square.pusher == reversed_direction(twin.pusher), (x, y)
        assert square.height == twin.height == 0


def test_bases_are_closed_to_the_other_team_symmetrically():
    enemy = {0: 0, 1 << Team.RED: 1 << Team.BLUE, 1 << Team.BLUE: 1 << Team.RED}
    for x, y in ALL_SQUARES:
        assert there(x, y).closed == enemy[int(SQUARES[x, y].closed)], (x, y)


def test_edges_stand_in_both_squares_they_part():
    for x, y in ALL_SQUARES[: (WIDTH - 1) * HEIGHT]:
        for field in ("walls", "screens"):
            assert SQUARES[x, y][field] >> E & 1 == SQUARES[x + 1, y][field] >> W & 1
            if y < HEIGHT - 1:
                assert SQUARES[x, y][field] >> S & 1 == SQUARES[x, y + 1][field] >> N & 1


def test_lasers_are_mounted_symmetrically():
    lasers = {tuple(laser) for laser in FLOOR.laser[: FLOOR.lasers].tolist()}
    turned = {(27 - x, 11 - y, (fires + 2) % 4, beams) for x, y, fires, beams in lasers}
    assert lasers == turned
    assert len(lasers) == FLOOR.lasers == 10


def test_robots_start_symmetrically():
    scene = Scene()
    for i in range(4):
        x, y = scene.at(f"red_{i}")
        assert scene.at(f"blue_{i}") == (27 - x, 11 - y)
        assert (scene.robot(f"red_{i}").facing + 2) % 4 == scene.robot(f"blue_{i}").facing


def test_objectives_stand_symmetrically():
    scene = Scene()
    for number in range(1, 5):
        red, blue = scene.tower("red", number), scene.tower("blue", number)
        assert (27 - red.x, 11 - red.y) == (blue.x, blue.y)
        assert red.health == blue.health == 10
    assert scene.s.bases["health"].tolist() == [40, 40]


def test_docks_are_entered_symmetrically():
    for dock in range(8):
        scene = Scene().without_towers().put("red_0", 11, 7, "v").put("blue_0", 16, 4, "^")
        scene.put("red_1", 13, 1).put("red_2", 13, 2).put("red_3", 13, 3)
        scene.put("blue_1", 14, 10).put("blue_2", 14, 9).put("blue_3", 14, 8)
        scene.play(red_0=Card.MOVE_1, blue_0=Card.MOVE_1)
        scene.run(Stage.REENTER, Stage.REENTER, red_0=("dock", dock), blue_0=("dock", dock))
        x, y = scene.at("red_0")
        assert scene.at("blue_0") == (27 - x, 11 - y) == (27, 11 - OPEN_ROWS[dock])


def test_seats_are_numbered_as_agents_are():
    assert [seat(name) for name in agents(Settings())] == list(range(8))
