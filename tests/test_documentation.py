"""What the pages say is what the code does."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from cogarena.envs.core import registry
from cogarena.training.cli import commands

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", registry.own_names())
def test_the_page_of_a_game_is_up_to_date(name, capsys):
    commands.docs(SimpleNamespace(game=name))
    page = registry.folder(name) / "SPACES.md"
    assert page.read_text(encoding="utf-8") == capsys.readouterr().out, "run: make docs"


def test_the_examples_of_the_readme_run(capsys):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})


def test_the_ids_in_the_readme_are_those_of_games():
    text = (ROOT / "README.md").read_text()
    ids = {f"{name}_v{registry.spec(name).version}" for name in registry.own_names()}
    assert set(re.findall(r"`(\w+_v\d+)`", text)) <= ids


def test_the_two_commands_stand_in_the_readme():
    text = (ROOT / "README.md").read_text()
    assert "make demo" in text
    assert "make test" in text
