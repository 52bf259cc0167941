import pytest

from cogarena.training.studies import decision_profile as study
from cogarena.training.studies.speed_change import NEW, OLD

BEFORE = dict(zip(study.PARTS, (100, 20, 300, 5, 25), strict=True))
AFTER = dict(zip(study.PARTS, (90, 20, 70, -1, 21), strict=True))


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(study, "ROWS", 8)
    monkeypatch.setattr(study, "WARM_UP", 3)
    monkeypatch.setattr(study, "STEPS", 4)


@pytest.mark.parametrize("name", ["coop_td", "race"])
def test_every_part_of_a_decision_is_timed(name, few):
    times = study.measured(name)
    assert tuple(times) == study.PARTS
    assert times["rules"] > 0
    assert times["random policy"] > 0
    assert sum(times.values()) > 0


def test_the_table_shows_each_part_before_and_after():
    head, line, row = study.table({"race": {OLD: BEFORE, NEW: AFTER}}).splitlines()
    assert head.count("|") == line.count("|") == row.count("|")
    assert row == (
        "| race | 100 → 90 | 20 → 20 | 300 → 70 | 5 → 0 | 25 → 21 | 450 → 200 | 71% → 45% |"
    )


def test_the_page_says_how_it_was_made():
    page = study.page("abc1234", {"race": {OLD: BEFORE, NEW: AFTER}})
    assert "--before abc1234" in page
    assert "race: robots 8, options 3" in page


def test_medians_are_taken_part_by_part():
    times = [dict.fromkeys(study.PARTS, value) for value in (3.0, 1.0, 8.0)]
    assert study.medians(times) == dict.fromkeys(study.PARTS, 3.0)
