"""MOBA Rally in words: the table for a terminal, the log, and each action as a sentence."""

from collections.abc import Callable
from typing import Any

from cogarena.envs.moba.objectives import HOWITZER
from cogarena.envs.moba.scores import kdo
from cogarena.envs.moba.state import (
    ACTIONS,
    TEAMS,
    TOWERS,
    TOWERS_EACH,
    Decision,
    Event,
    Stage,
    Team,
)
from cogarena.envs.rally.text import MEANINGS as RALLY_MEANINGS
from cogarena.envs.rally.text import OPTION, LogWords, Meaning
from cogarena.envs.rally.text import TEXTS as RALLY_TEXTS
from cogarena.envs.rally.moves import occupant, thing_at
from cogarena.envs.rally.state import NOBODY
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.text import (
    ARROWS,
    SENTENCES,
    headline,
    held_text,
    option_name,
    robot_names,
    square_text,
    state_text,
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
    return robot_names(seats, robot_name)


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a person would say it."""
    if action == HOWITZER and s.decision == RallyAsk.WEAPON:
        return "fire the Mini Howitzer"
    name, index = ACTIONS.name(action)
    return MOBA_SENTENCES[name](s, *index)


def tower_name(t: int) -> str:
    """A tower by its team and number."""
    return f"{team_name(Team.RED + t // TOWERS_EACH)} tower {t % TOWERS_EACH + 1}"


# What an event's number means, by kind.
MEANINGS: dict[int, Meaning] = RALLY_MEANINGS | {
    Event.TOWER_DESTROYED: ("tower", tower_name),
    Event.BASE_DESTROYED: ("base", team_name),
    Event.INSTALLED: OPTION,
    Event.REPLACED: OPTION,
    Event.DISRUPTED: OPTION,
}
TEXTS = RALLY_TEXTS | {
    "killed": "{by}: credited with the kill of {robot}",
    "tower_destroyed": "{tower} falls to {by}",
    "base_destroyed": "the {base} base falls to {by}",
    "installed": "{robot} installs {option} in its base",
    "replaced": "{option} leaves the base for another option",
    "disrupted": "{by}: {option} is lost to the enemy base",
}
LOG = LogWords(Event, MEANINGS, TEXTS, robot_name)


def ansi(setup: Any, s: Any) -> str:
    """The floor, the bases, the robots and what just happened, as text."""
    lines = [headline(s, Decision(s.decision), Stage.LOSE, robot_name)]
    for y in range(setup.floor.height):
        row = (_square(setup.floor, s.rally, x, y) for x in range(setup.floor.width))
        lines.append(" ".join(row).rstrip())
    lines += [_base(setup, s, team) for team in (Team.RED, Team.BLUE)]
    lines += [_robot(s, i) for i in range(setup.robots)]
    return "\n".join([*lines, *(f"* {told}" for told in LOG.sentences(setup, s))])


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
    towers = [int(t.health) for t in s.rally.things[:TOWERS] if t.team == team]
    health = f"{base.health} of {setup.base_health}"
    return f"{team_name(team)} base: {health}, towers {towers}, team option: {option}"


def _robot(s: Any, i: int) -> str:
    robot, score = s.rally.robots[i], s.scores[i]
    tokens = f", {robot.tokens} tokens" if robot.tokens else ""
    tally = f"{score.kills}/{score.deaths}/{score.objectives} = {kdo(score)}"
    state = f"{state_text(robot)}, damage {robot.damage}, KDO {tally}{tokens}"
    return f"{robot_name(i)}: {state}{held_text(robot)}"
