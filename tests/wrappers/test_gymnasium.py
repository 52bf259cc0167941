import copy
import pickle
import warnings
from pathlib import Path

import gymnasium
import imageio_ffmpeg
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RecordVideo
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from cogarena.envs.core.errors import (
    EpisodeOverError,
    IllegalActionError,
    SettingError,
    StateError,
    UnknownNameError,
)
from cogarena.wrappers.gymnasium import SingleEnv
from support.roster import FOR_ONE, REFUSED, gym_id, masked_action, pick, short

ENCODING = 4  # of 255: what a video loses of a picture, on average
each_game = pytest.mark.parametrize("name", FOR_ONE)


def played(env, seed, decisions=10**6):
    """The results of up to so many random decisions from a seed, or on from where it stands."""
    generator = np.random.default_rng(0)
    if seed is not None:
        env.reset(seed=seed)
    results = []
    for _ in range(decisions):
        mask = env.unwrapped.action_masks()
        results.append(env.step(pick(mask, generator)))
        if results[-1][2] or results[-1][3]:
            break
    return results


def same(some, others):
    assert len(some) == len(others)
    for one, other in zip(some, others, strict=True):
        assert np.array_equal(one[0], other[0])
        assert one[1:4] == other[1:4]
        assert repr(one[4]) == repr(other[4])
    return True


@pytest.fixture
def unseen_window(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("cogarena.wrappers.rendering.FRAMES_A_SECOND", 1000)


@each_game
def test_gymnasium_finds_no_fault(name, unseen_window):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(gym_id(name)).unwrapped)


@each_game
def test_stable_baselines_finds_no_fault(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sb3_check_env(SingleEnv(name))


@each_game
def test_a_seed_determines_the_episode(name):
    one, other = SingleEnv(name, **short(name)), SingleEnv(name, **short(name))
    other.reset(seed=77)
    assert same(played(one, 3), played(other, 3))


@each_game
def test_two_seeds_differ(name):
    env = SingleEnv(name)
    env.reset(seed=1)
    first = env.state_bytes()[8:]
    env.reset(seed=2)
    assert env.state_bytes()[8:] != first


@each_game
def test_without_a_seed_the_next_episode_follows_from_the_last_seed(name):
    one, other = SingleEnv(name), SingleEnv(name)
    for env in (one, other):
        env.reset(seed=5)
        env.reset()
    assert one.state_bytes() == other.state_bytes()
    assert one.episode.seed != 5


def test_the_first_unseeded_reset_is_drawn_from_np_random():
    one, other = SingleEnv("luck"), SingleEnv("luck")
    for env in (one, other):
        env.np_random = np.random.default_rng(8)
        env.reset()
    assert one.episode.seed == other.episode.seed


@each_game
def test_the_masks_agree_and_sampling_is_legal(name):
    env = gymnasium.make(gym_id(name), **short(name))
    env.action_space.seed(0)
    _, info = env.reset(seed=0)
    ended = False
    while not ended:
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert info["action_mask"].dtype == np.int8
        assert np.array_equal(masks, info["action_mask"])
        assert info["seat"] == env.unwrapped.episode.to_act
        assert masks[env.action_space.sample()]
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(observation)
        assert type(reward) is float
        ended = terminated or truncated
    assert not info["action_mask"].any()
    assert set(env.unwrapped.episode.final_info()) < set(info)


@each_game
@pytest.mark.parametrize("illegal", ["raise", "random"])
def test_the_keys_of_info_are_the_same_at_every_step(name, illegal):
    env = SingleEnv(name, illegal=illegal, **short(name))
    always = {"action_mask", "seat", "events"}
    always |= {"illegal"} if illegal == "random" else set()
    infos = [env.reset(seed=0)[1], *(result[4] for result in played(env, None))]
    always |= set(env.episode.final_info())
    assert all(set(info) == always for info in infos)


@each_game
def test_writing_to_what_was_returned_changes_nothing(name):
    env = SingleEnv(name)
    observation, info = env.reset(seed=0)
    action = masked_action(info["action_mask"])
    observation[:], info["action_mask"][:] = 7, 1
    with pytest.raises(IllegalActionError):
        env.step(action)


@each_game
@pytest.mark.parametrize(("error", "action"), REFUSED)
def test_a_wrong_action_is_refused_and_nothing_changes(name, error, action):
    env = gymnasium.make(gym_id(name), disable_env_checker=True)
    env.reset(seed=0)
    before = env.unwrapped.state_bytes()
    with pytest.raises(error):
        env.step(action)
    assert env.unwrapped.state_bytes() == before


@each_game
def test_a_masked_action_is_refused_and_nothing_changes(name):
    env = SingleEnv(name)
    _, info = env.reset(seed=0)
    before = env.state_bytes()
    with pytest.raises(IllegalActionError, match="is not legal for"):
        env.step(masked_action(info["action_mask"]))
    assert env.state_bytes() == before


@each_game
def test_nobody_acts_before_the_reset_or_after_the_end(name):
    env = SingleEnv(name, **short(name))
    with pytest.raises(EpisodeOverError):
        env.step(1)
    played(env, 0)
    before = env.state_bytes()
    with pytest.raises(EpisodeOverError):
        env.step(1)
    assert env.state_bytes() == before


@each_game
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_episode_goes_on_alike(name, twin):
    env = gymnasium.make(gym_id(name), **short(name))
    env.action_space.seed(0)
    played(env, 4, decisions=2)
    other = twin(env)
    on_its_own = played(other, None)
    assert same(played(env, None), on_its_own)
    assert other.unwrapped.action_masks().any() == env.unwrapped.action_masks().any()
    env.reset()
    other.reset()
    assert env.unwrapped.state_bytes() == other.unwrapped.state_bytes()
    assert env.unwrapped.action_masks()[other.action_space.sample()]


@each_game
def test_a_restored_state_goes_on_alike(name):
    env, other = SingleEnv(name, **short(name)), SingleEnv(name, **short(name))
    played(env, 4, decisions=2)
    other.restore(env.state_bytes())
    assert same(played(env, None), played(other, None))


@pytest.mark.parametrize("data", [b"", b"short", "text"])
def test_bytes_that_are_no_state_are_refused(data):
    env = SingleEnv("luck")
    env.reset(seed=0)
    before = env.state_bytes()
    with pytest.raises(StateError):
        env.restore(data)
    assert env.state_bytes() == before


@each_game
def test_the_render_modes_give_text_and_pictures(name):
    text = gymnasium.make(gym_id(name), render_mode="ansi")
    text.reset(seed=0)
    assert isinstance(text.render(), str)
    frames = []
    for tile in (16, 32):
        env = SingleEnv(name, render_mode="rgb_array", tile=tile)
        env.reset(seed=0)
        frames.append(env.render())
        assert frames[-1].dtype == np.uint8
        assert frames[-1].shape[2] == 3
    assert frames[0].shape[0] < frames[1].shape[0]


def test_rendering_without_a_mode_warns():
    env = SingleEnv("luck")
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert env.render() is None


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"render_mode": "hologram"}, UnknownNameError, "rgb_array"),
        ({"tile": 0}, SettingError, "pixels"),
        ({"gaol": 3}, SettingError, "goal"),
        ({"goal": "high"}, SettingError, "int"),
    ],
)
def test_wrong_arguments_are_refused_with_the_right_ones(arguments, error, words):
    with pytest.raises(error, match=words):
        SingleEnv("luck", **arguments)


def test_unknown_reset_options_are_refused():
    with pytest.raises(SettingError, match="speed"):
        SingleEnv("luck").reset(options={"speed": 3})


def test_a_game_of_opponents_is_refused():
    with pytest.raises(SettingError, match="is competitive"):
        SingleEnv("secret_bids")


def read_back(path):
    reader = imageio_ffmpeg.read_frames(str(path))
    width, height = next(reader)["size"]
    return np.array([np.frombuffer(data, np.uint8).reshape(height, width, 3) for data in reader])


@each_game
def test_a_recorded_video_shows_the_beginning_and_every_decision(name, tmp_path):
    settings = {"render_mode": "rgb_array", "tile": 32, **short(name)}
    video = RecordVideo(gymnasium.make(gym_id(name), **settings), str(tmp_path / "video"))
    decisions = len(played(video, 0))
    last = video.render()
    video.close()
    (path,) = tmp_path.rglob("*.mp4")
    shown = read_back(path)
    assert len(shown) == decisions + 1
    assert shown[-1].shape == last.shape
    assert np.abs(shown[-1].astype(int) - last).mean() < ENCODING
    assert (shown[0] != shown[-1]).any()


def shown_on_screen():
    pygame = pytest.importorskip("pygame")
    return pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)


def test_in_the_human_mode_every_step_is_shown_in_a_window(unseen_window):
    env = gymnasium.make(gym_id("coop_td"), render_mode="human", tile=16)
    env.reset(seed=1)
    for _ in range(3):
        before = shown_on_screen()
        env.step(env.action_space.sample())
        episode = env.unwrapped.episode
        picture = episode.game.draw(episode.setup[0], episode.s, tile=16)
        assert np.array_equal(shown_on_screen(), picture)
    assert not np.array_equal(before, picture)
    assert env.render() is None
    env.close()
    assert pytest.importorskip("pygame").display.get_surface() is None


def test_a_window_that_was_closed_stays_closed_and_the_game_goes_on(unseen_window):
    pygame = pytest.importorskip("pygame")
    env = SingleEnv("luck", render_mode="human", tile=16)
    env.reset(seed=1)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    env.step(env.action_space.sample())
    assert pygame.display.get_surface() is None
    env.step(env.action_space.sample())
    assert pygame.display.get_surface() is None


def test_a_copy_of_an_environment_with_a_window_goes_on(unseen_window):
    env = SingleEnv("luck", render_mode="human", tile=16)
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    action = env.action_space.sample()
    assert np.array_equal(env.step(action)[0], twin.step(action)[0])
    env.close()
    twin.close()


def test_without_a_display_the_human_mode_warns_and_goes_on(monkeypatch):
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if Path("/dev/dri").exists():
        pytest.skip("SDL may find a screen without a window system")
    env = SingleEnv("luck", render_mode="human")
    with pytest.warns(UserWarning, match=r'no display .* render_mode="rgb_array"'):
        env.reset(seed=1)
    env.step(env.action_space.sample())
