import os
import subprocess
import sys

import pytest

from cogarena.envs.core import jit

IMPORTS = {"core": (), "rally": ("core",), "moba": ("core", "rally"), "rover": ("core",)}
PROGRAM = "from cogarena.envs.core import jit; print(jit.cache_root())"


@pytest.fixture
def sources(tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "ENVS", tmp_path)
    for folder, shared in IMPORTS.items():
        (tmp_path / folder).mkdir()
        text = "".join(f"from cogarena.envs.{name}.rules import x\n" for name in shared)
        (tmp_path / folder / "rules.py").write_text(
            f"{text}from cogarena.envs.{folder} import tables\n@kernel\n"
        )
        (tmp_path / folder / "tables.py").write_text("numbers")
        (tmp_path / folder / "render.py").write_text("picture")
    return tmp_path


def hashes(sources):
    return {name: jit.source_hash(sources / name) for name in IMPORTS}


@pytest.mark.parametrize("file", ["rules.py", "tables.py"])
@pytest.mark.parametrize(
    ("edited", "changed"),
    [
        ("core", {"core", "rally", "moba", "rover"}),
        ("rally", {"rally", "moba"}),
        ("moba", {"moba"}),
    ],
)
def test_an_edit_renames_the_cache_of_all_that_depends_on_it(sources, edited, changed, file):
    before = hashes(sources)
    with (sources / edited / file).open("a") as text:
        text.write("edited")
    after = hashes(sources)
    assert {name for name in before if before[name] != after[name]} == changed


def test_editing_what_no_kernel_imports_leaves_the_cache_alone(sources):
    before = hashes(sources)
    (sources / "core" / "render.py").write_text("edited")
    assert hashes(sources) == before


def cache_root(**variables):
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=os.environ | variables,
                          capture_output=True, text=True, check=True)  # fmt: skip
    return done.stdout.strip()


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


def test_caches_that_nobody_used_for_long_are_removed(tmp_path):
    old, new = tmp_path / "core-old", tmp_path / "core-new"
    for folder in (old, new):
        folder.mkdir()
    os.utime(old, (0, 0))
    jit._prune(tmp_path)
    assert not old.exists()
    assert new.exists()


def test_the_first_compile_is_announced_and_the_second_is_not(tmp_path, capsys):
    marker = tmp_path / "marker"
    for _ in range(2):
        with jit.announced("chess", marker):
            pass
    said = capsys.readouterr().err
    assert said.count("compiling chess") == 1
    assert said.count("compiled chess") == 1


def test_a_compile_that_fails_is_announced_again(tmp_path, capsys):
    marker = tmp_path / "marker"
    with pytest.raises(RuntimeError), jit.announced("chess", marker):
        raise RuntimeError
    assert not marker.exists()
    assert "compiled" not in capsys.readouterr().err
