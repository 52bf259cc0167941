"""What a run needs beside its weights to go on as if it had never been stopped.

It is taken between two rollouts: the running episodes, the generators of chance, what the policy
saw last, and the measures of the recent episodes. All of it is arrays.
"""

from typing import Any, Protocol

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from cogarena.agents.checkpoint import CheckpointError, Tensors, under
from cogarena.agents.protocol import Array
from cogarena.training.learning.measures import Recent

ENV, RECENT = "env.", "recent."


class Resumable(Protocol):
    """What a training needs of its environment beside SB3's VecEnv.

    `state` is called before every rollout. Players that keep something in mind which is not in
    the state are told `begin` by `state` and by `load_state`: then both leave the same behind.
    """

    def state(self) -> dict[str, Array]:
        """All that the running episodes need to go on in another process."""

    def load_state(self, state: dict[str, Array]) -> None:
        """Go on with the episodes of a state."""


def taken(model: MaskablePPO, env: Resumable, recent: Recent) -> Tensors:
    """The session as it stands."""
    return (
        {
            "observations": np.array(model._last_obs),
            "episode_starts": np.array(model._last_episode_starts, np.bool_),
        }
        | _chance()
        | {ENV + name: np.array(array) for name, array in env.state().items()}
        | {RECENT + name: array for name, array in recent.arrays().items()}
    )


def restored(session: Tensors, model: MaskablePPO, env: Resumable, recent: Recent) -> None:
    """Go on from a session."""
    if not session:
        raise CheckpointError(
            "the run has no episodes to go on with: it is one of --engine ray, which needs none"
        )
    try:
        env.load_state(under(ENV, session))
        model._last_obs = np.array(session["observations"])
        model._last_episode_starts = np.array(session["episode_starts"])
        recent.load(under(RECENT, session))
        _load_chance(session)
    except (KeyError, ValueError, TypeError, RuntimeError) as wrong:
        raise CheckpointError(f"the session of the run cannot be gone on with: {wrong}") from wrong


def _chance() -> dict[str, Array]:
    """The generators that exploration and the order of minibatches come from."""
    told: Any = np.random.get_state(legacy=False)
    return {
        "chance.torch": torch.get_rng_state().numpy().copy(),
        "chance.numpy": np.array(told["state"]["key"]),
        "chance.numpy_place": np.array([told["state"]["pos"], told["has_gauss"]], np.int64),
        "chance.numpy_gauss": np.array([told["gauss"]]),
    }


def _load_chance(session: Tensors) -> None:
    torch.set_rng_state(torch.from_numpy(session["chance.torch"].copy()))
    place, has_gauss = session["chance.numpy_place"].tolist()
    key, gauss = session["chance.numpy"], float(session["chance.numpy_gauss"][0])
    np.random.set_state(("MT19937", key, place, has_gauss, gauss))
