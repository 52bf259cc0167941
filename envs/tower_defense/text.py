"""Tower Defense in words: the table for a terminal, the log, and each action as a sentence."""

from collections.abc import Callable
from typing import Any

from cogarena.envs.rally.floor import Tower
from cogarena.envs.rally.text import MEANINGS as RALLY_MEANINGS
from cogarena.envs.rally.text import TEXTS as RALLY_TEXTS
from cogarena.envs.rally.text import LogWords, Meaning
from cogarena.envs.rally.moves import occupant, thing_at
from cogarena.envs.rally.state import NOBODY, ROBOTS, Ask
from cogarena.envs.rally.text import (
    ARROWS,
    SENTENCES,
    headline,
    held_text,
    robot_name,
    square_text,
    state_text,
)
from cogarena.envs.tower_defense.drones import drone_at
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.state import ACTIONS, Event, Stage


def target_name(target: int) -> str:
    """A target of indirect fire: a robot, or a tower."""
    return robot_name(target) if target < ROBOTS else f"tower {target - ROBOTS + 1}"


TOWER_DEFENSE_SENTENCES: dict[str, Callable[..., str]] = SENTENCES | {
    "lob": lambda s, target: f"indirect fire at {target_name(target)}",
    "shell": lambda s, target: f"Mini Howitzer at {target_name(target)}",
}


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a person would say it."""
    name, index = ACTIONS.name(action)
    return TOWER_DEFENSE_SENTENCES[name](s, *index)


# What an event's number means, by kind.
TOWER = ("tower", lambda t: t + 1)
MEANINGS: dict[int, Meaning] = RALLY_MEANINGS | {
    Event.EARNED: ("xp", int),
    Event.TOWER_DESTROYED: TOWER,
    Event.LAUNCHED: ("drones", int),
    Event.TOUCHED: ("flag", int),
    Event.FIRED: TOWER,
    Event.TOWER_EVENT: ("roll", int),
    Event.ROBOT_EVENT: ("roll", int),
}
TEXTS = RALLY_TEXTS | {
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
}


LOG = LogWords(Event, MEANINGS, TEXTS)


def ansi(setup: Any, s: Any) -> str:
    """The floor, the robots and what just happened, as text."""
    lines = [headline(s, Ask(s.decision), Stage.TOUCH)]
    for y in range(setup.floor.height):
        row = (_square(setup, s, x, y) for x in range(setup.floor.width))
        lines.append(" ".join(row).rstrip())
    lines += [_robot(setup, s, i) for i in range(setup.robots)]
    return "\n".join([*lines, *(f"* {told}" for told in LOG.sentences(setup, s))])


def _square(setup: Any, s: Any, x: int, y: int) -> str:
    height = "'" if setup.floor.squares[x, y].height else " "
    mark = "*" if drone_at(s, x, y) != NOBODY else "%" if s.debris[x, y] else height
    robot = occupant(s.rally, x, y)
    if robot != NOBODY:
        return f"{robot}{ARROWS[s.rally.robots[robot].facing]}{mark}"
    tower = thing_at(s.rally, x, y)
    if tower != NOBODY:
        letter = "L" if setup.towers[tower].kind == Tower.LASER else "H"
        return f"{letter}{s.rally.things[tower].health}{mark}"
    return f"{square_text(setup.floor, x, y)}{mark}"


def _robot(setup: Any, s: Any, i: int) -> str:
    robot = s.rally.robots[i]
    lives = f", lives {robot.lives}" if setup.floor.lives else ""
    earned = f"{s.xp[i]} XP (level {level(s, i)}), {robot.touched} flags"
    state = f"{state_text(robot)}, {earned}, damage {robot.damage}{lives}"
    return f"{robot_name(i)}: {state}{held_text(robot)}"
