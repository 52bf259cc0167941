"""The wheel holds every file of the package, and nothing else."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cogarena.envs.core import registry

ROOT = Path(__file__).parent.parent
FOLDERS = ("envs", "wrappers", "agents", "training")
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".*", "results", "build", "dist", "*.egg-info")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    source = tmp_path_factory.mktemp("source") / "repo"
    shutil.copytree(ROOT, source, ignore=LEFT_OUT)
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source],
        check=True,
        capture_output=True,
    )
    return next(out.glob("*.whl"))


def files(folder):
    return {
        path.relative_to(ROOT)
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_every_file_of_every_folder(wheel):
    packed = set(zipfile.ZipFile(wheel).namelist())
    wanted = {f"cogarena/{path}" for folder in FOLDERS for path in files(folder)}
    wanted |= {f"cogarena/{path.name}" for path in files("package")}
    assert wanted - packed == set()


def test_the_wheel_installs_only_cogarena(wheel):
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"cogarena"}


def test_the_wheel_works_from_where_it_lies(wheel, tmp_path):
    program = (
        "import cogarena, gymnasium; assert 'site' in cogarena.__file__;"
        f"env = gymnasium.make({registry.spec('coop_td').gym_id!r}, scenario='scenario_6');"
        "env.reset(seed=1);"
        "env.step(0); print(cogarena.__version__)"
    )
    target = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(target)
    variables = {"PYTHONPATH": str(target), "HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=variables, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
