import sys
import types

import pytest

from cogarena.agents import registry
from cogarena.agents.random import RandomAgent
from cogarena.agents.script import scripted_games
from cogarena.envs.core import errors
from cogarena.envs.core import registry as games
from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.registry import GameSpec
from cogarena.training.evaluation.tasks import all_tasks
from support.games import luck, secret_bids


def test_random_is_found():
    assert isinstance(registry.find("random", luck.GAME), RandomAgent)


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(UnknownNameError, match=r"'randon'.*Did you mean 'random'.*scripted"):
        registry.find("randon", luck.GAME)


def test_a_game_without_a_scripted_agent_is_named():
    with pytest.raises(UnknownNameError, match="scripted agent 'secret_bids'"):
        registry.find("scripted", secret_bids.GAME)


def test_a_scripted_agent_is_found_by_the_spec_of_its_game(monkeypatch):
    module = types.ModuleType("luck_script")
    module.agent = lambda game, settings: (game.name, dict(settings))
    spec = GameSpec("Luck", "Luck", 0, "A game from outside.", True, script="outside.luck_script")
    monkeypatch.setitem(sys.modules, "outside.luck_script", module)
    monkeypatch.setattr(games, "names", lambda: ["luck"])
    monkeypatch.setattr(games, "spec", lambda name: spec)
    assert registry.find("scripted", luck.GAME, {"goal": 3}) == ("luck", {"goal": 3})
    assert scripted_games() == ["luck"]


def test_every_game_with_a_competitive_task_has_a_scripted_agent():
    assert {task.game for task in all_tasks() if task.opponents} <= set(scripted_games())


def test_a_missing_extra_tells_how_to_install_it():
    with pytest.raises(
        errors.MissingExtraError, match=r'flying needs .*pip install "cogarena\[fly\]"'
    ):
        errors.needs("no_such_package", "fly", "flying")
