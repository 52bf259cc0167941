"""Which tower the scripted player of Co-op Tower Defense buys next."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from cogarena.agents.scripted.coop_td.reading import (
    DICE_TO_KILL,
    FIRST_BOSS_THREAT,
    KINDS,
    REACH,
    TARGETS,
    THREAT,
    THREATS,
    TYPES,
    Scenario,
    Seen,
)
from cogarena.envs.coop_td.state import (
    MAX_LEVEL,
    NOWHERE,
    TOWERS_IN_BOX,
    TOWERS_OF_A_KIND,
    Objective,
)
from cogarena.envs.coop_td.tables import TOWER, Tower
from cogarena.envs.core.game import Game

# A tower's power is counted in dice. A trebuchet rolls few, but each hits a whole group.
TREBUCHET_POWER = (0.0, 3.0, 3.2, 3.5, 4.0, 4.2, 4.6)  # by level
POWER = [
    [
        TREBUCHET_POWER[level] if kind == Tower.TREBUCHET else float(TOWER[kind].dice * level)
        for level in range(MAX_LEVEL + 1)
    ]
    for kind in KINDS
]
# The threats that each kind of tower counters; trebuchets are weak against bosses.
COUNTERS = [
    [
        threat
        for threat in THREATS
        if TYPES[threat % len(TYPES)] & TARGETS[kind]
        and (threat < FIRST_BOSS_THREAT or kind != Tower.TREBUCHET)
    ]
    for kind in KINDS
]

WAVE = 3.0  # rounds in which groups pass a space, one behind the other
TYPICAL_ROUNDS = 5.0  # in which a tower finds a target while a wave passes
BASE_POWER = 4.0  # of heroes and luck: keeps the first tower of a kind from being overrated
WALKING = 0.12  # what a purchase loses for each action of walking
PATIENCE = 0.75  # buy nothing worse than this share of the best that any hero could buy
PLENTY = 30  # gold above which it does not wait for the best
BOSS_WEIGHT = 0.5  # of the dice against a boss, which also leaves once it reaches the gate
GOAL_WEIGHT = 1.5  # of the dice against the boss that must be defeated
INCOME_SHARE = 0.6  # of the printed rewards that are expected to come in


class Purchase(NamedTuple):
    """A tower to build or to upgrade."""

    action: int
    t: int
    price: int


class TowerPlanner:
    """Weighs the threats against the towers that stand."""

    def __init__(self, game: Game, scenario: Scenario) -> None:
        self._scenario = scenario
        self._build, self._upgrade = game.actions.start("build"), game.actions.start("upgrade")
        self._rounds = [
            [self._rounds_in_reach(t, reach) for reach in range(max(REACH) + 1)]
            for t in scenario.towers
        ]
        self._weights = [self._weight(threat) for threat in THREATS]

    def _rounds_in_reach(self, t: int, reach: int) -> float:
        """In how many rounds a tower on this space finds a target while a wave passes."""
        scenario = self._scenario
        road = [space for space in scenario.spaces if space != scenario.spawn]
        parts = [scenario.traffic[space] for space in road if scenario.gap[t][space] <= reach]
        return WAVE * max(parts, default=0.0) + sum(parts)

    def _weight(self, threat: int) -> float:
        """How much a threat matters."""
        if self._scenario.objective == Objective.BOSS and threat == THREAT[self._scenario.goal]:
            return GOAL_WEIGHT
        return BOSS_WEIGHT if threat >= FIRST_BOSS_THREAT else 1.0

    def best_purchase(self, seen: Seen) -> Purchase | None:
        """The best purchase for this hero, unless another has a far better use for the gold."""
        urgency = self.urgency(seen)
        value = [sum(urgency[threat] for threat in COUNTERS[kind]) for kind in KINDS]
        prices, cheapest = self._scenario.prices[seen.seat], self._scenario.cheapest
        best_of_all = best = 0.0
        plan = None
        for t, kind in self._sites(seen):
            level = seen.levels[t]
            stands = level > 0
            gain = value[kind] * (POWER[kind][level + 1] - POWER[kind][level])
            gain *= self._rounds[t][REACH[kind]]
            best_of_all = max(best_of_all, gain / cheapest[stands][kind])
            score = gain / prices[stands][kind] / (1 + WALKING * self._walks(seen, t))
            if score > best:
                best = score
                action = self._upgrade + t if stands else self._build + t * len(Tower) + kind
                plan = Purchase(action, t, prices[stands][kind])
        if plan is None or not self._can_spare(seen, plan.price):
            return None
        return plan if best >= PATIENCE * best_of_all or seen.gold >= PLENTY else None

    def urgency(self, seen: Seen) -> list[float]:
        """The dice wanted against each threat, for each die that towers already roll."""
        wanted = list(self._scenario.demand[seen.cards_left])
        for _, enemy, number in seen.groups:
            wanted[THREAT[enemy]] += number * DICE_TO_KILL[enemy]
        standing = [BASE_POWER] * len(wanted)
        for t, level in enumerate(seen.levels):
            if level:
                kind = seen.kinds[t]
                power = POWER[kind][level] * self._rounds[t][REACH[kind]] / TYPICAL_ROUNDS
                for threat in COUNTERS[kind]:
                    standing[threat] += power
        return [self._weights[threat] * wanted[threat] / standing[threat] for threat in THREATS]

    def _sites(self, seen: Seen) -> Iterator[tuple[int, int]]:
        """The towers that can be built or upgraded, as (tower space, kind)."""
        in_box = sum(level > 0 for level in seen.levels) < TOWERS_IN_BOX
        kinds = [k for k in self._scenario.allowed if seen.kinds.count(k) < TOWERS_OF_A_KIND]
        for t, level in enumerate(seen.levels):
            if level == 0 and in_box:
                for kind in kinds:
                    yield t, kind
            elif 0 < level < MAX_LEVEL:
                yield t, seen.kinds[t]

    def _walks(self, seen: Seen, t: int) -> int:
        """The actions that a hero needs to walk next to a tower space."""
        if seen.mounted != NOWHERE:
            return 0 if seen.mounted == t else 1
        return math.ceil(self._scenario.gap[t][seen.at] / self._scenario.movement[seen.seat])

    def _can_spare(self, seen: Seen, price: int) -> bool:
        """If gold is the objective, spend only what is expected to come in again."""
        if self._scenario.objective != Objective.GOLD:
            return True
        left = seen.gold - price + INCOME_SHARE * seen.income(self._scenario)
        return left >= self._scenario.goal
