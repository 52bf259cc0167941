"""The log: who did what, by whom, how much and where; tallies; why an episode ended."""

import numpy as np
import pytest

from cogarena.envs.coop_td import enemies, rules, towers
from cogarena.envs.coop_td.events import ENDINGS, TALLIES, ending, events, news
from cogarena.envs.coop_td.game import GAME
from cogarena.envs.coop_td.state import LOG, MAX_LEVEL, Down, Ending, Outcome, Stage
from cogarena.envs.coop_td.tables import Tower
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.header import ask
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.traces import random_play
from support.scenes.coop_td import Scene

EPISODES = 1 if INTERPRETED else 10


def told(scene, *names):
    """The events of these names, or all of them."""
    return [e for e in events(scene.setup, scene.s) if not names or e["event"] in names]


def after(scene, kernel, *facts):
    kernel(scene.setup, scene.s, *facts)
    return scene


def tally(scene, name, hero):
    return TALLIES.by_seat(scene.setup, scene.s)[name][scene.seat(hero)]


def test_a_card_is_told_with_the_enemies_it_brings():
    scene = after(Scene("S: Gremlin x 28", deck=("Gremlin x 4",)), enemies.event_phase)
    assert told(scene) == [
        {"event": "card", "number": 1, "card": "Gremlin ×4"},
        {"event": "spawned", "enemy": "Gremlin", "at": "the spawn", "count": 2},
    ]


@pytest.mark.parametrize(
    ("card", "effects"),
    [
        ("Wait", [{"event": "waiting"}]),
        ("Event (Merchant Caravan)", [{"event": "gold", "gold": 6}]),
        ("Event (Tax Collector)", [{"event": "gold", "gold": -3}]),
        ("Event (Healing Spring)",
         [{"event": "healed", "hero": "keith", "at": "the gate", "health": 1}]),
        ("Event (Plague)", [{"event": "wounded", "hero": "keith", "at": "the gate", "health": 1}]),
        ("Event (Master Masons)", [{"event": "gate_repaired", "die": 1, "gold": 0}] * 2),
        ("Event (Sappers)", [{"event": "gate_hit", "pips": 1}]),
        ("Event (Volunteers)", [{"event": "tower_raised", "tower": "tower space 1",
                                 "kind": "Bombers", "level": 2}]),
        ("Event (Sabotage)", [{"event": "tower_razed", "tower": "tower space 1",
                               "kind": "Bombers", "level": 0}]),
        ("Event (Forced March)",
         [{"event": "march"},
          {"event": "arrived", "enemy": "Gremlin", "at": "the gate", "count": 2}]),
        ("Event (Thick Fog)", [{"event": "fog"}]),
    ],
)  # fmt: skip
def test_each_card_tells_what_it_did(card, effects):
    scene = Scene("1: Bombers 1", deck=(card,), gold=3, heroes=("keith", "glorbud"), gate=(3, 5))
    scene.hero("keith").health = 4
    scene.hero("glorbud").health = 1 if "Plague" in card else 6
    scene.put("f", "Gremlin x 2")
    assert told(after(scene, enemies.event_phase))[1:] == effects


def test_who_wounds_a_hero_and_who_sends_it_down_is_told():
    scene = Scene("c: Keith, Golem x 1")
    scene.hero("keith").health = 1
    after(scene, enemies.enemy_phase)
    assert told(scene) == [
        {"event": "wounded", "hero": "keith", "by": ["Golem"], "at": "space 3", "health": 1},
        {"event": "down", "hero": "keith", "by": ["Golem"], "at": "space 3"},
    ]
    assert (tally(scene, "health_lost", "keith"), tally(scene, "times_down", "keith")) == (1, 1)


def test_a_hero_that_acts_again_is_told():
    scene = Scene("", deck=("Wait", "Gremlin x 1")).turn_of("glorbud", 1)
    scene.hero("keith").down = Down.RECOVERS
    scene.act("pass")
    assert told(scene, "recovered") == [{"event": "recovered", "hero": "keith", "at": "the gate"}]


def test_who_strikes_the_gate_is_told_until_it_has_fallen():
    scene = Scene("G: Golem x 3\nb: Keith, Glorbud, Henry, Mongo", gate=(3,))
    assert told(after(scene, enemies.enemy_phase)) == [
        {"event": "gate_hit", "by": ["Golem"], "pips": 2},
        {"event": "gate_hit", "by": ["Golem"], "pips": 1},
    ]


def test_arrivals_at_the_gate_are_told_together():
    scene = after(Scene("f: Gremlin x 3, Golem x 1"), enemies.enemy_phase)
    assert told(scene) == [
        {"event": "arrived", "enemy": "Golem", "at": "the gate", "count": 1},
        {"event": "arrived", "enemy": "Gremlin", "at": "the gate", "count": 3},
    ]


def test_new_enemies_at_a_crossroad_are_told():
    scene = after(Scene("a: Gremlin x 3", on="delta"), enemies.enemy_phase)
    assert told(scene) == [{"event": "evened_out", "enemy": "Gremlin", "count": 1}]


def test_who_lowers_and_razes_a_tower_is_told_and_who_is_thrown_off():
    scene = Scene("a: Boss (Morgu)\n1: Archery Tower 2, Keith")
    enemies.curse(scene.setup, scene.s)
    assert told(scene)[0] == {"event": "tower_lowered", "by": ["Morgu"], "tower": "tower space 1",
                        "kind": "Archery Tower", "level": 1}  # fmt: skip
    enemies.curse(scene.setup, scene.s)
    assert [e["event"] for e in told(scene)][1:] == ["tower_razed", "thrown_off"]


def test_each_die_of_a_tower_is_told_with_who_aimed_it():
    scene = Scene("a: Gremlin x 2\n1: Archery Tower 3").roll(2, 3, 6)
    scene.tower("1").builder, scene.s.dice = scene.seat("henry"), 3
    towers.fire(scene.setup, scene.s, 0, towers.target_action(scene.s, 0, 0))
    shots = told(scene, "shot")
    assert shots[0] == {
        "event": "shot", "by": ["henry"], "enemy": "Gremlin", "tower": "tower space 1",
        "at": "space 1", "roll": 2, "gold": 0, "result": "miss",
    }  # fmt: skip
    assert [(e["roll"], e["result"], e["gold"]) for e in shots[1:]] == [
        (3, "kill", 1), (6, "kill", 1),
    ]  # fmt: skip
    assert tally(scene, "tower_kills", "henry") == 2


def test_a_hit_on_a_boss_is_neither_a_miss_nor_a_kill():
    scene = Scene("c: Keith, Boss (Morgu) 2").turn_of("keith").roll(6)
    assert told(scene.act("attack", "Morgu"))[0]["result"] == "hit"
    assert tally(scene, "boss_hits", "keith") == 1


def test_a_kill_in_a_fight_is_told_with_its_gold():
    scene = Scene("c: Glorbud, Golem x 2").turn_of("glorbud").roll(3, 5)
    dice = told(scene.act("attack", "Golem"))
    assert [(e["roll"], e["result"], e["gold"]) for e in dice] == [(3, "miss", 0), (5, "kill", 3)]
    assert (tally(scene, "kills", "glorbud"), tally(scene, "gold_earned", "glorbud")) == (1, 3)


@pytest.mark.parametrize(
    ("faces", "names"), [((1,), ["astray", "tower_lowered"]), ((2, 4), ["bombed", "bombed"])]
)
def test_a_trebuchet_is_told_to_hit_each_kind_or_to_fire_astray(faces, names):
    scene = Scene("a: Golem x 2, Gremlin x 1\n1: Trebuchet 2").roll(*faces)
    towers.fire(scene.setup, scene.s, 0, towers.target_action(scene.s, 0, 0))
    assert [e["event"] for e in told(scene)] == names
    counts = [(e["enemy"], e["count"], e["gold"]) for e in told(scene, "bombed")]
    assert counts == ([("Gremlin", 1, 1), ("Golem", 2, 6)] if len(faces) > 1 else [])


def test_unclaimed_gold_is_told_when_it_is_collected():
    scene = Scene("b: Keith").turn_of("keith")
    scene.tower("2").gold = 7
    assert told(scene.act("go", "c"), "collected") == [
        {"event": "collected", "hero": "keith", "tower": "tower space 2", "gold": 7}
    ]
    assert tally(scene, "gold_earned", "keith") == 7


def test_what_heroes_choose_is_told():
    scene = Scene("c: Keith", gold=60).turn_of("keith", 4)
    done = [
        told(scene.act("build", "2", "Archery Tower")),
        told(scene.act("upgrade", "2")),
        told(scene.act("mount", "2")),
    ]
    where = {"hero": "keith", "tower": "tower space 2"}
    assert done == [
        [{"event": "built", **where, "kind": "Archery Tower", "gold": 3}],
        [{"event": "upgraded", **where, "level": 2, "gold": 3}],
        [{"event": "mounted", **where}],
    ]
    assert [tally(scene, name, "keith") for name in ("towers_built", "upgrades", "gold_spent")] == [
        1, 1, 6,
    ]  # fmt: skip


def test_a_repair_is_told_with_its_die_and_price():
    scene = Scene("", gold=20).turn_of("keith")
    assert told(scene.act("repair", 1)) == [
        {"event": "gate_repaired", "hero": "keith", "die": 2, "gold": 20}
    ]
    assert tally(scene, "repairs", "keith") == 1


@pytest.mark.parametrize(
    ("outcome", "truncated", "gate", "cause"),
    [
        (Outcome.WON, False, (1,), Ending.OBJECTIVE_REACHED),
        (Outcome.LOST, False, (0,), Ending.GATE_FELL),
        (Outcome.LOST, False, (1,), Ending.CARDS_RAN_OUT),
        (Outcome.OPEN, True, (1,), Ending.ROUNDS_RAN_OUT),
    ],
)
def test_why_an_episode_ended(outcome, truncated, gate, cause):
    scene = Scene("", gate=gate)
    scene.s.outcome, scene.s.truncated = outcome, truncated
    assert ending(scene.s) == cause == ENDINGS.of(scene.setup, scene.s)


def test_the_last_info_tells_the_ending_and_the_tallies():
    episode = Episode(GAME, {"max_rounds": 1})
    for _ in random_play(episode, 0):
        pass
    assert episode.events()[-1] == {"event": "out_of_rounds"}
    assert episode.final_info()["ending"] == "rounds_ran_out"
    assert set(episode.final_info()["tallies"]["glorbud"]) == set(TALLIES.meanings)


def test_news_tell_repeated_events_once_and_leave_out_what_was_chosen():
    scene = Scene("b: Keith\nG: Gremlin x 2\nc: Glorbud, Henry, Mongo").turn_of("mongo", 1)
    scene.act("go", "d")
    assert "Gremlin strikes the gate, which loses 1 (×2)" in news(scene.setup, scene.s)
    assert not any("Mongo is now" in line for line in news(scene.setup, scene.s))


@pytest.mark.parametrize("settings", GAME.examples, ids=str)
def test_nothing_is_cut_off_and_every_event_is_a_sentence(settings):
    episode = Episode(GAME, settings)
    for seed in range(EPISODES):
        for _ in random_play(episode, seed):
            assert episode.s.noted < LOG
            assert len(news(episode.setup[0], episode.s)) <= episode.s.noted


def test_the_log_holds_all_that_a_crowded_table_can_do_between_two_decisions():
    """Every tower at level 6 fires by itself, twice; all heroes go down; enemies are everywhere."""
    scene = Scene("", on="delta", ask="heroes", deck=("Event (Forced March)",) * 3, gate=(6,) * 10)
    kinds = [Tower.BOMBERS] * 6 + [Tower.MAGE_TOWER] * 4
    for t, kind in enumerate(kinds):
        scene.s.towers[t].kind, scene.s.towers[t].level = kind, MAX_LEVEL
        scene.s.towers[t].gold = 1
    for kind in ("Gremlin", "Golem", "Dark Wizard", "Bat Monkeys", "Corrupt Dwarf", "Devil Steed"):
        for i in range(30):
            scene.put(scene.map.spaces[i % len(scene.map.spaces)], f"{kind} x 1")
    scene.put("G", "Boss (Morgu)")
    for hero in scene.s.heroes:
        hero.health = 1
    most, scene = 0, scene.turn_of("keith", 1)
    for _ in range(6):
        if scene.s.terminated or not scene.legal():
            break
        scene.act("pass")
        most = max(most, int(scene.s.noted))
    assert 100 < most < LOG


def test_the_log_begins_anew_with_every_decision():
    scene = Scene("c: Keith").turn_of("keith", 2)
    scene.act("go", "d")
    scene.act("go", "e")
    assert told(scene)[0] == {"event": "moved", "hero": "keith", "at": "space 5"}


def test_a_learnt_upgrade_is_told():
    scene = Scene("")
    scene.setup.teaches, scene.s.outcome, scene.s.stage = 1, Outcome.WON, Stage.UPGRADE
    ask(scene.s, 1, 2)
    rules.step(scene.setup, scene.s, scene.action("learn", 0))
    assert told(scene)[0] == {"event": "learnt", "hero": "keith", "upgrade": "Tough"}
    assert np.isclose(scene.s.reward[0], 1)
