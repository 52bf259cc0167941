"""How people play RoveR, with the keys of its manual."""

from collections.abc import Callable, Collection
from typing import Any

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.human import ENTER, Box, Human
from cogarena.envs.rover.descriptions import in_view, kind_notes, module_notes, sector
from cogarena.envs.rover.modules import EMPTY, MODULE, Targeting
from cogarena.envs.rover.panel import (
    MAP,
    MARGIN,
    PLACE,
    SLOT,
    SWITCH,
    TITLE,
    WIDTH,
    line_height,
)
from cogarena.envs.rover.render import window_area
from cogarena.envs.rover.state import ACTIONS, AFFECTED, REACH_X, REACH_Y, ROVER, SLOTS, Reward
from cogarena.envs.rover.tables import CHASSIS, PLANETS
from cogarena.envs.rover.text import module_name, panels, told

RIM = 2  # pixels beside a row of the panel
WAYS = "wdsa"  # by Direction
KEYS: dict[str, Callable[..., str]] = {
    "wait": lambda: "x",
    "move": lambda direction: WAYS[direction],
    "aim": lambda slot, direction: f"{slot + 1}{WAYS[direction]}{ENTER}",
    "activate": lambda slot: f"{slot + 1}{ENTER}",
    "toggle": lambda: "l",
    "install": lambda b, slot: f"i{b + 1}{slot + 1}",
    "remove": lambda slot: f"r{slot + 1}",
    "drop": lambda b: f"t{b + 1}",
    "use": lambda: ENTER,
    "select": lambda slot: f"{slot + 1}",
}
SLOT_KEYS = tuple(str(slot + 1) for slot in range(SLOTS))
AIMED = (Targeting.RANGED, Targeting.PIERCING)
KEYS_HELP = (
    "W A S D move or aim · 1 2 3 select a slot · Enter activates it or uses the site · L targets · "
    "X waits · I bag slot installs · R slot removes · T bag throws away"
)


TASK = (
    "On {planets}, find the factory, destroy its warden, return to the drop pod and launch; the "
    "last factory wins. {counted}. You lose at energy 0 or integrity 0, and have {turns} turns."
)
COUNTED = {
    Reward.DATA: "A datum gathered counts 1, a factory 20",
    Reward.SPARSE: "Only factories count",
}
RULES = (
    "turn: you do one thing, then everybody in the window acts once.",
    "energy: a module costs what is printed, a step the transport's cost, waiting 1; the drop pod "
    "restores all of it. A module needs more energy than it costs.",
    "modules: internal acts on you; local on an entity beside you that you move into; ranged on "
    "the first entity in a line, piercing on all in it, burst on all around, up to the range "
    "printed. 'damage 2+3' is the module's and the power of who uses it.",
    "shielding: absorbs damage before integrity does.",
    "places: you use a site, or pick up what lies on a square, by standing on it.",
)


def task(setup: Any) -> str:
    """What the campaign is about."""
    count = min(int(setup.planets), PLANETS - int(setup.first_planet))
    planets = "one planet" if count == 1 else f"each of {count} planets"
    return TASK.format(planets=planets, counted=COUNTED[setup.reward_kind], turns=setup.turns)


def notes(setup: Any, s: Any, seat: int) -> list[str]:
    """The rules in short, what the own modules do, and what the entities in sight are."""
    return [*RULES, *module_notes(s), *kind_notes(s)]


def details(setup: Any, s: Any, seat: int) -> list[str]:
    """What is in sight now, and the map beyond the window."""
    return [*in_view(setup, s), *sector(setup, s)]


def question(setup: Any, s: Any) -> str:
    """The question of every turn."""
    return "what do you do?"


def news(setup: Any, before: Any, s: Any) -> list[str]:
    """The log as sentences."""
    return told(setup, s)


def keys(setup: Any, s: Any, actions: Collection[int]) -> dict[int, str]:
    """The keys of the manual, and more for actions that the manual leaves out."""
    named = {action: ACTIONS.name(action) for action in actions}
    return {action: KEYS[name](*index) for action, (name, index) in named.items()}


def reason(setup: Any, s: Any, keys: str) -> str:
    """Why the selected slot cannot be activated."""
    if keys[:1] not in SLOT_KEYS:
        return ""
    slot = int(keys[0]) - 1
    mount = s.slots[slot]
    if slot >= CHASSIS[s.entities[ROVER].kind].slots:
        return f"this chassis has no slot {slot + 1}"
    if mount.module == EMPTY:
        return f"slot {slot + 1} is empty"
    name, tool = module_name(mount), MODULE[mount.module]
    if s.entities[ROVER].shorted == AFFECTED:
        return "the rover is shorted: no module works"
    if tool.cost >= s.entities[ROVER].energy:
        return f"{name} needs more energy than is left"
    if tool.targeting == Targeting.LOCAL and slot != s.selected:
        return "only one slot can be selected in a turn"
    if tool.targeting == Targeting.LOCAL:
        return f"{name} is local: it acts when you move into something"
    return f"{name} has nothing to aim at" if tool.targeting in AIMED else ""


def spots(setup: Any, s: Any, tile: int, actions: Collection[int]) -> dict[int, Box]:
    """The squares around the rover, and the rows of slots and bag in the panel.

    To aim a module, people click its slot and then a square; only "aim" actions are left by then.
    """
    named = {action: ACTIONS.name(action) for action in actions}
    aiming = all(name == "aim" for name, _ in named.values())
    places = Places(tile)
    found: dict[int, Box] = {}
    for action, (name, index) in named.items():
        if name == "move" or (aiming and name == "aim"):
            found[action] = places.square(int(DX[index[-1]]), int(DY[index[-1]]))
        elif name in ("wait", "use"):
            found[action] = places.square(0, 0)
        elif name == "toggle":
            found[action] = places.row(0, SWITCH)
        elif name in ("aim", "activate", "remove", "select"):
            found[action] = places.row(SWITCH + index[0] * SLOT, SLOT)
        else:
            bag = SWITCH + SLOTS * SLOT + TITLE
            found[action] = places.row(bag + index[0] * PLACE, PLACE)
    return found


class Places:
    """Where things are in a picture with this tile size."""

    def __init__(self, tile: int) -> None:
        self.tile, self.line = tile, line_height(tile)
        self.top, self.wide, _ = window_area(tile)

    def square(self, across: int, down: int) -> Box:
        """The square at an offset from the rover."""
        left, top = (REACH_X + across) * self.tile, self.top + (REACH_Y + down) * self.tile
        return left, top, self.tile, self.tile

    def row(self, below: float, height: float) -> Box:
        """A row of the panel, `below` lines under the minimap."""
        inset = round(MARGIN * self.line)
        top = self.top + 2 * inset + MAP * self.line + round(below * self.line)
        width = WIDTH * self.line - 2 * inset
        return self.wide + inset - RIM, top, width + 2 * RIM, round(height * self.line)


HUMAN = Human(
    question=question,
    news=news,
    spots=spots,
    keys=keys,
    keys_help=KEYS_HELP,
    reason=reason,
    task=task,
    notes=notes,
    details=details,
    panels=panels,
)
