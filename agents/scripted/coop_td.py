"""The scripted player of Co-op Tower Defense: a ranking of simple ideas, without search or chance.

It plays by what is printed in the scenario and what it is shown, and keeps nothing in mind.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Agent, Array, Stateless
from cogarena.agents.scripted.sight.coop_td import (
    DAMAGE,
    DICE_TO_KILL,
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
)
from cogarena.envs.coop_td.state import (
    ACTIONS_A_TURN,
    MAX_LEVEL,
    NOWHERE,
    PIPS,
    TOWERS_IN_BOX,
    TOWERS_OF_A_KIND,
    Objective,
)
from cogarena.envs.coop_td.tables import FIRST_BOSS, TOWER, Enemy, Hero, Tower, Upgrade
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import PASS

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


class Purchase(NamedTuple):
    """A tower to build or to raise."""

    action: int
    t: int
    price: int


class Player(Stateless):
    """Chooses for one row after the other."""

    def __init__(self, game: Game, setup: Any) -> None:
        self._layout = game.layout
        self._printed = Printed(setup)
        start = game.actions.start
        self._build, self._upgrade, self._repair = start("build"), start("upgrade"), start("repair")
        self._mount, self._go, self._attack = start("mount"), start("go"), start("attack")
        self._target, self._bombard, self._learn = start("target"), start("bombard"), start("learn")
        self._rounds = [
            [self._rounds_in_reach(t, reach) for reach in range(max(REACH) + 1)]
            for t in self._printed.towers
        ]
        self._weights = [self._weight(need) for need in NEEDS]

    def _rounds_in_reach(self, t: int, reach: int) -> float:
        """In how many rounds a tower there finds a target while a wave passes."""
        printed = self._printed
        road = [space for space in printed.spaces if space != printed.spawn]
        parts = [printed.passing[space] for space in road if printed.gap[t][space] <= reach]
        return WAVE * max(parts, default=0.0) + sum(parts)

    def _weight(self, need: int) -> float:
        """How much a need matters."""
        if self._printed.objective == Objective.BOSS and need == NEED[self._printed.goal]:
            return GOAL_WEIGHT
        return BOSS_WEIGHT if need >= FIRST_BOSS_NEED else 1.0

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
        return next((a for a in self._lessons() if a in seen.legal), PASS)

    def _lessons(self) -> Iterator[int]:
        return (self._learn + int(lesson) for lesson in LESSONS)

    def _act_with_hero(self, seen: Seen) -> int:
        """The first idea that leads to an action, the best ideas first."""
        plan = self._plan(seen)
        if plan and plan.action in seen.legal:
            return plan.action
        if seen.mounted != NOWHERE:
            return self._leave_tower(seen)
        for idea in (
            self._dodge,
            self._fight,
            self._man_mage_tower,
            self._rush_to_gate,
            self._collect,
        ):
            action = idea(seen)
            if action is not None:
                return action
        if plan and plan.price <= seen.gold:
            return self._approach(seen, plan.t)
        if plan is None and self._is_rich(seen):
            return self._repair
        return self._meet(seen)

    # Buying

    def _plan(self, seen: Seen) -> Purchase | None:
        """The best purchase for this hero, unless another hero has far better use for the gold."""
        needs = self._needs(seen)
        worth = [sum(needs[need] for need in MEETS[kind]) for kind in KINDS]
        prices, cheapest = self._printed.prices[seen.seat], self._printed.cheapest
        best_of_all = best = 0.0
        plan = None
        for t, kind in self._sites(seen):
            level = seen.levels[t]
            stands = level > 0
            gain = worth[kind] * (POWER[kind][level + 1] - POWER[kind][level])
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

    def _needs(self, seen: Seen) -> list[float]:
        """The dice wanted against each class of enemy, for each die that stands."""
        wanted = list(self._printed.demand[seen.cards_left])
        for _, enemy, number in seen.groups:
            wanted[NEED[enemy]] += number * DICE_TO_KILL[enemy]
        standing = [POWER_AT_HAND] * len(wanted)
        for t, level in enumerate(seen.levels):
            if level:
                kind = seen.kinds[t]
                power = POWER[kind][level] * self._rounds[t][REACH[kind]] / USUAL_ROUNDS
                for need in MEETS[kind]:
                    standing[need] += power
        return [self._weights[need] * wanted[need] / standing[need] for need in NEEDS]

    def _sites(self, seen: Seen) -> Iterator[tuple[int, int]]:
        """The towers that can be raised or built, as (tower space, kind)."""
        in_box = sum(level > 0 for level in seen.levels) < TOWERS_IN_BOX
        kinds = [k for k in self._printed.allowed if seen.kinds.count(k) < TOWERS_OF_A_KIND]
        for t, level in enumerate(seen.levels):
            if level == 0 and in_box:
                for kind in kinds:
                    yield t, kind
            elif 0 < level < MAX_LEVEL:
                yield t, seen.kinds[t]

    def _walks(self, seen: Seen, t: int) -> int:
        """The actions a hero needs to get beside a tower space."""
        if seen.mounted != NOWHERE:
            return 0 if seen.mounted == t else 1
        return math.ceil(self._printed.gap[t][seen.at] / self._printed.movement[seen.seat])

    def _can_spare(self, seen: Seen, price: int) -> bool:
        """A war chest is filled from what is left: spend only what will come in again."""
        if self._printed.objective != Objective.GOLD:
            return True
        left = seen.gold - price + INCOME_SHARE * seen.income(self._printed)
        return left >= self._printed.goal

    def _is_rich(self, seen: Seen) -> bool:
        """There is gold for the gate that no tower and no war chest needs."""
        reserve = RESERVE if seen.cards_left else 0
        price = self._printed.repair[seen.seat]
        legal = self._repair in seen.legal and seen.gold >= price + reserve
        return legal and self._printed.objective != Objective.GOLD

    # Fighting

    def _dodge(self, seen: Seen) -> int | None:
        """With the last action, leave a space where the next blow would wound this hero."""
        if seen.actions > 1 or seen.threats[seen.at] < seen.health or self._must_hold(seen):
            return None
        safe = [space for space in self._within_a_move(seen) if seen.threats[space] < seen.health]
        return self._go + max(safe, key=self._printed.to_gate.__getitem__) if safe else None

    def _must_hold(self, seen: Seen) -> bool:
        """Heroes on the gate space take blows that the gate must not take."""
        if seen.at != self._printed.gate:
            return False
        here = [(enemy, number) for space, enemy, number in seen.groups if space == seen.at]
        falls = sum(DAMAGE[enemy] * number for enemy, number in here) >= seen.gate
        return falls or any(self._is_goal(e) for e, _ in here) or self._can_relieve(seen)

    def _can_relieve(self, seen: Seen) -> bool:
        """The last enemies hold a wounded hero at the gate, for ever unless others fight them."""
        targets = self._printed.targets[seen.seat]
        in_reach = any(TYPE[enemy] & targets for _, enemy, _ in seen.groups)
        at_gate = all(space == self._printed.gate for space, _, _ in seen.groups)
        return seen.friend_wounded and in_reach and at_gate

    def _fight(self, seen: Seen) -> int | None:
        """Attack the worst enemy here."""
        here = [
            enemy
            for space, enemy, _ in seen.groups
            if space == seen.at and self._attack + enemy in seen.legal
        ]
        if not here:
            return None
        return self._attack + max(here, key=lambda enemy: self._danger(seen, seen.at, enemy))

    def _danger(self, seen: Seen, space: int, enemy: int) -> float:
        """What a die thrown at an enemy saves: pips of the gate, soon or late, and its gold."""
        if self._is_goal(enemy):
            return math.inf
        kill = 1 / DICE_TO_KILL[enemy]
        if enemy >= FIRST_BOSS:
            kill = 1 / (PIPS * seen.bosses[enemy - FIRST_BOSS])
        rounds = 1 + math.ceil(self._printed.to_gate[space] / MOVEMENT[enemy])
        return kill * (DAMAGE[enemy] / rounds + GOLD_WEIGHT * GOLD[enemy])

    def _is_goal(self, enemy: int) -> bool:
        return self._printed.objective == Objective.BOSS and enemy == self._printed.goal

    def _rush_to_gate(self, seen: Seen) -> int | None:
        """Stop the boss that must fall, and relieve heroes who are held at the gate."""
        awaited = any(self._is_goal(enemy) for _, enemy, _ in seen.groups)
        if seen.at == self._printed.gate or not (awaited or self._can_relieve(seen)):
            return None
        spaces = self._within_a_move(seen)
        return self._go + min(spaces, key=self._printed.to_gate.__getitem__) if spaces else None

    def _meet(self, seen: Seen) -> int:
        """Stand where enemies that this hero can fight come by next."""
        printed = self._printed
        targets = printed.targets[seen.seat]
        prey = [s for s, e, _ in seen.groups if TYPE[e] & targets and e < FIRST_BOSS]
        posts = [space for space in self._within_a_move(seen) if not seen.threats[space]]
        if not prey or not posts:
            return PASS
        lead = ACTIONS_A_TURN - seen.actions  # with the last action, one step ahead of them
        best = min(
            [seen.at, *posts],
            key=lambda post: min(
                abs(printed.to_gate[p] - lead - printed.to_gate[post]) + printed.distance[p][post]
                for p in prey
            ),
        )
        return PASS if best == seen.at else self._go + best

    # Walking

    def _within_a_move(self, seen: Seen) -> list[int]:
        """The spaces to go to, but for the spawn: whoever comes there strikes first."""
        spawn = self._printed.spawn
        return [s for s in self._printed.spaces if s != spawn and self._go + s in seen.legal]

    def _approach(self, seen: Seen, t: int) -> int:
        """Go as near to a tower space as one move leads."""
        gap = self._printed.gap[t]
        spaces = self._within_a_move(seen)
        best = min(spaces, key=lambda s: (gap[s], seen.threats[s]), default=seen.at)
        return self._go + best if best != seen.at else PASS

    def _collect(self, seen: Seen) -> int | None:
        """Go where the most unclaimed gold lies, unless the blow to come is worse."""
        best, most = None, 0
        for space in self._within_a_move(seen):
            gold = sum(seen.unclaimed[t] for t in self._printed.linked[space])
            if gold > most and seen.threats[space] < seen.health:
                best, most = self._go + space, gold
        return best

    def _man_mage_tower(self, seen: Seen) -> int | None:
        """C17: on a Mage Tower, Mongo sees further."""
        if seen.hero != Hero.MONGO:
            return None
        towers = [
            t
            for t, kind in enumerate(seen.kinds)
            if kind == Tower.MAGE_TOWER
            and seen.levels[t] >= MANNED_LEVEL
            and self._mount + t in seen.legal
            and not self._is_passed(seen, t)
        ]
        return self._mount + max(towers, key=seen.levels.__getitem__) if towers else None

    def _leave_tower(self, seen: Seen) -> int:
        """Come down when everybody has passed the tower, to fight on foot."""
        spaces = self._within_a_move(seen)
        if not spaces or not self._is_passed(seen, seen.mounted):
            return PASS
        return self._go + min(spaces, key=self._printed.to_gate.__getitem__)

    def _is_passed(self, seen: Seen, t: int) -> bool:
        """All enemies are nearer to the gate than the tower, and no others come soon."""
        printed = self._printed
        nearest = min(printed.to_gate[s] for s in printed.spaces if printed.gap[t][s] == 0)
        passed = all(printed.to_gate[space] < nearest for space, _, _ in seen.groups)
        return passed and (seen.cards_left == 0 or self._can_relieve(seen))

    # Aiming

    def _aim(self, seen: Seen) -> int:
        """The group that is worth most, by what its kind still needs; for a trebuchet the space."""
        needs = self._needs(seen)
        kind = seen.kinds[seen.asking]
        values: dict[int, float] = {}
        for space, enemy, number in seen.groups:
            value = self._danger(seen, space, enemy) * needs[NEED[enemy]]
            if kind != Tower.TREBUCHET:
                values[self._target + space * len(Enemy) + enemy] = value
            elif TYPE[enemy] & TARGETS[kind]:
                built = any(seen.levels[t] for t in self._printed.linked[space])
                value *= number * (MISS_WEIGHT if built else 1.0)
                values[self._bombard + space] = values.get(self._bombard + space, 0.0) + value
        return max((action for action in values if action in seen.legal), key=values.__getitem__)


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player of a game with these settings."""
    return Player(game, game.build(game.read(settings))[0])
