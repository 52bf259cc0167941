"""What holds for all games, for each game."""

import pytest

from cogarena.agents.script import scripted_choices
from cogarena.envs.core import checks, contract, registry

ALL = [*registry.names(), "secret_bids", "luck"]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("one", checks.CHECKS, ids=lambda one: one.__name__)
def test_conformance(name, one):
    game = registry.load(name)
    for settings in game.examples:
        one(game, settings)


@pytest.mark.parametrize("name", ALL)
def test_observations_keep_the_contract(name):
    game = registry.load(name)
    for settings in game.examples:
        contract.check(game, settings, (contract.by_chance, *scripted_choices(game, settings)))


@pytest.mark.parametrize("name", ALL)
def test_no_element_of_the_observation_is_constant(name):
    checks.no_element_is_constant(registry.load(name), lambda line: None)
