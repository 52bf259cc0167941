"""The contract finds what an observation lacks, reveals, or names absolutely."""

from dataclasses import replace

import numpy as np
import pytest

from cogarena.envs.core import contract
from cogarena.envs.core.contract import relabelled, relabellings
from cogarena.envs.core.errors import CheckFailedError
from cogarena.envs.core.game import resample_dice
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.core.visibility import (
    AFTER_SEAT,
    BY_SEAT,
    INTERNAL,
    OWN,
    PUBLIC,
    SEAT,
    SEATS,
    SECRET,
    Who,
    holds,
    leaves,
)
from support.games import secret_bids
from support.games.secret_bids import GAME

show = secret_bids.observe
Number = secret_bids.Number


@kernel
def hide_the_prize(setup, s, seat, out):
    show(setup, s, seat, out)
    out.table[Number.PRIZE] = 0


@kernel
def show_all_bids(setup, s, seat, out):
    show(setup, s, seat, out)
    for i in range(setup.players):
        out.bid[0] = max(out.bid[0], s.bids[i])


@kernel
def show_scores_by_seat(setup, s, seat, out):
    show(setup, s, seat, out)
    for i in range(setup.players):
        out.scores[i] = s.scores[i]


@kernel
def hide_the_hands(setup, s, seat, out):
    show(setup, s, seat, out)
    out.hands[:] = 0


def redraw_all_bids(setup, s, seat, generator):
    secret_bids.resample_hidden(setup, s, seat, generator)
    s.bids[: setup.players] = 0


def say_how_many_have_bid(setup, s, action):
    return f"bid {action} as number {np.count_nonzero(s.bids)}"


def say_the_seat(setup, s, action):
    return f"bid {action} as number {s.to_act}"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"observe": hide_the_prize}, r"observations do not show prize: prize . → ., seat 0"),
        ({"observe": hide_the_hands}, r"observations do not show hands: hands\["),
        ({"observe": show_all_bids}, r"observations reveal bids: bids\["),
        ({"observe": show_scores_by_seat}, r"views depend on the labels of seats: scores\["),
        ({"resample_hidden": resample_dice}, r"never redrawn: bids"),
        ({"resample_hidden": redraw_all_bids}, r"bids is redrawn: for seat ., who knows it"),
        ({"action_text": say_how_many_have_bid}, r"mean something else after an unseen bids"),
        ({"action_text": say_the_seat}, r"actions name seats absolutely: "),
    ],
)
def test_a_breach_of_the_contract_is_found(changed, message):
    with pytest.raises(CheckFailedError, match=message):
        # The compiled loops are cached by the game's name.
        name = "_".join(made.__name__ for made in changed.values())
        contract.check(replace(GAME, name=name, **changed), {})


def test_a_field_that_does_not_say_who_may_know_it_is_found():
    state = record(*((name, GAME.state[name]) for name in GAME.state.names))
    with pytest.raises(CheckFailedError, match=r"who may know them: rng, tick, .*, scores$"):
        contract.check(replace(GAME, name="undeclared", state=state), {})


PART = record(("hand", "i1", (2,), OWN), ("rank", "i1", PUBLIC.when(lambda part: part.hand[0])))
WHOLE = record(
    ("parts", PART, (3,), BY_SEAT),
    ("thief", "i1", PUBLIC.naming(AFTER_SEAT)),
    ("leader", "i1", PUBLIC.naming(SEAT)),
    ("asked", "u1", INTERNAL.naming(SEATS)),
    ("deck", "i1", (4,), SECRET),
)


def test_the_plain_fields_of_a_record_and_who_may_know_them():
    found = {leaf.name: (leaf.visibility.who, leaf.seat_axis) for leaf in leaves(WHOLE)}
    assert found == {
        "parts.hand": (Who.OWN, 0),
        "parts.rank": (Who.PUBLIC, 0),
        "thief": (Who.PUBLIC, None),
        "leader": (Who.PUBLIC, None),
        "asked": (Who.INTERNAL, None),
        "deck": (Who.SECRET, None),
    }


def test_a_condition_reads_the_part_that_holds_the_field():
    s = np.zeros(1, WHOLE)
    s["parts"]["hand"][0, 1, 0] = 5
    rank = next(leaf for leaf in leaves(WHOLE) if leaf.name == "parts.rank")
    assert [holds(rank.visibility.meant, None, s, rank, (i,)) for i in range(3)] == [
        False,
        True,
        False,
    ]


def test_relabelled_seats_take_their_parts_and_names_along():
    s = np.zeros(1, WHOLE)
    s["parts"]["rank"][0] = (7, 8, 9)
    s["thief"], s["leader"], s["asked"] = 1, 2, 0b011
    moved = relabelled(s, (1, 2, 0))
    assert moved["parts"]["rank"][0].tolist() == [9, 7, 8]
    assert (int(moved["thief"][0]), int(moved["leader"][0])) == (2, 0)
    assert int(moved["asked"][0]) == 0b110


def test_nobody_stays_nobody_when_seats_are_relabelled():
    s = np.zeros(1, WHOLE)
    s["leader"] = -1
    moved = relabelled(s, (1, 2, 0))
    assert (int(moved["thief"][0]), int(moved["leader"][0])) == (0, -1)


def test_seats_of_a_side_stay_on_their_side():
    red_and_blue = replace(GAME, sides=lambda settings: ((0, 2), (1, 3)))
    assert relabellings(red_and_blue, {"players": 4}) == [(2, 3, 0, 1)]
    assert relabellings(GAME, {"players": 3}) == [(1, 2, 0), (2, 0, 1)]
