"""Which tower the scripted player of Co-op Tower Defense buys next."""

import math
from typing import Any, NamedTuple

from cogarena.agents.scripted.coop_td.tables import (
    COUNTERS,
    DICE_TO_KILL,
    KINDS,
    POWER,
    THREAT,
    THREATS,
)
from cogarena.envs.coop_td.heroes import BUILD, UPGRADE
from cogarena.envs.coop_td.state import (
    MAX_LEVEL,
    NOWHERE,
    TOWERS_IN_BOX,
    TOWERS_OF_A_KIND,
    Objective,
)
from cogarena.envs.coop_td.tables import ENEMY, TOWER
from cogarena.envs.core.jit import kernel

TYPICAL_ROUNDS = 5.0  # in which a tower finds a target while a wave passes
BASE_POWER = 4.0  # of heroes and luck: keeps the first tower of a kind from being overrated
WALKING = 0.12  # what a purchase loses for each action of walking
PATIENCE = 0.75  # buy nothing worse than this share of the best that any hero could buy
PLENTY = 30  # gold above which it does not wait for the best
INCOME_SHARE = 0.6  # of the printed rewards that are expected to come in


class Purchase(NamedTuple):
    """A tower to build or to upgrade."""

    action: int
    t: int
    price: int


NOTHING = Purchase(NOWHERE, NOWHERE, 0)


@kernel
def best_purchase(tables: Any, seen: Any) -> Purchase:
    """The best purchase for this hero, unless another has a far better use for the gold."""
    best_of_all = best = 0.0
    plan = NOTHING
    for t in range(tables.setup.tower_spaces):
        stands = min(1, seen.towers[t].level)
        for kind in range(KINDS):
            if not is_for_sale(tables, seen, t, kind):
                continue
            gain, offer = value_of(tables, seen, t, kind), purchase_of(tables, seen, t, kind)
            best_of_all = max(best_of_all, gain / tables.lowest_prices[stands, kind])
            score = gain / offer.price / (1 + WALKING * walks(tables, seen, t))
            if score > best:
                best, plan = score, offer
    if plan.action == NOWHERE or not can_spare(tables, seen, plan.price):
        return NOTHING
    return plan if best >= PATIENCE * best_of_all or seen.gold >= PLENTY else NOTHING


@kernel
def purchase_of(tables: Any, seen: Any, t: int, kind: int) -> Purchase:
    """The next level of a tower."""
    stands = min(1, seen.towers[t].level)
    action = UPGRADE + t if stands == 1 else BUILD + t * KINDS + kind
    return Purchase(action, t, tables.prices[seen.seat, stands, kind])


@kernel
def is_for_sale(tables: Any, seen: Any, t: int, kind: int) -> bool:
    """C3: the tower can be built or raised, if there is enough gold."""
    tower = seen.towers[t]
    if tower.level > 0:
        return tower.kind == kind and tower.level < MAX_LEVEL
    in_box = seen.standing < TOWERS_IN_BOX and seen.of_a_kind[kind] < TOWERS_OF_A_KIND
    return in_box and tables.setup.allowed[kind] == 1


@kernel
def value_of(tables: Any, seen: Any, t: int, kind: int) -> float:
    """The value of the next level of a tower: the power it adds, where it is wanted."""
    value = 0.0
    for threat in range(THREATS):
        if COUNTERS[kind, threat] == 1:
            value += seen.urgency[threat]
    level = seen.towers[t].level
    value *= POWER[kind, level + 1] - POWER[kind, level]
    return value * tables.rounds[t, TOWER[kind].reach]


@kernel
def weigh_threats(tables: Any, seen: Any) -> None:
    """Fill `seen.urgency`."""
    for threat in range(THREATS):
        wanted, standing = dice_wanted(tables, seen, threat), dice_standing(tables, seen, threat)
        seen.urgency[threat] = tables.weights[threat] * wanted / standing


@kernel
def dice_wanted(tables: Any, seen: Any, threat: int) -> float:
    """The dice that kill the enemies of a threat, those to come and those on the map."""
    dice = tables.demand[seen.cards_left, threat]
    for g in range(seen.group_count):
        group = seen.groups[g]
        if THREAT[group.enemy] == threat:
            dice += group.number * DICE_TO_KILL[group.enemy]
    return dice


@kernel
def dice_standing(tables: Any, seen: Any, threat: int) -> float:
    """The dice that towers already roll against a threat."""
    dice = BASE_POWER
    for t in range(tables.setup.tower_spaces):
        tower = seen.towers[t]
        if tower.level > 0 and COUNTERS[tower.kind, threat] == 1:
            rounds = tables.rounds[t, TOWER[tower.kind].reach]
            dice += POWER[tower.kind, tower.level] * rounds / TYPICAL_ROUNDS
    return dice


@kernel
def walks(tables: Any, seen: Any, t: int) -> int:
    """The actions that a hero needs to walk next to a tower space."""
    if seen.mounted != NOWHERE:
        return 0 if seen.mounted == t else 1
    return math.ceil(tables.setup.gap[t, seen.at] / tables.setup.heroes[seen.seat].movement)


@kernel
def can_spare(tables: Any, seen: Any, price: int) -> bool:
    """If gold is the objective, spend only what is expected to come in again."""
    if tables.setup.objective != Objective.GOLD:
        return True
    income = tables.income[seen.cards_left]
    for g in range(seen.group_count):
        group = seen.groups[g]
        income += int(group.number) * int(ENEMY[group.enemy].gold)
    return seen.gold - price + INCOME_SHARE * income >= tables.setup.goal
