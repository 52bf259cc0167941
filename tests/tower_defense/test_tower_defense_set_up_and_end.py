"""The set-up, the boards, the end of the game and the rewards: T1, T5 and T26."""

import pytest

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.settings import agents
from cogarena.envs.rally.state import Place
from cogarena.envs.tower_defense.game import GAME
from cogarena.envs.tower_defense.settings import Settings, build
from support.scenes.tower_defense import Scene, plain

SIX_FLAGS = ":F1   :F2   :F3   :F4   :F5   :F6   :"


def at_the_last_flag(**settings):
    """A has touched five flags and stands on the sixth, B and C stand elsewhere."""
    scene = Scene(SIX_FLAGS, **settings).put("A", 5, 0).put("B", 1, 0).put("C", 2, 0)
    scene.robot("A").touched = scene.s.flags_paid[0] = 5
    return scene


def in_turn(turn, **settings):
    scene = Scene(":  A^ :  B^ :", **settings)
    scene.s.turn = turn
    return scene


def board_file(folder, drawing):
    path = folder / "drawn.txt"
    path.write_text(drawing)
    return str(path)


DRAWN = """\
+-----+-----+-----+-----+
|     : tL  :     : []  |
|D0v  :     :F1   :     |
+     +     +     +     +
|     : tH  :     / w2  |
|D1^  :     :F2  H/     |
+-----+-----+-----+-----+
"""


def test_t1_the_agents_are_the_robots_by_dock():
    assert agents(Settings(robots=3)) == ("robot_0", "robot_1", "robot_2")


def test_t1_four_robots_play_unless_somebody_says_otherwise():
    assert GAME.read({}).robots == 4


@pytest.mark.parametrize("robots", [1, 9])
def test_t1_two_to_eight_robots_play(robots):
    assert [GAME.read({"robots": n}).robots for n in (2, 8)] == [2, 8]
    with pytest.raises(SettingError, match="robots"):
        GAME.read({"robots": robots})


def test_t1_robots_start_on_their_docks(tmp_path):
    episode = Episode(GAME, {"board": board_file(tmp_path, DRAWN), "robots": 2})
    episode.reset(0)
    robots = episode.s.rally.robots
    assert [(int(r.x), int(r.y), int(r.facing)) for r in robots[:2]] == [(0, 0, 2), (0, 1, 0)]


def test_t1_a_robot_has_three_lives():
    scene = Scene(":  A> :[]   :  B^ :")
    for _ in range(2):
        scene.put("A", 0, 0, ">").play(A=Card.MOVE_1)
        assert scene.robot("A").place == Place.DESTROYED
        scene.end_of_turn().next_turn()
    scene.put("A", 0, 0, ">").play(A=Card.MOVE_1)
    assert scene.robot("A").place == Place.OUT


def test_t1_lives_can_be_without_end():
    scene = Scene(":  A> :[]   :  B^ :", lives=0)
    for _ in range(6):
        scene.put("A", 0, 0, ">").play(A=Card.MOVE_1)
        assert scene.robot("A").place == Place.DESTROYED
        scene.end_of_turn().next_turn()


def test_t1_flags_are_touched_in_order():
    scene = Scene(SIX_FLAGS).put("A", 1, 0).touch()
    assert scene.robot("A").touched == 0
    scene.put("A", 0, 0).touch().put("A", 1, 0).touch()
    assert scene.robot("A").touched == 2


@pytest.mark.parametrize("register", [1, 4])
def test_t1_the_game_ends_in_the_phase_in_which_a_robot_touches_the_last_flag(register):
    scene = at_the_last_flag(register=register).touch()
    assert scene.s.terminated
    assert not scene.s.truncated
    assert scene.r.register == register - 1


def test_t1_the_last_flag_counts_only_after_the_others():
    scene = Scene(SIX_FLAGS).put("A", 5, 0).touch()
    assert not scene.s.terminated


def test_t1_another_flag_does_not_end_the_game():
    scene = Scene(SIX_FLAGS).put("A", 4, 0)
    scene.robot("A").touched = 4
    assert not scene.touch().s.terminated


def test_t1_where_there_are_fewer_flags_the_last_one_ends_the_game():
    scene = Scene(":F1   :F2A^ :")
    scene.robot("A").touched = 1
    assert scene.touch().s.terminated


def test_t1_all_that_touch_flags_in_the_last_phase_are_paid():
    scene = at_the_last_flag().put("B", 0, 0).touch()
    assert scene.earned("A", "B") == [3, 3]


@pytest.mark.parametrize(("turn", "over"), [(1, False), (19, False), (20, True)])
def test_t1_the_game_ends_after_twenty_turns(turn, over):
    assert in_turn(turn).end_of_turn().s.terminated == over


def test_t1_the_number_of_turns_can_be_set():
    assert in_turn(3, max_turns=3).end_of_turn().s.terminated
    assert not in_turn(2, max_turns=3).end_of_turn().s.terminated


def test_t1_the_game_ends_when_everybody_is_out():
    scene = Scene(":  A> :[]   :     :", lives=1).phase(A=Card.MOVE_1)
    assert scene.s.terminated


def test_t1_the_game_ends_with_the_turn_in_which_an_event_takes_the_last_life():
    scene = Scene(":  A> :     :", lives=1).hurt("A", 9).robot_event(8)
    assert not scene.is_alive("A")
    assert scene.end_of_turn().s.terminated
    assert scene.s.turn == 1


def test_t1_the_game_goes_on_while_somebody_has_a_life_left():
    scene = Scene(":  A> :[]   :  B^ :", lives=1).phase(A=Card.MOVE_1)
    assert not scene.s.terminated


def test_t1_a_robot_that_waits_to_re_enter_keeps_the_game_going():
    scene = Scene(":  A> :[]   :     :", lives=2).phase(A=Card.MOVE_1)
    assert not scene.s.terminated


def test_t1_the_most_experience_wins_not_the_last_flag():
    assert at_the_last_flag().xp("B", 7).xp("C", 4).touch().winners == "B"


def test_t1_the_last_flag_counts_towards_winning():
    assert at_the_last_flag().xp("B", 2).touch().winners == "A"


def test_t1_ties_share():
    assert at_the_last_flag().xp("C", 3).touch().winners == "AC"


def test_t1_a_robot_out_of_lives_keeps_its_experience():
    scene = Scene(":  A> :[]   :  B^ :", lives=1).xp("A", 9).phase(A=Card.MOVE_1)
    scene.s.turn = 20
    assert scene.end_of_turn().winners == "A"


def test_t5_a_board_of_ones_own_is_a_text_file(tmp_path):
    setup = build(Settings(board=board_file(tmp_path, DRAWN), robots=2))[0]
    assert setup.towers[:2].tolist() == [(1, 0, 1, 6), (1, 1, 2, 8)]
    assert (setup.tower_count, setup.floor.flag_count, setup.floor.docks) == (2, 2, 2)
    assert setup.floor.squares[2, 1].height == 1


def test_t5_a_game_can_be_played_on_it(tmp_path):
    episode = Episode(GAME, {"board": board_file(tmp_path, DRAWN), "robots": 2, "max_turns": 2})
    episode.reset(0)
    while not episode.over:
        episode.act(int(episode.mask.argmax()))
    assert episode.terminated


def test_t5_a_board_with_too_few_docks_is_refused(tmp_path):
    with pytest.raises(SettingError, match="has 2 docks, too few for 4 robots"):
        build(Settings(board=board_file(tmp_path, DRAWN)))


def test_t5_a_board_without_flags_is_refused(tmp_path):
    drawing = DRAWN.replace("F1", "  ").replace("F2", "  ")
    with pytest.raises(FileError, match="no flag"):
        build(Settings(board=board_file(tmp_path, drawing), robots=2))


def test_t5_a_board_with_more_than_sixteen_towers_is_refused():
    with pytest.raises(SettingError, match="has 17 towers; the most is 16"):
        Scene(plain(9, 2, tL=[(i % 9, i // 9) for i in range(17)]))


def test_t26_experience_is_rewarded_with_a_tenth():
    scene = Scene(":  A> :  B^ :tL   :").hurt("B", 9).damage_step()
    assert scene.rewards("A", "B") == [1.0, 0.0]


def test_t26_a_flag_is_rewarded_when_it_is_touched():
    assert Scene(":F1A^ :F2B^ :").touch().rewards("A", "B") == [0.3, 0.0]


def test_t26_where_experience_is_rewarded_winning_is_not():
    assert at_the_last_flag().touch().rewards("A", "B", "C") == [0.3, 0.0, 0.0]


def test_t26_where_the_rank_is_rewarded_experience_is_not():
    scene = Scene(":F1A^ :F2B^ :", reward="rank").touch()
    assert scene.earned("A") == [3]
    assert scene.rewards("A", "B") == [0.0, 0.0]


def test_t26_the_winner_gets_one_and_the_others_share_minus_one():
    scene = at_the_last_flag(robots=3, reward="rank").touch()
    assert scene.rewards("A", "B", "C") == [1.0, -0.5, -0.5]


def test_t26_several_winners_share_one():
    scene = at_the_last_flag(robots=3, reward="rank").xp("C", 3).touch()
    assert scene.rewards("A", "B", "C") == [0.5, -1.0, 0.5]


def test_t26_if_all_are_equal_nobody_is_rewarded():
    scene = at_the_last_flag(robots=3, reward="rank").xp("B", 3).xp("C", 3).touch()
    assert scene.winners == "ABC"
    assert scene.rewards("A", "B", "C") == [0.0, 0.0, 0.0]
