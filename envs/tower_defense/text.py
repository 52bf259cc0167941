"""Tower Defense as text: the table for a terminal, the log, each action, what people are asked."""

from functools import partial
from typing import Any

import numpy as np

from cogarena.envs.core.human import Panels
from cogarena.envs.rally import robot_text as robots
from cogarena.envs.rally import text as rally
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.events import CAUSE, log_text, number
from cogarena.envs.rally.floor import Tower
from cogarena.envs.rally.human import Square, human, robot_square
from cogarena.envs.rally.state import OTHERS, ROBOTS, Ask
from cogarena.envs.rally.symbols import SURFACES
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.state import ACTIONS, Event, Stage

QUESTIONS: dict[int, str] = {Ask.WEAPON: "fire something other than the main laser{target}?"}


def struck_name(target: int) -> str:
    """A target in the log: a robot by its seat, or a tower."""
    return rally.robot_name(target) if target < ROBOTS else f"tower {target - ROBOTS + 1}"


def target_name(s: Any, target: int) -> str:
    """A target of indirect fire: a robot, or a tower."""
    if target >= OTHERS:
        return f"tower {target - OTHERS + 1}"
    return rally.robot_name(rally.seat_named(s, target))


SENTENCES: rally.Sentences = {
    "lob": lambda s, target: f"indirect fire at {target_name(s, target)}",
    "shell": lambda s, target: f"Mini Howitzer at {target_name(s, target)}",
}
action_text = partial(rally.action_text, ACTIONS, SENTENCES)

FIRST_ROLL = 3  # of three dice
TOWER_EVENTS = (  # T22, by roll
    "drones and towers rest in the next turn",
    "all drones crash",
    "a drone crashes",
    "all towers wear",
    "a tower wears",
    "a drone flies on",
    *["a drone is launched unless four are in the air"] * 2,
    "a laser tower is repaired",
    "a howitzer tower is repaired",
    "a damaged laser tower is repaired",
    "a damaged howitzer tower is repaired",
    "a drone is launched",
    "a scramble bomb",
    "four drones are launched",
    "a missile",
)
ROBOT_EVENTS = (  # T24, by roll
    "all robots are scrambled",
    "a robot is scrambled",
    "a strong earthquake",
    "an earthquake",
    "a register is locked",
    "a robot takes damage",
    *["a robot is repaired by two"] * 2,
    "a damaged robot is repaired by two",
    "a robot is repaired",
    "a damaged robot is repaired",
    "all robots are repaired by two",
    "all robots are repaired",
    "a drone falls",
    "all drones fall",
    "a missile at a tower",
)
TOWER = ("tower", "value", lambda t: t + 1)
THAT_TOWER = ("tower", "detail", lambda t: t + 1)
ROLL = number("roll")
LOG = log_text(
    Event,
    {
        Event.EARNED: (number("xp"),),
        Event.TOWER_DESTROYED: (TOWER,),
        Event.LAUNCHED: (number("drones"),),
        Event.FIRED: (TOWER,),
        Event.TOWER_EVENT: (ROLL, ("what", "value", lambda roll: TOWER_EVENTS[roll - FIRST_ROLL])),
        Event.ROBOT_EVENT: (ROLL, ("what", "value", lambda roll: ROBOT_EVENTS[roll - FIRST_ROLL])),
        Event.TOWER_HIT: (number("damage"), THAT_TOWER),
        Event.LOBBED: (("target", "value", struck_name), CAUSE),
        Event.TOWER_WORN: (number("health"), THAT_TOWER),
        Event.TOWER_REPAIRED: (number("health"), THAT_TOWER),
        Event.LOCKED: (number("register"),),
    },
    {
        "earned": "{robot} earns {xp} experience",
        "killed": "{by}: credited with the death of {robot}",
        "tower_destroyed": "tower {tower} falls to {by}",
        "drone_destroyed": "{by}: a drone is shot down",
        "drone_landed": "a drone lands",
        "launched": "a drone is launched, {drones} in the air",
        "fired": "tower {tower} fires at {robot}",
        "salvaged": "{robot} salvages debris",
        "tower_event": "tower event {roll}[: {what}]",
        "robot_event": "robot event {roll} of {robot}[: {what}]",
        "scrambled": "{robot} is scrambled next turn",
        "tower_hit": "tower {tower} is hit for {damage}[ by {by}]",
        "lobbed": "{robot} fires at {target}[ ({cause})][ and hits {at}]",
        "tower_worn": "tower {tower} loses {health} hit points",
        "tower_repaired": "tower {tower} regains {health} hit points",
        "drone_moved": "a drone moves[ to {at}][, swept by {by}]",
        "drone_fell": "a drone falls[ at {at}]",
        "scramble_bomb": "a scramble bomb at {robot} lands[ at {at}]",
        "missile_landed": "a missile lands[ at {at}]",
        "locked": "register {register} of {robot} is locked",
    },
    panel=range(Event.EARNED, Event.SCRAMBLED + 1),
)


OWN_TEXTS: dict[Option, str] = {
    Option.MINI_HOWITZER: "instead of the main laser: 2 damage with splash within 8 squares "
    "straight ahead, over walls; five uses",
    Option.PRESSOR_BEAM: "instead of the main laser: pushes a robot 1 square, a drone 5",
    Option.DOUBLE_BARRELED_LASER: "the main laser hits twice, and hits drones",
}
TOWER_SYMBOL = {surface.tower: symbol for symbol, surface in SURFACES.items() if surface.tower}
TOWER_TEXTS: dict[int, str] = {
    Tower.LASER: "laser tower",
    Tower.HOWITZER: "howitzer tower",
}


TASK = (
    "Earn the most experience: 10 for a robot destroyed, 5 for a tower, 5 for a drone, 3 for your "
    "next flag. The game ends with the first robot that touches its {last} flag, after {turns} "
    "turns, or when all robots are out{lives}."
)
OWN_RULES = (
    "levels at 5, 15, 45, 85 and 135 experience: at level n the main laser deals 2 damage up to n "
    "squares away; from level 3 on indirect fire at range 5, from level 4 on it hits drones.",
    "heights: going up a ramp takes 2 movement points, down 1; any other step up is a wall, any "
    "other step down a fall with 2 damage; lasers hit only on the shooter's height.",
    "laser tower: 1 damage along its four lines; howitzer tower: 2 damage with splash within 8 "
    "squares; both fire at the closest robot that has executed a card in this register.",
    "drones fly after robots; one that reaches a robot's square explodes for 4 damage. Debris of "
    "a destroyed robot heals 1 of who enters it.",
)


def panels(setup: Any, s: Any, seat: int) -> Panels:
    """The floor around the seat's robot, what is special, and the robots."""
    facts = _specials(s)
    for i in range(setup.robots):
        facts += robots.robot_lines(s, i, Stage.CLEAN_UP, _facts(setup, s, i))
    title = rally.headline(s, Ask(s.decision), Stage.TOUCH)
    return robots.panels(title, _board(setup, s), s.rally, seat, facts)


def _specials(s: Any) -> list[str]:
    """What holds for this turn or the next one alone."""
    scrambled = rally.robot_names(s.scrambled)
    told = {
        "towers and drones rest in this turn": s.lull,
        "towers and drones rest in the next turn": s.next_lull,
        f"random programs in the next turn: {', '.join(scrambled)}": scrambled,
        "robots destroyed in this turn: a tower event comes at its end": s.deaths or s.event_due,
        "an event is going on": s.in_event,
        f"a robot event comes for {', '.join(rally.robot_names(s.earners))}": s.earners,
    }
    swept = [
        f"the Pressor Beam of {rally.robot_name(i)} is about to move drone {drone}"
        for i, drone in enumerate(s.swept)
        if drone
    ]
    hit = [
        line
        for t, tower in enumerate(s.rally.things)
        for line in robots.object_text(f"tower {t + 1}", tower)
    ]
    return [*(text for text, holds in told.items() if holds), *swept, *hit]


def task(setup: Any) -> str:
    """What the game is about."""
    lives = f"; a robot has {setup.floor.lives} lives" if setup.floor.lives else ""
    last = f"last ({setup.floor.flag_count}.)"
    return TASK.format(last=last, turns=setup.turns, lives=lives)


def details(setup: Any, s: Any, seat: int) -> list[str]:
    """Flags, towers and drones, which robots may hide."""
    towers = [
        f"tower {t + 1} ({TOWER_TEXTS[int(setup.towers[t].kind)]}) at "
        f"{tower.x}, {tower.y}: {tower.health}"
        for t, tower in enumerate(s.rally.things[: setup.tower_count])
        if tower.health > 0
    ]
    drones = [f"{drone.x}, {drone.y}" for drone in s.drones if drone.live]
    return [
        robots.flags_text(setup.floor),
        *robots.discards_text(s.rally),
        f"towers and their health: {' · '.join(towers) or 'none'}",
        f"drones at: {' · '.join(drones) or 'none'}",
    ]


def notes(setup: Any, s: Any, seat: int) -> list[str]:
    """The rules in short, and the options that robots hold."""
    return [*rally.RULES, *OWN_RULES, *rally.option_notes(rally.cards_in_play(s.rally), OWN_TEXTS)]


def _board(setup: Any, s: Any) -> BoardText:
    """The floor with towers, drones, debris and robots."""
    board = BoardText(setup.floor)
    for t in range(setup.tower_count):
        tower, kind = s.rally.things[t], int(setup.towers[t].kind)
        if tower.health > 0:
            at, symbol = (int(tower.x), int(tower.y)), TOWER_SYMBOL[kind]
            board.build(*at, symbol, int(tower.health), TOWER_TEXTS[kind])
    for drone in s.drones:
        if drone.live:
            board.add(int(drone.x), int(drone.y), "*", "drone")
    for x, y in np.argwhere(s.debris).tolist():
        board.add(x, y, "%", "debris")
    rally.put_robots(board, s.rally)
    return board


def _facts(setup: Any, s: Any, i: int) -> str:
    robot = s.rally.robots[i]
    lives = f", lives {robot.lives}" if setup.floor.lives else ""
    earned = f"{s.xp[i]} XP (level {level(s, i)}), {robot.touched} flags"
    return f"{earned}, damage {robot.damage}{lives}"


def target_square(s: Any, target: int) -> Square:
    """Where a target of indirect fire stands: a robot, or a tower."""
    if target < OTHERS:
        return robot_square(s, rally.seat_named(s, target))
    tower = s.rally.things[target - OTHERS]
    return int(tower.x), int(tower.y)


HUMAN = human(
    ACTIONS, action_text, LOG, QUESTIONS, {"lob": target_square, "shell": target_square},
    task=task, details=details, notes=notes, panels=panels,
    computed=partial(
        robots.preview_text, robots.robot_in_row, lambda s, t: f"tower {t + 1}", "flag"
    ),
)  # fmt: skip
