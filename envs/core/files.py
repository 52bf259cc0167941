"""Reading text and TOML files; every error names the file, the key and what is expected."""

import tomllib
from pathlib import Path
from typing import Any

from cogarena.envs.core.errors import FileError, unknown


def read_toml(path: Path, where: str) -> dict[str, Any]:
    """The table of a TOML file."""
    return parse_toml(read_text(path, where), where)


def read_text(path: Path, where: str) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(f"{where}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FileError(f"{where}: is not UTF-8 text") from None


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The table of a TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileError(f"{where}: is not valid TOML: {error}") from None


class TomlTable:
    """A table of a TOML file; its values are checked as they are read."""

    def __init__(self, values: Any, where: str) -> None:
        if not isinstance(values, dict):
            raise FileError(f"{where}: expected a table, not {values!r}")
        self.values, self.where = values, where

    def check_keys(self, required: frozenset[str], optional: frozenset[str] = frozenset()) -> None:
        """Refuse unknown keys, and name missing ones."""
        for key in self.values:
            if key not in required | optional:
                raise FileError(f"{self.where}: {unknown('key', key, required | optional)}")
        missing = sorted(required - set(self.values))
        if missing:
            raise FileError(f"{self.where}: missing: {', '.join(missing)}")

    def text(self, key: str, default: str = "") -> str:
        """A string."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise FileError(f"{self.where}: {key} must be a string, not {value!r}")
        return value

    def whole(self, key: str, low: int, high: int, default: int = 0) -> int:
        """An integer from `low` to `high`."""
        return whole(self.values.get(key, default), low, high, f"{self.where}: {key}")

    def members(self, key: str, low: int, high: int) -> list[Any]:
        """A list of `low` to `high` members; an absent key is an empty list."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not low <= len(value) <= high:
            raise FileError(
                f"{self.where}: {key} must be a list of {low} to {high} members, not {value!r}"
            )
        return value


def whole(value: Any, low: int, high: int, where: str) -> int:
    """An integer from `low` to `high`."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise FileError(f"{where} must be an integer from {low} to {high}, not {value!r}")
    return value
