import numpy as np
import pytest

from cogarena.envs.core.draw.canvas import SKY, Canvas
from cogarena.envs.race.render import shots
from cogarena.envs.race.state import SETUP, STATE, Stage
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.fire import can_fire, in_line
from cogarena.envs.rally.floor_pictures import draw_floor, draw_robots, transform_at
from cogarena.envs.rally.shot_pictures import Kind, Shot, draw_hits, draw_shots
from cogarena.envs.rally.shots import FRONT, KINDS
from cogarena.envs.rally.state import NOBODY, Power
from support.pictures import area, assert_all_differ, assert_only_in, differing
from support.scenes.rally import Scene
from support.shots import SETTINGS, crowds, fired, hits_ahead, shots_of

TILE = 32


class Race:
    """A race on a drawn floor."""

    def __init__(self, drawing, stage=Stage.DAMAGE):
        self.scene = Scene(drawing)
        self.setup, self.s = np.zeros(1, SETUP)[0], np.zeros(1, STATE)[0]
        self.s.turn, self.s.stage = 1, stage
        self.load()

    def load(self):
        self.setup.floor, self.s.rally = self.scene.floor, self.scene.r
        self.s.rally.robots["target"] = NOBODY
        return self

    def give(self, letter, *options):
        self.scene.give(letter, *options)
        return self.load()

    def robot(self, letter):
        return self.s.rally.robots["ABCDEFGH".index(letter)]

    @property
    def shots(self):
        return list(shots(self.setup, self.s))

    def draw(self):
        canvas = draw_floor(self.setup.floor, TILE)
        draw_shots(transform_at(canvas, 0, 0, TILE), self.shots)
        draw_robots(canvas, self.setup.floor, self.s.rally, TILE)
        draw_hits(transform_at(canvas, 0, 0, TILE), self.shots)
        return canvas.pixels


def floor_picture(*shots, tile=TILE):
    canvas = Canvas(6 * tile, 3 * tile)
    draw_shots(transform_at(canvas, 0, 0, tile), shots)
    draw_hits(transform_at(canvas, 0, 0, tile), shots)
    return canvas.pixels


def test_a_laser_reaches_from_its_muzzle_to_the_robot_it_hits():
    (shot,) = Race(":   A>:     :     :   B^:     :").shots[:1]
    assert shot.kind == Kind.LASER
    assert 0 < shot.start[0] < 0.5
    assert shot.end == (3 - FRONT, 0)
    assert shot.hits == ((3 - FRONT, 0),)


def test_a_wall_stops_a_laser():
    (shot, _) = Race(":   A>:     |     :   B^:").shots
    assert shot.end == (1.5, 0)
    assert shot.hits == ()


def test_a_laser_that_nothing_stops_ends_at_the_edge_of_the_floor():
    (shot,) = Race(":   A>:     :     :").shots
    assert shot.end == (2.5, 0)
    assert shot.hits == ()


def test_a_high_power_laser_hits_two_robots_one_behind_the_other():
    race = Race(":   A>:   B^:     :   C^:   D^:").give("A", Option.HIGH_POWER_LASER)
    assert [round(x) for x, _ in race.shots[0].hits] == [1, 3]


def test_a_high_power_laser_passes_a_wall_and_then_one_robot_stops_it():
    race = Race(":   A>|   B^:   C^:").give("A", Option.HIGH_POWER_LASER)
    assert [round(x) for x, _ in race.shots[0].hits] == [1]


def test_two_barrels_are_two_beams():
    race = Race(":   A>:     :   B^:")
    assert race.shots[0].barrels == 1
    single = race.draw()
    double = race.give("A", Option.DOUBLE_BARRELED_LASER)
    assert double.shots[0].barrels == 2
    assert_only_in(single, double.draw(), area(0, 0, 3, tile=TILE))


def test_a_rear_laser_fires_backwards():
    race = Race(":   B^:     :   A>:     :").give("A", Option.REAR_FIRING_LASER)
    ahead, back = race.shots[:2]
    assert ahead.end[0] > 2
    assert back.end == (FRONT, 0)
    assert back.hits == ((FRONT, 0),)


def test_a_robot_that_is_powered_down_does_not_fire():
    race = Race(":   A>:     :   B^:")
    race.robot("A").power = Power.DOWN
    assert [shot.start[0] > 1 for shot in race.shots] == [True]


def test_a_board_laser_flares_up_to_the_robot_it_hits():
    race = Race("|1    :     :   A^:     :")
    board = next(shot for shot in race.shots if shot.hits)
    assert board.start[0] < 0
    assert board.end == (2 - FRONT, 0)


def test_a_board_laser_that_hits_nobody_is_no_shot():
    assert Race("|1    :     :").shots == []


@pytest.mark.parametrize(("option", "kind"), KINDS.items())
def test_a_weapon_is_seen_from_the_robot_to_its_target(option, kind):
    race = Race(":   A>:     :     :   B^:")
    race.robot("A").weapon, race.robot("A").target = option + 1, 1
    shot = race.shots[0]
    assert shot.kind == kind
    assert round(shot.start[0]) == 0
    assert round(shot.end[0]) == 3


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage != Stage.DAMAGE])
def test_nothing_flies_when_nobody_fires(stage):
    assert Race(":   A>:     :   B^:", stage).shots == []


def test_only_hits_that_are_decided_show_while_a_player_is_asked_about_one():
    race = Race(":   A>:     :   B^:", Stage.FIRE)
    race.s.pending, race.robot("A").shots = 1, 1
    assert [round(shot.start[0]) for shot in race.shots] == [0]


def test_shots_show_in_the_squares_they_cross_and_nowhere_else():
    drawing = """
        :   A>:     :     |     :
        :     :     :     :     :
    """
    before, after = Race(drawing, Stage.AIM).draw(), Race(drawing).draw()
    assert_only_in(before, after, area(0, 0, 3, tile=TILE, rim=1))
    assert differing(before[area(2, 0, tile=TILE)], after[area(2, 0, tile=TILE)]) > 0


@pytest.mark.parametrize("tile", [16, 24, 48])
def test_all_kinds_of_shots_look_different(tile):
    places = {"start": (0.4, 1), "end": (4, 1)}
    pictures = {kind: floor_picture(Shot(kind, SKY, **places), tile=tile) for kind in Kind}
    pictures["hit"] = floor_picture(Shot(Kind.LASER, SKY, **places, hits=((4, 1),)), tile=tile)
    pictures["double"] = floor_picture(Shot(Kind.LASER, SKY, **places, barrels=2), tile=tile)
    pictures["nothing"] = floor_picture(tile=tile)
    assert_all_differ(pictures, least=tile // 2)


def test_shots_fly_in_all_directions():
    middle = (2, 1)
    pictures = {
        end: floor_picture(Shot(Kind.LASER, SKY, middle, end, (end,)))
        for end in ((4, 1), (0, 1), (2, 0), (2, 2), (4, 2), (0, 0))
    }
    assert_all_differ(pictures, least=TILE)


@pytest.mark.parametrize("name", ["race", "moba", "powerball"])
def test_lasers_hit_in_pictures_whom_they_hit_by_the_rules(name):
    found = 0
    for moment in crowds(name, 40):
        floor, r, shown = moment.floor, moment.r, moment.shots
        for i in range(r.count):
            robot = r.robots[i]
            if not can_fire(floor, robot):
                continue
            passes = 1 if has(robot, Option.HIGH_POWER_LASER) else 0
            facing = int(robot.facing)
            targets = [in_line(floor, r, i, facing, passes, skip) for skip in (0, 1)]
            hits = [(int(r.robots[t].x), int(r.robots[t].y)) for t in targets if t != NOBODY]
            assert hits_ahead(shown, robot) == hits
            found += len(hits)
    assert found > 20


@pytest.mark.parametrize("name", SETTINGS)
def test_whoever_is_about_to_receive_damage_is_hit_in_the_picture(name):
    found = 0
    for moment in fired(name):
        robots = moment.s.rally.robots[: moment.s.rally.count]
        hurt = {(int(robot.x), int(robot.y)) for robot in robots if robot.incoming > 0}
        hits = {(round(x), round(y)) for shot in shots_of(moment) for x, y in shot.hits}
        assert hurt <= hits
        found += len(hurt)
    assert found >= 3
