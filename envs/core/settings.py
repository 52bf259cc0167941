"""A game's settings: a frozen dataclass whose fields declare what values they take."""

import dataclasses
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from cogarena.envs.core.errors import SettingError, unknown

T = TypeVar("T")


@dataclass(frozen=True)
class Bounds:
    """The valid values of a setting, kept in the metadata of its field."""

    meaning: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    count: tuple[int, int] | None = None  # of a tuple: fewest and most members
    optional: bool = False  # None is valid


def setting(
    default: Any,
    meaning: str,
    *,
    choices: Iterable[str] = (),
    low: float | None = None,
    high: float | None = None,
    count: tuple[int, int] | None = None,
    optional: bool = False,
) -> Any:
    """A field of a settings dataclass, with its valid values."""
    bounds = Bounds(meaning, tuple(choices), low, high, count, optional)
    return dataclasses.field(default=default, metadata={"bounds": bounds})


def read_settings(kind: type[T], values: Mapping[str, Any], where: str) -> T:
    """A settings object from keyword arguments or a file's table, checked field by field."""
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for name in values:
        if name not in fields:
            raise SettingError(f"{where}: {unknown('setting', name, fields)}")
    checked = {
        name: _checked(fields[name], value, f"{where}: setting {name!r}")
        for name, value in values.items()
    }
    return kind(**checked)


def _checked(field: Any, value: Any, where: str) -> Any:
    bounds: Bounds = field.metadata["bounds"]
    if value is None and bounds.optional:
        return None
    if isinstance(field.default, tuple):
        return _checked_tuple(field.default, bounds, value, where)
    wanted = str if field.default is None else type(field.default)
    return _checked_one(wanted, bounds, value, where)


def _checked_tuple(default: tuple[Any, ...], bounds: Bounds, value: Any, where: str) -> Any:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise SettingError(f"{where} must be a list, not {value!r}")
    kind = type(default[0]) if default else str
    members = tuple(_checked_one(kind, bounds, member, where) for member in value)
    if bounds.count and not bounds.count[0] <= len(members) <= bounds.count[1]:
        low, high = bounds.count
        raise SettingError(f"{where} has {len(members)} members, but must have {low} to {high}")
    return members


def _checked_one(wanted: Any, bounds: Bounds, value: Any, where: str) -> Any:
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, wanted) or (wanted is not bool and isinstance(value, bool)):
        raise SettingError(f"{where} must be of type {wanted.__name__}, not {value!r}")
    if isinstance(value, float) and not math.isfinite(value):
        raise SettingError(f"{where} is {value!r}, but must be a finite number")
    if bounds.choices and value not in bounds.choices:
        raise SettingError(f"{where}: {unknown('value', value, bounds.choices)}")
    if bounds.low is not None and value < bounds.low:
        raise SettingError(f"{where} is {value!r}, but must be at least {bounds.low}")
    if bounds.high is not None and value > bounds.high:
        raise SettingError(f"{where} is {value!r}, but must be at most {bounds.high}")
    return value


def markdown(kind: type[Any]) -> str:
    """The settings as a Markdown table."""
    lines = ["| setting | default | takes | meaning |", "|---|---|---|---|"]
    for field in dataclasses.fields(kind):
        bounds: Bounds = field.metadata["bounds"]
        lines.append(
            f"| `{field.name}` | `{field.default!r}` | {_takes(bounds)} | {bounds.meaning} |"
        )
    return "\n".join(lines)


def _takes(bounds: Bounds) -> str:
    if bounds.choices:
        return ", ".join(f"`{choice}`" for choice in bounds.choices)
    if bounds.low is None and bounds.high is None:
        return ""
    return (
        f"{'' if bounds.low is None else bounds.low}…{'' if bounds.high is None else bounds.high}"
    )
