"""The beginning of a game of Powerball (P4, P5)."""

from typing import Any

from cogworks.envs.core.jit import kernel
from cogworks.envs.powerball.community import deal_options
from cogworks.envs.powerball.flags import forget_flags
from cogworks.envs.powerball.state import OPTION_DECK, Stage
from cogworks.envs.rally.deck import draw_card, shuffle
from cogworks.envs.rally.state import NOBODY, ROBOTS, Place
from cogworks.envs.rally.turns import set_up


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
