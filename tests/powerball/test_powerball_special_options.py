"""Options that do something else here than in other rallies: P25, P26, P27 and P29."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball.state import Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.powerball import Scene

N, E, S, W = Direction
ARM, GEAR, MEMORY, GYRO = (
    Option.MECHANICAL_ARM,
    Option.REVERSE_GEAR,
    Option.EXTRA_MEMORY,
    Option.GYROSCOPIC_STABILIZER,
)
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def arm(card=Card.MOVE_1):
    """robot_0 has a Mechanical Arm and is about to walk to (4, 5)."""
    return Scene().put("robot_0", 3, 5, ">").give("robot_0", ARM).program(robot_0=card)


def carrier(x, y, faces, *options, balls=1):
    scene = Scene().put("robot_0", x, y, faces).give("robot_0", *options)
    return scene.carry("robot_0", balls)


def delivered(scene):
    scene.run(Stage.DELIVER_MOVED, Stage.DELIVER_MOVED)
    return scene.points("robot_0")[0]


# P25: Mechanical Arm.


@pytest.mark.parametrize(("dx", "dy"), AROUND)
def test_p25_it_picks_up_from_the_eight_neighbouring_squares(dx, dy):
    scene = arm().ball((4 + dx, 5 + dy))
    assert scene.movement().carried("robot_0") == [1]
    assert scene.at("robot_0") == (4, 5)


def test_p25_without_it_only_from_the_own_square():
    scene = Scene().put("robot_0", 3, 5, ">").ball((4, 4), (5, 5), (3, 6))
    assert scene.play(robot_0=Card.MOVE_1).carried("robot_0") == [0]


@pytest.mark.parametrize("square", [(4, 3), (6, 5), (2, 5), (6, 6)])
def test_p25_not_from_further_away(square):
    assert not arm().ball(square).movement().who("PICK_UP")


def test_p25_not_through_a_wall():
    scene = arm().wall(4, 5, N).ball((4, 4))
    assert not scene.movement().who("PICK_UP")


def test_p25_round_a_corner_of_walls_on_one_side():
    scene = arm().wall(4, 5, N).ball((5, 4)).movement()
    assert scene.carried("robot_0") == [1]


def test_p25_not_round_a_corner_of_walls_on_both():
    scene = arm().wall(4, 5, N).wall(4, 5, E).ball((5, 4)).movement()
    assert not scene.who("PICK_UP")


def test_p25_on_its_way_too():
    scene = arm(Card.MOVE_3).put("robot_0", 0, 0, ">").ball((1, 1)).movement()
    assert scene.at("robot_0") == (3, 0)
    assert scene.carried("robot_0") == [1]


def test_p25_what_comes_to_rest_next_to_it():
    scene = Scene().put("robot_0", 8, 1).give("robot_0", ARM).put("robot_1", 11, 0)
    scene.roll("1d20=4").run(Stage.SPAWN, Stage.SPAWN)
    assert scene.who("PICK_UP") == ["robot_0"]


def test_p25_each_ball_in_reach_is_a_decision():
    scene = arm().ball((4, 4), (5, 5), (3, 6)).movement(robot_0="pass")
    assert scene.who("PICK_UP") == ["robot_0"] * 3
    assert scene.carried("robot_0") == [2]


@pytest.mark.parametrize("faces", "^>v<")
@pytest.mark.parametrize(("dx", "dy"), AROUND)
def test_p25_it_delivers_to_a_neighbouring_pit_without_facing_it(dx, dy, faces):
    assert delivered(carrier(3 + dx, 3 + dy, faces, ARM)) == 1


def test_p25_not_to_a_pit_behind_a_wall():
    assert delivered(carrier(3, 4, "^", ARM).wall(3, 4, N)) == 0


def test_p25_not_to_a_pit_further_away():
    assert delivered(carrier(3, 5, "^", ARM)) == 0


def test_p25_one_ball_a_phase_as_everybody():
    scene = carrier(5, 5, "^", ARM, balls=2).program().phase()
    assert scene.points("robot_0") == [1]


@pytest.mark.parametrize("square", [(10, 0), (10, 1), (4, 4), (7, 6)])
def test_p25_it_does_not_reach_wrenches_to_be_repaired(square):
    scene = Scene().put("robot_0", *square).give("robot_0", ARM).hurt("robot_0", 4).end_of_turn()
    assert scene.damage("robot_0") == [4]
    assert scene.held("robot_0") == {ARM}


def test_p25_nor_to_spawn_balls():
    scene = Scene().put("robot_0", 10, 0).give("robot_0", ARM).run(Stage.SPAWN, Stage.SPAWN)
    assert not scene.balls


def test_p25_it_does_not_reach_flags():
    scene = Scene().put("robot_0", 4, 0).give("robot_0", ARM).hurt("robot_0", 4).end_of_turn()
    assert scene.damage("robot_0") == [4]
    assert scene.held("robot_0") == {ARM}


# P26: Reverse Gear.


@pytest.mark.parametrize("faces", "^v")
def test_p26_it_delivers_facing_a_pit_or_facing_away_from_it(faces):
    assert delivered(carrier(3, 4, faces, GEAR)) == 1


@pytest.mark.parametrize("faces", "<>")
def test_p26_not_sideways(faces):
    assert delivered(carrier(3, 4, faces, GEAR)) == 0


def test_p26_without_it_not_facing_away():
    assert delivered(carrier(3, 4, "v")) == 0


def test_p26_a_wall_behind_it_prevents_it():
    assert delivered(carrier(3, 4, "v", GEAR).wall(3, 4, N)) == 0


def test_p26_it_still_backs_up_two():
    scene = Scene().put("robot_0", 4, 0, ">").give("robot_0", GEAR).program(robot_0=Card.BACK_UP)
    assert scene.movement(robot_0="yes").at("robot_0") == (2, 0)


# P27: Extra Memory.


def test_p27_it_carries_one_ball_more():
    scene = Scene().put("robot_0", 0, 0, ">").give("robot_0", MEMORY)
    scene.ball((1, 0), (2, 0), (3, 0), (4, 0)).play(robot_0=Card.MOVE_3)
    assert scene.carried("robot_0") == [3]
    scene.play(robot_0=Card.MOVE_1)
    assert scene.carried("robot_0") == [3]
    assert scene.balls == {(4, 0)}


def test_p27_as_a_community_option_for_everybody():
    scene = Scene().community(MEMORY).put("robot_0", 0, 0, ">").carry("robot_0", 2)
    assert scene.ball((1, 0)).play(robot_0=Card.MOVE_1).carried("robot_0") == [3]


def test_p27_who_loses_it_keeps_its_balls_but_gets_no_more():
    scene = Scene().put("robot_0", 0, 0, ">").give("robot_0", MEMORY).carry("robot_0", 3)
    scene.put("robot_1", 5, 0, "<").weapons(robot_0=["pass", MEMORY])
    assert not scene.held("robot_0")
    assert scene.carried("robot_0") == [3]
    scene.put("robot_1", 9, 9).ball((1, 0)).play(robot_0=Card.MOVE_1)
    assert not scene.who("PICK_UP")


# P29: Gyroscopic Stabilizer.


def test_p29_belts_do_not_move_the_robot():
    scene = Scene().put("robot_0", 4, 4).give("robot_0", GYRO).put("robot_1", 4, 8)
    scene.belts()
    assert (scene.at("robot_0"), scene.at("robot_1")) == ((4, 4), (5, 8))


def test_p29_nor_do_express_belts():
    scene = Scene().put("robot_0", 9, 1, "^").give("robot_0", GYRO).belts()
    assert scene.at("robot_0") == (9, 1)
    assert scene.faces("robot_0") == "^"


def test_p29_it_is_in_the_way_of_others():
    scene = Scene().put("robot_0", 3, 1).give("robot_0", GYRO).put("robot_1", 2, 1).belts()
    assert scene.at("robot_1") == (2, 1)


def test_p29_it_is_not_a_choice():
    scene = Scene().put("robot_0", 1, 0).give("robot_0", GYRO)
    assert scene.ask(Stage.GYROSCOPE) is None


def test_p29_robots_still_push_it():
    scene = Scene().put("robot_0", 4, 4).give("robot_0", GYRO).put("robot_1", 4, 5, "^")
    assert scene.play(robot_1=Card.MOVE_1).at("robot_0") == (4, 3)


def test_p29_as_a_community_option_belts_move_nobody():
    scene = Scene().community(GYRO).put("robot_0", 4, 4).put("robot_1", 2, 1).belts()
    assert (scene.at("robot_0"), scene.at("robot_1")) == ((4, 4), (2, 1))
