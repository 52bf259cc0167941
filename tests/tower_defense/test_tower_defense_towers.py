"""Towers: how they stand and fall, whom they aim at and what they fire: T9 to T11."""

import pytest

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.floor import Tower
from cogarena.envs.tower_defense.state import Stage
from support.scenes.tower_defense import Scene, plain


def fired_at(scene):
    """Whom the towers have aimed at."""
    return [event["robot"] for event in scene.told("fired")]


def howitzer(x, *, height="", target=""):
    """A howitzer in the west, and A active so far east of it; both may be raised."""
    drawing = f":tH  {height or ' '}" + ":     " * (x - 1) + f":  A^{target or ' '}:"
    return Scene(drawing).active("A").landing()


def between_two_robots(kind, **settings):
    """A tower with A in the west and B in the east, both active."""
    drawing = plain(7, 3, **{kind: [(3, 1)]})
    return Scene(drawing, **settings).put("A", 1, 1).put("B", 5, 1).active("A", "B")


def test_t9_hit_points_are_6_with_a_laser_and_8_with_a_howitzer():
    assert Scene(":tL   :tH   :").health((0, 0), (1, 0)) == [6, 8]


def test_t9_towers_are_numbered_row_by_row():
    scene = Scene(plain(4, 3, tL=[(3, 0), (0, 2)], tH=[(1, 0), (2, 1)]))
    kinds = [(int(t.x), int(t.y), int(t.kind)) for t in scene.setup.towers[:4]]
    assert kinds == [(1, 0, Tower.HOWITZER), (3, 0, Tower.LASER), (2, 1, Tower.HOWITZER),
                     (0, 2, Tower.LASER)]  # fmt: skip


def test_t9_a_tower_cannot_be_passed():
    assert Scene(":  A> :     :tL   :").play(A=Card.MOVE_3).at("A") == (1, 0)


def test_t9_a_robot_cannot_be_pushed_into_a_tower():
    scene = Scene(":  A> :  B^ :tL   :").play(A=Card.MOVE_1)
    assert (scene.at("A"), scene.at("B")) == ((0, 0), (1, 0))


def test_t9_a_belt_does_not_carry_into_a_tower():
    assert Scene(":> A^ :tL   :").machines().at("A") == (0, 0)


def test_t9_a_tower_blocks_main_lasers():
    assert Scene(":  A> :tL   :  B^ :").damage_step().damage("B") == [0]


def test_t9_a_tower_blocks_other_towers_lasers():
    scene = Scene(":tL   :tL   :  A^ :").active("A").damage_step()
    assert scene.damage("A") == [1]


def test_t9_a_tower_keeps_its_damage():
    scene = Scene(":  A> :tL   :").damage_step().damage_step()
    assert scene.health((1, 0)) == [4]


def test_t9_at_0_a_tower_is_gone_and_robots_pass():
    scene = Scene(":  A> :tL   :     :").weaken(1, 0, 1).damage_step().play(A=Card.MOVE_2)
    assert scene.at("A") == (2, 0)


def test_t9_at_0_a_tower_is_gone_and_lasers_pass():
    scene = Scene(":  A> :tL   :  B^ :").weaken(1, 0, 1).damage_step()
    assert scene.damage("B") == [0]
    assert scene.damage_step().damage("B") == [1]


def test_t9_at_0_a_tower_fires_no_more():
    scene = Scene(":tL   :  A^ :").weaken(0, 0, 0).active("A").damage_step()
    assert scene.damage("A") == [0]


def test_t9_a_tower_that_falls_has_still_fired():
    scene = Scene(":tL   :  A< :").weaken(0, 0, 1).active("A").damage_step()
    assert (scene.health((0, 0)), scene.damage("A")) == ([0], [1])


def test_t9_more_damage_than_hit_points_is_lost():
    scene = Scene(":  A> :tL   :  B< :").weaken(1, 0, 1).damage_step()
    assert scene.health((1, 0)) == [0]


@pytest.mark.parametrize("kind", ["tL", "tH"])
def test_t10_a_tower_aims_at_the_closest_robot(kind):
    scene = between_two_robots(kind).put("B", 4, 1).damage_step()
    assert fired_at(scene) == ["robot_1"]


@pytest.mark.parametrize("kind", ["tL", "tH"])
def test_t10_a_robot_that_executed_no_card_is_not_aimed_at(kind):
    scene = between_two_robots(kind).put("A", 2, 1)
    scene.robot("A").moved = 0
    assert fired_at(scene.damage_step()) == ["robot_1"]


@pytest.mark.parametrize("kind", ["tL", "tH"])
def test_t10_a_powered_down_robot_is_not_aimed_at(kind):
    scene = between_two_robots(kind).put("A", 2, 1).power_down("A").damage_step()
    assert fired_at(scene) == ["robot_1"]


@pytest.mark.parametrize("kind", ["tL", "tH"])
@pytest.mark.parametrize(("brakes", "aimed_at"), [("yes", []), ("pass", ["robot_0"])])
def test_t10_a_robot_that_used_its_brakes_is_not_aimed_at(kind, brakes, aimed_at):
    scene = Scene(plain(4, 1, **{kind: [(3, 0)]})).put("A", 0, 0, ">").give("A", Option.BRAKES)
    scene.program(A=Card.MOVE_1).run(Stage.REVEAL, Stage.MOVE, A=brakes).damage_step()
    assert fired_at(scene) == aimed_at


@pytest.mark.parametrize("card", [Card.MOVE_1, Card.BACK_UP, Card.U_TURN, Card.ROTATE_LEFT])
def test_t10_every_card_makes_active(card):
    scene = Scene(plain(5, 3, tH=[(0, 0)])).put("A", 2, 1, ">").play(A=card).damage_step()
    assert fired_at(scene) == ["robot_0"]


def test_t10_a_stopped_move_makes_active_too():
    scene = Scene(":  A> |tH   :").play(A=Card.MOVE_1).damage_step()
    assert fired_at(scene) == ["robot_0"]


def test_t10_the_card_of_an_earlier_phase_does_not_make_active():
    scene = Scene(plain(5, 3, tH=[(0, 0)])).put("A", 2, 1, ">").play(A=Card.U_TURN)
    assert fired_at(scene.play().damage_step()) == []


def test_t10_a_destroyed_robot_is_not_aimed_at():
    scene = Scene(":  A> :[]   :tH   :  B^ :").phase(A=Card.MOVE_1, B=Card.U_TURN)
    assert fired_at(scene) == ["robot_1"]


@pytest.mark.parametrize("kind", ["tL", "tH"])
@pytest.mark.parametrize(("flag", "aimed_at"), [((0, 0), "robot_0"), ((6, 0), "robot_1")])
def test_t10_of_robots_equally_close_the_one_closest_to_the_last_flag(kind, flag, aimed_at):
    drawing = plain(7, 3, **{kind: [(3, 1)]}, F1=[(3, 0)], F2=[flag])
    scene = Scene(drawing).put("A", 1, 1).put("B", 5, 1).active("A", "B").damage_step()
    assert fired_at(scene) == [aimed_at]


@pytest.mark.parametrize("kind", ["tL", "tH"])
@pytest.mark.parametrize(("first", "second"), [((4, 1), (3, 0)), ((3, 0), (4, 1))])
def test_t10_of_robots_as_close_to_that_too_the_first_by_dock(kind, first, second):
    drawing = plain(7, 3, **{kind: [(3, 1)]}, F1=[(5, 0)])
    scene = Scene(drawing).put("A", *first).put("B", *second).active("A", "B").damage_step()
    assert fired_at(scene) == ["robot_0"]


def test_t10_towers_fire_with_the_lasers_before_damage_is_dealt():
    scene = Scene(":tL   :  A> :  B^ :").hurt("A", 9).hurt("B", 9).active("A").damage_step()
    assert not scene.is_alive("A")
    assert not scene.is_alive("B")


def test_t10_a_closer_robot_that_cannot_be_hit_does_not_matter():
    scene = between_two_robots("tL").put("A", 2, 0).damage_step()
    assert fired_at(scene) == ["robot_1"]


def test_t10_an_inactive_robot_covers_the_one_behind_it():
    scene = Scene(":tL   :  A^ :  B^ :").active("B").damage_step()
    assert fired_at(scene) == []


def test_t10_every_tower_fires():
    scene = Scene(":tL   :  A^ :tL   :").active("A").damage_step()
    assert scene.damage("A") == [2]


@pytest.mark.parametrize(("x", "y"), [(3, 0), (5, 3), (3, 5), (0, 3)])
def test_t11_a_laser_tower_fires_along_its_four_lines(x, y):
    scene = Scene(plain(7, 7, tL=[(3, 3)])).put("A", x, y).active("A").damage_step()
    assert scene.damage("A") == [1]


@pytest.mark.parametrize(("x", "y"), [(2, 2), (4, 1), (5, 6)])
def test_t11_a_laser_tower_hits_nobody_beside_them(x, y):
    scene = Scene(plain(7, 7, tL=[(3, 3)])).put("A", x, y).active("A").damage_step()
    assert scene.damage("A") == [0]


def test_t11_a_laser_tower_has_no_end_of_range():
    scene = Scene(plain(20, 1, tL=[(0, 0)])).put("A", 19, 0).active("A").damage_step()
    assert scene.damage("A") == [1]


def test_t11_a_wall_stops_a_laser_tower():
    assert Scene(":tL   |  A^ :").active("A").damage_step().damage("A") == [0]


def test_t11_a_laser_tower_fires_at_one_robot_a_phase():
    scene = between_two_robots("tL").damage_step()
    assert scene.damage("A", "B") == [1, 0]


@pytest.mark.parametrize(("tower", "robot", "damage"), [
    (" ", " ", 1), ("H", "H", 1), (" ", "H", 0), ("H", " ", 0),
])  # fmt: skip
def test_t11_a_laser_tower_hits_on_its_own_height(tower, robot, damage):
    scene = Scene(f":tL  {tower}:  A^{robot}:").active("A").damage_step()
    assert scene.damage("A") == [damage]


def test_t11_a_raised_edge_stops_a_laser_tower_on_the_ground():
    scene = Scene(":tL   :    H:  A^ :").active("A").damage_step()
    assert scene.damage("A") == [0]


@pytest.mark.parametrize(("distance", "shots"), [(1, 1), (8, 1), (9, 0)])
def test_t11_a_howitzer_reaches_eight_squares(distance, shots):
    assert len(fired_at(howitzer(distance).damage_step())) == shots


def test_t11_the_range_is_counted_in_steps():
    scene = Scene(plain(7, 7, tH=[(0, 0)])).active("A")
    assert fired_at(scene.put("A", 4, 4).damage_step()) == ["robot_0"]
    assert fired_at(scene.put("A", 5, 4).damage_step()) == []


@pytest.mark.parametrize(("distance", "shots"), [(7, 1), (8, 0)])
def test_t11_a_howitzer_reaches_one_less_up_a_level(distance, shots):
    assert len(fired_at(howitzer(distance, target="H").damage_step())) == shots


@pytest.mark.parametrize(("distance", "shots"), [(9, 1), (10, 0)])
def test_t11_a_howitzer_reaches_one_more_down_a_level(distance, shots):
    assert len(fired_at(howitzer(distance, height="H").damage_step())) == shots


def test_t11_on_the_plateau_a_howitzer_reaches_eight_squares():
    assert len(fired_at(howitzer(8, height="H", target="H").damage_step())) == 1
    assert len(fired_at(howitzer(9, height="H", target="H").damage_step())) == 0


def test_t11_a_shell_deals_two():
    assert howitzer(4).damage_step().damage("A") == [2]


def test_t11_a_shell_splashes():
    scene = howitzer(4).put("B", 3, 0).damage_step()
    assert scene.damage("A", "B") == [2, 1]


def test_t11_a_shell_flies_over_walls_towers_and_robots():
    scene = Scene(":tH   |     :  B^ :tL   |  A^ :").active("A").landing().damage_step()
    assert scene.damage("A", "B") == [2, 0]


def test_t11_a_shell_that_misses_hits_who_is_where_it_lands():
    scene = howitzer(4).put("B", 2, 0).landing(-2, 0).damage_step()
    assert scene.damage("A", "B") == [0, 2]


def test_t11_its_own_splash_does_not_hurt_a_howitzer():
    scene = howitzer(1).damage_step()
    assert (scene.damage("A"), scene.health((0, 0))) == ([2], [8])


def test_t11_its_splash_hurts_other_towers():
    scene = Scene(":tH   :  A^ :tH   :").active("A").landing(shots=2).damage_step()
    assert scene.damage("A") == [4]
    assert scene.health((0, 0), (2, 0)) == [7, 7]
