"""Co-op Tower Defense: heroes and towers hold a gate against waves of enemies. See RULES.md."""

from cogarena.envs.core.registry import GameSpec

SPEC = GameSpec(
    title="Co-op Tower Defense",
    gym_name="CoopTD",
    version=1,
    summary="2 to 4 heroes build towers and fight to hold a gate; one agent, or one a hero",
    single_agent=True,
)
