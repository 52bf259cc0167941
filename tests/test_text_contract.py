"""Texts tell what observations show: the contract of `core/contract.py`, read in words.

A change of a fact that a seat may know must change its text; no other change may.
"""

from collections.abc import Iterator

import pytest

from cogarena.envs.core import contract, registry, visibility
from cogarena.envs.core.contract import Contract, by_chance
from cogarena.envs.core.episode import Episode
from cogarena.wrappers.narration import Narrator

DECLARED = [
    name
    for name in registry.own_names()
    if all(leaf.visibility for leaf in visibility.leaves(registry.load(name).state))
]

# What observations show and texts leave out, and why.
TURN = "the step of the turn is told by the question"
REGISTER = "told while a register is played"
RALLY = {
    "stage": TURN,
    "rally.register": TURN,
    "rally.deck_left": "of use only to who counts cards",
    "rally.option_deck": "follows from what is held and discarded",
    "rally.robots.moved": REGISTER,
    "rally.robots.braked": REGISTER,
    "rally.robots.mover": REGISTER,
    "rally.robots.crabs": "told with the second card",
    "rally.robots.lent": "told once for all robots",
}
LEFT_OUT: dict[str, dict[str, str]] = {
    "race": RALLY,
    "moba": RALLY,
    "tower_defense": RALLY,
    "powerball": RALLY,
    "coop_td": {
        "towers.level": "0 where nothing stands",
        "towers.gold": "the map has fewer tower spaces than the record",
    },
}


class TextContract(Contract):
    """The contract with texts in the place of observations."""

    def _views(self, setup, states) -> list[bytes]:
        episode = Episode(self.game, self.settings)
        episode.seed = 0
        return [view for s in states for view in self._texts_of(episode, s)]

    def _texts_of(self, episode, s) -> Iterator[bytes]:
        episode.states[0] = s
        try:
            episode._refresh()
            narrator = Narrator(episode)
            yield from [narrator.text(seat).encode() for seat in range(self.seats)]
        except Exception as error:
            yield from [repr((error, s.tobytes())).encode()] * self.seats

    def _compare(self, at, change, views, changed) -> None:
        for seat, (before, after) in enumerate(zip(at.views, views, strict=True)):
            if seat in change.knowing and before == after:
                where = f"{change.text(at.states)}, seat {seat}"
                self.faults[change.leaf.name].append(where)


@pytest.fixture
def small(monkeypatch):
    """Fewer situations and changes: a text takes a thousand times as long as an observation."""
    monkeypatch.setattr(contract, "STEPS", 180)
    monkeypatch.setattr(contract, "EVERY", 30)
    monkeypatch.setattr(contract, "ELEMENTS", 2)


@pytest.mark.parametrize("name", DECLARED)
def test_texts_tell_what_observations_show(name, small):
    game = registry.load(name)
    told = TextContract(game, game.examples[0], (by_chance,))
    told.check_changes()
    missing = {field: where[0] for field, where in told.faults.items()}
    assert missing.keys() <= LEFT_OUT.get(name, {}).keys(), missing
