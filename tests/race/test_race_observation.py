"""What a robot sees, by scenes on shipped boards."""

import numpy as np
import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.grid import Direction
from cogarena.envs.race.game import GAME
from cogarena.envs.race.observe import LAYOUT, Around, Other, Own
from cogarena.envs.race.state import Stage
from cogarena.envs.rally.floor import Wrench
from cogarena.envs.rally.floor_views import VIEW_RADIUS, Surface, Terrain
from cogarena.envs.rally.observation import RegisterColumn


def begun(**settings):
    episode = Episode(GAME, {"robots": 2, **settings})
    episode.reset(1)
    return episode


def seen(episode, seat=0):
    return LAYOUT.split(episode.view(seat)[1])


def placed(episode, x, y, facing, seat=0):
    robot = episode.s.rally.robots[seat]
    robot.x, robot.y, robot.facing = x, y, facing
    return episode


@pytest.mark.parametrize("facing", Direction)
@pytest.mark.parametrize("board", ["vault_race", "double_shift"])
def test_the_floor_is_seen_as_the_robot_faces(board, facing):
    episode = begun(board=board)
    floor = episode.setup[0].floor
    ahead = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}[facing]
    right = {0: (1, 0), 1: (0, 1), 2: (-1, 0), 3: (0, -1)}[facing]
    for x, y in ((5, 3), (0, 0), (11, 8)):
        window = seen(placed(episode, x, y, facing))["floor"]
        for v in range(-VIEW_RADIUS, VIEW_RADIUS + 1):
            for u in range(-VIEW_RADIUS, VIEW_RADIUS + 1):
                at_x = x + right[0] * u - ahead[0] * v
                at_y = y + right[1] * u - ahead[1] * v
                square = window[v + VIEW_RADIUS, u + VIEW_RADIUS]
                inside = 0 <= at_x < floor.width and 0 <= at_y < floor.height
                assert (square[Surface.GROUND] != Terrain.OUTSIDE) == inside
                if inside:
                    check_square(square, floor.squares[at_x, at_y], facing)


def check_square(square, drawn, facing):
    assert square[Surface.GROUND] == (Terrain.PIT if drawn.pit else Terrain.FLOOR)
    for k in range(4):
        assert square[Surface.WALL_AHEAD + k] == drawn.walls >> (facing + k) % 4 & 1
    belt = np.array([square[Surface.BELT_RIGHT], -square[Surface.BELT_BEHIND]])
    way = [(0, 1), (1, 0), (0, -1), (-1, 0)][(drawn.leads - facing) % 4]
    assert np.array_equal(belt, np.array(way) * int(drawn.belt))
    assert square[Surface.GEAR] == {0: 0, 1: 1, 3: -1}[int(drawn.gear)]


def test_lasers_are_seen_along_their_beams():
    episode = placed(begun(board="vault_race"), 2, 2, Direction.NORTH)
    lit = seen(episode)["floor"][..., Surface.LASER].astype(bool)
    assert lit[VIEW_RADIUS, VIEW_RADIUS - 2 : VIEW_RADIUS + 2].all()
    assert not lit[VIEW_RADIUS - 1, VIEW_RADIUS - 2 : VIEW_RADIUS + 2].any()


def test_another_robot_is_seen_where_it_stands_and_how_it_faces():
    episode = placed(begun(), 5, 5, Direction.EAST)
    placed(episode, 7, 6, Direction.WEST, seat=1)
    shown = seen(episode)
    assert shown["around"][VIEW_RADIUS - 2, VIEW_RADIUS + 1, Around.ROBOT] == 1
    assert np.count_nonzero(shown["around"][..., Around.ROBOT]) == 1
    row = shown["others"][0]
    assert row[[Other.RIGHT, Other.BEHIND, Other.FACES_BEHIND]].tolist() == [1, -2, 1]


def test_the_window_names_the_row_of_each_robot():
    episode = placed(begun(robots=3), 5, 5, Direction.NORTH, seat=1)
    placed(episode, 5, 4, Direction.NORTH, seat=0)
    placed(episode, 5, 3, Direction.NORTH, seat=2)
    ahead = seen(episode, seat=1)["around"][:VIEW_RADIUS, VIEW_RADIUS, Around.ROBOT]
    assert ahead.tolist() == [0, 0, 0, 1, 2]


def test_the_next_flag_is_seen_as_a_way_and_in_the_window():
    episode = begun()
    flag = episode.setup[0].floor.flag[0]
    placed(episode, flag.x + 2, flag.y + 1, Direction.WEST)
    own = seen(episode)["own"]
    assert own[[Own.FLAG_RIGHT, Own.FLAG_BEHIND]].tolist() == [1, -2]
    square = seen(episode)["floor"][VIEW_RADIUS - 2, VIEW_RADIUS + 1]
    assert square[Surface.WRENCH] == Wrench.DOUBLE + 1


def test_a_destroyed_robot_looks_from_its_archive():
    episode = placed(begun(), 5, 5, Direction.NORTH)
    robot = episode.s.rally.robots[0]
    before = seen(placed(episode, robot.archive_x, robot.archive_y, Direction.NORTH))["floor"]
    placed(episode, -1, 3, Direction.NORTH)
    robot.place = 1
    assert np.array_equal(seen(episode)["floor"], before)


def test_others_registers_are_hidden_until_revealed():
    episode = begun()
    episode.s.rally.robots[1].program[:] = (10, 20, 30, 40, 50)
    registers = slice(Other.REGISTER_1, Other.REGISTER_5 + 1)
    assert not seen(episode)["others"][0, registers].any()
    episode.s.stage, episode.s.rally.register = Stage.MOVE, 1
    assert seen(episode)["others"][0, registers].tolist() == [10, 20, 0, 0, 0]


def test_the_own_program_shows_what_is_locked_and_what_is_next():
    episode = begun()
    robot = episode.s.rally.robots[0]
    robot.program[0], robot.program[4], robot.locks = 49, 50, 0b10000
    program = seen(episode)["program"]
    assert program[0, RegisterColumn.MOVE_1] == 1
    assert program[4, RegisterColumn.LOCKED] == 1
    assert program[:, RegisterColumn.NEXT].tolist() == [0, 1, 0, 0, 0]


def test_damage_is_seen_as_tokens_and_a_card_as_its_number():
    episode = begun()
    robot = episode.s.rally.robots[0]
    robot.damage, robot.hand[0] = 3, 84
    shown = seen(episode)
    assert shown["own"][Own.DAMAGE] == 3
    assert shown["hand"][0, [RegisterColumn.MOVE_3, RegisterColumn.PRIORITY]].tolist() == [1, 84]


def test_a_pusher_is_seen_with_its_registers_and_its_direction():
    episode = placed(begun(board="crossfire"), 5, 5, Direction.SOUTH)
    floor = episode.setup[0].floor
    x, y = next(
        (x, y) for x, y in np.ndindex(12, 12) if floor.squares[x, y].pusher == Direction.NORTH
    )
    window = seen(placed(episode, x, y, Direction.SOUTH))["floor"]
    square = window[VIEW_RADIUS, VIEW_RADIUS]
    assert square[Surface.PUSHER_BEHIND] == floor.squares[x, y].pushes
    assert square[Surface.PUSHER_RIGHT] == 0
