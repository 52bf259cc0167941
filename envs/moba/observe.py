"""What a robot's player sees in MOBA Rally, beside what all rally games share.

The observation does not depend on the team: own things come first, and directions are relative to
the robot's facing. The cards of allies are as hidden as those of enemies.
"""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column, Layout, Piece, columns
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
from cogarena.envs.rally import observation as rally
from cogarena.envs.rally.cards import OPTION_CARDS
from cogarena.envs.rally.robot_views import ALL_OTHERS, INCOMING, MOST_INCOMING, rows_of
from cogarena.envs.rally.state import robot_in_row

MOST_HEALTH = 100  # hit points

TOKENS = Column("TOKENS", "green tokens, each of which can absorb one damage", GREEN_TOKENS)
SCORES = (  # see `show_score`
    rally.counted("KILLS", "robots destroyed"),
    rally.counted("DEATHS", "times destroyed"),
    rally.counted("OBJECTIVES", "objectives destroyed"),
)
PLAY = (  # see `show_play`
    TOKENS,
    Column("SHELTERED", "1: in a zone, where no fire leaves or enters"),
    *SCORES,
    Column(
        "DISRUPTS",
        "the base that it disrupts in this damage step or the last one: 1 the enemy's, "
        "−1 the own one",
        1,
        -1,
    ),
)
HEALTH = (  # see `show_health`
    Column("HEALTH", "hit points", MOST_HEALTH),
    Column("FULL_HEALTH", "hit points at the start", MOST_HEALTH),
    INCOMING,
)
IN_LINE = Column("IN_LINE", "1: the own howitzer would strike it")
Own = columns("Own", rally.OWN, PLAY, Column("IN_BASE", "1: in the own base"))
Objective = columns(
    "Objective",
    rally.WAY,
    HEALTH,
    IN_LINE,
    Column("HIT_BY_OWN", "1: the own robot dealt it damage in this damage step or the last one"),
    Column("HIT_BY", "the others that did: the bit set of their rows in `others`", ALL_OTHERS),
)
Other = columns(
    "Other", rally.OTHER, PLAY, Column("TEAM", "1: an ally, −1: an enemy", 1, -1), IN_LINE
)
Dock = columns("Dock", rally.WAY)
Around = columns(
    "Around",
    rally.AROUND,
    Column("OWN_OBJECTIVE", "hit points", MOST_HEALTH),
    Column("ENEMY_OBJECTIVE", "hit points", MOST_HEALTH),
)

LAYOUT = Layout(
    *rally.shared_pieces(Own, Other, ASKS, options=OPTION_CARDS),
    *PREVIEW_PIECES,
    Piece("team_option", OPTION_CARDS, "the option card in the own base"),
    Piece("enemy_option", OPTION_CARDS, "the option card in the enemy base"),
    Piece(
        "objectives",
        Objective,
        "own base and towers, then the enemy's; the way to a base leads to its left corner ahead",
        (TEAMS * OBJECTIVES,),
    ),
    Piece("docks", Dock, "the own docks, as the action `dock` numbers them", (DOCKS,)),
    rally.window_piece("around", Around, "robots and objectives around the robot"),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    robot = s.rally.robots[seat]
    rally.observe_shared(setup, s, seat, out)
    show_preview(setup, s, seat, out.preview, out.program_end)
    show_play(setup, s, seat, seat, out.own, Own.TOKENS)
    out.own[Own.IN_BASE] = in_own_base(setup.floor, robot)
    show_card_set(base_of(s, seat).team_option, out.team_option)
    show_card_set(foe_of(s, seat).team_option, out.enemy_option)
    aim = aim_of(setup.floor, s.rally, seat)
    observe_objectives(setup, s, seat, aim, out.objectives)
    observe_docks(robot, out.docks)
    observe_teams(setup, s, seat, aim, out.others)
    place_objectives(setup, s, robot, out.around)


@kernel
def show_play(setup: Any, s: Any, seat: int, i: int, row: Any, column: int) -> None:
    """The columns PLAY of a robot in the eyes of a seat."""
    robot, score = s.rally.robots[i], s.scores[i]
    x, y = rally.here(robot)
    row[column] = robot.tokens
    row[column + 1] = setup.floor.squares[x, y].shelter
    show_score(score, row, column + 2)
    row[column + 5] = disrupted_by(s, seat, i)


@kernel
def show_score(score: Any, row: Any, column: int) -> None:
    """The columns SCORES."""
    row[column] = min(score.kills, rally.MOST_COUNTED)
    row[column + 1] = min(score.deaths, rally.MOST_COUNTED)
    row[column + 2] = min(score.objectives, rally.MOST_COUNTED)


@kernel
def show_card_set(card: int, row: Any) -> None:
    """One option card, or none."""
    for k in range(OPTION_CARDS):
        row[k] = card == k


@kernel
def observe_objectives(setup: Any, s: Any, seat: int, aim: int, rows: Any) -> None:
    """The objectives, the own team's first; `aim` is what the own howitzer would strike."""
    me = s.rally.robots[seat]
    sight = rally.sight_of(me)
    for side in range(TEAMS):
        team = me.team if side == 0 else Team.RED + Team.BLUE - me.team
        base = s.bases[team - 1]
        first = side * OBJECTIVES
        show_way_to_base(sight, team, rows[first])
        show_health(base, setup.base_health, rows[first], Objective.HEALTH)
        rows[first, Objective.IN_LINE] = side == 1 and aim == ENEMY_BASE
        show_hitters(s.rally, seat, base.hitters, rows[first])
        for k in range(TOWERS_EACH):
            t = (team - 1) * TOWERS_EACH + k
            tower = s.rally.things[t]
            row = rows[first + 1 + k]
            rally.show_way(sight, tower.x, tower.y, row, Objective.RIGHT)
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
def show_way_to_base(sight: Any, team: int, row: Any) -> None:
    """The way to a base: to the corner that is furthest to the left and ahead."""
    x, y = base_x(team), base_y(team)
    right, behind = rally.way_to(sight, x, y)
    far_right, far_behind = rally.way_to(sight, x + BASE_SIDE - 1, y + BASE_SIDE - 1)
    row[Objective.RIGHT] = min(right, far_right)
    row[Objective.BEHIND] = min(behind, far_behind)


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
    sight = rally.sight_of(me)
    for dock in range(DOCKS):
        rally.show_way(sight, dock_x(me.team), dock_y(me.team, dock), rows[dock], Dock.RIGHT)


@kernel
def observe_teams(setup: Any, s: Any, seat: int, aim: int, others: Any) -> None:
    """The other robots' part in this game, and on which side they are."""
    r = s.rally
    for k in range(r.count - 1):
        i = robot_in_row(r, seat, k)
        row = others[k]
        show_play(setup, s, seat, i, row, Other.TOKENS)
        row[Other.TEAM] = 1 if r.robots[i].team == r.robots[seat].team else -1
        row[Other.IN_LINE] = aim == i


@kernel
def place_objectives(setup: Any, s: Any, me: Any, around: Any) -> None:
    """The objectives in the window."""
    sight = rally.sight_of(me)
    for t in range(TOWERS):
        tower = s.rally.things[t]
        rally.mark(sight, tower.x, tower.y, around, objective_column(me, tower.team), tower.health)
    for team in range(Team.RED, Team.BLUE + 1):
        health, column = s.bases[team - 1].health, objective_column(me, team)
        for square in range(BASE_SIDE * BASE_SIDE):
            x = base_x(team) + square % BASE_SIDE
            y = base_y(team) + square // BASE_SIDE
            rally.mark(sight, x, y, around, column, health)


@kernel
def objective_column(me: Any, team: int) -> int:
    """The column of the window that shows a team's objectives."""
    return Around.OWN_OBJECTIVE if team == me.team else Around.ENEMY_OBJECTIVE
