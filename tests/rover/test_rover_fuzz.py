"""Random campaigns: the record stays consistent, and rewards match data and factories."""

from collections import Counter, deque

import numpy as np
import pytest

from cogarena.envs.core.batch import Batch
from cogarena.envs.core.grid import DX, DY
from cogarena.envs.rover.game import GAME
from cogarena.envs.rover.state import ACTIONS, LOG, Event, Outcome, Reward
from cogarena.envs.rover.tables import KIND, Nature, Terrain, Thing
from support.invariants.rover import check_campaign

ROWS = 64
EPISODES = 150  # of each of the examples
STEPS_BETWEEN_LOOKS = 25
WEIGHTS = {
    "wait": 0.4, "move": 4, "aim": 8, "activate": 2, "toggle": 1, "install": 0.3, "remove": 0.3,
    "drop": 0.1, "use": 30, "select": 1,
}  # fmt: skip
WEIGHT = np.array([WEIGHTS[ACTIONS.name(action)[0]] for action in range(ACTIONS.count)])
PRICES = {Thing.WORKSHOP: 6, Thing.REPAIR_BAY: 4, Thing.OBSERVATORY: 3}
FOUNDRY_PRICES = (15, 35)
MOVE = ACTIONS.start("move")
WAYS = tuple(zip(DX.tolist(), DY.tolist(), strict=True))


class Campaigns:
    """A batch of random play that compares what changed with what was logged."""

    def __init__(self, settings, *, rows=ROWS, seed=0):
        self.batch = Batch(GAME, rows, settings, threads=1)
        self.generator = np.random.default_rng(seed)
        self.batch.reset(seed)
        self.earned = np.zeros(rows)
        self.actions, self.events = Counter(), Counter()
        self.episodes = self.won = self.steps = 0
        self.read_log()

    @property
    def states(self):
        return self.batch.states

    def choose(self):
        """Legal actions at random, by the weights of their blocks."""
        chances = np.cumsum(self.batch.masks * WEIGHT, axis=1)
        picks = self.generator.random(len(chances)) * chances[:, -1]
        return (chances > picks[:, None]).argmax(axis=1)

    def step(self, actions):
        """Step, and compare what changed with the log."""
        running = ~self.batch.over
        before = self.states["entities"][:, 0].copy()
        planets = self.states["planet"].copy()
        self.batch.step(actions)
        self.earned[~running] = 0
        self.earned += self.batch.rewards[:, 0]
        self.steps += 1
        self.actions.update(ACTIONS.name(int(action))[0] for action in actions[running])
        self.read_log()
        self.check_accounts()
        for row in np.flatnonzero(running):
            check_rover(before[row], int(planets[row]), self.states[row], int(actions[row]))
        self.episodes += int(self.batch.over.sum())
        self.won += int((self.states["outcome"][self.batch.over] == Outcome.WON).sum())
        assert (self.batch.masks.any(axis=1) == ~self.batch.over).all()

    def read_log(self):
        log, logged = self.states["log"], self.states["logged"]
        told = log["what"][np.arange(LOG) < logged[:, None]]
        self.events.update(Event(int(what)) for what in told)

    def check_accounts(self):
        """V28: all rewards of an episode are its data and its factories."""
        gathered, factories = self.states["gathered"], self.states["factories"]
        sparse = self.batch.setup[0].reward_kind == Reward.SPARSE
        assert (self.earned == (factories if sparse else gathered + 20 * factories)).all()

    def check(self):
        for s in self.states:
            check_campaign(self.batch.setup[0], s)
        shown = self.batch.observations
        assert (shown >= GAME.layout.low).all() and (shown <= GAME.layout.high).all()

    def play(self, choose, episodes):
        """Play until so many episodes have ended."""
        while self.episodes < episodes:
            self.step(choose())
            if self.steps % STEPS_BETWEEN_LOOKS == 0:
                self.check()


def told(notes, what, only=None):
    """The values of events of a kind, of one entity or of all."""
    return [int(note.value) for note in notes if note.what == what and only in (None, note.who)]


def check_rover(before, planet, s, action):
    """Data, integrity and the bag of the rover change as the log says."""
    notes = s.log[: s.logged]
    rover, hits = s.entities[0], told(notes, Event.HIT, 0)
    spent = sum(price(thing, before.kind) for thing in told(notes, Event.SITE_USED))
    stolen = sum(told(notes, Event.STOLEN))
    gained = int(rover.datum) - int(before.datum) + spent + stolen
    assert gained == sum(told(notes, Event.ANALYZED)) + sum(told(notes, Event.DESTROYED))
    if rover.kind == before.kind:
        lost = int(before.integrity) + int(before.shielding) - rover.integrity - rover.shielding
        own = told(notes, Event.REPAIRED, 0) + told(notes, Event.SHIELDED, 0)
        mended = sum(told(notes, Event.HULL_REPAIRED)) + sum(own)
        assert lost == sum(hits) - mended or (rover.integrity == 0 and lost <= sum(hits))
    if action == 0:
        assert rover.energy == before.energy - 1 + sum(told(notes, Event.RECHARGED))
    for module in told(notes, Event.FOUND):
        assert module in s.bag["module"]
    for note in notes:
        if note.what == Event.DESTROYED:
            assert s.entities[note.who].integrity == 0 or rover.energy == 0
    assert (planet != s.planet) == bool(told(notes, Event.LANDED))


def price(thing, chassis):
    return FOUNDRY_PRICES[chassis] if thing == Thing.FOUNDRY else PRICES[Thing(thing)]


def way_to(s, goals):
    """The first step of a shortest way on foot, as an action; to wait if there is none."""
    start = (int(s.entities[0].x), int(s.entities[0].y))
    blocked, goals = (s.terrain >= Terrain.WATER).tolist(), set(goals)
    queue, first = deque([start]), {start: 0}
    while queue:
        x, y = here = queue.popleft()
        if here in goals:
            return first[here]
        for direction, (dx, dy) in enumerate(WAYS):
            there = (x + dx, y + dy)
            if there not in first and not blocked[there[1]][there[0]]:
                first[there] = first[here] or MOVE + direction
                queue.append(there)
    return 0


def guided(campaigns):
    """Random actions, but often a step to the warden, to sites and caches, or back to the pod."""
    actions = campaigns.choose()
    for row in np.flatnonzero(campaigns.generator.random(len(actions)) < 0.6):
        s = campaigns.states[row]
        step = way_to(s, goals_of(s))
        if not campaigns.batch.over[row] and campaigns.batch.masks[row, step]:
            actions[row] = step
    return actions


def goals_of(s):
    rover = s.entities[0]
    if s.shut or rover.energy < 30:
        return [(int(s.pod_x), int(s.pod_y))]
    wanted = {Thing.HULL_REPAIR: rover.integrity < 10, Thing.FOUNDRY: rover.datum >= 15,
              Thing.WORKSHOP: rover.datum >= 6}  # fmt: skip
    lying = np.isin(s.thing, [thing for thing, is_wanted in wanted.items() if is_wanted])
    lying |= (s.thing > Thing.CACHE) & (s.bag["module"] == 0).any()
    if lying.any():
        return [(int(x), int(y)) for y, x in np.argwhere(lying)]
    wardens = [e for e in s.entities[1 : s.count] if KIND[e.kind].nature == Nature.WARDEN]
    return [(int(warden.x), int(warden.y)) for warden in wardens]


@pytest.mark.slow
@pytest.mark.parametrize("settings", GAME.examples, ids=lambda one: "-".join(one) or "default")
def test_v28_random_campaigns_stay_in_order_and_pay_what_came_in(settings):
    campaigns = Campaigns(settings)
    campaigns.check()
    campaigns.play(campaigns.choose, EPISODES)
    assert campaigns.episodes >= EPISODES


ARMED = {
    "planets": 2,
    "map_size": 20,
    "hostiles": 0.5,
    "start_modules": ("Volt Sink", "Quantumn Probe", "Voltage Transporter", "Area Charge",
                      "Decibel Cannon", "Range Launcher", "Regenerative Bolt", "Repair Kit"),
}  # fmt: skip


@pytest.mark.slow
def test_v27_guided_campaigns_meet_every_action_and_every_event():
    campaigns = Campaigns(ARMED, rows=48)
    campaigns.play(lambda: guided(campaigns), 100)
    seen = {what.name: campaigns.events[what] for what in Event}
    assert all(campaigns.actions[name] >= 10 for name in WEIGHTS), campaigns.actions
    assert all(count >= 5 for count in seen.values()), seen
    assert campaigns.won >= 1
