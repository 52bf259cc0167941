"""The settings of RoveR, and the setup record built from them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cogarena.envs.core.errors import SettingError, unknown
from cogarena.envs.core.settings import setting
from cogarena.envs.rover.modules import NAMES, NUMBER, SPARE
from cogarena.envs.rover.state import BAG, SETUP, SIZE, SLOTS, Reward, Start
from cogarena.envs.rover.tables import CHASSIS, PLANETS, Chassis

Array = np.ndarray[Any, Any]

SMALLEST = 20
MOST_TURNS = 30_000
START_MODULES = ("Sonic Module", "Photovoltaic Integument", "Spectrophotometer", "Repair Kit")
SPLITS = ("train", "test")


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    start_planet: int = setting(1, "the planet the campaign begins on", low=1, high=PLANETS)
    planets: int = setting(
        PLANETS, "planets of the campaign; it ends with the fourth anyhow", low=1, high=PLANETS
    )
    map_size: int = setting(SIZE, "squares of a planet's side", low=SMALLEST, high=SIZE)
    hostiles: float = setting(1.0, "machines on a planet, as a share of the usual", low=0, high=4)
    max_turns: int = setting(
        3000, "turns after which the episode is cut off", low=1, high=MOST_TURNS
    )
    levels: int = setting(
        0, "so many levels to draw from, 1 for always the same; 0: fresh ones", low=0, high=2**30
    )
    split: str = setting("train", "which levels: the two kinds have none in common", choices=SPLITS)
    reward: str = setting(
        "data", "1 a datum and 20 a factory, or 1 a factory alone",
        choices=tuple(kind.name.lower() for kind in Reward),
    )  # fmt: skip
    start: str = setting(
        "pod", "where the campaign begins: in the drop pod, or in the factory beside its warden",
        choices=tuple(place.name.lower() for place in Start),
    )  # fmt: skip
    chassis: str = setting(
        "polyethylene", "the rover's first chassis",
        choices=tuple(chassis.name.lower() for chassis in Chassis),
    )  # fmt: skip
    revealed: bool = setting(False, "whether the map of every planet is known from the landing on")
    start_modules: tuple[str, ...] = setting(
        START_MODULES, "modules to begin with: the slots are filled first, then the bag",
        count=(0, SLOTS + BAG),
    )  # fmt: skip


def agents(settings: Settings) -> tuple[str, ...]:
    """The only agent."""
    return ("rover",)


def build(settings: Settings) -> Array:
    """The setup record, as a read-only array of one."""
    setups = np.zeros(1, SETUP)
    setup = setups[0]
    setup.side = settings.map_size
    setup.first_planet = settings.start_planet - 1
    setup.planets = settings.planets
    setup.hostiles = settings.hostiles
    setup.turns = settings.max_turns
    setup.levels = settings.levels
    setup.held_out = settings.split == "test"
    setup.reward_kind = Reward[settings.reward.upper()]
    setup.start = Start[settings.start.upper()]
    setup.chassis = Chassis[settings.chassis.upper()]
    setup.revealed = settings.revealed
    check_kit(settings)
    for i, name in enumerate(settings.start_modules):
        setup.modules[i] = module_number(name)
    setups.flags.writeable = False
    return setups


def check_kit(settings: Settings) -> None:
    """Refuse more modules than slots and bag can hold, and a transport module in a slot."""
    slots = int(CHASSIS[Chassis[settings.chassis.upper()]].slots)
    places = slots + BAG
    if SPARE in map(module_number, settings.start_modules[:slots]):
        raise SettingError(
            f"setting 'start_modules': the first {slots} go into slots, but a {NAMES[SPARE]} has a "
            f"mount of its own: list it later, for the bag"
        )
    if len(settings.start_modules) > places:
        raise SettingError(
            f"setting 'start_modules' has {len(settings.start_modules)} members, but the "
            f"{settings.chassis} chassis and the bag have {places} places"
        )


def module_number(name: str) -> int:
    """The number of a module, from its name in any capitalisation."""
    number = NUMBER.get(name.lower())
    if number is None:
        raise SettingError(f"setting 'start_modules': {unknown('module', name, NAMES[1:])}")
    return number
