"""What a robot's player sees in a race, beside what all rally games share."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column, Layout, clear, columns
from cogarena.envs.race.preview import PREVIEW_PIECES, show_preview
from cogarena.envs.rally.floor import FLAGS
from cogarena.envs.rally.observation import (
    ANNOUNCED,
    BEARING,
    COMPASS,
    COURSE,
    OPTION_PILES,
    OTHER_OPTIONS,
    RACER,
    ROBOT,
    STATUS,
    floor_piece,
    here,
    observe_cards,
    observe_floor,
    observe_robots,
    racer_pieces,
    show_bearing,
    show_compass,
    show_course,
    show_options,
    show_others_options,
    show_piles,
    show_question,
    show_racer,
    show_status,
    show_way,
    way,
    window_piece,
)
from cogarena.envs.rally.robot_views import (
    OWN_STATE,
    PUBLIC_STATE,
    show_own_state,
    show_public_state,
)
from cogarena.envs.rally.state import Ask

ASKS = len(Ask)

Own = columns(
    "Own",
    RACER,
    STATUS,
    OWN_STATE,
    COURSE,
    Column("FLAGS", "flags on the course", FLAGS),
    COMPASS,
)
Around = columns("Around", ROBOT)
Other = columns(
    "Other",
    BEARING,  # at its archive while it is destroyed
    RACER,
    ANNOUNCED,
    way("ARCHIVE", "its archive"),
    PUBLIC_STATE,
)

LAYOUT = Layout(
    *racer_pieces(Own, Other),
    *PREVIEW_PIECES,
    OTHER_OPTIONS,
    OPTION_PILES,
    floor_piece(),
    window_piece("around", Around, "robots around the robot"),
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
    observe_others(s, seat, out.others)
    show_others_options(s.rally, seat, out.other_options)
    show_piles(s.rally, out.option_piles)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    observe_robots(s.rally, seat, out.around, Around.ROBOT)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    show_racer(robot, own, Own.DAMAGE)
    show_status(setup, s, robot, own, Own.ANNOUNCED)
    show_own_state(s, seat, own, Own.WAITS)
    show_course(setup.floor, robot, own, Own.FLAG_RIGHT)
    own[Own.FLAGS] = setup.floor.flag_count
    show_compass(robot, own, Own.FACES_EAST)


@kernel
def observe_others(s: Any, seat: int, others: Any) -> None:
    """The public state of the other robots."""
    clear(others)
    r = s.rally
    me = r.robots[seat]
    for k in range(1, r.count):
        i = (seat + k) % r.count
        robot, row = r.robots[i], others[k - 1]
        x, y = here(robot)
        show_bearing(me, robot, x, y, row, Other.RIGHT)
        show_racer(robot, row, Other.DAMAGE)
        row[Other.ANNOUNCED] = robot.announced
        show_way(me, robot.archive_x, robot.archive_y, row, Other.ARCHIVE_RIGHT)
        show_public_state(s, seat, i, row, Other.INCOMING)
