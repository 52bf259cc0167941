"""Putting a variant of the rally together: what its folder defines, and what all variants share."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from cogarena.envs.core import jit, loops
from cogarena.envs.core.game import Game
from cogarena.envs.core.human import Panels
from cogarena.envs.core.registry import GameSpec
from cogarena.envs.rally import phases, questions
from cogarena.envs.rally import settings as rally_settings
from cogarena.envs.rally import state as rally_state
from cogarena.envs.rally.cards import NO_CARD
from cogarena.envs.rally.deck import is_locked
from cogarena.envs.rally.events import LogText
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.phases import is_public
from cogarena.envs.rally.state import HAND, Ask, Gear

# What random players seldom bring about while somebody is asked, in any of the games.
RARE = frozenset(
    f"{whose}.{what}"
    for whose in ("own", "others")
    for what in (
        "owes", "rammed", "shells", "executes", "hit_by_own", "steps_behind", "steps_right", "swap",
        "gyroscope", *(f"jammer_{k}" for k in range(2, REGISTERS + 1)),
    )
)  # fmt: skip


def unused(*fields: str) -> frozenset[str]:
    """Fields of robots that a variant has no use for."""
    return frozenset(f"rally.robots.{field}" for field in fields)


class Folder(NamedTuple):
    """A variant's folder: its modules, what each must define, and what it may."""

    name: str
    spec: GameSpec
    settings: ModuleType  # Settings, build; may: agents
    state: ModuleType  # STATE, SETUP, Stage; may: ACTIONS, Decision
    rules: ModuleType  # init, run_stage; may: legal_answers, answer
    observe: ModuleType  # LAYOUT, observe
    render: ModuleType  # draw
    text: ModuleType  # panels, action_text, LOG, HUMAN


def variant(folder: Folder, **own: Any) -> Game:
    """The game that a variant's folder defines; `own` are further fields of `Game`."""
    name, spec, settings, state, rules, observe, render, text = folder
    return Game(
        name=name,
        version=spec.version,
        settings=settings.Settings,
        build=settings.build,
        agents=getattr(settings, "agents", rally_settings.agents),
        state=state.STATE,
        setup=state.SETUP,
        actions=getattr(state, "ACTIONS", rally_state.ACTIONS),
        decisions=getattr(state, "Decision", Ask),
        layout=observe.LAYOUT,
        observe=observe.observe,
        init=rules.init,
        **_turn_kernels(rules),
        draw=render.draw,
        ansi=partial(ansi, text.panels, text.LOG),
        events=text.LOG.events,
        action_text=text.action_text,
        human=text.HUMAN,
        undo_secret_choices=undo_secret_choices,
        halting=watched,
        short={"max_turns": 3},
        **{
            "rare": RARE,
            "resample_hidden": partial(resample_cards, state.Stage.CLEAN_UP),
            **own,
        },
    )


def ansi(panels: Callable[..., Panels], log: LogText, setup: Any, s: Any) -> str:
    """The floor, the robots and the latest events, as text."""
    return "\n".join([panels(setup, s, 0).text(), *log.lines(setup, s)])


def _turn_kernels(rules: ModuleType) -> dict[str, Any]:
    """The kernels `legal`, `step` and `advance` over a variant's own stages and questions."""
    kernels = {
        "run_stage": rules.run_stage,
        "legal_answers": getattr(rules, "legal_answers", questions.legal_classic_answers),
        "answer": getattr(rules, "answer", questions.answer_classic),
    }
    cache = jit.cache_of(rules.run_stage)
    texts = (phases.legal, phases.step, phases.advance)
    return {text.__name__: loops.bound(text, cache, **kernels) for text in texts}


def watched(s: Any) -> Any:
    """The part of a variant's record that halts for a watcher."""
    return s.rally


def resample_cards(
    clean_up: int, setup: Any, s: Any, seat: int, generator: np.random.Generator
) -> None:
    """Deal the cards anew that the seat cannot know: others' hands and closed registers, the deck.

    Also which closed registers have a second card, and whether others play the card kept by
    Conditional Program. `clean_up` is the game's first stage after the last register.
    """
    r = s.rally
    s.rng, r.rng = generator.integers(2**64, dtype=np.uint64, size=2)
    deck, robots, spare = r.deck, r.robots, r.robots["spare"]  # reading attributes is slow
    stages = int(s.stage), int(clean_up)  # and so are calls of kernels with enums
    places = [(deck, i) for i in range(r.deck_left)]
    for i in range(r.count):
        if i != seat:
            hand, program, pairs = robots[i].hand, robots[i].program, robots[i].pairs
            places += [(hand, slot) for slot in range(len(hand))]
            closed = [k for k in range(REGISTERS) if not is_public(r, *stages, i, k)]
            _move_seconds(robots[i], closed, generator)
            places += [(cards, k) for cards in (program, pairs) for k in closed]
            places.append((spare, i))
    places = [(cards, i) for cards, i in places if cards[i] != NO_CARD]
    # Sorted first: what is dealt then depends on the generator alone, not on who holds what.
    hidden = generator.permutation(sorted(cards[i] for cards, i in places))
    for (cards, i), card in zip(places, hidden, strict=True):
        cards[i] = card
    if s.decision == Ask.SWAP:
        swaps = robots["swap"]
        for i in _others(s, seat):
            if swaps[i] != Gear.UNDECIDED:
                swaps[i] = generator.choice((Gear.USED, Gear.DECLINED))


def _move_seconds(robot: Any, closed: list[int], generator: np.random.Generator) -> None:
    """Put the second cards of closed registers into any of these, but the one asked about."""
    pairs, crabs = robot.pairs, int(robot.crabs)
    fits = [k for k in closed if robot.program[k] != NO_CARD and k + 1 != robot.pairing]
    seconds = [(int(pairs[k]), crabs >> k & 1) for k in fits]
    if not any(card != NO_CARD for card, _ in seconds):
        return
    for k, place in zip(fits, generator.permutation(len(fits)).tolist(), strict=True):
        pairs[k], sideways = seconds[place]
        crabs = crabs & ~(1 << k) | sideways << k
    robot.crabs = crabs


def undo_secret_choices(setup: Any, s: Any, seat: int) -> None:
    """What the others have chosen in secret they choose again: programs, and swaps of cards.

    A program that was not its player's choice stays (T25).
    """
    robots = s.rally.robots
    for i in _others(s, seat):
        if s.decision == Ask.PROGRAM and robots[i].forced == 0:
            _empty_registers(robots[i])
        elif s.decision == Ask.SWAP:
            robots[i].swap = Gear.UNDECIDED


def _others(s: Any, seat: int) -> list[int]:
    """The seats of the other robots."""
    return [i for i in range(s.rally.count) if i != seat]


def _empty_registers(robot: Any) -> None:
    hand, program, pairs = robot.hand, robot.program, robot.pairs
    room = [slot for slot in range(HAND) if hand[slot] == NO_CARD]
    closed = [k for k in range(REGISTERS) if not is_locked(robot, k)]
    for cards, k in [(cards, k) for cards in (program, pairs) for k in closed]:
        if cards[k] != NO_CARD:
            hand[room.pop(0)] = cards[k]
            cards[k] = NO_CARD
    robot.pairing = robot.crabs = 0
