"""What the preview tells in MOBA Rally: the howitzer's line, the towers' fire, the way to shell."""

import numpy as np
import pytest

from cogarena.envs.moba.objectives import FIRST_TOWER, aim_of
from cogarena.envs.moba.preview import objective_of
from cogarena.envs.moba.state import HEIGHT, OBJECTIVES, TOWERS, TOWERS_EACH, WIDTH
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.moves import is_blocked
from cogarena.envs.rally.symbols import ARROWS
from cogarena.envs.rally.transitions import FAR
from support.scenes.moba import Scene
from support.scenes.preview import told, told_of

ENEMY_BASE, BLUE_TOWER_4 = 1 + OBJECTIVES, 1 + OBJECTIVES + TOWERS_EACH


def preview(scene, card, name="red_0"):
    return told_of(scene, "moba", name, card)


def test_an_objective_in_the_howitzers_line_is_told_by_its_row():
    scene = Scene().put("red_0", 14, 3, ">")  # blue's tower 4 stands on (17, 3)
    assert preview(scene, Card.ROTATE_LEFT)["objective"] == 0
    assert preview(scene, Card.MOVE_1)["objective"] == BLUE_TOWER_4
    assert preview(scene.weaken("blue", 4, 0), Card.MOVE_1)["objective"] == 0


def test_the_row_is_the_same_for_both_teams():
    scene = Scene().put("blue_0", 14, 8, "<")  # red's tower 4 stands on (10, 8)
    assert preview(scene, Card.MOVE_1, "blue_0")["objective"] == BLUE_TOWER_4


def test_the_base_is_the_first_of_the_enemys_rows():
    scene = Scene().without_towers().put("red_0", 17, 5, ">")
    assert preview(scene, Card.MOVE_1)["objective"] == ENEMY_BASE


def test_a_robot_in_the_line_takes_the_shell():
    scene = Scene().put("red_0", 14, 3, ">").put("blue_1", 16, 3, "^")
    told = preview(scene, Card.MOVE_1)
    assert (told["objective"], told["robot"]) == (0, 3)


def test_enemy_towers_in_reach_hurt_and_own_ones_do_not():
    assert preview(Scene().put("red_0", 14, 3, ">"), Card.MOVE_1)["damage"] == 3
    assert preview(Scene().put("red_0", 7, 3, ">"), Card.U_TURN)["damage"] == 0


def test_the_goal_is_the_way_to_the_nearest_shot():
    scene = Scene().put("red_0", 14, 3, ">")
    assert [preview(scene, card)["goal"] for card in (Card.MOVE_1, Card.ROTATE_LEFT)] == [0, 1]


def test_an_objective_that_has_fallen_is_no_goal():
    scene = Scene().without_towers().put("red_0", 14, 3, ">")
    assert preview(scene, Card.MOVE_1)["goal"] > 0
    scene.base("blue").health = 0
    assert preview(scene, Card.MOVE_1)["goal"] == FAR


def test_a_register_that_ends_with_a_shot_counts():
    scene = Scene().put("red_0", 14, 3, ">")
    assert [preview(scene, card)["goals"] for card in (Card.MOVE_1, Card.U_TURN)] == [1, 0]


@pytest.mark.parametrize(("name", "place"), [("red_0", (18, 5, ">")), ("blue_0", (9, 6, "<"))])
def test_the_enemys_base_is_closed(name, place):
    told = preview(Scene().without_towers().put(name, *place), Card.MOVE_1, name)
    assert (told["right"], told["behind"]) == (0, 0)


def test_the_own_base_is_open():
    told = preview(Scene().without_towers().put("red_0", 9, 6, "<"), Card.MOVE_1)
    assert (told["right"], told["behind"]) == (0, -1)


def test_what_is_told_to_be_shelled_is_what_the_howitzer_aims_at():
    generator, aims = np.random.default_rng(0), set()
    for _ in range(300):
        scene = Scene()
        if generator.random() < 0.5:
            scene.give("red_0", Option.HIGH_POWER_LASER)
        for tower in scene.r.things[:TOWERS]:
            tower.health = generator.integers(0, 2)
        tower = scene.r.things[generator.integers(0, TOWERS)]
        dx, dy = generator.integers(-4, 5, 2)
        x, y = int(tower.x + dx), int(tower.y + dy)
        if not 2 <= x < WIDTH - 2 or not 0 <= y < HEIGHT or is_blocked(scene.r, x, y):
            continue
        scene.put("red_0", x, y, ARROWS[generator.integers(0, 4)])
        aim = aim_of(scene.setup.floor, scene.r, 0)
        expected = 1 + OBJECTIVES + objective_of(aim) if aim >= FIRST_TOWER else 0
        assert told("moba", scene.setup, scene.s, 0)[1]["objective"] == expected
        aims.add(expected)
    assert len(aims) > TOWERS_EACH
