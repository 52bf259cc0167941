"""Robots in text: what everybody may know of them, and where the cards of a hand lead."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, Direction
from cogarena.envs.core.human import Panels
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.cards import NO_CARD, OPTIONS, Option
from cogarena.envs.rally.damage import COAT_TOKENS
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.fire import SHELLS
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.phases import Phase, is_public
from cogarena.envs.rally.preview import (
    AIMS,
    BEHIND,
    DAMAGE,
    DEAD,
    FACES_BEHIND,
    FACES_RIGHT,
    GOAL,
    GOALS,
    RIGHT,
    ROBOT,
)
from cogarena.envs.rally.state import FLYWHEEL_SLOT, HAND, NOBODY, Ask, Place, Power
from cogarena.envs.rally.text import (
    Name,
    archive_text,
    card_text,
    option_name,
    option_names,
    robot_line,
    robot_name,
    robot_names,
    seat_named,
)
from cogarena.envs.rally.transitions import FAR

INDENT = "  "


def robot_lines(
    s: Any, i: int, clean_up: int, facts: str, name: Name = robot_name, counts_shells: bool = True
) -> list[str]:
    """A robot in one line, and what else is public of it in another.

    `facts` are the game's own. `clean_up` is its first stage after the last register.
    """
    more = [*registers(s, i, clean_up), *conditions(s, i, name, counts_shells)]
    robot = s.rally.robots[i]
    if robot.place != Place.OUT:
        more = [f"faces {Direction(robot.facing).name.lower()}", archive_text(robot), *more]
    line = robot_line(s, i, facts, name)
    return [line, f"{INDENT}{'; '.join(more)}"] if more else [line]


def registers(s: Any, i: int, clean_up: int) -> list[str]:
    """The cards in the robot's registers that everybody sees, and its locks, if there are any."""
    robot, stage = s.rally.robots[i], int(s.stage)
    told = []
    for k in range(REGISTERS):
        cards = [int(card) for card in (robot.program[k], robot.pairs[k]) if card != NO_CARD]
        is_locked = int(robot.locks) >> k & 1
        if (cards or is_locked) and is_public(s.rally, stage, int(clean_up), i, k):
            sideways = " (sideways)" if int(robot.crabs) >> k & 1 else ""
            locked = " locked" if is_locked else ""
            shown = " and ".join(map(card_text, cards)) or "empty"
            told.append(f"{k + 1} {shown}{sideways}{locked}")
    return [f"registers {' · '.join(told)}"] if told else []


def conditions(s: Any, i: int, name: Name, counts_shells: bool) -> Iterator[str]:
    """All that holds for the robot now and does not always."""
    robot = s.rally.robots[i]
    yield from conditions_of_turn(robot, name, counts_shells)
    if s.rally.walker == i + 1:
        way = Direction(s.rally.heading).name.lower()
        yield f"executes its card now, {s.rally.steps} squares to the {way} to go"
    if s.stage >= Phase.REVEAL:
        yield from moves_in_register(robot, name)
    yield from hits(robot, name)


def conditions_of_turn(robot: Any, name: Name, counts_shells: bool) -> Iterator[str]:
    """What lasts beyond a register."""
    if robot.place == Place.DESTROYED:
        yield f"was last at {robot.x}, {robot.y}"
    if robot.fell:
        yield f"number {robot.fell} to be destroyed in this turn"
    if robot.owes:
        yield "must still discard an option"
    if robot.power == Power.DOWN and robot.place != Place.FLOOR:
        yield "powered down"  # on the floor its line says so
    if robot.power == Power.STATIONED:
        yield "a turret this turn"
    if robot.announced:
        yield "powers down next turn"
    if robot.radio:
        yield f"runs the program of {name(int(robot.radio) - 1)}"
    if robot.own:
        yield f"its own registers {numbers(robot.own)} count under Radio Control"
    if robot.forced:
        yield "its program of this turn is random"
    if robot.anchored:
        yield "nothing moves it"
    if robot.aborting:
        yield "its cards come from the deck (Abort Switch)"
    if robot.gyroscope:
        yield "gyroscope on"
    if robot.spare != NO_CARD:
        yield "keeps a card for Conditional Program"
    if robot.hand[FLYWHEEL_SLOT] != NO_CARD:
        yield "a card on its Flywheel"
    if robot.coat:
        yield f"{robot.coat} of {COAT_TOKENS} tokens on its Ablative Coat"
    if counts_shells and (robot.shells or has(robot, Option.MINI_HOWITZER)):
        yield f"Mini Howitzer: {SHELLS - robot.shells} shots left"
    for k in range(REGISTERS):
        if robot.jammers[k]:
            yield f"register {k + 1} scrambled by {name(int(robot.jammers[k]) - 1)}"
    if robot.banked:
        yield f"has a point for a ramp to the {Direction(robot.banked - 1).name.lower()}"


def moves_in_register(robot: Any, name: Name) -> Iterator[str]:
    """What has moved the robot in this register."""
    if robot.braked:
        yield "kept still by its Brakes"
    if robot.moved:
        yield "has executed its card"
    if robot.mover != NOBODY:
        yield f"last moved by {name(int(robot.mover))} in this register"


def hits(robot: Any, name: Name) -> Iterator[str]:
    """What the robot fires, and what has hit it and is about to hurt."""
    if 0 < robot.weapon <= OPTIONS:
        yield f"fires with {option_name(int(robot.weapon) - 1)}"
    if robot.shots:
        yield f"its main laser hits {robot.shots}×"
    if robot.shield:
        sides = [way.name.lower() for way in Direction if int(robot.shield) >> way & 1]
        yield f"its shield has stopped a token from the {' and the '.join(sides)}"
    if robot.aimed:
        yield f"the damage goes onto registers {numbers(robot.aimed)}"
    if robot.doomed:
        yield f"then loses {' and '.join(option_names(robot.doomed))}"
    if robot.hitters:
        yield f"hit by {' and '.join(robot_names(robot.hitters, name))}"
    if robot.incoming:
        yield f"about to receive {robot.incoming} damage"


def numbers(registers: Any) -> str:
    """A bit set of registers by their numbers, from 1."""
    return ", ".join(str(k + 1) for k in range(REGISTERS) if int(registers) >> k & 1)


def object_text(named: str, thing: Any, name: Name = robot_name) -> list[str]:
    """The damage that an object is about to lose, and who dealt it, if there is any."""
    hit = f" (hit by {' and '.join(robot_names(thing.hitters, name))})" if thing.hitters else ""
    return [f"{named} is about to lose {thing.incoming}{hit}"] if thing.incoming or hit else []


def panels(title: str, board: BoardText, r: Any, seat: int, facts: Sequence[str]) -> Panels:
    """The text of a rally: the board around the seat's robot, and the facts."""
    robot = r.robots[seat]
    here = robot.place == Place.FLOOR
    at = (robot.x, robot.y) if here else (robot.archive_x, robot.archive_y)
    return Panels(
        title=title,
        board=board.drawing(),
        facts=facts,
        legend=board.legend(),
        focus=board.place(int(at[0]), int(at[1])),
    )


def discards_text(r: Any) -> list[str]:
    """The option cards that have been discarded, if any."""
    names = option_names(r.option_discards)
    return [f"discarded options: {', '.join(names)}"] if names else []


def flags_text(floor: Any) -> str:
    """Where the flags are."""
    flags = [f"{k + 1} at {floor.flag[k].x}, {floor.flag[k].y}" for k in range(floor.flag_count)]
    return f"flags: {' · '.join(flags)}"


# The preview of a program: where each card of the hand leads if nobody interferes.

NamedBy = Callable[[Any, int], str]  # record, the number that a column shows → a name


def robot_in_row(s: Any, row: int) -> str:
    """The robot in a row of what the robot to act sees, in a game that has no teams."""
    return robot_name(seat_named(s, row))


def nothing_else(s: Any, number: int) -> str:
    """The `target_named` of a game in which only robots are targets."""
    return ""


def preview_text(
    robot_named: NamedBy, target_named: NamedBy, goal: str,
    setup: Any, s: Any, seat: int, pieces: Mapping[str, Any],
) -> list[str]:  # fmt: skip
    """A line for the program so far, and one for each card; nothing unless a card is asked for.

    `pieces` are those of the seat's observation; `goal` is what the game calls one.
    """
    robot = s.rally.robots[seat]
    if s.to_act != seat or s.decision != Ask.PROGRAM:
        return []

    def line(row: Any) -> str:
        return ", ".join(_parts(robot, row, robot_named, target_named, goal, s))

    cards = [slot for slot in range(HAND) if robot.hand[slot] != NO_CARD]
    return [
        f"preview, if nobody interferes: the program so far {line(pieces['program_end'])}; then",
        *(f"  {card_text(int(robot.hand[k]))} {line(pieces['preview'][k])}" for k in cards),
    ]


def _parts(
    robot: Any, row: Any, robot_named: NamedBy, target_named: NamedBy, goal: str, s: Any
) -> Iterator[str]:
    if row[DEAD]:
        yield "destroys you"
    else:
        yield _place(robot, row)
    if len(row) > DAMAGE and row[DAMAGE]:
        yield f"{row[DAMAGE]} damage on the way"
    if row[ROBOT]:
        yield f"aims at {robot_named(s, int(row[ROBOT]) - 1)}"
    if len(row) > AIMS and row[AIMS]:
        yield f"aims at {target_named(s, int(row[AIMS]) - 1)}"
    if row[GOALS]:
        yield f"{goal} reached {row[GOALS]}×"
    if not row[DEAD] and row[GOAL] < FAR:
        yield f"{row[GOAL]} steps and turns from there to the next {goal}"


def _place(robot: Any, row: Any) -> str:
    """Where the row leads: a square and a facing."""
    ahead, side = int(robot.facing), (int(robot.facing) + 1) % DIRECTIONS
    x = int(robot.x) + int(row[RIGHT]) * int(DX[side]) - int(row[BEHIND]) * int(DX[ahead])
    y = int(robot.y) + int(row[RIGHT]) * int(DY[side]) - int(row[BEHIND]) * int(DY[ahead])
    turns = {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}
    turned = turns.get((int(row[FACES_RIGHT]), int(row[FACES_BEHIND])), 0)
    return f"leads to {x}, {y}, facing {Direction((ahead + turned) % DIRECTIONS).name.lower()}"
