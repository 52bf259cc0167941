"""The rules MOBA Rally adds to Robo Rally. Ids such as M14 are those of RULES.md."""

from typing import Any

from cogarena.envs.core.grid import DIRECTIONS, Direction
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below
from cogarena.envs.moba.bases import (
    ask_installs,
    hand_tokens,
    install,
    legal_installs,
    repair_robots,
)
from cogarena.envs.moba.objectives import (
    aim_weapons,
    choose_arm,
    disrupt_bases,
    fire_towers,
    is_base_gone,
    legal_arms,
    settle_objectives,
)
from cogarena.envs.moba.scores import count_deaths, finish
from cogarena.envs.moba.state import (
    ACTIONS,
    DOCK_ROWS,
    DOCKS,
    HEIGHT,
    OPTION_DECK,
    TEAMS,
    TOWER_X,
    TOWER_Y,
    TOWERS,
    TOWERS_EACH,
    WIDTH,
    Ask,
    Stage,
    Team,
)
from cogarena.envs.rally import damage, questions, turns
from cogarena.envs.rally import fire as weapons
from cogarena.envs.rally.cards import NO_OPTION
from cogarena.envs.rally.deck import wipe_registers
from cogarena.envs.rally.machines import trip_breakers
from cogarena.envs.rally.moves import is_blocked, is_closed, is_deadly, occupant
from cogarena.envs.rally.phases import next_register, next_turn, run_phase
from cogarena.envs.rally.state import NOBODY, ROBOTS, Place
from cogarena.envs.rally.state import Ask as RallyAsk

DOCK = ACTIONS.start("dock")


@kernel
def init(setup: Any, s: Any, seed: Any) -> None:
    """M1, M4: the teams on their docks; `advance` goes on to the first decision."""
    turns.set_up(s, seed, setup.robots, OPTION_DECK)
    r = s.rally
    turns.place_robots(setup.floor, r)
    for i in range(ROBOTS):
        r.robots[i].team = Team.RED + i % TEAMS
    build_objectives(setup, s)
    for i in range(setup.robots):
        for _ in range(setup.options):
            damage.draw_option(r, i)
        if setup.scattered == 1:
            scatter(setup.floor, r, i)


@kernel
def scatter(floor: Any, r: Any, i: int) -> None:
    """Put a robot on a random free square of the floor, with a random facing."""
    robot = r.robots[i]
    x, y = below(r, WIDTH), below(r, HEIGHT)
    while is_deadly(floor, x, y) or floor.squares[x, y].shelter == 1 or is_taken(floor, r, i, x, y):
        x, y = below(r, WIDTH), below(r, HEIGHT)
    robot.x, robot.y = x, y
    robot.facing = below(r, DIRECTIONS)


@kernel
def is_taken(floor: Any, r: Any, i: int, x: int, y: int) -> bool:
    """The square is occupied, or closed to the robot."""
    return is_blocked(r, x, y) or is_closed(floor, r, i, x, y) or occupant(r, x, y) != NOBODY


@kernel
def build_objectives(setup: Any, s: Any) -> None:
    """M11, M15: eight towers and two bases; blue's are red's, turned by 180°."""
    s.rally.thing_count = TOWERS
    for t in range(TOWERS):
        tower = s.rally.things[t]
        tower.health = setup.tower_health
        tower.team = Team.RED + t // TOWERS_EACH
        tower.x, tower.y = TOWER_X[t % TOWERS_EACH], TOWER_Y[t % TOWERS_EACH]
        if tower.team == Team.BLUE:
            tower.x, tower.y = WIDTH - 1 - tower.x, HEIGHT - 1 - tower.y
    for b in range(TEAMS):
        s.bases[b].health = setup.base_health
        s.bases[b].team_option = NO_OPTION


@kernel
def legal_answers(setup: Any, s: Any, i: int, mask: Any) -> None:
    """The answers to what robot `i` is asked (M7, M12, M19); the mask comes as zeros."""
    robot = s.rally.robots[i]
    if robot.asked == RallyAsk.WEAPON:
        legal_arms(setup.floor, s, i, mask)
    elif robot.asked == Ask.DOCK:
        legal_docks(s.rally, robot.team, mask)
    elif robot.asked == Ask.INSTALL:
        legal_installs(robot, mask)
    else:
        questions.legal_answers(setup.floor, s.rally, i, mask)


@kernel
def answer(setup: Any, s: Any, i: int, action: int) -> None:
    """Carry out the answer of robot `i` (M7, M12, M19)."""
    asked = s.rally.robots[i].asked
    if asked == RallyAsk.WEAPON:
        choose_arm(setup.floor, s, i, action)
    elif asked == Ask.DOCK:
        enter_dock(s, i, action - DOCK)
    elif asked == Ask.INSTALL:
        install(s, i, action)
    else:
        questions.answer(setup.floor, s.rally, i, action)


@kernel
def run_stage(setup: Any, s: Any) -> bool:
    """One stage of the turn; true while it is unfinished."""
    floor = setup.floor
    r = s.rally
    unfinished = False
    if s.stage <= Stage.SETTLE:
        unfinished = run_phase(floor, r, s.stage)
        count_deaths(setup, s, False)
    elif s.stage == Stage.AIM:
        unfinished = aim_weapons(floor, s)
    elif s.stage == Stage.FIRE:
        unfinished = fire(floor, s)
    elif s.stage == Stage.DAMAGE:
        unfinished = damage.deal_damage(floor, r)
    elif s.stage == Stage.EFFECTS:
        push_and_pull(floor, r)
    elif s.stage == Stage.REMOVE:
        damage.remove_destroyed(r)
        count_deaths(setup, s, True)
    elif s.stage == Stage.TOWERS:
        settle_objectives(setup, s)
    elif s.stage == Stage.DISRUPT:
        disrupt_bases(s)
    elif s.stage == Stage.BASES:
        if is_base_gone(setup, s):
            finish(setup, s)
    elif s.stage == Stage.LOSE:
        unfinished = end_register(floor, s)
    elif s.stage == Stage.CLEAN_UP:
        clean_up(floor, r)
    elif s.stage == Stage.INSTALL:
        unfinished = ask_installs(floor, r)
    elif s.stage == Stage.STAY_DOWN:
        unfinished = turns.ask_stay_down(floor, r)
    else:
        unfinished = end_turn(setup, s)
    return unfinished


@kernel
def fire(floor: Any, s: Any) -> bool:
    """RR20 to RR22, M14: main lasers, which may ask; then rear lasers, board lasers and towers."""
    r = s.rally
    if weapons.fire_main_lasers(floor, r):
        return True
    weapons.fire_rear_lasers(floor, r)
    weapons.fire_board_lasers(floor, r)
    fire_towers(floor, s)
    return False


@kernel
def push_and_pull(floor: Any, r: Any) -> None:
    """RR22: what weapons do besides damage; earlier pushes do not count as kills (M24)."""
    for i in range(r.count):
        r.robots[i].mover = NOBODY
    weapons.weapon_effects(floor, r)


@kernel
def end_register(floor: Any, s: Any) -> bool:
    """RR25: the destroyed lose an option; then the next register or the clean-up."""
    if damage.lose_options(floor, s.rally):
        return True
    if not next_register(s):
        s.rally.register = 0
    return False


@kernel
def clean_up(floor: Any, r: Any) -> None:
    """M18, M23, RR28: repairs, options, and empty registers."""
    repair_robots(floor, r)
    wipe_registers(r)


@kernel
def end_turn(setup: Any, s: Any) -> bool:
    """M7, M28: destroyed robots re-enter; the game is cut off after the last turn."""
    if reenter(setup.floor, s):
        return True
    trip_breakers(s.rally)
    s.counted = 0
    s.truncated = not next_turn(setup, s)
    return False


@kernel
def reenter(floor: Any, s: Any) -> bool:
    """M7: destroyed robots return in the order of their destruction; true if one must choose."""
    r = s.rally
    for turn in range(1, r.falls + 1):
        i = damage.fallen(r, turn)
        if r.robots[i].place == Place.DESTROYED:
            if floor.asks_all == 1:
                damage.ask_robot(r, i, Ask.DOCK)
                return True
            enter_dock(s, i, first_free_dock(r, r.robots[i].team))
        if turns.ask_stance(floor, r, i):
            return True
    return False


@kernel
def is_free_dock(r: Any, team: int, dock: int) -> bool:
    """The dock of the team's zone is free."""
    return occupant(r, dock_x(team), dock_y(team, dock)) == NOBODY


@kernel
def dock_x(team: int) -> int:
    """The column of the team's docks."""
    return 0 if team == Team.RED else WIDTH - 1


@kernel
def dock_y(team: int, dock: int) -> int:
    """The row of one of the team's docks: blue counts them from the other end."""
    return DOCK_ROWS[dock] if team == Team.RED else HEIGHT - 1 - DOCK_ROWS[dock]


@kernel
def first_free_dock(r: Any, team: int) -> int:
    """The lowest free dock of the team; there are more docks than robots."""
    dock = 0
    while not is_free_dock(r, team, dock):
        dock += 1
    return dock


@kernel
def legal_docks(r: Any, team: int, mask: Any) -> None:
    """M7: the free docks of the own zone."""
    for dock in range(DOCKS):
        mask[DOCK + dock] = is_free_dock(r, team, dock)


@kernel
def enter_dock(s: Any, i: int, dock: int) -> None:
    """M7, M21: enter on a dock of the own zone, facing the floor unless the player turns it."""
    robot = s.rally.robots[i]
    robot.archive_x, robot.archive_y = dock_x(robot.team), dock_y(robot.team, dock)
    turns.enter(s.rally, i, robot.archive_x, robot.archive_y)
    robot.facing = Direction.EAST if robot.team == Team.RED else Direction.WEST
    hand_tokens(s, i)
