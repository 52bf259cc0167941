"""Play in a terminal key by key, on its whole screen.

Where there is no such terminal (`has_screen`), choices are typed as lines: see `command`.
"""

import time
from types import ModuleType
from typing import Any, TextIO

from cogarena.envs.core.human import ENTER
from cogarena.wrappers.play.picker import Picker
from cogarena.wrappers.play.screen import Style, View, arranged, is_awaited
from cogarena.wrappers.play.session import Session

try:
    import curses
except ImportError:  # as on Windows
    curses = None  # type: ignore[assignment]

ESCAPE, QUIT, HELP = "\x1b", "q", "?"
BACKSPACES = ("\x7f", "\b")
ESCAPE_DELAY = 25  # milliseconds in which the rest of an arrow's code must come
WAYS = {"KEY_UP": "w", "KEY_DOWN": "s", "KEY_LEFT": "a", "KEY_RIGHT": "d"}
STEPS = {"KEY_UP": (-3, 0), "KEY_DOWN": (3, 0), "KEY_LEFT": (0, -6), "KEY_RIGHT": (0, 6)}
PAGES = {"KEY_PPAGE": -10, "KEY_NPAGE": 10, "KEY_UP": -1, "KEY_DOWN": 1, " ": 10}
LONG_WAIT = 1.0  # seconds
REALLY = "Q again leaves the game; the replay is saved"


def has_screen(lines: TextIO, out: TextIO) -> bool:
    """Both ends are a terminal on which one can write anywhere."""
    if curses is None or not (lines.isatty() and out.isatty()):
        return False
    try:
        curses.setupterm(fd=out.fileno())
    except curses.error:
        return False
    return bool(curses.tigetstr("cup"))


def play_by_keys(session: Session) -> None:
    """Play until the game is over or the person leaves; then the terminal is as it was."""
    curses.set_escdelay(ESCAPE_DELAY)
    curses.wrapper(lambda window: Keyboard(session, window, curses).run())


class Keyboard:
    """A screen, and what a person has pressed so far."""

    def __init__(self, session: Session, window: Any, library: ModuleType) -> None:
        self.session, self.window, self.library = session, window, library
        self.view = View()
        self.picker = Picker()
        self.leaving = False  # Q was pressed once
        self.styles = {
            Style.PLAIN: library.A_NORMAL,
            Style.TITLE: library.A_BOLD,
            Style.FAINT: library.A_DIM,
            Style.ALERT: library.A_REVERSE,
        }

    def run(self) -> None:
        """Play from the beginning."""
        self._hide_cursor()
        self._skip(self.session.play())
        while True:
            self.draw()
            if not self.press(self._key()):
                return

    def _hide_cursor(self) -> None:
        try:
            self.library.curs_set(0)
        except self.library.error:
            return  # this terminal always shows it

    def _key(self) -> str:
        """The next key: a character, or a name such as KEY_UP; empty if none came."""
        try:
            key = self.window.get_wch()
        except self.library.error:
            return ""
        if isinstance(key, int):
            name = self.library.keyname(key).decode()
            return {"KEY_ENTER": ENTER, "KEY_BACKSPACE": BACKSPACES[0]}.get(name, name)
        return ENTER if key == "\r" else str(key)

    def draw(self) -> None:
        """Write the whole screen."""
        rows, columns = self.window.getmaxyx()
        self.window.erase()
        for row, (text, style) in enumerate(
            arranged(self.session, self.picker, self.view, (columns, rows))
        ):
            self._write(row, text, columns, style)
        self.window.refresh()

    def _write(self, row: int, text: str, columns: int, style: Style) -> None:
        encoding = self.window.encoding
        shown = text.encode(encoding, "replace").decode(encoding)
        try:
            self.window.addnstr(row, 0, shown, columns, self.styles[style])
        except self.library.error:
            return  # the last place of a screen, or a screen that has just shrunk

    def press(self, key: str) -> bool:
        """Do what a key says; false if it leaves the game."""
        if key in ("", "KEY_RESIZE"):
            return True
        if self.view.helping:
            self._turn_page(key)
            return True
        leaves = key.lower() == QUIT and not is_awaited(self.picker, QUIT)
        if leaves and (self.leaving or self.session.over):
            return False
        self.leaving = leaves
        if leaves:
            self.picker.message = REALLY
        elif key == HELP:
            self.view.helping, self.view.page = True, 0
        elif key in WAYS and not is_awaited(self.picker, WAYS[key]):
            down, right = STEPS[key]
            self.view.down, self.view.right = self.view.down + down, self.view.right + right
        elif key in BACKSPACES or key == ESCAPE:
            self.picker.clear()
        elif not self.session.over:
            self._choose(WAYS.get(key, key))
        return True

    def _turn_page(self, key: str) -> None:
        if key in PAGES:
            self.view.page += PAGES[key]
        else:
            self.view.helping = False

    def _choose(self, key: str) -> None:
        """Press a key of the game."""
        if len(key) > 1 or not (key.isprintable() or key == ENTER):
            self.picker.message = f"{key} means nothing here: ? shows the keys"
            return
        action = self.picker.press(key.lower())
        if action is not None:
            self.view = View()
            self._skip(self.session.choose(action))

    def _skip(self, moments: Any) -> None:
        """Go on to the next decision."""
        begun = time.monotonic()
        for _ in moments:
            pass
        if time.monotonic() - begun > LONG_WAIT:
            self.window.clear()  # of notes on compiling, which are written over the screen
        self.picker = Picker(self.session.choices, self.session.reason)
