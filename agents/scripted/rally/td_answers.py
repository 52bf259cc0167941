"""What the scripted player of Tower Defense answers to each question."""

from typing import Any

from cogworks.agents.scripted.rally.driving import stance_at
from cogworks.agents.scripted.rally.td_plan import plan
from cogworks.agents.scripted.rally.td_sight import read
from cogworks.envs.core.grid import DIRECTIONS
from cogworks.envs.core.header import PASS
from cogworks.envs.core.jit import kernel
from cogworks.envs.rally.damage import YES
from cogworks.envs.rally.programming import CARD
from cogworks.envs.rally.state import NOBODY, Ask
from cogworks.envs.rally.turns import FACING


@kernel
def answer_all(
    observations: Any, masks: Any, chart: Any, temper: Any, seen: Any, beams: Any, actions: Any
) -> None:
    """An action for each row."""
    for i in range(len(actions)):
        read(observations[i], chart, seen[i])
        actions[i] = answer(masks[i], chart, temper, seen[i], beams)


@kernel
def answer(mask: Any, chart: Any, temper: Any, seen: Any, beams: Any) -> int:
    """The answer to what is asked; no, or else the first choice, to all that it does not weigh."""
    asked = seen.asked
    if asked == Ask.PROGRAM:
        action = CARD + plan(chart, temper, seen, beams)
    elif asked in (Ask.POWER_DOWN, Ask.STAY_DOWN):
        action = YES if seen.damage >= temper.badly else PASS
    elif asked == Ask.FACING:
        action = FACING + choose_facing(chart, seen, mask)
    else:
        action = first_legal(mask)
    return action


@kernel
def choose_facing(chart: Any, seen: Any, mask: Any) -> int:
    """The allowed direction from which the next flag is nearest."""
    best, least = NOBODY, 0.0
    touched = min(seen.touched, len(chart.flags) - 1)
    for facing in range(DIRECTIONS):
        if mask[FACING + facing] == 0:
            continue
        way = chart.ways[touched, stance_at(int(seen.x), int(seen.y), facing, chart.height)]
        if best == NOBODY or way < least:
            best, least = facing, way
    return best


@kernel
def first_legal(mask: Any) -> int:
    """PASS if it is legal, or the first action that is."""
    for action in range(len(mask)):
        if mask[action] == 1:
            return action
    return PASS
