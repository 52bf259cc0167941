"""The contract of observations notices what is missing: it fails where columns are blank.

The columns are those without which an audit once found two situations that look alike to an agent
and are not. `test_every_game` shows that the contract holds with them.
"""

import re
from itertools import chain

import numpy as np
import pytest

from cogarena.agents.script import scripted_choices
from cogarena.envs.core import registry
from cogarena.envs.core.contract import Contract, by_chance

INDEX = re.compile(r"\[\d+\]")

# What nobody sees any more if the columns are blank.
RALLY = {
    "rally.robots.spare": "own.kept own.kept_kind",
    "rally.robots.pairs": "program.second program.second_turn others.second_\\d",
    "rally.robots.radio": "own.controller others.controller",
    "rally.robots.aborting": "own.aborting others.aborting",
    "rally.robots.gyroscope": "own.gyroscope others.gyroscope",
    "rally.robots.coat": "own.coat others.coat",
    "rally.robots.locks": "program.locked others.locked",
    "rally.robots.archive_x": "(own|others).archive_(right|behind)",
    "rally.option_discards": "option_piles",
    "rally.robots.mover": "own.mover others.mover",
    "rally.robots.incoming": "own.incoming others.incoming",
    "rally.robots.hitters": "(own|others).hit_by(_own)?",
    "rally.robots.options": "options other_options",
}
MOBA = {
    "scores.kills": "(own|others).kills",
    "scores.deaths": "(own|others).deaths",
    "scores.objectives": "(own|others).objectives",
    "bases.team_option": "team_option enemy_option",
}
POWERBALL = {
    "offered": "balls.offered",
    "turrets": "(own|others).turret",
    "points": "(own|others).points",
    "delivered": "(own|others).delivered",
    "balls.x": "balls.(right|behind) around.ball",
    "rally.robots.shells": "(own|others).shells",
}
TOWER_DEFENSE = {
    "rally.things.health": "towers.(health|right|behind) around.tower",
    "drones.x": "drones.(right|behind)",
    "debris": "debris.(own|others)",
    "rally.robots.banked": "(own|others).banked",
    "rally.robots.moved": "(own|others).moved",
    "earners": "(own|others).earns_event",
    "lull": "table.lull",
    "next_lull": "table.next_lull",
    "rally.robots.shells": "(own|others).shells",
}
RACE = {"rally.robots.shells": "(own|others).shells"}
COOP_TD = {
    "heroes.space": "spaces.(hero|steps)_\\d heroes.place towers.linked_to_me",
    "heroes.tower": "towers.hero_\\d",
    "towers.builder": "towers.builder_\\d",
    "gold": "table.(gold|purse)",
}
ROVER = {
    "known": "sector.known window.(seen|site|cache|wall|blocked|station) chart.\\w+ nearest.\\w+",
    "transport.durability": "own.steps_\\w+",
    "slots.durability": "slots.uses_\\w+",
    "bag.durability": "bag.uses_\\w+",
    "entities.integrity": "window.integrity others.integrity",
}
TOLD_BY = {
    "race": RALLY | RACE,
    "moba": RALLY | MOBA,
    "powerball": RALLY | POWERBALL,
    "tower_defense": RALLY | TOWER_DEFENSE,
    "coop_td": COOP_TD,
    "rover": ROVER,
}


class Blinded(Contract):
    """The contract of a game whose observations leave columns blank."""

    def __init__(self, columns, *arguments):
        self.columns = columns
        super().__init__(*arguments)

    def _views(self, setup, states):
        count = self.game.actions.count
        views = []
        for view in super()._views(setup, states):
            seen = np.frombuffer(view[count:], self.game.layout.number).copy()
            seen[self.columns] = 0
            views.append(view[:count] + seen.tobytes())
        return views

    def _compare(self, at, change, views, changed):
        """Observations alone: the mask of the seat to act may give a fact away."""
        count = self.game.actions.count
        for seat in change.knowing:
            if at.views[seat][count:] == views[seat][count:]:
                self.faults[change.leaf.name].append(change.text(at.states))


def positions(game, columns):
    """The elements of the observation in the columns that these patterns name."""
    names = [INDEX.sub("", name) for name in game.layout.names]
    found = [
        [i for i, name in enumerate(names) if re.fullmatch(pattern, name)]
        for pattern in columns.split()
    ]
    assert all(found), f"{columns}: no such column"
    return list(chain(*found))


@pytest.mark.parametrize("name", TOLD_BY)
def test_a_fact_whose_columns_are_blank_is_missed(name):
    game = registry.load(name)
    blank = list(chain(*(positions(game, columns) for columns in TOLD_BY[name].values())))
    noticed = set()
    for settings in game.examples[:2]:
        blinded = Blinded(blank, game, settings, (by_chance, *scripted_choices(game, settings)))
        blinded.check_changes()
        noticed |= blinded.faults.keys()
    assert TOLD_BY[name].keys() <= noticed, TOLD_BY[name].keys() - noticed
