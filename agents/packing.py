"""Tables and weights of scripted players as records.

Kernels pass a record on by reference; a tuple they take apart and put together in every call.
"""

from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.records import record


def packed(tables: Any) -> Array:
    """A named tuple of tables or weights as an array of one record."""
    fields = tables._asdict()
    filled = np.zeros(1, record(*((name, *_kind_of(value)) for name, value in fields.items())))
    for name, value in fields.items():
        filled[name][0] = packed(value)[0] if isinstance(value, tuple) else value
    return filled


def _kind_of(value: Any) -> tuple[Any, ...]:
    """The dtype of a field, and its shape unless it is a single value."""
    if isinstance(value, tuple):
        return (packed(value).dtype,)
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape
    return (getattr(value, "dtype", "f8" if isinstance(value, float) else "i8"),)
