"""A register: whose card counts, who moves when, and what a card makes a robot do (RR10, RR11)."""

from typing import Any

from cogarena.envs.core.grid import DX, DY, HALF_TURN, turned
from cogarena.envs.core.header import ask_together
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import (
    GEARS,
    KIND,
    NO_CARD,
    NO_OPTION,
    OPTION_TABLE,
    STEPS,
    TURN,
    Card,
    Option,
)
from cogarena.envs.rally.damage import ask_robot, forget_hits, hit, settle_damage
from cogarena.envs.rally.deck import (
    draw_card,
    empty_register,
    has,
    is_locked,
    is_running,
    source,
    use_option,
)
from cogarena.envs.rally.log import Cause
from cogarena.envs.rally.moves import (
    CLIMB,
    can_leave,
    climbs,
    drops,
    is_enemy,
    occupant,
    push_with,
)
from cogarena.envs.rally.state import NOBODY, Ask, Gear, Place

RAM_DAMAGE = 1  # Ramming Gear


@kernel
def card_of(r: Any, i: int) -> int:
    """The card that counts for the robot in this register."""
    return r.robots[source(r, i)].program[r.register]


@kernel
def replace_card(r: Any, i: int, k: int, card: int) -> None:
    """Replace the card of a robot's register; it then counts even under Radio Control."""
    robot = r.robots[i]
    empty_register(robot, k)
    robot.program[k] = card
    robot.jammers[k] = 0
    robot.own |= 1 << k


@kernel
def ask_aborts(floor: Any, r: Any) -> bool:
    """Abort Switch: from this register on, cards come from the deck; locked ones stay."""
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        robot = r.robots[i]
        if not is_running(robot) or is_locked(robot, r.register):
            continue
        if robot.aborting == 1:
            replace_card(r, i, r.register, draw_card(r))
        elif has(robot, Option.ABORT_SWITCH) and floor.asks_all == 1:
            ask_robot(r, i, Ask.ABORT)
            return True
    r.cursor = 0
    return False


@kernel
def abort(r: Any, i: int) -> None:
    """Replace the revealed card, and every later one."""
    r.robots[i].aborting = 1
    use_option(r, i, 0, Option.ABORT_SWITCH)
    replace_card(r, i, r.register, draw_card(r))


@kernel
def ask_swaps(floor: Any, r: Any) -> bool:
    """Conditional Program: the kept card instead of the one in this register.

    All decide in secret, before anybody reveals it.
    """
    seats = 0
    for i in range(r.count):
        if floor.asks_all == 1 and can_swap(r, i):
            r.robots[i].asked = Ask.SWAP
            seats |= 1 << i
    if seats != 0:
        ask_together(r, seats, Ask.SWAP)
        return True
    for i in range(r.count):
        if r.robots[i].swap == Gear.USED:
            swap(r, i)
        r.robots[i].swap = Gear.UNDECIDED
    return False


@kernel
def can_swap(r: Any, i: int) -> bool:
    """A card is kept for this register, and its player has not decided about it yet."""
    robot = r.robots[i]
    if robot.spare == NO_CARD or robot.swap != Gear.UNDECIDED or robot.aborting == 1:
        return False
    return is_running(robot) and not is_locked(robot, r.register)


@kernel
def swap(r: Any, i: int) -> None:
    """Play the kept card; the old one is discarded."""
    use_option(r, i, 0, Option.CONDITIONAL_PROGRAM)
    replace_card(r, i, r.register, r.robots[i].spare)
    r.robots[i].spare = NO_CARD


U_TURN_COST = 2  # Dual Processor: a U-Turn costs two squares, another turn one


@kernel
def begin_phase(r: Any) -> None:
    """Nobody has moved, been moved or been hit in this phase."""
    forget_hits(r)
    for i in range(r.count):
        robot = r.robots[i]
        robot.moved = 0
        robot.mover = NOBODY
        robot.shield = 0
        robot.braked = 0


@kernel
def next_robot(r: Any) -> int:
    """RR10: of the robots that have not moved, the one with the highest card.

    Of equal cards, which only Radio Control makes, the controlling robot goes first.
    """
    best, highest = NOBODY, NO_CARD
    for i in range(r.count):
        if not is_running(r.robots[i]) or r.robots[i].moved == 1:
            continue
        card = card_of(r, i)
        if card > highest or (card == highest != NO_CARD and source(r, i) == i):
            best, highest = i, card
    return best


@kernel
def move_robots(floor: Any, r: Any) -> bool:
    """RR10: robots execute this register's cards by priority; a watcher sees every step."""
    while not settle_damage(floor, r):
        if r.walker == 0:
            i = next_robot(r)
            if i == NOBODY:
                return False
            if floor.asks_all == 1 and can_shift_gear(r, i):
                ask_robot(r, i, Ask.GEAR)
                return True
            begin_card(r, i)
        walk_on(floor, r)
        if r.halt != 0:
            return True
    return True


@kernel
def can_shift_gear(r: Any, i: int) -> bool:
    """A gear fits the robot's next card, and its player has not decided about it yet."""
    robot = r.robots[i]
    return robot.gear == Gear.UNDECIDED and geared_steps(robot, card_of(r, i)) != own_steps(r, i)


@kernel
def own_steps(r: Any, i: int) -> int:
    """The squares printed on the robot's card."""
    return STEPS[KIND[card_of(r, i)]]


@kernel
def geared_steps(robot: Any, card: int) -> int:
    """The squares of a card with the option that fits it, else those printed on it."""
    gear = gear_for(robot, card)
    return STEPS[KIND[card]] if gear == NO_OPTION else OPTION_TABLE[gear].squares


@kernel
def gear_for(robot: Any, card: int) -> int:
    """The option of the robot that changes the squares of the card, or NO_OPTION."""
    for option in GEARS:
        if OPTION_TABLE[option].card == KIND[card] and has(robot, option):
            return option
    return NO_OPTION


@kernel
def choose_gear(r: Any, i: int, yes: bool) -> None:
    """Use the gear for the next card, or not."""
    r.robots[i].gear = Gear.USED if yes else Gear.DECLINED
    if yes:
        use_option(r, i, 0, gear_for(r.robots[i], card_of(r, i)))


@kernel
def begin_card(r: Any, i: int) -> None:
    """Turn the robot as its card says, and set the steps that it has to make."""
    robot = r.robots[i]
    card = card_of(r, i)
    steps = geared_steps(robot, card) if robot.gear == Gear.USED else own_steps(r, i)
    robot.moved = 1
    robot.braked = steps == 0 and own_steps(r, i) != 0
    robot.gear = Gear.UNDECIDED
    robot.rammed = 0
    forget_hits(r)
    second = r.robots[source(r, i)].pairs[r.register]
    sideways = 0
    if is_side_step(r, i):
        sideways = TURN[KIND[second]]
        use_option(r, i, 0, Option.CRAB_LEGS)
    elif second != NO_CARD:
        use_option(r, i, 0, Option.DUAL_PROCESSOR)
        steps = shortened(steps, second)
    else:
        turn(robot, card)
    r.walker = i + 1
    r.steps = abs(steps)
    r.heading = turned(robot.facing, sideways if steps >= 0 else HALF_TURN)


@kernel
def is_side_step(r: Any, i: int) -> bool:
    """Crab Legs: the second card gives the side of the step; the robot does not turn."""
    return (r.robots[source(r, i)].crabs >> r.register) & 1 == 1


@kernel
def walk_on(floor: Any, r: Any) -> bool:
    """RR11: the next step of the robot that executes its card; false when the card is done.

    Damage must be dealt between two calls: who is rammed takes it before the push (RR25). In some
    games the robot itself can be destroyed between two steps.
    """
    i = r.walker - 1
    robot = r.robots[i]
    if r.steps > 0 and robot.place == Place.FLOOR:
        points = points_left(r)
        if ram(floor, r, i, r.heading, points):
            return True
        used = push_with(floor, r, i, r.heading, i, points)
        r.steps = points - used
        if robot.place == Place.FLOOR:
            if used > 0:
                return True
            if points == 1 and can_leave(floor, r, i, r.heading):
                if climbs(floor, robot, r.heading):
                    robot.banked = r.heading + 1
    second = r.robots[source(r, i)].pairs[r.register]
    if robot.place == Place.FLOOR and second != NO_CARD and not is_side_step(r, i):
        turn(robot, second)
    r.walker = r.steps = r.heading = 0
    return False


@kernel
def points_left(r: Any) -> int:
    """T6: the steps that the robot has still to make, and the point it has saved for a ramp."""
    robot = r.robots[r.walker - 1]
    return r.steps + (1 if robot.banked == r.heading + 1 else 0)


@kernel
def ram(floor: Any, r: Any, i: int, direction: int, points: int) -> bool:
    """Ramming Gear: who is touched takes a token, once a card, moved or not; true if one is due.

    On a ramp the points must suffice for the step up (T14).
    """
    robot = r.robots[i]
    if not has(robot, Option.RAMMING_GEAR) or not can_leave(floor, r, i, direction):
        return False
    if climbs(floor, robot, direction) and points < CLIMB:
        return False
    victim = occupant(r, robot.x + DX[direction], robot.y + DY[direction])
    if victim == NOBODY or drops(floor, robot.x, robot.y, direction):
        return False
    if (robot.rammed >> victim) & 1 == 1 or not is_enemy(r, i, victim):
        return False
    robot.rammed |= 1 << victim
    return hit(r, victim, i, RAM_DAMAGE, direction, Cause.RAMMING_GEAR) > 0


@kernel
def turn(robot: Any, card: int) -> None:
    """Turn the robot if its card says so."""
    if TURN[KIND[card]] != 0:
        robot.banked = 0
    robot.facing = turned(robot.facing, TURN[KIND[card]])


@kernel
def shortened(steps: int, second: int) -> int:
    """Dual Processor: one square less than printed, two less with a U-Turn, at least none."""
    less = U_TURN_COST if KIND[second] == Card.U_TURN else 1
    if steps > 0:
        return max(0, steps - less)
    return min(0, steps + less)
