"""The settings of MOBA Rally, and the setup record: two Vaults, zones and bases (M2, M3, M15)."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from cogarena.envs.core.grid import Direction
from cogarena.envs.core.settings import setting
from cogarena.envs.moba.preview import fill_objectives
from cogarena.envs.moba.state import (
    BASE_SIDE,
    BASE_X,
    BASE_Y,
    DOCK_ROWS,
    DOCKS,
    FIRST_START,
    HEIGHT,
    SETUP,
    TEAMS,
    WIDTH,
    Reward,
    Team,
)
from cogarena.envs.rally import settings as rally
from cogarena.envs.rally.boards import read_board
from cogarena.envs.rally.floor import (
    Floor,
    add_screen,
    add_wall,
    beside,
    beyond,
    blank,
    done,
    turned,
)
from cogarena.envs.rally.state import ROBOTS

ZONE_WIDTH = 2
BASE_COLUMNS = range(BASE_X, BASE_X + BASE_SIDE)
BASE_ROWS = range(BASE_Y, BASE_Y + BASE_SIDE)


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    team_size: int = setting(4, "robots in each team", low=1, high=ROBOTS // TEAMS)
    perimeter: str = setting(
        "open",
        "`wall`: the floor's edges are walls, nobody falls off it",
        choices=("open", "wall"),
    )
    tower_health: int = setting(10, "hit points of a tower", low=1, high=100)
    base_health: int = setting(40, "hit points of a base", low=1, high=100)
    options: int = rally.options_setting()
    start: str = setting(
        "docks",
        "`scattered`: robots start on random squares of the floor, for quicker exploration",
        choices=("docks", "scattered"),
    )
    reward: str = rally.reward_setting(
        Reward,
        team="+1 if the own base stands when the enemy's falls, −1 the other way round",
        kdo="changes of the own score",
        shaped="`team`, and 0.01 for each damage to enemy objectives, less the own ones'",
        winner="+1 shared by the robots that win by their score, −1 to each of the others",
    )
    ask: str = rally.ask_setting()
    max_turns: int = rally.turns_setting(60, "turns until the game is cut off")


def agents(settings: Settings) -> tuple[str, ...]:
    """M1: the robots in dock order, alternating between the teams."""
    return tuple(f"{team}_{i}" for i in range(settings.team_size) for team in ("red", "blue"))


def build(settings: Settings) -> rally.Setup:
    """The setup record for the settings, as an array of one."""
    setup = rally.begin_setup(SETUP, factory(settings.perimeter == "wall"), settings, Reward)
    setup[0].robots = TEAMS * settings.team_size
    setup[0].tower_health = settings.tower_health
    setup[0].base_health = settings.base_health
    setup[0].scattered = settings.start == "scattered"
    fill_objectives(setup[0])
    return done(setup)


@cache
def factory(walled: bool) -> Floor:
    """M2, M3, M15: two Vaults, the second turned, between the two zones."""
    vault = read_board("vault")
    west = beside(zone(), vault)
    floor = np.array(beside(west, turned(west)))
    floor["pierces"] = 1
    for x in range(WIDTH):
        if walled or floor[0].squares[x, 0].shelter:
            add_wall(floor, x, 0, Direction.NORTH)
            add_wall(floor, x, HEIGHT - 1, Direction.SOUTH)
    found_bases(floor)
    place_docks(floor)
    return done(floor)


def zone() -> Floor:
    """M3, M8: a column of docks and a neutral one, with a wall behind them."""
    floor = blank(ZONE_WIDTH, HEIGHT)
    floor["squares"]["shelter"][0, :ZONE_WIDTH, :HEIGHT] = 1
    for y in range(HEIGHT):
        add_wall(floor, 0, y, Direction.WEST)
    return done(floor)


def found_bases(floor: Floor) -> None:
    """M15: bases are closed to the enemy, and screens surround them."""
    squares = floor[0].squares
    base = {(x, y) for x in BASE_COLUMNS for y in BASE_ROWS}
    turned_base = {(WIDTH - 1 - x, HEIGHT - 1 - y) for x, y in base}
    for own, enemy in ((base, Team.BLUE), (turned_base, Team.RED)):
        for x, y in own:
            squares[x, y].closed = 1 << enemy
            for side in Direction:
                if beyond(x, y, side) not in own:
                    add_screen(floor, x, y, side)


def place_docks(floor: Floor) -> None:
    """M3: eight docks in each zone; robots start on the middle ones, in dock order."""
    for number, y in enumerate(DOCK_ROWS.tolist()):
        floor[0].squares[0, y].dock = number + 1
        floor[0].squares[WIDTH - 1, HEIGHT - 1 - y].dock = number + 1
    for i in range(DOCKS):
        y = int(DOCK_ROWS[FIRST_START + i // TEAMS])
        red = (0, y, Direction.EAST)
        blue = (WIDTH - 1, HEIGHT - 1 - y, Direction.WEST)
        floor[0].dock[i] = blue if i % TEAMS else red
    floor["docks"] = DOCKS
