"""The picture of Tower Defense: the floor from above, and a panel with the robots.

The shots in flight that the game adds are those at towers and drones, and what towers fire.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import BLUE, INK, PAPER, Canvas, fitted, shade, text_width
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.rally import floor_pictures, panel
from cogarena.envs.rally import render as view
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.deck import has, is_running
from cogarena.envs.rally.floor import FLOOR, Tower
from cogarena.envs.rally.robot_pictures import SEAT_STYLES
from cogarena.envs.rally.shot_pictures import Kind, Shot, Spot, draw_hits, draw_shots
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
from cogarena.envs.rally.square_pictures import BEAM
from cogarena.envs.rally.state import NOBODY, ROBOTS, Ask, plain
from cogarena.envs.rally.text import robot_name
from cogarena.envs.tower_defense.defense import can_hit_drones, fire_towers
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.pictures import (
    HOWITZER,
    draw_debris,
    draw_drone,
    draw_drones,
    draw_level,
    draw_tower,
)
from cogarena.envs.tower_defense.shells import SHELL_DAMAGE, squares_off
from cogarena.envs.tower_defense.state import Event, Stage
from cogarena.envs.tower_defense.text import LOG

Array = np.ndarray[Any, Any]

TOWER_DEFENSE_STEPS = view.STEPS | {
    "DRONES": ("drones fly", "robots move"),
    "MACHINES": ("machines run", "drones fly"),
    "EFFECTS": view.HURTING,
    "REMOVE": view.HURTING,
    "TOUCH": view.HURTING,
    "TOWER_EVENT": ("a tower event", "damage is dealt"),
    "ROBOT_EVENTS": ("robot events", "a tower event"),
    "CLEAN_UP": ("the turn ends", "robot events"),
}

# Lengths are in cells of the panel.
WIDTH, ROW, SKY = 10.0, 1.4, 0.56
HEADLINE_GAP = 0.08  # below the headline
PANEL = (
    view.HEADLINE + HEADLINE_GAP + SKY + ROBOTS * ROW + view.LOG_LINES * view.LOG_LINE
)  # height at least
NAME_LINE, DAMAGE_LINE, COUNTS_LINE, CARDS_LINE = 0.22, 0.63, 1.04, 0.85  # middles
LEFT, FLAGS_LEFT, XP_RIGHT = 1.06, 2.68, 3.5
CARDS_LEFT, LEVEL_LEFT, STATE_LEFT, NOTES_LEFT = 3.64, 3.8, 5.0, 7.05
RIGHT = WIDTH - 0.06
NOTE_LINES = 3
SKY_TEXT = 0.32
SKY_LINE, SKY_LEFT, NOTICE_LEFT = 0.25, 0.7, 4.3
APART = 0.15  # from one thing to the next

BLAST = -0.28  # squares from the middle
MOST_OFF = int(squares_off(1))  # squares from its target to where a shell lands


@dataclass(frozen=True)
class PlayerRow(panel.RacerRow):
    """What the panel shows of a robot."""

    xp: int
    level: int


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with what stands on it and flies over it, and what is public of each robot."""
    healths = s.rally.things["health"][: setup.tower_count].tolist()
    towers = setup.towers[: setup.tower_count].tolist()
    built = list(zip(towers, healths, strict=True))
    fallen = tuple((x, y) for (x, y, _, _), health in built if health <= 0)
    canvas = _background(setup.floor.tobytes(), fallen, tile).copy()
    for x, y in np.argwhere(s.debris).tolist():
        floor_pictures.draw_over(canvas, x, y, tile, draw_debris)
    for number, ((x, y, kind, full), health) in enumerate(built, start=1):
        if health > 0:
            floor_pictures.draw_over(canvas, x, y, tile, draw_tower, kind, number, health, full)
    flying, corner = list(shots(setup, s)), floor_pictures.transform_at(canvas, 0, 0, tile)
    draw_shots(corner, flying)
    floor_pictures.draw_robots(canvas, setup.floor, s.rally, tile)
    drones = _drones(s)
    for at in dict.fromkeys(drones):
        floor_pictures.draw_over(canvas, *at, tile, draw_drones, drones.count(at))
    levels = [int(level(s, i)) for i in range(setup.robots)]
    for i, at in floor_pictures.robot_squares(s.rally).items():
        if levels[i]:
            floor_pictures.draw_over(canvas, *at, tile, draw_level, levels[i])
    draw_hits(corner, flying)
    _draw_panel(canvas, setup, s, levels, len(drones), tile)
    return canvas.pixels


def _drones(s: Any) -> list[Square]:
    """Where drones fly."""
    return [(x, y) for live, x, y in s.drones.tolist() if live]


@lru_cache(maxsize=8)
def _background(floor_bytes: bytes, fallen: tuple[Square, ...], tile: int) -> Canvas:
    """The floor without the fallen towers, and an empty panel for eight robots."""
    floors = np.frombuffer(floor_bytes, FLOOR).copy()
    for at in fallen:
        floors["squares"][0][at]["tower"] = Tower.NONE
    picture = floor_pictures.draw_floor(floors[0], tile)
    return view.beside_panel(picture, floors[0], tile, WIDTH, PANEL * panel.panel_cell(tile))


def _draw_panel(
    canvas: Canvas, setup: Any, s: Any, levels: list[int], drones: int, tile: int
) -> None:
    """Headline, sky and robots, and the log in the lines that are left."""
    cell, flags = panel.panel_cell(tile), int(setup.floor.flag_count)
    lamps = view.lit_lamps(s, Stage.TOWER_EVENT)
    headline = view.turn_headline(s, Stage(int(s.stage)), TOWER_DEFENSE_STEPS, lamps, WIDTH, cell)
    rows = (row_pixels(row_of(s, i, reached, flags), cell) for i, reached in enumerate(levels))
    blocks = (sky_pixels(drones, _lull(s), cell), *rows)
    happened = LOG.sentences(setup, s)
    view.fill_panel(canvas, setup.floor, tile, headline, HEADLINE_GAP, blocks, happened, WIDTH)


def _lull(s: Any) -> str:
    """Whether towers and drones rest, in words."""
    times = "now" if s.lull else "", "next turn" if s.next_lull else ""
    when = " and ".join(filter(None, times))
    return f"drones and towers rest {when}" if when else ""


def row_of(s: Any, i: int, level: int, flags: int) -> PlayerRow:
    """The row of a robot of that level, on a course with so many flags."""
    robot = plain(s.rally.robots[i])
    facts = panel.row_facts(s, robot, i, Ask, Stage.CLEAN_UP)
    if s.scrambled >> i & 1 and not s.winners >> i & 1:
        facts["state"] = " · ".join(filter(None, (facts["state"], "scrambled next")))
    counts = {"lives": robot.lives, "touched": robot.touched, "flags": flags}
    return PlayerRow(**facts, **counts, xp=int(s.xp[i]), level=level)


@lru_cache(maxsize=512)
def row_pixels(row: PlayerRow, cell: int) -> Array:
    """The picture of a row, WIDTH by ROW cells."""
    transform = panel.blank_row(row, WIDTH, ROW, cell)
    draw_level(transform.moved(panel.FIGURE_WIDTH / 2, (ROW - panel.GAP) / 2), row.level)
    panel.draw_portrait(transform, row, ROW, SEAT_STYLES[row.seat])
    _draw_words(transform, row)
    panel.draw_damage(transform.moved(LEFT, DAMAGE_LINE), row.damage)
    panel.draw_lives(transform.moved(LEFT, COUNTS_LINE), row.lives)
    panel.draw_touched(transform.moved(FLAGS_LEFT, COUNTS_LINE), row.touched, row.flags)
    panel.draw_registers(transform.moved(CARDS_LEFT, CARDS_LINE), row.registers)
    notes = transform.moved(NOTES_LEFT, CARDS_LINE)
    panel.draw_options(notes, row.options, RIGHT - NOTES_LEFT, NOTE_LINES)
    return panel.cut(transform, WIDTH, ROW)


def _draw_words(transform: Transform, row: PlayerRow) -> None:
    """Name, experience and level, the robot's state, and what its player is asked."""
    write, size = transform.canvas.text, panel.text_size(transform)
    write(*transform.at(LEFT, NAME_LINE), robot_name(row.seat), size, INK)
    write(*transform.at(XP_RIGHT, NAME_LINE), f"{row.xp} XP", size, INK, anchor="right")
    write(*transform.at(LEVEL_LEFT, NAME_LINE), f"level {row.level}", size, INK)
    write(*transform.at(RIGHT, NAME_LINE), row.question, size, shade(BLUE, 0.8), anchor="right")
    taken = text_width(row.question, size) if row.question else 0
    room = (RIGHT - STATE_LEFT - APART) * transform.tile - taken
    write(
        *transform.at(STATE_LEFT, NAME_LINE), row.state, fitted(row.state, size, room), panel.HEART
    )


@lru_cache(maxsize=64)
def sky_pixels(drones: int, notice: str, cell: int) -> Array:
    """How many drones fly, and a notice if there is one, WIDTH by SKY cells."""
    transform = Transform(
        Canvas(round(WIDTH * cell), round(SKY * cell), PAPER), 0, SKY_LINE * cell, cell
    )
    draw_drone(transform.moved(SKY_LEFT / 2, 0))
    count = f"{drones or 'no'} drone{'' if drones == 1 else 's'} in the air"
    transform.canvas.text(
        *transform.at(SKY_LEFT, 0), count, panel.text_size(transform, SKY_TEXT), INK
    )
    view.draw_notice(transform.moved(NOTICE_LEFT, 0), notice, WIDTH - NOTICE_LEFT)
    return panel.cut(transform, WIDTH, SKY)


def shots(setup: Any, s: Any) -> Iterator[Shot]:
    """The shots in flight, none outside the stages of fire."""
    floor = setup.floor
    fired = [*rally_shots(floor, s, Stage.FIRE, Stage.DAMAGE, beams=beams_of)]
    if s.stage == Stage.DAMAGE:
        fired += _lobbed(floor, s)
        fired += _pressed(s)
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


def _pressed(s: Any) -> Iterator[Shot]:
    """T17: Pressor Beams on the drones that they will move."""
    for i, drone in enumerate(s.swept.tolist()):
        if drone:
            colour = SEAT_STYLES[i].colour
            yield shot_at(Kind.PRESSOR, colour, s.rally.robots[i], s.drones[drone - 1])


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
