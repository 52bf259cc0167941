"""What the preview of a program tells in MOBA Rally: the goal is to shell an enemy objective."""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, manhattan
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column
from cogarena.envs.moba.bases import foe_of
from cogarena.envs.moba.objectives import (
    ENEMY_BASE,
    FIRST_TOWER,
    LONG_REACH,
    TOWER_DAMAGE,
    aim_from,
    reaches_enemy,
)
from cogarena.envs.moba.rules import build_objectives
from cogarena.envs.moba.state import OBJECTIVES, STATE, TEAMS, TOWERS, TOWERS_EACH, Team
from cogarena.envs.rally import preview
from cogarena.envs.rally.cards import CARD_SET, Option
from cogarena.envs.rally.preview import (
    AIMS,
    DAMAGE_COLUMN,
    GOAL,
    GOALS,
    ROBOT,
    bind,
    preview_pieces,
)
from cogarena.envs.rally.state import NOBODY, NOTHING, row_of
from cogarena.envs.rally.transitions import (
    FAR,
    LOST,
    place_things,
    poses_of,
    position_of,
    standing_obstacles,
    steps_to,
)

FIRST_ENEMY = OBJECTIVES  # row of the enemy's first objective: after the own ones
PREVIEW_PIECES = preview_pieces(
    DAMAGE_COLUMN,
    Column(
        "OBJECTIVE",
        "what its howitzer hits from there: 0 no objective, else 1 + its row of `objectives`",
        TEAMS * OBJECTIVES,
    ),
    meaning="the goal is the nearest square from which an enemy objective can be shelled",
)


def fill_objectives(setup: Any) -> None:
    """Enter the towers into a setup record, and fill its tables of shots and of towers' fire."""
    r = with_towers(setup)
    place_things(setup, [(int(tower.x), int(tower.y)) for tower in r.things[:TOWERS]])
    for team in range(Team.RED, Team.BLUE + 1):
        r.robots[0].team, r.robots[0].options = team, 0
        ends = np.zeros((OBJECTIVES, poses_of(setup.floor)), np.int8)
        mark_shots(setup.floor, r, ends)
        steps = steps_to(setup, standing_obstacles(r, team), ends)
        setup.to_objectives[team - 1, :, : ends.shape[1]] = steps
        r.robots[0].options = CARD_SET[Option.HIGH_POWER_LASER]  # has the longest reach
        shots, covers = setup.shots[team - 1], setup.covers[team - 1]
        mark_lines(setup.floor, r, shots[: ends.shape[1]], covers[: ends.shape[1] // DIRECTIONS])


def with_towers(setup: Any) -> Any:
    """A rally of a single robot and all towers."""
    s = np.zeros(1, STATE)[0]
    build_objectives(setup, s)
    s.rally.count = 1
    return s.rally


@kernel
def mark_shots(floor: Any, r: Any, ends: Any) -> None:
    """From where the robot can shell each objective of its enemies while all towers stand."""
    for pose in range(ends.shape[1]):
        aim = aim_from_pose(floor, r, 0, pose)
        if aim >= FIRST_TOWER:
            ends[objective_of(aim), pose] = 1


@kernel
def mark_lines(floor: Any, r: Any, shots: Any, covers: Any) -> None:
    """The objectives in line from each pose, whatever stands between; the towers in reach."""
    team = r.robots[0].team
    first = first_enemy_tower(team)
    for square in range(len(covers)):
        x, y = position_of(square * DIRECTIONS, int(floor.height))
        for k in range(TOWERS_EACH):
            if reaches_enemy(floor, r.things[first + k], team, x, y):
                covers[square] |= 1 << k
    for t in range(TOWERS):
        r.things[t].health = 0
    mark_line(floor, r, ENEMY_BASE, shots)
    for t in range(first, first + TOWERS_EACH):
        r.things[t].health = 1
        mark_line(floor, r, FIRST_TOWER + t, shots)
        r.things[t].health = 0


@kernel
def mark_line(floor: Any, r: Any, objective: int, shots: Any) -> None:
    """Mark the poses that aim at the only objective of the enemy."""
    for pose in range(len(shots)):
        if may_reach(floor, r, objective, pose) and aim_from_pose(floor, r, 0, pose) == objective:
            shots[pose] |= 1 << objective_of(objective)


@kernel
def may_reach(floor: Any, r: Any, objective: int, pose: int) -> bool:
    """A tower that is too far away need not be looked for."""
    if objective == ENEMY_BASE:
        return True
    tower = r.things[objective - FIRST_TOWER]
    x, y = position_of(pose, int(floor.height))
    return manhattan(x, y, tower.x, tower.y) <= LONG_REACH


@kernel
def aim_from_pose(floor: Any, r: Any, i: int, pose: int) -> int:
    """M12: what the howitzer of robot `i` would aim at from a pose; NOTHING from a shelter."""
    x, y = position_of(pose, int(floor.height))
    if floor.squares[x, y].shelter == 1:
        return NOTHING
    return aim_from(floor, r, i, x, y, pose % DIRECTIONS)


@kernel
def objective_of(aim: int) -> int:
    """The number of an objective among those of its team, from what a howitzer is aimed at."""
    return 0 if aim == ENEMY_BASE else 1 + (aim - FIRST_TOWER) % TOWERS_EACH


@kernel
def shelled_from(setup: Any, s: Any, seat: int, pose: int) -> int:
    """The enemy objective that the robot could shell from a pose, or NOTHING."""
    if setup.shots[s.rally.robots[seat].team - 1, pose] == 0:
        return NOTHING
    aim = aim_from_pose(setup.floor, s.rally, seat, pose)
    return objective_of(aim) if aim >= FIRST_TOWER else NOTHING


@kernel
def shell_on_the_way(
    setup: Any, s: Any, seat: int, memo: int, start: int, moved: int, after: int
) -> int:
    """M12: a register that ends with an objective in the howitzer's line reaches a goal."""
    return memo + 1 if shelled_from(setup, s, seat, after) != NOTHING else memo


@kernel
def tower_fire(setup: Any, s: Any, seat: int, pose: int) -> int:
    """M14: the towers that reach a robot there all fire at it if it is the only one."""
    r = s.rally
    team = r.robots[seat].team
    covers = setup.covers[team - 1, pose // DIRECTIONS]
    damage = 0
    for k in range(TOWERS_EACH if covers != 0 else 0):
        if (covers >> k) & 1 == 1 and r.things[first_enemy_tower(team) + k].health > 0:
            damage += TOWER_DAMAGE
    return damage


@kernel
def first_enemy_tower(team: int) -> int:
    """The number of the first tower of a team's enemies."""
    return TOWERS_EACH if team == Team.RED else 0


@kernel
def tell(setup: Any, s: Any, seat: int, enemies: Any, memo: int, pose: int, row: Any) -> None:
    """The shots on the way, the way to the next one, and what is in the line of fire."""
    r = s.rally
    row[GOALS] = memo
    row[GOAL] = FAR
    if pose == LOST:
        return
    row[GOAL] = steps_to_next(setup, s, seat, pose)
    shelled = shelled_from(setup, s, seat, pose)
    row[AIMS] = 0 if shelled == NOTHING else FIRST_ENEMY + 1 + shelled
    target = preview.aim_from(setup.floor, setup.transitions, r, enemies, pose)
    if target != NOBODY:
        row[ROBOT] = 1 + row_of(r, seat, target)


@kernel
def steps_to_next(setup: Any, s: Any, seat: int, pose: int) -> int:
    """The fewest steps and turns until the robot can shell an enemy objective that stands."""
    r = s.rally
    team = r.robots[seat].team
    steps = FAR
    if foe_of(s, seat).health > 0:
        steps = min(steps, int(setup.to_objectives[team - 1, 0, pose]))
    first = first_enemy_tower(team)
    for k in range(TOWERS_EACH):
        if r.things[first + k].health > 0:
            steps = min(steps, int(setup.to_objectives[team - 1, 1 + k, pose]))
    return steps


show_preview = bind(reach=shell_on_the_way, harm=tower_fire, tell=tell)
