from types import SimpleNamespace

import numpy as np
import pytest
import torch
from gymnasium.spaces import Box, Discrete
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from cogarena.training.self_play.ppo import SeatedRolloutBuffer
from cogarena.training.self_play.tables import StepReport

GAMMA, LAMBDA = 0.97, 0.9
SPACES = Box(-1.0, 1.0, (2,)), Discrete(3)


class Fixed:
    """Stands in for the tables: what is seen tells its value."""

    def __init__(self, generator, shape):
        self.last = generator.normal(size=shape).astype(np.float32)
        self.report = None

    def views(self, tables, seats):
        return self.last[tables, seats][:, None]


def buffer_of(steps, rows, kind=SeatedRolloutBuffer):
    return kind(steps, *SPACES, "cpu", gamma=GAMMA, gae_lambda=LAMBDA, n_envs=rows)


def random_reports(generator, steps, rows, tables, seats):
    reports = []
    for _ in range(steps):
        ended = generator.random(tables) < 0.15
        cut = [
            (int(t), s)
            for t in np.flatnonzero(ended & (generator.random(tables) < 0.5))
            for s in range(seats)
        ]
        reports.append(
            StepReport(
                tables=generator.permutation(tables)[:rows],
                seats=generator.integers(seats, size=rows),
                rewards=generator.normal(size=(tables, seats)).astype(np.float32),
                ended=ended,
                truncated=cut,
                last_views=[generator.normal(size=(1, 1)).astype(np.float32) for _ in cut],
            )
        )
    return reports


def filled(buffer, reports, values, tables):
    buffer.follow(tables, lambda seen: seen[:, 0])
    for report, value in zip(reports, values, strict=True):
        tables.report = report
        rows = len(report.tables)
        nothing = np.zeros((rows, 2), np.float32), np.zeros((rows, 1)), np.zeros(rows)
        buffer.add(*nothing, np.zeros(rows), torch.from_numpy(value), torch.zeros(rows))
    buffer.compute_returns_and_advantage(torch.zeros(rows), np.zeros(rows))
    return buffer


def chains_of(reports, values, last):
    """Every chain as its decisions, what each brought, and the value of its end."""
    chains, running = [], {}
    for step, report in enumerate(reports):
        for row, where in enumerate(zip(report.tables, report.seats, strict=True)):
            chain = running.setdefault(where, [])
            chain.append({"at": (step, row), "value": float(values[step][row]), "reward": 0.0})
        for (table, seat), chain in running.items():
            chain[-1]["reward"] += float(report.rewards[table, seat])
        last_values = {
            cut: float(seen[0, 0])
            for cut, seen in zip(report.truncated, report.last_views, strict=True)
        }
        for where in [where for where in running if report.ended[where[0]]]:
            chains.append((running.pop(where), last_values.get(where, 0.0)))
    return chains + [(chain, float(last[where])) for where, chain in running.items()]


def plain_advantages(chains, shape):
    advantages = np.zeros(shape)
    for chain, end in chains:
        later, next_value = 0.0, end
        for decision in reversed(chain):
            surprise = decision["reward"] + GAMMA * next_value - decision["value"]
            later = surprise + GAMMA * LAMBDA * later
            advantages[decision["at"]], next_value = later, decision["value"]
    return advantages


@pytest.mark.parametrize("seed", range(20))
def test_advantages_are_those_of_every_seats_own_chain(seed):
    generator = np.random.default_rng(seed)
    steps, rows, tables, seats = 40, 3, 5, 1 + seed % 4
    reports = random_reports(generator, steps, rows, tables, seats)
    values = generator.normal(size=(steps, rows)).astype(np.float32)
    fixed = Fixed(generator, (tables, seats))
    buffer = filled(buffer_of(steps, rows), reports, values, fixed)
    wanted = plain_advantages(chains_of(reports, values, fixed.last), (steps, rows))
    assert np.allclose(buffer.advantages, wanted, atol=1e-4)
    assert np.array_equal(buffer.returns, buffer.advantages + values)


def test_with_one_seat_at_each_table_they_are_exactly_those_of_stable_baselines():
    generator = np.random.default_rng(0)
    steps, rows = 50, 4
    reports = random_reports(generator, steps, rows, rows, 1)
    for report in reports:
        report.tables, report.truncated, report.last_views = np.arange(rows), [], []
    values = generator.normal(size=(steps, rows)).astype(np.float32)
    fixed = Fixed(generator, (rows, 1))
    ours = filled(buffer_of(steps, rows), reports, values, fixed)
    theirs = buffer_of(steps, rows, MaskableRolloutBuffer)
    began = np.zeros(rows)
    for report, value in zip(reports, values, strict=True):
        nothing = np.zeros((rows, 2), np.float32), np.zeros((rows, 1))
        seen = began, torch.from_numpy(value), torch.zeros(rows)
        theirs.add(*nothing, report.rewards[:, 0], *seen)
        began = report.ended
    theirs.compute_returns_and_advantage(torch.from_numpy(fixed.last[:, 0]), began)
    assert np.array_equal(ours.advantages, theirs.advantages)
    assert np.array_equal(ours.returns, theirs.returns)


def test_what_a_seat_earns_after_the_last_decision_of_others_is_its_own():
    paid = np.array([[[0.0, 0.0]], [[0.0, 0.0]], [[5.0, -5.0]]], np.float32)
    reports = [
        StepReport(np.array([0]), np.array([seat]), paid[step], np.array([step == 2]))
        for step, seat in enumerate((0, 1, 1))
    ]
    values = np.zeros((3, 1), np.float32)
    buffer = filled(buffer_of(3, 1), reports, values, SimpleNamespace(views=no_views))
    assert buffer.advantages[:, 0] == pytest.approx([5.0, -5.0 * GAMMA * LAMBDA, -5.0])


def no_views(tables, seats):
    assert not len(tables)
    return np.zeros((0, 1), np.float32)
