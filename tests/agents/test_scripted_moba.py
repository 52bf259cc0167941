import numpy as np
import pytest

from cogworks.agents.registry import find
from cogworks.agents.scripted.rally.driving import LOST, stance_at
from cogworks.agents.scripted.rally.moba_chart import chart_of
from cogworks.agents.scripted.rally.moba_plan import end_of_program
from cogworks.agents.scripted.rally.moba_sight import SEEN, read
from cogworks.agents.scripted.rally.moba_temper import Temper
from cogworks.envs.core.batch import Autoreset, Batch
from cogworks.envs.core.episode import Episode
from cogworks.envs.core.grid import HALF_TURN, Direction, turned
from cogworks.envs.core.header import PASS
from cogworks.envs.core.jit import INTERPRETED
from cogworks.envs.core.registry import load
from cogworks.envs.moba.rules import advance
from cogworks.envs.moba.state import HEIGHT, WIDTH, Ask, Stage
from cogworks.envs.rally.cards import KIND, Card
from cogworks.envs.rally.options import Option
from cogworks.envs.rally.state import Ask as RallyAsk
from cogworks.envs.rally.state import Place

GAME = load("moba")
PLAYER = find("scripted", GAME)
SHORT = {"max_turns": 2} if INTERPRETED else {}
GAMES = 24
compiled_only = pytest.mark.skipif(INTERPRETED, reason="too many games for plain Python")


def choice(player, mask, observation):
    return int(player.act(np.array([0]), observation[None], mask[None])[0])


def answer(episode, seat=0):
    return GAME.actions.name(choice(PLAYER, *episode.look(seat)))


def seen_by(episode, seat):
    seen = np.zeros(1, SEEN)[0]
    _, observation = episode.look(seat)
    read(observation[None].view(GAME.layout.dtype).reshape(-1)[0], seen)
    return seen


def begun(settings=None, seed=1):
    episode = Episode(GAME, settings or {})
    episode.reset(seed)
    return episode


def put(episode, seat, x, y, facing):
    robot = episode.s.rally.robots[seat]
    robot.x, robot.y, robot.facing = x, y, facing
    return robot


def resume(episode, stage):
    episode.s.stage = stage
    episode.s.rally.pending = 0
    advance(episode.setup[0], episode.s)


def aiming(x, y, facing):
    episode = begun()
    put(episode, 0, x, y, facing)
    return episode


def deal(episode, seat, *cards):
    robot = episode.s.rally.robots[seat]
    robot.hand[:] = 0
    robot.hand[: len(cards)] = cards


def wins(teams, seed):
    batch = Batch(GAME, GAMES, {}, autoreset=Autoreset.DISABLED, threads=1)
    batch.reset(seed)
    players = [find(name, GAME) for name in teams]
    for player in players:
        player.begin(np.arange(GAMES), batch.seeds)
    won = dict.fromkeys(("red", "blue"), 0)
    playing = np.ones(GAMES, bool)
    while playing.any():
        actions = batch.masks.argmax(axis=1)
        for side, player in enumerate(players):
            rows = np.flatnonzero(batch.to_act % 2 == side)
            actions[rows] = player.act(rows, batch.observations[rows], batch.masks[rows])
        batch.step(actions)
        for row, finale in batch.finales.items():
            if playing[row]:
                for team, foe in (("red", "blue"), ("blue", "red")):
                    won[team] += finale["bases"][foe] == 0 < finale["bases"][team]
            playing[row] = False
        batch.reset(seed, batch.over.copy())
    return won


@compiled_only
def test_a_scripted_team_beats_a_random_one_on_either_side():
    assert wins(("scripted", "random"), 1)["red"] >= 0.95 * GAMES
    assert wins(("random", "scripted"), 2)["blue"] >= 0.95 * GAMES


@pytest.mark.parametrize("settings", GAME.examples, ids=str)
def test_every_example_is_played_to_the_end_without_an_illegal_action(settings):
    settings = settings | SHORT
    player = find("scripted", GAME, settings)
    for seed in range(1 if INTERPRETED else 3):
        episode = begun(settings, seed)
        while not episode.over:
            episode.act(choice(player, episode.mask, episode.observation))


@compiled_only
def test_every_question_of_many_games_is_answered_legally():
    asked = set()
    settings = {"options": 3, "start": "scattered"}
    batch = Batch(GAME, 64, settings, autoreset=Autoreset.SAME_STEP, threads=1)
    batch.reset(3)
    for _ in range(3000):
        asked |= set(batch.states["decision"].tolist())
        batch.step(PLAYER.act(np.arange(batch.n), batch.observations, batch.masks))
    never = {RallyAsk.SQUARE, RallyAsk.SWAP}  # it keeps no card to swap
    assert asked == set(GAME.decisions) - never


def test_the_choice_in_a_row_does_not_depend_on_the_other_rows():
    batch = Batch(GAME, 5, {}, autoreset=Autoreset.SAME_STEP, threads=1)
    batch.reset(0)
    for _ in range(10 if INTERPRETED else 300):
        rows = np.arange(batch.n)
        together = PLAYER.act(rows, batch.observations, batch.masks)
        backwards = PLAYER.act(rows[::-1], batch.observations[::-1], batch.masks[::-1])[::-1]
        alone = [PLAYER.act(rows[:1], batch.observations[[i]], batch.masks[[i]])[0] for i in rows]
        assert together.tolist() == backwards.tolist() == alone
        batch.step(together)


def test_nothing_is_kept_in_mind_between_two_choices():
    episode = begun(seed=5)
    for _ in range(10 if INTERPRETED else 300):
        action = choice(PLAYER, episode.mask, episode.observation)
        other = find("scripted", GAME, {})
        assert choice(other, episode.mask.copy(), episode.observation.copy()) == action
        episode.act(action)


def test_what_is_hidden_from_it_changes_nothing():
    episode = begun(seed=6)
    generator = np.random.default_rng(1)
    for _ in range(10 if INTERPRETED else 300):
        twin = episode.copy()
        GAME.hide(twin.setup[0], twin.s, twin.to_act, generator)
        action = choice(PLAYER, episode.mask, episode.observation)
        assert choice(PLAYER, *twin.look(twin.to_act)) == action
        episode.act(action)


def test_no_row_at_all_is_no_choice():
    none = np.zeros(0, np.int64)
    observations = np.zeros((0, GAME.layout.width), np.float32)
    masks = np.zeros((0, GAME.actions.count), np.int8)
    assert PLAYER.act(none, observations, masks).shape == (0,)


@pytest.mark.parametrize("facing", Direction)
def test_a_robot_of_either_side_finds_itself_on_the_map(facing):
    episode = begun()
    put(episode, 0, 13, 4, facing)
    put(episode, 1, WIDTH - 1 - 13, HEIGHT - 1 - 4, turned(facing, HALF_TURN))
    for seat in (0, 1):
        seen = seen_by(episode, seat)
        assert (seen.x, seen.y, seen.facing) == (13, 4, facing)
        assert (seen.enemies[0].x, seen.enemies[0].y) == (WIDTH - 1 - 13, HEIGHT - 1 - 4)
        assert seen.enemies[0].facing == turned(facing, HALF_TURN)


@pytest.mark.parametrize("seed", range(8 if INTERPRETED else 60))
def test_a_robot_alone_comes_where_its_program_leads(seed):
    episode = begun({"team_size": 1, "ask": "program"})
    generator = np.random.default_rng(seed)
    robot = put(episode, 0, generator.integers(2, 26), generator.integers(HEIGHT), seed % 4)
    robot.program[:] = generator.choice(np.arange(1, 85), 5, replace=False)
    robot.tokens = 100  # nothing but a fall can destroy it
    episode.s.rally.robots[1].place = Place.OUT
    foreseen = end_of_program(chart_of("open", Temper()), seen_by(episode, 0))
    resume(episode, Stage.REVEAL)
    came = stance_at(int(robot.x), int(robot.y), int(robot.facing), HEIGHT)
    assert episode.s.turn == 2
    assert came == foreseen if episode.s.scores[0].deaths == 0 else foreseen == LOST


def test_it_does_not_drive_into_a_pit_if_it_can_turn_first():
    episode = begun()
    put(episode, 0, 14, 3, Direction.EAST)  # the pit is two squares ahead
    deal(episode, 0, 70, 71, 72, 73, 10, 8)  # four cards Move 2, two Rotate Right
    name, (slot,) = answer(episode)
    assert name == "card"
    assert KIND[episode.s.rally.robots[0].hand[slot]] == Card.ROTATE_RIGHT


def test_beside_an_enemy_tower_it_stays_and_fires():
    episode = begun()
    put(episode, 0, 17, 2, Direction.SOUTH)  # the tower is the next square
    deal(episode, 0, 7, 8, 1, 50, 51, 67, 68, 79)  # five cards that the tower stops
    programmed = []
    for _ in range(5):
        name, (slot,) = answer(episode)
        assert name == "card"
        programmed.append(int(KIND[episode.s.rally.robots[0].hand[slot]]))
        robot = episode.s.rally.robots[0]
        robot.program[len(programmed) - 1] = robot.hand[slot]
        robot.hand[slot] = 0
    assert set(programmed) <= {Card.MOVE_1, Card.MOVE_2, Card.MOVE_3}


@pytest.mark.parametrize(("damage", "reply"), [(1, "pass"), (6, "yes")])
def test_a_badly_damaged_robot_out_of_danger_powers_down(damage, reply):
    episode = begun()
    robot = episode.s.rally.robots[0]
    robot.damage = damage
    robot.program[:] = (7, 8, 9, 10, 11)  # turns on its dock
    resume(episode, Stage.ANNOUNCE)
    assert episode.s.decision == RallyAsk.POWER_DOWN
    assert answer(episode) == (reply, ())


def test_a_badly_damaged_robot_in_reach_of_a_tower_does_not_power_down():
    episode = begun()
    robot = put(episode, 0, 15, 4, Direction.EAST)
    robot.damage = 6
    robot.program[:] = (7, 8, 9, 10, 11)
    resume(episode, Stage.ANNOUNCE)
    assert answer(episode) == ("pass", ())


def test_the_howitzer_is_fired_at_a_tower():
    episode = aiming(17, 2, Direction.SOUTH)
    resume(episode, Stage.AIM)
    assert answer(episode) == ("option", (Option.MINI_HOWITZER,))


def test_the_howitzer_is_fired_at_a_robot():
    episode = aiming(12, 5, Direction.EAST)
    put(episode, 1, 14, 5, Direction.NORTH)
    resume(episode, Stage.AIM)
    assert answer(episode) == ("option", (Option.MINI_HOWITZER,))


@pytest.mark.parametrize(
    ("card", "reply"),
    [(Option.DOUBLE_BARRELED_LASER, "disrupt"), (Option.BRAKES, "option")],
    ids=["harmful", "harmless"],
)
def test_a_base_is_disrupted_if_its_option_hurts(card, reply):
    episode = aiming(18, 5, Direction.EAST)
    episode.s.bases[1].team_option = card
    resume(episode, Stage.AIM)
    assert answer(episode)[0] == reply


def test_tokens_are_spent():
    episode = begun()
    robot = episode.s.rally.robots[0]
    robot.tokens, robot.incoming = 2, 1
    resume(episode, Stage.DAMAGE)
    assert answer(episode) == ("yes", ())


@pytest.mark.parametrize(
    ("option", "damage", "reply"),
    [
        (Option.BRAKES, 2, "option"),
        (Option.HIGH_POWER_LASER, 2, "pass"),
        (Option.HIGH_POWER_LASER, 9, "option"),
    ],
    ids=["useless", "useful", "useful at the last moment"],
)
def test_options_go_for_damage_when_they_are_worth_less(option, damage, reply):
    episode = begun()
    robot = episode.s.rally.robots[0]
    robot.options, robot.damage, robot.incoming = 1 << option, damage, 1
    resume(episode, Stage.DAMAGE)
    assert answer(episode)[0] == reply


@pytest.mark.parametrize(
    ("installed", "reply"),
    [(-1, "option"), (Option.EXTRA_MEMORY, "option"), (Option.DOUBLE_BARRELED_LASER, "pass")],
    ids=["none", "a worse one", "a better one"],
)
def test_the_best_option_is_installed_unless_a_better_one_is(installed, reply):
    episode = begun()
    robot = put(episode, 0, 7, 5, Direction.EAST)
    robot.options = 1 << Option.BRAKES | 1 << Option.HIGH_POWER_LASER
    episode.s.bases[0].team_option = installed
    resume(episode, Stage.INSTALL)
    assert episode.s.decision == Ask.INSTALL
    name, index = answer(episode)
    assert name == reply
    assert index in ((), (Option.HIGH_POWER_LASER,))


def test_a_destroyed_robot_comes_back_on_a_free_dock_running():
    episode = begun()
    robot = episode.s.rally.robots[0]
    robot.place, robot.fell = Place.DESTROYED, 1
    episode.s.rally.falls = 1
    resume(episode, Stage.REENTER)
    for question in (Ask.DOCK, RallyAsk.FACING, RallyAsk.ENTER_DOWN):
        assert episode.s.decision == question
        mask, observation = episode.look(0)
        action = choice(PLAYER, mask, observation)
        assert mask[action]
        episode.restore(episode.state_bytes())
        episode.act(action)
    assert action == PASS
    assert robot.announced == 0
