"""Powerball in words: the table for a terminal, the log, and each action as a sentence."""

from collections.abc import Callable
from typing import Any

from cogworks.envs.powerball.balls import ball_at, load
from cogworks.envs.powerball.state import (
    ACTIONS,
    BOMBS,
    Ask,
    BallPlace,
    Event,
    Happening,
    Stage,
)
from cogworks.envs.rally.moves import occupant
from cogworks.envs.rally.state import EVENTS, NOBODY, ROBOTS
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


def _option(s: Any, card: int) -> str:
    if s.decision == Ask.TRADE:
        return f"trade it for {option_name(card)}"
    return f"choose the option {option_name(card)}"


def _yes(s: Any) -> str:
    return "keep the option" if s.decision == Ask.PUT else SENTENCES["yes"](s)


def _facing(s: Any, facing: int) -> str:
    sentence = SENTENCES["facing"](s, facing)
    return sentence.replace("face", "place the bomb", 1) if s.decision == Ask.BOMB else sentence


POWERBALL_SENTENCES: dict[str, Callable[..., str]] = SENTENCES | {
    "option": _option,
    "yes": _yes,
    "facing": _facing,
    "throw": lambda s, balls: ("throw a ball", "throw two balls")[balls],
    "robot": lambda s, i: f"fire at robot_{i}",
    "community": lambda s, c: f"for the community option {option_name(int(s.community[c]))}",
}


def robot_names(seats: Any) -> list[str]:
    """The robots of a bit set."""
    return [f"robot_{i}" for i in range(ROBOTS) if int(seats) >> i & 1]


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a person would say it."""
    name, index = ACTIONS.name(action)
    return POWERBALL_SENTENCES[name](s, *index)


# What an event's number means, by kind.
MEANING = {
    RallyEvent.DRAWN: "option",
    RallyEvent.DISCARDED: "option",
    Event.STOLEN: "option",
    Event.SHARED: "option",
    Event.PICKED_UP: "ball",
    Event.DELIVERED: "points",
    Event.KILLED: "points",
    Event.ROBBED: "points",
    Event.THROWN: "balls",
    Event.SPAWNED: "site",
    Event.ENTERED: "flag",
    Event.HAPPENED: "happening",
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
    elif meaning == "happening":
        found[meaning] = Happening(value).name.lower()
    elif meaning:
        found[meaning] = value
    return found


TEXTS = {
    "destroyed": "{robot} is destroyed",
    "drawn": "{robot} gets {option}",
    "discarded": "{robot} discards {option}",
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
}


def event_text(event: dict[str, Any]) -> str:
    """An event as a sentence."""
    known = {"robot": "the community"} | event | {"by": " and ".join(event.get("by", ()))}
    known["happening"] = event.get("happening", "").replace("_", " ")
    return TEXTS[event["event"]].format(**known)


def ansi(setup: Any, s: Any) -> str:
    """The floor, the robots and what just happened, as text."""
    lines = [headline(s)]
    for y in range(setup.floor.height):
        lines.append(" ".join(_square(setup.floor, s, x, y) for x in range(setup.floor.width)))
    shared = ", ".join(option_name(int(card)) for card in s.community)
    in_pool = sum(ball.place == BallPlace.POOL for ball in s.balls[: setup.balls])
    lines.append(f"community options: {shared}; balls in the pool: {in_pool}")
    lines += [_robot(s, i) for i in range(setup.robots)]
    return "\n".join([*lines, *(f"* {event_text(event)}" for event in events(setup, s))])


def headline(s: Any) -> str:
    """Turn, step and question in one line."""
    if s.terminated:
        return f"Turn {s.turn}: {' and '.join(robot_names(s.winners))} won"
    asked = words(RallyAsk(s.decision) if s.decision < len(RallyAsk) else Ask(s.decision)).lower()
    in_phase = Stage.REVEAL <= s.stage <= Stage.REENTER
    phase = f"register {s.rally.register + 1}" if in_phase else "between"
    return f"Turn {s.turn}, {phase}: robot_{s.to_act} is asked: {asked}"


def _square(floor: Any, s: Any, x: int, y: int) -> str:
    robot = occupant(s.rally, x, y)
    ball = "*" if ball_at(s, x, y) != NOBODY else " "
    if robot != NOBODY:
        return f"{robot}{ARROWS[s.rally.robots[robot].facing]}{ball}"
    for b in range(BOMBS):
        if s.bombs[b].live and (s.bombs[b].x, s.bombs[b].y) == (x, y):
            return f"B{ARROWS[s.bombs[b].facing]}{ball}"
    return f"{square_text(floor, x, y)}{ball}"


def _robot(s: Any, i: int) -> str:
    robot = s.rally.robots[i]
    options = option_names(robot.options)
    held = f", options: {', '.join(options)}" if options else ""
    balls = f", {load(s, i)} balls" if load(s, i) else ""
    points = f"{s.points[i]} points"
    return f"robot_{i}: {state_text(robot)}, {points}, damage {robot.damage}{balls}{held}"
