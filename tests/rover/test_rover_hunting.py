"""How hostile entities find the rover, and when they give up (V25)."""

from collections import deque

import numpy as np
import pytest

from cogarena.envs.rover.state import Event
from support.scenes.rover import EAST, SOUTH, WEST, Scene

# Twenty steps to the rover, and out of its sight for most of them.
WINDING = """
@^......
.^.^^^^^
.^......
.^^^^^^.
.^^^^^^.
........
"""


def steps_between(scene, start, goal):
    """The shortest way on foot in the window, with entities in the way."""
    around = scene.at()
    queue, far = deque([goal]), {goal: 0}
    while queue:
        x, y = queue.popleft()
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            near = abs(there[0] - around[0]) <= 8 and abs(there[1] - around[1]) <= 5
            blocked = scene.s.terrain[there[1], there[0]] >= 3
            if there in far or not near or blocked:
                continue
            far[there] = far[x, y] + 1
            if scene.s.who[there[1], there[0]] == 0:
                queue.append(there)
    return far.get(start)


def test_v25_a_hostile_closes_in():
    assert Scene("@......p").wait(3).at("p") == (5, 1)


def test_v25_a_hostile_beside_the_rover_comes_no_closer():
    assert Scene("@p..").wait().at("p") == (2, 1)


def test_v25_a_hostile_goes_around_obstacles():
    scene = Scene("....\n@~p.\n....").give("p", alert=10)
    for left in (3, 2, 1):
        scene.wait()
        assert steps_between(scene, scene.at("p"), scene.at()) == left


def test_v25_a_hostile_goes_around_other_entities():
    scene = Scene("@f.p\n....").wait(3)
    assert scene.at("p") == (2, 2)


def test_v25_a_hostile_without_a_way_stays():
    assert Scene("@~.p").wait(4).at("p") == (4, 1)


def test_v25_a_hostile_blocked_by_another_waits_behind_it():
    scene = Scene("@pl\n^^^").wait(2)
    assert scene.at("l") == (3, 1)


@pytest.mark.parametrize("seed", range(40))
def test_v25_each_step_is_one_of_a_shortest_free_way(seed):
    generator = np.random.default_rng(seed)
    squares = generator.choice(list("...~T"), size=(6, 9))
    squares[generator.integers(6), generator.integers(4)] = "@"
    squares[generator.integers(6), 4 + generator.integers(5)] = "p"
    scene = Scene("\n".join("".join(row) for row in squares)).give("p", alert=10)
    before = steps_between(scene, scene.at("p"), scene.at())
    scene.wait()
    after = steps_between(scene, scene.at("p"), scene.at())
    assert after == (before if before in (None, 1) else before - 1)


def test_v25_a_hostile_uses_its_best_module_in_reach():
    scene = Scene("@.b").roll("d12=12").wait()
    assert scene.happened(Event.TELEPORTED) == [0]


def test_v25_a_hostile_that_cannot_pay_its_best_module_uses_the_next():
    scene = Scene("@3").give("3", energy=3).roll("d20=20").wait()
    assert scene.log == [(Event.HIT, 0, 4)]


def test_v25_a_machine_beside_the_rover_attacks_instead_of_swapping_places():
    scene = Scene("@b").roll("d20=20").wait()
    assert scene.log == [(Event.HIT, 0, 3)]
    assert (scene.at(), scene.at("b")) == ((1, 1), (2, 1))


def test_v25_a_machine_at_a_corner_of_the_rover_steps_beside_it():
    scene = Scene("@.\n.b").wait()
    assert scene.log == []
    assert scene.at("b") in ((2, 1), (1, 2))


def test_v25_a_hostile_strikes_rather_than_moves():
    scene = Scene("@.s...").roll("d12=12").wait()
    assert scene.at("s") == (3, 1)
    assert scene.rover.shielding < 6


def test_v25_a_hostile_out_of_line_moves_into_it():
    scene = Scene("@..\n..s").wait()
    assert scene.at("s") in ((2, 2), (3, 1))
    assert scene.rover.shielding == 6


def test_v25_a_hostile_that_has_not_seen_the_rover_rests():
    scene = Scene(WINDING.replace("......\n.^.^^^^^", ".....p\n.^.^^^^^")).wait(3)
    assert (scene.at("p"), scene.entity("p").alert) == ((8, 1), 0)


def test_v25_a_hostile_hunts_for_ten_turns_without_sight_and_then_forgets():
    scene = Scene(WINDING.replace("......\n.^.^^^^^", ".....p\n.^.^^^^^")).give("p", alert=10)
    far = [steps_between(scene, scene.at("p"), scene.at())]
    for _ in range(13):
        scene.wait()
        far.append(steps_between(scene, scene.at("p"), scene.at()))
    assert [far[0] - left for left in far] == [*range(11), 10, 10, 10]
    assert scene.entity("p").alert == 0


def test_v25_seeing_the_rover_again_renews_the_memory():
    assert Scene("@.....p").give("p", alert=2).wait().entity("p").alert == 10


def test_v25_a_hostile_sees_when_the_rover_sees_it():
    scene = Scene("@.....p").wait()
    assert scene.entity("p").alert == 10
    hidden = Scene("@..^..p").wait()
    assert hidden.entity("p").alert == 0


def test_v25_a_rover_that_steps_into_view_is_seen_at_once():
    scene = Scene("@..\n^^.\n^^.\n^^p")
    assert scene.move(EAST).entity("p").alert == 10
    assert scene.at("p") == (3, 3)


def test_v25_a_rover_that_steps_out_of_view_is_no_longer_seen():
    scene = Scene(".@.\n^^.\n^^.\n^^p").give("p", alert=5)
    assert scene.move(WEST).entity("p").alert == 4


def test_v25_a_hostile_that_is_hurt_knows_of_the_rover_for_ten_turns():
    scene = Scene("@#.p", slots=("Ionized Detector",)).give("p", integrity=50)
    assert scene.aim(EAST).entity("p").alert == 9  # one of them is over


def test_v25_machines_outside_the_window_rest():
    scene = Scene("@.........p.").give("p", alert=7, energy=3, stalled=1)
    before = scene.entity("p").tolist()
    assert scene.wait(4).entity("p").tolist() == before


def test_v25_provoked_fauna_hunts():
    scene = Scene("@....g").give("g", hostile=1).wait(2)
    assert scene.at("g") == (4, 1)


def test_v25_fauna_forgets_like_machines_and_stays_where_it_is():
    scene = Scene("@~...g").give("g", hostile=1)
    scene.s.terrain[1, 2] = 5
    scene.refresh().wait(3)
    assert scene.at("g") == (6, 1)


def test_v25_who_acts_after_a_teleport_hunts_the_rover_where_it_is_now():
    scene = Scene("@..b\n.....\n.....\n.....\np....").roll("d12=12").wait()
    assert scene.at() == (4, 1)
    before = abs(4 - 1) + abs(1 - 5)
    x, y = scene.at("p")
    assert abs(4 - x) + abs(1 - y) == before - 1


def test_v25_who_acts_after_a_teleport_sees_the_rover_where_it_is_now():
    scene = Scene("@..b\n^^^.\n^^^.\n^^^p").roll("d12=12").wait()
    assert scene.at() == (4, 1)
    assert (scene.entity("p").alert, scene.at("p")) == (10, (4, 3))


def test_v25_who_acts_after_a_teleport_out_of_sight_does_not_see_the_rover():
    scene = Scene("@..b\n.^^^\n.^^^\np^^^").roll("d12=12").wait()
    assert scene.at() == (4, 1)
    assert (scene.entity("p").alert, scene.at("p")) == (0, (1, 4))


@pytest.mark.parametrize("sign", "plsdtum")
def test_v25_every_machine_reaches_a_rover_that_waits(sign):
    scene = Scene("@......\n.......\n......" + sign)
    turns = 0
    while not (scene.happened(Event.HIT) or scene.happened(Event.MISSED)):
        turns += 1
        scene.wait()
    assert turns <= 8


def test_v25_a_hostile_follows_a_rover_that_flees():
    scene = Scene("p.@.......\n.........").move(EAST, EAST, SOUTH)
    assert steps_between(scene, scene.at("p"), scene.at()) == 2
    assert scene.move(WEST).rover.integrity == 20
