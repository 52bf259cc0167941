"""What the pages say is what the code does."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from cogarena.envs.core import registry
from cogarena.training.cli import commands

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", registry.names())
def test_the_page_of_a_game_is_up_to_date(name, capsys):
    commands.docs(SimpleNamespace(game=name))
    assert (ROOT / "docs" / f"{name}.md").read_text() == capsys.readouterr().out, "run: make docs"


def test_the_examples_of_the_readme_run(capsys):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})


def test_every_game_stands_in_the_readme():
    text = (ROOT / "README.md").read_text()
    assert all(f"{name}_v{registry.spec(name).version}" in text for name in registry.names())


def test_the_two_commands_stand_in_the_readme():
    text = (ROOT / "README.md").read_text()
    assert "make demo" in text
    assert "make test" in text
