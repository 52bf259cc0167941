"""MAgent2: battles of many agents in C++."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from magent2.environments import battle_v4


def contenders(bench: Any) -> Iterator[Any]:
    """One world of up to 162 agents that act at once."""
    yield bench.Contender("battle", "parallel, 162 agents", lambda: loop(bench), vector=True)


def loop(bench: Any) -> Any:
    """Every agent that lives decides in each step."""
    env, rng = battle_v4.parallel_env(), np.random.default_rng(0)
    env.reset(seed=0)
    actions = env.action_space(env.agents[0]).n

    def play() -> int:
        if not env.agents:
            env.reset()
        agents = list(env.agents)
        chosen = rng.integers(actions, size=len(agents), dtype=np.int32)
        env.step(dict(zip(agents, chosen, strict=True)))
        return len(agents)

    return bench.timed(play)
