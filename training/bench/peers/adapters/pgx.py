"""pgx: board games in JAX. The policy is compiled with the game."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

ROWS, STEPS = 1024, 16  # steps that one compiled call takes
FORM = f"vmap of {ROWS}, {STEPS} steps a call"
GAMES = {"connect four": "connect_four", "chess": "chess", "go 9×9": "go_9x9"}


def contenders(bench: Any) -> Iterator[Any]:
    """One environment step by step, and many by vmap and scan."""
    for game, name in GAMES.items():
        yield bench.Contender(game, "jit", partial(loop, bench, name, 1, 1))
        yield bench.Contender(game, FORM, partial(loop, bench, name, ROWS, STEPS), vector=True)


def loop(bench: Any, name: str, rows: int, steps: int) -> Any:
    """A loop whose observations are kept, so that they are computed."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carried: Any, _: Any) -> Any:
        state, key = carried
        key, choosing, dealing = jax.random.split(key, 3)
        scores = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choosing, scores, axis=1)
        return (step(state, actions, jax.random.split(dealing, rows)), key), None

    advance = jax.jit(lambda carried: jax.lax.scan(one, carried, None, length=steps)[0])
    first, second = jax.random.split(jax.random.PRNGKey(0))
    carried = jax.jit(jax.vmap(env.init))(jax.random.split(first, rows)), second

    def play() -> int:
        nonlocal carried
        carried = advance(carried)
        carried[-1].block_until_ready()
        return rows * steps

    return bench.timed(play)
