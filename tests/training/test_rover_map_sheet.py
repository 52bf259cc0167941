import numpy as np
import pytest

from cogarena.envs.rover.state import NOWHERE
from cogarena.envs.rover.tables import FIRST_BLOCKING, Nature, Thing
from cogarena.training.studies.rover_maps import (
    GAP,
    NATURE_MARKS,
    SCALE,
    THING_MARKS,
    TITLE,
    draw_sheet,
    grow_planet,
    legend,
    main,
    marks,
    report,
)

SIDE = 20


@pytest.fixture(scope="module")
def planets():
    return [grow_planet(number, 3, SIDE) for number in range(5)]


def test_planets_come_level_by_level_and_rank_by_rank(planets):
    found = [(planet.level, int(planet.record.planet)) for planet in planets]
    assert found == [(3, 0), (3, 1), (3, 2), (3, 3), (4, 0)]
    assert len({planet.terrain.tobytes() for planet in planets}) == len(planets)


def test_what_can_be_walked_is_open_and_the_warden_is_on_it(planets):
    for planet in planets:
        assert (planet.terrain[planet.steps != NOWHERE] < FIRST_BLOCKING).all()
        assert planet.walk > 0


def test_everything_on_a_planet_has_its_mark(planets):
    planet = planets[0]
    found = marks(planet)
    others = int(planet.record.count) - 1
    assert len(found) == np.count_nonzero(planet.record.thing) + others
    used = [mark for mark, _, _ in found]
    assert used.count(THING_MARKS[Thing.POD]) == 1
    assert used.count(NATURE_MARKS[Nature.WARDEN]) == 1


def test_the_legend_names_every_mark_once():
    names = [name for _, name in legend()]
    assert len(names) == len(set(names))
    assert {"Pod", "Warden", "Machine", "Module cache", "Repair bay", "Water"} <= set(names)


def test_the_sheet_has_a_column_a_level_and_a_row_a_rank(planets):
    sheet = draw_sheet(planets)
    whole = draw_sheet(planets[:4])
    second = GAP + SIDE * SCALE + GAP
    part = slice(TITLE, TITLE + SIDE * SCALE), slice(second, second + SIDE * SCALE)
    assert len(np.unique(sheet[part].reshape(-1, 3), axis=0)) > 5
    assert len(np.unique(whole[part].reshape(-1, 3), axis=0)) == 1


def test_the_report_has_a_line_for_each_rank(planets):
    lines = report(planets).splitlines()
    assert [line.split()[0] for line in lines] == ["planet", "1", "2", "3", "4"]


def test_the_study_writes_the_sheet_and_repeats_itself(tmp_path, capsys):
    sheets = [tmp_path / name for name in ("one.png", "other.png")]
    for sheet in sheets:
        assert main(["--planets", "2", "--size", str(SIDE), "--out", str(sheet)]) == 0
    assert sheets[0].read_bytes().startswith(b"\x89PNG")
    assert sheets[0].read_bytes() == sheets[1].read_bytes()
    assert "on average" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--planets", "0"], "--planets is 0, but must be at least 1"),
        (["--level", "-1"], "--level is -1, but must be at least 0"),
        (["--size", "7"], "7"),
        (["--out", "missing/sheet.png", "--planets", "1", "--size", "20"], "cannot write"),
    ],
    ids=["no planet", "no level", "too small", "no folder"],
)
def test_a_wrong_argument_is_named(arguments, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(["--out", "sheet.png", *arguments])
    assert left.value.code == 2
    assert message in capsys.readouterr().err
