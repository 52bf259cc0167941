"""Secret Bids: everybody bids a card at once, the highest unique bid wins the prize of the round.

A worked example of a competitive game with simultaneous secret choices. B1: each player holds the
cards 1 to `cards`. B2: every round a die gives the prize. B3: all bid one of their cards in secret,
bids are spent. B4: the highest bid that nobody else made takes the prize from every other player.
B5: the game ends when the cards are spent, or is cut off after `max_rounds`.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.game import Game
from cogarena.envs.core.header import (
    MAX_AGENTS,
    PASS,
    answered,
    ask_together,
    begin_step,
    header,
    is_asked,
    over,
)
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Actions, Block, Column, Layout, Piece, columns
from cogarena.envs.core.records import record
from cogarena.envs.core.rng import DIE, die, seed_rng
from cogarena.envs.core.settings import setting
from cogarena.envs.core.visibility import BY_SEAT, OWN, PUBLIC

MAX_CARDS = 10
HIGHEST_SCORE = MAX_CARDS * DIE * (MAX_AGENTS - 1)
LOWEST_SCORE = -MAX_CARDS * DIE
NOBODY = -1
INK, PAPER = 40, 230  # grey values


@dataclass(frozen=True)
class Settings:
    """What a user may choose."""

    players: int = setting(3, "number of players", low=2, high=MAX_AGENTS)
    cards: int = setting(5, "cards in each hand, B1", low=1, high=MAX_CARDS)
    max_rounds: int = setting(100, "rounds before the game is cut off, B5", low=1, high=100)


class Decision(IntEnum):
    """What an agent can be asked."""

    BID = 0


SETUP = record(("players", "i1"), ("cards", "i1"), ("max_rounds", "i1"))
HELD = PUBLIC.when(lambda s, part, index: index[1] > 0)  # there is no card 0
STATE = record(
    *header(MAX_AGENTS),
    ("rounds", "i1", PUBLIC),  # rounds finished
    ("prize", "i1", PUBLIC),  # 1…6, of this round
    (
        "hands",
        "u1",
        (MAX_AGENTS, MAX_CARDS + 1),
        HELD,
        BY_SEAT,
    ),  # 1 where the card is still held; no card 0
    ("bids", "i1", (MAX_AGENTS,), OWN, BY_SEAT),  # of this round, 0 not made yet
    ("scores", "i2", (MAX_AGENTS,), PUBLIC, BY_SEAT),
)
Number = columns(
    "Number",
    Column("PRIZE", "points of this round", DIE),
    Column("ROUND", "rounds finished", MAX_CARDS),
)
LAYOUT = Layout(
    Piece("hands", MAX_CARDS, "cards still held, own hand first", rows=(MAX_AGENTS,)),
    Piece("scores", MAX_AGENTS, "scores, own first", low=-HIGHEST_SCORE, high=HIGHEST_SCORE),
    Piece("bid", 1, "own bid of this round", high=MAX_CARDS),
    Piece("table", Number, "prize and progress of the round"),
)
ACTIONS = Actions(
    Block("pass", (1,), "nothing; never legal for a player who is asked"),
    Block("bid", (MAX_CARDS,), "bid the card 1, 2, …"),
)


@kernel
def init(setup: Any, s: Any, seed: Any) -> None:
    """B1: deal the hands."""
    seed_rng(s, seed)
    for p in range(setup.players):
        s.hands[p, 1 : setup.cards + 1] = 1
    begin_round(setup, s)


@kernel
def begin_round(setup: Any, s: Any) -> None:
    """B2: roll the prize, and ask everybody."""
    s.prize = die(s)
    s.bids[:] = 0
    ask_together(s, (1 << setup.players) - 1, Decision.BID)


@kernel
def step(setup: Any, s: Any, action: int) -> None:
    """B3: note the bid; the last one ends the round."""
    begin_step(s)
    s.bids[s.to_act] = action
    if not answered(s):
        return
    spend_bids(setup, s)
    pay(setup, s, winner(setup, s))
    s.rounds += 1
    s.terminated = s.rounds == setup.cards
    s.truncated = not s.terminated and s.rounds == setup.max_rounds
    if not over(s):
        begin_round(setup, s)


@kernel
def spend_bids(setup: Any, s: Any) -> None:
    """B3: what was bid leaves the hand."""
    for p in range(setup.players):
        s.hands[p, s.bids[p]] = 0


@kernel
def winner(setup: Any, s: Any) -> int:
    """B4: who made the highest unique bid."""
    best = NOBODY
    for p in range(setup.players):
        if is_unique(setup, s, p) and (best == NOBODY or s.bids[p] > s.bids[best]):
            best = p
    return best


@kernel
def is_unique(setup: Any, s: Any, player: int) -> bool:
    """Nobody else bid the same."""
    for p in range(setup.players):
        if p != player and s.bids[p] == s.bids[player]:
            return False
    return True


@kernel
def pay(setup: Any, s: Any, player: int) -> None:
    """B4: everybody else pays the prize to the winner."""
    if player == NOBODY:
        return
    for p in range(setup.players):
        amount = s.prize * (setup.players - 1) if p == player else -s.prize
        s.reward[p] = amount
        s.scores[p] += amount


@kernel
def legal(setup: Any, s: Any, seat: int, mask: Any) -> None:
    """B3: a player who is asked bids a card it holds."""
    mask[:] = 0
    if is_asked(s, seat):
        mask[1:] = s.hands[seat, 1:]


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Everything but the others' bids of this round. Seats count from the own one."""
    for i in range(MAX_AGENTS):
        p = (seat + i) % setup.players
        seated = i < setup.players
        out.hands[i, :] = s.hands[p, 1:] if seated else np.zeros(MAX_CARDS, np.uint8)
        out.scores[i] = s.scores[p] if seated else 0
    out.bid[0] = s.bids[seat]
    out.table[Number.PRIZE] = s.prize
    out.table[Number.ROUND] = s.rounds


def build(settings: Settings) -> np.ndarray[Any, Any]:
    """The setup record of the settings."""
    setup = np.array([(settings.players, settings.cards, settings.max_rounds)], SETUP)
    setup.flags.writeable = False
    return setup


def agents(settings: Settings) -> tuple[str, ...]:
    """The players' names by seat."""
    return tuple(f"player_{p}" for p in range(settings.players))


def resample_hidden(setup: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """Another seat's bid of this round could be any card it holds; so could the dice to come."""
    s.rng = generator.integers(2**64, dtype=np.uint64)
    for p in range(setup.players):
        if p != seat and s.bids[p] and not over(s):
            s.bids[p] = generator.choice(np.flatnonzero(s.hands[p]))


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """Who won, and by what scores."""
    scores = s.scores[: setup.players].copy()
    return {"winner": f"player_{int(scores.argmax())}", "scores": scores, "rounds": int(s.rounds)}


def ansi(setup: Any, s: Any) -> str:
    """One line for the prize, one for each player."""
    lines = [f"round {s.rounds + 1}, prize {s.prize}"]
    for p in range(setup.players):
        held = " ".join(str(card) for card in np.flatnonzero(s.hands[p]))
        lines.append(f"player_{p}  {s.scores[p]:+4d}  {held}")
    return "\n".join(lines)


def draw(setup: Any, s: Any, *, tile: int) -> np.ndarray[Any, Any]:
    """A row for each player, a dark tile for each card still held."""
    held = s.hands[: setup.players, 1:].astype(bool)
    grey = np.where(held, INK, PAPER).astype(np.uint8)
    return np.repeat(np.kron(grey, np.ones((tile, tile), np.uint8))[:, :, None], 3, axis=2)


def action_text(setup: Any, s: Any, action: int) -> str:
    """The action in words."""
    return "pass" if action == PASS else f"bid {action}"


GAME = Game(
    name="secret_bids",
    version=0,
    settings=Settings,
    state=STATE,
    setup=SETUP,
    layout=LAYOUT,
    actions=ACTIONS,
    decisions=Decision,
    build=build,
    agents=agents,
    init=init,
    legal=legal,
    step=step,
    observe=observe,
    ansi=ansi,
    action_text=action_text,
    draw=draw,
    zero_sum=True,
    reward_range=lambda settings: (LOWEST_SCORE, HIGHEST_SCORE),
    final_info=final_info,
    resample_hidden=resample_hidden,
    short={"max_rounds": 3},
    examples=({}, {"players": 2, "max_rounds": 3}, {"players": MAX_AGENTS, "cards": MAX_CARDS}),
)
