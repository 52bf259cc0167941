import numpy as np
import pytest

from cogarena.agents.registry import find
from cogarena.agents.scripted.rover.memory import HOSTILE, MEMORY, SEEN_BIT
from cogarena.agents.scripted.rover.modules import best_generator, local_slot
from cogarena.agents.scripted.rover.reading import POD, SEEN, read
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.registry import load
from cogarena.envs.rover.layout import OTHERS
from cogarena.envs.rover.modules import MODULE
from cogarena.envs.rover.state import AFFECTED, BAG, FREE, IMMUNE, NOWHERE, ROVER, SLOTS
from cogarena.envs.rover.tables import KIND
from cogarena.envs.rover.vision import sees
from cogarena.training.studies.rover_rates import play
from support.scenes.rover import Scene
from support.scripted import no_row_is_no_choice

GAME = load("rover")
QUICK = {"map_size": 20, "max_turns": 40} if INTERPRETED else {}
TURNS = 15 if INTERPRETED else 400
GAMES = 40
compiled_only = pytest.mark.skipif(INTERPRETED, reason="too many turns for plain Python")


def begun(settings=None, seed=1):
    episode = Episode(GAME, settings or QUICK)
    episode.reset(seed)
    return episode


def fresh_player(rows=1):
    player = find("scripted", GAME)
    player.begin(np.arange(rows), np.arange(rows, dtype=np.uint64))
    return player


def choice(player, episode, row=0):
    action = player.act(np.array([row]), episode.observation[None], episode.mask[None])[0]
    assert episode.mask[action]
    return int(action)


def read_from(episode):
    seen = np.zeros(1, SEEN)[0]
    read(episode.observation[None].view(GAME.layout.dtype).reshape(-1)[0], seen)
    return seen


@pytest.mark.parametrize("settings", GAME.examples, ids=str)
def test_every_example_is_played_without_an_illegal_action(settings):
    player = fresh_player()
    for seed in range(1 if INTERPRETED else 4):
        episode = begun(settings | QUICK, seed)
        player.begin(np.array([0]), np.array([seed], np.uint64))
        while not episode.over:
            episode.act(choice(player, episode))


def test_the_choice_in_a_row_does_not_depend_on_the_other_rows():
    rows = np.arange(4)
    batch = Batch(GAME, len(rows), QUICK, autoreset=Autoreset.SAME_STEP, threads=1)
    batch.reset(5)
    together, backwards = fresh_player(len(rows)), fresh_player(len(rows))
    alone = [fresh_player() for _ in rows]
    for _ in range(TURNS):
        chosen = together.act(rows, batch.observations, batch.masks)
        turned = backwards.act(rows[::-1], batch.observations[::-1], batch.masks[::-1])
        singles = [
            player.act(rows[:1], batch.observations[[i]], batch.masks[[i]])[0]
            for i, player in enumerate(alone)
        ]
        assert chosen.tolist() == turned[::-1].tolist() == singles
        batch.step(chosen)
        for row in batch.final_infos:
            for player in (together, backwards):
                player.begin(np.array([row]), batch.seeds[[row]])
            alone[row].begin(rows[:1], batch.seeds[[row]])


def test_an_episode_after_another_in_the_same_row_is_played_like_the_first():
    player = fresh_player()
    played = []
    for _ in range(2):
        episode = begun(seed=3)
        player.begin(np.array([0]), np.array([3], np.uint64))
        played.append([])
        while not episode.over and len(played[-1]) < TURNS:
            played[-1].append(choice(player, episode))
            episode.act(played[-1][-1])
    assert played[0] == played[1]


def test_what_is_hidden_from_it_changes_nothing():
    episode, player, blind = begun(seed=6), fresh_player(), fresh_player()
    generator = np.random.default_rng(1)
    for _ in range(5 if INTERPRETED else 60):
        twin = episode.copy()
        GAME.resample_hidden(twin.setup[0], twin.s, 0, generator)
        action = choice(player, episode)
        assert choice(blind, twin) == action
        episode.act(action)
        if episode.over:
            break


def test_no_row_at_all_is_no_choice():
    no_row_is_no_choice(GAME, fresh_player())


def test_rows_far_apart_have_memories_of_their_own():
    player, episode = fresh_player(), begun(seed=2)
    player.begin(np.array([300]), np.array([1], np.uint64))
    assert choice(player, episode, row=300) == choice(fresh_player(), episode)


def test_the_rover_is_read_as_it_is():
    episode, player = begun(seed=4), fresh_player()
    for _ in range(TURNS):
        s, seen = episode.s, read_from(episode)
        rover = s.entities[ROVER]
        assert (seen.x, seen.y, seen.pod_x, seen.pod_y) == (rover.x, rover.y, s.pod_x, s.pod_y)
        assert (seen.energy, seen.integrity) == (rover.energy, rover.integrity)
        assert (seen.shielding, seen.datum) == (rover.shielding, rover.datum)
        assert (seen.transport, seen.planet, seen.shut) == (
            s.transport.durability,
            s.planet,
            s.shut,
        )
        assert (seen.here == POD) == ((rover.x, rover.y) == (s.pod_x, s.pod_y))
        episode.act(choice(player, episode))
        if episode.over:
            break


def test_modules_are_read_as_they_are():
    episode = begun({"start_modules": ("Aura Displacer", "Slashing Displacer", "Dark Scanner")})
    seen = read_from(episode)
    mounts = [*episode.s.slots, *episode.s.bag]
    assert len(mounts) == SLOTS + BAG
    for module, mount in zip(seen.modules, mounts, strict=True):
        row = MODULE[mount.module]
        assert module.present == (mount.module != 0)
        if module.present:
            for field in module.dtype.names[2:]:
                assert module[field] == row[field], field
            assert module.uses == mount.durability


def test_the_slot_that_acts_on_a_bump_is_read_as_selected():
    episode = begun(QUICK | {"start_modules": ("Sonic Module", "Ohm Probe")})
    assert (read_from(episode).selected, local_slot(read_from(episode))) == (0, 0)
    episode.act(GAME.actions.number("select", 1))
    assert (read_from(episode).selected, local_slot(read_from(episode))) == (1, 1)


@pytest.mark.parametrize(("state", "affected"), [(FREE, 0), (AFFECTED, 1), (IMMUNE, 0)])
def test_a_rover_that_is_safe_from_an_effect_is_not_taken_for_affected(state, affected):
    episode = begun()
    episode.s.entities[ROVER].stalled = episode.s.entities[ROVER].shorted = state
    episode._refresh()
    assert (read_from(episode).stalled, read_from(episode).shorted) == (affected, affected)


@pytest.mark.parametrize(("energy", "place"), [(2, NOWHERE), (3, SLOTS)])
def test_a_generator_in_the_bag_must_be_installed_before_it_can_be_used(energy, place):
    kit = ("Sonic Module", "Ohm Probe", "Gas Generator")
    episode = begun(QUICK | {"start_modules": kit})
    episode.s.entities[ROVER].energy = energy
    episode._refresh()
    assert best_generator(read_from(episode)) == place


def test_entities_in_sight_are_read_as_they_are():
    episode, player, met = begun(seed=7), fresh_player(), 0
    for _ in range(TURNS):
        seen, s = read_from(episode), episode.s
        near = [s.entities[e] for e in range(1, s.count) if s.entities[e].integrity]
        shown = [entity for entity in near if sees(s, entity.x, entity.y)][:OTHERS]
        for being, entity in zip(seen.others, shown, strict=False):
            assert (being.x, being.y, being.hostile) == (entity.x, entity.y, entity.hostile)
            assert being.toughness == int(entity.integrity) + int(entity.shielding)
            assert being.sensitivity == KIND[entity.kind].sensitivity
            met += 1
        episode.act(choice(player, episode))
        if episode.over:
            break
    assert met or INTERPRETED


def test_a_hostile_that_only_the_window_shows_is_read_as_it_is():
    scene = Scene("ffffff\n@.....\nffff2.").give("2", integrity=9)
    seen = np.zeros(1, SEEN)[0]
    read(scene.seen, seen)
    warden = seen.others[seen.count - 1]
    assert (seen.count, warden.x, warden.y, warden.warden) == (OTHERS + 1, 5, 3, 1)
    assert (warden.toughness, warden.damage, warden.sensitivity) == (9 + 2, 4 + 1, 10)


def test_it_remembers_what_it_has_seen():
    episode, player, seen = begun(seed=8), fresh_player(), set()
    side = episode.setup[0].side
    squares = [(x, y) for y in range(side) for x in range(side)]
    for _ in range(TURNS // 8):
        action = choice(player, episode)
        seen |= {square for square in squares if sees(episode.s, *square)}
        memory = player._memories[0]
        assert memory.dtype == MEMORY
        assert all(memory.known[y, x] & SEEN_BIT for x, y in seen)
        assert (memory.occupant == HOSTILE).sum() <= (episode.s.entities["hostile"] == 1).sum()
        episode.act(action)
        if episode.over or episode.s.planet > 0:
            break


@compiled_only
def test_it_enters_the_factory_and_shuts_it_more_often_than_random_play():
    scripted = play(GAME, find("scripted", GAME), GAMES, seed=1)
    random = play(GAME, find("random", GAME), GAMES, seed=1)
    assert sum(scripted.entered) >= GAMES / 2
    assert sum(random.entered) <= GAMES / 10
    assert sum(scripted.factories) >= GAMES / 4
    assert sum(random.factories) == 0


def test_what_is_kept_in_mind_can_be_handed_on():
    player, episode = fresh_player(), begun()
    for _ in range(TURNS // 4):
        episode.act(choice(player, episode))
    heir, stranger = fresh_player(rows=3), fresh_player()
    heir.load_state(np.array([2]), player.state(np.array([0])))
    before = heir.state(np.array([2]))["known"]
    choice(player, episode)
    assert (before == heir.state(np.array([2]))["known"]).all()
    choice(heir, episode, row=2)
    choice(stranger, episode)
    assert heir.state(np.array([2])).tobytes() == player.state(np.array([0])).tobytes()
    assert stranger.state(np.array([0])).tobytes() != player.state(np.array([0])).tobytes()
