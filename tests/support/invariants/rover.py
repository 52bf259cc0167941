"""What holds at every moment of a campaign, for one record."""

import numpy as np

from cogarena.envs.rover.modules import MODULE, SPARE
from cogarena.envs.rover.state import COLUMNS, LOG, REACH_X, REACH_Y, ROWS, SIZE, Event, Outcome
from cogarena.envs.rover.tables import CHASSIS, KIND, WALL_INTEGRITY, Nature, Terrain, Thing

BITS = np.arange(SIZE)


def check_campaign(setup, s):
    """Squares, entities, modules, memory and outcome are consistent."""
    check_squares(s)
    check_entities(s)
    check_mounts(s)
    check_memory(setup, s)
    check_log(s)
    check_ends(setup, s)


def check_squares(s):
    """Entities and squares agree; no entity is on blocking terrain; walls have integrity."""
    standing = [e for e in range(s.count) if s.entities[e].integrity > 0 or e == 0]
    who = np.zeros((SIZE, SIZE), np.uint8)
    for e in standing:
        who[s.entities[e].y, s.entities[e].x] = e + 1
    assert (who == s.who).all()
    assert np.count_nonzero(who) == len(standing)
    assert (s.terrain[who > 0] < Terrain.WATER).all()
    assert ((s.terrain == Terrain.WALL) == (s.wall > 0)).all()
    assert s.wall.max() <= WALL_INTEGRITY
    assert (s.thing[s.terrain >= Terrain.WATER] == Thing.NOTHING).all()
    assert s.thing[s.pod_y, s.pod_x] == Thing.POD
    assert np.count_nonzero(s.thing == Thing.POD) == 1


def check_entities(s):
    """No value is below 0 or above its maximum."""
    entities = s.entities[: s.count]
    most = KIND[entities["kind"]]
    for field in ("integrity", "energy", "shielding", "datum"):
        assert ((entities[field] >= 0) & (entities[field] <= most[field])).all(), field
    hunters = np.isin(most["nature"], (Nature.MACHINE, Nature.WARDEN))
    assert (entities["hostile"][hunters] == 1).all()
    assert (entities["hostile"][most["nature"] == Nature.STILL] == 0).all()
    assert ((entities["alert"] >= 0) & (entities["alert"] <= 10)).all()
    assert (entities["alert"][entities["hostile"] == 0] == 0).all()
    assert ((entities["beat"] >= 0) & (entities["beat"] < 3)).all()
    assert not s.entities[s.count :].view(np.uint8).any()


def check_mounts(s):
    """A place holds a module if and only if it has uses left, at most those of a new one."""
    for mounts in (s.slots, s.bag, np.array([s.transport])):
        assert ((mounts["module"] > 0) == (mounts["durability"] > 0)).all()
        assert (mounts["durability"] <= MODULE[mounts["module"]]["durability"]).all()
    assert (s.slots["module"] != SPARE).all()
    assert not s.slots["module"][CHASSIS[s.entities[0].kind].slots :].any()
    assert s.transport.module in (0, SPARE)


def check_memory(setup, s):
    """Derived fields agree with the squares."""
    blocked = s.terrain >= Terrain.WATER
    rows = slice(0, setup.side)
    barred = (blocked[rows, rows].astype(np.int64) << BITS[rows]).sum(axis=1)
    assert (s.barred[rows] == barred).all()
    known = s.known[REACH_Y:-REACH_Y, REACH_X:-REACH_X]
    seen = (s.seen[:, None] >> BITS) & 1 == 1
    assert (seen == (known != 0)).all()
    assert (known == np.where(seen, appearances(s), 0)).all()
    assert np.count_nonzero(s.known) == np.count_nonzero(known)
    station = (s.terrain == Terrain.FLOOR) | (s.terrain == Terrain.WALL)
    for plane, counted in enumerate((seen, seen & blocked, seen & station)):
        counts = counted.reshape(10, 5, 10, 5).sum(axis=(1, 3))
        assert (s.chart[plane] == counts).all()
    assert s.terminated or s.stale == 0
    if not s.terminated:
        assert (s.sight.reshape(ROWS, COLUMNS) == squares_in_sight(setup, s)).all()


def appearances(s):
    """What the rover remembers of each square that it saw."""
    terrain, lying = s.terrain.astype(int), np.minimum(s.thing, Thing.CACHE).astype(int)
    blocking = np.where(terrain == Terrain.WALL, -10 - s.wall.astype(int), 2 - terrain)
    return np.where(terrain < Terrain.WATER, 1 + terrain + 10 * lying, blocking)


def squares_in_sight(setup, s):
    """V26 square by square: seen through the ring one nearer, straight ahead or from beside."""
    rover_x, rover_y = int(s.entities[0].x), int(s.entities[0].y)
    clear = s.terrain < Terrain.WATER
    lit = np.zeros((ROWS, COLUMNS), bool)
    lit[REACH_Y, REACH_X] = True
    window = [
        (dx, dy) for dy in range(-REACH_Y, REACH_Y + 1) for dx in range(-REACH_X, REACH_X + 1)
    ]
    for dx, dy in sorted(window, key=lambda way: max(abs(way[0]), abs(way[1])))[1:]:
        x, y = rover_x + dx, rover_y + dy
        if 0 <= x < setup.side and 0 <= y < setup.side:
            lit[dy + REACH_Y, dx + REACH_X] = any(
                lit[near_y + REACH_Y, near_x + REACH_X]
                and ((near_x, near_y) == (0, 0) or clear[rover_y + near_y, rover_x + near_x])
                for near_x, near_y in looks(dx, dy)
            )
    return lit


def looks(dx, dy):
    """The squares through which a square is seen."""
    toward_x, toward_y = dx - np.sign(dx), dy - np.sign(dy)
    straight = (
        [] if abs(dx) == abs(dy) else [(toward_x, dy) if abs(dx) > abs(dy) else (dx, toward_y)]
    )
    return [*straight, (toward_x, toward_y)] if dx and dy else straight


def check_log(s):
    """Events concern existing entities."""
    notes = s.log[: s.logged]
    assert s.logged <= LOG
    assert ((notes["what"] >= 0) & (notes["what"] < len(Event))).all()
    assert (notes["who"] < s.count).all()
    assert (notes["value"] >= 0).all()
    shut = int(np.count_nonzero(notes["what"] == Event.FACTORY_SHUT))
    assert shut <= 1
    assert not shut or s.shut == 1


def check_ends(setup, s):
    """Outcome, factories and wardens agree."""
    rover = s.entities[0]
    assert s.terminated == (s.outcome != Outcome.OPEN)
    assert not (s.terminated and s.truncated)
    assert (s.outcome == Outcome.LOST) == (rover.energy == 0 or rover.integrity == 0) or (
        s.outcome == Outcome.WON
    )
    assert s.factories == s.planet - setup.first_planet + s.shut
    entities = s.entities[: s.count]
    wardens = entities[KIND[entities["kind"]]["nature"] == Nature.WARDEN]
    assert len(wardens) == 1
    assert (wardens[0].integrity == 0) == (s.shut == 1)
    assert 1 <= s.turn <= setup.turns
