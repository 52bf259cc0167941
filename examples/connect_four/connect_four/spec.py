"""What Cogarena knows of the game before it loads it: this module imports no numba."""

from cogarena.envs.core.registry import GameSpec

SPEC = GameSpec(
    title="Connect Four",
    gym_name="ConnectFour",
    version=0,
    summary="2 players drop discs into columns; the first with a line of four wins",
    single_agent=False,
    module="connect_four.game",
    script="connect_four.script",
)
