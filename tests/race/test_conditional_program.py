"""Conditional Program in a race: decided in secret, before anybody reveals the register."""

import numpy as np
import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.race.game import GAME
from cogarena.envs.race.state import Stage
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.phases import is_public
from cogarena.envs.rally.state import ACTIONS, Ask, Gear
from support.scenes.rally import NUMBER

MOVE_1, MOVE_2, U_TURN = NUMBER[Card.MOVE_1], NUMBER[Card.MOVE_2], NUMBER[Card.U_TURN]
NO, YES = ACTIONS.number("pass"), ACTIONS.number("yes")
REGISTER = 1  # of the situations, the second


def asked(robots=3):
    """All robots keep a card and are asked about the second register."""
    episode = Episode(GAME, {"robots": robots, "options": 0})
    episode.reset(3)
    r = episode.s.rally
    r.register, r.pending = REGISTER, 0
    for i in range(robots):
        robot = r.robots[i]
        robot.hand[:] = 0
        robot.program[:] = [10 + i, MOVE_1 + i, 20 + i, 30 + i, 40 + i]
        robot.options, robot.spare = 1 << int(Option.CONDITIONAL_PROGRAM), 1 + i
    episode.s.stage = Stage.SWAP
    GAME.advance(episode.setup[0], episode.s)
    assert episode.s.decision == Ask.SWAP
    episode.restore(episode.state_bytes())
    return episode


def test_conditional_program_is_decided_before_the_register_is_revealed():
    episode = asked()
    r, stage = episode.s.rally, int(episode.s.stage)
    public = [bool(is_public(r, stage, int(Stage.CLEAN_UP), 1, k)) for k in range(5)]
    assert public == [True, False, False, False, False]


@pytest.mark.parametrize("card", [MOVE_2, U_TURN])
def test_conditional_program_does_not_show_the_cards_of_the_others(card):
    episode, twin = asked(), asked()
    twin.s.rally.robots[1].program[REGISTER] = card
    assert np.array_equal(episode.view(0)[1], twin.view(0)[1])


def test_conditional_program_answers_are_not_seen_by_the_others():
    episode = asked()
    before = episode.view(1)[1].copy()
    episode.act(YES)
    assert np.array_equal(episode.view(1)[1], before)
    assert episode.s.rally.robots[0].program[REGISTER] == MOVE_1


def test_conditional_program_cards_are_swapped_after_the_last_answer():
    episode = asked()
    for answer in (YES, NO, YES):
        episode.act(answer)
    cards = [int(robot.program[REGISTER]) for robot in episode.s.rally.robots[:3]]
    assert cards == [1, MOVE_1 + 1, 3]
    assert episode.s.rally.robots["swap"].tolist() == [Gear.UNDECIDED] * 8


def test_conditional_program_answers_of_the_others_are_given_again_in_a_search():
    episode = asked()
    episode.act(YES)
    GAME.undo_secret_choices(episode.setup[0], episode.s, 1)
    asked_in_turn = []
    while episode.s.decision == Ask.SWAP and episode.s.rally.register == REGISTER:
        asked_in_turn.append(episode.to_act)
        episode.act(NO)
    assert asked_in_turn == [1, 2, 0]
    assert episode.s.rally.robots[0].program[REGISTER] == MOVE_1


def test_conditional_program_answer_of_the_own_seat_stays_in_a_search():
    episode = asked()
    episode.act(YES)
    GAME.undo_secret_choices(episode.setup[0], episode.s, 0)
    GAME.resample_hidden(episode.setup[0], episode.s, 0, np.random.default_rng(0))
    assert episode.s.rally.robots[0].swap == Gear.USED
    assert episode.s.rally.robots[0].spare == 1


@pytest.mark.parametrize("answer", [YES, NO])
def test_conditional_program_answers_of_the_others_are_redrawn(answer):
    drawn = set()
    for seed in range(20):
        episode = asked()
        episode.act(answer)
        GAME.resample_hidden(episode.setup[0], episode.s, 1, np.random.default_rng(seed))
        drawn.add(int(episode.s.rally.robots[0].swap))
    assert drawn == {Gear.USED, Gear.DECLINED}


def test_conditional_program_answers_do_not_leak_through_the_redrawing():
    redrawn = []
    for answer in (YES, NO):
        episode = asked()
        episode.act(answer)
        GAME.resample_hidden(episode.setup[0], episode.s, 1, np.random.default_rng(5))
        redrawn.append(episode.states.tobytes())
    assert redrawn[0] == redrawn[1]
