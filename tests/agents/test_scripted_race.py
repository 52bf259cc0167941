from itertools import permutations

import numpy as np
import pytest

from cogarena.agents.registry import find
from cogarena.agents.scripted.race import (
    SEEN,
    STEP,
    Weights,
    is_leaf,
    outcome,
    plan,
    read,
    run,
    start,
    value_of,
)
from cogarena.agents.scripted.rally.driving import UNREACHABLE, expected_costs
from cogarena.agents.scripted.rally.exhaustive_search import working_memory
from cogarena.envs.core.grid import Direction
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.registry import load
from cogarena.envs.race.state import Stage
from cogarena.envs.rally.cards import STEPS, TURN, Card, Option
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import Ask, Place
from cogarena.envs.rally.transitions import LOST, pose_at
from support.scripted import (
    answers_legally,
    begun,
    choice,
    deal,
    final_infos,
    mean_by_player,
    no_row_is_no_choice,
    only_the_observation_counts,
    plays_legally_to_the_end,
    programmed,
    put,
    resume,
    rows_are_played_alike,
    seen_by,
)

GAME = load("race")
OPEN = {"robots": 4}
FLAG_1 = (8, 6)  # of the first steps
DUTY = {"robots": 2, "board": "crossfire"}
PITS = {"robots": 2, "board": "sinkhole"}
PLAYERS = {"first_steps": find("scripted", GAME, OPEN)}
for settings in (DUTY, PITS):
    PLAYERS[settings["board"]] = find("scripted", GAME, settings)
TURNS = (7, 8, 9, 10, 11)  # cards that lead nowhere
compiled_only = pytest.mark.skipif(INTERPRETED, reason="too many games for plain Python")


def player_of(episode):
    return PLAYERS[episode.settings.board]


def answer(episode, seat=0):
    return GAME.actions.name(choice(player_of(episode), *episode.view(seat)))


def asked_for_power_down(episode, damage):
    robot = episode.s.rally.robots[0]
    robot.damage = damage
    robot.program[:] = TURNS
    resume(episode, Stage.ANNOUNCE)
    assert episode.s.decision == Ask.POWER_DOWN
    return answer(episode)


@pytest.mark.parametrize("settings", GAME.examples, ids=str)
def test_every_answer_is_legal(settings):
    plays_legally_to_the_end(GAME, settings, seed=2)


@compiled_only
def test_every_question_of_many_games_is_answered_legally():
    settings = {"robots": 8, "board": "crossfire", "options": 3, "lives": 5}
    answers_legally(GAME, settings, 1500)


@compiled_only
@pytest.mark.parametrize(
    "settings", [OPEN, {"robots": 8, "board": "crossfire", "options": 3}], ids=str
)
def test_scripted_robots_win_every_race_against_random_ones(settings):
    names = ["scripted", "random"] * (settings["robots"] // 2)
    ends = final_infos(GAME, settings, names, games=24, seed=1)
    assert mean_by_player(ends, names, "won")["random"] == 0
    assert sum(any(end["won"]) for end in ends) >= 23
    flags = mean_by_player(ends, names, "flags")
    assert flags["scripted"] > 1 > 10 * flags["random"]


def test_the_choice_in_a_row_does_not_depend_on_the_other_rows():
    rows_are_played_alike(GAME, PLAYERS["first_steps"], OPEN)


def test_neither_what_is_hidden_nor_what_was_before_changes_its_choice():
    only_the_observation_counts(GAME, {"robots": 8, "board": "crossfire", "options": 3})


def test_no_row_at_all_is_no_choice():
    no_row_is_no_choice(GAME, PLAYERS["first_steps"])


@pytest.mark.parametrize("facing", Direction)
@pytest.mark.parametrize("touched", [0, 1])
def test_a_robot_finds_itself_and_the_others_on_the_map(facing, touched):
    episode = begun(GAME, OPEN)
    put(episode, 0, 4, 9, facing).touched = touched
    put(episode, 1, 7, 2, Direction.EAST)
    seen = seen_by(episode, player_of(episode), read, SEEN)
    assert (seen.x, seen.y, seen.touched) == (4, 9, touched)
    assert seen.pose == pose_at(4, 9, facing, player_of(episode).tables.height)
    assert (seen.others[0].x, seen.others[0].y, seen.others[0].present) == (7, 2, 1)
    assert seen.others[3].present == 0


@pytest.mark.parametrize("board", ["crossfire", "sinkhole"])
@pytest.mark.parametrize("seed", range(4 if INTERPRETED else 40))
def test_a_robot_alone_comes_where_its_program_leads(board, seed):
    episode = begun(GAME, {"robots": 2, "board": board, "ask": "program"})
    generator = np.random.default_rng(seed)
    robot = put(episode, 0, generator.integers(1, 11), generator.integers(1, 11), seed % 4)
    robot.program[:] = generator.choice(np.arange(1, 85), REGISTERS, replace=False)
    robot.tokens = 100  # nothing but a fall can destroy it
    episode.s.rally.robots[1].place = Place.OUT
    if episode.setup[0].floor.squares[robot.x, robot.y].pit:
        return
    tables = player_of(episode).tables
    tables = np.array([tables])[0]
    tables.laser_damage[:] = 0
    seen = seen_by(episode, player_of(episode), read, SEEN)
    steps = int(STEPS[seen.program[0]])
    memory = working_memory(STEP)
    foreseen, _ = outcome(tables, Weights(), seen, steps, memory[0])
    lives = int(robot.lives)
    resume(episode, Stage.REVEAL)
    came = pose_at(int(robot.x), int(robot.y), int(robot.facing), tables.height)
    assert foreseen == (came if robot.lives == lives else LOST)


@pytest.mark.parametrize("board", PLAYERS)
def test_every_flag_can_be_reached_from_every_dock(board):
    tables = PLAYERS[board].tables
    floor = begun(GAME, {"board": board}).setup[0].floor
    for dock in floor.dock[: floor.docks]:
        pose = pose_at(int(dock.x), int(dock.y), int(dock.facing), tables.height)
        assert (tables.to_flags[:, : tables.flag_count, pose] < UNREACHABLE).all()


def test_a_way_by_random_cards_is_longer_the_fewer_there_are_to_choose_from():
    moves = np.array([[1, 1, LOST], *([[0, 1, 2]] * 6)])  # only a U-Turn leads to the goal, 1
    ends = np.array([[UNREACHABLE, 0.0, UNREACHABLE]])
    few, many = (expected_costs(moves, np.ones(3), ends, draws)[0] for draws in (2, 200))
    assert many[0] == pytest.approx(1, abs=1e-3)
    assert few[0] > 2
    assert (few[1], many[1], few[2], many[2]) == (0, 0, UNREACHABLE, UNREACHABLE)


def test_it_stops_on_the_flag_that_is_ahead():
    episode = begun(GAME, OPEN)
    put(episode, 0, FLAG_1[0], FLAG_1[1] + 2, Direction.NORTH)
    deal(episode, 50, 70, 80, *TURNS)
    assert programmed(episode, player_of(episode))[0] == Card.MOVE_2


def test_with_a_mechanical_arm_it_stops_beside_the_flag():
    episode = begun(GAME, OPEN)
    robot = put(episode, 0, FLAG_1[0] + 1, FLAG_1[1] + 3, Direction.NORTH)
    robot.options = 1 << Option.MECHANICAL_ARM
    deal(episode, 50, 70, 80, *TURNS)
    assert programmed(episode, player_of(episode))[0] in (Card.MOVE_2, Card.MOVE_3)


def test_it_turns_before_a_pit():
    episode = begun(GAME, PITS)
    put(episode, 0, 2, 5, Direction.WEST)  # the pit is two squares ahead
    deal(episode, 70, 8, 10, 12, 14)  # a Move 2, and Rotate Right
    assert programmed(episode, player_of(episode))[0] == Card.ROTATE_RIGHT
    lives = int(episode.s.rally.robots[0].lives)
    resume(episode, Stage.REVEAL)
    assert episode.s.rally.robots[0].lives == lives


def test_a_locked_register_is_reckoned_with():
    episode = begun(GAME, OPEN)
    robot = put(episode, 0, FLAG_1[0], FLAG_1[1] + 3, Direction.NORTH)
    robot.damage, robot.locks, robot.program[0] = 1, 1, 50  # Move 1
    deal(episode, 51, 70, 80, *TURNS)
    assert programmed(episode, player_of(episode))[1] == Card.MOVE_2


def test_of_two_orders_it_takes_the_one_that_stops_in_no_laser():
    episode = begun(GAME, DUTY)
    put(episode, 0, 4, 9, Direction.NORTH).touched = 1  # a laser crosses two squares ahead
    episode.s.rally.robots[1].place = Place.OUT
    deal(episode, 70, 50, 7, 8, 1)
    programmed(episode, player_of(episode))
    resume(episode, Stage.REVEAL)
    assert episode.s.rally.robots[0].damage == 0


@pytest.mark.parametrize(("damage", "reply"), [(1, "pass"), (6, "yes")])
def test_a_badly_damaged_robot_powers_down(damage, reply):
    episode = begun(GAME, OPEN)
    put(episode, 0, 4, 11, Direction.NORTH)
    assert asked_for_power_down(episode, damage) == (reply, ())


@pytest.mark.parametrize(
    ("settings", "x", "y"),
    [(DUTY, 8, 5), (PITS, 5, 1)],
    ids=["in a laser", "on a belt into a pit"],
)
def test_a_badly_damaged_robot_in_danger_does_not_power_down(settings, x, y):
    episode = begun(GAME, settings)
    put(episode, 0, x, y, Direction.NORTH)
    assert asked_for_power_down(episode, 6) == ("pass", ())


def test_a_badly_damaged_robot_beside_another_does_not_power_down():
    episode = begun(GAME, OPEN)
    put(episode, 0, 4, 11, Direction.NORTH)
    put(episode, 1, 4, 10, Direction.NORTH)
    assert asked_for_power_down(episode, 6) == ("pass", ())


def test_a_badly_damaged_robot_that_is_about_to_win_does_not_power_down():
    episode = begun(GAME, OPEN)
    put(episode, 0, 3, 3, Direction.NORTH).touched = 1  # the last flag is two squares ahead
    assert asked_for_power_down(episode, 6) == ("pass", ())


def test_a_destroyed_robot_comes_back_running_beside_its_archive_towards_its_flag():
    episode = begun(GAME, OPEN)
    robot = episode.s.rally.robots[0]
    robot.archive_x, robot.archive_y = FLAG_1[0], FLAG_1[1] + 4
    put(episode, 1, FLAG_1[0], FLAG_1[1] + 4, Direction.SOUTH)
    robot.place, robot.fell = Place.DESTROYED, 1
    episode.s.rally.falls = 1
    resume(episode, Stage.REENTER)
    episode.restore(episode.state_bytes())
    asked = []
    while episode.s.decision != Ask.PROGRAM:
        asked.append(episode.s.decision)
        episode.act(choice(player_of(episode), episode.mask, episode.observation))
    assert asked == [Ask.SQUARE, Ask.FACING, Ask.ENTER_DOWN]
    robot = episode.s.rally.robots[0]
    assert (robot.y, robot.facing, robot.announced) == (FLAG_1[1] + 3, Direction.NORTH, 0)


@pytest.mark.parametrize(
    ("settings", "place", "reply"),
    [(PITS, (1, 5, Direction.WEST), "yes"), (OPEN, (3, 2, Direction.NORTH), "pass")],
    ids=["before a pit", "before a flag"],
)
def test_brakes_are_used_where_a_move_1_does_harm(settings, place, reply):
    episode = begun(GAME, settings)
    robot = put(episode, 0, *place)
    robot.touched, robot.options = 1, 1 << Option.BRAKES
    robot.program[:] = (50, *TURNS[:4])
    resume(episode, Stage.REVEAL)
    assert episode.s.decision == Ask.GEAR
    assert answer(episode) == (reply, ())


@pytest.mark.parametrize(("card", "reply"), [(70, "yes"), (8, "pass")], ids=["doom", "safety"])
def test_a_program_that_leads_into_a_pit_is_aborted(card, reply):
    episode = begun(GAME, PITS)
    robot = put(episode, 0, 2, 5, Direction.WEST)  # the pit is two squares ahead
    robot.options = 1 << Option.ABORT_SWITCH
    robot.program[:] = (card, 7, 8, 9, 10)
    resume(episode, Stage.REVEAL)
    assert episode.s.decision == Ask.ABORT
    assert answer(episode) == (reply, ())


@pytest.mark.parametrize(
    ("cards", "reply"),
    [((1, 2, 3, 4, 5, *TURNS), "yes"), ((50, 51, 70, 71, 80, *TURNS), "pass")],
    ids=["turns", "moves"],
)
def test_a_poor_hand_is_recompiled(cards, reply):
    episode = begun(GAME, OPEN)
    robot = put(episode, 0, 4, 11, Direction.NORTH)
    robot.options = 1 << Option.RECOMPILE
    deal(episode, *cards)
    resume(episode, Stage.RECOMPILE)
    assert episode.s.decision == Ask.RECOMPILE
    assert answer(episode) == (reply, ())


def test_a_scrambler_is_preferred_to_the_main_laser():
    episode = begun(GAME, OPEN)
    put(episode, 0, 3, 11, Direction.NORTH).options = 1 << Option.SCRAMBLER
    put(episode, 1, 3, 9, Direction.NORTH)
    resume(episode, Stage.AIM)
    assert episode.s.decision == Ask.WEAPON
    assert answer(episode) == ("option", (Option.SCRAMBLER,))


def test_fire_control_locks_the_first_free_register():
    episode = begun(GAME, OPEN)
    put(episode, 0, 3, 11, Direction.NORTH).options = 1 << Option.FIRE_CONTROL
    put(episode, 1, 3, 9, Direction.NORTH).locks = 1
    resume(episode, Stage.AIM)
    assert episode.s.decision == Ask.CONTROL
    assert answer(episode) == ("register", (1,))


@pytest.mark.parametrize(
    ("option", "damage", "reply"),
    [
        (Option.CONDITIONAL_PROGRAM, 2, "option"),
        (Option.EXTRA_MEMORY, 2, "pass"),
        (Option.EXTRA_MEMORY, 9, "option"),
    ],
    ids=["useless", "useful", "useful at the last moment"],
)
def test_options_go_for_damage_when_they_are_worth_less(option, damage, reply):
    episode = begun(GAME, OPEN)
    robot = episode.s.rally.robots[0]
    robot.options, robot.damage, robot.incoming = 1 << option, damage, 1
    resume(episode, Stage.DAMAGE)
    assert episode.s.decision == Ask.PREVENT
    assert answer(episode)[0] == reply


@pytest.mark.parametrize("board", ["first_steps", "crossfire"])
def test_what_is_not_followed_would_not_have_been_better(board):
    """The best value is that of a search that follows everything."""
    episode = begun(GAME, {"robots": 4, "board": board})
    player = player_of(episode)
    for seed in range(12):
        episode.reset(seed)
        seen = seen_by(episode, player, read, SEEN)
        _, best = plan(player.tables, Weights(), seen, working_memory(STEP)[0])
        orders = set(permutations(seen.hand[seen.hand > 0].tolist(), REGISTERS))
        assert best == pytest.approx(max(value_of_order(player, seen, each) for each in orders))


def value_of_order(player, seen, cards):
    """The value of a program, register by register."""
    path = working_memory(STEP)[0].path
    start(seen, path[0])
    for k, card in enumerate(cards):
        if is_leaf(player.tables, path[k], k):
            return value_of(player.tables, Weights(), seen, path[k])
        turn, steps = int(TURN[card]), int(STEPS[card])
        run(player.tables, Weights(), seen, k, path[k], turn, steps, path[k + 1])
    return value_of(player.tables, Weights(), seen, path[REGISTERS])
