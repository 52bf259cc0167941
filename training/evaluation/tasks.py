"""The tasks that results are published for, and the reference scores that normalise returns.

Both are files in a game's folder: `tasks.toml` is written by hand, `references.toml` by
`cogarena benchmark --references`. A game without `tasks.toml` has no tasks.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cogarena.envs.core import registry
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.core.files import TomlTable, read_toml
from cogarena.envs.core.game import Game
from cogarena.envs.core.settings import read_settings

TASKS, REFERENCES = "tasks.toml", "references.toml"
LOW_AGENT, HIGH_AGENT = "random", "scripted"  # whose scores normalise to 0 and 1
# [search] configures the searching agent, [growth] `cogarena bench --growth`.
FILE_KEYS = frozenset({"order", "tasks", "search", "growth"})
TASK_KEYS = frozenset({"settings", "opponents", "search", "search_only"})
MATCHUP_KEYS = frozenset({"script_episodes", "rated", "measure"})
LAST = 1000  # the order of games that state none
MOST_TASKS, MOST_EPISODES = 100, 1_000_000


@dataclass(frozen=True)
class Matchup:
    """How the searching agent is compared with the scripted one in a task."""

    agent: str  # such as search:64
    episodes: int  # of the searching agent, over all seats
    script_episodes: int = 800  # of the scripted agent, which is fast
    rated: int = 0  # episodes of each pair in each line-up of the rating; 0: no rating
    measure: str | None = None  # a number of the final info that the table shows as well


@dataclass(frozen=True)
class Task:
    """A game with the settings and opponents that results are published for."""

    name: str
    game: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    opponents: str | None = None  # None where all seats share one reward
    search: Matchup | None = None
    search_only: bool = False  # not on the leaderboard

    def matches(self, game: str, settings: Mapping[str, Any], opponents: str | None) -> bool:
        """Whether these are the conditions of the task."""
        return (self.game, dict(self.settings), self.opponents) == (game, dict(settings), opponents)

    def load(self) -> Game:
        """The game of the task; settings or opponents that it cannot take are refused."""
        game = registry.load(self.game)
        where = f"{self.game}/{TASKS}: task {self.name!r}"
        read_settings(game.settings, self.settings, f"{where}: settings")
        if game.shared_reward and self.opponents is not None:
            raise SettingError(
                f"{where}: opponents is {self.opponents!r}, but must be left out: "
                f"all seats of {self.game} share one reward"
            )
        if not game.shared_reward and self.opponents is None:
            raise SettingError(
                f'{where}: opponents is missing, but must name an agent, such as "{HIGH_AGENT}"'
            )
        return game


def all_tasks() -> list[Task]:
    """The tasks of all games, in the order of the leaderboard."""
    files = sorted((read_tasks(name) for name in registry.names()), key=lambda file: file[0])
    tasks = [task for _, own in files for task in own]
    first: dict[str, Task] = {}
    for task in tasks:
        other = first.setdefault(task.name, task)
        if other is not task:
            raise FileError(
                f"{task.game}/{TASKS}: task {task.name!r} must have another name: "
                f"{other.game} has a task of that name"
            )
    return tasks


def read_tasks(game: str) -> tuple[int, list[Task]]:
    """The place of a game on the leaderboard, and its tasks."""
    path = _file(game, TASKS)
    if path is None:
        return LAST, []
    file = TomlTable(read_toml(path, str(path)), str(path))
    file.check_keys(frozenset(), FILE_KEYS)
    rows = file.members("tasks", 0, MOST_TASKS)
    order = file.whole("order", 0, LAST, LAST)
    return order, [_read_task(game, row, f"{path}: tasks[{i}]") for i, row in enumerate(rows)]


def _read_task(game: str, values: Any, where: str) -> Task:
    table = TomlTable(values, where)
    table.check_keys(frozenset({"name"}), TASK_KEYS)
    settings = TomlTable(values.get("settings", {}), f"{where}: settings").values
    search_only = values.get("search_only", False)
    if not isinstance(search_only, bool):
        raise FileError(f"{where}: search_only is true or false, not {search_only!r}")
    if search_only and "search" not in values:
        raise FileError(f"{where}: search_only is true, but needs the key search")
    return Task(
        name=table.text("name"),
        game=game,
        settings={key: _frozen(value) for key, value in settings.items()},
        opponents=table.text("opponents") if "opponents" in values else None,
        search=_read_matchup(values["search"], f"{where}: search") if "search" in values else None,
        search_only=search_only,
    )


def _read_matchup(values: Any, where: str) -> Matchup:
    table = TomlTable(values, where)
    table.check_keys(frozenset({"agent", "episodes"}), MATCHUP_KEYS)
    return Matchup(
        agent=table.text("agent"),
        episodes=table.whole("episodes", 1, MOST_EPISODES),
        script_episodes=table.whole("script_episodes", 1, MOST_EPISODES, Matchup.script_episodes),
        rated=table.whole("rated", 0, MOST_EPISODES),
        measure=table.text("measure") if "measure" in values else None,
    )


def _frozen(value: Any) -> Any:
    """A value of TOML as a game's settings keep it: lists are tuples there."""
    return tuple(value) if isinstance(value, list) else value


def folder_of(game: str) -> Path | None:
    """The folder of a game, or None if it has none or is not registered."""
    return registry.folder(game) if game in registry.names() else None


def _file(game: str, name: str) -> Path | None:
    """A file in the folder of a game, or None if there is no such file."""
    folder = folder_of(game)
    return folder / name if folder is not None and (folder / name).is_file() else None


def reference(
    game: Game, settings: Mapping[str, Any], opponents: str | None
) -> Mapping[str, float] | None:
    """The mean returns of random and scripted play; None outside tasks and in other versions."""
    path = _file(game.name, REFERENCES)
    if path is None:
        return None
    known = read_toml(path, str(path))
    for task in read_tasks(game.name)[1]:
        if task.matches(game.name, settings, opponents) and task.name in known:
            scores: Mapping[str, float] = known[task.name]
            return scores if scores["version"] == game.version else None
    return None


def write_references(results: Mapping[str, Any]) -> None:
    """Take the reference scores from the results of a benchmark; other tasks keep theirs."""
    by_game: dict[str, dict[str, dict[str, Any]]] = {}
    for name, result in results["tasks"].items():
        first, means = result["rows"][0], {row["agent"]: row["mean"] for row in result["rows"]}
        by_game.setdefault(result["game"], {})[name] = {
            "version": result["version"],
            "episodes": first["episodes"],
            "first_seed": first["first_seed"],
            LOW_AGENT: means[LOW_AGENT],
            HIGH_AGENT: means[HIGH_AGENT],
        }
    for game, scores in by_game.items():
        folder = folder_of(game)
        if folder is None:
            raise SettingError(f"{game} has no folder to write {REFERENCES} to")
        path = folder / REFERENCES
        known = read_toml(path, str(path)) if path.is_file() else {}
        path.write_text(_references_text(known | scores), encoding="utf-8")


def _references_text(scores: Mapping[str, Mapping[str, Any]]) -> str:
    lines = [f"# Mean returns in the tasks of {TASKS}, by `cogarena benchmark --references`."]
    for name, values in scores.items():
        lines += ["", f"[{name}]", *(f"{key} = {value!r}" for key, value in values.items())]
    return "\n".join(lines) + "\n"
