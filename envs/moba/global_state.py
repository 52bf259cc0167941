"""The global state of MOBA Rally, for critics that see everything: all cards, in nobody's view."""

from dataclasses import replace
from typing import Any

from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column, Layout, Piece, clear, clear_row, columns
from cogarena.envs.moba.observe import (
    HEALTH,
    SCORES,
    TOKENS,
    show_card_set,
    show_health,
    show_score,
)
from cogarena.envs.moba.state import (
    ASKS,
    HEIGHT,
    OBJECTIVES,
    TEAMS,
    TOWERS,
    TOWERS_EACH,
    WIDTH,
)
from cogarena.envs.rally.cards import OPTION_CARDS
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.observation import (
    ANNOUNCED,
    COMPASS,
    DAMAGE,
    HOLDS,
    MOST_COUNTED,
    OPTION_PILES,
    OWN_OPTIONS,
    POWERED_DOWN,
    STATUS,
    CardColumn,
    RegisterColumn,
    here,
    observe_cards,
    show_compass,
    show_options,
    show_piles,
    show_question,
)
from cogarena.envs.rally.robot_views import INCOMING, MOST_INCOMING, OWN_STATE, show_own_state
from cogarena.envs.rally.state import HAND, ROBOTS, Place, Power

Clock = columns("Clock", STATUS[-2:])
Robot = columns(
    "Robot",
    Column("X", "squares east of the west edge", WIDTH - 1),
    Column("Y", "squares south of the north edge", HEIGHT - 1),
    COMPASS,
    Column("ON_FLOOR", "1: it stands there, 0: its archive is there"),
    DAMAGE,
    INCOMING,
    POWERED_DOWN,
    ANNOUNCED,
    TOKENS,
    SCORES,
    Column("IS_ASKED", "1: its player is asked"),
    OWN_STATE,
)
Objective = columns("Objective", HEALTH)

GLOBAL_LAYOUT = Layout(
    Piece("clock", Clock, "the register and the turns left"),
    Piece("robots", Robot, "the robots by seat, each in its own eyes", (ROBOTS,)),
    Piece("decisions", ASKS, "what each robot is asked, as in `Ask`", (ROBOTS,)),
    Piece("hands", CardColumn, "the cards in hand", (ROBOTS, HAND)),
    Piece("programs", RegisterColumn, "the registers", (ROBOTS, REGISTERS)),
    replace(
        OWN_OPTIONS,
        columns=OPTION_CARDS,
        meaning=f"each robot's option cards: {HOLDS}",
        rows=(ROBOTS,),
    ),
    Piece("team_options", OPTION_CARDS, "the cards in the bases, red and blue", (TEAMS,)),
    replace(OPTION_PILES, columns=OPTION_CARDS),
    Piece("objectives", Objective, "red's base and towers, then blue's", (TEAMS * OBJECTIVES,)),
    Piece("hitters", ROBOTS, "who dealt each of them damage, by seat", (TEAMS * OBJECTIVES,)),
    Piece("disruptors", ROBOTS, "who disrupts red's base and blue's, by seat", (TEAMS,)),
)


@kernel
def observe_all(setup: Any, s: Any, out: Any) -> None:
    """Write every element of the global state."""
    r = s.rally
    out.clock[Clock.TURNS_LEFT] = min(setup.turns - s.turn, MOST_COUNTED)
    out.clock[Clock.REGISTER] = r.register
    show_piles(r, out.option_piles)
    clear(out.robots)
    for i in range(ROBOTS):
        if i < r.count:
            observe_robot(s, i, out.robots[i])
        show_question(s, i, out.decisions[i])
        observe_cards(r.robots[i], out.hands[i], out.programs[i])
        show_options(r.robots[i], out.options[i])
    for b in range(TEAMS):
        base = s.bases[b]
        first = b * OBJECTIVES
        show_card_set(base.team_option, out.team_options[b])
        show_health(base, setup.base_health, out.objectives[first], Objective.HEALTH)
        show_seats(base.hitters, out.hitters[first])
        show_seats(base.disruptors, out.disruptors[b])
    for t in range(TOWERS):
        row = t + 1 + t // TOWERS_EACH
        show_health(r.things[t], setup.tower_health, out.objectives[row], Objective.HEALTH)
        show_seats(r.things[t].hitters, out.hitters[row])


@kernel
def show_seats(robots: int, row: Any) -> None:
    """A bit set of robots by seat."""
    for i in range(ROBOTS):
        row[i] = (robots >> i) & 1


@kernel
def observe_robot(s: Any, i: int, row: Any) -> None:
    """A robot where it is, and its score."""
    robot = s.rally.robots[i]
    x, y = here(robot)
    clear_row(row)
    row[Robot.X] = x
    row[Robot.Y] = y
    show_compass(robot, row, Robot.FACES_EAST)
    row[Robot.ON_FLOOR] = robot.place == Place.FLOOR
    row[Robot.DAMAGE] = robot.damage
    row[Robot.INCOMING] = min(robot.incoming, MOST_INCOMING)
    row[Robot.POWERED_DOWN] = robot.power == Power.DOWN
    row[Robot.ANNOUNCED] = robot.announced
    row[Robot.TOKENS] = robot.tokens
    show_score(s.scores[i], row, Robot.KILLS)
    row[Robot.IS_ASKED] = is_asked(s, i)
    show_own_state(s, i, row, Robot.WAITS)
