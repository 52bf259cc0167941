import dataclasses
import inspect
import subprocess
import sys

import gymnasium
import pettingzoo
import pytest

import cogarena
from cogarena.envs.core import registry
from cogarena.envs.core.errors import UnknownNameError
from cogarena.wrappers.aec import AECGame, OrderedEnv, PettingZooBase
from cogarena.wrappers.gymnasium import SingleEnv
from cogarena.wrappers.parallel import ParallelGame
from cogarena.wrappers.sb3 import BatchVecEnv
from cogarena.wrappers.vector import BatchEnv
from support.roster import short

each_game = pytest.mark.parametrize("name", registry.names())
ENVIRONMENTS = [SingleEnv, BatchEnv, PettingZooBase, BatchVecEnv]

LIGHT = """
import sys, cogarena
heavy = {"numba", "torch", "stable_baselines3", "pygame", "moviepy"} & set(sys.modules)
games = [m for m in sys.modules if m.startswith("cogarena.envs.") and m.endswith(".game")]
print(heavy or "", [m for m in games if m != "cogarena.envs.core.game"] or "", "light")
"""


def test_importing_loads_no_compiler_and_no_game():
    ran = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "light"


def test_the_version_and_the_games_are_told():
    assert cogarena.__version__.count(".") == 2
    assert cogarena.games() == registry.names()


@each_game
def test_make_gives_the_natural_environment(name):
    wanted = SingleEnv if registry.spec(name).single_agent else OrderedEnv
    assert isinstance(cogarena.make(name, **short(name)), wanted)


def test_an_unknown_game_is_refused_with_the_known_ones():
    with pytest.raises(UnknownNameError, match="coop_td"):
        cogarena.make("coop_dt")


@each_game
def test_gymnasium_and_pettingzoo_know_the_game(name):
    spec = registry.spec(name)
    assert spec.gym_id in gymnasium.registry
    pettingzoo_id = f"cogarena/{name}-v{spec.version}"
    assert pettingzoo_id in pettingzoo.aec_registry
    assert pettingzoo_id in pettingzoo.parallel_registry


@each_game
def test_the_module_of_a_game_makes_its_environments(name):
    module = getattr(cogarena, f"{name}_v{registry.spec(name).version}")
    assert isinstance(module.env(**short(name)), OrderedEnv)
    assert isinstance(module.raw_env(**short(name)), AECGame)
    assert isinstance(module.parallel_env(**short(name)), ParallelGame)
    with pytest.raises(AttributeError, match="serial_env"):
        _ = module.serial_env


@each_game
def test_the_module_of_a_game_can_be_imported_either_way(name):
    module = f"{name}_v{registry.spec(name).version}"
    both = f"import cogarena.{module} as one; from cogarena import {module} as other"
    program = f"{both}; print(one is other)"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "True\n"


@each_game
@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_no_setting_is_hidden_by_an_argument_of_an_environment(name, environment):
    settings = {field.name for field in dataclasses.fields(registry.load(name).settings)}
    assert not settings & set(inspect.signature(environment).parameters)
