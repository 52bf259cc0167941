"""Records, tables of records, and records as text.

A record is a fixed-size numpy struct without pointers: a copy is a memcpy, a save is its bytes.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.errors import StateError
from cogarena.envs.core.visibility import Mark, declare


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A dtype whose fields read as attributes, in kernels as in plain Python.

    A field is a name, a format, perhaps a shape, and perhaps marks of `core/visibility.py`.
    """
    marks = {name: tuple(m for m in rest if isinstance(m, Mark)) for name, *rest in fields}
    fields = tuple(tuple(part for part in field if not isinstance(part, Mark)) for field in fields)
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(
                f"numpy's record already has an attribute {name!r}: choose another field name"
            )
    formats = [np.dtype(field[1:] if len(field) > 2 else field[1]) for field in fields]
    offsets, end = [], 0
    for fmt in formats:
        offsets.append(_up_to(end, _alignment(fmt)))
        end = offsets[-1] + fmt.itemsize
    size = _up_to(end, max(map(_alignment, formats)))
    names = [field[0] for field in fields]
    layout = {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}
    plain = np.dtype(layout, align=True)  # type: ignore[call-overload]
    return np.dtype((np.record, plain), metadata=declare(marks))


def _alignment(dtype: np.dtype[Any]) -> int:
    """The alignment of a field; numpy ignores it for nested records."""
    if dtype.fields is None:
        return dtype.base.alignment if dtype.base.fields is None else _alignment(dtype.base)
    return max(_alignment(inner) for inner, *_ in dtype.fields.values())


def _up_to(offset: int, alignment: int) -> int:
    return -(-offset // alignment) * alignment


def table(keys: type[IntEnum], dtype: np.dtype[Any], rows: Mapping[Any, tuple[Any, ...]]) -> Any:
    """One read-only row per member of `keys`; missing and unknown rows are refused."""
    missing = [key.name for key in keys if key not in rows]
    if missing or len(rows) != len(keys):
        raise ValueError(
            f"table of {keys.__name__}: "
            + (f"no row for {', '.join(missing)}" if missing else "a row with an unknown key")
        )
    if [int(key) for key in keys] != list(range(len(keys))):
        raise ValueError(f"table of {keys.__name__}: the keys must be 0, 1, 2, …")
    filled = np.zeros(len(keys), dtype)
    for key in keys:
        if len(rows[key]) != len(dtype.names or ()):
            raise ValueError(
                f"table of {keys.__name__}: row {key.name} has {len(rows[key])} columns, "
                f"not {len(dtype.names or ())}"
            )
        filled[int(key)] = tuple(rows[key])
    filled.flags.writeable = False
    return filled


def frozen(values: Sequence[Any], dtype: Any) -> np.ndarray[Any, Any]:
    """A read-only array, for constants of kernels."""
    array = np.array(values, dtype)
    array.flags.writeable = False
    return array


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every number of a record and its path, such as `heroes[1].health`."""
    names = getattr(getattr(value, "dtype", None), "names", None)
    if isinstance(value, np.ndarray) and value.shape:
        for i in range(len(value)):
            yield from leaves(value[i], f"{path}[{i}]")
    elif names:
        for name in names:
            yield from leaves(value[name], f"{path}.{name}" if path else name)
    else:
        yield path, value.item()


def text(value: Any) -> str:
    """A record as readable lines; arrays of plain numbers stay on one line."""
    lines: list[str] = []
    for name in value.dtype.names:
        _write(value[name], name, lines)
    return "\n".join(lines)


def _write(value: Any, path: str, lines: list[str]) -> None:
    if value.dtype.names and value.shape:
        for i in range(len(value)):
            _write(value[i], f"{path}[{i}]", lines)
    elif value.dtype.names:
        inner = (f"{name}={value[name].tolist()}" for name in value.dtype.names)
        lines.append(f"{path}: {' '.join(inner)}")
    else:
        lines.append(f"{path}: {value.tolist()}")


def diff(before: Any, after: Any) -> list[str]:
    """The numbers that differ between two records of the same type, as `path: before → after`."""
    if before.dtype != after.dtype:
        raise StateError("cannot compare records of different types")
    pairs = zip(leaves(before), leaves(after), strict=True)
    return [f"{path}: {old} → {new}" for (path, old), (_, new) in pairs if not _same(old, new)]


def _same(a: Any, b: Any) -> bool:
    return bool(a == b or (np.isnan(a) and np.isnan(b)))


def from_bytes(data: bytes, dtype: np.dtype[Any], what: str) -> np.ndarray[Any, Any]:
    """One record from its bytes, as an array of one. Bytes of the wrong length are refused."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise StateError(f"a {what} must be bytes, not {type(data).__name__}")
    if len(data) != dtype.itemsize:
        raise StateError(f"a {what} has {dtype.itemsize} bytes, not {len(data)}")
    return np.frombuffer(bytearray(data), dtype)


def duplicate(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A copy of every byte; numpy's own copy skips the gaps between fields."""
    return np.frombuffer(bytearray(array.tobytes()), array.dtype)
