"""A trained policy as one file that torch runs without this package.

    cogarena export results/coop_td_quick --out policy.pt

The program takes observations (n, width), the small integers of the game, and masks (n, actions),
0 where illegal, and returns logits (n, actions), -inf where illegal, and values (n,). If the
network has an adviser, an observation ends with one number for each action: 1 for the advised
action, 0 for all others.
"""

import dataclasses
import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from cogarena.agents import checkpoint
from cogarena.agents.script import shown_layout
from cogarena.agents.trained import build_policy, load_policy, masked_logits
from cogarena.envs.core import registry
from cogarena.envs.core.errors import SettingError

EXAMPLE_ROWS = 3  # not 0 or 1, which torch would take for constants
NOTE = "cogarena.json"  # the note of the checkpoint, inside the file


class Policy(nn.Module):
    """The exported network: observations and masks to logits and values."""

    def __init__(self, policy: Any) -> None:
        super().__init__()
        self.policy = policy

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The logits and the values."""
        features = self.policy.features_extractor(observations)
        values = self.policy.value_net(self.policy.mlp_extractor.forward_critic(features))
        return masked_logits(self.policy, features, masks != 0), values.flatten()


def export(folder: Path, out: Path) -> checkpoint.Note:
    """Write the policy of a checkpoint, or the best one of a run, to a file."""
    if out.suffix not in WRITERS:
        raise SettingError(f"{out}: the file name must end with {' or '.join(WRITERS)}")
    found = checkpoint.read(checkpoint.located(folder))
    game = registry.load(found.note.game)
    checkpoint.check_game(found, game)
    policy = build_policy(game, found.network)
    load_policy(policy, found)
    layout = shown_layout(game, found.network)
    example = (
        torch.from_numpy(layout.empty(EXAMPLE_ROWS)),
        torch.ones(EXAMPLE_ROWS, game.actions.count, dtype=torch.int8),
    )
    note = json.dumps(dataclasses.asdict(found.note))
    out.parent.mkdir(parents=True, exist_ok=True)
    WRITERS[out.suffix](Policy(policy).eval(), example, out, {NOTE: note})
    return found.note


def _write_torchscript(
    policy: Policy, example: tuple[Tensor, ...], out: Path, extra: dict[str, str]
) -> None:
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # torch's, of TorchScript itself
        traced = torch.jit.trace(policy, example)  # type: ignore[no-untyped-call]
        torch.jit.save(traced, str(out), _extra_files=extra)


def _write_program(
    policy: Policy, example: tuple[Tensor, ...], out: Path, extra: dict[str, str]
) -> None:
    rows = torch.export.Dim("rows", min=1)
    shapes = ({0: rows}, {0: rows})
    with torch.no_grad():
        program = torch.export.export(policy, example, dynamic_shapes=shapes)
    torch.export.save(program, str(out), extra_files=extra)


Writer = Callable[[Policy, tuple[Tensor, ...], Path, dict[str, str]], None]
WRITERS: dict[str, Writer] = {".pt": _write_torchscript, ".pt2": _write_program}
