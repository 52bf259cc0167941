from cogarena.envs.powerball.render import BRIGHT
from cogarena.envs.powerball.state import BallPlace
from cogarena.envs.powerball.throws import BALL_WEAPON
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.shot_pictures import Kind
from cogarena.envs.rally.state import Power
from support.shots import Moment


def thrower(balls, options=0):
    moment = Moment("powerball").put(1, 6, 4, power=Power.DOWN)
    moment.put(0, 2, 4, 1, weapon=BALL_WEAPON + 1, target=1, options=options)
    for b in range(balls):
        moment.s.balls[b] = (BallPlace.AIR, 6, 4, 0)
    return moment


def test_p8_a_thrown_ball_flies_from_its_thrower_to_its_target():
    (shot,) = thrower(1).shots
    assert (shot.kind, shot.colour) == (Kind.BALL, BRIGHT)
    assert (round(shot.start[0]), round(shot.end[0])) == (2, 6)


def test_p28_one_ball_from_two_barrels_goes_with_a_laser():
    shots = thrower(1, 1 << Option.DOUBLE_BARRELED_LASER).shots
    assert [shot.kind for shot in shots] == [Kind.LASER, Kind.BALL]


def test_p28_two_balls_go_without_a_laser():
    shots = thrower(2, 1 << Option.DOUBLE_BARRELED_LASER).shots
    assert [shot.kind for shot in shots] == [Kind.BALL]


def test_p22_a_turret_fires_at_the_robot_it_hits():
    moment = Moment("powerball").put(0, 5, 5, power=Power.STATIONED)
    moment.put(1, 6, 7, power=Power.DOWN, hitters=1).put(2, 4, 4, power=Power.DOWN)
    (shot,) = moment.shots
    assert (shot.kind, shot.barrels) == (Kind.LASER, 2)
    assert [(round(x), round(y)) for x, y in shot.hits] == [(6, 7)]
