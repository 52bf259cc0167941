"""Players phase: C14 to C19."""

import pytest

from cogarena.envs.coop_td.heroes import players_phase
from cogarena.envs.coop_td.state import GATE_DICE, Down
from cogarena.envs.coop_td.tables import HERO, TOWER, Hero, Tower, words
from support.scenes.coop_td import Scene


def test_c14_each_hero_has_two_actions():
    scene = Scene("")
    players_phase(scene.setup, scene.s)
    assert [hero.actions for hero in scene.s.heroes] == [2, 2, 2, 2]


def test_c14_the_same_action_twice_is_fine():
    scene = Scene("c: Keith\n2: Archery Tower 1", gold=6).turn_of("keith")
    scene.act("upgrade", "2").act("upgrade", "2")
    assert scene.tower("2").level == 3


def test_c14_doing_nothing_is_always_possible():
    assert Scene("c: Keith").turn_of("keith").can("pass")


def test_c14_a_skipping_hero_has_no_actions():
    scene = Scene("")
    scene.hero("henry").down = Down.SKIPS
    players_phase(scene.setup, scene.s)
    assert scene.hero("henry").actions == 0


def test_c14_heroes_act_in_the_order_of_their_seats():
    scene = Scene("", deck=("Wait", "Wait")).turn_of("glorbud", 1)
    scene.hero("henry").actions = 2
    scene.act("pass")
    assert scene.s.to_act == scene.seat("henry")


def test_c15_a_tower_is_built_on_an_empty_linked_tower_space():
    scene = Scene("c: Henry", gold=10).turn_of("henry").act("build", "2", "Archery Tower")
    assert (scene.tower("2").kind, scene.tower("2").level) == (Tower.ARCHERY_TOWER, 1)
    assert scene.s.gold == 6


def test_c15_nothing_is_built_on_a_tower_space_that_is_not_linked_or_not_empty():
    scene = Scene("c: Henry\n2: Stables 1", gold=50).turn_of("henry")
    assert not scene.can("build", "1", "Archery Tower")
    assert not scene.can("build", "2", "Archery Tower")


def test_c15_an_upgrade_raises_a_linked_tower():
    scene = Scene("c: Henry\n2: Swordsmen 1", gold=4).turn_of("henry").act("upgrade", "2")
    assert scene.tower("2").level == 2
    assert scene.s.gold == 0


def test_c15_a_mounted_hero_upgrades_only_its_tower_and_builds_nothing():
    scene = Scene("2: Swordsmen 1, Henry\n6: Swordsmen 1", gold=50).turn_of("henry")
    assert scene.can("upgrade", "2")
    assert not scene.can("upgrade", "6")
    assert not scene.can("build", "1", "Stables")


@pytest.mark.parametrize("hero", [hero.name.lower() for hero in Hero])
def test_c15_costs_are_the_tables_less_the_heros_discount(hero):
    other = "keith" if hero != "keith" else "henry"
    for kind in Tower:
        discount = HERO[Hero[hero.upper()]].discount[kind]
        cost, upgrade = TOWER[kind].cost - discount, TOWER[kind].upgrade - discount
        poor = Scene(f"c: {hero}", heroes=(hero, other), gold=cost - 1).turn_of(hero)
        assert not poor.can("build", "2", words(kind))
        scene = Scene(f"c: {hero}", heroes=(hero, other), gold=cost + upgrade).turn_of(hero)
        assert scene.act("build", "2", words(kind)).s.gold == upgrade
        assert scene.act("upgrade", "2").s.gold == 0


def test_c15_the_printed_discounts():
    discounts = {hero.name: HERO[hero].discount.tolist() for hero in Hero}
    assert discounts == {
        "GLORBUD": [0, 0, 2, 0, 0, 0],
        "KEITH": [1, 0, 0, 0, 0, 0],
        "HENRY": [0, 0, 0, 0, 2, 0],
        "MONGO": [0, 0, 0, 2, 0, 0],
        "EDWARD": [1, 1, 1, 1, 1, 1],
    }


def test_c15_a_cost_is_at_least_one():
    scene = Scene("c: Keith", gold=1).turn_of("keith")
    scene.setup.heroes[scene.seat("keith")].discount[:] = 9
    assert scene.act("build", "2", "Archery Tower").s.gold == 0


def test_c15_a_tower_that_the_scenario_does_not_allow_is_not_built():
    scene = Scene("c: Keith", gold=50).turn_of("keith")
    scene.setup.allowed[Tower.TREBUCHET] = 0
    assert not scene.can("build", "2", "Trebuchet")


def repairs(scene):
    """The dice of the gate that can be repaired."""
    return [die for die in range(GATE_DICE) if scene.can("repair", die)]


@pytest.mark.parametrize(("die", "gate"), [(0, [5, 2, 3]), (1, [4, 3, 3]), (2, [4, 2, 4])])
def test_c16_a_repair_costs_twenty_and_raises_the_die_that_is_chosen(die, gate):
    scene = Scene("G: Keith", gate=(4, 2, 3), gold=20).turn_of("keith").act("repair", die)
    assert scene.s.gate[:3].tolist() == gate
    assert scene.s.gold == 0


def test_c16_a_die_below_six_can_be_repaired():
    scene = Scene("G: Keith", gate=(6, 2, 5), gold=20).turn_of("keith")
    assert repairs(scene) == [1, 2]


def test_c16_edward_repairs_for_ten():
    scene = Scene("G: Edward", heroes=("edward", "keith"), gold=10).turn_of("edward")
    assert scene.act("repair", 0).s.gold == 0


@pytest.mark.parametrize(
    ("place", "gold", "gate"), [("f", 20, (3,)), ("G", 19, (3,)), ("G", 20, (6,))]
)
def test_c16_no_repair_away_from_the_gate_without_the_gold_or_a_die_to_repair(place, gold, gate):
    assert not repairs(Scene(f"{place}: Keith", gold=gold, gate=gate).turn_of("keith"))


def test_c16_a_lost_die_is_never_repaired():
    scene = Scene("G: Keith", gate=(6, 3), gold=20).turn_of("keith")
    scene.s.gate[1] = 0
    assert not repairs(scene)


def test_c17_a_hero_mounts_a_linked_tower():
    scene = Scene("c: Keith\n2: Archery Tower 1").turn_of("keith").act("mount", "2")
    assert scene.where("keith") == "2"


def test_c17_only_one_hero_is_on_a_tower():
    scene = Scene("c: Keith\n2: Archery Tower 1, Henry").turn_of("keith")
    assert not scene.can("mount", "2")


def test_c17_an_empty_tower_space_or_one_not_linked_is_not_mounted():
    scene = Scene("c: Keith\n1: Archery Tower 1").turn_of("keith")
    assert not scene.can("mount", "1")
    assert not scene.can("mount", "2")


def test_c17_a_hero_unmounts_onto_a_linked_space():
    scene = Scene("2: Archery Tower 1, Keith").turn_of("keith")
    assert {place for place in scene.map.spaces if scene.can("go", place)} == {"b", "c"}
    assert scene.act("go", "b").where("keith") == "b"


def test_c17_mongo_on_a_mage_tower_reaches_adjacent_spaces():
    scene = Scene("2: Mage Tower 1, Mongo\nd: Dark Wizard x 1, Gremlin x 1", deck=("Wait", "Wait"))
    scene.turn_of("keith", 1).act("pass")
    assert scene.can("target", "d", "Dark Wizard")


def test_c17_another_hero_on_a_mage_tower_does_not_lengthen_its_reach():
    scene = Scene("2: Mage Tower 1, Keith\nd: Dark Wizard x 2", deck=("Wait", "Wait"))
    scene.turn_of("henry", 1).act("pass")
    assert scene.count("Dark Wizard", "d") + scene.count("Dark Wizard", "e") == 2


@pytest.mark.parametrize(("roll", "killed"), [(2, 0), (3, 1), (6, 1)])
def test_c18_a_die_of_at_least_its_health_kills_an_enemy(roll, killed):
    scene = Scene("c: Keith, Gremlin x 2").turn_of("keith").roll(roll)
    scene.act("attack", "Gremlin")
    assert scene.count("Gremlin") == 2 - killed
    assert scene.s.gold == killed


def test_c18_glorbud_rolls_two_dice_each_on_its_own():
    scene = Scene("c: Glorbud, Golem x 3").turn_of("glorbud").roll(4, 5)
    scene.act("attack", "Golem")
    assert scene.count("Golem") == 1
    assert scene.s.gold == 6


def test_c18_a_boss_loses_one_health_for_each_six():
    scene = Scene("c: Glorbud, Boss (Morgu) 5").turn_of("glorbud").roll(6, 5)
    scene.act("attack", "Morgu")
    assert scene.s.tokens[0].health == 4


def test_c18_a_boss_without_health_is_dead_and_pays():
    scene = Scene("c: Glorbud, Boss (Morgu) 2").turn_of("glorbud").roll(6, 6)
    scene.act("attack", "Morgu")
    assert scene.s.enemies == 0
    assert scene.s.gold == 30


@pytest.mark.parametrize(
    ("hero", "targets"),
    [
        ("glorbud", {"Gremlin"}),
        ("keith", {"Gremlin", "Bat Monkeys"}),
        ("henry", {"Gremlin"}),
        ("mongo", {"Gremlin", "Bat Monkeys", "Dark Wizard"}),
    ],
)
def test_c18_a_hero_attacks_only_types_it_can_target(hero, targets):
    kinds = ("Gremlin", "Bat Monkeys", "Dark Wizard")
    scene = Scene(f"c: {hero}, " + ", ".join(f"{kind} x 1" for kind in kinds)).turn_of(hero)
    assert {kind for kind in kinds if scene.can("attack", kind)} == targets


def test_c18_only_enemies_in_the_same_space_are_attacked():
    assert not Scene("c: Keith\nd: Gremlin x 1").turn_of("keith").can("attack", "Gremlin")


@pytest.mark.parametrize(
    ("hero", "reachable"), [("glorbud", "ce"), ("keith", "bcef"), ("henry", "abcefG")]
)
def test_c19_a_hero_moves_up_to_its_movement_either_way(hero, reachable):
    scene = Scene(f"d: {hero}").turn_of(hero)
    assert {place for place in scene.map.spaces if scene.can("go", place)} == set(reachable)


def test_c19_a_hero_moves_through_enemies():
    scene = Scene("c: Henry\nd: Golem x 9").turn_of("henry")
    assert scene.act("go", "f").where("henry") == "f"
