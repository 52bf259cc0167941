"""What the rover has in sight, remembers and carries, in words."""

from cogarena.envs.rover.descriptions import (
    in_sight,
    in_view,
    kind_notes,
    legend,
    module_notes,
    remembered,
    sector,
    window,
)
from cogarena.envs.rover.human import HUMAN
from cogarena.envs.rover.state import ACTIONS, AFFECTED
from cogarena.envs.rover.tables import Kind
from cogarena.envs.rover.text import action_text
from cogarena.envs.rover.vision import remember_change
from support.scenes.rover import EAST, Scene


def test_an_entity_in_sight_is_told_with_its_place_condition_and_abilities():
    scene = Scene("@.p").give("p", integrity=3)
    assert in_sight(scene.s) == [
        "m PropRove 2 east: hostile, integrity 3/5, shielding 1/1, data 1; "
        "damage 4, up to 1 away, energy 10/10"
    ]


def test_entities_are_told_from_the_nearest_on():
    told = in_sight(Scene("p..@.p").s)
    assert [line.split(":")[0] for line in told] == ["m PropRove 2 east", "m PropRove 3 west"]


def test_an_entity_behind_rocks_is_not_told():
    assert in_sight(Scene("@^p").s) == ["nobody in sight"]


def test_what_ails_an_entity_is_told():
    told = in_sight(Scene("@.p").give("p", stalled=AFFECTED, shorted=AFFECTED).s)
    assert "data 1, stalled, shorted;" in told[0]


def test_a_peaceful_entity_is_told_as_such():
    assert "peaceful" in in_sight(Scene("@.p").peaceful("p").s)[0]


def test_flora_is_harmless():
    assert in_sight(Scene("@.f").s)[0].endswith("; harmless")


def test_a_damaged_wall_is_told_and_a_whole_one_is_not():
    scene = Scene("@#")
    assert in_sight(scene.s) == ["nobody in sight"]
    scene.s.wall[1, 2] = 7
    remember_change(scene.s, 2, 1)
    assert in_sight(scene.s) == ["# damaged wall 1 east: integrity 7/20"]


def test_places_are_told_with_their_prices_from_the_nearest_on():
    scene = Scene("O.@P*+F", chassis=Kind.POLYETHYLENE)
    assert remembered(scene.setup, scene.s) == [
        "P drop pod 1 east",
        "O Observatory (3 data, shows the whole map) 2 west",
        "* module cache 2 east",
        "+ hull repair 3 east",
        "F Foundry (15 data, builds the next chassis) 4 east",
    ]


def test_what_a_cache_holds_is_not_told():
    one, other = (Scene("@*", cache=cache) for cache in ("Gas Laser", "Ohm Probe"))
    assert HUMAN.panels(one.setup, one.s, 0) == HUMAN.panels(other.setup, other.s, 0)


def test_places_that_were_never_seen_are_not_told():
    scene = Scene("@^P")
    assert remembered(scene.setup, scene.s) == []


def test_modules_of_slots_and_bag_are_explained_once():
    scene = Scene("@", slots=("Gas Laser", "Gas Laser"), bag=("Repair Kit",))
    assert list(module_notes(scene.s)) == [
        "Gas Laser: ranged 2: damage 1+2, cost 2",
        "Repair Kit: internal: repair 2, cost 2",
    ]


def test_kinds_in_sight_are_explained_with_all_their_modules():
    assert list(kind_notes(Scene("@.p.p").s)) == [
        "PropRove: machine, Magnetic Piston (local: damage 1+3), sensitivity 6"
    ]


def test_equal_modules_are_told_apart_by_their_numbers():
    scene = Scene("@.p", slots=("Gas Laser", "Gas Laser"), bag=("Ohm Probe", "Ohm Probe"))

    def said(name, *index):
        return action_text(scene.setup, scene.s, ACTIONS.number(name, *index))

    assert said("aim", 1, EAST) == "use Gas Laser 2 east"
    assert said("install", 1, 0) == "install Ohm Probe 2 in slot 1"
    assert said("drop", 0) == "throw Ohm Probe 1 away"
    assert said("remove", 1) == "remove Gas Laser 2"


def test_the_window_tells_what_is_in_sight_and_what_is_only_remembered():
    scene = Scene("...@.")
    assert in_view(scene.setup, scene.s) == []
    scene.s.sight[:] = 0
    lines = in_view(scene.setup, scene.s)
    assert "-" in lines[6]
    assert "o" not in "".join(lines[1:])


def test_the_remembered_sector_is_told_if_the_window_does_not_show_it_all():
    scene = Scene("@" + "." * 12)
    assert sector(scene.setup, scene.s) == []
    scene.move(*[EAST] * 11)
    lines = sector(scene.setup, scene.s)
    assert lines[0] == "The sector as remembered, from 0, 0 to 14, 2:"
    assert lines[2] == "^...........@.^"


def test_every_sign_of_the_window_is_in_the_legend():
    scene = Scene("~T#_x\n.@,PF\n+*Rpg\n%fO..", slots=("Gas Laser",))
    explained = {entry[0] for line in legend() for entry in line.split(" · ")}
    assert set("".join(window(scene.setup, scene.s))) - {" "} <= explained


def test_the_task_names_what_counts():
    scene = Scene("@", max_turns=9)
    assert "have 9 turns" in HUMAN.task(scene.setup)
