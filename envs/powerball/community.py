"""Options of Powerball: the limit, community options, taking and trading (P4, P18, P24)."""

from typing import Any

from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.state import (
    ACTIONS,
    CARDS_EACH,
    COMMUNITY,
    FLAGS,
    MOST_OPTIONS,
    Ask,
    Event,
)
from cogarena.envs.rally.cards import NO_OPTION, OPTION_CARDS
from cogarena.envs.rally.damage import (
    OPTION,
    YES,
    ask_robot,
    count_options,
    discard_option,
    draw_option,
    first_option,
    gain_option,
    give_up_option,
    lend_options,
    random_card,
)
from cogarena.envs.rally.log import Cause, log_event, log_how
from cogarena.envs.rally.log import Event as RallyEvent
from cogarena.envs.rally.state import NOBODY

SLOT = ACTIONS.start("community")


@kernel
def deal_options(s: Any) -> None:
    """P4: deal one to each robot, and two community options."""
    r = s.rally
    for i in range(r.count):
        draw_option(r, i)
    for c in range(COMMUNITY):
        card = random_card(r, r.option_deck)
        r.option_deck ^= 1 << card
        s.community[c] = card
    lend(s)


@kernel
def lend(s: Any) -> None:
    """P4: the community options act for every robot."""
    cards = 0
    for c in range(COMMUNITY):
        cards |= 1 << int(s.community[c])
    for i in range(s.rally.count):
        lend_options(s.rally.robots[i], cards)


@kernel
def share(s: Any, c: int, card: int) -> int:
    """Replace a community option; returns the old one."""
    old = int(s.community[c])
    s.community[c] = card
    log_event(s.rally, Event.SHARED, NOBODY, 0, card)
    lend(s)
    return old


@kernel
def ask_discards(floor: Any, r: Any) -> bool:
    """P4: robots with more than three options discard; true if somebody must decide which."""
    for i in range(r.count):
        while count_options(r.robots[i]) > MOST_OPTIONS:
            if floor.asks_all == 1:
                ask_robot(r, i, Ask.DISCARD)
                return True
            discard_option(r, i, first_option(r.robots[i]), Cause.OVER_THE_LIMIT)
    return False


@kernel
def is_on_flag(s: Any, i: int) -> bool:
    """The robot was on a flag when the turn ended."""
    for f in range(FLAGS):
        if s.on_flags[f] == i:
            return True
    return False


@kernel
def holder_of(s: Any, card: int) -> int:
    """The robot that holds the option card, or NOBODY."""
    for i in range(s.rally.count):
        if (s.rally.robots[i].options >> card) & 1 == 1:
            return i
    return NOBODY


@kernel
def is_off_flags(s: Any, holder: int) -> bool:
    """A robot holds the card, and was on no flag when the turn ended."""
    return holder != NOBODY and not is_on_flag(s, holder)


@kernel
def is_of_another(s: Any, i: int, card: int) -> bool:
    """P18: another robot holds the option card."""
    holder = holder_of(s, card)
    return holder not in (NOBODY, i)


@kernel
def can_take(s: Any, i: int) -> bool:
    """P18: some other robot holds an option."""
    for card in range(OPTION_CARDS):
        if is_of_another(s, i, card):
            return True
    return False


@kernel
def legal_takes(s: Any, i: int, mask: Any) -> None:
    """P18: any option of another robot, or none."""
    mask[PASS] = 1
    for card in range(OPTION_CARDS):
        mask[OPTION + card] = is_of_another(s, i, card)


@kernel
def legal_slots(mask: Any) -> None:
    """Any community option."""
    for c in range(COMMUNITY):
        mask[SLOT + c] = 1


@kernel
def legal_puts(s: Any, mask: Any) -> None:
    """P18: steal the option unless its holder is on a flag, or replace a community option."""
    mask[YES] = is_off_flags(s, holder_of(s, s.at_stake - 1))
    legal_slots(mask)


@kernel
def legal_trades(s: Any, mask: Any) -> None:
    """P24: keep the card, trade it for one of a robot on no flag, or for a community option."""
    mask[PASS] = 1
    for card in range(OPTION_CARDS):
        mask[OPTION + card] = is_off_flags(s, holder_of(s, card))
    legal_slots(mask)


@kernel
def take(s: Any, action: int) -> None:
    """P18: choose the card; the next question is where it goes."""
    if action != PASS:
        s.at_stake = action - OPTION + 1


@kernel
def put(s: Any, i: int, action: int) -> None:
    """P18: another player's card becomes the robot's own, or a community option."""
    r = s.rally
    card = int(s.at_stake) - 1
    s.at_stake = 0
    owner = holder_of(s, card)
    give_up_option(r.robots[owner], card)
    log_event(r, Event.STOLEN, owner, 1 << i, card)
    if action == YES:
        r.robots[i].options |= 1 << card
    else:
        old = share(s, action - SLOT, card)
        r.option_discards |= 1 << old
        log_how(r, RallyEvent.DISCARDED, NOBODY, 0, old, Cause.REPLACED)


@kernel
def take_cards(s: Any, i: int) -> None:
    """P24: two random cards of the discards, or of the deck when there are none left."""
    r = s.rally
    for k in range(CARDS_EACH):
        from_discards = r.option_discards != 0
        card = random_card(r, r.option_discards if from_discards else r.option_deck)
        if card == NO_OPTION:
            return
        if from_discards:
            r.option_discards ^= 1 << card
        else:
            r.option_deck ^= 1 << card
        s.taken[k] = card + 1
        gain_option(r, i, card)


@kernel
def next_taken(s: Any) -> bool:
    """P24: put the next card at stake that was taken; false if all have been decided about."""
    for k in range(CARDS_EACH):
        if s.taken[k] > 0:
            s.at_stake = s.taken[k]
            s.taken[k] = 0
            return True
    return False


@kernel
def trade(s: Any, i: int, action: int) -> None:
    """P24: keep the card at stake, or trade it."""
    r = s.rally
    card = int(s.at_stake) - 1
    s.at_stake = 0
    if action == PASS:
        return
    give_up_option(r.robots[i], card)
    log_event(r, Event.TRADED, i, 0, card)
    if action >= SLOT:
        gain_option(r, i, share(s, action - SLOT, card))
    else:
        got = action - OPTION
        owner = holder_of(s, got)
        give_up_option(r.robots[owner], got)
        r.robots[i].options |= 1 << got
        log_event(r, Event.STOLEN, owner, 1 << i, got)
        gain_option(r, owner, card)
