"""Ratings over training: the policy meets its past and the fixed players at each evaluation.

All duels of a run are kept in `ratings.jsonl` of its folder and rated together, so that the whole
curve is of one scale.
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
from cogarena.envs.core.errors import FileError
from cogarena.envs.core.extras import needs
from cogarena.envs.core.files import read_text
from cogarena.training.evaluate import evaluate, validation_seeds
from cogarena.training.judging.report import png
from cogarena.training.judging.tournament import Duel, duels, ratings, tables
from cogarena.training.self_play.league import League

LOG, PLOT = "ratings.jsonl", "ratings.png"
SNAPSHOTS = 2  # of the past that the policy meets: the oldest and the one in the middle
STEP = "step "


@dataclass(frozen=True)
class Meeting:
    """A duel of the policy as it was after so many steps."""

    steps: int
    duel: Duel

    def line(self) -> str:
        """As the log keeps it."""
        earned = [[side.tolist() for side in pair] for pair in self.duel.earned]
        told = {"steps": self.steps, "first": self.duel.first, "second": self.duel.second}
        return json.dumps(told | {"earned": earned}) + "\n"


class Ratings:
    """The duels of a run up to now; those after `steps` are dropped from its log."""

    def __init__(
        self, folder: Path, league: League, settings: Mapping[str, Any], episodes: int, steps: int
    ) -> None:
        game = league.game
        self._folder, self._league, self._game, self._settings = folder, league, game, settings
        self._seeds = validation_seeds(episodes)
        self._fixed: dict[str, Player] = {"random": find("random", game, settings)}
        if has_script(game):
            self._fixed["scripted"] = find("scripted", game, settings)
        self.meetings = _read(folder / LOG, steps) if (folder / LOG).exists() else []

    def judged(self, steps: int, policy: Any) -> dict[str, float]:
        """Let the policy meet its opponents, and give the ratings of it and the fixed players."""
        if not len(self._seeds):
            return {}
        own = f"{STEP}{steps}"
        policy.set_training_mode(False)
        learner = TrainedAgent(policy, self._game, self._league.adviser)
        found = {**self._fixed, **_past(self._league, steps), own: learner}
        for name in found:
            if name != own:
                self.meetings.append(Meeting(steps, self._duel(found, own, name)))
        self._write()
        rated = {row["agent"]: row for row in self.rated()}
        told = {f"rating/{name}": rated[name]["rating"] for name in self._fixed}
        keys = {"rating": "policy", "low": "policy_low", "high": "policy_high"}
        return told | {f"rating/{name}": rated[own][key] for key, name in keys.items()}

    def _duel(self, found: Mapping[str, Player], first: str, second: str) -> Duel:
        pair = (first, second)
        played = {
            players: evaluate(
                self._game, self._settings, [found[name] for name in players], self._seeds
            )
            for players in tables(self._game, self._settings, pair)
        }
        return duels(self._game, self._settings, pair, played)[0]

    def rated(self) -> list[dict[str, Any]]:
        """The rating of everybody who ever played, with its interval."""
        fought = [meeting.duel for meeting in self.meetings]
        names = dict.fromkeys(name for duel in fought for name in (duel.first, duel.second))
        return ratings(list(names), fought)

    def _write(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        lines = "".join(meeting.line() for meeting in self.meetings)
        unfinished = self._folder / f".unfinished-{LOG}"
        unfinished.write_text(lines, encoding="utf-8")
        unfinished.replace(self._folder / LOG)
        (self._folder / PLOT).write_bytes(plot(self._game.name, self.rated()))


def _past(league: League, steps: int) -> dict[str, Player]:
    """Some snapshots of other steps than these, by name."""
    older = [each for each in league.pool.values() if each.steps < steps]
    chosen = [older[i * len(older) // SNAPSHOTS] for i in range(min(SNAPSHOTS, len(older)))]
    return {
        f"{STEP}{each.steps}": TrainedAgent(each.policy, league.game, league.adviser)
        for each in chosen
    }


def _read(file: Path, steps: int) -> list[Meeting]:
    """What a log tells of the time up to `steps`."""
    try:
        told = [json.loads(line) for line in read_text(file, str(file)).splitlines()]
        return [_meeting(each) for each in told if each["steps"] <= steps]
    except (ValueError, KeyError, TypeError):
        raise FileError(f"{file}: is no log of ratings, or it was damaged: delete it") from None


def _meeting(told: Mapping[str, Any]) -> Meeting:
    earned = tuple((np.array(first), np.array(second)) for first, second in told["earned"])
    return Meeting(told["steps"], Duel(told["first"], told["second"], earned))


def plot(title: str, rated: Sequence[Mapping[str, Any]]) -> bytes:
    """The policy's rating over its steps, with its interval, beside the fixed players'."""
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
