"""The rules Tower Defense adds to Robo Rally. Ids such as T14 are those of RULES.md."""

from typing import Any

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.header import PASS, over
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally import damage, questions, turns
from cogarena.envs.rally.cards import CLASSIC_DECK, NO_CARD, Option
from cogarena.envs.rally.deck import (
    deal,
    draw_card,
    empty_register,
    has,
    is_running,
    wipe_registers,
)
from cogarena.envs.rally.fire import fire_board_lasers, weapon_effects
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.machines import (
    Machine,
    repair_robots,
    run_next_machine,
    touch,
    trip_breakers,
)
from cogarena.envs.rally.moves import CLIMB, climbs, has_ramp, has_wall, thing_at
from cogarena.envs.rally.phases import next_register, rewind, run_phase
from cogarena.envs.rally.registers import (
    begin_card,
    can_shift_gear,
    next_robot,
    points_left,
    walk_on,
)
from cogarena.envs.rally.state import DEALT, NOBODY, NOTHING, Ask
from cogarena.envs.tower_defense.defense import fire_towers, launch_first, move_drones
from cogarena.envs.tower_defense.events import run_robot_events, run_tower_event, settle
from cogarena.envs.tower_defense.experience import (
    FLAG_XP,
    earn,
    finish,
    process_deaths,
    salvage,
    spare_own_debris,
)
from cogarena.envs.tower_defense.fire import (
    aim_weapons,
    choose_arm,
    fire_at,
    fire_main_lasers,
    fire_rear_lasers,
    legal_arms,
    sweep_drones,
    take_drones,
)
from cogarena.envs.tower_defense.shells import strike
from cogarena.envs.tower_defense.state import Stage

RAMMED = 2  # T14: damage of Ramming Gear to a tower


@kernel
def init(setup: Any, s: Any, seed: Any) -> None:
    """T1, T9, T15: robots on their docks, towers, and two drones."""
    turns.set_up(s, seed, setup.robots, CLASSIC_DECK)
    r = s.rally
    turns.place_robots(setup.floor, r)
    r.thing_count = setup.tower_count
    for t in range(setup.tower_count):
        r.things[t].x = setup.towers[t].x
        r.things[t].y = setup.towers[t].y
        r.things[t].health = setup.towers[t].health
    launch_first(setup, s)
    turns.deal_options(r, setup.options)


@kernel
def legal_answers(setup: Any, s: Any, i: int, mask: Any) -> None:
    """The answers to what robot `i` is asked (T14, T20); the mask comes as zeros."""
    if s.rally.robots[i].asked == Ask.WEAPON:
        legal_arms(setup, s, i, mask)
    else:
        questions.legal_answers(setup.floor, s.rally, i, mask)


@kernel
def answer(setup: Any, s: Any, i: int, action: int) -> None:
    """Carry out the answer of robot `i` (T14, T20)."""
    robot = s.rally.robots[i]
    if robot.asked == Ask.WEAPON:
        choose_arm(setup, s, i, action)
    elif robot.asked == Ask.CONTROL and action == PASS:
        fire_at(s, i, robot.target)
    else:
        questions.answer(setup.floor, s.rally, i, action)


@kernel
def run_stage(setup: Any, s: Any) -> bool:
    """One stage of the turn; true while it is unfinished."""
    floor = setup.floor
    r = s.rally
    unfinished = False
    if s.stage == Stage.BEGIN:
        begin(s)
    elif s.stage < Stage.MOVE:
        unfinished = run_phase(floor, r, s.stage)
        process_deaths(setup, s)
    elif s.stage == Stage.MOVE:
        unfinished = move(setup, s)
    elif s.stage in (Stage.DRONES, Stage.MACHINES):
        unfinished = run_others(setup, s)
    elif s.stage == Stage.AIM:
        unfinished = aim_weapons(setup, s)
    elif s.stage == Stage.FIRE:
        unfinished = fire(setup, s)
    elif s.stage == Stage.DAMAGE:
        unfinished = damage.deal_damage(floor, r)
    elif s.stage == Stage.EFFECTS:
        weapon_effects(floor, r)
        take_drones(setup, s)
        sweep_drones(floor, s)
    elif s.stage == Stage.REMOVE:
        unfinished = settle(setup, s)
    elif s.stage == Stage.TOUCH:
        end_register(setup, s)
    elif s.stage == Stage.TOWER_EVENT:
        unfinished = run_tower_event(setup, s)
    elif s.stage == Stage.ROBOT_EVENTS:
        unfinished = run_robot_events(setup, s)
    elif s.stage == Stage.CLEAN_UP:
        repair_robots(floor, r)
        wipe_registers(r)
    elif s.stage == Stage.STAY_DOWN:
        unfinished = turns.ask_stay_down(floor, r)
    else:
        unfinished = end_turn(setup, s)
    return unfinished


@kernel
def begin(s: Any) -> None:
    """RR8, T25: power down, deal, and give scrambled robots random programs."""
    r = s.rally
    turns.begin_turn(r)
    s.counted = r.falls  # robots without room to re-enter have been counted before
    s.deaths = s.earners = 0
    s.lull = s.next_lull
    s.next_lull = 0
    for i in range(r.count):
        if is_scrambled(s, i):
            for k in range(REGISTERS):
                empty_register(r.robots[i], k)
    deal(r)
    for i in range(r.count):
        if is_scrambled(s, i):
            fill_registers(r, i)
    s.scrambled = 0


@kernel
def is_scrambled(s: Any, i: int) -> bool:
    """T25: the robot runs this turn, with a random program."""
    return (s.scrambled >> i) & 1 == 1 and is_running(s.rally.robots[i])


@kernel
def fill_registers(r: Any, i: int) -> None:
    """T25: fill all registers at random, from the hand as long as it lasts."""
    robot = r.robots[i]
    for k in range(REGISTERS):
        robot.program[k] = robot.hand[k]
        robot.hand[k] = NO_CARD
        if robot.program[k] == NO_CARD:
            robot.program[k] = draw_card(r)
    robot.hand[:DEALT] = NO_CARD
    robot.forced = 1


@kernel
def move(setup: Any, s: Any) -> bool:
    """RR10, T14, T19: robots execute their cards by priority, one step in each call."""
    r = s.rally
    if settle(setup, s):
        return True
    if r.walker == 0:
        i = next_robot(r)
        if i == NOBODY:
            return False
        if setup.floor.asks_all == 1 and can_shift_gear(r, i):
            damage.ask_robot(r, i, Ask.GEAR)
            return True
        begin_card(r, i)
    ram_tower(setup.floor, s)
    walk_on(setup.floor, r)
    process_deaths(setup, s)
    salvage(s)
    return True


@kernel
def ram_tower(floor: Any, s: Any) -> None:
    """T14: Ramming Gear deals two damage to a tower that the robot bumps into."""
    r = s.rally
    robot = r.robots[r.walker - 1]
    if r.steps == 0 or not has(robot, Option.RAMMING_GEAR):
        return
    if has_wall(floor, robot.x, robot.y, r.heading):
        return
    if climbs(floor, robot, r.heading):
        if points_left(r) < CLIMB or not has_ramp(floor, robot.x, robot.y, r.heading):
            return
    t = thing_at(r, robot.x + DX[r.heading], robot.y + DY[r.heading])
    if t != NOTHING:
        strike(s, t, r.walker - 1, RAMMED)


@kernel
def run_others(setup: Any, s: Any) -> bool:
    """T15, RR15 to RR19: drones, or belts, pushers and gears; then the consequences."""
    r = s.rally
    if r.cursor == 0:
        if r.steps == 0:
            damage.forget_hits(r)
        if s.stage == Stage.MACHINES:
            if run_machine(setup.floor, s):
                return True
        elif s.lull == 0:
            move_drones(setup, s)
        r.cursor = 1
        process_deaths(setup, s)
        salvage(s)
    return rewind(r, settle(setup, s))


@kernel
def run_machine(floor: Any, s: Any) -> bool:
    """RR15 to RR19, T19: one machine; belts move robots onto debris. True if there are more."""
    machine = s.rally.steps
    more = run_next_machine(floor, s.rally)
    if machine <= Machine.BELTS:
        salvage(s)
    return more


@kernel
def fire(setup: Any, s: Any) -> bool:
    """RR20 to RR22, T10: main lasers, which may ask; then rear lasers, board lasers and towers."""
    if fire_main_lasers(setup, s):
        return True
    fire_rear_lasers(setup.floor, s)
    fire_board_lasers(setup.floor, s.rally)
    fire_towers(setup, s)
    return False


@kernel
def end_register(setup: Any, s: Any) -> None:
    """T1, T2: flags, the end of the game, the next register."""
    r = s.rally
    salvage(s)
    touch_flags(setup, s)
    if over(s):
        return
    if turns.everybody_is_out(r):
        finish(setup, s)
    else:
        next_register(s)


@kernel
def touch_flags(setup: Any, s: Any) -> None:
    """T1, T2: experience for the next flag in order; touching the last flag ends the game."""
    r = s.rally
    touch(setup.floor, r)
    last = False
    for i in range(r.count):
        if r.robots[i].touched > s.flags_paid[i]:
            s.flags_paid[i] = r.robots[i].touched
            earn(setup, s, i, FLAG_XP)
            last = last or s.flags_paid[i] == setup.floor.flag_count
    if last:
        finish(setup, s)


@kernel
def end_turn(setup: Any, s: Any) -> bool:
    """RR26, T1: destroyed robots re-enter; the game ends after the last turn, or if all are out."""
    if turns.reenter(setup.floor, s.rally):
        return True
    spare_own_debris(s)
    salvage(s)
    trip_breakers(s.rally)
    s.rally.register = 0
    s.stage = Stage.BEGIN
    if s.turn == setup.turns or turns.everybody_is_out(s.rally):
        finish(setup, s)
    else:
        s.turn += 1
    return False
