from pathlib import Path

import pytest

from cogarena.agents.registry import baseline_folders
from cogarena.envs.core.errors import CogarenaError, FileError, SettingError, UnknownNameError
from cogarena.training.config import (
    Train,
    assignments,
    read_config,
    read_tables,
    with_changes,
)

LUCK = '[game]\nname = "luck"\n'


@pytest.fixture
def read(tmp_path):
    def read_text(text, changes=()):
        path = tmp_path / "experiment.toml"
        path.write_text(text)
        return read_config(path, changes)

    return read_text


def test_what_is_not_said_is_the_default(read):
    config = read(LUCK)
    assert config.train == Train()
    assert config.output == "results/luck"
    assert config.settings == {}


def test_what_is_said_counts(read):
    config = read(
        'output = "here"\n[game]\nname = "luck"\nsettings.goal = 7\n'
        "[train]\nlearning_rate = 1\n[network]\nlayers = [3, 4]\n[evaluate]\nepisodes = 5\n"
    )
    assert config.output == "here"
    assert config.settings == {"goal": 7}
    assert config.train.learning_rate == 1.0
    assert config.network.layers == (3, 4)
    assert config.evaluate.episodes == 5


def test_tables_are_read_as_the_same_config(read):
    config = read(LUCK + "settings.goal = 7\n[train]\nseed = 3\n[network]\nlayers = [5]\n")
    assert read_tables(config.tables(), "here") == config


WRONG = {
    "a misspelt key": (LUCK + "[train]\nlerning_rate = 1\n", r"\[train\].*'learning_rate'"),
    "a misspelt table": (LUCK + "[trian]\n", "unknown key 'trian'.*'train'"),
    "a misspelt key of the game": ('[game]\nnam = "luck"\n', r"\[game\] unknown key 'nam'"),
    "a misspelt setting": (LUCK + "settings.gaol = 1\n", r"\[game.settings\].*'goal'"),
    "a setting out of range": (LUCK + "settings.goal = 0\n", "'goal' is 0.*at least 1"),
    "settings that are no table": (LUCK + "settings = 1\n", r"\[settings\] must be a table, not 1"),
    "no game": ("[train]\n", r"\[game\] needs a name"),
    "a game that is no table": ("game = 1\n", r"\[game\] must be a table, not 1"),
    "a table that is none": ("train = 1\n" + LUCK, r"\[train\] must be a table, not 1"),
    "an output that is no name": ("output = 1\n" + LUCK, "must be the name of a folder, not 1"),
    "text for a number": (LUCK + '[train]\nsteps = "x"\n', "'steps' must be of type int, not 'x'"),
    "truth for a number": (
        LUCK + "[train]\nsteps = true\n",
        "'steps' must be of type int, not True",
    ),
    "too small": (LUCK + "[train]\nsteps = 0\n", "'steps' is 0, but must be at least 1"),
    "too large": (LUCK + "[train]\ngamma = 1.5\n", "'gamma' is 1.5, but must be at most 1"),
    "not a number": (LUCK + "[train]\ngamma = nan\n", "'gamma' is nan"),
    "infinite": (LUCK + "[train]\nent_coef = inf\n", "'ent_coef' is inf"),
    "an unknown algorithm": (LUCK + '[train]\nalgorithm = "dqn"\n', "unknown value 'dqn'"),
    "an unknown schedule": (LUCK + '[train]\nschedule = "cosine"\n', "unknown value 'cosine'"),
    "an unknown network": (LUCK + '[network]\nkind = "round"\n', "unknown value 'round'"),
    "self-play by oneself": (
        LUCK + "[self_play]\npool = 2\n",
        "competitive games, and luck is not",
    ),
    "no channel": (LUCK + "[network]\nchannels = [0]\n", "'channels' is 0"),
    "no feature": (LUCK + "[network]\nrow_features = 0\n", "'row_features' is 0"),
    "negative imitation": (LUCK + "[imitation]\nsteps = -1\n", "'steps' is -1"),
    "a misspelt imitation": (LUCK + "[imitation]\nagnet = 1\n", r"\[imitation\].*'agent'"),
    "no opponents": (LUCK + "[evaluate]\nopponents = []\n", "'opponents' has 0 members"),
    "no layer": (LUCK + "[network]\nlayers = []\n", "'layers' has 0 members"),
    "minibatches that do not fit": (
        LUCK + "[train]\nenvs = 3\nn_steps = 10\nbatch_size = 7\n",
        "'batch_size' is 7, but must divide envs × n_steps = 30",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused_naming_file_and_key(read, name):
    text, message = WRONG[name]
    with pytest.raises(SettingError, match=rf"experiment\.toml.*{message}"):
        read(text)


def test_an_unknown_game_is_refused(read):
    with pytest.raises(UnknownNameError, match=r"unknown game 'lukc'.*Did you mean 'luck'"):
        read('[game]\nname = "lukc"\n')


@pytest.mark.parametrize("text", ["[game\n", "a = \n", "\x00"])
def test_a_file_that_is_no_toml_is_refused(read, text):
    with pytest.raises(FileError, match=r"experiment\.toml: is not valid TOML"):
        read(text)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(FileError, match=r"none\.toml: cannot be read: No such file"):
        read_config(tmp_path / "none.toml")


def test_changes_are_made_over_the_file(read):
    text = LUCK + "settings.goal = 7\n[train]\nseed = 3\n"
    config = read(text, ["train.seed=4", "game.settings.goal=9", "output=elsewhere"])
    assert (config.train.seed, config.settings["goal"], config.output) == (4, 9, "elsewhere")


def test_changes_leave_the_tables_they_are_given_as_they_are():
    given = {"train": {"seed": 3}}
    assert with_changes(given, ["train.seed=4"]) == {"train": {"seed": 4}}
    assert given == {"train": {"seed": 3}}


@pytest.mark.parametrize("change", ["seed", "=3", ""])
def test_a_change_that_is_none_is_refused(change):
    with pytest.raises(CogarenaError, match="--set takes key=value"):
        assignments([change])


def test_a_change_inside_a_value_is_refused():
    with pytest.raises(SettingError, match="'output' is a value, not a table"):
        with_changes({"output": "x"}, ["output.seed=3"])


def test_values_are_toml_or_else_text():
    given = ["a=1", "b=1.5", "c=true", "d=[1, 2]", "e=word", 'f="1"', "g=a=b"]
    assert assignments(given) == {
        "a": 1, "b": 1.5, "c": True, "d": [1, 2], "e": "word", "f": "1", "g": "a=b",
    }  # fmt: skip


CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("*.toml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_shipped_experiment_is_read(path):
    config = read_config(path)
    assert config.output == f"results/{path.stem}"
    assert path.stem.startswith(config.game)


def test_every_trained_player_that_is_shipped_has_a_quick_and_a_full_experiment():
    names = {path.stem for path in CONFIGS}
    players = {folder.name for folder in baseline_folders()}
    assert {f"{player}{kind}" for player in players for kind in ("", "_quick")} <= names


def test_settings_for_the_evaluation_are_checked(read):
    config = read(LUCK + "settings.goal = 7\nevaluation.goal = 9\n")
    assert (config.settings, config.evaluation) == ({"goal": 7}, {"goal": 9})
    with pytest.raises(SettingError, match=r"\[game.evaluation\].*'goal' is 0"):
        read(LUCK + "evaluation.goal = 0\n")
