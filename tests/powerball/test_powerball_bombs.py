"""Buzz bombs, from the event that brings them to the explosion: P21."""

import numpy as np
import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball.bombs import program_bombs
from cogarena.envs.powerball.game import GAME
from cogarena.envs.powerball.state import Happening, Stage
from cogarena.envs.rally.cards import KIND, Card, Option
from support.scenes.powerball import STILL, Scene
from support.scenes.rally import NUMBER

N, E, S, W = Direction
MOVES = {Card.MOVE_1, Card.MOVE_2, Card.MOVE_3, Card.BACK_UP}
BUZZ = f"1d6={int(Happening.BUZZ_BOMB)}"


def three_on_flags(faces="v<^", **settings):
    """robot_0, robot_1 and robot_2 are on the flags 1, 2 and 3."""
    scene = Scene(register=5, **settings)
    for i in range(3):
        scene.flag(f"robot_{i}", i + 1, faces[i])
    return scene


def placing(scene):
    """Up to the question where robot_0 places its bomb."""
    assert scene.roll(BUZZ).run(Stage.FLAGS, Stage.FLAGS).ask(Stage.EVENT) == ("robot_0", "BOMB")
    return scene


def runner(card, faces=">", x=1, y=0):
    """A bomb of robot_3 is about to run along the northern side."""
    return Scene().put("robot_3", 11, 11).bomb("robot_3", x, y, faces, card)


def blast(*squares):
    """The damage of robots on squares when a bomb on (5, 5) explodes."""
    scene = Scene(register=5, robots=8).bomb("robot_7", 5, 5)
    names = [f"robot_{i}" for i in range(len(squares))]
    for name, square in zip(names, squares, strict=True):
        scene.put(name, *square)
    return scene.run(Stage.BOMBS, Stage.BOMBS).damage(*names)


# Placing.


def test_p21_each_robot_on_a_flag_places_a_bomb_in_flag_order():
    scene = Scene(register=5).flag("robot_3", 1).flag("robot_0", 3).flag("robot_1", 4)
    scene.end_of_turn(BUZZ)
    assert scene.asked == [("robot_3", "BOMB"), ("robot_0", "BOMB"), ("robot_1", "BOMB")]


def test_p21_robots_on_no_flag_place_none():
    scene = three_on_flags().put("robot_3", 1, 0).end_of_turn(BUZZ)
    assert len(scene.bombs) == 3


def test_p21_it_is_placed_next_to_the_robot_where_its_player_likes():
    scene = three_on_flags().end_of_turn(BUZZ, robot_0="<", robot_1="^", robot_2=">")
    assert scene.bombs == {(4, 0), (11, 4), (7, 11)}


def test_p21_it_faces_as_the_robot():
    scene = three_on_flags(">v<").end_of_turn(BUZZ, robot_0="<", robot_1="^", robot_2=">")
    assert [int(bomb.facing) for bomb in scene.s.bombs[:3]] == [E, S, W]
    assert [int(bomb.owner) for bomb in scene.s.bombs[:3]] == [0, 1, 2]


def test_p21_not_behind_a_wall():
    assert placing(three_on_flags()).may_only(">", "v", "<")


def test_p21_not_on_a_robot():
    assert placing(three_on_flags().put("robot_3", 4, 0)).may_only(">", "v")


def test_p21_not_on_a_pit():
    scene = three_on_flags()
    scene.setup.floor.squares[5, 1].pit = 1
    assert placing(scene).may_only(">", "<")


def test_p21_not_on_a_bomb():
    scene = three_on_flags().bomb("robot_3", 6, 0)
    assert placing(scene).may_only("v", "<")


def test_p21_with_no_open_square_it_falls_away():
    scene = three_on_flags().wall(5, 0, E).wall(5, 0, S).wall(5, 0, W).end_of_turn(BUZZ)
    assert scene.who("BOMB") == ["robot_1", "robot_2"]
    assert len(scene.bombs) == 2


def test_p21_unasked_it_is_placed_ahead():
    scene = three_on_flags(ask="program").end_of_turn(BUZZ)
    assert scene.bombs == {(5, 1), (10, 5), (6, 10)}


def test_p21_in_the_turn_of_the_event_it_stays():
    scene = three_on_flags().end_of_turn(BUZZ)
    assert not scene.told("exploded")
    assert len(scene.bombs) == 3


# Cards.


def test_p21_in_the_next_turn_it_gets_five_movement_cards():
    programs = three_on_flags().end_of_turn(BUZZ).next_turn().s.bombs["program"][:3]
    assert {Card(KIND[card]) for card in programs.ravel()} <= MOVES


def test_p21_the_cards_are_random():
    scene = three_on_flags().end_of_turn(BUZZ)
    programs = []
    for _ in range(400):
        program_bombs(scene.s)
        programs += scene.s.bombs["program"][:3].ravel().tolist()
    counts = np.bincount(programs, minlength=85)
    assert counts.sum() == counts[43:].sum() == 6000
    assert {Card(KIND[card]) for card in programs} == MOVES
    assert (abs(counts[43:] - 6000 / 42) < 60).all()


def test_p21_they_are_not_taken_from_the_deck():
    scene = three_on_flags().end_of_turn(BUZZ).next_turn()
    dealt = scene.r.robots["hand"][:3].ravel()
    assert sorted([*dealt[dealt > 0], *scene.r.deck[: scene.r.deck_left]]) == list(range(1, 85))


def resampled(stage, seed):
    """The program of a bomb, all Move 1, for a seat that imagines what it cannot know."""
    scene = runner(Card.MOVE_1).put("robot_0", 1, 5)
    scene.r.register, scene.s.stage = 2, stage
    GAME.resample_hidden(scene.setup, scene.s, 3, np.random.default_rng(seed))
    return scene.s.bombs[0].program.tolist()


def test_p21_cards_of_later_registers_are_secret_even_to_its_owner():
    programs = np.array([resampled(Stage.MOVE, seed) for seed in range(30)])
    assert (programs[:, :3] == NUMBER[Card.MOVE_1]).all()
    assert {Card(KIND[card]) for card in programs[:, 3:].ravel()} == MOVES


def test_p21_a_card_is_secret_until_its_register_is_revealed():
    programs = np.array([resampled(Stage.SWAP, seed) for seed in range(30)])
    assert (programs[:, :2] == NUMBER[Card.MOVE_1]).all()
    assert {Card(KIND[card]) for card in programs[:, 2]} == MOVES


def test_p21_before_the_first_register_all_are():
    programs = np.array([resampled(Stage.PROGRAM, seed) for seed in range(30)])
    assert {Card(KIND[card]) for card in programs[:, 0]} == MOVES


def test_p21_a_bomb_of_this_turns_event_has_no_cards():
    scene = three_on_flags().end_of_turn(BUZZ)
    GAME.resample_hidden(scene.setup, scene.s, 0, np.random.default_rng(0))
    assert not scene.s.bombs["program"].any()


# Running.


@pytest.mark.parametrize(
    ("card", "x"), [(Card.MOVE_1, 5), (Card.MOVE_2, 6), (Card.MOVE_3, 7), (Card.BACK_UP, 3)]
)
def test_p21_it_moves_as_its_card_says(card, x):
    assert runner(card, ">", 4).play().bombs == {(x, 0)}


def test_p21_it_moves_in_every_phase():
    scene = runner(Card.MOVE_1)
    for _ in range(3):
        scene.program().phase()
    assert scene.bombs == {(4, 0)}


def test_p21_it_moves_among_the_robots_by_priority():
    scene = runner(70).put("robot_0", 2, 0, "v").put("robot_1", 3, 0, "v")
    scene.play(robot_0=71, robot_1=69)  # three times Move 2
    assert (scene.at("robot_0"), scene.at("robot_1")) == ((2, 2), (3, 1))
    assert scene.damage("robot_0", "robot_1") == [0, 6]


def test_p21_with_the_higher_card_it_goes_first():
    scene = runner(60).put("robot_0", 2, 0, "v").play(robot_0=59)
    assert scene.damage("robot_0") == [6]


def test_p21_with_the_lower_card_it_goes_second():
    scene = runner(59).put("robot_0", 2, 0, "v").play(robot_0=60)
    assert scene.damage("robot_0") == [0]
    assert scene.bombs == {(2, 0)}


def test_p21_of_equal_cards_the_robots_goes_first():
    scene = runner(60).put("robot_0", 2, 0, "v").play(robot_0=60)
    assert scene.damage("robot_0") == [0]


def test_p21_a_wall_stops_it():
    assert runner(Card.MOVE_3, ">", 10).play().bombs == {(11, 0)}


def test_p21_a_wall_inside_stops_it():
    assert runner(Card.MOVE_3, "v", 3, 0).play().bombs == {(3, 1)}


def test_p21_a_pit_swallows_it():
    scene = runner(Card.MOVE_3, "^", 3, 5).put("robot_0", 3, 2).play()
    assert not scene.bombs
    assert not scene.told("exploded")
    assert scene.damage("robot_0") == [0]


def test_p21_belts_do_not_move_it():
    assert runner(STILL, ">", 2, 1).belts().bombs == {(2, 1)}


def test_p21_bombs_pass_each_other():
    scene = runner(60).bomb("robot_3", 2, 0, "<", 59).play()
    assert not scene.told("exploded")
    assert scene.bombs == {(2, 0), (1, 0)}


def test_p21_bombs_may_share_a_square():
    scene = runner(Card.MOVE_1).bomb("robot_3", 2, 0).play()
    assert [(int(b.x), int(b.y)) for b in scene.s.bombs[:2]] == [(2, 0), (2, 0)]
    assert not scene.told("exploded")


def test_p21_it_leaves_balls_where_they_are():
    assert runner(Card.MOVE_3).ball((2, 0)).play().balls == {(2, 0)}


# Exploding.


def test_p21_it_explodes_when_it_moves_onto_a_robot():
    scene = runner(Card.MOVE_1).put("robot_0", 2, 0).play()
    assert scene.told_without_places("exploded") == [{"event": "exploded", "robot": "robot_3"}]
    assert scene.damage("robot_0") == [6]
    assert not scene.bombs


def test_p21_it_explodes_on_its_way():
    scene = runner(Card.MOVE_3).put("robot_0", 2, 0).put("robot_1", 4, 0).play()
    assert scene.damage("robot_0", "robot_1") == [6, 1]
    assert scene.at("robot_0") == (2, 0)


def test_p21_it_explodes_on_its_owner_too():
    scene = runner(Card.MOVE_1).put("robot_3", 2, 0).play()
    assert scene.damage("robot_3") == [6]


def test_p21_it_explodes_when_a_robot_moves_onto_it():
    scene = runner(STILL, ">", 3).put("robot_0", 2, 0, ">").play(robot_0=Card.MOVE_1)
    assert scene.damage("robot_0") == [6]
    assert not scene.bombs


def test_p21_it_explodes_when_a_robot_moves_over_it():
    scene = runner(STILL, ">", 2).put("robot_0", 1, 0, ">").put("robot_1", 8, 0)
    scene.play(robot_0=Card.MOVE_3)
    assert scene.at("robot_0") == (4, 0)
    assert scene.damage("robot_0") == [6]


def test_p21_it_explodes_when_a_robot_is_pushed_onto_it():
    scene = runner(STILL, ">", 3).put("robot_0", 1, 0, ">").put("robot_1", 2, 0)
    scene.play(robot_0=Card.MOVE_1)
    assert scene.damage("robot_0", "robot_1") == [3, 6]


def test_p21_it_explodes_when_a_belt_moves_a_robot_onto_it():
    scene = runner(STILL, ">", 5, 4).put("robot_0", 4, 4).belts()
    assert scene.damage("robot_0") == [6]


def test_p21_it_explodes_when_an_express_belt_moves_a_robot_over_it():
    scene = runner(STILL, ">", 3, 1).put("robot_0", 2, 1).belts()
    assert scene.at("robot_0") == (4, 1)
    assert scene.damage("robot_0") == [6]


def test_p21_it_explodes_when_a_weapon_moves_a_robot_onto_it():
    scene = runner(STILL, ">", 4).put("robot_0", 0, 0, ">").put("robot_1", 3, 0)
    scene.give("robot_0", Option.PRESSOR_BEAM).weapons(robot_0=Option.PRESSOR_BEAM)
    assert scene.damage("robot_1") == [6]


def test_p21_six_damage_on_its_square():
    assert runner(Card.MOVE_1).put("robot_0", 2, 0).play().damage("robot_0") == [6]


def test_p21_three_damage_at_distance_one():
    assert blast((5, 4), (6, 5), (5, 6), (4, 5)) == [3, 3, 3, 3]


def test_p21_one_damage_at_distance_two():
    assert blast((5, 3), (6, 6), (4, 4), (7, 5), (4, 6), (6, 4)) == [1, 1, 1, 1, 1, 1]


def test_p21_none_beyond():
    assert blast((5, 2), (8, 5), (6, 7), (3, 4)) == [0, 0, 0, 0]


def test_p21_walls_and_robots_do_not_stop_it():
    scene = Scene().put("robot_0", 5, 2).put("robot_1", 5, 1).put("robot_2", 5, 0)
    scene.bomb("robot_3", 5, 3, "^", Card.MOVE_1).play()
    assert scene.damage("robot_0", "robot_1", "robot_2") == [6, 3, 1]


def test_p21_damage_can_be_prevented_by_options():
    scene = runner(Card.MOVE_1).put("robot_0", 2, 0).give("robot_0", Option.BRAKES).program()
    assert scene.movement(robot_0=Option.BRAKES).damage("robot_0") == [5]


def test_p21_the_owner_is_credited():
    scene = runner(Card.MOVE_1).put("robot_0", 2, 0).hurt("robot_0", 4)
    scene.put("robot_1", 3, 0).hurt("robot_1", 7).play()
    assert scene.points("robot_3") == [4]
    assert [e["robot"] for e in scene.told("killed")] == ["robot_0", "robot_1"]


def test_p21_who_dies_of_it_in_the_middle_of_a_card_goes_no_further():
    scene = runner(STILL, ">", 2).put("robot_0", 1, 0, ">").hurt("robot_0", 4).carry("robot_0")
    scene.ball((4, 0)).play(robot_0=Card.MOVE_3)
    assert not scene.is_alive("robot_0")
    assert scene.at("robot_0") == (2, 0)
    assert scene.balls == {(2, 0), (4, 0)}
    assert scene.points("robot_3") == [2]


def test_p21_who_pushed_a_robot_that_dies_of_it_goes_on():
    scene = runner(STILL, ">", 3).put("robot_0", 1, 0, ">").put("robot_1", 2, 0)
    scene.hurt("robot_1", 4).play(robot_0=Card.MOVE_3)
    assert not scene.is_alive("robot_1")
    assert scene.at("robot_1") == (3, 0)
    assert scene.at("robot_0") == (4, 0)


@pytest.mark.parametrize("register", [1, 2, 3, 4])
def test_p21_in_the_first_four_phases_it_does_not_explode_alone(register):
    scene = Scene(register=register).put("robot_0", 6, 0).bomb("robot_3", 5, 0).phase()
    assert scene.bombs == {(5, 0)}
    assert scene.damage("robot_0") == [0]


def test_p21_in_phase_five_it_explodes_after_the_powerball_step():
    scene = Scene(register=5).put("robot_0", 3, 4, "^").carry("robot_0").hurt("robot_0", 7)
    scene.put("robot_3", 11, 11).bomb("robot_3", 4, 4).program()
    scene.phase(robot_0=["pass", "pass", "yes"])
    kinds = [e["event"] for e in scene.story]
    assert kinds == ["delivered", "exploded", "destroyed", "killed", "entered"]
    assert scene.points("robot_0", "robot_3") == [1, 2]


def test_p21_all_that_are_left_explode_together():
    scene = Scene(register=5).put("robot_0", 2, 0).hurt("robot_0", 5)
    scene.put("robot_1", 9, 9).put("robot_2", 9, 11)
    scene.bomb("robot_1", 1, 0).bomb("robot_2", 3, 0).program().phase()
    assert scene.points("robot_1", "robot_2") == [2, 2]
    assert not scene.bombs


def test_p21_balls_spawn_after_the_explosion():
    scene = Scene(register=5).put("robot_0", 11, 0).bomb("robot_3", 0, 0).program().phase()
    assert [e["event"] for e in scene.log] == ["exploded", "spawned"]


def test_p21_from_the_event_to_the_explosion():
    scene = (
        three_on_flags()
        .put("robot_3", 9, 9)
        .end_of_turn(BUZZ, robot_0=">", robot_1="v", robot_2="<")
    )
    scene.next_turn()
    scene.s.bombs["program"] = STILL
    scene.s.bombs[0].program[:] = (49, 43, 67, 43, 43)  # 1, −1, 2, −1, −1: south from (6, 0)
    places = []
    for _ in range(4):
        places.append((int(scene.s.bombs[0].x), int(scene.s.bombs[0].y)))
        scene.program().phase()
    assert places == [(6, 0), (6, 1), (6, 0), (6, 1)]
    assert len(scene.bombs) == 3
    scene.program().phase()
    assert [e["robot"] for e in scene.told("exploded")] == ["robot_0", "robot_1", "robot_2"]
    assert scene.damage("robot_0", "robot_1", "robot_2") == [3, 3, 3]
    assert not scene.bombs
