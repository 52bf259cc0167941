import dataclasses

import numpy as np
import pytest
import torch

from cogarena.agents.checkpoint import Network
from cogarena.agents.registry import find
from cogarena.agents.script import ADVICE, Adviser, scripted_games, shown_layout
from cogarena.agents.trained import TrainedAgent, build_policy
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.settings import read_settings
from support.games import luck

ADVISED = Network(advice="scripted", channels=(4,), plane_features=8, row_features=4, layers=(8,))
ROWS = np.arange(6)


def batch_of(game):
    batch = Batch(game, len(ROWS), threads=1)
    batch.reset(3)
    return batch


def adviser_of(game, batch, network=ADVISED):
    adviser = Adviser(game, network, {})
    adviser.begin(ROWS, batch.seeds)
    return adviser


@pytest.mark.parametrize("name", scripted_games())
def test_the_advice_is_what_the_scripted_player_would_do(name):
    game = registry.load(name)
    batch, script = batch_of(game), find("scripted", game)
    script.begin(ROWS, batch.seeds)
    adviser = adviser_of(game, batch)
    for _ in range(20):
        shown = adviser.beside(ROWS, batch.observations, batch.masks)
        chosen = script.act(ROWS, batch.observations, batch.masks)
        assert (shown[:, : game.layout.width] == batch.observations).all()
        assert (shown[:, game.layout.width :] == np.eye(game.actions.count)[chosen]).all()
        batch.step(chosen)


@pytest.mark.parametrize("name", scripted_games())
def test_a_new_policy_follows_its_adviser(name):
    game = registry.load(name)
    batch, script = batch_of(game), find("scripted", game)
    policy = TrainedAgent(build_policy(game, ADVISED), game, Adviser(game, ADVISED, {}))
    for player in (script, policy):
        player.begin(ROWS, batch.seeds)
    for _ in range(20):
        chosen = policy.act(ROWS, batch.observations, batch.masks)
        assert (chosen == script.act(ROWS, batch.observations, batch.masks)).all()
        batch.step(chosen)


def test_trust_is_what_the_advised_action_has_ahead_of_the_others():
    game = registry.load("race")
    batch = batch_of(game)
    policy = build_policy(game, dataclasses.replace(ADVISED, trust=2.5))
    shown = adviser_of(game, batch).beside(ROWS, batch.observations, batch.masks)
    advised = torch.from_numpy(shown[:, game.layout.width :]) > 0
    with torch.no_grad():
        features = policy.features_extractor(torch.from_numpy(shown))
        logits = policy.action_net(policy.mlp_extractor.forward_actor(features))
    assert (logits[advised] - logits[~advised].mean()).mean().item() == pytest.approx(2.5, abs=0.2)


def test_a_network_that_wants_no_advice_is_shown_the_observation():
    batch = batch_of(luck.GAME)
    adviser = adviser_of(luck.GAME, batch, Network())
    shown = adviser.beside(ROWS, batch.observations, batch.masks)
    assert (shown == batch.observations).all()
    assert shown_layout(luck.GAME, Network()) is luck.GAME.layout


def test_the_advice_is_the_last_piece_of_the_layout():
    game = registry.load("race")
    *own, advice = shown_layout(game, ADVISED).pieces
    assert tuple(own) == game.layout.pieces
    assert (advice.name, advice.shape) == (ADVICE, (game.actions.count,))


def test_an_adviser_goes_on_with_what_another_kept_in_mind():
    game = registry.load("rover")
    batch = batch_of(game)
    first = adviser_of(game, batch)
    for _ in range(60):
        shown = first.beside(ROWS, batch.observations, batch.masks)
        batch.step(shown[:, game.layout.width :].argmax(axis=1))
    second, forgetful = adviser_of(game, batch), adviser_of(game, batch)
    second.load_state(ROWS, first.state(ROWS))
    for _ in range(60):
        told = [
            adviser.beside(ROWS, batch.observations, batch.masks)
            for adviser in (first, second, forgetful)
        ]
        assert (told[0] == told[1]).all()
        batch.step(told[0][:, game.layout.width :].argmax(axis=1))
    assert not (first.state(ROWS) == forgetful.state(ROWS)).all()


def test_advice_is_refused_where_it_cannot_be_followed_or_given():
    with pytest.raises(SettingError, match=r'advice requires kind = "planes_and_sets"'):
        read_settings(Network, {"kind": "flat", "advice": "scripted"}, "a.toml: [network]")
    with pytest.raises(UnknownNameError, match="scripted agent"):
        Adviser(luck.GAME, ADVISED, {})
