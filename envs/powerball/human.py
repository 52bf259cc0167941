"""Powerball played by people."""

from dataclasses import replace
from typing import Any

from cogarena.envs.powerball.state import ACTIONS, Ask
from cogarena.envs.powerball.text import LOG, action_text
from cogarena.envs.rally import human as rally
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.text import option_name, robot_name

QUESTIONS = rally.QUESTIONS | {
    RallyAsk.WEAPON: "throw a ball, fire an option, or use the main laser?",
    Ask.PICK_UP: "pick the ball up?",
    Ask.DELIVER: "deliver a ball?",
    Ask.DISCARD: "which option do you give up? You may hold three",
    Ask.TAKE: "which option of another player do you take?",
    Ask.PUT: "where does {stake} go?",
    Ask.BOMB: "on which side do you place the bomb?",
    Ask.TURRET: "whom does your turret fire at?",
    Ask.TRADE: "trade {stake} for another option?",
}


def question(setup: Any, s: Any) -> str:
    """What the robot to act is asked."""
    stake = option_name(int(s.at_stake) - 1) if s.at_stake else "the option"
    told = {kind: text.replace("{stake}", stake) for kind, text in QUESTIONS.items()}
    return rally.question(told, setup, s)


def news(setup: Any, before: Any, s: Any) -> list[str]:
    """The log, and what became of the robots."""
    return [*LOG.sentences(setup, s), *rally.changes(before, s, robot_name)]


HUMAN = replace(
    rally.human(ACTIONS, action_text, news, QUESTIONS, {"robot": rally.robot_square}),
    question=question,
)
