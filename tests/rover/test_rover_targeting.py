"""Whom modules reach, and how often they miss (V17–V19)."""

from math import sqrt

import pytest

from cogarena.envs.rover.effects import hits
from cogarena.envs.rover.layout import Own
from cogarena.envs.rover.modules import NUMBER
from cogarena.envs.rover.state import Event
from cogarena.envs.rover.tables import KIND, Kind
from support.scenes.rover import EAST, NORTH, SOUTH, WEST, Scene

ROLLS = 100_000


def test_v17_internal_modules_need_no_target():
    assert Scene("@", slots=("Gas Generator",)).can("activate", 0)


def test_v17_internal_modules_and_steps_roll_no_dice():
    scene = Scene("@.", slots=("Gas Generator",))
    dice = scene.s.rng
    assert scene.activate().move(EAST).s.rng == dice


def test_v17_internal_modules_touch_nobody_else():
    scene = Scene("c@", slots=("Repair Kit",)).activate()
    assert scene.condition("c") == (8, 2, 1)


def test_v17_a_burst_needs_no_target():
    scene = Scene("@", slots=("Area Charge",))
    assert scene.activate().log == []


def test_v17_a_burst_hits_every_entity_within_range_diagonals_too():
    scene = Scene("f...f\n.f.f.\nf.@.f\n.f.f.\nf...f", slots=("Area Charge",)).activate()
    assert [entity.integrity for entity in scene.all("f")] == [0] * 10


def test_v17_a_burst_goes_row_by_row():
    scene = Scene("cc.\n.@c\nc..", slots=("Actuated Shield",)).activate()
    assert [who for _, who, _ in scene.log] == [1, 2, 3, 4]


def test_v17_a_burst_hits_nobody_beyond_its_range():
    scene = Scene("f...\n....\n....\n...@", slots=("Area Charge",)).activate()
    assert scene.entity("f").integrity == 4


def test_v17_nothing_shields_from_a_burst():
    scene = Scene("c#@~c", slots=("Area Charge",)).activate()
    assert [entity.integrity for entity in scene.all("c")] == [4, 4]


def test_v17_a_burst_hits_walls():
    scene = Scene("#.@", slots=("Area Charge",)).activate()
    assert scene.s.wall[1, 1] == 14


def test_v17_a_burst_never_hits_the_rover():
    assert Scene("c@c", slots=("Area Charge",)).activate().condition()[:2] == (20, 6)


def test_v17_a_burst_never_misses_and_rolls_no_dice():
    scene = Scene("4@", slots=("Area Charge",)).peaceful("4")
    dice = scene.s.rng
    scene.activate()
    assert scene.condition("4")[:2] == (15, 0)
    assert scene.s.rng == dice


def test_v17_a_burst_does_not_care_for_the_toggle():
    scene = Scene("f@", slots=("Area Charge",)).activate()
    assert (scene.s.all_targets, scene.entity("f").integrity) == (0, 0)


def test_v17_a_burst_at_the_edge_of_the_sector_stays_inside():
    scene = Scene("@f", slots=("Raman Generator",), map_size=20).activate()
    assert scene.entity("f").integrity == 1


def test_v17_bursts_of_others_hit_each_other_but_not_themselves():
    scene = Scene("c.u@").wait()
    assert scene.condition("u")[:2] == (12, 3)
    assert scene.condition("c")[:2] == (5, 0)
    assert scene.rover.shielding == 1


@pytest.mark.parametrize(("direction", "hit"), [(NORTH, 0), (WEST, 1), (EAST, 2), (SOUTH, 3)])
def test_v18_a_local_module_acts_on_the_neighbour_moved_towards(direction, hit):
    scene = Scene(".f.\nf@f\n.f.", slots=("Magnetic Piston",)).at_all().move(direction)
    assert [entity.integrity for entity in scene.all("f")] == [
        1 if i == hit else 4 for i in range(4)
    ]
    assert scene.at() == (2, 2)


def test_v18_no_local_module_reaches_a_diagonal():
    scene = Scene("f^f\n^@^\nf^f", slots=("Magnetic Piston",)).at_all()
    assert not any(scene.can("move", direction) for direction in range(4))


def test_v18_a_bump_needs_a_local_module():
    assert not Scene("@f", slots=("Gas Laser", "Area Charge")).at_all().can("move", EAST)


def test_v18_the_first_slot_is_selected_at_the_start():
    assert Scene("@", slots=("Sonic Module", "Ohm Probe")).s.selected == 0


def test_v18_the_selected_slots_module_acts_on_a_bump():
    scene = Scene("@c", slots=("Sonic Module", "Ohm Probe")).at_all().turn("select", 1).move(EAST)
    assert scene.log == [(Event.ANALYZED, 1, 1)]
    assert [scene.s.slots[i].durability for i in range(2)] == [35, 29]


def test_v18_the_selection_stays_until_another_is_made():
    scene = Scene("@c", slots=("Sonic Module", "Ohm Probe")).at_all().turn("select", 1)
    scene.move(EAST, EAST)
    assert scene.s.slots[1].durability == 28
    assert scene.turn("select", 0).move(EAST).s.slots[0].durability == 34


def test_v18_selecting_takes_no_turn():
    scene = Scene("@..p", slots=("Sonic Module", "Ohm Probe")).give("@", stalled=1)
    scene.turn("select", 1)
    assert (scene.s.turn, scene.at("p"), scene.rover.energy) == (1, (4, 1), 100)
    assert scene.rover.stalled == 1


def test_v18_selecting_is_possible_once_a_turn_besides_the_toggle():
    scene = Scene("@..", slots=("Sonic Module", "Ohm Probe")).turn("select", 1)
    assert not scene.can("select", 0)
    assert scene.can("toggle")
    assert scene.wait().can("select", 0)


def test_v18_slots_with_another_local_module_can_be_selected():
    slots = ("Sonic Module", "Gas Laser", "Ohm Probe")
    scene = Scene("@", slots=slots, chassis=Kind.ALUMINUM)
    assert [scene.can("select", slot) for slot in range(3)] == [False, False, True]


def test_v18_a_selected_slot_without_a_local_module_leaves_the_bump_to_the_first_that_has_one():
    slots = ("Gas Laser", "Ohm Probe", "Sonic Module")
    scene = Scene("@c", slots=slots, chassis=Kind.ALUMINUM).at_all().turn("select", 2)
    scene.s.slots[2].module = scene.s.slots[2].durability = 0
    assert scene.move(EAST).s.slots[1].durability == 29


def test_v18_a_selected_module_that_cannot_be_paid_leaves_the_bump_to_the_first_that_can():
    scene = Scene("@c", slots=("Ohm Probe", "Quantumn Probe")).at_all().turn("select", 1)
    assert scene.give("@", energy=5).move(EAST).s.slots[0].durability == 29


@pytest.mark.parametrize("slot", range(3))
def test_v18_the_observation_shows_the_selected_slot(slot):
    scene = Scene("@")
    scene.s.selected = slot
    shown = scene.seen.own[[Own.SELECTED_1, Own.SELECTED_2, Own.SELECTED_3]]
    assert shown.tolist() == [float(i == slot) for i in range(3)]


def test_v18_of_several_local_modules_the_first_slots_is_used():
    scene = Scene("@c", slots=("Ohm Probe", "Sonic Module")).at_all().move(EAST)
    assert scene.happened(Event.ANALYZED) == [1]
    assert [scene.s.slots[i].durability for i in range(2)] == [29, 35]
    other = Scene("@c", slots=("Sonic Module", "Ohm Probe")).at_all().move(EAST)
    assert other.happened(Event.HIT) == [3]


def test_v18_a_slot_without_a_local_module_is_passed_over():
    scene = Scene("@c", slots=("Gas Laser", "Ohm Probe")).at_all().move(EAST)
    assert scene.s.slots[1].durability == 29


def test_v18_a_local_module_that_cannot_be_paid_is_passed_over():
    scene = Scene("@c", slots=("Quantumn Probe", "Ohm Probe")).at_all().give("@", energy=5)
    assert scene.move(EAST).happened(Event.HIT) == []
    assert scene.s.slots[1].durability == 29


@pytest.mark.parametrize(("sign", "bumped"), [("p", True), ("1", True), ("g", False), ("f", False),
                                              ("r", False), ("#", False)])  # fmt: skip
def test_v18_local_modules_act_on_hostile_entities_only(sign, bumped):
    assert Scene(f"@{sign}", slots=("Sonic Module",)).can("move", EAST) == bumped


@pytest.mark.parametrize("sign", "p1gfr#")
def test_v18_after_the_toggle_local_modules_act_on_all(sign):
    scene = Scene(f"@{sign}", slots=("Sonic Module",)).turn("toggle")
    assert scene.can("move", EAST)


def test_v18_the_toggle_goes_back():
    scene = Scene("@f", slots=("Sonic Module",)).turn("toggle").wait().turn("toggle")
    assert not scene.can("move", EAST)


def test_v18_fauna_that_was_hurt_counts_as_hostile():
    scene = Scene("@g", slots=("Sonic Module",)).at_all().move(EAST)
    scene.s.all_targets = 0
    assert scene.can("move", EAST)


@pytest.mark.parametrize(("roll", "hit"), [(3, False), (4, True)])
def test_v18_local_modules_add_1d20_to_sensitivity(roll, hit):
    scene = Scene("@4", slots=("Sonic Module",)).at_all().peaceful("4").roll(f"d20={roll}")
    assert (scene.move(EAST).happened(Event.HIT) == [3]) == hit


@pytest.mark.parametrize(("roll", "hit"), [(3, False), (4, True)])
def test_v18_machines_roll_likewise(roll, hit):
    scene = Scene("@p").roll(f"d20={roll}").wait()
    assert (scene.rover.shielding == 2) == hit


@pytest.mark.parametrize(("roll", "hit"), [(3, False), (4, True)])
def test_v19_ranged_modules_add_1d12_to_sensitivity(roll, hit):
    scene = Scene("@.4", slots=("Gas Laser",)).peaceful("4").roll(f"d12={roll}")
    assert (scene.aim(EAST).happened(Event.HIT) == [3]) == hit


@pytest.mark.parametrize(("roll", "hit"), [(3, False), (4, True)])
def test_v19_piercing_modules_add_1d6_to_sensitivity(roll, hit):
    scene = Scene("@.4", slots=("Plasma Railgun",)).peaceful("4").roll(f"d6={roll}")
    assert (scene.aim(EAST).happened(Event.HIT) == [4]) == hit


@pytest.mark.parametrize(
    ("drawing", "direction"),
    [("@.f", EAST), ("f.@", WEST), ("f\n.\n@", NORTH), ("@\n.\nf", SOUTH)],
)
def test_v19_ranged_modules_are_aimed_in_four_directions(drawing, direction):
    scene = Scene(drawing, slots=("Gas Laser",))
    assert [scene.can("aim", 0, way) for way in range(4)] == [way == direction for way in range(4)]
    assert scene.aim(direction).entity("f").integrity == 1


def test_v19_a_ranged_module_acts_on_the_first_entity_alone():
    scene = Scene("@.fff", slots=("Magnetic Sniper",)).aim(EAST)
    assert [entity.integrity for entity in scene.all("f")] == [1, 4, 4]


def test_v19_a_ranged_module_that_misses_the_first_does_not_go_on():
    scene = Scene("@4f", slots=("Magnetic Sniper",)).peaceful("4").roll("d12=1").aim(EAST)
    assert scene.entity("f").integrity == 4


def test_v19_a_ranged_module_does_not_care_for_the_toggle():
    assert Scene("@.f", slots=("Gas Laser",)).can("aim", 0, EAST)


def test_v19_a_piercing_module_acts_on_every_entity_within_range():
    scene = Scene("@f.fff", slots=("Helical Railgun",)).aim(EAST)
    assert [entity.integrity for entity in scene.all("f")] == [0, 0, 4, 4]


def test_v19_a_piercing_module_rolls_for_each_target():
    scene = Scene("@444", slots=("Helical Railgun",)).peaceful("4").roll("d6=3", "d6=4", "d6=2")
    scene.aim(EAST)
    assert [entity.shielding for entity in scene.all("4")] == [3, 0, 3]


@pytest.mark.parametrize("sign", "~T^")
@pytest.mark.parametrize("module", ["Magnetic Sniper", "Ionized Detector"])
def test_v19_blocking_terrain_stops_shots(sign, module):
    assert not Scene(f"@.{sign}f", slots=(module,)).can("aim", 0, EAST)


def test_v19_blocking_terrain_ends_a_piercing_shot_after_its_first_target():
    scene = Scene("@fTf", slots=("Ionized Detector",)).aim(EAST)
    assert [entity.integrity for entity in scene.all("f")] == [1, 4]


def test_v19_a_wall_is_a_target():
    scene = Scene("@.#f", slots=("Magnetic Sniper",)).aim(EAST)
    assert (scene.s.wall[1, 3], scene.entity("f").integrity) == (17, 4)


def test_v19_a_piercing_shot_goes_through_walls():
    scene = Scene("@.#f", slots=("Ionized Detector",)).aim(EAST)
    assert (scene.s.wall[1, 3], scene.entity("f").integrity) == (17, 1)


@pytest.mark.parametrize("module", ["Magnetic Sniper", "Ionized Detector"])
def test_v19_a_wall_is_never_missed(module):
    die = "d12=1" if module == "Magnetic Sniper" else "d6=1"
    scene = Scene("@.#", slots=(module,)).roll(die).aim(EAST)
    assert scene.s.wall[1, 3] == 17


@pytest.mark.parametrize(("away", "in_sight"), [(5, True), (6, False)])
def test_v19_the_rover_fires_at_what_it_has_in_sight_even_if_more_is_in_range(away, in_sight):
    column = "\n".join(["@", *"." * (away - 1), "f"])
    assert Scene(column, slots=("Zenith Generator",)).can("aim", 0, SOUTH) == in_sight


def test_v19_a_piercing_shot_hits_beyond_the_sight_of_the_rover():
    scene = Scene("@\nf\n.\n.\n.\n.\nf", slots=("Gas Railgun",)).aim(SOUTH)
    assert [entity.integrity for entity in scene.all("f")] == [0, 0]


def test_v19_things_are_no_targets():
    assert not Scene("@%+*P", slots=("Magnetic Sniper",)).can("aim", 0, EAST)


@pytest.mark.parametrize(("away", "strikes"), [(2, True), (3, False)])
def test_v19_the_range_of_machines_is_exact(away, strikes):
    scene = Scene("@" + "." * (away - 1) + "s").roll("d12=12").wait()
    assert (scene.rover.shielding < 6) == strikes


def test_v19_machines_do_not_shoot_through_walls_or_each_other():
    assert Scene("@#s").roll("d12=12").wait().rover.shielding == 6
    assert Scene("@fs").roll("d12=12").wait().rover.shielding == 6
    assert Scene("@~s").roll("d12=12").wait().rover.shielding == 6


def test_v19_machines_pierce_each_other_and_walls():
    scene = Scene("@fm").roll("d6=6", "d6=6").wait()
    assert (scene.entity("f").integrity, scene.rover.shielding) == (1, 3)
    walled = Scene("@#m").give("m", alert=5).roll("d6=6", "d6=6").wait()
    assert (walled.s.wall[1, 2], walled.rover.shielding) == (17, 3)


CHANCES = [
    ("Sonic Module", Kind.POLYETHYLENE, "4", 20),
    ("Sonic Module", Kind.POLYETHYLENE, "r", 20),
    ("Sonic Module", Kind.ALUMINUM, "4", 20),
    ("Gas Laser", Kind.POLYETHYLENE, "4", 12),
    ("Gas Laser", Kind.POLYETHYLENE, "b", 12),
    ("Gas Laser", Kind.TITANIUM, "4", 12),
    ("Plasma Railgun", Kind.POLYETHYLENE, "m", 6),
    ("Plasma Railgun", Kind.POLYETHYLENE, "r", 6),
    ("Plasma Railgun", Kind.POLYETHYLENE, "p", 6),
]


def check_rate(scene, by, module, target, chance):
    shown = sum(bool(hits(scene.s, by, NUMBER[module.lower()], target)) for _ in range(ROLLS))
    assert abs(shown - ROLLS * chance) <= 4 * sqrt(ROLLS * chance * (1 - chance))


def chance_of(mine, its, sides):
    """How many of the die's faces reach the target's sensitivity."""
    return sum(mine + face >= its for face in range(1, sides + 1)) / sides


@pytest.mark.parametrize(("module", "chassis", "sign", "sides"), CHANCES)
def test_v19_modules_hit_as_often_as_the_formula_says(module, chassis, sign, sides):
    scene = Scene(f"@{sign}", chassis=chassis)
    its = int(KIND[scene.entity(sign).kind].sensitivity)
    check_rate(scene, 0, module, 1, chance_of(int(KIND[chassis].sensitivity), its, sides))


@pytest.mark.parametrize(
    ("sign", "module", "chassis", "sides"),
    [("p", "Magnetic Piston", Kind.POLYETHYLENE, 20), ("s", "Gas Laser", Kind.TITANIUM, 12),
     ("p", "Magnetic Piston", Kind.TITANIUM, 20), ("d", "Slashing Displacer", Kind.TITANIUM, 6)],
)  # fmt: skip
def test_v19_machines_hit_as_often_as_the_formula_says(sign, module, chassis, sides):
    scene = Scene(f"@{sign}", chassis=chassis)
    mine = int(KIND[scene.entity(sign).kind].sensitivity)
    check_rate(scene, 1, module, 0, chance_of(mine, int(KIND[chassis].sensitivity), sides))
