"""Ratings over training: at each checkpoint the policy plays its past and the fixed agents.

All duels of a run are stored in `ratings.jsonl` in its folder and rated together, so that the whole
curve is on one scale.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.agents.protocol import Player
from cogarena.agents.registry import find
from cogarena.agents.script import has_script
from cogarena.agents.trained import TrainedAgent
from cogarena.envs.core.errors import FileError, needs
from cogarena.envs.core.files import read_text
from cogarena.training.evaluation.evaluate import evaluate, validation_seeds
from cogarena.training.evaluation.report import png
from cogarena.training.evaluation.tournament import Duel, pair_up, ratings, tournament_seatings
from cogarena.training.self_play.league import League

LOG, PLOT = "ratings.jsonl", "ratings.png"
SNAPSHOTS = 2  # that the policy plays: the oldest and the one in the middle
STEP = "step "


@dataclass(frozen=True)
class StepDuel:
    """A duel of the policy at a step of its training."""

    steps: int
    duel: Duel

    def line(self) -> str:
        """Its line in the log."""
        returns = [[side.tolist() for side in pair] for pair in self.duel.returns]
        names = {"steps": self.steps, "first": self.duel.first, "second": self.duel.second}
        return json.dumps(names | {"earned": returns}) + "\n"


class Ratings:
    """The duels of a run so far; those after `steps` are dropped from its log."""

    def __init__(
        self, folder: Path, league: League, settings: Mapping[str, Any], episodes: int, steps: int
    ) -> None:
        game = league.game
        self._folder, self._league, self._game, self._settings = folder, league, game, settings
        self._seeds = validation_seeds(episodes)
        self._fixed: dict[str, Player] = {"random": find("random", game, settings)}
        if has_script(game):
            self._fixed["scripted"] = find("scripted", game, settings)
        self.duels = _read(folder / LOG, steps) if (folder / LOG).exists() else []

    def rate(self, steps: int, policy: Any) -> dict[str, float]:
        """Let the policy play its opponents; the ratings to log."""
        if not len(self._seeds):
            return {}
        own = f"{STEP}{steps}"
        policy.set_training_mode(False)
        learner = TrainedAgent(policy, self._game, self._league.adviser)
        players = {**self._fixed, **_past(self._league, steps), own: learner}
        for name in players:
            if name != own:
                self.duels.append(StepDuel(steps, self._duel(players, own, name)))
        self._write()
        rated = {row["agent"]: row for row in self.rated()}
        fixed = {f"rating/{name}": rated[name]["rating"] for name in self._fixed}
        keys = {"rating": "policy", "low": "policy_low", "high": "policy_high"}
        return fixed | {f"rating/{name}": rated[own][key] for key, name in keys.items()}

    def _duel(self, players: Mapping[str, Player], first: str, second: str) -> Duel:
        pair = (first, second)
        played = {
            seating: evaluate(
                self._game, self._settings, [players[name] for name in seating], self._seeds
            )
            for seating in tournament_seatings(self._game, self._settings, pair)
        }
        return pair_up(self._game, self._settings, pair, played)[0]

    def rated(self) -> list[dict[str, Any]]:
        """The rating of every agent of the run, with its interval."""
        duels = [each.duel for each in self.duels]
        names = dict.fromkeys(name for duel in duels for name in (duel.first, duel.second))
        return ratings(list(names), duels)

    def _write(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        lines = "".join(each.line() for each in self.duels)
        unfinished = self._folder / f".unfinished-{LOG}"
        unfinished.write_text(lines, encoding="utf-8")
        unfinished.replace(self._folder / LOG)
        (self._folder / PLOT).write_bytes(plot(self._game.name, self.rated()))


def _past(league: League, steps: int) -> dict[str, Player]:
    """Some snapshots of earlier steps, by name."""
    older = [each for each in league.pool.values() if each.steps < steps]
    chosen = [older[i * len(older) // SNAPSHOTS] for i in range(min(SNAPSHOTS, len(older)))]
    return {
        f"{STEP}{each.steps}": TrainedAgent(each.policy, league.game, league.adviser)
        for each in chosen
    }


def _read(file: Path, steps: int) -> list[StepDuel]:
    """The duels in a log up to `steps`."""
    try:
        lines = [json.loads(line) for line in read_text(file, str(file)).splitlines()]
        return [_step_duel(line) for line in lines if line["steps"] <= steps]
    except (ValueError, KeyError, TypeError):
        raise FileError(f"{file}: is not a log of ratings, or is damaged: delete it") from None


def _step_duel(line: Mapping[str, Any]) -> StepDuel:
    returns = tuple((np.array(first), np.array(second)) for first, second in line["earned"])
    return StepDuel(line["steps"], Duel(line["first"], line["second"], returns))


def plot(title: str, rated: Sequence[Mapping[str, Any]]) -> bytes:
    """The ratings of the policy over its steps and of the fixed agents, with intervals, as PNG."""
    figure = needs("matplotlib.figure", "eval", "a plot").Figure(figsize=(7, 4))
    axes = figure.subplots()
    own = [row for row in rated if row["agent"].startswith(STEP)]
    own.sort(key=lambda row: int(row["agent"].removeprefix(STEP)))
    steps = [int(row["agent"].removeprefix(STEP)) for row in own]
    axes.plot(steps, [row["rating"] for row in own], marker="o", label="policy")
    axes.fill_between(steps, [row["low"] for row in own], [row["high"] for row in own], alpha=0.2)
    for row in rated:
        if row not in own:
            (line,) = axes.plot(steps, [row["rating"]] * len(steps), "--", label=row["agent"])
            axes.axhspan(row["low"], row["high"], color=line.get_color(), alpha=0.08)
    axes.set(title=f"{title}: rating, 95 % interval", xlabel="decisions", ylabel="rating")
    axes.legend()
    return png(figure)
