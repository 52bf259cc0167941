from dataclasses import replace

import numpy as np
import pytest

from cogarena.envs.rally.cards import OPTION_CARDS
from cogarena.envs.rally.floor_pictures import floor_size
from cogarena.envs.rally.panel import Registers
from cogarena.envs.rally.render import headline_pixels
from cogarena.envs.rally.state import Place
from cogarena.envs.rally.text import option_name
from cogarena.envs.tower_defense.game import GAME
from cogarena.envs.tower_defense.render import TOWER_DEFENSE_STEPS, WIDTH, PlayerRow, row_pixels
from cogarena.envs.tower_defense.state import Event, Stage
from support.pictures import assert_all_differ, assert_only_in, differing, is_plain
from support.scenes.tower_defense_pictures import (
    HEADLINE_AREA,
    SKY_AREA,
    SPOT,
    TILE,
    Picture,
    area,
    row_area,
)

every_cell = pytest.mark.parametrize("cell", [32, 33, 48, 64])


@pytest.fixture
def picture():
    return Picture()


CHANGES = (
    ("s", "turn", 2), ("s", "stage", Stage.PROGRAM), ("s", "pending", 0b1), ("r", "register", 1),
    ("s", "winners", 0b10), ("s", "winners", 0b1010), ("s", "truncated", True), ("s", "lull", 1),
    ("s", "next_lull", 1), ("s", "scrambled", 0b1), ("s", "xp", (1,) + (0,) * 7),
    ("r", "logged", 1), ("robot", "touched", 1), ("robot", "lives", 1), ("robot", "announced", 1),
    ("robot", "locks", 0b10000), ("robot", "program", (84, 2, 3, 4, 5)),
    ("robot", "program", (1, 2, 3, 4, 0)), ("robot", "pairs", (84, 0, 0, 0, 0)),
    ("robot", "options", 0b1), ("robot", "options", 0b1111),
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_the_panel_shows_the_change_and_the_floor_does_not(picture, change):
    picture.put("A", *SPOT)
    picture.r.log[0] = (Event.EARNED, 1, 0, 1, 0, 0, 0)
    before = picture.draw()
    where, field, value = change
    {"s": picture.s, "r": picture.r, "robot": picture.robot("A")}[where][field] = value
    after = picture.draw()
    width, height = floor_size(picture.setup.floor, TILE)
    assert (before[:height, :width] == after[:height, :width]).all()
    assert differing(before, after) > 0


def test_now_and_next_turn_are_told_apart_in_a_lull(picture):
    pictures = {}
    for lull in range(4):
        picture.s.lull, picture.s.next_lull = divmod(lull, 2)
        pictures[lull] = picture.draw()[SKY_AREA]
    assert_all_differ(pictures, least=8)


def test_experience_and_flags_look_different(picture):
    picture.put("A", *SPOT)
    pictures = {}
    for xp in (0, 4, 5, 14, 15, 135, 136, 999):
        for touched in range(3):
            picture.xp("A", xp).robot("A").touched = touched
            pictures[xp, touched] = picture.draw()[row_area(0)]
    assert_all_differ(pictures, least=1)


def test_questions_look_different_and_light_up_one_row(picture):
    before = picture.draw()
    picture.s.pending = 1
    pictures = {}
    for kind in GAME.decisions:
        picture.robot("A").asked = kind
        pictures[kind] = picture.draw()[row_area(0)]
    assert_all_differ(pictures, least=8)
    assert_only_in(before, picture.draw(), row_area(0))


def test_nobody_is_highlighted_when_the_game_is_over(picture):
    picture.s.terminated, picture.s.winners = True, 0b100
    before = picture.draw()
    picture.s.pending = 0b10
    assert (picture.draw() == before).all()


def test_a_destroyed_robot_is_not_on_the_floor_and_its_row_is_dimmed(picture):
    before = picture.put("A", *SPOT).draw()
    picture.robot("A").place = Place.DESTROYED
    after = picture.draw()
    assert differing(before[row_area(0)], after[row_area(0)]) > TILE
    picture.robot("A").place = Place.OUT
    assert (picture.draw()[area(*SPOT)] == Picture().draw()[area(*SPOT)]).all()


@pytest.mark.parametrize(
    ("stage", "register", "lit"),
    [(Stage.PROGRAM, 0, 0), (Stage.MOVE, 0, 1), (Stage.DRONES, 2, 3), (Stage.TOUCH, 3, 4),
     (Stage.TOWER_EVENT, 4, 5), (Stage.REENTER, 4, 5)],
)  # fmt: skip
def test_a_lamp_is_lit_for_each_register_that_has_been_reached(picture, stage, register, lit):
    picture.s.turn, picture.s.stage, picture.r.register = 3, stage, register
    words = f"Turn 3 · {TOWER_DEFENSE_STEPS[stage.name][1]}"
    expected = headline_pixels(words, lit, WIDTH, TILE)
    assert (picture.draw()[HEADLINE_AREA][:, 4 : 4 + expected.shape[1]] == expected).all()


@pytest.mark.parametrize("field", ["hand", "spare"])
def test_hands_do_not_show(picture, field):
    before = picture.put("A", *SPOT).draw()
    picture.r.robots[field] = 5
    assert (picture.draw() == before).all()


def test_only_revealed_registers_show_their_cards(picture):
    before = picture.draw()
    seen = []
    for k in range(5):
        kept = int(picture.robot("A").program[k])
        picture.robot("A").program[k] = 84
        seen += [k] if differing(before, picture.draw()) else []
        picture.robot("A").program[k] = kept
    assert seen == [0, 1, 2]


LONG_ROW = PlayerRow(
    seat=7, question="", state="powered down · scrambled next", destroyed=False, asleep=True,
    damage=9, lives=5, touched=6, flags=6, xp=888, level=5,
    registers=Registers((84,) * 5, (0,) * 5, 31), options=(),
)  # fmt: skip


@every_cell
def test_no_name_of_an_option_is_cut_off(cell):
    for name in map(option_name, range(OPTION_CARDS)):
        row = row_pixels(replace(LONG_ROW, options=(name,) * 3), cell)
        assert is_plain(row[row.shape[0] // 8 : 7 * row.shape[0] // 8, -1]), name


@every_cell
def test_no_question_runs_into_the_state(cell):
    for kind in GAME.decisions:
        question = f"{kind.name.replace('_', ' ').lower()}?"
        both = row_pixels(replace(LONG_ROW, question=question), cell)
        asked = row_pixels(replace(LONG_ROW, question=question, state=""), cell)
        neither = row_pixels(replace(LONG_ROW, question=" ", state=""), cell)
        state, words = changed_columns(both, asked), changed_columns(asked, neither)
        assert max(state) < min(words), question


def changed_columns(one, other):
    return np.flatnonzero((one != other).any(axis=(0, 2))).tolist()


def test_every_stage_has_words():
    assert {stage.name for stage in Stage} <= set(TOWER_DEFENSE_STEPS)
