"""MOBA Rally as text: the table for a terminal, the log, each action, what people are asked."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from cogarena.envs.core.human import Panels
from cogarena.envs.moba.objectives import HOWITZER
from cogarena.envs.moba.rules import dock_x, dock_y
from cogarena.envs.moba.scores import kdo
from cogarena.envs.moba.state import (
    ACTIONS,
    OBJECTIVES,
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
from cogarena.envs.rally import robot_text as robots
from cogarena.envs.rally import text as rally
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.events import OPTION, log_text, number
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


LOG = log_text(
    Event,
    {
        Event.TOWER_DESTROYED: (("tower", "value", tower_name),),
        Event.BASE_DESTROYED: (("base", "value", team_name),),
        Event.INSTALLED: (OPTION,),
        Event.REPLACED: (OPTION,),
        Event.DISRUPTED: (OPTION,),
        Event.RED_BASE_HIT: (number("health"),),
        Event.BLUE_BASE_HIT: (number("health"),),
        Event.TOWER_SHELLED: (number("damage"), ("tower", "detail", tower_name)),
        Event.BASE_SHELLED: (number("damage"), ("base", "detail", team_name)),
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
        "tower_shelled": "{by}: shells {tower} for {damage}",
        "base_shelled": "{by}: shells the {base} base for {damage}",
    },
    panel=range(Event.KILLED, Event.DISRUPTED + 1),
    name=robot_name,
)


TASK = (
    "Two teams, red and blue: bring the enemy base to 0 with your Mini Howitzers and keep your own "
    "standing. The team whose base stands wins; its robot with the most KDO (kills - deaths + 5 "
    "for each objective destroyed) is the best. The game is cut off after {turns} turns."
)
OWN_RULES = (
    "Mini Howitzer: every robot always has one; instead of the main laser it deals 1 damage to the "
    "first enemy robot, tower or base within 3 squares straight ahead; lasers do not hurt towers "
    "and bases.",
    "towers: each deals 3 damage to an enemy robot within 3 squares in every register; a destroyed "
    "one costs its base 5, and every enemy robot draws an option.",
    "bases: enemies cannot enter; a robot that ends the turn in its own base loses 2 damage and "
    "may install an option there for the whole team; an enemy may disrupt it instead of shelling.",
    "zones: the two columns of docks behind a base; nobody fires there, and nobody returns there "
    "from the floor; a destroyed robot re-enters on a dock of its zone.",
)


def panels(setup: Any, s: Any, seat: int) -> Panels:
    """The floor around the seat's robot, the bases and the robots."""
    title = rally.headline(s, Decision(s.decision), Stage.LOSE, robot_name)
    facts = [_base(setup, s, team) for team in (Team.RED, Team.BLUE)]
    facts += objects_hit(s)
    for i in range(setup.robots):
        own = _facts(s, i)
        facts += robots.robot_lines(s, i, Stage.CLEAN_UP, own, robot_name, counts_shells=False)
    return robots.panels(title, _board(setup.floor, s.rally), s.rally, seat, facts)


def objects_hit(s: Any) -> list[str]:
    """The objectives that have been hit in this damage step, and by whom."""
    objects = [(f"the {team_name(b + 1)} base", base) for b, base in enumerate(s.bases)]
    objects += [(tower_name(t), tower) for t, tower in enumerate(s.rally.things[:TOWERS])]
    hit = [line for named, thing in objects for line in robots.object_text(named, thing)]
    for b, base in enumerate(s.bases):
        if base.disruptors:
            who = " and ".join(rally.robot_names(base.disruptors, robot_name))
            hit.append(f"the {team_name(b + 1)} base is disrupted by {who}")
    return hit


def details(setup: Any, s: Any, seat: int) -> list[str]:
    """The numbers of the towers."""
    towers = [
        f"{tower_name(t)} at {tower.x}, {tower.y}"
        for t, tower in enumerate(s.rally.things[:TOWERS])
        if tower.health > 0
    ]
    return [f"towers that stand: {' · '.join(towers) or 'none'}", *robots.discards_text(s.rally)]


def notes(setup: Any, s: Any, seat: int) -> list[str]:
    """The rules in short, and the options that robots and bases hold."""
    installed = [base.team_option for base in s.bases if base.team_option != NOBODY]
    return [*rally.RULES, *OWN_RULES, *rally.option_notes(rally.cards_in_play(s.rally, installed))]


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


def enemy_in_row(s: Any, row: int) -> str:
    """The enemy in a row of `others`."""
    return robot_name(int(s.to_act + 1 + row) % int(s.rally.count))


def objective_in_row(s: Any, row: int) -> str:
    """The objective in a row: the base and the towers of the own team, then those of the enemy."""
    own = int(s.rally.robots[s.to_act].team)
    team = own if row < OBJECTIVES else Team.RED + Team.BLUE - own
    number = row % OBJECTIVES
    if number == 0:
        return f"the {team_name(team)} base"
    return tower_name((team - Team.RED) * TOWERS_EACH + number - 1)


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
    rally_human.human(
        ACTIONS, action_text, LOG, squares={"dock": dock_square},
        task=partial(rally.task, TASK), details=details, notes=notes, panels=panels,
        computed=partial(
            robots.preview_text, enemy_in_row, objective_in_row, "shot at an objective"
        ),
    ),
    question=question,
)  # fmt: skip
