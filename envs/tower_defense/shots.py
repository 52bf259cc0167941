"""The shots in flight that Tower Defense adds: at towers and drones, and what towers fire."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cogarena.envs.rally.deck import has, is_running
from cogarena.envs.rally.device_pictures import BEAM
from cogarena.envs.rally.floor import Tower
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.robot_pictures import SEAT_STYLES
from cogarena.envs.rally.shot_pictures import Kind, Shot, Spot
from cogarena.envs.rally.shots import (
    Beams,
    Meets,
    Met,
    Square,
    ground_of,
    objects,
    rally_shots,
    rear_line,
    shot_at,
    square_of,
    standing,
)
from cogarena.envs.rally.state import NOBODY
from cogarena.envs.tower_defense.drones import can_hit_drones
from cogarena.envs.tower_defense.pictures import HOWITZER
from cogarena.envs.tower_defense.shells import SHELL_DAMAGE, squares_off
from cogarena.envs.tower_defense.state import Event, Stage
from cogarena.envs.tower_defense.towers import fire_towers

BLAST = -0.28  # squares from the middle
MOST_OFF = int(squares_off(1))  # squares from its target to where a shell lands


def shots(setup: Any, s: Any) -> Iterator[Shot]:
    """The shots in flight, none outside the stages of fire."""
    floor = setup.floor
    fired = [*rally_shots(floor, s, Stage.FIRE, Stage.DAMAGE, beams=beams_of)]
    if s.stage == Stage.DAMAGE:
        fired += _lobbed(floor, s)
        fired += list(_tower_shots(setup, s, fired))
    yield from fired


def beams_of(floor: Any, s: Any) -> Beams:
    """T14, T17: what the beams of robots meet: robots, towers, and drones if they can hit those."""
    ground, robots, towers = ground_of(floor), standing(s.rally), objects(s.rally)
    drones = {(x, y) for live, x, y in s.drones.tolist() if live}

    def beam(i: int, ahead: bool) -> Meets:
        robot = s.rally.robots[i]
        height = ground.heights[int(robot.x)][int(robot.y)]
        prey = drones if ahead and can_hit_drones(floor, s, i) else set()

        def met(x: int, y: int) -> Met:
            if not ground.on_floor(x, y):
                return Met.END
            if (x, y) in prey:
                return Met.TARGET
            if ground.heights[x][y] > height:
                return Met.END
            if ground.heights[x][y] < height:
                return Met.NOTHING
            if (x, y) in towers:
                return Met.LAST
            return Met.TARGET if (x, y) in robots else Met.NOTHING

        return met

    return beam


def _lobbed(floor: Any, s: Any) -> Iterator[Shot]:
    """T4, T20: indirect fire of robots, drawn at what it hits hardest: the record has no more."""
    r = s.rally
    for i, robot in enumerate(r.robots[: r.count]):
        is_lobbing = robot.weapon - 1 == Option.MINI_HOWITZER and robot.target == NOBODY
        if not is_lobbing or not is_running(robot):
            continue
        behind = _hit_behind(floor, s, i)
        targets = [
            target
            for target in (*r.robots[: r.count], *r.things[: r.thing_count])
            if target.hitters >> i & 1 and square_of(target) not in behind
        ]
        if targets:
            shell = shot_at(
                Kind.SHELL, SEAT_STYLES[i].colour, robot, max(targets, key=lambda hit: hit.incoming)
            )
            yield replace(shell, hits=tuple(_blast(*square_of(target)) for target in targets))


def _hit_behind(floor: Any, s: Any, i: int) -> tuple[Square, ...]:
    """What the robot's laser backwards hits, if it has one."""
    robot = s.rally.robots[i]
    if not has(robot, Option.REAR_FIRING_LASER):
        return ()
    return rear_line(ground_of(floor), robot, beams_of(floor, s)(i, False)).hits


def _tower_shots(setup: Any, s: Any, others: list[Shot]) -> Iterator[Shot]:
    """T10, T11: whom towers fire at.

    A shell may come down beside its target, and the record does not say where. So it is drawn to
    hit the robots nearby that are about to receive damage which nothing else explains.
    """
    again = s.copy()
    again.rally.logged = 0
    fire_towers(setup, again)
    lasers, shells = [], []
    for fired in again.rally.log[: again.rally.logged]:
        if fired.kind != Event.FIRED:
            continue
        tower, target = s.rally.things[fired.value], s.rally.robots[fired.robot]
        if setup.towers[fired.value].kind == Tower.LASER:
            lasers.append(shot_at(Kind.LASER, BEAM, tower, target))
        else:
            shells.append(shot_at(Kind.SHELL, HOWITZER, tower, target))
    yield from lasers
    struck = _struck(s.rally, [*others, *lasers])
    for shell in shells:
        yield replace(shell, hits=tuple(_blast(*at) for at in struck if _is_near(at, shell.end)))


def _blast(x: int, y: int) -> Spot:
    """Where a blast is drawn on a square so that it leaves a robot's number free."""
    return x + BLAST, y + BLAST


def _struck(r: Any, shots: list[Shot]) -> list[Square]:
    """The squares of robots that receive damage but are hit by none of the shots."""
    hit = {(round(x), round(y)) for shot in shots for x, y in shot.hits}
    hurt = [square_of(robot) for robot in r.robots[: r.count] if robot.incoming > 0]
    return [at for at in hurt if at not in hit]


def _is_near(at: Square, aim: Spot) -> bool:
    """A shell aimed there can do damage here (T12, T13)."""
    return abs(at[0] - aim[0]) + abs(at[1] - aim[1]) < MOST_OFF + SHELL_DAMAGE
