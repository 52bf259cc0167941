"""The rules Powerball adds to Robo Rally. Ids such as P10 are those of RULES.md."""

from typing import Any

from cogarena.envs.core.grid import HALF_TURN, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.balls import (
    ask_deliveries,
    blame_maker,
    deliver,
    pick_up,
    process_deaths,
    settle,
    spawn_balls,
)
from cogarena.envs.powerball.bombs import (
    begin_bomb,
    explode_bombs,
    legal_places,
    meet_bombs,
    move_bomb,
    next_bomb,
    place_bomb,
    program_bombs,
    wind_up_bombs,
)
from cogarena.envs.powerball.community import (
    ask_discards,
    deal_options,
    legal_puts,
    legal_takes,
    legal_trades,
    put,
    take,
    trade,
)
from cogarena.envs.powerball.events import run_event
from cogarena.envs.powerball.flags import (
    count_flags,
    enter_robots,
    forget_flags,
    pay_flags,
    pay_wrenches,
    take_stance,
)
from cogarena.envs.powerball.state import OPTION_DECK, Ask, Reward, Stage
from cogarena.envs.powerball.throws import (
    aim_weapons,
    answer_turret,
    choose_arm,
    legal_arms,
    legal_targets,
    weapon_effects,
)
from cogarena.envs.rally import damage, questions, turns
from cogarena.envs.rally.deck import deal, draw_card, shuffle, wipe_registers
from cogarena.envs.rally.fire import fire_main_lasers, fire_rear_lasers
from cogarena.envs.rally.floor import NOWHERE, REGISTERS, Belt
from cogarena.envs.rally.log import Cause
from cogarena.envs.rally.machines import run_belts, trip_breakers
from cogarena.envs.rally.phases import next_register, next_turn, rewind, run_phase
from cogarena.envs.rally.registers import begin_card, can_shift_gear, card_of, next_robot, walk_on
from cogarena.envs.rally.state import NOBODY, NOTHING, ROBOTS, Place, Power
from cogarena.envs.rally.state import Ask as RallyAsk


@kernel
def init(setup: Any, s: Any, seed: Any) -> None:
    """P4, P5: deal options, and draw lots for the order in which robots enter."""
    turns.set_up(s, seed, setup.robots, OPTION_DECK)
    r = s.rally
    for i in range(ROBOTS):
        r.robots[i].mover = NOBODY
        s.was_x[i] = NOWHERE
    for i in range(setup.robots):
        r.robots[i].place = Place.DESTROYED
    draw_lots(r)
    s.counted = r.falls
    deal_options(s)
    forget_flags(s)
    s.stage = Stage.PLACE


@kernel
def draw_lots(r: Any) -> None:
    """P5: deal each robot a program card; they enter from the highest to the lowest."""
    shuffle(r)
    for i in range(r.count):
        r.robots[i].spare = draw_card(r)
    for i in range(r.count):
        rank = 1
        for j in range(r.count):
            if r.robots[j].spare > r.robots[i].spare:
                rank += 1
        r.robots[i].fell = rank
    for i in range(r.count):
        r.robots[i].spare = 0
    r.falls = r.count


@kernel
def legal_answers(setup: Any, s: Any, i: int, mask: Any) -> None:
    """The answers to what robot `i` is asked, by the rally or here; the mask comes as zeros."""
    asked = s.rally.robots[i].asked
    if asked == RallyAsk.WEAPON:
        legal_arms(s, i, mask)
    elif asked == Ask.DISCARD:
        damage.legal_options(s.rally.robots[i], mask)
    elif asked == Ask.TAKE:
        legal_takes(s, i, mask)
    elif asked == Ask.PUT:
        legal_puts(s, mask)
    elif asked == Ask.TRADE:
        legal_trades(s, mask)
    elif asked == Ask.TURRET:
        legal_targets(s.rally, i, mask)
    elif asked == Ask.BOMB:
        legal_places(setup.floor, s, i, mask)
    else:
        questions.legal_answers(setup.floor, s.rally, i, mask)


@kernel
def answer(setup: Any, s: Any, i: int, action: int) -> None:
    """Carry out the answer of robot `i` to a question of the rally or of this game."""
    asked = s.rally.robots[i].asked
    if asked == RallyAsk.WEAPON:
        choose_arm(s, i, action)
    elif asked == RallyAsk.FACING:
        take_stance(s.rally, i, turned(s.rally.robots[i].facing, action - turns.FACING))
    elif asked < Ask.PICK_UP:
        questions.answer(setup.floor, s.rally, i, action)
    else:
        answer_own(setup, s, i, asked, action)


@kernel
def answer_own(setup: Any, s: Any, i: int, asked: int, action: int) -> None:
    """Carry out the answer to a question of this game."""
    if asked == Ask.PICK_UP:
        if action == damage.YES:
            pick_up(s, i)
    elif asked == Ask.DELIVER:
        if action == damage.YES:
            deliver(setup, s, i)
    elif asked == Ask.DISCARD:
        damage.discard_option(s.rally, i, action - damage.OPTION, Cause.OVER_THE_LIMIT)
    elif asked == Ask.TAKE:
        take(s, action)
    elif asked == Ask.PUT:
        put(s, i, action)
    elif asked == Ask.BOMB:
        place_bomb(s, i, turned(s.rally.robots[i].facing, action - turns.FACING))
    elif asked == Ask.TURRET:
        answer_turret(s.rally, i, action)
    else:
        trade(s, i, action)


@kernel
def run_stage(setup: Any, s: Any) -> bool:
    """One stage of the turn; true while it is unfinished."""
    floor = setup.floor
    r = s.rally
    unfinished = False
    if s.stage == Stage.BEGIN:
        begin(s)
    elif s.stage < Stage.MOVE:
        unfinished = prepare(setup, s)
    elif s.stage == Stage.MOVE:
        unfinished = move(setup, s)
    elif s.stage in (Stage.DELIVER_MOVED, Stage.DELIVER_CARRIED, Stage.DELIVER_FIRED):
        unfinished = ask_deliveries(setup, s)
    elif s.stage == Stage.AIM:
        unfinished = aim_weapons(setup, s)
    elif s.stage == Stage.FIRE:
        unfinished = fire(floor, r)
    elif s.stage == Stage.DAMAGE:
        unfinished = damage.deal_damage(floor, r)
    elif s.stage == Stage.EFFECTS:
        unfinished = weapon_effects(setup, s)
    elif s.stage == Stage.REMOVE:
        unfinished = settle(setup, s)
    elif s.stage in (Stage.EXPRESS_BELTS, Stage.BELTS, Stage.BOMBS, Stage.SPAWN):
        unfinished = run_machine(setup, s)
    elif s.stage < Stage.CLEAN_UP or s.stage == Stage.PLACE:
        unfinished = end_phase(setup, s)
    elif s.stage == Stage.CLEAN_UP:
        wipe_registers(r)
    elif s.stage == Stage.STAY_DOWN:
        unfinished = turns.ask_stay_down(floor, r)
    else:
        end_turn(setup, s)
    return unfinished


@kernel
def begin(s: Any) -> None:
    """RR8, P21, P22: power, turrets, bombs, and the deal."""
    r = s.rally
    turns.begin_turn(r)
    s.counted = 0
    for i in range(r.count):
        robot = r.robots[i]
        robot.anchored = 0
        if (s.turrets >> i) & 1 == 1 and robot.place == Place.FLOOR:
            robot.anchored = 1
            robot.power = Power.STATIONED
    s.turrets = 0
    program_bombs(s)
    deal(r)


@kernel
def prepare(setup: Any, s: Any) -> bool:
    """The shared phases up to the movement."""
    if s.stage == Stage.REVEAL and s.rally.cursor == 0:
        wind_up_bombs(s)
        s.delivered = s.entered = 0
    unfinished = run_phase(setup.floor, s.rally, s.stage)
    process_deaths(setup, s)
    return unfinished


@kernel
def move(setup: Any, s: Any) -> bool:
    """P6, P7, P21: robots and bombs move by priority, step by step; turrets turn at the end."""
    r = s.rally
    while not settle(setup, s):
        if r.walker > 0 or s.bomb_walker > 0:
            make_step(setup, s)
            return True
        i = next_robot(r)
        b = next_bomb(s)
        if b != NOTHING and (i == NOBODY or s.bombs[b].program[r.register] > card_of(r, i)):
            damage.forget_hits(r)
            begin_bomb(s, b)
        elif i == NOBODY:
            turn_turrets(r)
            return False
        elif setup.floor.asks_all == 1 and can_shift_gear(r, i):
            damage.ask_robot(r, i, RallyAsk.GEAR)
            return True
        else:
            begin_card(r, i)
    return True


@kernel
def make_step(setup: Any, s: Any) -> None:
    """One step of the robot or bomb that is moving, and its consequences."""
    r = s.rally
    if r.walker > 0:
        i = int(r.walker) - 1
        walk_on(setup.floor, r)
        blame_maker(r, i)
    else:
        move_bomb(setup.floor, s)
    meet_bombs(s)
    process_deaths(setup, s)


@kernel
def turn_turrets(r: Any) -> None:
    """P22: turrets make a U-turn after everyone else."""
    for i in range(r.count):
        if r.robots[i].power == Power.STATIONED:
            r.robots[i].facing = turned(r.robots[i].facing, HALF_TURN)


@kernel
def run_machine(setup: Any, s: Any) -> bool:
    """RR15, P11, P21: belts, the remaining bombs, or new balls; then the consequences."""
    r = s.rally
    if r.cursor == 0:
        r.cursor = 1
        damage.forget_hits(r)
        if s.stage == Stage.EXPRESS_BELTS:
            run_belts(setup.floor, r, Belt.EXPRESS)
        elif s.stage == Stage.BELTS:
            run_belts(setup.floor, r, Belt.NORMAL)
        elif s.stage == Stage.SPAWN:
            spawn_balls(setup, s)
        elif r.register == REGISTERS - 1:
            explode_bombs(s)
        meet_bombs(s)
        process_deaths(setup, s)
    return rewind(r, settle(setup, s))


@kernel
def fire(floor: Any, r: Any) -> bool:
    """RR21: main lasers, which may ask, then rear lasers."""
    if fire_main_lasers(floor, r):
        return True
    fire_rear_lasers(floor, r)
    return False


@kernel
def end_phase(setup: Any, s: Any) -> bool:
    """P16 to P24: robots re-enter; after the last phase wrenches, flags and events."""
    unfinished = False
    if s.stage in (Stage.WRENCHES, Stage.FLAGS):
        unfinished = pay_out(setup, s)
    elif s.stage == Stage.EVENT:
        unfinished = run_event(setup, s)
    elif enter_robots(setup, s):
        unfinished = True
    elif s.stage == Stage.PLACE:
        s.stage = Stage.BEGIN
    elif s.stage == Stage.REENTER:
        next_register(s)
    return unfinished


@kernel
def pay_out(setup: Any, s: Any) -> bool:
    """P17, P18: wrenches or flags pay once, then players choose."""
    r = s.rally
    first = r.cursor == 0
    r.cursor = 1
    if s.stage == Stage.WRENCHES:
        if first:
            pay_wrenches(setup.floor, r)
        unfinished = ask_discards(setup.floor, r)
    else:
        if first:
            count_flags(setup, s)
        unfinished = pay_flags(setup, s)
    return rewind(r, unfinished)


@kernel
def end_turn(setup: Any, s: Any) -> None:
    """P2, P32: after the last round the game is over; the most victory points win."""
    trip_breakers(s.rally)
    forget_flags(s)
    s.rally.register = 0
    if not next_turn(setup, s):
        turns.finish_by_points(setup, s, s.points, setup.reward_kind == Reward.RANK)
