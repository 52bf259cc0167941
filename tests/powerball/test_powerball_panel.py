from dataclasses import replace

import pytest

from cogarena.envs.core.draw.canvas import INK, PAPER
from cogarena.envs.powerball.game import GAME
from cogarena.envs.powerball.render import (
    CARDS_LEFT,
    POWERBALL_STEPS,
    WIDTH,
    PlayerRow,
    Table,
    row_pixels,
    table_pixels,
)
from cogarena.envs.powerball.state import BallPlace, Event, Happening, Stage
from cogarena.envs.rally.cards import OPTION_CARDS, Option
from cogarena.envs.rally.floor_pictures import floor_size
from cogarena.envs.rally.panel import Registers
from cogarena.envs.rally.render import HEADLINE, headline_pixels
from cogarena.envs.rally.state import ROBOTS
from cogarena.envs.rally.text import option_name
from support.pictures import assert_all_differ, differing, is_plain
from support.scenes.powerball_pictures import SPOT, TABLE_AREA, TILE, Scene, panel_part, row_area

some_cells = pytest.mark.parametrize("cell", [32, 33, 48, 64])


@pytest.fixture
def scene():
    return Scene()


def floor_part(scene):
    width, height = floor_size(scene.floor, TILE)
    return slice(height), slice(width)


CHANGES = (
    ("s", "turn", 2), ("s", "stage", Stage.PROGRAM), ("s", "pending", 0b1), ("r", "register", 1),
    ("s", "winners", 0b10), ("s", "winners", 0b1010), ("s", "truncated", True),
    ("s", "happening", Happening.TURRETS), ("s", "at_stake", 3), ("s", "community", (3, 4)),
    ("s", "turrets", 0b1), ("s", "points", (1,) + (0,) * 7), ("r", "logged", 1),
    ("robot", "announced", 1), ("robot", "locks", 0b10000), ("robot", "program", (84, 2, 3, 4, 5)),
    ("robot", "program", (1, 2, 3, 4, 0)), ("robot", "pairs", (84, 0, 0, 0, 0)),
    ("robot", "options", 0b1), ("robot", "options", 0b111), ("robot", "options", 0b1111),
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_the_panel_shows_the_change_and_the_floor_does_not(scene, change):
    scene.put(0, *SPOT, options=0)
    scene.r.log[0] = (Event.DELIVERED, 1, 0, 1, 0, 0, 0)
    before = scene.draw()
    where, field, value = change
    getattr(scene, where)[field] = value
    after = scene.draw()
    assert differing(before, after) > 0
    assert (before[floor_part(scene)] == after[floor_part(scene)]).all()


def test_the_balls_in_the_pool_are_counted():
    pictures = {}
    scene = Scene()
    for carried in range(20):
        pictures[carried] = scene.draw()[TABLE_AREA]
        scene.ball(BallPlace.CARRIED, by=carried % ROBOTS)
    assert_all_differ(pictures, least=1)


@pytest.mark.parametrize("slot", [0, 1])
def test_each_community_option_is_named(scene, slot):
    pictures = {}
    for option in Option:
        scene.s.community[slot] = option
        pictures[option] = scene.draw()[TABLE_AREA]
    assert_all_differ(pictures, least=8)


def test_events_look_different(scene):
    pictures = {}
    for happening in Happening:
        scene.s.happening = happening
        pictures[happening] = scene.draw()[TABLE_AREA]
    assert_all_differ(pictures, least=8)


def test_points_look_different(scene):
    pictures = {}
    for points in (0, 1, 2, 9, 10, 19, 99, 100):
        scene.s.points[0] = points
        pictures[points] = scene.draw()[row_area(0)]
    assert_all_differ(pictures, least=1)


def test_questions_look_different_and_light_up_one_row(scene):
    scene.s.pending = 1
    pictures = {}
    for kind in GAME.decisions:
        scene.robot.asked = kind
        pictures[kind] = scene.draw()[row_area(0)]
    assert_all_differ(pictures, least=8)
    others = scene.draw()[row_area(1)]
    scene.s.pending = 0
    assert (scene.draw()[row_area(1)] == others).all()


def test_nobody_is_highlighted_when_the_game_is_over(scene):
    scene.s.terminated, scene.s.winners = True, 0b100
    before = scene.draw()
    scene.s.pending = 0b10
    assert (scene.draw() == before).all()


def test_who_has_not_entered_yet_is_not_called_destroyed(scene):
    destroyed = scene.draw()[row_area(0)]
    scene.s.stage = Stage.PLACE
    scene.robot.program[:] = 0
    before_the_first_turn = scene.draw()[row_area(0)]
    scene.s.stage = Stage.PROGRAM
    assert differing(before_the_first_turn, scene.draw()[row_area(0)]) > 8
    assert differing(before_the_first_turn, destroyed) > 8


HEADLINE_AREA = panel_part(0, HEADLINE)


@pytest.mark.parametrize(
    ("stage", "register", "lit"),
    [
        (Stage.PLACE, 0, 0),
        (Stage.PROGRAM, 0, 0),
        (Stage.MOVE, 0, 1),
        (Stage.REENTER, 3, 4),
        (Stage.FLAGS, 4, 5),
        (Stage.STAY_DOWN, 4, 5),
    ],
)
def test_a_lamp_is_lit_for_each_register_that_has_been_reached(scene, stage, register, lit):
    scene.s.turn, scene.s.stage, scene.r.register = 3, stage, register
    words = f"Turn 3 · {POWERBALL_STEPS[stage.name][1]}"
    expected = headline_pixels(words, lit, WIDTH, TILE)
    assert (scene.draw()[HEADLINE_AREA][:, 4 : 4 + expected.shape[1]] == expected).all()


@pytest.mark.parametrize(
    ("stage", "register", "shown"),
    [
        (Stage.PROGRAM, 0, []),
        (Stage.MOVE, 0, [0]),
        (Stage.AIM, 2, [0, 1, 2]),
        (Stage.WRENCHES, 4, [0, 1, 2, 3, 4]),
    ],
)
def test_only_revealed_registers_show_their_cards(scene, stage, register, shown):
    scene.s.stage, scene.r.register = stage, register
    before = scene.draw()
    seen = []
    for k in range(5):
        kept = int(scene.robot.program[k])
        scene.robot.program[k] = 84
        seen += [k] if differing(before, scene.draw()) else []
        scene.robot.program[k] = kept
    assert seen == shown


@pytest.mark.parametrize("field", ["hand", "spare", "archive_x", "archive_y"])
def test_hands_and_archives_do_not_show(scene, field):
    before = scene.put(0, *SPOT).draw()
    scene.r.robots[field] = 5
    assert (scene.draw() == before).all()


def test_the_programs_of_bombs_do_not_show(scene):
    before = scene.bomb(*SPOT).draw()
    scene.s.bombs["program"] = 84
    assert (scene.draw() == before).all()


@pytest.mark.parametrize(("robots", "shown"), [(8, 2), (4, 10)])
def test_what_just_happened_fills_the_lines_that_are_left(robots, shown):
    scene = Scene(robots=robots)
    scene.r.log[:] = (Event.KILLED, 1, 0b11, 2, 0, 0, 0)
    pictures = {}
    for logged in range(shown + 1):
        scene.r.logged = logged
        pictures[logged] = scene.draw()
    assert_all_differ(pictures, least=8)


LONG_ROW = PlayerRow(
    seat=7, question="", state="powered down", destroyed=False, asleep=True, damage=9, points=888,
    balls=3, registers=Registers((84,) * 5, (0,) * 5, 31), options=(),
)  # fmt: skip


@some_cells
def test_no_name_of_an_option_is_cut_off(cell):
    for name in map(option_name, range(OPTION_CARDS)):
        row = row_pixels(replace(LONG_ROW, options=(name,) * 4), cell)
        middle = slice(row.shape[0] // 4, 3 * row.shape[0] // 4)
        assert is_plain(row[middle, -1]), name


@some_cells
def test_each_of_four_options_is_named_while_one_must_be_discarded(cell):
    names = [option_name(card) for card in range(4)]
    before = row_pixels(replace(LONG_ROW, options=tuple(names)), cell)
    for i in range(4):
        others = (*names[:i], "Recompile", *names[i + 1 :])
        assert differing(before, row_pixels(replace(LONG_ROW, options=others), cell)) > 8


@some_cells
def test_no_question_runs_into_the_balls(cell):
    words = LONG_ROW.state, *(f"{kind.name.replace('_', ' ').lower()}?" for kind in GAME.decisions)
    after_balls = round(1.79 * cell)
    for question in words:
        row = row_pixels(replace(LONG_ROW, question=question), cell)
        line = slice(round(0.8 * cell), round(1.0 * cell))
        assert is_plain(row[line, after_balls]), question


@some_cells
def test_the_longest_table_is_not_cut_off(cell):
    names = sorted(map(option_name, range(OPTION_CARDS)), key=len)[-2:]
    for happening in Happening:
        event = f"{happening.name} · at stake: {names[-1]}"
        pixels = table_pixels(Table(20, 20, tuple(names), event), cell)
        community = pixels[round(0.55 * cell) :]
        assert (community[:, -1] == PAPER).all()
        gap = pixels[: round(0.5 * cell), round((CARDS_LEFT + 0.06) * cell)]
        assert (gap == PAPER).all()


@some_cells
def test_the_headline_does_not_run_into_the_lamps(cell):
    lamps = WIDTH * cell - 5 * 0.42 * cell
    steps = {step for pair in POWERBALL_STEPS.values() for step in pair}
    for words in (*steps, "won by robot_3", "won by 8 robots"):
        pixels = headline_pixels(f"Turn 10000 · {words}", 5, WIDTH, cell)
        assert (pixels[:, int(lamps) - 1] == INK).all(), words


def test_every_stage_has_words():
    assert {stage.name for stage in Stage} <= set(POWERBALL_STEPS)
