"""Planets: land, factory, and what is placed on them (V20–V22, V24); levels and their splits."""

from collections import Counter, deque

import numpy as np
import pytest

from cogarena.envs.core.batch import Batch
from cogarena.envs.core.rng import INCREMENT, MULTIPLIER, seed_rng
from cogarena.envs.rover.game import GAME
from cogarena.envs.rover.modules import MODULE, SPARE
from cogarena.envs.rover.state import SIZE, STATE, Event
from cogarena.envs.rover.tables import KIND, Kind, Nature, Terrain, Thing
from cogarena.envs.rover.terrain import ROOM as ROOM_RECORD
from cogarena.envs.rover.terrain import SITE, build_station, dig_corridor, dig_room
from support.invariants.rover import check_campaign
from support.scenes.rover import EAST, Scene

ROWS = 12
FULL = {"roamers": (4, 5, 6, 7), "guards": (2, 2, 3, 3)}


@pytest.fixture(scope="module")
def planets():
    """A few landings on each planet."""
    found = {}
    for planet in range(1, 5):
        batch = Batch(GAME, ROWS, {"start_planet": planet}, observe=False)
        batch.reset(planet * 100)
        found[planet] = batch
    return found


def steps_from(s, x, y, blocked):
    """Steps on foot to every square that can be reached."""
    far, queue = {(x, y): 0}, deque([(x, y)])
    while queue:
        x, y = queue.popleft()
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if there not in far and not blocked[there[1], there[0]]:
                far[there] = far[x, y] + 1
                queue.append(there)
    return far


def reached(s):
    """What the rover can walk to; what never moves is in its way."""
    blocked = s.terrain >= Terrain.WATER
    for e in range(1, s.count):
        if KIND[s.entities[e].kind].nature == Nature.STILL:
            blocked[s.entities[e].y, s.entities[e].x] = True
    return steps_from(s, int(s.pod_x), int(s.pod_y), blocked)


def of_nature(s, nature):
    entities = s.entities[: s.count]
    return entities[KIND[entities["kind"]]["nature"] == nature]


def drawn(before, after):
    """How often the generator was asked in between."""
    count = 0
    with np.errstate(over="ignore"):
        while before != after:
            before = before * MULTIPLIER + INCREMENT
            count += 1
    return count


def blank(seed):
    states = np.zeros(1, STATE)
    seed_rng(states[0], np.uint64(seed))
    bounds = np.zeros(1, SITE)
    bounds[0].west = bounds[0].north = 2
    bounds[0].east = bounds[0].south = SIZE - 3
    return states, bounds


@pytest.mark.parametrize("planet", range(1, 5))
def test_v20_a_planet_is_in_order_at_landing(planets, planet):
    for s in planets[planet].states:
        check_campaign(planets[planet].setup[0], s)


@pytest.mark.parametrize("planet", range(1, 5))
def test_v20_a_planet_has_all_terrain_and_rock_around(planets, planet):
    terrain = planets[planet].states["terrain"]
    assert set(np.unique(terrain)) == set(map(int, Terrain))
    for edge in (terrain[:, 0], terrain[:, -1], terrain[:, :, 0], terrain[:, :, -1]):
        assert (edge == Terrain.ROCK).all()


@pytest.mark.parametrize("sign", "~T^#")
def test_v20_water_trees_rock_and_walls_block(sign):
    assert not Scene(f"@{sign}").can("move", EAST)


@pytest.mark.parametrize("sign", ".,_")
def test_v20_ground_grass_and_floor_do_not_block(sign):
    assert Scene(f"@{sign}").can("move", EAST)


def test_v20_walls_have_integrity_20_and_no_shielding():
    scene = Scene("@#", slots=("Sonic Module",)).at_all()
    left = [int(scene.move(EAST).s.wall[1, 2]) for _ in range(7)]
    assert left == [17, 14, 11, 8, 5, 2, 0]


def test_v20_a_broken_wall_is_floor():
    scene = Scene("@#.", slots=("Sonic Module",)).at_all()
    scene.s.wall[1, 2] = 3
    scene.move(EAST)
    assert scene.s.terrain[1, 2] == Terrain.FLOOR
    assert scene.happened(Event.WALL_BROKEN) == [1]
    assert scene.move(EAST).at() == (2, 1)


def test_v20_modules_without_damage_do_nothing_to_walls():
    scene = Scene("@#", slots=("Ohm Probe",)).at_all().move(EAST)
    assert (scene.s.wall[1, 2], scene.rover.datum) == (20, 0)


def test_v20_other_blocking_terrain_is_no_target():
    assert not Scene("@~^", slots=("Sonic Module", "Gas Laser")).at_all().can("move", EAST)


@pytest.mark.parametrize("planet", range(1, 5))
def test_v20_everything_that_matters_is_reachable_on_foot(planets, planet):
    for s in planets[planet].states:
        far = reached(s)
        things = np.argwhere(s.thing != Thing.NOTHING)
        assert all((x, y) in far for y, x in things.tolist())
        for entity in s.entities[: s.count]:
            x, y = int(entity.x), int(entity.y)
            assert any((x + dx, y + dy) in far for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))


@pytest.mark.parametrize("planet", range(1, 5))
def test_v20_two_fifths_of_a_sector_can_be_reached(planets, planet):
    for s in planets[planet].states:
        blocked = s.terrain >= Terrain.WATER
        assert len(steps_from(s, int(s.pod_x), int(s.pod_y), blocked)) >= 1000


@pytest.mark.parametrize("size", [20, 25, 31, 44])
def test_v20_smaller_sectors_are_in_order_too(size):
    batch = Batch(GAME, 8, {"map_size": size, "start_planet": 4, "hostiles": 2.0}, observe=False)
    batch.reset(size)
    for s in batch.states:
        check_campaign(batch.setup[0], s)
        assert (s.terrain[size - 1 :] == Terrain.ROCK).all()
        assert (s.terrain[:, size - 1 :] == Terrain.ROCK).all()
        far = reached(s)
        assert all((x, y) in far for y, x in np.argwhere(s.thing != Thing.NOTHING).tolist())
        assert len(of_nature(s, Nature.WARDEN)) == 1


def test_v21_rooms_have_sides_from_6_to_11():
    sides = set()
    for seed in range(150):
        states, bounds = blank(seed)
        dig_room(states[0], 25, 25, bounds[0])
        rows, columns = np.nonzero(states[0].terrain == Terrain.FLOOR)
        height, width = int(np.ptp(rows)) + 1, int(np.ptp(columns)) + 1
        assert len(rows) == height * width
        sides |= {height, width}
    assert sides == set(range(6, 12))


def test_v21_a_room_stays_inside_its_bounds():
    for seed, (x, y) in enumerate([(2, 2), (47, 47), (2, 47), (30, 2)]):
        states, bounds = blank(seed)
        dig_room(states[0], x, y, bounds[0])
        floor = states[0].terrain == Terrain.FLOOR
        assert np.count_nonzero(floor) == np.count_nonzero(floor[2:48, 2:48]) >= 36


def test_v21_corridors_have_3_to_7_segments():
    counts = set()
    for seed in range(120):
        states, bounds = blank(seed)
        before = states[0].rng
        dig_corridor(states[0], 25, 25, 0, False, bounds[0])
        # Width, number and first turn are drawn, then a length for each segment.
        counts.add(drawn(before, states[0].rng) - 3)
    assert counts == set(range(3, 8))


def brushed(floor, width):
    """The floor can be painted with a square brush of this width."""
    corners = np.ones_like(floor)
    brush = [(dy, dx) for dy in range(width) for dx in range(width)]
    for dy, dx in brush:
        corners &= np.roll(floor, (-dy, -dx), (0, 1))
    painted = np.zeros_like(floor)
    for dy, dx in brush:
        painted |= np.roll(corners, (dy, dx), (0, 1))
    return bool((painted == floor).all())


def test_v21_corridors_are_2_to_4_wide():
    widths = Counter()
    for seed in range(60):
        states, bounds = blank(seed)
        dig_corridor(states[0], 25, 25, 0, False, bounds[0])
        floor = states[0].terrain == Terrain.FLOOR
        widths[max(width for width in range(1, 7) if brushed(floor, width))] += 1
    # Segments that double back may make a wider one.
    assert {width for width, _ in widths.most_common(3)} == {2, 3, 4}
    assert sum(widths[width] for width in (2, 3, 4)) >= 57
    assert min(widths) == 2


def test_v21_corridors_of_small_sectors_have_three_segments_and_are_two_wide():
    for seed in range(20):
        states, bounds = blank(seed)
        before = states[0].rng
        dig_corridor(states[0], 25, 25, 0, True, bounds[0])
        assert drawn(before, states[0].rng) - 1 == 3
        floor = states[0].terrain == Terrain.FLOOR
        assert brushed(floor, 2) and not brushed(floor, 3)


def test_v21_segments_are_3_to_6_squares_long_and_turn_right_and_left_in_turn():
    across, along = set(), set()
    for seed in range(200):
        states, bounds = blank(seed)
        x, y = dig_corridor(states[0], 25, 25, 0, True, bounds[0])
        across.add(int(x) - 25)
        along.add(25 - int(y))
    assert across == {-6, -5, -4, -3, 3, 4, 5, 6}
    assert along == set(range(6, 13))  # the first and the third segment


def test_v21_a_factory_has_2_to_5_corridors_each_with_a_room():
    counts = set()
    setup = Scene("@").setup
    for seed in range(60):
        states, _ = blank(seed)
        rooms = np.zeros(5, ROOM_RECORD)
        built = int(build_station(setup, states[0], seed % 4, rooms))
        counts.add(built)
        for room in rooms[:built]:
            assert states[0].terrain[room.y, room.x] == Terrain.FLOOR
    assert counts == {2, 3, 4, 5}


@pytest.mark.parametrize("planet", range(1, 5))
def test_v21_the_factory_is_walled_in_and_has_a_door(planets, planet):
    for s in planets[planet].states:
        floor = s.terrain == Terrain.FLOOR
        around = np.zeros_like(floor)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                around |= np.roll(floor, (dy, dx), (0, 1))
        doors = around & ~floor & (s.terrain != Terrain.WALL)
        assert 1 <= np.count_nonzero(doors) <= 12
        assert not (~around & (s.terrain == Terrain.WALL)).any()


@pytest.mark.parametrize("planet", range(1, 5))
def test_v21_the_warden_stands_deep_in_the_factory(planets, planet):
    for s in planets[planet].states:
        (warden,) = of_nature(s, Nature.WARDEN)
        assert s.terrain[warden.y, warden.x] == Terrain.FLOOR
        assert warden.kind == Kind.FOREMAN + planet - 1
        far = steps_from(s, int(s.pod_x), int(s.pod_y), s.terrain >= Terrain.WATER)
        floor = [far[x, y] for y, x in np.argwhere(s.terrain == Terrain.FLOOR).tolist()]
        assert far[int(warden.x), int(warden.y)] >= np.median(floor) - 8


def test_v22_the_rover_begins_in_its_pod(planets):
    for s in planets[1].states:
        assert (s.entities[0].x, s.entities[0].y) == (s.pod_x, s.pod_y)
        assert s.thing[s.pod_y, s.pod_x] == Thing.POD


@pytest.mark.parametrize("planet", range(1, 5))
def test_v22_a_planet_has_so_much_of_everything(planets, planet):
    for s in planets[planet].states:
        machines = of_nature(s, Nature.MACHINE)
        assert len(machines) == FULL["roamers"][planet - 1] + FULL["guards"][planet - 1]
        guards = machines[: FULL["guards"][planet - 1]]
        assert (s.terrain[guards["y"], guards["x"]] == Terrain.FLOOR).all()
        assert len(of_nature(s, Nature.FAUNA)) == 6
        still = of_nature(s, Nature.STILL)["kind"].tolist()
        counts = [still.count(kind) for kind in (Kind.RELIC, Kind.FROND, Kind.CORAL)]
        assert counts == [4, 4, 4]
        lying = [np.count_nonzero(s.thing == thing) for thing in range(Thing.FOUNDRY, Thing.CACHE)]
        assert lying == [1, 4, 2, 1, 0, 0, 11]
        assert np.count_nonzero(s.thing > Thing.CACHE) == 17


@pytest.mark.parametrize(("planet", "tier"), [(1, 3), (2, 4), (3, 5), (4, 6)])
def test_v22_caches_hold_modules_of_the_planets_tier_and_one_spare_transport(planets, planet, tier):
    things = planets[planet].states["thing"]
    modules = things[things > Thing.CACHE].astype(int) - Thing.CACHE
    assert np.count_nonzero(modules == SPARE) == ROWS
    assert MODULE[modules[modules != SPARE]]["cost"].max() == tier


@pytest.mark.parametrize("planet", range(1, 5))
def test_v24_kinds_of_machines_rise_by_planet(planets, planet):
    kinds = {int(e.kind) for s in planets[planet].states for e in of_nature(s, Nature.MACHINE)}
    known = range(Kind.PROPROVE, Kind.MENDER + 1)
    assert kinds == {kind for kind in known if KIND[kind].planet <= planet}


def test_v24_stalkers_live_from_the_second_planet_on(planets):
    for planet in range(1, 5):
        fauna = [int(e.kind) for s in planets[planet].states for e in of_nature(s, Nature.FAUNA)]
        assert fauna.count(Kind.STALKER) == (3 * ROWS if planet > 1 else 0)


def test_v24_nobody_stands_within_the_window_of_the_pod_at_landing(planets):
    for batch in planets.values():
        for s in batch.states:
            others = s.entities[1 : s.count]
            others = others[KIND[others["kind"]]["nature"] != Nature.WARDEN]
            across = np.abs(others["x"].astype(int) - int(s.pod_x))
            down = np.abs(others["y"].astype(int) - int(s.pod_y))
            assert ((across > 8) | (down > 5)).all()


@pytest.mark.parametrize(("density", "share"), [(0.0, 0), (0.5, 0.5), (2.0, 2)])
def test_v24_the_setting_hostiles_multiplies_machines(density, share):
    batch = Batch(GAME, 3, {"hostiles": density}, observe=False)
    batch.reset(0)
    for s in batch.states:
        machines = of_nature(s, Nature.MACHINE)
        assert len(machines) == int(4 * share) + int(2 * share)
        assert len(of_nature(s, Nature.WARDEN)) == 1


def begun(rows=16, **settings):
    batch = Batch(GAME, rows, {"map_size": 20, **settings}, observe=False)
    batch.reset(7)
    return batch


def test_v20_the_same_level_is_the_same_planet_whatever_the_seed():
    batch = begun(levels=1)
    assert (batch.states["level"] == 0).all()
    for field in ("terrain", "thing", "who", "wall"):
        assert (batch.states[field] == batch.states[field][0]).all()
    assert len(np.unique(batch.states["rng"])) == 16  # but the dice differ


def test_v20_levels_are_drawn_from_as_many_as_asked_for():
    assert set(begun(64, levels=3).states["level"].tolist()) == {0, 2, 4}
    assert set(begun(64, levels=3, split="test").states["level"].tolist()) == {1, 3, 5}


def test_v20_without_a_bound_levels_are_fresh():
    assert len(set(begun(64).states["level"].tolist())) == 64


def test_v20_the_splits_have_no_level_in_common():
    assert (begun(64).states["level"] % 2 == 0).all()
    assert (begun(64, split="test").states["level"] % 2 == 1).all()


def test_v20_planets_of_a_level_differ():
    one, two = begun(1, levels=1).states[0], begun(1, levels=1, start_planet=2).states[0]
    assert (one.terrain != two.terrain).any()
    other = begun(1, levels=1, split="test").states[0]
    assert (one.terrain != other.terrain).any()


def test_v20_a_launch_reaches_the_planet_that_a_campaign_could_begin_on():
    scene = Scene("@", on="P", map_size=20, levels=1)
    scene.s.shut = 1
    scene.turn("use")
    second = begun(1, levels=1, start_planet=2).states[0]
    assert (scene.s.terrain == second.terrain).all()
    assert (scene.s.thing == second.thing).all()
    assert (
        scene.s.entities[1 : scene.s.count].tolist() == second.entities[1 : second.count].tolist()
    )
