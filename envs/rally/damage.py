"""Damage tokens, the options that stop them, and destruction (RR22, RR24, RR25)."""

from typing import Any

from cogarena.envs.core.header import PASS, ask, lowest
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below
from cogarena.envs.rally.cards import NO_CARD, NO_OPTION, OPTION_CARDS, OPTIONS, Option
from cogarena.envs.rally.deck import count_registers, has, is_locked, lock_register, take_token
from cogarena.envs.rally.floor import NOWHERE
from cogarena.envs.rally.log import (
    Cause,
    Event,
    add_to_log,
    begin_log_step,
    log_event,
    log_how,
    log_there,
)
from cogarena.envs.rally.moves import destroy, log_damage
from cogarena.envs.rally.state import (
    ACTIONS,
    DEADLY,
    FLYWHEEL_SLOT,
    NOBODY,
    Ask,
    Place,
    Power,
)

OPTION = ACTIONS.start("option")
YES = ACTIONS.start("yes")
COAT_TOKENS = 3


@kernel
def note_damage(r: Any, target: int, by: int, damage: int, direction: int, cause: int) -> int:
    """RR22: note damage, which is dealt when all have fired; returns how much gets through.

    Power-Down Shield stops one token from each direction while the robot is powered down. `by` is
    the bit set of the robots that deal it.
    """
    robot = r.robots[target]
    log_damage(r, target, by, damage, cause)
    shielded = robot.power == Power.DOWN and has(robot, Option.POWER_DOWN_SHIELD)
    if shielded and damage > 0 and (robot.shield >> direction) & 1 == 0:
        robot.shield |= 1 << direction
        damage -= 1
        log_prevented(r, target, Cause.POWER_DOWN_SHIELD)
    robot.incoming += damage
    return damage


@kernel
def log_prevented(r: Any, i: int, cause: int) -> None:
    """Count and log that something stops a damage token."""
    r.robots[i].tally.damage_prevented += 1
    add_to_log(r, Event.PREVENTED, i, 0, 1, cause, r.robots[i].x, r.robots[i].y)


@kernel
def hit(r: Any, target: int, by: int, damage: int, direction: int, cause: int) -> int:
    """RR21: a robot damages another robot; returns how much gets through."""
    taken = note_damage(r, target, 1 << int(by), damage, direction, cause)
    if taken > 0:
        r.robots[target].hitters |= 1 << by
        if by != target:
            r.robots[by].tally.damage_dealt += taken
    return taken


@kernel
def settle_damage(floor: Any, r: Any) -> bool:
    """RR24, RR25: deal damage and remove the destroyed; true if a player must decide."""
    if is_settled(r):
        return False
    if deal_damage(floor, r):
        return True
    remove_destroyed(r)
    return lose_options(floor, r)


@kernel
def is_settled(r: Any) -> bool:
    """No robot has damage to receive, an option to lose, or a tenth token."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.incoming > 0 or robot.doomed != 0 or robot.owes != 0 or robot.damage >= DEADLY:
            return False
    return True


@kernel
def deal_damage(floor: Any, r: Any) -> bool:
    """RR22, RR24: deal tokens one by one, in dock order; true if a player must decide about one.

    The options that Fire Control destroys are lost after all damage.
    """
    for i in range(r.count):
        robot = r.robots[i]
        while robot.incoming > 0:
            if coat_takes(r, i):
                continue
            if floor.asks_all == 1 and (robot.options != 0 or robot.tokens > 0):
                ask_robot(r, i, Ask.PREVENT)
                return True
            if robot.tokens > 0:
                prevent(r, i, YES)
            else:
                receive(r, i, robot.incoming)
    for i in range(r.count):
        if r.robots[i].doomed != 0:
            destroy_options(r, i)
    return False


@kernel
def destroy_options(r: Any, i: int) -> None:
    """RR22, Fire Control: discard the chosen options that the robot still holds."""
    doomed = int(r.robots[i].doomed & r.robots[i].options)
    r.robots[i].doomed = 0
    for card in range(OPTION_CARDS):
        if (doomed >> card) & 1 == 1:
            discard_option(r, i, card, Cause.FIRE_CONTROL)


@kernel
def next_token(robot: Any) -> int:
    """Take the next of the incoming tokens; returns the register that it is aimed at, or NOWHERE.

    Those aimed at registers come last.
    """
    k = NOWHERE
    if robot.incoming == count_registers(robot.aimed):
        k = lowest(robot.aimed)
        robot.aimed = int(robot.aimed) & ~(1 << k)
    robot.incoming -= 1
    return k


@kernel
def coat_takes(r: Any, i: int) -> bool:
    """Ablative Coat takes the next three tokens; the third discards it."""
    robot = r.robots[i]
    if not has(robot, Option.ABLATIVE_COAT) or robot.coat == COAT_TOKENS:
        return False
    next_token(robot)
    robot.coat += 1
    log_prevented(r, i, Cause.ABLATIVE_COAT)
    if robot.coat == COAT_TOKENS and (robot.options >> Option.ABLATIVE_COAT) & 1 == 1:
        discard_option(r, i, Option.ABLATIVE_COAT, Cause.USED_UP)
    return True


@kernel
def ask_robot(r: Any, i: int, question: int) -> None:
    """Ask one robot's player."""
    r.robots[i].asked = question
    ask(r, i, question)


@kernel
def prevent(r: Any, i: int, action: int) -> None:
    """RR24: give up an own token or an option instead of the damage, or take it."""
    if action == PASS:
        receive(r, i, 1)
        return
    next_token(r.robots[i])
    if action == YES:
        r.robots[i].tokens -= 1
        log_prevented(r, i, Cause.TOKEN)
    else:
        discard_option(r, i, action - OPTION, Cause.AGAINST_DAMAGE)
        log_prevented(r, i, Cause.OPTION)


@kernel
def legal_preventions(robot: Any, mask: Any) -> None:
    """RR24: take the damage, or give up an own token or an option for it."""
    mask[PASS] = 1
    mask[YES] = robot.tokens > 0
    legal_options(robot, mask)


@kernel
def receive(r: Any, i: int, tokens: int) -> None:
    """Take incoming tokens, each onto the register it is aimed at if that is still unlocked.

    Tokens beyond the tenth are ignored.
    """
    robot = r.robots[i]
    before = int(robot.damage)
    for _ in range(tokens):
        k = next_token(robot)
        if k == NOWHERE or is_locked(robot, k):
            take_token(r, i)
        else:
            robot.damage += 1
            lock_register(r, i, k)
        if robot.damage == DEADLY:
            robot.incoming = robot.aimed = 0
            break
    robot.tally.damage_taken += robot.damage - before
    log_there(r, Event.HURT, i, robot.hitters, robot.damage - before, robot.cause)


@kernel
def forget_hits(r: Any) -> None:
    """Begin a new damage step: nobody has dealt any damage in it."""
    begin_log_step(r)
    for i in range(r.count):
        r.robots[i].hitters = 0


@kernel
def remove_destroyed(r: Any) -> None:
    """RR25: robots with ten tokens are destroyed, in dock order."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place == Place.FLOOR and robot.damage >= DEADLY:
            destroy(r, i, robot.hitters, robot.cause)


@kernel
def fallen(r: Any, turn: int) -> int:
    """The robot that was destroyed as number `turn` of this turn."""
    for i in range(r.count):
        if r.robots[i].fell == turn:
            return i
    return NOBODY


@kernel
def next_death(s: Any) -> int:
    """The next robot destroyed in this turn that the game has not counted yet, or NOBODY."""
    victim = NOBODY
    while victim == NOBODY and s.counted < s.rally.falls:
        s.counted += 1
        victim = fallen(s.rally, s.counted)
    return victim


@kernel
def shooters_of(robot: Any) -> int:
    """The robots that dealt damage in the step of its tenth token, as a bit set."""
    return int(robot.hitters) if robot.damage >= DEADLY else 0


@kernel
def lose_options(floor: Any, r: Any) -> bool:
    """RR25: each destroyed robot loses one option; true if its player must choose which."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.owes == 0:
            continue
        if floor.asks_all == 1 and count_options(robot) > 1:
            ask_robot(r, i, Ask.LOSE)
            return True
        lose(r, i, first_option(robot))
    return False


@kernel
def lose(r: Any, i: int, card: int) -> None:
    """RR25: discard the option that is lost with the robot."""
    r.robots[i].owes = 0
    discard_option(r, i, card, Cause.LOST_WITH_ROBOT)


@kernel
def discard_option(r: Any, i: int, card: int, cause: int) -> None:
    """Move the card from the robot to the discards."""
    give_up_option(r.robots[i], card)
    r.option_discards |= 1 << card
    log_how(r, Event.DISCARDED, i, 0, card, cause)


@kernel
def give_up_option(robot: Any, card: int) -> None:
    """The card leaves the robot, and with it what lay on it."""
    robot.options ^= 1 << card
    clear_option(robot, card)


@kernel
def lend_options(robot: Any, lent: int) -> None:
    """From now on these cards are lent; what lay on one that the robot no longer has is gone."""
    robot.lent = lent
    for option in range(OPTIONS):
        if not has(robot, option):
            clear_option(robot, option)


@kernel
def clear_option(robot: Any, card: int) -> None:
    """What lies on an option card is gone: tokens, used shells, a program card."""
    if card == Option.ABLATIVE_COAT:
        robot.coat = 0
    elif card == Option.MINI_HOWITZER:
        robot.shells = 0
    elif card == Option.FLYWHEEL:
        robot.hand[FLYWHEEL_SLOT] = NO_CARD
    elif card == Option.CONDITIONAL_PROGRAM:
        robot.spare = NO_CARD


@kernel
def count_options(robot: Any) -> int:
    """How many option cards the robot holds."""
    number = 0
    for card in range(OPTION_CARDS):
        number += (robot.options >> card) & 1
    return number


@kernel
def first_option(robot: Any) -> int:
    """The robot's option card with the lowest number."""
    card = 0
    while (robot.options >> card) & 1 == 0:
        card += 1
    return card


@kernel
def draw_option(r: Any, i: int) -> None:
    """RR27: a random card of the option deck; if it is empty, the discards are shuffled first."""
    if r.option_deck == 0:
        r.option_deck = r.option_discards
        r.option_discards = 0
    chosen = random_card(r, r.option_deck)
    if chosen != NO_OPTION:
        r.option_deck ^= 1 << chosen
        gain_option(r, i, chosen)


@kernel
def gain_option(r: Any, i: int, card: int) -> None:
    """Count and log that the robot gets an option card."""
    r.robots[i].options |= 1 << card
    r.robots[i].tally.options_drawn += 1
    log_event(r, Event.DRAWN, i, 0, card)


@kernel
def random_card(r: Any, pile: int) -> int:
    """A random option card of a pile, NO_OPTION if it is empty."""
    chosen = NO_OPTION
    seen = 0
    for card in range(OPTION_CARDS):
        if (pile >> card) & 1 == 1:
            seen += 1
            # Keep the k-th candidate with chance 1/k: uniform over all, with no list of them.
            if seen == 1 or below(r, seen) == 0:
                chosen = card
    return chosen


@kernel
def legal_options(robot: Any, mask: Any) -> None:
    """Any option card that the robot holds."""
    for card in range(OPTION_CARDS):
        mask[OPTION + card] = (robot.options >> card) & 1
