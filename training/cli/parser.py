"""The arguments of the command `cogarena`."""

import argparse
from pathlib import Path
from typing import Any, NoReturn

BAD_INPUT = 2  # the exit code
AGENT = (
    "random, scripted, trained, search:PLAYOUTS, or the folder of a checkpoint or run; A,B,C gives "
    "one agent for each seat"
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like all other errors of the command."""

    def error(self, message: str) -> NoReturn:
        """Print the error and where to find help, and exit."""
        self.exit(BAD_INPUT, f"cogarena: error: {message} (see: {self.prog} --help)\n")


def build_parser() -> Parser:
    """The parser of the command and all its subcommands."""
    command = Parser(
        prog="cogarena", description="Tabletop games as reinforcement-learning environments."
    )
    commands = command.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("games", help="list the games")
    _add_docs(commands)
    _add_bench(commands)
    _add_train(commands)
    _add_export(commands)
    _add_eval(commands)
    _add_tournament(commands)
    _add_benchmark(commands)
    _add_record(commands)
    _add_replay(commands)
    _add_play(commands)
    return command


def _add_docs(commands: Any) -> None:
    docs = commands.add_parser(
        "docs", help="print the settings, actions and observations of a game"
    )
    _add_game(docs)
    check = commands.add_parser("check", help="run the conformance checks on a game")
    _add_game(check)
    compiles = commands.add_parser("compile", help="compile games before their first use")
    compiles.add_argument("games", metavar="GAME", nargs="*", help="which ones (default: all)")


def _add_bench(commands: Any) -> None:
    bench = commands.add_parser("bench", help="measure decisions per second")
    bench.add_argument(
        "game", metavar="GAME", nargs="?",
        help="what to measure (default: the first game; all games with --peers)",
    )  # fmt: skip
    bench.add_argument(
        "--seconds", type=float, default=0.3, help="duration of each measurement (%(default)s)"
    )
    bench.add_argument(
        "--repeats", type=int, default=5, help="measurements of each contender (%(default)s)"
    )
    _add_bench_modes(bench)
    _add_settings(bench)
    _add_json(bench)


def _add_bench_modes(bench: Parser) -> None:
    mode = bench.add_mutually_exclusive_group()
    mode.add_argument(
        "--training", action="store_true", help="measure training instead of environments"
    )
    mode.add_argument(
        "--peers", action="store_true",
        help="measure beside well-known environments, which are installed for it: about 5 GB, each "
        "in an environment of its own under the cache folder",
    )  # fmt: skip
    mode.add_argument(
        "--growth",
        action="store_true",
        help="measure by batch size, players and boards; memory, compile time and start as well",
    )
    bench.add_argument(
        "--only", nargs="+", metavar="NAME",
        help="with --peers: these peers, such as pgx or openspiel (default: all)",
    )  # fmt: skip
    bench.add_argument(
        "--out", type=Path, metavar="FOLDER",
        help="with --peers or --growth: write table, figures and a plot there",
    )  # fmt: skip


def _add_train(commands: Any) -> None:
    train = commands.add_parser("train", help="train a policy, or resume a training run")
    source = train.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--config", type=Path, metavar="FILE", help="an experiment, such as those in configs/"
    )
    source.add_argument(
        "--resume", type=Path, metavar="FOLDER", help="the folder of a run that was stopped"
    )
    train.add_argument(
        "--set", dest="changes", action="append", default=[], metavar="TABLE.KEY=VALUE",
        help="change the experiment, such as train.seed=3; can be repeated; with --resume only "
        "train.steps and ray.workers may change",
    )  # fmt: skip
    train.add_argument(
        "--engine", choices=("sb3", "ray"), default="sb3",
        help="Stable-Baselines3 in this process, or RLlib on a Ray cluster (%(default)s)",
    )  # fmt: skip
    train.add_argument(
        "--ray-address", metavar="ADDRESS",
        help="address of a Ray cluster: auto or HOST:PORT (default: start one on this machine)",
    )  # fmt: skip


def _add_export(commands: Any) -> None:
    exports = commands.add_parser(
        "export", help="write a trained policy to a file that needs only torch"
    )
    exports.add_argument(
        "checkpoint", type=Path, metavar="FOLDER", help="the folder of a checkpoint or run"
    )
    exports.add_argument(
        "--out", type=Path, required=True, metavar="FILE",
        help="TorchScript (.pt) or a torch.export program (.pt2)",
    )  # fmt: skip


def _add_eval(commands: Any) -> None:
    evaluates = commands.add_parser("eval", help="evaluate agents on fixed seeds")
    _add_game(evaluates)
    _add_agents(evaluates)
    _add_episodes(evaluates, "episodes of each line-up (%(default)s)", default=1000)
    evaluates.add_argument(
        "--opponents", metavar="AGENT",
        help="the agent in all other seats, while each agent plays every seat or team in turn "
        "(default: each agent plays all seats)",
    )  # fmt: skip
    _add_seeds(evaluates)
    _add_settings(evaluates)
    _add_json(evaluates)


def _add_tournament(commands: Any) -> None:
    tournament = commands.add_parser(
        "tournament", help="let every agent play every other, and rate them"
    )
    _add_game(tournament)
    _add_agents(tournament)
    _add_episodes(tournament, "episodes of each line-up (%(default)s)", default=200)
    _add_seeds(tournament)
    _add_settings(tournament)


def _add_benchmark(commands: Any) -> None:
    benchmark = commands.add_parser(
        "benchmark", help="evaluate agents in the standard tasks of all games"
    )
    who = benchmark.add_mutually_exclusive_group(required=True)
    _add_agents(who, required=False)
    who.add_argument(
        "--search", action="store_true",
        help="compare search with the scripted agent instead, with the playouts and episodes that "
        "each task sets",
    )  # fmt: skip
    _add_episodes(
        benchmark, "episodes of each agent in each task (about 400)", out="results/benchmark"
    )
    benchmark.add_argument(
        "--tasks", nargs="+", metavar="NAME",
        help="play only these tasks, such as race (default: all)",
    )  # fmt: skip
    benchmark.add_argument(
        "--opponents", metavar="AGENT",
        help="play only the competitive games, against this agent instead of the scripted one",
    )  # fmt: skip
    benchmark.add_argument(
        "--references", action="store_true",
        help="store the scores of random and scripted as the references of normalised scores",
    )  # fmt: skip


def _add_game(command: Parser) -> None:
    command.add_argument("game", metavar="GAME", help="a name that `cogarena games` lists")


def _add_agents(command: Any, required: bool = True) -> None:
    command.add_argument(
        "--agent", "--agents", dest="agents", nargs="+", action="extend", required=required,
        metavar="AGENT", help=AGENT,
    )  # fmt: skip


def _add_episodes(
    command: Parser, meaning: str, default: int | None = None, out: str | None = None
) -> None:
    command.add_argument("--episodes", type=int, default=default, help=meaning)
    command.add_argument(
        "--processes", type=int, default=1, help="processes that play in parallel (%(default)s)"
    )
    command.add_argument(
        "--out", type=Path, metavar="FOLDER", default=out and Path(out),
        help="write the results there; the same command continues after an interruption"
        + (" (%(default)s)" if out else ""),
    )  # fmt: skip


def _add_seeds(command: Parser) -> None:
    command.add_argument(
        "--seeds", choices=("test", "train"), default="test", help="the seed set (%(default)s)"
    )


def _add_record(commands: Any) -> None:
    records = commands.add_parser("record", help="play an episode and write a video or a replay")
    _add_game(records)
    records.add_argument("--agent", "--agents", required=True, metavar="AGENT", help=AGENT)
    records.add_argument("--seed", type=int, default=1, help="seed of the episode (%(default)s)")
    records.add_argument(
        "--replay", type=Path, metavar="FILE.json", help="write a replay for `cogarena replay`"
    )
    _add_film(records)
    _add_settings(records)


def _add_replay(commands: Any) -> None:
    replays = commands.add_parser(
        "replay", help="verify a replay; print it, or write a page or a video of it"
    )
    replays.add_argument("file", type=Path, metavar="FILE.json")
    replays.add_argument("--turn", type=int, default=0, help="start at this turn (%(default)s)")
    replays.add_argument("--show", action="store_true", help="print it to the terminal")
    replays.add_argument(
        "--html", type=Path, metavar="FILE.html", help="write a page that plays it in a browser"
    )
    _add_film(replays)


def _add_play(commands: Any) -> None:
    plays = commands.add_parser("play", help="play a game yourself, in a window or a terminal")
    _add_game(plays)
    plays.add_argument(
        "--seat", metavar="SEAT",
        help="your seat, such as red_1; A,B for several, or all (default: the first seat; all "
        "seats if they share one reward)",
    )  # fmt: skip
    plays.add_argument(
        "--opponents", metavar="AGENT",
        help=f"{AGENT} (default: scripted if the game has a script, else random)",
    )  # fmt: skip
    plays.add_argument("--seed", type=int, help="seed of the episode (default: a random one)")
    plays.add_argument(
        "--replay", type=Path, metavar="FILE.json",
        help="where to save the replay (default: a new file in results/play)",
    )  # fmt: skip
    plays.add_argument("--tty", action="store_true", help="play in the terminal, key by key")
    plays.add_argument(
        "--lines", action="store_true", help="with --tty: type choices as lines, on no screen"
    )
    plays.add_argument("--tile", type=int, help="pixels per square (default: fits the window)")
    _add_settings(plays)


def _add_film(command: Parser) -> None:
    command.add_argument(
        "--out", type=Path, metavar="FILE", help="a video (.mp4, .gif) or a contact sheet (.png)"
    )
    command.add_argument("--fps", type=int, default=4, help="frames per second (%(default)s)")
    command.add_argument("--tile", type=int, default=32, help="pixels per square (%(default)s)")
    command.add_argument(
        "--size", type=int, help="approximate pixels of the longer side; replaces --tile"
    )
    command.add_argument(
        "--every", choices=("phase", "decision", "turn"), default="decision",
        help="draw a frame for every phase, decision or turn (%(default)s)",
    )  # fmt: skip
    command.add_argument(
        "--max-frames", type=int, default=10_000, help="the most frames to draw (%(default)s)"
    )


def _add_settings(command: Parser) -> None:
    command.add_argument(
        "--set", dest="changes", action="append", default=[], metavar="KEY=VALUE",
        help="a setting of the game (see: cogarena docs GAME); can be repeated",
    )  # fmt: skip


def _add_json(command: Parser) -> None:
    command.add_argument(
        "--json", type=Path, metavar="FILE", help="write the results to this file as well"
    )
