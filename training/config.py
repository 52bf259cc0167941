"""An experiment as a TOML file, which states only what differs from the defaults below."""

import dataclasses
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cogarena.agents.checkpoint import Network
from cogarena.envs.core import registry
from cogarena.envs.core.errors import SettingError, unknown
from cogarena.envs.core.files import read_toml
from cogarena.envs.core.settings import read_settings, setting
from cogarena.training.self_play import SelfPlay

SCHEDULES = ("constant", "linear")


@dataclass(frozen=True)
class Train:
    """How a policy learns. Names follow Stable-Baselines3 where it has the same setting."""

    algorithm: str = setting("maskable_ppo", "the learning algorithm", choices=("maskable_ppo",))
    steps: int = setting(1_000_000, "decisions to learn from", low=1)
    envs: int = setting(64, "episodes played at once", low=1, high=65536)
    threads: int = setting(0, "threads that play them; 0: as many as help", low=0, high=1024)
    # Small networks are fastest with one: threads wait for each other on a busy machine.
    torch_threads: int = setting(1, "threads of torch", low=1, high=1024)
    seed: int = setting(0, "seed of the episodes, initial weights and exploration", low=0)
    learning_rate: float = setting(3e-4, "step size of the optimiser", low=1e-9, high=1.0)
    schedule: str = setting(
        "constant", "schedule of the step size: constant, or falling to 0", choices=SCHEDULES
    )
    n_steps: int = setting(128, "decisions in each episode between two updates", low=2)
    batch_size: int = setting(1024, "decisions in a minibatch", low=2)
    n_epochs: int = setting(4, "passes over the rollout in an update", low=1, high=1000)
    reward_scale: float = setting(
        1.0, "rewards are multiplied by it to learn from; small ones drown in errors of the values",
        low=1e-9, high=1e9,
    )  # fmt: skip
    gamma: float = setting(0.99, "discount factor", low=0.0, high=1.0)
    gae_lambda: float = setting(
        0.95, "trade-off between bias and variance of the advantages", low=0.0, high=1.0
    )
    clip_range: float = setting(0.2, "how far an update may move the policy", low=1e-6, high=1e6)
    ent_coef: float = setting(0.01, "weight of the entropy bonus", low=0.0, high=1e6)
    ent_schedule: str = setting(
        "constant", "schedule of this weight: constant, or falling to 0", choices=SCHEDULES
    )
    vf_coef: float = setting(0.5, "weight of the value loss", low=0.0, high=1e6)
    max_grad_norm: float = setting(0.5, "norm that gradients are clipped to", low=1e-9, high=1e9)
    checkpoint_every: int = setting(100_000, "decisions between two checkpoints", low=1)


@dataclass(frozen=True)
class Imitation:
    """What a policy learns from an expert's games before it learns from its own."""

    agent: str = setting("scripted", "the expert, which plays all seats")
    steps: int = setting(0, "decisions to learn from; 0 starts from random weights", low=0)
    n_steps: int = setting(128, "decisions in each episode of a batch", low=2, high=65536)
    n_epochs: int = setting(2, "passes over a batch", low=1, high=1000)
    learning_rate: float = setting(1e-3, "step size, falling to 0", low=1e-9, high=1.0)


@dataclass(frozen=True)
class Evaluate:
    """How checkpoints are validated during training; the result selects the best one."""

    episodes: int = setting(
        64, "validation episodes of each checkpoint, against each opponent", low=2, high=1_000_000
    )
    opponents: tuple[str, ...] = setting(
        ("scripted", "random"), "in competitive games; the first selects the best checkpoint",
        count=(1, 16),
    )  # fmt: skip


@dataclass(frozen=True)
class Ray:
    """How the work is divided on a Ray cluster; only for --engine ray."""

    workers: int = setting(
        2, "processes that play an equal share of the episodes; 0: the learner plays",
        low=0, high=4096,
    )  # fmt: skip


TABLES: dict[str, type[Any]] = {
    "train": Train, "network": Network, "imitation": Imitation, "self_play": SelfPlay,
    "evaluate": Evaluate, "ray": Ray,
}  # fmt: skip


GAME_KEYS = ("name", "settings", "evaluation")


@dataclass(frozen=True)
class Config:
    """An experiment."""

    game: str
    settings: dict[str, Any]
    evaluation: dict[str, Any]  # settings that differ in validation
    output: str
    train: Train
    network: Network
    imitation: Imitation
    self_play: SelfPlay  # in competitive games
    evaluate: Evaluate
    ray: Ray

    def tables(self) -> dict[str, Any]:
        """The experiment as `read_tables` takes it."""
        parts = {name: dataclasses.asdict(getattr(self, name)) for name in TABLES}
        return {
            "output": self.output,
            "game": {
                "name": self.game,
                "settings": dict(self.settings),
                "evaluation": dict(self.evaluation),
            },
        } | parts


def read_config(path: Path, changes: Iterable[str] = ()) -> Config:
    """The experiment in a file, with changes such as `train.seed=3`."""
    return read_tables(with_changes(read_toml(path, str(path)), changes), str(path))


def read_tables(given: Mapping[str, Any], where: str) -> Config:
    """The experiment in the tables of a file; every value is checked. Errors begin with `where`."""
    for key in given:
        if key not in (*TABLES, "game", "output"):
            raise SettingError(f"{where}: {unknown('key', key, (*TABLES, 'game', 'output'))}")
    game, settings, evaluation = _read_game(_table(given, "game", where), where)
    output = given.get("output", f"results/{game}")
    if not isinstance(output, str) or not output:
        raise SettingError(f"{where}: output must be the name of a folder, not {output!r}")
    parts = {
        name: read_settings(kind, _table(given, name, where), f"{where}: [{name}]")
        for name, kind in TABLES.items()
    }
    config = Config(game=game, settings=settings, evaluation=evaluation, output=output, **parts)
    _check_minibatches(config.train, f"{where}: [train]")
    if registry.load(game).shared_reward and config.self_play != SelfPlay():
        raise SettingError(f"{where}: [self_play] is only for competitive games, and {game} is not")
    return config


def with_changes(given: Mapping[str, Any], changes: Iterable[str]) -> dict[str, Any]:
    """A copy of the tables of a file, with changes such as `train.seed=3`."""
    result = {key: _copied(value) for key, value in given.items()}
    for path, value in assignments(changes).items():
        *tables, key = path.split(".")
        place: Any = result
        for table in tables:
            place = place.setdefault(table, {})
            if not isinstance(place, dict):
                raise SettingError(f"--set {path}: {table!r} is a value, not a table")
        place[key] = value
    return result


def assignments(changes: Iterable[str]) -> dict[str, Any]:
    """A dict from texts such as `key=value`. A value that is not valid TOML is a string."""
    result = {}
    for change in changes:
        key, equals, text = change.partition("=")
        if not equals or not key:
            raise SettingError(f"--set takes key=value, not {change!r}")
        result[key] = _value(text)
    return result


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _copied(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {key: _copied(inner) for key, inner in value.items()}


def _table(given: Mapping[str, Any], name: str, where: str) -> Mapping[str, Any]:
    table = given.get(name, {})
    if not isinstance(table, Mapping):
        raise SettingError(f"{where}: [{name}] must be a table, not {table!r}")
    return table


def _read_game(table: Mapping[str, Any], where: str) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """The name of the game, its settings, and the settings that differ in validation."""
    for key in table:
        if key not in GAME_KEYS:
            raise SettingError(f"{where}: [game] {unknown('key', key, GAME_KEYS)}")
    if not isinstance(table.get("name"), str):
        raise SettingError(f"{where}: [game] needs a name, one of {', '.join(registry.names())}")
    game = registry.load(table["name"])
    settings = dict(_table(table, "settings", f"{where}: [game]"))
    read_settings(game.settings, settings, f"{where}: [game.settings]")
    evaluation = dict(_table(table, "evaluation", f"{where}: [game]"))
    read_settings(game.settings, settings | evaluation, f"{where}: [game.evaluation]")
    return game.name, settings, evaluation


def _check_minibatches(train: Train, where: str) -> None:
    rollout = train.envs * train.n_steps
    if rollout % train.batch_size:
        raise SettingError(
            f"{where}: setting 'batch_size' is {train.batch_size}, but must divide "
            f"envs × n_steps = {rollout}"
        )
