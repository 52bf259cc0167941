"""The scripted player of the race: straight to the next flag, by the best order of its hand.

It plays from the board, which is public, and from its observation, and is stateless.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from cogarena.agents.protocol import Agent
from cogarena.agents.scripted.race.tables import build_tables
from cogarena.agents.scripted.rally import exhaustive_search
from cogarena.agents.scripted.rally.driving import (
    pose_after_register,
)
from cogarena.agents.scripted.rally.exhaustive_search import (
    STEP_FIELDS,
    start_path,
    working_memory,
)
from cogarena.agents.scripted.rally.player import (
    RallyPlayer,
    decide_by_default,
    decide_with,
    nearest_facing,
    nearest_square,
    option_values,
    put_card,
)
from cogarena.agents.scripted.rally.reading import (
    OWN_ROBOT,
    PUSH_RANGE,
    facing_of,
    has_neighbour,
    holds,
    index_of,
    locate_by_flag,
    next_flag,
    position_at,
    read_cards,
    set_of,
)
from cogarena.envs.core.game import Game
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen, record
from cogarena.envs.race.observe import Other, Own
from cogarena.envs.rally.cards import OPTIONS, STEPS, TURN, Option
from cogarena.envs.rally.damage import OPTION, YES
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import ASKS, DEADLY, ROBOTS, Ask
from cogarena.envs.rally.transitions import (
    LOST,
    position_of,
)
from cogarena.envs.rally.turns import FACING, SQUARE


class Weights(NamedTuple):
    """Found by self-play; the unit is a register of the path to the next flag."""

    flag: float = 30.0  # gain of touching a flag
    death: float = 40.0  # cost of being destroyed
    damage: float = 0.5  # cost of a damage token
    deadly_side: float = 0.3  # cost of each side from which a push destroys, if others are near
    rest_damage: int = 3  # damage tokens at which a robot powers down
    safe_distance: int = 1  # squares without another robot that it needs to power down
    draws: int = 4  # cards to choose from in a register whose hand is not known
    recompile_below: float = 1.5  # registers that a program must save, else the hand is replaced


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player for a game with these settings."""
    weights = Weights()
    tables = partial(build_tables, game.read(settings), weights)
    return RallyPlayer(game, decide_all, tables, weights, SEEN, working_memory(STEP))


# The observation, decoded into whole numbers

NEIGHBOUR = record(
    ("x", "i1"),
    ("y", "i1"),
    ("present", "i1"),  # 1: on the floor
)

SEEN = record(
    *OWN_ROBOT,  # at its archive while it is destroyed
    ("touched", "i1"),
    ("register", "i1"),  # 0…4, of this phase
    ("arm", "i1"),  # 1: holds a Mechanical Arm
    ("options", "u4"),  # bit set of Option
    ("others", NEIGHBOUR, (ROBOTS - 1,)),
)


@kernel
def read(observation: Any, tables: Any, seen: Any) -> None:
    """Fill `seen`."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.touched = own[Own.TOUCHED]
    seen.damage = own[Own.DAMAGE]
    seen.register = own[Own.REGISTER]
    seen.options = set_of(observation.options, OPTIONS)
    seen.arm = holds(seen.options, Option.MECHANICAL_ARM)
    read_cards(observation, seen)
    facing = facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])
    locate_by_flag(seen, tables, facing, own[Own.FLAG_RIGHT], own[Own.FLAG_BEHIND])
    for k in range(ROBOTS - 1):
        row, other = observation.others[k], seen.others[k]
        other.x, other.y = position_at(seen, row[Other.RIGHT], row[Other.BEHIND])
        other.present = row[Other.ON_FLOOR] > 0


# Programming: of all orders of the hand, the one that gets furthest

STEP = record(
    *STEP_FIELDS,
    ("touched", "i1"),
    ("damage", "i1"),
)


@kernel
def start(seen: Any, step: Any) -> None:
    """The step before the first register."""
    start_path(seen, step)
    step.touched = seen.touched
    step.damage = seen.damage


@kernel
def is_leaf(tables: Any, step: Any, k: int) -> bool:
    """The program is full, the robot destroyed, or the race won."""
    return k == REGISTERS or step.pose == LOST or step.touched == tables.flag_count


@kernel
def run(
    tables: Any, weights: Any, seen: Any, k: int, step: Any, turn: int, steps: int, after: Any
) -> None:
    """Play register k with a card of this turn and these steps: the pose and the gain after it."""
    transitions = tables.transitions
    pose = pose_after_register(transitions, transitions.machines[k], step.pose, turn, steps)
    after.pose = pose
    after.touched = step.touched
    after.damage = step.damage
    after.gain = step.gain
    if pose == LOST:
        return
    square = pose // DIRECTIONS
    after.damage += tables.laser_damage[square]
    after.gain -= weights.damage * tables.laser_damage[square]
    if after.damage >= DEADLY:
        after.pose = LOST
        return
    x, y = position_of(pose, tables.height)
    if tables.deadly_sides[square] > 0 and has_neighbour(seen, x, y, PUSH_RANGE):
        after.gain -= weights.deadly_side * tables.deadly_sides[square]
    if tables.touches[seen.arm, step.touched, square] == 1:
        after.touched += 1
        after.gain += weights.flag + REGISTERS - k


@kernel
def value_of(tables: Any, weights: Any, seen: Any, step: Any) -> float:
    """The value of a program that ends with this step."""
    if step.pose == LOST:
        return step.gain - weights.death
    return step.gain - tables.to_flags[seen.arm, step.touched, step.pose]


@kernel
def memo_of(step: Any) -> int:
    """What the step has besides cards, pose and gain."""
    return int(step.touched) << 4 | int(step.damage)


@kernel
def most_ahead(tables: Any, weights: Any, seen: Any, step: Any, k: int) -> float:
    """What the best cards would gain from here on."""
    return tables.ahead[seen.arm, step.touched, k, step.pose]


plan, outcome, should_change = exhaustive_search.bind(
    start=start, is_leaf=is_leaf, run=run, value_of=value_of, memo_of=memo_of, most_ahead=most_ahead
)


# Decisions

OPTION_VALUE = option_values(
    {
        Option.MECHANICAL_ARM: 5,
        Option.ABLATIVE_COAT: 4,
        Option.EXTRA_MEMORY: 4,
        Option.RADIO_CONTROL: 3,
        Option.SCRAMBLER: 3,
        Option.FIRE_CONTROL: 3,
        Option.DOUBLE_BARRELED_LASER: 2,
        Option.FOURTH_GEAR: 2,
        Option.REVERSE_GEAR: 2,
        Option.BRAKES: 2,
        Option.MINI_HOWITZER: 2,
        Option.FLYWHEEL: 1,
        Option.HIGH_POWER_LASER: 1,
        Option.POWER_DOWN_SHIELD: 1,
        Option.RAMMING_GEAR: 1,
        Option.REAR_FIRING_LASER: 1,
        Option.RECOMPILE: 1,
        Option.SUPERIOR_ARCHIVE: 1,
        Option.CIRCUIT_BREAKER: -1,
    }
)
# Weapons that hinder more than the main laser, the best first.
WEAPONS = frozen((Option.RADIO_CONTROL, Option.SCRAMBLER, Option.MINI_HOWITZER), "i1")


@kernel
def decide(mask: Any, tables: Any, weights: Any, seen: Any, memory: Any) -> int:
    """The action for the question asked; declines what the player has no use for."""
    asked = seen.asked
    if asked == Ask.PROGRAM:
        action = put_card(mask, plan(tables, weights, seen, memory[0])[0])
    elif asked in (Ask.POWER_DOWN, Ask.STAY_DOWN):
        action = YES if should_rest(tables, weights, seen) else PASS
    elif asked in (Ask.SQUARE, Ask.FACING):
        action = choose_entrance(mask, tables, seen)
    elif asked in (Ask.RECOMPILE, Ask.ABORT, Ask.GEAR):
        action = YES if should_change(tables, weights, seen, memory[0]) else PASS
    elif asked == Ask.WEAPON:
        action = choose_weapon(mask)
    else:
        action = decide_by_default(mask, seen, OPTION_VALUE)
    return action


@kernel
def should_rest(tables: Any, weights: Any, seen: Any) -> bool:
    """Badly damaged, not about to win, and safe for a turn where the program ends."""
    if seen.damage < weights.rest_damage or is_about_to_win(tables, seen):
        return False
    transitions, pose = tables.transitions, int(seen.pose)
    if seen.asked == Ask.POWER_DOWN:
        for k in range(REGISTERS):
            turn, steps = int(TURN[seen.program[k]]), int(STEPS[seen.program[k]])
            pose = pose_after_register(transitions, transitions.machines[k], pose, turn, steps)
    for k in range(REGISTERS):
        if pose == LOST:
            return False
        pose = transitions.machines[k, pose]
        if pose != LOST and tables.laser_damage[pose // DIRECTIONS] > 0:
            return False
    if pose == LOST:
        return False
    x, y = position_of(pose, tables.height)
    return not has_neighbour(seen, x, y, weights.safe_distance)


@kernel
def is_about_to_win(tables: Any, seen: Any) -> bool:
    """The last flag is a turn away."""
    is_last = seen.touched == tables.flag_count - 1
    return is_last and tables.to_flags[seen.arm, seen.touched, seen.pose] <= REGISTERS


@kernel
def choose_entrance(mask: Any, tables: Any, seen: Any) -> int:
    """The square and the facing nearest to the next flag."""
    costs = tables.to_flags[seen.arm, next_flag(tables, seen)]
    x, y, ahead = int(seen.x), int(seen.y), int(seen.pose) % DIRECTIONS
    if seen.asked == Ask.SQUARE:
        return SQUARE + nearest_square(costs, tables.height, x, y, ahead, mask)
    return FACING + nearest_facing(costs, tables.height, x, y, ahead, mask)


@kernel
def choose_weapon(mask: Any) -> int:
    """The weapon that hinders most, else the main laser."""
    for weapon in WEAPONS:
        if mask[OPTION + weapon] == 1:
            return OPTION + weapon
    return PASS


decide_all = decide_with(read=read, decide=decide)
