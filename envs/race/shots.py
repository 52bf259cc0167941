"""The shots in flight in a race."""

from collections.abc import Iterator
from typing import Any

from cogarena.envs.race.state import Stage
from cogarena.envs.rally.robot_pictures import AGENTS
from cogarena.envs.rally.shot_pictures import Shot
from cogarena.envs.rally.shots import board_shots, rally_sights, robot_shots


def shots(setup: Any, s: Any) -> Iterator[Shot]:
    """What flies at this moment, if it is one of fire."""
    floor, r = setup.floor, s.rally
    if s.stage == Stage.FIRE and s.pending:
        yield from robot_shots(floor, r, AGENTS, rally_sights(floor, r), decided=True)
    elif s.stage == Stage.DAMAGE:
        yield from board_shots(floor, r)
        yield from robot_shots(floor, r, AGENTS, rally_sights(floor, r), decided=False)
