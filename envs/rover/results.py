"""What is told at the end of a campaign: how it ended, what was counted, and achievements."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

from cogarena.envs.core.game import Endings, Tallies
from cogarena.envs.rover.state import COUNTED, NOWHERE, ROVER, Event, Outcome
from cogarena.envs.rover.tables import KIND, Kind, Nature, words
from cogarena.envs.rover.text import deeds


class Ending(IntEnum):
    """How a campaign ended."""

    WON = 0
    OUT_OF_TURNS = 1
    OUT_OF_ENERGY = 2
    DESTROYED_BY_PROPROVE = 3
    DESTROYED_BY_LUNOROVE = 4
    DESTROYED_BY_SPARKER = 5
    DESTROYED_BY_DAMPER = 6
    DESTROYED_BY_TETHER = 7
    DESTROYED_BY_BLINKER = 8
    DESTROYED_BY_BURSTER = 9
    DESTROYED_BY_MENDER = 10
    DESTROYED_BY_FOREMAN = 11
    DESTROYED_BY_SMELTER = 12
    DESTROYED_BY_LOOM = 13
    DESTROYED_BY_OVERSEER = 14
    DESTROYED_BY_GRAZER = 15
    DESTROYED_BY_STALKER = 16


DESTROYED_BY = {kind: Ending[f"DESTROYED_BY_{kind.name}"] for kind in Kind
                if KIND[kind].nature not in (Nature.ROVER, Nature.STILL)}  # fmt: skip
MEANINGS = {
    Ending.WON: "the last factory of the campaign shut down",
    Ending.OUT_OF_TURNS: "the episode was cut off after `max_turns`",
    Ending.OUT_OF_ENERGY: "the rover waited, or handled modules, with its last energy",
} | {end: f"destroyed, at last by a hit of: {words(kind)}" for kind, end in DESTROYED_BY.items()}


def ending(setup: Any, s: Any) -> int:
    """How a campaign ended."""
    if s.outcome == Outcome.WON:
        return Ending.WON
    if s.outcome == Outcome.OPEN:
        return Ending.OUT_OF_TURNS
    for i, by in enumerate(deeds(s)):
        if s.log[i].what == Event.DESTROYED and s.log[i].who == ROVER and by != NOWHERE:
            return DESTROYED_BY[Kind(s.log[by].kind)]
    return Ending.OUT_OF_ENERGY


ENDINGS = Endings(Ending, MEANINGS, ending)

TOTALS: Mapping[str, tuple[str, Callable[[Any], int]]] = {
    "turns": ("turns begun", lambda s: s.turn),
    "data": ("data gathered", lambda s: s.gathered),
    "factories": ("factories shut down", lambda s: s.factories),
    "planet": ("the planet reached, from 1", lambda s: s.planet + 1),
}


def landed(planet: int) -> Callable[[Any], bool]:
    """The achievement of a landing on a planet after a launch from another."""
    return lambda s: bool(s.planet + 1 - s.tally.launches < planet <= s.planet + 1)


def counted(name: str, least: int = 1) -> Callable[[Any], bool]:
    """The achievement of a tally that reaches a number."""
    return lambda s: bool(s.tally[name] >= least)


POD_ENERGY = 50
ACHIEVEMENTS: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "analyze": ("gathered data by analysis", counted("data_by_analysis")),
    "destroy_machine": ("destroyed a machine", counted("machines_destroyed")),
    "destroy_fauna": ("destroyed an animal", counted("fauna_destroyed")),
    "hit_from_afar": ("hit with a ranged or piercing module", counted("long_hits")),
    "disable": ("stalled or shorted an entity",
                lambda s: bool(s.tally.stalls + s.tally.shorts > 0)),
    "teleport": ("swapped places by a module", counted("teleports")),
    "break_wall": ("broke a wall", counted("walls_broken")),
    "generate": ("gained energy from a module", counted("energy_generated")),
    "repair": ("restored integrity by a module", counted("integrity_repaired")),
    "shield": ("restored shielding by a module", counted("shielding_restored")),
    "recharge": (f"gained {POD_ENERGY} energy in the drop pod",
                 counted("energy_recharged", POD_ENERGY)),
    "find_module": ("found a module", counted("modules_found")),
    "install_module": ("installed a module into a slot", counted("modules_installed")),
    "mount_transport": ("mounted a spare transport module", counted("transports_mounted")),
    "repair_hull": ("used a hull repair cache up", counted("hull_repairs")),
    "use_workshop": ("used a workshop", counted("workshops")),
    "use_repair_bay": ("used a repair bay", counted("repair_bays")),
    "use_observatory": ("used an observatory", counted("observatories")),
    "change_chassis": ("used a foundry", counted("foundries")),
    "change_chassis_again": ("used a second foundry", counted("foundries", 2)),
    "enter_factory": ("stepped onto the floor of a factory", counted("indoor_steps")),
    "shut_factory": ("shut a factory down", lambda s: bool(s.factories > 0)),
    "land_on_planet_2": ("landed on planet 2", landed(2)),
    "land_on_planet_3": ("landed on planet 3", landed(3)),
    "land_on_planet_4": ("landed on planet 4", landed(4)),
}  # fmt: skip


def achievements(s: Any) -> dict[str, int]:
    """Which of the ACHIEVEMENTS were reached so far, as 0 or 1."""
    return {name: int(reached(s)) for name, (_, reached) in ACHIEVEMENTS.items()}


def tallies(setup: Any, s: Any) -> dict[str, tuple[int]]:
    """What was counted, by name, for the only seat."""
    totals = {name: count(s) for name, (_, count) in TOTALS.items()}
    counts = {name: s.tally[name] for name in COUNTED}
    reached = {f"achievement_{name}": one for name, one in achievements(s).items()}
    return {name: (int(n),) for name, n in (totals | counts | reached).items()}


TALLIES = Tallies(
    {name: meaning for name, (meaning, _) in TOTALS.items()}
    | COUNTED
    | {f"achievement_{name}": f"1: {meaning}" for name, (meaning, _) in ACHIEVEMENTS.items()},
    tallies,
)
