import numpy as np
import pytest

from cogarena.envs.coop_td import enemies, heroes, towers
from cogarena.envs.coop_td.render import draw
from cogarena.envs.coop_td.scenery import scenery
from cogarena.envs.coop_td.state import NOWHERE, Animation
from cogarena.envs.coop_td.tables import Enemy
from cogarena.envs.coop_td.text import headline
from cogarena.envs.core.header import HALTED, Halted
from cogarena.envs.core.records import duplicate
from support.scenes.coop_td import Scene

TILE = 48


def watched(scene, kernel, *facts):
    """The scenes that a kernel passes through, halted after each animation."""
    seen = []
    while True:
        twin = Scene("")
        twin.map, twin.settings, twin.setup = scene.map, scene.settings, scene.setup
        twin.states = duplicate(scene.states)
        twin.s = twin.states[0]
        twin.s.halt = len(seen) + 1
        try:
            kernel(twin.setup, twin.s, *facts)
        except Halted:
            seen.append(twin)
        else:
            return seen


def animations(scenes):
    return [tuple(scene.s.animation.item()) for scene in scenes]


def texts(scenes):
    return [headline(scene.setup, scene.s) for scene in scenes]


def test_stacks_walk_one_kind_after_another_and_step_by_step():
    scene = Scene("c: Devil Steed x 2, Gremlin x 3")
    seen = watched(scene, enemies.enemy_phase)
    assert [(shown[0], shown[1]) for shown in animations(seen)] == [
        (Animation.WALK, Enemy.DEVIL_STEED),
        (Animation.WALK, Enemy.DEVIL_STEED),
        (Animation.WALK, Enemy.GREMLIN),
    ]
    assert [twin.count("Devil Steed", "d") for twin in seen] == [2, 0, 0]
    assert [twin.count("Gremlin", "c") for twin in seen] == [3, 3, 0]


def test_nobody_is_shown_walking_who_stays_to_fight():
    scene = Scene("c: Gremlin x 1, Keith")
    assert [shown[0] for shown in animations(watched(scene, enemies.enemy_phase))] == [
        Animation.WOUND
    ]


def test_each_attack_on_a_hero_or_on_the_gate_is_shown_with_its_damage():
    scene = Scene("c: Golem x 1, Keith\nG: Gremlin x 2", heroes=("keith", "henry"))
    scene.hero("Henry").down = 1
    seen = watched(scene, enemies.enemy_phase)
    keith, gate = scene.seat("Keith"), int(scene.setup.gate_space)
    assert animations(seen) == [
        (Animation.WOUND, Enemy.GOLEM, scene.space("c"), keith, 2),
        (Animation.RAM, Enemy.GREMLIN, gate, NOWHERE, 1),
        (Animation.RAM, Enemy.GREMLIN, gate, NOWHERE, 1),
    ]
    assert [int(twin.s.gate.sum()) for twin in seen] == [9, 8, 7]


def test_who_lowers_a_tower_is_shown():
    scene = Scene("a: Boss (Morgu)\n1: Archery Tower 2")
    *_, last = animations(watched(scene, enemies.enemy_phase))
    assert last[0] == Animation.RAZE
    assert last[1] == Enemy.MORGU


def test_every_die_of_a_tower_is_shown():
    scene = Scene("a: Gremlin x 2\n1: Archery Tower 3").roll(2, 3, 6)
    scene.s.dice = 3
    action = towers.target_action(scene.s, 0, 0)
    seen = watched(scene, towers.fire, 0, action)
    assert [(shown[0], shown[4]) for shown in animations(seen)] == [
        (Animation.SHOT, 2), (Animation.SHOT, 3), (Animation.SHOT, 6),
    ]  # fmt: skip
    assert [int(twin.s.enemies) for twin in seen] == [2, 1, 0]
    assert "rolls 2 and misses Gremlin" in texts(seen)[0]
    assert "rolls 3 and hits Gremlin" in texts(seen)[1]


@pytest.mark.parametrize(("faces", "what"), [((1,), Animation.ASTRAY), ((2, 6), Animation.BOMB)])
def test_a_trebuchet_is_shown_to_hit_or_to_fire_astray(faces, what):
    scene = Scene("a: Golem x 2\n1: Trebuchet 1").roll(*faces)
    seen = watched(scene, towers.fire, 0, towers.target_action(scene.s, 0, 0))
    assert [shown[0] for shown in animations(seen)] == [what]


def test_every_die_of_a_hero_is_shown():
    scene = Scene("a: Gremlin x 2, Glorbud").roll(6, 1)
    action = scene.action("attack", "Gremlin")
    seen = watched(scene, heroes.act_with_hero, scene.seat("Glorbud"), action)
    assert [(shown[0], shown[4]) for shown in animations(seen)] == [
        (Animation.FIGHT, 6),
        (Animation.FIGHT, 1),
    ]


def test_a_hero_is_shown_on_its_way():
    scene = Scene("c: Henry")
    action = scene.action("go", "f")
    seen = watched(scene, heroes.act_with_hero, scene.seat("Henry"), action)
    assert [shown[:3] for shown in animations(seen)] == [
        (Animation.WAY, scene.seat("Henry"), scene.space(label)) for label in ("d", "e")
    ]


def test_an_event_card_is_shown_before_and_after_it_takes_effect():
    scene = Scene("", deck=("Gremlin x 4", "Wait"))
    seen = watched(scene, enemies.event_phase)
    assert [(shown[0], shown[2]) for shown in animations(seen)] == [
        (Animation.CARD, 0),
        (Animation.CARD, 0),
    ]
    assert [twin.count("Gremlin") for twin in seen] == [0, 4]
    assert "Gremlin ×4" in texts(seen)[0]


def test_without_a_watcher_nothing_is_noted():
    scene = Scene("c: Gremlin x 3, Keith\n1: Archery Tower 2")
    enemies.enemy_phase(scene.setup, scene.s)
    assert not any(scene.s.animation.item())


def halted(scene, what, by=0, at=3, target=0, value=1):
    scene.s.halt = HALTED
    scene.s.animation = (what, by, at, target, value)
    return draw(scene.setup, scene.s, tile=TILE)


def map_part(scene, picture):
    """The map without the headline and the panel."""
    plan = scenery(scene.setup.tobytes(), TILE)
    return picture[plan.cell // 2 :, : plan.panel]


@pytest.mark.parametrize(
    "what", [shown for shown in Animation if shown not in (Animation.CARD, Animation.WAY)]
)
def test_every_animation_on_the_map_shows_there(what):
    scene = Scene("c: Gremlin x 2\n1: Archery Tower 2\n2: Bombers 1")
    before = draw(scene.setup, scene.s, tile=TILE)
    after = halted(scene, what)
    shown = (map_part(scene, before) != map_part(scene, after)).any(axis=2)
    assert shown.sum() > 100


@pytest.mark.parametrize("what", Animation)
def test_every_animation_has_a_headline_of_its_own(what):
    scene = Scene("c: Gremlin x 2\n1: Archery Tower 2\n2: Bombers 1")
    quiet = headline(scene.setup, scene.s)
    halted(scene, what)
    assert headline(scene.setup, scene.s) != quiet


def test_a_hit_looks_different_from_a_miss():
    scene = Scene("c: Gremlin x 2\n1: Archery Tower 2")
    looks = [map_part(scene, halted(scene, Animation.SHOT, value=value)) for value in (2, 3)]
    assert (looks[0] != looks[1]).any(axis=2).sum() > 100


def test_the_drawn_card_lies_on_top_of_the_deck():
    scene = Scene("", deck=("Gremlin x 4", "Wait"))
    scene.s.drawn = 1
    before = halted(scene, Animation.WAY)
    after = halted(scene, Animation.CARD, at=0)
    panel = scenery(scene.setup.tobytes(), TILE).panel
    assert (before[:, panel:] != after[:, panel:]).any()
    assert np.array_equal(map_part(scene, before), map_part(scene, after))
