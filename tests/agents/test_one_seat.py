import copy
import dataclasses
import pickle
from pathlib import Path

import numpy as np
import pytest

from cogarena.agents.match import SEED_STRIDE
from cogarena.agents.one_seat import Opponents, SeatedBatch, SeatedEpisode
from cogarena.agents.protocol import Stateless
from cogarena.agents.random import RandomAgent
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Autoreset
from cogarena.envs.core.episode import Episode, next_seed
from cogarena.envs.core.errors import IllegalActionError, SettingError, UnknownNameError
from cogarena.envs.core.jit import kernel
from support.games import secret_bids

BIDS = secret_bids.GAME
step_bids = secret_bids.step
TABLES = [
    ("secret_bids", {}),
    ("race", {"robots": 3, "lives": 1, "max_turns": 6, "reward": "flags"}),
    ("moba", {"team_size": 2, "start": "scattered", "max_turns": 4, "reward": "shaped"}),
    ("powerball", {"robots": 3, "max_turns": 4}),
    ("tower_defense", {"robots": 3, "max_turns": 4}),
    ("coop_td", {"heroes": ("glorbud", "keith"), "max_rounds": 4, "reward": "shaped"}),
]
each_table = pytest.mark.parametrize(("name", "settings"), TABLES, ids=[name for name, _ in TABLES])
ROW = np.zeros(1, np.int64)


def pick(mask, generator):
    return int(generator.choice(np.flatnonzero(mask)))


def played(episode, generator):
    """What the learner is shown from here to the end: (observation, mask, reward) by decision."""
    shown = []
    while not episode.over:
        shown.append((episode.observation, episode.mask, episode.rewards.item(0)))
        episode.act(pick(episode.mask, generator))
    return [*shown, (episode.observation, episode.mask, episode.rewards.item(0))]


def played_by_hand(game, settings, seat, seed, generator):
    """The same by the plain rules: one random player, told of the episode as opponents are."""
    episode, opponent, shown, earned = Episode(game, settings), RandomAgent(), [], 0.0
    episode.reset(seed)
    opponent.begin(ROW, np.array([seed + SEED_STRIDE], np.uint64))
    acted = False
    while not episode.over:
        mask, observation = episode.mask, episode.observation
        if episode.to_act == seat:
            shown.append((observation, mask, earned if acted else 0.0))
            earned, acted = 0.0 if acted else earned, True
            episode.act(pick(mask, generator))
        else:
            episode.act(opponent.act(ROW, observation[None], mask[None])[0])
        earned += episode.rewards.item(seat)
    mask, observation = episode.view(seat)
    return [*shown, (observation, mask, earned)]


def same(some, others):
    assert len(some) == len(others)
    for one, other in zip(some, others, strict=True):
        assert np.array_equal(one[0], other[0])
        assert np.array_equal(one[1], other[1])
        assert one[2] == pytest.approx(other[2], abs=1e-5)
    return True


@each_table
@pytest.mark.parametrize("seat", [0, 1])
def test_the_learner_is_shown_what_its_seat_sees_in_the_plain_game(name, settings, seat):
    game = registry.load(name)
    episode = SeatedEpisode(game, settings, seat=game.agents(game.read(settings))[seat])
    for seed in range(3):
        episode.reset(seed)
        ours = played(episode, np.random.default_rng(seed))
        theirs = played_by_hand(game, settings, seat, seed, np.random.default_rng(seed))
        assert same(ours, theirs)


@each_table
@pytest.mark.parametrize("mode", list(Autoreset))
def test_a_row_of_a_batch_is_the_episode_of_its_seed(name, settings, mode):
    game = registry.load(name)
    batch = SeatedBatch(game, 4, settings, seat="random", autoreset=mode)
    episodes = [SeatedEpisode(game, settings, seat="random") for _ in range(4)]
    batch.reset(20)
    for row, episode in enumerate(episodes):
        episode.reset(20 + row)
    generator = np.random.default_rng(0)
    ends = 0
    while ends < 6:
        actions = [0 if episode.over else pick(episode.mask, generator) for episode in episodes]
        batch.step(actions)
        for row, (episode, action) in enumerate(zip(episodes, actions, strict=True)):
            ends += follows(batch, row, episode, action)
        if mode is Autoreset.DISABLED and batch.over.any():
            for row in np.flatnonzero(batch.over):
                episodes[row].reset_next()
            batch.reset(rows=batch.over.copy())


def follows(batch, row, episode, action):
    """Do with an episode what the batch did in a row, and compare; whether it ended."""
    if episode.over:
        episode.reset_next()
        assert batch.earned[row] == 0
    else:
        episode.act(action)
        assert batch.earned[row] == episode.rewards[0]
    assert (batch.terminated[row], batch.truncated[row]) == (episode.terminated, episode.truncated)
    ended = episode.over
    if ended:
        assert repr(batch.final_infos[row]) == repr(episode.final_info())
        if batch.autoreset is Autoreset.SAME_STEP:
            assert np.array_equal(batch.final_observations[row], episode.observation)
            episode.reset_next()
    assert batch.seats[row] == episode.seat
    assert np.array_equal(batch.observations[row], episode.observation)
    assert np.array_equal(batch.masks[row], episode.mask)
    return ended


def second_wins(settings, setup, s):
    """A final info by which the second of three players won, in a team with the first."""
    return {"won": [False, True, False], "team_won": [True, True, False], "scores": [1, 2, 3]}


TOLD_BIDS = dataclasses.replace(BIDS, final_info=second_wins)


@pytest.mark.parametrize(
    ("seat", "won", "team_won"),
    [("player_0", False, True), ("player_1", True, True), ("player_2", False, False)],
)
def test_the_learner_is_told_whether_its_own_seat_won(seat, won, team_won):
    episode = SeatedEpisode(TOLD_BIDS, seat=seat)
    episode.reset(0)
    played(episode, np.random.default_rng(0))
    assert episode.final_info() == {"won": won, "team_won": team_won, "scores": [1, 2, 3]}


@pytest.mark.parametrize("mode", list(Autoreset))
def test_a_batch_tells_whether_the_seat_of_the_ended_episode_won(mode):
    batch = SeatedBatch(TOLD_BIDS, 8, seat="random", autoreset=mode)
    batch.reset(0)
    seats = batch.seats.copy()
    while not batch.final_infos:
        batch.step(batch.masks.argmax(axis=1))
    told = [info["won"] for _, info in sorted(batch.final_infos.items())]
    assert told == (seats == 1).tolist()


def test_a_learner_that_is_out_of_the_game_is_shown_its_end_in_its_last_step():
    settings = {"robots": 4, "lives": 1, "board": "sinkhole"}
    episode = SeatedEpisode(registry.load("race"), settings)
    generator = np.random.default_rng(0)
    waited = 0
    for seed in range(10):
        episode.reset(seed)
        while not episode.over:
            turn = int(episode.s.turn)
            episode.act(pick(episode.mask, generator))
        waited = max(waited, int(episode.s.turn) - turn)
    assert waited > 2


def test_a_random_seat_comes_from_the_seed_and_every_seat_comes():
    opponents = Opponents(BIDS, {"players": 4}, "random")
    seeds = np.arange(200, dtype=np.uint64)
    seats = opponents.seats(seeds)
    assert np.bincount(seats, minlength=4).min() > 30
    assert np.array_equal(opponents.seats(seeds[50:60]), seats[50:60])


def test_the_first_seat_is_the_learners_where_none_is_named():
    assert SeatedEpisode(BIDS).seat == 0
    assert SeatedEpisode(BIDS, seat="player_2").seat == 2


class Named(Stateless):
    """Bids its lowest card, and notes how many it had."""

    def __init__(self):
        self.asked = []

    def act(self, rows, observations, masks):
        self.asked += [int(mask.sum()) for mask in masks]
        return masks.argmax(axis=1)


def asked_once(players, seat):
    """Who is asked how often until the learner has acted once."""
    episode = SeatedEpisode(BIDS, {"players": 4}, seat=seat, opponents=players)
    episode.reset(0)
    before = [len(player.asked) for player in episode.opponents.players[:3]]
    episode.act(1)
    return before, [len(player.asked) for player in episode.opponents.players[:3]]


def test_a_list_seats_opponents_in_the_order_of_the_other_seats():
    before, after = asked_once([Named(), Named(), Named()], "player_1")
    assert before == [1, 0, 0]
    assert after == [2, 1, 1]


def test_a_mapping_seats_opponents_by_name():
    first, second, third = Named(), Named(), Named()
    players = {"player_3": first, "player_0": second, "player_1": third}
    episode = SeatedEpisode(BIDS, {"players": 4}, seat="player_2", opponents=players)
    episode.reset(0)
    assert [len(player.asked) for player in (first, second, third)] == [0, 1, 1]


def test_one_opponent_plays_all_other_seats():
    player = Named()
    episode = SeatedEpisode(BIDS, {"players": 4}, seat="player_3", opponents=player)
    episode.reset(0)
    assert len(player.asked) == 3


def test_names_with_commas_between_are_a_list():
    opponents = Opponents(BIDS, {"players": 3}, "player_0", "random, random")
    assert [type(player) for player in opponents.players] == [RandomAgent, RandomAgent]


def test_two_random_opponents_do_not_think_alike():
    opponents = Opponents(BIDS, {"players": 3}, "player_0", "random,random")
    opponents.begin(ROW, np.array([4], np.uint64))
    masks, nothing = np.ones((1, 100), np.int8), np.zeros((1, 1), np.float32)
    one, other = (
        [player.act(ROW, nothing, masks)[0] for _ in range(9)] for player in opponents.players
    )
    assert one != other


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"seat": "player_9"}, UnknownNameError, "player_2, random"),
        ({"opponents": "scriptde"}, UnknownNameError, "scripted"),
        ({"opponents": "random,random,random"}, SettingError, "3 opponents for 2 other seats"),
        ({"opponents": []}, SettingError, "0 opponents"),
        ({"opponents": {"player_1": "random"}}, SettingError, "named for player_2"),
        ({"opponents": {"player_7": "random"}}, UnknownNameError, "player_1"),
        ({"opponents": {"player_1": "random"}, "seat": "random"}, SettingError, "player_0"),
        ({"opponents": 3}, SettingError, "not 3"),
        ({"opponents": Path("no_such_folder")}, UnknownNameError, "no_such_folder"),
    ],
)
@pytest.mark.parametrize("kind", [SeatedEpisode, lambda game, **k: SeatedBatch(game, 2, **k)])
def test_wrong_arguments_are_refused_with_the_right_ones(kind, arguments, error, words):
    with pytest.raises(error, match=words):
        kind(BIDS, **arguments)


class Cheat(Stateless):
    def act(self, rows, observations, masks):
        return np.zeros(len(rows), np.int64)


def test_an_illegal_action_of_an_opponent_is_refused():
    with pytest.raises(IllegalActionError, match="for player_0"):
        SeatedEpisode(BIDS, seat="player_1", opponents=Cheat()).reset(0)
    with pytest.raises(IllegalActionError, match="row 0 is not legal for player_0"):
        SeatedBatch(BIDS, 2, seat="player_1", opponents=Cheat()).reset(0)


@kernel
def step_to_a_sudden_end(setup, s, action):
    """Secret Bids, where the very first bid for an odd prize ends the game."""
    sudden = s.tick == 0 and s.prize % 2 == 1
    step_bids(setup, s, action)
    if sudden:
        s.terminated = True


def ends_at_once(seed):
    episode = Episode(BIDS)
    episode.reset(seed)
    return bool(episode.s.prize % 2)


def test_an_episode_that_ends_before_the_learner_is_asked_is_not_shown():
    sudden = dataclasses.replace(BIDS, name="sudden_bids", step=step_to_a_sudden_end)
    odd = next(seed for seed in range(100) if ends_at_once(seed))
    seed = next_seed(odd)
    while ends_at_once(seed):
        seed = next_seed(seed)
    episode = SeatedEpisode(sudden, seat="player_1")
    episode.reset(odd)
    assert episode.seed == seed
    assert episode.mask.any()
    batch = SeatedBatch(sudden, 3, seat="player_1")
    batch.reset([odd, seed, odd])
    assert batch.seeds.tolist() == [seed] * 3
    assert batch.masks.any(axis=1).all()


@each_table
@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))]
)
def test_a_copy_goes_on_alike_with_opponents_of_its_own(name, settings, twin):
    game = registry.load(name)
    episode = SeatedEpisode(game, settings, seat="random")
    episode.reset(3)
    episode.act(pick(episode.mask, np.random.default_rng(1)))
    other = twin(episode)
    assert same(played(episode, np.random.default_rng(2)), played(other, np.random.default_rng(2)))
    assert other.states.tobytes() == episode.states.tobytes()


def test_a_copied_batch_goes_on_alike():
    batch = SeatedBatch(BIDS, 5, seat="random")
    batch.reset(1)
    other = pickle.loads(pickle.dumps(batch))
    for _ in range(12):
        for one in (batch, other):
            one.step(one.masks.argmax(axis=1))
        assert batch.states.tobytes() == other.states.tobytes()
        assert np.array_equal(batch.earned, other.earned)


def test_a_restored_state_is_played_on_to_the_learner():
    plain = Episode(BIDS)
    plain.reset(5)
    episode = SeatedEpisode(BIDS, seat="player_2")
    episode.reset(0)
    episode.restore(plain.state_bytes())
    assert (episode.to_act, episode.seed, int(episode.s.tick)) == (2, 5, 2)
    assert episode.mask.any()


def test_events_are_told_from_one_decision_of_the_learner_to_the_next():
    settings = {"team_size": 2, "start": "scattered"}
    episode = SeatedEpisode(registry.load("moba"), settings)
    plain, opponent = Episode(registry.load("moba"), settings), RandomAgent()
    episode.reset(0)
    plain.reset(0)
    opponent.begin(ROW, np.array([SEED_STRIDE], np.uint64))
    told = 0
    for _ in range(40):
        action = int(episode.mask.argmax())
        episode.act(action)
        plain.act(action)
        events = plain.events()
        while not plain.over and plain.to_act != 0:
            plain.act(opponent.act(ROW, plain.observation[None], plain.mask[None])[0])
            events += plain.events()
        assert episode.events() == events
        told += len(events)
    assert told


def test_beginning_is_told_to_every_player_once():
    class Told(Named):
        def begin(self, rows, seeds):
            self.told = (rows.tolist(), seeds.tolist())

    player = Told()
    batch = SeatedBatch(BIDS, 3, opponents=player)
    batch.reset([4, 5, 6])
    assert player.told == ([0, 1, 2], [4 + SEED_STRIDE, 5 + SEED_STRIDE, 6 + SEED_STRIDE])
