"""Play key by key: in a real terminal (a pseudo-terminal), and with a window that is none."""

import curses
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections import deque

import pytest

from cogarena.envs.core import registry
from cogarena.wrappers.play.command import PlayOptions
from cogarena.wrappers.play.command import _is_by_key as is_by_key
from cogarena.wrappers.play.keyboard import Keyboard, has_screen
from cogarena.wrappers.replay import read_replay
from support.episodes import session

PATIENCE = 60  # seconds: the game may have to be compiled
ASKED = b"what do you do?"
LEFT = b"\x1b[?1049l"  # the terminal shows what it showed before
ROVER = registry.load("rover")


def environment(**own):
    """This process's, but the size is the terminal's own."""
    return {k: v for k, v in os.environ.items() if k not in ("LINES", "COLUMNS")} | own


class Terminal:
    """A process on a pseudo-terminal."""

    def __init__(self, folder, *arguments, size=(24, 80), kind="xterm"):
        self.own, self.end = pty.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(self.end)
        self.heard = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cogarena.training.cli", "play", *arguments, "--tty"],
            cwd=folder, stdin=self.end, stdout=self.end, stderr=self.end,
            env=environment(TERM=kind, LC_ALL="C.UTF-8"), start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(self.end, termios.TIOCSCTTY, 0),  # noqa: PLW1509
        )  # fmt: skip

    def resize(self, rows, columns):
        fcntl.ioctl(self.own, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for(self, words):
        """Read until the words come."""
        until = time.monotonic() + PATIENCE
        while words not in self.heard:
            ready, _, _ = select.select([self.own], [], [], max(0, until - time.monotonic()))
            assert ready, self.heard[-2000:]
            self.heard += os.read(self.own, 65536)

    def type(self, keys, answer=b"\x1b["):
        """Press keys, and wait for what the screen then shows: by default any change of it."""
        self.heard = b""
        os.write(self.own, keys)
        self.wait_for(answer)

    def leave(self):
        """Press Q twice; the process must end."""
        self.type(b"q", b"again leaves")
        self.type(b"q", b"decisions; show them")
        assert self.process.wait(timeout=PATIENCE) == 0

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.own)
        os.close(self.end)


@pytest.fixture
def terminal(tmp_path):
    opened = []

    def play(*arguments, **options):
        opened.append(Terminal(tmp_path, *arguments, "--replay", "game.json", **options))
        return opened[0]

    yield play
    for each in opened:
        each.close()


def played(folder):
    """The names of the actions of the replay."""
    return [ROVER.actions.name(action)[0] for action in read_replay(folder / "game.json").actions]


def test_the_rover_is_driven_key_by_key(terminal, tmp_path):
    table = terminal("rover", "--seed", "5")
    table.wait_for(ASKED)
    assert b"drop pod here" in table.heard
    table.type(b"x")
    table.type(b"\x1b[D")  # arrow left
    table.type(b"2\r")
    table.type(b"i21")
    table.leave()
    assert played(tmp_path) == ["wait", "move", "activate", "install"]


def test_leaving_restores_the_terminal(terminal):
    table = terminal("rover", "--seed", "5")
    table.wait_for(ASKED)
    assert termios.tcgetattr(table.end) != table.before
    table.leave()
    assert LEFT in table.heard
    assert termios.tcgetattr(table.end) == table.before


def test_an_interrupt_restores_the_terminal_and_saves_the_game(terminal, tmp_path):
    table = terminal("rover", "--seed", "5")
    table.wait_for(ASKED)
    table.type(b"x", b"restores")  # what came of it: an interrupt drops keys not read yet
    table.type(b"\x03", LEFT)
    assert table.process.wait(timeout=PATIENCE) == 130
    assert termios.tcgetattr(table.end) == table.before
    assert played(tmp_path) == ["wait"]


def test_a_terminal_may_be_resized_and_even_be_too_small(terminal, tmp_path):
    table = terminal("rover", "--seed", "5", size=(4, 20))
    table.wait_for(b"too small")
    for size in ((1, 1), (40, 140), (24, 80)):
        table.resize(*size)
        table.process.send_signal(signal.SIGWINCH)
        time.sleep(0.2)
    table.wait_for(ASKED)
    table.type(b"x")
    table.leave()
    assert played(tmp_path) == ["wait"]


def test_a_terminal_without_a_screen_takes_lines(terminal, tmp_path):
    table = terminal("rover", "--seed", "5", kind="dumb")
    table.wait_for(b"\n> ")
    table.type(b"x\n", b"\n> ")
    table.type(b"q\n", b"decisions; show them")
    assert table.process.wait(timeout=PATIENCE) == 0
    assert played(tmp_path) == ["wait"]


def test_lines_are_typed_if_that_is_asked_for(terminal):
    table = terminal("rover", "--seed", "5", "--lines")
    table.wait_for(b"\n> ")


def test_without_a_terminal_there_is_no_screen(tmp_path):
    path = tmp_path / "empty"
    path.touch()
    with path.open() as lines, path.open("w") as out:
        assert not has_screen(lines, out)


def test_a_game_without_keys_is_played_by_lines(monkeypatch):
    monkeypatch.setattr("cogarena.wrappers.play.command.has_screen", lambda lines, out: True)
    assert is_by_key(ROVER, PlayOptions(tty=True))
    assert not is_by_key(registry.load("luck"), PlayOptions(tty=True))


class Paper:
    """A window that keeps what is written, and gives the keys of a list."""

    encoding = "utf-8"

    def __init__(self, keys=(), size=(24, 80)):
        self.keys, self.size, self.rows = deque(keys), size, {}

    def getmaxyx(self):
        return self.size

    def erase(self):
        self.rows = {}

    def clear(self):
        self.rows = {}

    def refresh(self):
        pass

    def addnstr(self, row, column, text, most, style):
        self.rows[row] = text[:most]

    def get_wch(self):
        return self.keys.popleft()

    @property
    def text(self):
        return "\n".join(self.rows[row] for row in sorted(self.rows))


class Library:
    """The part of curses that a keyboard uses."""

    A_NORMAL = A_BOLD = A_DIM = A_REVERSE = 0
    error = curses.error

    @staticmethod
    def curs_set(visible):
        raise curses.error  # as terminals do that always show it

    @staticmethod
    def keyname(code):
        return {258: b"KEY_DOWN", 259: b"KEY_UP", 410: b"KEY_RESIZE", 338: b"KEY_NPAGE"}[code]


def keyboard(name="rover", keys=(), size=(24, 80), **settings):
    """A keyboard whose keys have been pressed, from the first decision on."""
    table = session(name, seed=5, **settings)
    board = Keyboard(table, Paper(size=size), Library)
    board._skip(())
    for key in keys:
        board.press(key)
    board.draw()
    return board


def acted(board):
    actions = board.session.game.actions
    return [actions.name(action)[0] for action in board.session.recorder.actions]


def test_a_key_that_does_nothing_says_so():
    board = keyboard(keys=["z"])
    assert "Z does nothing now" in board.window.text
    assert not acted(board)


def test_a_key_says_why_it_is_refused():
    assert "this chassis has no slot 3" in keyboard(keys=["3"]).window.text


def test_a_key_that_no_game_has_says_so():
    assert "KEY_F(1) means nothing here" in keyboard(keys=["KEY_F(1)"]).window.text


def test_q_must_be_pressed_twice():
    board = keyboard()
    assert board.press("q")
    assert board.press("x")
    assert board.press("q")
    assert not board.press("q")
    assert acted(board) == ["wait"]


def test_keys_that_were_typed_can_be_forgotten():
    for key in ("\x1b", "\x7f"):
        board = keyboard(keys=["i", "2", key, "1"])
        assert not acted(board)


def test_an_arrow_moves_if_that_is_a_choice():
    board = keyboard(keys=["KEY_LEFT"])
    assert acted(board) == ["move"]


def test_an_arrow_moves_the_board_if_it_is_no_choice():
    board = keyboard("race", ["KEY_UP"], size=(30, 80))
    assert board.view.down < 0
    assert not acted(board)


def test_a_question_mark_shows_help_until_another_key():
    board = keyboard(keys=["?"])
    assert "── The task ──" in board.window.text
    board.press("KEY_NPAGE")
    board.press("x")
    board.draw()
    assert "what do you do?" in board.window.text
    assert not acted(board)


def test_a_whole_game_is_played_by_keys():
    table = session("rover", seed=5, max_turns=3)
    paper = Paper(["x", "a", 259, "x", "q"])
    paper.keys.extend("q" * 5)
    table.play = lambda: ()
    Keyboard(table, paper, Library).run()
    assert table.over
    assert "The game has been cut off" in paper.text


@pytest.mark.parametrize("name", registry.own_names())
def test_every_game_can_be_played_key_by_key(name):
    board = keyboard(name)
    for _ in range(12):
        if board.session.over:
            break
        for key in board.session.choices[-1].keys:
            board.press(key)
        board.draw()
    assert len(board.session.recorder.actions) >= 3
