import pytest

from cogarena.agents.playouts import DEFAULT, read_search_config, search_config
from cogarena.envs.core import registry
from cogarena.envs.core.errors import FileError
from support.games import luck


@pytest.fixture
def table(tmp_path):
    def write(text):
        path = tmp_path / "tasks.toml"
        path.write_text(text)
        return path

    return write


def test_a_game_without_a_folder_gets_the_default():
    assert search_config(luck.GAME) == DEFAULT


def test_a_file_without_the_table_gives_the_default(table):
    assert read_search_config(table("[[tasks]]\nname = 'race'\n")) == DEFAULT


def test_styles_are_an_array_of_tables():
    config = search_config(registry.load("rover"))
    assert (config.horizon, config.horizon_spread, config.keep_style) == (60, 20, 8)
    assert len(config.styles) == 3
    assert config.styles[0] == {"wall_share": 0.0, "wall_distance": -1}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[search", "tasks.toml"),
        ("search = 3", "must be a table, not 3"),
        ("[search]\nhorison = 3", "Did you mean 'horizon'"),
        ("[search]\nhorizon = 0", "at least 1"),
        ("[search]\nreward = 1.5", "type str"),
        ("[search]\nhorizon = 4\nhorizon_spread = 4", "less than the horizon, 4"),
        ("[search]\nstyles = 3", "array of tables, not 3"),
        ("[search]\n[[search.styles]]\nready = 'very'", "ready of style 1 must be a number"),
    ],
)
def test_a_wrong_table_is_refused_with_what_is_right(table, text, words):
    path = table(text)
    with pytest.raises(FileError, match=words) as refusal:
        read_search_config(path)
    assert str(path) in str(refusal.value) or "horizon" in words
