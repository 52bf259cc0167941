"""How good a policy is while it learns, on fixed seeds, by the measures of an evaluation."""

from collections.abc import Mapping
from typing import Any

from cogarena.agents.advice import Adviser
from cogarena.agents.protocol import Player
from cogarena.agents.trained import TrainedAgent
from cogarena.envs.core.game import Game
from cogarena.training.config import Config
from cogarena.training.evaluate import Evaluation, evaluate, validation_seeds
from cogarena.training.judging.episodes import find_players
from cogarena.training.judging.lineups import Players
from cogarena.training.judging.scores import Row, judge

LEARNER = "learner"
FIGURES = ("mean", "low", "high", "win_rate", "normalised", "length")


class Judge:
    """Plays the validation episodes of a run's checkpoints, against each opponent it has."""

    def __init__(self, game: Game, config: Config) -> None:
        self._game, self._episodes = game, config.evaluate.episodes
        self.settings = _unusual(game, config.settings | config.judged)
        rivals = () if game.shared_reward else config.evaluate.opponents
        self.opponents: tuple[str | None, ...] = rivals or (None,)
        self._found = find_players(game, self.settings, rivals)
        self._adviser = Adviser(game, config.network, self.settings)

    def judged(self, policy: Any) -> tuple[float, dict[str, float]]:
        """The score that the best checkpoint is chosen by, and all figures by name."""
        policy.set_training_mode(False)
        found = {**self._found, LEARNER: TrainedAgent(policy, self._game, self._adviser)}
        rows = {opponents: self._row(found, opponents) for opponents in self.opponents}
        figures = {
            f"validation{'' if opponents is None else f'_{opponents}'}/{name}": value
            for opponents, row in rows.items()
            for name, value in _figures(row).items()
        }
        return float(rows[self.opponents[0]]["mean"]), figures

    def _row(self, found: Mapping[str, Player], opponents: str | None) -> Row:
        game, settings = self._game, self.settings

        def play(tables: tuple[Players, ...]) -> dict[Players, Evaluation]:
            seeds = validation_seeds(-(-self._episodes // len(tables)))
            return {
                players: evaluate(game, settings, [found[name] for name in players], seeds)
                for players in tables
            }

        return judge(game, settings, [LEARNER], opponents, play)[0]


def _unusual(game: Game, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings without those that are the game's own anyhow: standards are recognised by them."""
    usual, given = game.read({}), game.read(settings)
    values = {name: getattr(given, name) for name in settings}
    return {name: value for name, value in values.items() if value != getattr(usual, name)}


def _figures(row: Row) -> dict[str, float]:
    """The numbers of a row that are there, the game's own among them."""
    told = {name: row[name] for name in FIGURES} | row["measures"]
    return {name: float(value) for name, value in told.items() if value is not None}
