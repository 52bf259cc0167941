"""What the log tells of a turn (V29)."""

from collections import Counter
from math import ceil

import pytest

from cogarena.envs.rover import text
from cogarena.envs.rover.modules import EMPTY, MODULE, MODULES, Targeting
from cogarena.envs.rover.state import ENTITIES, LOG, ROVER, Event
from cogarena.envs.rover.tables import KIND, Kind, Nature
from support.scenes.rover import EAST, Scene

BURSTER, FOREMAN = 1, 1  # the only other entity of a scene
OTHERS = [kind for kind in Kind if KIND[kind].nature != Nature.ROVER]


def told(scene):
    return text.told(scene.setup, scene.s)


def cracked(drawing, left, **kit):
    """A scene whose walls have so much integrity left."""
    scene = Scene(drawing, **kit)
    scene.s.wall[scene.s.wall > 0] = left
    return scene


def test_v29_a_wall_that_a_machine_broke_is_told_as_its_deed():
    scene = cracked("#.u@", 5).wait()
    assert (Event.WALL_BROKEN, BURSTER, 1) in scene.log
    assert "walls broken by Burster: 1" in told(scene)


def test_v29_a_wall_that_the_rover_broke_is_told_as_its_deed():
    scene = cracked("@#", 3, slots=("Sonic Module",)).at_all().move(EAST)
    assert scene.log == [(Event.WALL_BROKEN, ROVER, 1)]
    assert "walls broken by rover: 1" in told(scene)


def test_v29_walls_that_break_by_one_module_are_counted():
    scene = cracked("#.@#", 6, slots=("Area Charge",)).activate()
    assert scene.log == [(Event.WALL_BROKEN, ROVER, 2)]


def test_v29_walls_are_counted_for_each_culprit():
    scene = cracked("##u@u##", 5).wait()
    broken = [entry for entry in scene.log if entry[0] == Event.WALL_BROKEN]
    assert broken == [(Event.WALL_BROKEN, 1, 2), (Event.WALL_BROKEN, 2, 2)]


def test_v29_a_factory_that_a_machine_shut_is_told_as_its_deed():
    scene = Scene("1.u@").give("1", integrity=1, shielding=0).peaceful("1").wait()
    assert [who for event, who, _ in scene.log if event == Event.FACTORY_SHUT] == [2]


def test_v29_data_that_a_machine_steals_are_told():
    scene = Scene("@1").give("@", datum=3).roll("d20=20").wait()
    assert scene.log == [(Event.STOLEN, FOREMAN, 1), (Event.HIT, ROVER, 3)]
    assert told(scene)[0] == "Foreman steals 1 data"


def test_v29_a_machine_that_finds_no_data_steals_none():
    scene = Scene("@1").give("@", datum=0).roll("d20=20").wait()
    assert scene.log == [(Event.HIT, ROVER, 3)]


# As many entities as a planet can hold, found by search for the most events in one turn.
CROWDS = {
    "bursters and relics": """
rurruuruuuur
ruruuuuruuru
uurrrrruuruu
uuuuurururuu
rrruur@uurur
urruuuuruuur
uuurruruurur
rrrrurrruuuu
""",
    "bursters and blinkers": """
uubuuuuubuub
bbbbbbbuubub
ubuubbubuubb
buubuuuuuuub
uubbbb@ububu
bbbuuuubuuuu
bubbbubuubuu
buubuubbbuuu
""",
}


def toughness(entity):
    return int(entity.integrity) + int(entity.shielding)


@pytest.mark.parametrize("drawing", CROWDS.values(), ids=CROWDS)
def test_v29_the_log_holds_a_turn_in_which_everything_bursts(drawing):
    scene = Scene(drawing, slots=("Raman Generator",), chassis=Kind.TITANIUM)
    assert scene.s.count == ENTITIES
    before = [toughness(scene.s.entities[e]) for e in range(ENTITIES)]
    scene.activate()
    damage, destroyed = Counter(), []
    for event, who, value in scene.log:
        if event == Event.HIT:
            damage[who] += value
        elif event == Event.DESTROYED:
            destroyed.append(who)
    for e in range(ENTITIES):
        entity = scene.s.entities[e]
        assert destroyed.count(e) == (entity.integrity == 0)
        lost = before[e] - toughness(entity)
        assert damage[e] == lost or (entity.integrity == 0 and damage[e] > lost)
    assert 200 < scene.s.logged < LOG


def squares(module):
    """How many squares a module acts on at most."""
    row = MODULE[module]
    if row.targeting == Targeting.BURST:
        return (2 * int(row.reach) + 1) ** 2 - 1
    return {Targeting.INTERNAL: 0, Targeting.PIERCING: int(row.reach)}.get(row.targeting, 1)


def most_events(module):
    """The most events of one use, without wrecks: for its user, on each target, what is found."""
    row = MODULE[module]
    own, effects = ("repair", "shield", "generate"), ("analyze", "short", "stall", "damage")
    on_targets = squares(module) * sum(row[name] > 0 for name in effects) + 2 * int(row.teleport)
    return 1 + sum(row[name] > 0 for name in own) + on_targets


def bursts(kind):
    return [m for m in KIND[kind].tools if m != EMPTY and MODULE[m].targeting == Targeting.BURST]


def most_of_others(kind):
    """The most events of an entity's own module; a burst's hits on others are counted as theirs."""
    if bursts(kind):
        return 4  # is used, hits the rover, damages walls and breaks them
    return max((most_events(m) for m in KIND[kind].tools if m != EMPTY), default=0)


def most_burst_hits(kind):
    """How many bursts of machines an entity stands, its own repairs of the turn included."""
    weakest = min(int(MODULE[m].damage) + int(KIND[by].power) for by in OTHERS for m in bursts(by))
    mended = max(int(MODULE[m].repair) + int(MODULE[m].shield) for m in KIND[kind].tools)
    return ceil((int(KIND[kind].integrity) + int(KIND[kind].shielding) + mended) / weakest)


def test_v29_the_log_has_room_for_the_most_that_can_happen_in_a_turn():
    roaming = [kind for kind in OTHERS if KIND[kind].nature != Nature.WARDEN]
    wardens = [kind for kind in OTHERS if KIND[kind].nature == Nature.WARDEN]
    others = ENTITIES - 1
    # Walls damaged and broken, a module worn out, the pod.
    own = max(most_events(module) for module in range(1, MODULES + 1)) + 4
    acts = (others - 1) * max(map(most_of_others, roaming)) + max(map(most_of_others, wardens))
    hits = others * max(map(most_burst_hits, OTHERS))
    wrecks = ENTITIES + 1  # and a factory that shuts
    assert own + acts + hits + wrecks <= LOG
