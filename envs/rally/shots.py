"""The shots in flight: who fires what at whom when all have fired and damage is not yet dealt.

All is seen from the record alone: between the stages FIRE and DAMAGE nobody moves, so that lines of
fire are still as they were. Games add what only they know.
"""

from collections.abc import Callable, Iterator
from typing import Any

from cogarena.envs.core.drawing import Colour
from cogarena.envs.core.grid import DX, DY, HALF_TURN, turned
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.device_pictures import BEAM
from cogarena.envs.rally.fire import barrels_of, can_fire, in_beam
from cogarena.envs.rally.shots import (
    FRONT,
    Ground,
    Line,
    Met,
    Spot,
    Square,
    ground_of,
    objects,
    standing,
    trace,
)
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.robot_pictures import Look
from cogarena.envs.rally.shot_pictures import Kind, Shot
from cogarena.envs.rally.state import NOBODY

Meets = Callable[[int, int], Met]  # x, y of a square
Sights = Callable[[int, bool], Meets]  # robot, whether it fires ahead → what its beam meets

MUZZLE = 0.42  # squares from the middle of a robot
MOUNT = 0.25  # squares from the middle of a board laser's first square
KINDS = {
    Option.RADIO_CONTROL: Kind.SIGNAL,
    Option.SCRAMBLER: Kind.JAMMER,
    Option.MINI_HOWITZER: Kind.SHELL,
    Option.PRESSOR_BEAM: Kind.PRESSOR,
    Option.TRACTOR_BEAM: Kind.TRACTOR,
}


def rally_sights(floor: Any, r: Any) -> Sights:
    """What beams of robots meet: enemies, objects, and floor that is sheltered or higher."""
    ground, robots, things = ground_of(floor), standing(r), objects(r)
    teams = r.robots["team"].tolist()

    def sight(i: int, ahead: bool) -> Meets:
        height = ground.heights[int(r.robots[i].x)][int(r.robots[i].y)]

        def met(x: int, y: int) -> Met:
            if not ground.lets_in(x, y, height):
                return Met.END
            if ground.heights[x][y] < height:
                return Met.NOTHING
            if (x, y) in things:
                return Met.OBJECT
            found = robots.get((x, y))
            if found is None or (teams[i] and teams[found] == teams[i]):
                return Met.NOTHING
            return Met.TARGET

        return met

    return sight


def robot_shots(
    floor: Any, r: Any, looks: tuple[Look, ...], sights: Sights, *, decided: bool
) -> Iterator[Shot]:
    """What robots fire: lasers ahead and back, and weapons at the robot they were aimed at.

    With `decided` only the lasers whose hits are already decided: others are still asked.
    """
    ground = ground_of(floor)
    for i, robot in enumerate(r.robots[: r.count]):
        if not can_fire(floor, robot):
            continue
        weapon, colour = int(robot.weapon), looks[i].colour
        if weapon == 0 and (robot.shots or not decided):
            yield _main_laser(ground, robot, colour, sights(i, True))
        if decided:
            continue
        if weapon - 1 in KINDS and robot.target != NOBODY:
            yield shot_at(KINDS[Option(weapon - 1)], colour, robot, r.robots[robot.target])
        if has(robot, Option.REAR_FIRING_LASER):
            line = rear_line(ground, robot, sights(i, False))
            yield _laser(robot, turned(int(robot.facing), HALF_TURN), line, colour)


def _main_laser(ground: Ground, robot: Any, colour: Colour, met: Meets) -> Shot:
    passes = 1 if has(robot, Option.HIGH_POWER_LASER) else 0
    line = trace(ground, square_of(robot), int(robot.facing), passes, met)
    return _laser(robot, int(robot.facing), line, colour, int(barrels_of(robot)))


def rear_line(ground: Ground, robot: Any, met: Meets) -> Line:
    """The way of a robot's beam backwards."""
    return trace(ground, square_of(robot), turned(int(robot.facing), HALF_TURN), 0, met)


def _laser(robot: Any, direction: int, line: Line, colour: Colour, barrels: int = 1) -> Shot:
    hits = tuple(_towards(x, y, direction, -FRONT) for x, y in line.hits)
    start = _towards(int(robot.x), int(robot.y), direction, MUZZLE)
    return Shot(Kind.LASER, colour, start, line.end, hits, barrels)


def shot_at(kind: Kind, colour: Colour, shooter: Any, target: Any, barrels: int = 1) -> Shot:
    """A shot from one thing on the floor straight at another, whatever is between."""
    (x, y), (to_x, to_y) = square_of(shooter), square_of(target)
    way = max(1.0, ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5)
    dx, dy = (to_x - x) / way, (to_y - y) / way
    start = (x + MUZZLE * dx, y + MUZZLE * dy)
    front = (to_x - FRONT * dx, to_y - FRONT * dy)
    if kind == Kind.SHELL:
        return Shot(kind, colour, start, (to_x, to_y), (front,), barrels)
    is_harmless = kind in (Kind.SIGNAL, Kind.JAMMER, Kind.PRESSOR, Kind.TRACTOR)
    end = (to_x, to_y) if kind == Kind.SIGNAL else front
    return Shot(kind, colour, start, end, () if is_harmless else (front,), barrels)


def board_shots(floor: Any, r: Any) -> Iterator[Shot]:
    """The beams of board lasers that hit a robot."""
    for laser in floor.laser[: floor.lasers]:
        x, y, fires = int(laser.x), int(laser.y), int(laser.fires)
        target = in_beam(floor, r, x, y, fires, int(floor.squares[x, y].height))
        if target != NOBODY:
            hit = _towards(*square_of(r.robots[target]), fires, -FRONT)
            start = _towards(x, y, fires, -MOUNT)
            yield Shot(Kind.LASER, BEAM, start, hit, (hit,), int(laser.beams))


def square_of(thing: Any) -> Square:
    """Where a robot or an object stands."""
    return int(thing.x), int(thing.y)


def _towards(x: int, y: int, direction: int, squares: float) -> Spot:
    """A place so many squares from the middle of a square."""
    return x + squares * int(DX[direction]), y + squares * int(DY[direction])
