"""Checking the actions of a whole batch in one pass."""

from typing import Any

from cogarena.envs.core.jit import kernel


@kernel
def first_fault(actions: Any, masks: Any, over: Any) -> int:
    """The first row whose action is no legal one, or −1. Rows that are over may hold anything."""
    for row in range(len(actions)):
        if over[row]:
            continue
        action = actions[row]
        if action < 0 or action >= masks.shape[1] or masks[row, action] == 0:
            return row
    return -1
