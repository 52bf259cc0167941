"""The scripted player of Tower Defense: straight to the next flag, by programs of a beam search.

It plays from the board, which is public, and from its observation, and is stateless.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Agent, Array
from cogarena.agents.scripted.rally import beam_search
from cogarena.agents.scripted.rally.beam_search import empty_beams
from cogarena.agents.scripted.rally.decisions import first_legal, nearest_facing
from cogarena.agents.scripted.rally.driving import (
    ASSUMED_REGISTER,
    BACK,
    LOST,
    UNREACHABLE,
    Transitions,
    build_transitions,
    flag_positions,
    new_rally,
    path_costs,
    pose_of,
    put_robot,
    turned_pose,
)
from cogarena.agents.scripted.rally.player import RallyPlayer, decide_with
from cogarena.agents.scripted.rally.reading import (
    OWN_ROBOT,
    facing_of,
    index_of,
    locate_by_flag,
    next_flag,
    position_at,
    read_cards,
)
from cogarena.envs.core.game import Game
from cogarena.envs.core.grid import DIRECTIONS, HALF_TURN, turned
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rally.cards import STEPS, TURN, Card
from cogarena.envs.rally.damage import YES
from cogarena.envs.rally.floor import FLAGS, REGISTERS
from cogarena.envs.rally.moves import CLIMB, push_with
from cogarena.envs.rally.programming import CARD
from cogarena.envs.rally.state import DEADLY, Ask
from cogarena.envs.rally.turns import FACING
from cogarena.envs.tower_defense.observe import ASKS, Own, TowerColumn
from cogarena.envs.tower_defense.settings import Settings, build
from cogarena.envs.tower_defense.state import TOWERS


class Weights(NamedTuple):
    """The unit is a register of the path to the next flag."""

    flag: float = 30.0  # gain of touching a flag
    fall: float = 2.0  # cost of a fall from the plateau
    rest_damage: int = 5  # damage tokens at which a robot powers down


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player for a game with these settings."""
    tables = partial(build_tables, game.read(settings))
    return RallyPlayer(game, decide_all, tables, Weights(), SEEN, empty_beams())


# Lookup tables: the board, and the distances to its flags. Distances assume that every tower
# stands, and exclude falls from the plateau.

NO_TOWER = TOWERS  # in place of a tower's number: the square never had a tower
ALL_STAND = (1 << TOWERS) - 1
NOT_BANKED = 0  # no point towards a ramp; else 1 + the direction in which it counts (T6)


class Tables(NamedTuple):
    """By square or by pose; a step is ahead or BACK."""

    height: int
    transitions: Transitions
    climbs: Array  # (poses, 2) after a step with the points for a ramp
    falls: Array  # (poses, 2) 1: the step leads down where there is no ramp
    tower_at: Array  # (squares,) the tower there, or NO_TOWER
    flags: Array  # (flags, 2) x and y
    to_flags: Array  # (flags + 1, poses) registers to each flag; 0 when all are touched


def build_tables(settings: Settings) -> Tables:
    """The tables of the board in these settings."""
    setup = build(settings)[0]
    floor = setup.floor
    transitions = build_transitions(floor, 0)
    poses = len(transitions.steps)
    flags = flag_positions(floor)
    tables = Tables(
        int(floor.height),
        transitions,
        np.zeros((poses, 2), np.int16),
        np.zeros((poses, 2), np.int8),
        tower_squares(setup),
        flags,
        np.zeros((len(flags) + 1, poses), np.float64),
    )
    fill_slopes(floor, new_rally(0), tables.climbs, tables.falls)
    tables.to_flags[:-1] = distances_to_flags(tables)
    return tables


def tower_squares(setup: Any) -> Array:
    """`Tables.tower_at`."""
    tower_at = np.full(int(setup.floor.width) * int(setup.floor.height), NO_TOWER, np.int8)
    for t in range(setup.tower_count):
        tower = setup.towers[t]
        tower_at[int(tower.x) * int(setup.floor.height) + int(tower.y)] = t
    return tower_at


@kernel
def fill_slopes(floor: Any, rally: Any, climbs: Any, falls: Any) -> None:
    """Fill `Tables.climbs` and `Tables.falls` by driving one robot from every pose."""
    for pose in range(len(climbs)):
        for way in range(2):
            put_robot(floor, rally, pose)
            push_with(floor, rally, 0, turned(pose, way * HALF_TURN), 0, CLIMB)
            climbs[pose, way] = pose_of(floor, rally.robots[0])
            falls[pose, way] = rally.robots[0].incoming > 0


def distances_to_flags(tables: Tables) -> Array:
    """`Tables.to_flags` without its last row, if every card is at hand."""
    poses = len(tables.climbs)
    ends = np.full((len(tables.flags), poses), UNREACHABLE)
    for flag, (x, y) in enumerate(tables.flags):
        first = (x * tables.height + y) * DIRECTIONS
        ends[flag, first : first + DIRECTIONS] = 0
    moves = np.zeros((len(Card), poses), np.int64)
    drive_all_cards(tables, moves)
    return path_costs(moves[Card.NONE + 1 :], np.ones(poses), ends)


@kernel
def drive_all_cards(tables: Any, moves: Any) -> None:
    """Where each kind of card leads from each pose; LOST if it leads to a fall."""
    for card in range(len(moves)):
        for pose in range(moves.shape[1]):
            after, _, falls = drive(tables, ALL_STAND, pose, NOT_BANKED, card, ASSUMED_REGISTER)
            moves[card, pose] = LOST if falls > 0 else after


@kernel
def drive(
    tables: Any, standing: int, pose: int, banked: int, card: int, register: int
) -> tuple[int, int, int]:
    """Play a card and the machines: the pose or LOST, the banked point, the number of falls."""
    if TURN[card] != 0:
        banked = NOT_BANKED
    pose = turned_pose(pose, int(TURN[card]))
    way = BACK if STEPS[card] < 0 else 0
    pose, banked, falls = move(tables, standing, pose, banked, way, abs(int(STEPS[card])))
    if pose == LOST:
        return LOST, NOT_BANKED, falls
    after = int(tables.transitions.machines[register, pose])
    return after, banked if after == pose else NOT_BANKED, falls


@kernel
def move(
    tables: Any, standing: int, pose: int, banked: int, way: int, points: int
) -> tuple[int, int, int]:
    """T6: move some points ahead or back; a ramp takes two, and one point before it is banked."""
    falls = 0
    towards = 1 + turned(pose, way * HALF_TURN)
    if banked == towards and points > 0:
        points += 1
    while points > 0:
        after, cost = int(tables.transitions.steps[pose, way]), 1
        if after == pose:
            after, cost = int(tables.climbs[pose, way]), CLIMB
        if after == LOST:
            return LOST, NOT_BANKED, falls
        if after == pose or (standing >> int(tables.tower_at[after // DIRECTIONS])) & 1 == 1:
            break
        if cost > points:
            banked = towards
            break
        falls += int(tables.falls[pose, way])
        pose, banked = after, NOT_BANKED
        points -= cost
    return pose, banked, falls


# The observation, decoded into whole numbers

SEEN = record(
    *OWN_ROBOT,
    ("touched", "i1"),
    ("standing", "i4"),  # bit set of the towers that stand, as far as they are shown
)


@kernel
def read(observation: Any, tables: Any, seen: Any) -> None:
    """Fill `seen`."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.touched = round(own[Own.TOUCHED] * FLAGS)
    seen.damage = round(own[Own.DAMAGE] * DEADLY)
    facing = facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])
    locate_by_flag(seen, tables, facing, own[Own.FLAG_RIGHT], own[Own.FLAG_BEHIND])
    read_towers(observation.towers, tables, seen)
    read_cards(observation, seen)


@kernel
def read_towers(rows: Any, tables: Any, seen: Any) -> None:
    """Which of the towers shown, the closest ones, stand."""
    standing = 0
    for k in range(len(rows)):
        row = rows[k]
        if row[TowerColumn.HEALTH] > 0:
            x, y = position_at(seen, row[TowerColumn.RIGHT], row[TowerColumn.BEHIND])
            standing |= 1 << int(tables.tower_at[x * tables.height + y])
    seen.standing = standing


# Decisions, and the search for programs

MEMO_BASE = DIRECTIONS + 1  # a memo is flags touched × MEMO_BASE + the point towards a ramp


@kernel
def start(tables: Any, weights: Any, seen: Any) -> int:
    """The memo before the first register."""
    return seen.touched * MEMO_BASE + NOT_BANKED


@kernel
def extend(
    tables: Any, weights: Any, seen: Any, k: int, branch: Any, card: int
) -> tuple[int, int, float, float]:
    """Play register k with a card of this kind; the score counts the path to the next flag."""
    pose = int(branch.pose)
    touched, banked = divmod(int(branch.memo), MEMO_BASE)
    gain = branch.gain
    if pose != LOST:
        pose, banked, falls = drive(tables, seen.standing, pose, banked, card, k)
        gain -= weights.fall * falls
    if is_on_flag(tables, touched, pose):
        touched += 1
        gain += weights.flag + REGISTERS - k
    score = gain - (UNREACHABLE if pose == LOST else tables.to_flags[touched, pose])
    return pose, touched * MEMO_BASE + banked, gain, score


@kernel
def is_on_flag(tables: Any, touched: int, pose: int) -> bool:
    """The pose is on the next flag."""
    if pose == LOST or touched == len(tables.flags):
        return False
    flag = tables.flags[touched]
    return pose // DIRECTIONS == flag[0] * tables.height + flag[1]


plan = beam_search.bind(start=start, extend=extend)


@kernel
def decide(mask: Any, tables: Any, weights: Any, seen: Any, beams: Any) -> int:
    """The action for the question asked; declines, or takes the first choice, by default."""
    asked = seen.asked
    if asked == Ask.PROGRAM:
        action = CARD + plan(tables, weights, seen, beams)
    elif asked in (Ask.POWER_DOWN, Ask.STAY_DOWN):
        action = YES if seen.damage >= weights.rest_damage else PASS
    elif asked == Ask.FACING:
        costs = tables.to_flags[next_flag(tables, seen)]
        action = FACING + nearest_facing(costs, tables.height, int(seen.x), int(seen.y), mask)
    else:
        action = first_legal(mask)
    return action


decide_all = decide_with(read=read, decide=decide)
