import numpy as np
import pytest

from cogarena.agents.registry import find
from cogarena.envs.coop_td.legacy import new_sheet, read_sheet
from cogarena.envs.coop_td.scenario import names
from cogarena.envs.coop_td.state import MAX_LEVEL
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.registry import load
from support.scripted import no_row_is_no_choice

GAME = load("coop_td")
PARTIES = (
    ("henry", "edward"),
    ("keith", "mongo", "henry"),
    ("glorbud", "keith", "mongo", "edward"),
)
EPISODES = 4 if INTERPRETED else 30


def choice(player, episode):
    rows = np.array([0])
    return int(player.act(rows, episode.observation[None], episode.mask[None])[0])


def played(settings, seed, name="scripted"):
    player = find(name, GAME, settings)
    player.begin(np.array([0]), np.array([seed], np.uint64))
    episode = Episode(GAME, settings)
    episode.reset(seed)
    actions = []
    while not episode.over:
        actions.append(choice(player, episode))
        episode.act(actions[-1])
    return episode, actions


def victories(name):
    return sum(played({}, seed, name)[0].final_info()["won"] for seed in range(EPISODES))


def test_it_wins_nearly_always_where_chance_seldom_does():
    assert victories("scripted") >= 0.9 * EPISODES
    assert victories("random") <= 0.5 * EPISODES


@pytest.mark.parametrize("heroes", PARTIES, ids="-".join)
@pytest.mark.parametrize("scenario", names("scenarios"))
def test_every_scenario_is_played_to_the_end_without_an_illegal_action(scenario, heroes):
    for seed in range(1 if INTERPRETED else 2):
        episode, _ = played({"scenario": scenario, "heroes": heroes}, seed)
        assert episode.over


def test_towers_that_choose_by_themselves_leave_it_the_heroes():
    episode, _ = played({"ask": "heroes"}, 1)
    assert episode.final_info()["won"]


def test_the_same_seed_is_played_alike():
    assert played({}, 3)[1] == played({}, 3)[1]


def test_the_choice_in_a_row_does_not_depend_on_the_other_rows():
    player = find("scripted", GAME, {})
    batch = Batch(GAME, 5, {}, autoreset=Autoreset.SAME_STEP, threads=1)
    batch.reset(0)
    for _ in range(60):
        rows = np.arange(batch.n)
        together = player.act(rows, batch.observations, batch.masks)
        backwards = player.act(rows[::-1], batch.observations[::-1], batch.masks[::-1])[::-1]
        alone = [player.act(rows[:1], batch.observations[[i]], batch.masks[[i]])[0] for i in rows]
        assert together.tolist() == backwards.tolist() == alone
        batch.step(together)


def test_no_row_at_all_is_no_choice():
    no_row_is_no_choice(GAME, find("scripted", GAME, {}))


def test_a_won_chapter_of_a_campaign_teaches_a_hero_something():
    episode, _ = played({"legacy": new_sheet()}, 0)
    final_info = episode.final_info()
    assert final_info["won"]
    assert read_sheet(final_info["legacy"]).veteran("glorbud").upgrades


def test_it_does_not_spend_the_gold_that_wins():
    settings = {"scenario": "scenario_3", "heroes": PARTIES[2]}
    won = [played(settings, seed)[0].final_info()["won"] for seed in range(EPISODES)]
    assert sum(won) > EPISODES / 2


def test_it_repairs_the_weakest_die_when_there_is_nothing_to_buy():
    episode = Episode(GAME, {"heroes": ("keith", "edward")})
    episode.reset(0)
    episode.s.gold, episode.s.gate[:3] = 60, (3, 2, 1)
    episode.s.towers["level"][: episode.setup[0].tower_spaces] = MAX_LEVEL
    episode.act(PASS)
    episode.act(PASS)
    action = choice(find("scripted", GAME, {"heroes": ("keith", "edward")}), episode)
    assert GAME.actions.name(action) == ("repair", (2,))


def test_nothing_is_kept_in_mind_between_two_choices():
    player = find("scripted", GAME, {})
    episode = Episode(GAME, {})
    episode.reset(5)
    for _ in range(40):
        shown, mask = episode.observation, episode.mask
        action = choice(player, episode)
        other = find("scripted", GAME, {})
        assert other.act(np.array([9]), shown[None].copy(), mask[None].copy())[0] == action
        episode.act(action)
