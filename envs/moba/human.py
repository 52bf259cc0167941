"""MOBA Rally played by people."""

from typing import Any

from cogarena.envs.moba.rules import dock_x, dock_y
from cogarena.envs.moba.state import ACTIONS, TEAMS, Ask
from cogarena.envs.moba.text import LOG, action_text, robot_name, team_name
from cogarena.envs.rally import human as rally

QUESTIONS = rally.QUESTIONS | {
    Ask.DOCK: "on which dock do you re-enter?",
    Ask.INSTALL: "install one of your options in your base, for the whole team?",
}


def news(setup: Any, before: Any, s: Any) -> list[str]:
    """The log, and what became of the robots and the bases."""
    bases = [
        f"the {team_name(team + 1)} base loses {int(was.health) - int(now.health)}"
        for team, (was, now) in enumerate(zip(before.bases[:TEAMS], s.bases[:TEAMS], strict=True))
        if was.health > now.health
    ]
    return [*LOG.sentences(setup, s), *rally.changes(before, s, robot_name), *bases]


def dock_square(s: Any, dock: int) -> rally.Square:
    """A dock of the acting robot's team."""
    team = int(s.rally.robots[s.to_act].team)
    return int(dock_x(team)), int(dock_y(team, dock))


HUMAN = rally.human(ACTIONS, action_text, news, QUESTIONS, {"dock": dock_square})
