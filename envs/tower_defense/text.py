"""Tower Defense as text: the table for a terminal, the log, each action, what people are asked."""

from functools import partial
from typing import Any

from cogarena.envs.rally import text as rally
from cogarena.envs.rally.floor import Tower
from cogarena.envs.rally.human import Square, human, robot_square
from cogarena.envs.rally.moves import occupant, thing_at
from cogarena.envs.rally.state import NOBODY, ROBOTS, Ask
from cogarena.envs.tower_defense.defense import drone_at
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.state import ACTIONS, Event, Stage

QUESTIONS: dict[int, str] = {Ask.WEAPON: "fire something other than the main laser?"}


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


def ansi(setup: Any, s: Any) -> str:
    """The floor, the robots and the latest events, as text."""
    lines = [
        rally.headline(s, Ask(s.decision), Stage.TOUCH),
        *(line.rstrip() for line in rally.floor_lines(setup.floor, partial(_square, setup, s))),
        *(rally.robot_line(s, i, _facts(setup, s, i)) for i in range(setup.robots)),
        *LOG.lines(setup, s),
    ]
    return "\n".join(lines)


def _square(setup: Any, s: Any, x: int, y: int) -> str:
    height = "'" if setup.floor.squares[x, y].height else " "
    mark = "*" if drone_at(s, x, y) != NOBODY else "%" if s.debris[x, y] else height
    robot = occupant(s.rally, x, y)
    if robot != NOBODY:
        return f"{rally.robot_text(s.rally, robot)}{mark}"
    tower = thing_at(s.rally, x, y)
    if tower != NOBODY:
        letter = "L" if setup.towers[tower].kind == Tower.LASER else "H"
        return f"{letter}{s.rally.things[tower].health}{mark}"
    return f"{rally.square_text(setup.floor, x, y)}{mark}"


def _facts(setup: Any, s: Any, i: int) -> str:
    robot = s.rally.robots[i]
    lives = f", lives {robot.lives}" if setup.floor.lives else ""
    earned = f"{s.xp[i]} XP (level {level(s, i)}), {robot.touched} flags"
    return f"{earned}, damage {robot.damage}{lives}"


def target_square(s: Any, target: int) -> Square:
    """Where a target of indirect fire stands: a robot, or a tower."""
    if target < ROBOTS:
        return robot_square(s, target)
    tower = s.rally.things[target - ROBOTS]
    return int(tower.x), int(tower.y)


HUMAN = human(ACTIONS, action_text, LOG, QUESTIONS, {"lob": target_square, "shell": target_square})
