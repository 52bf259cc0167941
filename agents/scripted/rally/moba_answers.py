"""What the scripted player of MOBA Rally answers to each question."""

from typing import Any

from cogarena.agents.scripted.rally.bearings import facing_of
from cogarena.agents.scripted.rally.driving import LOST, stance_at
from cogarena.agents.scripted.rally.moba_chart import BASE
from cogarena.agents.scripted.rally.moba_plan import end_of_program, plan, price
from cogarena.agents.scripted.rally.moba_sight import read
from cogarena.agents.scripted.rally.option_cards import USELESS, option_of, usual_answer
from cogarena.agents.scripted.rally.reading import holds
from cogarena.envs.core.grid import DIRECTIONS, Direction, chebyshev
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen, record, table
from cogarena.envs.moba.objectives import DISRUPT, HOWITZER
from cogarena.envs.moba.observe import TEAM_SIZE, Own
from cogarena.envs.moba.rules import DOCK
from cogarena.envs.moba.state import DOCK_ROWS, DOCKS, HEIGHT, TOWERS_EACH, Ask
from cogarena.envs.rally.damage import OPTION, YES
from cogarena.envs.rally.options import OPTION_CARDS, Option
from cogarena.envs.rally.programming import CARD
from cogarena.envs.rally.state import NOBODY
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.turns import FACING

# What an option is worth to the robot that carries it, and in the base, to the team.
WORTH = table(
    Option,
    record(("own", "i1"), ("team", "i1")),
    {
        # own, team
        Option.ABLATIVE_COAT: (3, 3),
        Option.ABORT_SWITCH: (0, 0),
        Option.BRAKES: (0, 0),
        Option.CIRCUIT_BREAKER: (-1, -1),
        Option.CONDITIONAL_PROGRAM: (0, 0),
        Option.CRAB_LEGS: (0, 0),
        Option.DOUBLE_BARRELED_LASER: (5, 5),
        Option.DUAL_PROCESSOR: (0, 0),
        Option.EXTRA_MEMORY: (2, 2),
        Option.FIRE_CONTROL: (0, 0),
        Option.FLYWHEEL: (1, 1),
        Option.FOURTH_GEAR: (0, 0),
        Option.GYROSCOPIC_STABILIZER: (0, 0),
        Option.HIGH_POWER_LASER: (5, 4),
        Option.MECHANICAL_ARM: (0, 0),
        Option.MINI_HOWITZER: (0, 0),
        Option.POWER_DOWN_SHIELD: (1, 2),
        Option.PRESSOR_BEAM: (0, 0),
        Option.RADIO_CONTROL: (0, 0),
        Option.RAMMING_GEAR: (1, 1),
        Option.REAR_FIRING_LASER: (1, 1),
        Option.RECOMPILE: (0, 0),
        Option.REVERSE_GEAR: (0, 0),
        Option.SCRAMBLER: (0, 0),
        Option.SUPERIOR_ARCHIVE: (1, 2),
        Option.TRACTOR_BEAM: (0, 0),
    },
)
OWN_WORTH = frozen(WORTH["own"].tolist(), "i1")  # by Option

WORTH_DISRUPTING = 3  # to the team: an enemy's option that is worth a shot


@kernel
def answer_all(
    observations: Any, masks: Any, chart: Any, temper: Any, seen: Any, beams: Any, actions: Any
) -> None:
    """An action for each row."""
    for i in range(len(actions)):
        read(observations[i], seen[i])
        actions[i] = answer(observations[i], masks[i], chart, temper, seen[i], beams)


@kernel
def answer(observation: Any, mask: Any, chart: Any, temper: Any, seen: Any, beams: Any) -> int:
    """The answer to what is asked; no to whatever it makes no use of."""
    asked = seen.asked
    if asked == RallyAsk.PROGRAM:
        action = CARD + plan(chart, temper, seen, beams)
    elif asked == RallyAsk.WEAPON:
        action = choose_arm(observation.own, mask, seen)
    elif asked == RallyAsk.POWER_DOWN:
        action = YES if should_rest(chart, temper, seen) else PASS
    elif asked == RallyAsk.STAY_DOWN:
        action = YES if seen.damage >= temper.badly else PASS
    elif asked in (RallyAsk.PREVENT, RallyAsk.LOSE, RallyAsk.FLYWHEEL):
        action = usual_answer(mask, seen, OWN_WORTH)
    elif asked == RallyAsk.FACING:
        action = face_floor(observation.own)
    elif asked == Ask.DOCK:
        action = DOCK + choose_dock(chart, temper, seen, mask)
    elif asked == Ask.INSTALL:
        action = install(mask, seen)
    else:
        action = PASS
    return action


@kernel
def choose_arm(own: Any, mask: Any, seen: Any) -> int:
    """The howitzer, on robots too: what it hits it pushes; High-Power hits two instead."""
    if mask[DISRUPT] == 1 and WORTH[seen.enemy_option].team >= WORTH_DISRUPTING:
        return DISRUPT
    if mask[HOWITZER] == 0:
        return PASS
    if own[Own.AIMS_AT_ROBOT] > 0 and holds(seen.options, Option.HIGH_POWER_LASER):
        return PASS
    return HOWITZER


@kernel
def should_rest(chart: Any, temper: Any, seen: Any) -> bool:
    """Badly damaged, and the program ends where nobody fires."""
    if seen.damage < temper.badly:
        return False
    stance = end_of_program(chart, seen)
    if stance == LOST:
        return False
    square = stance // DIRECTIONS
    if seen.harm[chart.near[square]] + chart.beams[square] > 0:
        return False
    for k in range(TEAM_SIZE):
        enemy = seen.enemies[k]
        x, y = square // HEIGHT, square % HEIGHT
        if enemy.present == 1 and chebyshev(enemy.x, enemy.y, x, y) <= temper.wary:
            return False
    return True


@kernel
def face_floor(own: Any) -> int:
    """Who enters faces the floor already, and stays so."""
    return FACING + facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])


@kernel
def choose_dock(chart: Any, temper: Any, seen: Any, mask: Any) -> int:
    """The free dock from which an objective is nearest."""
    best, least = NOBODY, 0.0
    for dock in range(DOCKS):
        if mask[DOCK + dock] == 0:
            continue
        stance = stance_at(0, int(DOCK_ROWS[dock]), Direction.EAST, HEIGHT)
        cost = price(chart, temper, seen, BASE, stance)
        for t in range(TOWERS_EACH):
            cost = min(cost, price(chart, temper, seen, t, stance))
        if best == NOBODY or cost < least:
            best, least = dock, cost
    return best


@kernel
def install(mask: Any, seen: Any) -> int:
    """The option that serves the team most, if it is better than the one in the base."""
    best = NOBODY
    most = WORTH[seen.team_option].team if seen.team_option != NOBODY else USELESS
    for card in range(OPTION_CARDS):
        if mask[OPTION + card] == 1 and WORTH[option_of(card)].team > most:
            best, most = card, WORTH[option_of(card)].team
    return PASS if best == NOBODY else OPTION + best
