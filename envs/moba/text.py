"""MOBA Rally as text: the table for a terminal, the log, each action, what people are asked."""

from dataclasses import replace
from typing import Any

import numpy as np

from cogarena.envs.moba.objectives import HOWITZER
from cogarena.envs.moba.rules import dock_x, dock_y
from cogarena.envs.moba.scores import kdo
from cogarena.envs.moba.state import (
    ACTIONS,
    TEAMS,
    TOWERS,
    TOWERS_EACH,
    Ask,
    Decision,
    Event,
    Stage,
    Team,
)
from cogarena.envs.rally import human as rally_human
from cogarena.envs.rally import text as rally
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.human import Square
from cogarena.envs.rally.state import NOBODY
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.symbols import DOCK

SENTENCES: rally.Sentences = {
    "dock": lambda s, dock: f"re-enter on dock {dock}",
    "disrupt": lambda s: "disrupt the enemy base",
}
QUESTIONS: dict[int, str] = {
    Ask.DOCK: "on which dock do you re-enter?",
    Ask.INSTALL: "install an option in your base, for the whole team{replaced}?",
}


def robot_name(seat: int) -> str:
    """A robot by its seat, named like its agent."""
    return f"{('red', 'blue')[seat % TEAMS]}_{seat // TEAMS}"


def team_name(team: int) -> str:
    """A team in lower case."""
    return Team(team).name.lower()


def members(seats: Any) -> list[str]:
    """The robots of a bit set."""
    return rally.robot_names(seats, robot_name)


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a sentence."""
    if action == HOWITZER and s.decision == RallyAsk.WEAPON:
        return "fire the Mini Howitzer"
    return rally.action_text(ACTIONS, SENTENCES, setup, s, action)


def tower_name(t: int) -> str:
    """A tower by its team and number."""
    return f"{team_name(Team.RED + t // TOWERS_EACH)} tower {t % TOWERS_EACH + 1}"


LOG = rally.log_text(
    Event,
    {
        Event.TOWER_DESTROYED: ("tower", tower_name),
        Event.BASE_DESTROYED: ("base", team_name),
        Event.INSTALLED: rally.OPTION,
        Event.REPLACED: rally.OPTION,
        Event.DISRUPTED: rally.OPTION,
        Event.RED_BASE_HIT: ("health", int),
        Event.BLUE_BASE_HIT: ("health", int),
    },
    {
        "killed": "{by}: credited with the kill of {robot}",
        "tower_destroyed": "{tower} falls to {by}",
        "base_destroyed": "the {base} base falls to {by}",
        "installed": "{robot} installs {option} in its base",
        "replaced": "{option} leaves the base for another option",
        "disrupted": "{by}: {option} is lost to the enemy base",
        "red_base_hit": "the red base loses {health}",
        "blue_base_hit": "the blue base loses {health}",
    },
    robot_name,
    only_news=(Event.RED_BASE_HIT, Event.BLUE_BASE_HIT),
)


def ansi(setup: Any, s: Any) -> str:
    """The floor, the bases, the robots and the latest events, as text."""
    lines = [
        rally.headline(s, Decision(s.decision), Stage.LOSE, robot_name),
        *_board(setup.floor, s.rally).lines(),
        *(_base(setup, s, team) for team in (Team.RED, Team.BLUE)),
        *(rally.robot_line(s, i, _facts(s, i), robot_name) for i in range(setup.robots)),
        *LOG.lines(setup, s),
    ]
    return "\n".join(lines)


def _board(floor: Any, r: Any) -> BoardText:
    """The floor with docks, bases, towers and robots."""
    board = BoardText(floor)
    squares = floor.squares[: floor.width, : floor.height]
    for x, y in np.argwhere(squares["dock"] > 0).tolist():
        board.mark(x, y, f"{DOCK}{squares[x, y].dock - 1}")  # both teams have a dock of a number
    for x, y in np.argwhere(squares["closed"] > 0).tolist():
        team = Team.RED if squares[x, y].closed == 1 << Team.BLUE else Team.BLUE
        board.stand(x, y, f"{_letter(team)}B", f"{team_name(team)} base")
    for tower in r.things[:TOWERS]:
        if tower.health > 0:
            at, symbol = (int(tower.x), int(tower.y)), f"t{_letter(tower.team)}"
            board.build(*at, symbol, int(tower.health), f"{team_name(tower.team)} tower")
    rally.put_robots(board, r, lambda i: f"{_letter(r.robots[i].team).lower()}{i // TEAMS}")
    return board


def _letter(team: int) -> str:
    return Team(team).name[0]


def _base(setup: Any, s: Any, team: int) -> str:
    base = s.bases[team - 1]
    option = rally.option_name(base.team_option) if base.team_option != NOBODY else "none"
    towers = [int(t.health) for t in s.rally.things[:TOWERS] if t.team == team]
    health = f"{base.health} of {setup.base_health}"
    return f"{team_name(team)} base: {health}, towers {towers}, team option: {option}"


def _facts(s: Any, i: int) -> str:
    robot, score = s.rally.robots[i], s.scores[i]
    tokens = f", {robot.tokens} tokens" if robot.tokens else ""
    tally = f"{score.kills}/{score.deaths}/{score.objectives} = {kdo(score)}"
    return f"damage {robot.damage}, KDO {tally}{tokens}"


def dock_square(s: Any, dock: int) -> Square:
    """A dock of the acting robot's team."""
    team = int(s.rally.robots[s.to_act].team)
    return int(dock_x(team)), int(dock_y(team, dock))


def question(setup: Any, s: Any) -> str:
    """What the robot to act is asked, with the option that another would replace."""
    card = int(s.bases[s.rally.robots[s.to_act].team - 1].team_option)
    replaced = f", instead of {rally.option_name(card)}" if card != NOBODY else ""
    named = {kind: text.replace("{replaced}", replaced) for kind, text in QUESTIONS.items()}
    return rally_human.question(named, setup, s, robot_name)


HUMAN = replace(
    rally_human.human(ACTIONS, action_text, LOG, squares={"dock": dock_square}), question=question
)
