import io
import os
import signal
import subprocess
import sys

import pytest

from cogarena.envs.core import registry
from cogarena.training import cli
from cogarena.wrappers.play.command import play_in_terminal, understood
from cogarena.wrappers.play.session import Choice
from cogarena.wrappers.replay import read_replay
from support.episodes import session

CHOICES = (
    Choice(1, "program Move 1 (490)", "1"),
    Choice(2, "program Move 2 (700)", "2"),
    Choice(3, "no", "n"),
    Choice(4, "no, thank you", "3\n"),
    Choice(5, "fire north", "4w\n"),
)


AGAINST = ("--opponents", "random")
PROMPTS = 3  # before each of two choices and after them


def said(table, *lines):
    out = io.StringIO()
    play_in_terminal(table, io.StringIO("".join(f"{line}\n" for line in lines)), out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("words", "action"),
    [
        ("2", 2),
        ("N", 3),
        ("no", 3),
        ("no, t", 4),
        ("program move 1", 1),
        ("Program Move 2 (700)", 2),
        ("4 w", 5),
        ("4", 5),
        ("fire", 5),
    ],
)
def test_a_choice_is_understood_by_its_keys_or_the_beginning_of_its_words(words, action):
    assert understood(CHOICES, words) == (action, "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("program", "can mean program Move 1"),
        ("7", "is not one of the choices"),
        ("", "Type the key"),
    ],
)
def test_what_is_not_understood_is_answered(words, says):
    action, answer = understood(CHOICES, words)
    assert action is None
    assert says in answer


@pytest.mark.parametrize("name", registry.names())
def test_a_terminal_shows_the_picture_the_question_and_the_choices(name):
    table = session(name)
    game, episode = table.game, table.episode
    picture, asked, choices = (
        game.ansi(episode.setup[0], episode.s),
        table.headline(),
        table.choices,
    )
    text = said(table, "q")
    assert picture in text
    assert asked in text
    assert all(choice.words in text for choice in choices)


def test_a_program_is_typed_and_the_hand_is_shown():
    table = session("race", seed=5)
    text = said(table, "3", "zzz", "?", "1")
    assert [table.game.actions.name(a) for a in table.recorder.actions[::4]] == [
        ("card", (2,)),
        ("card", (0,)),
    ]
    assert "your program: 1 Rotate Right (400) · 2 – ·" in text
    assert "'zzz' is not one of the choices" in text
    assert "Type the key before a choice" in text


def test_the_picture_is_shown_again_only_when_it_has_changed():
    table = session("race", seed=5)
    picture = table.board_text()
    text = said(table, "1", "2", "3")
    assert table.board_text() == picture
    assert text.count(picture) == 1
    assert text.count("choose the card for register") == 4
    assert text.count("your program:") == 4


def test_a_picture_that_has_changed_is_shown():
    table = session("rover", seed=5)
    before = table.board_text()
    text = said(table, "x")
    assert table.board_text() != before
    assert text.index(before) < text.index(table.board_text())


def test_the_rover_is_driven_by_its_keys_in_a_terminal():
    table = session("rover", seed=5)
    said(table, "a", "2", "x", "l", "i21", "1")
    names = [table.game.actions.name(action)[0] for action in table.recorder.actions]
    assert names == ["move", "activate", "wait", "toggle", "install", "activate"]


def test_a_game_is_played_to_its_end_in_a_terminal():
    table = session("race", max_turns=1)
    text = said(table, *["1", "2", "3", "4", "5", "n", "n", "n", "n"])
    assert table.over
    assert "The game has been cut off" in text
    assert "turns: 1" in text


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        try:
            code = cli.main(["play", *arguments])
        except SystemExit as left:
            code = left.code
        heard = capsys.readouterr()
        return code, heard.out, heard.err

    return run


def test_the_command_saves_a_replay_that_can_be_played_again(command, tmp_path):
    arguments = ("race", "--tty", "--seed", "5", "--replay", "game.json", *AGAINST)
    code, out, _ = command(*arguments, typed="1\n2\nq\n")
    assert code == 0
    assert "race, seed 5, you play robot_0" in out
    assert "game.json: 8 decisions; show them with: cogarena replay game.json" in out
    replay = read_replay(tmp_path / "game.json")
    assert replay.players == ("human", "random", "random", "random")
    replay.verify()
    assert cli.main(["replay", "game.json"]) == 0


def test_the_end_of_the_input_ends_the_game_and_saves_it_in_the_usual_place(command, tmp_path):
    code, _, _ = command("rover", "--tty", typed="x\nx\n")
    assert code == 0
    (saved,) = (tmp_path / "results" / "play").glob("rover-*.json")
    assert read_replay(saved).actions == (0, 0)


def test_settings_and_seats_are_taken(command, tmp_path):
    arguments = ("race", "--tty", "--seat", "robot_1", "--set", "robots=2", "--replay", "a.json")
    code, out, _ = command(*arguments, *AGAINST)
    assert code == 0
    assert "you play robot_1" in out
    assert read_replay(tmp_path / "a.json").players == ("random", "human")


WRONG = {
    "an unknown game": (["rovr"], "unknown game 'rovr'. Did you mean 'rover'?"),
    "an unknown seat": (["moba", "--seat", "red_9"], "unknown seat 'red_9'"),
    "too many opponents": (["race", "--opponents", "random,random"], "2 opponents for 3"),
    "opponents for nobody": (["rover", "--opponents", "random"], "people play all seats"),
    "an unknown opponent": (["race", "--opponents", "gnome"], "unknown agent 'gnome'"),
    "no script": (["secret_bids", "--opponents", "scripted"], "scripted agent 'secret_bids'"),
    "a tiny tile": (["rover", "--tile", "3"], "at least 16, not 3"),
    "a seed below 0": (["rover", "--seed", "-1"], "seed is -1, but must be from 0"),
    "a folder for a replay": (["rover", "--replay", "."], "is a folder, but --replay takes a file"),
    "an unknown setting": (["rover", "--set", "palnets=1"], "Did you mean 'planets'?"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_one_line_and_leaves_nothing_behind(command, name, tmp_path):
    arguments, message = WRONG[name]
    code, out, err = command(*arguments, "--tty")
    assert code == 2
    assert out == ""
    assert err.startswith("cogarena: error: ")
    assert message in err
    assert not list(tmp_path.iterdir())


def test_no_display_is_told_before_anything_begins(command, monkeypatch, tmp_path):
    monkeypatch.setenv("SDL_VIDEODRIVER", "canvas")
    code, _, err = command("rover")
    assert code == 2
    assert "play with --tty" in err
    assert not list(tmp_path.iterdir())


def test_an_interrupted_game_is_saved(tmp_path):
    arguments = ["play", "rover", "--tty", "--replay", "game.json"]
    playing = subprocess.Popen(
        [sys.executable, "-m", "cogarena.training.cli", *arguments], cwd=tmp_path,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )  # fmt: skip
    playing.stdin.write(b"x\nx\n")
    playing.stdin.flush()
    seen = b""
    while seen.count(b"\n> ") < PROMPTS:
        part = os.read(playing.stdout.fileno(), 10_000)
        assert part, playing.stderr.read()
        seen += part
    playing.send_signal(signal.SIGINT)
    _, err = playing.communicate(timeout=30)
    assert playing.returncode == 130, err
    assert read_replay(tmp_path / "game.json").actions == (0, 0)
