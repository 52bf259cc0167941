"""Kills, deaths and objectives, their rewards, and the winners (M24 to M29)."""

from typing import Any

import numpy as np

from cogarena.envs.core.jit import kernel
from cogarena.envs.moba.state import TEAMS, Event, Reward
from cogarena.envs.rally.damage import next_death, shooters_of
from cogarena.envs.rally.log import log_event
from cogarena.envs.rally.moves import is_deadly, is_enemy
from cogarena.envs.rally.state import NOBODY

OBJECTIVE_WORTH = 5  # M26
DAMAGE_WORTH = 0.01  # M29


@kernel
def kdo(score: Any) -> int:
    """M26: kills less deaths, and five for each objective."""
    return score.kills - score.deaths + OBJECTIVE_WORTH * score.objectives


@kernel
def count_deaths(setup: Any, s: Any, by_weapons: bool) -> None:
    """M24, M25: count robots destroyed since the last call; only weapons score kills."""
    victim = next_death(s)
    while victim != NOBODY:
        s.scores[victim].deaths += 1
        pay(setup, s, victim, -1)
        if by_weapons:
            credit_kill(setup, s, victim)
        victim = next_death(s)


@kernel
def credit_kill(setup: Any, s: Any, victim: int) -> None:
    """M24: a kill for every robot that killed it."""
    r = s.rally
    killers = killers_of(setup.floor, r, victim)
    if killers != 0:
        log_event(r, Event.KILLED, victim, killers, 0)
    for i in range(r.count):
        if (killers >> i) & 1 == 1:
            s.scores[i].kills += 1
            pay(setup, s, i, 1)


@kernel
def killers_of(floor: Any, r: Any, victim: int) -> int:
    """M24: the robots that dealt damage in the step of its tenth token, or shot it off."""
    robot = r.robots[victim]
    killers = shooters_of(robot)
    shot_off = robot.mover != NOBODY and is_deadly(floor, robot.x, robot.y)
    if shot_off and is_enemy(r, robot.mover, victim):
        killers |= 1 << int(robot.mover)
    return killers


@kernel
def credit_objective(setup: Any, s: Any, robots: int) -> None:
    """M25: score an objective for every robot of the bit set."""
    for i in range(s.rally.count):
        if (robots >> i) & 1 == 1:
            s.scores[i].objectives += 1
            pay(setup, s, i, OBJECTIVE_WORTH)


@kernel
def pay(setup: Any, s: Any, i: int, points: int) -> None:
    """M29: with reward `kdo`, a change of the robot's score is its reward."""
    if setup.reward_kind == Reward.KDO:
        s.reward[i] += points


@kernel
def pay_for_damage(setup: Any, s: Any, team: int, damage: int) -> None:
    """M29: with reward `shaped`, damage to an objective costs its team what the other earns."""
    if setup.reward_kind != Reward.SHAPED:
        return
    worth = np.float32(DAMAGE_WORTH * damage)
    for i in range(s.rally.count):
        s.reward[i] += -worth if s.rally.robots[i].team == team else worth


@kernel
def finish(setup: Any, s: Any) -> None:
    """M27, M29: the game ends; the best robot of the team with a standing base wins."""
    s.terminated = True
    for i in range(s.rally.count):
        if is_in_the_running(s, i) and is_best(s, i):
            s.winners |= 1 << i
    if setup.reward_kind == Reward.WINNER:
        pay_winners(s)
    elif setup.reward_kind != Reward.KDO:
        pay_teams(s)


@kernel
def pay_teams(s: Any) -> None:
    """M29: with reward `team` or `shaped`, the team whose base stands alone wins."""
    if s.bases[0].health == 0 and s.bases[1].health == 0:
        return
    for i in range(s.rally.count):
        s.reward[i] += 1 if is_in_the_running(s, i) else -1


@kernel
def pay_winners(s: Any) -> None:
    """M29: with reward `winner`, the winners share +1, and each of the others gets −1."""
    won = 0
    for i in range(s.rally.count):
        won += (s.winners >> i) & 1
    for i in range(s.rally.count):
        s.reward[i] += np.float32(1.0 / won) if (s.winners >> i) & 1 == 1 else np.float32(-1.0)


@kernel
def is_in_the_running(s: Any, i: int) -> bool:
    """M27: the robot's base stands, or no base does."""
    standing = 0
    for b in range(TEAMS):
        if s.bases[b].health > 0:
            standing |= 1 << (b + 1)
    return standing == 0 or (standing >> s.rally.robots[i].team) & 1 == 1


@kernel
def is_best(s: Any, i: int) -> bool:
    """M27: no robot in the running ranks higher."""
    for j in range(s.rally.count):
        if is_in_the_running(s, j) and rank_over(s.scores[j], s.scores[i]):
            return False
    return True


@kernel
def rank_over(score: Any, other: Any) -> bool:
    """M27: one score ranks above another by KDO, objectives, kills, then fewer deaths."""
    if kdo(score) != kdo(other):
        return kdo(score) > kdo(other)
    if score.objectives != other.objectives:
        return score.objectives > other.objectives
    if score.kills != other.kills:
        return score.kills > other.kills
    return score.deaths < other.deaths
