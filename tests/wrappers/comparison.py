"""What the tests of several wrappers share: how one agent plays any game, and equal results."""

import numpy as np

from cogarena.envs.core.results import blank
from support.roster import FOR_ONE, short

NOT_TOLD = {"events"}  # by the vector environments, for their speed


def arguments(name, **others):
    """What lets one agent play the game, in short episodes."""
    alone = {} if name in FOR_ONE else {"opponents": "random"}
    return {**alone, **short(name), **others}


def equal(one, other):
    """The result of a vector environment is the other one, down to the types.

    The native one tells the result of an episode only where one ended; the other one tells blanks.
    """
    assert type(one) is type(other)
    if isinstance(one, dict):
        names = {key for key in one.keys() | other.keys() if not key.startswith("_")}
        return all(same_entry(one, other, name) for name in names - NOT_TOLD)
    if isinstance(one, tuple):
        return all(equal(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        if one.dtype == object:
            return all(equal(a, b) for a, b in zip(one, other, strict=True))
        return np.array_equal(one, other)
    return one == other


def same_entry(one, other, name):
    """An entry of infos, in the rows that the first one tells; or a piece of observations."""
    rows = f"_{name}"
    if rows not in other:
        return equal(one[name], other[name])
    if name not in one:
        return is_blank(other[name])
    assert not (one[rows] & ~other[rows]).any()
    if isinstance(one[name], dict):
        return equal(one[name], other[name])
    others = np.delete(other[name], np.flatnonzero(one[rows]), axis=0)
    return equal(one[name][one[rows]], other[name][one[rows]]) and is_blank(others)


def is_blank(told):
    """Nothing of an episode's result is told yet."""
    if isinstance(told, dict):
        return all(is_blank(member) for key, member in told.items() if not key.startswith("_"))
    return all(value is None or repr(value) == repr(blank(value)) for value in told.tolist())
