"""The log has room for any turn, and its account of a game is complete.

Entries that tell the same within a damage step are one: so there is at most one hit for each robot,
cause and robots that dealt it. Where nobody is asked for several turns, which hardly happens, the
log counts what it has no room for.
"""

import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.traces import random_actions
from cogarena.envs.powerball.state import BALLS, BOMBS, FLAGS
from cogarena.envs.powerball.state import Event as PowerballEvent
from cogarena.envs.rally.floor import HEIGHT, REGISTERS, WIDTH
from cogarena.envs.rally.log import LOG, Event
from cogarena.envs.rally.state import DEADLY, ROBOTS, THINGS, Place
from cogarena.envs.tower_defense.state import DRONES

R, OTHERS = ROBOTS, ROBOTS - 1
COAT, SHIELD, TOKENS = 3, 4 * REGISTERS, 2  # damage that a robot's own can stop in a turn
ROWS, STEPS = 64, 900


def shared(lives):
    """Entries of all rally games in a turn in which a robot can lose so many lives."""
    register = (
        3 * R  # gears and second cards, weapons, the effects of those that push nobody
        + R * OTHERS  # pushes by cards
        + R  # by machines
        + R * OTHERS  # by weapons
        + R * OTHERS  # rams
        + (2 + 1) * R  # main lasers, which can pass one robot, and rear lasers
        + R  # board lasers
        + R  # flags
    )
    life = (
        DEADLY  # each entry of damage is at least one token
        + 1  # death
        + 3  # a card that is lost, two that are used up
        + 2  # re-entry and power down
    )
    turn = R * (COAT + SHIELD + TOKENS + 10)  # and single entries before and after the registers
    return REGISTERS * register + R * lives * life + turn


def moba():
    towers = REGISTERS * (R + R) + 8 * (1 + R // 2)  # their fire, shells at them, their falls
    bases = REGISTERS * 2 * (3 + 1)
    return shared(1) + towers + bases + 2 * R


def powerball():
    lives = REGISTERS + 1
    slots = 3  # for balls; those that a throw, a delivery or a death empties are filled again
    balls = R * (slots + REGISTERS * (1 + 2 + slots)) + REGISTERS * R * (1 + 1 + 2) + BALLS
    deaths = R * lives * 3 + R * (lives + REGISTERS)  # credit and dropped balls; pushes at flags
    weapons = REGISTERS * 2 * R  # turrets and balls
    bombs = 2 * BOMBS * (1 + R)  # and meteors
    return shared(lives) + balls + deaths + weapons + bombs + R * REGISTERS + FLAGS * (4 + R)


def tower_defense():
    towers = THINGS * REGISTERS + R * REGISTERS  # their fire and whom it hits
    hits = REGISTERS * (THINGS + 2 * R + THINGS) + REGISTERS * R  # on towers, with one howitzer
    drones = DRONES * 3 + REGISTERS * R * 2
    earned = (THINGS + DRONES) * R + R * OTHERS + R * REGISTERS
    falls = R * (DEADLY + COAT)
    indirect = REGISTERS * R * 3
    debris = WIDTH * HEIGHT + R * DEADLY
    event = 1 + max(3 * R, R + THINGS, DRONES)
    return shared(1) + towers + hits + drones + earned + falls + indirect + debris + (1 + R) * event


@pytest.mark.parametrize("bound", [lambda: shared(1), moba, powerball, tower_defense])
def test_the_log_has_room_for_any_turn(bound):
    assert bound() <= LOG


TALLIED = {
    Event.DESTROYED: "deaths",
    Event.HURT: "damage_taken",
    Event.REPAIRED: "damage_repaired",
    Event.PREVENTED: "damage_prevented",
    Event.DRAWN: "options_drawn",
    Event.USED: "options_used",
    None: "pushes",
}
AMOUNTS = (Event.HURT, Event.REPAIRED, Event.PREVENTED)


class Account:
    """What has become of the robots, as the log tells it."""

    def __init__(self, rows, count):
        self.damage = np.zeros((rows, count), int)
        self.standing = np.ones((rows, count), bool)
        self.touched = np.zeros((rows, count), int)
        self.tallies = {name: np.zeros((rows, count), int) for name in TALLIED.values()}
        self.most = 0

    def begin(self, rows):
        self.damage[rows], self.standing[rows], self.touched[rows] = 0, True, 0
        for counts in self.tallies.values():
            counts[rows] = 0

    def read(self, rally, entered):
        assert not rally["untold"].any()
        self.most = max(self.most, int(rally["logged"].max()))
        for row in np.flatnonzero(rally["logged"]):
            for entry in rally["log"][row][: rally["logged"][row]].tolist():
                self._read(row, entry, entered)

    def _read(self, row, entry, entered):
        kind, robot, by, value, *_ = entry
        if kind in TALLIED:
            self.tallies[TALLIED[kind]][row, robot] += value if kind in AMOUNTS else 1
        if kind == Event.PUSHED:
            self.tallies["pushes"][row] += value * (by >> np.arange(self.damage.shape[1]) & 1)
        if kind == Event.HURT:
            self.damage[row, robot] += value
        elif kind == Event.REPAIRED:
            self.damage[row, robot] -= value
        elif kind == Event.DESTROYED:
            self.standing[row, robot] = False
        elif kind == Event.TOUCHED:
            self.touched[row, robot] = value
        elif kind in (Event.RE_ENTERED, entered):
            self.standing[row, robot] = True
            self.damage[row, robot] = value if kind == Event.RE_ENTERED else 0

    def check(self, robots):
        standing = robots["place"] == Place.FLOOR
        assert (standing == self.standing).all()
        assert (robots["damage"] == self.damage)[standing].all()
        assert (robots["touched"] == self.touched).all()
        for name, counts in self.tallies.items():
            assert (robots["tally"][name] == counts).all(), name


GAMES = [
    (name, settings)
    for name in ("race", "moba", "powerball", "tower_defense")
    for settings in registry.load(name).examples
]


@pytest.mark.parametrize(("name", "settings"), GAMES, ids=str)
def test_what_the_log_tells_is_what_has_become_of_the_robots(name, settings):
    batch = Batch(registry.load(name), ROWS, settings, threads=1, observe=False)
    generator = np.random.default_rng(0)
    batch.reset(0)
    account = Account(ROWS, len(batch.agents))
    account.standing[:] = name != "powerball"
    entered = PowerballEvent.ENTERED if name == "powerball" else None
    for _ in range(STEPS):
        account.read(batch.states["rally"], entered)
        account.check(batch.states["rally"]["robots"][:, : len(batch.agents)])
        ended = np.flatnonzero(batch.over)
        batch.step(random_actions(batch, generator))
        account.begin(ended)
        if name == "powerball":
            account.standing[ended] = False
    assert 10 < account.most < LOG / 4
