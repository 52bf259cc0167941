"""Pictures of factory floors and of the robots on them.

A floor is a record, not an array of one. Its picture has a margin to show where robots fall off.
Games draw their own things with `pen_at`, and things that change often with the cached `draw_over`.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import Canvas, Colour, require_tile
from cogarena.envs.core.draw.transform import QUARTER, Transform
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, Direction, inside
from cogarena.envs.rally import square_pictures as devices
from cogarena.envs.rally.floor import FLOOR, NOWHERE, Belt, beyond, opposite
from cogarena.envs.rally.robot_pictures import (
    SEAT_STYLES,
    Pose,
    RobotStyle,
    draw_archive,
    draw_robot,
)
from cogarena.envs.rally.square_pictures import GROUND, PLATEAU, Plate, draw_plate
from cogarena.envs.rally.state import Place, Power, plain_robots

Array = np.ndarray[Any, Any]
Square = tuple[int, int]  # x, y
Grounds = dict[Square, Colour]
Marker = tuple[int, RobotStyle]  # of an archive: its robot's seat

MARGIN = 0.25  # tiles
ASIDE = (-0.16, -0.17)  # where a flag stands on a busy square, tiles from its middle
SMALL = 0.65  # and its size


def margin(tile: int) -> int:
    """The pixels from the edge of a floor's picture to the floor."""
    return round(MARGIN * tile)


def floor_size(floor: Any, tile: int) -> tuple[int, int]:
    """Width and height of a floor's picture in pixels, before a canvas rounds them."""
    around = 2 * margin(tile)
    return int(floor.width) * tile + around, int(floor.height) * tile + around


def transform_at(canvas: Canvas, x: int, y: int, tile: int) -> Transform:
    """A transform with its origin in the middle of a square."""
    return Transform(canvas, margin(tile) + (x + 0.5) * tile, margin(tile) + (y + 0.5) * tile, tile)


def draw_floor(floor: Any, tile: int, grounds: Grounds | None = None) -> Canvas:
    """A new canvas with the floor at its top left, without robots; `grounds` recolours squares."""
    require_tile(tile)
    return _floor_picture(floor.tobytes(), tile, tuple((grounds or {}).items())).copy()


def paste(canvas: Canvas, left: int, top: int, pixels: Array) -> None:
    """Put a finished picture on a canvas that has room for it."""
    height, width, _ = pixels.shape
    canvas.pixels[top : top + height, left : left + width] = pixels


def draw_over(
    canvas: Canvas, x: int, y: int, tile: int, picture: Callable[..., None], *facts: Hashable
) -> None:
    """Draw `picture(transform, *facts)` on one square, cut off at its edges; cache the result."""
    left, top = margin(tile) + x * tile, margin(tile) + y * tile
    square = canvas.pixels[top : top + tile, left : left + tile]
    square[...] = _drawn_over(square.tobytes(), tile, picture, facts)


@lru_cache(maxsize=1024)
def _drawn_over(
    under: bytes, tile: int, picture: Callable[..., None], facts: tuple[Hashable, ...]
) -> Array:
    """The pixels of a square with something drawn over them."""
    canvas = Canvas(tile, tile)
    pixels = canvas.pixels[:tile, :tile]
    pixels[...] = np.frombuffer(under, np.uint8).reshape(pixels.shape)
    picture(Transform(canvas, tile / 2, tile / 2, tile), *facts)
    return pixels


def draw_robots(
    canvas: Canvas, floor: Any, r: Any, tile: int,
    styles: tuple[RobotStyle, ...] = SEAT_STYLES, *, archives: bool = True,
) -> None:  # fmt: skip
    """Draw the robots and, if wanted, their archive markers on a canvas with the floor."""
    markers: dict[Square, tuple[Marker, ...]] = {}
    robots: dict[Square, tuple[RobotStyle, Pose]] = {}
    for i, robot in enumerate(plain_robots(r)):
        if robot.place == Place.OUT:
            continue
        if archives:
            archive = robot.archive_x, robot.archive_y
            markers[archive] = (*markers.get(archive, ()), (i, styles[i]))
        if robot.place == Place.FLOOR:
            robots[robot.x, robot.y] = styles[i], _pose(robot)
    for x, y in markers | robots:
        facts = int(floor.squares[x, y].flag), markers.get((x, y), ()), robots.get((x, y))
        draw_over(canvas, x, y, tile, _draw_occupants, *facts)


def robot_squares(r: Any) -> dict[int, Square]:
    """The squares of the robots on the floor, by seat."""
    robots = r.robots[: r.count]
    fields = (robots[field].tolist() for field in ("place", "x", "y"))
    rows = enumerate(zip(*fields, strict=True))
    return {i: (x, y) for i, (place, x, y) in rows if place == Place.FLOOR}


def _pose(robot: Any) -> Pose:
    return Pose(
        facing=robot.facing,
        damage=robot.damage,
        asleep=robot.power == Power.DOWN,
        tokens=robot.tokens,
        anchored=bool(robot.anchored),
    )


def _draw_occupants(
    transform: Transform,
    flag: int,
    markers: tuple[Marker, ...],
    robot: tuple[RobotStyle, Pose] | None,
) -> None:
    """What stands on a square."""
    for marker in markers:
        draw_archive(transform, *marker)
    if robot:
        draw_robot(transform, *robot)
    if robot and flag:
        devices.draw_flag_tag(transform, flag)


@lru_cache(maxsize=8)
def _floor_picture(
    floor_bytes: bytes, tile: int, grounds: tuple[tuple[Square, Colour], ...]
) -> Canvas:
    """The picture of a floor, which is given as bytes so that the picture can be cached."""
    floor = np.frombuffer(floor_bytes, FLOOR)[0]
    other = dict(grounds)
    canvas = Canvas(*floor_size(floor, tile))
    squares = [(x, y) for y in range(floor.height) for x in range(floor.width)]
    for x, y in squares:
        left, top = margin(tile) + x * tile, margin(tile) + y * tile
        usual = PLATEAU if floor.squares[x, y].height else GROUND
        plate = _plate(floor, x, y, other.get((x, y), usual))
        canvas.pixels[top : top + tile, left : left + tile] = _plate_pixels(plate, tile)
    _draw_heights(canvas, floor, squares, tile)
    _draw_beams(canvas, floor, tile)
    _draw_flags(canvas, floor, squares, tile)
    _draw_devices(canvas, floor, squares, tile)
    return canvas


@lru_cache(maxsize=256)
def _plate_pixels(plate: Plate, tile: int) -> Array:
    canvas = Canvas(tile, tile)
    draw_plate(canvas, tile, plate)
    return canvas.pixels[:tile, :tile]


def _plate(floor: Any, x: int, y: int, ground: Colour) -> Plate:
    square = floor.squares[x, y]
    dock = int(square.dock)
    return Plate(
        ground=ground,
        pit=int(square.pit),
        belt=int(square.belt),
        leads=int(square.leads),
        feeders=_feeders(floor, x, y),
        gear=int(square.gear),
        wrench=int(square.wrench),
        dock=dock,
        faces=int(floor.dock[dock - 1].facing) if dock else NOWHERE,
    )


def _feeders(floor: Any, x: int, y: int) -> tuple[int, ...]:
    """Where belts lead into a belt, in quarter turns from where it leads."""
    square = floor.squares[x, y]
    return tuple(
        turn
        for turn in range(1, DIRECTIONS)
        if square.belt != Belt.NONE and _feeds(floor, x, y, (int(square.leads) + turn) % DIRECTIONS)
    )


def _feeds(floor: Any, x: int, y: int, side: int) -> bool:
    """A belt leads over this edge into the square."""
    there = beyond(x, y, side)
    if floor.squares[x, y].walls >> side & 1 or not inside(*there, floor.width, floor.height):
        return False
    neighbour = floor.squares[there]
    return bool(neighbour.belt != Belt.NONE and neighbour.leads == opposite(side))


def _draw_heights(canvas: Canvas, floor: Any, squares: list[Square], tile: int) -> None:
    """Cliffs and ramps, from the lower of two squares."""
    for draw_edge, is_ramp in ((devices.draw_cliff, False), (devices.draw_ramp, True)):
        for x, y in squares:
            for side in Direction:
                ramp = bool(floor.squares[x, y].ramps >> side & 1)
                if _rises(floor, x, y, side) and ramp == is_ramp:
                    draw_edge(transform_at(canvas, x, y, tile).turned(QUARTER * side))


def _rises(floor: Any, x: int, y: int, side: int) -> bool:
    """The square beyond the edge is higher."""
    there = beyond(x, y, side)
    if not inside(*there, floor.width, floor.height):
        return False
    return bool(floor.squares[there].height > floor.squares[x, y].height)


def _draw_beams(canvas: Canvas, floor: Any, tile: int) -> None:
    """The beams of all lasers, each to what stops it or to the edge."""
    for laser in floor.laser[: floor.lasers]:
        transform = transform_at(canvas, int(laser.x), int(laser.y), tile)
        edge = transform.turned(QUARTER * opposite(int(laser.fires)))
        devices.draw_beams(edge, int(laser.beams), _reach(floor, laser))


def _reach(floor: Any, laser: Any) -> int:
    """The squares that a beam crosses if no robot stops it."""
    x, y, fires = int(laser.x), int(laser.y), int(laser.fires)
    height = floor.squares[x, y].height
    squares = 1
    while not floor.squares[x, y].walls >> fires & 1:
        x, y = x + int(DX[fires]), y + int(DY[fires])
        if not inside(x, y, floor.width, floor.height) or _stops_beams(floor.squares[x, y], height):
            break
        squares += 1
    return squares


def _stops_beams(square: Any, height: int) -> bool:
    """The square is higher than a beam, or a tower stands on it as high."""
    return bool(square.height > height or (square.height == height and square.tower))


def _draw_flags(canvas: Canvas, floor: Any, squares: list[Square], tile: int) -> None:
    """The flags, small and to the side where there is something to see under them."""
    for x, y in squares:
        square = floor.squares[x, y]
        if not square.flag:
            continue
        transform = transform_at(canvas, x, y, tile)
        if square.arrow != NOWHERE:
            devices.draw_flag_arrow(transform.turned(QUARTER * int(square.arrow)))
        if square.belt or square.gear or square.wrench:
            transform = replace(transform.moved(*ASIDE), tile=SMALL * tile)
        devices.draw_flag(transform, int(square.flag))


def _draw_devices(canvas: Canvas, floor: Any, squares: list[Square], tile: int) -> None:
    """Pushers and lasers, and the walls in front of their backs."""
    for x, y in squares:
        square = floor.squares[x, y]
        if square.pusher != NOWHERE:
            edge = transform_at(canvas, x, y, tile).turned(QUARTER * opposite(int(square.pusher)))
            devices.draw_pusher(edge, int(square.pushes))
    for laser in floor.laser[: floor.lasers]:
        transform = transform_at(canvas, int(laser.x), int(laser.y), tile)
        devices.draw_mount(transform.turned(QUARTER * opposite(int(laser.fires))), int(laser.beams))
    for x, y in squares:
        for side in Direction:
            if floor.squares[x, y].walls >> side & 1:
                devices.draw_wall(transform_at(canvas, x, y, tile).turned(QUARTER * side))
