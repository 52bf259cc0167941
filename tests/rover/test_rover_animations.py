import numpy as np
import pytest

from cogarena.envs.core.header import HALTED, Halted
from cogarena.envs.core.records import duplicate
from cogarena.envs.rover import rules
from cogarena.envs.rover.modules import EMPTY, NUMBER
from cogarena.envs.rover.render import draw, label, window_area
from cogarena.envs.rover.state import ACTIONS, COLUMNS, ROVER, ROWS
from cogarena.envs.rover.tables import Kind
from support.scenes.rover import EAST, Scene
from support.scenes.rover_pictures import ROVER_AT, SPOT, TILE, square
from support.scenes.rover_pictures import Scene as Picture


def watched(scene, name, *index):
    """The records that a turn passes through, halted after each animation."""
    action = ACTIONS.number(name, *(int(i) for i in index))
    seen = []
    while True:
        twin = duplicate(scene.states)[0]
        twin.halt = len(seen) + 1
        try:
            rules.step(scene.setup, twin, action)
        except Halted:
            seen.append(twin)
        else:
            return seen


def animation(s):
    """Who used what from where on which square, and whether it hit."""
    by, module, from_x, from_y, to_x, to_y, hit = s.animation.item()
    return by, module, (from_x, from_y), (to_x, to_y), bool(hit)


@pytest.mark.parametrize(("dice", "hit"), [("d12=12", True), ("d12=1", False)])
def test_a_shot_of_the_rover_is_shown_with_what_came_of_it(dice, hit):
    scene = Scene("@.m", slots=("Gas Laser",)).roll(dice).peaceful("m")
    first, *_ = watched(scene, "aim", 0, EAST)
    assert animation(first) == (ROVER, NUMBER["gas laser"], (1, 1), (3, 1), hit)


def test_machines_take_their_turns_one_after_another():
    scene = Scene("p.....@.....p")
    places = [tuple(int(s.entities[e].x) for e in (1, 2)) for s in watched(scene, "wait")]
    assert places == [(1, 13), (2, 13)]
    scene.wait()
    assert (scene.at("p"), scene.at("p", 1)) == ((2, 1), (12, 1))


def test_an_attack_of_a_machine_is_shown_before_and_after():
    scene = Scene("p@")
    before, after, *_ = watched(scene, "wait")
    assert animation(before)[:2] == (1, EMPTY)
    assert animation(after)[0] == 1
    assert animation(after)[1] != EMPTY
    assert animation(after)[2:4] == ((1, 1), (2, 1))


def test_a_teleport_is_shown_from_where_it_came():
    scene = Scene("@..p", slots=("Positronium Transporter",)).roll("d12=12").peaceful("p")
    shots = [s for s in watched(scene, "aim", 0, EAST) if s.animation.module != EMPTY]
    assert animation(shots[0])[2:] == ((1, 1), (4, 1), True)
    assert int(shots[0].entities[ROVER].x) == 4


def test_a_wall_that_is_shot_at_is_shown():
    scene = Scene("@.#", slots=("Gas Laser",))
    first, *_ = watched(scene, "aim", 0, EAST)
    assert animation(first)[3:] == ((3, 1), True)


def test_who_moves_out_of_sight_is_not_shown():
    assert not watched(Scene("@#p").give("p", alert=5), "wait")


def test_without_a_watcher_nothing_is_noted():
    scene = Scene("p@").wait()
    assert not any(scene.s.animation.item())


def shot(module, hit=1, to=SPOT, hide=False):
    """A picture of a machine above the rover's row that is shot at."""
    scene = Picture().put(Kind.PROPROVE)
    if hide:
        scene.hide()
    scene.s.halt = HALTED
    scene.s.animation = (ROVER, NUMBER[module], *ROVER_AT, *to, hit)
    return scene


def window(picture):
    top, wide, high = window_area(TILE)
    return picture[top : top + high, :wide]


def changed(scene):
    scene_before = Picture().put(Kind.PROPROVE)
    scene_before.s.sight[:] = scene.s.sight
    return (window(scene_before.draw()) != window(scene.draw())).any(axis=2)


def test_a_hit_shows_from_the_one_who_fires_to_the_target():
    scene = shot("gas laser")
    quiet, after = Picture().put(Kind.PROPROVE).draw(), scene.draw()
    for at in (ROVER_AT, SPOT):
        assert (quiet[square(at)] != after[square(at)]).any(axis=2).sum() > 20


def test_a_miss_looks_different_from_a_hit():
    hit, miss = shot("gas laser").draw(), shot("gas laser", hit=0).draw()
    assert (hit != miss).any(axis=2).sum() > 100
    assert label(shot("gas laser", hit=0).s) == "miss"


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("gas laser", "-"),
        ("positronium transporter", "swap"),
        ("spectrophotometer", "data"),
    ],
)
def test_what_a_module_does_is_said(module, words):
    assert words in label(shot(module).s)


def test_a_shot_at_what_the_rover_does_not_see_is_not_shown():
    assert not changed(shot("gas laser", hide=True)).any()


@pytest.mark.parametrize("column", [0, COLUMNS - 1])
@pytest.mark.parametrize("row", [0, ROWS - 1])
def test_a_shot_at_the_rim_stays_within_the_window(row, column):
    to = (ROVER_AT[0] - COLUMNS // 2 + column, ROVER_AT[1] - ROWS // 2 + row)
    quiet, after = Picture().put(Kind.PROPROVE).draw(), shot("gas laser", to=to).draw()
    top, wide, high = window_area(TILE)
    outside = np.ones(quiet.shape[:2], bool)
    outside[top : top + high, :wide] = False
    assert not (quiet != after).any(axis=2)[outside].any()


def test_a_picture_of_a_halted_turn_shows_what_the_rover_sees_from_where_it_was_put():
    scene = Scene("@..b#....").roll("d12=12")
    scene.s.halt, scene.s.stale = HALTED, 1
    before = scene.states.tobytes()
    draw(scene.setup, scene.s, tile=TILE)
    assert scene.states.tobytes() == before
