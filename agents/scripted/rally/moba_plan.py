"""Programming by search: the best program that the hand allows, its first card played."""

from typing import Any

from cogarena.agents.scripted.rally.beam import make_room, rank
from cogarena.agents.scripted.rally.driving import LOST, UNREACHABLE, driven
from cogarena.agents.scripted.rally.moba_chart import BASE, BASE_AHEAD, HOME, NO_SIGHT
from cogarena.agents.scripted.rally.reading import holds
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.moba.objectives import LONG_REACH, REACH
from cogarena.envs.moba.state import TOWERS_EACH
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.fire import BARRELS
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.state import HAND, NOBODY

BRANCH = record(
    ("stance", "i2"),  # after the registers so far, or LOST
    ("used", "i2"),  # bit set of the hand's slots
    ("first", "i1"),  # slot of the first card that was chosen
    ("gain", "f8"),  # so far
    ("promise", "f8"),  # gain, and what the stance is worth
)


@kernel
def choose_goal(chart: Any, temper: Any, seen: Any) -> int:
    """The objective that costs least to reach and shell; home for the badly damaged."""
    if seen.damage >= temper.badly:
        return HOME
    best, least = BASE, price(chart, temper, seen, BASE, seen.stance)
    for t in range(TOWERS_EACH):
        cost = price(chart, temper, seen, t, seen.stance)
        if cost < least:
            best, least = t, cost
    return best


@kernel
def price(chart: Any, temper: Any, seen: Any, goal: int, stance: int) -> float:
    """The cost of a goal from a stance; robots see to it that what they began gets done."""
    cost = way_to(chart, seen, goal, stance)
    if goal == BASE:
        return cost - temper.base_bonus
    return cost - temper.focus * seen.worn[goal]


@kernel
def way_to(chart: Any, seen: Any, goal: int, stance: int) -> float:
    """The cost of the way to a goal."""
    longer = 1 if holds(seen.options, Option.HIGH_POWER_LASER) else 0
    return chart.costs[longer, seen.alive, goal, stance]


@kernel
def plan(chart: Any, temper: Any, seen: Any, beams: Any) -> int:
    """The slot of the card for the first open register; `beams` is room to think."""
    goal = choose_goal(chart, temper, seen)
    now, after = beams[0], beams[1]
    start(seen, now[0])
    count = 1
    for k in range(REGISTERS):
        found = 0
        for b in range(count):
            if seen.program[k] != Card.NONE:
                found = follow(chart, temper, seen, goal, k, now[b], NOBODY, after, found)
                continue
            tried = 0
            for slot in range(HAND):
                card = int(seen.hand[slot])
                if card == Card.NONE or (now[b].used >> slot) & 1 == 1 or (tried >> card) & 1 == 1:
                    continue
                tried |= 1 << card
                found = follow(chart, temper, seen, goal, k, now[b], slot, after, found)
        now, after = after, now
        count = found
    return now[0].first


@kernel
def start(seen: Any, branch: Any) -> None:
    """Nothing chosen yet."""
    branch.stance = seen.stance
    branch.used = 0
    branch.first = NOBODY
    branch.gain = 0


@kernel
def follow(
    chart: Any, temper: Any, seen: Any, goal: int, k: int, branch: Any, slot: int, beam: Any,
    count: int,
) -> int:  # fmt: skip
    """Go on with a card in register k, and keep the branch if it is promising; how many are."""
    stance = int(branch.stance)
    gain = branch.gain
    if stance != LOST:
        card = seen.program[k] if slot == NOBODY else seen.hand[slot]
        stance = driven(chart.roads, chart.blocks, seen.standing, stance, card, k)
        gain += worth_of_register(chart, temper, seen, stance)
    promise = gain + worth_of_place(chart, temper, seen, goal, stance)
    used = branch.used | (1 << slot if slot != NOBODY else 0)
    at = rank(beam, count, stance, used, promise)
    if at == NOBODY:
        return count
    count = make_room(beam, count, at)
    entry = beam[at]
    entry.stance = stance
    entry.used = used
    entry.first = slot if branch.first == NOBODY else branch.first
    entry.gain = gain
    entry.promise = promise
    return count


@kernel
def worth_of_register(chart: Any, temper: Any, seen: Any, stance: int) -> float:
    """What a register that ends there brings: a shot, less the harm."""
    if stance == LOST:
        return 0.0
    square = stance // DIRECTIONS
    harm = seen.harm[chart.near[square]] + chart.beams[square]
    return worth_of_shot(chart, temper, seen, stance) - temper.fear * harm


@kernel
def worth_of_shot(chart: Any, temper: Any, seen: Any, stance: int) -> float:
    """M12, M13: what the howitzer does from there."""
    what = objective_ahead(chart, seen, stance)
    if what == NO_SIGHT:
        return 0.0
    worth = 1.0 if what == BASE else temper.tower_shot
    return worth * (BARRELS if holds(seen.options, Option.DOUBLE_BARRELED_LASER) else 1)


@kernel
def objective_ahead(chart: Any, seen: Any, stance: int) -> int:
    """The goal that the howitzer strikes from there while no robot is in the way, or NO_SIGHT."""
    reach = LONG_REACH if holds(seen.options, Option.HIGH_POWER_LASER) else REACH
    for distance in range(reach):
        what = chart.lines[stance, distance]
        if what == NO_SIGHT:
            return NO_SIGHT
        if what == BASE_AHEAD:
            return BASE
        if what > 0 and (seen.standing >> (what - 1)) & 1 == 1:
            return what - 1 - TOWERS_EACH if what > TOWERS_EACH else NO_SIGHT
    return NO_SIGHT


@kernel
def worth_of_place(chart: Any, temper: Any, seen: Any, goal: int, stance: int) -> float:
    """How near the goal is from there."""
    if stance == LOST:
        return -temper.haste * UNREACHABLE
    return -temper.haste * way_to(chart, seen, goal, stance)


@kernel
def end_of_program(chart: Any, seen: Any) -> int:
    """Where the whole program leads."""
    stance = int(seen.stance)
    for k in range(REGISTERS):
        if stance != LOST:
            card = seen.program[k]
            stance = driven(chart.roads, chart.blocks, seen.standing, stance, card, k)
    return stance
