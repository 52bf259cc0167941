"""A small training of the toy game, made once; every test gets a copy of its folder."""

import shutil

import pytest

from cogarena.training import sb3
from support.experiments import experiment


@pytest.fixture(scope="session")
def finished_run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("training") / "run"
    sb3.start(experiment(folder))
    return folder


@pytest.fixture
def run(finished_run, tmp_path):
    shutil.copytree(finished_run, tmp_path / "run", symlinks=True)
    return tmp_path / "run"
