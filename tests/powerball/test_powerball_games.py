"""Ten thousand random games: balls and options stay in the game, points are what the log tells."""

import numpy as np
import pytest

from cogarena.envs.core.batch import Batch
from cogarena.envs.core.traces import random_actions
from cogarena.envs.powerball.game import GAME
from cogarena.envs.powerball.state import (
    ASKS,
    BALLS,
    OPTION_DECK,
    BallPlace,
    Decision,
    Event,
)
from cogarena.envs.rally.log import EVENTS
from cogarena.envs.rally.state import ROBOTS, Place
from cogarena.envs.rally.state import Ask as RallyAsk
from support.invariants.rally import check_options, check_table

GAMES = 10_000
ROWS = 1000
SETTINGS = {"robots": 8, "max_turns": 6, "reward": "rank", "balls": 12}
STEPS_BETWEEN_LOOKS = 25
# Robots enter on flags, powered down; a stabilizer is no choice.
NEVER_ASKED = (RallyAsk.SQUARE, RallyAsk.ENTER_DOWN, RallyAsk.GYROSCOPE)


class Ledger:
    """Victory points as the log tells them."""

    def __init__(self, rows):
        self.points = np.zeros((rows, ROBOTS), int)
        self.counts = np.zeros(EVENTS + len(Event), int)

    def read(self, rally):
        log = rally["log"]
        rows, entries = np.nonzero(np.arange(log.shape[1]) < rally["logged"][:, None])
        told = log[rows, entries]
        self.counts += np.bincount(told["kind"], minlength=len(self.counts))
        delivered = told["kind"] == Event.DELIVERED
        scored = told[delivered]
        np.add.at(self.points, (rows[delivered], scored["robot"]), scored["value"])
        credited = np.isin(told["kind"], (Event.KILLED, Event.ROBBED))
        by = told["by"][credited, None] >> np.arange(ROBOTS) & 1
        np.add.at(self.points, rows[credited], by * told["value"][credited, None])


def check_balls(states):
    """Every ball is in the pool, alone on a square without a pit, or with a robot that lives."""
    balls, robots = states["balls"], states["rally"]["robots"]
    assert (balls["place"][:, SETTINGS["balls"] :] == BallPlace.POOL).all()
    on_floor = balls["place"] == BallPlace.FLOOR
    squares = np.where(on_floor, balls["x"] * 16 + balls["y"], -1 - np.arange(BALLS))
    assert (np.diff(np.sort(squares, axis=1), axis=1) != 0).all()
    carried = balls["place"] == BallPlace.CARRIED
    carriers = np.take_along_axis(robots["place"], np.where(carried, balls["carrier"], 0), axis=1)
    assert (carriers[carried] == Place.FLOOR).all()
    load = (carried[:, :, None] & (balls["carrier"][:, :, None] == np.arange(ROBOTS))).sum(axis=1)
    assert load.max() <= 3


def check_cards(states):
    """Option cards: with the community, or where every rally has them."""
    community = 1 << states["community"].astype(int)
    check_options(states["rally"], OPTION_DECK, *community.T)


@pytest.mark.slow
def test_ten_thousand_random_games_keep_balls_and_options_and_score_what_the_log_tells(capsys):
    batch = Batch(GAME, ROWS, SETTINGS, observe=False)
    generator = np.random.default_rng(0)
    batch.reset(0)
    ledger = Ledger(ROWS)
    ledger.read(batch.states["rally"])
    asked = np.zeros(ASKS, int)
    games = steps = 0
    while games < GAMES:
        ended = np.flatnonzero(batch.over)
        asked += np.bincount(batch.states["decision"][~batch.over], minlength=ASKS)
        batch.step(random_actions(batch, generator))
        ledger.points[ended] = 0
        ledger.read(batch.states["rally"])
        steps += 1
        games += int(batch.over.sum())
        assert (batch.masks.any(axis=1) | batch.over).all()
        assert (batch.states["points"] == ledger.points).all()
        assert np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-6)
        if steps % STEPS_BETWEEN_LOOKS == 0:
            running = batch.states[~batch.over]
            check_table(running["rally"])
            check_balls(running)
            check_cards(running)
    with capsys.disabled():
        print("\n" + ", ".join(f"{kind.name.lower()} {asked[kind]}" for kind in Decision))
        print(", ".join(f"{kind.name.lower()} {ledger.counts[kind]}" for kind in Event))
    assert np.delete(asked, NEVER_ASKED).min() >= 100
    assert not asked[list(NEVER_ASKED)].any()
    assert min(ledger.counts[kind] for kind in Event) >= 5
