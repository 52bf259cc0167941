"""Powerball: robots carry balls to pits and throw them at each other. See RULES.md."""

from cogarena.envs.core.registry import GameSpec

SPEC = GameSpec(
    title="Powerball",
    gym_name="Powerball",
    version=2,
    summary="2 to 8 robots, each for itself: balls into pits, robots too",
    single_agent=False,
)
