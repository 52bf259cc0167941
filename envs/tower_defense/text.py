"""Tower Defense as text: the table for a terminal, the log, each action, what people are asked."""

from functools import partial
from typing import Any

import numpy as np

from cogarena.envs.rally import text as rally
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.floor import Tower
from cogarena.envs.rally.human import Square, human, robot_square
from cogarena.envs.rally.state import ROBOTS, Ask
from cogarena.envs.rally.symbols import SURFACES
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.state import ACTIONS, Event, Stage

QUESTIONS: dict[int, str] = {Ask.WEAPON: "fire something other than the main laser{target}?"}


def target_name(target: int) -> str:
    """A target of indirect fire: a robot, or a tower."""
    return rally.robot_name(target) if target < ROBOTS else f"tower {target - ROBOTS + 1}"


SENTENCES: rally.Sentences = {
    "lob": lambda s, target: f"indirect fire at {target_name(target)}",
    "shell": lambda s, target: f"Mini Howitzer at {target_name(target)}",
}
action_text = partial(rally.action_text, ACTIONS, SENTENCES)

TOWER = ("tower", lambda t: t + 1)
LOG = rally.log_text(
    Event,
    {
        Event.EARNED: ("xp", int),
        Event.TOWER_DESTROYED: TOWER,
        Event.LAUNCHED: ("drones", int),
        Event.TOUCHED: ("flag", int),
        Event.FIRED: TOWER,
        Event.TOWER_EVENT: ("roll", int),
        Event.ROBOT_EVENT: ("roll", int),
    },
    {
        "earned": "{robot} earns {xp} experience",
        "killed": "{by}: credited with the death of {robot}",
        "tower_destroyed": "tower {tower} falls to {by}",
        "drone_destroyed": "{by}: a drone is shot down",
        "drone_landed": "a drone lands",
        "launched": "a drone is launched, {drones} in the air",
        "touched": "{robot} touches flag {flag}",
        "fired": "tower {tower} fires at {robot}",
        "salvaged": "{robot} salvages debris",
        "tower_event": "tower event {roll}",
        "robot_event": "robot event {roll} of {robot}",
        "scrambled": "{robot} is scrambled next turn",
    },
)


TOWER_SYMBOL = {surface.tower: symbol for symbol, surface in SURFACES.items() if surface.tower}
TOWER_TEXTS: dict[int, str] = {
    Tower.LASER: "laser tower",
    Tower.HOWITZER: "howitzer tower",
}


def ansi(setup: Any, s: Any) -> str:
    """The floor, the robots and the latest events, as text."""
    lines = [
        rally.headline(s, Ask(s.decision), Stage.TOUCH),
        *_board(setup, s).lines(),
        *(rally.robot_line(s, i, _facts(setup, s, i)) for i in range(setup.robots)),
        *LOG.lines(setup, s),
    ]
    return "\n".join(lines)


def _board(setup: Any, s: Any) -> BoardText:
    """The floor with towers, drones, debris and robots."""
    board = BoardText(setup.floor)
    for t in range(setup.tower_count):
        tower, kind = s.rally.things[t], int(setup.towers[t].kind)
        if tower.health > 0:
            at, symbol = (int(tower.x), int(tower.y)), TOWER_SYMBOL[kind]
            board.build(*at, symbol, int(tower.health), TOWER_TEXTS[kind])
    for drone in s.drones:
        if drone.live:
            board.add(int(drone.x), int(drone.y), "*", "drone")
    for x, y in np.argwhere(s.debris).tolist():
        board.add(x, y, "%", "debris")
    rally.put_robots(board, s.rally)
    return board


def _facts(setup: Any, s: Any, i: int) -> str:
    robot = s.rally.robots[i]
    lives = f", lives {robot.lives}" if setup.floor.lives else ""
    earned = f"{s.xp[i]} XP (level {level(s, i)}), {robot.touched} flags"
    return f"{earned}, damage {robot.damage}{lives}, {rally.archive_text(robot)}"


def target_square(s: Any, target: int) -> Square:
    """Where a target of indirect fire stands: a robot, or a tower."""
    if target < ROBOTS:
        return robot_square(s, target)
    tower = s.rally.things[target - ROBOTS]
    return int(tower.x), int(tower.y)


HUMAN = human(ACTIONS, action_text, LOG, QUESTIONS, {"lob": target_square, "shell": target_square})
