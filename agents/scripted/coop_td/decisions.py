"""The decisions of the scripted player in Co-op Tower Defense: rules in order of priority."""

from typing import Any

from cogarena.agents.scripted.coop_td.combat import aim, dodge, fight
from cogarena.agents.scripted.coop_td.purchases import best_purchase, weigh_threats
from cogarena.agents.scripted.coop_td.reading import read
from cogarena.agents.scripted.coop_td.travel import (
    approach_tower,
    collect,
    leave_tower,
    man_mage_tower,
    meet,
    rush_to_gate,
)
from cogarena.envs.coop_td.heroes import REPAIR
from cogarena.envs.coop_td.rules import LEARN
from cogarena.envs.coop_td.state import GATE_DICE, NOWHERE, Objective
from cogarena.envs.coop_td.tables import Upgrade
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen

RESERVE = 10  # gold kept for towers while cards are to come
LEARNING_ORDER = (
    Upgrade.THRIFTY,
    Upgrade.FIERCE,
    Upgrade.TOUGH,
    Upgrade.SWIFT,
    Upgrade.KEEN,
    Upgrade.MASON,
)
LESSONS = frozen([LEARN + upgrade for upgrade in LEARNING_ORDER], "i2")


@kernel
def decide_all(observations: Any, masks: Any, tables: Any, seen: Any, actions: Any) -> None:
    """Choose an action for each row; `tables` and `seen` are arrays of one."""
    for i in range(len(actions)):
        read(observations[i], tables[0], seen[0])
        actions[i] = decide(masks[i], tables[0], seen[0])


@kernel
def decide(mask: Any, tables: Any, seen: Any) -> int:
    """The action for the question asked."""
    if seen.hero_acts == 0 and seen.tower_asks == 0:
        return learn(mask)
    weigh_threats(tables, seen)
    return act_with_hero(mask, tables, seen) if seen.hero_acts == 1 else aim(mask, tables, seen)


@kernel
def learn(mask: Any) -> int:
    """C24: the most useful upgrade, if there is one to learn."""
    for lesson in LESSONS:
        if mask[lesson] == 1:
            return int(lesson)
    return PASS


@kernel
def act_with_hero(mask: Any, tables: Any, seen: Any) -> int:
    """The action of the first rule that applies."""
    purchase = best_purchase(tables, seen)
    is_wanted = purchase.action != NOWHERE
    if is_wanted and mask[purchase.action] == 1:
        return purchase.action
    if seen.mounted != NOWHERE:
        return leave_tower(mask, tables, seen)
    action = act_on_foot(mask, tables, seen)
    if action != NOWHERE:
        return action
    if is_wanted and purchase.price <= seen.gold:
        return approach_tower(mask, tables, seen, purchase.t)
    die = weakest_die(mask, seen)
    if not is_wanted and die != NOWHERE and is_rich(tables, seen):
        return REPAIR + die
    return meet(mask, tables, seen)


@kernel
def act_on_foot(mask: Any, tables: Any, seen: Any) -> int:
    """What goes before walking to a purchase, or NOWHERE."""
    action = dodge(mask, tables, seen)
    if action == NOWHERE:
        action = fight(mask, tables, seen)
    if action == NOWHERE:
        action = man_mage_tower(mask, tables, seen)
    if action == NOWHERE:
        action = rush_to_gate(mask, tables, seen)
    if action == NOWHERE:
        action = collect(mask, tables, seen)
    return action


@kernel
def weakest_die(mask: Any, seen: Any) -> int:
    """The weakest die of the gate that can be repaired now, or NOWHERE."""
    weakest = NOWHERE
    for die in range(GATE_DICE):
        if mask[REPAIR + die] == 0:
            continue
        if weakest == NOWHERE or seen.gate_dice[die] < seen.gate_dice[weakest]:
            weakest = die
    return weakest


@kernel
def is_rich(tables: Any, seen: Any) -> bool:
    """There is gold to repair the gate that is not needed for towers or the objective."""
    reserve = RESERVE if seen.cards_left > 0 else 0
    price = tables.setup.heroes[seen.seat].repair
    return seen.gold >= price + reserve and tables.setup.objective != Objective.GOLD
