"""The boards of Tower Defense: what stands on them, and that they play well (T5)."""

from collections import deque
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from cogarena.envs.core.grid import DX, DY, Direction, inside, manhattan
from cogarena.envs.rally import boards
from cogarena.envs.rally.floor import NOWHERE, Belt, Tower, Wrench

CLIMB = 2  # T6
HOWITZER_RANGE = 8  # T11
GROUND, RAISED = 0, 1


@dataclass(frozen=True)
class Facts:
    """What a board must have."""

    width: int
    board_rows: int  # the rows below them are those of the docks
    height: int
    plateau: tuple[int, int, int, int]  # first and last column, first and last row
    towers: int  # of each kind
    longest_course: int  # points of the way from a dock over all flags


FACTS = {
    "citadel": Facts(16, 16, 20, (5, 10, 5, 9), 4, 50),
    "outpost": Facts(12, 12, 16, (4, 7, 4, 7), 2, 40),
}
BOARDS = pytest.mark.parametrize("name", FACTS)


@cache
def floor_of(name):
    return boards.read_course(name)[0]


def points(places):
    return [(int(place.x), int(place.y)) for place in places]


def flags(floor):
    return points(floor.flag[: floor.flag_count])


def docks(floor):
    return points(floor.dock[: floor.docks])


def where(floor, field, value):
    return [(x, y) for x, y in np.argwhere(floor.squares[field] == value).tolist()]


def towers(floor):
    return where(floor, "tower", Tower.LASER) + where(floor, "tower", Tower.HOWITZER)


def repair_sites(floor):
    singles, doubles = where(floor, "wrench", Wrench.SINGLE), where(floor, "wrench", Wrench.DOUBLE)
    return flags(floor) + singles + doubles


def next_to(floor, x, y, side):
    """The square beyond an edge, None if there is none or a wall stands between."""
    there = x + int(DX[side]), y + int(DY[side])
    walled = floor.squares[x, y].walls >> side & 1
    return None if walled or not inside(*there, floor.width, floor.height) else there


@cache
def steps(name):
    """From each square those to which a robot goes by itself and unharmed, with their points."""
    floor = floor_of(name)
    closed = set(towers(floor) + where(floor, "pit", 1))
    found = {}
    for x, y in np.ndindex(int(floor.width), int(floor.height)):
        found[x, y] = []
        for side in Direction:
            there = next_to(floor, x, y, side)
            if there is None or there in closed:
                continue
            climb = int(floor.squares[there].height) - int(floor.squares[x, y].height)
            if climb == 0 or floor.squares[x, y].ramps >> side & 1:
                found[x, y].append((there, CLIMB if climb > 0 else 1))
    return found


@cache
def ways(name, start):
    """The points of the shortest way from a square to every other that can be reached."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there, cost in steps(name)[here]:
            if found[here] + cost < found.get(there, np.inf):
                found[there] = found[here] + cost
                queue.append(there)
    return found


def course_length(name, dock):
    legs = pairwise([dock, *flags(floor_of(name))])
    return sum(ways(name, here)[there] for here, there in legs)


def on_shortest_ways(name, start, goal):
    """The squares between two others that lie on a shortest way."""
    shortest = ways(name, start)
    return {
        here
        for here, length in shortest.items()
        if length + ways(name, here).get(goal, np.inf) == shortest[goal]
    } - {start, goal}


def laser_reach(floor, tower):
    """T11: four lines on the tower's own height, to a wall, a cliff or a tower."""
    height = floor.squares[tower].height
    reached = set()
    for side in Direction:
        here = next_to(floor, *tower, side)
        while here and floor.squares[here].height <= height and here not in towers(floor):
            if floor.squares[here].height == height:
                reached.add(here)
            here = next_to(floor, *here, side)
    return reached


def howitzer_reach(floor, tower):
    """T11: all squares in range, one less up and one more down."""
    height = int(floor.squares[tower].height)
    return {
        (x, y)
        for x in range(floor.width)
        for y in range(floor.height)
        if manhattan(x, y, *tower) <= HOWITZER_RANGE + height - int(floor.squares[x, y].height)
    }


@cache
def reaches(name, kind):
    """The squares that each tower of a kind reaches."""
    floor = floor_of(name)
    reach = laser_reach if kind == Tower.LASER else howitzer_reach
    return {tower: reach(floor, tower) for tower in where(floor, "tower", kind)}


def all_reaches(name):
    return reaches(name, Tower.LASER) | reaches(name, Tower.HOWITZER)


def end_of_belt(floor, x, y):
    """Where belts take a robot that stands still, None if off the floor."""
    for _ in range(int(floor.width) * int(floor.height)):
        square = floor.squares[x, y]
        if square.belt == Belt.NONE or square.walls >> square.leads & 1:
            return x, y
        x, y = x + int(DX[square.leads]), y + int(DY[square.leads])
        if not inside(x, y, floor.width, floor.height):
            return None
    raise AssertionError("a belt without an end")


@BOARDS
def test_t5_the_board_has_its_size_with_eight_docks_in_the_rows_below_it(name):
    floor, facts = floor_of(name), FACTS[name]
    assert (floor.width, floor.height) == (facts.width, facts.height)
    assert floor.docks == 8
    assert all(y >= facts.board_rows for _, y in docks(floor))
    assert np.all(floor.dock["facing"] == Direction.NORTH)


@BOARDS
def test_t5_a_robot_can_leave_its_dock_ahead_only(name):
    floor = floor_of(name)
    for x, y in docks(floor):
        assert [side for side in Direction if next_to(floor, x, y, side)] == [Direction.NORTH]


@BOARDS
def test_t5_a_plateau_in_the_middle_is_reached_by_four_ramps_one_on_each_side(name):
    floor, facts = floor_of(name), FACTS[name]
    first_x, last_x, first_y, last_y = facts.plateau
    raised = np.zeros_like(floor.squares["height"])
    raised[first_x : last_x + 1, first_y : last_y + 1] = RAISED
    assert np.array_equal(floor.squares["height"], raised)
    assert first_x + last_x == facts.width - 1
    assert abs(first_y + last_y - (facts.board_rows - 1)) <= 1
    down = floor.squares["ramps"][first_x : last_x + 1, first_y : last_y + 1]
    assert sorted(down[down > 0].tolist()) == [1 << side for side in Direction]


@BOARDS
def test_t5_five_flags_stand_on_the_ground_and_the_sixth_on_the_plateau(name):
    floor = floor_of(name)
    heights = [int(floor.squares[spot].height) for spot in flags(floor)]
    assert heights == [GROUND] * 5 + [RAISED]
    assert all(floor.squares[spot].belt == Belt.NONE for spot in flags(floor))


@BOARDS
def test_t5_there_are_as_many_laser_towers_as_howitzer_towers_on_free_floor(name):
    floor = floor_of(name)
    kinds = [int(floor.squares[spot].tower) for spot in towers(floor)]
    assert kinds == [Tower.LASER] * FACTS[name].towers + [Tower.HOWITZER] * FACTS[name].towers
    for spot in towers(floor):
        square = floor.squares[spot]
        assert (square.flag, square.dock, square.pusher) == (0, 0, NOWHERE)


@BOARDS
def test_t5_there_are_belts_of_both_speeds_gears_pits_wrenches_and_walls(name):
    squares = floor_of(name).squares
    assert {Belt.NORMAL, Belt.EXPRESS} <= set(squares["belt"].ravel().tolist())
    assert {1, 3} <= set(squares["gear"].ravel().tolist())
    assert {Wrench.SINGLE, Wrench.DOUBLE} <= set(squares["wrench"].ravel().tolist())
    assert squares["pit"].any()
    assert squares["walls"].any()


@BOARDS
def test_t5_every_flag_can_be_reached_from_every_dock_and_every_flag(name):
    floor = floor_of(name)
    for start in docks(floor) + flags(floor):
        assert set(flags(floor)) <= ways(name, start).keys()


@BOARDS
def test_t5_every_wrench_can_be_reached_from_every_dock(name):
    floor = floor_of(name)
    for start in docks(floor):
        assert set(repair_sites(floor)) <= ways(name, start).keys()


@BOARDS
def test_t5_no_dock_is_favoured(name):
    floor = floor_of(name)
    first = {ways(name, dock)[flags(floor)[0]] for dock in docks(floor)}
    assert len(first) == 1


@BOARDS
def test_t5_docks_mirror_each_other_in_the_column_of_the_first_flag(name):
    floor = floor_of(name)
    axis = flags(floor)[0][0]
    assert {(2 * axis - x, y) for x, y in docks(floor)} == set(docks(floor))
    assert axis not in {x for x, _ in docks(floor)}


@BOARDS
def test_t5_robots_that_leave_the_first_flag_do_not_meet_those_that_come_from_beside_it(name):
    floor = floor_of(name)
    first = flags(floor)[0]
    open_sides = [side for side in Direction if next_to(floor, *first, side)]
    assert open_sides == [Direction.NORTH, Direction.SOUTH]


@BOARDS
def test_t5_the_course_is_short_enough_for_twenty_turns(name):
    for dock in docks(floor_of(name)):
        assert course_length(name, dock) <= FACTS[name].longest_course


@BOARDS
def test_t5_every_flag_and_wrench_is_in_the_reach_of_a_tower(name):
    reached = set().union(*all_reaches(name).values())
    assert set(repair_sites(floor_of(name))) <= reached


@BOARDS
def test_t5_every_tower_guards_a_flag_or_a_wrench(name):
    sites = set(repair_sites(floor_of(name)))
    for tower, reached in all_reaches(name).items():
        assert sites & reached, tower


@BOARDS
def test_t5_the_shortest_ways_between_flags_pass_towers_before_they_arrive(name):
    floor = floor_of(name)
    reached = set().union(*all_reaches(name).values())
    for here, there in pairwise([docks(floor)[0], *flags(floor)]):
        assert on_shortest_ways(name, here, there) & reached


@BOARDS
def test_t5_no_flag_is_in_the_reach_of_two_howitzers(name):
    for flag in flags(floor_of(name)):
        assert sum(flag in reached for reached in reaches(name, Tower.HOWITZER).values()) <= 1


@BOARDS
def test_t5_no_tower_fires_at_a_dock(name):
    reached = set().union(*all_reaches(name).values())
    assert not reached & set(docks(floor_of(name)))


@BOARDS
def test_t5_no_belt_ends_in_a_pit_at_a_tower_or_beside_the_board(name):
    floor = floor_of(name)
    for x, y in np.argwhere(floor.squares["belt"] > 0).tolist():
        end = end_of_belt(floor, x, y)
        assert end is not None
        assert end not in towers(floor)
        assert floor.squares[end].pit == 0


def test_boards_with_towers_are_no_courses_for_a_race():
    assert not FACTS.keys() & set(boards.courses())
