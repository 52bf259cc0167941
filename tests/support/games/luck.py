"""Luck: a game for one. Roll to grow the pot, a 1 loses it; bank it until the goal is reached.

The smallest whole game: one seat, two decisions, ends by the goal or by `max_rounds` decisions.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.game import Game
from cogarena.envs.core.header import ask, begin_step, header, is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Actions, Block, Column, Layout, Piece, columns
from cogarena.envs.core.records import record
from cogarena.envs.core.rng import DIE, die, seed_rng
from cogarena.envs.core.settings import setting
from cogarena.envs.core.visibility import PUBLIC

ROLL, BANK = 1, 2  # action 0, PASS, is never legal
PLAYER = 0
LOSING_ROLL = 1
MOST_ROUNDS = 100
HIGHEST_POT = MOST_ROUNDS * DIE
PAPER, INK = 230, 40  # grey values
COLUMNS = 16  # of the picture, in tiles


@dataclass(frozen=True)
class Settings:
    """What a user may choose."""

    goal: int = setting(20, "points that end the game", low=1, high=100)
    max_rounds: int = setting(40, "decisions before the game is cut off", low=1, high=MOST_ROUNDS)


class Decision(IntEnum):
    """What an agent can be asked."""

    LUCK = 0


SETUP = record(("goal", "i2"), ("max_rounds", "i2"))
STATE = record(*header(1), ("pot", "i2", PUBLIC), ("score", "i2", PUBLIC), ("rounds", "i2", PUBLIC))
Number = columns(
    "Number",
    Column("POT", "points in the pot", HIGHEST_POT),
    Column("SCORE", "points banked", HIGHEST_POT),
    Column("LEFT", "decisions left", MOST_ROUNDS),
)
LAYOUT = Layout(Piece("points", Number, "pot, score and decisions left"))
ACTIONS = Actions(
    Block("pass", (1,), "nothing; never legal"),
    Block("roll", (1,), "roll the die"),
    Block("bank", (1,), "score the pot"),
)


@kernel
def init(setup: Any, s: Any, seed: Any) -> None:
    """Begin with nothing."""
    seed_rng(s, seed)
    ask(s, PLAYER, Decision.LUCK)


@kernel
def step(setup: Any, s: Any, action: int) -> None:
    """Roll or bank, then see whether the game is over."""
    begin_step(s)
    s.rounds += 1
    if action == BANK:
        bank(s)
    else:
        roll(s)
    s.terminated = s.score >= setup.goal
    s.truncated = not s.terminated and s.rounds >= setup.max_rounds


@kernel
def bank(s: Any) -> None:
    """The pot becomes points."""
    s.reward[PLAYER] = s.pot
    s.score += s.pot
    s.pot = 0


@kernel
def roll(s: Any) -> None:
    """A 1 empties the pot, anything else fills it."""
    number = die(s)
    s.pot = 0 if number == LOSING_ROLL else s.pot + number


@kernel
def legal(setup: Any, s: Any, seat: int, mask: Any) -> None:
    """Rolling always; banking what there is."""
    asked = is_asked(s, seat)
    mask[:] = 0
    mask[ROLL] = asked
    mask[BANK] = asked and s.pot > 0


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Everything there is."""
    out.points[Number.POT] = s.pot
    out.points[Number.SCORE] = s.score
    out.points[Number.LEFT] = setup.max_rounds - s.rounds


def build(settings: Settings) -> np.ndarray[Any, Any]:
    """The setup record of the settings."""
    setup = np.array([(settings.goal, settings.max_rounds)], SETUP)
    setup.flags.writeable = False
    return setup


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """Whether the goal was reached."""
    return {"won": bool(s.terminated), "score": int(s.score)}


def draw(setup: Any, s: Any, *, tile: int) -> np.ndarray[Any, Any]:
    """Two bars: the pot above the score."""
    picture = np.full((2 * tile, COLUMNS * tile, 3), PAPER, np.uint8)
    for bar, points in enumerate((s.pot, s.score)):
        filled = COLUMNS * tile * min(int(points), int(setup.goal)) // int(setup.goal)
        picture[bar * tile : (bar + 1) * tile, :filled] = INK
    return picture


GAME = Game(
    name="luck",
    version=0,
    settings=Settings,
    state=STATE,
    setup=SETUP,
    layout=LAYOUT,
    actions=ACTIONS,
    decisions=Decision,
    build=build,
    agents=lambda settings: ("player_0",),
    init=init,
    legal=legal,
    step=step,
    observe=observe,
    ansi=lambda setup, s: f"pot {s.pot}, score {s.score} of {setup.goal}",
    action_text=lambda setup, s, action: ACTIONS.blocks[action].name,
    draw=draw,
    shared_reward=True,
    reward_range=lambda settings: (0, HIGHEST_POT),
    final_info=final_info,
    short={"max_rounds": 3},
    examples=({}, {"goal": 100, "max_rounds": 5}),
)
