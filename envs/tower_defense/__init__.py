"""Tower Defense: robots race for flags and experience among towers and drones. See RULES.md."""

from cogarena.envs.core.registry import GameSpec

SPEC = GameSpec(
    title="Tower Defense",
    gym_name="TowerDefense",
    version=2,
    summary="2 to 8 robots, each for itself: flags, levels, towers, drones and height",
    single_agent=False,
)
