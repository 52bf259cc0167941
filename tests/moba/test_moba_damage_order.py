"""The order inside one damage step, and the moments at which team options come and go."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.moba.state import Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.moba import Scene, before_a_tower, duel

N, E, S, W = Direction
BLUE = ("blue_0", "blue_1", "blue_2", "blue_3")


def finished_base():
    """All seven steps at once.

    red_0 shells blue's tower 4 and its blast will finish the base, which red_1 disrupts; red_2
    kills blue_0, whose tenth token comes from a board laser as well; blue_1 is killed by red_3,
    but its beam first pushes red_3 into a pit.
    """
    scene = before_a_tower().weaken("blue", 4, 1).team_option("blue", Option.BRAKES)
    scene.base("blue").health = 5
    scene.put("red_1", 18, 5, ">")
    scene.put("red_2", 12, 6, ">").put("blue_0", 13, 6, "^").hurt("blue_0", 9)
    scene.put("red_3", 12, 8, ">").put("blue_1", 13, 8, "<").hurt("blue_1", 9)
    scene.give("blue_1", Option.PRESSOR_BEAM).weaken("red", 4, 0)
    scene.give("blue_0", Option.CRAB_LEGS)
    return scene.mount_laser(13, 4, S)


def test_the_seven_steps_happen_in_their_order():
    scene = finished_base()
    scene.damage_step(
        red_0="howitzer", red_1="disrupt", blue_1=Option.PRESSOR_BEAM, blue_0=Option.CRAB_LEGS
    )
    steps = [(event["event"], event.get("robot", event.get("base"))) for event in scene.story]
    assert [step for step in steps if step[0] != "drawn"] == [
        ("discarded", "blue_0"),  # 2: one of two tokens prevented
        ("destroyed", "red_3"),  # 3: pushed by a robot that is still there
        ("destroyed", "blue_0"),  # 4
        ("destroyed", "blue_1"),
        ("killed", "red_3"),
        ("killed", "blue_0"),
        ("killed", "blue_1"),
        ("tower_destroyed", None),  # 5
        ("disrupted", None),  # 6
        ("base_destroyed", "blue"),  # 7
    ]


def test_the_seven_steps_leave_these_scores():
    scene = finished_base()
    scene.damage_step(
        red_0="howitzer", red_1="disrupt", blue_1=Option.PRESSOR_BEAM, blue_0=Option.CRAB_LEGS
    )
    names = ("red_0", "red_1", "red_2", "red_3", "blue_0", "blue_1")
    assert [scene.tally(name) for name in names] == [
        (0, 0, 2),
        (0, 0, 0),
        (1, 0, 0),
        (1, 1, 0),
        (0, 1, 0),
        (1, 1, 0),
    ]
    assert [len(scene.held(f"red_{i}")) for i in range(4)] == [1, 1, 1, 0]
    assert scene.winners == ["red_0"]


def test_step_1_all_fire_from_one_snapshot():
    scene = duel().put("blue_0", 13, 6, "<").hurt("red_0", 9).hurt("blue_0", 9).damage_step()
    assert not scene.is_alive("red_0")
    assert not scene.is_alive("blue_0")


def test_step_1_weapons_hit_where_pushes_have_not_been_yet():
    scene = duel().put("red_1", 13, 5, "v").damage_step(red_0="howitzer")
    assert scene.at("blue_0") == (14, 6)
    assert scene.damage("blue_0") == [2]


def test_step_2_prevention_knows_all_the_damage_of_weapons_lasers_and_towers():
    scene = duel().give("blue_0", Option.BRAKES).mount_laser(13, 4, S)
    scene.weaken("red", 2, 1).move_tower("red", 2, 14, 8).run(Stage.AIM, Stage.FIRE)
    assert scene.ask(Stage.DAMAGE) == ("blue_0", "PREVENT")
    assert scene.robot("blue_0").incoming == 1 + 1 + 3


def test_step_3_pushes_come_after_prevention():
    scene = Scene().without_towers().put("red_0", 13, 3, ">").put("blue_0", 15, 3)
    scene.give("blue_0", Option.BRAKES).damage_step(red_0="howitzer", blue_0=Option.BRAKES)
    assert scene.damage("blue_0") == [0]
    assert not scene.is_alive("blue_0")
    assert scene.graveyard == {Option.BRAKES}


@pytest.mark.parametrize(("first", "falls"), [("red_0", True), ("red_1", False)])
def test_step_3_effects_come_by_register_priority(first, falls):
    scene = Scene().without_towers().put("red_0", 13, 3, ">").put("blue_0", 15, 3)
    scene.put("red_1", 15, 5, "^").give("red_0", Option.PRESSOR_BEAM)
    for name in ("red_0", "red_1"):
        scene.robot(name).program[0] = 84 if name == first else 83
    scene.damage_step(red_0=Option.PRESSOR_BEAM, red_1="howitzer")
    assert scene.is_alive("blue_0") != falls


def test_step_4_the_dead_are_removed_after_the_pushes():
    scene = duel().hurt("blue_0", 9).put("blue_1", 14, 6).damage_step(red_0="howitzer")
    assert not scene.is_alive("blue_0")
    assert scene.at("blue_1") == (15, 6)


def test_step_4_who_dies_has_still_pushed():
    scene = duel().put("blue_0", 13, 6, "<").hurt("blue_0", 9).damage_step(blue_0="howitzer")
    assert not scene.is_alive("blue_0")
    assert scene.at("red_0") == (11, 6)


def test_step_5_towers_fall_after_the_deaths():
    scene = before_a_tower().weaken("blue", 4, 1).hurt("red_0", 7).damage_step(red_0="howitzer")
    assert not scene.is_alive("red_0")
    assert [len(scene.held(f"red_{i}")) for i in range(4)] == [0, 1, 1, 1]
    assert scene.tally("red_0") == (0, 1, 1)


def test_step_5_damage_to_objectives_is_dealt_after_that_to_robots():
    scene = before_a_tower().weaken("blue", 4, 1).give("red_0", Option.BRAKES)
    scene.run(Stage.AIM, Stage.FIRE, red_0="howitzer")
    assert scene.ask(Stage.DAMAGE) == ("red_0", "PREVENT")
    assert scene.tower("blue", 4).health == 1


def test_step_6_disruption_comes_after_the_towers_fall():
    scene = before_a_tower().weaken("blue", 4, 1).team_option("blue", Option.BRAKES)
    scene.r.option_deck = scene.r.option_discards = 0
    scene.put("red_1", 18, 5, ">").damage_step(red_0="howitzer", red_1="disrupt")
    assert scene.told("drawn") == []
    assert scene.graveyard == {Option.BRAKES}


def test_step_7_bases_fall_after_the_disruption():
    scene = Scene().team_option("blue", Option.BRAKES).put("red_0", 18, 5, ">")
    scene.base("blue").health = 1
    scene.put("red_1", 18, 6, ">").damage_step(red_0="howitzer", red_1="disrupt")
    assert scene.s.terminated
    assert scene.installed("blue") is None
    assert [event["event"] for event in scene.story] == ["disrupted", "base_destroyed"]


def test_step_7_kills_of_the_same_step_count_for_the_victory():
    scene = duel().hurt("blue_0", 9).put("red_1", 18, 5, ">").score("red_0", kills=5)
    scene.base("blue").health = 1
    assert scene.damage_step(red_1="howitzer").winners == ["red_0"]


def test_a_tower_and_its_base_fall_together():
    scene = before_a_tower().weaken("blue", 4, 1)
    scene.base("blue").health = 5
    scene.damage_step(red_0="howitzer")
    assert scene.tower("blue", 4).health == scene.base("blue").health == 0
    assert scene.s.terminated
    assert scene.tally("red_0") == (0, 0, 2)


def test_both_bases_fall_in_one_phase_one_by_a_blast():
    scene = before_a_tower().weaken("blue", 4, 1).put("blue_0", 9, 5, "<")
    scene.base("blue").health, scene.base("red").health = 5, 1
    scene.damage_step(red_0="howitzer", blue_0="howitzer")
    assert scene.s.terminated
    assert scene.tally("red_0") == (0, 0, 2)
    assert scene.tally("blue_0") == (0, 0, 1)
    assert scene.winners == ["red_0"]


def test_a_team_option_is_installed_after_the_fifth_register():
    scene = Scene(register=5).put("red_0", 7, 5).give("red_0", Option.EXTRA_MEMORY)
    scene.damage_step()
    assert scene.s.stage == Stage.CLEAN_UP
    scene.end_of_round(red_0=Option.EXTRA_MEMORY)
    assert scene.s.stage == Stage.BEGIN
    assert scene.installed("red") == Option.EXTRA_MEMORY


@pytest.mark.parametrize("register", [1, 2, 3, 4])
def test_a_team_option_is_not_installed_after_an_earlier_register(register):
    scene = Scene(register=register).put("red_0", 7, 5).give("red_0", Option.BRAKES).damage_step()
    assert scene.s.stage == Stage.SWAP


def test_an_installed_option_acts_from_the_next_deal_on():
    scene = Scene(register=5).put("red_0", 7, 5).give("red_0", Option.EXTRA_MEMORY)
    scene.damage_step().end_of_round(red_0=Option.EXTRA_MEMORY).next_deal()
    assert scene.hand("red_3") == 10


def test_a_replaced_option_acts_no_more_from_the_next_deal_on():
    scene = Scene(register=5).team_option("red", Option.EXTRA_MEMORY).put("red_0", 7, 5)
    scene.give("red_0", Option.DOUBLE_BARRELED_LASER).damage_step()
    scene.end_of_round(red_0=Option.DOUBLE_BARRELED_LASER).next_deal()
    assert scene.hand("red_3") == 9
    assert scene.graveyard == {Option.EXTRA_MEMORY}
    scene.put("red_3", 12, 6, ">").put("blue_0", 13, 6)
    assert scene.damage_step().damage("blue_0") == [2]


def test_a_disrupted_option_still_helps_in_that_damage_step_and_not_in_the_next():
    scene = duel().team_option("blue", Option.ABLATIVE_COAT).put("red_1", 18, 5, ">")
    scene.damage_step(red_1="disrupt", blue_0="yes")
    assert scene.damage("blue_0") == [0]
    scene.damage_step()
    assert scene.damage("blue_0") == [1]
    assert scene.tokens(*BLUE) == [0, 0, 0, 0]


def test_an_option_helps_in_the_movement_of_the_register_in_which_it_is_disrupted():
    scene = Scene().team_option("blue", Option.RAMMING_GEAR).put("red_1", 18, 5, ">")
    scene.put("blue_0", 12, 6, ">").put("red_0", 13, 6).play(blue_0=Card.MOVE_1)
    scene.damage_step(red_1="disrupt")
    assert scene.damage("red_0") == [2]
    assert scene.play(blue_0=Card.MOVE_1).damage("red_0") == [2]
