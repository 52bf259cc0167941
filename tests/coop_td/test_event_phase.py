"""Event phase: C5 and C6, and the custom events."""

import pytest

from cogarena.envs.coop_td.enemies import event_phase
from cogarena.envs.coop_td.state import Objective, Outcome
from cogarena.envs.coop_td.tables import Enemy
from support.scenes.coop_td import Scene


def drawn(scene):
    event_phase(scene.setup, scene.s)
    return scene


def test_c5_a_spawn_card_puts_its_enemies_on_the_spawn():
    scene = drawn(Scene("", deck=("Gremlin x 4", "Wait")))
    assert scene.count("Gremlin", "S") == 4


def test_c5_only_the_top_card_is_drawn():
    scene = drawn(Scene("", deck=("Gremlin x 4", "Golem x 2")))
    assert scene.count("Golem") == 0


def test_c5_after_a_wait_nothing_is_drawn_while_an_enemy_is_on_the_map():
    scene = drawn(Scene("c: Gremlin x 1", deck=("Wait", "Golem x 2")))
    assert drawn(scene).count("Golem") == 0


def test_c5_after_a_wait_drawing_goes_on_once_the_map_is_clear():
    scene = drawn(Scene("c: Gremlin x 1", deck=("Wait", "Golem x 2")))
    scene.s.enemies = 0
    assert drawn(scene).count("Golem") == 2


def test_c6_an_empty_deck_draws_nothing():
    scene = drawn(Scene("c: Gremlin x 1", deck=("Gremlin x 4",)))
    drawn(scene)
    assert scene.count("Gremlin") == 5


def test_c6_all_enemies_are_defeated_when_deck_and_map_are_empty():
    assert drawn(Scene("", deck=("Wait",))).outcome == Outcome.WON


def test_c6_an_enemy_on_the_map_keeps_the_game_open():
    assert drawn(Scene("a: Gremlin x 1", deck=("Wait",))).outcome == Outcome.OPEN


@pytest.mark.parametrize(
    ("objective", "goal"),
    [(Objective.BOSS, Enemy.MORGU), (Objective.GOLD, 40), (Objective.LEVEL, 3)],
)
def test_c6_deck_and_map_empty_without_the_objective_is_lost(objective, goal):
    scene = Scene("1: Stables 2", deck=("Wait",), gold=39)
    scene.setup.objective, scene.setup.goal = objective, goal
    scene.s.drawn = 1
    assert drawn(scene).outcome == Outcome.LOST


def test_c6_the_round_of_the_last_card_is_still_played():
    scene = Scene("", deck=("Event (Merchant Caravan)",), gold=30)
    scene.setup.objective, scene.setup.goal = Objective.GOLD, 40
    assert drawn(scene).outcome == Outcome.OPEN


def test_c6_an_enemy_on_the_map_keeps_a_game_without_cards_open():
    scene = Scene("a: Gremlin x 1", deck=("Wait",))
    scene.setup.objective, scene.setup.goal = Objective.GOLD, 40
    scene.s.drawn = 1
    assert drawn(scene).outcome == Outcome.OPEN


def test_c6_an_objective_of_gold_is_reached_by_holding_it():
    scene = Scene("", deck=("Gremlin x 4",), gold=40)
    scene.setup.objective, scene.setup.goal = Objective.GOLD, 40
    assert drawn(scene).outcome == Outcome.WON


def test_c6_an_objective_of_a_level_is_reached_by_the_upgrade():
    scene = Scene("c: Keith\n2: Archery Tower 2", gold=3).turn_of("keith")
    scene.setup.objective, scene.setup.goal = Objective.LEVEL, 3
    assert scene.act("upgrade", "2").outcome == Outcome.WON


def test_c6_an_objective_of_a_boss_is_reached_by_its_death():
    scene = Scene("c: Glorbud, Boss (Morgu) 1").turn_of("glorbud").roll(6, 1)
    scene.setup.objective, scene.setup.goal = Objective.BOSS, Enemy.MORGU
    assert scene.act("attack", "Morgu").outcome == Outcome.WON


def test_c5_merchant_caravan_brings_six_gold():
    assert drawn(Scene("", deck=("Event (Merchant Caravan)", "Wait"))).s.gold == 6


def test_c5_tax_collector_takes_four_gold_but_not_more_than_there_is():
    assert drawn(Scene("", gold=10, deck=("Event (Tax Collector)", "Wait"))).s.gold == 6
    assert drawn(Scene("", gold=3, deck=("Event (Tax Collector)", "Wait"))).s.gold == 0


def test_c5_healing_spring_heals_two_up_to_the_maximum():
    scene = Scene("", deck=("Event (Healing Spring)", "Wait"))
    scene.hero("glorbud").health = 2
    scene.hero("keith").health = 4
    drawn(scene)
    assert (scene.hero("glorbud").health, scene.hero("keith").health) == (4, 5)


def test_c5_plague_takes_one_health_but_not_the_last():
    scene = Scene("", deck=("Event (Plague)", "Wait"))
    scene.hero("glorbud").health = 1
    drawn(scene)
    assert (scene.hero("glorbud").health, scene.hero("keith").health) == (1, 4)


def test_c5_master_masons_repair_two_pips_of_the_weakest_dice():
    scene = drawn(Scene("", gate=(0, 2, 3), deck=("Event (Master Masons)", "Wait")))
    assert scene.s.gate[:3].tolist() == [0, 4, 3] or scene.s.gate[:3].tolist() == [0, 3, 4]
    assert scene.s.gate.sum() == 7


def test_c5_sappers_take_a_pip_and_can_end_the_game():
    scene = drawn(Scene("", gate=(1,), deck=("Event (Sappers)", "Wait")))
    assert scene.outcome == Outcome.LOST


def test_c5_volunteers_raise_a_tower_up_to_level_six():
    assert drawn(Scene("1: Stables 2", deck=("Event (Volunteers)", "Wait"))).tower("1").level == 3
    assert drawn(Scene("1: Stables 6", deck=("Event (Volunteers)", "Wait"))).tower("1").level == 6


def test_c5_sabotage_lowers_a_tower():
    assert drawn(Scene("1: Stables 2", deck=("Event (Sabotage)", "Wait"))).tower("1").level == 1


def test_c5_an_event_without_a_tower_to_change_does_nothing():
    assert drawn(Scene("a: Gremlin x 1", deck=("Event (Sabotage)", "Wait"))).outcome == Outcome.OPEN


def test_c5_forced_march_moves_every_enemy_but_those_at_the_gate():
    scene = drawn(Scene("a: Gremlin x 2\nc: Devil Steed x 1\nG: Golem x 1",
                        deck=("Event (Forced March)", "Wait")))  # fmt: skip
    assert scene.count("Gremlin", "b") == 2
    assert scene.count("Devil Steed", "e") == 1
    assert scene.count("Golem", "G") == 1
    assert scene.s.gate.sum() == 9


def test_c5_in_thick_fog_no_tower_fires_this_round():
    scene = Scene("a: Gremlin x 4\n1: Archery Tower 6\nd: Keith", heroes=("keith", "henry"),
                  deck=("Event (Thick Fog)", "Wait", "Wait"))  # fmt: skip
    drawn(scene)
    assert scene.s.fog == 1
    scene.turn_of("keith", 1).roll(6, 6, 6, 6).act("pass")
    assert scene.count("Gremlin") == 4
