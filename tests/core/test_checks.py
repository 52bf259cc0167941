from dataclasses import replace

import pytest

from cogarena.envs.core import checks
from cogarena.envs.core.errors import CheckFailedError
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece
from cogarena.envs.core.traces import trace
from support.games.open_bids import GAME


@kernel
def leaves_scores_out(setup, s, out):
    out.hands[:] = s.hands[:, 1:]
    out.bids[:] = 0


@kernel
def blank(setup, s, out):
    out.hands[:] = 0
    out.scores[:] = 0
    out.bids[:] = 0


def tells_the_bids(setup, s):
    return [{"event": "bids", "bids": s.bids.tolist()}]


@pytest.mark.parametrize("one", checks.CHECKS, ids=lambda one: one.__name__)
def test_a_game_with_a_global_state_and_a_log_conforms(one):
    for settings in GAME.examples:
        one(GAME, settings)


def test_an_element_of_the_global_state_that_is_not_written_is_found():
    with pytest.raises(CheckFailedError, match=r"does not write \['scores\[0\]"):
        checks.global_states_are_whole(
            replace(GAME, name="scoreless", observe_all=leaves_scores_out), {}
        )


def test_an_element_of_the_global_state_out_of_bounds_is_found():
    pieces = [
        Piece(p.name, p.columns, p.meaning, p.rows, high=0) for p in GAME.global_layout.pieces
    ]
    with pytest.raises(CheckFailedError, match=r"hands.* outside its bounds"):
        checks.global_states_are_whole(
            replace(GAME, name="bounded", global_layout=Layout(*pieces)), {}
        )


def test_an_event_that_tells_a_secret_is_found():
    with pytest.raises(CheckFailedError, match="may not know"):
        checks.events_are_public(replace(GAME, events=tells_the_bids), {})


def test_an_event_without_a_name_is_found():
    with pytest.raises(CheckFailedError, match="without a name"):
        checks.events_are_public(replace(GAME, events=lambda setup, s: [{"player": 1}]), {})


def test_a_result_that_gains_a_key_at_the_end_is_found():
    def late(settings, setup, s):
        return {"won": True} if s.terminated or s.truncated else {}

    with pytest.raises(CheckFailedError, match="changes its form"):
        checks.results_keep_their_form(replace(GAME, final_info=late), {})


def test_the_trace_shows_the_global_state():
    dark = replace(GAME, name="dark", observe_all=blank)
    traces = {trace(game, {}, 1, 10) for game in (GAME, dark)}
    assert len(traces) == 2
