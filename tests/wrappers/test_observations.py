import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from comparison import arguments, equal
from gymnasium.spaces import Box, Dict
from gymnasium.spaces.utils import flatdim
from gymnasium.utils.env_checker import check_env, check_step_determinism
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, parallel_api_test
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from cogarena.envs.core import registry
from cogarena.envs.core.errors import UnknownNameError
from cogarena.wrappers import aec, parallel
from cogarena.wrappers.gymnasium import SingleEnv
from cogarena.wrappers.sb3 import BatchVecEnv
from cogarena.wrappers.vector import BatchEnv
from support.roster import FOR_ONE, GAMES, gym_id, pick, picks, short

ROWS = 3
FORMS = [
    {"mask": "observation"},
    {"observation": "dict"},
    {"observation": "dict", "mask": "observation"},
]
EVERY_FORM = [{}, *FORMS, *({"normalise": True} | form for form in ({}, *FORMS))]
SAMPLES = 5  # of actions that Gymnasium's check takes
CHECKED = [*registry.names(), "luck"]  # those that Gymnasium makes by their id
each_game = pytest.mark.parametrize("name", GAMES)
each_form = pytest.mark.parametrize("form", FORMS, ids=["mask", "dict", "dict and mask"])

# Stable-Baselines3 guesses from the shape of a piece that it is an image, or has no guess.
HARMLESS = (
    "It seems that your observation",
    "Your observation .* has an unconventional shape",
    "The minimal resolution for an image",
)


def flattened(observation):
    """The flat observation and, if it is there, the mask."""
    mask = None
    if isinstance(observation, dict) and "action_mask" in observation:
        mask, observation = observation["action_mask"], observation["observation"]
    if isinstance(observation, dict):
        observation = np.concatenate([np.ravel(piece) for piece in observation.values()])
    return observation, mask


def played(env, flat):
    """Pairs of the observations of two environments in one random episode, and the infos."""
    generator = np.random.default_rng(0)
    (seen, info), (plain, _) = env.reset(seed=3), flat.reset(seed=3)
    yield seen, plain, info
    ended = False
    while not ended:
        action = pick(info["action_mask"], generator)
        seen, _, terminated, truncated, info = env.step(action)
        plain = flat.step(action)[0]
        ended = terminated or truncated
        yield seen, plain, info


@each_game
@each_form
def test_every_form_holds_the_flat_observation_and_the_mask(name, form):
    env, plain = SingleEnv(name, **form, **arguments(name)), SingleEnv(name, **arguments(name))
    for seen, flat, info in played(env, plain):
        assert env.observation_space.contains(seen)
        own, mask = flattened(seen)
        assert np.array_equal(own, flat)
        assert (mask is None) == ("mask" not in form)
        assert mask is None or np.array_equal(mask, info["action_mask"])


@each_game
def test_the_space_of_a_dict_has_the_pieces_with_their_shapes_and_bounds(name):
    space = SingleEnv(name, observation="dict", **arguments(name)).observation_space
    flat, layout = SingleEnv(name, **arguments(name)).observation_space, registry.load(name).layout
    assert [*space] == [piece.name for piece in layout.pieces]
    assert [box.shape for box in space.values()] == [piece.shape for piece in layout.pieces]
    assert flatdim(space) == flatdim(flat)
    assert np.array_equal(np.concatenate([box.low.ravel() for box in space.values()]), flat.low)
    assert np.array_equal(np.concatenate([box.high.ravel() for box in space.values()]), flat.high)


@each_game
def test_normalised_observations_are_the_plain_ones_divided_by_their_scales(name):
    given = arguments(name)
    env, plain = SingleEnv(name, normalise=True, **given), SingleEnv(name, **given)
    scale = registry.load(name).layout.scale
    for seen, flat, _ in played(env, plain):
        assert env.observation_space.contains(seen)
        assert seen.dtype == np.float32
        assert np.allclose(seen * scale, flat)


@pytest.mark.parametrize("name", FOR_ONE)
def test_a_batch_normalises_as_single_environments_do(name):
    batch = BatchEnv(name, ROWS, normalise=True, observation="dict", **arguments(name))
    plain = BatchEnv(name, ROWS, **arguments(name))
    layout = registry.load(name).layout
    seen, flat = batch.reset(seed=1)[0], plain.reset(seed=1)[0]
    assert batch.observation_space.contains(seen)
    assert equal(seen, layout.split(layout.normalised(flat)))


@each_game
def test_the_mask_in_the_observation_has_the_space_that_pettingzoo_has(name):
    single = SingleEnv(name, mask="observation", **arguments(name))
    table = aec.raw_env(name)
    assert single.observation_space == table.observation_space(table.possible_agents[0])


@each_game
@each_form
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_batch_gives_what_single_environments_give(name, form, mode):
    given = {**form, **arguments(name)}
    batch = BatchEnv(name, ROWS, autoreset_mode=mode, **given)
    singles = SyncVectorEnv([lambda: SingleEnv(name, **given)] * ROWS, autoreset_mode=mode)
    assert batch.observation_space == singles.observation_space
    assert batch.single_observation_space == singles.single_observation_space
    generator = np.random.default_rng(0)
    assert equal(batch.reset(seed=11), singles.reset(seed=11))
    ends = 0
    while ends < ROWS:
        actions = picks(batch.action_masks(), generator)
        one, other = batch.step(actions), singles.step(actions)
        assert equal(one, other)
        assert batch.observation_space.contains(one[0])
        ended = one[2] | one[3]
        ends += ended.sum()
        if mode is AutoresetMode.DISABLED and ended.any():
            seen = [e.reset(options={"reset_mask": ended.copy()})[0] for e in (batch, singles)]
            assert equal(*seen)


def leaves(observation):
    if not isinstance(observation, dict):
        return [observation]
    return [leaf for piece in observation.values() for leaf in leaves(piece)]


@each_form
@pytest.mark.parametrize("name", FOR_ONE)
def test_returned_observations_share_no_memory_with_later_ones(name, form):
    for env in (SingleEnv(name, **form), BatchEnv(name, ROWS, **form)):
        env.action_space.seed(0)
        earlier = leaves(env.reset(seed=0)[0])
        kept = copy.deepcopy(earlier)
        later = leaves(env.step(env.action_space.sample())[0])
        assert all(np.array_equal(a, b) for a, b in zip(earlier, kept, strict=True))
        assert not any(np.shares_memory(a, b) for a in earlier for b in later)


def test_writing_to_the_mask_of_an_observation_changes_nothing_else():
    for env in (SingleEnv("luck", mask="observation"), BatchEnv("luck", 2, mask="observation")):
        seen, info = env.reset(seed=0)
        seen["action_mask"][:] = 7
        assert info["action_mask"].max() == 1
        assert env.action_masks().max() == 1


def test_without_copying_the_observations_and_masks_are_overwritten():
    envs = BatchEnv("luck", 2, mask="observation", copy=False)
    seen, _ = envs.reset(seed=0)
    assert seen["observation"] is envs.batch.observations
    assert seen["action_mask"] is envs.batch.masks


@each_form
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_gives_the_same_form(form, twin):
    for env in (SingleEnv("coop_td", **form), BatchEnv("coop_td", 2, **form)):
        env.reset(seed=0)
        other = twin(env)
        action = env.action_space.sample()
        assert equal(env.step(action)[0], other.step(action)[0])


def for_checkers(name, form):
    """Gymnasium's check takes a first action to be legal after every reset: a card is."""
    asks = name not in FOR_ONE and hasattr(registry.load(name).settings, "ask")
    return gymnasium.make(gym_id(name), **form, **({"ask": "program"} if asks else {})).unwrapped


@pytest.fixture
def strict():
    """Every warning is an error but the harmless ones."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in HARMLESS:
            warnings.filterwarnings("ignore", message)
        yield


@each_form
@pytest.mark.parametrize("name", CHECKED)
def test_gymnasium_finds_no_fault(name, form, strict):
    check_env(for_checkers(name, form), skip_render_check=True)


@pytest.mark.parametrize("form", EVERY_FORM, ids=str)
@pytest.mark.parametrize("name", CHECKED)
def test_gymnasium_finds_no_fault_whatever_it_samples(name, form, strict):
    env = gymnasium.make(gym_id(name), illegal="random", **form, **short(name)).unwrapped
    check_env(env, skip_render_check=True)
    for seed in range(SAMPLES):
        check_step_determinism(env, seed)


@pytest.mark.parametrize("form", FORMS[:2], ids=["mask", "dict"])  # it knows no dicts in dicts
@pytest.mark.parametrize("name", CHECKED)
def test_stable_baselines_finds_no_fault(name, form, strict):
    sb3_check_env(for_checkers(name, form))


@each_game
def test_the_agents_of_pettingzoo_see_the_same_in_pieces(name):
    tables = [aec.raw_env(name, observation=form, **short(name)) for form in ("dict", "flat")]
    generator = np.random.default_rng(0)
    for table in tables:
        table.reset(seed=1)
    for _ in range(20):
        (seen, *_), (flat, _, terminated, truncated, _) = (table.last() for table in tables)
        agent = tables[0].agent_selection
        assert tables[0].observation_space(agent).contains(seen)
        own, mask = flattened(seen)
        assert np.array_equal(own, flat["observation"])
        assert np.array_equal(mask, flat["action_mask"])
        if terminated or truncated:
            break
        action = pick(mask, generator)
        for table in tables:
            table.step(action)


@each_game
def test_the_parallel_agents_see_the_same_in_pieces(name):
    tables = [
        parallel.parallel_env(name, observation=form, **short(name)) for form in ("dict", "flat")
    ]
    generator = np.random.default_rng(0)
    views, flat = (table.reset(seed=1)[0] for table in tables)
    while tables[0].agents:
        for agent in tables[0].agents:
            assert tables[0].observation_space(agent).contains(views[agent])
            own, mask = flattened(views[agent])
            assert np.array_equal(own, flat[agent]["observation"])
            assert np.array_equal(mask, flat[agent]["action_mask"])
        actions = {agent: pick(view["action_mask"], generator) for agent, view in flat.items()}
        views, flat = (table.step(actions)[0] for table in tables)


@each_game
def test_pettingzoo_finds_no_fault_with_pieces(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it warns of is tested with flat observations
        api_test(aec.env(name, observation="dict", **short(name)), num_cycles=20)
        parallel_api_test(
            parallel.parallel_env(name, observation="dict", **short(name)), num_cycles=20
        )


@pytest.mark.parametrize("name", FOR_ONE)
def test_stable_baselines_is_given_the_pieces_of_its_rows(name):
    one, other = (BatchVecEnv(name, ROWS, observation=f, **short(name)) for f in ("dict", "flat"))
    layout, generator = registry.load(name).layout, np.random.default_rng(0)
    for envs in (one, other):
        envs.seed(3)
    assert equal(one.reset(), layout.split(other.reset()))
    ends = 0
    while ends < ROWS:
        actions = picks(one.action_masks(), generator)
        (seen, _, dones, infos), (flat, _, _, flat_infos) = one.step(actions), other.step(actions)
        assert one.observation_space.spaces.keys() == seen.keys()
        assert equal(seen, layout.split(flat))
        for row in np.flatnonzero(dones):
            ends += 1
            last = flat_infos[row]["terminal_observation"]
            assert equal(infos[row]["terminal_observation"], layout.split(last))


@pytest.mark.parametrize("name", FOR_ONE)
def test_maskable_ppo_learns_on_pieces(name):
    envs = BatchVecEnv(name, 4, observation="dict", **short(name))
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=16, batch_size=32, n_epochs=1, seed=0)
    model.learn(64)
    assert model.num_timesteps == 64


KINDS = {
    "single": SingleEnv,
    "vector": lambda game, **given: BatchEnv(game, 2, **given),
    "sb3": lambda game, **given: BatchVecEnv(game, 2, **given),
    "aec": aec.env,
    "parallel": parallel.parallel_env,
}
BAD = [("flatt", "Did you mean 'flat'"), (True, "Known: dict, flat"), (None, "Known: dict, flat")]


@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize(("value", "words"), BAD)
def test_an_unknown_form_is_refused_in_one_line(make, value, words):
    with pytest.raises(UnknownNameError, match=f"argument observation: .*{words}") as no:
        make("luck", observation=value)
    assert "\n" not in str(no.value)


@pytest.mark.parametrize("make", [SingleEnv, BatchEnv])
def test_an_unknown_place_of_the_mask_is_refused_in_one_line(make):
    with pytest.raises(UnknownNameError, match=r"argument mask: 'infos'.*'info'") as no:
        make("luck", mask="infos")
    assert "\n" not in str(no.value)


def test_the_default_is_the_flat_array_alone():
    assert isinstance(SingleEnv("luck").observation_space, Box)
    assert isinstance(SingleEnv("luck", observation="dict").observation_space, Dict)
