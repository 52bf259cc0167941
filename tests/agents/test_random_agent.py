import numpy as np

from cogarena.agents.random import RandomAgent
from cogarena.envs.core.jit import INTERPRETED
from support.games import luck

MASK = np.array([0, 1, 1, 0, 1], np.int8)


def choices(agent, rows, count, mask=MASK):
    rows = np.asarray(rows)
    masks = np.tile(mask, (len(rows), 1))
    nothing = np.zeros((len(rows), 1), np.float32)
    return np.array([agent.act(rows, nothing, masks) for _ in range(count)]).T


def begun(seeds, rows=None):
    agent = RandomAgent()
    rows = np.arange(len(seeds)) if rows is None else np.asarray(rows)
    agent.begin(rows, np.asarray(seeds, np.uint64))
    return agent


def test_every_choice_is_legal():
    chosen = choices(begun(range(20)), range(20), 50)
    assert set(np.unique(chosen)) == {1, 2, 4}


def test_the_only_legal_action_is_chosen():
    for action in range(5):
        mask = np.zeros(5, np.int8)
        mask[action] = 1
        assert (choices(begun([7]), [0], 10, mask) == action).all()


def test_legal_actions_are_equally_likely():
    count = 20 if INTERPRETED else 1000
    chosen = choices(begun(range(30)), range(30), count)
    shares = [(chosen == action).mean() for action in (1, 2, 4)]
    deviation = np.sqrt(1 / 3 * 2 / 3 / chosen.size)
    assert np.abs(np.array(shares) - 1 / 3).max() < 4 * deviation


def test_a_choice_depends_on_the_seed_and_not_on_the_neighbours():
    together = choices(begun([5, 6, 7, 8]), range(4), 30)
    alone = choices(begun([7]), [0], 30)
    elsewhere = choices(begun([7], rows=[500]), [500], 30)
    assert (together[2] == alone[0]).all()
    assert (together[2] == elsewhere[0]).all()


def test_rows_that_are_not_asked_do_not_move_on():
    asked_now_and_then = begun([1, 2])
    choices(asked_now_and_then, [1], 10)
    assert (choices(asked_now_and_then, [0], 30) == choices(begun([1]), [0], 30)).all()


def test_neighbouring_seeds_choose_differently():
    chosen = choices(begun(range(100)), range(100), 30)
    assert len({row.tobytes() for row in chosen}) == 100


def test_beginning_again_repeats_the_choices():
    agent = begun([3])
    first = choices(agent, [0], 30)
    agent.begin(np.array([0]), np.array([3], np.uint64))
    assert (choices(agent, [0], 30) == first).all()


def test_growing_keeps_the_rows_there_are():
    agent = begun([3])
    agent.begin(np.array([1000]), np.array([4], np.uint64))
    assert (choices(agent, [0], 30) == choices(begun([3]), [0], 30)).all()


def test_no_row_at_all_is_no_choice():
    agent = RandomAgent()
    none = np.zeros(0, np.int64)
    agent.begin(none, np.zeros(0, np.uint64))
    assert agent.act(none, np.zeros((0, 3), np.float32), np.zeros((0, 5), np.int8)).shape == (0,)


def test_an_action_of_a_real_mask_is_legal_in_the_game():
    mask = np.zeros(luck.GAME.actions.count, np.int8)
    mask[luck.ROLL] = 1
    assert choices(begun([1]), [0], 1, mask)[0, 0] == luck.ROLL
