"""What Tower Defense adds to a floor as pictures: towers, drones, debris and marks of level."""

from cogarena.envs.core.draw.canvas import INK, SILVER, VERMILION, WHITE, Colour, regular, shade
from cogarena.envs.core.draw.transform import QUARTER, SMALLEST_DIGIT, Transform
from cogarena.envs.rally.floor import Tower
from cogarena.envs.rally.square_pictures import BEAM, CORE, HAZARD, STEEL, draw_bar, draw_tag

LASER: Colour = (196, 62, 84)
HOWITZER: Colour = (104, 120, 62)
HULL: Colour = (250, 252, 255)
SCRAP: Colour = (134, 126, 118)
RUST: Colour = (150, 84, 48)

# Lengths are in tiles.
HEALTH_BAR = (-0.29, 0.25, 0.58, 0.11)  # left, top, width, height
HEALTH, HEALTH_PLACE = 0.4, (-0.06, 0.06)  # size and middle of the number
HALF_LASER, NOZZLE = 0.37, (-0.12, -0.5, 0.24, 0.2)  # of a laser tower: half its side, a nozzle
HOWITZER_RADIUS = 0.44
BARREL, MUZZLE = (-0.12, -0.44, 0.24, 0.5), (-0.17, -0.5, 0.34, 0.14)
SMALLEST_NUMBERS = 24  # pixels: in smaller tiles towers have no number
DRONE_PLACE, SHADOW_PLACE = (0.28, -0.28), (0.14, 0.02)  # of its middle: in the air, on the floor
ARM, ROTOR, ROTOR_RIM = 0.115, 0.085, 0.03  # how far rotors are to the sides, radius, rim
HUB, LAMP = 0.09, 0.055
COUNT = 0.34  # size of the number of drones
SHADOW = 0.3  # strength
SHARDS = (  # of debris: x, y, radius, corners, degrees, colour
    (-0.34, 0.32, 0.14, 3, 20, SCRAP), (-0.06, 0.36, 0.1, 4, 10, RUST),
    (0.33, 0.3, 0.14, 4, 30, SCRAP), (0.39, 0.0, 0.08, 3, 50, RUST),
    (-0.38, 0.02, 0.09, 4, 35, SCRAP), (0.12, 0.22, 0.09, 3, 80, SCRAP),
)  # fmt: skip
SHARD_RIM = 0.04
MARKS_LEFT, MARKS_BOTTOM, MARK_WIDTH = 0.37, 0.35, 0.13
MARK_PITCH, MARK_GAP = 0.12, 0.04  # from one level to the next, and between their marks


def draw_tower(transform: Transform, kind: int, number: int, health: int, full: int) -> None:
    """A tower with its hit points: square with a nozzle to each side, or round with one barrel."""
    if kind == Tower.LASER:
        _draw_laser_tower(transform)
    else:
        _draw_howitzer(transform)
    draw_bar(transform, HEALTH_BAR, health / full, LASER if kind == Tower.LASER else HOWITZER)
    transform.text(
        *HEALTH_PLACE, str(health), max(HEALTH, SMALLEST_DIGIT / transform.tile), WHITE, halo=INK
    )
    if transform.tile >= SMALLEST_NUMBERS:
        draw_tag(transform, number, STEEL)


def _draw_laser_tower(transform: Transform) -> None:
    for quarter in range(4):
        side = transform.turned(QUARTER * quarter)
        side.box(*NOZZLE, INK)
        side.box(-0.07, -0.5, 0.14, 0.2, BEAM)
        side.box(-0.03, -0.5, 0.06, 0.2, CORE)
    half = HALF_LASER
    transform.plate(-half, -half, 2 * half, 2 * half, INK, shade(LASER, 0.55), line=0.04)
    transform.polygon(regular(0, 0, half - 0.05, 4), LASER)


def _draw_howitzer(transform: Transform) -> None:
    transform.disc(0, 0, HOWITZER_RADIUS, INK)
    transform.disc(0, 0, HOWITZER_RADIUS - 0.04, shade(HOWITZER, 0.55))
    transform.disc(0, 0.04, HOWITZER_RADIUS - 0.14, HOWITZER)
    transform.plate(*BARREL, INK, shade(SILVER, 0.6), line=0.04)
    transform.plate(*MUZZLE, INK, shade(SILVER, 0.8), line=0.04)


def draw_drones(transform: Transform, drones: int) -> None:
    """Drones in a corner over a square, and their shadow; several are one with their number."""
    _draw_frame(transform.moved(*SHADOW_PLACE), ROTOR, INK, alpha=SHADOW)
    drone = transform.moved(*DRONE_PLACE)
    draw_drone(drone)
    if drones > 1:
        drone.text(0, 0, str(drones), max(COUNT, SMALLEST_DIGIT / transform.tile), WHITE, halo=INK)


def draw_drone(transform: Transform) -> None:
    """A drone with four rotors."""
    _draw_frame(transform, ROTOR + ROTOR_RIM, INK)
    _draw_frame(transform, ROTOR, HULL)
    transform.disc(0, 0, HUB, INK)
    transform.disc(0, 0, LAMP, VERMILION)


def _draw_frame(transform: Transform, rotor: float, colour: Colour, *, alpha: float = 1) -> None:
    """The arms and rotors of a drone."""
    for way in (ARM, -ARM):
        transform.line([(-ARM, -way), (ARM, way)], colour, width=0.6 * rotor, alpha=alpha)
        for x in (ARM, -ARM):
            transform.disc(x, way, rotor, colour, alpha=alpha)


def draw_debris(transform: Transform) -> None:
    """What is left of a robot, below and beside the middle of its square."""
    for growth in (SHARD_RIM, 0):
        for x, y, size, corners, turn, colour in SHARDS:
            shard = regular(x, y, size + growth, corners, turn=turn)
            transform.polygon(shard, INK if growth else colour)


def draw_level(transform: Transform, level: int) -> None:
    """A mark for each level, one above the other at the right of the robot."""
    gap = max(1, round(MARK_GAP * transform.tile)) / transform.tile
    pitch = max(2, round(MARK_PITCH * transform.tile)) / transform.tile
    if level:
        top = MARKS_BOTTOM - level * pitch
        transform.box(MARKS_LEFT - gap, top - gap, MARK_WIDTH + gap, level * pitch + gap, INK)
    for mark in range(1, level + 1):
        transform.box(MARKS_LEFT, MARKS_BOTTOM - mark * pitch, MARK_WIDTH, pitch - gap, HAZARD)
