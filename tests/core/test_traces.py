import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cogarena.envs.core.errors import CheckFailedError
from cogarena.envs.core.traces import trace_elsewhere
from support.games.luck import GAME

TESTS = Path(__file__).parent.parent
OUTSIDE = """
from dataclasses import replace
import numpy as np
from support.games.luck import GAME as LUCK
from cogarena.envs.core.registry import GameSpec

SPEC = GameSpec("Wide", "Wide", 0, "a game of another package", True, module="wide")

def step(setup, s, action):
    np.array({value}, np.int8)[()] + np.int8(1)
    LUCK.step(setup, s, action)

GAME = replace(LUCK, name="wide", step=step)
"""


def outside(folder, value):
    """Install a game as another package would, and trace it in another process."""
    (folder / "wide.py").write_text(OUTSIDE.format(value=value))
    info = folder / "wide-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wide\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cogarena.games]\nwide = wide:SPEC\n")
    paths = os.pathsep.join([str(folder), str(TESTS), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "cogarena.envs.core.traces", json.dumps(["wide", {}, 1, 5])],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_game_of_another_package_is_traced(tmp_path):
    done = outside(tmp_path, 1)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.strip()) == 64


def test_a_number_that_outgrows_its_field_in_a_game_of_another_package_is_found(tmp_path):
    assert "overflow" in outside(tmp_path, 127).stderr


def test_a_trace_that_fails_in_another_process_says_why():
    lost = replace(GAME, name="lost")
    with pytest.raises(CheckFailedError, match=r"tracing lost (?s:.*)unknown game 'lost'"):
        trace_elsewhere(lost, {}, 1, 5, jit=False)
