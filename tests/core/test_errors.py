import pickle

import pytest

from cogarena.envs.core import errors


def test_an_unknown_name_is_told_with_the_nearest_known_one():
    wrong = errors.UnknownNameError("game", "rase", ["moba", "race"])
    assert str(wrong) == "unknown game 'rase'. Did you mean 'race'? Known: moba, race"


@pytest.mark.parametrize(
    "wrong",
    [errors.UnknownNameError("game", "rase", ["race"]), errors.SettingError("seats is 0")],
)
def test_an_error_says_the_same_in_another_process(wrong):
    arrived = pickle.loads(pickle.dumps(wrong))
    assert (type(arrived), str(arrived)) == (type(wrong), str(wrong))
