"""The fields every game's record begins with, and the kernels that ask for decisions.

`pending` is the set of seats asked at the same moment: agents that choose in secret are asked one
after another, and none of their choices takes effect before the last.
"""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.visibility import BY_SEAT, INTERNAL, SEAT, SEATS, SECRET

MAX_AGENTS = 8
PASS = 0  # action 0 of every game: do nothing

# What a batch's array of actions may hold besides actions.
IDLE = -1  # leave the row as it is
RESET = -2  # begin a new episode from the row's seed, in a record that is zeroed already

HALTED = -1  # value of `halt` in a record whose step was halted


def header(agents: int) -> tuple[tuple[Any, ...], ...]:
    """The fields every record begins with."""
    return (
        ("rng", "u8", SECRET),
        # The environment tells these beside the observation.
        ("tick", "i4", INTERNAL),  # decisions made so far
        ("to_act", "i1", INTERNAL.naming(SEAT)),  # seat of the agent to act
        ("decision", "i1", INTERNAL),  # kind of the decision, an enum of the game
        ("pending", "u1", INTERNAL.naming(SEATS)),  # bit set of the seats asked at this moment
        ("terminated", "?", INTERNAL),
        ("truncated", "?", INTERNAL),
        ("reward", "f4", (agents,), INTERNAL, BY_SEAT),  # of the last step
    )


@kernel
def begin_step(s: Any) -> None:
    """Begin a step: count it and clear the rewards."""
    s.tick += 1
    s.reward[:] = 0


@kernel
def ask(s: Any, seat: int, decision: int) -> None:
    """Ask one seat for the next decision."""
    s.to_act = seat
    s.decision = decision
    s.pending = 1 << int(seat)


@kernel
def ask_together(s: Any, seats: int, decision: int) -> None:
    """Ask every seat of a bit set for the next decision; none sees what the others choose."""
    s.decision = decision
    s.pending = seats
    s.to_act = lowest(seats)


@kernel
def answered(s: Any) -> bool:
    """Remove the acting seat from those asked; true if it was the last of them."""
    s.pending = int(s.pending) & ~(1 << int(s.to_act))
    if s.pending == 0:
        return True
    s.to_act = lowest(s.pending)
    return False


@kernel
def report(states: Any, rewards: Any, terminated: Any, truncated: Any) -> None:
    """Copy rewards and ends of a step out of the records of a batch."""
    for i in range(len(states)):
        terminated[i] = states[i].terminated
        truncated[i] = states[i].truncated
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = states[i].reward[seat]


@kernel
def is_asked(s: Any, seat: int) -> bool:
    """The seat has a decision to make now."""
    return not over(s) and (s.pending >> seat) & 1 == 1


@kernel
def over(s: Any) -> bool:
    """The episode has ended."""
    return s.terminated or s.truncated


@kernel
def lowest(seats: int) -> int:
    """The lowest seat of a non-empty bit set."""
    seat = 0
    while (seats >> seat) & 1 == 0:
        seat += 1
    return seat


class Halted(Exception):  # noqa: N818 - nothing went wrong
    """Leaves a step in the middle; the record stays as it is at that moment."""


def whole_record(s: Any) -> Any:
    """The `halting` of a game whose record has the field `halt` itself."""
    return s


@kernel
def pause(s: Any) -> None:
    """Count one part of a step, and leave the step if it is the part to halt after."""
    s.halt -= 1
    if s.halt == 0:
        s.halt = HALTED
        raise Halted
