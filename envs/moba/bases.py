"""Bases: healing, wrenches and the team's option (M18 to M23)."""

from typing import Any

from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.moba.state import GREEN_TOKENS, WIDTH, Ask, Event, Team
from cogarena.envs.rally.cards import NO_OPTION, Option
from cogarena.envs.rally.damage import (
    OPTION,
    ask_robot,
    draw_option,
    give_up_option,
    legal_options,
    lend_options,
)
from cogarena.envs.rally.deck import repair
from cogarena.envs.rally.floor import NOWHERE, Wrench
from cogarena.envs.rally.log import Cause, log_event
from cogarena.envs.rally.machines import arm_of, reaches
from cogarena.envs.rally.state import Place, Power

BASE_REPAIR = 2  # M18


@kernel
def base_of(s: Any, i: int) -> Any:
    """The base of the robot's own team."""
    return s.bases[s.rally.robots[i].team - 1]


@kernel
def foe_of(s: Any, i: int) -> Any:
    """The base of the robot's enemies."""
    return s.bases[Team.BLUE - s.rally.robots[i].team]


@kernel
def in_own_base(floor: Any, robot: Any) -> bool:
    """The robot is in its own base; it cannot enter the other."""
    return robot.place == Place.FLOOR and floor.squares[robot.x, robot.y].closed != 0


@kernel
def repair_robots(floor: Any, r: Any) -> None:
    """M18, M23: bases repair 2, wrenches 1; on the enemy's board they also give an option."""
    for i in range(r.count):
        robot = r.robots[i]
        if in_own_base(floor, robot):
            repair(r, i, BASE_REPAIR, Cause.BASE)
        elif robot.place == Place.FLOOR:
            x = wrench_column(floor, robot)
            if x != NOWHERE:
                repair(r, i, 1, Cause.REPAIR_SITE)
                if gives_option(robot, x):
                    draw_option(r, i)


@kernel
def wrench_column(floor: Any, robot: Any) -> int:
    """The column of the corner wrench within the robot's reach, or NOWHERE."""
    arm = arm_of(robot)
    for dx in range(-arm, arm + 1):
        for dy in range(-arm, arm + 1):
            if reaches(floor, robot, dx, dy):
                square = floor.squares[robot.x + dx, robot.y + dy]
                if square.wrench != Wrench.NONE and square.closed == 0:
                    return int(robot.x + dx)
    return NOWHERE


@kernel
def gives_option(robot: Any, x: int) -> bool:
    """M23: the robot runs, and both it and the wrench in this column are on the enemy's board."""
    on_enemys = is_enemy_board(robot.team, robot.x) and is_enemy_board(robot.team, x)
    return on_enemys and robot.power == Power.ON


@kernel
def is_enemy_board(team: int, x: int) -> bool:
    """M23: the column is on the enemy's board."""
    return (x >= WIDTH // 2) == (team == Team.RED)


@kernel
def ask_installs(floor: Any, r: Any) -> bool:
    """M19: a robot in its base may install one of its options there, in dock order."""
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        robot = r.robots[i]
        if floor.asks_all == 1 and robot.options != 0 and in_own_base(floor, robot):
            ask_robot(r, i, Ask.INSTALL)
            return True
    r.cursor = 0
    return False


@kernel
def legal_installs(robot: Any, mask: Any) -> None:
    """Any option that the robot carries, or none."""
    mask[PASS] = 1
    legal_options(robot, mask)


@kernel
def install(s: Any, i: int, action: int) -> None:
    """M19, M20: the card moves from the robot to the base; the old one there is discarded."""
    if action == PASS:
        return
    r = s.rally
    card = action - OPTION
    base = base_of(s, i)
    if base.team_option != NO_OPTION:
        log_event(r, Event.REPLACED, i, 0, base.team_option)
        empty_base(s, r.robots[i].team - 1)
    give_up_option(r.robots[i], card)
    base.team_option = card
    s.installed[i] += 1
    log_event(r, Event.INSTALLED, i, 0, card)
    for j in range(r.count):
        if r.robots[j].team == r.robots[i].team:
            r.robots[j].lent = 0 if card == Option.ABLATIVE_COAT else 1 << card
            if r.robots[j].place == Place.FLOOR:
                hand_tokens(s, j)


@kernel
def hand_tokens(s: Any, i: int) -> None:
    """M21: with Ablative Coat in its base a robot gets its tokens back."""
    if base_of(s, i).team_option == Option.ABLATIVE_COAT:
        s.rally.robots[i].tokens = GREEN_TOKENS


@kernel
def empty_base(s: Any, b: int) -> None:
    """M19, M21, M22: discard the team's option, and with it what it gave the robots."""
    r = s.rally
    r.option_discards |= 1 << int(s.bases[b].team_option)
    s.bases[b].team_option = NO_OPTION
    for i in range(r.count):
        robot = r.robots[i]
        if robot.team == b + 1:
            lend_options(robot, 0)
            robot.tokens = 0
