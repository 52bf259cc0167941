"""The scripted player of Co-op Tower Defense: simple rules in order of priority.

It plays from the scenario, which is public, and from its observation; it is stateless and does
not use search or chance.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.protocol import Agent, Array, Stateless
from cogarena.agents.scripted.coop_td.purchases import TowerPlanner
from cogarena.agents.scripted.coop_td.reading import (
    DAMAGE,
    DICE_TO_KILL,
    GOLD,
    MOVEMENT,
    TARGETS,
    THREAT,
    TYPE,
    Scenario,
    Seen,
)
from cogarena.envs.coop_td.state import ACTIONS_A_TURN, GATE_DICE, NOWHERE, PIPS, Objective
from cogarena.envs.coop_td.tables import FIRST_BOSS, Enemy, Hero, Tower, Upgrade
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import PASS

GOLD_WEIGHT = 0.1  # of a gold piece, compared with a pip of damage at the gate
MISS_WEIGHT = 0.8  # of a space beside which a missed shot hits a friendly tower
RESERVE = 10  # gold kept for towers while cards are to come
MANNED_LEVEL = 2  # of a Mage Tower that is worth Mongo's time
LEARNING_ORDER = (
    Upgrade.THRIFTY,
    Upgrade.FIERCE,
    Upgrade.TOUGH,
    Upgrade.SWIFT,
    Upgrade.KEEN,
    Upgrade.MASON,
)


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player for a game with these settings."""
    return Player(game, game.build(game.read(settings))[0])


class Player(Stateless):
    """Chooses for one row after another."""

    def __init__(self, game: Game, setup: Any) -> None:
        self._layout = game.layout
        self._scenario = Scenario(setup)
        start = game.actions.start
        self._planner = TowerPlanner(game, self._scenario)
        self._repair, self._mount = start("repair"), start("mount")
        self._go, self._attack = start("go"), start("attack")
        self._target, self._bombard, self._learn = start("target"), start("bombard"), start("learn")

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The action for each row."""
        pieces = self._layout.split(observations)
        actions = np.zeros(len(rows), np.int64)
        for i in range(len(rows)):
            row = {name: piece[i] for name, piece in pieces.items()}
            actions[i] = self._choose(Seen(self._scenario, row, masks[i]))
        return actions

    def _choose(self, seen: Seen) -> int:
        if seen.hero_acts:
            return self._act_with_hero(seen)
        if seen.tower_asks:
            return self._aim(seen)
        lessons = (self._learn + int(lesson) for lesson in LEARNING_ORDER)
        return next((action for action in lessons if action in seen.legal), PASS)

    def _act_with_hero(self, seen: Seen) -> int:
        """The action of the first rule that applies."""
        purchase = self._planner.best_purchase(seen)
        if purchase and purchase.action in seen.legal:
            return purchase.action
        if seen.mounted != NOWHERE:
            return self._leave_tower(seen)
        for rule in (
            self._dodge,
            self._fight,
            self._man_mage_tower,
            self._rush_to_gate,
            self._collect,
        ):
            action = rule(seen)
            if action is not None:
                return action
        if purchase and purchase.price <= seen.gold:
            return self._approach(seen, purchase.t)
        weakest = self._weakest_die(seen)
        if purchase is None and weakest is not None and self._is_rich(seen):
            return self._repair + weakest
        return self._meet(seen)

    def _weakest_die(self, seen: Seen) -> int | None:
        """The weakest die of the gate that can be repaired now."""
        dice = [die for die in range(GATE_DICE) if self._repair + die in seen.legal]
        return min(dice, key=seen.gate_dice.__getitem__, default=None)

    def _is_rich(self, seen: Seen) -> bool:
        """There is gold to repair the gate that is not needed for towers or the objective."""
        reserve = RESERVE if seen.cards_left else 0
        price = self._scenario.repair[seen.seat]
        return seen.gold >= price + reserve and self._scenario.objective != Objective.GOLD

    # Fighting

    def _dodge(self, seen: Seen) -> int | None:
        """With the last action, leave a space where the next hit would take this hero down."""
        if seen.actions > 1 or seen.damage_at[seen.at] < seen.health or self._must_hold(seen):
            return None
        safe = [space for space in self._within_a_move(seen) if seen.damage_at[space] < seen.health]
        return self._go + max(safe, key=self._scenario.to_gate.__getitem__) if safe else None

    def _must_hold(self, seen: Seen) -> bool:
        """This hero must stay on the gate space to take hits that the gate cannot afford."""
        if seen.at != self._scenario.gate:
            return False
        here = [(enemy, number) for space, enemy, number in seen.groups if space == seen.at]
        falls = sum(DAMAGE[enemy] * number for enemy, number in here) >= seen.gate
        return falls or any(self._is_goal(e) for e, _ in here) or self._can_relieve(seen)

    def _can_relieve(self, seen: Seen) -> bool:
        """The last enemies are at the gate, and a hero is down who cannot fight them."""
        targets = self._scenario.targets[seen.seat]
        in_reach = any(TYPE[enemy] & targets for _, enemy, _ in seen.groups)
        at_gate = all(space == self._scenario.gate for space, _, _ in seen.groups)
        return seen.ally_is_down and in_reach and at_gate

    def _fight(self, seen: Seen) -> int | None:
        """Attack the most dangerous enemy here."""
        here = [
            enemy
            for space, enemy, _ in seen.groups
            if space == seen.at and self._attack + enemy in seen.legal
        ]
        if not here:
            return None
        return self._attack + max(here, key=lambda enemy: self._danger(seen, seen.at, enemy))

    def _danger(self, seen: Seen, space: int, enemy: int) -> float:
        """The value of a die against an enemy: pips of the gate, sooner or later, and its gold."""
        if self._is_goal(enemy):
            return math.inf
        kill = 1 / DICE_TO_KILL[enemy]
        if enemy >= FIRST_BOSS:
            kill = 1 / (PIPS * seen.bosses[enemy - FIRST_BOSS])
        rounds = 1 + math.ceil(self._scenario.to_gate[space] / MOVEMENT[enemy])
        return kill * (DAMAGE[enemy] / rounds + GOLD_WEIGHT * GOLD[enemy])

    def _is_goal(self, enemy: int) -> bool:
        return self._scenario.objective == Objective.BOSS and enemy == self._scenario.goal

    def _rush_to_gate(self, seen: Seen) -> int | None:
        """Stop the boss that must be defeated, and relieve heroes who are down at the gate."""
        awaited = any(self._is_goal(enemy) for _, enemy, _ in seen.groups)
        if seen.at == self._scenario.gate or not (awaited or self._can_relieve(seen)):
            return None
        spaces = self._within_a_move(seen)
        return self._go + min(spaces, key=self._scenario.to_gate.__getitem__) if spaces else None

    def _meet(self, seen: Seen) -> int:
        """Go where enemies that this hero can fight will pass next."""
        scenario = self._scenario
        targets = scenario.targets[seen.seat]
        prey = [s for s, e, _ in seen.groups if TYPE[e] & targets and e < FIRST_BOSS]
        posts = [space for space in self._within_a_move(seen) if not seen.damage_at[space]]
        if not prey or not posts:
            return PASS
        lead = ACTIONS_A_TURN - seen.actions  # with the last action, one step ahead of them
        best = min(
            [seen.at, *posts],
            key=lambda post: min(
                abs(scenario.to_gate[p] - lead - scenario.to_gate[post])
                + scenario.distance[p][post]
                for p in prey
            ),
        )
        return PASS if best == seen.at else self._go + best

    # Walking

    def _within_a_move(self, seen: Seen) -> list[int]:
        """The spaces in reach except the spawn, where new enemies hit first."""
        spawn = self._scenario.spawn
        return [s for s in self._scenario.spaces if s != spawn and self._go + s in seen.legal]

    def _approach(self, seen: Seen, t: int) -> int:
        """Go as near to a tower space as one move allows."""
        gap = self._scenario.gap[t]
        spaces = self._within_a_move(seen)
        best = min(spaces, key=lambda s: (gap[s], seen.damage_at[s]), default=seen.at)
        return self._go + best if best != seen.at else PASS

    def _collect(self, seen: Seen) -> int | None:
        """Go where the most unclaimed gold lies, unless the next hit there would be too hard."""
        best, most = None, 0
        for space in self._within_a_move(seen):
            gold = sum(seen.unclaimed[t] for t in self._scenario.linked[space])
            if gold > most and seen.damage_at[space] < seen.health:
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
            and not self._has_been_passed(seen, t)
        ]
        return self._mount + max(towers, key=seen.levels.__getitem__) if towers else None

    def _leave_tower(self, seen: Seen) -> int:
        """Come down to fight on foot once all enemies have passed the tower."""
        spaces = self._within_a_move(seen)
        if not spaces or not self._has_been_passed(seen, seen.mounted):
            return PASS
        return self._go + min(spaces, key=self._scenario.to_gate.__getitem__)

    def _has_been_passed(self, seen: Seen, t: int) -> bool:
        """All enemies are nearer to the gate than the tower, and no others will come soon."""
        scenario = self._scenario
        nearest = min(scenario.to_gate[s] for s in scenario.spaces if scenario.gap[t][s] == 0)
        passed = all(scenario.to_gate[space] < nearest for space, _, _ in seen.groups)
        return passed and (seen.cards_left == 0 or self._can_relieve(seen))

    # Aiming

    def _aim(self, seen: Seen) -> int:
        """All dice at the group, or for a trebuchet the space, whose threat is most urgent."""
        urgency = self._planner.urgency(seen)
        kind = seen.kinds[seen.asking]
        values: dict[int, float] = {}
        for space, enemy, number in seen.groups:
            value = self._danger(seen, space, enemy) * urgency[THREAT[enemy]]
            if kind != Tower.TREBUCHET:
                values[self._target + space * len(Enemy) + enemy] = value
            elif TYPE[enemy] & TARGETS[kind]:
                built = any(seen.levels[t] for t in self._scenario.linked[space])
                value *= number * (MISS_WEIGHT if built else 1.0)
                values[self._bombard + space] = values.get(self._bombard + space, 0.0) + value
        return max((action for action in values if action in seen.legal), key=values.__getitem__)
