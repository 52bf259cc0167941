"""The command `cogarena`: what it takes, and how it fails. What it does is in `commands`.

Light on purpose: `cogarena --help` loads neither numba nor torch.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from cogarena.envs.core.errors import CogarenaError

BAD_INPUT = 2
INTERRUPTED = 130
JUDGING = ("eval", "tournament", "benchmark")
AGENT = (
    "random, scripted, trained, search:PLAYOUTS, or the folder of a checkpoint or run; A,B,C seats "
    "one agent after another"
)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, as all others of the command."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is."""
        self.exit(BAD_INPUT, f"cogarena: error: {message} (see: {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code."""
    given = parser().parse_args(arguments)
    try:
        from cogarena.training import commands  # noqa: PLC0415 - loads numba
        from cogarena.training.judging import commands as judging  # noqa: PLC0415

        module = judging if given.command in JUDGING else commands
        code: int = getattr(module, given.command)(given)
        return code
    except CogarenaError as wrong:
        return _failed(BAD_INPUT, f"error: {' '.join(str(wrong).split())}")
    except OSError as wrong:
        return _failed(BAD_INPUT, f"error: {wrong.filename or 'a file'}: {wrong.strerror or wrong}")
    except KeyboardInterrupt:
        return _failed(INTERRUPTED, "stopped")


def _failed(code: int, message: str) -> int:
    print(f"cogarena: {message}", file=sys.stderr)
    return code


def parser() -> Parser:
    """The command's arguments."""
    command = Parser(
        prog="cogarena", description="Tabletop games as reinforcement-learning environments."
    )
    commands = command.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("games", help="list the games")
    _add_looks(commands)
    _add_train(commands)
    _add_export(commands)
    _add_eval(commands)
    _add_record(commands)
    _add_play(commands)
    return command


def _add_looks(commands: Any) -> None:
    docs = commands.add_parser("docs", help="print the settings, actions and observation of a game")
    docs.add_argument("game", metavar="GAME")
    check = commands.add_parser("check", help="check that a game keeps the promises of all games")
    check.add_argument("game", metavar="GAME")
    compiles = commands.add_parser("compile", help="compile games ahead of their first use")
    compiles.add_argument("games", metavar="GAME", nargs="*", help="default: all")
    bench = commands.add_parser("bench", help="measure decisions a second")
    bench.add_argument("game", metavar="GAME", nargs="?", default="coop_td")
    bench.add_argument("--seconds", type=float, default=0.3, help="of one turn (%(default)s)")
    bench.add_argument("--repeats", type=int, default=5, help="turns of each (%(default)s)")
    bench.add_argument("--training", action="store_true", help="measure whole trainings instead")
    _add_settings(bench)
    _add_json(bench)


def _add_train(commands: Any) -> None:
    train = commands.add_parser("train", help="train a policy, or go on training it")
    what = train.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--config", type=Path, metavar="FILE", help="an experiment, such as in configs"
    )
    what.add_argument("--resume", type=Path, metavar="FOLDER", help="a run that was stopped")
    train.add_argument(
        "--set", dest="changes", action="append", default=[], metavar="TABLE.KEY=VALUE",
        help="change the experiment, such as train.seed=3; with --resume only train.steps",
    )  # fmt: skip
    train.add_argument(
        "--engine", choices=("sb3", "ray"), default="sb3",
        help="Stable-Baselines3 in this process, or RLlib on a Ray cluster (%(default)s)",
    )  # fmt: skip
    train.add_argument(
        "--ray-address", metavar="ADDRESS",
        help="of a Ray cluster, such as auto or HOST:PORT (default: one started on this machine)",
    )  # fmt: skip


def _add_export(commands: Any) -> None:
    exports = commands.add_parser("export", help="write a trained policy to a file for torch alone")
    exports.add_argument("checkpoint", type=Path, metavar="FOLDER", help="of a checkpoint or run")
    exports.add_argument(
        "--out", type=Path, required=True, metavar="FILE",
        help="TorchScript (.pt) or a torch.export program (.pt2)",
    )  # fmt: skip


def _add_eval(commands: Any) -> None:
    evaluates = commands.add_parser("eval", help="judge agents over fixed seeds")
    evaluates.add_argument("game", metavar="GAME")
    _add_judged(evaluates, episodes=1000, of="for each line-up")
    evaluates.add_argument(
        "--opponents", metavar="AGENT",
        help="who sits in the other seats, while an agent takes each seat or team in turn "
        "(default: the agent itself)",
    )  # fmt: skip
    _add_seeds(evaluates)
    _add_settings(evaluates)
    _add_json(evaluates)
    meets = commands.add_parser(
        "tournament", help="let every agent meet every other, and rate them"
    )
    meets.add_argument("game", metavar="GAME")
    _add_judged(meets, episodes=200, of="for each line-up")
    _add_seeds(meets)
    _add_settings(meets)
    board = commands.add_parser("benchmark", help="the standard protocol over all games")
    who = board.add_mutually_exclusive_group(required=True)
    _add_judged(
        board, episodes=None, of="of each agent in each game, about 400 unless told",
        out="results/benchmark", who=who,
    )  # fmt: skip
    who.add_argument(
        "--search", action="store_true",
        help="instead: search beside the script, with playouts and episodes that are set for "
        "each game",
    )  # fmt: skip
    board.add_argument(
        "--standards", nargs="+", metavar="NAME", help="only these, such as race (default: all)"
    )
    board.add_argument(
        "--opponents", metavar="AGENT",
        help="in the games of rivals, and these alone, instead of scripted ones",
    )  # fmt: skip
    board.add_argument(
        "--references", action="store_true",
        help="take the scores of random and scripted as the reference of normalised ones",
    )  # fmt: skip


def _add_seeds(command: Parser) -> None:
    command.add_argument(
        "--seeds", choices=("test", "train"), default="test", help="which set (%(default)s)"
    )


def _add_judged(
    command: Parser, *, episodes: int | None, of: str, out: str | None = None, who: Any = None
) -> None:
    (who or command).add_argument(
        "--agent", "--agents", dest="agents", nargs="+", action="extend", required=who is None,
        metavar="AGENT", help=AGENT,
    )  # fmt: skip
    command.add_argument(
        "--episodes", type=int, default=episodes, help=of + (" (%(default)s)" if episodes else "")
    )
    command.add_argument(
        "--processes", type=int, default=1, help="that play side by side (%(default)s)"
    )
    command.add_argument(
        "--out", type=Path, metavar="FOLDER", default=out and Path(out),
        help="write the results there; the same command goes on where it was stopped"
        + (" (%(default)s)" if out else ""),
    )  # fmt: skip


def _add_record(commands: Any) -> None:
    records = commands.add_parser("record", help="play an episode: to a video, or to a replay")
    records.add_argument("game", metavar="GAME")
    records.add_argument("--agent", "--agents", required=True, metavar="AGENT", help=AGENT)
    records.add_argument("--seed", type=int, default=1, help="of the episode (%(default)s)")
    records.add_argument(
        "--replay", type=Path, metavar="FILE.json", help="write a replay, for cogarena replay"
    )
    _add_film(records)
    _add_settings(records)
    replays = commands.add_parser(
        "replay", help="check a replay, show it, make a page or a film of it"
    )
    replays.add_argument("file", type=Path, metavar="FILE.json")
    replays.add_argument("--turn", type=int, default=0, help="begin with this turn")
    replays.add_argument("--show", action="store_true", help="print it to the terminal")
    replays.add_argument(
        "--html", type=Path, metavar="FILE.html", help="a page that plays it in any browser"
    )
    _add_film(replays)


def _add_play(commands: Any) -> None:
    plays = commands.add_parser("play", help="play a game yourself, in a window or a terminal")
    plays.add_argument("game", metavar="GAME")
    plays.add_argument(
        "--seat", metavar="SEAT",
        help="yours, such as red_1; A,B for several, or all (default: the first; all where "
        "everybody earns the same)",
    )  # fmt: skip
    plays.add_argument(
        "--opponents", metavar="AGENT",
        help=f"{AGENT} (default: scripted where there is a script, else random)",
    )  # fmt: skip
    plays.add_argument("--seed", type=int, help="of the episode (default: a fresh one)")
    plays.add_argument(
        "--replay", type=Path, metavar="FILE.json",
        help="where the replay is saved (default: a new file in results/play)",
    )  # fmt: skip
    plays.add_argument("--tty", action="store_true", help="play in the terminal")
    plays.add_argument("--tile", type=int, help="pixels of a square (default: as fits the window)")
    _add_settings(plays)


def _add_film(command: Parser) -> None:
    command.add_argument(
        "--out", type=Path, metavar="FILE", help="a video (.mp4, .gif) or a contact sheet (.png)"
    )
    command.add_argument("--fps", type=int, default=4, help="frames a second (%(default)s)")
    command.add_argument("--tile", type=int, default=32, help="pixels of a square (%(default)s)")
    command.add_argument("--size", type=int, help="pixels of the longer side, about; or --tile")
    command.add_argument(
        "--every", choices=("phase", "decision", "turn"), default="decision",
        help="what a frame is drawn for (%(default)s)",
    )  # fmt: skip
    command.add_argument("--max-frames", type=int, default=10_000, help="at most (%(default)s)")


def _add_settings(command: Parser) -> None:
    command.add_argument(
        "--set", dest="changes", action="append", default=[], metavar="KEY=VALUE",
        help="a setting of the game (see: cogarena docs GAME); can be repeated",
    )  # fmt: skip


def _add_json(command: Parser) -> None:
    command.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")


if __name__ == "__main__":
    sys.exit(main())
