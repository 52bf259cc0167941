"""Ray on this machine: a cluster of two nodes for all tests. Nothing of it stays behind."""

import os
import secrets
import shutil
import tempfile
from importlib.util import find_spec

import pytest

from support.experiments import COMPETITIVE, ray_experiment

NEEDS_RAY = "Ray has an environment of its own: make ray-test"

if find_spec("ray"):  # which reads these when it is imported
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["RAY_AUTH_MODE"] = "token"
    os.environ["RAY_AUTH_TOKEN"] = secrets.token_hex(32)


@pytest.fixture(scope="session")
def cluster():
    from ray.cluster_utils import Cluster

    with tempfile.TemporaryDirectory(prefix="ray-") as folder:  # the path of a socket is short
        os.environ["RAY_TMPDIR"] = folder
        made = Cluster(
            initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
        )
        made.add_node(num_cpus=1)
        yield made
        made.shutdown()
        del os.environ["RAY_TMPDIR"]


@pytest.fixture(scope="session")
def finished_run(cluster, tmp_path_factory):
    from cogarena.training.ray import run

    folder = tmp_path_factory.mktemp("cluster") / "run"
    run.start(ray_experiment(folder), cluster.address)
    return folder


@pytest.fixture
def run(finished_run, tmp_path):
    shutil.copytree(finished_run, tmp_path / "run", symlinks=True)
    return tmp_path / "run"


@pytest.fixture(scope="session")
def competitive_run(cluster, tmp_path_factory):
    from cogarena.training.ray import run

    folder = tmp_path_factory.mktemp("cluster") / "competitive"
    run.start(ray_experiment(folder, COMPETITIVE), cluster.address)
    return folder
