"""What the scripted player of Powerball fires: what kills, else what hurts and costs no ball."""

from typing import Any

from cogarena.agents.scripted.powerball.tables import SIDE
from cogarena.agents.scripted.rally.driving import LOST, pose_at
from cogarena.agents.scripted.rally.reading import holds
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, HALF_TURN, inside, turned
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.state import BOTH_BARRELS
from cogarena.envs.powerball.throws import BALL_FORCE, HIGH_POWER_FORCE, THROW
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.damage import OPTION
from cogarena.envs.rally.fire import BARRELS, LASER_DAMAGE
from cogarena.envs.rally.state import DEADLY, NOBODY


@kernel
def choose_weapon(mask: Any, tables: Any, seen: Any) -> int:
    """P8, P13: a push into a pit, else balls for the last tokens, else the howitzer."""
    target = target_ahead(seen)
    if target == NOBODY:
        return PASS
    action = push_into_pit(mask, tables, seen, target)
    if action == PASS:
        action = finishing_throw(mask, seen, target)
    if action == PASS and mask[OPTION + Option.MINI_HOWITZER] == 1:
        action = OPTION + Option.MINI_HOWITZER
    return action


@kernel
def target_ahead(seen: Any) -> int:
    """The first robot straight ahead, or NOBODY."""
    facing = seen.pose % DIRECTIONS
    x, y = int(seen.x) + int(DX[facing]), int(seen.y) + int(DY[facing])
    while inside(x, y, SIDE, SIDE):
        if seen.robot_at[x * SIDE + y] > 0:
            return int(seen.robot_at[x * SIDE + y]) - 1
        x += int(DX[facing])
        y += int(DY[facing])
    return NOBODY


@kernel
def push_into_pit(mask: Any, tables: Any, seen: Any, target: int) -> int:
    """The cheapest weapon that moves the target into a pit, or PASS."""
    facing = seen.pose % DIRECTIONS
    for weapon in (Option.MINI_HOWITZER, Option.PRESSOR_BEAM):
        if mask[OPTION + weapon] == 1 and falls_into_pit(tables, seen, target, facing, 1):
            return OPTION + weapon
    back = turned(facing, HALF_TURN)
    if mask[OPTION + Option.TRACTOR_BEAM] == 1 and falls_into_pit(tables, seen, target, back, 1):
        return OPTION + Option.TRACTOR_BEAM
    for balls in range(1, BOTH_BARRELS + 1):
        if mask[THROW + balls - 1] == 1:
            if falls_into_pit(tables, seen, target, facing, force_of_balls(seen, balls)):
                return THROW + balls - 1
    return PASS


@kernel
def finishing_throw(mask: Any, seen: Any, target: int) -> int:
    """Balls that destroy the target, unless the main laser is enough; else PASS."""
    left = DEADLY - seen.others[target].damage
    double = holds(seen.options, Option.DOUBLE_BARRELED_LASER)
    if left <= LASER_DAMAGE * (BARRELS if double else 1):
        return PASS
    for balls in range(1, BOTH_BARRELS + 1):
        if mask[THROW + balls - 1] == 1 and left <= force_of_balls(seen, balls):
            return THROW + balls - 1
    return PASS


@kernel
def force_of_balls(seen: Any, balls: int) -> int:
    """P9, P28, P30: the damage of thrown balls, and the squares they push."""
    high_power = holds(seen.options, Option.HIGH_POWER_LASER)
    return balls * (HIGH_POWER_FORCE if high_power else BALL_FORCE)


@kernel
def falls_into_pit(tables: Any, seen: Any, target: int, direction: int, squares: int) -> bool:
    """The target falls into a pit if it is moved so many squares."""
    other = seen.others[target]
    pose = pose_at(int(other.x), int(other.y), direction, SIDE)
    for _ in range(squares):
        pose = tables.transitions.steps[pose, 0]
        if pose == LOST:
            return True
    return False
