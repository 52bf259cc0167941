"""Pictures of the squares of RoveR: terrain, and the things that lie on it."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PINK,
    SILVER,
    SKY,
    VERMILION,
    WHITE,
    YELLOW,
    Canvas,
    Colour,
    mix,
    regular,
    shade,
    star,
)
from cogarena.envs.core.draw.font import Point
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.rover.tables import WALL_INTEGRITY, Terrain, Thing

Array = np.ndarray[Any, Any]
Facts = tuple[int, int, int, int, int]  # planet, Terrain, variant, cracks, Thing

VARIANTS = 4  # of each terrain, so that no pattern shows
CRACKS = 3  # levels of visible damage of a wall

GROUNDS: tuple[Colour, ...] = ((198, 172, 132), (186, 134, 104), (158, 162, 168), (142, 128, 152))
MEADOW: Colour = (112, 158, 88)
LEAF: Colour = (38, 104, 62)
PLATING: Colour = (196, 200, 206)
SEAM: Colour = (160, 165, 174)
STONE: Colour = (112, 104, 100)
BRICK: Colour = (74, 80, 94)
MORTAR: Colour = (42, 46, 56)
SOOT: Colour = (58, 54, 54)
VIOLET: Colour = (122, 78, 160)
DARK: Colour = (14, 16, 22)  # never seen
DIM = 0.56  # share of DARK in remembered squares

# Lengths are in tiles, from the middle of the square.
SPOTS = ((-0.26, -0.3), (0.22, -0.18), (-0.12, 0.1), (0.32, 0.3), (-0.34, 0.33), (0.05, -0.4))
BLADES = ((-0.28, -0.16), (0.14, -0.28), (0.28, 0.2), (-0.1, 0.32), (-0.36, 0.22), (0.38, -0.06))
CROWNS = (  # of trees: x, y, radius
    ((-0.16, 0.12, 0.26), (0.2, 0.1, 0.24), (0.02, -0.16, 0.28)),
    ((-0.2, -0.08, 0.26), (0.18, -0.14, 0.24), (0.06, 0.18, 0.26)),
    ((0, 0, 0.4),),
    ((-0.14, -0.14, 0.3), (0.2, 0.18, 0.24)),
)
BOULDERS: tuple[tuple[Point, ...], ...] = (
    ((-0.46, 0.4), (-0.4, -0.12), (-0.1, -0.42), (0.24, -0.32), (0.44, 0.04), (0.46, 0.4)),
    ((-0.46, 0.42), (-0.42, 0.02), (-0.2, -0.3), (0.14, -0.44), (0.42, -0.14), (0.44, 0.42)),
    ((-0.44, 0.4), (-0.36, -0.3), (0.02, -0.4), (0.4, -0.24), (0.46, 0.2), (0.36, 0.42)),
    ((-0.42, 0.42), (-0.46, 0.06), (-0.1, -0.38), (0.3, -0.38), (0.46, 0.1), (0.42, 0.42)),
)
COURSES = (
    (-0.5, (-0.1, 0.36)),
    (-0.17, (-0.34, 0.14)),
    (0.17, (-0.14, 0.3)),
)  # y, joints of bricks
FISSURES: tuple[tuple[Point, ...], ...] = (
    ((-0.1, -0.5), (0.04, -0.24), (-0.12, -0.02), (0.02, 0.16)),
    ((0.5, -0.1), (0.24, 0.02), (0.3, 0.22), (0.06, 0.5)),
    ((-0.5, 0.24), (-0.28, 0.1), (-0.3, -0.18), (-0.46, -0.36)),
)


def variants(x: Array, y: Array) -> Array:
    """The variant of the terrain of squares; it depends on the position alone."""
    return np.asarray((3 * x + 5 * y + x * y) % VARIANTS)


def cracks(wall: Array) -> Array:
    """The number of cracks of walls by their integrity; 0 if undamaged."""
    lost = WALL_INTEGRITY - wall.astype(int)
    return np.asarray(-(-lost * CRACKS // WALL_INTEGRITY)).clip(0, CRACKS)


def terrain_colour(terrain: int, planet: int) -> Colour:
    """The main colour of a terrain."""
    colours = {
        Terrain.GROUND: GROUNDS[planet],
        Terrain.GRASS: grass_colour(planet),
        Terrain.FLOOR: PLATING,
        Terrain.WATER: shade(BLUE, 0.95),
        Terrain.TREE: LEAF,
        Terrain.ROCK: shade(STONE, 0.8),
        Terrain.WALL: MORTAR,
    }
    return colours[Terrain(terrain)]


def grass_colour(planet: int) -> Colour:
    """The colour of grass, which depends on the ground of the planet."""
    return mix(GROUNDS[planet], MEADOW, 0.7)


@lru_cache(maxsize=4096)
def square_pixels(tile: int, facts: Facts, visible: bool) -> Array:
    """A square with its terrain and thing, visible or remembered."""
    planet, terrain, variant, cracked, thing = facts
    canvas = Canvas(tile, tile, terrain_colour(terrain, planet))
    transform = Transform(canvas, tile / 2, tile / 2, tile)
    TERRAINS[Terrain(terrain)](transform, planet, variant)
    for fissure in FISSURES[:cracked]:
        transform.line(fissure, shade(SILVER, 0.9), width=0.06)
    if thing != Thing.NOTHING:
        draw_thing(transform, thing)
    pixels = canvas.pixels[:tile, :tile]
    return pixels if visible else dimmed(pixels)


def dimmed(pixels: Array) -> Array:
    """The picture of a remembered square: darker and paler."""
    grey = pixels.mean(axis=2, keepdims=True)
    faded = (pixels + grey) / 2 * (1 - DIM) + np.array(DARK) * DIM
    return np.asarray(faded.round().astype(np.uint8))


def draw_ground(transform: Transform, planet: int, variant: int) -> None:
    """Bare ground with a few pebbles."""
    pebble = shade(GROUNDS[planet], 0.86)
    for x, y in SPOTS[variant : variant + 2]:
        transform.disc(x, y, 0.05, pebble)


def draw_grass(transform: Transform, planet: int, variant: int) -> None:
    """A meadow with tufts."""
    blade = shade(grass_colour(planet), 0.76)
    for x, y in BLADES[variant : variant + 3]:
        transform.line(((x - 0.08, y - 0.1), (x, y + 0.06), (x + 0.08, y - 0.1)), blade, width=0.04)


def draw_floor(transform: Transform, planet: int, variant: int) -> None:
    """A plate with seams at two sides and rivets."""
    transform.box(-0.5, -0.5, 1, 0.04, SEAM)
    transform.box(-0.5, -0.5, 0.04, 1, SEAM)
    for x, y in ((-0.34, -0.34), (0.38, -0.34), (-0.34, 0.38), (0.38, 0.38)):
        transform.disc(x, y, 0.04, SEAM)


def draw_water(transform: Transform, planet: int, variant: int) -> None:
    """Waves."""
    for row in range(2):
        x, y = 0.12 * ((variant + row) % 3 - 1), 0.42 * row - 0.2
        crest = ((x - 0.28, y), (x - 0.14, y - 0.09), (x, y), (x + 0.14, y - 0.09), (x + 0.28, y))
        transform.line(crest, mix(BLUE, SKY, 0.7), width=0.05)


def draw_trees(transform: Transform, planet: int, variant: int) -> None:
    """Crowns of trees over a meadow."""
    transform.box(-0.5, -0.5, 1, 1, shade(grass_colour(planet), 0.8))
    for x, y, radius in CROWNS[variant]:
        transform.disc(x, y, radius, shade(LEAF, 0.6))
        transform.disc(x - 0.02, y - 0.03, radius - 0.05, LEAF)
        transform.disc(x - 0.08, y - 0.09, radius * 0.4, mix(LEAF, MEADOW, 0.5))


def draw_rock(transform: Transform, planet: int, variant: int) -> None:
    """A boulder, lit from above."""
    transform.polygon(BOULDERS[variant], shade(STONE, 0.5))
    transform.polygon([(x * 0.84, y * 0.84) for x, y in BOULDERS[variant]], STONE)
    transform.polygon(
        [(x * 0.5 - 0.06, y * 0.5 - 0.1) for x, y in BOULDERS[variant]], shade(STONE, 1.3)
    )


def draw_wall(transform: Transform, planet: int, variant: int) -> None:
    """Courses of bricks."""
    for top, joints in COURSES:
        for left, right in zip((-0.5, *joints), (*joints, 0.5), strict=True):
            transform.box(left + 0.03, top + 0.03, right - left - 0.06, 0.27, BRICK)
            transform.box(left + 0.03, top + 0.03, right - left - 0.06, 0.06, shade(BRICK, 1.35))


TERRAINS: dict[Terrain, Callable[[Transform, int, int], None]] = {
    Terrain.GROUND: draw_ground,
    Terrain.GRASS: draw_grass,
    Terrain.FLOOR: draw_floor,
    Terrain.WATER: draw_water,
    Terrain.TREE: draw_trees,
    Terrain.ROCK: draw_rock,
    Terrain.WALL: draw_wall,
}


def draw_thing(transform: Transform, thing: int) -> None:
    """The thing on a square; all modules look the same until they are picked up."""
    THINGS[Thing(min(thing, Thing.CACHE))](transform)


def draw_pod(transform: Transform) -> None:
    """The drop pod from above: struts, hull, hatch."""
    for x, y in ((-0.42, -0.42), (0.42, -0.42), (-0.42, 0.42), (0.42, 0.42)):
        transform.line(((0, 0), (x, y)), INK, width=0.12)
    transform.disc(0, 0, 0.42, INK)
    transform.disc(0, 0, 0.37, WHITE)
    transform.ring(0, 0, 0.37, ORANGE, width=0.1)
    transform.disc(0, 0, 0.15, BLUE)


def pad(transform: Transform, colour: Colour, rim: Colour = INK) -> None:
    """The plate that every site stands on."""
    transform.plate(-0.47, -0.47, 0.94, 0.94, rim, colour, line=0.06, radius=0.14)


def draw_foundry(transform: Transform) -> None:
    """A gear: a new chassis is cast here."""
    pad(transform, ORANGE)
    transform.polygon(star(0, 0, 0.4, tips=8), INK)
    transform.disc(0, 0, 0.27, INK)
    transform.disc(0, 0, 0.12, ORANGE)


def draw_workshop(transform: Transform) -> None:
    """A chip with its pins: a module is built here."""
    pad(transform, SKY)
    draw_chip(transform, 0.22, INK, WHITE)


def draw_chip(transform: Transform, half: float, body: Colour, mark: Colour) -> None:
    """A module: a square with three pins at each side."""
    for place in (-0.6, 0, 0.6):
        transform.line(((place * half, -1.5 * half), (place * half, 1.5 * half)), body, width=0.05)
        transform.line(((-1.5 * half, place * half), (1.5 * half, place * half)), body, width=0.05)
    transform.box(-half, -half, 2 * half, 2 * half, body)
    transform.box(-half / 2, -half / 2, half, half, mark)


def draw_repair_bay(transform: Transform) -> None:
    """A large cross."""
    pad(transform, GREEN)
    draw_cross(transform, 0.32, 0.1, WHITE)


def draw_cross(transform: Transform, reach: float, half: float, colour: Colour) -> None:
    """An upright cross."""
    transform.box(-reach, -half, 2 * reach, 2 * half, colour)
    transform.box(-half, -reach, 2 * half, 2 * reach, colour)


def draw_observatory(transform: Transform) -> None:
    """An eye over the land."""
    pad(transform, PINK)
    eye = ((-0.4, 0), (-0.2, -0.2), (0, -0.26), (0.2, -0.2), (0.4, 0), (0.2, 0.2), (0, 0.26))
    transform.polygon((*eye, (-0.2, 0.2)), WHITE)
    transform.disc(0, 0, 0.18, INK)
    transform.disc(0.05, -0.06, 0.06, WHITE)


def draw_closed_site(transform: Transform) -> None:
    """A grey plate, crossed out."""
    pad(transform, (132, 134, 140), shade(INK, 1.2))
    for side in (-1, 1):
        transform.line(((-0.28 * side, -0.28), (0.28 * side, 0.28)), (84, 86, 92), width=0.12)


def draw_wreck(transform: Transform) -> None:
    """Scraps of metal."""
    transform.polygon(((-0.36, 0.2), (-0.22, -0.16), (0.04, 0.06), (-0.06, 0.3)), SOOT)
    transform.polygon(((0.06, -0.1), (0.3, -0.26), (0.36, 0.04), (0.16, 0.12)), shade(SOOT, 1.25))
    transform.line(((-0.1, -0.3), (0.02, -0.12)), SOOT, width=0.07)
    transform.line(((0.16, 0.34), (0.34, 0.24)), shade(SOOT, 1.25), width=0.07)


def draw_hull_repair(transform: Transform) -> None:
    """A case with a small red cross."""
    transform.plate(-0.31, -0.24, 0.62, 0.5, INK, WHITE, line=0.05, radius=0.07)
    transform.box(-0.12, -0.33, 0.24, 0.1, INK)
    draw_cross(transform.moved(0, 0.01), 0.16, 0.055, VERMILION)


def draw_cache(transform: Transform) -> None:
    """A yellow crate with a module in it."""
    transform.polygon(regular(0, 0, 0.44, 4), INK)
    transform.polygon(regular(0, 0, 0.37, 4), YELLOW)
    draw_chip(transform, 0.1, INK, YELLOW)


THINGS: dict[Thing, Callable[[Transform], None]] = {
    Thing.POD: draw_pod,
    Thing.FOUNDRY: draw_foundry,
    Thing.WORKSHOP: draw_workshop,
    Thing.REPAIR_BAY: draw_repair_bay,
    Thing.OBSERVATORY: draw_observatory,
    Thing.CLOSED_SITE: draw_closed_site,
    Thing.WRECK: draw_wreck,
    Thing.HULL_REPAIR: draw_hull_repair,
    Thing.CACHE: draw_cache,
}
THING_COLOURS: dict[Thing, Colour] = {  # on the minimap
    Thing.POD: WHITE,
    Thing.FOUNDRY: ORANGE,
    Thing.WORKSHOP: SKY,
    Thing.REPAIR_BAY: GREEN,
    Thing.OBSERVATORY: PINK,
    Thing.CLOSED_SITE: (132, 134, 140),
    Thing.HULL_REPAIR: VERMILION,
    Thing.CACHE: YELLOW,
}
