"""The scripted explorer of RoveR: it maps what it sees, and plans on that map."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.packing import packed
from cogarena.agents.protocol import Agent, Array, records_of
from cogarena.agents.scripted.rover.decisions import decide_all
from cogarena.agents.scripted.rover.goals import GOAL
from cogarena.agents.scripted.rover.memory import MEMORY
from cogarena.agents.scripted.rover.reading import SEEN
from cogarena.agents.scripted.rover.travel import PATHS
from cogarena.envs.core.game import Game
from cogarena.envs.core.jit import announced
from cogarena.envs.rover.state import NOWHERE

FIRST_ROWS = 64


class Weights(NamedTuple):
    """Found by playing; goals are in steps, fights in points of damage per turn."""

    # the value of goals
    cache: float = 14.0
    hull_repair: float = 1.5  # for each missing point of integrity
    unknown_site: float = 6.0
    datum_at_site: float = 0.25  # for each datum that could be spent there
    known_site: float = 12.0
    repair_bay: float = 1.5  # for each missing point of integrity
    datum: float = 3.0
    unseen_square: float = 0.25
    depth: float = 1.0  # for each row nearer to where factories stand
    indoors: float = 12.0  # a place in the factory from which to explore
    warden: float = 12.0
    same_goal: float = 1.0  # bonus for the goal of the last turn
    pod: float = 10.0  # once the factory is shut
    pod_step: float = 0.5  # cost of each step to the pod then
    # caution
    margin: int = 8  # energy left on return to the pod
    detours: float = 1.1  # energy of a path, relative to its steps
    spare_energy: int = 25  # beyond the way back, before energy is spent on shielding and repair
    wall_share: float = 0.7  # of the energy in walls that is counted on
    wall_distance: int = 12  # steps that the rover goes to a wall for energy
    max_steps: int = 800  # on a planet before going all in
    repair_below: float = 0.8  # share of the integrity below which modules repair
    warden_integrity: float = 0.8  # share of the integrity needed to fight the warden
    patience: int = 6  # turns to wait for an approaching hostile
    spare_uses: int = 14  # of a weapon that are not spent to gain data
    # modules, in points of damage
    reach: float = 0.15  # for each square of range, relative to the damage
    piercing: float = 0.8  # factor for a piercing module, which misses more often
    short: float = 4.0
    stall: float = 2.0  # by a ranged module
    energy: float = 0.25
    recovery: float = 0.7  # for each point of shielding or integrity
    # fights
    damage_share: float = 1.0  # of the damage hostiles can deal that is expected
    stuck: int = 3  # turns without coming closer after which a retreat has failed
    max_retreat: int = 30  # turns after which a retreat has failed
    kill: float = 1.0  # bonus for destroying a hostile, relative to its threat
    last_planet: int = 3


class Player:
    """Chooses for all rows in one call, with a memory for each row."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self._layout = game.layout
        self._weights = packed(weights)
        self._memories = np.zeros(0, MEMORY)
        with announced(f"the scripted player of {game.name}"):
            none = np.zeros(0, np.int64)
            self.begin(none, none)
            nothing = game.layout.empty(0)
            self.act(none, nothing, np.zeros((0, game.actions.count), np.int8))

    def begin(self, rows: Array, seeds: Array) -> None:
        """Start with an empty memory in these rows."""
        needed = int(rows.max(initial=0)) + 1
        if needed > len(self._memories):
            grown = np.zeros(max(2 * needed, FIRST_ROWS), MEMORY)
            grown["planet"] = NOWHERE
            grown[: len(self._memories)] = self._memories
            self._memories = grown
        self._memories["planet"][rows] = NOWHERE

    def state(self, rows: Array) -> Array:
        """A copy of the memory of these rows."""
        return records_of(self._memories, rows)

    def load_state(self, rows: Array, state: Array) -> None:
        """Replace the memory of these rows."""
        size = self._memories.itemsize
        known = self._memories.view(np.uint8).reshape(-1, size)
        known[rows] = state.view(np.uint8).reshape(-1, size)

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The action for each row."""
        shown = self._layout.rows(np.ascontiguousarray(observations))
        seen, paths, goal = np.zeros(1, SEEN), np.zeros(1, PATHS), np.zeros(1, GOAL)
        actions = np.zeros(len(rows), np.int64)
        decide_all(
            shown, np.ascontiguousarray(masks), np.ascontiguousarray(rows), self._memories,
            self._weights, seen, paths, goal, actions,
        )  # fmt: skip
        return actions


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player for a game with these settings."""
    return Player(game, Weights())
