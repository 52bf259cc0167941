"""What wrenches and flags pay at the end of a turn: P17 and P18."""

import pytest

from cogarena.envs.powerball.state import Happening, Stage
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.state import Power
from support.scenes.powerball import Scene

SINGLE, DOUBLE = [(11, 0), (0, 11)], [(5, 5), (6, 6)]
BESIDE_PIT = (3, 4)
BRAKES, CRAB, RECOMPILE, GEAR = (
    Option.BRAKES,
    Option.CRAB_LEGS,
    Option.RECOMPILE,
    Option.REVERSE_GEAR,
)


def on_flags(robots, **settings):
    """The first robots are on the first flags and have four damage tokens."""
    scene = Scene(register=5, **settings)
    for i in range(robots):
        scene.flag(f"robot_{i}", i + 1).hurt(f"robot_{i}", 4)
    return scene


def two_on_flags(**settings):
    """robot_0 and robot_1 are on flags; robot_2 and robot_3 are not, and hold options."""
    scene = on_flags(2, **settings).put("robot_2", 1, 0).put("robot_3", 2, 0)
    return scene.give("robot_2", BRAKES).give("robot_3", CRAB)


# P17: wrenches.


@pytest.mark.parametrize(("x", "y"), SINGLE)
def test_p17_a_single_wrench_heals_one(x, y):
    scene = Scene().put("robot_0", x, y).hurt("robot_0", 4).end_of_turn()
    assert scene.damage("robot_0") == [3]
    assert not scene.held("robot_0")


@pytest.mark.parametrize(("x", "y"), DOUBLE)
def test_p17_a_double_wrench_heals_one_and_brings_an_option(x, y):
    scene = Scene().put("robot_0", x, y).hurt("robot_0", 4).end_of_turn()
    assert scene.damage("robot_0") == [3]
    assert len(scene.held("robot_0")) == 1
    assert scene.told("drawn")[0]["robot"] == "robot_0"


def test_p17_an_undamaged_robot_gets_the_option_too():
    scene = Scene().put("robot_0", 5, 5).end_of_turn()
    assert len(scene.held("robot_0")) == 1


def test_p17_plain_floor_pays_nothing():
    scene = Scene().put("robot_0", 1, 0).hurt("robot_0", 4).end_of_turn()
    assert scene.damage("robot_0") == [4]
    assert not scene.story


@pytest.mark.parametrize(("x", "y"), DOUBLE)
def test_p17_a_powered_down_robot_draws_no_option(x, y):
    scene = Scene().put("robot_0", x, y).hurt("robot_0", 4).power_down("robot_0").end_of_turn()
    assert scene.damage("robot_0") == [3]
    assert not scene.held("robot_0")


def test_p17_a_fourth_option_is_followed_by_a_discard():
    scene = Scene().put("robot_0", 5, 5).give("robot_0", BRAKES, CRAB, RECOMPILE)
    scene.end_of_turn(robot_0=BRAKES)
    assert scene.who("DISCARD") == ["robot_0"]
    assert scene.discards == {BRAKES}


def test_p17_an_empty_option_deck_is_made_of_its_discards():
    scene = Scene().put("robot_0", 5, 5).discard(BRAKES)
    scene.r.option_deck = 0
    assert scene.end_of_turn().held("robot_0") == {BRAKES}


# P18: flags.


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_p18_one_robot_on_a_flag_is_paid_as_on_a_double_wrench(number):
    scene = Scene().flag("robot_0", number).hurt("robot_0", 4).put("robot_1", 1, 0).end_of_turn()
    assert scene.damage("robot_0") == [3]
    assert len(scene.held("robot_0")) == 1
    assert not scene.asked


def test_p18_powered_down_it_draws_no_option():
    scene = on_flags(1).power_down("robot_0").end_of_turn()
    assert scene.damage("robot_0") == [3]
    assert not scene.held("robot_0")


def test_p18_a_robot_that_died_in_phase_five_draws_one_alone_on_its_flag():
    scene = Scene(register=5).put("robot_0", *BESIDE_PIT, "^").program(robot_0=Card.MOVE_1).phase()
    assert scene.robot("robot_0").power == Power.DOWN
    assert len(scene.end_of_turn().held("robot_0")) == 1


def test_p18_a_robot_that_died_in_phase_four_draws_none():
    scene = Scene(register=4).put("robot_0", *BESIDE_PIT, "^").program(robot_0=Card.MOVE_1).phase()
    assert scene.program().phase().told("entered") == []
    assert not scene.end_of_turn().held("robot_0")


def test_p18_two_robots_heal_one_each_and_draw_nothing():
    scene = two_on_flags().end_of_turn()
    assert scene.damage("robot_0", "robot_1") == [3, 3]
    assert not scene.told("drawn")


def test_p18_they_may_take_an_option_in_the_order_of_the_flags():
    scene = (
        Scene().flag("robot_0", 4).flag("robot_3", 2).put("robot_1", 1, 0).give("robot_1", BRAKES)
    )
    assert scene.end_of_turn().asked == [("robot_3", "TAKE"), ("robot_0", "TAKE")]


def test_p18_they_may_pass():
    scene = two_on_flags().end_of_turn(robot_0="pass", robot_1="pass")
    assert (scene.held("robot_2"), scene.held("robot_3")) == ({BRAKES}, {CRAB})
    assert not scene.story


def test_p18_they_choose_among_all_options_of_the_others():
    scene = two_on_flags().give("robot_3", GEAR)
    assert scene.ask(Stage.FLAGS) == ("robot_0", "TAKE")
    assert scene.may_only("pass", BRAKES, CRAB, GEAR)


def test_p18_and_among_three_ways_with_it():
    scene = two_on_flags()
    scene.ask(Stage.FLAGS)
    scene.answer(BRAKES)
    assert scene.ask(Stage.FLAGS) == ("robot_0", "PUT")
    assert scene.may_only("yes", ("community", 0), ("community", 1))


def test_p18_stealing_another_players_option():
    scene = two_on_flags().end_of_turn(robot_0=[BRAKES, "yes"])
    assert (scene.held("robot_0"), scene.held("robot_2")) == ({BRAKES}, set())
    assert scene.story == [
        {"event": "stolen", "robot": "robot_2", "by": ["robot_0"], "option": "Brakes"}
    ]


def test_p18_both_may_steal():
    scene = two_on_flags().end_of_turn(robot_0=[BRAKES, "yes"], robot_1=[CRAB, "yes"])
    assert (scene.held("robot_0"), scene.held("robot_1")) == ({BRAKES}, {CRAB})


def test_p18_the_second_finds_what_the_first_has_left():
    scene = two_on_flags()
    scene.ask(Stage.FLAGS)
    scene.answer(BRAKES).ask(Stage.FLAGS)
    scene.answer("yes")
    assert scene.ask(Stage.FLAGS) == ("robot_1", "TAKE")
    assert scene.may_only("pass", CRAB, BRAKES)


@pytest.mark.parametrize("slot", [0, 1])
def test_p18_replacing_a_community_option(slot):
    scene = two_on_flags()
    kept, replaced = scene.shared[1 - slot], scene.shared[slot]
    scene.end_of_turn(robot_0=[BRAKES, ("community", slot)])
    assert scene.shared[slot] == BRAKES
    assert scene.shared[1 - slot] == kept
    assert scene.discards == {replaced}
    assert (scene.held("robot_0"), scene.held("robot_2")) == (set(), set())


def test_p18_a_new_community_option_acts_for_all_and_the_old_one_no_more():
    scene = two_on_flags().community(Option.EXTRA_MEMORY)
    scene.end_of_turn(robot_0=[BRAKES, ("community", 0)])
    assert all(scene.r.robots["lent"][:4] >> BRAKES & 1)
    assert not any(scene.r.robots["lent"][:4] >> Option.EXTRA_MEMORY & 1)


def test_p18_nothing_is_stolen_from_a_robot_that_is_also_on_a_flag():
    scene = two_on_flags().give("robot_1", GEAR)
    scene.ask(Stage.FLAGS)
    scene.answer(GEAR)
    assert scene.ask(Stage.FLAGS) == ("robot_0", "PUT")
    assert scene.may_only(("community", 0), ("community", 1))


def test_p18_its_card_may_replace_a_community_option():
    scene = two_on_flags().give("robot_1", GEAR)
    scene.end_of_turn(robot_0=[GEAR, ("community", 1)])
    assert scene.shared[1] == GEAR
    assert (scene.held("robot_0"), scene.held("robot_1")) == (set(), set())


def test_p18_the_own_options_are_not_taken():
    scene = two_on_flags().give("robot_0", RECOMPILE).give("robot_1", GEAR)
    scene.ask(Stage.FLAGS)
    assert scene.may_only("pass", BRAKES, CRAB, GEAR)


def test_p18_whoever_finds_no_option_of_another_is_not_asked():
    scene = on_flags(2).put("robot_2", 1, 0).give("robot_0", RECOMPILE)
    assert scene.end_of_turn().asked == [("robot_1", "TAKE")]


def test_p18_who_steals_a_fourth_option_discards_one():
    scene = two_on_flags().give("robot_0", RECOMPILE, GEAR, Option.FOURTH_GEAR)
    scene.end_of_turn(robot_0=[BRAKES, "yes", BRAKES])
    assert scene.asked[:3] == [("robot_0", "TAKE"), ("robot_0", "PUT"), ("robot_0", "DISCARD")]
    assert scene.discards == {BRAKES}


def test_p18_unasked_nothing_is_taken():
    scene = two_on_flags(ask="program").end_of_turn()
    assert (scene.held("robot_2"), scene.held("robot_3")) == ({BRAKES}, {CRAB})
    assert scene.damage("robot_0", "robot_1") == [3, 3]


def test_p18_what_lay_on_a_stolen_card_stays_behind():
    scene = two_on_flags().give("robot_2", Option.ABLATIVE_COAT)
    scene.robot("robot_2").coat = 2
    scene.end_of_turn(robot_0=[Option.ABLATIVE_COAT, "yes"])
    assert scene.robot("robot_0").coat == 0
    assert scene.robot("robot_2").coat == 0


@pytest.mark.parametrize("robots", [3, 4])
def test_p18_three_or_more_make_an_event_happen(robots):
    scene = on_flags(robots).end_of_turn("1d6=3")
    assert scene.told("happened") == [{"event": "happened", "happening": "buzz_bomb"}]


@pytest.mark.parametrize("robots", [0, 1, 2])
def test_p18_fewer_do_not(robots):
    assert not on_flags(robots).end_of_turn().told("happened")


@pytest.mark.parametrize("happening", list(Happening)[1:])
def test_p18_the_event_is_rolled(happening):
    scene = on_flags(3).roll(f"1d6={int(happening)}").run(Stage.FLAGS, Stage.FLAGS)
    assert scene.s.happening == happening
    assert scene.told("happened")[0]["happening"] == happening.name.lower()


def test_p18_it_is_one_event():
    scene = on_flags(4).end_of_turn("1d6=3")
    assert len(scene.told("happened")) == 1


def test_p18_with_three_on_flags_nobody_is_healed_draws_or_takes():
    scene = on_flags(3).put("robot_3", 1, 0).give("robot_3", BRAKES)
    scene.end_of_turn("1d6=3")
    assert scene.damage("robot_0", "robot_1", "robot_2") == [4, 4, 4]
    assert not scene.told("drawn", "stolen")
    assert not scene.who("TAKE")


def test_p18_with_three_on_flags_wrenches_still_pay():
    scene = on_flags(3).put("robot_3", 11, 0).hurt("robot_3", 4).end_of_turn("1d6=3")
    assert scene.damage("robot_3") == [3]


def test_p18_the_event_is_over_with_the_turn():
    scene = on_flags(3).end_of_turn("1d6=2").next_turn()
    assert scene.s.happening == Happening.NONE
    assert scene.s.on_flags.tolist() == [-1] * 4
