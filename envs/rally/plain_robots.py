"""Robots as plain values: pictures read many of them, and a record gives its fields slowly."""

from collections import namedtuple
from typing import Any

from cogarena.envs.rally.state import ROBOT

Robot: Any = namedtuple("Robot", ROBOT.names or ())  # type: ignore[misc]


def plain(robot: Any) -> Any:
    """The fields of one robot."""
    return Robot._make(robot.item())


def plain_robots(r: Any) -> list[Any]:
    """The robots of a rally."""
    return [Robot._make(fields) for fields in r.robots[: r.count].tolist()]
