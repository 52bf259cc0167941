"""Programming in Tower Defense by search: the program that leads furthest along the flags."""

from typing import Any

from cogarena.agents.scripted.rally.beam import make_room, rank
from cogarena.agents.scripted.rally.driving import LOST, UNREACHABLE
from cogarena.agents.scripted.rally.td_chart import LEVEL, drive
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import HAND, NOBODY

BRANCH = record(
    ("stance", "i2"),  # after the registers so far, or LOST
    ("banked", "i1"),  # the point towards a ramp, as `LEVEL` tells
    ("touched", "i1"),
    ("used", "i2"),  # bit set of the hand's slots
    ("first", "i1"),  # slot of the first card that was chosen
    ("gain", "f8"),  # so far
    ("promise", "f8"),  # gain, less the way to the next flag
)


@kernel
def plan(chart: Any, temper: Any, seen: Any, beams: Any) -> int:
    """The slot of the card for the first open register; `beams` is room to think."""
    now, after = beams[0], beams[1]
    start(seen, now[0])
    count = 1
    for k in range(REGISTERS):
        found = 0
        for b in range(count):
            if seen.program[k] != Card.NONE:
                found = follow(chart, temper, seen, k, now[b], NOBODY, after, found)
                continue
            tried = 0
            for slot in range(HAND):
                card = int(seen.hand[slot])
                if card == Card.NONE or (now[b].used >> slot) & 1 == 1 or (tried >> card) & 1 == 1:
                    continue
                tried |= 1 << card
                found = follow(chart, temper, seen, k, now[b], slot, after, found)
        now, after = after, now
        count = found
    return now[0].first


@kernel
def start(seen: Any, branch: Any) -> None:
    """Nothing chosen yet."""
    branch.stance = seen.stance
    branch.banked = LEVEL
    branch.touched = seen.touched
    branch.used = 0
    branch.first = NOBODY
    branch.gain = 0


@kernel
def follow(
    chart: Any, temper: Any, seen: Any, k: int, branch: Any, slot: int, beam: Any, count: int
) -> int:
    """Go on with a card in register k, and keep the branch if it is promising; how many are."""
    stance, banked, touched = int(branch.stance), int(branch.banked), int(branch.touched)
    gain = branch.gain
    if stance != LOST:
        card = seen.program[k] if slot == NOBODY else seen.hand[slot]
        stance, banked, falls = drive(chart, seen.standing, stance, banked, card, k)
        gain -= temper.fall * falls
    if is_on_flag(chart, touched, stance):
        touched += 1
        gain += temper.flag + REGISTERS - k
    promise = gain - (UNREACHABLE if stance == LOST else chart.ways[touched, stance])
    used = branch.used | (1 << slot if slot != NOBODY else 0)
    at = rank(beam, count, stance, used, promise)
    if at == NOBODY:
        return count
    first = slot if branch.first == NOBODY else branch.first
    count = make_room(beam, count, at)
    entry = beam[at]
    entry.stance = stance
    entry.banked = banked
    entry.touched = touched
    entry.used = used
    entry.first = first
    entry.gain = gain
    entry.promise = promise
    return count


@kernel
def is_on_flag(chart: Any, touched: int, stance: int) -> bool:
    """The stance is on the next flag."""
    if stance == LOST or touched == len(chart.flags):
        return False
    flag = chart.flags[touched]
    return stance // DIRECTIONS == flag[0] * chart.height + flag[1]
