"""Checks that every scripted player must pass, and functions that set up situations."""

import numpy as np

from cogarena.agents.registry import find
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.traces import random_actions
from cogarena.envs.rally.cards import KIND, Card


def choice(player, mask, observation):
    return int(player.act(np.array([0]), observation[None], mask[None])[0])


def begun(game, settings, seed=1):
    episode = Episode(game, settings)
    episode.reset(seed)
    return episode


def seen_by(episode, player, read, kind, seat=0):
    """The observation of a seat, decoded by a player's kernel `read`."""
    seen = np.zeros(1, kind)[0]
    _, observation = episode.view(seat)
    read(observation[None].view(episode.game.layout.dtype).reshape(-1)[0], player.tables, seen)
    return seen


def put(episode, seat, x, y, facing):
    robot = episode.s.rally.robots[seat]
    robot.x, robot.y, robot.facing = x, y, facing
    return robot


def deal(episode, *cards):
    robot = episode.s.rally.robots[0]
    robot.hand[:] = 0
    robot.hand[: len(cards)] = cards


def resume(episode, stage):
    """Continue the episode at a stage of the turn."""
    episode.s.stage = stage
    episode.s.rally.pending = 0
    episode.game.advance(episode.setup[0], episode.s)


def programmed(episode, player):
    """Let seat 0 program all its open registers; the kinds of its cards."""
    robot = episode.s.rally.robots[0]
    while 0 in robot.program:
        name, (slot,) = episode.game.actions.name(choice(player, *episode.view(0)))
        assert name == "card"
        robot.program[robot.program.tolist().index(0)] = robot.hand[slot]
        robot.hand[slot] = 0
    return [Card(KIND[card]) for card in robot.program]


def final_infos(game, settings, names, games, seed):
    """The final info of games from fixed seeds, with the player of that name in each seat."""
    batch = Batch(game, games, settings, autoreset=Autoreset.DISABLED, threads=1)
    batch.reset(seed)
    players = {name: find(name, game, settings) for name in set(names)}
    for player in players.values():
        player.begin(np.arange(games), batch.seeds.copy())
    ends = {}
    while len(ends) < games:
        actions = batch.masks.argmax(axis=1)
        for name, player in players.items():
            seats = [seat for seat, sits in enumerate(names) if sits == name]
            rows = np.flatnonzero(np.isin(batch.to_act, seats))
            actions[rows] = player.act(rows, batch.observations[rows], batch.masks[rows])
        batch.step(actions)
        for row, final_info in batch.final_infos.items():
            ends.setdefault(row, final_info)
        batch.reset(seed, batch.over.copy())
    batch.close()
    return [ends[row] for row in range(games)]


def mean_by_player(ends, names, key):
    """The mean of a figure that final infos give by seat, for each player."""
    figures = np.array([end[key] for end in ends], float)
    return {name: figures[:, [n == name for n in names]].mean() for name in set(names)}


def plays_legally_to_the_end(game, settings, seed):
    """Play one game; interpreted, only its first decisions."""
    player = find("scripted", game, settings)
    episode = begun(game, settings, seed)
    while not (episode.over or (INTERPRETED and episode.s.tick >= 12)):
        action = choice(player, episode.mask, episode.observation)
        assert episode.mask[action]
        episode.act(action)


def answers_legally(game, settings, steps, never=frozenset()):
    """Play until every question of the game was asked, except those that never are.

    In every other row a random player acts on: it gets into rare situations far sooner.
    """
    player, chance = find("scripted", game, settings), np.random.default_rng(3)
    batch = Batch(game, 64, settings, autoreset=Autoreset.SAME_STEP, threads=1)
    batch.reset(3)
    rows, left = np.arange(batch.n), set(game.decisions) - never
    while left and steps:
        asked = set(batch.states["decision"].tolist())
        assert not asked & never
        left, steps = left - asked, steps - 1
        actions = player.act(rows, batch.observations, batch.masks)
        assert batch.masks[rows, actions].all()
        batch.step(np.where(rows % 2, random_actions(batch, chance), actions))
    batch.close()
    assert not left


def rows_are_played_alike(game, player, settings):
    """The choice in a row is the same whether rows come together, backwards or alone."""
    batch = Batch(game, 5, settings, autoreset=Autoreset.SAME_STEP, threads=1)
    batch.reset(0)
    rows = np.arange(batch.n)
    for _ in range(5 if INTERPRETED else 200):
        together = player.act(rows, batch.observations, batch.masks)
        backwards = player.act(rows[::-1], batch.observations[::-1], batch.masks[::-1])[::-1]
        alone = [player.act(rows[:1], batch.observations[[i]], batch.masks[[i]])[0] for i in rows]
        assert together.tolist() == backwards.tolist() == alone
        batch.step(together)
    batch.close()


def only_the_observation_counts(game, settings):
    """A new player chooses the same in a copy whose hidden part is resampled."""
    player = find("scripted", game, settings)
    episode = begun(game, settings, seed=6)
    generator = np.random.default_rng(1)
    for moment in range(8 if INTERPRETED else 200):
        if moment % 50 == 0:
            newcomer = find("scripted", game, settings)
        twin = episode.copy()
        game.resample_hidden(twin.setup[0], twin.s, twin.to_act, generator)
        action = choice(player, episode.mask, episode.observation)
        assert choice(newcomer, *twin.view(twin.to_act)) == action
        episode.act(action)


def no_row_is_no_choice(game, player):
    none = np.zeros(0, np.int64)
    observations = np.zeros((0, game.layout.width), np.float32)
    masks = np.zeros((0, game.actions.count), np.int8)
    assert player.act(none, observations, masks).shape == (0,)
