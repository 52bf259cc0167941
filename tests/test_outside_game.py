"""A game from a package of its own: examples/connect_four, installed beside a clean Cogarena."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cogarena.training.studies.speed_change import linked

ROOT = Path(__file__).parent.parent
GAME = "connect_four"
CONFIG = """
output = "run"
[game]
name = "connect_four"
[train]
steps = 128
envs = 4
n_steps = 16
batch_size = 32
n_epochs = 1
checkpoint_every = 64
[network]
layers = [8]
[evaluate]
episodes = 4
"""
MAKE = """
import cogarena, gymnasium, pettingzoo
assert "connect_four" in cogarena.games()
env = gymnasium.make("cogarena/ConnectFour-v0", opponents="scripted")
env.reset(seed=1)
env.step(env.action_space.sample())
aec = pettingzoo.make("aec", "cogarena/connect_four-v0")
aec.reset(seed=1)
aec.step(4)
from cogarena import connect_four_v0
print(connect_four_v0.parallel_env().possible_agents)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder that holds Cogarena's parts as one package, and the game as it is installed."""
    site = linked(ROOT, tmp_path_factory.mktemp("site"))
    source = tmp_path_factory.mktemp("source") / GAME
    subprocess.run(["cp", "-r", ROOT / "examples" / GAME, source], check=True)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation",
         "--disable-pip-version-check", "--target", site, source],
        check=True, capture_output=True,
    )  # fmt: skip
    return site


@pytest.fixture
def run(site, tmp_path):
    """Run Python with these arguments where the game is installed; what it printed."""

    def run(*arguments, typed=""):
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path, input=typed, text=True,
            env=os.environ | {"PYTHONPATH": str(site)}, capture_output=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture
def command(run):
    """Run the command `cogarena`."""

    def command(*arguments, typed=""):
        return run("-m", "cogarena.training.cli", *arguments, typed=typed)

    return command


def test_it_is_registered_with_gymnasium_and_pettingzoo(run):
    assert run("-c", MAKE) == "['player_0', 'player_1']\n"


def test_it_passes_all_conformance_checks(command):
    assert "passes all conformance checks" in command("check", GAME)


def test_it_is_listed_documented_and_compiled(command):
    assert "Connect Four, 2 players" in command("games")
    assert "| `line` | `4` |" in command("docs", GAME)
    assert f"{GAME} is compiled" in command("compile", GAME)


def test_its_players_are_evaluated(command):
    agents = ("random", "scripted", "search:4")
    told = command("eval", GAME, "--agents", *agents, "--opponents", "random", "--episodes", "4")
    assert all(agent in told for agent in agents)
    told = command("tournament", GAME, "--agents", "random", "scripted", "--episodes", "4")
    assert "scripted" in told


def test_its_task_is_part_of_the_benchmark(command):
    told = command("benchmark", "--agents", "scripted", "--tasks", GAME, "--episodes", "4")
    assert GAME in told


def test_an_episode_is_recorded_and_replayed(command, tmp_path):
    command("record", GAME, "--agent", "scripted", "--out", "game.png", "--replay", "game.json")
    assert (tmp_path / "game.png").stat().st_size
    command("replay", "game.json", "--html", "game.html")
    assert (tmp_path / "game.html").stat().st_size


def test_it_is_played_in_the_terminal(command, tmp_path):
    typed = "".join(f"{column}\n" for column in (1, 2, 3, 4, 5, 6, 7) * 6)
    command("play", GAME, "--tty", "--seed", "1", "--replay", "game.json", typed=typed)
    assert (tmp_path / "game.json").exists()


def test_it_is_trained_and_exported(command, tmp_path):
    (tmp_path / "config.toml").write_text(CONFIG)
    command("train", "--config", "config.toml")
    told = command("eval", GAME, "--agents", "run", "--opponents", "random", "--episodes", "4")
    assert "run" in told
    command("export", "run", "--out", "policy.pt")
    assert (tmp_path / "policy.pt").exists()


def test_its_speed_is_measured(command):
    assert "Batch of 1024" in command("bench", GAME, "--seconds", "0.01", "--repeats", "1")
