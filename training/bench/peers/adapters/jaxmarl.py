"""JaxMARL: games of several agents in JAX. The policy is compiled with the game."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import jaxmarl
from jaxmarl.environments.smax import map_name_to_scenario

ROWS, STEPS = 1024, 16  # steps that one compiled call takes
FORM = f"vmap of {ROWS}, {STEPS} steps a call"


def contenders(bench: Any) -> Iterator[Any]:
    """One environment step by step, and many by vmap and scan."""
    for game, make, decisions in GAMES:
        yield bench.Contender(game, "jit", partial(loop, bench, make, decisions, 1, 1))
        form, build = FORM, partial(loop, bench, make, decisions, ROWS, STEPS)
        yield bench.Contender(game, form, build, vector=True)


def overcooked() -> Any:
    """Two cooks; every action is legal."""
    return jaxmarl.make("overcooked"), None


def smax() -> Any:
    """Five units against a scripted enemy's five."""
    env = jaxmarl.make("HeuristicEnemySMAX", scenario=map_name_to_scenario("2s3z"))
    return env, env.get_avail_actions


def hanabi() -> Any:
    """Two players, of whom one decides in each step."""
    env = jaxmarl.make("hanabi")
    return env, env.get_legal_moves


# With the decisions of each step; units of SMAX that have died are counted as well.
GAMES = (("Overcooked", overcooked, 2), ("SMAX 2s3z", smax, 5), ("Hanabi", hanabi, 1))


def loop(bench: Any, make: Any, decisions: int, rows: int, steps: int) -> Any:
    """A loop whose observations are kept, so that they are computed."""
    env, legal = make()
    counts = {agent: env.action_space(agent).n for agent in env.agents}

    def choose(key: Any, state: Any) -> Any:
        masks = legal(state) if legal else {a: jnp.ones(n) for a, n in counts.items()}
        keys = dict(zip(env.agents, jax.random.split(key, len(env.agents)), strict=True))
        scores = {agent: jnp.where(masks[agent] > 0, 0.0, -jnp.inf) for agent in env.agents}
        return {agent: jax.random.categorical(keys[agent], scores[agent]) for agent in env.agents}

    def one(carried: Any, _: Any) -> Any:
        _, state, key = carried
        key, choosing, stepping = jax.random.split(key, 3)
        actions = jax.vmap(choose)(jax.random.split(choosing, rows), state)
        seen, state, *_ = jax.vmap(env.step)(jax.random.split(stepping, rows), state, actions)
        return (seen, state, key), None

    advance = jax.jit(lambda carried: jax.lax.scan(one, carried, None, length=steps)[0])
    first, second = jax.random.split(jax.random.PRNGKey(0))
    carried = (*jax.jit(jax.vmap(env.reset))(jax.random.split(first, rows)), second)

    def play() -> int:
        nonlocal carried
        carried = advance(carried)
        carried[-1].block_until_ready()
        return rows * steps * decisions

    return bench.timed(play)
