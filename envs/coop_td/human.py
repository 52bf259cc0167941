"""How people play Co-op Tower Defense."""

from collections.abc import Collection
from typing import Any

from cogarena.envs.coop_td.descriptions import notes, task
from cogarena.envs.coop_td.events import news
from cogarena.envs.coop_td.scenery import PLATE, PLOT, scenery
from cogarena.envs.coop_td.state import ACTIONS, NOWHERE, Decision
from cogarena.envs.coop_td.text import panels, story, tower_name
from cogarena.envs.core.draw.font import Point
from cogarena.envs.core.human import Box, Human

ON_A_TOWER = ("build", "upgrade", "mount")  # actions whose first index is a tower space
ON_A_SPACE = ("go", "target", "single", "bombard")  # actions whose first index is a space
PASS_KEY = "p"


def question(setup: Any, s: Any) -> str:
    """What the hero to act is asked."""
    if s.decision == Decision.TOWER:
        dice = f"{s.dice} {'dice' if s.dice != 1 else 'die'}"
        return f"which enemies does {tower_name(int(s.cursor))} attack with its {dice}?"
    if s.decision == Decision.UPGRADE:
        return "which upgrade do you learn?"
    left = int(s.heroes[s.to_act].actions)
    return f"what do you do? {left} action{'s' if left != 1 else ''} left"


def spots(setup: Any, s: Any, tile: int, actions: Collection[int]) -> dict[int, Box]:
    """Spaces and tower spaces; the hero's own space for attacks, the gate for repairs."""
    plan = scenery(setup.tobytes(), tile)
    found: dict[int, Box] = {}
    for action in actions:
        name, index = ACTIONS.name(action)
        if name in ON_A_TOWER:
            found[action] = _box(plan.plots[index[0]], PLOT * plan.cell)
        elif name in ON_A_SPACE:
            found[action] = _box(plan.spaces[index[0]], PLATE * plan.cell)
        elif name == "repair":
            found[action] = _box(plan.spaces[int(setup.gate_space)], PLATE * plan.cell)
        elif name == "attack" and s.heroes[s.to_act].space != NOWHERE:
            found[action] = _box(plan.spaces[int(s.heroes[s.to_act].space)], PLATE * plan.cell)
    return found


def figure(setup: Any, s: Any, seat: int, tile: int) -> Box | None:
    """The space of the seat's hero, or the tower it is mounted on."""
    plan, hero = scenery(setup.tobytes(), tile), s.heroes[seat]
    if hero.tower != NOWHERE:
        return _box(plan.plots[int(hero.tower)], PLOT * plan.cell)
    return _box(plan.spaces[int(hero.space)], PLATE * plan.cell)


def _box(middle: Point, side: float) -> Box:
    x, y = middle
    return round(x - side / 2), round(y - side / 2), round(side), round(side)


def keys(setup: Any, s: Any, actions: Collection[int]) -> dict[int, str]:
    """A key to pass; all other actions are numbered."""
    return {action: PASS_KEY for action in actions if ACTIONS.name(action)[0] == "pass"}


def told(setup: Any, before: Any, s: Any) -> list[str]:
    """What happened since the last decision; before the first one, also the story."""
    return [*([story(setup)] if s.tick == 0 and story(setup) else []), *news(setup, s)]


HUMAN = Human(
    question=question,
    news=told,
    spots=spots,
    open_choices=True,
    keys=keys,
    keys_help="P passes",
    figure=figure,
    task=task,
    notes=notes,
    panels=panels,
)
