"""Drawn situations of Co-op Tower Defense for the tests.

A scene is a few lines `place: who is there`. Places are the labels of the map file; who is a hero,
`Gremlin x 3`, `Boss (Morgu) 4` (health), or on a tower space `Archery Tower 2` (level).
"""

import re
from typing import Any

import numpy as np

from cogarena.envs.coop_td import rules
from cogarena.envs.coop_td.scenario import BOSSES, MINIONS, TOWERS, find, read_card, read_map
from cogarena.envs.coop_td.settings import Settings, build
from cogarena.envs.coop_td.state import ACTIONS, NOWHERE, STATE, Outcome, Stage
from cogarena.envs.coop_td.tables import ENEMY, Enemy, by_words
from cogarena.envs.core.header import ask
from cogarena.envs.core.rng import DIE, seed_rng
from support.dice import rng_before

HEROES = ("glorbud", "keith", "henry", "mongo")
ENEMIES = by_words(Enemy)


class Scene:
    """A setup and a record, with short names for the tests."""

    def __init__(self, drawing: str, *, on: str = "road", heroes: tuple[str, ...] = HEROES,
                 gate: tuple[int, ...] = (3, 3, 3), gold: int = 0,
                 deck: tuple[str, ...] = ("Wait",), **settings: Any) -> None:  # fmt: skip
        self.map = read_map(find("map", on, ".txt"))
        scenario = next(name for name, drawn in MAP_SCENARIO.items() if drawn == on)
        self.settings = Settings(scenario=scenario, heroes=heroes, **settings)
        self.setup = build(self.settings).copy()[0]
        self.setup.gate[:] = 0
        self.setup.gate[: len(gate)] = gate
        self.setup.cards = len(deck)
        for i, card in enumerate(deck):
            self.setup.deck[i] = read_card(card, "scene")
        self.states = np.zeros(1, STATE)
        self.s = self.states[0]
        self.s.gate[:] = self.setup.gate
        self.s.gold, self.s.turn, self.s.learner = gold, 1, NOWHERE
        for h in range(len(heroes)):
            self.s.heroes[h].tower = NOWHERE
            self.s.heroes[h].space = self.setup.gate_space
            self.s.heroes[h].health = self.setup.heroes[h].health
        seed_rng(self.s, 0)
        for line in drawing.strip().splitlines():
            place, _, who = line.partition(":")
            for one in filter(None, (part.strip() for part in who.split(","))):
                self.put(place.strip(), one)

    def put(self, place: str, who: str) -> None:
        """Place a hero, enemies or a tower."""
        if who.lower() in self.settings.heroes:
            self.put_hero(self.seat(who), place)
        elif found := re.fullmatch(r"(.+) x (\d+)", who):
            self.put_enemies(MINIONS[found[1]], int(found[2]), place, None)
        elif found := re.fullmatch(r"Boss \((.+)\)(?: (\d+))?", who):
            self.put_enemies(BOSSES[found[1]], 1, place, found[2])
        else:
            found = re.fullmatch(r"(.+) (\d)", who)
            assert found, f"not understood: {who}"
            tower = self.s.towers[self.map.towers.index(place)]
            tower.kind, tower.level = TOWERS[found[1]], int(found[2])

    def put_hero(self, seat: int, place: str) -> None:
        mounted = place in self.map.towers
        self.s.heroes[seat].tower = self.map.towers.index(place) if mounted else NOWHERE
        self.s.heroes[seat].space = NOWHERE if mounted else self.space(place)

    def put_enemies(self, kind: Any, number: int, place: str, health: Any) -> None:
        for _ in range(number):
            token = self.s.tokens[self.s.enemies]
            token.kind, token.space = kind, self.space(place)
            token.health = int(health) if health else ENEMY[kind].health
            self.s.enemies += 1

    def seat(self, hero: str) -> int:
        return self.settings.heroes.index(hero.lower())

    def space(self, label: str) -> int:
        return self.map.spaces.index(label)

    def hero(self, name: str) -> Any:
        return self.s.heroes[self.seat(name)]

    def tower(self, label: str) -> Any:
        return self.s.towers[self.map.towers.index(label)]

    def count(self, enemy: str, place: str | None = None) -> int:
        """How many enemies of a kind are in a place, or anywhere."""
        tokens = self.s.tokens[: self.s.enemies]
        kinds = [int(t.kind) for t in tokens if place is None or t.space == self.space(place)]
        return kinds.count(int(ENEMIES[enemy]))

    def where(self, hero: str) -> str:
        """The label of the space or the tower space a hero is on."""
        hero = self.hero(hero)
        if hero.tower != NOWHERE:
            return self.map.towers[hero.tower]
        return self.map.spaces[hero.space]

    def roll(self, *faces: int) -> "Scene":
        """Let the next dice show these faces."""
        self.s.rng = rng_before(tuple(f"d{DIE}={face}" for face in faces))
        return self

    def turn_of(self, hero: str, actions: int = 2) -> "Scene":
        """It is the players phase, and this hero is asked."""
        self.s.stage = Stage.PLAYERS
        for h in range(len(self.settings.heroes)):
            self.s.heroes[h].actions = 0
        self.hero(hero).actions = actions
        ask(self.s, self.seat(hero), 0)
        return self

    def legal(self, seat: int | None = None) -> set[int]:
        mask = np.zeros(ACTIONS.count, np.int8)
        rules.legal(self.setup, self.s, self.s.to_act if seat is None else seat, mask)
        return {int(a) for a in np.flatnonzero(mask)}

    def action(self, name: str, *places: Any) -> int:
        """An action by its block and the labels or names of its index."""
        return ACTIONS.number(name, *(self.number(place) for place in places))

    def number(self, place: Any) -> int:
        if isinstance(place, int):
            return int(place)
        if place in self.map.spaces:
            return self.space(place)
        if place in self.map.towers:
            return self.map.towers.index(place)
        return int(ENEMIES[place] if place in ENEMIES else TOWERS[place])

    def can(self, name: str, *places: Any) -> bool:
        return self.action(name, *places) in self.legal()

    def act(self, name: str, *places: Any) -> "Scene":
        action = self.action(name, *places)
        assert action in self.legal(), f"{name} {places} is not legal"
        rules.step(self.setup, self.s, action)
        return self

    @property
    def outcome(self) -> Outcome:
        return Outcome(int(self.s.outcome))


MAP_SCENARIO = {"scenario_1": "road", "scenario_2": "fork", "scenario_3": "delta",
                "proving_ground": "serpent"}  # fmt: skip
