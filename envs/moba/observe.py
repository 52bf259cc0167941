"""What a robot's player sees in MOBA Rally, beside what all rally games share.

The observation does not depend on the team: own things come first, and directions are relative to
the robot's facing. The cards of allies are as hidden as those of enemies.
"""

from dataclasses import replace
from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column, Layout, Piece, clear, columns
from cogarena.envs.moba.bases import base_of, foe_of, in_own_base
from cogarena.envs.moba.objectives import ENEMY_BASE, FIRST_TOWER, aim_of
from cogarena.envs.moba.preview import PREVIEW_PIECES, show_preview
from cogarena.envs.moba.rules import dock_x, dock_y
from cogarena.envs.moba.state import (
    ASKS,
    BASE_SIDE,
    BASE_X,
    BASE_Y,
    DOCKS,
    GREEN_TOKENS,
    HEIGHT,
    OBJECTIVES,
    TEAMS,
    TOWERS,
    TOWERS_EACH,
    WIDTH,
    Team,
)
from cogarena.envs.rally.cards import OPTION_CARDS
from cogarena.envs.rally.observation import (
    ANNOUNCED,
    BEARING,
    CARD_PIECES,
    COMPASS,
    DAMAGE,
    MOST_COUNTED,
    MOST_SQUARES,
    OPTION_PILES,
    OTHER_OPTIONS,
    OWN_OPTIONS,
    POWERED_DOWN,
    STATUS,
    WAY,
    behind_of,
    clear_window,
    counted,
    decision_piece,
    floor_piece,
    here,
    mark,
    mark_robot,
    observe_cards,
    observe_floor,
    others_piece,
    right_of,
    show_bearing,
    show_compass,
    show_options,
    show_piles,
    show_question,
    show_status,
    show_way,
    way,
    window_piece,
)
from cogarena.envs.rally.robot_views import (
    ALL_OTHERS,
    INCOMING,
    MOST_INCOMING,
    OWN_STATE,
    PUBLIC_STATE,
    rows_of,
    show_own_state,
    show_public_state,
)
from cogarena.envs.rally.state import ROBOTS, Power

MOST_HEALTH = 100  # hit points

TOKENS = Column("TOKENS", "green tokens, each of which can absorb one damage", GREEN_TOKENS)
SHELTERED = Column("SHELTERED", "1: in a zone, where no fire leaves or enters")
TEAM = Column("TEAM", "1: an ally, −1: an enemy", 1, -1)
SCORES = (  # see `show_score`
    counted("KILLS", "robots destroyed"),
    counted("DEATHS", "times destroyed"),
    counted("OBJECTIVES", "objectives destroyed"),
)
HEALTH = (  # see `show_health`
    Column("HEALTH", "hit points", MOST_HEALTH),
    Column("FULL_HEALTH", "hit points at the start", MOST_HEALTH),
    INCOMING,
)
IN_LINE = Column("IN_LINE", "1: the own howitzer would strike it")
DISRUPTS = Column(
    "DISRUPTS",
    "the base that it disrupts in this damage step or the last one: 1 the enemy's, −1 the own one",
    1,
    -1,
)
Own = columns(
    "Own",
    DAMAGE,
    POWERED_DOWN,
    STATUS,
    OWN_STATE,
    TOKENS,
    SHELTERED,
    Column("IN_BASE", "1: in the own base"),
    SCORES,
    DISRUPTS,
    way("ARCHIVE", "the dock where it entered last"),
    COMPASS,
)
Objective = columns(
    "Objective",
    WAY,
    HEALTH,
    IN_LINE,
    Column("HIT_BY_OWN", "1: the own robot dealt it damage in this damage step or the last one"),
    Column("HIT_BY", "the others that did: the bit set of their rows in `others`", ALL_OTHERS),
)
Other = columns(
    "Other",
    TEAM,
    BEARING,
    SHELTERED,
    DAMAGE,
    POWERED_DOWN,
    ANNOUNCED,
    TOKENS,
    SCORES,
    DISRUPTS,
    IN_LINE,
    way("ARCHIVE", "the dock where it entered last"),
    PUBLIC_STATE,
)
Dock = columns("Dock", WAY)
Around = columns(
    "Around",
    Column(
        "ROBOT",
        "another robot: 1 + its row in `others`, negative: an enemy",
        ROBOTS - 1,
        1 - ROBOTS,
    ),
    Column("OWN_OBJECTIVE", "hit points", MOST_HEALTH),
    Column("ENEMY_OBJECTIVE", "hit points", MOST_HEALTH),
)

LAYOUT = Layout(
    decision_piece(ASKS),
    Piece("own", Own, "the robot's own state"),
    *CARD_PIECES,
    *PREVIEW_PIECES,
    replace(OWN_OPTIONS, columns=OPTION_CARDS),
    Piece("team_option", OPTION_CARDS, "the option card in the own base"),
    Piece("enemy_option", OPTION_CARDS, "the option card in the enemy base"),
    Piece(
        "objectives",
        Objective,
        "own base and towers, then the enemy's; the way to a base leads to its left corner ahead",
        (TEAMS * OBJECTIVES,),
    ),
    Piece("docks", Dock, "the own docks, as the action `dock` numbers them", (DOCKS,)),
    others_piece(Other),
    replace(OTHER_OPTIONS, columns=OPTION_CARDS),
    replace(OPTION_PILES, columns=OPTION_CARDS),
    floor_piece(),
    window_piece("around", Around, "robots and objectives around the robot"),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    robot = s.rally.robots[seat]
    show_question(s, seat, out.decision)
    observe_own(setup, s, seat, out.own)
    observe_cards(robot, out.hand, out.program)
    show_preview(setup, s, seat, out.preview, out.program_end)
    show_options(robot, out.options)
    show_card_set(base_of(s, seat).team_option, out.team_option)
    show_card_set(foe_of(s, seat).team_option, out.enemy_option)
    aim = aim_of(setup.floor, s.rally, seat)
    observe_objectives(setup, s, seat, aim, out.objectives)
    observe_docks(robot, out.docks)
    clear_window(out.around)
    observe_others(setup, s, seat, aim, out)
    show_piles(s.rally, out.option_piles)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    place_objectives(setup, s, robot, out.around)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    x, y = here(robot)
    own[Own.DAMAGE] = robot.damage
    own[Own.POWERED_DOWN] = robot.power == Power.DOWN
    show_status(setup, s, robot, own, Own.ANNOUNCED)
    show_own_state(s, seat, own, Own.WAITS)
    own[Own.TOKENS] = robot.tokens
    own[Own.SHELTERED] = setup.floor.squares[x, y].shelter
    own[Own.IN_BASE] = in_own_base(setup.floor, robot)
    show_score(s.scores[seat], own, Own.KILLS)
    own[Own.DISRUPTS] = disrupted_by(s, seat, seat)
    show_way(robot, robot.archive_x, robot.archive_y, own, Own.ARCHIVE_RIGHT)
    show_compass(robot, own, Own.FACES_EAST)


@kernel
def show_score(score: Any, row: Any, column: int) -> None:
    """The columns SCORES."""
    row[column] = min(score.kills, MOST_COUNTED)
    row[column + 1] = min(score.deaths, MOST_COUNTED)
    row[column + 2] = min(score.objectives, MOST_COUNTED)


@kernel
def show_card_set(card: int, row: Any) -> None:
    """One option card, or none."""
    for k in range(OPTION_CARDS):
        row[k] = card == k


@kernel
def observe_objectives(setup: Any, s: Any, seat: int, aim: int, rows: Any) -> None:
    """The objectives, the own team's first; `aim` is what the own howitzer would strike."""
    me = s.rally.robots[seat]
    for side in range(TEAMS):
        team = me.team if side == 0 else Team.RED + Team.BLUE - me.team
        base = s.bases[team - 1]
        first = side * OBJECTIVES
        show_way_to_base(me, team, rows[first])
        show_health(base, setup.base_health, rows[first], Objective.HEALTH)
        rows[first, Objective.IN_LINE] = side == 1 and aim == ENEMY_BASE
        show_hitters(s.rally, seat, base.hitters, rows[first])
        for k in range(TOWERS_EACH):
            t = (team - 1) * TOWERS_EACH + k
            tower = s.rally.things[t]
            row = rows[first + 1 + k]
            show_way(me, tower.x, tower.y, row, Objective.RIGHT)
            show_health(tower, setup.tower_health, row, Objective.HEALTH)
            row[Objective.IN_LINE] = aim == FIRST_TOWER + t
            show_hitters(s.rally, seat, tower.hitters, row)


@kernel
def show_health(objective: Any, full: int, row: Any, column: int) -> None:
    """The columns HEALTH: the hit points of an objective, and those it is about to lose."""
    row[column] = objective.health
    row[column + 1] = full
    row[column + 2] = min(objective.incoming, MOST_INCOMING)


@kernel
def show_hitters(r: Any, seat: int, robots: int, row: Any) -> None:
    """Who dealt an objective damage, from a bit set of robots."""
    row[Objective.HIT_BY_OWN] = (robots >> seat) & 1
    row[Objective.HIT_BY] = rows_of(r, seat, robots)


@kernel
def disrupted_by(s: Any, seat: int, i: int) -> int:
    """The base that a robot disrupts, as the column DISRUPTS shows it to a seat."""
    enemys, own = foe_of(s, seat).disruptors, base_of(s, seat).disruptors
    return ((enemys >> i) & 1) - ((own >> i) & 1)


@kernel
def show_way_to_base(me: Any, team: int, row: Any) -> None:
    """The way to a base: to the corner that is furthest to the left and ahead."""
    row[Objective.RIGHT] = MOST_SQUARES
    row[Objective.BEHIND] = MOST_SQUARES
    my_x, my_y = here(me)
    for corner in range(BASE_SIDE * BASE_SIDE):
        x = base_x(team) + corner % BASE_SIDE - my_x
        y = base_y(team) + corner // BASE_SIDE - my_y
        row[Objective.RIGHT] = min(row[Objective.RIGHT], right_of(me.facing, x, y))
        row[Objective.BEHIND] = min(row[Objective.BEHIND], behind_of(me.facing, x, y))


@kernel
def base_x(team: int) -> int:
    """The westernmost column of a base."""
    return BASE_X if team == Team.RED else WIDTH - BASE_SIDE - BASE_X


@kernel
def base_y(team: int) -> int:
    """The northernmost row of a base."""
    return BASE_Y if team == Team.RED else HEIGHT - BASE_SIDE - BASE_Y


@kernel
def observe_docks(me: Any, rows: Any) -> None:
    """The ways to the docks of the own zone."""
    for dock in range(DOCKS):
        show_way(me, dock_x(me.team), dock_y(me.team, dock), rows[dock], Dock.RIGHT)


@kernel
def observe_others(setup: Any, s: Any, seat: int, aim: int, out: Any) -> None:
    """The public state of the other robots, by seat after the own."""
    clear(out.others)
    clear(out.other_options)
    r = s.rally
    me = r.robots[seat]
    for k in range(1, r.count):
        i = (seat + k) % r.count
        side = 1 if r.robots[i].team == me.team else -1
        row = out.others[k - 1]
        show_robot(setup, s, seat, i, row)
        row[Other.TEAM] = side
        row[Other.IN_LINE] = aim == i
        show_options(r.robots[i], out.other_options[k - 1])
        mark_robot(r, seat, i, out.around, Around.ROBOT, side * k)


@kernel
def show_robot(setup: Any, s: Any, seat: int, i: int, row: Any) -> None:
    """The public state of a robot, relative to the seat's."""
    me, robot = s.rally.robots[seat], s.rally.robots[i]
    x, y = here(robot)
    show_bearing(me, robot, x, y, row, Other.RIGHT)
    row[Other.SHELTERED] = setup.floor.squares[x, y].shelter
    row[Other.DAMAGE] = robot.damage
    row[Other.POWERED_DOWN] = robot.power == Power.DOWN
    row[Other.ANNOUNCED] = robot.announced
    row[Other.TOKENS] = robot.tokens
    show_score(s.scores[i], row, Other.KILLS)
    row[Other.DISRUPTS] = disrupted_by(s, seat, i)
    show_way(me, robot.archive_x, robot.archive_y, row, Other.ARCHIVE_RIGHT)
    show_public_state(s, seat, i, row, Other.INCOMING)


@kernel
def place_objectives(setup: Any, s: Any, me: Any, around: Any) -> None:
    """The objectives in the window."""
    for t in range(TOWERS):
        tower = s.rally.things[t]
        place_objective(me, tower.x, tower.y, tower.team, tower.health, around)
    for team in range(Team.RED, Team.BLUE + 1):
        health = s.bases[team - 1].health
        for square in range(BASE_SIDE * BASE_SIDE):
            x = base_x(team) + square % BASE_SIDE
            y = base_y(team) + square // BASE_SIDE
            place_objective(me, x, y, team, health, around)


@kernel
def place_objective(me: Any, x: int, y: int, team: int, health: int, around: Any) -> None:
    """One square of an objective, if it is in the window."""
    column = Around.OWN_OBJECTIVE if team == me.team else Around.ENEMY_OBJECTIVE
    mark(me, x, y, around, column, health)
