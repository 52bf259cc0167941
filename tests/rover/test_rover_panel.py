import pytest

from cogarena.envs.core.draw.canvas import SMALLEST_TEXT, text_width
from cogarena.envs.rover.modules import MODULES, NAMES, NUMBER, SPARE
from cogarena.envs.rover.panel import BADGE, MAP, MARGIN, NOTE, WIDTH, effect, line_height, minimap
from cogarena.envs.rover.render import window_area
from cogarena.envs.rover.state import BAG, LOG, REACH_X, REACH_Y, SLOTS, Event, Outcome
from cogarena.envs.rover.tables import KIND, Kind
from support.pictures import assert_all_differ, assert_only_in, differing
from support.scenes.rover_pictures import (
    GROUND,
    ROVER_AT,
    TILE,
    Scene,
    event_lines,
    headline,
    panel,
    some_tiles,
    square,
)


@pytest.mark.parametrize("field", ["energy", "shielding", "datum"])
def test_a_bar_grows_with_its_value(field):
    scene = Scene()
    lengths = []
    most = int(KIND[Kind.POLYETHYLENE][field])
    scene.rover[field] = 0
    before = scene.draw()
    for value in (most // 3, most // 2, most):
        scene.rover[field] = value
        after = scene.draw()
        assert_only_in(before, after, panel())
        lengths.append(differing(before, after))
    assert lengths == sorted(set(lengths))


def test_integrity_moves_its_bar_in_the_panel_and_the_one_above_the_rover():
    scene = Scene()
    before = scene.draw()
    scene.rover.integrity -= 5
    assert_only_in(before, scene.draw(), square(ROVER_AT), panel())


PANEL_CHANGES = {
    "another module": lambda scene: scene.install("Area Charge"),
    "a use less": lambda scene: scene.install("Gas Laser", uses=19),
    "an empty slot": lambda scene: setattr(scene.s.slots[0], "module", 0),
    "a second slot": lambda scene: scene.install("Repair Kit", slot=1),
    "a module in the bag": lambda scene: setattr(scene.s.bag[2], "module", 7),
    "a spare transport in the bag": lambda scene: setattr(scene.s.bag[0], "module", SPARE),
    "the toggle": lambda scene: setattr(scene.s, "all_targets", 1),
    "another slot selected": lambda scene: setattr(scene.s, "selected", 1),
    "a step less": lambda scene: setattr(scene.s.transport, "durability", 599),
    "no transport": lambda scene: setattr(scene.s.transport, "module", 0),
    "data in all": lambda scene: setattr(scene.s, "gathered", 3),
    "a factory shut": lambda scene: setattr(scene.s, "factories", 1),
    "the pod elsewhere": lambda scene: setattr(scene.s, "pod_x", 10),
}


@pytest.mark.parametrize("change", PANEL_CHANGES.values(), ids=PANEL_CHANGES)
def test_the_panel_shows(change):
    scene = Scene().install("Gas Laser")
    before = scene.draw()
    change(scene)
    assert_only_in(before, scene.draw(), panel())


@pytest.mark.parametrize(("field", "value"), [("turn", 2), ("shut", 1)])
def test_the_headline_shows(field, value):
    scene = Scene()
    before = scene.draw()
    scene.s[field] = value
    assert_only_in(before, scene.draw(), headline())


def test_won_lost_and_out_of_time_have_their_banners():
    top, wide, high = window_area(TILE)
    windows = {}
    for outcome, truncated in ((Outcome.WON, 0), (Outcome.LOST, 0), (Outcome.OPEN, 1)):
        scene = Scene()
        scene.s.outcome, scene.s.truncated = outcome, truncated
        windows[outcome.name] = scene.draw()[top : top + high, :wide]
    windows["going on"] = Scene().draw()[top : top + high, :wide]
    assert_all_differ(windows, 10 * TILE * TILE)


def test_events_show_below_the_window():
    before = Scene().draw()
    after = Scene().log((Event.HIT, 3), (Event.WALL_BROKEN, 0)).draw()
    assert_only_in(before, after, event_lines())


@some_tiles
def test_a_full_log_fits_and_its_last_event_shows(tile):
    first = [(Event.HIT, 3)] * (LOG - 1)
    told = Scene().log(*first, (Event.HIT, 3)).draw(tile)
    destroyed = Scene().log(*first, (Event.DESTROYED, 0)).draw(tile)
    assert_only_in(told, destroyed, event_lines(tile))


def test_how_many_events_are_left_out_is_told():
    pictures = {Scene().log(*[(Event.HIT, 3)] * count).draw().tobytes() for count in (22, 23, 24)}
    assert len(pictures) == 3


def test_the_minimap_shows_what_was_seen_and_nothing_else():
    scene = Scene()
    scene.s.known[:] = 0
    side = MAP * line_height(TILE)
    before = minimap(scene.setup, scene.s, side)
    scene.s.known[10 + REACH_Y, 12 + REACH_X] = GROUND
    scale = side // scene.setup.side
    assert differing(before, minimap(scene.setup, scene.s, side)) == scale * scale


@pytest.mark.parametrize("size", [20, 31, 50])
@some_tiles
def test_the_minimap_of_every_size_of_sector_has_room(size, tile):
    scene = Scene(map_size=size)
    scene.rover.x = scene.rover.y = scene.s.pod_x = scene.s.pod_y = size - 2
    assert scene.draw(tile).any()


def test_text_is_as_large_in_small_tiles_as_in_larger_ones():
    scene = Scene().install("Gas Laser").log((Event.HIT, 3))
    small, larger = scene.draw(16), scene.draw(24)
    width, height = WIDTH * line_height(16), line_height(16)
    parts = (
        (small[panel(16)], larger[panel(24)], 300, width),
        (small[event_lines(16)], larger[event_lines(24)], round(NOTE * height), 200),
    )
    for one, other, rows, columns in parts:
        assert (one[:rows, :columns] == other[:rows, :columns]).all()


@pytest.mark.parametrize("module", range(1, MODULES + 1), ids=NAMES.__getitem__)
def test_what_a_module_does_can_be_read_in_the_smallest_picture(module):
    line = line_height(16)
    room = (WIDTH - 2 * MARGIN - BADGE - 0.7) * line
    most_power = max(int(KIND[kind].power) for kind in Kind)
    assert text_width(effect(module, most_power), SMALLEST_TEXT) <= room


def test_what_a_module_does_is_told_in_short():
    assert effect(NUMBER["repair kit"], 2) == "internal: repair 2"
    assert effect(NUMBER["broken gear"], 2) == "internal: nothing"
    assert effect(NUMBER["decibel cannon"], 3) == "ranged 2: short, stall, damage 2+3"
    assert effect(NUMBER["area charge"], 1) == "burst 2: energy 6, damage 4+1"
    assert effect(SPARE, 2) == "spare for moving"


@some_tiles
def test_every_module_can_be_drawn_in_slots_and_bag(tile):
    pictures = set()
    for first in range(1, MODULES + 1, SLOTS + BAG):
        scene = Scene()
        for i, place in enumerate((*scene.s.slots, *scene.s.bag)):
            place.module, place.durability = min(first + i, SPARE), 600
        pictures.add(scene.draw(tile)[panel(tile)].tobytes())
    assert len(pictures) == MODULES // (SLOTS + BAG)
