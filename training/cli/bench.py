"""The subcommand `bench`: the speed of games, of training, beside peers, and as games grow."""

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from cogarena.envs.core import registry
from cogarena.envs.core.errors import SettingError, needs
from cogarena.training.bench import environments, growth, peers
from cogarena.training.bench.peers import report as peers_report
from cogarena.training.cli.evaluation import print_written, write_json
from cogarena.training.config import assignments
from cogarena.training.progress import bar

DONE = 0


def bench(given: Namespace) -> int:
    """Measure what the options ask for."""
    if given.only is not None and not given.peers:
        raise SettingError("--only needs --peers")
    if given.out is not None and not (given.peers or given.growth):
        raise SettingError("--out needs --peers or --growth; --json FILE writes other results")
    if given.out is not None:
        needs("matplotlib.figure", "eval", "a plot")
    if given.peers:
        return _bench_peers(given)
    game = registry.load(given.game or registry.names()[0])
    settings = assignments(given.changes)
    with bar("measuring", None, " measurements") as shown:
        module, options = _module(given)
        result = module.bench(
            game,
            settings,
            repeats=given.repeats,
            progress=lambda name: shown.update(),
            **options,
        )
    print(module.table(result))
    write_json(given.json, result)
    if given.out is not None:
        print_written(growth.write(given.out, result))
    return DONE


def _module(given: Namespace) -> tuple[Any, dict[str, Any]]:
    """The module that measures one game, and what it takes besides."""
    if given.training:
        return needs("cogarena.training.bench.training", "train", "training"), {}
    return growth if given.growth else environments, {"seconds": given.seconds}


def _bench_peers(given: Namespace) -> int:
    with bar("measuring", None, " measurements") as shown:

        def progress(name: str) -> None:
            shown.set_postfix_str(name, refresh=False)
            shown.update()

        result = peers.bench(
            _own_games(given), given.only, seconds=given.seconds, repeats=given.repeats,
            progress=progress,
        )  # fmt: skip
    print(peers_report.table(result))
    write_json(given.json, result)
    if given.out is not None:
        print_written(peers_report.write(given.out, result))
    return DONE


def _own_games(given: Namespace) -> Mapping[str, Mapping[str, Any]]:
    """The game that is named, with its settings, or all of ours."""
    if given.game is None and given.changes:
        raise SettingError("--set needs a GAME with --peers")
    settings = assignments(given.changes)
    return dict.fromkeys([given.game] if given.game else registry.own_names(), settings)
