"""Parts of the suite that an installation may lack."""

import importlib
from typing import Any

from cogarena.envs.core.errors import CogarenaError


class MissingExtraError(CogarenaError, ImportError):
    """A package is needed that comes with one of the optional extras."""


def needs(module: str, extra: str, purpose: str) -> Any:
    """The imported module, or an error that tells how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        raise MissingExtraError(
            f"{purpose} needs the package {missing.name or module!r}: "
            f'install it with  pip install "cogarena[{extra}]"'
        ) from missing
