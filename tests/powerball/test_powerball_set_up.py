"""Robots, board, pool, options and the start: P1 to P5 and P31."""

import numpy as np
import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball.game import GAME
from cogarena.envs.powerball.rules import draw_lots
from cogarena.envs.powerball.settings import Settings, arena
from cogarena.envs.powerball.state import OPTION_DECK, BallPlace, Decision, Stage
from cogarena.envs.rally.boards import read_board
from cogarena.envs.rally.cards import CLASSIC_DECK, Card, Option
from cogarena.envs.rally.deck import draw_card, shuffle
from cogarena.envs.rally.settings import agents
from cogarena.envs.rally.state import FLYWHEEL_SLOT, Place
from support.scenes.powerball import QUIET, Scene
from support.scenes.rally import options_in

N, E, S, W = Direction
SIZE = 12
FLOOR = arena()[0]
SQUARES = FLOOR.squares[:SIZE, :SIZE]
CHESS = read_board("chess")[0].squares[:SIZE, :SIZE]
FLAGS = [(1, (5, 0)), (2, (11, 5)), (3, (6, 11)), (4, (0, 6))]
BEFORE_FLAGS = [(1, (5, 1)), (2, (10, 5)), (3, (6, 10)), (4, (1, 6))]


def opening(seed=0, **settings):
    """A game before its first decision."""
    episode = Episode(GAME, settings)
    episode.reset(seed)
    return episode


def crowd(*cards, **settings):
    """robot_0 holds options and is alone on a flag, so that it draws another."""
    return Scene(**settings).flag("robot_0", 1).give("robot_0", *cards)


def points_of(field):
    return [(int(p.x), int(p.y)) for p in Scene().setup[field]]


def test_p1_four_robots_play_by_default():
    assert agents(Settings()) == ("robot_0", "robot_1", "robot_2", "robot_3")


@pytest.mark.parametrize("robots", range(2, 9))
def test_p1_two_to_eight_robots_play(robots):
    episode = opening(robots=robots)
    assert len(episode.agents) == robots
    places = episode.s.rally.robots["place"]
    assert (places != Place.OUT).sum() == robots


@pytest.mark.parametrize("robots", [1, 9])
def test_p1_fewer_or_more_robots_are_refused(robots):
    with pytest.raises(SettingError, match=f"robots.*{robots}"):
        GAME.read({"robots": robots})


def test_p1_it_is_everybody_for_itself():
    assert not opening(robots=8).s.rally.robots["team"].any()


@pytest.mark.parametrize("field", ["pit", "belt", "leads", "wrench", "gear", "pusher", "height"])
def test_p1_the_board_is_chess(field):
    assert np.array_equal(SQUARES[field], CHESS[field])


def test_p1_the_walls_inside_are_those_of_chess():
    inside = np.full((SIZE, SIZE), 0b1111)
    inside[:, 0] &= ~(1 << N)
    inside[-1, :] &= ~(1 << E)
    inside[:, -1] &= ~(1 << S)
    inside[0, :] &= ~(1 << W)
    assert np.array_equal(SQUARES["walls"] & inside, CHESS["walls"] & inside)


def test_p1_there_are_no_lasers():
    assert FLOOR.lasers == 0


@pytest.mark.parametrize(
    ("numbers", "squares"),
    [
        ((1, 4), [(2, 0), (4, 0), (7, 0), (9, 0)]),
        ((5, 8), [(11, 2), (11, 4), (11, 7), (11, 9)]),
        ((9, 12), [(9, 11), (7, 11), (4, 11), (2, 11)]),
        ((13, 16), [(0, 9), (0, 7), (0, 4), (0, 2)]),
        ((17, 20), [(5, 5), (6, 5), (6, 6), (5, 6)]),
    ],
)
def test_p1_balls_have_numbered_sites(numbers, squares):
    first, last = numbers
    assert points_of("sites")[first - 1 : last] == squares


def test_p1_sites_at_the_sides_are_where_chess_has_edge_walls():
    for x, y in points_of("sites")[:16]:
        assert CHESS[x, y].walls


def test_p1_wrenches_are_numbered():
    assert points_of("wrenches") == [(11, 0), (6, 6), (0, 11), (5, 5)]
    assert [int(SQUARES[x, y].wrench) for x, y in points_of("wrenches")] == [1, 2, 1, 2]
    assert (SQUARES["wrench"] > 0).sum() == 4


def test_p1_flags_are_numbered_and_have_arrows():
    flags = [flag.tolist() for flag in FLOOR.flag[: FLOOR.flag_count]]
    assert flags == [(5, 0, S), (11, 5, W), (6, 11, N), (0, 6, E)]
    assert [int(SQUARES[x, y].flag) for x, y, _ in flags] == [1, 2, 3, 4]
    assert [int(SQUARES[x, y].arrow) for x, y, _ in flags] == [S, W, N, E]


@pytest.mark.parametrize(("side", "along"), [(N, 0), (S, 11)])
def test_p1_the_northern_and_southern_edges_are_walls(side, along):
    assert (SQUARES["walls"][:, along] >> side & 1).all()


@pytest.mark.parametrize(("side", "along"), [(W, 0), (E, 11)])
def test_p1_the_western_and_eastern_edges_are_walls(side, along):
    assert (SQUARES["walls"][along, :] >> side & 1).all()


@pytest.mark.parametrize(
    ("x", "y", "faces"), [(5, 0, "^"), (11, 5, ">"), (6, 11, "v"), (0, 6, "<")]
)
def test_p1_nobody_falls_off_the_board(x, y, faces):
    scene = Scene().put("robot_0", x, y, faces).play(robot_0=Card.MOVE_3)
    assert scene.at("robot_0") == (x, y)
    assert scene.is_alive("robot_0")


def test_p2_thirty_rounds_are_played():
    assert Settings().max_turns == 30


def test_p2_lives_are_unlimited():
    scene = Scene()
    for _ in range(10):
        scene.put("robot_0", 3, 4, "^").play(robot_0=Card.MOVE_1)
        assert not scene.is_alive("robot_0")
        scene.reentry().r.register = 0
        assert scene.is_alive("robot_0")


def test_p3_the_pool_has_eight_balls():
    assert Scene().in_pool == 8


@pytest.mark.parametrize("balls", [1, 20])
def test_p3_the_pool_is_a_setting(balls):
    assert Scene(balls=balls).in_pool == balls


@pytest.mark.parametrize("balls", [0, 21])
def test_p3_a_pool_without_balls_or_with_more_than_there_are_sites_is_refused(balls):
    with pytest.raises(SettingError, match=f"balls.*{balls}"):
        GAME.read({"balls": balls})


def test_p3_no_ball_is_on_the_floor_at_the_start():
    assert (opening().s.balls["place"] == BallPlace.POOL).all()


def test_p4_each_robot_starts_with_one_option():
    held = opening(robots=8).s.rally.robots["options"]
    assert [len(options_in(cards)) for cards in held] == [1] * 8


def test_p4_two_community_options_are_open():
    s = opening(robots=8).s
    assert len(set(s.community.tolist())) == 2


def test_p4_every_card_is_dealt_once():
    s = opening(robots=8).s
    dealt = [1 << int(card) for card in s.community] + s.rally.robots["options"].tolist()
    assert sum(dealt) + int(s.rally.option_deck) == OPTION_DECK
    assert s.rally.option_discards == 0


def test_p4_the_options_are_random():
    openings = [opening(seed, robots=2).s for seed in range(40)]
    for c in range(2):
        assert len({int(s.community[c]) for s in openings}) > 10
        assert len({int(s.rally.robots[c].options) for s in openings}) > 10


def test_p4_a_fourth_option_must_be_followed_by_a_discard():
    scene = crowd(Option.BRAKES, Option.CRAB_LEGS, Option.RECOMPILE).end_of_turn(
        robot_0=Option.CRAB_LEGS
    )
    assert scene.who("DISCARD") == ["robot_0"]
    assert len(scene.held("robot_0")) == 3
    assert {Option.BRAKES, Option.RECOMPILE} < scene.held("robot_0")
    assert scene.discards == {Option.CRAB_LEGS}


def test_p4_any_of_the_four_can_be_discarded_also_the_one_just_drawn():
    scene = crowd(Option.BRAKES, Option.CRAB_LEGS, Option.RECOMPILE)
    assert scene.ask(Stage.FLAGS) == ("robot_0", "DISCARD")
    assert len(scene.held("robot_0")) == 4
    assert scene.may_only(*scene.held("robot_0"))


def test_p4_three_options_can_be_held():
    scene = crowd(Option.BRAKES, Option.CRAB_LEGS).end_of_turn()
    assert len(scene.held("robot_0")) == 3
    assert not scene.who("DISCARD")


def test_p4_unasked_the_card_with_the_lowest_number_goes():
    cards = (Option.ABLATIVE_COAT, Option.CRAB_LEGS, Option.TRACTOR_BEAM)
    scene = crowd(*cards, ask="program").end_of_turn()
    assert scene.discards == {Option.ABLATIVE_COAT}
    assert len(scene.held("robot_0")) == 3


def test_p4_community_options_act_for_every_robot():
    scene = Scene(robots=3).community(Option.EXTRA_MEMORY)
    for i in range(3):
        scene.put(f"robot_{i}", i, 0)
    scene.run(Stage.BEGIN, Stage.BEGIN)
    assert [np.count_nonzero(robot.hand) for robot in scene.r.robots[:3]] == [10] * 3


def test_p4_community_options_are_not_held():
    scene = Scene().community(Option.BRAKES, Option.CRAB_LEGS).put("robot_0", 1, 0, ">")
    scene.put("robot_1", 4, 0).weapons()
    assert not scene.who("PREVENT")
    assert scene.damage("robot_1") == [1]


def test_p4_a_death_takes_no_community_option():
    scene = Scene().put("robot_0", 3, 4).play(robot_0=Card.MOVE_1)
    assert not scene.is_alive("robot_0")
    assert scene.shared == list(QUIET)
    assert not scene.discards


def test_p4_counted_community_options_count_per_robot():
    scene = Scene().community(Option.ABLATIVE_COAT)
    scene.put("robot_0", 1, 0, ">").put("robot_1", 4, 0)
    scene.put("robot_2", 1, 11, ">").put("robot_3", 3, 11)
    for _ in range(3):
        scene.weapons()
    scene.put("robot_2", 8, 11, ">").weapons()
    assert scene.damage("robot_1", "robot_3") == [1, 0]
    assert scene.r.robots["coat"][:4].tolist() == [0, 3, 0, 3]
    assert Option.ABLATIVE_COAT in scene.shared


def test_p4_a_shared_howitzer_has_five_shells_for_each():
    scene = Scene().community(Option.MINI_HOWITZER).put("robot_0", 1, 0, ">")
    for _ in range(5):
        scene.put("robot_1", 3, 0).weapons(robot_0=Option.MINI_HOWITZER)
    assert scene.r.robots["shells"][:2].tolist() == [5, 0]
    assert not scene.put("robot_1", 3, 0).weapons().who("WEAPON")
    assert Option.MINI_HOWITZER in scene.shared


def test_p4_what_lies_on_a_shared_card_goes_with_it():
    scene = Scene().put("robot_0", 1, 0)
    scene.robot("robot_0").hand[FLYWHEEL_SLOT] = 49
    scene.community(Option.BRAKES)
    assert scene.robot("robot_0").hand[FLYWHEEL_SLOT] == 0


def entries(episode):
    """Who is asked for its facing, one after another, and the flags they enter on."""
    order, flags = [], []
    while episode.s.decision == Decision.FACING:
        order.append(episode.agent)
        flags += [e["flag"] for e in GAME.events(None, episode.s) if e["event"] == "entered"]
        episode.act(int(np.flatnonzero(episode.mask)[0]))
    return order, flags


def test_p5_robots_enter_from_the_highest_card_to_the_lowest():
    scene = Scene(robots=8)
    states = scene.states.copy()
    shuffle(scene.r)
    cards = [draw_card(scene.r) for _ in range(8)]
    draw_lots(states[0].rally)
    order = np.argsort(states[0].rally.robots["fell"])
    assert [cards[i] for i in order] == sorted(cards, reverse=True)


def test_p5_any_order_can_come():
    orders = {tuple(entries(opening(seed, robots=3))[0]) for seed in range(40)}
    assert len(orders) == 6
    assert all(sorted(order) == ["robot_0", "robot_1", "robot_2"] for order in orders)


def test_p5_each_rolls_for_its_flag():
    flags = [flag for seed in range(40) for flag in entries(opening(seed, robots=2))[1]]
    assert len(flags) == 80
    assert all(8 < flags.count(number) < 32 for number in (1, 2, 3, 4))


def test_p5_the_lots_go_back_into_the_deck():
    rally = opening(robots=8).s.rally
    assert not rally.robots["spare"].any()


@pytest.mark.parametrize(("number", "square"), FLAGS)
def test_p5_a_robot_is_placed_on_the_flag_it_rolled(number, square):
    scene = Scene().dead("robot_1").roll(f"1d4={number}").run(Stage.PLACE, Stage.PLACE)
    assert scene.at("robot_1") == square


@pytest.mark.parametrize("faces", "^>v<")
def test_p5_it_faces_as_its_player_likes(faces):
    scene = Scene().dead("robot_1").roll("1d4=1").run(Stage.PLACE, Stage.PLACE, robot_1=faces)
    assert scene.faces("robot_1") == faces


def test_p5_unasked_it_faces_as_the_flag():
    scene = Scene(ask="program").dead("robot_1").roll("1d4=2").run(Stage.PLACE, Stage.PLACE)
    assert scene.faces("robot_1") == "<"


@pytest.mark.parametrize(("number", "square"), BEFORE_FLAGS)
def test_p5_a_robot_already_there_is_shifted_in_the_flags_direction(number, square):
    scene = Scene().dead("robot_3", "robot_1").roll(f"1d4={number}", f"1d4={number}")
    scene.run(Stage.PLACE, Stage.PLACE, robot_3="^", robot_1="v")
    assert scene.at("robot_3") == square
    assert scene.faces("robot_3") == "^"
    assert scene.asked == [("robot_3", "FACING"), ("robot_1", "FACING")]


def test_p5_all_run_in_the_first_turn():
    scene = Scene(robots=2).dead("robot_1", "robot_0")
    scene.run(Stage.PLACE, Stage.PLACE).run(Stage.BEGIN, Stage.BEGIN)
    assert scene.ask(Stage.PROGRAM) == ("robot_0", "PROGRAM")
    assert scene.r.pending == 0b11
    assert scene.damage("robot_0", "robot_1") == [0, 0]


def test_p31_superior_archive_is_out_of_the_game():
    assert CLASSIC_DECK ^ OPTION_DECK == 1 << Option.SUPERIOR_ARCHIVE
    for seed in range(20):
        s = opening(seed, robots=8).s
        assert Option.SUPERIOR_ARCHIVE not in s.community.tolist()
        assert not (s.rally.robots["options"] >> Option.SUPERIOR_ARCHIVE & 1).any()
        assert not s.rally.option_deck >> Option.SUPERIOR_ARCHIVE & 1
