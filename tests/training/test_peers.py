import json
import os
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.training.bench import peers, server
from cogarena.training.bench.peers import HERE, install, report
from cogarena.training.bench.peers.client import Client
from cogarena.training.bench.peers.install import DeadPeerError, Peer, PeerError
from support.games import luck

TURN = 0.001  # seconds of a turn: no warm-up is as short
ADAPTER = """
import functools, os, signal, sys, time
def contenders(bench):
    os.write(1, b"noise on standard output\\n")
    for game in {games!r}:
        yield bench.Contender(game, "rows", lambda game=game: functools.partial(run, game), True)
def run(game, seconds):
    if seconds == {turn}:
        with open({log!r}, "a") as log:
            print(game, file=log)
        if game == "raises":
            raise RuntimeError("the board broke")
        if game == "ends":
            print("a warning\\nValueError: no more", file=sys.stderr)
            sys.stderr.flush()
            os._exit(1)
        if game == "dies":
            os.kill(os.getpid(), signal.SIGSEGV)
        if game == "hangs":
            time.sleep(60)
    return {speeds!r}.get(game, 100.0)
"""


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "log"
    path.touch()
    return path


@pytest.fixture
def peer(tmp_path, log):
    def write(name, *games, title=None, text=ADAPTER, **speeds):
        adapter = tmp_path / f"{name}.py"
        values = {"games": games, "turn": TURN, "log": str(log), "speeds": speeds}
        adapter.write_text(text.format(**values))
        return Peer(name, title or name.title(), (f"{name}==1.0",), adapter)

    return write


@pytest.fixture
def bench(monkeypatch):
    """A run without our own games, whose process takes a while to start."""
    none = SimpleNamespace(contenders=[], failed={}, close=lambda: None)
    monkeypatch.setattr(peers, "start_own", lambda games: none)

    def run(*given, games=None, repeats=1, python=lambda peer: Path(sys.executable), **options):
        return peers.bench(
            games or {}, seconds=TURN, repeats=repeats, peers=given, python=python, **options
        )

    return run


def test_all_games_of_all_suites_take_turns(bench, peer, log):
    told = []
    bench(peer("one", "a", "b"), peer("two", "c"), repeats=3, progress=told.append)
    assert log.read_text().split() == ["a", "b", "c"] * 3
    assert told[:3] == ["starting Cogarena", "starting One", "starting Two"]
    assert told[3:6] == ["One: a, rows", "One: b, rows", "Two: c, rows"]


def test_speeds_are_compared_with_taxi(bench, peer):
    text = ADAPTER.replace('"rows"', '"Env"')
    gym = peer("gymnasium", "Taxi", title="Gymnasium", text=text, Taxi=50.0)
    result = bench(gym, peer("two", "c", c=200.0), repeats=2)
    taxi = next(row for row in result["results"] if row["form"] == "Env")
    other = result["results"][-1]
    assert (taxi["median"], taxi["ratio"]) == (50.0, 1.0)
    assert (other["median"], other["ratio"], other["speeds"]) == (200.0, 4.0, [200.0, 200.0])


def test_median_and_quartiles_and_the_median_of_the_rounds_ratios():
    entry = peers.Entry("A", "go", "Env", False, lambda: 0.0)
    told = peers.summary(entry, [10, 20, 30, 40, 100], [10, 10, 10, 10, 100])
    assert (told["low"], told["median"], told["high"], told["ratio"]) == (20, 30, 40, 2)


def test_the_result_tells_versions_and_settings_of_our_games(bench):
    told = bench(games={"luck": {"goal": 3}})["games"]
    assert told == {"luck": {"version": luck.GAME.version, "settings": {"goal": 3}}}


def test_the_result_is_json_that_tells_what_was_measured(bench, peer):
    told = json.loads(json.dumps(bench(peer("one", "a"))))
    assert told["peers"] == {"One": ["one==1.0"]}
    assert (told["seconds"], told["repeats"], told["failed"]) == (TURN, 1, {})
    assert told["cpus"] >= 1
    assert {"numba", "cogarena"} <= set(told["versions"])


def test_a_peer_that_cannot_be_installed_is_told_and_the_others_are_measured(bench, peer):
    def python(peer):
        if peer.name == "one":
            raise PeerError("it cannot be installed: ERROR: No matching distribution")
        return Path(sys.executable)

    result = bench(peer("one", "a"), peer("two", "b"), python=python)
    assert result["failed"] == {"One": "it cannot be installed: ERROR: No matching distribution"}
    assert [row["suite"] for row in result["results"]] == ["Two"]


def test_a_peer_that_cannot_be_imported_is_told(bench, peer):
    result = bench(peer("one", text="import no_such_library\n"), peer("two", "b"))
    assert result["failed"] == {
        "One": "its process ended: ModuleNotFoundError: No module named 'no_such_library'"
    }
    assert [row["suite"] for row in result["results"]] == ["Two"]


@pytest.mark.parametrize(
    ("game", "why"),
    [("ends", "its process ended: ValueError: no more"), ("dies", "its process died of SIGSEGV")],
)
def test_a_peer_that_dies_in_a_measurement_is_told_once_and_has_no_result(
    bench, peer, log, game, why
):
    result = bench(peer("one", "a", game, "b"), peer("two", "c"), repeats=2)
    assert result["failed"] == {"One": why}
    assert log.read_text().split() == ["a", game, "c", "c"]
    # What it measured before has fewer rounds than the others.
    assert [row["game"] for row in result["results"]] == ["c"]


def test_a_game_that_fails_is_told_and_takes_no_further_turn(bench, peer, log):
    result = bench(peer("one", "a", "raises", "b"), repeats=2)
    assert result["failed"] == {"One: raises, rows": "RuntimeError: the board broke"}
    assert log.read_text().split() == ["a", "raises", "b", "a", "b"]
    assert [row["game"] for row in result["results"]] == ["a", "b"]


def test_a_peer_that_hangs_is_ended(peer):
    client = Client(Path(sys.executable), "-I", peer("one", "hangs").adapter, answer_limit=0.2)
    start = time.monotonic()
    with pytest.raises(DeadPeerError, match=r"no answer in 0\.201 s"):
        client.measure(0, TURN)
    assert time.monotonic() - start < 10
    with pytest.raises(DeadPeerError):
        client.measure(0, TURN)
    client.close()


def test_a_peer_that_does_not_start_in_time_is_ended(peer):
    hanging = peer("one", text="import time\ntime.sleep(60)\n")
    with pytest.raises(DeadPeerError, match=r"no answer in 0\.2 s"):
        Client(Path(sys.executable), "-I", hanging.adapter, start_limit=0.2)


def assert_gone(process):
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_run_is_interrupted_at_once_and_leaves_no_process(bench, peer, log):
    def interrupt(*given):
        raise KeyboardInterrupt

    def progress(name):
        if name.startswith("One:"):
            signal.setitimer(signal.ITIMER_REAL, 0.3)

    before = signal.signal(signal.SIGALRM, interrupt)
    text = ADAPTER.replace("def run(", "print(os.getpid(), file=open({log!r}, 'a'))\ndef run(")
    start = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            bench(peer("one", "hangs", text=text), progress=progress)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - start < 10
    assert_gone(int(log.read_text().split()[0]))


def test_only_the_named_peers_take_part_and_the_one_with_taxi():
    known = peers.read_peers()
    assert [peer.name for peer in peers.choose(known, ["pgx"])] == ["gymnasium", "pgx"]
    assert peers.choose(known, None) == known


def test_an_unknown_peer_is_refused():
    with pytest.raises(UnknownNameError, match=r"unknown peer 'pgz'\. Did you mean 'pgx'\?"):
        peers.choose(peers.read_peers(), ["pgz"])


@pytest.mark.parametrize("wrong", [{"seconds": 0.0}, {"repeats": 0}])
def test_measuring_nothing_is_refused(wrong):
    with pytest.raises(SettingError, match="measure nothing"):
        peers.bench({}, **wrong)


def test_bad_settings_of_ours_are_refused_before_anything_is_started():
    with pytest.raises(SettingError, match="unknown setting 'gaol'"):
        peers.bench({"luck": {"gaol": 1}}, peers=[])


def test_every_peer_of_the_file_has_an_adapter_and_exact_versions():
    listed = {peer.name for peer in peers.read_peers()}
    adapters = {path.stem for path in (HERE / "adapters").glob("[!_]*.py")}
    assert adapters == listed | {"cogarena"}
    for peer in peers.read_peers():
        assert all(needed.count("==") == 1 for needed in peer.requirements)
        assert peer.version
        assert "def contenders(bench: Any" in peer.adapter.read_text(encoding="utf-8")
    assert all(peers.read_left_out().values())


def row(suite, game, vector, median, ratio=None):
    form = "rows" if vector else "Env"
    return {
        "suite": suite, "game": game, "form": form, "vector": vector, "median": median,
        "low": median - 1, "high": median + 1, "ratio": ratio, "speeds": [median],
    }  # fmt: skip


RESULT = {
    "games": {
        "race": {"version": 7, "settings": {}},
        "luck": {"version": 1, "settings": {"goal": 3}},
    },
    "seconds": 0.3,
    "repeats": 5,
    "cpus": 2,
    "python": "3.11",
    "versions": {"cogarena": "1"},
    "peers": {"Pgx": ["pgx==2.6.0", "jax==1.0"]},
    "results": [
        row("Cogarena", "Race", False, 1000.0, 0.5),
        row("Cogarena", "Race", True, 2000000.0, 12.344),
        row("Pgx", "chess", True, 4000.0),
        row("Pgx", "chess", True, 3000.0),
    ],
    "failed": {"NLE": "it cannot be installed"},
    "left_out": {"MOBA": "its map is missing"},
}


def test_the_table_has_a_line_for_every_figure_and_failure():
    lines = report.table(RESULT).splitlines()
    assert "| Cogarena | Race | rows | 2,000,000 | 1,999,999 … 2,000,001 | 12.34 |" in lines
    assert "| Pgx | chess | rows | 4,000 | 3,999 … 4,001 | – |" in lines
    assert lines[-1] == "not measured: NLE: it cannot be installed"
    assert len(lines) == 2 + 4 + 1


def test_the_plot_shows_the_best_forms_of_a_game():
    games = dict(report.best(RESULT["results"]))
    assert [each["median"] for each in games["Pgx: chess"]] == [4000.0]
    assert [each["median"] for each in games["Cogarena: Race"]] == [1000.0, 2000000.0]


def test_page_figures_and_plot_are_written(tmp_path):
    written = report.write(tmp_path / "docs", RESULT)
    assert [path.name for path in written] == ["peers.json", "peers.md", "peers.png"]
    assert json.loads(written[0].read_text())["results"] == RESULT["results"]
    text = written[1].read_text(encoding="utf-8")
    assert "Our games: race version 7, luck version 1 (goal=3)." in text
    assert "pgx==2.6.0" in text
    assert "jax==1.0" not in text
    assert "- NLE: it cannot be installed\n- MOBA: its map is missing" in text
    assert written[2].read_bytes().startswith(b"\x89PNG")


# Python as far as an installation needs it: it makes environments and notes what pip is told.
FAKE_PYTHON = """#!/bin/sh
echo "$@" >> {log}
case "$*" in
    "-m venv"*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
    *broken*) echo "Collecting broken"; echo "ERROR: No matching  distribution"; echo bye; exit 1 ;;
    *slow*) echo $$ >> {log}; sleep 60 ;;
esac
"""


@pytest.fixture
def fake_python(tmp_path, log, monkeypatch):
    path = tmp_path / "python"
    path.write_text(FAKE_PYTHON.format(log=log))
    path.chmod(0o755)
    monkeypatch.setattr(install.sys, "executable", str(path))
    return path


def installed(tmp_path, *requirements):
    peer = Peer("one", "One", requirements, tmp_path / "one.py")
    return install.environment(peer, tmp_path / "peers")


def test_an_environment_is_made_once(fake_python, tmp_path, log):
    python = installed(tmp_path, "a==1", "b==2")
    assert python == tmp_path / "peers" / "one" / "bin" / "python"
    made, filled = log.read_text().splitlines()
    assert made == f"-m venv {tmp_path / 'peers' / 'one'}"
    assert filled.endswith("--disable-pip-version-check a==1 b==2")
    assert installed(tmp_path, "a==1", "b==2") == python
    assert len(log.read_text().splitlines()) == 2


def test_an_environment_of_other_versions_is_made_anew(fake_python, tmp_path, log):
    left_over = installed(tmp_path, "a==1").parent / "left_over"
    left_over.touch()
    installed(tmp_path, "a==2")
    assert len(log.read_text().splitlines()) == 4
    assert not left_over.exists()


def test_a_failed_installation_is_told_in_one_line_and_leaves_nothing(fake_python, tmp_path):
    with pytest.raises(PeerError) as raised:
        installed(tmp_path, "broken==1")
    assert str(raised.value) == "it cannot be installed: ERROR: No matching distribution"
    assert not (tmp_path / "peers" / "one").exists()


def test_an_installation_that_takes_too_long_is_ended(fake_python, tmp_path, monkeypatch, log):
    monkeypatch.setattr(install, "MOST_SECONDS", 0.5)
    with pytest.raises(PeerError, match=r"took more than 0\.5 s"):
        installed(tmp_path, "slow==1")
    assert_gone(int(log.read_text().split()[-1]))


def test_the_server_needs_no_cogarena():
    text = Path(server.__file__).read_text(encoding="utf-8")
    assert "import cogarena" not in text
    assert "from cogarena" not in text


def test_the_readme_names_every_peer():
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("`cogarena bench --peers`"))
    assert [peer.title for peer in peers.read_peers() if peer.title not in line] == []
