"""Powerball as text: the table for a terminal, the log, each action, what people are asked."""

from dataclasses import replace
from functools import partial
from typing import Any

from cogarena.envs.powerball.balls import load
from cogarena.envs.powerball.state import (
    ACTIONS,
    BALLS,
    BOMBS,
    Ask,
    BallPlace,
    Decision,
    Event,
    Happening,
    Stage,
)
from cogarena.envs.rally import human as rally_human
from cogarena.envs.rally import text as rally
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.symbols import ARROWS
from cogarena.envs.rally.text import option_name

QUESTIONS: dict[int, str] = {
    RallyAsk.WEAPON: "throw a ball, fire an option, or use the main laser{target}?",
    Ask.PICK_UP: "pick the ball up?",
    Ask.DELIVER: "deliver a ball?",
    Ask.DISCARD: "which option do you give up? You may hold three",
    Ask.TAKE: "which option of another player do you take?",
    Ask.PUT: "where does {stake} go?",
    Ask.BOMB: "on which side do you place the bomb?",
    Ask.TURRET: "whom does your turret fire at?",
    Ask.TRADE: "trade {stake} for another option?",
}


def _option(s: Any, card: int) -> str:
    if s.decision == Ask.TRADE:
        return f"trade it for {option_name(card)}"
    return rally.SENTENCES["option"](s, card)


def _yes(s: Any) -> str:
    return "keep the option" if s.decision == Ask.PUT else rally.SENTENCES["yes"](s)


def _facing(s: Any, facing: int) -> str:
    sentence = rally.SENTENCES["facing"](s, facing)
    return sentence.replace("face", "place the bomb", 1) if s.decision == Ask.BOMB else sentence


SENTENCES: rally.Sentences = {
    "option": _option,
    "yes": _yes,
    "facing": _facing,
    "throw": lambda s, balls: ("throw a ball", "throw two balls")[balls],
    "robot": lambda s, i: f"fire at {rally.robot_name(i)}",
    "community": lambda s, c: f"for the community option {option_name(int(s.community[c]))}",
}
action_text = partial(rally.action_text, ACTIONS, SENTENCES)

POINTS = ("points", int)
LOG = rally.log_text(
    Event,
    {
        Event.STOLEN: rally.OPTION,
        Event.SHARED: rally.OPTION,
        Event.PICKED_UP: ("ball", int),
        Event.DELIVERED: POINTS,
        Event.KILLED: POINTS,
        Event.ROBBED: POINTS,
        Event.THROWN: ("balls", int),
        Event.SPAWNED: ("site", int),
        Event.ENTERED: ("flag", int),
        Event.HAPPENED: ("happening", lambda event: Happening(event).name.lower()),
    },
    {
        "drawn": "{robot} gets {option}",
        "picked_up": "{robot} picks up a ball",
        "delivered": "{robot} delivers a ball",
        "killed": "{by}: credited with the death of {robot}",
        "robbed": "{by}: {points} for the balls of {robot}",
        "thrown": "{by}: throws at {robot}",
        "spawned": "{robot} spawns a ball on site {site}",
        "entered": "{robot} enters on flag {flag}",
        "happened": "event: {happening}",
        "stolen": "{by}: takes {option} from {robot}",
        "shared": "{option} is a community option now",
        "meteor": "{robot} calls down a meteor",
        "exploded": "the bomb of {robot} explodes",
    },
    nameless="the community",
)


def ansi(setup: Any, s: Any) -> str:
    """The floor, the robots and the latest events, as text."""
    shared = ", ".join(option_name(int(card)) for card in s.community)
    in_pool = sum(ball.place == BallPlace.POOL for ball in s.balls[: setup.balls])
    lines = [
        rally.headline(s, Decision(s.decision), Stage.REENTER),
        *_board(setup.floor, s).lines(),
        f"community options: {shared}; balls in the pool: {in_pool}",
        *(rally.robot_line(s, i, _facts(s, i)) for i in range(setup.robots)),
        *LOG.lines(setup, s),
    ]
    return "\n".join(lines)


def _board(floor: Any, s: Any) -> BoardText:
    """The floor with bombs, balls and robots."""
    board = BoardText(floor)
    for bomb in s.bombs[:BOMBS]:
        if bomb.live:
            symbol = f"B{ARROWS[bomb.facing]}"
            board.stand(int(bomb.x), int(bomb.y), symbol, "bomb and the way it goes off")
    for ball in s.balls[:BALLS]:
        if ball.place == BallPlace.FLOOR:
            board.add(int(ball.x), int(ball.y), "*", "ball")
    rally.put_robots(board, s.rally)
    return board


def _facts(s: Any, i: int) -> str:
    balls = f", {load(s, i)} balls" if load(s, i) else ""
    return f"{s.points[i]} points, damage {s.rally.robots[i].damage}{balls}"


def question(setup: Any, s: Any) -> str:
    """What the robot to act is asked, with the name of the option at stake."""
    stake = option_name(int(s.at_stake) - 1) if s.at_stake else "the option"
    named = {kind: text.replace("{stake}", stake) for kind, text in QUESTIONS.items()}
    return rally_human.question(named, setup, s)


HUMAN = replace(
    rally_human.human(ACTIONS, action_text, LOG, squares={"robot": rally_human.robot_square}),
    question=question,
)
