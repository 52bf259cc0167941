"""What the scripted player of Tower Defense answers to each question."""

from typing import Any

from cogarena.agents.scripted.rally.entering import nearest_facing
from cogarena.agents.scripted.rally.reading import first_legal
from cogarena.agents.scripted.rally.td_plan import plan
from cogarena.agents.scripted.rally.td_sight import read
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.damage import YES
from cogarena.envs.rally.programming import CARD
from cogarena.envs.rally.state import Ask
from cogarena.envs.rally.turns import FACING


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
        ways = chart.ways[min(seen.touched, len(chart.flags) - 1)]
        action = FACING + nearest_facing(ways, chart.height, int(seen.x), int(seen.y), mask)
    else:
        action = first_legal(mask)
    return action
