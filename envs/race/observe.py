"""What a robot's player sees in a race, beside what all rally games share."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, clear, columns
from cogarena.envs.race.state import Stage
from cogarena.envs.rally.damage import count_options
from cogarena.envs.rally.observation import (
    BEARING,
    COMPASS,
    COURSE,
    PUBLIC_CARDS,
    RACER,
    ROBOT_SEEN,
    STATUS,
    floor_piece,
    mark_next_flag,
    observe_cards,
    observe_floor,
    observe_robots,
    racer_pieces,
    show_bearing,
    show_compass,
    show_course,
    show_options,
    show_question,
    show_racer,
    show_registers,
    show_status,
    window_piece,
)
from cogarena.envs.rally.state import Ask

MANY_OPTIONS = 5.0
ASKS = len(Ask)

Own = columns("Own", RACER, STATUS, COURSE, COMPASS)
Robot = columns("Robot", "PRESENT", ROBOT_SEEN, "NEXT_FLAG")
Other = columns("Other", BEARING, RACER, "ANNOUNCED", "OPTIONS", PUBLIC_CARDS)

LAYOUT = Layout(
    *racer_pieces(Own, Other),
    floor_piece(),
    window_piece("robots", Robot, "robots and the next flag around the robot"),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    robot = s.rally.robots[seat]
    show_question(s, seat, out.decision)
    show_racer(robot, out.own, Own.DAMAGE)
    show_status(s.rally, robot, s.turn / setup.turns, out.own, Own.ANNOUNCED)
    show_course(setup.floor, robot, out.own, Own.FLAG_RIGHT)
    show_compass(robot, out.own, Own.FACES_EAST)
    observe_cards(robot, out.hand, out.program)
    show_options(robot, out.options)
    observe_others(s, seat, out.others)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    observe_robots(s.rally, seat, out.robots)
    mark_next_flag(setup.floor, robot, out.robots, Robot.NEXT_FLAG)


@kernel
def observe_others(s: Any, seat: int, others: Any) -> None:
    """The public state of the other robots; a destroyed one is where it was last."""
    clear(others)
    r = s.rally
    for i in range(1, r.count):
        j = (seat + i) % r.count
        robot = r.robots[j]
        row = others[i - 1]
        show_bearing(r.robots[seat], robot, robot.x, robot.y, row, Other.RIGHT)
        show_racer(robot, row, Other.DAMAGE)
        row[Other.ANNOUNCED] = robot.announced
        row[Other.OPTIONS] = min(1.0, count_options(robot) / MANY_OPTIONS)
        show_registers(r, s.stage, Stage.CLEAN_UP, j, row, Other.REGISTER_1)
