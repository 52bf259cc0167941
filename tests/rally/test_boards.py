"""The boards that come with the engine: their facts, and that they can be raced on."""

from collections import deque

import numpy as np
import pytest

from cogarena.envs.core.errors import FileError, UnknownNameError
from cogarena.envs.core.grid import DX, DY, Direction
from cogarena.envs.rally import boards
from cogarena.envs.rally.boards import draw
from cogarena.envs.rally.floor import NOWHERE, Belt, Wrench, beside, turned

N, E, S, W = Direction
FACTORY = 12  # squares on each side of a factory board
ODD, EVEN = 0b10101, 0b01010
EDGE_WALLS = [
    *((x, 0, N) for x in (2, 4, 7, 9)), *((x, 11, S) for x in (2, 4, 7, 9)),
    *((0, y, W) for y in (2, 4, 7, 9)), *((11, y, E) for y in (2, 4, 7, 9)),
]  # fmt: skip

VAULT_PITS = [(2, 3), (2, 8), (9, 3), (9, 8)]
VAULT_WRENCHES = {
    **dict.fromkeys([(0, 11), (11, 0)], Wrench.SINGLE),
    **dict.fromkeys([(5, 5), (5, 6), (6, 5), (6, 6)], Wrench.DOUBLE),
}
VAULT_GEARS = {(3, 1): 1, (10, 0): 1}
VAULT_BELTS = {
    (1, 0): (1, S), (3, 0): (1, N), (8, 0): (1, S), (9, 0): (1, W), (0, 1): (1, W), (1, 1): (1, W),
    (4, 1): (1, W), (5, 1): (1, W), (6, 1): (1, W), (7, 1): (1, W), (8, 1): (1, W), (10, 1): (2, S),
    (10, 2): (2, S), (10, 3): (2, E), (11, 3): (2, E), (0, 6): (1, E), (1, 6): (1, S),
    (10, 6): (2, E), (11, 6): (2, E), (1, 7): (1, S), (1, 8): (1, S), (1, 9): (1, S),
    (1, 10): (1, E), (2, 10): (1, E), (3, 10): (1, E), (4, 10): (1, E), (5, 10): (1, S),
    (8, 10): (1, E), (9, 10): (1, E), (10, 10): (1, E), (11, 10): (1, E), (5, 11): (1, S),
}  # fmt: skip
VAULT_PUSHERS = {
    (2, 6): (W, ODD), (5, 2): (N, ODD), (5, 9): (S, EVEN),
    (6, 9): (S, ODD), (9, 6): (E, ODD), (10, 5): (S, EVEN),
}  # fmt: skip
VAULT_BEAMS = {
    (E, 1): [(0, 2), (1, 2), (2, 2), (3, 2)],
    (S, 1): [(4, 0), (4, 1), (4, 2), (4, 3)],
    (N, 1): [(4, 11), (4, 10), (4, 9), (4, 8)],
    (S, 2): [(7, 0), (7, 1), (7, 2), (7, 3)],
    (N, 2): [(7, 11), (7, 10), (7, 9), (7, 8)],
}  # by direction and a running number
VAULT_WALLS = [
    (4, 2, W), (5, 3, N), (6, 3, N), (4, 4, N), (4, 4, W), (7, 4, N), (8, 4, W), (3, 5, W),
    (9, 5, W), (10, 5, N), (3, 6, W), (9, 6, W), (4, 7, W), (8, 7, W), (4, 8, N), (7, 8, N),
    (5, 9, N), (6, 9, N), *EDGE_WALLS,
]  # fmt: skip

CHESS = """
... ... ... ... ... ... ... ... ... ... ... w1.
... xE. xE. xE. xE. xE. xE. xE. xE. xE. xS. ...
... xN. bE. ... bE. ... bW. ... bW. ... xS. ...
... xN. ... PIT ... bE. ... bW. ... bW. xS. ...
... xN. bE. ... bE. ... PIT ... bW. ... xS. ...
... xN. ... bE. ... w2. ... bW. ... bW. xS. ...
... xN. bE. ... bE. ... w2. ... PIT ... xS. ...
... xN. ... bE. ... PIT ... bW. ... bW. xS. ...
... xN. bE. ... bE. ... bW. ... bW. ... xS. ...
... xN. ... bE. ... bE. ... bW. ... bW. xS. ...
... xN. xW. xW. xW. xW. xW. xW. xW. xW. xW. ...
w1. ... ... ... ... ... ... ... ... ... ... ...
"""
CHESS_WALLS = [
    *((x, y, N) for x in (3, 5, 6, 8) for y in (2, 10)),
    *((x, y, W) for x in (2, 10) for y in (3, 5, 6, 8)),
    *EDGE_WALLS,
]
BAY_DOCKS = [(5, 2), (6, 2), (3, 2), (8, 2), (1, 2), (10, 2), (0, 2), (11, 2)]
BAY_WALLS = [
    *((x, 2, W) for x in (1, 3, 5, 6, 8, 10, 11)),
    *((x, 0, N) for x in (2, 4, 7, 9)),
    *((x, 3, S) for x in (2, 4, 7, 9)),
]


def wall_bits(walls, width, height):
    bits = np.zeros((width, height), int)
    for x, y, side in walls:
        for here_x, here_y, here_side in (
            (x, y, side), (x + DX[side], y + DY[side], (side + 2) % 4)
        ):  # fmt: skip
            if 0 <= here_x < width and 0 <= here_y < height:
                bits[here_x, here_y] |= 1 << here_side
    return bits


def blocked(floor, x, y, side):
    return bool(floor[0].squares[x, y].walls & 1 << side)


def on(floor, x, y):
    return 0 <= x < floor[0].width and 0 <= y < floor[0].height


def beam(floor, laser):
    x, y = int(laser.x), int(laser.y)
    squares = [(x, y)]
    while not blocked(floor, x, y, laser.fires):
        x, y = x + int(DX[laser.fires]), y + int(DY[laser.fires])
        if not on(floor, x, y):
            break
        squares.append((x, y))
    return squares


def on_foot(floor, start):
    reached, queue = {start}, deque([start])
    while queue:
        x, y = queue.popleft()
        for side in Direction:
            there = (x + int(DX[side]), y + int(DY[side]))
            if blocked(floor, x, y, side) or there in reached or not on(floor, *there):
                continue
            if not floor[0].squares[there].pit:
                reached.add(there)
                queue.append(there)
    return reached


def points(floor, what, count):
    return [(int(p.x), int(p.y)) for p in floor[0][what][:count]]


def test_every_square_of_vault_is_as_in_the_data():
    floor = boards.read_board("vault")
    squares = floor[0].squares
    walls = wall_bits(VAULT_WALLS, FACTORY, FACTORY)
    assert (floor[0].width, floor[0].height) == (FACTORY, FACTORY)
    for x in range(FACTORY):
        for y in range(FACTORY):
            square = squares[x, y]
            assert square.walls == walls[x, y], (x, y)
            assert square.pit == ((x, y) in VAULT_PITS), (x, y)
            assert (square.belt, square.leads) == VAULT_BELTS.get((x, y), (0, 0)), (x, y)
            assert square.gear == VAULT_GEARS.get((x, y), 0), (x, y)
            assert square.wrench == VAULT_WRENCHES.get((x, y), 0), (x, y)
            pusher = VAULT_PUSHERS.get((x, y), (NOWHERE, 0))
            assert (square.pusher, square.pushes) == pusher, (x, y)
            assert not (square.flag or square.dock or square.height or square.ramps)


def test_vault_has_34_walls_and_five_single_lasers_with_beams_of_four_squares():
    floor = boards.read_board("vault")
    lasers = floor[0].laser[: floor[0].lasers]
    found = sorted((int(laser.fires), beam(floor, laser)) for laser in lasers)
    assert found == sorted((int(fires), squares) for (fires, _), squares in VAULT_BEAMS.items())
    assert {int(laser.beams) for laser in lasers} == {1}
    assert len(VAULT_WALLS) == 34


def test_every_square_of_chess_is_as_in_the_rules():
    floor = boards.read_board("chess")
    walls = wall_bits(CHESS_WALLS, FACTORY, FACTORY)
    for i, token in enumerate(CHESS.split()):
        x, y = i % FACTORY, i // FACTORY
        square = floor[0].squares[x, y]
        is_belt = token[0] in "bx"
        leads = "NESW".index(token[1]) if is_belt else 0
        assert (square.belt, square.leads) == (" bx".index(token[0]) if is_belt else 0, leads)
        assert square.pit == (token == "PIT")
        assert square.wrench == (int(token[1]) if token[0] == "w" else 0)
        assert square.walls == walls[x, y]
        assert (square.gear, square.pusher) == (0, NOWHERE)
    assert floor[0].lasers == 0


def test_chess_has_a_ring_of_36_express_belts_and_26_others():
    belts = boards.read_board("chess")[0].squares["belt"]
    assert np.sum(belts == Belt.EXPRESS) == 36
    assert np.sum(belts == Belt.NORMAL) == 26


def test_docking_bay_a_is_as_in_the_rules():
    floor = boards.read_board("dock_a")
    assert (floor[0].width, floor[0].height) == (12, 4)
    assert points(floor, "dock", floor[0].docks) == BAY_DOCKS
    assert np.array_equal(floor[0].squares["walls"][:12, :4], wall_bits(BAY_WALLS, 12, 4))


@pytest.mark.parametrize("name", [name for name in boards.courses() if name != "double_shift"])
def test_a_course_has_docking_bay_a_in_the_south(name):
    floor = boards.read_course(name)
    bay = boards.read_board("dock_a")[0].squares[:12, :4]
    south = floor[0].squares[:12, 12:16]
    assert (floor[0].width, floor[0].height) == (12, 16)
    assert np.array_equal(south["dock"], bay["dock"])
    inside = south["walls"][:, 1:]
    assert np.array_equal(inside, bay["walls"][:, 1:])
    assert np.all(floor[0].dock["facing"] == N)


def test_the_course_vault_race_is_vault_with_flags():
    vault, race = (boards.read_board(name)[0].squares[:12, :11] for name in ("vault", "vault_race"))
    for field in set(vault.dtype.names) - {"flag"}:
        assert np.array_equal(vault[field], race[field])


def test_the_two_board_course_is_chess_and_vault_with_docks_facing_them():
    floor = boards.read_course("double_shift")
    face = beside(boards.read_board("chess"), boards.read_board("vault"))[0].squares[1:24, :12]
    drawn = floor[0].squares[5:28, :12]
    for field in set(face.dtype.names) - {"flag"}:
        assert np.array_equal(face[field], drawn[field])
    assert np.all(floor[0].dock["facing"] == E)
    assert points(floor, "dock", 8) == [(3 - y, x) for x, y in BAY_DOCKS]


def test_there_are_courses_from_easy_to_expert_with_two_to_four_flags():
    levels = {boards.about(name).difficulty for name in boards.courses()}
    flags = {int(boards.read_course(name)[0].flag_count) for name in boards.courses()}
    assert levels == {"easy", "medium", "hard", "expert"}
    assert flags == {2, 3, 4}
    assert all(boards.read_course(name)[0].docks == 8 for name in boards.courses())


@pytest.mark.parametrize("name", boards.courses())
def test_every_flag_can_be_reached_on_foot_from_every_dock(name):
    floor = boards.read_course(name)
    flags = set(points(floor, "flag", floor[0].flag_count))
    for dock in points(floor, "dock", floor[0].docks):
        assert flags <= on_foot(floor, dock)


@pytest.mark.parametrize("name", boards.courses())
def test_a_robot_can_leave_its_dock_straight_ahead(name):
    floor = boards.read_course(name)
    for dock in floor[0].dock:
        x, y, facing = dock.tolist()
        assert not blocked(floor, x, y, facing)
        assert on(floor, x + DX[facing], y + DY[facing])


@pytest.mark.parametrize("name", boards.courses())
def test_no_flag_stands_on_a_belt_that_would_carry_robots_off_before_they_touch_it(name):
    floor = boards.read_course(name)
    for spot in points(floor, "flag", floor[0].flag_count):
        assert floor[0].squares[spot].belt == Belt.NONE


@pytest.mark.parametrize("name", boards.names())
def test_both_squares_of_a_wall_have_it(name):
    floor = boards.read_board(name)
    for x in range(floor[0].width):
        for y in range(floor[0].height):
            for side in Direction:
                there = (x + int(DX[side]), y + int(DY[side]))
                if on(floor, *there):
                    assert blocked(floor, x, y, side) == blocked(floor, *there, (side + 2) % 4)


@pytest.mark.parametrize("name", boards.names())
def test_a_shipped_file_is_what_the_writer_draws(name):
    text = (boards.FOLDER / f"{name}.txt").read_text()
    told = boards.about(name)
    headings = {"name": told.name, "difficulty": told.difficulty, "note": told.note}
    filled = {key: value for key, value in headings.items() if value}
    assert draw(boards.read_board(name), filled) == text


@pytest.mark.parametrize("name", boards.names())
def test_a_floor_turned_twice_is_the_same(name):
    floor = boards.read_board(name)
    assert turned(turned(floor)).tobytes() == floor.tobytes()
    assert turned(floor).tobytes() != floor.tobytes()


def test_a_turned_floor_has_every_square_opposite_and_every_direction_reversed():
    floor = boards.read_course("crossfire")
    round_about = turned(floor)
    for x in range(12):
        for y in range(16):
            old, new = floor[0].squares[x, y], round_about[0].squares[11 - x, 15 - y]
            assert (new.pit, new.gear, new.wrench) == (old.pit, old.gear, old.wrench)
            assert (new.flag, new.dock, new.belt) == (old.flag, old.dock, old.belt)
            assert old.belt == Belt.NONE or new.leads == (old.leads + 2) % 4
            assert old.pusher == new.pusher == NOWHERE or new.pusher == (old.pusher + 2) % 4
            for side in Direction:
                assert bool(old.walls & 1 << side) == bool(new.walls & 1 << (side + 2) % 4)
    assert points(round_about, "dock", 8) == [(11 - x, 15 - y) for x, y in points(floor, "dock", 8)]
    assert np.all(round_about[0].dock["facing"] == S)
    beams = {frozenset(beam(floor, laser)) for laser in floor[0].laser[: floor[0].lasers]}
    opposite = {frozenset((11 - x, 15 - y) for x, y in squares) for squares in beams}
    lasers = round_about[0].laser[: round_about[0].lasers]
    assert {frozenset(beam(round_about, laser)) for laser in lasers} == opposite


def test_two_vaults_side_by_side_are_the_floor_of_the_team_game():
    vault = boards.read_board("vault")
    both = beside(vault, turned(vault))
    squares = both[0].squares
    assert (both[0].width, both[0].height, both[0].lasers) == (24, 12, 10)
    open_rows = [y for y in range(12) if not blocked(both, 11, y, E)]
    assert open_rows == [0, 1, 3, 5, 6, 8, 10, 11]
    assert open_rows == [y for y in range(12) if not blocked(both, 12, y, W)]
    pits = {(x, y) for x in range(24) for y in range(12) if squares[x, y].pit}
    assert pits == {*VAULT_PITS, (21, 8), (14, 8), (21, 3), (14, 3)}
    assert (squares[12, 5].belt, squares[12, 5].leads) == (Belt.EXPRESS, W)
    assert squares[11, 5].belt == squares[12, 6].belt == Belt.NONE
    doubles = np.argwhere(squares["wrench"] == Wrench.DOUBLE).tolist()
    assert doubles[4:] == [[17, 5], [17, 6], [18, 5], [18, 6]]


def test_floors_that_do_not_fit_are_not_laid_side_by_side():
    vault, bay, race = (boards.read_board(name) for name in ("vault", "dock_a", "vault_race"))
    with pytest.raises(ValueError, match="floors 12 and 4 squares high do not fit"):
        beside(vault, bay)
    with pytest.raises(ValueError, match="both floors have docks"):
        beside(race, race)
    with pytest.raises(ValueError, match="36 by 12 squares; the maximum is 28 by 20"):
        beside(beside(vault, vault), vault)


def test_a_board_is_read_only():
    floor = boards.read_board("vault")
    for thing in (floor, turned(floor), beside(floor, floor)):
        with pytest.raises(ValueError, match="read-only"):
            thing["width"] = 3


def test_a_board_is_read_by_path(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(draw(boards.read_board("chess"), {"name": "Mine"}))
    assert boards.read_board(path).tobytes() == boards.read_board("chess").tobytes()
    assert boards.about(str(path)).name == "Mine"


def test_an_unknown_board_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownNameError, match=r"'vualt'\. Did you mean 'vault'"):
        boards.read_board("vualt")


def test_a_missing_file_or_one_that_is_no_text_is_refused(tmp_path):
    with pytest.raises(FileError, match="does not exist"):
        boards.read_board(tmp_path / "none.txt")
    path = tmp_path / "bad.txt"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match=r"board bad\.txt: is not UTF-8 text"):
        boards.read_board(path)


def test_a_course_needs_docks_and_flags():
    with pytest.raises(FileError, match=r"board chess.txt: no dock \(such as D0\^\)"):
        boards.read_course("chess")
    with pytest.raises(FileError, match=r"board dock_a.txt: no flag \(such as F1\); a course"):
        boards.read_course("dock_a")
