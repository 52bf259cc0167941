from importlib.util import find_spec

import pytest

from cogarena.training.cli import main

CONFIG = """
[game]
name = "coop_td"
[ray]
workers = {workers}
"""


@pytest.fixture
def config(tmp_path):
    def written(workers=2):
        file = tmp_path / "experiment.toml"
        file.write_text(CONFIG.format(workers=workers))
        return str(file)

    return written


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed here")
def test_without_ray_the_engine_tells_how_to_get_it(config, capsys):
    assert main(["train", "--engine", "ray", "--config", config()]) == 2
    told = capsys.readouterr().err
    assert told.startswith("cogarena: error: --engine ray needs the package 'ray'")
    assert "cogarena[ray]" in told


def test_an_address_of_ray_needs_its_engine(config, capsys):
    assert main(["train", "--ray-address", "auto", "--config", config()]) == 2
    assert "--ray-address auto needs --engine ray" in capsys.readouterr().err


def test_an_unknown_engine_is_refused(config, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["train", "--engine", "rai", "--config", config()])
    assert "invalid choice: 'rai'" in capsys.readouterr().err


def test_the_number_of_workers_is_checked(config, capsys):
    assert main(["train", "--config", config(-1)]) == 2
    assert "[ray]: setting 'workers' is -1, but must be at least 0" in capsys.readouterr().err
