"""A policy's network, built from the layout of a game's observations and actions alone.

Planes (pieces with three axes) go through convolutions, rows (cards, robots, towers) through one
small layer shared by all rows of the piece, and everything else is passed on unchanged. The logit
of an action that names a row, such as a card of the hand, depends on the features of that row.
Where the network has an adviser, the layout ends with its advice: the advised action gets a bonus
from the start.

This module imports torch: code that must run without torch imports it only where it is used.
"""

from collections.abc import Container
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby, pairwise
from math import prod
from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, MlpExtractor
from torch import Tensor, nn

from cogarena.agents.checkpoint import NO_ADVICE, Network
from cogarena.agents.script import ADVICE
from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.layout import Actions, Layout, Piece

STRIDE = 2  # a convolution halves the planes
POOLS = 2  # over rows: maximum and mean
HEAD_GAIN = 0.01  # of a head's initial weights, as in SB3: all actions are equally likely


@dataclass(frozen=True)
class Part:
    """A piece and where it stands in the flat observation."""

    piece: Piece
    start: int

    def of(self, observations: Tensor) -> Tensor:
        """The piece, cut out of flat observations, in its shape."""
        shape = self.piece.shape
        return observations[:, self.start : self.start + prod(shape)].reshape(-1, *shape)

    @property
    def positions(self) -> range:
        """Its elements in the flat observation."""
        return range(self.start, self.start + prod(self.piece.shape))

    @property
    def planes_first(self) -> bool:
        """The channels come first: unnamed columns are positions, named columns are channels."""
        return not self.piece.column_names

    @property
    def size(self) -> tuple[int, int]:
        """Height and width of planes."""
        shape = self.piece.shape
        return (shape[1], shape[2]) if self.planes_first else (shape[0], shape[1])

    @property
    def channels(self) -> int:
        """How many planes there are."""
        return self.piece.shape[0 if self.planes_first else -1]


def parts_of(layout: Layout) -> list[Part]:
    """All pieces of a layout, and where they start."""
    starts = accumulate((prod(piece.shape) for piece in layout.pieces), initial=0)
    return [Part(piece, start) for piece, start in zip(layout.pieces, starts, strict=False)]


def with_axes(layout: Layout, axes: int, without: Container[str] = ()) -> list[Part]:
    """The pieces of a layout that have this number of axes."""
    return [
        part for part in parts_of(layout)
        if len(part.piece.shape) == axes and part.piece.name not in without
    ]  # fmt: skip


def row_sets(layout: Layout, without: Container[str] = ()) -> list[list[Part]]:
    """The pieces with rows; a piece that stands beside another is together with it."""
    sets: dict[str, list[Part]] = {}
    for part in with_axes(layout, 2, without):
        piece = part.piece
        sets.setdefault(piece.beside if piece.beside in sets else piece.name, []).append(part)
    return list(sets.values())


def check_names(layout: Layout, network: Network) -> None:
    """Refuse to go without a piece that the observation does not have."""
    names = [piece.name for piece in layout.pieces if piece.name != ADVICE]
    for name in network.without:
        if name not in names:
            raise UnknownNameError("piece of the observation in [network] without", name, names)


class Planes(nn.Module):
    """Pieces of the same height and width, stacked as channels of one image."""

    def __init__(self, pieces: list[Part], network: Network) -> None:
        super().__init__()
        self._parts = pieces
        channels = (sum(part.channels for part in pieces), *network.channels)
        layers: list[nn.Module] = []
        height, width = pieces[0].size
        for before, after in pairwise(channels):
            layers += [nn.Conv2d(before, after, 3, STRIDE, padding=1), nn.ReLU()]
            height, width = -(-height // STRIDE), -(-width // STRIDE)
        self.features = network.plane_features
        self.see = nn.Sequential(
            *layers,
            nn.Flatten(),
            nn.Linear(height * width * channels[-1], self.features),
            nn.ReLU(),
        )

    def forward(self, observations: Tensor) -> Tensor:
        """The features of flat observations."""
        images = [
            part.of(observations).permute(0, 2, 3, 1)
            if part.planes_first
            else part.of(observations)
            for part in self._parts
        ]
        # Keep channels last in memory, as in most pieces: twice as fast.
        seen: Tensor = self.see(torch.cat(images, dim=-1).permute(0, 3, 1, 2))
        return seen


class Rows(nn.Module):
    """Pieces whose rows are the same things of one kind: features of each in order, and pooled.

    The order is kept because actions name rows by their number, such as a card of the hand; each
    row also sees the sum of the rows before it, for example of cards of the same kind.
    """

    def __init__(self, parts: list[Part], network: Network) -> None:
        super().__init__()
        self._parts = parts
        rows, size = parts[0].piece.shape[0], network.row_features
        columns = sum(part.piece.shape[1] for part in parts)
        self.see = nn.Sequential(nn.Linear(columns, size), nn.ReLU())
        self.compare = nn.Sequential(nn.Linear(2 * size, size), nn.ReLU())
        self.features = (rows + POOLS) * size

    def forward(self, observations: Tensor) -> Tensor:
        """The features of flat observations."""
        seen = self.see(torch.cat([part.of(observations) for part in self._parts], dim=2))
        before = seen.cumsum(dim=1) - seen
        rows = self.compare(torch.cat([seen, before], dim=2))
        return torch.cat([rows.flatten(1), rows.amax(dim=1), rows.mean(dim=1)], dim=1)


class Shares(BaseFeaturesExtractor):
    """Flat observations of whole numbers as shares of each column's scale."""

    scale: Tensor
    shown: Tensor

    def __init__(
        self, space: Any, layout: Layout, network: Network, features: int | None = None
    ) -> None:
        check_names(layout, network)
        shown = [
            position for part in parts_of(layout) for position in part.positions
            if part.piece.name not in network.without
        ]  # fmt: skip
        super().__init__(space, features or len(shown))
        self.register_buffer("scale", torch.from_numpy(layout.scale.copy()), persistent=False)
        self.register_buffer("shown", torch.tensor(shown), persistent=False)

    def forward(self, observations: Tensor) -> Tensor:
        """Each element that is shown, between −1 and 1."""
        shares = observations / self.scale
        return shares if len(self.shown) == len(self.scale) else shares[:, self.shown]


class PlanesAndSets(Shares):
    """Planes through convolutions, rows through shared layers, the rest unchanged."""

    def __init__(self, space: Any, layout: Layout, network: Network) -> None:
        rest, planes = (with_axes(layout, axes, network.without) for axes in (1, 3))
        planes.sort(key=lambda part: part.size)
        rows = row_sets(layout, network.without)
        readers: list[Rows | Planes] = [Rows(parts, network) for parts in rows]
        readers += [
            Planes(list(alike), network) for _, alike in groupby(planes, key=lambda part: part.size)
        ]
        width = sum(prod(part.piece.shape) for part in rest)
        features = width + sum(reader.features for reader in readers)
        super().__init__(space, layout, network, features)
        self.readers = nn.ModuleList(readers)
        self._rest = rest

    def forward(self, observations: Tensor) -> Tensor:
        """The features of flat observations: those of rows first, in order."""
        shares = observations / self.scale
        seen = [reader(shares) for reader in self.readers]
        return torch.cat(seen + [part.of(shares) for part in self._rest], dim=1)


@dataclass(frozen=True)
class Pointer:
    """A block of actions whose first axis names the rows of a piece."""

    block: int  # which one
    piece: int  # which one of the sets of pieces with rows
    rows: int
    each: int  # actions per row


def pointers(layout: Layout, actions: Actions, without: Container[str] = ()) -> list[Pointer]:
    """The blocks that name rows: their first axis is as long as exactly one set has rows."""
    counts = [parts[0].piece.shape[0] for parts in row_sets(layout, without)]
    return [
        Pointer(number, counts.index(block.shape[0]), block.shape[0], prod(block.shape[1:]))
        for number, block in enumerate(actions.blocks)
        if block.shape and counts.count(block.shape[0]) == 1
    ]


class Towers(MlpExtractor):
    """SB3's two stacks of layers; the actor's also passes the features through."""

    def __init__(self, features: int, options: dict[str, Any]) -> None:
        super().__init__(features, **options)
        self.latent_dim_pi += features

    def forward_actor(self, features: Tensor) -> Tensor:
        """The actor's latent, followed by the features."""
        return torch.cat([self.policy_net(features), features], dim=1)


class PointingHead(nn.Module):
    """The logits of all actions; for an action that names a row, the features of that row count.

    The advised action gets the trust in the adviser on top, which depends on the observation.
    """

    def __init__(self, latent: int, layout: Layout, actions: Actions, network: Network) -> None:
        super().__init__()
        self._size, self._hidden = network.row_features, network.layers[-1]
        self._pointers = pointers(layout, actions, network.without)
        self._blocks = [prod(block.shape) for block in actions.blocks]
        known = [self._hidden]  # the output of `Towers`, in order
        for parts in row_sets(layout, network.without):
            known += [parts[0].piece.shape[0] * self._size, POOLS * self._size]
        self._sections = [*known, latent - sum(known)]
        self._queries = [self._size * point.each for point in self._pointers]
        self.each = nn.Linear(self._hidden, actions.count)
        self.ask = nn.Linear(self._hidden, sum(self._queries)) if self._queries else None
        self.trust = None if network.advice == NO_ADVICE else nn.Linear(self._hidden, 1)
        self._first_trust = network.trust

    def begin(self) -> None:
        """Initialise: all actions are equally likely but for the advised one."""
        self.apply(partial(MaskableActorCriticPolicy.init_weights, gain=HEAD_GAIN))
        if self.trust is not None:
            nn.init.constant_(self.trust.bias, self._first_trust)

    def forward(self, latent: Tensor) -> Tensor:
        """The logits, given the output of `Towers`."""
        hidden, *rows = torch.split(latent, self._sections, dim=1)
        logits = self._pointed(hidden, rows)
        if self.trust is None:
            return logits
        advice = latent[:, -logits.shape[1] :]  # the last piece of the layout
        return logits + self.trust(hidden) * advice

    def _pointed(self, hidden: Tensor, rows: list[Tensor]) -> Tensor:
        """The logits without advice."""
        logits: Tensor = self.each(hidden)
        if self.ask is None:
            return logits
        parts = list(torch.split(logits, self._blocks, dim=1))
        queries = torch.split(self.ask(hidden), self._queries, dim=1)
        for point, query in zip(self._pointers, queries, strict=True):
            cells = rows[2 * point.piece].reshape(-1, point.rows, self._size)
            scores = cells @ query.reshape(-1, self._size, point.each)
            parts[point.block] = parts[point.block] + scores.flatten(1)
        return torch.cat(parts, dim=1)


class PointingPolicy(MaskableActorCriticPolicy):
    """SB3's policy with a `PointingHead`."""

    def __init__(
        self, *given: Any, layout: Layout, actions: Actions, network: Network, **options: Any
    ) -> None:
        self._layout, self._actions, self._network = layout, actions, network
        options["features_extractor_class"] = PlanesAndSets
        options["features_extractor_kwargs"] = {"layout": layout, "network": network}
        super().__init__(*given, **options)

    def _build_mlp_extractor(self) -> None:
        options = {"net_arch": self.net_arch, "activation_fn": self.activation_fn}
        self.mlp_extractor = Towers(self.features_dim, options)

    def _build(self, lr_schedule: Any) -> None:
        """As SB3, but with another head."""
        super()._build(lr_schedule)
        latent = self.mlp_extractor.latent_dim_pi
        self.action_net = PointingHead(latent, self._layout, self._actions, self._network)
        self.action_net.begin()
        optimizer: Any = self.optimizer_class
        self.optimizer = optimizer(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)
