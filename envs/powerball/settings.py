"""The settings of Powerball, and the setup record: Chess with sites, wrenches and flags (P1)."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from cogarena.envs.core.grid import Direction
from cogarena.envs.core.settings import setting
from cogarena.envs.powerball.preview import fill_ways
from cogarena.envs.powerball.state import BALLS, SETUP, Reward
from cogarena.envs.rally import settings as rally
from cogarena.envs.rally.boards import read_board
from cogarena.envs.rally.floor import Floor, add_wall, done

EDGE = 11
MARKED = (2, 4, 7, 9)  # the squares of a side where balls spawn
SITES = (
    *((x, 0) for x in MARKED),
    *((EDGE, y) for y in MARKED),
    *((x, EDGE) for x in reversed(MARKED)),
    *((0, y) for y in reversed(MARKED)),
    (5, 5),
    (6, 5),
    (6, 6),
    (5, 6),
)
WRENCHES = ((11, 0), (6, 6), (0, 11), (5, 5))
PITS = ((3, 3), (6, 4), (8, 6), (5, 7))
FLAGS = (
    (5, 0, Direction.SOUTH),
    (11, 5, Direction.WEST),
    (6, 11, Direction.NORTH),
    (0, 6, Direction.EAST),
)


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    robots: int = rally.robots_setting("how many robots play")
    balls: int = setting(8, "powerballs in the pool", low=1, high=BALLS)
    max_turns: int = rally.turns_setting(30, "rounds that are played")
    reward: str = rally.reward_setting(
        Reward, vp="victory points as they are scored", rank=rally.RANKED
    )
    ask: str = rally.ask_setting()


def build(settings: Settings) -> rally.Setup:
    """The setup record for the settings, as an array of one."""
    setup = rally.begin_setup(SETUP, arena(), settings, Reward)
    setup[0].balls = settings.balls
    for name, places in (("sites", SITES), ("wrenches", WRENCHES), ("pits", PITS)):
        setup[name][0] = list(places)
    fill_ways(setup[0])
    return done(setup)


@cache
def arena() -> Floor:
    """P1, P29: Chess with a wall around it and four flags; stabilizers are always on."""
    floor = np.array(read_board("chess"))
    for k in range(EDGE + 1):
        add_wall(floor, k, 0, Direction.NORTH)
        add_wall(floor, EDGE, k, Direction.EAST)
        add_wall(floor, k, EDGE, Direction.SOUTH)
        add_wall(floor, 0, k, Direction.WEST)
    for number, (x, y, arrow) in enumerate(FLAGS):
        floor[0].squares[x, y].flag = number + 1
        floor[0].squares[x, y].arrow = arrow
        floor[0].flag[number] = (x, y, arrow)
    floor["flag_count"] = len(FLAGS)
    floor["steadies"] = 1
    return done(floor)
