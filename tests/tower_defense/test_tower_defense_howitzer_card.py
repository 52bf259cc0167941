"""The Mini Howitzer: T20."""

import pytest

from cogarena.envs.rally.cards import Option
from cogarena.envs.tower_defense.state import Stage
from support.scenes.tower_defense import Scene, plain


def gunner(distance=3, *, mine=" ", theirs=" ", **settings):
    """A has a Mini Howitzer, B stands so far ahead of it; both may be raised."""
    drawing = f":  A>{mine}" + ":     " * (distance - 1) + f":  B^{theirs}:     :"
    return Scene(drawing, **settings).give("A", Option.MINI_HOWITZER).landing()


def is_asked(scene):
    return scene.ask(Stage.AIM) == ("A", "WEAPON")


def test_t20_a_robot_may_choose_its_mini_howitzer():
    scene = gunner()
    assert is_asked(scene)
    assert scene.may("pass")
    assert scene.may(("shell", "B"))


def test_t20_it_is_not_used_as_in_the_classic_game():
    scene = gunner()
    assert is_asked(scene)
    assert not scene.may(Option.MINI_HOWITZER)


def test_t20_it_replaces_the_main_laser():
    scene = gunner(4).put("C", 1, 0).damage_step(A=("shell", "B"))
    assert scene.damage("B", "C") == [2, 0]


def test_t20_declined_the_main_laser_fires():
    assert gunner().damage_step(A="pass").damage("B") == [1]


@pytest.mark.parametrize(("distance", "may"), [(1, True), (8, True), (9, False)])
def test_t20_its_range_is_eight(distance, may):
    assert is_asked(gunner(distance)) == may


@pytest.mark.parametrize(("distance", "may"), [(7, True), (8, False)])
def test_t20_its_range_is_one_less_up_a_level(distance, may):
    assert is_asked(gunner(distance, theirs="H")) == may


@pytest.mark.parametrize(("distance", "may"), [(9, True), (10, False)])
def test_t20_its_range_is_one_more_down_a_level(distance, may):
    assert is_asked(gunner(distance, mine="H")) == may


def test_t20_it_is_fired_straight_ahead():
    assert not is_asked(gunner().put("A", 0, 0, "^"))


def test_t20_it_flies_over_walls_robots_and_towers():
    scene = Scene(":  A> |  C^ :tL   |     :  B^ :").give("A", Option.MINI_HOWITZER).landing()
    scene.damage_step(A=("shell", "B"))
    assert (scene.damage("B", "C"), scene.health((2, 0))) == ([2, 0], [6])


def test_t20_towers_are_targets():
    scene = Scene(":  A> :     :tH   :").give("A", Option.MINI_HOWITZER).landing()
    assert scene.damage_step(A=("shell", 2, 0)).health((2, 0)) == [6]


@pytest.mark.parametrize("xp", [0, 135])
def test_t20_it_deals_two_at_every_level(xp):
    assert gunner().xp("A", xp).damage_step(A=("shell", "B")).damage("B") == [2]


def test_t20_it_splashes():
    scene = gunner().put("C", 4, 0).put("D", 2, 0).damage_step(A=("shell", "B"))
    assert scene.damage("B", "C", "D") == [2, 1, 1]


def test_t20_its_splash_does_not_hurt_its_owner():
    scene = gunner(1).damage_step(A=("shell", "B"))
    assert scene.damage("A", "B") == [0, 2]


def test_t20_a_shell_upon_its_owner_does_not_hurt_it():
    scene = gunner(1).landing(-1, 0).damage_step(A=("shell", "B"))
    assert scene.damage("A", "B") == [0, 1]


def test_t20_it_may_be_off_target():
    scene = Scene(plain(6, 3)).put("A", 0, 1, ">").put("B", 3, 1).put("C", 4, 2)
    scene.give("A", Option.MINI_HOWITZER).landing(1, 1).damage_step(A=("shell", "B"))
    assert scene.damage("B", "C") == [0, 2]


def test_t20_off_the_map_its_shell_is_lost():
    scene = Scene(":  A> :     :  B^ :").give("A", Option.MINI_HOWITZER).landing(1, 0)
    assert scene.damage_step(A=("shell", "B")).damage("B") == [0]


def test_t20_it_has_five_uses():
    scene = gunner()
    for use in range(5):
        assert scene.held("A") == {Option.MINI_HOWITZER}, use
        scene.robot("B").damage = 0
        scene.landing().damage_step(A=("shell", "B"))
    assert scene.held("A") == set()
    assert not is_asked(scene)


def test_t20_a_shell_that_misses_is_spent_too():
    scene = gunner().landing(2, 0).damage_step(A=("shell", "B"))
    assert scene.robot("A").shells == 1


def test_t20_the_main_laser_spends_no_shell():
    assert gunner().damage_step(A="pass").robot("A").shells == 0


def test_t20_where_only_programs_are_asked_for_it_is_not_used():
    scene = gunner(ask="program").damage_step()
    assert (scene.damage("B"), scene.robot("A").shells) == ([1], 0)


def test_t20_other_weapons_can_still_be_chosen():
    scene = gunner().give("A", Option.TRACTOR_BEAM).damage_step(A=Option.TRACTOR_BEAM)
    assert (scene.at("B"), scene.robot("A").shells) == ((2, 0), 0)
