from itertools import combinations, pairwise

import numpy as np
import pytest

from cogarena.envs.coop_td.render import draw
from cogarena.envs.coop_td.scenery import MEADOW, scenery
from cogarena.envs.coop_td.settings import HERO_NAMES, Settings, build
from cogarena.envs.coop_td.state import (
    MAX_LEVEL,
    NOWHERE,
    SETUP,
    STATE,
    CardKind,
    Decision,
    Outcome,
)
from cogarena.envs.coop_td.tables import ENEMY, FIRST_BOSS, Enemy, Event, Hero, Tower

SCENARIO_OF = {
    "road": "scenario_1",
    "fork": "scenario_2",
    "delta": "scenario_3",
    "serpent": "proving_ground",
}
TILE = 48
SPACE, TOWER_SPACE = 3, 2
every_map = pytest.mark.parametrize("road", SCENARIO_OF)


class Table:
    def __init__(self, road="road", heroes=HERO_NAMES[:2]):
        self.setup = build(Settings(scenario=SCENARIO_OF[road], heroes=heroes))[0]
        self.s = np.zeros(1, STATE)[0]
        self.s.turn = 1
        self.s.gate[:] = self.setup.gate
        for h in range(self.setup.seats):
            hero = self.s.heroes[h]
            hero.health, hero.actions = self.setup.heroes[h].health, 2
            hero.space, hero.tower = self.setup.gate_space, NOWHERE

    def put(self, kind, count=1, space=SPACE, health=None):
        for _ in range(count):
            token = self.s.tokens[self.s.enemies]
            token.kind, token.space = kind, space
            token.health = ENEMY[kind].health if health is None else health
            self.s.enemies += 1
        return self

    def build(self, kind=Tower.BOMBERS, level=1, gold=0, at=TOWER_SPACE):
        tower = self.s.towers[at]
        tower.kind, tower.level, tower.gold = kind, level, gold
        return self

    def crowd(self, space):
        for kind in Enemy:
            self.put(kind, 1 if kind >= FIRST_BOSS else 8, space)
        self.s.heroes["space"] = space
        return self

    def draw(self, tile=TILE):
        return draw(self.setup, self.s, tile=tile)

    def cell(self, middle):
        side = scenery(self.setup.tobytes(), TILE).cell
        left, top = middle[0] - side // 2, middle[1] - side // 2
        return slice(top, top + side), slice(left, left + side)

    def space_cell(self, space=SPACE):
        return self.cell(scenery(self.setup.tobytes(), TILE).spaces[space])

    def tower_cell(self, t=TOWER_SPACE):
        return self.cell(scenery(self.setup.tobytes(), TILE).plots[t])

    def panel(self):
        return slice(None), slice(scenery(self.setup.tobytes(), TILE).panel, None)


def changed(before, after):
    return (before != after).any(axis=2)


def on_the_rim(where):
    return where[[0, -1]].any() or where[:, [0, -1]].any()


def assert_only_changed(before, after, *places):
    where = changed(before, after)
    for place in places:
        assert where[place].any()
        where[place] = False
    assert not where.any()


@every_map
@pytest.mark.parametrize("tile", range(16, 97, 8))
def test_both_sides_are_multiples_of_16(road, tile):
    picture = Table(road).draw(tile)
    assert picture.dtype == np.uint8
    assert [side % 16 for side in picture.shape[:2]] == [0, 0]
    assert picture.shape[2] == 3


@every_map
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_worst_crowd_fits_into_its_space(road, seats):
    table = Table(road, HERO_NAMES[:seats])
    table.s.heroes["space"] = NOWHERE
    before = table.draw()
    after = table.crowd(SPACE).draw()
    assert_only_changed(before, after, table.space_cell())
    assert not on_the_rim(changed(before, after)[table.space_cell()])


def test_the_fullest_tower_fits_into_its_tower_space():
    table = Table()
    table.s.heroes[0].space = NOWHERE
    before = table.draw()
    table.build(level=MAX_LEVEL, gold=32_000)
    table.s.heroes[0].tower = TOWER_SPACE
    table.s.decision, table.s.cursor = Decision.TOWER, TOWER_SPACE
    assert not on_the_rim(changed(before, table.draw())[table.tower_cell()])


@every_map
@pytest.mark.parametrize("tile", [16, 24, 96])
def test_a_crowd_in_each_space_can_be_drawn_at_each_size(road, tile):
    for space in range(Table(road).setup.spaces):
        assert Table(road, HERO_NAMES[1:]).crowd(space).draw(tile).any()


@every_map
def test_everything_stands_within_the_picture(road):
    table = Table(road)
    plan = scenery(table.setup.tobytes(), TILE)
    height, width = table.draw().shape[:2]
    half = plan.cell / 2
    for x, y in (*plan.spaces, *plan.plots):
        assert half <= x <= plan.panel - half
        assert half <= y <= height - half
    assert plan.panel + 4 * plan.cell <= width


@every_map
def test_no_two_places_share_pixels(road):
    plan = scenery(Table(road).setup.tobytes(), TILE)
    for one, other in combinations((*plan.spaces, *plan.plots), 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= plan.cell


def test_the_road_leads_from_every_space_to_the_next():
    table = Table("road")
    plan, picture = scenery(table.setup.tobytes(), TILE), table.draw()
    for (x, y), (to_x, to_y) in pairwise(plan.spaces):
        between = picture[round((y + to_y) / 2), round((x + to_x) / 2)]
        assert np.abs(between.astype(int) - MEADOW).max() > 30


@every_map
def test_a_line_joins_every_tower_space_to_its_spaces(road):
    table = Table(road)
    plan, picture = scenery(table.setup.tobytes(), TILE), table.draw()
    for t, (x, y) in enumerate(plan.plots):
        linked = [space for space in range(table.setup.spaces) if table.setup.links[t] >> space & 1]
        assert linked
        for space in linked:
            to_x, to_y = plan.spaces[space]
            share = 0.43 * plan.cell / max(abs(to_x - x), abs(to_y - y))
            at = round(x + (to_x - x) * share), round(y + (to_y - y) * share)
            assert np.abs(picture[at[1], at[0]].astype(int) - MEADOW).max() > 30


def test_two_maps_differ():
    pictures = {Table(road).draw().tobytes() for road in SCENARIO_OF}
    assert len(pictures) == len(SCENARIO_OF)


def test_a_tile_without_room_is_refused():
    with pytest.raises(ValueError, match="at least 16, not 0"):
        Table().draw(0)


def test_drawing_changes_neither_the_record_nor_the_setup():
    table = Table("serpent").crowd(SPACE).build(gold=3)
    before = table.setup.tobytes(), table.s.tobytes()
    table.draw()
    assert (table.setup.tobytes(), table.s.tobytes()) == before


def test_the_same_record_makes_the_same_pixels():
    first = Table("fork").crowd(SPACE).build(gold=3).draw()
    scenery.cache_clear()
    assert (Table("fork").crowd(SPACE).build(gold=3).draw() == first).all()


def test_scribbling_on_a_picture_spoils_no_later_one():
    table = Table().crowd(SPACE).build()
    kept = table.draw().copy()
    table.draw()[:] = 0
    assert (table.draw() == kept).all()


@pytest.mark.parametrize("kind", Enemy)
def test_an_enemy_shows_in_its_space_only(kind):
    table = Table()
    before = table.draw()
    assert_only_changed(before, table.put(kind).draw(), table.space_cell())


def test_all_enemies_look_different():
    cells = [Table().put(kind).draw()[Table().space_cell()] for kind in Enemy]
    for one, other in combinations(cells, 2):
        assert changed(one, other).sum() > 100


def test_the_number_of_enemies_shows():
    cells = {Table().put(Enemy.GOLEM, n).draw()[Table().space_cell()].tobytes() for n in (1, 2, 8)}
    assert len(cells) == 3


def test_the_health_of_a_boss_shows():
    one = Table().put(Enemy.MORGU, health=10).draw()
    assert_only_changed(one, Table().put(Enemy.MORGU, health=9).draw(), Table().space_cell())


@pytest.mark.parametrize("kind", Tower)
def test_a_tower_shows_on_its_tower_space_only(kind):
    table = Table()
    before = table.draw()
    assert_only_changed(before, table.build(kind).draw(), table.tower_cell())


def test_all_towers_look_different():
    cells = [Table().build(kind).draw()[Table().tower_cell()] for kind in Tower]
    for one, other in combinations(cells, 2):
        assert changed(one, other).sum() > 100


def test_each_level_of_a_tower_shows():
    levels = range(MAX_LEVEL + 1)
    cells = {Table().build(level=n).draw()[Table().tower_cell()].tobytes() for n in levels}
    assert len(cells) == len(levels)


@pytest.mark.parametrize("level", [0, 1])
def test_unclaimed_gold_shows_at_the_tower_or_its_ruin(level):
    cells = {
        Table().build(level=level, gold=gold).draw()[Table().tower_cell()].tobytes()
        for gold in (0, 1, 12)
    }
    assert len(cells) == 3


def test_the_tower_that_asks_for_a_target_is_highlighted():
    table = Table().build().build(at=0)
    before = table.draw()
    table.s.decision, table.s.cursor = Decision.TOWER, TOWER_SPACE
    where = changed(before, table.draw())
    assert where[table.tower_cell()].any()
    assert not where[table.tower_cell(0)].any()


def test_a_mounted_hero_is_on_its_tower_and_in_no_space():
    table = Table().build()
    before = table.draw()
    table.s.heroes[0].space, table.s.heroes[0].tower = NOWHERE, TOWER_SPACE
    gate = table.space_cell(table.setup.gate_space)
    assert_only_changed(before, table.draw(), table.tower_cell(), gate)


def test_a_hero_that_moves_leaves_one_space_for_another():
    table = Table()
    before = table.draw()
    table.s.heroes[0].space = SPACE
    gate = table.space_cell(table.setup.gate_space)
    assert_only_changed(before, table.draw(), table.space_cell(), gate)


def test_all_heroes_look_different():
    cells = []
    for hero in HERO_NAMES:
        partner = HERO_NAMES[hero == HERO_NAMES[0]]
        table = Table(heroes=(hero, partner))
        table.s.heroes[0].space, table.s.heroes[0].health = SPACE, 3
        cells.append(table.draw()[table.space_cell()])
    assert len(cells) == len(Hero)
    for one, other in combinations(cells, 2):
        assert changed(one, other).sum() > 100


def test_the_health_of_a_hero_shows_in_its_space_and_in_the_panel():
    table = Table()
    before = table.draw()
    table.s.heroes[0].health -= 1
    gate = table.space_cell(table.setup.gate_space)
    assert_only_changed(before, table.draw(), gate, table.panel())


def test_the_hero_to_act_is_highlighted_in_its_space():
    table = Table()
    table.s.heroes[1].space = SPACE
    before = table.draw()
    table.s.to_act = 1
    assert changed(before, table.draw())[table.space_cell()].any()


def test_nobody_is_highlighted_when_the_game_is_over():
    table = Table()
    table.s.terminated, table.s.outcome = True, Outcome.LOST
    before = table.draw()
    table.s.to_act = 1
    assert (table.draw() == before).all()


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.s.gate.__setitem__(0, table.s.gate[0] - 1),
        lambda table: table.s.gate.__setitem__(0, 0),
        lambda table: setattr(table.s.heroes[0], "actions", 1),
        lambda table: setattr(table.s.heroes[0], "down", 1),
        lambda table: setattr(table.s, "fog", 1),
        lambda table: setattr(table.s.tokens[0], "strikes", 1),
    ],
    ids=["a pip less", "a die less", "an action less", "a hero is down", "fog", "a strike to come"],
)
def test_the_panel_shows(change):
    table = Table().put(Enemy.GOLEM)
    before = table.draw()
    change(table)
    assert_only_changed(before, table.draw(), table.panel())


@pytest.mark.parametrize(("field", "value"), [("gold", 7), ("drawn", 1), ("waiting", 1)])
def test_the_panel_and_the_headline_show(field, value):
    table = Table()
    before = table.draw()
    setattr(table.s, field, value)
    headline = slice(0, table.space_cell()[0].start)
    assert_only_changed(before, table.draw(), table.panel(), headline)


@pytest.mark.parametrize("length", [5, SETUP["title"].shape[0]])
def test_c4_the_panel_shows_the_title(length):
    table = Table()
    before = table.draw()
    table.setup = table.setup.copy()
    table.setup.title[:length] = ord("W")
    assert_only_changed(before, table.draw(), table.panel())


def test_all_event_cards_look_different():
    cards = [(CardKind.SPAWN, kind, 4) for kind in Enemy] + [(CardKind.SPAWN, Enemy.GOLEM, 5)]
    cards += [(CardKind.CUSTOM, event, 0) for event in Event] + [(CardKind.WAIT, 0, 0)]
    pictures = set()
    for card in cards:
        table = Table()
        table.setup = table.setup.copy()
        table.setup.deck[0] = card
        pictures.add(table.draw()[table.panel()].tobytes())
    assert len(pictures) == len(cards)


def test_gate_dice_show_each_face():
    pictures = set()
    for pips in range(7):
        table = Table()
        table.s.gate[0] = pips
        pictures.add(table.draw().tobytes())
    assert len(pictures) == 7


def test_won_lost_and_out_of_rounds_have_their_banners():
    panels = set()
    for outcome, truncated in ((Outcome.WON, 0), (Outcome.LOST, 0), (Outcome.OPEN, 1)):
        table = Table()
        table.s.outcome, table.s.truncated, table.s.terminated = outcome, truncated, not truncated
        panels.add(table.draw()[table.panel()][64:].tobytes())
    panels.add(Table().draw()[Table().panel()][64:].tobytes())
    assert len(panels) == 4


def test_the_longest_numbers_stay_within_the_picture():
    table = Table().build(level=MAX_LEVEL, gold=32_000)
    before = table.draw()
    table.s.gold, table.s.turn = 2_000_000_000, 10_000
    headline = slice(0, table.space_cell()[0].start)
    assert_only_changed(before, table.draw(), table.panel(), headline)
