import numpy as np

from cogarena.envs.core import rng
from support.games.luck import GAME


def generator(seed=0):
    s = np.zeros(1, GAME.state)[0]
    rng.seed_rng(s, np.uint64(seed))
    return s


def test_the_first_numbers_are_those_of_the_reference_program():
    # The PCG reference program prints these for pcg32_srandom(42, 54).
    s = generator()
    s.rng = np.uint64(
        ((42 + int(rng.INCREMENT)) * int(rng.MULTIPLIER) + int(rng.INCREMENT)) % 2**64
    )
    numbers = [int(rng.draw(s)) for _ in range(6)]
    assert numbers == [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]


def test_spread_is_splitmix64():
    # The first outputs of SplitMix64 seeded with 1234567.
    state, outputs = 1234567, []
    for _ in range(3):
        outputs.append(int(rng.spread(np.uint64(state))))
        state = (state + int(rng.GOLDEN)) % 2**64
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_below_reaches_every_number_equally():
    s = generator(3)
    counts = np.bincount([rng.below(s, 7) for _ in range(70_000)], minlength=7)
    assert counts.min() > 9_600
    assert counts.max() < 10_400
    assert len(counts) == 7


def test_below_is_exact_where_rejection_matters():
    s = generator(1)
    n = 3 * 2**30
    thirds = np.bincount([rng.below(s, n) // 2**30 for _ in range(30_000)], minlength=3)
    assert thirds.min() > 9_600


def test_a_die_shows_one_to_six():
    s = generator(5)
    assert {rng.die(s) for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_neighbouring_seeds_give_unrelated_numbers():
    firsts = np.array([int(rng.draw(generator(seed))) for seed in range(2000)], np.float64)
    assert abs(np.corrcoef(firsts[:-1], firsts[1:])[0, 1]) < 0.06
    assert len(set(firsts)) == 2000


def test_any_seed_of_64_bits_is_taken():
    assert generator(2**64 - 1).rng != generator(0).rng
