"""How every game counts an episode for those who look at it."""

import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.traces import random_play

SHORT = {
    "coop_td": {"max_rounds": 40},
    "moba": {"team_size": 1, "start": "scattered", "max_turns": 3},
    "powerball": {"robots": 8, "balls": 20, "max_turns": 20},
    "race": {"robots": 3, "max_turns": 3},
    "rover": {
        "start": "factory",
        "chassis": "titanium",
        "start_modules": ("Area Charge", "Photophoretic Beam", "Range Launcher"),
    },
    "tower_defense": {"robots": 8, "max_turns": 20},
}
# What the end of an episode says of it → the scores, whole points only.
SAME = {
    "coop_td": lambda end, agents: [end["gate"] * end["won"]] * len(agents),
    "moba": lambda end, agents: [end["kdo"][agent]["kdo"] for agent in agents],
    "powerball": lambda end, agents: end["points"],
    "race": lambda end, agents: end["flags"],
    "rover": lambda end, agents: [end["data"] + 20 * end["factories"]],
    "tower_defense": lambda end, agents: end["xp"],
}
SEED = 3  # with which the score of every game moves
each_game = pytest.mark.parametrize("name", SHORT)


def played(name):
    episode = Episode(registry.load(name), SHORT[name])
    scores = [episode.score() for _ in random_play(episode, SEED)]
    return episode, [*scores, episode.score()]


@each_game
def test_the_score_has_a_name_and_a_number_for_every_seat(name):
    episode, scores = played(name)
    assert episode.game.score.name
    assert {len(score) for score in scores} == {len(episode.agents)}
    assert all(type(number) is float for score in scores for number in score)


@each_game
def test_the_score_moves(name):
    _, scores = played(name)
    assert len(set(scores)) > 1


@each_game
def test_the_last_score_is_what_the_end_says(name):
    episode, scores = played(name)
    assert [int(number) for number in scores[-1]] == SAME[name](
        episode.final_info(), episode.agents
    )


def test_a_robot_nearer_to_its_flag_leads_the_race():
    episode = Episode(registry.load("race"), {"robots": 2})
    episode.reset(0)
    near = episode.s.rally.robots[0]
    flag = episode.setup[0].floor.flag[0]
    near.x, near.y = flag.x, flag.y
    assert 0 < episode.score()[1] < episode.score()[0] <= 1


def test_a_game_without_a_score_leaves_it_to_the_rewards():
    assert Episode(registry.load("luck"), {}).score() is None
