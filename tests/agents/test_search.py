import dataclasses

import numpy as np
import pytest

from cogarena.agents import search
from cogarena.agents.match import choose
from cogarena.agents.one_seat import SeatedEpisode
from cogarena.agents.playouts import (
    DEFAULT,
    Playouts,
    Rollouts,
    SearchConfig,
    horizons,
    search_config,
)
from cogarena.agents.protocol import Stateless
from cogarena.agents.random import RandomAgent
from cogarena.agents.registry import find, find_agent
from cogarena.agents.script import scripted_agent
from cogarena.agents.search import NONE, Budget, Root, Search
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Score
from support.games import luck, secret_bids

BIDS = secret_bids.GAME
ROW = np.zeros(1, np.int64)
ALONE = np.zeros(6, np.int64)  # the same policy after every choice
SECRETIVE = [
    ("secret_bids", {}),
    ("race", {"robots": 3}),
    ("moba", {"team_size": 2, "start": "scattered", "options": 1}),
    ("powerball", {"robots": 3}),
    ("tower_defense", {"robots": 3}),
    ("rover", {"map_size": 20}),
    ("coop_td", {}),
]


def searching(game, settings=None, playouts=24, styles=()):
    """A search that plays copies on at random, and not far; turns of toy games are decisions."""
    turns = 1 if game.name in registry.names() else 20
    plays = Playouts(game, settings or {}, RandomAgent(), SearchConfig(turns), rows=64)
    return Search(plays, Budget(playouts), *styles)


def found(agent, episode, seed=5):
    """What the agent chooses at its first decision."""
    agent.begin(ROW, np.array([seed], np.uint64))
    seen, legal = episode.observation[None], episode.mask[None]
    return int(choose(agent, ROW, episode.states, seen, legal)[0])


def in_play(game, settings, decisions):
    """An episode after so many random decisions, where there is a choice."""
    episode = Episode(game, settings)
    episode.reset(1)
    generator = np.random.default_rng(0)
    while decisions > 0 or episode.mask.sum() < 2:
        episode.act(int(generator.choice(np.flatnonzero(episode.mask))))
        decisions -= 1
    return episode


def searched(monkeypatch, game, settings, episode):
    """The choice, and all that was found of every choice."""
    roots = []
    best = Root.best
    with monkeypatch.context() as patch:
        patch.setattr(Root, "best", lambda root, doubt: roots.append(root) or best(root, doubt))
        chosen = found(searching(game, settings), episode)
    return chosen, np.array(roots[0].values)


@pytest.mark.parametrize(("name", "settings"), SECRETIVE, ids=[name for name, _ in SECRETIVE])
@pytest.mark.parametrize("decisions", [1, 40])
def test_what_its_seat_cannot_know_changes_nothing(monkeypatch, name, settings, decisions):
    game = registry.load(name)
    episode = in_play(game, settings, 4 if name == "secret_bids" else decisions)
    otherwise = episode.copy()
    game.resample_hidden(episode.setup[0], otherwise.s, episode.to_act, np.random.default_rng(9))
    assert otherwise.states.tobytes() != episode.states.tobytes()
    assert np.array_equal(otherwise.observation, episode.observation)
    one = searched(monkeypatch, game, settings, episode)
    other = searched(monkeypatch, game, settings, otherwise)
    assert one[0] == other[0]
    assert np.array_equal(one[1], other[1], equal_nan=True)


def test_a_game_that_hides_nothing_would_be_found_out(monkeypatch):
    open_game = dataclasses.replace(BIDS, resample_hidden=lambda setup, s, seat, generator: None)
    episode = in_play(BIDS, {}, 4)
    otherwise = episode.copy()
    BIDS.resample_hidden(episode.setup[0], otherwise.s, episode.to_act, np.random.default_rng(9))
    one = searched(monkeypatch, open_game, {}, episode)
    other = searched(monkeypatch, open_game, {}, otherwise)
    assert not np.array_equal(one[1], other[1], equal_nan=True)


@pytest.mark.parametrize(("name", "settings"), SECRETIVE, ids=[name for name, _ in SECRETIVE])
def test_the_record_is_left_as_it_was(name, settings):
    game = registry.load(name)
    episode = in_play(game, settings, 1)
    before = episode.state_bytes()
    assert episode.mask[found(searching(game, settings), episode)]
    assert episode.state_bytes() == before


def test_the_better_choice_is_found():
    episode = Episode(luck.GAME, {"max_rounds": 2, "goal": 100})
    for seed in range(8):
        episode.reset(seed)
        episode.act(luck.ROLL)
        if episode.mask[luck.BANK]:
            agent = searching(luck.GAME, {"max_rounds": 2, "goal": 100})
            assert found(agent, episode) == luck.BANK


def test_the_only_legal_action_is_not_searched():
    episode = Episode(luck.GAME)
    episode.reset(0)
    agent = searching(luck.GAME)
    assert found(agent, episode) == luck.ROLL
    assert agent.playouts.played == 0


def returns(agents, seeds, rows):
    from cogarena.training.evaluation.evaluate import evaluate

    return evaluate(BIDS, {}, agents, seeds, rows=rows).returns


def test_an_episode_does_not_depend_on_the_rows_beside_it():
    agents = [searching(BIDS), RandomAgent(), searching(BIDS, playouts=10)]
    together = returns(agents, range(6), 6)
    assert np.array_equal(together, returns(agents, range(6), 2))
    assert np.array_equal(together[4:5], returns(agents, range(4, 5), 1))


def test_it_beats_random_players():
    agents = [searching(BIDS, playouts=60), RandomAgent(), RandomAgent()]
    earned = returns(agents, range(200), 200)[:, 0]
    assert earned.mean() - 2 * earned.std() / np.sqrt(len(earned)) > 0


@pytest.mark.parametrize("playouts", [1, 10, 64, 200])
def test_the_budget_is_kept(playouts):
    episode = in_play(BIDS, {}, 0)
    agent = searching(BIDS, playouts=playouts)
    found(agent, episode)
    legal = int(episode.mask.sum())
    once_each = sum(max(2, -(-legal // 2**i)) for i in range(3))  # a copy a round is the least
    assert agent.playouts.played <= max(playouts, once_each)
    assert agent.playouts.played >= playouts * 0.6


def test_the_time_is_kept(monkeypatch):
    now = [0.0]

    class Slow(Playouts):
        def values(self, rollouts):
            now[0] += 0.01 * len(rollouts.records)
            return super().values(rollouts)

    monkeypatch.setattr(search.time, "perf_counter", lambda: now[0])
    agent = Search(Slow(BIDS, {}, RandomAgent(), DEFAULT), Budget(seconds=1.0))
    found(agent, in_play(BIDS, {}, 0))
    assert 0.5 < now[0] <= 1.0


class Stubborn(Stateless):
    """Takes the last legal action."""

    def act(self, rows, observations, masks):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def test_the_script_is_followed_where_nothing_is_better():
    agent = searching(BIDS, styles=[Stubborn()])
    agent.playouts.values = lambda rollouts: np.zeros((2, len(rollouts.records)))
    episode = in_play(BIDS, {}, 0)
    assert found(agent, episode) == np.flatnonzero(episode.mask)[-1]


class Counting(Stubborn):
    """Keeps in mind how often it was asked in each row."""

    def __init__(self):
        self.asked = np.zeros(256, np.int64)
        self.remembered = []

    def begin(self, rows, seeds):
        self.asked[rows] = 0

    def act(self, rows, observations, masks):
        self.asked[rows] += 1
        return super().act(rows, observations, masks)

    def state(self, rows):
        return self.asked[rows]

    def load_state(self, rows, state):
        self.asked[rows] = state
        self.remembered += state.tolist()


def test_the_copies_are_played_on_with_the_state_of_the_script():
    policy, style, batch = Counting(), Counting(), Batch(BIDS, 2, {})
    agent = Search(Playouts(BIDS, {}, policy, DEFAULT), Budget(8), style)
    batch.reset(0)
    agent.begin(np.arange(2), batch.seeds)
    style.asked[:2] = 10, 20
    agent.plan(np.arange(2), batch.states, batch.observations, batch.masks)
    assert set(policy.remembered) == {11, 21}
    assert policy.remembered.count(11) == policy.remembered.count(21)
    assert style.remembered == []


def root(default, *values):
    """A root with three choices and what they came to on each copy."""
    made = Root(np.zeros(1, BIDS.state), 0, np.array([4, 6, 9]), default, (0, 0), ALONE)
    made.values = [np.array(row, float) for row in values]
    return made


def test_the_best_mean_is_chosen_where_there_is_no_script():
    assert root(NONE, (0, 3, 1), (0, 1, 2)).best(1.0) == 1


def test_the_scripted_action_gives_way_only_to_a_significantly_better_one():
    assert root(0, (0, 3, 0), (0, -2, 0)).best(1.0) == 0
    assert root(0, (0, 3, 0), (0, 2, 0)).best(1.0) == 1
    assert root(0, (0, 3, 0), (0, 2, 0)).best(9.0) == 0
    assert root(0, (0, 3, 0)).best(1.0) == 0


def test_the_worse_half_is_dropped_but_never_the_scripted_action():
    tried = Root(np.zeros(1, BIDS.state), 0, np.arange(6), 5, (0, 0), ALONE)
    tried.note(np.array([[1, 9, 3, 8, 2, 0], [1, 9, 3, 8, 2, 0]], float))
    assert tried.left == [1, 2, 3, 5]
    tried.note(np.array([[9, 3, 8, 0]], float))
    assert tried.left == [1, 3, 5]
    assert np.isnan(tried.values[2][[0, 4]]).all()


def test_every_choice_is_tried_on_the_same_copies():
    tried = Root(in_play(BIDS, {}, 4).states, 1, np.arange(1, 5), NONE, (3, 1), ALONE)
    setup = Playouts(BIDS, {}, RandomAgent(), DEFAULT).setup[0]
    records, actions, seats, seeds, _, _ = tried.rollouts(BIDS, setup, 2)
    assert actions.tolist() == [1, 2, 3, 4] * 2
    assert seats.tolist() == [1] * 8
    assert len({r.tobytes() for r in records[:4]}) == len(set(seeds[:4].tolist())) == 1
    assert seeds[0] != seeds[4]


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("search", Budget()),
        ("search:50", Budget(50)),
        ("search:2s", Budget(seconds=2.0)),
        ("search:0.5s", Budget(seconds=0.5)),
    ],
)
def test_it_is_found_by_its_budget(name, budget):
    assert find(name, BIDS).budget == budget


@pytest.mark.parametrize("name", ["search:", "search:0", "search:-3", "search:many", "search:s"])
def test_a_wrong_budget_is_refused_with_what_is_right(name):
    with pytest.raises(UnknownNameError, match="search:PLAYOUTS"):
        find(name, BIDS)


def test_it_is_refused_where_records_are_not_handed_out():
    with pytest.raises(SettingError, match="search:5"):
        find_agent("search:5", BIDS)
    assert isinstance(find_agent("random", BIDS), RandomAgent)


def test_it_plays_as_an_opponent():
    episode = SeatedEpisode(BIDS, seat="player_1", opponents="search:6,random")
    episode.reset(0)
    assert episode.opponents.players[0].playouts.played > 0
    assert episode.to_act == 1


@pytest.mark.parametrize("name", ["moba", "tower_defense"])
def test_it_plays_by_the_script_where_there_is_one(name):
    game = registry.load(name)
    settings = {"max_turns": 2} | ({"team_size": 1} if name == "moba" else {"robots": 2})
    agent = find("search:6", game, settings)
    episode = Episode(game, settings)
    episode.reset(0)
    agent.begin(ROW, np.array([0], np.uint64))
    for _ in range(6):
        seen, legal = episode.observation[None], episode.mask[None]
        episode.act(choose(agent, ROW, episode.states, seen, legal)[0])
    assert agent.playouts.played > 0


def test_the_planets_to_come_are_hidden_too():
    game = registry.load("rover")
    episode = in_play(game, {"map_size": 20}, 3)
    levels = set()
    for seed in range(3):
        twin = episode.copy()
        game.resample_hidden(twin.setup[0], twin.s, 0, np.random.default_rng(seed))
        levels.add(int(twin.s.level))
    assert len(levels | {int(episode.s.level)}) == 4


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_a_search_config_that_fits_it(name):
    game = registry.load(name)
    Playouts(game, {}, RandomAgent(), search_config(game), rows=1)


def value_of_first_bid(config, game=BIDS):
    """What the own seat has after its first bid, of which nothing is known yet."""
    plays = Playouts(game, {}, RandomAgent(), config, rows=4)
    episode = in_play(BIDS, {}, 0)
    rollouts = Rollouts(episode.states, np.array([1]), np.array([0]), np.zeros(1, np.uint64))
    return plays.values(rollouts)[0][0]


def test_the_score_of_the_game_counts_as_much_as_it_is_value_of():
    scored = dataclasses.replace(
        BIDS, score=Score("nine for the first", lambda setup, s: (9, 3, 3))
    )
    assert value_of_first_bid(SearchConfig(1), scored) == 0
    assert value_of_first_bid(SearchConfig(1, score_weight=0.5), scored) == 3


def test_the_value_of_a_copy_does_not_depend_on_the_number_of_threads():
    game = registry.load("moba")
    policy, config = scripted_agent(game, {}), search_config(game)
    batch = Batch(game, 50)
    batch.reset(3)
    rollouts = Rollouts(
        batch.states, batch.masks.argmax(axis=1), batch.to_act.astype(np.int64), batch.seeds
    )
    alone, shared = (Playouts(game, {}, policy, config, threads=n) for n in (1, 3))
    values, lost = alone.values(rollouts)
    assert len(np.unique(values)) > 10
    assert [each.tolist() for each in shared.values(rollouts)] == [values.tolist(), lost.tolist()]


def test_policies_with_a_memory_are_not_shared_by_threads():
    game = registry.load("rover")
    policy, config = scripted_agent(game, {}), dataclasses.replace(search_config(game), horizon=30)
    batch = Batch(game, 60)
    batch.reset(0)
    rollouts = Rollouts(
        batch.states, batch.masks.argmax(axis=1), np.zeros(60, np.int64), batch.seeds
    )
    found = [Playouts(game, {}, policy, config, threads=n).values(rollouts)[0] for n in (1, 3)]
    assert found[0].tolist() == found[1].tolist()


def test_copies_are_played_on_for_as_long_as_their_seed_says():
    config = SearchConfig(20, horizon_spread=5)
    turns = horizons(config, np.arange(110, dtype=np.uint64))
    assert np.array_equal(np.unique(turns, return_counts=True), [range(15, 26), [10] * 11])
    assert horizons(SearchConfig(20), np.arange(3, dtype=np.uint64)).tolist() == [20] * 3
