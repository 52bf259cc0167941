"""Enemy phase: C7 to C13."""

import numpy as np
import pytest

from cogarena.envs.coop_td import enemies, rules
from cogarena.envs.coop_td.enemies import enemy_phase
from cogarena.envs.coop_td.heroes import players_phase
from cogarena.envs.coop_td.state import Down, Outcome
from cogarena.envs.coop_td.tables import ACTIVATION_ORDER, ENEMY, Enemy
from cogarena.envs.core import rng
from support.scenes.coop_td import Scene


def after(scene):
    enemy_phase(scene.setup, scene.s)
    return scene


def test_c7_the_order_is_movement_then_damage_then_health():
    keys = [(ENEMY[k].movement, ENEMY[k].damage, ENEMY[k].health) for k in ACTIVATION_ORDER]
    assert keys == sorted(keys, reverse=True)


def test_c7_the_fastest_attacks_a_hero_first():
    scene = after(Scene("c: Keith, Golem x 1, Devil Steed x 1"))
    assert scene.hero("keith").health == 5 - 1
    assert (scene.count("Devil Steed", "c"), scene.count("Golem", "d")) == (1, 1)


def test_c7_of_equal_kinds_the_first_in_the_table_acts_first():
    scene = after(Scene("c: Keith, Dark Wizard x 1, Bat Monkeys x 1, Gremlin x 1"))
    assert (scene.count("Gremlin", "c"), scene.count("Bat Monkeys", "d")) == (1, 1)
    assert scene.count("Dark Wizard", "d") == 1


def test_c7_of_one_kind_the_oldest_acts_first():
    # Both dwarfs end where the last Stables tower is linked; only the older one finds it standing.
    scene = Scene("b: Corrupt Dwarf x 1\nc: Corrupt Dwarf x 1\n6: Stables 1\n3: Stables 2")
    after(scene)
    assert (scene.tower("6").level, scene.tower("3").level) == (0, 1)


def test_c7_each_hero_is_attacked_once_a_phase_and_the_others_move_on():
    scene = after(Scene("c: Keith, Glorbud, Gremlin x 5"))
    assert (scene.count("Gremlin", "c"), scene.count("Gremlin", "d")) == (2, 3)
    assert (scene.hero("keith").health, scene.hero("glorbud").health) == (4, 5)


def test_c7_in_the_gate_space_heroes_are_attacked_before_the_gate():
    scene = after(Scene("G: Keith, Gremlin x 1\nb: Glorbud, Henry, Mongo"))
    assert scene.s.gate.sum() == 9
    assert scene.hero("keith").health == 4


def test_c7_an_enemy_that_attacked_a_hero_in_the_gate_space_strikes_the_gate_next():
    scene = after(Scene("G: Keith, Gremlin x 1\nb: Glorbud, Henry, Mongo"))
    after(scene)
    assert (scene.s.gate.sum(), scene.s.enemies) == (8, 0)
    assert scene.hero("keith").health == 4


def test_c7_heroes_who_take_turns_at_the_gate_do_not_hold_an_enemy_off():
    scene = Scene("G: Keith, Golem x 1\nb: Glorbud, Henry, Mongo")
    after(scene)
    scene.put_hero(scene.seat("keith"), "b")
    scene.put_hero(scene.seat("henry"), "G")
    assert after(scene).s.gate.sum() == 7


def test_c7_an_enemy_on_the_road_attacks_heroes_phase_after_phase():
    scene = after(after(Scene("f: Keith, Gremlin x 1")))
    assert scene.hero("keith").health == 3


def test_c7_the_rule_of_the_gate_space_holds_for_each_enemy():
    scene = after(Scene("G: Keith, Gremlin x 1\nf: Gremlin x 1\nb: Glorbud, Henry, Mongo"))
    after(scene)
    assert (scene.s.gate.sum(), scene.count("Gremlin", "G")) == (8, 1)
    assert scene.hero("keith").health == 3


def test_c8_an_attack_takes_its_damage_off_the_heros_health():
    assert after(Scene("c: Glorbud, Golem x 1")).hero("glorbud").health == 6 - 2


def test_c8_at_zero_the_hero_goes_to_the_gate_with_one_health():
    scene = after(Scene("c: Mongo, Boss (Morgu)"))
    assert scene.where("mongo") == "G"
    assert scene.hero("mongo").health == 1


def test_c8_a_hero_brought_down_skips_the_next_players_phase_only():
    scene = Scene("c: Mongo, Boss (Morgu)", heroes=("mongo", "keith"), deck=("Wait", "Wait"))
    scene.s.waiting = 1
    scene.s.stage = 1
    rules.advance(scene.setup, scene.s)
    assert scene.s.to_act == scene.seat("keith")
    assert scene.hero("mongo").actions == 0
    scene.act("pass").act("pass")
    assert scene.s.to_act == scene.seat("mongo")


def test_c8_a_hero_that_is_down_is_not_attacked_before_it_has_acted():
    scene = Scene("G: Keith, Golem x 1", heroes=("keith", "mongo"))
    scene.put_hero(scene.seat("mongo"), "a")
    scene.hero("keith").health = 1
    after(scene)
    assert (scene.hero("keith").down, scene.s.gate.sum()) == (Down.SKIPS, 9)
    players_phase(scene.setup, scene.s)
    after(scene)
    assert scene.hero("keith").health == 1
    assert scene.s.gate.sum() == 7


def test_c8_a_hero_that_has_acted_again_can_be_attacked():
    scene = Scene("c: Keith, Gremlin x 1")
    scene.hero("keith").down = Down.RECOVERS
    players_phase(scene.setup, scene.s)
    assert scene.hero("keith").actions == 2
    assert after(scene).hero("keith").health == 4


def test_c8_a_mounted_hero_cannot_be_attacked():
    scene = after(Scene("2: Swordsmen 3, Keith\nc: Gremlin x 2"))
    assert scene.hero("keith").health == 5
    assert scene.count("Gremlin", "d") == 2


def test_c9_damage_comes_off_the_first_living_die():
    scene = after(Scene("b: Keith, Glorbud, Henry, Mongo\nG: Golem x 1", gate=(3, 3, 3)))
    assert scene.s.gate[:3].tolist() == [1, 3, 3]


def test_c9_the_rest_of_the_damage_carries_to_the_next_die():
    scene = after(Scene("b: Keith, Glorbud, Henry, Mongo\nG: Boss (Morgu)", gate=(3, 3, 3)))
    assert scene.s.gate[:3].tolist() == [0, 1, 3]


def test_c9_the_attacker_is_discarded_without_reward_bosses_too():
    scene = after(Scene("b: Keith, Glorbud, Henry, Mongo\nG: Boss (Morgu), Gremlin x 1"))
    assert scene.s.enemies == 0
    assert scene.s.gold == 0
    assert scene.s.slain == 0


def test_c9_without_a_die_left_the_game_is_lost():
    scene = after(Scene("b: Keith, Glorbud, Henry, Mongo\nG: Golem x 1", gate=(2,)))
    assert scene.outcome == Outcome.LOST


def test_c10_an_enemy_moves_by_its_movement():
    scene = after(Scene("a: Gremlin x 1, Devil Steed x 1"))
    assert (scene.count("Gremlin", "b"), scene.count("Devil Steed", "c")) == (1, 1)


def test_c10_an_enemy_stops_in_the_gate_space_and_does_not_attack_at_once():
    scene = after(Scene("f: Devil Steed x 1"))
    assert scene.count("Devil Steed", "G") == 1
    assert scene.s.gate.sum() == 9


def test_c10_swordsmen_slow_an_enemy_that_starts_beside_them():
    scene = after(Scene("a: Devil Steed x 1\n5: Swordsmen 1"))
    assert scene.count("Devil Steed", "b") == 1


def test_c10_swordsmen_slow_an_enemy_that_enters_beside_them():
    scene = after(Scene("S: Devil Steed x 1\n5: Swordsmen 1"))
    assert scene.count("Devil Steed", "a") == 1


def test_c10_swordsmen_never_slow_below_one_step():
    scene = after(Scene("a: Gremlin x 1\n5: Swordsmen 1"))
    assert scene.count("Gremlin", "b") == 1


def test_c10_swordsmen_slow_only_once_a_phase():
    scene = Scene("S: Devil Steed x 1\n5: Swordsmen 1\n1: Swordsmen 1")
    after(after(scene))
    assert scene.count("Devil Steed", "b") == 1


def test_c11_an_even_number_splits_evenly():
    scene = after(Scene("b: Gremlin x 4", on="fork"))
    assert (scene.count("Gremlin", "c"), scene.count("Gremlin", "f")) == (2, 2)


def test_c11_an_odd_one_is_evened_out_by_a_new_token():
    scene = after(Scene("b: Gremlin x 3", on="fork"))
    assert (scene.count("Gremlin", "c"), scene.count("Gremlin", "f")) == (2, 2)


def test_c11_the_new_token_goes_on_like_the_others():
    scene = after(Scene("a: Devil Steed x 1", on="fork"))
    assert (scene.count("Devil Steed", "c"), scene.count("Devil Steed", "f")) == (1, 1)
    after(scene)
    assert (scene.count("Devil Steed", "e"), scene.count("Devil Steed", "h")) == (1, 1)


def test_c11_types_split_separately():
    scene = after(Scene("b: Gremlin x 1, Golem x 1", on="fork"))
    assert [scene.count(kind, space) for kind in ("Gremlin", "Golem") for space in "cf"] == [1] * 4


def test_c11_with_no_token_left_the_odd_one_goes_a_random_way():
    ways = set()
    for seed in range(20):
        scene = Scene("S: Gremlin x 29\nb: Gremlin x 1", on="fork")
        rng.seed_rng(scene.s, seed)
        after(scene)
        assert scene.count("Gremlin") == 30
        ways.add("c" if scene.count("Gremlin", "c") else "f")
    assert ways == {"c", "f"}


@pytest.mark.parametrize(("face", "space"), [(1, "c"), (3, "c"), (4, "f"), (6, "f")])
def test_c11_a_boss_rolls_for_its_way(face, space):
    scene = after(Scene("b: Boss (Morgu)", on="fork").roll(face))
    assert scene.count("Morgu", space) == 1


def test_c12_a_dwarf_never_attacks_a_hero():
    scene = after(Scene("c: Keith, Corrupt Dwarf x 1"))
    assert scene.hero("keith").health == 5
    assert scene.count("Corrupt Dwarf", "d") == 1


def test_c12_a_dwarf_lowers_a_tower_linked_to_the_space_it_ends_in():
    scene = after(Scene("c: Corrupt Dwarf x 1\n2: Stables 3\n3: Stables 3"))
    assert (scene.tower("2").level, scene.tower("3").level) == (3, 2)


def test_c12_the_tower_is_chosen_at_random():
    lowered = set()
    for seed in range(20):
        scene = Scene("c: Corrupt Dwarf x 1\n3: Stables 3\n6: Stables 3")
        rng.seed_rng(scene.s, seed)
        after(scene)
        lowered.add((int(scene.tower("3").level), int(scene.tower("6").level)))
    assert lowered == {(2, 3), (3, 2)}


def test_c12_a_dwarf_attacks_the_gate():
    scene = after(Scene("b: Keith, Glorbud, Henry, Mongo\nG: Corrupt Dwarf x 1\n4: Stables 2"))
    assert scene.s.gate.sum() == 6
    assert scene.tower("4").level == 2


@pytest.mark.parametrize(
    ("boss", "towers"),
    [
        ("Morgu", {"Archery Tower", "Swordsmen", "Bombers", "Mage Tower", "Stables", "Trebuchet"}),
        ("Damitat", {"Archery Tower", "Mage Tower"}),
        ("Flambee", {"Mage Tower"}),
    ],
)
def test_c13_a_boss_lowers_the_linked_towers_that_can_target_it(boss, towers):
    kinds = ["Archery Tower", "Swordsmen", "Bombers", "Mage Tower", "Stables", "Trebuchet"]
    for kind in kinds:
        scene = after(Scene(f"c: Boss ({boss})\n3: {kind} 3\n1: {kind} 3"))
        assert scene.tower("3").level == (2 if kind in towers else 3)
        assert scene.tower("1").level == 3


def test_c13_a_tower_at_level_zero_is_gone_and_its_place_is_free():
    scene = after(Scene("c: Boss (Morgu)\n3: Stables 1"))
    assert scene.tower("3").level == 0
    scene = scene.turn_of("keith")
    scene.put_hero(scene.seat("keith"), "e")
    scene.s.gold = 20
    assert scene.can("build", "3", "Mage Tower")


def test_c13_a_hero_on_a_falling_tower_stands_on_the_linked_space_nearest_the_gate():
    scene = after(Scene("c: Boss (Morgu)\n3: Stables 1, Henry"))
    assert scene.where("henry") == "e"


def test_c7_every_kind_activates_exactly_once():
    drawing = "a: " + ", ".join(f"{name} x 1" for name in ("Gremlin", "Golem", "Dark Wizard"))
    scene = after(Scene(drawing))
    assert all(token.left == 0 for token in scene.s.tokens[: scene.s.enemies])
    assert all(scene.count(name, "b") == 1 for name in ("Gremlin", "Golem", "Dark Wizard"))


def test_c11_many_enemies_never_exceed_the_box():
    scene = Scene("b: Gremlin x 15, Golem x 15, Devil Steed x 15", on="fork")
    for _ in range(3):
        after(scene)
    assert all(enemies.count(scene.s, kind) <= 30 for kind in Enemy)
    assert np.all(scene.s.tokens["left"] == 0)
