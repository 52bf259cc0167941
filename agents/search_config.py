"""How the search player looks ahead in a game: the table `[search]` of the game's `tasks.toml`."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cogarena.envs.core import registry
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.core.files import read_toml
from cogarena.envs.core.game import Game
from cogarena.envs.core.settings import read_settings, setting

FILE = "tasks.toml"
TABLE = "search"
STYLES = "styles"

Style = Mapping[str, float]  # weights of the scripted player that differ from its defaults


@dataclass(frozen=True)
class SearchConfig:
    """How far rollouts go, and how their result is measured."""

    horizon: int = setting(4, "turns of a rollout", low=1, high=10_000)
    reward: str | None = setting(
        None, "value of the game's setting `reward` in rollouts", optional=True
    )
    score_weight: float = setting(0.0, "of a point of the game's score, in rewards")
    standard_errors: float = setting(
        2.0, "by which an action must beat the scripted one to replace it", low=0.0
    )
    loss_penalty: float = setting(0.0, "for a rollout that ends the episode without a win", low=0.0)
    keep_style: int = setting(
        0, "decisions for which a style that never lost is kept before the next comparison", low=0
    )
    # If all rollouts ended at the same turn, an event delayed beyond it would look averted, and
    # the search would delay it forever.
    horizon_spread: int = setting(
        0, "turns by which the horizon of a rollout varies, up and down", low=0, high=10_000
    )
    styles: tuple[Style, ...] = ()  # other weights of the scripted player to choose from

    def __post_init__(self) -> None:
        if self.horizon_spread >= self.horizon:
            raise SettingError(
                f"horizon_spread is {self.horizon_spread}, but must be less than the horizon, "
                f"{self.horizon}"
            )


DEFAULT = SearchConfig(score_weight=1.0)  # of a game without a table [search]


def search_config(game: Game) -> SearchConfig:
    """The configuration in the folder of a game, or the default."""
    folder = registry.folder(game.name) if game.name in registry.names() else None
    path = None if folder is None else folder / FILE
    return DEFAULT if path is None or not path.is_file() else read_search_config(path)


def read_search_config(path: Path) -> SearchConfig:
    """The table `[search]` of a file, checked; the default if there is none."""
    values = read_toml(path, str(path)).get(TABLE)
    if values is None:
        return DEFAULT
    where = f"{path}: [{TABLE}]"
    if not isinstance(values, dict):
        raise FileError(f"{where} must be a table, not {values!r}")
    others = {name: value for name, value in values.items() if name != STYLES}
    try:
        config = read_settings(SearchConfig, others, where)
    except SettingError as wrong:
        raise FileError(str(wrong)) from None
    return dataclasses.replace(config, styles=_styles(values.get(STYLES, []), where))


def _styles(values: Any, where: str) -> tuple[Style, ...]:
    """The styles, as an array of tables."""
    if not isinstance(values, list) or not all(isinstance(style, dict) for style in values):
        raise FileError(f"{where}: {STYLES} must be an array of tables, not {values!r}")
    for number, style in enumerate(values, 1):
        for name, weight in style.items():
            if isinstance(weight, bool) or not isinstance(weight, int | float):
                raise FileError(f"{where}: {name} of style {number} must be a number: {weight!r}")
    return tuple(values)
