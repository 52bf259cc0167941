"""What the players of a race see of robots, by scenes: each fact, in whose eyes, and what not."""

import numpy as np
import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.grid import Direction
from cogarena.envs.race.game import GAME
from cogarena.envs.race.observe import LAYOUT, Other, Own
from cogarena.envs.rally.cards import NO_CARD, Card, Option
from cogarena.envs.rally.observation import DOOMED, HELD, LENT, RegisterColumn
from cogarena.envs.rally.phases import Phase
from cogarena.envs.rally.state import REVEAL, Ask, Gear, Place

ROTATE_LEFT, ROTATE_RIGHT, MOVE_1 = 7, 8, 49  # card numbers
OF_ROBOTS = [  # field, value, column
    ("gyroscope", 1, "GYROSCOPE"),
    ("aborting", 1, "ABORTING"),
    ("coat", 2, "COAT"),
    ("shells", 3, "SHELLS"),
    ("own", 0b00100, "REPLACED"),
    ("moved", 1, "MOVED"),
    ("weapon", 1 + Option.SCRAMBLER, "WEAPON"),
    ("shots", 1, "SHOTS"),
    ("aimed", 0b10000, "AIMED"),
    ("incoming", 3, "INCOMING"),
    ("owes", 1, "OWES"),
    ("fell", 2, "FELL"),
    ("place", Place.DESTROYED, "WAITS"),
]


def race(stage=Phase.SWAP, **settings):
    """A race in which the first register is about to be played."""
    episode = Episode(GAME, {"robots": 3, **settings})
    episode.reset(1)
    episode.s.stage = stage
    return episode


def seen(episode, seat):
    return LAYOUT.split(episode.view(seat)[1])


def row_of(episode, seat, i):
    """The row of robot i in the eyes of another seat."""
    return seen(episode, seat)["others"][(i - seat) % 3 - 1]


@pytest.mark.parametrize(("field", "value", "column"), OF_ROBOTS, ids=[c for _, _, c in OF_ROBOTS])
def test_everybody_sees(field, value, column):
    episode = race()
    setattr(episode.s.rally.robots[1], field, value)
    shown = 1 if field == "place" else value
    assert seen(episode, 1)["own"][Own[column]] == shown
    assert [row_of(episode, seat, 1)[Other[column]] for seat in (0, 2)] == [shown] * 2
    assert row_of(episode, 0, 2)[Other[column]] == 0


@pytest.mark.parametrize(
    ("field", "value", "column"),
    [
        ("moved", 1, "MOVED"),
        ("weapon", 1, "WEAPON"),
        ("mover", 2, "MOVER"),
        ("shield", 1, "SHIELD"),
    ],
)
def test_what_is_left_from_the_last_turn_is_not_seen(field, value, column):
    episode = race(stage=Phase.PROGRAM)
    setattr(episode.s.rally.robots[1], field, value)
    assert seen(episode, 1)["own"][Own[column]] == 0
    assert row_of(episode, 0, 1)[Other[column]] == 0


@pytest.mark.parametrize(
    ("field", "value", "column"),
    [("mover", 2, "MOVER"), ("radio", 1 + 2, "CONTROLLER")],
    ids=["who moved it", "whose program it runs"],
)
def test_a_robot_is_named_as_the_looking_seat_numbers_them(field, value, column):
    episode = race()
    setattr(episode.s.rally.robots[1], field, value)
    assert seen(episode, 1)["own"][Own[column]] == 2
    assert row_of(episode, 0, 1)[Other[column]] == 3
    assert row_of(episode, 2, 1)[Other[column]] == 1


def test_who_scrambled_a_register_is_seen():
    episode = race()
    episode.s.rally.robots[1].jammers[2] = 1 + 0
    jammers = slice(Own.JAMMER_2, Own.JAMMER_5 + 1)
    assert seen(episode, 1)["own"][jammers].tolist() == [0, 3, 0, 0]
    assert row_of(episode, 0, 1)[Other.JAMMER_3] == 1


def test_who_deals_coming_damage_is_seen_by_row_and_by_the_robot_itself():
    episode = race()
    episode.s.rally.robots[1].hitters = 0b101
    own, row = seen(episode, 1)["own"], row_of(episode, 0, 1)
    assert own[[Own.HIT_BY_OWN, Own.HIT_BY]].tolist() == [0, 0b11]
    assert row[[Other.HIT_BY_OWN, Other.HIT_BY]].tolist() == [1, 0b10]


def test_a_target_is_seen_while_a_weapon_is_aimed_at_it():
    episode = race()
    robot = episode.s.rally.robots[1]
    robot.target = 0
    assert row_of(episode, 0, 1)[Other.TARGET] == 0
    robot.weapon = 1 + Option.TRACTOR_BEAM
    assert row_of(episode, 0, 1)[Other.TARGET] == 1
    assert row_of(episode, 2, 1)[Other.TARGET] == 2


def test_a_target_is_seen_when_its_player_chooses_the_weapon():
    episode = race()
    robot = episode.s.rally.robots[1]
    robot.target, robot.asked, episode.s.decision = 0, Ask.WEAPON, Ask.WEAPON
    assert seen(episode, 1)["own"][Own.TARGET] == 3


@pytest.mark.parametrize(
    ("heading", "steps"),
    [(Direction.EAST, [0, -2]), (Direction.SOUTH, [2, 0])],
    ids=["ahead", "to the right"],
)
def test_the_steps_of_the_card_that_is_executed_are_seen_as_the_looker_faces(heading, steps):
    episode = race()
    r = episode.s.rally
    r.robots[0].facing = Direction.EAST
    r.walker, r.steps, r.heading = 1 + 1, 2, heading
    row = row_of(episode, 0, 1)
    assert row[[Other.STEPS_RIGHT, Other.STEPS_BEHIND]].tolist() == steps
    assert row[Other.EXECUTES] == 1
    assert row_of(episode, 0, 2)[Other.EXECUTES] == 0


def test_who_has_been_rammed_with_this_card_is_seen():
    episode = race()
    r = episode.s.rally
    r.walker, r.robots[1].rammed = 1 + 1, 0b001
    assert seen(episode, 0)["own"][Own.RAMMED] == 1
    assert row_of(episode, 1, 0)[Other.RAMMED] == 1
    assert row_of(episode, 0, 2)[Other.RAMMED] == 0


@pytest.mark.parametrize("facing", Direction)
def test_the_sides_of_a_shield_turn_with_the_looker(facing):
    episode = race()
    robots = episode.s.rally.robots
    robots[0].facing = facing
    robots[1].shield = 1 << Direction.WEST  # fire that flies west
    relative = (Direction.WEST - facing) % 4
    assert row_of(episode, 0, 1)[Other.SHIELD] == 1 << relative


def test_brakes_are_told_from_a_card_that_was_executed():
    episode = race()
    robot = episode.s.rally.robots[1]
    robot.moved = robot.braked = 1
    assert row_of(episode, 0, 1)[Other.MOVED] == 2


def test_archives_of_all_robots_are_seen_as_ways():
    episode = race()
    robots = episode.s.rally.robots
    robots[0].x, robots[0].y, robots[0].facing = 5, 5, Direction.NORTH
    robots[1].archive_x, robots[1].archive_y = 7, 2
    row = row_of(episode, 0, 1)
    assert row[[Other.ARCHIVE_RIGHT, Other.ARCHIVE_BEHIND]].tolist() == [2, -3]


def test_a_robot_that_is_out_differs_from_one_that_waits():
    episode = race()
    states = []
    for place in Place:
        episode.s.rally.robots[1].place = place
        row = row_of(episode, 0, 1)
        states.append(row[[Other.ON_FLOOR, Other.WAITS]].tolist())
    assert states == [[1, 0], [0, 1], [0, 0]]


def test_revealed_and_locked_registers_are_seen_with_kind_and_second_card():
    episode = race()
    s = episode.s
    robot = s.rally.robots[1]
    robot.program[:] = MOVE_1
    robot.pairs[:] = ROTATE_RIGHT
    robot.crabs, robot.locks = 0b10011, 0b10000
    s.rally.register, s.stage = 1, Phase.SWAP
    row = row_of(episode, 0, 1)
    shown = [1, 0, 0, 0, 1]
    assert (row[Other.REGISTER_1 : Other.REGISTER_5 + 1] == np.array(shown) * MOVE_1).all()
    assert (row[Other.KIND_1 : Other.KIND_5 + 1] == np.array(shown) * Card.MOVE_1).all()
    assert (row[Other.SECOND_1 : Other.SECOND_5 + 1] == np.array(shown) * ROTATE_RIGHT).all()
    assert row[Other.SIDEWAYS] == 0b10001
    assert row[Other.LOCKED] == 0b10000


def test_a_register_is_seen_from_the_stage_that_reveals_it():
    assert REVEAL == Phase.REVEAL


def test_the_own_second_card_is_seen_with_its_turn_and_side_step():
    episode = race()
    robot = episode.s.rally.robots[0]
    robot.program[2], robot.pairs[2], robot.crabs = MOVE_1, ROTATE_LEFT, 0b100
    row = seen(episode, 0)["program"][2]
    columns = [RegisterColumn.SECOND, RegisterColumn.SECOND_TURN, RegisterColumn.SIDEWAYS]
    assert row[columns].tolist() == [ROTATE_LEFT, -1, 1]
    assert not seen(episode, 1)["others"][1, Other.SECOND_1 : Other.SIDEWAYS + 1].any()


@pytest.mark.parametrize(
    ("field", "value", "column"),
    [("spare", MOVE_1, "KEPT"), ("swap", Gear.USED, "SWAP")],
    ids=["the kept card", "whether it is played"],
)
def test_the_owner_alone_sees(field, value, column):
    episode = race()
    hidden = [episode.view(seat)[1] for seat in (0, 2)]
    setattr(episode.s.rally.robots[1], field, value)
    assert seen(episode, 1)["own"][Own[column]] == value
    for seat, before in zip((0, 2), hidden, strict=True):
        assert np.array_equal(episode.view(seat)[1], before)


def test_option_cards_of_all_robots_are_seen():
    episode = race()
    robots = episode.s.rally.robots
    robots[1].options = 1 << Option.BRAKES | 1 << Option.SCRAMBLER
    robots[1].doomed = 1 << Option.SCRAMBLER
    robots[1].lent = 1 << Option.RECOMPILE
    row = seen(episode, 0)["other_options"][0]
    assert row[Option.BRAKES] == HELD
    assert row[Option.SCRAMBLER] == HELD + DOOMED
    assert row[Option.RECOMPILE] == LENT
    assert seen(episode, 1)["options"].tolist() == row.tolist()


def test_option_cards_in_the_deck_differ_from_discarded_ones():
    episode = race()
    r = episode.s.rally
    r.option_deck, r.option_discards = 1 << Option.BRAKES, 1 << Option.SCRAMBLER
    piles = seen(episode, 0)["option_piles"]
    assert [piles[Option.BRAKES], piles[Option.SCRAMBLER], piles.sum()] == [1, 2, 3]


@pytest.mark.parametrize(("board", "flags"), [("first_steps", 2), ("double_shift", 4)])
def test_the_number_of_flags_is_seen(board, flags):
    assert seen(race(board=board), 0)["own"][Own.FLAGS] == flags


def test_second_cards_of_others_are_redrawn_with_their_registers():
    places, sides = set(), set()
    for seed in range(20):
        episode = race()
        robot = episode.s.rally.robots[1]
        robot.program[:] = robot.hand[:5]
        robot.hand[:5] = NO_CARD
        robot.pairs[1], robot.crabs, robot.hand[5] = robot.hand[5], 0b10, NO_CARD
        GAME.resample_hidden(episode.setup[0], episode.s, 0, np.random.default_rng(seed))
        (place,) = np.flatnonzero(robot.pairs)
        places.add(int(place))
        sides.add(int(robot.crabs) == 1 << int(place))
    assert places == set(range(5))
    assert sides == {True}


def test_second_cards_of_others_stay_out_of_the_register_asked_about():
    for seed in range(20):
        episode = race()
        robot = episode.s.rally.robots[1]
        robot.program[:2] = robot.hand[:2]
        robot.pairs[0], robot.pairing, robot.hand[:3] = robot.hand[2], 2, NO_CARD
        GAME.resample_hidden(episode.setup[0], episode.s, 0, np.random.default_rng(seed))
        assert np.flatnonzero(robot.pairs).tolist() == [0]
