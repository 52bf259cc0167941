"""Shortest paths over the squares that the scripted explorer of RoveR knows."""

from typing import Any

from cogarena.agents.scripted.rover.memory import BLOCKED, NOBODY, SEEN_BIT
from cogarena.envs.core.grid import DIRECTIONS, DX, DY
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rover.state import NOWHERE, SIZE

SQUARES = SIZE * SIZE
VIEW_X, VIEW_Y = 4, 3  # squares on each side that would come into view

PATHS = record(
    ("steps", "i2", (SIZE, SIZE)),  # from the rover, NOWHERE without a path
    ("heading", "i1", (SIZE, SIZE)),  # direction of the first step
    ("to_pod", "i2", (SIZE, SIZE)),  # steps to the pod, NOWHERE without a path
    ("unseen", "i2", (SIZE + 1, SIZE + 1)),  # unseen squares north-west of each corner
    ("queue", "i2", (SQUARES,)),
)


@kernel
def find_paths(seen: Any, memory: Any, paths: Any) -> None:
    """Fill the paths from the rover and from the pod, and count the unseen squares."""
    search_from(memory, seen.x, seen.y, True, paths, paths.steps)
    search_from(memory, seen.pod_x, seen.pod_y, False, paths, paths.to_pod)
    count_unseen(seen, memory, paths)


@kernel
def search_from(memory: Any, x: int, y: int, with_headings: bool, paths: Any, steps: Any) -> None:
    """Breadth-first search from a square; a path may end at an entity, but not pass it."""
    known, occupant = memory.known.reshape(SQUARES), memory.occupant.reshape(SQUARES)
    heading, steps = paths.heading.reshape(SQUARES), steps.reshape(SQUARES)
    steps[:] = NOWHERE
    queue = paths.queue
    start = int(y) * SIZE + int(x)
    queue[0] = start
    steps[start] = 0
    head, tail = 0, 1
    while head < tail:
        here = int(queue[head])
        head += 1
        for direction in range(DIRECTIONS):
            there = here + int(DY[direction]) * SIZE + int(DX[direction])
            if steps[there] != NOWHERE or known[there] & (SEEN_BIT | BLOCKED) != SEEN_BIT:
                continue
            steps[there] = steps[here] + 1
            if with_headings:
                heading[there] = direction if here == start else heading[here]
            if occupant[there] == NOBODY:
                queue[tail] = there
                tail += 1


@kernel
def count_unseen(seen: Any, memory: Any, paths: Any) -> None:
    """Prefix sums from the north-west corner, for `unseen_around`."""
    paths.unseen[:] = 0
    for y in range(seen.side):
        row = 0
        for x in range(seen.side):
            row += memory.known[y, x] == 0
            paths.unseen[y + 1, x + 1] = paths.unseen[y, x + 1] + row


@kernel
def unseen_around(seen: Any, paths: Any, x: int, y: int) -> int:
    """How many unseen squares would come into view at a square."""
    west, east = max(x - VIEW_X, 0), min(x + VIEW_X + 1, seen.side)
    north, south = max(y - VIEW_Y, 0), min(y + VIEW_Y + 1, seen.side)
    sums = paths.unseen
    return sums[south, east] - sums[north, east] - sums[south, west] + sums[north, west]


@kernel
def is_frontier(seen: Any, memory: Any, x: int, y: int) -> bool:
    """The square has an unseen neighbour."""
    for direction in range(DIRECTIONS):
        beside_x, beside_y = x + DX[direction], y + DY[direction]
        if 0 <= beside_x < seen.side and 0 <= beside_y < seen.side:
            if memory.known[beside_y, beside_x] == 0:
                return True
    return False
