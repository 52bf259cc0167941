from dataclasses import dataclass

import pytest

from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.settings import markdown, read_settings, setting


@dataclass(frozen=True)
class Settings:
    rounds: int = setting(10, "how long", low=1, high=99)
    rate: float = setting(0.5, "how fast", low=0, high=1)
    mode: str = setting("calm", "how wild", choices=("calm", "wild"))
    names: tuple[str, ...] = setting(("a", "b"), "who", choices=("a", "b", "c"), count=(2, 3))
    file: str | None = setting(None, "a path", optional=True)
    fast: bool = setting(False, "hurry")


def read(**values):
    return read_settings(Settings, values, "test")


def test_defaults_hold_where_nothing_is_said():
    assert read() == Settings()


def test_a_list_becomes_a_tuple_and_a_whole_number_a_float():
    assert read(names=["a", "c"], rate=1) == Settings(names=("a", "c"), rate=1.0)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"round": 3}, "unknown setting 'round'. Did you mean 'rounds'"),
        ({"rounds": 0}, "must be at least 1"),
        ({"rounds": 100}, "must be at most 99"),
        ({"rounds": "3"}, "must be of type int, not '3'"),
        ({"rounds": True}, "must be of type int, not True"),
        ({"rounds": None}, "must be of type int, not None"),
        ({"rate": float("nan")}, "finite"),
        ({"mode": "wilde"}, "unknown value 'wilde'. Did you mean 'wild'"),
        ({"names": "abc"}, "must be a list, not 'abc'"),
        ({"names": ["a"]}, "has 1 members, but must have 2 to 3"),
        ({"names": ["a", "x"]}, "unknown value 'x'"),
        ({"file": 3}, "must be of type str"),
        ({"fast": 1}, "must be of type bool"),
    ],
)
def test_a_wrong_setting_is_named_with_what_would_be_right(values, message):
    with pytest.raises(SettingError, match=message):
        read(**values)


def test_the_table_for_people():
    assert "| `rounds` | `10` | 1…99 | how long |" in markdown(Settings)
