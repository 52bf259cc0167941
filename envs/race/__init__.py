"""Race: classic Robo Rally itself, first to touch all flags. See RULES.md."""

from cogarena.envs.core.registry import GameSpec

SPEC = GameSpec(
    title="Race (Robo Rally)",
    gym_name="Race",
    version=2,
    summary="2 to 8 robots program their moves in secret and race over a factory floor",
    single_agent=False,
)
