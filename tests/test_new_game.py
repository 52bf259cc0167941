"""A new game of our own touches its folder, its test folder and its scripted player, nothing else.

Connect Four moves from its package into a copy of this tree. Then all tests that name it pass, and
so do those that read the whole tree.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cogarena.envs.core import registry
from cogarena.training.studies.speed_change import linked

ROOT = Path(__file__).parent.parent
GAME = "connect_four"
LEFT_OUT = shutil.ignore_patterns("__pycache__", ".*", "results", "build", "dist", "*.egg-info")
OUTSIDE_ONLY = ("module=", "script=")  # what only the spec of a game from outside says
WHOLE_TREE = ("test_architecture.py", "test_rules_are_tested.py")
# Tests of the package or of other games: some of these compile kernels when they are imported.
NOT_ABOUT_IT = ("test_outside_game.py", "test_new_game.py", "rally", *registry.own_names())


def moved(source, target):
    """Copy a source of the package to its place in the tree, with its new imports."""
    lines = source.read_text().splitlines(keepends=True)
    text = "".join(line for line in lines if not line.strip().startswith(OUTSIDE_ONLY))
    target.parent.mkdir(exist_ok=True)
    target.write_text(text.replace(f"from {GAME}", f"from cogarena.envs.{GAME}"))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Run Python in a copy of the tree that has the game; what it printed."""
    tree = tmp_path_factory.mktemp("copy") / "tree"
    shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
    example = tree / "examples" / GAME
    for name in ("rules.py", "game.py", "RULES.md", "tasks.toml"):
        moved(example / GAME / name, tree / "envs" / GAME / name)
    moved(example / GAME / "spec.py", tree / "envs" / GAME / "__init__.py")
    moved(example / GAME / "script.py", tree / "agents" / "scripted" / f"{GAME}.py")
    moved(example / "tests" / "test_rules.py", tree / "tests" / GAME / "test_rules.py")
    package = linked(tree, tree / ".types")

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tree, text=True, capture_output=True, check=False,
            env=os.environ | {"PYTHONPATH": str(package)},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    for test in ("test_playthroughs.py", "test_golden_pictures.py"):
        run(f"tests/{test}", GAME)
    page = run("-m", "cogarena.training.cli", "docs", GAME)
    (tree / "envs" / GAME / "SPACES.md").write_text(page)
    return run


def test_all_tests_that_name_it_pass(run):
    left_out = [f"--ignore=tests/{path}" for path in NOT_ABOUT_IT]
    left_out.append("--ignore-glob=tests/agents/test_scripted_*")
    told = run("-m", "pytest", "-q", "-p", "no:xdist", "-k", GAME, *left_out)
    assert int(told.split(" passed")[0].split()[-1]) > 100


def test_all_tests_that_read_the_whole_tree_pass(run):
    run("-m", "pytest", "-q", "-p", "no:xdist", *(f"tests/{test}" for test in WHOLE_TREE))
