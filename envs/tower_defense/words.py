"""Tower Defense in words: the table for a terminal, the log, and each action as a sentence."""

from collections.abc import Callable
from typing import Any

from cogworks.envs.rally.floor import Tower
from cogworks.envs.rally.moves import occupant, thing_at
from cogworks.envs.rally.state import EVENTS, NOBODY, ROBOTS, Ask
from cogworks.envs.rally.state import Event as RallyEvent
from cogworks.envs.rally.words import (
    ARROWS,
    SENTENCES,
    option_name,
    option_names,
    square_text,
    state_text,
    words,
)
from cogworks.envs.tower_defense.drones import drone_at
from cogworks.envs.tower_defense.experience import level
from cogworks.envs.tower_defense.state import ACTIONS, Event, Stage


def target_name(target: int) -> str:
    """A target of indirect fire: a robot, or a tower."""
    return f"robot_{target}" if target < ROBOTS else f"tower {target - ROBOTS + 1}"


TOWER_DEFENSE_SENTENCES: dict[str, Callable[..., str]] = SENTENCES | {
    "lob": lambda s, target: f"indirect fire at {target_name(target)}",
    "shell": lambda s, target: f"Mini Howitzer at {target_name(target)}",
}


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a person would say it."""
    name, index = ACTIONS.name(action)
    return TOWER_DEFENSE_SENTENCES[name](s, *index)


def robot_names(seats: Any) -> list[str]:
    """The robots of a bit set."""
    return [f"robot_{i}" for i in range(ROBOTS) if int(seats) >> i & 1]


# What an event's number means, by kind.
MEANING = {
    RallyEvent.DRAWN: "option",
    RallyEvent.DISCARDED: "option",
    Event.EARNED: "xp",
    Event.TOWER_DESTROYED: "tower",
    Event.LAUNCHED: "drones",
    Event.TOUCHED: "flag",
    Event.FIRED: "tower",
    Event.TOWER_EVENT: "roll",
    Event.ROBOT_EVENT: "roll",
}

TEXTS = {
    "destroyed": "{robot} is destroyed",
    "drawn": "{robot} draws {option}",
    "discarded": "{robot} discards {option}",
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


def events(setup: Any, s: Any) -> list[dict[str, Any]]:
    """What happened since the last decision, in order."""
    rally = s.rally
    logged = int(rally.logged)
    return [_event(entry) for entry in rally.log[:logged]] if logged else []


def _event(entry: Any) -> dict[str, Any]:
    kind, value = int(entry.kind), int(entry.value)
    member = RallyEvent(kind) if kind < EVENTS else Event(kind)
    found: dict[str, Any] = {"event": member.name.lower()}
    if entry.robot != NOBODY:
        found["robot"] = f"robot_{entry.robot}"
    if entry.by:
        found["by"] = robot_names(entry.by)
    meaning = MEANING.get(member)
    if meaning == "option":
        found[meaning] = option_name(value)
    elif meaning == "tower":
        found[meaning] = value + 1
    elif meaning:
        found[meaning] = value
    return found


def event_text(event: dict[str, Any]) -> str:
    """An event as a sentence."""
    known = event | {"by": " and ".join(event.get("by", ())) or "nobody"}
    return TEXTS[event["event"]].format(**known)


def ansi(setup: Any, s: Any) -> str:
    """The floor, the robots and what just happened, as text."""
    lines = [headline(s)]
    for y in range(setup.floor.height):
        row = (_square(setup, s, x, y) for x in range(setup.floor.width))
        lines.append(" ".join(row).rstrip())
    lines += [_robot(setup, s, i) for i in range(setup.robots)]
    return "\n".join([*lines, *(f"* {event_text(event)}" for event in events(setup, s))])


def headline(s: Any) -> str:
    """Turn, step and question in one line."""
    if s.terminated:
        return f"Turn {s.turn}: {' and '.join(robot_names(s.winners))} won"
    in_phase = Stage.REVEAL <= s.stage <= Stage.TOUCH
    phase = f"register {s.rally.register + 1}" if in_phase else "between"
    return f"Turn {s.turn}, {phase}: robot_{s.to_act} is asked: {words(Ask(s.decision)).lower()}"


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
    options = option_names(robot.options)
    held = f", options: {', '.join(options)}" if options else ""
    lives = f", lives {robot.lives}" if setup.floor.lives else ""
    earned = f"{s.xp[i]} XP (level {level(s, i)}), {robot.touched} flags"
    return f"robot_{i}: {state_text(robot)}, {earned}, damage {robot.damage}{lives}{held}"
