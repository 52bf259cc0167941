"""What the tests of several wrappers share: how one agent plays any game, and equal results."""

import numpy as np

from support.roster import FOR_ONE, short

NOT_TOLD = {"events", "_events"}  # by the vector environments, for their speed


def arguments(name, **others):
    """What lets one agent play the game, in short episodes."""
    alone = {} if name in FOR_ONE else {"opponents": "random"}
    return {**alone, **short(name), **others}


def equal(one, other):
    """The result of a vector environment is the other one, down to the types."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys() - NOT_TOLD
        return all(equal(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return all(equal(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        if one.dtype == object:
            return all(equal(a, b) for a, b in zip(one, other, strict=True))
        return np.array_equal(one, other)
    return one == other
