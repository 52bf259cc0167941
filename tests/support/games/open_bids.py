"""Open Bids: Secret Bids with a global state for critics and a log of what happened."""

from dataclasses import replace
from typing import Any

import numpy as np

from cogarena.envs.core.header import MAX_AGENTS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece
from support.games import secret_bids

HIGHEST = secret_bids.HIGHEST_SCORE
GLOBAL_LAYOUT = Layout(
    Piece("hands", secret_bids.MAX_CARDS, "cards still held, by seat", rows=(MAX_AGENTS,)),
    Piece("scores", MAX_AGENTS, "scores, by seat", low=-HIGHEST, high=HIGHEST),
    Piece(
        "bids",
        MAX_AGENTS,
        "bids of this round, by seat, the secret ones too",
        high=secret_bids.MAX_CARDS,
    ),
)


@kernel
def observe_all(setup: Any, s: Any, out: Any) -> None:
    """Everything on the table."""
    for p in range(MAX_AGENTS):
        out.hands[p, :] = s.hands[p, 1:]
        out.scores[p] = s.scores[p]
        out.bids[p] = s.bids[p]


def events(setup: Any, s: Any) -> list[dict[str, Any]]:
    """Who has bid, and after a round's last bid who took the prize."""
    if s.tick == 0:
        return []
    log = [{"event": "bid", "player": f"player_{(s.tick - 1) % setup.players}"}]
    if s.reward.any():
        log.append({"event": "prize", "player": f"player_{int(np.argmax(s.reward))}"})
    return log


GAME = replace(
    secret_bids.GAME,
    name="open_bids",
    global_layout=GLOBAL_LAYOUT,
    observe_all=observe_all,
    events=events,
)
