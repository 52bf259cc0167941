import pickle

import gymnasium
import pytest

from cogarena.envs.core.errors import SettingError, UnknownArgumentError
from cogarena.wrappers import aec, parallel
from cogarena.wrappers.gymnasium import SingleEnv
from cogarena.wrappers.sb3 import BatchVecEnv
from cogarena.wrappers.vector import BatchEnv
from support.roster import GAMES, gym_id

KINDS = {
    "single": SingleEnv,
    "vector": lambda game, **arguments: BatchEnv(game, 2, **arguments),
    "sb3": lambda game, **arguments: BatchVecEnv(game, 2, **arguments),
    "aec": aec.raw_env,
    "ordered aec": aec.env,
    "parallel": parallel.parallel_env,
}
each_kind = pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)


@each_kind
@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_argument_is_an_error_of_type_and_of_settings(make, name):
    with pytest.raises(UnknownArgumentError, match="unexpected keyword argument 'frameskip'") as no:
        make(name, frameskip=1)
    assert isinstance(no.value, TypeError)
    assert isinstance(no.value, SettingError)
    assert f"game {name}" in str(no.value)
    assert "\n" not in str(no.value)


@each_kind
def test_a_misspelt_setting_is_refused_with_the_right_one(make):
    with pytest.raises(TypeError, match=r"argument 'gaol'\. Did you mean 'goal'"):
        make("luck", gaol=3)


@each_kind
def test_a_misspelt_argument_of_the_environment_is_refused_with_the_right_one(make):
    with pytest.raises(TypeError, match=r"argument 'titel'\. Did you mean 'tile'"):
        make("luck", titel=16)


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_gymnasium_passes_the_error_on(make):
    with pytest.raises(UnknownArgumentError, match="unexpected keyword argument 'frameskip'"):
        make(gym_id("luck"), frameskip=1)


def test_the_error_survives_the_way_from_another_process():
    with pytest.raises(UnknownArgumentError) as no:
        SingleEnv("luck", gaol=3)
    again = pickle.loads(pickle.dumps(no.value))
    assert (type(again), str(again)) == (UnknownArgumentError, str(no.value))
