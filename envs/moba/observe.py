"""What a robot's player sees in MOBA Rally, beside what all rally games share; the global state.

The observation does not depend on the team: own things come first, and directions are relative to
the robot's facing. The cards of allies are as hidden as those of enemies. The global state is for
critics that see everything: all cards, from no seat's point of view.
"""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece, clear, columns
from cogarena.envs.moba.bases import base_of, foe_of, in_own_base
from cogarena.envs.moba.objectives import ENEMY_BASE, FIRST_TOWER, aim_of
from cogarena.envs.moba.state import (
    ASKS,
    BASE_SIDE,
    BASE_X,
    BASE_Y,
    GREEN_TOKENS,
    HEIGHT,
    TEAMS,
    TOWERS,
    TOWERS_EACH,
    WIDTH,
    Stage,
    Team,
)
from cogarena.envs.rally.cards import CARD_SET, OPTIONS
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.observation import (
    BEARING,
    CARD_PIECES,
    COMPASS,
    PUBLIC_CARDS,
    ROBOT_SEEN,
    STATUS,
    WAY_UNIT,
    CardColumn,
    RegisterColumn,
    behind_of,
    clear_window,
    decision_piece,
    floor_piece,
    here,
    mark,
    mark_robot,
    observe_cards,
    observe_floor,
    right_of,
    sees,
    show_bearing,
    show_compass,
    show_options,
    show_question,
    show_registers,
    show_status,
    show_way,
    window_piece,
)
from cogarena.envs.rally.state import DEADLY, HAND, NOBODY, ROBOTS, Place, Power

TEAM_SIZE = ROBOTS // TEAMS
MANY_KILLS = 20.0  # scores are given as shares of these
MANY_DEATHS = 20.0
MANY_OBJECTIVES = 5.0

Own = columns(
    "Own",
    "DAMAGE",
    "POWERED_DOWN",
    STATUS,
    "TOKENS",
    "SHELTERED",
    "IN_BASE",
    "KILLS",
    "DEATHS",
    "OBJECTIVES",
    "AIMS_AT_ROBOT",  # what the howitzer would strike
    "AIMS_AT_TOWER",
    "AIMS_AT_BASE",
    COMPASS,
)
Objective = columns("Objective", "RIGHT", "BEHIND", "HEALTH")
Other = columns(
    "Other", BEARING, "SHELTERED", "DAMAGE", "POWERED_DOWN", "ANNOUNCED", "TOKENS", PUBLIC_CARDS
)
Around = columns(
    "Around",
    "ALLY",
    "ENEMY",
    ROBOT_SEEN,
    "OWN_OBJECTIVE",  # its health as a share
    "ENEMY_OBJECTIVE",
)

LAYOUT = Layout(
    decision_piece(ASKS),
    Piece("own", Own, "the robot's own state", low=-1.0),
    *CARD_PIECES,
    Piece("options", OPTIONS, "options the robot holds or has of its team, as in `Option`"),
    Piece("team_option", OPTIONS, "the option in the own base"),
    Piece("enemy_option", OPTIONS, "the option in the enemy base"),
    Piece(
        "objectives",
        Objective,
        "own base and towers, then the enemy's; ways in widths of the floor",
        (TEAMS * (1 + TOWERS_EACH),),
        low=-1.0,
    ),
    Piece(
        "allies", Other, "the team's other robots, by number after the own", (TEAM_SIZE - 1,), -1.0
    ),
    Piece("enemies", Other, "the enemies, from the one of the own number on", (TEAM_SIZE,), -1.0),
    Piece("ally_options", OPTIONS, "the option cards that allies hold", (TEAM_SIZE - 1,)),
    Piece("enemy_options", OPTIONS, "the option cards that enemies hold", (TEAM_SIZE,)),
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
    for option in range(OPTIONS):
        out.options[option] = has(robot, option)
    show_option(out.team_option, base_of(s, seat).team_option)
    show_option(out.enemy_option, foe_of(s, seat).team_option)
    observe_objectives(setup, s, robot, out.objectives)
    observe_others(setup, s, seat, out)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    observe_teams(s.rally, seat, out.around)
    place_objectives(setup, s, robot, out.around)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    score = s.scores[seat]
    x, y = here(robot)
    aim = aim_of(setup.floor, s.rally, seat)
    own[Own.DAMAGE] = robot.damage / DEADLY
    own[Own.POWERED_DOWN] = robot.power == Power.DOWN
    show_status(s.rally, robot, s.turn / setup.turns, own, Own.ANNOUNCED)
    own[Own.TOKENS] = robot.tokens / GREEN_TOKENS
    own[Own.SHELTERED] = setup.floor.squares[x, y].shelter
    own[Own.IN_BASE] = in_own_base(setup.floor, robot)
    own[Own.KILLS] = min(1.0, score.kills / MANY_KILLS)
    own[Own.DEATHS] = min(1.0, score.deaths / MANY_DEATHS)
    own[Own.OBJECTIVES] = min(1.0, score.objectives / MANY_OBJECTIVES)
    own[Own.AIMS_AT_ROBOT] = NOBODY < aim < FIRST_TOWER
    own[Own.AIMS_AT_TOWER] = FIRST_TOWER <= aim < ENEMY_BASE
    own[Own.AIMS_AT_BASE] = aim == ENEMY_BASE
    show_compass(robot, own, Own.FACES_EAST)


@kernel
def show_option(row: Any, card: int) -> None:
    """The option that a base's card is."""
    for option in range(OPTIONS):
        row[option] = card != NOBODY and (CARD_SET[option] >> card) & 1 == 1


@kernel
def observe_objectives(setup: Any, s: Any, me: Any, rows: Any) -> None:
    """The ways to the objectives and their health: the own team's first."""
    for side in range(TEAMS):
        team = me.team if side == 0 else Team.RED + Team.BLUE - me.team
        first = side * (1 + TOWERS_EACH)
        show_base(setup, s, me, team, rows[first])
        for k in range(TOWERS_EACH):
            tower = s.rally.things[(team - 1) * TOWERS_EACH + k]
            row = rows[first + 1 + k]
            show_way(me, tower.x, tower.y, row, Objective.RIGHT)
            row[Objective.HEALTH] = tower.health / setup.tower_health


@kernel
def show_base(setup: Any, s: Any, me: Any, team: int, row: Any) -> None:
    """The way to the middle of a base, and its health."""
    x, y = here(me)
    twice_x = 2 * base_x(team) + BASE_SIDE - 1 - 2 * x
    twice_y = 2 * base_y(team) + BASE_SIDE - 1 - 2 * y
    row[Objective.RIGHT] = right_of(me.facing, twice_x, twice_y) / (2 * WAY_UNIT)
    row[Objective.BEHIND] = behind_of(me.facing, twice_x, twice_y) / (2 * WAY_UNIT)
    row[Objective.HEALTH] = s.bases[team - 1].health / setup.base_health


@kernel
def base_x(team: int) -> int:
    """The westernmost column of a base."""
    return BASE_X if team == Team.RED else WIDTH - BASE_SIDE - BASE_X


@kernel
def base_y(team: int) -> int:
    """The northernmost row of a base."""
    return BASE_Y if team == Team.RED else HEIGHT - BASE_SIDE - BASE_Y


@kernel
def observe_others(setup: Any, s: Any, seat: int, out: Any) -> None:
    """The public state of allies and enemies."""
    clear(out.allies)
    clear(out.enemies)
    clear(out.ally_options)
    clear(out.enemy_options)
    each = s.rally.count // TEAMS
    mine = seat // TEAMS
    for k in range(each):
        number = (mine + k) % each
        ally = number * TEAMS + seat % TEAMS
        enemy = number * TEAMS + (seat + 1) % TEAMS
        if k > 0:
            show_robot(setup, s, seat, ally, out.allies[k - 1])
            show_options(s.rally.robots[ally], out.ally_options[k - 1])
        show_robot(setup, s, seat, enemy, out.enemies[k])
        show_options(s.rally.robots[enemy], out.enemy_options[k])


@kernel
def show_robot(setup: Any, s: Any, seat: int, j: int, row: Any) -> None:
    """The public state of a robot, relative to the seat's."""
    robot = s.rally.robots[j]
    x, y = here(robot)
    show_bearing(s.rally.robots[seat], robot, x, y, row, Other.RIGHT)
    row[Other.SHELTERED] = setup.floor.squares[x, y].shelter
    row[Other.DAMAGE] = robot.damage / DEADLY
    row[Other.POWERED_DOWN] = robot.power == Power.DOWN
    row[Other.ANNOUNCED] = robot.announced
    row[Other.TOKENS] = robot.tokens / GREEN_TOKENS
    show_registers(s.rally, s.stage, Stage.CLEAN_UP, j, row, Other.REGISTER_1)


@kernel
def observe_teams(r: Any, seat: int, around: Any) -> None:
    """Allies and enemies in the window."""
    clear_window(around)
    me = r.robots[seat]
    for i in range(r.count):
        if sees(r, seat, i):
            robot = r.robots[i]
            column = Around.ALLY if robot.team == me.team else Around.ENEMY
            mark_robot(me, robot, around, column, Around.FACES_RIGHT)


@kernel
def place_objectives(setup: Any, s: Any, me: Any, around: Any) -> None:
    """The objectives in the window."""
    for t in range(TOWERS):
        tower = s.rally.things[t]
        health = tower.health / setup.tower_health
        place_objective(me, tower.x, tower.y, tower.team, health, around)
    for team in range(Team.RED, Team.BLUE + 1):
        health = s.bases[team - 1].health / setup.base_health
        for square in range(BASE_SIDE * BASE_SIDE):
            x = base_x(team) + square % BASE_SIDE
            y = base_y(team) + square // BASE_SIDE
            place_objective(me, x, y, team, health, around)


@kernel
def place_objective(me: Any, x: int, y: int, team: int, health: float, around: Any) -> None:
    """One square of an objective, if it is in the window."""
    column = Around.OWN_OBJECTIVE if team == me.team else Around.ENEMY_OBJECTIVE
    mark(me, x, y, around, column, health)


class Clock(IntEnum):
    """Columns of `clock`."""

    TURN = 0
    REGISTER = 1
    STAGE = 2


class Robot(IntEnum):
    """Columns of `robots`."""

    X = 0
    Y = 1
    FACES_EAST = 2
    FACES_SOUTH = 3
    ON_FLOOR = 4
    DAMAGE = 5
    INCOMING = 6
    POWERED_DOWN = 7
    ANNOUNCED = 8
    TOKENS = 9
    KILLS = 10
    DEATHS = 11
    OBJECTIVES = 12
    IS_ASKED = 13


STAGES = 32.0

GLOBAL_LAYOUT = Layout(
    Piece("clock", Clock, "turn, register and step of the turn"),
    Piece("robots", Robot, "the robots by seat", (ROBOTS,), low=-1.0),
    Piece("decisions", ASKS, "what each robot is asked, as in `Ask`", (ROBOTS,)),
    Piece("hands", CardColumn, "the cards in hand", (ROBOTS, HAND)),
    Piece("programs", RegisterColumn, "the registers", (ROBOTS, REGISTERS)),
    Piece("options", OPTIONS, "the option cards that each robot holds", (ROBOTS,)),
    Piece("team_options", OPTIONS, "the options in the bases, red and blue", (TEAMS,)),
    Piece("towers", TOWERS, "health of the towers, red's first"),
    Piece("bases", TEAMS, "health of the bases"),
)


@kernel
def observe_all(setup: Any, s: Any, out: Any) -> None:
    """Write every element of the global state."""
    r = s.rally
    out.clock[Clock.TURN] = s.turn / setup.turns
    out.clock[Clock.REGISTER] = r.register / REGISTERS
    out.clock[Clock.STAGE] = s.stage / STAGES
    clear(out.robots)
    for i in range(ROBOTS):
        if i < r.count:
            observe_robot(s, i, out.robots[i])
        show_question(s, i, out.decisions[i])
        observe_cards(r.robots[i], out.hands[i], out.programs[i])
        show_options(r.robots[i], out.options[i])
    for b in range(TEAMS):
        show_option(out.team_options[b], s.bases[b].team_option)
        out.bases[b] = s.bases[b].health / setup.base_health
    for t in range(TOWERS):
        out.towers[t] = r.things[t].health / setup.tower_health


@kernel
def observe_robot(s: Any, i: int, row: Any) -> None:
    """A robot where it is, in shares of the floor, and its score."""
    robot = s.rally.robots[i]
    x, y = here(robot)
    row[Robot.X] = x / WIDTH
    row[Robot.Y] = y / HEIGHT
    row[Robot.FACES_EAST] = DX[robot.facing]
    row[Robot.FACES_SOUTH] = DY[robot.facing]
    row[Robot.ON_FLOOR] = robot.place == Place.FLOOR
    row[Robot.DAMAGE] = robot.damage / DEADLY
    row[Robot.INCOMING] = min(robot.incoming, DEADLY) / DEADLY
    row[Robot.POWERED_DOWN] = robot.power == Power.DOWN
    row[Robot.ANNOUNCED] = robot.announced
    row[Robot.TOKENS] = robot.tokens / GREEN_TOKENS
    row[Robot.KILLS] = min(1.0, s.scores[i].kills / MANY_KILLS)
    row[Robot.DEATHS] = min(1.0, s.scores[i].deaths / MANY_DEATHS)
    row[Robot.OBJECTIVES] = min(1.0, s.scores[i].objectives / MANY_OBJECTIVES)
    row[Robot.IS_ASKED] = is_asked(s, i)
