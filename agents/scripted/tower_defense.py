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
from cogarena.agents.scripted.rally.driving import (
    UNREACHABLE,
    flag_positions,
    path_costs,
)
from cogarena.agents.scripted.rally.player import (
    RallyPlayer,
    decide_with,
    first_legal,
    nearest_facing,
)
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
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rally.cards import NO_CARD, Card
from cogarena.envs.rally.damage import YES
from cogarena.envs.rally.floor import FLAGS, REGISTERS
from cogarena.envs.rally.moves import FALL_DAMAGE
from cogarena.envs.rally.programming import CARD
from cogarena.envs.rally.state import ASKS, Ask
from cogarena.envs.rally.transitions import (
    ASSUMED_REGISTER,
    LOST,
    NOT_BANKED,
    POSES,
    drive,
    poses_of,
    ride,
)
from cogarena.envs.rally.turns import FACING
from cogarena.envs.tower_defense.observe import Own, TowerColumn
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

ALL_STAND = (1 << TOWERS) - 1


class Tables(NamedTuple):
    """By square or by pose."""

    height: int
    floor: Any  # of the setup record, and its transitions
    transitions: Any
    flag_count: int
    flag_places: Array  # (FLAGS, 2) x and y
    to_flags: Array  # (FLAGS + 1, poses) registers to each flag; 0 when all are touched


def build_tables(settings: Settings) -> Tables:
    """The tables of the board in these settings."""
    setup = build(settings)[0]
    floor = setup.floor
    flags = int(floor.flag_count)
    to_flags = np.zeros((FLAGS + 1, POSES), np.float64)
    tables = Tables(
        int(floor.height), floor, setup.transitions, flags, flag_positions(floor), to_flags
    )
    to_flags[:flags, : poses_of(floor)] = distances_to_flags(tables)
    return tables


def distances_to_flags(tables: Tables) -> Array:
    """(flags, poses): the registers to each flag, if every card is at hand."""
    poses = poses_of(tables.floor)
    ends = np.full((tables.flag_count, poses), UNREACHABLE)
    for flag, (x, y) in enumerate(tables.flag_places[: tables.flag_count]):
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
            after, _, fall = play(tables, ALL_STAND, pose, NOT_BANKED, card, ASSUMED_REGISTER)
            moves[card, pose] = LOST if fall > 0 else after


@kernel
def play(
    tables: Any, standing: int, pose: int, banked: int, card: int, register: int
) -> tuple[int, int, int]:
    """Play a card and the machines: the pose or LOST, the banked point, the damage of falls."""
    floor, transitions = tables.floor, tables.transitions
    pose, banked, fall = drive(floor, transitions, standing, pose, banked, card, NO_CARD, 0)
    after, _ = ride(floor, transitions, standing, register, pose, False)
    return after, banked if after == pose else NOT_BANKED, fall


# The observation, decoded into whole numbers

SEEN = record(
    *OWN_ROBOT,
    ("touched", "i1"),
    ("standing", "i4"),  # bit set of the towers that stand
)


@kernel
def read(observation: Any, tables: Any, seen: Any) -> None:
    """Fill `seen`."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.touched = own[Own.TOUCHED]
    seen.damage = own[Own.DAMAGE]
    facing = facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])
    locate_by_flag(seen, tables, facing, own[Own.FLAG_RIGHT], own[Own.FLAG_BEHIND])
    read_towers(observation.towers, tables, seen)
    read_cards(observation, seen)


@kernel
def read_towers(rows: Any, tables: Any, seen: Any) -> None:
    """Which towers stand."""
    standing = 0
    for k in range(len(rows)):
        row = rows[k]
        if row[TowerColumn.HEALTH] > 0:
            x, y = position_at(seen, row[TowerColumn.RIGHT], row[TowerColumn.BEHIND])
            standing |= 1 << int(tables.transitions.obstacles[x * tables.height + y])
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
        pose, banked, fall = play(tables, seen.standing, pose, banked, card, k)
        gain -= weights.fall * (fall // FALL_DAMAGE)
    if is_on_flag(tables, touched, pose):
        touched += 1
        gain += weights.flag + REGISTERS - k
    score = gain - (UNREACHABLE if pose == LOST else tables.to_flags[touched, pose])
    return pose, touched * MEMO_BASE + banked, gain, score


@kernel
def is_on_flag(tables: Any, touched: int, pose: int) -> bool:
    """The pose is on the next flag."""
    if pose == LOST or touched == tables.flag_count:
        return False
    flag = tables.flag_places[touched]
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
        x, y, ahead = int(seen.x), int(seen.y), int(seen.pose) % DIRECTIONS
        action = FACING + nearest_facing(costs, tables.height, x, y, ahead, mask)
    else:
        action = first_legal(mask)
    return action


decide_all = decide_with(read=read, decide=decide)
