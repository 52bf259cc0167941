"""Finding boards: those that ship with the engine in `boards/`, and the user's files."""

import re
from dataclasses import dataclass
from pathlib import Path

from cogarena.envs.core.errors import FileError, UnknownNameError
from cogarena.envs.core.files import read_text
from cogarena.envs.rally.board_reader import Reader, parse
from cogarena.envs.rally.floor import Floor

FOLDER = Path(__file__).parent / "boards"
SUFFIX = ".txt"


@dataclass(frozen=True)
class About:
    """The headings of a board; empty if missing."""

    name: str = ""
    note: str = ""
    difficulty: str = ""


def names() -> list[str]:
    """The boards that ship with the engine."""
    return sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}"))


def courses() -> list[str]:
    """The shipped boards for races: they have docks and flags, and no towers."""
    floors = {name: read_board(name) for name in names()}
    return [
        name
        for name, floor in floors.items()
        if not lacking(floor) and not floor[0].squares["tower"].any()
    ]


def read_board(name: str | Path) -> Floor:
    """The floor of a board, by its name or its path, read-only."""
    return parse(*_source(name))


def read_course(name: str | Path) -> Floor:
    """The floor of a board for a race: it must have docks and flags."""
    floor = read_board(name)
    if lacking(floor):
        raise FileError(f"{_source(name)[1]}: no {lacking(floor)}; a course needs at least one")
    return floor


def about(name: str | Path) -> About:
    """The headings of a board."""
    return About(**Reader(*_source(name)).headings)


def lacking(floor: Floor) -> str:
    """What a floor lacks to be a course: a dock, a flag, or nothing."""
    if not floor[0].docks:
        return "dock (such as D1^)"
    return "" if floor[0].flag_count else "flag (such as F1)"


def _source(name: str | Path) -> tuple[str, str]:
    """The text of a board, and its name in error messages."""
    path = find(str(name))
    where = f"board {path.name}"
    return read_text(path, where), where


def find(name: str) -> Path:
    """The file of a board, by its shipped name or the user's path."""
    shipped = FOLDER / f"{name}{SUFFIX}"
    if re.fullmatch(r"\w+", name) and shipped.exists():
        return shipped
    if not name.endswith(SUFFIX):
        raise UnknownNameError(f"board (or path ending in {SUFFIX})", name, names())
    if not Path(name).is_file():
        raise FileError(f"board file {name!r} does not exist")
    return Path(name)
