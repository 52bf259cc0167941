"""The head of every game's record, and the kernels that ask for decisions.

`pending` holds everybody who is asked at the same moment: agents that choose in secret from each
other are asked one after another, and none of their choices takes effect before the last.
"""

from typing import Any

from cogarena.envs.core.jit import kernel

MAX_AGENTS = 8
PASS = 0  # action 0 of every game: do nothing, and all that an agent not asked can do

# What a row of a batch's actions may hold besides an action.
IDLE = -1  # leave this row alone
RESET = -2  # begin a new episode from the row's seed; the record is zeroed before


def header(agents: int) -> tuple[tuple[Any, ...], ...]:
    """The fields every record begins with."""
    return (
        ("rng", "u8"),
        ("tick", "i4"),  # decisions made so far
        ("to_act", "i1"),  # seat of the agent to act
        ("decision", "i1"),  # kind of the decision, an enum of the game
        ("pending", "u1"),  # bit set of the seats asked at this moment, to_act among them
        ("terminated", "?"),
        ("truncated", "?"),
        ("reward", "f4", (agents,)),  # by seat, of the last step
    )


@kernel
def begin_step(s: Any) -> None:
    """Open a step: nothing is earned yet."""
    s.tick += 1
    s.reward[:] = 0


@kernel
def ask(s: Any, seat: int, decision: int) -> None:
    """The next decision is `seat`'s alone."""
    s.to_act = seat
    s.decision = decision
    s.pending = 1 << int(seat)


@kernel
def ask_together(s: Any, seats: int, decision: int) -> None:
    """The next decision is taken by every seat of the bit set, blind to the others'."""
    s.decision = decision
    s.pending = seats
    s.to_act = lowest(seats)


@kernel
def answered(s: Any) -> bool:
    """Take the acting agent off the list of those asked; say whether it was the last of them."""
    s.pending = int(s.pending) & ~(1 << int(s.to_act))
    if s.pending == 0:
        return True
    s.to_act = lowest(s.pending)
    return False


@kernel
def report(states: Any, rewards: Any, terminated: Any, truncated: Any) -> None:
    """Copy what a step brought out of the records of a batch."""
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
    """The lowest seat in a bit set that is not empty."""
    seat = 0
    while (seats >> seat) & 1 == 0:
        seat += 1
    return seat
