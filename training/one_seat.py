"""Gymnasium environments of one seat of a game; agents play the others.

    gymnasium.make("cogarena/Moba-v0", seat="red_0", opponents="scripted")
    gymnasium.make_vec("cogarena/Moba-v0", num_envs=64, seat="random", opponents="results/run")

`seat` is an agent's name, "random" for another one in every episode, or the first if not given.
`opponents` is a name that `cogarena.agents.registry.find` knows, the folder of a checkpoint or an
agent: one for all other seats, a list with one for each of them in their order (or names with
commas between), or a dict from seats. All other arguments are those of `SingleEnv` and `BatchEnv`.
"""

from typing import Any

from gymnasium.vector import AutoresetMode

from cogarena.agents.one_seat import SeatedBatch, SeatedEpisode
from cogarena.agents.opponents import NamedPlayers
from cogarena.envs.core.game import Game
from cogarena.wrappers.arguments import TILE, resolve_game
from cogarena.wrappers.single import SingleEnv
from cogarena.wrappers.vector import BatchEnv, checked_mode


class OneSeatEnv(SingleEnv):
    """One episode at a time, played on by opponents to the learner's next decision or to the end.

    The reward is what the seat earned since its last decision. Everything depends on the seed and
    the learner's actions alone: the opponents' chance comes from the seed too.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        seat: str | None = None,
        opponents: NamedPlayers = "random",
        render_mode: str | None = None,
        tile: int = TILE,
        **settings: Any,
    ) -> None:
        episode = SeatedEpisode(resolve_game(game), settings, seat=seat, opponents=opponents)
        self._present(episode, render_mode, tile)


class OneSeatBatchEnv(BatchEnv):
    """As many `OneSeatEnv`s in one: the same seeds and actions give the same results."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        seat: str | None = None,
        opponents: NamedPlayers = "random",
        render_mode: str | None = None,
        tile: int = TILE,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        batch = SeatedBatch(
            resolve_game(game), num_envs, settings, seat=seat, opponents=opponents, threads=threads,
            autoreset=checked_mode(autoreset_mode),
        )  # fmt: skip
        self._present(batch, render_mode, tile, copy)
