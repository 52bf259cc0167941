"""Programming: filling registers, and the options that concern it (RR6)."""

from typing import Any

from cogarena.envs.core.grid import LEFT_TURN, RIGHT_TURN
from cogarena.envs.core.header import PASS, ask_together
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import KIND, NO_CARD, STEPS, TURN, Card, Option
from cogarena.envs.rally.damage import ask_robot
from cogarena.envs.rally.deck import draw_card, has, is_running, use_option
from cogarena.envs.rally.floor import NOWHERE, REGISTERS
from cogarena.envs.rally.log import Cause
from cogarena.envs.rally.moves import add_damage
from cogarena.envs.rally.state import ACTIONS, DEALT, FLYWHEEL_SLOT, HAND, Ask

CARD = ACTIONS.start("card")
CRAB = ACTIONS.start("crab")


@kernel
def open_register(robot: Any) -> int:
    """RR6: the first register without a card, or NOWHERE."""
    for k in range(REGISTERS):
        if robot.program[k] == NO_CARD:
            return k
    return NOWHERE


@kernel
def ask_programs(r: Any) -> bool:
    """RR6: ask every running robot with an open register for its card, all at the same time."""
    seats = 0
    for i in range(r.count):
        robot = r.robots[i]
        if not is_running(robot):
            continue
        if robot.pairing > 0:
            robot.asked = Ask.PAIR
            seats |= 1 << i
        elif open_register(robot) != NOWHERE:
            robot.asked = Ask.PROGRAM
            seats |= 1 << i
    if seats == 0:
        return False
    ask_together(r, seats, Ask.PROGRAM)
    return True


@kernel
def program(robot: Any, slot: int, asks_all: int) -> None:
    """RR6: put a card of the hand into the first open register."""
    k = open_register(robot)
    robot.program[k] = robot.hand[slot]
    robot.hand[slot] = NO_CARD
    if asks_all == 1 and can_pair(robot, k):
        robot.pairing = k + 1


@kernel
def count_cards(robot: Any) -> int:
    """How many cards the robot has in its hand."""
    number = 0
    for slot in range(HAND):
        if robot.hand[slot] != NO_CARD:
            number += 1
    return number


@kernel
def count_open(robot: Any) -> int:
    """How many registers still need a card."""
    number = 0
    for k in range(REGISTERS):
        if robot.program[k] == NO_CARD:
            number += 1
    return number


@kernel
def can_pair(robot: Any, k: int) -> bool:
    """A second card fits into the register, and enough are left for the open registers."""
    if count_cards(robot) <= count_open(robot):
        return False
    for slot in range(HAND):
        if fits_dual(robot, k, slot) or fits_crab(robot, k, slot):
            return True
    return False


@kernel
def fits_dual(robot: Any, k: int, slot: int) -> bool:
    """Dual Processor: a rotate card beside a movement card."""
    moves = STEPS[KIND[robot.program[k]]] != 0
    return moves and has(robot, Option.DUAL_PROCESSOR) and TURN[KIND[robot.hand[slot]]] != 0


@kernel
def fits_crab(robot: Any, k: int, slot: int) -> bool:
    """Crab Legs: Rotate Left or Right beside a Move 1."""
    turn = TURN[KIND[robot.hand[slot]]]
    sideways = turn in (LEFT_TURN, RIGHT_TURN)
    return sideways and has(robot, Option.CRAB_LEGS) and KIND[robot.program[k]] == Card.MOVE_1


@kernel
def legal_pairs(robot: Any, mask: Any) -> None:
    """A second card for the register just programmed, or none."""
    mask[PASS] = 1
    k = robot.pairing - 1
    for slot in range(HAND):
        mask[CARD + slot] = fits_dual(robot, k, slot)
        mask[CRAB + slot] = fits_crab(robot, k, slot)


@kernel
def pair(robot: Any, action: int) -> None:
    """Put a second card into the register just programmed."""
    k = robot.pairing - 1
    robot.pairing = 0
    if action == PASS:
        return
    slot = action - CRAB if action >= CRAB else action - CARD
    if action >= CRAB:
        robot.crabs |= 1 << k
    robot.pairs[k] = robot.hand[slot]
    robot.hand[slot] = NO_CARD


@kernel
def ask_recompile(floor: Any, r: Any) -> bool:
    """Recompile: once a turn, after the deal, a new hand for a damage token."""
    for i in range(r.count):
        robot = r.robots[i]
        if is_running(robot) and has(robot, Option.RECOMPILE) and has_dealt_card(robot):
            if floor.asks_all == 1 and ask_once(r, i, Ask.RECOMPILE):
                return True
    return False


@kernel
def recompile(r: Any, i: int) -> None:
    """Replace all cards that were dealt; the damage comes after."""
    robot = r.robots[i]
    for slot in range(DEALT):
        if robot.hand[slot] != NO_CARD:
            robot.hand[slot] = NO_CARD
            robot.hand[slot] = draw_card(r)
    use_option(r, i, 0, Option.RECOMPILE)
    add_damage(r, i, 0, 1, Cause.RECOMPILE)


@kernel
def ask_once(r: Any, i: int, question: int) -> bool:
    """Ask a robot's player a question of once a turn; false if it was asked already."""
    robot = r.robots[i]
    if (robot.once >> question) & 1 == 1:
        return False
    robot.once |= 1 << question
    ask_robot(r, i, question)
    return True


@kernel
def ask_stores(floor: Any, r: Any) -> bool:
    """Flywheel and Conditional Program: keep a left-over card, each player in secret."""
    for i in range(r.count):
        robot = r.robots[i]
        if floor.asks_all == 0 or not is_running(robot) or not has_dealt_card(robot):
            continue
        empty = robot.hand[FLYWHEEL_SLOT] == NO_CARD
        if has(robot, Option.FLYWHEEL) and empty and ask_once(r, i, Ask.FLYWHEEL):
            return True
        if has(robot, Option.CONDITIONAL_PROGRAM) and ask_once(r, i, Ask.CONDITIONAL):
            return True
    return False


@kernel
def has_dealt_card(robot: Any) -> bool:
    """The hand has a card that was dealt this turn, not stored on the Flywheel."""
    for slot in range(DEALT):
        if robot.hand[slot] != NO_CARD:
            return True
    return False


@kernel
def legal_left_overs(robot: Any, mask: Any) -> None:
    """Any dealt card that was not programmed, or none."""
    mask[PASS] = 1
    for slot in range(DEALT):
        mask[CARD + slot] = robot.hand[slot] != NO_CARD


@kernel
def store(robot: Any, action: int) -> None:
    """Keep a left-over card: on the flywheel, or for this turn."""
    if action == PASS:
        return
    card = robot.hand[action - CARD]
    robot.hand[action - CARD] = NO_CARD
    if robot.asked == Ask.FLYWHEEL:
        robot.hand[FLYWHEEL_SLOT] = card
    else:
        robot.spare = card


@kernel
def ask_gyroscopes(floor: Any, r: Any) -> bool:
    """Gyroscopic Stabilizer: switch it on for the turn, before the first register is revealed."""
    for i in range(r.count):
        robot = r.robots[i]
        if is_running(robot) and has(robot, Option.GYROSCOPIC_STABILIZER):
            if floor.asks_all == 1 and floor.steadies == 0 and ask_once(r, i, Ask.GYROSCOPE):
                return True
    return False


@kernel
def switch_gyroscope(r: Any, i: int, yes: bool) -> None:
    """Gyroscopic Stabilizer: on for this turn, or not."""
    r.robots[i].gyroscope = yes
    if yes:
        use_option(r, i, 0, Option.GYROSCOPIC_STABILIZER)


@kernel
def legal_slots(robot: Any, mask: Any) -> None:
    """RR6: any card of the hand."""
    for slot in range(HAND):
        mask[CARD + slot] = robot.hand[slot] != NO_CARD
