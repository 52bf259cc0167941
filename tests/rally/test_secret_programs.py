import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.rally.cards import NO_CARD
from cogarena.envs.rally.deck import is_locked
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import DEALT, FLYWHEEL_SLOT, HAND, Ask

RALLIES = ("race", "moba", "powerball", "tower_defense")


def being_programmed(name, seed, registers=3):
    """An episode whose robots have some cards in their registers, and all are asked for more."""
    game = registry.load(name)
    episode = Episode(game, {"options": 3} if name in ("race", "tower_defense") else {})
    episode.reset(seed)
    generator = np.random.default_rng(seed)
    while episode.s.decision != Ask.PROGRAM or registers > filled(episode.s.rally.robots[0]):
        episode.act(int(generator.choice(np.flatnonzero(episode.mask))))
    return game, episode


def filled(robot):
    return np.count_nonzero(robot.program)


def cards(robot):
    return sorted(c for c in (*robot.program, *robot.pairs, *robot.hand) if c != NO_CARD)


@pytest.mark.parametrize("name", RALLIES)
def test_what_the_others_have_programmed_is_in_their_hands_again(name):
    for seed in range(5):
        game, episode = being_programmed(name, seed)
        seat, robots = episode.to_act, episode.s.rally.robots
        before = [cards(robot) for robot in robots]
        own, shown = robots[seat].tobytes(), episode.observation.copy()
        game.undo_secret_choices(episode.setup[0], episode.s, seat)
        assert [cards(robot) for robot in robots] == before
        assert robots[seat].tobytes() == own
        assert np.array_equal(episode.view(seat)[1], shown)
        for i, robot in enumerate(robots[: len(episode.agents)]):
            if i != seat:
                open_ones = [k for k in range(REGISTERS) if not is_locked(robot, k)]
                assert all(robot.program[k] == robot.pairs[k] == NO_CARD for k in open_ones)


def test_a_card_that_was_stored_goes_back_beside_a_full_hand():
    game, episode = being_programmed("race", 0)
    robot = episode.s.rally.robots[(episode.to_act + 1) % len(episode.agents)]
    robot.program[:] = NO_CARD
    robot.hand[:DEALT] = range(1, HAND)
    robot.hand[FLYWHEEL_SLOT], robot.program[0] = NO_CARD, HAND
    game.undo_secret_choices(episode.setup[0], episode.s, episode.to_act)
    assert robot.hand.tolist() == list(range(1, HAND + 1))


@pytest.mark.parametrize("name", RALLIES)
def test_they_are_asked_again_and_the_turn_goes_on(name):
    game, episode = being_programmed(name, 1)
    game.undo_secret_choices(episode.setup[0], episode.s, episode.to_act)
    generator = np.random.default_rng(0)
    turn = int(episode.s.turn)
    for _ in range(1000):
        if episode.over or episode.s.turn > turn:
            break
        if episode.s.decision == Ask.POWER_DOWN:
            assert all(filled(robot) in (0, REGISTERS) for robot in episode.s.rally.robots)
        episode.act(int(generator.choice(np.flatnonzero(episode.mask))))
    assert episode.over or episode.s.turn > turn


@pytest.mark.parametrize("name", RALLIES)
def test_a_program_that_is_being_executed_stays_in_its_registers(name):
    game, episode = being_programmed(name, 2)
    generator = np.random.default_rng(0)
    while not episode.over and episode.s.decision == Ask.PROGRAM:
        episode.act(int(generator.choice(np.flatnonzero(episode.mask))))
    before = episode.states.tobytes()
    game.undo_secret_choices(episode.setup[0], episode.s, episode.to_act)
    assert episode.states.tobytes() == before
