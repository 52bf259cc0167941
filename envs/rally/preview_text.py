"""The preview of a program in words: where each card of the hand leads if nobody interferes."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, Direction
from cogarena.envs.rally.cards import NO_CARD
from cogarena.envs.rally.preview import (
    AIMS,
    BEHIND,
    DAMAGE,
    DEAD,
    FACES_BEHIND,
    FACES_RIGHT,
    GOAL,
    GOALS,
    RIGHT,
    ROBOT,
)
from cogarena.envs.rally.state import HAND, Ask
from cogarena.envs.rally.text import card_text, robot_name, seat_named
from cogarena.envs.rally.transitions import FAR

NamedBy = Callable[[Any, int], str]  # record, the number that a column shows → a name


def robot_in_row(s: Any, row: int) -> str:
    """The robot in a row of what the robot to act sees, in a game that has no teams."""
    return robot_name(seat_named(s, row))


def nothing_else(s: Any, number: int) -> str:
    """The `target_named` of a game in which only robots are targets."""
    return ""


def preview_text(
    robot_named: NamedBy, target_named: NamedBy, goal: str,
    setup: Any, s: Any, seat: int, pieces: Mapping[str, Any],
) -> list[str]:  # fmt: skip
    """A line for the program so far, and one for each card; nothing unless a card is asked for.

    `pieces` are those of the seat's observation; `goal` is what the game calls one.
    """
    robot = s.rally.robots[seat]
    if s.to_act != seat or s.decision != Ask.PROGRAM:
        return []

    def line(row: Any) -> str:
        return ", ".join(_parts(robot, row, robot_named, target_named, goal, s))

    cards = [slot for slot in range(HAND) if robot.hand[slot] != NO_CARD]
    return [
        f"preview, if nobody interferes: the program so far {line(pieces['program_end'])}; then",
        *(f"  {card_text(int(robot.hand[k]))} {line(pieces['preview'][k])}" for k in cards),
    ]


def _parts(
    robot: Any, row: Any, robot_named: NamedBy, target_named: NamedBy, goal: str, s: Any
) -> Iterator[str]:
    if row[DEAD]:
        yield "destroys you"
    else:
        yield _place(robot, row)
    if len(row) > DAMAGE and row[DAMAGE]:
        yield f"{row[DAMAGE]} damage on the way"
    if row[ROBOT]:
        yield f"aims at {robot_named(s, int(row[ROBOT]) - 1)}"
    if len(row) > AIMS and row[AIMS]:
        yield f"aims at {target_named(s, int(row[AIMS]) - 1)}"
    if row[GOALS]:
        yield f"{goal} reached {row[GOALS]}×"
    if not row[DEAD] and row[GOAL] < FAR:
        yield f"{row[GOAL]} steps and turns from there to the next {goal}"


def _place(robot: Any, row: Any) -> str:
    """Where the row leads: a square and a facing."""
    ahead, side = int(robot.facing), (int(robot.facing) + 1) % DIRECTIONS
    x = int(robot.x) + int(row[RIGHT]) * int(DX[side]) - int(row[BEHIND]) * int(DX[ahead])
    y = int(robot.y) + int(row[RIGHT]) * int(DY[side]) - int(row[BEHIND]) * int(DY[ahead])
    turns = {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}
    turned = turns.get((int(row[FACES_RIGHT]), int(row[FACES_BEHIND])), 0)
    return f"leads to {x}, {y}, facing {Direction((ahead + turned) % DIRECTIONS).name.lower()}"
