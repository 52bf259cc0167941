"""MOBA Rally: two teams of robots, towers and bases on a double factory floor. See RULES.md."""

from cogarena.envs.core.registry import GameSpec

SPEC = GameSpec(
    title="MOBA Rally",
    gym_name="Moba",
    version=2,
    summary="two teams of 1 to 4 robots shell each other's towers and bases",
    single_agent=False,
)
