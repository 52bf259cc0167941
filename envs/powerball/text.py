"""Powerball as text: the table for a terminal, the log, each action, what people are asked."""

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from cogarena.envs.core.human import Panels
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
from cogarena.envs.rally import robot_text as robots
from cogarena.envs.rally import text as rally
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.events import OPTION, log_text, number
from cogarena.envs.rally.phases import Phase
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.symbols import ARROWS
from cogarena.envs.rally.text import option_name

QUESTIONS: dict[int, str] = {
    RallyAsk.WEAPON: "throw a ball, fire an option, or use the main laser{target}?",
    Ask.PICK_UP: "pick up the ball at {ball}?",
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
    "robot": lambda s, row: f"fire at {rally.robot_name(rally.seat_named(s, row))}",
    "community": lambda s, c: f"for the community option {option_name(int(s.community[c]))}",
}
action_text = partial(rally.action_text, ACTIONS, SENTENCES)

POINTS, BALL_COUNT = number("points"), number("balls")
LOG = log_text(
    Event,
    {
        Event.STOLEN: (OPTION,),
        Event.SHARED: (OPTION,),
        Event.PICKED_UP: (number("ball"),),
        Event.DELIVERED: (POINTS,),
        Event.KILLED: (POINTS,),
        Event.ROBBED: (POINTS,),
        Event.THROWN: (BALL_COUNT,),
        Event.SPAWNED: (number("site"),),
        Event.ENTERED: (number("flag"),),
        Event.HAPPENED: (("happening", "value", lambda event: Happening(event).name.lower()),),
        Event.DROPPED: (BALL_COUNT,),
        Event.LANDED: (number("ball"),),
        Event.TRADED: (OPTION,),
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
        "bomb_placed": "{robot} places a bomb[ at {at}]",
        "bomb_lost": "the bomb of {robot} falls into a pit",
        "stationed": "{robot} is a turret in the next turn",
        "dropped": "{robot} drops {balls} of its balls",
        "landed": "a ball that {robot} threw lands[ at {at}]",
        "traded": "{robot} gives {option} for another option",
        "released": "{robot} runs its own program again",
    },
    panel=range(Event.PICKED_UP, Event.EXPLODED + 1),
    nameless="the community",
)


TASK = (
    "Score the most points in {turns} turns: 1 for a ball dropped into a pit, 2 for a robot that "
    "you destroy, 1 for each ball that a robot holds when you push it into a pit."
)
OWN_RULES = (
    "balls: a robot picks up a ball on its square, and carries two. Orthogonally next to a pit and "
    "facing it, it may drop one in. Instead of the main laser it may throw one at a robot straight "
    "ahead, at least 2 squares away: 2 damage and a push of 2 squares.",
    "spawning: at the end of each register a robot on a wrench brings a ball of the pool to a "
    "random site.",
    "flags: a destroyed robot re-enters on a random flag. At the end of a turn one robot on a flag "
    "heals and draws an option; two heal and may take or exchange options; three roll an event.",
)
OWN_TEXTS: dict[Option, str] = {
    Option.MECHANICAL_ARM: "picks balls up from the 8 squares around, and delivers without facing",
    Option.REVERSE_GEAR: "a Back Up may move 2; delivers facing away from a pit, too",
    Option.EXTRA_MEMORY: "one more card in every deal, and one more ball carried",
    Option.DOUBLE_BARRELED_LASER: "laser and a ball, or two balls: twice the damage",
    Option.GYROSCOPIC_STABILIZER: "belts do not move the robot",
    Option.HIGH_POWER_LASER: "passes a wall or robot; a thrown ball deals 3 and pushes 3",
}


def panels(setup: Any, s: Any, seat: int) -> Panels:
    """The floor around the seat's robot, the options of all, the bombs and the robots."""
    shared = ", ".join(option_name(int(card)) for card in s.community)
    in_pool = sum(ball.place == BallPlace.POOL for ball in s.balls[: setup.balls])
    facts = [f"community options: {shared}; balls in the pool: {in_pool}", *_bombs(s), *_now(s)]
    for i in range(setup.robots):
        facts += robots.robot_lines(s, i, Stage.CLEAN_UP, _facts(s, i))
    title = rally.headline(s, Decision(s.decision), Stage.REENTER)
    return robots.panels(title, _board(setup.floor, s), s.rally, seat, facts)


def _now(s: Any) -> list[str]:
    """What holds for this turn or this moment alone."""
    facts = {
        f"event of this turn: {rally.title(Happening(int(s.happening))).lower()}": s.happening,
        f"the balls of {rally.robot_name(int(s.thrower) - 1)} are in the air": s.thrower,
        f"a thrown ball pushes {rally.robot_name(int(s.pushed))}, {s.push_left} squares to go":
            s.push_left,
        f"options to decide about: {', '.join(option_name(card - 1) for card in stake_cards(s))}":
            stake_cards(s),
    }  # fmt: skip
    return [text for text, holds in facts.items() if holds]


def _bombs(s: Any) -> list[str]:
    """The bombs on the floor, with the owner and the cards that have been revealed."""
    found = []
    for bomb in s.bombs[:BOMBS]:
        if bomb.live:
            last = int(s.rally.register) + (s.stage >= Phase.REVEAL)
            shown = [rally.card_text(int(card)) for card in bomb.program[:last] if card]
            cards = f", cards so far: {', '.join(shown)}" if shown else ""
            owner = rally.robot_name(int(bomb.owner))
            found.append(f"bomb of {owner} at {bomb.x}, {bomb.y}{cards}")
    return found


def details(setup: Any, s: Any, seat: int) -> list[str]:
    """The numbers of flags, wrenches and the sites of balls, which robots may stand on."""
    wrenches = [f"{k + 1} at {spot.x}, {spot.y}" for k, spot in enumerate(setup.wrenches)]
    sites = [f"{k + 1} at {spot.x}, {spot.y}" for k, spot in enumerate(setup.sites)]
    turrets = rally.robot_names(s.turrets)
    return [
        robots.flags_text(setup.floor),
        f"wrenches: {' · '.join(wrenches)}",
        f"sites where balls appear: {' · '.join(sites)}",
        *robots.discards_text(s.rally),
        *([f"turrets in the next turn: {', '.join(turrets)}"] if turrets else []),
    ]


def notes(setup: Any, s: Any, seat: int) -> list[str]:
    """The rules in short, and the options in play."""
    cards = rally.cards_in_play(s.rally, (*s.community, *(c - 1 for c in stake_cards(s))))
    return [*rally.RULES, *OWN_RULES, *rally.option_notes(cards, OWN_TEXTS)]


def stake_cards(s: Any) -> list[int]:
    """1 + the option cards that are being decided about."""
    return [int(card) for card in (s.at_stake, *s.taken) if card]


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
    delivered = ", has delivered a ball in this register" if int(s.delivered) >> i & 1 else ""
    entered = ", has entered in this register" if int(s.entered) >> i & 1 else ""
    return f"{s.points[i]} points, damage {s.rally.robots[i].damage}{balls}{delivered}{entered}"


def question(setup: Any, s: Any) -> str:
    """What the robot to act is asked, with the name of the option at stake."""
    stake = option_name(int(s.at_stake) - 1) if s.at_stake else "the option"
    ball = s.balls[s.offered[s.to_act]]
    facts = {"{stake}": stake, "{ball}": f"{ball.x}, {ball.y}"}
    named = dict(QUESTIONS)
    for kind, (mark, fact) in product(QUESTIONS, facts.items()):
        named[kind] = named[kind].replace(mark, fact)
    return rally_human.question(named, setup, s)


def named_square(s: Any, row: int) -> rally_human.Square:
    """Where the robot stands that an action names."""
    return rally_human.robot_square(s, rally.seat_named(s, row))


HUMAN = replace(
    rally_human.human(
        ACTIONS, action_text, LOG, squares={"robot": named_square},
        task=partial(rally.task, TASK), details=details, notes=notes, panels=panels,
        computed=partial(
            robots.preview_text, robots.robot_in_row, robots.nothing_else, "ball, pit or wrench"
        ),
    ),
    question=question,
)  # fmt: skip
