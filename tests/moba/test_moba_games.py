"""Ten thousand random games: the table stays in order, and the score is what the log tells."""

import numpy as np
import pytest

from cogarena.envs.core.batch import Batch
from cogarena.envs.core.traces import random_actions
from cogarena.envs.moba.bases import install
from cogarena.envs.moba.game import GAME
from cogarena.envs.moba.observe import base_x, base_y
from cogarena.envs.moba.state import (
    ASKS,
    GREEN_TOKENS,
    OPTION_DECK,
    SCORE,
    TEAMS,
    TOWERS,
    Event,
    Team,
)
from cogarena.envs.rally.cards import OPTION_CARDS, Option
from cogarena.envs.rally.damage import OPTION
from cogarena.envs.rally.log import Event as RallyEvent
from cogarena.envs.rally.state import NOBODY, ROBOTS, Place
from cogarena.envs.rally.state import Ask as RallyAsk
from support.invariants.rally import check_options, check_table

GAMES = 10_000
NEVER_TOLD = (RallyEvent.TOUCHED, RallyEvent.SHAKEN)  # there are no flags and no earthquakes
ROWS = 1000
TURNS = 5
STEPS_BETWEEN_LOOKS = 25
TOWER_HEALTH, BASE_HEALTH = 10, 40  # M11, M15


def stir(batch, rows, generator):
    """Put everybody into the fray: on random squares, with options, before worn objectives.

    Random play from the docks hardly ever meets.
    """
    floor = batch.setup[0].floor
    squares = floor.squares[: floor.width, : floor.height]
    free = (squares["pit"] == 0) & (squares["closed"] == 0) & (squares["shelter"] == 0)
    for row in rows:
        s = batch.states[row]
        things = s.rally.things[:TOWERS]
        open_squares = free.copy()
        open_squares[things["x"], things["y"]] = False
        places = generator.permutation(np.argwhere(open_squares))
        for i in range(ROBOTS):
            robot = s.rally.robots[i]
            robot.x, robot.y = places[i]
            robot.facing = generator.integers(4)
        for i, card in enumerate(generator.permutation(cards_in(OPTION_DECK))[:16]):
            s.rally.robots[i % ROBOTS].options |= 1 << int(card)
            s.rally.option_deck ^= 1 << int(card)
        for i in range(TEAMS):
            settle_in_base(s, i, generator)
        s.rally.logged = 0
        things["health"] = generator.integers(1, TOWER_HEALTH + 1, TOWERS)
        s.bases["health"] = generator.integers(1, BASE_HEALTH // 4, TEAMS)


def settle_in_base(s, i, generator):
    """A robot in its base, which has an option."""
    robot = s.rally.robots[i]
    robot.x, robot.y = int(base_x(robot.team)), int(base_y(robot.team))
    install(s, i, OPTION + int(generator.choice(cards_in(robot.options))))


def cards_in(deck):
    return [card for card in range(OPTION_CARDS) if int(deck) >> card & 1]


class Ledger:
    """Scores as the log tells them."""

    def __init__(self, rows):
        self.tallies = {name: np.zeros((rows, ROBOTS), int) for name in SCORE.names}
        self.counts = np.zeros(len(RallyEvent) + len(Event), int)

    def begin(self, rows):
        for tally in self.tallies.values():
            tally[rows] = 0

    def read(self, rally):
        log = rally["log"]
        rows, entries = np.nonzero(np.arange(log.shape[1]) < rally["logged"][:, None])
        told = log[rows, entries]
        self.counts += np.bincount(told["kind"], minlength=len(self.counts))
        deaths = told["kind"] == RallyEvent.DESTROYED
        np.add.at(self.tallies["deaths"], (rows[deaths], told["robot"][deaths]), 1)
        for name, kinds in (
            ("kills", (Event.KILLED,)),
            ("objectives", (Event.TOWER_DESTROYED, Event.BASE_DESTROYED)),
        ):
            chosen = np.isin(told["kind"], kinds)
            credit = told["by"][chosen, None] >> np.arange(ROBOTS) & 1
            np.add.at(self.tallies[name], rows[chosen], credit)

    def check(self, scores):
        for name, tally in self.tallies.items():
            assert (scores[name] == tally).all(), name


def check_teams(states):
    """Hit points, tokens and what bases lend."""
    towers, bases = states["rally"]["things"][:, :TOWERS], states["bases"]
    robots = states["rally"]["robots"]
    assert ((towers["health"] >= 0) & (towers["health"] <= TOWER_HEALTH)).all()
    assert ((bases["health"] >= 0) & (bases["health"] <= BASE_HEALTH)).all()
    cards = bases["team_option"].astype(int)
    held = np.where(cards == NOBODY, 0, 1 << np.maximum(cards, 0))
    lent = np.where(cards == Option.ABLATIVE_COAT, 0, held)
    assert (robots["lent"] == np.tile(lent, ROBOTS // TEAMS)).all()
    coated = np.tile(cards == Option.ABLATIVE_COAT, ROBOTS // TEAMS)
    assert ((robots["tokens"] >= 0) & (robots["tokens"] <= coated * GREEN_TOKENS)).all()
    check_options(states["rally"], OPTION_DECK, *held.T)


def check_places(floor, states):
    """Nobody stands in a tower, in the enemy's base, or in the enemy's zone."""
    robots, towers = states["rally"]["robots"], states["rally"]["things"][:, :TOWERS]
    on_floor = robots["place"] == Place.FLOOR
    x, y = np.where(on_floor, robots["x"], 0), np.where(on_floor, robots["y"], 0)
    assert not (on_floor & (floor.squares["closed"][x, y] >> robots["team"] & 1)).any()
    foreign_zone = np.where(robots["team"] == Team.RED, x >= floor.width - 2, x < 2)
    assert not (on_floor & foreign_zone).any()
    for t in range(TOWERS):
        tower = towers[:, t, None]
        inside = (x == tower["x"]) & (y == tower["y"]) & (tower["health"] > 0)
        assert not (on_floor & inside).any()


@pytest.mark.slow
def test_ten_thousand_random_games_end_in_order_with_the_score_that_the_log_tells(capsys):
    batch = Batch(GAME, ROWS, {"max_turns": TURNS}, observe=False)
    generator = np.random.default_rng(0)
    batch.reset(0)
    stir(batch, np.arange(ROWS), generator)
    ledger = Ledger(ROWS)
    asked = np.zeros(ASKS, int)
    terminated = truncated = steps = 0
    while terminated + truncated < GAMES:
        ended = np.flatnonzero(batch.over)
        asked += np.bincount(batch.states["decision"][~batch.over], minlength=ASKS)
        batch.step(random_actions(batch, generator))
        stir(batch, ended, generator)
        ledger.begin(ended)
        ledger.read(batch.states["rally"])
        steps += 1
        terminated += int(batch.terminated.sum())
        truncated += int(batch.truncated.sum())
        assert (batch.masks.any(axis=1) | batch.over).all()
        ledger.check(batch.states["scores"])
        if steps % STEPS_BETWEEN_LOOKS == 0:
            check_table(batch.states["rally"])
            check_teams(batch.states)
            check_places(batch.setup[0].floor, batch.states)
    told = {kind: int(ledger.counts[kind]) for kind in (*RallyEvent, *Event)}
    with capsys.disabled():
        counts = ", ".join(f"{kind.name.lower()} {n}" for kind, n in told.items())
        print(f"\nended {terminated}, cut off {truncated}, {counts}")
    assert min(terminated, truncated) >= 500
    assert min(n for kind, n in told.items() if kind not in NEVER_TOLD) >= 20
    assert np.delete(asked, RallyAsk.SQUARE).min() >= 100
