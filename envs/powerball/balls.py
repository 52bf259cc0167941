"""Balls and deaths: who picks balls up, where they come to rest, credit for kills (P3 to P15)."""

from typing import Any

from cogarena.envs.core.grid import DX, DY, HALF_TURN, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below
from cogarena.envs.powerball.state import (
    BALLS,
    CAPACITY,
    FLAGS,
    Ask,
    BallPlace,
    Event,
    Happening,
    Reward,
)
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.damage import (
    ask_robot,
    deal_damage,
    lose_options,
    next_death,
    remove_destroyed,
    shooters_of,
)
from cogarena.envs.rally.deck import has, source
from cogarena.envs.rally.log import Cause, log_at, log_event, log_there
from cogarena.envs.rally.machines import reaches
from cogarena.envs.rally.moves import has_wall, is_deadly, occupant
from cogarena.envs.rally.state import DEADLY, NOBODY, NOTHING, Place

DELIVERY = 1  # P10: VP
MOST_TRIES = 24  # squares that a ball tries before it returns to the pool
KILL = 2  # P13: VP


@kernel
def is_alive(robot: Any) -> bool:
    """The robot is on the floor, and not about to be removed."""
    return robot.place == Place.FLOOR and robot.damage < DEADLY


@kernel
def capacity(robot: Any) -> int:
    """P7, P27: how many balls the robot can carry."""
    return CAPACITY + (1 if has(robot, Option.EXTRA_MEMORY) else 0)


@kernel
def load(s: Any, i: int) -> int:
    """How many balls the robot carries."""
    carried = 0
    for b in range(BALLS):
        if is_carried_by(s.balls[b], i):
            carried += 1
    return carried


@kernel
def is_carried_by(ball: Any, i: int) -> bool:
    """The robot carries the ball."""
    return ball.place == BallPlace.CARRIED and ball.carrier == i


@kernel
def first_carried(s: Any, i: int) -> int:
    """The first ball that the robot carries; it must carry one."""
    b = 0
    while not is_carried_by(s.balls[b], i):
        b += 1
    return b


@kernel
def ball_at(s: Any, x: int, y: int) -> int:
    """The ball that lies on the square, or NOTHING."""
    for b in range(BALLS):
        ball = s.balls[b]
        if ball.place == BallPlace.FLOOR and ball.x == x and ball.y == y:
            return b
    return NOTHING


@kernel
def pool(ball: Any) -> None:
    """Return the ball to the pool."""
    ball.place = BallPlace.POOL
    ball.x = ball.y = ball.carrier = 0


@kernel
def rest(floor: Any, s: Any, b: int, x: int, y: int, direction: int) -> None:
    """P3: the ball comes to rest on the square or, if another ball is there, one square further.

    A wall sends it the other way. On a pit it goes back to the pool (P12).
    """
    pool(s.balls[b])
    tries = 0
    while ball_at(s, x, y) != NOTHING and tries < MOST_TRIES:
        if has_wall(floor, x, y, direction):
            direction = turned(direction, HALF_TURN)
        else:
            x, y = x + DX[direction], y + DY[direction]
        tries += 1
    if tries < MOST_TRIES and not is_deadly(floor, x, y):
        lay(floor, s, b, x, y)


@kernel
def lay(floor: Any, s: Any, b: int, x: int, y: int) -> None:
    """Put the ball on a square; who reaches it may pick it up (P9, P11)."""
    ball = s.balls[b]
    ball.place = BallPlace.FLOOR
    ball.x = x
    ball.y = y
    for i in range(s.rally.count):
        if can_reach(floor, s.rally.robots[i], ball):
            s.offers[i] |= 1 << b


@kernel
def can_reach(floor: Any, robot: Any, ball: Any) -> bool:
    """P7, P25: the ball lies in the robot's square, or within reach of its Mechanical Arm."""
    dx, dy = ball.x - robot.x, ball.y - robot.y
    if ball.place != BallPlace.FLOOR or not is_alive(robot) or max(abs(dx), abs(dy)) > 1:
        return False
    return reaches(floor, robot, dx, dy)


@kernel
def note_moves(floor: Any, s: Any) -> None:
    """P7: a robot that has moved, or has been moved, is offered the balls it reaches now."""
    for i in range(s.rally.count):
        robot = s.rally.robots[i]
        if robot.place != Place.FLOOR or (robot.x == s.was_x[i] and robot.y == s.was_y[i]):
            continue
        s.was_x[i] = robot.x
        s.was_y[i] = robot.y
        s.offers[i] = 0
        for b in range(BALLS):
            if can_reach(floor, robot, s.balls[b]):
                s.offers[i] |= 1 << b


@kernel
def offer_balls(floor: Any, s: Any) -> bool:
    """P7: robots may pick up the balls they have come upon; true if somebody must decide."""
    r = s.rally
    note_moves(floor, s)
    for i in range(r.count):
        for b in range(BALLS if s.offers[i] != 0 else 0):
            if (s.offers[i] >> b) & 1 == 0:
                continue
            s.offers[i] ^= 1 << b
            fits = load(s, i) < capacity(r.robots[i])
            if not fits or not can_reach(floor, r.robots[i], s.balls[b]):
                continue
            s.offered[i] = b
            if floor.asks_all == 1:
                ask_robot(r, i, Ask.PICK_UP)
                return True
            pick_up(s, i)
    return False


@kernel
def pick_up(s: Any, i: int) -> None:
    """P7: pick up the ball that the robot was offered."""
    ball = s.balls[s.offered[i]]
    ball.place = BallPlace.CARRIED
    ball.carrier = i
    ball.x = ball.y = 0
    s.tallies[i].balls_picked_up += 1
    log_there(s.rally, Event.PICKED_UP, i, 0, s.offered[i], Cause.NONE)


@kernel
def can_deliver(floor: Any, s: Any, i: int) -> bool:
    """P10: the robot has a ball, is at a pit, and has not delivered in this phase."""
    robot = s.rally.robots[i]
    if not is_alive(robot) or (s.delivered >> i) & 1 == 1 or load(s, i) == 0:
        return False
    if has(robot, Option.MECHANICAL_ARM):
        return has_pit_in_reach(floor, robot)
    backwards = has(robot, Option.REVERSE_GEAR)
    return faces_pit(floor, robot, 0) or (backwards and faces_pit(floor, robot, HALF_TURN))


@kernel
def faces_pit(floor: Any, robot: Any, turn: int) -> bool:
    """A pit is next to the robot, in its facing after a turn."""
    direction = turned(robot.facing, turn)
    if has_wall(floor, robot.x, robot.y, direction):
        return False
    return is_deadly(floor, robot.x + DX[direction], robot.y + DY[direction])


@kernel
def has_pit_in_reach(floor: Any, robot: Any) -> bool:
    """P25: a pit is within reach of the Mechanical Arm."""
    for dx in range(-1, 2):
        for dy in range(-1, 2):
            if reaches(floor, robot, dx, dy) and is_deadly(floor, robot.x + dx, robot.y + dy):
                return True
    return False


@kernel
def ask_deliveries(setup: Any, s: Any) -> bool:
    """P10: robots may deliver, in dock order; true if somebody must decide."""
    r = s.rally
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        if can_deliver(setup.floor, s, i):
            if setup.floor.asks_all == 1:
                ask_robot(r, i, Ask.DELIVER)
                return True
            deliver(setup, s, i)
    r.cursor = 0
    return False


@kernel
def deliver(setup: Any, s: Any, i: int) -> None:
    """P10: drop one ball into the pit for one point."""
    pool(s.balls[first_carried(s, i)])
    s.delivered |= 1 << i
    s.tallies[i].deliveries += 1
    log_there(s.rally, Event.DELIVERED, i, 0, DELIVERY, Cause.NONE)
    score(setup, s, i, DELIVERY)


@kernel
def spawn_balls(setup: Any, s: Any) -> None:
    """P11: robots on wrenches roll for a site, in wrench order."""
    for w in range(FLAGS):
        i = occupant(s.rally, setup.wrenches[w].x, setup.wrenches[w].y)
        if i != NOBODY:
            spawn(setup, s, i, below(s.rally, BALLS))


@kernel
def spawn(setup: Any, s: Any, i: int, site: int) -> None:
    """P11: put a ball of the pool on the site, or on the next one without a ball."""
    b = first_in_pool(setup, s)
    if b == NOTHING:
        return
    for k in range(BALLS):
        place = setup.sites[(site + k) % BALLS]
        if ball_at(s, place.x, place.y) == NOTHING:
            number = (site + k) % BALLS + 1
            s.tallies[i].balls_spawned += 1
            log_at(s.rally, Event.SPAWNED, i, 0, number, Cause.NONE, place.x, place.y)
            lay(setup.floor, s, b, place.x, place.y)
            return


@kernel
def first_in_pool(setup: Any, s: Any) -> int:
    """The first ball in the pool, or NOTHING."""
    for b in range(setup.balls):
        if s.balls[b].place == BallPlace.POOL:
            return b
    return NOTHING


@kernel
def drop_balls(floor: Any, s: Any, i: int, x: int, y: int, direction: int) -> None:
    """P12, P19: drop all balls of a robot; each comes to rest one square further."""
    log_drop(s, i, load(s, i), x, y)
    for b in range(BALLS):
        if is_carried_by(s.balls[b], i):
            rest(floor, s, b, x, y, direction)


@kernel
def log_drop(s: Any, i: int, balls: int, x: int, y: int) -> None:
    """Log how many balls a robot loses, and where."""
    if balls > 0:
        log_at(s.rally, Event.DROPPED, i, 0, balls, Cause.NONE, x, y)


@kernel
def lose_balls(s: Any, i: int) -> int:
    """P12: return all balls of a robot to the pool; returns how many."""
    lost = 0
    for b in range(BALLS):
        if is_carried_by(s.balls[b], i):
            pool(s.balls[b])
            lost += 1
    return lost


@kernel
def score(setup: Any, s: Any, i: int, points: int) -> None:
    """P32: give a robot victory points, and the reward for them."""
    s.points[i] += points
    if setup.reward_kind == Reward.VP:
        s.reward[i] += points


@kernel
def settle(setup: Any, s: Any) -> bool:
    """Resolve what damage and movement have caused; true if somebody must decide about it."""
    if deal_damage(setup.floor, s.rally):
        return True
    remove_destroyed(s.rally)
    process_deaths(setup, s)
    return lose_options(setup.floor, s.rally) or offer_balls(setup.floor, s)


@kernel
def process_deaths(setup: Any, s: Any) -> None:
    """P12, P13: the robots destroyed since the last call, in order."""
    victim = next_death(s)
    while victim != NOBODY:
        robot = s.rally.robots[victim]
        robot.anchored = 0
        s.offers[victim] = 0
        fell = is_deadly(setup.floor, robot.x, robot.y)
        credit(setup, s, victim, fell)
        if not fell:
            drop_balls(setup.floor, s, victim, robot.x, robot.y, robot.facing)
        victim = next_death(s)
    end_controls(s.rally)


@kernel
def end_controls(r: Any) -> None:
    """P15: whose controller has died in this turn runs its own program from its next card on."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.radio > 0 and robot.moved == 0 and r.robots[robot.radio - 1].fell > 0:
            robot.radio = 0
            log_event(r, Event.RELEASED, i, 0, 0)


@kernel
def credit(setup: Any, s: Any, victim: int, fell: bool) -> None:
    """P13, P14: points for the robots that caused the death; a pit takes the balls."""
    r = s.rally
    robot = r.robots[victim]
    killers = shooters_of(robot)
    if fell:
        killers |= culprit_of(s, victim)
        balls = lose_balls(s, victim)
        log_drop(s, victim, balls, robot.x, robot.y)
        if balls > 0 and robot.mover not in (NOBODY, victim) and s.happening == Happening.NONE:
            s.tallies[robot.mover].balls_robbed += balls
            log_event(r, Event.ROBBED, victim, 1 << int(robot.mover), balls)
            score(setup, s, robot.mover, balls)
    killers = killers & ~(1 << int(victim))
    if killers == 0:
        return
    log_event(r, Event.KILLED, victim, killers, KILL)
    for i in range(r.count):
        if (killers >> i) & 1 == 1:
            s.tallies[i].kills += 1
            score(setup, s, i, KILL)


@kernel
def culprit_of(s: Any, victim: int) -> int:
    """P13, P15: who is credited if a robot has come into a pit or onto a bomb, as a bit set.

    It is the last that moved it in this phase, else who made the card that it has executed, which
    may be itself. In an event it is nobody.
    """
    robot = s.rally.robots[victim]
    if s.happening != Happening.NONE:
        return 0
    if robot.mover != NOBODY:
        return 1 << int(robot.mover)
    return 1 << int(maker_of(s.rally, victim)) if robot.moved == 1 else 0


@kernel
def maker_of(r: Any, i: int) -> int:
    """P15: the robot that made the card of robot `i` in this register.

    It is the one that scrambled it, else the one whose program it is from.
    """
    owner = source(r, i)
    jammer = r.robots[owner].jammers[r.register]
    return jammer - 1 if jammer > 0 else owner


@kernel
def blame_maker(r: Any, i: int) -> None:
    """P15: pushes and rams of the robot that executes a card count for who made the card."""
    maker = maker_of(r, i)
    if maker == i:
        return
    for j in range(r.count):
        other = r.robots[j]
        if other.mover == i:
            other.mover = maker
        if (r.robots[i].rammed >> j) & (other.hitters >> i) & 1 == 1:
            other.hitters = int(other.hitters) ^ (1 << i) | (1 << int(maker))
