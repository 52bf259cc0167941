"""What a robot's player sees: each fact that may decide an action, and the frame it is seen in."""

import numpy as np
import pytest

from cogarena.envs.core.grid import HALF_TURN, turned
from cogarena.envs.moba.game import GAME
from cogarena.envs.moba.observe import Around, Dock, Objective, Other, Own
from cogarena.envs.moba.rules import dock_x, dock_y
from cogarena.envs.moba.state import (
    DOCKS,
    HEIGHT,
    OBJECTIVES,
    TOWERS,
    TOWERS_EACH,
    WIDTH,
    Ask,
    Stage,
    Team,
)
from cogarena.envs.rally.cards import SECOND_COPY, Option
from cogarena.envs.rally.floor_views import VIEW_RADIUS
from cogarena.envs.rally.observation import HELD, LENT
from cogarena.envs.rally.preview import AIMS, ROBOT
from cogarena.envs.rally.state import Place
from support.scenes.moba import Scene, before_a_tower, duel, seat

FLOAT_BYTES = 4
ELEMENTS_AS_FLOATS = 3112  # of an observation before it was made of whole numbers
NAMES = GAME.agents(GAME.read({}))
ENEMY_BASE, ENEMY_TOWER_4 = OBJECTIVES, OBJECTIVES + TOWERS_EACH  # rows of `objectives`


def row_of(name, other):
    """The row of `others` in which a player sees another robot."""
    return (seat(other) - seat(name)) % 8 - 1


def other(scene, name, watched):
    return scene.seen(name)["others"][row_of(name, watched)]


def hitters_of(scene, name, objective):
    row = scene.seen(name)["objectives"][objective]
    others = {other for other in NAMES if other != name}
    hitters = {other for other in others if row[Objective.HIT_BY] >> row_of(name, other) & 1}
    return hitters | ({"own"} if row[Objective.HIT_BY_OWN] else set())


def before_the_base(**settings):
    """red_0 and red_1 face blue's base, which holds a card, from the west."""
    scene = Scene(**settings).without_towers().team_option("blue", Option.BRAKES)
    return scene.put("red_0", 18, 5, ">").put("red_1", 18, 6, ">")


def test_an_observation_takes_at_most_a_quarter_of_the_bytes_it_took_as_floats():
    assert GAME.layout.dtype.itemsize <= ELEMENTS_AS_FLOATS * FLOAT_BYTES // 4


@pytest.mark.parametrize("watched", ["red_2", "blue_3"])
def test_the_kills_deaths_and_objectives_of_all_robots_are_seen(watched):
    scene = Scene().score(watched, 4, 3, 2)
    assert other(scene, "red_0", watched)[Other.KILLS : Other.KILLS + 3].tolist() == [4, 3, 2]
    assert scene.seen(watched)["own"][Own.KILLS : Own.KILLS + 3].tolist() == [4, 3, 2]


def test_damage_about_to_hit_a_tower_is_seen_by_who_fires_next():
    scene = before_a_tower(14).put("red_1", 17, 4, "^")
    scene.ask(Stage.AIM)
    scene.answer("howitzer")
    assert scene.ask(Stage.AIM) == ("red_1", "WEAPON")
    tower = scene.seen("red_1")["objectives"][ENEMY_TOWER_4]
    assert tower[[Objective.HEALTH, Objective.INCOMING]].tolist() == [10, 1]


def test_damage_about_to_hit_a_base_is_seen_by_who_fires_next():
    scene = before_the_base()
    scene.ask(Stage.AIM)
    scene.answer("howitzer")
    assert scene.seen("red_1")["objectives"][ENEMY_BASE, Objective.INCOMING] == 1


def test_who_hits_an_objective_is_seen_from_both_sides():
    scene = before_the_base()
    scene.ask(Stage.AIM)
    scene.answer("howitzer")
    scene.ask(Stage.AIM)
    scene.answer("howitzer")
    assert hitters_of(scene, "red_0", ENEMY_BASE) == {"own", "red_1"}
    assert hitters_of(scene, "red_2", ENEMY_BASE) == hitters_of(scene, "blue_0", 0)
    assert hitters_of(scene, "blue_0", 0) == {"red_0", "red_1"}


def test_who_disrupts_a_base_is_seen_from_both_sides():
    scene = before_the_base()
    scene.ask(Stage.AIM)
    scene.answer("disrupt")
    assert scene.seen("red_0")["own"][Own.DISRUPTS] == 1
    assert other(scene, "red_1", "red_0")[Other.DISRUPTS] == 1
    assert other(scene, "blue_0", "red_0")[Other.DISRUPTS] == -1
    assert other(scene, "blue_0", "red_1")[Other.DISRUPTS] == 0


def test_the_objective_in_the_howitzers_line_is_marked():
    aimed = before_a_tower(14).seen("red_0")["objectives"][:, Objective.IN_LINE]
    assert np.flatnonzero(aimed).tolist() == [ENEMY_TOWER_4]
    aimed = before_the_base().seen("red_0")["objectives"][:, Objective.IN_LINE]
    assert np.flatnonzero(aimed).tolist() == [ENEMY_BASE]


def test_the_robot_in_the_howitzers_line_is_marked():
    scene = duel(2).put("blue_1", 12, 5, "<")
    aimed = scene.seen("red_0")["others"][:, Other.IN_LINE]
    assert np.flatnonzero(aimed).tolist() == [row_of("red_0", "blue_0")]


@pytest.mark.parametrize("team, piece", [("red", "team_option"), ("blue", "enemy_option")])
@pytest.mark.parametrize("card", [Option.BRAKES, SECOND_COPY[Option.HIGH_POWER_LASER]])
def test_the_card_in_each_base_is_seen(team, piece, card):
    shown = Scene().team_option(team, card).seen("red_1")
    assert np.flatnonzero(shown[piece]).tolist() == [card]


def test_the_two_copies_of_an_option_are_told_apart_as_the_actions_do():
    second = SECOND_COPY[Option.HIGH_POWER_LASER]
    seen = Scene().give("blue_2", second).seen("blue_2")["options"]
    assert np.flatnonzero(seen).tolist() == [second]


def test_cards_that_a_team_lends_its_robots_are_seen_beside_those_they_hold():
    scene = Scene().team_option("blue", Option.CRAB_LEGS).give("blue_1", Option.BRAKES)
    seen = scene.seen("red_0")["other_options"][row_of("red_0", "blue_1")]
    assert (seen[Option.BRAKES], seen[Option.CRAB_LEGS]) == (HELD, LENT)
    assert scene.seen("blue_2")["options"][Option.CRAB_LEGS] == LENT


@pytest.mark.parametrize("name", ["red_1", "blue_1"])
def test_the_docks_are_seen_by_the_numbers_of_the_actions(name):
    scene = Scene()
    team = Team.RED if name.startswith("red") else Team.BLUE
    for dock in range(DOCKS):
        scene.put(name, dock_x(team), dock_y(team, dock))
        assert scene.seen(name)["docks"][dock, [Dock.RIGHT, Dock.BEHIND]].tolist() == [0, 0]


def test_who_is_asked_for_a_dock_sees_the_way_to_each_from_its_archive():
    scene = Scene().put("red_0", 13, 6)
    robot = scene.robot("red_0")
    robot.place, robot.fell, scene.r.falls = Place.DESTROYED, 1, 1
    assert scene.ask(Stage.REENTER) == ("red_0", Ask.DOCK.name)
    rows = [scene.robot("red_0").archive_y + k for k in (-3, 7)]
    assert rows == [0, 10]
    docks = scene.seen("red_0")["docks"]
    # It faces north.
    assert docks[0].tolist() == [0, -3]
    assert docks[6].tolist() == [0, 7]


@pytest.mark.parametrize("team, number", [(t, k + 1) for t in ("red", "blue") for k in range(4)])
def test_every_tower_that_has_fallen_is_seen_from_anywhere(team, number):
    standing = Scene().seen("red_3")["objectives"][:, Objective.HEALTH]
    fallen = Scene().weaken(team, number, 0).seen("red_3")["objectives"][:, Objective.HEALTH]
    row = number if team == "red" else OBJECTIVES + number
    assert np.flatnonzero(standing != fallen).tolist() == [row]


def test_the_health_of_a_base_and_what_it_had_are_seen():
    scene = Scene(base_health=30)
    scene.base("blue").health = 7
    base = scene.seen("red_0")["objectives"][ENEMY_BASE]
    assert base[[Objective.HEALTH, Objective.FULL_HEALTH]].tolist() == [7, 30]


def test_the_turns_that_are_left_are_seen_as_a_number():
    scene = Scene(max_turns=12)
    scene.s.turn = 5
    assert scene.seen("blue_0")["own"][Own.TURNS_LEFT] == 7


def test_a_robot_in_a_zone_is_seen_as_sheltered():
    scene = Scene().put("red_0", 12, 6)
    assert other(scene, "red_0", "blue_0")[Other.SHELTERED] == 1
    assert other(scene, "blue_0", "red_0")[Other.SHELTERED] == 0


def test_others_follow_by_seat_and_show_their_team():
    teams = Scene().seen("blue_1")["others"][:, Other.TEAM]
    assert teams.tolist() == [-1, 1, -1, 1, -1, 1, -1]
    assert Scene(team_size=1).seen("red_0")["others"][:, Other.TEAM].tolist() == [-1] + [0] * 6


def test_robots_in_the_window_are_known_by_their_rows():
    scene = Scene().put("red_0", 12, 6, "^").put("red_1", 13, 6).put("blue_2", 12, 4)
    around = scene.seen("red_0")["around"][..., Around.ROBOT]
    assert around[VIEW_RADIUS, VIEW_RADIUS + 1] == 1 + row_of("red_0", "red_1")
    assert around[VIEW_RADIUS - 2, VIEW_RADIUS] == -1 - row_of("red_0", "blue_2")
    assert np.count_nonzero(around) == 2


def test_the_preview_names_robots_by_their_rows():
    scene = duel(2).put("red_1", 14, 9, "^").next_deal()
    scene.ask(Stage.PROGRAM)
    assert scene.seen("red_1")["program_end"][ROBOT] == 1 + row_of("red_1", "blue_0")


def test_the_preview_names_objectives_by_their_rows():
    scene = before_a_tower(14).next_deal()
    scene.ask(Stage.PROGRAM)
    assert scene.seen("red_0")["program_end"][AIMS] == 1 + ENEMY_TOWER_4


def test_both_teams_see_the_same_in_the_same_situation():
    """The map is symmetric under a half turn, under which each robot becomes the next one."""
    scene, other_way = (Scene(team_size=2) for _ in range(2))
    places = {"red_0": (12, 6, 1), "blue_0": (14, 6, 0), "red_1": (9, 2, 2), "blue_1": (20, 9, 3)}
    successors = dict(zip(places, [*list(places)[1:], "red_0"], strict=True))
    for name, (x, y, facing) in places.items():
        scene.put(name, x, y, "^>v<"[facing])
        opposite = "^>v<"[turned(facing, HALF_TURN)]
        other_way.put(successors[name], WIDTH - 1 - x, HEIGHT - 1 - y, opposite)
    for each in (scene, other_way):
        for axis in ("x", "y"):
            each.r.robots[f"archive_{axis}"] = each.r.robots[axis]
    scene.tower("red", 2).health = other_way.tower("blue", 2).health = 3
    for name in places:
        one, same = scene.seen(name), other_way.seen(successors[name])
        compass = [Own.FACES_EAST, Own.FACES_SOUTH]
        assert (one["own"][compass] == -same["own"][compass]).all()
        one["own"][compass] = same["own"][compass] = 0
        for piece, values in one.items():
            assert np.array_equal(values, same[piece]), piece


def test_the_global_state_shows_every_tower_and_who_hits_it():
    scene = before_a_tower(14)
    scene.ask(Stage.AIM)
    scene.answer("howitzer")
    layout = GAME.global_layout
    states = layout.empty(1)
    GAME.observe_all(scene.setup, scene.s, layout.rows(states)[0])
    seen = layout.split(states[0])
    assert seen["objectives"][:, 0].sum() == TOWERS * 10 + 2 * 40
    assert np.argwhere(seen["hitters"]).tolist() == [[ENEMY_TOWER_4, seat("red_0")]]
