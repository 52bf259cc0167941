"""What every environment does with its arguments: find the game, and refuse what cannot be."""

from collections.abc import Sequence

from cogarena.envs.core.draw.canvas import require_tile
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.envs.core.registry import load

HUMAN = "human"
MODES_OF_MANY = ("ansi", "rgb_array")  # a batch has no window
RENDER_MODES = (HUMAN, *MODES_OF_MANY)
FRAMES_A_SECOND = 4
TILE = 32  # pixels
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}


def resolve_game(game: Game | str) -> Game:
    """The game itself, where its name will do."""
    return load(game) if isinstance(game, str) else game


def require_one_player(game: Game, agents: Sequence[str]) -> None:
    """Refuse a game whose seats have different aims: one agent cannot play them all."""
    if len(agents) > 1 and not game.shared_reward:
        raise SettingError(
            f"game {game.name}: its {len(agents)} agents play against each other, so one agent "
            f"cannot play them all: choose its seat and its opponents by "
            f"cogarena.training.one_seat, or use the PettingZoo environments"
        )


def require_rendering(
    render_mode: str | None, tile: int, modes: Sequence[str] = RENDER_MODES
) -> None:
    """Refuse a render mode or a tile size that is none."""
    if render_mode is not None and render_mode not in modes:
        raise UnknownNameError("render mode", render_mode, ("None", *modes))
    require_tile(tile)


def require_seat(agents: Sequence[str], agent: object) -> int:
    """The seat of an agent, given its name."""
    if agent not in agents:
        raise UnknownNameError("agent", agent, agents)
    return agents.index(str(agent))
