"""What the preview tells, and drawn situations of a race in which the next card is asked for."""

from importlib import import_module
from typing import Any, Self

import numpy as np

from cogarena.envs.core import registry
from cogarena.envs.core.header import ask
from cogarena.envs.race.state import SETUP, STATE
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.preview import fill_to_flags
from cogarena.envs.rally.state import Ask
from cogarena.envs.rally.transitions import fill_transitions, place_things
from support.scenes.rally import NUMBER, Scene

Told = dict[str, int]  # by the names of the columns


def told(
    game: str, setup: Any, s: Any, seat: int, asked: Ask = Ask.PROGRAM
) -> tuple[list[Told], Told]:
    """The previews of the hand and of the program so far, when the seat is asked this."""
    layout = registry.load(game).layout
    s.rally.robots[seat].asked = asked
    ask(s, seat, asked)
    out = layout.rows(layout.empty(1) + 99)[0]
    show = import_module(f"cogarena.envs.{game}.observe").show_preview
    show(setup, s, seat, out.preview, out.program_end)
    names = next(piece.column_names for piece in layout.pieces if piece.name == "preview")
    rows = [*out.preview.tolist(), out.program_end.tolist()]
    *cards, end = (dict(zip(names, row, strict=True)) for row in rows)
    return cards, end


def told_of(scene: Any, game: str, name: str, card: Card, *program: Card) -> Told:
    """The preview of a card after a program, if the robot has nothing else in its hand."""
    robot = scene.robot(name)
    robot.hand[:], robot.program[:] = 0, 0
    robot.program[: len(program)] = [NUMBER[each] for each in program]
    robot.hand[0] = NUMBER[card]
    return told(game, scene.setup, scene.s, scene.seat(name))[0][0]


class Preview(Scene):
    """Robot A is asked for its next card; it holds one card of each kind, in their order."""

    def __init__(self, drawing: str, *program: Card | int, things: Any = (), **settings: Any):
        super().__init__(drawing, **settings)
        self.setups = np.zeros(1, SETUP)
        self.setup = self.setups[0]
        self.setups["floor"] = self.floor
        fill_transitions(self.setups)
        place_things(self.setup, things)
        for thing, (x, y) in enumerate(things):
            self.r.things[thing].x, self.r.things[thing].y = x, y
            self.r.things[thing].health = 1
        self.r.thing_count = len(things)
        fill_to_flags(self.setup)
        self.program("A", *(NUMBER.get(card, card) for card in program))
        self.robot("A").hand[: len(NUMBER)] = list(NUMBER.values())
        self.states = np.zeros(1, STATE)
        self.s = self.states[0]

    def second(self, card: Card, *, sideways: bool = False) -> Self:
        """A second card in the first register."""
        self.robot("A").pairs[0] = NUMBER[card]
        self.robot("A").crabs = sideways
        return self

    def rows(self, asked: Ask = Ask.PROGRAM) -> tuple[list[Told], Told]:
        """The previews of the hand, and of the program so far."""
        self.states["rally"] = self.r
        return told("race", self.setup, self.s, 0, asked)

    def after(self, card: Card | None = None) -> Told:
        """The preview of a card, or of the program so far."""
        cards, end = self.rows()
        return end if card is None else cards[list(NUMBER).index(card)]

    def place(self, card: Card | None = None) -> tuple[int, int]:
        """How far right and behind the robot would stand."""
        shown = self.after(card)
        return shown["right"], shown["behind"]
