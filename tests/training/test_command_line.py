import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cogarena.agents import checkpoint
from cogarena.envs.core import registry
from cogarena.training import cli
from cogarena.training.cli import bench as bench_command
from cogarena.training.cli import commands
from support.experiments import ROLLOUT, STEPS

CONFIGS = Path(__file__).resolve().parents[2] / "configs"


@pytest.fixture
def command(capsys):
    def run(*arguments):
        try:
            code = cli.main(arguments)
        except SystemExit as left:
            code = left.code
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


WRONG = {
    "no command": ([], "COMMAND"),
    "an unknown command": (["paly"], "invalid choice: 'paly'"),
    "an unknown game": (["docs", "lukc"], "unknown game 'lukc'. Did you mean 'luck'?"),
    "an unknown game to compile": (["compile", "lukc"], "unknown game 'lukc'"),
    "an unknown agent": (["eval", "luck", "--agent", "randon"], "unknown agent 'randon'"),
    "no agent": (["eval", "luck"], "--agent"),
    "no scripted agent": (["eval", "luck", "--agent", "scripted"], "scripted agent 'luck'"),
    "too few agents": (["eval", "secret_bids", "--agent", "random,random"], "2 agents for 3 seats"),
    "no episode": (["eval", "luck", "--agent", "random", "--episodes", "0"], "--episodes is 0"),
    "no process": (["eval", "luck", "--agent", "random", "--processes", "0"], "--processes is 0"),
    "opponents of one who plays alone": (
        ["eval", "luck", "--agent", "random", "--opponents", "random"],
        "luck has no opponents",
    ),
    "a tournament of one": (
        ["tournament", "secret_bids", "--agents", "random"],
        "at least 2 different agents, not random",
    ),
    "an unknown task": (
        ["benchmark", "--agents", "random", "--tasks", "rase"],
        "unknown task 'rase'. Did you mean 'race'?",
    ),
    "half an episode": (["eval", "luck", "--agent", "random", "--episodes", "x"], "invalid int"),
    "an unknown setting": (
        ["eval", "luck", "--agent", "random", "--set", "gaol=1"],
        "unknown setting 'gaol'. Did you mean 'goal'?",
    ),
    "a setting without a value": (
        ["eval", "luck", "--agent", "random", "--set", "goal"],
        "--set takes key=value",
    ),
    "a missing config": (["train", "--config", "none.toml"], "none.toml: cannot be read"),
    "neither config nor run": (["train"], "one of the arguments --config --resume is required"),
    "both": (["train", "--config", "a", "--resume", "b"], "not allowed with"),
    "a missing run": (["train", "--resume", "none"], "none is not a training run"),
    "a foreign file": (
        ["record", "luck", "--agent", "random", "--out", "x.avi"],
        "cannot write '.avi' files, only .mp4",
    ),
    "nowhere to record to": (["record", "luck", "--agent", "random"], "--out FILE for pictures"),
    "too few agents to record": (
        ["record", "secret_bids", "--agents", "random,random", "--out", "x.mp4"],
        "2 agents for 3 seats",
    ),
    "a missing replay": (["replay", "none.json"], "none.json: cannot be read"),
    "no time to measure": (["bench", "luck", "--seconds", "0"], "measure nothing"),
    "no time for peers": (["bench", "--peers", "--seconds", "0"], "measure nothing"),
    "an unknown peer": (["bench", "--peers", "--only", "pgz"], "unknown peer 'pgz'. Did you mean"),
    "an unknown game beside peers": (["bench", "lukc", "--peers"], "unknown game 'lukc'"),
    "a setting of no game": (["bench", "--peers", "--set", "goal=3"], "--set needs a GAME"),
    "peers without peers": (["bench", "luck", "--only", "pgx"], "--only needs --peers"),
    "a folder for one file": (["bench", "luck", "--out", "x"], "--out needs --peers or --growth"),
    "two kinds of speed": (["bench", "luck", "--peers", "--growth"], "not allowed with"),
    "no repeat": (["bench", "luck", "--growth", "--repeats", "0"], "measure nothing"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_one_line_and_exit_code_2(command, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments, message = WRONG[name]
    code, out, err = command(*arguments)
    assert code == 2
    assert out == ""
    last = err.strip().splitlines()[-1].split("\r")[-1]
    assert last.startswith("cogarena: error: ")
    assert message in last
    assert "Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_one_line(command, tmp_path):
    (tmp_path / "file").touch()
    target = str(tmp_path / "file" / "result.json")
    code, _, err = command("eval", "luck", "--agent", "random", "--episodes", "2", "--json", target)
    assert code == 2
    assert err.splitlines()[-1].startswith("cogarena: error: ")


def test_ctrl_c_is_one_line_and_exit_code_130(command, monkeypatch):
    def interrupted(given):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "games", interrupted)
    assert command("games") == (130, "", "cogarena: stopped\n")


def test_games_are_listed(command):
    code, out, _ = command("games")
    assert code == 0
    assert all(name in out for name in registry.names())


def test_docs_print_settings_actions_and_observation(command):
    code, out, _ = command("docs", "luck")
    assert code == 0
    assert all(word in out for word in ("`goal`", "`bank`", "`points`"))


def test_a_game_is_checked(command, monkeypatch):
    def check(game, report, players):
        report(f"{game.name} is fun")

    monkeypatch.setattr(commands.checks, "check", check)
    code, out, _ = command("check", "luck")
    assert code == 0
    assert out.splitlines()[0] == "holds: luck is fun"


def test_a_check_that_fails_is_one_line(command, monkeypatch):
    def check(game, report, players):
        raise commands.checks.CheckFailedError("luck, seeds differ: they do not")

    monkeypatch.setattr(commands.checks, "check", check)
    assert command("check", "luck") == (
        2,
        "",
        "cogarena: error: luck, seeds differ: they do not\n",
    )


def test_a_game_is_compiled(command):
    assert command("compile", "luck")[:2] == (0, "luck is compiled\n")


def test_agents_are_compared_side_by_side(command, tmp_path, finished_run):
    target = tmp_path / "result.json"
    code, out, _ = command(
        "eval", "luck", "--agent", "random", str(finished_run), "--episodes", "20",
        "--set", "goal=15", "--json", str(target),
    )  # fmt: skip
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:3]] == ["random", str(finished_run)]
    told = json.loads(target.read_text())
    assert told["settings"] == {"goal": 15}
    assert [row["agent"] for row in told["results"]] == ["random", str(finished_run)]
    assert all(row["low"] <= row["mean"] <= row["high"] for row in told["results"])


def test_opponents_are_told_seat_by_seat(command):
    code, out, _ = command(
        "eval", "secret_bids", "--agent", "random,random", "--set", "players=2", "--episodes", "9"
    )
    assert code == 0
    assert [line.split()[1] for line in out.splitlines()[1:]] == ["player_0", "player_1"]


def test_an_evaluation_against_opponents_is_written_and_gone_on_with(command, tmp_path):
    arguments = (
        "eval", "secret_bids", "--agent", "random", "--opponents", "random", "--episodes", "4",
        "--out", str(tmp_path),
    )  # fmt: skip
    code, out, _ = command(*arguments)
    assert code == 0
    assert out.splitlines()[1].split()[-1] == "12"  # episodes: 4 in each of 3 seats
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(files) == {
        "episodes.jsonl", "evaluation.json", "evaluation.md", "evaluation.png",
    }  # fmt: skip
    assert command(*arguments)[1] == out
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_a_replay_is_written_checked_shown_and_filmed(command, tmp_path):
    file, film = tmp_path / "a.json", tmp_path / "a.mp4"
    code, out, _ = command("record", "luck", "--agents", "random", "--replay", str(file))
    assert code == 0
    assert "a.json" in out and "decisions" in out
    code, out, _ = command("replay", str(file))
    assert code == 0
    assert "luck version" in out and "played by random" in out and "verified: " in out
    code, shown, _ = command("replay", str(file), "--show", "--every", "turn")
    assert code == 0
    assert len(shown) > len(out)
    code, out, _ = command("replay", str(file), "--out", str(film), "--size", "128")
    assert code == 0
    assert film.stat().st_size > 0


def test_the_players_of_a_recorded_episode_draw_different_numbers(command, tmp_path):
    file = tmp_path / "a.json"
    names = ",".join(["random"] * 3)
    code, _, _ = command("record", "secret_bids", "--agents", names, "--replay", str(file))
    assert code == 0
    actions = json.loads(file.read_text())["actions"]
    assert len({tuple(actions[seat::3]) for seat in range(3)}) == 3


def test_a_turn_that_is_not_in_the_replay_is_refused(command, tmp_path):
    file = tmp_path / "a.json"
    command("record", "luck", "--agents", "random", "--replay", str(file))
    code, _, err = command("replay", str(file), "--show", "--turn", "999")
    assert code == 2
    assert "there is no turn 999" in err


def test_an_episode_is_recorded(command, tmp_path):
    out = tmp_path / "luck.mp4"
    code, said, _ = command(
        "record", "luck", "--agent", "random", "--out", str(out), "--tile", "16"
    )
    assert code == 0
    assert str(out) in said
    assert out.stat().st_size > 0


def test_speed_is_measured_and_written(command, tmp_path):
    target = tmp_path / "bench.json"
    code, out, _ = command(
        "bench", "luck", "--seconds", "0.001", "--repeats", "1", "--json", str(target)
    )
    assert code == 0
    assert "Batch of 1024" in out
    assert len(json.loads(target.read_text())["ratios"]) == 5


def test_growth_is_measured_and_written(command, tmp_path):
    target, folder = tmp_path / "growth.json", tmp_path / "out"
    code, out, _ = command(
        "bench", "luck", "--growth", "--seconds", "0.001", "--repeats", "1", "--out", str(folder),
        "--json", str(target),
    )  # fmt: skip
    assert code == 0
    assert "| 16,384 |" in out
    assert json.loads(target.read_text()) == json.loads((folder / "growth_luck.json").read_text())


def test_games_are_measured_beside_peers_and_written(command, tmp_path, monkeypatch):
    def bench(games, only, *, seconds, repeats, progress):
        progress("starting Cogarena")
        return result | {"asked": games, "only": only, "seconds": seconds, "repeats": repeats}

    result = {
        "games": {}, "results": [], "failed": {"NLE": "it cannot be installed"}, "left_out": {},
        "peers": {}, "versions": {}, "cpus": 2, "python": "3.11",
    }  # fmt: skip
    monkeypatch.setattr(bench_command.peers, "bench", bench)
    target = tmp_path / "peers.json"
    code, out, _ = command(
        "bench", "luck", "--set", "goal=3", "--peers", "--only", "pgx", "nle", "--repeats", "2",
        "--seconds", "0.5", "--out", str(tmp_path / "docs"), "--json", str(target),
    )  # fmt: skip
    assert code == 0
    assert "not measured: NLE: it cannot be installed" in out
    told = json.loads(target.read_text())
    assert (told["asked"], told["only"]) == ({"luck": {"goal": 3}}, ["pgx", "nle"])
    assert (told["seconds"], told["repeats"]) == (0.5, 2)
    assert (tmp_path / "docs" / "peers.md").is_file()


def test_all_our_games_are_measured_beside_peers_by_default(command, monkeypatch):
    seen = []

    def bench(games, only, **options):
        seen.append((dict(games), only))
        return {"results": [], "failed": {}}

    monkeypatch.setattr(bench_command.peers, "bench", bench)
    assert command("bench", "--peers")[0] == 0
    assert seen == [({name: {} for name in registry.own_names()}, None)]


CONFIG = """
output = "{folder}"
game.name = "luck"
train = {{steps = 128, envs = 4, n_steps = 16, batch_size = 32, checkpoint_every = 64}}
evaluate.episodes = 4
"""


def test_training_and_going_on(command, tmp_path):
    path = tmp_path / "experiment.toml"
    path.write_text(CONFIG.format(folder=tmp_path / "run"))
    code, out, _ = command("train", "--config", str(path), "--set", f"train.steps={ROLLOUT}")
    assert (code, f"{ROLLOUT} of {ROLLOUT} steps" in out) == (0, True)
    code, out, _ = command("train", "--resume", str(tmp_path / "run"), "--set", "train.steps=128")
    assert (code, "128 of 128 steps" in out) == (0, True)
    assert checkpoint.read(tmp_path / "run" / "last").note.steps == 128


def test_a_stopped_training_tells_how_to_go_on(command, tmp_path, monkeypatch):
    sb3 = pytest.importorskip("cogarena.training.sb3")
    runs = pytest.importorskip("cogarena.training.runs")
    outcome = runs.Outcome(tmp_path, ROLLOUT, STEPS, saved=True)
    monkeypatch.setattr(sb3, "resume", lambda folder, changes: outcome)
    code, out, _ = command("train", "--resume", str(tmp_path))
    assert code == 130
    assert f"cogarena train --resume {tmp_path}" in out


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.name)
def test_every_config_that_is_shipped_can_be_read(path):
    commands.read_config(path)


def test_help_loads_neither_numba_nor_torch():
    script = (
        "import sys; from cogarena.training import cli\n"
        "try: cli.main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'torch', 'stable_baselines3', 'scipy', 'imageio'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "eval" in done.stdout


@pytest.mark.slow
def test_ctrl_c_in_a_real_process_saves_and_exits_with_130(tmp_path, request):
    tests = request.path.parent.parent
    path = tmp_path / "experiment.toml"
    path.write_text(CONFIG.format(folder=tmp_path / "run"))
    script = (
        f"import sys; sys.path.insert(0, {str(tests)!r}); import conftest\n"
        "from cogarena.training.cli import main\n"
        f"sys.exit(main(['train', '--config', {str(path)!r}, '--set', 'train.steps=100000000']))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        deadline = time.monotonic() + 120
        while not (tmp_path / "run" / "last").exists() and time.monotonic() < deadline:
            assert process.poll() is None, process.communicate()[1]
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert f"cogarena train --resume {tmp_path / 'run'}" in out
    steps = checkpoint.read(tmp_path / "run" / "last").note.steps
    assert f"{steps:,} of 100,000,000 steps" in out
