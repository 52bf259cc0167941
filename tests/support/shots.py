"""Moments of fire: every robot has fired, and no damage is dealt yet."""

from importlib import import_module

import numpy as np

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.state import NOBODY, Place, Power
from cogarena.wrappers.replay import between
from support.pictures import Picture

SETTINGS = {
    "race": {"robots": 8, "board": "crossfire"},
    "moba": {"start": "scattered"},
    "powerball": {"robots": 8},
    "tower_defense": {"robots": 8},
}
LASERS = (Option.HIGH_POWER_LASER, Option.DOUBLE_BARRELED_LASER, Option.REAR_FIRING_LASER)


class Moment(Picture):
    """A game at the moment of fire; a test may put robots on any squares."""

    def __init__(self, name):
        super().__init__(name, SETTINGS[name], stage_of_damage(name), seed=1)
        self.r.logged = 0
        self.r.robots["place"], self.r.robots["power"] = Place.DESTROYED, Power.ON
        self.r.robots["target"], self.r.robots["lent"] = NOBODY, 0

    @property
    def shots(self):
        return shots(self.game, self.setup, self.s)


def crowds(name, count):
    """Moments with robots all over the floor, and lasers of all kinds."""
    generator = np.random.default_rng(0)
    for _ in range(count):
        moment = Moment(name)
        width, height = int(moment.floor.width), int(moment.floor.height)
        things = moment.r.things[: moment.r.thing_count]
        taken = {(int(thing.x), int(thing.y)) for thing in things}
        places = (divmod(int(n), height) for n in generator.permutation(width * height))
        free = (at for at in places if at not in taken)
        for seat in range(moment.r.count):
            options = sum(int(generator.integers(2)) << option for option in LASERS)
            facing = int(generator.integers(4))
            moment.put(seat, *next(free), facing, options=options, moved=1)
        yield moment


def hits_ahead(shots, robot):
    """The squares that the laser of a robot hits in the picture, the nearest first."""
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[robot.facing]
    nose = robot.x + 0.42 * dx, robot.y + 0.42 * dy
    (shot,) = (shot for shot in shots if np.allclose(shot.start, nose, atol=0.01))
    return [(round(x), round(y)) for x, y in shot.hits]


def fired(name):
    """The moments of fire that a watcher of a short random game sees."""
    episode = Episode(registry.load(name), SETTINGS[name] | {"max_turns": 4})
    generator = np.random.default_rng(3)
    episode.reset(3)
    damage = stage_of_damage(name)
    while not episode.over:
        action = int(generator.choice(np.flatnonzero(episode.mask)))
        for seen in between(episode, action):
            if seen.s.stage == damage:
                yield seen
        episode.act(action)


def shots_of(episode):
    return shots(episode.game, episode.setup[0], episode.s)


def shots(game, setup, s):
    """The shots that a game draws."""
    return list(import_module(f"cogarena.envs.{game.name}.render").shots(setup, s))


def stage_of_damage(name):
    return import_module(f"cogarena.envs.{name}.state").Stage.DAMAGE
