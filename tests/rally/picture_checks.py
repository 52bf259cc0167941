"""What tests of pictures compare: parts of them, and how many pixels differ."""

from itertools import combinations

from cogarena.envs.rally.floor_pictures import margin


def area(x, y, wide=1, high=1, *, tile, rim=0):
    """The pixels of some squares of a floor, and of so many pixels around them."""
    left, top = margin(tile) + x * tile - rim, margin(tile) + y * tile - rim
    return slice(top, top + high * tile + 2 * rim), slice(left, left + wide * tile + 2 * rim)


def differing(one, other):
    return int((one != other).any(axis=2).sum())


def assert_all_differ(pictures, least):
    for (name, one), (other_name, other) in combinations(pictures.items(), 2):
        assert differing(one, other) >= least, f"{name} looks like {other_name}"


def assert_only_in(before, after, *areas):
    """Two pictures differ in each of the areas, and nowhere else."""
    after = after.copy()
    for part in areas:
        assert differing(before[part], after[part]) > 0
        after[part] = before[part]
    assert (after == before).all()


def is_plain(column):
    return bool((column == column[len(column) // 2]).all())
