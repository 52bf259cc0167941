"""Ways over the squares that the scripted explorer of RoveR knows."""

from typing import Any

from cogarena.agents.scripted.rover_play.memory import BLOCKED, NOBODY, SEEN_BIT
from cogarena.envs.core.grid import DIRECTIONS, DX, DY
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rover.state import NOWHERE, SIZE

SQUARES = SIZE * SIZE
GAIN_X, GAIN_Y = 4, 3  # squares around a place that it would show, on each side

WAYS = record(
    ("near", "i2", (SIZE, SIZE)),  # steps from the rover, NOWHERE without a way
    ("heading", "i1", (SIZE, SIZE)),  # the direction of the first of them
    ("home", "i2", (SIZE, SIZE)),  # steps to the pod
    ("unseen", "i2", (SIZE + 1, SIZE + 1)),  # squares not seen that lie north-west of a corner
    ("queue", "i2", (SQUARES,)),
)


@kernel
def find_ways(seen: Any, memory: Any, ways: Any) -> None:
    """Ways from the rover and from the pod, and what is left to see."""
    walk(memory, seen.x, seen.y, True, ways, ways.near)
    walk(memory, seen.pod_x, seen.pod_y, False, ways, ways.home)
    count_unseen(seen, memory, ways)


@kernel
def walk(memory: Any, x: int, y: int, minding_headings: bool, ways: Any, steps: Any) -> None:
    """Steps from a square; those who stand about can be walked up to, but not past."""
    known, who = memory.known.reshape(SQUARES), memory.who.reshape(SQUARES)
    heading, steps = ways.heading.reshape(SQUARES), steps.reshape(SQUARES)
    steps[:] = NOWHERE
    queue = ways.queue
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
            if minding_headings:
                heading[there] = direction if here == start else heading[here]
            if who[there] == NOBODY:
                queue[tail] = there
                tail += 1


@kernel
def count_unseen(seen: Any, memory: Any, ways: Any) -> None:
    """Sums from the north-west corner on, for `gain`."""
    ways.unseen[:] = 0
    for y in range(seen.side):
        row = 0
        for x in range(seen.side):
            row += memory.known[y, x] == 0
            ways.unseen[y + 1, x + 1] = ways.unseen[y, x + 1] + row


@kernel
def gain(seen: Any, ways: Any, x: int, y: int) -> int:
    """How many squares around a place were not seen yet."""
    west, east = max(x - GAIN_X, 0), min(x + GAIN_X + 1, seen.side)
    north, south = max(y - GAIN_Y, 0), min(y + GAIN_Y + 1, seen.side)
    sums = ways.unseen
    return sums[south, east] - sums[north, east] - sums[south, west] + sums[north, west]


@kernel
def is_frontier(seen: Any, memory: Any, x: int, y: int) -> bool:
    """A square beside it was not seen yet."""
    for direction in range(DIRECTIONS):
        beside_x, beside_y = x + DX[direction], y + DY[direction]
        if 0 <= beside_x < seen.side and 0 <= beside_y < seen.side:
            if memory.known[beside_y, beside_x] == 0:
                return True
    return False
