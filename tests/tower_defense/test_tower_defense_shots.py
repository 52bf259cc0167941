import pytest

from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.deck import has, is_running
from cogarena.envs.rally.floor import Tower
from cogarena.envs.rally.shot_pictures import Kind
from cogarena.envs.rally.state import NOBODY, ROBOTS, Power
from cogarena.envs.tower_defense.defense import can_hit_drones, launch_at
from cogarena.envs.tower_defense.fire import first_in_line
from cogarena.envs.tower_defense.shells import target_place
from cogarena.envs.tower_defense.state import FIRST_DRONE
from support.shots import Moment, crowds, hits_ahead


def place_of(moment, target):
    if target < FIRST_DRONE:
        return tuple(map(int, target_place(moment.r, target)))
    drone = moment.s.drones[target - FIRST_DRONE]
    return int(drone.x), int(drone.y)


def test_lasers_hit_in_pictures_what_they_hit_by_the_rules():
    kinds = set()
    for n, moment in enumerate(crowds("tower_defense", 40)):
        launch_at(moment.s, n % 16, n % 20)
        launch_at(moment.s, n % 11, n % 7)
        shown = moment.shots
        for i in range(moment.r.count):
            robot = moment.r.robots[i]
            assert is_running(robot)
            passes = 1 if has(robot, Option.HIGH_POWER_LASER) else 0
            drones = can_hit_drones(moment.floor, moment.s, i)
            way = moment.floor, moment.s, i, int(robot.facing), passes
            found = [int(first_in_line(*way, skip, drones)) for skip in (0, 1)]
            targets = [target for target in found if target != NOBODY]
            assert hits_ahead(shown, robot) == [place_of(moment, target) for target in targets]
            kinds |= {(target >= ROBOTS) + (target >= FIRST_DRONE) for target in targets}
    assert kinds == {0, 1, 2}


def tower_of(kind):
    """A moment with only one tower, and that tower."""
    moment = Moment("tower_defense")
    t = next(t for t, tower in enumerate(moment.setup.towers) if tower.kind == kind)
    for other, tower in enumerate(moment.r.things):
        tower.health = tower.health if other == t else 0
    return moment, moment.r.things[t]


def beside(moment, tower, **fields):
    """A robot that has moved, two squares from the tower where its laser reaches."""
    inwards = 1 if tower.y < moment.floor.height // 2 else -1
    return moment.put(0, tower.x, tower.y + 2 * inwards, 1, moved=1, **fields)


def shots_of_towers(moment):
    return [shot for shot in moment.shots if shot.kind == Kind.SHELL or shot.hits]


def squares_hit(shot):
    return [(round(x), round(y)) for x, y in shot.hits]


def test_t11_a_laser_tower_fires_a_beam_at_its_target():
    moment, tower = tower_of(Tower.LASER)
    (shot,) = shots_of_towers(beside(moment, tower))
    assert shot.kind == Kind.LASER
    assert (round(shot.start[0]), round(shot.start[1])) == (tower.x, tower.y)
    robot = moment.r.robots[0]
    assert squares_hit(shot) == [(robot.x, robot.y)]


@pytest.mark.parametrize("incoming", [0, 2])
def test_t11_a_shell_of_a_tower_hits_who_is_about_to_receive_damage(incoming):
    moment, tower = tower_of(Tower.HOWITZER)
    (shot,) = shots_of_towers(beside(moment, tower, incoming=incoming))
    robot = moment.r.robots[0]
    assert (shot.kind, shot.end) == (Kind.SHELL, (robot.x, robot.y))
    assert squares_hit(shot) == ([(robot.x, robot.y)] if incoming else [])


def test_towers_do_not_fire_in_a_lull():
    moment, tower = tower_of(Tower.LASER)
    beside(moment, tower).s.lull = 1
    assert shots_of_towers(moment) == []


def test_t20_a_shell_of_a_robot_flies_to_what_it_hits_most_and_hits_all():
    moment, _ = tower_of(Tower.LASER)
    moment.put(0, 3, 10, 1, weapon=Option.MINI_HOWITZER + 1, target=NOBODY)
    moment.put(1, 6, 10, power=Power.DOWN, hitters=1, incoming=2)
    moment.put(2, 6, 11, power=Power.DOWN, hitters=1, incoming=1)
    (shell,) = shots_of_towers(moment)
    assert (shell.kind, shell.end) == (Kind.SHELL, (6, 10))
    assert squares_hit(shell) == [(6, 10), (6, 11)]


def test_t17_a_pressor_beam_points_at_the_drone_that_it_will_move():
    moment, _ = tower_of(Tower.LASER)
    moment.put(0, 3, 10, 1, weapon=Option.MINI_HOWITZER + 1, target=NOBODY)
    moment.s.drones[1], moment.s.swept[0] = (1, 6, 10), 2
    (beam,) = (shot for shot in moment.shots if shot.kind == Kind.PRESSOR)
    assert ((round(beam.end[0]), round(beam.end[1])), beam.hits) == ((6, 10), ())
