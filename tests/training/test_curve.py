import pytest

from cogarena.envs.core import registry
from cogarena.training.runs import CURVE, draw_curve, read_curves
from support.experiments import ROLLOUT, STEPS, progress

COMPETITIVE = """step,validation_scripted/mean,validation_scripted/low,validation_scripted/high,\
validation_random/mean,validation_random/low,validation_random/high,time/fps
0,-0.3,-0.4,-0.2,0.1,0.0,0.2,9
5,,,,,,,9
10,0.0,-0.1,0.1,0.5,0.4,0.6,9
15,0.2,,,,,,9
"""


def test_a_run_has_its_curve_in_its_folder(run):
    assert (run / CURVE).read_bytes().startswith(b"\x89PNG")


def test_the_curve_is_what_the_log_tells_of_each_checkpoint(run):
    points = read_curves(run / "logs" / "progress.csv")["policy"]
    assert [point[0] for point in points] == [2 * ROLLOUT, STEPS]
    validated = [row for row in progress(run) if row["validation/mean"]]
    for point, row in zip(points, validated, strict=True):
        assert point[1:] == tuple(
            float(row[f"validation/{name}"]) for name in ("mean", "low", "high")
        )


@pytest.fixture
def competitive_run(tmp_path):
    log = tmp_path / "logs" / "progress.csv"
    log.parent.mkdir()
    log.write_text(COMPETITIVE, encoding="utf-8")
    return tmp_path


def test_a_competitive_run_has_a_curve_against_each_opponent(competitive_run):
    assert read_curves(competitive_run / "logs" / "progress.csv") == {
        "policy against scripted": [
            (0, -0.3, -0.4, -0.2),
            (10, 0.0, -0.1, 0.1),
            (15, 0.2, 0.2, 0.2),
        ],
        "policy against random": [(0, 0.1, 0.0, 0.2), (10, 0.5, 0.4, 0.6)],
    }


def test_the_same_log_is_the_same_picture(competitive_run):
    race = registry.load("race")
    draw_curve(competitive_run, race, {}, "scripted")
    first = (competitive_run / CURVE).read_bytes()
    draw_curve(competitive_run, race, {}, "scripted")
    assert (competitive_run / CURVE).read_bytes() == first
    draw_curve(competitive_run, race, {"robots": 2}, "scripted")  # no standard: no reference scores
    assert (competitive_run / CURVE).read_bytes() != first
