"""Each of the 90 modules used once: what it does is its row of the table, no more and no less."""

import pytest

from cogarena.envs.rover.modules import MODULE, MODULES, NAMES, Targeting
from cogarena.envs.rover.state import Event
from cogarena.envs.rover.tables import KIND, Kind
from support.scenes.rover import EAST, Scene

INTERNAL, BURST, LOCAL, RANGED, PIERCING, _ = Targeting
DICE = {LOCAL: 20, RANGED: 12, PIERCING: 6}
POWER = int(KIND[Kind.POLYETHYLENE].power)
RELIC_DATA = int(KIND[Kind.RELIC].datum)
TARGET = {"integrity": 100, "shielding": 0}
NUMBERS = range(1, MODULES + 1)
AIMED = [number for number in NUMBERS if MODULE[number].targeting in DICE]

PRINTED_SUMS = {
    "cost": 315, "reach": 182, "generate": 190, "damage": 136, "repair": 18, "shield": 22,
    "stall": 13, "short": 10, "analyze": 24, "teleport": 7,
}  # fmt: skip


def name(number):
    return NAMES[number].replace(" ", "_").lower()


def scene_for(number, target):
    """The target at the very end of the module's range: the rover begins at (1, 1)."""
    row = MODULE[number]
    if row.targeting == INTERNAL:
        drawing = f"@{target}"
    elif row.targeting == BURST:
        empty = "." * (row.reach + 1)
        drawing = "\n".join(["@" + empty[1:], *[empty] * (row.reach - 1), empty[1:] + target])
    else:
        drawing = "@" + "." * (row.reach - 1) + target
    scene = Scene(drawing, slots=("Broken Gear", NAMES[number])).at_all().peaceful(target)
    return scene.give("@", integrity=10, shielding=1, energy=50)


def use(scene, number):
    targeting = MODULE[number].targeting
    if targeting in (INTERNAL, BURST):
        return scene.activate(1)
    return scene.move(EAST) if targeting == LOCAL else scene.aim(EAST, 1)


def expected_events(row):
    if row.targeting == INTERNAL:
        return []
    damage = [(Event.HIT, 1, row.damage + POWER)] if row.damage else []
    analyzed = [(Event.ANALYZED, 1, min(row.analyze, RELIC_DATA))] if row.analyze else []
    return [
        *[(Event.TELEPORTED, 0, 1)] * row.teleport,
        *analyzed,
        *[(Event.SHORTED, 1, 0)] * row.short,
        *[(Event.STALLED, 1, 0)] * row.stall,
        *damage,
    ]


def expected_condition(row):
    return 10 + row.repair, min(1 + row.shield, 6), 50 - row.cost + row.generate


@pytest.mark.parametrize("number", NUMBERS, ids=name)
def test_v12_a_module_does_what_its_row_says(number):
    row = MODULE[number]
    scene = scene_for(number, "r").give("r", **TARGET)
    there = scene.at("r")
    if row.targeting in DICE:
        sides = DICE[row.targeting]
        scene.roll(f"d{sides}={sides}")
    use(scene, number)
    hit = row.targeting != INTERNAL
    taken = min(row.analyze, RELIC_DATA) if hit else 0
    assert scene.log == expected_events(row)
    assert scene.condition() == expected_condition(row)
    assert scene.entity("r").integrity == 100 - (row.damage + POWER if row.damage and hit else 0)
    assert (scene.rover.datum, scene.entity("r").datum) == (taken, RELIC_DATA - taken)
    places = [(1, 1), there]
    assert [scene.at(), scene.at("r")] == (places[::-1] if row.teleport else places)
    assert scene.s.slots[1].durability == max(40 - 5 * row.cost, 10) - 1


@pytest.mark.parametrize("number", AIMED, ids=name)
def test_v19_a_module_that_misses_costs_energy_and_durability_and_leaves_the_target_alone(number):
    row = MODULE[number]
    scene = scene_for(number, "4").roll(f"d{DICE[row.targeting]}=1")
    target, place = scene.entity("4").tolist(), scene.at()
    use(scene, number)
    assert scene.log == [(Event.MISSED, 0, number)]
    assert scene.condition() == expected_condition(row)
    assert scene.entity("4").tolist() == target
    assert scene.at() == place
    assert scene.s.slots[1].durability == row.durability - 1


@pytest.mark.parametrize("number", [n for n in AIMED if MODULE[n].targeting != LOCAL], ids=name)
def test_v19_one_square_beyond_the_range_there_is_no_target(number):
    scene = Scene("@" + "." * MODULE[number].reach + "f", slots=(NAMES[number],))
    assert not scene.can("aim", 0, EAST)


@pytest.mark.parametrize("number", [n for n in NUMBERS if MODULE[n].targeting == BURST], ids=name)
def test_v17_one_square_beyond_the_range_a_burst_hits_nobody(number):
    reach = int(MODULE[number].reach)
    scene = Scene("@" + "." * reach + "f", slots=(NAMES[number],)).activate()
    assert scene.log == []


def test_v9_the_columns_of_the_module_table_sum_up_as_printed():
    rows = MODULE[1 : MODULES + 1]
    assert {column: int(rows[column].sum()) for column in PRINTED_SUMS} == PRINTED_SUMS
    classes = [int((rows["targeting"] == targeting).sum()) for targeting in list(Targeting)[:5]]
    assert classes == [16, 6, 23, 38, 7]
