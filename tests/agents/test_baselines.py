from pathlib import Path

import pytest

from cogarena.agents import checkpoint
from cogarena.agents.registry import baseline_folder, baseline_folders, find
from cogarena.envs.core import registry
from cogarena.envs.core.errors import UnknownNameError
from cogarena.training.config import read_config, read_tables
from cogarena.training.evaluation.evaluate import evaluate
from cogarena.training.evaluation.tasks import all_tasks
from support.games import luck

CONFIGS = Path(__file__).resolve().parents[2] / "configs"
FOLDERS = baseline_folders()
MEGABYTES = 4
every = pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])


@every
def test_the_settings_of_its_task_lead_to_it(folder):
    (task,) = (task for task in all_tasks() if task.name == folder.name)
    assert baseline_folder(registry.load(task.game), task.settings) == folder


@every
def test_the_committed_config_is_the_one_that_trained_it(folder):
    config = read_config(CONFIGS / f"{folder.name}_quick.toml")
    assert read_tables(checkpoint.read_note(folder).config, folder.name) == config


@every
def test_its_weights_are_small_and_its_curve_is_there(folder):
    assert (folder / checkpoint.POLICY).stat().st_size < MEGABYTES * 2**20
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")


@every
def test_it_plays_the_version_it_was_trained_on_and_is_refused_in_another(folder):
    (task,) = (task for task in all_tasks() if task.name == folder.name)
    game = registry.load(task.game)
    if checkpoint.read_note(folder).game_version == game.version:
        evaluate(game, task.settings, find("trained", game, task.settings), range(2))
    else:
        told = f"version {game.version} is installed, whose rules differ"
        with pytest.raises(checkpoint.CheckpointError, match=told):
            find("trained", game, task.settings)


def test_a_game_without_one_is_refused_by_name():
    with pytest.raises(UnknownNameError, match="game with a trained agent 'luck'"):
        baseline_folder(luck.GAME, {})
