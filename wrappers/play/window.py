"""The window that people play in: events in, pictures out. `scene` draws what it shows."""

from collections.abc import Iterator
from time import monotonic
from typing import Any

import numpy as np

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.human import ENTER
from cogarena.envs.core.registry import names, spec
from cogarena.wrappers.play.picker import Picker
from cogarena.wrappers.play.scene import (
    DEFAULT_WINDOW,
    SMALLEST_WINDOW,
    Scene,
    Viewport,
    scrolled,
    window_for,
)
from cogarena.wrappers.play.session import Session
from cogarena.wrappers.rendering import toolkit

PACES = (1.2, 0.7, 0.4, 0.25, 0.15, 0.08, 0.04)  # seconds per step while the others play
DEFAULT_PACE = 3
FRAMES_A_SECOND = 30
PAGE = 8  # choices
INSTEAD = "play with --tty"  # of a window
LEFT_BUTTON = 1


class Window:
    """A window on a session."""

    def __init__(
        self, session: Session, tile: int | None = None, pace: float | None = None
    ) -> None:
        self.pygame = toolkit(INSTEAD)
        self.session = session
        self.view = Viewport(DEFAULT_WINDOW, tile)
        self.picker = Picker()
        self.open = True
        self._pace = DEFAULT_PACE
        self._fixed_pace = pace  # seconds per step, if given
        self._due = 0.0
        self._last: Any = None  # the picture of the last step
        self._moments: Iterator[Episode] | None = session.play()
        next(self._moments)
        if tile is not None:
            self.view.size = window_for(session, tile)
        self.surface = self.pygame.display.set_mode(self.view.size, self.pygame.RESIZABLE)
        self.pygame.display.set_caption(f"{_title(session.game.name)} · Cogarena")
        self.scene: Scene | None = None
        self.advance()

    def run(self) -> None:
        """Show the game and take choices until the window is closed."""
        clock = self.pygame.time.Clock()
        try:
            while self.open:
                for event in self.pygame.event.get():
                    self.handle(event)
                    self.advance()
                self.advance()
                self.draw()
                clock.tick(FRAMES_A_SECOND)
        finally:
            self.pygame.quit()

    @property
    def waiting(self) -> bool:
        """The others play, and their steps are shown."""
        return self._moments is not None

    def advance(self) -> None:
        """Show the next step of the others when it is due."""
        while self._moments is not None and monotonic() >= self._due:
            if next(self._moments, None) is None:
                self._moments = None
                self.picker = Picker(self.session.choices, self.session.reason)
                self.view.scroll = 0
            elif self._has_changed():
                self._due = monotonic() + self._seconds()
            self.scene = None

    def _seconds(self) -> float:
        return PACES[self._pace] if self._fixed_pace is None else self._fixed_pace

    def _has_changed(self) -> bool:
        """The picture differs from the last one; without a pause nothing is compared."""
        if not self._seconds():
            return False
        picture = self.view.picture(self.session)
        changed = self._last is None or not np.array_equal(picture, self._last)
        self._last = picture
        return changed

    def draw(self) -> None:
        """Redraw the window if something has changed."""
        if self.scene is None:
            self.scene = Scene(self.session, self.picker, self.view)
            pixels = self.scene.pixels.swapaxes(0, 1)
            self.pygame.surfarray.blit_array(self._canvas(pixels.shape[:2]), pixels)
            self.pygame.display.flip()

    def _canvas(self, size: tuple[int, int]) -> Any:
        """The part of the window's surface that is drawn on."""
        if self.surface.get_size() != size:
            self.surface = self.pygame.display.set_mode(size, self.pygame.RESIZABLE)
        return self.surface

    def handle(self, event: Any) -> None:
        """Handle an event of the window."""
        pygame = self.pygame
        if event.type == pygame.QUIT:
            self.open = False
        elif event.type == pygame.VIDEORESIZE:
            self.view.size = max(event.w, SMALLEST_WINDOW[0]), max(event.h, SMALLEST_WINDOW[1])
            self.scene = None
        elif event.type == pygame.MOUSEMOTION:
            self.view.mouse = event.pos
            self.scene = None
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            self._click(event.pos)
        elif event.type == pygame.KEYDOWN:
            self._press(event)

    def _scroll(self, rows: int) -> None:
        shown = self.scene.rows_shown if self.scene else PAGE
        last = max(0, len(self.picker.open) - shown)
        self.view.scroll = min(max(self.view.scroll + rows, 0), last)
        self.scene = None

    def _click(self, place: tuple[int, int]) -> None:
        if self.waiting:
            self._skip()
            return
        self.view.mouse = place
        scene = self.scene or Scene(self.session, self.picker, self.view)
        self._choose(self.picker.click(scene.at(place)))

    def _press(self, event: Any) -> None:
        pygame = self.pygame
        steps = {
            pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -PAGE, pygame.K_PAGEDOWN: PAGE,
            pygame.K_HOME: -len(self.picker.choices), pygame.K_END: len(self.picker.choices),
        }  # fmt: skip
        if event.unicode in ("+", "-"):
            faster = 1 if event.unicode == "+" else -1
            self._pace = min(max(self._pace + faster, 0), len(PACES) - 1)
        elif self.session.over:
            self.open = event.unicode.lower() != "q"
        elif self.waiting:
            if event.key in (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE):
                self._skip()
        elif event.key == pygame.K_ESCAPE:
            self.picker.clear()
        elif event.key in steps:
            self._move(steps[event.key])
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._choose(self.picker.press(ENTER))
        elif event.unicode.isprintable() and event.unicode.strip():
            self._choose(self.picker.press(event.unicode.lower()))
        self.scene = None

    def _move(self, steps: int) -> None:
        """Mark another choice, and scroll to it."""
        self.picker.move(steps)
        scene = self.scene or Scene(self.session, self.picker, self.view)
        self.view.scroll = scrolled(self.view, scene, self.picker.marked, self.picker.open)

    def _choose(self, action: int | None) -> None:
        self.scene = None
        if action is not None:
            self._moments = self.session.choose(action)
            self.picker = Picker()
            self._due = 0.0
            self.advance()

    def _skip(self) -> None:
        """Skip to the next decision."""
        for _ in self._moments or ():
            pass
        self._due = 0.0


def _title(name: str) -> str:
    return spec(name).title if name in names() else name
