"""Ten thousand random games: experience is what the log tells, towers and drones are in order."""

import numpy as np
import pytest

from cogarena.envs.core.batch import Batch
from cogarena.envs.core.traces import random_actions
from cogarena.envs.rally.cards import CLASSIC_DECK
from cogarena.envs.rally.log import EVENTS
from cogarena.envs.rally.state import ROBOTS, Ask, Place
from cogarena.envs.tower_defense.game import GAME
from cogarena.envs.tower_defense.state import Event
from support.invariants.rally import check_options, check_table

GAMES = 10_000
ROWS = 1000
SETTINGS = {"robots": 8, "options": 3, "lives": 0, "max_turns": 6, "reward": "xp"}
STEPS_BETWEEN_LOOKS = 25


class Ledger:
    """Experience as the log tells it."""

    def __init__(self, rows):
        self.xp = np.zeros((rows, ROBOTS), int)
        self.counts = np.zeros(EVENTS + len(Event), int)

    def read(self, rally):
        log = rally["log"]
        rows, entries = np.nonzero(np.arange(log.shape[1]) < rally["logged"][:, None])
        told = log[rows, entries]
        self.counts += np.bincount(told["kind"], minlength=len(self.counts))
        earned = told["kind"] == Event.EARNED
        np.add.at(self.xp, (rows[earned], told["robot"][earned]), told["value"][earned])


def check_towers_and_drones(setup, states):
    """Towers have no more hit points than they began with, drones fly over the floor."""
    towers, drones = states["rally"]["things"], states["drones"]
    assert ((towers["health"] >= 0) & (towers["health"] <= setup.towers["health"])).all()
    flying = drones["live"] == 1
    assert ((drones["x"] >= 0) & (drones["x"] < setup.floor.width))[flying].all()
    assert ((drones["y"] >= 0) & (drones["y"] < setup.floor.height))[flying].all()


def check_places(setup, states):
    """Nobody stands in a tower, in a pit or beside the floor."""
    robots, towers = states["rally"]["robots"], states["rally"]["things"]
    on_floor = robots["place"] == Place.FLOOR
    x, y = np.where(on_floor, robots["x"], 0), np.where(on_floor, robots["y"], 0)
    assert not (on_floor & (setup.floor.squares["pit"][x, y] == 1)).any()
    for t in range(setup.tower_count):
        tower = towers[:, t, None]
        inside = (x == tower["x"]) & (y == tower["y"]) & (tower["health"] > 0)
        assert not (on_floor & inside).any()


@pytest.mark.slow
@pytest.mark.parametrize("board", ["citadel", "outpost"])
def test_ten_thousand_random_games_earn_what_the_log_tells(board, capsys):
    batch = Batch(GAME, ROWS, SETTINGS | {"board": board}, observe=False)
    generator = np.random.default_rng(0)
    batch.reset(0)
    ledger = Ledger(ROWS)
    asked = np.zeros(len(Ask), int)
    games = steps = 0
    while games < GAMES // 2:
        ended = np.flatnonzero(batch.over)
        asked += np.bincount(batch.states["decision"][~batch.over], minlength=len(Ask))
        batch.step(random_actions(batch, generator))
        ledger.xp[ended] = 0
        ledger.read(batch.states["rally"])
        steps += 1
        games += int(batch.over.sum())
        assert (batch.masks.any(axis=1) | batch.over).all()
        assert (batch.states["xp"] == ledger.xp).all()
        if steps % STEPS_BETWEEN_LOOKS == 0:
            running = batch.states[~batch.over]
            check_table(running["rally"])
            check_options(running["rally"], CLASSIC_DECK)
            check_towers_and_drones(batch.setup[0], running)
            check_places(batch.setup[0], running)
    with capsys.disabled():
        print("\n" + ", ".join(f"{kind.name.lower()} {asked[kind]}" for kind in Ask))
        print(", ".join(f"{kind.name.lower()} {ledger.counts[kind]}" for kind in Event))
    assert asked.min() >= 50
    assert min(ledger.counts[kind] for kind in Event) >= 5
