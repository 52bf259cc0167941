import numpy as np
import pytest

from cogworks.agents.registry import find
from cogworks.agents.scripted.rally.driving import LOST, UNREACHABLE, stance_at
from cogworks.agents.scripted.rally.td_chart import LEVEL, chart_of, drive
from cogworks.agents.scripted.rally.td_sight import SEEN, read
from cogworks.envs.core.batch import Autoreset, Batch
from cogworks.envs.core.episode import Episode
from cogworks.envs.core.grid import Direction
from cogworks.envs.core.jit import INTERPRETED
from cogworks.envs.core.registry import load
from cogworks.envs.rally.cards import KIND, Card
from cogworks.envs.rally.floor import REGISTERS
from cogworks.envs.rally.state import Ask, Place
from cogworks.envs.tower_defense.board import Settings
from cogworks.envs.tower_defense.rules import advance
from cogworks.envs.tower_defense.state import Stage

GAME = load("tower_defense")
SMALL = {"board": "outpost", "robots": 4}
PLAYER = find("scripted", GAME, SMALL)
CHART = chart_of(Settings(**SMALL))
MOVE_1, MOVE_2, MOVE_3 = 50, 70, 80  # cards by number
compiled_only = pytest.mark.skipif(INTERPRETED, reason="too many games for plain Python")


def choice(player, mask, observation):
    return int(player.act(np.array([0]), observation[None], mask[None])[0])


def answer(episode, seat=0):
    return GAME.actions.name(choice(PLAYER, *episode.look(seat)))


def seen_by(episode):
    seen = np.zeros(1, SEEN)[0]
    _, observation = episode.look(0)
    read(observation[None].view(GAME.layout.dtype).reshape(-1)[0], CHART, seen)
    return seen


def begun(seed=1, **settings):
    episode = Episode(GAME, {**SMALL, **settings})
    episode.reset(seed)
    return episode


def put(episode, x, y, facing):
    robot = episode.s.rally.robots[0]
    robot.x, robot.y, robot.facing = x, y, facing
    return robot


def resume(episode, stage):
    episode.s.stage = stage
    episode.s.rally.pending = 0
    advance(episode.setup[0], episode.s)


def deal(episode, *cards):
    robot = episode.s.rally.robots[0]
    robot.hand[:] = 0
    robot.hand[: len(cards)] = cards


def programmed(episode):
    """Let seat 0 program all registers; the kinds of its cards."""
    robot = episode.s.rally.robots[0]
    for k in range(REGISTERS):
        name, (slot,) = answer(episode)
        assert name == "card"
        robot.program[k], robot.hand[slot] = robot.hand[slot], 0
    return [Card(KIND[card]) for card in robot.program]


def flags_touched(name, games=8):
    player = find(name, GAME, SMALL)
    batch = Batch(GAME, games, SMALL, autoreset=Autoreset.SAME_STEP)
    batch.reset(3)
    rows = np.arange(games)
    player.begin(rows, batch.seeds.copy())
    flags = {}
    while len(flags) < games:
        batch.step(player.act(rows, batch.observations, batch.masks))
        for row, finale in batch.finales.items():
            flags.setdefault(row, sum(finale["flags"]))
    batch.close()
    return sum(flags.values())


@pytest.mark.parametrize("settings", GAME.examples, ids=str)
def test_every_answer_is_legal(settings):
    settings = {**settings, **({"max_turns": 1} if INTERPRETED else {})}
    player = find("scripted", GAME, settings)
    episode = Episode(GAME, settings)
    episode.reset(2)
    while not episode.over:
        action = choice(player, episode.mask, episode.observation)
        assert episode.mask[action]
        episode.act(action)


@compiled_only
def test_it_touches_more_flags_than_random_robots():
    assert flags_touched("scripted") > 3 * flags_touched("random")


def test_the_choice_in_a_row_does_not_depend_on_the_other_rows():
    batch = Batch(GAME, 6, SMALL, autoreset=Autoreset.SAME_STEP)
    batch.reset(1)
    rows = np.arange(6)
    for _ in range(5 if INTERPRETED else 200):
        together = PLAYER.act(rows, batch.observations, batch.masks)
        alone = [PLAYER.act(rows[:1], batch.observations[[i]], batch.masks[[i]])[0] for i in rows]
        assert together.tolist() == alone
        batch.step(together)
    batch.close()


def test_what_is_hidden_from_it_changes_nothing():
    episode = begun(seed=6)
    generator = np.random.default_rng(1)
    for _ in range(10 if INTERPRETED else 100):
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
@pytest.mark.parametrize("touched", [0, 3, 5])
def test_a_robot_finds_itself_on_the_map(facing, touched):
    episode = begun()
    put(episode, 9, 4, facing).touched = touched
    seen = seen_by(episode)
    assert (seen.x, seen.y, seen.touched) == (9, 4, touched)
    assert seen.stance == stance_at(9, 4, facing, CHART.height)


@pytest.mark.parametrize("seed", range(8 if INTERPRETED else 80))
def test_a_robot_alone_comes_where_its_program_leads(seed):
    episode = begun(ask="program", robots=2)
    generator = np.random.default_rng(seed)
    x, y = generator.integers(2, 10), generator.integers(3, 12)
    while CHART.blocks[x * CHART.height + y] < episode.setup[0].tower_count:
        x, y = generator.integers(2, 10), generator.integers(3, 12)
    robot = put(episode, x, y, seed % 4)
    robot.program[:] = generator.choice(np.arange(1, 85), REGISTERS, replace=False)
    episode.s.rally.robots[1].place = Place.OUT
    episode.s.lull = 1  # neither towers nor drones
    episode.s.drones["live"] = 0
    stance, banked = stance_at(x, y, seed % 4, CHART.height), LEVEL
    for k, card in enumerate(robot.program):
        if stance != LOST:
            stance, banked, _ = drive(CHART, (1 << 4) - 1, stance, banked, KIND[card], k)
    lives = int(robot.lives)
    resume(episode, Stage.REVEAL)
    came = stance_at(int(robot.x), int(robot.y), int(robot.facing), CHART.height)
    assert stance == (came if robot.lives == lives else LOST)


def test_every_flag_can_be_reached_from_every_dock():
    floor = begun().setup[0].floor
    for dock in floor.dock[: floor.docks]:
        stance = stance_at(int(dock.x), int(dock.y), int(dock.facing), CHART.height)
        assert (CHART.ways[:-1, stance] < UNREACHABLE).all()


def test_two_cards_move_1_lead_up_a_ramp_and_one_does_not():
    foot = stance_at(6, 3, Direction.SOUTH, CHART.height)
    once, banked, _ = drive(CHART, 0, foot, LEVEL, Card.MOVE_1, 0)
    assert (once, banked) == (foot, 1 + Direction.SOUTH)
    twice, banked, _ = drive(CHART, 0, once, banked, Card.MOVE_1, 1)
    assert (twice, banked) == (stance_at(6, 4, Direction.SOUTH, CHART.height), LEVEL)


def test_it_turns_before_a_pit():
    episode = begun()
    put(episode, 7, 2, Direction.WEST)  # the pit is two squares ahead
    deal(episode, 70, 71, 72, 73, 8)  # four cards Move 2, one Rotate
    assert programmed(episode)[0] not in (Card.MOVE_2, Card.MOVE_3)


def test_it_stops_on_the_flag_that_is_ahead():
    episode = begun()
    put(episode, 5, 8, Direction.SOUTH)  # flag 1 is two squares ahead
    deal(episode, MOVE_1, MOVE_2, MOVE_3, 7, 8, 9, 10)
    assert programmed(episode)[0] == Card.MOVE_2


@pytest.mark.parametrize(("damage", "reply"), [(1, "pass"), (6, "yes")])
def test_a_badly_damaged_robot_powers_down(damage, reply):
    episode = begun()
    robot = episode.s.rally.robots[0]
    robot.damage = damage
    robot.program[:] = (7, 8, 9, 10, 11)
    resume(episode, Stage.ANNOUNCE)
    assert episode.s.decision == Ask.POWER_DOWN
    assert answer(episode) == (reply, ())


def test_a_destroyed_robot_comes_back_running_and_faces_its_flag():
    episode = begun()
    robot = episode.s.rally.robots[0]
    robot.archive_x, robot.archive_y, robot.touched = 3, 10, 3  # flag 4 is straight north
    robot.place, robot.fell = Place.DESTROYED, 1
    episode.s.rally.falls = 1
    resume(episode, Stage.REENTER)
    assert episode.s.decision == Ask.FACING
    assert answer(episode) == ("facing", (Direction.NORTH,))


def test_towers_are_seen_to_stand_until_they_are_destroyed():
    episode = begun()
    put(episode, 9, 4, Direction.WEST)
    assert seen_by(episode).standing == 0b1111
    episode.s.rally.things[2].health = 0
    assert seen_by(episode).standing == 0b1011
