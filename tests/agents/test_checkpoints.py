import dataclasses
import hashlib
import json
import pickle
from dataclasses import replace

import numpy as np
import pytest

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import CheckpointError, Network, Note
from cogarena.agents.registry import find
from cogarena.agents.trained import TrainedAgent, build_policy, weights
from cogarena.envs.core.layout import Actions, Block, Column, Layout, Piece, columns
from support.games import luck, secret_bids

NETWORK = Network(kind="flat", layers=(8, 6))


def note(**changes):
    told = Note(
        game="luck",
        game_version=luck.GAME.version,
        settings={},
        config={},
        network={"kind": "flat", "layers": [8, 6]},
        observation_width=luck.GAME.layout.width,
        actions=luck.GAME.actions.count,
        spaces=checkpoint.spaces_of(luck.GAME),
        steps=100,
        updates=4,
        score=1.5,
    )
    return dataclasses.replace(told, **changes)


@pytest.fixture(scope="module")
def policy():
    return build_policy(luck.GAME, NETWORK)


@pytest.fixture
def folder(tmp_path, policy):
    checkpoint.write(tmp_path / "saved", note(), weights(policy), {"0.step": np.array(3.0)})
    return tmp_path / "saved"


def seen(count, seed=0):
    generator = np.random.default_rng(seed)
    masks = generator.integers(2, size=(count, luck.GAME.actions.count)).astype(np.int8)
    masks[:, luck.ROLL] = 1
    return generator.random((count, luck.GAME.layout.width), np.float32), masks


def edit(folder, change):
    path = folder / checkpoint.NOTE
    told = json.loads(path.read_text())
    change(told)
    path.write_text(json.dumps(told))


def forge(folder, name, data):
    (folder / name).write_bytes(data)
    edit(folder, lambda told: told["files"].update({name: hashlib.sha256(data).hexdigest()}))


def test_what_is_written_is_read(folder, policy):
    found = checkpoint.read(folder)
    assert found.note == note()
    assert found.network == NETWORK
    assert found.optimizer["0.step"] == 3.0
    for name, tensor in weights(policy).items():
        assert np.array_equal(found.policy[name], tensor)


def test_a_loaded_agent_chooses_as_the_policy_that_was_saved(folder, policy):
    observations, masks = seen(200)
    rows = np.arange(200)
    chosen = find(str(folder), luck.GAME).act(rows, observations, masks)
    assert (chosen == TrainedAgent(policy, luck.GAME).act(rows, observations, masks)).all()
    assert masks[rows, chosen].all()


def test_a_choice_does_not_depend_on_the_batch(folder):
    agent = find(str(folder), luck.GAME)
    observations, masks = seen(150)
    together = agent.act(np.arange(150), observations, masks)
    alone = [agent.act(np.arange(1), observations[[i]], masks[[i]])[0] for i in range(150)]
    assert together.tolist() == alone


def test_a_run_is_played_by_its_best_checkpoint(tmp_path, folder):
    run = tmp_path / "run"
    run.mkdir()
    checkpoint.point(run / "best", folder)
    assert checkpoint.located(run) == run / "best"
    assert (run / "best").readlink().is_absolute() is False


def test_a_link_is_moved(tmp_path, folder):
    checkpoint.point(tmp_path / "last", tmp_path)
    checkpoint.point(tmp_path / "last", folder)
    assert checkpoint.read(tmp_path / "last").note.steps == 100


def test_writing_again_replaces_the_checkpoint(folder, policy):
    checkpoint.write(folder, note(steps=200), weights(policy), {})
    assert checkpoint.read(folder).note.steps == 200
    assert [path.name for path in folder.parent.iterdir()] == ["saved"]


def test_a_failed_write_leaves_the_old_checkpoint_and_nothing_else(folder, policy, monkeypatch):
    def full(path, data):
        raise OSError("no space left")

    monkeypatch.setattr(checkpoint, "_write_through", full)
    with pytest.raises(OSError, match="no space"):
        checkpoint.write(folder, note(steps=200), weights(policy), {})
    assert checkpoint.read(folder).note.steps == 100
    assert [path.name for path in folder.parent.iterdir()] == ["saved"]


def test_a_folder_without_a_checkpoint_is_refused(tmp_path):
    with pytest.raises(
        CheckpointError, match=r"holds no checkpoint: neither .* contains checkpoint\.json"
    ):
        find(str(tmp_path), luck.GAME)


def whole(folder):
    found = checkpoint.read(folder)
    return found.policy, found.optimizer, found.session


FILES = (checkpoint.POLICY, checkpoint.OPTIMIZER, checkpoint.SESSION)


@pytest.mark.parametrize("name", FILES)
def test_a_truncated_file_is_refused(folder, name):
    path = folder / name
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(CheckpointError, match=f"{name}: is damaged"):
        whole(folder)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_refused(folder, name):
    (folder / name).unlink()
    with pytest.raises(CheckpointError, match=f"{name}: cannot be read"):
        whole(folder)


def test_a_player_needs_nothing_of_its_training(folder):
    (folder / checkpoint.OPTIMIZER).unlink()
    (folder / checkpoint.SESSION).unlink()
    observations, masks = seen(5)
    assert find(str(folder), luck.GAME).act(np.arange(5), observations, masks).shape == (5,)


def test_a_truncated_file_with_a_forged_digest_is_refused(folder):
    forge(folder, checkpoint.POLICY, (folder / checkpoint.POLICY).read_bytes()[:-3])
    with pytest.raises(CheckpointError, match="is not a safetensors file"):
        checkpoint.read(folder)


class Trap:
    sprung = False

    def __reduce__(self):
        return setattr, (Trap, "sprung", True)


def test_a_pickle_in_place_of_the_tensors_is_refused_and_not_run(folder):
    data = pickle.dumps(Trap())
    pickle.loads(data)
    assert Trap.sprung  # the trap works
    Trap.sprung = False
    forge(folder, checkpoint.POLICY, data)
    with pytest.raises(CheckpointError, match="is not a safetensors file"):
        find(str(folder), luck.GAME)
    assert not Trap.sprung


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", '{"kind": "other"}', "\xff"])
def test_a_note_that_is_no_checkpoint_is_refused(folder, text):
    (folder / checkpoint.NOTE).write_bytes(text.encode("latin-1"))
    with pytest.raises(CheckpointError, match=r"checkpoint\.json: is not"):
        checkpoint.read(folder)


CHANGES = {
    "other format": (lambda told: told.update(format=99), "has format 99"),
    "older format": (lambda told: told.update(format=1), "has format 1, but only 3 can be read"),
    "missing key": (lambda told: told.pop("steps"), "key 'steps' is missing"),
    "unknown key": (lambda told: told.update(step=1), "unknown key 'step'.*'steps'"),
    "negative steps": (lambda told: told.update(steps=-1), "'steps' cannot be -1"),
    "truth for a number": (lambda told: told.update(updates=True), "'updates' cannot be True"),
    "text for a table": (lambda told: told.update(settings="x"), "'settings' cannot be 'x'"),
    "no files": (lambda told: told.pop("files"), '"files" is missing'),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_note_is_refused(folder, name):
    change, message = CHANGES[name]
    edit(folder, change)
    with pytest.raises(CheckpointError, match=message):
        checkpoint.read(folder)


def test_a_score_may_be_unknown(folder):
    edit(folder, lambda told: told.update(score=None))
    assert checkpoint.read(folder).note.score is None


FLAT = {"kind": "flat"}
MISMATCHES = {
    "another game": ({"game": "secret_bids"}, "game is 'secret_bids', but luck"),
    "another version": ({"game_version": 7}, "trained on version 7 of luck"),
    "another observation": ({"observation_width": 99}, "observation width is 99"),
    "other actions": ({"actions": 99}, "actions is 99"),
    "other columns": ({"spaces": "f00"}, "observations or actions mean something else"),
    "another network": ({"network": FLAT | {"layers": [9, 6]}}, r"shape \(8,\), not \(9,\)"),
    "a deeper network": ({"network": FLAT | {"layers": [8, 6, 6]}}, "tensor '.*' is missing"),
    "a shallower network": ({"network": FLAT | {"layers": [8]}}, "unknown tensor|shape"),
    "a strange network": ({"network": FLAT | {"layers": [0]}}, "'layers' is 0"),
    "a misspelt network": ({"network": {"layer": [8]}}, "unknown setting 'layer'"),
}


@pytest.mark.parametrize("name", MISMATCHES)
def test_a_checkpoint_that_does_not_fit_is_refused(folder, policy, name):
    changes, message = MISMATCHES[name]
    checkpoint.write(folder, note(**changes), weights(policy), {})
    with pytest.raises(CheckpointError, match=message):
        find(str(folder), luck.GAME)


OTHER_SPACES = {
    "a name": lambda: layout_of(Column("BANK", "", 5)),
    "a range": lambda: layout_of(Column("POT", "", 6)),
    "an action": lambda: replace(luck.GAME, actions=Actions(*luck.ACTIONS.blocks[:2], OTHER_BLOCK)),
}
OTHER_BLOCK = Block("double", (1,), "double the pot")


def layout_of(column):
    return replace(luck.GAME, layout=Layout(Piece("points", columns("Number", column), "")))


@pytest.mark.parametrize("name", OTHER_SPACES)
def test_spaces_differ_by_names_and_ranges(name):
    known = {checkpoint.spaces_of(one) for one in (luck.GAME, layout_of(Column("POT", "", 5)))}
    assert len(known) == 2
    assert checkpoint.spaces_of(OTHER_SPACES[name]()) not in known


def test_a_checkpoint_that_does_not_tell_its_spaces_is_read_but_refused(folder):
    edit(folder, lambda told: (told.update(format=2), told.pop("spaces")))
    assert checkpoint.read_note(folder).steps == 100
    with pytest.raises(CheckpointError, match="train it again"):
        find(str(folder), luck.GAME)


def test_a_tensor_of_another_shape_is_refused(folder, policy):
    tensors = dict(weights(policy))
    tensors["action_net.bias"] = np.zeros(5, np.float32)
    checkpoint.write(folder, note(), tensors, {})
    with pytest.raises(CheckpointError, match=r"'action_net.bias' has shape \(5,\), not \(3,\)"):
        find(str(folder), luck.GAME)


def test_a_tensor_of_another_kind_is_refused(folder, policy):
    tensors = dict(weights(policy))
    tensors["action_net.bias"] = np.zeros(3, np.int64)
    checkpoint.write(folder, note(), tensors, {})
    with pytest.raises(CheckpointError, match=r"'action_net.bias' holds int64"):
        find(str(folder), luck.GAME)


def test_numbers_that_are_none_are_refused(folder, policy):
    tensors = dict(weights(policy))
    tensors["action_net.bias"] = np.full(3, np.nan, np.float32)
    checkpoint.write(folder, note(), tensors, {})
    with pytest.raises(CheckpointError, match=r"'action_net.bias' has values that are not finite"):
        find(str(folder), luck.GAME)


def test_the_checkpoint_of_one_game_does_not_play_another(folder):
    with pytest.raises(CheckpointError, match="game is 'luck', but secret_bids"):
        find(str(folder), secret_bids.GAME)


def test_choosing_leaves_the_number_of_threads_as_it_was(folder):
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        find(str(folder), luck.GAME).act(np.arange(3), *seen(3))
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
