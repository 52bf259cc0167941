"""The events at the end of a turn (T21 to T25)."""

from typing import Any

from cogarena.envs.core.grid import DIRECTIONS, inside, manhattan
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below, die
from cogarena.envs.rally.damage import deal_damage, forget_hits, lose_options, remove_destroyed
from cogarena.envs.rally.deck import is_locked, is_running, lock_register, repair
from cogarena.envs.rally.floor import REGISTERS, Tower, Wrench
from cogarena.envs.rally.log import Cause, log_at, log_event, log_how, log_there
from cogarena.envs.rally.log import Event as RallyEvent
from cogarena.envs.rally.moves import add_damage, front_robot, rest_robots
from cogarena.envs.rally.phases import rewind
from cogarena.envs.rally.state import DEADLY, NOBODY, NOTHING, Place
from cogarena.envs.tower_defense.defense import (
    count_drones,
    crash,
    damage_towers,
    fly,
    launch,
    log_drone,
    random_drone,
    random_tower,
)
from cogarena.envs.tower_defense.experience import process_deaths, shake_across
from cogarena.envs.tower_defense.shells import deviate, splash
from cogarena.envs.tower_defense.state import DRONES, TOWERS, Event

MOST_LAUNCHED = 4  # T22, rolls 9 and 10
SWARM = 4  # T22, roll 17
BOMB_RADIUS = 4  # T22, roll 16
MISSILE_DAMAGE = 6  # T22, T24, roll 18
HEALED = 2  # T24, rolls 9 to 11 and 14


@kernel
def settle(setup: Any, s: Any) -> bool:
    """Resolve what damage has caused; true if somebody must decide about it."""
    if deal_damage(setup.floor, s.rally):
        return True
    remove_destroyed(s.rally)
    damage_towers(setup, s)
    process_deaths(setup, s)
    return lose_options(setup.floor, s.rally)


@kernel
def roll_three(r: Any) -> int:
    """Three dice."""
    return die(r) + die(r) + die(r)


@kernel
def run_tower_event(setup: Any, s: Any) -> bool:
    """T21: an event if a robot died this turn, or if an event killed one last turn."""
    r = s.rally
    if r.cursor == 0:
        r.cursor = 1
        due = s.deaths > 0 or s.event_due == 1
        s.event_due = 0
        s.in_event = 1
        forget_hits(r)
        if due:
            roll = roll_three(r)
            log_event(r, Event.TOWER_EVENT, NOBODY, 0, roll)
            tower_event(setup, s, roll)
    return rewind(r, settle(setup, s))


@kernel
def tower_event(setup: Any, s: Any, roll: int) -> None:
    """T22: one row of the table."""
    if roll == 3:
        s.next_lull = 1
    elif roll in (4, 5):
        drop_drones(setup, s, roll == 4, True)
    elif roll in (6, 7):
        wear_towers(setup, s, roll == 6)
    elif roll == 8:
        d = random_drone(s)
        if d != NOTHING:
            send_drone(setup, s, d)
    elif roll in (9, 10):
        if count_drones(s) < MOST_LAUNCHED:
            launch(setup, s)
    elif roll <= 14:
        repair_tower(setup, s, Tower.LASER if roll in (11, 13) else Tower.HOWITZER, roll >= 13)
    elif roll == 15:
        launch(setup, s)
    elif roll == 16:
        drop_scramble_bomb(setup, s)
    elif roll == 17:
        for _ in range(SWARM):
            launch(setup, s)
    else:
        fire_missile(setup, s, random_robot(s.rally, False, True))


@kernel
def send_drone(setup: Any, s: Any, d: int) -> None:
    """T22: a drone flies once more, and lands if it arrives."""
    arrived = fly(setup, s, d)
    log_drone(s.rally, Event.DRONE_MOVED, s.drones[d], 0, 0)
    if arrived:
        crash(setup, s, d, False)


@kernel
def drop_drones(setup: Any, s: Any, everyone: bool, explode: bool) -> None:
    """T22, T24: all drones fall at once, or a random one, with or without damage."""
    chosen = NOTHING if everyone else random_drone(s)
    falling = 0
    for d in range(DRONES):
        if s.drones[d].live == 1 and (everyone or d == chosen):
            s.drones[d].live = 0
            falling |= 1 << d
            if not explode:
                log_drone(s.rally, Event.DRONE_FELL, s.drones[d], 0, 0)
    for d in range(DRONES):
        if explode and (falling >> d) & 1 == 1:
            crash(setup, s, d, True)


@kernel
def wear_towers(setup: Any, s: Any, everyone: bool) -> None:
    """T22: all towers, or a random one, lose a hit point, but never the last."""
    chosen = NOTHING if everyone else random_tower(setup, s, Tower.NONE, False)
    for t in range(TOWERS):
        if s.rally.things[t].health > 1 and (everyone or t == chosen):
            s.rally.things[t].health -= 1
            log_how(s.rally, Event.TOWER_WORN, NOBODY, 0, 1, t)


@kernel
def repair_tower(setup: Any, s: Any, kind: int, damaged: bool) -> None:
    """T22: restore all hit points of a random tower of the kind."""
    t = random_tower(setup, s, kind, damaged)
    if t != NOTHING:
        gained = setup.towers[t].health - s.rally.things[t].health
        log_how(s.rally, Event.TOWER_REPAIRED, NOBODY, 0, gained, t)
        s.rally.things[t].health = setup.towers[t].health


@kernel
def random_robot(r: Any, damaged: bool, running: bool) -> int:
    """T21: a random living robot, perhaps only damaged or running ones; or NOBODY."""
    chosen = NOBODY
    seen = 0
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place != Place.FLOOR or (damaged and robot.damage == 0):
            continue
        if running and not is_running(robot):
            continue
        seen += 1
        # Keep the k-th candidate with chance 1/k: uniform over all, with no list of them.
        if seen == 1 or below(r, seen) == 0:
            chosen = i
    return chosen


@kernel
def drop_scramble_bomb(setup: Any, s: Any) -> None:
    """T22: scramble every robot near where the bomb lands."""
    r = s.rally
    target = random_robot(r, False, True)
    if target == NOBODY:
        return
    dx, dy = deviate(r, 0)
    x, y = int(r.robots[target].x) + dx, int(r.robots[target].y) + dy
    log_at(r, Event.SCRAMBLE_BOMB, target, 0, 0, Cause.NONE, x, y)
    if not inside(x, y, setup.floor.width, setup.floor.height):
        return
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place == Place.FLOOR and manhattan(x, y, robot.x, robot.y) <= BOMB_RADIUS:
            scramble(s, i)


@kernel
def scramble(s: Any, i: int) -> None:
    """T25: the robot will have a random program in the next turn."""
    s.scrambled |= 1 << int(i)
    log_event(s.rally, Event.SCRAMBLED, i, 0, 0)


@kernel
def fire_missile(setup: Any, s: Any, target: int) -> None:
    """T22: fire a missile at a robot: six damage with splash."""
    if target != NOBODY:
        strike_with_missile(setup, s, int(s.rally.robots[target].x), int(s.rally.robots[target].y))


@kernel
def strike_with_missile(setup: Any, s: Any, x: int, y: int) -> None:
    """T12, T13: a missile lands near its target."""
    dx, dy = deviate(s.rally, 0)
    x, y = x + dx, y + dy
    log_at(s.rally, Event.MISSILE_LANDED, NOBODY, 0, 0, Cause.NONE, x, y)
    splash(setup, s, x, y, MISSILE_DAMAGE, NOBODY, Cause.MISSILE, NOTHING, True)


@kernel
def run_robot_events(setup: Any, s: Any) -> bool:
    """T23: an event for each robot that has earned one, in dock order."""
    r = s.rally
    if r.cursor == 0:
        find_earners(setup.floor, s)
    while True:
        if settle(setup, s):
            return True
        if r.cursor == r.count:
            break
        i = r.cursor
        r.cursor += 1
        if (s.earners >> i) & 1 == 1:
            forget_hits(r)
            roll = roll_three(r)
            log_event(r, Event.ROBOT_EVENT, i, 0, roll)
            robot_event(setup, s, roll)
    r.cursor = 0
    s.in_event = 0
    return False


@kernel
def find_earners(floor: Any, s: Any) -> None:
    """T23: robots on a flag or a double repair site earn an event, as those that felled a tower."""
    for i in range(s.rally.count):
        robot = s.rally.robots[i]
        if robot.place != Place.FLOOR:
            continue
        square = floor.squares[robot.x, robot.y]
        if square.flag != 0 or square.wrench == Wrench.DOUBLE:
            s.earners |= 1 << i


@kernel
def robot_event(setup: Any, s: Any, roll: int) -> None:
    """T24: one row of the table."""
    r = s.rally
    if roll == 3:
        for i in range(r.count):
            if is_running(r.robots[i]):
                scramble(s, i)
    elif roll == 4:
        i = random_robot(r, False, True)
        if i != NOBODY:
            scramble(s, i)
    elif roll in (5, 6):
        shake(setup, s, 2 if roll == 5 else 1)
    elif roll == 7:
        jam_register(r)
    elif roll == 8:
        i = random_robot(r, False, False)
        if i != NOBODY:
            add_damage(r, i, 0, 1, Cause.EVENT)
    elif roll <= 13:
        heal_one(r, roll)
    elif roll <= 15:
        for i in range(r.count):
            repair(r, i, HEALED if roll == 14 else DEADLY, Cause.EVENT)
    elif roll <= 17:
        drop_drones(setup, s, roll == 17, False)
    else:
        t = random_tower(setup, s, Tower.NONE, False)
        if t != NOTHING:
            strike_with_missile(setup, s, int(r.things[t].x), int(r.things[t].y))


@kernel
def shake(setup: Any, s: Any, squares: int) -> None:
    """T24: all robots move the same way."""
    r = s.rally
    rest_robots(r)
    direction = below(r, DIRECTIONS)
    for i in range(r.count):
        r.robots[i].mover = NOBODY
    for _ in range(r.count):
        shake_across(setup, s, front_robot(r, direction), direction, squares)


@kernel
def jam_register(r: Any) -> None:
    """T24: lock a random register of a random robot with a damage token."""
    i = random_robot(r, False, False)
    k = die(r) - 1
    if i != NOBODY and k < REGISTERS and not is_locked(r.robots[i], k):
        r.robots[i].damage += 1
        lock_register(r, i, k)
        r.robots[i].cause = Cause.EVENT
        r.robots[i].tally.damage_taken += 1
        log_event(r, Event.LOCKED, i, 0, k + 1)
        log_there(r, RallyEvent.HURT, i, 0, 1, Cause.EVENT)


@kernel
def heal_one(r: Any, roll: int) -> None:
    """T24: repair a random robot (rolls 11 and 13: a damaged one), by two or from 12 on fully."""
    i = random_robot(r, roll in (11, 13), False)
    if i != NOBODY:
        repair(r, i, DEADLY if roll >= 12 else HEALED, Cause.EVENT)
