"""The command `cogarena`: `parser` says what it takes, the other modules what it does.

`cogarena --help` loads neither numba nor torch.
"""

import importlib
import sys
from collections.abc import Sequence

from cogarena.envs.core.errors import CogarenaError
from cogarena.training.cli.parser import BAD_INPUT, build_parser

INTERRUPTED = 130
MODULES = {  # of the subcommands; all others are in `commands`
    "bench": "bench",
    "eval": "evaluation",
    "tournament": "evaluation",
    "benchmark": "evaluation",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code."""
    given = build_parser().parse_args(arguments)
    try:
        name = MODULES.get(given.command, "commands")
        module = importlib.import_module(f"cogarena.training.cli.{name}")  # loads numba
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
