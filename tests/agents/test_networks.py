import dataclasses

import numpy as np
import pytest
import torch

from cogarena.agents import networks
from cogarena.agents.checkpoint import Network
from cogarena.agents.networks import Part, Planes, Pointer, Rows, pointers
from cogarena.agents.trained import build_policy
from cogarena.envs.core import registry
from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.layout import Actions, Block, Layout, Piece
from support.games import luck

SMALL = Network(channels=(4,), plane_features=6, row_features=3, layers=(8,))
NAMED = networks.with_axes(registry.load("race").layout, 3)  # floor and robots: 11 × 11


def observations(game, rows, seed=0):
    generator = np.random.default_rng(seed)
    low, high = game.layout.low, game.layout.high
    return torch.from_numpy(generator.uniform(low, high, (rows, game.layout.width)).astype("f4"))


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("kind", ["planes_and_sets", "flat"])
def test_a_policy_reads_every_game(name, kind):
    game = registry.load(name)
    policy = build_policy(game, Network(kind=kind, channels=(4,), layers=(8,)))
    masks = np.ones((3, game.actions.count), np.int8)
    with torch.no_grad():
        actions, values, chances = policy(observations(game, 3), action_masks=masks)
    assert actions.shape == chances.shape == (3,)
    assert torch.isfinite(values).all()


@pytest.mark.parametrize("network", [SMALL, Network(kind="flat", layers=(8,))])
def test_a_game_without_planes_and_sets_is_read_as_shares_in_a_row(network):
    seen = observations(luck.GAME, 4)
    shares = seen / torch.from_numpy(luck.GAME.layout.scale)
    assert torch.equal(build_policy(luck.GAME, network).features_extractor(seen), shares)


def test_whole_numbers_are_read_as_floats_are():
    policy = build_policy(luck.GAME, SMALL)
    seen = torch.from_numpy(luck.GAME.layout.high[None].copy())
    assert torch.equal(policy.features_extractor(seen), torch.ones(1, luck.GAME.layout.width))


@pytest.mark.parametrize("name", registry.names())
def test_every_number_of_an_observation_counts(name):
    game = registry.load(name)
    torch.manual_seed(0)
    policy = build_policy(game, Network(row_features=64))
    seen = observations(game, 8).requires_grad_()
    policy.features_extractor(seen).square().sum().backward()
    assert (seen.grad.abs().sum(dim=0) > 0).float().mean() > 0.99


def test_columns_with_names_are_channels_and_others_places():
    named, counted = NAMED[0], Part(Piece("window", 17, "planes first", rows=(5, 11)), 0)
    assert (named.piece.shape, named.size, named.channels) == ((11, 11, 12), (11, 11), 12)
    assert (counted.piece.shape, counted.size, counted.channels) == ((5, 11, 17), (11, 17), 5)


def test_planes_first_and_planes_last_show_the_same_picture():
    first = Part(Piece("window", 5, "", rows=(2, 4)), 0)
    last = Part(Piece("floor", registry.load("rover").decisions, "", rows=(4, 5)), 0)
    picture = torch.rand(3, 4, 5, last.channels)
    shown = Planes([last], SMALL)
    twin = Planes([Part(Piece("window", 5, "", rows=(last.channels, 4)), 0)], SMALL)
    twin.load_state_dict(shown.state_dict())
    assert first.channels == 2
    given = picture.permute(0, 3, 1, 2).reshape(3, -1)
    torch.testing.assert_close(shown(picture.reshape(3, -1)), twin(given))


def test_pieces_of_one_size_are_seen_together():
    assert len({part.size for part in NAMED}) == 1
    policy = build_policy(registry.load("race"), SMALL)
    planes = [reader for reader in policy.features_extractor.readers if isinstance(reader, Planes)]
    assert [each.see[0].in_channels for each in planes] == [sum(part.channels for part in NAMED)]


def test_rows_are_told_apart_and_pooled():
    torch.manual_seed(0)
    reader = Rows([Part(Piece("hand", 2, "", rows=(3,)), 0)], Network(row_features=32))
    seen = torch.rand(1, 6)
    swapped = seen.reshape(1, 3, 2)[:, [1, 0, 2]].reshape(1, 6)
    one, other = reader(seen), reader(swapped)
    assert not torch.equal(one[:, : 3 * 32], other[:, : 3 * 32])
    assert one.shape[1] == reader.features == (3 + 2) * 32


def test_a_row_knows_what_stands_before_it_and_not_what_comes_after():
    torch.manual_seed(0)
    reader = Rows([Part(Piece("hand", 2, "", rows=(3,)), 0)], Network(row_features=32))
    seen = torch.rand(1, 6)
    changed = seen.clone()
    changed[0, 2:4] += 1  # the second row
    same = (reader(seen) == reader(changed))[0, : 3 * 32].reshape(3, 32).all(dim=1)
    assert same.tolist() == [True, False, False]


LAYOUT = Layout(
    Piece("own", 4, ""),
    Piece("hand", 2, "", rows=(5,)),
    Piece("others", 3, "", rows=(7,)),
    Piece("ways", 2, "", rows=(7,)),
)
ACTIONS = Actions(
    Block("pass", (), ""), Block("card", (5,), ""), Block("aim", (5, 4), ""),
    Block("robot", (7,), ""), Block("facing", (4,), ""),
)  # fmt: skip


def test_a_block_names_the_rows_of_the_one_piece_that_has_as_many():
    assert pointers(LAYOUT, ACTIONS) == [
        Pointer(block=1, piece=0, rows=5, each=1), Pointer(block=2, piece=0, rows=5, each=4),
    ]  # fmt: skip


def test_cards_of_a_hand_are_named_by_their_actions_in_every_rally_game():
    for name in ("race", "moba", "powerball", "tower_defense"):
        game = registry.load(name)
        numbers = [block.name for block in game.actions.blocks]
        found = {point.block: point for point in pointers(game.layout, game.actions)}
        assert found[numbers.index("card")] == Pointer(numbers.index("card"), 0, 11, 1)


BESIDE = Layout(
    *LAYOUT.pieces, Piece("preview", 3, "", rows=(5,), beside="hand"), Piece("end", 3, "")
)


def test_pieces_that_stand_beside_each_other_are_read_together():
    assert pointers(BESIDE, ACTIONS) == pointers(LAYOUT, ACTIONS)
    sets = [[part.piece.name for part in parts] for parts in networks.row_sets(BESIDE)]
    assert sets == [["hand", "preview"], ["others"], ["ways"]]


def test_what_stands_beside_a_row_counts_for_the_action_that_names_it():
    torch.manual_seed(0)
    policy = policy_for(BESIDE, Network(row_features=8, layers=(8,)))
    seen = torch.zeros(1, BESIDE.width)
    changed = seen.clone()
    changed[0, BESIDE.names.index("preview[4][0]")] = 1
    features = [policy.features_extractor(each)[0, : 5 * 8] for each in (seen, changed)]
    moved = (features[0] != features[1]).reshape(5, 8).any(dim=1)
    assert moved.tolist() == [False, False, False, False, True]


@pytest.mark.parametrize("kind", ["planes_and_sets", "flat"])
def test_a_network_can_go_without_pieces(kind):
    policy = policy_for(BESIDE, Network(kind=kind, without=("preview", "own"), layers=(8,)))
    seen = torch.rand(2, BESIDE.width, requires_grad=True)
    policy.features_extractor(seen).square().sum().backward()
    blind = [name.startswith(("preview", "own")) for name in BESIDE.names]
    assert (seen.grad.abs().sum(dim=0) == 0).tolist() == blind


def test_a_row_set_stays_when_the_piece_it_stands_beside_is_not_seen():
    sets = networks.row_sets(BESIDE, without=("hand",))
    assert [parts[0].piece.name for parts in sets] == ["others", "ways", "preview"]


def test_going_without_an_unknown_piece_is_refused():
    with pytest.raises(UnknownNameError, match="previews"):
        policy_for(BESIDE, Network(without=("previews",)))


def policy_for(layout, network):
    game = registry.load("race")
    return build_policy(dataclasses.replace(game, layout=layout, actions=ACTIONS), network)


def test_the_head_adds_what_a_row_shows_to_the_actions_that_name_it():
    latent = torch.rand(2, 8 + (5 + 7 + 7 + 3 * 2) * 3 + 4)
    head = networks.PointingHead(latent.shape[1], LAYOUT, ACTIONS, SMALL)
    changed = latent.clone()
    changed[:, 8 + 3 * 2 : 8 + 3 * 3] += 1  # the features of row 2 of the hand
    moved = (head(changed) - head(latent)).abs().sum(dim=0) > 1e-6
    assert moved.nonzero().flatten().tolist() == [3, 14, 15, 16, 17]
    assert torch.allclose(head(latent)[:, 0], head.each(latent[:, :8])[:, 0])


def test_the_optimiser_of_a_policy_has_all_of_its_weights():
    policy = build_policy(registry.load("race"), SMALL)
    held = {id(each) for group in policy.optimizer.param_groups for each in group["params"]}
    assert held == {id(each) for each in policy.parameters()}
