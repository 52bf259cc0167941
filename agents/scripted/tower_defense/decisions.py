"""The decisions of the scripted player in Tower Defense, and its search for programs."""

from typing import Any

from cogarena.agents.scripted.rally import beam_search
from cogarena.agents.scripted.rally.beam_search import BRANCH_FIELDS, start_branch
from cogarena.agents.scripted.rally.decisions import first_legal, nearest_facing
from cogarena.agents.scripted.rally.driving import LOST, UNREACHABLE
from cogarena.agents.scripted.rally.player import decide_with
from cogarena.agents.scripted.rally.reading import next_flag
from cogarena.agents.scripted.tower_defense.reading import read
from cogarena.agents.scripted.tower_defense.tables import NOT_BANKED, drive
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rally.damage import YES
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.programming import CARD
from cogarena.envs.rally.state import Ask
from cogarena.envs.rally.turns import FACING

BRANCH = record(
    *BRANCH_FIELDS,
    ("banked", "i1"),  # the point towards a ramp, or NOT_BANKED
    ("touched", "i1"),
)


@kernel
def start(tables: Any, weights: Any, seen: Any, branch: Any) -> None:
    """The branch before the first register."""
    start_branch(seen, branch)
    branch.banked = NOT_BANKED
    branch.touched = seen.touched


@kernel
def extend(tables: Any, weights: Any, seen: Any, k: int, branch: Any, card: int, new: Any) -> None:
    """Play register k with a card of this kind; the score counts the path to the next flag."""
    pose, banked, touched = int(branch.pose), int(branch.banked), int(branch.touched)
    gain = branch.gain
    if pose != LOST:
        pose, banked, falls = drive(tables, seen.standing, pose, banked, card, k)
        gain -= weights.fall * falls
    if is_on_flag(tables, touched, pose):
        touched += 1
        gain += weights.flag + REGISTERS - k
    new.pose = pose
    new.banked = banked
    new.touched = touched
    new.gain = gain
    new.score = gain - (UNREACHABLE if pose == LOST else tables.to_flags[touched, pose])


@kernel
def is_on_flag(tables: Any, touched: int, pose: int) -> bool:
    """The pose is on the next flag."""
    if pose == LOST or touched == len(tables.flags):
        return False
    flag = tables.flags[touched]
    return pose // DIRECTIONS == flag[0] * tables.height + flag[1]


plan = beam_search.bind(start=start, extend=extend)


@kernel
def decide(mask: Any, tables: Any, weights: Any, seen: Any, beams: Any) -> int:
    """The action for the question asked; declines, or takes the first choice, by default."""
    asked = seen.asked
    if asked == Ask.PROGRAM:
        action = CARD + plan(tables, weights, seen, beams)
    elif asked in (Ask.POWER_DOWN, Ask.STAY_DOWN):
        action = YES if seen.damage >= weights.rest_damage else PASS
    elif asked == Ask.FACING:
        costs = tables.to_flags[next_flag(tables, seen)]
        action = FACING + nearest_facing(costs, tables.height, int(seen.x), int(seen.y), mask)
    else:
        action = first_legal(mask)
    return action


decide_all = decide_with(read=read, decide=decide)
