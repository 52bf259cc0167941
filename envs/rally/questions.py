"""The questions to players: legal answers, and carrying them out."""

from typing import Any

from cogarena.envs.core.grid import turned
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.damage import (
    OPTION,
    YES,
    legal_options,
    legal_preventions,
    lose,
    prevent,
)
from cogarena.envs.rally.fire import choose_weapon, control, legal_controls, legal_weapons
from cogarena.envs.rally.log import Cause
from cogarena.envs.rally.programming import (
    CARD,
    legal_left_overs,
    legal_pairs,
    legal_slots,
    pair,
    program,
    recompile,
    store,
    switch_gyroscope,
)
from cogarena.envs.rally.registers import abort, choose_gear
from cogarena.envs.rally.state import Ask, Entering, Gear
from cogarena.envs.rally.turns import (
    FACING,
    SQUARE,
    announce,
    enter_at,
    face,
    legal_facings,
    legal_squares,
)


@kernel
def legal_answers(floor: Any, r: Any, i: int, mask: Any) -> None:
    """The answers to what robot `i` is asked; the mask comes as zeros."""
    robot = r.robots[i]
    asked = robot.asked
    if asked == Ask.PROGRAM:
        legal_slots(robot, mask)
    elif asked == Ask.PAIR:
        legal_pairs(robot, mask)
    elif asked in (Ask.FLYWHEEL, Ask.CONDITIONAL):
        legal_left_overs(robot, mask)
    elif asked == Ask.PREVENT:
        legal_preventions(robot, mask)
    elif asked == Ask.LOSE:
        legal_options(robot, mask)
    elif asked == Ask.WEAPON:
        legal_weapons(r, i, mask)
    elif asked == Ask.CONTROL:
        legal_controls(r, i, mask)
    elif asked == Ask.SQUARE:
        legal_squares(floor, r, i, mask)
    elif asked == Ask.FACING:
        legal_facings(floor, r, i, mask)
    else:
        mask[PASS] = 1
        mask[YES] = 1


@kernel
def answer(floor: Any, r: Any, i: int, action: int) -> None:
    """Carry out the answer of robot `i` to what it was asked."""
    robot = r.robots[i]
    asked = robot.asked
    if asked == Ask.PROGRAM:
        program(robot, action - CARD, floor.asks_all)
    elif asked == Ask.PAIR:
        pair(robot, action)
    elif asked in (Ask.FLYWHEEL, Ask.CONDITIONAL):
        store(robot, action)
    elif asked == Ask.PREVENT:
        prevent(r, i, action)
    elif asked == Ask.LOSE:
        lose(r, i, action - OPTION)
    elif asked == Ask.WEAPON:
        choose_weapon(r, i, action)
    elif asked == Ask.CONTROL:
        control(r, i, action)
    elif asked == Ask.SQUARE:
        enter_at(r, i, action - SQUARE)
    elif asked == Ask.FACING:
        face(r, i, turned(robot.facing, action - FACING))
    else:
        decide(r, i, action == YES)


@kernel
def decide(r: Any, i: int, yes: bool) -> None:
    """Carry out a yes or a no."""
    robot = r.robots[i]
    asked = robot.asked
    if asked == Ask.GEAR:
        choose_gear(r, i, yes)
    elif asked == Ask.GYROSCOPE:
        switch_gyroscope(r, i, yes)
    elif asked == Ask.RECOMPILE:
        if yes:
            recompile(r, i)
    elif asked == Ask.ABORT:
        if yes:
            abort(r, i)
    elif asked == Ask.SWAP:
        robot.swap = Gear.USED if yes else Gear.DECLINED
    else:
        robot.entering = Entering.NO
        if yes:
            announce(r, i, Cause.NONE)
        else:
            robot.announced = 0


@kernel
def legal_classic_answers(setup: Any, s: Any, i: int, mask: Any) -> None:
    """The `legal_answers` of a variant that asks nothing of its own."""
    legal_answers(setup.floor, s.rally, i, mask)


@kernel
def answer_classic(setup: Any, s: Any, i: int, action: int) -> None:
    """The `answer` of a variant that asks nothing of its own."""
    answer(setup.floor, s.rally, i, action)
