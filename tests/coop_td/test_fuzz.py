"""Random play over drawn actions and settings, with the invariants of the table."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cogarena.envs.coop_td import legacy, scenario
from cogarena.envs.coop_td.game import GAME
from cogarena.envs.coop_td.settings import HERO_NAMES
from cogarena.envs.coop_td.state import (
    GATE_DICE,
    NOWHERE,
    PIPS,
    TOKENS_PER_MINION,
    TOWERS_IN_BOX,
    TOWERS_OF_A_KIND,
    Decision,
)
from cogarena.envs.coop_td.tables import FIRST_BOSS, Enemy, Tower
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import CogarenaError
from cogarena.envs.core.header import over

SCENARIOS = scenario.names("scenarios")
EPISODES = {}

parties = st.lists(st.sampled_from(HERO_NAMES), min_size=2, max_size=4, unique=True)
choices = st.lists(st.floats(0, 1, exclude_max=True), max_size=300)


def episode(name, heroes, **settings):
    return Episode(GAME, {"scenario": name, "heroes": heroes, **settings})


def check_invariants(setup, s):
    assert s.gold >= 0
    assert ((s.gate >= 0) & (s.gate <= PIPS)).all()
    assert len(s.gate) == GATE_DICE
    check_towers(setup, s)
    check_heroes(setup, s)
    check_enemies(setup, s)
    assert (s.dice > 0) == (not over(s) and s.decision == Decision.TOWER)


def check_towers(setup, s):
    standing = [t for t in s.towers if t.level > 0]
    assert len(standing) <= TOWERS_IN_BOX
    assert all(1 <= t.level <= PIPS for t in standing)
    for kind in Tower:
        assert sum(t.kind == kind for t in standing) <= TOWERS_OF_A_KIND
    assert all(t.gold >= 0 for t in s.towers)
    assert all(t.level == 0 and t.gold == 0 for t in s.towers[setup.tower_spaces :])


def check_heroes(setup, s):
    mounted = [int(h.tower) for h in s.heroes[: setup.seats] if h.tower != NOWHERE]
    assert len(mounted) == len(set(mounted))
    assert all(s.towers[t].level > 0 for t in mounted)
    for h in range(setup.seats):
        hero = s.heroes[h]
        assert (hero.space == NOWHERE) != (hero.tower == NOWHERE)
        assert 1 <= hero.health <= setup.heroes[h].health
        assert 0 <= hero.actions <= 2


def check_enemies(setup, s):
    tokens = s.tokens[: s.enemies]
    for kind in Enemy:
        on_map = sum(t.kind == kind for t in tokens)
        assert on_map <= (TOKENS_PER_MINION if kind < FIRST_BOSS else 1)
    assert all(0 <= t.space < setup.spaces and t.health > 0 for t in tokens)
    assert all(t.left == 0 and t.slowed == 0 and t.way == 0 for t in tokens)
    assert all(t.strikes == 0 or t.space == setup.gate_space for t in tokens)
    assert not s.tokens[s.enemies :].view(np.uint8).any()


@given(st.sampled_from(SCENARIOS), parties, choices, st.integers(0, 2**64 - 1))
def test_the_table_stays_in_order_whatever_is_played(name, heroes, picks, seed):
    played = episode(name, heroes)
    played.reset(seed)
    for pick in picks:
        if played.over:
            break
        legal = np.flatnonzero(played.mask)
        played.act(int(legal[int(pick * len(legal))]))
        assert played.over or played.mask.any()
    check_invariants(played.setup[0], played.s)


@given(
    st.dictionaries(
        st.sampled_from(["scenario", "heroes", "reward", "ask", "max_rounds", "legacy", "heros"]),
        st.one_of(
            st.none(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(SCENARIOS),
            st.lists(st.sampled_from([*HERO_NAMES, "bob"]), max_size=5),
        ),
    )
)  # fmt: skip
def test_any_settings_are_played_or_refused_with_our_errors(settings):
    try:
        played = Episode(GAME, settings)
    except CogarenaError as refusal:
        assert str(refusal)
        return
    played.reset(0)
    assert played.mask.any()


def edits(text):
    """The text with some of its characters replaced, dropped or doubled."""
    return st.lists(
        st.tuples(st.integers(0, len(text) - 1), st.sampled_from(["", "x", "9", "\n", '"', "SG"])),
        min_size=1,
        max_size=4,
    ).map(lambda changes: _edited(text, changes))


def _edited(text, changes):
    for at, new in sorted(changes, reverse=True):
        text = text[:at] + new + text[at + 1 :]
    return text


ROAD = (scenario.FOLDER / "maps" / "fork.txt").read_text()
SHEET = legacy.new_sheet()


@given(edits(ROAD))
def test_a_damaged_map_is_read_or_refused_with_our_errors(text):
    try:
        road = scenario.Reader(text, "map").read()
    except CogarenaError as refusal:
        assert "map" in str(refusal)
        return
    assert road.spaces[0] == "S"
    assert road.spaces[-1] == "G"


@given(edits(SHEET))
def test_a_damaged_sheet_is_read_or_refused_with_our_errors(text):
    try:
        sheet = legacy.read_sheet(text if "\n" in text else text + "\n")
    except CogarenaError as refusal:
        assert str(refusal)
        return
    assert legacy.read_sheet(legacy.write_sheet(sheet)) == sheet
