"""Tower phase: C20 to C23."""

import pytest

from cogarena.envs.coop_td import rules, towers
from cogarena.envs.coop_td.game import GAME
from cogarena.envs.coop_td.state import NOWHERE, Decision, Stage
from cogarena.envs.coop_td.tables import Tower
from support.scenes.coop_td import Scene


def fire(scene, tower, name, *places):
    t = scene.number(tower)
    scene.s.dice = towers.dice_of(scene.s, t)
    towers.fire(scene.setup, scene.s, t, scene.action(name, *places))
    return scene


def aim(scene, tower):
    """The tower phase has come to this tower."""
    scene.s.stage = 3
    scene.s.cursor = scene.number(tower)
    rules.advance(scene.setup, scene.s)
    return scene


def test_c20_a_tower_rolls_its_level_in_dice():
    scene = Scene("b: Gremlin x 5\n1: Archery Tower 3").roll(3, 2, 6)
    assert fire(scene, "1", "target", "b", "Gremlin").count("Gremlin") == 3


def test_c20_bombers_roll_double():
    scene = Scene("b: Gremlin x 5\n1: Bombers 2").roll(3, 3, 3, 3)
    assert fire(scene, "1", "target", "b", "Gremlin").count("Gremlin") == 1


def test_c20_each_die_needs_the_targets_health():
    scene = Scene("b: Golem x 2\n1: Archery Tower 2").roll(3, 4)
    assert fire(scene, "1", "target", "b", "Golem").count("Golem") == 1


GROUPS = "a: Gremlin x 1, Golem x 1\nb: Golem x 1"


def test_c20_dice_left_over_are_aimed_again():
    scene = aim(Scene(f"{GROUPS}\n1: Archery Tower 2"), "1").roll(6)
    scene.act("target", "a", "Gremlin")
    assert (scene.s.decision, scene.s.dice) == (Decision.TOWER, 1)
    assert scene.legal() == {
        scene.action("target", "a", "Golem"),
        scene.action("target", "b", "Golem"),
    }


def test_c20_the_dice_can_be_split_over_the_groups():
    scene = aim(Scene(f"{GROUPS}\n1: Archery Tower 3"), "1").roll(6, 1, 6)
    scene.act("single", "b", "Golem").act("single", "a", "Golem").act("target", "a", "Gremlin")
    assert (scene.count("Golem"), scene.count("Gremlin")) == (1, 0)


def test_c20_the_last_die_and_a_single_group_cannot_be_split():
    last_die = aim(Scene(f"{GROUPS}\n1: Archery Tower 1"), "1")
    single_group = aim(Scene("a: Golem x 3\n1: Archery Tower 3"), "1")
    assert not last_die.can("single", "a", "Golem")
    assert not single_group.can("single", "a", "Golem")


def test_c20_a_tower_may_hold_its_fire():
    scene = aim(Scene("b: Gremlin x 1\n1: Archery Tower 6\n2: Archery Tower 1"), "1").act("pass")
    assert (scene.s.cursor, scene.count("Gremlin")) == (1, 1)


def test_c20_who_aims_is_told_the_dice_and_the_choices():
    scene = aim(Scene("b: Golem x 1, Gremlin x 1\n1: Bombers 1"), "1")
    assert GAME.human.question(scene.setup, scene.s).endswith("attack with its 2 dice?")
    assert [GAME.action_text(scene.setup, scene.s, action) for action in sorted(scene.legal())] == [
        "hold fire",
        "fire at Gremlin in space 2",
        "fire at Golem in space 2",
        "one die at Gremlin in space 2",
        "one die at Golem in space 2",
    ]


def test_c20_a_tower_that_has_fired_rolls_all_its_dice():
    scene = aim(Scene(f"{GROUPS}\n1: Archery Tower 3"), "1").roll(1)
    assert not scene.act("single", "a", "Golem").can("pass")


def test_c20_dice_with_one_group_left_are_rolled_without_asking():
    scene = Scene("a: Gremlin x 1, Golem x 1\n1: Archery Tower 2", deck=("Wait", "Wait"))
    aim(scene, "1").roll(6, 6).act("target", "a", "Gremlin")
    assert scene.s.enemies == 0


def test_c20_dice_with_nothing_left_in_reach_are_lost():
    scene = aim(Scene("a: Golem x 1\nd: Golem x 1\n1: Bombers 6"), "1").roll(6)
    scene.act("target", "a", "Golem")
    assert scene.s.dice == 0
    assert scene.s.stage != Stage.TOWERS


def test_c20_each_six_takes_one_health_of_a_boss():
    scene = Scene("b: Boss (Morgu) 5\n1: Archery Tower 3").roll(6, 5, 6)
    assert fire(scene, "1", "target", "b", "Morgu").s.tokens[0].health == 3


def test_c20_the_players_choose_among_all_groups_in_reach():
    scene = aim(Scene("a: Gremlin x 1, Golem x 2\nb: Gremlin x 1\n1: Archery Tower 1"), "1")
    assert scene.s.decision == Decision.TOWER
    assert scene.legal() == {
        scene.action("pass"),
        scene.action("target", "a", "Gremlin"),
        scene.action("target", "a", "Golem"),
        scene.action("target", "b", "Gremlin"),
    }


def test_c20_a_single_group_may_be_spared_too():
    scene = aim(Scene("b: Gremlin x 1\n1: Archery Tower 1"), "1")
    assert scene.legal() == {scene.action("pass"), scene.action("target", "b", "Gremlin")}


def test_c20_with_ask_heroes_towers_choose_the_most_valuable_target_nearest_the_gate():
    scene = Scene("a: Dark Wizard x 1\nb: Gremlin x 1, Golem x 1\n1: Archery Tower 1", ask="heroes")
    assert aim(scene.roll(6), "1").count("Golem") == 0


def test_c20_with_ask_heroes_dice_left_over_go_to_the_next_best_target():
    scene = aim(Scene(f"{GROUPS}\n1: Archery Tower 2", ask="heroes").roll(6, 6), "1")
    assert (scene.count("Golem"), scene.count("Gremlin")) == (0, 1)


def test_c20_every_tower_attacks_once_a_round():
    scene = Scene("b: Golem x 9, Gremlin x 9\n1: Archery Tower 1\n2: Archery Tower 1",
                  deck=("Wait", "Wait"))  # fmt: skip
    scene.turn_of("keith", 1).act("pass")
    asked = []
    while scene.s.decision == Decision.TOWER:
        asked.append(int(scene.s.cursor))
        scene.act("target", "b", "Golem")
    assert asked == [0, 1]


def test_c20_the_hero_on_the_tower_chooses_its_target():
    scene = aim(Scene("b: Golem x 1, Gremlin x 1\n1: Archery Tower 1, Mongo"), "1")
    assert scene.s.to_act == scene.seat("mongo")


def test_c20_else_the_builder_chooses():
    scene = Scene("a: Henry\nb: Golem x 1, Gremlin x 1", gold=4).turn_of("henry", 1)
    scene.act("build", "1", "Archery Tower")
    assert (scene.s.decision, scene.s.to_act) == (Decision.TOWER, scene.seat("henry"))


@pytest.mark.parametrize(
    ("kind", "reach"),
    [("Archery Tower", 0), ("Swordsmen", 0), ("Bombers", 0), ("Mage Tower", 0), ("Stables", 1),
     ("Trebuchet", 3)],
)  # fmt: skip
def test_c21_reach_is_counted_from_the_linked_spaces(kind, reach):
    # Tower space 2 is linked to b and c; the spaces d, e, f, G are 1, 2, 3, 4 steps from there.
    for steps, place in enumerate("cdefG"):
        scene = Scene(f"{place}: Gremlin x 1\n2: {kind} 1")
        hit = towers.best_target(scene.setup, scene.s, scene.number("2"))
        assert (hit != NOWHERE) == (steps <= reach)


@pytest.mark.parametrize(
    ("kind", "types"),
    [
        ("Archery Tower", {"Gremlin", "Bat Monkeys"}),
        ("Swordsmen", {"Gremlin"}),
        ("Bombers", {"Gremlin"}),
        ("Mage Tower", {"Gremlin", "Bat Monkeys", "Dark Wizard"}),
        ("Stables", {"Gremlin"}),
        ("Trebuchet", {"Gremlin"}),
    ],
)
def test_c21_towers_target_the_types_of_the_table(kind, types):
    for enemy in ("Gremlin", "Bat Monkeys", "Dark Wizard"):
        scene = Scene(f"b: {enemy} x 1\n2: {kind} 1")
        hit = towers.best_target(scene.setup, scene.s, scene.number("2"))
        assert (hit != NOWHERE) == (enemy in types)


def test_c22_a_trebuchet_chooses_a_space_not_a_group():
    scene = aim(Scene("b: Gremlin x 1, Golem x 1\nd: Gremlin x 2\n2: Trebuchet 2"), "2")
    spaces = {scene.action("bombard", "b"), scene.action("bombard", "d")}
    assert scene.legal() == {scene.action("pass"), *spaces}


@pytest.mark.parametrize("ask", ["all", "heroes"])
def test_c22_a_trebuchet_never_fires_unasked(ask):
    scene = aim(Scene("d: Gremlin x 2\n2: Trebuchet 2", ask=ask), "2")
    assert scene.s.decision == Decision.TOWER
    assert scene.legal() == {scene.action("pass"), scene.action("bombard", "d")}


def test_c22_a_trebuchet_that_fired_is_done_for_the_round():
    scene = aim(Scene("d: Gremlin x 1, Golem x 1\n2: Trebuchet 6"), "2").roll(2, 3, 3, 3)
    assert scene.act("bombard", "d").s.decision == Decision.HERO


def test_c22_on_a_one_it_hits_a_tower_linked_to_the_space():
    scene = Scene("d: Gremlin x 3\n2: Trebuchet 2\n6: Stables 3").roll(1)
    fire(scene, "2", "bombard", "d")
    assert scene.count("Gremlin") == 3
    assert scene.tower("6").level == 2


def test_c22_on_a_one_with_no_tower_nothing_happens():
    scene = fire(Scene("d: Gremlin x 3\n2: Trebuchet 2").roll(1), "2", "bombard", "d")
    assert scene.count("Gremlin") == 3
    assert scene.tower("2").level == 2


def test_c22_else_the_highest_die_strikes_every_ground_enemy_there():
    scene = Scene("d: Gremlin x 3, Golem x 2, Bat Monkeys x 1\ne: Gremlin x 1\n2: Trebuchet 4")
    fire(scene.roll(2, 1, 3), "2", "bombard", "d")
    assert scene.count("Gremlin", "d") == 0
    assert (scene.count("Golem"), scene.count("Bat Monkeys"), scene.count("Gremlin")) == (2, 1, 1)


@pytest.mark.parametrize(("level", "dice"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 3)])
def test_c22_it_rolls_half_its_level_at_least_one_die(level, dice):
    faces = [2] + [1] * (dice - 1) + [6]
    scene = fire(
        Scene(f"d: Gremlin x 1\n2: Trebuchet {level}").roll(2, *faces), "2", "bombard", "d"
    )
    assert scene.count("Gremlin") == 1


def test_c22_a_six_takes_one_health_of_a_ground_boss():
    scene = fire(Scene("d: Boss (Morgu) 5\n2: Trebuchet 2").roll(2, 6), "2", "bombard", "d")
    assert scene.s.tokens[0].health == 4


def test_c23_rewards_of_tower_kills_lie_at_the_tower():
    scene = Scene("b: Golem x 1\n1: Archery Tower 1").roll(6)
    fire(scene, "1", "target", "b", "Golem")
    assert (scene.tower("1").gold, scene.s.gold) == (3, 0)


@pytest.mark.parametrize("place", ["1", "a", "b"])
def test_c23_a_hero_on_the_tower_or_in_a_linked_space_collects_at_once(place):
    scene = Scene(f"{place}: Keith\nb: Golem x 1\n1: Archery Tower 1").roll(6)
    fire(scene, "1", "target", "b", "Golem")
    assert (scene.tower("1").gold, scene.s.gold) == (0, 3)


def test_c23_a_passing_hero_collects_everything():
    scene = Scene("c: Henry\n1: Archery Tower 1").turn_of("henry")
    scene.tower("1").gold = 7
    scene.act("go", "S")
    assert scene.where("henry") == "S"
    assert scene.s.gold == 7


def test_c23_a_fallen_towers_rewards_can_still_be_collected():
    scene = Scene("c: Henry").turn_of("henry")
    scene.tower("1").gold = 7
    assert scene.act("go", "b").s.gold == 7


def test_c20_towers_fire_in_the_order_of_their_numbers():
    scene = Scene("b: Golem x 1, Gremlin x 1\n1: Archery Tower 1\n2: Archery Tower 1")
    assert towers.next_tower(scene.setup, scene.s) == 0
    assert scene.tower("1").kind == Tower.ARCHERY_TOWER
