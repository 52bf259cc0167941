"""The global state, for critics that see everything: all cards, from no seat's point of view."""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece, clear
from cogarena.envs.moba.observe import (
    MANY_DEATHS,
    MANY_KILLS,
    MANY_OBJECTIVES,
    show_option,
)
from cogarena.envs.moba.state import (
    ASKS,
    GREEN_TOKENS,
    HEIGHT,
    TEAMS,
    TOWERS,
    WIDTH,
)
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.observation import (
    CardColumn,
    RegisterColumn,
    here,
    observe_cards,
    show_options,
    show_question,
)
from cogarena.envs.rally.options import OPTIONS
from cogarena.envs.rally.state import DEADLY, HAND, ROBOTS, Place, Power


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
            show_robot(s, i, out.robots[i])
        show_question(s, i, out.decisions[i])
        observe_cards(r.robots[i], out.hands[i], out.programs[i])
        show_options(r.robots[i], out.options[i])
    for b in range(TEAMS):
        show_option(out.team_options[b], s.bases[b].team_option)
        out.bases[b] = s.bases[b].health / setup.base_health
    for t in range(TOWERS):
        out.towers[t] = r.things[t].health / setup.tower_health


@kernel
def show_robot(s: Any, i: int, row: Any) -> None:
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
