from types import SimpleNamespace

import numpy as np
import pytest

from cogarena.envs.core.batch import Batch
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.registry import load
from cogarena.envs.rover.modules import MODULE, SPARE
from cogarena.envs.rover.planet import LEAST_OPEN, NEAR_STRIP, WHOLE, land
from cogarena.envs.rover.state import ENTITIES, REACH_X, REACH_Y, ROVER, SIZE
from cogarena.envs.rover.tables import (
    FIRST_BLOCKING,
    FIRST_SITE,
    KIND,
    LAST_SITE,
    PLANET,
    PLANETS,
    WALL_INTEGRITY,
    Kind,
    Nature,
    Terrain,
    Thing,
)
from cogarena.envs.rover.terrain import DEPTH, EDGE, SHORTEST_SIDE
from cogarena.envs.rover.terrain import WHOLE as WHOLE_SECTOR

SIDES = (50, 31, 20)
COUNT = 1 if INTERPRETED else 834  # of each rank and size: 10,008 in all
WARDEN = 1  # the first entity after the rover
CAMPAIGN = ("terrain", "wall", "thing", "who", "pod_x", "pod_y", "count", "known", "sight")
NATURES = KIND["nature"]


def grow(rank, side, count=COUNT, seed=0, **settings):
    batch = Batch(
        load("rover"), count, {"start_planet": rank + 1, "map_size": side, **settings},
        observe=False,
    )  # fmt: skip
    batch.reset(list(range(seed, seed + count)))
    return batch.states


def shifted(grids, dy, dx):
    """What lies dy down and dx to the right of each square; nothing beyond the border."""
    moved = np.zeros_like(grids)
    rows, columns = grids.shape[1:]
    to_y, from_y = slice(max(0, -dy), rows - max(0, dy)), slice(max(0, dy), rows + min(0, dy))
    to_x, from_x = slice(max(0, -dx), columns - max(0, dx)), slice(max(0, dx), columns + min(0, dx))
    moved[:, to_y, to_x] = grids[:, from_y, from_x]
    return moved


SIDEWAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
AROUND = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx]


def touches(grids, ways):
    """The squares beside one of these, in some of the directions."""
    return np.any([shifted(grids, dy, dx) for dy, dx in ways], axis=0)


def flood(starts, free):
    """The free squares with a way from the starts; rows of squares are bits of one number."""
    bits = np.int64(1) << np.arange(SIZE)
    reached, free = ((grids * bits).sum(axis=2) for grids in (starts, free))
    while True:
        grown = reached.copy()
        grown[:, 1:] |= reached[:, :-1]
        grown[:, :-1] |= reached[:, 1:]
        grown &= free
        for _ in range(SIZE // 8):
            grown |= (grown << 1 | grown >> 1) & free
        if (grown == reached).all():
            return (reached[:, :, None] & bits) > 0
        reached = grown


def survey(rank, side, states):
    """The planets with what several tests want to know of them."""
    entities = states["entities"]
    alive = np.arange(ENTITIES) < states["count"][:, None]
    nature = np.where(alive, NATURES[entities["kind"]], -1)
    which, e = np.nonzero(alive)
    where = which, entities["y"][which, e].astype(int), entities["x"][which, e].astype(int)
    still = np.zeros(states["terrain"].shape, bool)
    stands_still = nature[which, e] == Nature.STILL
    still[tuple(index[stands_still] for index in where)] = True
    pods = states["thing"] == Thing.POD
    free = (states["terrain"] < FIRST_BLOCKING) & ~still
    return SimpleNamespace(
        rank=rank, side=side, states=states, row=PLANET[rank],
        terrain=states["terrain"], thing=states["thing"], entities=entities,
        kind=np.where(alive, entities["kind"], -1), nature=nature,
        which=which, e=e, where=where, still=still, reached=flood(pods, free),
        share=lambda count: max(int(count) * side * side // SIZE**2, 1),
    )  # fmt: skip


@pytest.fixture(
    scope="module",
    params=[(rank, side) for side in SIDES for rank in range(PLANETS)],
    ids=lambda param: f"planet {param[0] + 1} of {param[1]} squares",
)
def planets(request):
    return survey(*request.param, grow(*request.param))


def per_planet(planets, kinds):
    """How many entities of some kinds each planet has."""
    return np.isin(planets.kind, [int(kind) for kind in kinds]).sum(axis=1)


def test_v20_every_thing_lies_where_the_rover_can_walk_to(planets):
    assert planets.reached[planets.thing != Thing.NOTHING].all()


def test_v20_everybody_who_moves_stands_where_the_rover_can_walk_to(planets):
    moving = planets.nature[planets.which, planets.e] != Nature.STILL
    assert planets.reached[tuple(index[moving] for index in planets.where)].all()


def test_v20_flora_and_relics_can_be_walked_up_to_from_all_four_sides(planets):
    for dy, dx in SIDEWAYS:
        assert shifted(planets.reached, dy, dx)[planets.still].all()


def test_v20_flora_and_relics_bar_no_way(planets):
    pods = planets.thing == Thing.POD
    without = flood(pods, planets.terrain < FIRST_BLOCKING)
    assert (without == planets.reached | planets.still).all()


def test_v20_two_fifths_of_the_sector_can_be_walked(planets):
    walked = (planets.reached | planets.still).sum(axis=(1, 2))
    assert (walked * WHOLE >= planets.side**2 * LEAST_OPEN).all()


def test_v20_rock_is_all_around_the_sector(planets):
    last = planets.side - 1
    rock = planets.terrain == Terrain.ROCK
    assert rock[:, 0].all() and rock[:, :, 0].all()
    assert rock[:, last:].all() and rock[:, :, last:].all()


def test_v20_every_terrain_grows_somewhere(planets):
    if COUNT > 1:
        assert set(np.unique(planets.terrain)) == set(Terrain)


def test_v20_walls_and_nothing_else_have_integrity(planets):
    walls = planets.terrain == Terrain.WALL
    assert (planets.states["wall"] == np.where(walls, WALL_INTEGRITY, 0)).all()


def test_v22_there_is_one_pod_near_a_border_with_open_ground_around_it(planets):
    pods = planets.thing == Thing.POD
    assert (pods.sum(axis=(1, 2)) == 1).all()
    x, y = (planets.states[field].astype(int) for field in ("pod_x", "pod_y"))
    assert pods[np.arange(len(x)), y, x].all()
    last = planets.side - 1
    nearest = np.min([x, y, last - x, last - y], axis=0)
    assert nearest.min() >= 2 and nearest.max() <= planets.side // NEAR_STRIP
    assert (planets.terrain[touches(pods, AROUND)] < FIRST_BLOCKING).all()


def test_v22_the_rover_stands_in_its_pod(planets):
    rover = planets.entities[:, ROVER]
    assert (rover["x"] == planets.states["pod_x"]).all()
    assert (rover["y"] == planets.states["pod_y"]).all()


def test_v22_there_are_as_many_things_as_the_table_says(planets):
    row, share = planets.row, planets.share
    wanted = {
        Thing.FOUNDRY: 1,
        Thing.OBSERVATORY: 1,
        Thing.WORKSHOP: share(row.workshops),
        Thing.REPAIR_BAY: share(row.bays),
        Thing.HULL_REPAIR: share(row.hulls),
        Thing.CACHE + SPARE: 1,
        Thing.CLOSED_SITE: 0,
        Thing.WRECK: 0,
    }
    for thing, count in wanted.items():
        assert ((planets.thing == thing).sum(axis=(1, 2)) == count).all(), thing
    caches = (planets.thing > Thing.CACHE) & (planets.thing != Thing.CACHE + SPARE)
    assert (caches.sum(axis=(1, 2)) == share(row.caches)).all()


def test_v22_a_planet_of_full_size_has_eleven_hull_repairs(planets):
    if planets.side == SIZE:
        assert ((planets.thing == Thing.HULL_REPAIR).sum(axis=(1, 2)) == 11).all()


def test_v23_caches_hold_modules_of_the_planets_tier(planets):
    modules = planets.thing[planets.thing > Thing.CACHE].astype(int) - Thing.CACHE
    assert (MODULE["cost"][modules] <= planets.row.tier).all()
    if COUNT > 1:
        assert MODULE["cost"][modules].max() == planets.row.tier


def test_v22_neutrals_are_as_many_as_the_table_says_or_as_there_is_room_for(planets):
    row, share = planets.row, planets.share
    wanted = (
        ((Kind.RELIC,), share(row.relics)),
        ((Kind.FROND, Kind.CORAL), share(row.still)),
        ((Kind.GRAZER, Kind.STALKER), share(row.fauna)),
    )
    for kinds, most in wanted:
        found = per_planet(planets, kinds)
        assert found.max() <= most
        if planets.side == SIZE:
            assert found.min() == most


def test_v24_machines_are_as_many_as_the_table_says_or_as_there_is_room_for(planets):
    most = planets.share(planets.row.guards) + planets.share(planets.row.roamers)
    found = (planets.nature == Nature.MACHINE).sum(axis=1)
    assert found.max() <= most
    if planets.side == SIZE:
        assert found.min() == most


def test_v24_guards_stand_in_the_factory(planets):
    if planets.side != SIZE:
        return
    machines = planets.nature[planets.which, planets.e] == Nature.MACHINE
    indoors = (planets.terrain[planets.where] == Terrain.FLOOR) & machines
    guards = np.bincount(planets.which[indoors], minlength=len(planets.states))
    assert guards.min() >= planets.share(planets.row.guards)


def test_v24_no_kind_is_met_before_its_planet(planets):
    others = planets.kind[:, 1:]
    kinds = np.unique(others[others >= 0])
    assert (KIND["planet"][kinds] <= planets.rank + 1).all()


def test_v24_all_machines_of_a_rank_are_met(planets):
    if COUNT > 1:
        machines = {kind for kind in Kind if KIND[kind].nature == Nature.MACHINE}
        due = {kind for kind in machines if KIND[kind].planet <= planets.rank + 1}
        assert due <= set(np.unique(planets.kind))


def test_v21_there_is_one_warden_that_of_the_rank_and_it_acts_first(planets):
    assert ((planets.nature == Nature.WARDEN).sum(axis=1) == 1).all()
    assert (planets.kind[:, WARDEN] == Kind.FOREMAN + planets.rank).all()


def test_v21_the_warden_stands_in_a_room(planets):
    floor = planets.terrain == Terrain.FLOOR
    rooms = np.ones_like(floor)  # by the corner of six by six squares of floor
    for dy in range(SHORTEST_SIDE):
        for dx in range(SHORTEST_SIDE):
            rooms &= shifted(floor, dy, dx)
    warden = planets.entities[:, WARDEN]
    y, x = warden["y"].astype(int), warden["x"].astype(int)
    stands_in_one = np.zeros(len(y), bool)
    for dy in range(SHORTEST_SIDE):
        for dx in range(SHORTEST_SIDE):
            stands_in_one |= rooms[np.arange(len(y)), y - dy, x - dx]
    assert stands_in_one.all()


def test_v21_the_factory_is_one_piece(planets):
    floor = planets.terrain == Terrain.FLOOR
    start = np.zeros_like(floor)
    warden = planets.entities[:, WARDEN]
    start[np.arange(len(start)), warden["y"].astype(int), warden["x"].astype(int)] = True
    assert (flood(start, floor) == floor).all()


def test_v21_all_walls_stand_beside_the_floor(planets):
    floor = planets.terrain == Terrain.FLOOR
    walls = planets.terrain == Terrain.WALL
    assert touches(floor, AROUND)[walls].all()


def test_v21_floor_is_bounded_by_walls_but_for_doors_of_bare_ground(planets):
    floor, wall, ground, grass = (
        planets.terrain == kind
        for kind in (Terrain.FLOOR, Terrain.WALL, Terrain.GROUND, Terrain.GRASS)
    )
    beside = touches(floor, AROUND) & ~floor & ~wall
    assert not (beside & ~ground & ~grass).any()
    doors = touches(floor, SIDEWAYS) & ground
    assert (doors.sum(axis=(1, 2)) >= 1).all()


def test_v21_the_factory_lies_on_the_side_away_from_the_pod(planets):
    rows, columns = ((planets.terrain == Terrain.FLOOR).any(axis=axis) for axis in (2, 1))
    depth = planets.side * DEPTH // WHOLE_SECTOR
    spans = []
    for line in (rows, columns):
        first, last = line.argmax(axis=1), SIZE - 1 - line[:, ::-1].argmax(axis=1)
        assert first.min() >= EDGE and last.max() <= planets.side - 1 - EDGE
        spans += [first >= planets.side - depth, last <= depth]
    assert np.any(spans, axis=0).all()


def test_v21_factories_differ_in_size(planets):
    if COUNT > 1:
        floors = (planets.terrain == Terrain.FLOOR).sum(axis=(1, 2))
        assert floors.min() >= SHORTEST_SIDE**2
        assert floors.max() >= 2 * floors.min()


def test_v22_nobody_is_within_the_window_at_the_start(planets):
    _, y, x = planets.where
    pod_x, pod_y = (planets.states[field][planets.which] for field in ("pod_x", "pod_y"))
    near = (abs(x - pod_x) <= REACH_X) & (abs(y - pod_y) <= REACH_Y)
    assert set(planets.e[near]) == {ROVER}


def test_nobody_shares_a_square_and_the_squares_know_who_stands_there(planets):
    who = np.zeros_like(planets.states["who"])
    who[planets.where] = planets.e + 1
    assert (who == planets.states["who"]).all()
    assert ((who > 0).sum(axis=(1, 2)) == planets.states["count"]).all()


def test_nobody_but_the_rover_stands_on_a_thing(planets):
    others = planets.e != ROVER
    where = tuple(index[others] for index in planets.where)
    assert (planets.thing[where] == Thing.NOTHING).all()
    assert (planets.terrain[planets.where] < FIRST_BLOCKING).all()


def test_everybody_is_whole_and_at_rest(planets):
    entities = planets.entities[planets.which, planets.e]
    for field in ("integrity", "energy", "shielding"):
        assert (entities[field] == KIND[field][entities["kind"]]).all()
    for field in ("stalled", "shorted", "alert", "beat"):
        assert not entities[field].any()


def test_sites_are_the_four_kinds_and_no_two_planets_are_alike(planets):
    sites = planets.thing[(planets.thing >= FIRST_SITE) & (planets.thing <= LAST_SITE)]
    assert set(np.unique(sites)) == set(range(FIRST_SITE, LAST_SITE + 1))
    grown = {planet.tobytes() for planet in planets.terrain}
    assert len(grown) == len(set(planets.states["level"].tolist()))


def test_the_same_seeds_grow_the_same_planets(planets):
    again = grow(planets.rank, planets.side, min(COUNT, 20))
    assert again.tobytes() == planets.states[: len(again)].tobytes()


def test_a_planet_depends_on_level_and_rank_alone():
    several = grow(1, 20, 3, levels=1)
    assert len(set(several["rng"].tolist())) == len(several)
    for field in (*CAMPAIGN, "entities"):
        assert (several[field] == several[field][:1]).all(), field


def test_a_planet_is_the_same_for_who_begins_on_it_and_who_launches_to_it():
    first, second = (grow(rank, 20, 1, levels=1) for rank in (0, 1))
    first["planet"] = 1
    setup = load("rover").build(load("rover").read({"map_size": 20}))
    land(setup[0], first[0])
    for field in CAMPAIGN:
        assert (first[field] == second[field]).all(), field


def test_training_and_test_levels_never_meet():
    count = 4 if INTERPRETED else 2000
    train, test = (grow(0, 20, count, split=split) for split in ("train", "test"))
    assert not set(train["level"].tolist()) & set(test["level"].tolist())
    assert (train["level"] % 2 == 0).all() and (test["level"] % 2 == 1).all()
    grown = [{planet.tobytes() for planet in states["terrain"]} for states in (train, test)]
    assert not grown[0] & grown[1]
