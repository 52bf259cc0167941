"""Every rule of every RULES.md is proven by a test named after it."""

import re
from pathlib import Path

import pytest

from cogarena.envs.core import registry

ROOT = Path(__file__).parent.parent
TESTS = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))


def rules(page):
    return re.findall(r"^- ([A-Z]{1,2}\d+) ", page.read_text(), flags=re.MULTILINE)


# The race has no rules of its own: its page names those of the rally.
PAGES = [page for page in sorted((ROOT / "envs").glob("*/RULES.md")) if rules(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_rule_has_a_test_named_after_it(page):
    missing = [rule for rule in rules(page) if f"def test_{rule.lower()}_" not in TESTS]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_rules_are_numbered_without_gaps(page):
    numbers = [int(re.sub(r"\D", "", rule)) for rule in rules(page)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_game_has_its_rules():
    assert all((ROOT / "envs" / name / "RULES.md").exists() for name in registry.own_names())
