"""The shots in flight in Powerball: beside those of every rally thrown balls, and turrets."""

from collections.abc import Iterator
from typing import Any

from cogarena.envs.powerball.pictures import BRIGHT
from cogarena.envs.powerball.state import BOTH_BARRELS, BallPlace, Stage
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.robot_pictures import AGENTS
from cogarena.envs.rally.shot_pictures import Kind, Shot
from cogarena.envs.rally.shots import rally_sights, robot_shots, shot_at
from cogarena.envs.rally.state import Place, Power


def shots(setup: Any, s: Any) -> Iterator[Shot]:
    """What flies at this moment, if it is one of fire."""
    floor, r = setup.floor, s.rally
    if s.stage == Stage.FIRE and s.pending:
        yield from robot_shots(floor, r, AGENTS, rally_sights(floor, r), decided=True)
    elif s.stage == Stage.DAMAGE:
        yield from robot_shots(floor, r, AGENTS, rally_sights(floor, r), decided=False)
        yield from _throws(setup, s)
        yield from _turret_shots(r)


def _throws(setup: Any, s: Any) -> Iterator[Shot]:
    """Balls on their way, and the laser that goes with one ball from two barrels (P8, P28)."""
    r = s.rally
    flying = s.balls[: setup.balls]
    flying = flying[flying["place"] == BallPlace.AIR]
    thrown = flying["carrier"].tolist()
    for i in dict.fromkeys(thrown):
        robot = r.robots[i]
        target = r.robots[robot.target]
        if thrown.count(i) < BOTH_BARRELS and has(robot, Option.DOUBLE_BARRELED_LASER):
            yield shot_at(Kind.LASER, AGENTS[i].colour, robot, target)
        yield shot_at(Kind.BALL, BRIGHT, robot, target)


def _turret_shots(r: Any) -> Iterator[Shot]:
    """P22: turrets fire over everything."""
    for i, robot in enumerate(r.robots[: r.count]):
        if robot.place != Place.FLOOR or robot.power != Power.STATIONED:
            continue
        for target in r.robots[: r.count]:
            if target.hitters >> i & 1:
                yield shot_at(Kind.LASER, AGENTS[i].colour, robot, target, barrels=2)
