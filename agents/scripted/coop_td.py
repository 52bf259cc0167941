"""The scripted player of Co-op Tower Defense: a ranking of simple ideas, without search or chance.

It plays by what is printed in the scenario and what it is shown, and keeps nothing in mind.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cogworks.agents.protocol import Agent, Array, Thoughtless
from cogworks.agents.scripted.sight.coop_td import (
    DAMAGE,
    FIRST_BOSS_NEED,
    GOLD,
    KINDS,
    MOVEMENT,
    NEED,
    NEEDS,
    REACH,
    TARGETS,
    TYPE,
    TYPES,
    Printed,
    Seen,
    dice_to_kill,
)
from cogworks.envs.coop_td.state import (
    MAX_LEVEL,
    NOWHERE,
    PIPS,
    TOWERS_IN_BOX,
    TOWERS_OF_A_KIND,
    Objective,
)
from cogworks.envs.coop_td.tables import FIRST_BOSS, TOWER, Enemy, Hero, Tower, Upgrade
from cogworks.envs.core.game import Game
from cogworks.envs.core.header import PASS

# A tower's power is counted in dice. A trebuchet throws few, but each strikes a whole group.
TREBUCHET_POWER = (0.0, 3.0, 3.2, 3.5, 4.0, 4.2, 4.6)  # by level
POWER = [
    [
        TREBUCHET_POWER[level] if kind == Tower.TREBUCHET else float(TOWER[kind].dice * level)
        for level in range(MAX_LEVEL + 1)
    ]
    for kind in KINDS
]
# The needs that each kind of tower meets: trebuchets are no match for bosses.
MEETS = [
    [
        need
        for need in NEEDS
        if TYPES[need % len(TYPES)] & TARGETS[kind]
        and (need < FIRST_BOSS_NEED or kind != Tower.TREBUCHET)
    ]
    for kind in KINDS
]

WAVE = 3.0  # rounds in which groups pass a space, one behind the other
USUAL_ROUNDS = 5.0  # in which a tower finds a target while a wave passes
POWER_AT_HAND = 4.0  # heroes and luck: keeps the first tower of a kind from being worth everything
WALKING = 0.12  # what a purchase loses for each action of walking
PATIENCE = 0.75  # buy nothing worse than this part of the best that anybody could buy
PLENTY = 30  # gold that need not wait for the best
BOSS_WEIGHT = 0.5  # of the dice against a boss: at the gate it is gone too
GOAL_WEIGHT = 1.5  # of the dice against the boss whose fall is the objective
GOLD_WEIGHT = 0.1  # of a gold piece, against a pip of damage at the gate
MISS_WEIGHT = 0.8  # of a space beside which a stray stone hits a tower of ours
INCOME_SHARE = 0.6  # of the printed rewards that will come in
RESERVE = 10  # gold kept for towers while cards are to come
MANNED_LEVEL = 2  # of a Mage Tower that is worth Mongo's time
LESSONS = (
    Upgrade.THRIFTY,
    Upgrade.FIERCE,
    Upgrade.TOUGH,
    Upgrade.SWIFT,
    Upgrade.KEEN,
    Upgrade.MASON,
)


@dataclass(frozen=True)
class Purchase:
    """A tower to build or to raise."""

    action: int
    t: int
    price: int
    walks: int  # actions until the hero stands beside it


class Player(Thoughtless):
    """Chooses for one row after the other."""

    def __init__(self, game: Game, setup: Any) -> None:
        self._layout = game.layout
        self._printed = Printed(setup)
        self._start = {block.name: game.actions.start(block.name) for block in game.actions.blocks}
        self._rounds = [
            [self._rounds_in_reach(t, reach) for reach in range(max(REACH) + 1)]
            for t in self._printed.towers
        ]

    def _rounds_in_reach(self, t: int, reach: int) -> float:
        """In how many rounds a tower there finds a target while a wave passes."""
        printed = self._printed
        road = [space for space in printed.spaces if space != printed.spawn]
        parts = [printed.passing[space] for space in road if printed.gap[t][space] <= reach]
        return WAVE * max(parts, default=0.0) + sum(parts)

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The choice for each row."""
        pieces = self._layout.split(observations)
        actions = np.zeros(len(rows), np.int64)
        for i in range(len(rows)):
            row = {name: piece[i] for name, piece in pieces.items()}
            actions[i] = self._choose(Seen(self._printed, row, masks[i]))
        return actions

    def _choose(self, seen: Seen) -> int:
        if seen.hero_acts:
            return self._act_with_hero(seen)
        if seen.tower_asks:
            return self._aim(seen)
        return self._learn(seen)

    def _act_with_hero(self, seen: Seen) -> int:
        """The first idea that leads to an action, the best ideas first."""
        plan = self._plan(seen)
        action = self._buy(seen, plan)
        if action is None and seen.mounted == NOWHERE:
            action = self._act_on_foot(seen, plan)
        elif action is None:
            action = self._unmount(seen, plan)
        return PASS if action is None else action

    def _act_on_foot(self, seen: Seen, plan: Purchase | None) -> int | None:
        for action in (
            self._dodge(seen),
            self._fight(seen),
            self._man_mage_tower(seen),
            self._hold_the_goal(seen),
            self._collect(seen),
            self._repair(seen, plan),
            self._walk(seen, plan),
            self._meet(seen),
        ):
            if action is not None:
                return action
        return None

    # Buying

    def _plan(self, seen: Seen) -> Purchase | None:
        """The purchase that gives this hero the most for its gold, if it is worth its gold."""
        best_of_all = best = 0.0
        plan = None
        prices = self._printed.prices[seen.seat]
        for t, kind in self._sites(seen):
            level = seen.levels[t]
            stands = level > 0
            gain = self._worth(seen)[kind] * (POWER[kind][level + 1] - POWER[kind][level])
            gain *= self._rounds[t][REACH[kind]]
            best_of_all = max(best_of_all, gain / self._printed.cheapest[stands][kind])
            walks = self._walks(seen, t)
            score = gain / prices[stands][kind] / (1 + WALKING * walks)
            if score > best:
                best = score
                action = self._number("upgrade", t) if stands else self._build(t, kind)
                plan = Purchase(action, t, prices[stands][kind], walks)
        if plan is None or not self._spares(seen, plan.price):
            return None
        return plan if best >= PATIENCE * best_of_all or seen.gold >= PLENTY else None
