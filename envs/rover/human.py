"""How people play RoveR, with the keys of its manual."""

from collections.abc import Callable, Collection
from typing import Any

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.human import ENTER, Box, Human
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
from cogarena.envs.rover.state import ACTIONS, AFFECTED, REACH_X, REACH_Y, ROVER, SLOTS
from cogarena.envs.rover.tables import CHASSIS
from cogarena.envs.rover.text import event_text, events, module_name

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


def question(setup: Any, s: Any) -> str:
    """The question of every turn."""
    return "what do you do?"


def news(setup: Any, before: Any, s: Any) -> list[str]:
    """The log as sentences."""
    return [event_text(event) for event in events(setup, s)]


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
    question=question, news=news, spots=spots, keys=keys, keys_help=KEYS_HELP, reason=reason
)
