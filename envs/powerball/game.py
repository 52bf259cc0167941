"""Powerball as a `Game`."""

from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.game import Endings, Score
from cogarena.envs.powerball import SPEC, observe, render, rules, settings, state, text
from cogarena.envs.powerball.bombs import resample_programs
from cogarena.envs.powerball.settings import Settings
from cogarena.envs.powerball.state import COMMUNITY
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.events import Counts, columns, tallies
from cogarena.envs.rally.state import ROBOTS, Ask
from cogarena.envs.rally.variant import RARE, Folder, resample_cards, unused, variant

HELD = (  # the pieces of the observation that show option cards
    *("options", "at_stake"),
    *(f"community[{c}]" for c in range(COMMUNITY)),
    *(f"other_options[{i}]" for i in range(ROBOTS - 1)),
)


def reward_range(settings: Settings) -> tuple[float, float]:
    """P32: unbounded points, or a final reward of at most 1."""
    return (0.0, float("inf")) if settings.reward == "vp" else (-1.0, 1.0)


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """Who won, and the points of each robot."""
    return {
        "won": [bool(s.winners >> i & 1) for i in range(settings.robots)],
        "turns": int(s.turn),
        "points": s.points[: settings.robots].tolist(),
    }


def standing(setup: Any, s: Any) -> tuple[float, ...]:
    """The victory points of each robot."""
    return tuple(float(points) for points in s.points[: s.rally.count])


def resample_hidden(setup: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """Deal anew what the seat cannot know: the cards of others and of bombs."""
    resample_cards(state.Stage.CLEAN_UP, setup, s, seat, generator)
    resample_programs(s, generator)


class Ending(IntEnum):
    """How a game ends."""

    LAST_ROUND = 0


ENDINGS = {Ending.LAST_ROUND: "all rounds have been played"}
TALLIES = {
    "points": "victory points",
    "deliveries": "balls it has delivered",
    "kills": "deaths of other robots that it was credited with",
    "balls_picked_up": "balls it has picked up",
    "balls_spawned": "balls it has brought onto the floor from a wrench",
    "balls_thrown": "balls it has thrown",
    "balls_robbed": "balls of robots that it has moved into a pit",
}


def ending(setup: Any, s: Any) -> int:
    """How the game has ended."""
    return Ending.LAST_ROUND


def counts(setup: Any, s: Any) -> Counts:
    """What only Powerball counts of each robot."""
    counted = {name: text for name, text in TALLIES.items() if name != "points"}
    return {"points": s.points.tolist(), **columns(s.tallies, counted)}


GAME = variant(
    Folder("powerball", SPEC, settings, state, rules, observe, render, text),
    tallies=tallies(TALLIES, counts),
    endings=Endings(Ending, ENDINGS, ending),
    reward_range=reward_range,
    final_info=final_info,
    resample_hidden=resample_hidden,
    score=Score("victory points", standing),
    examples=(
        {},
        {"robots": 8, "balls": 20},
        {"robots": 8, "balls": 3, "reward": "rank", "max_turns": 20},
        {"robots": 2, "max_turns": 10},
        {"robots": 6, "ask": "program"},
    ),
    unused=unused("lives", "touched", "forced", "tokens", "banked"),
    rare=RARE
    | {"around.bomb", "balls.next", "bombs", "option_piles", "own.taken_1", "own.taken_2"}
    | {f"{whose}.{what}" for whose in ("own", "others") for what in ("threw", "pushed")},
    constants=frozenset(
        # Robots enter on flags, powered down; a stabilizer is no choice; no card is an archive.
        {f"decision[{asked:d}]" for asked in (Ask.SQUARE, Ask.ENTER_DOWN, Ask.GYROSCOPE)}
        | {f"{piece}[{Option.SUPERIOR_ARCHIVE:d}]" for piece in HELD}
        # A robot stands neither in a pit nor beside the floor.
        | {"floor[5][5].ground"}
    ),
)
