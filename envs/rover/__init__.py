"""RoveR: a rover explores hostile planets, gathers data and shuts factories down. See RULES.md."""

from cogarena.envs.core.registry import GameSpec

SPEC = GameSpec(
    title="RoveR",
    gym_name="RoveR",
    version=1,
    summary="one rover with its modules explores four grown planets and shuts their factories down",
    single_agent=True,
)
