"""Single rules of the scripted player of Co-op Tower Defense, a situation each."""

import numpy as np
import pytest

from cogarena.agents.scripted.coop_td import Player
from cogarena.agents.scripted.coop_td.decisions import RESERVE, learn
from cogarena.agents.scripted.coop_td.purchases import (
    BASE_POWER,
    PLENTY,
    TYPICAL_ROUNDS,
    is_for_sale,
    walks,
    weigh_threats,
)
from cogarena.agents.scripted.coop_td.reading import MUCH_GOLD, SEEN, read
from cogarena.agents.scripted.coop_td.tables import (
    BOSS_WEIGHT,
    DISCOUNT,
    FIRST_BOSS_THREAT,
    GOAL_WEIGHT,
    WAVE,
    build_tables,
    find_traffic,
)
from cogarena.agents.scripted.coop_td.travel import MANNED_LEVEL
from cogarena.envs.coop_td import heroes, rules
from cogarena.envs.coop_td.state import MAX_LEVEL, NOWHERE, Down, Objective, Stage
from cogarena.envs.coop_td.tables import TOWER, Enemy, Tower, Upgrade
from cogarena.envs.core.header import PASS
from cogarena.envs.core.registry import load
from support.scenes.coop_td import Scene

GAME = load("coop_td")
SOME_CARDS = ("Gremlin x 4", "Devil Steed x 2", "Wait")


def shown(scene):
    """The observation and the mask of the seat to act, as arrays of one."""
    observations, masks = np.zeros(1, GAME.layout.dtype), np.zeros((1, GAME.actions.count), np.int8)
    GAME.observe(scene.setup, scene.s, scene.s.to_act, observations[0])
    GAME.legal(scene.setup, scene.s, scene.s.to_act, masks[0])
    return observations, masks


def known_in(scene):
    """The player's tables of the scenario, and what it sees."""
    tables, seen = build_tables(scene.setup)[0], np.zeros(1, SEEN)[0]
    read(shown(scene)[0][0], tables, seen)
    return tables, seen


def seen_in(scene):
    return known_in(scene)[1]


def urgency_in(scene, threat):
    tables, seen = known_in(scene)
    weigh_threats(tables, seen)
    return seen.urgency[threat]


def chooses(scene, name, *places):
    observations, masks = shown(scene)
    flat = observations.view(GAME.layout.number).reshape(1, -1)
    action = int(Player(GAME, scene.setup).act(np.zeros(1, np.int64), flat, masks)[0])
    return action == scene.action(name, *places)


def aimed(scene, tower):
    scene.s.stage, scene.s.cursor = Stage.TOWERS, scene.number(tower)
    rules.advance(scene.setup, scene.s)
    return scene


def hunted(scene, boss):
    """The objective is to defeat this boss."""
    scene.setup.objective, scene.setup.goal = Objective.BOSS, boss
    return scene


def last_card_drawn(scene):
    scene.s.drawn = scene.setup.cards
    return scene


def test_it_reads_groups_from_the_spawn_to_the_gate():
    seen = seen_in(
        Scene("f: Golem x 2\na: Bat Monkeys x 1, Gremlin x 3\nb: Keith").turn_of("keith")
    )
    assert [tuple(group) for group in seen.groups[: seen.group_count]] == [
        (1, Enemy.GREMLIN, 3),
        (1, Enemy.BAT_MONKEYS, 1),
        (6, Enemy.GOLEM, 2),
    ]


def test_it_reads_the_hardest_hit_in_each_space_and_that_dwarfs_hit_no_hero():
    scene = Scene("a: Golem x 1, Dark Wizard x 5\nb: Corrupt Dwarf x 1\nG: Keith").turn_of("keith")
    assert seen_in(scene).damage_at[:4].tolist() == [0, 2, 0, 0]


def test_it_reads_the_place_of_a_mounted_hero_and_what_stands():
    scene = Scene("2: Archery Tower 3, Keith\n5: Swordsmen 1\n1: Archery Tower 1")
    scene.tower("1").gold = 2 * MUCH_GOLD
    seen = seen_in(scene.turn_of("keith"))
    assert (seen.seat, seen.at, seen.mounted) == (scene.seat("keith"), NOWHERE, scene.number("2"))
    assert (seen.standing, seen.of_a_kind.tolist()) == (3, [2, 1, 0, 0, 0, 0])
    assert tuple(seen.towers[0]) == (Tower.ARCHERY_TOWER, 1, MUCH_GOLD)


def test_crossroads_split_the_traffic_until_the_ways_join():
    scene = Scene("", on="fork")
    traffic = find_traffic(scene.setup)
    shares = {place: traffic[scene.space(place)] for place in "SbcfhiG"}
    assert shares == {"S": 1, "b": 1, "c": 0.5, "f": 0.5, "h": 0.5, "i": 1, "G": 1}


def test_a_tower_by_the_undivided_road_has_targets_for_more_rounds():
    scene = Scene("", on="fork")
    rounds = build_tables(scene.setup)[0].rounds[:, 0]
    assert rounds[scene.number("3")] == WAVE + 2
    assert rounds[scene.number("1")] == WAVE / 2 + 1


def test_it_knows_the_price_of_each_hero():
    scene = Scene("", heroes=("edward", "keith", "henry"))
    tables = build_tables(scene.setup)[0]
    for seat, kind in np.ndindex(3, len(Tower)):
        costs = int(TOWER[kind].cost), int(TOWER[kind].upgrade)
        prices = [heroes.price(scene.setup, seat, kind, cost) for cost in costs]
        assert tables.prices[seat, :, kind].tolist() == prices
    assert tables.lowest_prices[0].tolist() == [3, 3, 5, 7, 4, 9]


def test_the_income_that_is_left_sinks_with_each_card_drawn():
    assert build_tables(Scene("", deck=SOME_CARDS).setup)[0].income[:4].tolist() == [0, 0, 4, 8]


def test_demand_is_for_the_cards_that_are_left_and_counts_later_ones_less():
    demand = build_tables(Scene("", deck=SOME_CARDS).setup)[0].demand[:4, 0]
    steeds = 2 * 1.5 * 1.0
    assert demand == pytest.approx([0, 0, steeds, DISCOUNT * steeds + 4 * 1.5])


def test_with_the_last_action_a_hero_flees_from_a_hit_that_would_take_it_down():
    scene = Scene("c: Keith, Golem x 1").turn_of("keith", 1)
    scene.hero("keith").health = 2
    assert chooses(scene, "go", "a")
    scene.hero("keith").health = 3
    assert chooses(scene, "attack", "Golem")


@pytest.mark.parametrize(("others", "place"), [("", "b"), ("b: Golem x 1", "c")])
def test_a_hero_flees_to_where_no_such_hit_threatens_and_not_to_the_spawn(others, place):
    scene = Scene(f"a: Keith, Golem x 1\n{others}").turn_of("keith", 1)
    scene.hero("keith").health = 1
    assert chooses(scene, "go", place)


def test_with_two_actions_it_fights_first():
    scene = Scene("c: Keith, Golem x 1").turn_of("keith", 2)
    scene.hero("keith").health = 1
    assert chooses(scene, "attack", "Golem")


@pytest.mark.parametrize(("gate", "choice"), [((3,), ("go", "e")), ((2,), ("attack", "Golem"))])
def test_a_hero_takes_the_hits_that_the_gate_cannot_afford(gate, choice):
    scene = Scene("G: Keith, Golem x 1", gate=gate).turn_of("keith", 1)
    scene.hero("keith").health = 1
    assert chooses(scene, *choice)


def test_the_boss_that_must_be_defeated_is_attacked_before_easier_enemies():
    scene = Scene("c: Keith, Gremlin x 4, Boss (Morgu)").turn_of("keith")
    assert chooses(scene, "attack", "Gremlin")
    assert chooses(hunted(scene, Enemy.MORGU), "attack", "Morgu")


def test_heroes_wait_at_the_gate_for_the_boss_that_must_be_defeated():
    scene = hunted(Scene("c: Keith\na: Boss (Flambee)"), Enemy.FLAMBEE).turn_of("keith")
    assert chooses(scene, "go", "e")


def test_a_hero_relieves_one_who_is_down_and_cannot_hit_the_last_enemies():
    scene = Scene("c: Keith\nG: Bat Monkeys x 1").turn_of("keith")
    scene.tower("5").gold = 1
    assert chooses(scene, "go", "a")
    scene.hero("glorbud").down = Down.SKIPS
    assert chooses(scene, "go", "e")


def test_a_hero_collects_the_most_gold_in_reach():
    scene = Scene("c: Keith").turn_of("keith")
    scene.tower("5").gold, scene.tower("3").gold = 3, 4
    assert chooses(scene, "go", "d")


@pytest.mark.parametrize("others", ["Bat Monkeys x 3", "Boss (Morgu)"])
def test_a_hero_goes_to_meet_minions_it_can_fight(others):
    scene = Scene(f"G: Henry\na: Gremlin x 1\nf: {others}", gate=(6,)).turn_of("henry")
    assert chooses(scene, "go", "d")


@pytest.mark.parametrize(("actions", "place"), [(2, "b"), (1, "d")])
def test_with_the_last_action_it_goes_ahead_of_them(actions, place):
    scene = Scene("e: Henry\nc: Gremlin x 1").turn_of("henry", actions)
    assert chooses(scene, "go", place)


@pytest.mark.parametrize(
    ("place", "choice"), [("d", ("build", "3", "Trebuchet")), ("G", ("go", "e"))]
)
def test_a_hero_builds_the_best_tower_or_walks_to_it(place, choice):
    scene = Scene(f"{place}: Keith", gold=60, deck=("Gremlin x 8", "Wait")).turn_of("keith")
    assert chooses(scene, *choice)


def test_a_hero_with_little_gold_saves_for_the_best_tower():
    scene = Scene("b: Keith", gold=4, deck=("Gremlin x 8", "Wait")).turn_of("keith")
    assert scene.can("build", "1", "Swordsmen")
    assert chooses(scene, "pass")


def test_a_hero_walks_to_a_tower_where_nobody_hits_it():
    scene = Scene("G: Henry\nd: Gremlin x 1", gold=60, deck=("Gremlin x 8",)).turn_of("henry")
    assert chooses(scene, "go", "e")


def offers_only(kind, scene):
    scene.setup.allowed[:] = 0
    scene.setup.allowed[kind] = 1
    return scene


@pytest.mark.parametrize(("hero", "gold"), [("henry", PLENTY - 1), ("keith", PLENTY)])
def test_a_hero_leaves_the_gold_to_another_who_pays_far_less_unless_there_is_plenty(hero, gold):
    scene = offers_only(Tower.STABLES, Scene("d: Henry, Keith", gold=gold, deck=SOME_CARDS))
    assert chooses(scene.turn_of(hero), "build", "3", "Stables")
    scene.s.gold = PLENTY - 1
    assert chooses(scene.turn_of("keith"), "pass")


def test_of_equal_towers_a_hero_builds_the_nearest():
    scene = offers_only(Tower.ARCHERY_TOWER, Scene("G: Keith", gold=60, deck=SOME_CARDS))
    assert chooses(scene.turn_of("keith"), "build", "4", "Archery Tower")


@pytest.mark.parametrize(("place", "away"), [("a", 0), ("c", 1), ("d", 1), ("e", 2)])
def test_walks_are_counted_in_actions(place, away):
    tables, seen = known_in(Scene(f"{place}: Keith").turn_of("keith"))
    assert walks(tables, seen, 0) == away


def test_a_mounted_hero_is_one_action_away_from_all_towers_but_its_own():
    tables, seen = known_in(Scene("2: Archery Tower 1, Keith").turn_of("keith"))
    assert [walks(tables, seen, t) for t in range(3)] == [1, 0, 1]


def test_c3_a_tower_is_raised_up_to_the_highest_level():
    scene = Scene(f"1: Archery Tower {MAX_LEVEL - 1}\n2: Archery Tower {MAX_LEVEL}")
    tables, seen = known_in(scene.turn_of("keith"))
    assert is_for_sale(tables, seen, 0, Tower.ARCHERY_TOWER)
    assert not is_for_sale(tables, seen, 0, Tower.SWORDSMEN)
    assert not is_for_sale(tables, seen, 1, Tower.ARCHERY_TOWER)


def test_c3_no_more_than_six_towers_of_a_kind_are_built():
    scene = Scene("\n".join(f"{t}: Swordsmen 1" for t in range(1, 7)))
    tables, seen = known_in(scene.turn_of("keith"))
    assert is_for_sale(tables, seen, 6, Tower.ARCHERY_TOWER)
    assert not is_for_sale(tables, seen, 6, Tower.SWORDSMEN)


def test_c3_no_more_than_ten_towers_are_built():
    kinds = ["Swordsmen"] * 5 + ["Archery Tower"] * 5
    scene = Scene("", on="serpent").turn_of("keith")
    for place, kind in zip(scene.map.towers, kinds, strict=False):
        scene.put(place, f"{kind} 1")
    assert not is_for_sale(*known_in(scene), len(kinds), Tower.STABLES)
    scene.s.towers[0].level = 0
    assert is_for_sale(*known_in(scene), len(kinds), Tower.STABLES)


def test_gold_that_wins_is_spent_only_if_it_will_come_in_again():
    scene = Scene("d: Keith", gold=60, deck=("Gremlin x 8", "Wait")).turn_of("keith")
    scene.setup.objective, scene.setup.goal = Objective.GOLD, 60
    assert chooses(scene, "pass")
    scene.setup.goal = 54
    assert chooses(scene, "build", "3", "Trebuchet")


def test_a_threat_is_urgent_by_the_dice_it_takes_and_those_that_towers_roll():
    groups = "a: Gremlin x 3"
    assert urgency_in(Scene(groups).turn_of("keith"), 0) == 3 * 1.5 / BASE_POWER
    scene = Scene(f"{groups}\n1: Swordsmen 2").turn_of("keith")
    standing = BASE_POWER + 2 * (WAVE + 2) / TYPICAL_ROUNDS
    assert urgency_in(scene, 0) == 3 * 1.5 / standing


def test_a_boss_is_less_urgent_than_minions_unless_it_must_be_defeated():
    scene = Scene("a: Boss (Morgu)").turn_of("keith")
    dice = 6 * 10 / BASE_POWER
    assert urgency_in(scene, FIRST_BOSS_THREAT) == BOSS_WEIGHT * dice
    assert urgency_in(hunted(scene, Enemy.MORGU), FIRST_BOSS_THREAT) == GOAL_WEIGHT * dice


def test_repairs_leave_a_reserve_while_cards_are_to_come():
    scene = Scene("G: Keith", gold=20 + RESERVE).turn_of("keith")
    assert chooses(scene, "repair", 0)
    scene.s.gold -= 1
    assert chooses(scene, "pass")
    assert chooses(last_card_drawn(scene), "repair", 0)


def test_gold_that_wins_is_not_spent_on_repairs():
    scene = Scene("G: Keith", gold=60).turn_of("keith")
    scene.setup.objective, scene.setup.goal = Objective.GOLD, 30
    assert chooses(scene, "pass")


def test_nobody_builds_against_enemies_that_will_not_come():
    scene = last_card_drawn(Scene("c: Keith", gold=60).turn_of("keith"))
    assert chooses(scene, "pass")


@pytest.mark.parametrize("level", [MANNED_LEVEL - 1, MANNED_LEVEL])
def test_c17_mongo_mounts_a_mage_tower_that_is_worth_it(level):
    scene = Scene(f"c: Mongo\n2: Mage Tower {level}\na: Dark Wizard x 1").turn_of("mongo")
    assert chooses(scene, "mount", "2") == (level == MANNED_LEVEL)


def test_c17_mongo_mounts_the_highest_mage_tower():
    towers = "2: Mage Tower 3\n6: Mage Tower 2"
    scene = Scene(f"c: Mongo\n{towers}\na: Dark Wizard x 1").turn_of("mongo")
    assert chooses(scene, "mount", "2")


def test_c17_mongo_does_not_mount_a_tower_that_all_enemies_have_passed():
    scene = last_card_drawn(Scene("c: Mongo\n2: Mage Tower 2\nd: Gremlin x 1").turn_of("mongo"))
    assert not chooses(scene, "mount", "2")


def test_c17_mongo_comes_down_when_all_enemies_have_passed():
    scene = last_card_drawn(Scene("2: Mage Tower 2, Mongo\nc: Gremlin x 1").turn_of("mongo"))
    assert chooses(scene, "pass")
    scene.s.tokens[0].space = scene.space("d")
    assert chooses(scene, "go", "c")


def test_a_tower_aims_at_the_enemies_nearer_to_the_gate():
    scene = aimed(Scene("1: Archery Tower 2\na: Gremlin x 9\nb: Gremlin x 1"), "1")
    assert chooses(scene, "target", "b", "Gremlin")


@pytest.mark.parametrize(("coming", "target"), [("", "Bat Monkeys"), ("S: Gremlin x 9", "Gremlin")])
def test_a_tower_aims_at_what_is_the_greater_threat(coming, target):
    scene = Scene(f"1: Archery Tower 2\na: Gremlin x 1, Bat Monkeys x 1\n{coming}")
    assert chooses(aimed(scene, "1"), "target", "a", target)


def test_c22_a_trebuchet_bombards_the_larger_group():
    scene = aimed(Scene("3: Trebuchet 2\nc: Gremlin x 2\nf: Gremlin x 3", on="fork"), "3")
    assert chooses(scene, "bombard", "f")


@pytest.mark.parametrize(("beside", "place"), [("9", "c"), ("1", "f")])
def test_c22_a_trebuchet_spares_friendly_towers(beside, place):
    groups = "c: Gremlin x 2\nf: Gremlin x 2"
    scene = aimed(Scene(f"3: Trebuchet 2\n{beside}: Swordsmen 1\n{groups}", on="fork"), "3")
    assert chooses(scene, "bombard", place)


def test_of_equal_targets_the_first_is_chosen():
    scene = aimed(Scene("3: Trebuchet 2\nc: Gremlin x 2\nf: Gremlin x 2", on="fork"), "3")
    assert chooses(scene, "bombard", "c")


def test_c24_it_learns_the_upgrade_that_it_values_most():
    mask = np.zeros(GAME.actions.count, np.int8)
    assert learn(mask) == PASS
    mask[GAME.actions.number("learn", Upgrade.MASON)] = 1
    mask[GAME.actions.number("learn", Upgrade.TOUGH)] = 1
    assert learn(mask) == GAME.actions.number("learn", Upgrade.TOUGH)
