"""The beginning of a game of Powerball (P4, P5)."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.community import deal_options
from cogarena.envs.powerball.flags import forget_flags
from cogarena.envs.powerball.state import OPTION_DECK, Stage
from cogarena.envs.rally.deck import draw_card, shuffle
from cogarena.envs.rally.state import NOBODY, ROBOTS, Place
from cogarena.envs.rally.turns import set_up


@kernel
def init(setup: Any, s: Any, seed: Any) -> None:
    """P4, P5: options are dealt, and the order in which robots enter."""
    set_up(s, seed, setup.robots, OPTION_DECK)
    r = s.rally
    for i in range(ROBOTS):
        r.robots[i].mover = NOBODY
        s.was_x[i] = NOBODY
    for i in range(setup.robots):
        r.robots[i].place = Place.DESTROYED
    draw_lots(r)
    s.counted = r.falls
    deal_options(s)
    forget_flags(s)
    s.stage = Stage.PLACE


@kernel
def draw_lots(r: Any) -> None:
    """P5: a program card for everybody; robots enter from the highest to the lowest."""
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
