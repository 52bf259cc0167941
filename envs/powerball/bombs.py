"""Buzz bombs: placed in an event, moving and exploding in the next turn (P21)."""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, HALF_TURN, main_direction, manhattan, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.core.rng import below
from cogarena.envs.powerball.balls import culprit_of
from cogarena.envs.powerball.state import BOMBS, Event, revealed
from cogarena.envs.rally.cards import CARDS, KIND, STEPS
from cogarena.envs.rally.damage import hit
from cogarena.envs.rally.floor import NOWHERE, REGISTERS
from cogarena.envs.rally.log import Cause, log_at
from cogarena.envs.rally.moves import has_wall, is_deadly, occupant
from cogarena.envs.rally.state import NOBODY, NOTHING, Place
from cogarena.envs.rally.turns import FACING

BLAST = frozen((6, 3, 1), "i1")  # by distance
FIRST_MOVE = 43  # number of the first movement card: those above all move


@kernel
def can_place(floor: Any, s: Any, i: int, direction: int) -> bool:
    """The next square in this direction is open: no wall before it; no pit, robot or bomb on it."""
    robot = s.rally.robots[i]
    if has_wall(floor, robot.x, robot.y, direction):
        return False
    x, y = robot.x + DX[direction], robot.y + DY[direction]
    if is_deadly(floor, x, y) or occupant(s.rally, x, y) != NOBODY:
        return False
    for b in range(BOMBS):
        if s.bombs[b].live == 1 and s.bombs[b].x == x and s.bombs[b].y == y:
            return False
    return True


@kernel
def first_place(floor: Any, s: Any, i: int) -> int:
    """The first direction, from the robot's facing on, in which it can place a bomb, or NOWHERE."""
    for turn in range(DIRECTIONS):
        direction = turned(s.rally.robots[i].facing, turn)
        if can_place(floor, s, i, direction):
            return direction
    return NOWHERE


@kernel
def legal_places(floor: Any, s: Any, i: int, mask: Any) -> None:
    """Any open square next to the robot."""
    for direction in range(DIRECTIONS):
        relative = turned(direction, -int(s.rally.robots[i].facing))
        mask[FACING + relative] = can_place(floor, s, i, direction)


@kernel
def place_bomb(s: Any, i: int, direction: int) -> None:
    """Place a bomb next to the robot, facing the same way."""
    robot = s.rally.robots[i]
    b = 0
    while s.bombs[b].live == 1:
        b += 1
    bomb = s.bombs[b]
    bomb.live = 1
    bomb.x = robot.x + DX[direction]
    bomb.y = robot.y + DY[direction]
    bomb.facing = robot.facing
    bomb.owner = i
    log_bomb(s.rally, Event.BOMB_PLACED, bomb)


@kernel
def log_bomb(r: Any, kind: int, bomb: Any) -> None:
    """Log what becomes of a bomb, and where."""
    log_at(r, kind, bomb.owner, 0, 0, Cause.NONE, bomb.x, bomb.y)


@kernel
def program_bombs(s: Any) -> None:
    """Deal each bomb five random movement cards."""
    for b in range(BOMBS):
        if s.bombs[b].live == 1:
            for k in range(REGISTERS):
                s.bombs[b].program[k] = FIRST_MOVE + below(s.rally, CARDS + 1 - FIRST_MOVE)


def resample_programs(s: Any, generator: np.random.Generator) -> None:
    """Draw the bombs' cards anew that are not revealed yet; nobody knows them."""
    known = int(revealed(s))
    live = s.bombs["live"] == 1
    closed = (int(live.sum()), REGISTERS - known)
    s.bombs["program"][live, known:] = generator.integers(FIRST_MOVE, CARDS + 1, closed)


@kernel
def wind_up_bombs(s: Any) -> None:
    """Begin a phase: no bomb has moved."""
    for b in range(BOMBS):
        s.bombs[b].moved = 0


@kernel
def next_bomb(s: Any) -> int:
    """The bomb with the highest card among those that have not moved, or NOTHING."""
    best = NOTHING
    k = s.rally.register
    for b in range(BOMBS):
        bomb = s.bombs[b]
        if bomb.live == 0 or bomb.moved == 1 or bomb.program[k] == 0:
            continue
        if best == NOTHING or bomb.program[k] > s.bombs[best].program[k]:
            best = b
    return best


@kernel
def begin_bomb(s: Any, b: int) -> None:
    """The bomb begins the steps of its card."""
    bomb = s.bombs[b]
    bomb.moved = 1
    steps = STEPS[KIND[bomb.program[s.rally.register]]]
    s.bomb_walker = b + 1
    s.bomb_steps = abs(steps)
    s.bomb_heading = turned(bomb.facing, 0 if steps > 0 else HALF_TURN)


@kernel
def move_bomb(floor: Any, s: Any) -> None:
    """The next step of the moving bomb: a wall stops it, a pit removes it."""
    bomb = s.bombs[s.bomb_walker - 1]
    if bomb.live == 0 or s.bomb_steps == 0 or has_wall(floor, bomb.x, bomb.y, s.bomb_heading):
        s.bomb_walker = s.bomb_steps = s.bomb_heading = 0
        return
    s.bomb_steps -= 1
    bomb.x += DX[s.bomb_heading]
    bomb.y += DY[s.bomb_heading]
    if is_deadly(floor, bomb.x, bomb.y):
        bomb.live = 0
        log_bomb(s.rally, Event.BOMB_LOST, bomb)


@kernel
def meet_bombs(s: Any) -> None:
    """Bombs on the same square as a robot explode.

    P13: if the robot came to the bomb, who brought it there has dealt it the damage too.
    """
    for b in range(BOMBS):
        bomb = s.bombs[b]
        i = occupant(s.rally, bomb.x, bomb.y) if bomb.live == 1 else NOBODY
        if i == NOBODY:
            continue
        explode(s, b)
        if s.bomb_walker == 0:
            s.rally.robots[i].hitters |= culprit_of(s, i)


@kernel
def explode_bombs(s: Any) -> None:
    """After the powerball step of phase 5 all remaining bombs explode."""
    for b in range(BOMBS):
        if s.bombs[b].live == 1 and s.bombs[b].program[0] != 0:
            explode(s, b)


@kernel
def explode(s: Any, b: int) -> None:
    """The bomb deals damage around it, credited to its owner."""
    bomb = s.bombs[b]
    bomb.live = 0
    log_bomb(s.rally, Event.EXPLODED, bomb)
    strike_around(s.rally, bomb.x, bomb.y, bomb.owner, BLAST, Cause.BOMB)
    bomb.program[:] = 0


@kernel
def strike_around(r: Any, x: int, y: int, by: int, damages: Any, cause: int) -> None:
    """P21, P23: deal damage around a square, by distance."""
    for i in range(r.count):
        robot = r.robots[i]
        distance = manhattan(x, y, robot.x, robot.y)
        if robot.place == Place.FLOOR and distance < len(damages):
            direction = main_direction(robot.x - x, robot.y - y)
            hit(r, i, by, damages[distance], direction, cause)
