"""What holds at every moment of a rally, for batches of RALLY records."""

import numpy as np

from cogarena.envs.rally.cards import CARDS, OPTION_CARDS
from cogarena.envs.rally.state import DEADLY, Place


def check_table(rally):
    """Squares, cards and damage are in order."""
    check_squares(rally["robots"])
    check_cards(rally)
    check_damage(rally["robots"])


def check_squares(robots):
    """At most one robot a square."""
    places = robots["x"].astype(int) * 64 + robots["y"]
    elsewhere = robots["place"] != Place.FLOOR
    places[elsewhere] = -1 - np.nonzero(elsewhere)[1]
    assert (np.diff(np.sort(places, axis=1), axis=1) != 0).all()


def check_cards(rally):
    """No card is in two places."""
    robots = rally["robots"]
    places = [rally["deck"], robots["spare"]]
    places += [robots[field].reshape(len(robots), -1) for field in ("program", "pairs", "hand")]
    cards = np.sort(np.concatenate(places, axis=1), axis=1).astype(int)
    assert ((np.diff(cards, axis=1) != 0) | (cards[:, 1:] == 0)).all()
    assert cards.max() <= CARDS


def check_options(rally, deck, *elsewhere):
    """Every option card of the deck is in exactly one place; `elsewhere` are more such piles."""
    piles = [rally["option_deck"], rally["option_discards"], *rally["robots"]["options"].T]
    piles = np.array([*piles, *elsewhere], np.int64)
    assert (np.bitwise_or.reduce(piles) == deck).all()
    owners = sum(piles >> card & 1 for card in range(OPTION_CARDS)).sum(axis=0)
    assert (owners == deck.bit_count()).all()


def check_damage(robots):
    """Damage and registers are consistent."""
    locked = np.array([[bin(locks).count("1") for locks in row] for row in robots["locks"]])
    damage = robots["damage"]
    assert ((damage >= 0) & (damage <= DEADLY)).all()
    assert (locked <= damage).all()
    alive = robots["place"] == Place.FLOOR
    assert (locked >= np.clip(damage - 4, 0, 5))[alive].all()


def check_lives(robots):
    """Who is on the floor has a life."""
    assert ((robots["lives"] > 0) | (robots["place"] != Place.FLOOR)).all()
