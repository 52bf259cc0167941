import dataclasses
import subprocess
import sys

import numpy as np
import pytest
import torch

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import CheckpointError, Network, Note
from cogarena.agents.registry import find
from cogarena.agents.script import Adviser
from cogarena.agents.trained import build_policy, weights
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.errors import SettingError
from cogarena.training import cli
from cogarena.training.export import export

NETWORK = Network(channels=(4,), plane_features=8, row_features=4, layers=(8,))
ROWS, STEPS = 16, 12


def saved(folder, game, network=NETWORK):
    policy = build_policy(game, network)
    told = Note(
        game.name, game.version, {}, {}, dataclasses.asdict(network), game.layout.width,
        game.actions.count, checkpoint.spaces_of(game), 0, 0, None,
    )  # fmt: skip
    checkpoint.write(folder, told, weights(policy), {})
    return policy


def positions(game):
    """What is seen and legal in some random games."""
    batch = Batch(game, ROWS, threads=1)
    batch.reset(7)
    agent = find("random", game)
    agent.begin(np.arange(ROWS), batch.seeds)
    for _ in range(STEPS):
        batch.step(agent.act(np.arange(ROWS), batch.observations, batch.masks))
    return batch.observations.copy(), batch.masks.copy()


def loaded(path):
    if path.suffix == ".pt":
        return torch.jit.load(str(path))
    return torch.export.load(str(path)).module()


def assert_parity(path, game, folder, policy, network=NETWORK):
    observations, masks = positions(game)
    adviser = Adviser(game, network, {})
    seen = torch.from_numpy(adviser.beside(np.arange(ROWS), observations, masks))
    with torch.no_grad():
        logits, values = loaded(path)(seen, torch.from_numpy(masks))
        wanted = policy.predict_values(seen).flatten()
        chances = policy.get_distribution(seen, action_masks=masks).distribution.probs
    torch.testing.assert_close(values, wanted)
    torch.testing.assert_close(logits.softmax(dim=1), chances)
    assert ((logits == -torch.inf).numpy() == (masks == 0)).all()
    chosen = find(str(folder), game).act(np.arange(ROWS), observations, masks)
    assert (logits.argmax(dim=1).numpy() == chosen).all()


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
@pytest.mark.parametrize("name", registry.names())
def test_the_file_plays_as_the_trained_agent(name, tmp_path):
    game = registry.load(name)
    policy = saved(tmp_path / "saved", game)
    export(tmp_path / "saved", tmp_path / "policy.pt")
    assert_parity(tmp_path / "policy.pt", game, tmp_path / "saved", policy)


def test_a_program_plays_as_the_trained_agent(tmp_path):
    game = registry.load("rover")
    policy = saved(tmp_path / "saved", game)
    export(tmp_path / "saved", tmp_path / "policy.pt2")
    assert_parity(tmp_path / "policy.pt2", game, tmp_path / "saved", policy)


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
def test_a_flat_network_is_written_too(tmp_path):
    game = registry.load("coop_td")
    policy = saved(tmp_path / "saved", game, Network(kind="flat", layers=(8,)))
    export(tmp_path / "saved", tmp_path / "policy.pt")
    assert_parity(tmp_path / "policy.pt", game, tmp_path / "saved", policy)


@pytest.mark.filterwarnings("ignore:.*torch.jit:DeprecationWarning")
@pytest.mark.parametrize("suffix", [".pt", ".pt2"])
def test_the_advice_is_handed_to_the_file_beside_the_observation(suffix, tmp_path):
    game, network = registry.load("coop_td"), dataclasses.replace(NETWORK, advice="scripted")
    policy = saved(tmp_path / "saved", game, network)
    out = tmp_path / f"policy{suffix}"
    export(tmp_path / "saved", out)
    assert_parity(out, game, tmp_path / "saved", policy, network)


ALONE = """
import json, sys, torch
extra = {{"cogarena.json": ""}}
policy = torch.jit.load({path!r}, _extra_files=extra)
note = json.loads(extra["cogarena.json"])
seen = torch.zeros(5, note["observation_width"], dtype=torch.int8)
logits, values = policy(seen, torch.ones(5, note["actions"], dtype=torch.int8))
assert logits.shape == (5, note["actions"]) and values.shape == (5,)
assert not [name for name in sys.modules if name.startswith("cogarena")]
"""


@pytest.mark.slow
def test_the_file_runs_where_cogarena_is_not_imported(tmp_path):
    saved(tmp_path / "saved", registry.load("race"))
    export(tmp_path / "saved", tmp_path / "policy.pt")
    script = ALONE.format(path=str(tmp_path / "policy.pt"))
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


def test_the_command_writes_the_best_policy_of_a_run(run, tmp_path, capsys):
    out = tmp_path / "new" / "policy.pt"
    assert cli.main(["export", str(run), "--out", str(out)]) == 0
    assert "policy.pt: luck version" in capsys.readouterr().out
    assert out.is_file()


def test_another_kind_of_file_is_refused(run, tmp_path):
    with pytest.raises(SettingError, match=r"policy\.onnx: .*must end with \.pt or \.pt2"):
        export(run, tmp_path / "policy.onnx")


def test_a_folder_without_a_checkpoint_is_refused(tmp_path):
    with pytest.raises(CheckpointError, match="holds no checkpoint"):
        export(tmp_path, tmp_path / "policy.pt")
