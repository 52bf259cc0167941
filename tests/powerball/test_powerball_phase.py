"""The order of a phase, delivering and spawning: P6, P10 and P11."""

import numpy as np
import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball.settings import PITS
from cogarena.envs.powerball.state import Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.powerball import PIT, Scene

N, E, S, W = Direction
AROUND = {"^": (0, 1), ">": (-1, 0), "v": (0, -1), "<": (1, 0)}  # from a pit to who faces it
WRENCHES = [(11, 0), (6, 6), (0, 11), (5, 5)]
MOMENTS = (Stage.DELIVER_MOVED, Stage.DELIVER_CARRIED, Stage.DELIVER_FIRED)


def carrier(x=3, y=4, faces="^", balls=1, **settings):
    """robot_0 carries balls beside a pit."""
    return Scene(**settings).put("robot_0", x, y, faces).carry("robot_0", balls)


def deliveries(scene, **answers):
    """What happens after the movement."""
    return scene.run(Stage.DELIVER_MOVED, Stage.DELIVER_MOVED, **answers)


def spawner(number=1, **settings):
    """robot_0 stands on a wrench."""
    return Scene(**settings).put("robot_0", *WRENCHES[number - 1])


def spawned(scene, *sites, **answers):
    """Robots on wrenches roll for these sites."""
    scene.roll(*(f"1d20={site}" for site in sites))
    return scene.run(Stage.SPAWN, Stage.SPAWN, **answers)


# P6: the order of things.


def test_p6_belts_move_after_robots():
    scene = Scene().put("robot_0", 0, 1, ">").program(robot_0=Card.MOVE_1).phase()
    assert scene.at("robot_0") == (3, 1)


def test_p6_express_belts_move_two_squares_others_one():
    scene = Scene().put("robot_0", 2, 1).put("robot_1", 4, 4).phase()
    assert (scene.at("robot_0"), scene.at("robot_1")) == ((4, 1), (5, 4))


def test_p6_corners_of_the_express_loop_turn_robots():
    scene = Scene().put("robot_0", 9, 1, "^").phase()
    assert scene.at("robot_0") == (10, 2)
    assert scene.faces("robot_0") == ">"


def test_p6_belts_do_not_push():
    scene = Scene().put("robot_0", 4, 4).put("robot_1", 5, 4).phase()
    assert scene.at("robot_0") == (4, 4)


def test_p6_weapons_fire_after_belts():
    scene = Scene().put("robot_0", 2, 1, "v").put("robot_1", 4, 3).phase()
    assert scene.damage("robot_1") == [1]


def test_p6_balls_are_delivered_after_weapons():
    scene = carrier(4, 4, "<").put("robot_1", 4, 8, "^").give("robot_1", Option.PRESSOR_BEAM)
    scene.run(Stage.AIM, Stage.SPAWN, robot_1=Option.PRESSOR_BEAM)
    assert scene.at("robot_0") == (4, 3)
    assert scene.points("robot_0") == [1]


def test_p6_balls_spawn_after_the_delivery():
    scene = carrier(balls=1).put("robot_1", 11, 0)
    scene.setup.balls = 1
    assert [e["event"] for e in scene.phase().log] == ["delivered", "spawned"]


def test_p6_robots_re_enter_after_the_spawning():
    scene = Scene().put("robot_0", 3, 4, "^").put("robot_1", 11, 0).program(robot_0=Card.MOVE_1)
    assert [e["event"] for e in scene.phase().story] == ["destroyed", "spawned", "entered"]


def test_p6_there_are_five_phases():
    scene = Scene().put("robot_0", 11, 0)
    seen = []
    for _ in range(5):
        seen.append(int(scene.r.register) + 1)
        scene.phase()
    assert seen == [1, 2, 3, 4, 5]
    assert scene.s.stage == Stage.WRENCHES


# P10: delivery.


@pytest.mark.parametrize("pit", PITS)
@pytest.mark.parametrize("faces", AROUND)
def test_p10_a_robot_next_to_a_pit_and_facing_it_may_drop_a_ball(pit, faces):
    dx, dy = AROUND[faces]
    scene = deliveries(carrier(pit[0] + dx, pit[1] + dy, faces), robot_0="yes")
    assert scene.who("DELIVER") == ["robot_0"]
    assert scene.points("robot_0") == [1]


def test_p10_the_ball_returns_to_the_pool():
    scene = deliveries(carrier())
    assert scene.carried("robot_0") == [0]
    assert scene.in_pool == 8
    assert scene.is_alive("robot_0")


def test_p10_it_need_not():
    scene = deliveries(carrier(), robot_0="pass")
    assert scene.points("robot_0") == [0]
    assert scene.carried("robot_0") == [1]


def test_p10_unasked_it_does():
    scene = deliveries(carrier(ask="program"))
    assert not scene.asked
    assert scene.points("robot_0") == [1]


def test_p10_without_a_ball_there_is_nothing_to_ask():
    assert not deliveries(carrier(balls=0)).asked


@pytest.mark.parametrize("faces", ">v<")
def test_p10_who_does_not_face_the_pit_does_not_deliver(faces):
    assert not deliveries(carrier(faces=faces)).asked


@pytest.mark.parametrize(("x", "y", "faces"), [(3, 5, "^"), (2, 2, ">"), (4, 2, "v"), (5, 3, "<")])
def test_p10_who_is_not_orthogonally_next_to_the_pit_does_not_deliver(x, y, faces):
    assert not deliveries(carrier(x, y, faces)).asked


def test_p10_a_wall_between_robot_and_pit_prevents_it():
    assert not deliveries(carrier().wall(3, 4, N)).asked


def test_p10_after_the_movement():
    scene = carrier(3, 5).program(robot_0=Card.MOVE_1)
    scene.run(Stage.REVEAL, Stage.DELIVER_MOVED)
    assert scene.points("robot_0") == [1]


def test_p10_after_turning_towards_the_pit():
    scene = carrier(faces="<").program(robot_0=Card.ROTATE_RIGHT)
    assert scene.run(Stage.REVEAL, Stage.DELIVER_MOVED).points("robot_0") == [1]


def test_p10_who_has_left_the_pit_by_then_does_not_deliver():
    scene = carrier().program(robot_0=Card.BACK_UP).phase()
    assert not scene.who("DELIVER")


def test_p10_after_belts():
    scene = carrier(4, 4, ">").program()
    scene.run(Stage.REVEAL, Stage.DELIVER_MOVED)
    assert not scene.asked
    scene.run(Stage.EXPRESS_BELTS, Stage.DELIVER_CARRIED)
    assert scene.at("robot_0") == (5, 4)
    assert scene.points("robot_0") == [1]


def test_p10_after_weapons():
    scene = carrier(4, 4, "<").put("robot_1", 4, 8, "^").give("robot_1", Option.PRESSOR_BEAM)
    scene.weapons(robot_1=Option.PRESSOR_BEAM)
    assert not scene.who("DELIVER")
    scene.run(Stage.DELIVER_FIRED, Stage.DELIVER_FIRED)
    assert scene.points("robot_0") == [1]


def test_p10_who_has_declined_is_asked_at_the_next_moment():
    scene = carrier().phase(robot_0=["pass", "pass", "yes"])
    assert scene.who("DELIVER") == ["robot_0"] * 3
    assert scene.points("robot_0") == [1]


def test_p10_at_most_one_ball_a_phase():
    scene = carrier(balls=2).phase()
    assert scene.who("DELIVER") == ["robot_0"]
    assert scene.points("robot_0") == [1]
    assert scene.carried("robot_0") == [1]


def test_p10_another_in_the_next_phase():
    scene = carrier(balls=2).phase().phase()
    assert scene.points("robot_0") == [2]


def test_p10_everyone_delivers_for_itself():
    scene = carrier().put("robot_1", 2, 3, ">").carry("robot_1").phase()
    assert scene.who("DELIVER") == ["robot_0", "robot_1"]
    assert scene.points("robot_0", "robot_1") == [1, 1]


def test_p10_a_robot_that_dies_in_the_weapons_step_does_not_deliver_after_it():
    scene = carrier(faces=">").hurt("robot_0", 9).put("robot_1", 3, 8, "^").weapons()
    assert not scene.run(Stage.DELIVER_FIRED, Stage.DELIVER_FIRED).asked


def test_p10_a_powered_down_robot_delivers():
    assert deliveries(carrier().power_down("robot_0")).points("robot_0") == [1]


def test_p10_the_moments_are_after_movement_after_belts_and_after_weapons():
    assert Stage.MOVE < MOMENTS[0] < Stage.EXPRESS_BELTS < Stage.BELTS < MOMENTS[1] < Stage.AIM
    assert Stage.REMOVE < MOMENTS[2] < Stage.SPAWN


# P11: spawning.


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_p11_a_robot_on_a_wrench_brings_a_ball(number):
    scene = spawned(spawner(number), 3)
    assert scene.balls == {(7, 0)}
    assert scene.in_pool == 7


@pytest.mark.parametrize("site", range(1, 21))
def test_p11_the_ball_is_placed_on_the_site_that_was_rolled(site):
    scene = spawner(3)
    place = scene.setup.sites[site - 1]
    assert spawned(scene, site).balls == {(int(place.x), int(place.y))}


@pytest.mark.parametrize(
    ("site", "next_site"), [(1, (4, 0)), (4, (11, 2)), (19, (5, 6)), (20, (2, 0))]
)
def test_p11_an_occupied_site_means_the_next_one_and_one_follows_twenty(site, next_site):
    scene = spawner(3)
    place = scene.setup.sites[site - 1]
    scene.ball((int(place.x), int(place.y)))
    assert next_site in spawned(scene, site).balls


def test_p11_it_is_the_next_free_one():
    scene = spawner(3).ball((9, 0), (11, 2), (11, 4))
    assert (11, 7) in spawned(scene, 4).balls


def test_p11_robots_roll_in_the_order_of_the_wrenches():
    scene = Scene().put("robot_0", 5, 5).put("robot_1", 0, 11).put("robot_2", 6, 6)
    scene.put("robot_3", 11, 0)
    told = spawned(scene, 1, 2, 3, 4).told("spawned")
    assert [(e["robot"], e["site"]) for e in told] == [
        ("robot_3", 1),
        ("robot_2", 2),
        ("robot_1", 3),
        ("robot_0", 4),
    ]


def test_p11_flags_do_not_count():
    scene = Scene()
    for i in range(4):
        scene.flag(f"robot_{i}", i + 1)
    assert not scene.run(Stage.SPAWN, Stage.SPAWN).balls


def test_p11_an_empty_pool_brings_nothing():
    scene = spawned(spawner(balls=1).ball((0, 0)), 3)
    assert scene.balls == {(0, 0)}
    assert not scene.log


def test_p11_the_last_ball_goes_to_the_first_in_order():
    scene = spawned(spawner(3, balls=1).put("robot_1", 6, 6), 5)
    assert [e["robot"] for e in scene.told("spawned")] == ["robot_1"]


def test_p11_twenty_occupied_sites_and_an_empty_pool_bring_nothing():
    scene = spawner(3, balls=20)
    for _ in range(20):
        spawned(scene, 7)
    assert len(scene.balls) == 20
    assert scene.in_pool == 0
    assert not scene.run(Stage.SPAWN, Stage.SPAWN).log


def test_p11_a_robot_standing_on_the_site_may_pick_it_up():
    scene = spawned(spawner().put("robot_1", 4, 0), 2, robot_1="yes")
    assert scene.asked == [("robot_1", "PICK_UP")]
    assert scene.carried("robot_1") == [1]


def test_p11_the_robot_on_the_wrench_may_pick_up_what_falls_there():
    scene = spawned(spawner(4), 17)
    assert scene.carried("robot_0") == [1]


def test_p11_it_need_not():
    scene = spawned(spawner(4), 17, robot_0="pass")
    assert scene.balls == {(5, 5)}


def test_p11_it_happens_in_every_phase():
    scene = spawner(3)
    for _ in range(4):
        scene.phase()
    assert len(scene.balls) == 4


def test_p11_a_powered_down_robot_brings_a_ball():
    assert spawned(spawner().power_down("robot_0"), 3).balls == {(7, 0)}


def test_p11_every_site_is_as_likely():
    scene = spawner(3)
    sites = []
    for _ in range(1000):
        scene.run(Stage.SPAWN, Stage.SPAWN)
        sites += [e["site"] for e in scene.told("spawned")]
        scene.s.balls["place"] = 0
    counts = np.bincount(sites, minlength=21)[1:]
    assert counts.sum() == 1000
    assert (abs(counts - 50) < 30).all()


def test_p11_a_pit_is_not_where_balls_spawn():
    assert PIT not in {(int(site.x), int(site.y)) for site in Scene().setup.sites}
