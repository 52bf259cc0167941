import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cogarena.envs.core import jit

ROOT = Path(__file__).parent.parent.parent
IMPORTS = {"core": (), "rally": ("core",), "moba": ("core", "rally"), "rover": ("core",)}
PROGRAM = "from cogarena.envs.core import jit; print(jit.cache_root())"
PLAN = '''"""A kernel that uses a number of another module."""

from cogarena.agents.plan_chart import (
    AHEAD,  # on two lines
)
from cogarena.envs.core.jit import kernel


@kernel
def ahead():
    """The number."""
    return AHEAD
'''
ASK = "from cogarena.agents import plan; print(plan.ahead())"
SLOW = """
import time
from cogarena.envs.core import jit

jit.PATIENCE = 0.0001

@jit.kernel
def slow(n):
    total = 0
    for i in range(n):
        total += i
    return total

with jit.announced("chess"):
    print(slow(4))
"""


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A package whose folders import each other, and its kernels."""
    monkeypatch.syspath_prepend(tmp_path)
    top = tmp_path / "house"
    for folder, shared in IMPORTS.items():
        (top / folder).mkdir(parents=True)
        text = "".join(f"from house.{name}.rules import x\n" for name in shared)
        (top / folder / "__init__.py").write_text("")
        (top / folder / "rules.py").write_text(f"{text}from . import tables\n@kernel\n")
        (top / folder / "tables.py").write_text("import house.numbers")
        (top / folder / "render.py").write_text("picture")
    (top / "__init__.py").write_text("")
    (top / "numbers.py").write_text("one = 1")
    yield top
    for name in [name for name in sys.modules if name.partition(".")[0] == "house"]:
        del sys.modules[name]


def hashes(sources):
    for remembered in (jit.source_hash, jit._read, jit._file_of):
        remembered.cache_clear()
    return {name: jit.source_hash(sources / name, f"house.{name}") for name in IMPORTS}


@pytest.mark.parametrize(
    ("edited", "changed"),
    [
        ("core/rules.py", {"core", "rally", "moba", "rover"}),
        ("core/tables.py", {"core", "rally", "moba", "rover"}),
        ("rally/rules.py", {"rally", "moba"}),
        ("rally/tables.py", {"rally", "moba"}),
        ("moba/tables.py", {"moba"}),
        ("numbers.py", {"core", "rally", "moba", "rover"}),
        ("core/render.py", set()),
    ],
)
def test_an_edit_renames_the_cache_of_all_that_depends_on_it(sources, edited, changed):
    before = hashes(sources)
    with (sources / edited).open("a") as text:
        text.write("\nedited")
    after = hashes(sources)
    assert {name for name in before if before[name] != after[name]} == changed


def run(*arguments, path, **variables):
    return subprocess.run(
        [sys.executable, *arguments], env=os.environ | {"PYTHONPATH": str(path)} | variables,
        capture_output=True, text=True, check=True,
    )  # fmt: skip


def test_a_constant_edited_where_no_kernels_are_changes_the_compiled_result(tmp_path):
    package = tmp_path / "cogarena"
    shutil.copytree(ROOT / "package", package)
    for folder in ("envs", "agents"):
        shutil.copytree(ROOT / folder, package / folder, ignore=shutil.ignore_patterns("*.safe*"))
    (package / "agents" / "plan.py").write_text(PLAN)
    told = []
    for number in (1, 2):
        (package / "agents" / "plan_chart.py").write_text(f"AHEAD = {number}  # changed\n")
        done = run("-c", ASK, path=tmp_path, COGARENA_CACHE_DIR=str(tmp_path / "cache"))
        told.append(int(done.stdout))
    assert told == [1, 2]


def cache_root(**variables):
    return run("-c", PROGRAM, path=os.environ.get("PYTHONPATH", ""), **variables).stdout.strip()


def test_the_cache_can_be_put_anywhere(tmp_path):
    assert cache_root(COGARENA_CACHE_DIR=str(tmp_path / "here")) == str(tmp_path / "here")


def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(tmp_path):
    (tmp_path / "file").write_text("in the way")
    root = cache_root(COGARENA_CACHE_DIR=str(tmp_path / "file" / "cache"), TMPDIR=str(tmp_path))
    assert root.startswith(str(tmp_path / "cogarena-"))


def test_numbas_own_cache_setting_is_left_as_it_was():
    import numba

    before = numba.config.CACHE_DIR
    jit.kernel(lambda: 1)
    assert before == numba.config.CACHE_DIR


def written_in_a_notebook():
    names = {"__name__": "__main__"}
    exec(compile("def three(): return 3", "<a notebook>", "exec"), names)
    return jit.kernel(names["three"])


def test_a_kernel_without_a_file_is_compiled_without_a_cache():
    assert written_in_a_notebook()() == 3


def test_caches_that_nobody_used_for_long_are_removed(tmp_path):
    old, new = tmp_path / "core-old", tmp_path / "core-new"
    for folder in (old, new):
        folder.mkdir()
    os.utime(old, (0, 0))
    jit._prune(tmp_path)
    assert not old.exists()
    assert new.exists()


def test_compiling_is_announced_whenever_it_happens_and_only_then(tmp_path):
    """Also for another path with the same cache folder, which numba compiles anew."""
    said = []
    for folder in ("one", "one", "other"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "slow.py").write_text(SLOW)
        done = run(str(tmp_path / folder / "slow.py"), path=os.environ.get("PYTHONPATH", ""),
                   COGARENA_CACHE_DIR=str(tmp_path / "cache"))  # fmt: skip
        said.append("compiling chess" in done.stderr and "compiled chess" in done.stderr)
    assert said == [True, False, True]


def test_what_is_compiled_unannounced_is_told_by_its_name(monkeypatch, capsys):
    monkeypatch.setattr(jit, "PATIENCE", 0.0001)
    written_in_a_notebook()()
    assert "compiled __main__.three" in capsys.readouterr().err


def test_a_compile_that_fails_is_not_said_to_be_done(monkeypatch, capsys):
    monkeypatch.setattr(jit, "PATIENCE", 0.0001)
    note = jit._Note("chess")
    time.sleep(0.05)
    note.close(failed=True)
    said = capsys.readouterr().err
    assert "compiling chess" in said
    assert "compiled" not in said
