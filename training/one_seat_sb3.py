"""Stable-Baselines3's VecEnv of one seat of a game; agents play the others. See `one_seat`."""

from typing import Any, NoReturn

from cogarena.agents.one_seat import SeatedBatch
from cogarena.agents.opponents import NamedPlayers
from cogarena.envs.core.batch import Autoreset
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.game import Game
from cogarena.wrappers.arguments import TILE, resolve_game
from cogarena.wrappers.sb3 import BatchVecEnv


class OneSeatVecEnv(BatchVecEnv):
    """Many episodes of one seat, with action masks and episode statistics built in."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        seat: str | None = None,
        opponents: NamedPlayers = "random",
        render_mode: str | None = None,
        tile: int = TILE,
        threads: int | None = None,
        **settings: Any,
    ) -> None:
        batch = SeatedBatch(
            resolve_game(game), num_envs, settings, seat=seat, opponents=opponents, threads=threads,
            autoreset=Autoreset.SAME_STEP,
        )  # fmt: skip
        self._present(batch, render_mode, tile)

    def state(self) -> NoReturn:
        """Refused: what the opponents keep in mind is theirs, and belongs to the state."""
        raise SettingError("an environment of one seat has no state to save: opponents keep theirs")
