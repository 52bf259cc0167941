"""The command `cogarena`: `parser` says what it takes, `commands` and `evaluation` what it does.

`cogarena --help` loads neither numba nor torch.
"""

import sys
from collections.abc import Sequence

from cogarena.envs.core.errors import CogarenaError
from cogarena.training.cli.parser import BAD_INPUT, build_parser

INTERRUPTED = 130
EVALUATION = ("eval", "tournament", "benchmark")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code."""
    given = build_parser().parse_args(arguments)
    try:
        from cogarena.training.cli import commands, evaluation  # noqa: PLC0415 - loads numba

        module = evaluation if given.command in EVALUATION else commands
        code: int = getattr(module, given.command)(given)
        return code
    except CogarenaError as error:
        return _fail(BAD_INPUT, f"error: {' '.join(str(error).split())}")
    except OSError as error:
        return _fail(BAD_INPUT, f"error: {error.filename or 'a file'}: {error.strerror or error}")
    except KeyboardInterrupt:
        return _fail(INTERRUPTED, "stopped")


def _fail(code: int, message: str) -> int:
    print(f"cogarena: {message}", file=sys.stderr)
    return code
