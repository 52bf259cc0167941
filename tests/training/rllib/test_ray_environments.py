import numpy as np
import pytest

from support.games import secret_bids as bids
from support.roster import pick

pytest.importorskip("ray", reason="Ray has an environment of its own: make ray-test")

from cogarena.agents.registry import find
from cogarena.envs.core.episode import Episode
from cogarena.training.evaluation.evaluate import VALIDATION_SEEDS
from cogarena.training.ray.algorithm import CompetitiveEnv, SharedRewardEnv, remote_seed

LUCK = {"game": "luck", "settings": {"max_rounds": 5}, "network": {}, "num_envs": 3}
BIDS = {"game": "secret_bids", "settings": {"players": 3}, "network": {}}


def played(env, seed):
    """An episode of random legal actions, step by step."""
    generator = np.random.default_rng(1)
    views, _ = env.reset(seed=seed)
    while True:
        (agent,) = views
        action = pick(views[agent]["action_mask"], generator)
        views, rewards, terminated, truncated, infos = env.step({agent: action})
        yield views, rewards, terminated, truncated, infos
        if terminated["__all__"] or truncated["__all__"]:
            return


def test_a_batch_gives_observation_and_mask_together():
    env = SharedRewardEnv(LUCK)
    views, _ = env.reset(seed=1)
    assert env.observation_space.contains(views)
    assert np.array_equal(views["action_mask"], env.batch.masks)
    views, *_ = env.step(views["action_mask"].argmax(axis=1))
    assert env.observation_space.contains(views)
    env.close()


def test_a_row_that_has_ended_begins_anew_in_the_step_after():
    env = SharedRewardEnv(LUCK)
    views, _ = env.reset(seed=1)
    for _ in range(5):
        views, _, terminated, truncated, _ = env.step(views["action_mask"].argmax(axis=1))
    assert (terminated | truncated).all()
    views, rewards, terminated, truncated, _ = env.step(views["action_mask"].argmax(axis=1))
    assert not (terminated | truncated).any()
    assert views["action_mask"].any(axis=1).all()
    assert not rewards.any()
    env.close()


def test_the_last_info_of_a_row_tells_what_the_game_counted():
    env = SharedRewardEnv(LUCK)
    views, _ = env.reset(seed=1)
    infos = {}
    while not infos:
        views, _, _, _, infos = env.step(views["action_mask"].argmax(axis=1))
    assert "score" in infos
    env.close()


def test_only_the_agent_that_is_asked_sees_something():
    env = CompetitiveEnv(BIDS)
    views, _ = env.reset(seed=1)
    assert list(views) == ["player_0"]
    views, *_ = env.step({"player_0": 1})
    assert list(views) == ["player_1"]


def test_what_every_agent_earns_in_all_is_what_the_game_gave_it():
    env = CompetitiveEnv(BIDS)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for _, rewards, *_ in played(env, 3):
        for agent, reward in rewards.items():
            earned[agent] += reward
    episode = Episode(bids.GAME, {"players": 3})
    episode.reset(remote_seed(3))
    given, generator = np.zeros(3), np.random.default_rng(1)
    while not episode.over:
        episode.act(pick(episode.mask, generator))
        given += episode.rewards[:3]
    assert list(earned.values()) == given.tolist()
    assert given.any()


@pytest.mark.parametrize(("max_rounds", "ends"), [(100, (True, False)), (2, (False, True))])
def test_all_agents_end_together_and_in_the_same_way(max_rounds, ends):
    env = CompetitiveEnv(BIDS | {"settings": {"players": 3, "max_rounds": max_rounds}})
    *before, last = played(env, 3)
    views, rewards, terminated, truncated, infos = last
    assert (terminated, truncated) == ({"__all__": ends[0]}, {"__all__": ends[1]})
    assert list(views) == list(rewards) == list(infos) == env.possible_agents
    assert not any(step[2]["__all__"] or step[3]["__all__"] for step in before)


ADVISED = {"advice": "scripted"}


def test_a_batch_shows_the_advice_wherever_something_is_to_be_chosen():
    env = SharedRewardEnv({"game": "coop_td", "settings": {}, "network": ADVISED, "num_envs": 3})
    game = env.game
    views, _ = env.reset(seed=1)
    script, rows, ended = find("scripted", game), np.arange(3), 0
    for _ in range(300):
        advice = views["observation"][:, game.layout.width :]
        live = np.flatnonzero(views["action_mask"].any(axis=1))
        seen, masks = env.batch.observations[live], env.batch.masks[live]
        chosen = script.act(rows[live], seen, masks)
        assert env.observation_space.contains(views)
        assert (advice[live].argmax(axis=1) == chosen).all()
        assert (advice.sum(axis=1) == views["action_mask"].any(axis=1)).all()
        ended += 3 - len(live)
        views, *_ = env.step(advice.argmax(axis=1))
    assert ended
    env.close()


def test_every_agent_that_is_asked_is_shown_the_advice():
    settings = {"robots": 2, "max_turns": 2}
    env = CompetitiveEnv({"game": "race", "settings": settings, "network": ADVISED})
    width, script = env.aec.game.layout.width, find("scripted", env.aec.game, settings)
    views, ended = env.reset(seed=1)[0], False
    while not ended:
        ((agent, view),) = views.items()
        assert env.observation_spaces[agent].contains(view)
        seen, mask = view["observation"][None, :width], view["action_mask"][None]
        advised = view["observation"][width:].argmax()
        assert advised == script.act(np.zeros(1, np.int64), seen, mask)[0]
        views, _, terminated, truncated, _ = env.step({agent: advised})
        ended = terminated["__all__"] or truncated["__all__"]
    assert not any(view["observation"][width:].any() for view in views.values())


def test_an_episode_follows_another():
    env = CompetitiveEnv(BIDS)
    assert len(list(played(env, 3))) == len(list(played(env, None))) == 15


def test_workers_never_play_the_seeds_of_evaluations():
    seeds = [remote_seed(seed) for seed in range(1000)]
    assert len(set(seeds)) == 1000
    assert min(seeds) > 1000 * VALIDATION_SEEDS
