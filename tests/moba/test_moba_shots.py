import pytest

from cogarena.envs.core.rng import below
from cogarena.envs.moba.objectives import fire_towers
from cogarena.envs.moba.render import base_middle, rewound, tower_targets
from cogarena.envs.moba.state import TOWERS, Team
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.shot_pictures import Kind
from cogarena.envs.rally.state import ROBOTS
from support.shots import Moment, crowds


def fired_at(moment):
    """Whom the towers fire at by the rules, found one tower after another."""
    before, targets = [0] * ROBOTS, {}
    for t in range(TOWERS):
        s = moment.s.copy()
        s.rally.things["health"][t + 1 :] = 0
        fire_towers(moment.floor, s)
        noted = s.rally.robots["incoming"].tolist()
        hit = [i for i in range(ROBOTS) if noted[i] != before[i]]
        if hit:
            (targets[t],) = hit
        before = noted
    return targets


def test_the_generator_is_wound_back_number_by_number():
    r = Moment("moba").r
    states = [int(r.rng)]
    for _ in range(5):
        below(r, 8)
        states.append(int(r.rng))
    assert [rewound(states[-1], draws) for draws in range(6)] == states[::-1]


def test_m14_towers_fire_in_pictures_at_whom_they_fire_by_the_rules():
    drawn = 0
    for moment in crowds("moba", 60):
        expected, rng = fired_at(moment), int(moment.r.rng)
        fire_towers(moment.floor, moment.s)
        assert tower_targets(moment.floor, moment.r) == expected
        drawn += rng != moment.r.rng
    assert drawn > 5


def test_a_tower_fires_three_beams_over_a_wall():
    moment = Moment("moba")
    tower = moment.r.things[4]
    moment.put(0, tower.x + 1, tower.y + 1)
    (shot,) = (shot for shot in moment.shots if shot.barrels == 3)
    assert (round(shot.start[0]), round(shot.start[1])) == (tower.x, tower.y)
    assert [(round(x), round(y)) for x, y in shot.hits] == [(tower.x + 1, tower.y + 1)]


def howitzer():
    return Moment("moba").put(0, 9, 5, weapon=Option.MINI_HOWITZER + 1)


@pytest.mark.parametrize("team", [Team.RED, Team.BLUE])
@pytest.mark.parametrize(("field", "kind"), [("hitters", Kind.SHELL), ("disruptors", Kind.JAMMER)])
def test_m12_m16_howitzers_and_disruptions_fly_to_the_base(team, field, kind):
    moment = howitzer()
    moment.s.bases[team - 1][field] = 1
    assert [(shot.kind, shot.end) for shot in moment.shots] == [(kind, base_middle(team))]


def test_m12_a_howitzer_flies_to_the_tower_that_it_hits():
    moment = howitzer()
    tower = moment.r.things[2]
    tower.hitters = 1
    assert [(shot.kind, shot.end) for shot in moment.shots] == [(Kind.SHELL, (tower.x, tower.y))]


def test_allies_let_lasers_through_and_enemies_do_not():
    moment = Moment("moba").put(0, 11, 6, 1).put(2, 13, 6).put(1, 15, 6)
    shot = next(shot for shot in moment.shots if shot.start[0] < 12)
    assert [round(x) for x, _ in shot.hits] == [15]
