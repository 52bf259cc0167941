"""What the preview of a program tells in Powerball.

The goal is a pit for who carries a ball, else the nearest ball on the floor, else a wrench, which
brings one. The robot picks up and delivers whatever it can, without the options that help with it.
"""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.balls import capacity, is_carried_by
from cogarena.envs.powerball.state import BALLS, FLAGS, SIDE, BallPlace
from cogarena.envs.rally.machines import is_off_belts
from cogarena.envs.rally.preview import GOAL, GOALS, ROBOT, aim_from, bind, no_harm, preview_pieces
from cogarena.envs.rally.state import NOBODY, row_of
from cogarena.envs.rally.transitions import (
    FAR,
    LOST,
    Part,
    position_of,
    ride_belts,
    standing_obstacles,
    steps_to,
)

PREVIEW_PIECES = preview_pieces(
    meaning="the goal is a pit to deliver a ball, or else a ball, or else a wrench"
)

POSES = SIDE * SIDE * DIRECTIONS
DELIVERY = 1 << BALLS  # in a memo, after the bit set of the balls picked up: deliveries so far


def fill_ways(setup: Any) -> None:
    """Fill `to_squares` and `to_pits` of a setup record."""
    squares = np.repeat(np.eye(SIDE * SIDE, dtype=np.int8), DIRECTIONS, axis=1)
    setup.to_squares[:] = steps_to(setup, 0, squares)
    pits = faces_pit(setup.transitions, np.arange(POSES))
    setup.to_pits[:] = steps_to(setup, 0, pits[None])[0]


@kernel
def faces_pit(tables: Any, pose: Any) -> Any:
    """P10: a pit is next to a robot in this pose, ahead of it."""
    return tables.steps[pose] == LOST


@kernel
def score_on_the_way(
    setup: Any, s: Any, seat: int, memo: int, start: int, moved: int, after: int
) -> int:
    """P7, P10: balls are picked up wherever the robot comes, one is delivered in each register."""
    memo = collect(setup, s, seat, memo, start, moved)
    delivers = faces_pit(setup.transitions, moved) and carried(setup, s, seat, memo) > 0
    memo = collect_on_belts(setup, s, seat, memo, moved, after)
    if delivers or (faces_pit(setup.transitions, after) and carried(setup, s, seat, memo) > 0):
        memo += DELIVERY
    return memo


@kernel
def collect_on_belts(setup: Any, s: Any, seat: int, memo: int, moved: int, after: int) -> int:
    """The way of a robot that is carried may have corners: it is collected straight by straight."""
    floor, robot, here = setup.floor, s.rally.robots[seat], moved
    standing = standing_obstacles(s.rally, robot.team)
    for part in (Part.EXPRESS_BELTS, Part.BELTS):
        there, _ = ride_belts(
            floor, setup.transitions, standing, moved, is_off_belts(floor, robot), part
        )
        memo = collect(setup, s, seat, memo, here, there)
        here = there
    return collect(setup, s, seat, memo, here, after)


@kernel
def collect(setup: Any, s: Any, seat: int, memo: int, start: int, end: int) -> int:
    """Pick up the balls on a straight way from one square to another, as many as fit."""
    if start // DIRECTIONS == end // DIRECTIONS:
        return memo
    from_x, from_y = position_of(start, SIDE)
    to_x, to_y = position_of(end, SIDE)
    for b in range(setup.balls):
        ball = s.balls[b]
        if ball.place != BallPlace.FLOOR or (ball.x == from_x and ball.y == from_y):
            continue
        if min(from_x, to_x) <= ball.x <= max(from_x, to_x) and (memo >> b) & 1 == 0:
            if min(from_y, to_y) <= ball.y <= max(from_y, to_y):
                if carried(setup, s, seat, memo) < capacity(s.rally.robots[seat]):
                    memo |= 1 << b
    return memo


@kernel
def carried(setup: Any, s: Any, seat: int, memo: int) -> int:
    """How many balls the robot carries then."""
    balls = -(memo // DELIVERY)
    for b in range(setup.balls):
        if (memo >> b) & 1 == 1 or is_carried_by(s.balls[b], seat):
            balls += 1
    return balls


@kernel
def tell(setup: Any, s: Any, seat: int, enemies: Any, memo: int, pose: int, row: Any) -> None:
    """Balls and deliveries on the way, the way to the next goal, and who is in the line of fire."""
    r = s.rally
    row[GOALS] = picked_up(setup, memo) + memo // DELIVERY
    row[GOAL] = FAR
    if pose == LOST:
        return
    row[GOAL] = steps_to_next(setup, s, seat, memo, pose)
    target = aim_from(setup.floor, setup.transitions, r, enemies, pose)
    if target != NOBODY:
        row[ROBOT] = 1 + row_of(r, seat, target)


@kernel
def picked_up(setup: Any, memo: int) -> int:
    """How many balls have been picked up on the way."""
    balls = 0
    for b in range(setup.balls):
        balls += (memo >> b) & 1
    return balls


@kernel
def steps_to_next(setup: Any, s: Any, seat: int, memo: int, pose: int) -> int:
    """The fewest steps and turns to a pit with a ball, else to a ball, else to a wrench."""
    if carried(setup, s, seat, memo) > 0:
        return setup.to_pits[pose]
    steps = FAR
    for b in range(setup.balls):
        ball = s.balls[b]
        if ball.place == BallPlace.FLOOR and (memo >> b) & 1 == 0:
            steps = min(steps, int(setup.to_squares[square_of(ball.x, ball.y), pose]))
    if steps < FAR:
        return steps
    for w in range(FLAGS):
        wrench = setup.wrenches[w]
        steps = min(steps, int(setup.to_squares[square_of(wrench.x, wrench.y), pose]))
    return steps


@kernel
def square_of(x: int, y: int) -> int:
    """The number of a square."""
    return int(x) * SIDE + int(y)


show_preview = bind(reach=score_on_the_way, harm=no_harm, tell=tell)
