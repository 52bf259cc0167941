"""Deaths: the balls of destroyed robots, and credit for kills (P12 to P15)."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.balls import drop_balls, lose_balls, offer_balls, score
from cogarena.envs.powerball.state import Event, Happening
from cogarena.envs.rally.damage import (
    deal_damage,
    lose_options,
    next_death,
    remove_destroyed,
    shooters_of,
)
from cogarena.envs.rally.moves import is_deadly
from cogarena.envs.rally.state import NOBODY, log_event

KILL = 2  # P13: VP


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


@kernel
def credit(setup: Any, s: Any, victim: int, fell: bool) -> None:
    """P13, P14: points for the robots that caused the death; a pit takes the balls."""
    r = s.rally
    robot = r.robots[victim]
    killers = shooters_of(robot)
    if fell:
        killers |= pusher_of(s, victim)
        balls = lose_balls(s, victim)
        if balls > 0 and robot.mover != NOBODY and s.happening == Happening.NONE:
            log_event(r, Event.ROBBED, victim, 1 << int(robot.mover), balls)
            score(setup, s, robot.mover, balls)
    killers = killers & ~(1 << int(victim))
    if killers == 0:
        return
    log_event(r, Event.KILLED, victim, killers, KILL)
    for i in range(r.count):
        if (killers >> i) & 1 == 1:
            score(setup, s, i, KILL)


@kernel
def pusher_of(s: Any, victim: int) -> int:
    """P13, P15: the robot that is credited for a fall into a pit, as a bit set.

    It is the last that moved it in this phase, else its radio controller, else the robot that
    scrambled its register. In an event it is nobody.
    """
    robot = s.rally.robots[victim]
    if s.happening != Happening.NONE:
        return 0
    if robot.mover != NOBODY:
        return 1 << int(robot.mover)
    if robot.radio > 0:
        return 1 << int(robot.radio - 1)
    jammer = robot.jammers[s.rally.register]
    return 1 << int(jammer - 1) if jammer > 0 else 0
