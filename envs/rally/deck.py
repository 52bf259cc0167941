"""The program deck in play: shuffling, dealing, locking and freeing registers (RR1 to RR5)."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below
from cogarena.envs.rally.cards import CARD_SET, CARDS, NO_CARD, Option
from cogarena.envs.rally.floor import NOWHERE, REGISTERS
from cogarena.envs.rally.log import Event, log_event, log_there
from cogarena.envs.rally.state import DEALT, FREE_TOKENS, HAND, Place, Power

FULL_HAND = 9  # RR3


@kernel
def has(robot: Any, option: int) -> bool:
    """The robot holds the option, or is lent it."""
    return (robot.options | robot.lent) & CARD_SET[option] != 0


@kernel
def use_option(r: Any, i: int, on: int, option: int) -> None:
    """Count and log that a robot uses an option, perhaps on the robots of a bit set."""
    r.robots[i].tally.options_used += 1
    log_event(r, Event.USED, i, on, option)


@kernel
def is_running(robot: Any) -> bool:
    """The robot is on the floor and not powered down: it programs, moves and fires."""
    return robot.place == Place.FLOOR and robot.power == Power.ON


@kernel
def source(r: Any, i: int) -> int:
    """The robot whose program this one runs in this register: itself, or its radio controller."""
    robot = r.robots[i]
    if robot.radio > 0 and (robot.own >> r.register) & 1 == 0:
        return robot.radio - 1
    return i


@kernel
def shuffle(r: Any) -> None:
    """RR2: all cards that no robot has in a register or its hand, in random order."""
    r.deck[:] = 1
    for i in range(r.count):
        for k in range(REGISTERS):
            take_out(r, r.robots[i].program[k])
            take_out(r, r.robots[i].pairs[k])
        for slot in range(HAND):
            take_out(r, r.robots[i].hand[slot])
        take_out(r, r.robots[i].spare)
    r.deck_left = 0
    for card in range(1, CARDS + 1):
        if r.deck[card - 1] == 1:
            r.deck[r.deck_left] = card
            r.deck_left += 1
    r.deck[r.deck_left :] = NO_CARD
    for i in range(r.deck_left - 1, 0, -1):
        j = below(r, i + 1)
        swapped = r.deck[i]
        r.deck[i] = r.deck[j]
        r.deck[j] = swapped


@kernel
def take_out(r: Any, card: int) -> None:
    """Keep a card out of the deck: while shuffling, `deck` marks by number what belongs in it."""
    if card != NO_CARD:
        r.deck[card - 1] = 0


@kernel
def draw_card(r: Any) -> int:
    """RR2: the top card of the deck; if none is left, the discards of this turn are shuffled."""
    if r.deck_left == 0:
        shuffle(r)
    r.deck_left -= 1
    card = int(r.deck[r.deck_left])
    r.deck[r.deck_left] = NO_CARD
    return card


@kernel
def is_locked(robot: Any, k: int) -> bool:
    """A damage token lies on the register."""
    return (robot.locks >> k) & 1 == 1


@kernel
def count_registers(registers: int) -> int:
    """How many registers a bit set has."""
    number = 0
    for k in range(REGISTERS):
        number += (registers >> k) & 1
    return number


@kernel
def hand_size(robot: Any) -> int:
    """RR3: nine cards, one less for each damage token; one more with Extra Memory."""
    full = FULL_HAND + (1 if has(robot, Option.EXTRA_MEMORY) else 0)
    return max(0, full - robot.damage)


@kernel
def deal(r: Any) -> None:
    """RR2, RR3: shuffle, then deal each running robot its hand, one card each in turn.

    If all have Extra Memory and store cards, the deck may run out before the last hand is full.
    """
    discard_hands(r)
    shuffle(r)
    for slot in range(DEALT):
        for i in range(r.count):
            robot = r.robots[i]
            if is_running(robot) and slot < hand_size(robot) and r.deck_left > 0:
                robot.hand[slot] = draw_card(r)


@kernel
def lock_register(r: Any, i: int, k: int) -> None:
    """RR3, RR4: a damage token on a register; if no card is in it, one comes from the deck."""
    robot = r.robots[i]
    robot.locks |= 1 << k
    if robot.program[k] == NO_CARD:
        robot.program[k] = draw_card(r)


@kernel
def take_token(r: Any, i: int) -> None:
    """RR3: one damage token; from the fifth on each locks a register, the last one first."""
    robot = r.robots[i]
    robot.damage += 1
    if robot.damage - count_registers(robot.locks) > FREE_TOKENS:
        for k in range(REGISTERS - 1, -1, -1):
            if not is_locked(robot, k):
                lock_register(r, i, k)
                return


@kernel
def repair(r: Any, i: int, tokens: int, cause: int) -> None:
    """RR5: remove damage tokens; the cards of registers that are freed are discarded."""
    robot = r.robots[i]
    removed = int(min(tokens, robot.damage))
    for _ in range(removed):
        freed = remove_token(robot)
        if freed != NOWHERE:
            empty_register(robot, freed)
    if removed > 0:
        robot.tally.damage_repaired += removed
        log_there(r, Event.REPAIRED, i, 0, removed, cause)


@kernel
def remove_token(robot: Any) -> int:
    """RR5: remove a damage token; locked registers are freed first, from register 1 upwards.

    Returns the register that is freed, or NOWHERE; its card stays in it.
    """
    robot.damage -= 1
    for k in range(REGISTERS):
        if is_locked(robot, k):
            robot.locks ^= 1 << k
            return k
    return NOWHERE


@kernel
def empty_register(robot: Any, k: int) -> None:
    """Discard what is in a register."""
    robot.program[k] = NO_CARD
    robot.pairs[k] = NO_CARD
    robot.crabs = int(robot.crabs) & ~(1 << k)


@kernel
def wipe_registers(r: Any) -> None:
    """RR28: the cards of unlocked registers are discarded; destroyed robots keep none at all."""
    for i in range(r.count):
        robot = r.robots[i]
        for k in range(REGISTERS):
            if robot.place != Place.FLOOR or not is_locked(robot, k):
                empty_register(robot, k)


@kernel
def discard_hands(r: Any) -> None:
    """RR2: cards not programmed are discarded; only a Flywheel keeps its own."""
    for i in range(r.count):
        r.robots[i].hand[:DEALT] = NO_CARD
