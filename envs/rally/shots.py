"""The shots in flight: who fires what at whom when all have fired and damage is not yet dealt.

Shots follow from the record alone: between the stages FIRE and DAMAGE nobody moves, so the lines of
fire have not changed. They are walked as by `fire.in_line`, but over plain lists, so that a picture
with many shots is drawn fast. Games add the shots that only they know.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import Colour
from cogarena.envs.core.grid import DX, DY, HALF_TURN, turned
from cogarena.envs.rally.cards import ROWS, Option
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.fire import barrels_of, can_fire, in_beam
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.robot_pictures import SEAT_STYLES, RobotStyle
from cogarena.envs.rally.shot_pictures import Kind, Shot, Spot
from cogarena.envs.rally.square_pictures import BEAM
from cogarena.envs.rally.state import NOBODY, Place

Square = tuple[int, int]  # x, y
Grid = list[list[int]]  # by x, y

EDGE = 0.5  # squares from the middle of one to a wall on its edge
FRONT = 0.4  # squares from the middle of a robot or an object to where a beam meets it
MUZZLE = 0.42  # squares from the middle of a robot
MOUNT = 0.25  # squares from the middle of a board laser's first square
KINDS = {option: Kind[row.shot] for option, row in ROWS.items() if row.shot}


class Met(Enum):
    """What a beam meets on a square."""

    NOTHING = 0
    TARGET = 1  # is hit, and lets through a beam that passes one
    LAST = 2  # is hit, and lets nothing through
    OBJECT = 3  # stops the beam unless it pierces objects
    END = 4  # the beam does not come onto the square


@dataclass(frozen=True)
class Ground:
    """What a floor does to beams."""

    stops: Grid  # bit set of the edges with a wall or a screen
    shelters: Grid
    heights: Grid
    pierces: bool

    def on_floor(self, x: int, y: int) -> bool:
        """The square is one of the floor's."""
        return 0 <= x < len(self.stops) and 0 <= y < len(self.stops[0])

    def lets_in(self, x: int, y: int, height: int) -> bool:
        """A beam of this height comes over the square."""
        is_open = self.on_floor(x, y) and not self.shelters[x][y]
        return is_open and self.heights[x][y] <= height


@dataclass(frozen=True)
class Line:
    """The way of a beam."""

    end: Spot
    hits: tuple[Square, ...]  # squares of those it hits, the nearest first


def ground_of(floor: Any) -> Ground:
    """What the floor does to beams."""
    return _ground(floor.tobytes())


@lru_cache(maxsize=8)
def _ground(floor_bytes: bytes) -> Ground:
    floor = np.frombuffer(floor_bytes, FLOOR)[0]
    squares = floor.squares[: floor.width, : floor.height]
    return Ground(
        stops=(squares["walls"] | squares["screens"]).tolist(),
        shelters=squares["shelter"].tolist(),
        heights=squares["height"].tolist(),
        pierces=bool(floor.pierces),
    )


def standing(r: Any) -> dict[Square, int]:
    """The robots on the floor by square."""
    fields = (r.robots[field][: r.count].tolist() for field in ("place", "x", "y"))
    rows = enumerate(zip(*fields, strict=True))
    return {(x, y): i for i, (place, x, y) in rows if place == Place.FLOOR}


def objects(r: Any) -> dict[Square, int]:
    """The objects that stand on the floor by square."""
    fields = (r.things[field][: r.thing_count].tolist() for field in ("health", "x", "y"))
    rows = enumerate(zip(*fields, strict=True))
    return {(x, y): t for t, (health, x, y) in rows if health > 0}


def trace(
    ground: Ground, start: Square, direction: int, passes: int, met: Callable[[int, int], Met]
) -> Line:
    """The way of a beam that passes so many walls, robots or objects."""
    (x, y), dx, dy = start, int(DX[direction]), int(DY[direction])
    hits: list[Square] = []
    while True:
        if ground.stops[x][y] >> direction & 1:
            if passes == 0:
                return Line((x + EDGE * dx, y + EDGE * dy), tuple(hits))
            passes -= 1
        x, y = x + dx, y + dy
        found = met(x, y)
        if found is Met.END:
            return Line((x - EDGE * dx, y - EDGE * dy), tuple(hits))
        if found is Met.NOTHING:
            continue
        if found is not Met.OBJECT:
            hits.append((x, y))
        if passes == 0 or found is Met.LAST or (found is Met.OBJECT and not ground.pierces):
            return Line((x - FRONT * dx, y - FRONT * dy), tuple(hits))
        passes -= 1


Meets = Callable[[int, int], Met]  # x, y of a square
Beams = Callable[[int, bool], Meets]  # robot, whether it fires ahead → what its beam meets


def robot_beams(floor: Any, s: Any) -> Beams:
    """What the beams of robots meet: enemies, objects, and floor that is sheltered or higher."""
    r = s.rally
    ground, robots, things = ground_of(floor), standing(r), objects(r)
    teams = r.robots["team"].tolist()

    def beam(i: int, ahead: bool) -> Meets:
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

    return beam


def rally_shots(
    floor: Any, s: Any, fire: int, damage: int, styles: tuple[RobotStyle, ...] = SEAT_STYLES,
    beams: Callable[[Any, Any], Beams] = robot_beams,
) -> Iterator[Shot]:  # fmt: skip
    """What robots and the board fire, if the game is in its stage `fire` or `damage`."""
    if s.stage == fire and s.pending:
        yield from robot_shots(floor, s.rally, styles, beams(floor, s), decided=True)
    elif s.stage == damage:
        yield from board_shots(floor, s.rally)
        yield from robot_shots(floor, s.rally, styles, beams(floor, s), decided=False)


def robot_shots(
    floor: Any, r: Any, styles: tuple[RobotStyle, ...], beams: Beams, *, decided: bool
) -> Iterator[Shot]:
    """What robots fire: lasers ahead and back, and weapons at the robot they were aimed at.

    With `decided` only the lasers whose hits are already decided: others are still asked.
    """
    ground = ground_of(floor)
    for i, robot in enumerate(r.robots[: r.count]):
        if not can_fire(floor, robot):
            continue
        weapon, colour = int(robot.weapon), styles[i].colour
        if weapon == 0 and (robot.shots or not decided):
            yield _main_laser(ground, robot, colour, beams(i, True))
        if decided:
            continue
        if weapon - 1 in KINDS and robot.target != NOBODY:
            yield shot_at(KINDS[Option(weapon - 1)], colour, robot, r.robots[robot.target])
        if has(robot, Option.REAR_FIRING_LASER):
            line = rear_line(ground, robot, beams(i, False))
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
