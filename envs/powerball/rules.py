"""The rules Powerball adds to Robo Rally. Ids such as P10 are those of RULES.md."""

from typing import Any

from cogarena.envs.core.grid import HALF_TURN, turned
from cogarena.envs.core.header import answered, begin_step, is_asked, over
from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.balls import (
    ask_deliveries,
    deliver,
    pick_up,
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
    legal_cards,
    legal_puts,
    legal_trades,
    put,
    take,
    trade,
)
from cogarena.envs.powerball.deaths import see_to_deaths, settle
from cogarena.envs.powerball.events import run_event
from cogarena.envs.powerball.flags import (
    count_flags,
    enter_robots,
    forget_flags,
    pay_flags,
    pay_wrenches,
    take_stance,
)
from cogarena.envs.powerball.points import finish
from cogarena.envs.powerball.state import Ask, Stage
from cogarena.envs.powerball.throws import (
    aim_weapons,
    choose_arm,
    fire_turret,
    legal_arms,
    legal_targets,
    weapon_effects,
)
from cogarena.envs.rally.damage import (
    OPTION,
    YES,
    ask_robot,
    deal_damage,
    discard_option,
    forget_hits,
    legal_options,
)
from cogarena.envs.rally.deck import deal, wipe_registers
from cogarena.envs.rally.fire import fire_main_lasers, fire_rear_lasers
from cogarena.envs.rally.floor import REGISTERS, Belt
from cogarena.envs.rally.machines import run_belts
from cogarena.envs.rally.phases import hand_over, run_phase
from cogarena.envs.rally.questions import answer, legal_answers
from cogarena.envs.rally.registers import begin_card, can_shift_gear, next_robot, walk_on
from cogarena.envs.rally.reveal import card_of
from cogarena.envs.rally.sites import trip_breakers
from cogarena.envs.rally.state import NOBODY, Place, Power
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.turns import FACING, ask_stay_down, begin_turn
from cogarena.envs.rally.watching import halts, is_halted


@kernel
def legal(setup: Any, s: Any, seat: int, mask: Any) -> None:
    """The answers open to a seat; none if it is not asked."""
    mask[:] = 0
    if not is_asked(s, seat):
        return
    asked = s.rally.robots[seat].asked
    if asked == RallyAsk.WEAPON:
        legal_arms(s, seat, mask)
    elif asked == Ask.DISCARD:
        legal_options(s.rally.robots[seat], mask)
    elif asked == Ask.TAKE:
        legal_cards(s, mask)
    elif asked == Ask.PUT:
        legal_puts(mask)
    elif asked == Ask.TRADE:
        legal_trades(s, mask)
    elif asked == Ask.TURRET:
        legal_targets(s.rally, seat, mask)
    elif asked == Ask.BOMB:
        legal_places(setup.floor, s, seat, mask)
    else:
        legal_answers(setup.floor, s.rally, seat, mask)


@kernel
def step(setup: Any, s: Any, action: int) -> None:
    """Apply the acting robot's answer; `advance` goes on to the next decision."""
    begin_step(s)
    s.rally.logged = 0
    i = s.to_act
    asked = s.rally.robots[i].asked
    if asked == RallyAsk.WEAPON:
        choose_arm(s, i, action)
    elif asked == RallyAsk.FACING:
        take_stance(s.rally, i, action - FACING)
    elif asked < RallyAsk.CONTROL + 1:
        answer(setup.floor, s.rally, i, action)
    else:
        answer_here(setup, s, i, asked, action)
    answered(s.rally)


@kernel
def answer_here(setup: Any, s: Any, i: int, asked: int, action: int) -> None:
    """Do what was answered to a question of this game."""
    if asked == Ask.PICK_UP:
        if action == YES:
            pick_up(s, i)
    elif asked == Ask.DELIVER:
        if action == YES:
            deliver(setup, s, i)
    elif asked == Ask.DISCARD:
        discard_option(s.rally, i, action - OPTION)
    elif asked == Ask.TAKE:
        take(s, action)
    elif asked == Ask.PUT:
        put(s, i, action)
    elif asked == Ask.BOMB:
        place_bomb(s, i, action - FACING)
    elif asked == Ask.TURRET:
        fire_turret(s.rally, i, action)
    else:
        trade(s, i, action)


@kernel
def advance(setup: Any, s: Any) -> None:
    """Run the steps of the turn until somebody must choose or the game ends."""
    while s.rally.pending == 0 and not over(s) and not is_halted(s.rally):
        if not run_stage(setup, s):
            s.stage += 1
            halts(s.rally)
    hand_over(s)


@kernel
def run_stage(setup: Any, s: Any) -> bool:
    """One step of the turn; true if it must ask before it can go on."""
    floor = setup.floor
    r = s.rally
    asks = False
    if s.stage == Stage.BEGIN:
        begin(s)
    elif s.stage <= Stage.SWAP:
        asks = prepare(setup, s)
    elif s.stage == Stage.MOVE:
        asks = move(setup, s)
    elif s.stage in (Stage.DELIVER_MOVED, Stage.DELIVER_CARRIED, Stage.DELIVER_FIRED):
        asks = ask_deliveries(setup, s)
    elif s.stage == Stage.AIM:
        asks = aim_weapons(setup, s)
    elif s.stage == Stage.FIRE:
        asks = fire(floor, r)
    elif s.stage == Stage.DAMAGE:
        asks = deal_damage(floor, r)
    elif s.stage == Stage.EFFECTS:
        asks = weapon_effects(setup, s)
    elif s.stage == Stage.REMOVE:
        asks = settle(setup, s)
    elif s.stage in (Stage.EXPRESS_BELTS, Stage.BELTS, Stage.BOMBS, Stage.SPAWN):
        asks = run_machine(setup, s)
    elif s.stage < Stage.CLEAN_UP or s.stage == Stage.PLACE:
        asks = end_phase(setup, s)
    elif s.stage == Stage.CLEAN_UP:
        wipe_registers(r)
    elif s.stage == Stage.STAY_DOWN:
        asks = ask_stay_down(floor, r)
    else:
        end_turn(setup, s)
    return asks


@kernel
def begin(s: Any) -> None:
    """RR8, P21, P22: power, turrets, bombs, and the deal."""
    r = s.rally
    begin_turn(r)
    forget_hits(r)
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
    """The steps up to the movement, as in every rally."""
    if s.stage == Stage.REVEAL and s.rally.cursor == 0:
        wind_up_bombs(s)
        s.delivered = 0
    asks = run_phase(setup.floor, s.rally, s.stage)
    see_to_deaths(setup, s)
    return asks


@kernel
def move(setup: Any, s: Any) -> bool:
    """P6, P7, P21: robots and bombs move by priority, step by step; turrets turn at the end."""
    r = s.rally
    while not settle(setup, s):
        if r.walker > 0 or s.bomb_walker > 0:
            make_step(setup, s)
            if halts(r):
                return True
            continue
        i = next_robot(r)
        b = next_bomb(s)
        if b != NOBODY and (i == NOBODY or s.bombs[b].program[r.register] > card_of(r, i)):
            forget_hits(r)
            begin_bomb(s, b)
        elif i == NOBODY:
            turn_turrets(r)
            return False
        elif setup.floor.asks_all == 1 and can_shift_gear(r, i):
            ask_robot(r, i, RallyAsk.GEAR)
            return True
        else:
            begin_card(r, i)
    return True


@kernel
def make_step(setup: Any, s: Any) -> None:
    """One step of the robot or the bomb that is moving, and what it brings."""
    if s.rally.walker > 0:
        walk_on(setup.floor, s.rally)
    else:
        move_bomb(setup.floor, s)
    meet_bombs(s)
    see_to_deaths(setup, s)


@kernel
def turn_turrets(r: Any) -> None:
    """P22: turrets make a U-turn after everyone else."""
    for i in range(r.count):
        if r.robots[i].power == Power.STATIONED:
            r.robots[i].facing = turned(r.robots[i].facing, HALF_TURN)


@kernel
def run_machine(setup: Any, s: Any) -> bool:
    """RR15, P11, P21: belts, bombs that are left, or new balls; then what they bring."""
    r = s.rally
    if r.cursor == 0:
        r.cursor = 1
        forget_hits(r)
        if s.stage == Stage.EXPRESS_BELTS:
            run_belts(setup.floor, r, Belt.EXPRESS)
        elif s.stage == Stage.BELTS:
            run_belts(setup.floor, r, Belt.NORMAL)
        elif s.stage == Stage.SPAWN:
            spawn_balls(setup, s)
        elif r.register == REGISTERS - 1:
            explode_bombs(s)
        meet_bombs(s)
        see_to_deaths(setup, s)
    if settle(setup, s):
        return True
    r.cursor = 0
    return False


@kernel
def fire(floor: Any, r: Any) -> bool:
    """RR21: main lasers with their decisions, then the rear ones."""
    if fire_main_lasers(floor, r):
        return True
    fire_rear_lasers(floor, r)
    return False


@kernel
def end_phase(setup: Any, s: Any) -> bool:
    """P16 to P24: robots re-enter; after the last phase wrenches, flags and events."""
    asks = False
    if s.stage in (Stage.WRENCHES, Stage.FLAGS):
        asks = pay_out(setup, s)
    elif s.stage == Stage.EVENT:
        asks = run_event(setup, s)
    elif enter_robots(setup, s):
        asks = True
    elif s.stage == Stage.PLACE:
        s.stage = Stage.BEGIN - 1
    elif s.stage == Stage.REENTER and s.rally.register < REGISTERS - 1:
        s.rally.register += 1
        s.stage = Stage.REVEAL - 1
    return asks


@kernel
def pay_out(setup: Any, s: Any) -> bool:
    """P17, P18: wrenches or flags pay once, then players choose."""
    r = s.rally
    first = r.cursor == 0
    r.cursor = 1
    if s.stage == Stage.WRENCHES:
        if first:
            pay_wrenches(setup.floor, r)
        asks = ask_discards(setup.floor, r)
    else:
        if first:
            count_flags(setup, s)
        asks = pay_flags(setup, s)
    if not asks:
        r.cursor = 0
    return asks


@kernel
def end_turn(setup: Any, s: Any) -> None:
    """P2: after the last round the game is over."""
    trip_breakers(s.rally)
    forget_flags(s)
    s.rally.register = 0
    s.stage = Stage.BEGIN - 1
    if s.turn == setup.turns:
        finish(setup, s)
    else:
        s.turn += 1
