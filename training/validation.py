"""How good a policy is while it learns: its recent episodes, and validation on fixed seeds."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array, Player
from cogarena.agents.script import Adviser
from cogarena.agents.trained import TrainedAgent
from cogarena.envs.core.game import Game
from cogarena.training.config import Config
from cogarena.training.evaluation.episodes import find_players
from cogarena.training.evaluation.evaluate import Evaluation, Seating, evaluate, validation_seeds
from cogarena.training.evaluation.scores import Row, score_agents

LEARNER = "learner"
SCORES = ("mean", "low", "high", "win_rate", "normalised", "length")
RECENT_EPISODES = 100
RETURN, LENGTH = "return", "length"
NOT_OF_THE_GAME = ("episode", "terminal_observation", "TimeLimit.truncated")  # SB3's own infos


class Validation:
    """Plays the validation episodes of a run's checkpoints, against each of its opponents."""

    def __init__(self, game: Game, config: Config) -> None:
        self._game, self._episodes = game, config.evaluate.episodes
        self.settings = _without_defaults(game, config.settings | config.evaluation)
        names = () if game.shared_reward else config.evaluate.opponents
        self.opponents: tuple[str | None, ...] = names or (None,)
        self._players = find_players(game, self.settings, names)
        self._adviser = Adviser(game, config.network, self.settings)

    def validate(self, policy: Any) -> tuple[float, dict[str, float]]:
        """The score that selects the best checkpoint, and all scores to log."""
        policy.set_training_mode(False)
        players = {**self._players, LEARNER: TrainedAgent(policy, self._game, self._adviser)}
        rows = {opponents: self._row(players, opponents) for opponents in self.opponents}
        scores = {
            f"validation{'' if opponents is None else f'_{opponents}'}/{name}": value
            for opponents, row in rows.items()
            for name, value in _scores(row).items()
        }
        return float(rows[self.opponents[0]]["mean"]), scores

    def _row(self, players: Mapping[str, Player], opponents: str | None) -> Row:
        game, settings = self._game, self.settings

        def play(seatings: tuple[Seating, ...]) -> dict[Seating, Evaluation]:
            seeds = validation_seeds(-(-self._episodes // len(seatings)))
            return {
                seating: evaluate(game, settings, [players[name] for name in seating], seeds)
                for seating in seatings
            }

        return score_agents(game, settings, [LEARNER], opponents, play)[0]


def _without_defaults(game: Game, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that differ from the defaults: tasks are recognised by them."""
    defaults, given = game.read({}), game.read(settings)
    values = {name: getattr(given, name) for name in settings}
    return {name: value for name, value in values.items() if value != getattr(defaults, name)}


def _scores(row: Row) -> dict[str, float]:
    """All numbers of a row that are known, including the game's own measures."""
    found = {name: row[name] for name in SCORES} | row["measures"]
    return {name: float(value) for name, value in found.items() if value is not None}


class RecentEpisodes:
    """The measures of the last episodes that a policy learned from, and their averages."""

    def __init__(self) -> None:
        self._episodes: deque[dict[str, float]] = deque(maxlen=RECENT_EPISODES)

    def add(self, infos: Sequence[Mapping[str, Any]]) -> None:
        """Add the episodes that ended with these infos of a step."""
        for info in infos:
            if "episode" in info:
                totals = {RETURN: float(info["episode"]["r"]), LENGTH: float(info["episode"]["l"])}
                self._episodes.append(totals | numbers_of(info))

    def averages(self) -> dict[str, float]:
        """The average of each measure over the episodes that have it."""
        return {name: float(np.nanmean(values)) for name, values in self.arrays().items()}

    def arrays(self) -> dict[str, Array]:
        """The measures by name, with one number an episode; nan where the episode has none."""
        names = sorted({name for episode in self._episodes for name in episode})
        return {
            name: np.array([episode.get(name, np.nan) for episode in self._episodes])
            for name in names
        }

    def load(self, arrays: Mapping[str, Array]) -> None:
        """Replace all episodes with those in `arrays`."""
        self._episodes.clear()
        for numbers in zip(*(array.tolist() for array in arrays.values()), strict=True):
            episode = zip(arrays, numbers, strict=True)
            self._episodes.append({name: x for name, x in episode if not np.isnan(x)})


def numbers_of(info: Mapping[str, Any]) -> dict[str, float]:
    """Every number in a final info; the average of a list with one number for each seat."""
    found = {}
    for name, value in info.items():
        if name not in NOT_OF_THE_GAME and not isinstance(value, (str, Mapping)):
            numbers = np.asarray(value)
            if numbers.dtype.kind in "biuf" and numbers.size:
                found[name] = float(numbers.mean())
    return found
