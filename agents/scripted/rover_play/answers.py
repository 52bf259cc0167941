"""What the scripted explorer of RoveR does in its turn: the first idea that leads to an action."""

from typing import Any

from cogarena.agents.scripted.rover_play.arms import (
    INSTALL,
    LOCAL,
    PIERCING,
    RANGED,
    arm,
    best_generator,
    best_grinder,
    best_repair,
    best_shield,
    best_weapon,
    slot_for_grinder,
    surplus,
    tidy,
    use_or_install,
)
from cogarena.agents.scripted.rover_play.fight import (
    AIM,
    HOPELESS,
    MOVE,
    best_attack,
    can_finish,
    evade,
    nearest_hostile,
    only_wardens,
    prospect,
    stay_busy,
    toward,
)
from cogarena.agents.scripted.rover_play.goals import (
    HURT_ENOUGH,
    REPAIR_BAY,
    choose_goal,
    energy_at_hand,
    fight_energy,
    is_badly_hurt,
    is_weary,
    need,
    wall_energy,
    wants_site,
)
from cogarena.agents.scripted.rover_play.memory import CACHE, NOBODY, SITE, WALL, recall
from cogarena.agents.scripted.rover_play.reading import POD, read
from cogarena.agents.scripted.rover_play.ways import find_ways
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, manhattan
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.state import ACTIONS, NOWHERE, SIZE, SLOTS
from cogarena.envs.rover.tables import FIRST_SITE, REPAIR_PRICE

TOGGLE, USE = ACTIONS.start("toggle"), ACTIONS.start("use")
ROUNDING = 4  # energy that is not worth another use
NEAR = 4  # steps within which a hostile is waited for


@kernel
def answer_all(
    observations: Any, masks: Any, rows: Any, memories: Any, temper: Any,
    seen: Any, ways: Any, goal: Any, actions: Any,
) -> None:  # fmt: skip
    """An action for each row."""
    for i in range(len(actions)):
        memory = memories[rows[i]]
        read(observations[i], seen)
        recall(observations[i], seen, memory)
        action = answer(seen, memory, temper, ways, goal, masks[i])
        actions[i] = action if masks[i, action] == 1 else PASS


@kernel
def answer(seen: Any, memory: Any, temper: Any, ways: Any, goal: Any, mask: Any) -> int:
    """The first idea that leads to an action, the best ideas first."""
    find_ways(seen, memory, ways)
    action = leave(seen, memory, temper, mask)
    if action == NOWHERE:
        action = dodge(seen, temper, mask)
    if action == NOWHERE and can_finish(seen, temper):
        action = best_attack(seen, memory, temper, mask)
    if action == NOWHERE:
        action = flee(seen, memory, temper, ways, mask)
    if action == NOWHERE:
        action = best_attack(seen, memory, temper, mask)
    if action == NOWHERE:
        action = hold(seen, memory, temper, mask)
    if action == NOWHERE:
        action = keep_in_shape(seen, memory, temper, ways, mask)
    if action == NOWHERE:
        action = travel(seen, memory, temper, ways, goal, mask)
    return action


@kernel
def leave(seen: Any, memory: Any, temper: Any, mask: Any) -> int:
    """Launch, in good shape."""
    if seen.here != POD or mask[USE] == 0:
        return NOWHERE
    repair = best_repair(seen)
    if nearest_hostile(seen) == NOWHERE:
        if repair != NOWHERE and seen.integrity < seen.most_integrity:
            return use_or_install(seen, temper, repair)
        shield = best_shield(seen)
        if shield != NOWHERE and seen.shielding < seen.most_shielding:
            return use_or_install(seen, temper, shield)
    return USE


@kernel
def dodge(seen: Any, temper: Any, mask: Any) -> int:
    """Who cannot strike back steps aside: those who come after do not strike in that turn."""
    if nearest_hostile(seen) == NOWHERE:
        return NOWHERE
    if seen.shorted == 0 and best_weapon(seen, temper) != NOWHERE:
        return NOWHERE
    return evade(seen, mask)


@kernel
def flee(seen: Any, memory: Any, temper: Any, ways: Any, mask: Any) -> int:
    """From a fight that cannot be won, to a place that restores integrity."""
    if nearest_hostile(seen) == NOWHERE:
        memory.retreat = memory.stuck = 0
        memory.refuge_x = NOWHERE
        return NOWHERE
    if memory.retreat >= temper.flight or memory.stuck >= temper.stuck:
        return NOWHERE
    if memory.refuge_x == NOWHERE or not mends(seen, memory, memory.refuge_x, memory.refuge_y):
        memory.refuge_x = NOWHERE
        if prospect(seen, temper) < seen.integrity + seen.shielding:
            return NOWHERE
        if seen.most_integrity - seen.integrity >= HURT_ENOUGH:
            find_refuge(seen, memory, ways)
    if memory.refuge_x == NOWHERE:
        return NOWHERE
    memory.retreat += 1
    left = ways.near[memory.refuge_y, memory.refuge_x]
    memory.stuck = 0 if 0 < left < memory.closest else memory.stuck + 1
    if left <= 0:
        return NOWHERE
    memory.closest = min(memory.closest, left)
    step = MOVE + ways.heading[memory.refuge_y, memory.refuge_x]
    return step if mask[step] == 1 else NOWHERE


@kernel
def find_refuge(seen: Any, memory: Any, ways: Any) -> None:
    """The nearest place that restores integrity, or NOWHERE."""
    least = SIZE
    for y in range(1, SIZE - 1):
        for x in range(1, SIZE - 1):
            if x == seen.pod_x and y == seen.pod_y:
                continue
            if 0 < ways.near[y, x] < least and mends(seen, memory, x, y):
                memory.refuge_x, memory.refuge_y, least = x, y, ways.near[y, x]
    if memory.refuge_x == NOWHERE and seen.planet == 0 and only_wardens(seen):
        memory.refuge_x, memory.refuge_y = seen.pod_x, seen.pod_y
    memory.closest = SIZE * SIZE


@kernel
def mends(seen: Any, memory: Any, x: int, y: int) -> bool:
    """There may be a hull repair, or there is a repair bay that can be paid."""
    if memory.known[y, x] & CACHE != 0 or (x == seen.pod_x and y == seen.pod_y):
        return True
    is_bay = memory.known[y, x] & SITE != 0 and memory.site[y, x] == REPAIR_BAY
    return is_bay and seen.datum >= REPAIR_PRICE


@kernel
def hold(seen: Any, memory: Any, temper: Any, mask: Any) -> int:
    """Let a hostile come, for the first blow is worth a turn; step up to one that shoots."""
    foe = nearest_hostile(seen)
    if foe == NOWHERE:
        memory.patience = 0
        return NOWHERE
    being = seen.others[foe]
    away = manhattan(seen.x, seen.y, being.x, being.y)
    weapon = best_weapon(seen, temper)
    if weapon == NOWHERE or away > NEAR or (being.warden == 1 and seen.planet == 0):
        return NOWHERE
    if weapon >= SLOTS:
        return arm(seen, temper)
    if being.reach > 1 and being.reach >= seen.tools[weapon].reach:
        step = toward(seen, being.x, being.y, mask)
        if step != NOWHERE:
            return step
    memory.patience += 1
    return stay_busy(seen, mask) if memory.patience < temper.patience else NOWHERE


@kernel
def keep_in_shape(seen: Any, memory: Any, temper: Any, ways: Any, mask: Any) -> int:
    """Sites, modules, shielding, integrity, energy: whatever is amiss."""
    if seen.here >= FIRST_SITE and mask[USE] == 1:
        if wants_site(seen, memory, temper, seen.here):
            return USE
    action = NOWHERE
    if nearest_hostile(seen) == NOWHERE:
        action = tidy(seen, temper)
    if action == NOWHERE and nearest_hostile(seen) == NOWHERE:
        action = top_up(seen, memory, temper, ways, mask)
    if action == NOWHERE:
        action = arm(seen, temper)
    if action == NOWHERE and nearest_hostile(seen) == NOWHERE:
        action = recover(seen, memory, temper, ways)
    return action


@kernel
def recover(seen: Any, memory: Any, temper: Any, ways: Any) -> int:
    """Repair and shield, while there is energy for it."""
    repair, shield = best_repair(seen), best_shield(seen)
    at_pod = seen.here == POD
    home = ways.home[seen.y, seen.x]
    in_plenty = at_pod or seen.energy > need(seen, temper, home) + temper.plenty
    is_urgent = is_badly_hurt(seen) and seen.energy > need(seen, temper, home)
    if repair != NOWHERE and (in_plenty or is_urgent or memory.all_in == 1):
        if seen.integrity < (1.0 if at_pod else temper.hurt) * seen.most_integrity:
            return use_or_install(seen, temper, repair)
    if shield != NOWHERE and (in_plenty or surplus(seen.tools[shield]) > 0):
        if seen.shielding + seen.tools[shield].shield <= seen.most_shielding:
            return use_or_install(seen, temper, shield)
    return NOWHERE


@kernel
def top_up(seen: Any, memory: Any, temper: Any, ways: Any, mask: Any) -> int:
    """Generate when the way home asks for it, and some more."""
    least = need(seen, temper, ways.home[seen.y, seen.x])
    if seen.energy < least:
        memory.topping = 1
    if seen.energy >= min(least + temper.plenty, seen.most_energy - ROUNDING):
        memory.topping = 0
    if memory.topping == 0 or seen.here == POD:
        return NOWHERE
    generator = best_generator(seen)
    if generator != NOWHERE:
        return use_or_install(seen, temper, generator)
    return grind(seen, memory, temper, ways, mask)


@kernel
def grind(seen: Any, memory: Any, temper: Any, ways: Any, mask: Any) -> int:
    """Take energy from a wall, with a module that has no better use."""
    tool = best_grinder(seen, temper)
    if tool == NOWHERE or memory.walls == 0:
        return NOWHERE
    x, y = nearest_by_wall(memory, temper, ways)
    if x == NOWHERE:
        return NOWHERE
    if x != seen.x or y != seen.y:
        return MOVE + ways.heading[y, x]
    slot = slot_for_grinder(seen, temper, tool)
    if tool >= SLOTS:
        return INSTALL + (tool - SLOTS) * SLOTS + slot
    direction = wall_beside(memory, x, y)
    if seen.tools[tool].targeting != LOCAL:
        return AIM + tool * DIRECTIONS + direction
    if seen.all_targets == 0:
        return TOGGLE
    return MOVE + direction


@kernel
def nearest_by_wall(memory: Any, temper: Any, ways: Any) -> Any:
    """The nearest square beside a wall, or NOWHERE."""
    best_x, best_y, least = NOWHERE, NOWHERE, temper.grind_way + 1
    for y in range(1, SIZE - 1):
        for x in range(1, SIZE - 1):
            if 0 <= ways.near[y, x] < least and memory.who[y, x] == NOBODY:
                if wall_beside(memory, x, y) != NOWHERE:
                    best_x, best_y, least = x, y, ways.near[y, x]
    return best_x, best_y


@kernel
def wall_beside(memory: Any, x: int, y: int) -> int:
    """The direction of a wall, or NOWHERE."""
    for direction in range(DIRECTIONS):
        if memory.known[y + DY[direction], x + DX[direction]] & WALL == WALL:
            return direction
    return NOWHERE


@kernel
def travel(seen: Any, memory: Any, temper: Any, ways: Any, goal: Any, mask: Any) -> int:
    """A step towards the best goal; without any, home, and there all or nothing."""
    consider_all_in(seen, memory, temper, ways)
    choose_goal(seen, memory, temper, ways, goal)
    consider_warden(seen, memory, temper, ways, goal)
    consider_home(seen, memory, temper, ways, goal)
    memory.goal_x, memory.goal_y = goal.x, goal.y
    if ways.near[goal.y, goal.x] <= 0:
        return stay_busy(seen, mask)
    return step_to(seen, memory, goal.x, goal.y, ways.heading[goal.y, goal.x], mask)


@kernel
def consider_all_in(seen: Any, memory: Any, temper: Any, ways: Any) -> None:
    """Stop caring for the way home if there is none, or after too many steps on this planet."""
    if seen.here == POD and memory.mileage - seen.transport > temper.mileage:
        memory.all_in = 1
    home = ways.home[seen.y, seen.x]
    at_hand = energy_at_hand(seen) + wall_energy(seen, memory, temper)
    if home == NOWHERE or at_hand < seen.stride * home:
        memory.all_in = 1


@kernel
def consider_home(seen: Any, memory: Any, temper: Any, ways: Any, goal: Any) -> None:
    """Make the pod the goal once the factory is shut, or if nothing else can be reached."""
    price = temper.homesick * ways.near[seen.pod_y, seen.pod_x] - temper.homing
    if memory.goal_x == seen.pod_x and memory.goal_y == seen.pod_y:
        price -= temper.loyalty
    if (seen.shut == 1 and goal.price > price) or goal.x == NOWHERE:
        goal.x, goal.y = seen.pod_x, seen.pod_y
        if seen.here == POD and not is_weary(seen):
            memory.all_in = 1


@kernel
def consider_warden(seen: Any, memory: Any, temper: Any, ways: Any, goal: Any) -> None:
    """Make the warden the goal if the rover is fit for it."""
    x, y = memory.warden_x, memory.warden_y
    if x == NOWHERE or seen.shut == 1 or ways.near[y, x] <= 0:
        return
    if seen.integrity < temper.ready * seen.most_integrity and goal.x != NOWHERE:
        return
    if is_weary(seen):
        return
    if (
        goal.x != NOWHERE
        and warden_prospect(seen, memory, temper) >= seen.integrity + seen.shielding
    ):
        return
    steps = ways.near[y, x]
    way_back = 0 if seen.planet == temper.last_planet else steps
    if memory.all_in == 0:
        fight = fight_energy(seen, temper, int(memory.warden_toughness))
        budget = energy_at_hand(seen) + wall_energy(seen, memory, temper)
        if need(seen, temper, steps + way_back) + fight > budget:
            return
    price = steps - temper.warden
    if memory.goal_x == x and memory.goal_y == y:
        price -= temper.loyalty
    if price < goal.price:
        goal.x, goal.y, goal.price = x, y, price


@kernel
def warden_prospect(seen: Any, memory: Any, temper: Any) -> float:
    """The damage to expect from the warden until it is destroyed."""
    weapon = best_weapon(seen, temper)
    if weapon == NOWHERE:
        return HOPELESS
    gear = seen.tools[weapon]
    blows = -(-int(memory.warden_toughness) // int(gear.damage + seen.power))
    return temper.dread * memory.warden_damage * blows * (1 - gear.short)


@kernel
def step_to(seen: Any, memory: Any, x: int, y: int, heading: int, mask: Any) -> int:
    """A step, or a blow if the goal is a peaceful entity beside the rover."""
    if manhattan(seen.x, seen.y, x, y) == 1 and memory.who[y, x] != NOBODY:
        for slot in range(SLOTS):
            targeting = seen.tools[slot].targeting
            aim = AIM + slot * DIRECTIONS + heading
            if RANGED <= targeting <= PIERCING and mask[aim] == 1:
                return aim
        if mask[MOVE + heading] == 0 and mask[TOGGLE] == 1 and seen.all_targets == 0:
            return TOGGLE
    return MOVE + heading
