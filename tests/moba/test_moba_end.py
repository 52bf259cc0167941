"""The end of the game, its winners and the rewards: M27 to M29."""

import pytest

from cogarena.envs.moba.game import GAME
from cogarena.envs.moba.settings import Settings
from cogarena.envs.moba.state import Stage
from cogarena.envs.rally.cards import Card, Option
from cogarena.wrappers.gymnasium import SingleEnv
from support.scenes.moba import Scene, before_a_tower, duel

RED = ("red_0", "red_1", "red_2", "red_3")
BLUE = ("blue_0", "blue_1", "blue_2", "blue_3")


def at_the_base(health=1, **settings):
    """red_0 can strike blue's base."""
    scene = Scene(**settings).without_towers().put("red_0", 18, 5, ">")
    scene.base("blue").health = health
    return scene


def at_both_bases(**settings):
    """red_0 and blue_0 can strike each other's base, which both have a hit point left."""
    scene = at_the_base(**settings).put("blue_0", 9, 5, "<")
    scene.base("red").health = 1
    return scene


def end(scene, *fallen):
    """These bases have fallen, to nobody."""
    for team in fallen:
        scene.base(team).health = 0
    return scene.run(Stage.BASES, Stage.BASES)


def rewards(scene, *names):
    return [round(scene.reward(name), 5) for name in names]


def final_info(scene, **settings):
    return GAME.final_info(GAME.read(settings), scene.setup, scene.s)


def test_m27_the_game_ends_when_a_base_falls():
    scene = at_the_base().damage_step(red_0="howitzer")
    assert scene.s.terminated
    assert not scene.s.truncated


def test_m27_it_goes_on_while_both_have_a_hit_point_left():
    assert not at_the_base(2).damage_step(red_0="howitzer").s.terminated


@pytest.mark.parametrize("register", [1, 3, 5])
def test_m27_it_ends_in_that_phase(register):
    scene = at_the_base(register=register).damage_step(red_0="howitzer")
    assert scene.s.terminated
    assert scene.r.register == register - 1


def test_m27_the_best_robot_of_the_team_whose_base_stands_wins():
    scene = Scene().score("red_1", kills=2).score("red_2", kills=3).score("blue_0", kills=9)
    assert end(scene, "blue").winners == ["red_2"]


def test_m27_the_destruction_of_the_base_counts():
    scene = at_the_base().score("red_1", kills=4).damage_step(red_0="howitzer")
    assert scene.winners == ["red_0"]


def test_m27_with_both_bases_gone_the_best_of_all_wins():
    scene = Scene().score("red_1", kills=2).score("blue_3", kills=3)
    assert end(scene, "red", "blue").winners == ["blue_3"]


def test_m27_a_tie_goes_to_the_most_objectives():
    scene = Scene().score("red_0", kills=5).score("red_1", objectives=1)
    assert scene.kdo("red_0") == scene.kdo("red_1")
    assert end(scene, "blue").winners == ["red_1"]


def test_m27_then_to_the_most_kills():
    scene = Scene().score("red_0", 3, 1, 1).score("red_1", 4, 2, 1).score("red_2", 2, 0, 1)
    assert scene.kdo("red_0") == scene.kdo("red_1") == scene.kdo("red_2")
    assert end(scene, "blue").winners == ["red_1"]


def test_m27_then_it_is_shared():
    scene = Scene().score("red_0", 3, 1, 1).score("red_3", 3, 1, 1).score("red_1", 3, 2, 1)
    assert end(scene, "blue").winners == ["red_0", "red_3"]


def test_m27_a_win_can_be_shared_across_the_teams():
    scene = Scene().score("red_0", 3, 1, 1).score("blue_2", 3, 1, 1)
    assert end(scene, "red", "blue").winners == ["red_0", "blue_2"]


def test_m27_without_any_score_the_whole_team_wins():
    assert end(Scene(), "red").winners == list(BLUE)


def test_m27_both_bases_fall_in_one_phase():
    scene = at_both_bases().score("blue_0", kills=1)
    scene.damage_step(red_0="howitzer", blue_0="howitzer")
    assert scene.s.bases["health"].tolist() == [0, 0]
    assert [event["base"] for event in scene.told("base_destroyed")] == ["red", "blue"]
    assert scene.winners == ["blue_0"]


def test_m27_the_finale_names_the_winners():
    assert final_info(end(Scene().score("red_1", kills=1), "blue"))["won"] == [
        name == "red_1" for name in ("red_0", "blue_0", "red_1", "blue_1", *range(4))
    ]


def test_m27_team_won_is_told_of_the_team_whose_base_stands():
    told = final_info(end(Scene().score("red_1", kills=1), "blue"))
    assert told["team_won"] == [True, False] * 4


def test_m27_if_both_bases_fell_no_team_has_won():
    assert final_info(end(Scene(), "red", "blue"))["team_won"] == [False] * 8


def test_m28_the_game_is_cut_off_after_sixty_turns():
    assert Settings().max_turns == 60
    scene = Scene()
    scene.s.turn = 59
    assert not scene.end_of_round().s.truncated
    assert scene.s.turn == 60
    assert scene.end_of_round().s.truncated


def test_m28_or_after_as_many_as_was_asked_for():
    scene = Scene(max_turns=1).end_of_round()
    assert scene.s.truncated
    assert not scene.s.terminated


def test_m28_then_nobody_wins():
    scene = Scene(max_turns=1).score("red_0", kills=3).end_of_round()
    assert scene.winners == []
    told = final_info(scene, max_turns=1)
    assert told["won"] == told["team_won"] == [False] * 8


def test_m28_info_has_the_bases_and_the_kdo_table():
    scene = Scene(max_turns=1, team_size=1).score("red_0", 4, 3, 2)
    scene.base("blue").health = 17
    told = final_info(scene.end_of_round(), max_turns=1, team_size=1)
    assert told["bases"] == {"red": 40, "blue": 17}
    assert told["kdo"] == {
        "red_0": {"kills": 4, "deaths": 3, "objectives": 2, "kdo": 11},
        "blue_0": {"kills": 0, "deaths": 0, "objectives": 0, "kdo": 0},
    }


@pytest.mark.parametrize(("seat", "won"), [("red_0", False), ("blue_0", True), ("blue_1", True)])
def test_m28_where_an_agent_plays_one_seat_it_is_told_whether_that_seat_won(seat, won):
    env = SingleEnv("moba", seat=seat, opponents="random", team_size=2)
    env.reset(seed=0)
    env.action_space.seed(0)
    env.episode.s.bases[0].health = 0
    over = False
    while not over:
        *_, over, _, info = env.step(env.action_space.sample())
    assert (info["won"], info["team_won"]) == (won, won)


def test_m29_team_is_the_default():
    assert Settings().reward == "team"


def test_m29_team_rewards_the_team_whose_base_stands():
    scene = at_the_base().damage_step(red_0="howitzer")
    assert rewards(scene, *RED, *BLUE) == [1] * 4 + [-1] * 4


def test_m29_team_rewards_nobody_if_both_bases_fell():
    scene = at_both_bases().damage_step(red_0="howitzer", blue_0="howitzer")
    assert rewards(scene, *RED, *BLUE) == [0] * 8


@pytest.mark.parametrize("reward", ["team", "shaped", "winner"])
def test_m29_being_cut_off_rewards_nobody(reward):
    scene = Scene(max_turns=1, reward=reward).end_of_round()
    assert rewards(scene, *RED, *BLUE) == [0] * 8


def test_m29_team_rewards_neither_kills_nor_objectives():
    scene = before_a_tower().weaken("blue", 4, 1).put("blue_0", 16, 2, "^").hurt("blue_0", 9)
    scene.put("red_1", 15, 2, ">").damage_step(red_0="howitzer")
    assert scene.tally("red_1") == (1, 0, 0)
    assert rewards(scene, *RED, *BLUE) == [0] * 8


def test_m29_kdo_rewards_a_kill_and_a_death():
    scene = duel(reward="kdo").hurt("blue_0", 9).put("red_1", 13, 5, "v").damage_step()
    assert rewards(scene, *RED, *BLUE) == [1, 1, 0, 0, -1, 0, 0, 0]


def test_m29_kdo_rewards_a_death_as_it_happens():
    scene = Scene(reward="kdo").put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1)
    assert rewards(scene, *RED) == [-1, 0, 0, 0]


def test_m29_kdo_rewards_an_objective_with_five():
    scene = Scene(reward="kdo").put("red_0", 14, 3, ">").weaken("blue", 4, 1)
    assert rewards(scene.damage_step(red_0="howitzer"), *RED, *BLUE) == [5] + [0] * 7


def test_m29_kdo_rewards_the_end_only_as_an_objective():
    scene = at_the_base(reward="kdo").damage_step(red_0="howitzer")
    assert rewards(scene, *RED, *BLUE) == [5] + [0] * 7


def test_m29_shaped_rewards_damage_to_enemy_objectives():
    scene = Scene(reward="shaped").put("red_0", 14, 3, ">").damage_step(red_0="howitzer")
    assert rewards(scene, *RED, *BLUE) == [0.01] * 4 + [-0.01] * 4


def test_m29_shaped_rewards_damage_to_both_sides():
    scene = at_both_bases(reward="shaped").give("red_0", Option.DOUBLE_BARRELED_LASER)
    scene.base("blue").health = 10
    scene.base("red").health = 10
    scene.damage_step(red_0="howitzer", blue_0="howitzer")
    assert rewards(scene, "red_0", "blue_0") == [0.01, -0.01]


def test_m29_shaped_rewards_a_towers_blast():
    scene = Scene(reward="shaped").put("red_0", 14, 3, ">").weaken("blue", 4, 1)
    assert rewards(scene.damage_step(red_0="howitzer"), "red_0", "blue_0") == [0.06, -0.06]


def test_m29_shaped_does_not_reward_damage_that_is_lost():
    scene = at_the_base(reward="shaped").give("red_0", Option.DOUBLE_BARRELED_LASER)
    assert rewards(scene.damage_step(red_0="howitzer"), *RED) == [1.01] * 4


def test_m29_shaped_rewards_the_team_too():
    scene = at_the_base(reward="shaped").damage_step(red_0="howitzer")
    assert rewards(scene, *RED, *BLUE) == [1.01] * 4 + [-1.01] * 4


def test_m29_shaped_does_not_reward_kills():
    scene = duel(reward="shaped").hurt("blue_0", 9).damage_step()
    assert scene.tally("red_0") == (1, 0, 0)
    assert rewards(scene, *RED, *BLUE) == [0] * 8


def test_m29_winner_rewards_the_best_robot_of_the_team_whose_base_stands():
    scene = at_the_base(reward="winner").score("blue_0", kills=9).damage_step(red_0="howitzer")
    assert scene.winners == ["red_0"]
    assert rewards(scene, *RED, *BLUE) == [1] + [-1] * 7


def test_m29_winner_is_shared_by_those_that_are_tied():
    scene = Scene(reward="winner").score("red_0", 3, 1, 1).score("red_3", 3, 1, 1)
    assert rewards(end(scene, "blue"), *RED, *BLUE) == [0.5, -1, -1, 0.5] + [-1] * 4


def test_m29_winner_rewards_the_best_of_all_if_both_bases_fell():
    scene = Scene(reward="winner").score("blue_2", kills=1)
    assert rewards(end(scene, "red", "blue"), *RED, *BLUE) == [-1] * 6 + [1, -1]


def test_m29_winner_rewards_neither_kills_nor_damage_before_the_end():
    scene = duel(reward="winner").hurt("blue_0", 9).damage_step()
    assert rewards(scene, *RED, *BLUE) == [0] * 8


@pytest.mark.parametrize("reward", ["team", "winner"])
def test_m29_a_reward_for_winning_is_at_most_one(reward):
    assert GAME.reward_range(Settings(reward=reward)) == (-1, 1)
