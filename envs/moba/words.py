"""MOBA Rally in words: the table for a terminal, the log, and each action as a sentence."""

from collections.abc import Callable
from typing import Any

from cogworks.envs.moba.objectives import HOWITZER
from cogworks.envs.moba.scores import kdo
from cogworks.envs.moba.state import ACTIONS, TEAMS, Ask, Event, Stage, Team
from cogworks.envs.rally.moves import occupant, thing_at
from cogworks.envs.rally.state import EVENTS, NOBODY
from cogworks.envs.rally.state import Ask as RallyAsk
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

MOBA_SENTENCES: dict[str, Callable[..., str]] = SENTENCES | {
    "dock": lambda s, dock: f"re-enter on dock {dock + 1}",
    "disrupt": lambda s: "disrupt the enemy base",
}


def robot_name(seat: int) -> str:
    """A robot by its seat, as agents are called."""
    return f"{('red', 'blue')[seat % TEAMS]}_{seat // TEAMS}"


def team_name(team: int) -> str:
    """A team in lower case."""
    return Team(team).name.lower()


def members(seats: Any) -> list[str]:
    """The robots of a bit set."""
    return [robot_name(i) for i in range(8) if int(seats) >> i & 1]


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a person would say it."""
    if action == HOWITZER and s.decision == RallyAsk.WEAPON:
        return "fire the Mini Howitzer"
    name, index = ACTIONS.name(action)
    return MOBA_SENTENCES[name](s, *index)


def events(setup: Any, s: Any) -> list[dict[str, Any]]:
    """What happened since the last decision, in order."""
    rally = s.rally
    logged = int(rally.logged)
    return [_event(entry) for entry in rally.log[:logged]] if logged else []


def _event(entry: Any) -> dict[str, Any]:
    kind, value = int(entry.kind), int(entry.value)
    name = (RallyEvent(kind) if kind < EVENTS else Event(kind)).name.lower()
    found: dict[str, Any] = {"event": name}
    if entry.robot != NOBODY:
        found["robot"] = robot_name(int(entry.robot))
    if entry.by:
        found["by"] = members(entry.by)
    if kind == Event.TOWER_DESTROYED:
        found["tower"] = tower_name(value)
    elif kind == Event.BASE_DESTROYED:
        found["base"] = team_name(value)
    elif kind not in (RallyEvent.DESTROYED, Event.KILLED):
        found["option"] = option_name(value)
    return found


def tower_name(t: int) -> str:
    """A tower by its team and number."""
    return f"{team_name(Team.RED + t // 4)} tower {t % 4 + 1}"


def event_text(event: dict[str, Any]) -> str:
    """An event as a sentence."""
    who = event.get("robot", "")
    by = " and ".join(event.get("by", ())) or "nobody"
    return {
        "destroyed": f"{who} is destroyed",
        "drawn": f"{who} draws {event.get('option')}",
        "discarded": f"{who} discards {event.get('option')}",
        "killed": f"{by}: credited with the kill of {who}",
        "tower_destroyed": f"{event.get('tower')} falls to {by}",
        "base_destroyed": f"the {event.get('base')} base falls to {by}",
        "installed": f"{who} installs {event.get('option')} in its base",
        "replaced": f"{event.get('option')} leaves the base for another option",
        "disrupted": f"{by}: {event.get('option')} is lost to the enemy base",
    }[event["event"]]


def ansi(setup: Any, s: Any) -> str:
    """The floor, the bases, the robots and what just happened, as text."""
    lines = [headline(setup, s)]
    for y in range(setup.floor.height):
        row = (_square(setup.floor, s.rally, x, y) for x in range(setup.floor.width))
        lines.append(" ".join(row).rstrip())
    lines += [_base(setup, s, team) for team in (Team.RED, Team.BLUE)]
    lines += [_robot(s, i) for i in range(setup.robots)]
    return "\n".join([*lines, *(f"* {event_text(event)}" for event in events(setup, s))])


def headline(setup: Any, s: Any) -> str:
    """Turn, step and question in one line."""
    if s.terminated:
        return f"Turn {s.turn}: {' and '.join(members(s.winners))} won"
    if s.truncated:
        return f"Turn {s.turn}: the game was cut off"
    asked = words(RallyAsk(s.decision) if s.decision < len(RallyAsk) else Ask(s.decision)).lower()
    phase = f"register {s.rally.register + 1}" if is_in_phase(s) else "between"
    return f"Turn {s.turn}, {phase}: {robot_name(int(s.to_act))} is asked: {asked}"


def is_in_phase(s: Any) -> bool:
    """A register is being executed."""
    return bool(Stage.REVEAL <= s.stage < Stage.CLEAN_UP)


def _square(floor: Any, r: Any, x: int, y: int) -> str:
    robot = occupant(r, x, y)
    if robot != NOBODY:
        letter = ("r", "b")[robot % TEAMS]
        return f"{letter}{robot // TEAMS}{ARROWS[r.robots[robot].facing]}"
    tower = thing_at(r, x, y)
    if tower != NOBODY:
        return f"{('R', 'B')[r.things[tower].team - 1]}{r.things[tower].health:<2}"
    square = floor.squares[x, y]
    if square.closed:
        return "Rb " if square.closed == 1 << Team.BLUE else "Bb "
    if square.dock:
        return f"D{square.dock} "
    return f"{square_text(floor, x, y)} "


def _base(setup: Any, s: Any, team: int) -> str:
    base = s.bases[team - 1]
    option = option_name(base.team_option) if base.team_option != NOBODY else "none"
    towers = [int(t.health) for t in s.rally.things[:8] if t.team == team]
    health = f"{base.health} of {setup.base_health}"
    return f"{team_name(team)} base: {health}, towers {towers}, team option: {option}"


def _robot(s: Any, i: int) -> str:
    robot, score = s.rally.robots[i], s.scores[i]
    options = option_names(robot.options)
    held = f", options: {', '.join(options)}" if options else ""
    tokens = f", {robot.tokens} tokens" if robot.tokens else ""
    tally = f"{score.kills}/{score.deaths}/{score.objectives} = {kdo(score)}"
    return f"{robot_name(i)}: {state_text(robot)}, damage {robot.damage}, KDO {tally}{tokens}{held}"
