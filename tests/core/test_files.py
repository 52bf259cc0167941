import pytest

from cogarena.envs.core import files
from cogarena.envs.core.errors import FileError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "mine.toml"


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"a = ", "mine: is not valid TOML"), (b"\xff\xfe", "mine: is not UTF-8 text")],
)
def test_a_broken_file_is_refused_with_its_name(path, data, message):
    path.write_bytes(data)
    with pytest.raises(FileError, match=message):
        files.read_toml(path, "mine")


def test_a_missing_file_is_refused_with_its_name(path):
    with pytest.raises(FileError, match="mine: cannot be read: No such file"):
        files.read_toml(path, "mine")


@pytest.mark.parametrize(
    ("values", "call", "message"),
    [
        ({"a": 1}, lambda t: t.check_keys(frozenset("b")), "unknown key 'a'"),
        ({}, lambda t: t.check_keys(frozenset("b")), "missing: b"),
        ({"a": 1}, lambda t: t.text("a"), "a must be a string, not 1"),
        ({"a": 9}, lambda t: t.whole("a", 1, 3), "a must be an integer from 1 to 3, not 9"),
        ({"a": True}, lambda t: t.whole("a", 0, 3), "not True"),
        ({"a": 3}, lambda t: t.members("a", 0, 2), "a must be a list of 0 to 2 members, not 3"),
        ({"a": [1, 2, 3]}, lambda t: t.members("a", 0, 2), "a must be a list of 0 to 2"),
    ],
)
def test_a_wrong_value_is_refused_with_its_key(values, call, message):
    with pytest.raises(FileError, match=f"file: .*{message}"):
        call(files.TomlTable(values, "file"))


def test_what_should_be_a_table_is():
    with pytest.raises(FileError, match="expected a table, not 3"):
        files.TomlTable(3, "file")
