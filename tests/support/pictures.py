"""Pictures of situations: a game's opening, changed and drawn, and what tests compare."""

from functools import cache
from itertools import combinations

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.grid import Direction
from cogarena.envs.rally.floor_pictures import margin
from cogarena.envs.rally.state import Place

TILE = 32


@cache
def opening(name, settings, seed):
    episode = Episode(registry.load(name), dict(settings))
    episode.reset(seed)
    return episode


class Picture:
    """The opening of a rally game at a stage of its first turn, where nobody is asked anything."""

    def __init__(self, name, settings, stage, seed=3):
        episode = opening(name, tuple(settings.items()), seed)
        self.game, self.setup, self.s = episode.game, episode.setup.copy()[0], episode.s.copy()
        self.floor, self.r = self.setup.floor, self.s.rally
        self.s.stage, self.s.pending = stage, 0

    def put(self, seat, x, y, facing=Direction.NORTH, **fields):
        """Place a robot on the floor."""
        robot = self.r.robots[seat]
        robot.x, robot.y, robot.facing, robot.place = x, y, facing, Place.FLOOR
        for field, value in fields.items():
            robot[field] = value
        return self

    def program_all(self):
        """Give every robot other cards."""
        for i, robot in enumerate(self.r.robots):
            robot.program[:] = range(9 * i + 1, 9 * i + 6)

    def draw(self, tile=TILE):
        return self.game.draw(self.setup, self.s, tile=tile)


def area(x, y, wide=1, high=1, *, tile, rim=0):
    """The pixels of some squares of a floor, and of a rim around them."""
    left, top = margin(tile) + x * tile - rim, margin(tile) + y * tile - rim
    return slice(top, top + high * tile + 2 * rim), slice(left, left + wide * tile + 2 * rim)


def differing(one, other):
    return int((one != other).any(axis=2).sum())


def assert_all_differ(pictures, least):
    for (name, one), (other_name, other) in combinations(pictures.items(), 2):
        assert differing(one, other) >= least, f"{name} looks like {other_name}"


def assert_only_in(before, after, *areas):
    """Two pictures differ in each of the areas, and nowhere else."""
    after = after.copy()
    for part in areas:
        assert differing(before[part], after[part]) > 0
        after[part] = before[part]
    assert (after == before).all()


def is_plain(column):
    return bool((column == column[len(column) // 2]).all())
