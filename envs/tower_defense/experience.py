"""Experience and levels, and the debris of destroyed robots (T2, T3, T19, T26)."""

from typing import Any

import numpy as np

from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.damage import next_death, shooters_of
from cogarena.envs.rally.deck import remove_token
from cogarena.envs.rally.floor import HEIGHT
from cogarena.envs.rally.log import Cause, log_event, log_there
from cogarena.envs.rally.log import Event as RallyEvent
from cogarena.envs.rally.moves import is_deadly, shake_robot
from cogarena.envs.rally.state import NOBODY, Place
from cogarena.envs.rally.turns import finish_by_points
from cogarena.envs.tower_defense.state import LEVELS, Event, Reward

ROBOT_XP, TOWER_XP, FLAG_XP, DRONE_XP = 10, 5, 3, 5  # T2
XP_WORTH = 0.1  # T26
INDIRECT_LEVEL = 3  # T3
MARKSMAN_LEVEL, MASTER_LEVEL = 4, 5
MARKSMAN_BONUS, MASTER_BONUS = 5, 10  # T3: percent


@kernel
def level(s: Any, i: int) -> int:
    """T3: the robot's level; experience is never lost."""
    reached = 0
    while reached < len(LEVELS) and s.xp[i] >= LEVELS[reached]:
        reached += 1
    return reached


@kernel
def targeting_bonus(s: Any, i: int) -> int:
    """T3: the robot's bonus on accuracy rolls, by its level."""
    reached = level(s, i)
    if reached >= MASTER_LEVEL:
        return MASTER_BONUS
    return MARKSMAN_BONUS if reached >= MARKSMAN_LEVEL else 0


@kernel
def earn(setup: Any, s: Any, i: int, xp: int) -> None:
    """Give a robot experience, and the reward for it."""
    s.xp[i] += xp
    log_event(s.rally, Event.EARNED, i, 0, xp)
    if setup.reward_kind == Reward.XP:
        s.reward[i] += np.float32(XP_WORTH * xp)


@kernel
def earn_together(setup: Any, s: Any, robots: int, xp: int) -> None:
    """T2: give every robot of a bit set the same experience."""
    for i in range(s.rally.count):
        if (robots >> i) & 1 == 1:
            earn(setup, s, i, xp)


@kernel
def process_deaths(setup: Any, s: Any) -> None:
    """T2: the robots destroyed since the last call, in order."""
    victim = next_death(s)
    while victim != NOBODY:
        process_death(setup, s, victim)
        victim = next_death(s)


@kernel
def process_death(setup: Any, s: Any, victim: int) -> None:
    """T2, T19, T21: experience for the killers, debris, and an event at the end of the turn."""
    robot = s.rally.robots[victim]
    if s.in_event == 1:
        s.event_due = 1
    else:
        s.deaths += 1
    gone = is_deadly(setup.floor, robot.x, robot.y)
    if not gone:
        s.debris[robot.x, robot.y] |= 1 << int(victim)
    killers = killers_of(s.rally, victim, gone) & ~(1 << int(victim))
    if killers != 0:
        log_event(s.rally, Event.KILLED, victim, killers, 0)
        for i in range(s.rally.count):
            s.tallies[i].kills += (killers >> i) & 1
        earn_together(setup, s, killers, ROBOT_XP)


@kernel
def killers_of(r: Any, victim: int, gone: bool) -> int:
    """T2: the robots that dealt damage in the step that killed it, or pushed it off the floor."""
    robot = r.robots[victim]
    killers = shooters_of(robot)
    if gone and robot.mover != NOBODY:
        killers |= 1 << int(robot.mover)
    return killers


@kernel
def finish(setup: Any, s: Any) -> None:
    """T1, T26: the most experience wins, ties share."""
    finish_by_points(setup, s, s.xp, setup.reward_kind == Reward.RANK)


@kernel
def salvage(s: Any) -> None:
    """T19: robots on debris remove it, and a damage token; a register it frees keeps its card."""
    r = s.rally
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place != Place.FLOOR or s.returned[i] == 1 + square_of(robot):
            continue
        s.returned[i] = 0
        if s.debris[robot.x, robot.y] != 0:
            s.debris[robot.x, robot.y] = 0
            s.tallies[i].salvaged += 1
            log_there(r, Event.SALVAGED, i, 0, 0, Cause.NONE)
            if robot.damage > 0:
                remove_token(robot)
                robot.tally.damage_repaired += 1
                log_there(r, RallyEvent.REPAIRED, i, 0, 1, Cause.DEBRIS)


@kernel
def spare_own_debris(s: Any) -> None:
    """T19: a robot that has re-entered on nothing but its own debris leaves it there."""
    for i in range(s.rally.count):
        robot = s.rally.robots[i]
        if robot.place == Place.FLOOR and robot.fell > 0:
            is_own = s.debris[robot.x, robot.y] == 1 << i
            s.returned[i] = 1 + square_of(robot) if is_own else 0


@kernel
def square_of(robot: Any) -> int:
    """The number of the square on which a robot stands."""
    return int(robot.x) * HEIGHT + int(robot.y)


@kernel
def shake_across(setup: Any, s: Any, i: int, direction: int, squares: int) -> None:
    """T24: an earthquake moves one robot, square by square."""
    for _ in range(squares):
        shake_robot(setup.floor, s.rally, i, direction, 1)
        salvage(s)
