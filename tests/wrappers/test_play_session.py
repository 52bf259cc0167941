import importlib

import numpy as np
import pytest

from cogarena.agents.random import RandomAgent
from cogarena.envs.core import registry
from cogarena.envs.core.errors import IllegalActionError, SettingError, UnknownNameError
from cogarena.envs.core.human import no_news, no_spots
from cogarena.envs.rally.human import QUESTIONS
from cogarena.wrappers.play.session import numbered, seating
from support.episodes import OPTIONS, choose, session, wander

SECRETIVE = ["moba", "powerball", "race", "tower_defense"]
EVERY = 9  # steps of what the others do
each_game = pytest.mark.parametrize("name", registry.names())
HUMANS = {name: registry.load(name).human for name in registry.names()}
CLICKABLE = [name for name, human in HUMANS.items() if human.hand_view or human.spots != no_spots]
WITH_NEWS = [name for name, human in HUMANS.items() if human.news != no_news]


def seats_of(name, seats, opponents, **settings):
    return seating(registry.load(name), settings, seats, opponents)


def test_a_person_takes_the_first_seat_and_the_rest_is_scripted_where_there_is_a_script():
    assert seats_of("moba", None, None).names == ("human", *["scripted"] * 7)
    assert seats_of("secret_bids", None, None).names == ("human", "random", "random")


def test_a_person_plays_all_seats_where_everybody_earns_the_same():
    assert seats_of("coop_td", None, None).people == (0, 1)
    assert seats_of("rover", None, None).names == ("human",)


def test_several_seats_can_be_taken_and_each_of_the_others_can_have_its_own_opponent():
    seated = seats_of("race", "robot_3, robot_1", "random,random")
    assert seated.people == (1, 3)
    assert seated.names == ("random", "human", "random", "human")
    assert seated.players[0] is not seated.players[2]


@pytest.mark.parametrize(
    ("name", "seats", "opponents", "error", "says"),
    [
        ("moba", "red_9", None, UnknownNameError, "unknown seat 'red_9'. Did you mean"),
        ("race", None, "random,random", SettingError, "2 opponents for 3 other seats"),
        ("race", "all", "random", SettingError, "people play all seats of race: take one"),
        ("rover", None, "random", SettingError, "people play all seats of rover"),
        ("race", None, "clever", UnknownNameError, "unknown agent 'clever'"),
    ],
)
def test_a_seating_that_cannot_be_is_refused(name, seats, opponents, error, says):
    with pytest.raises(error, match=says.replace("'", ".")):
        seats_of(name, seats, opponents)


@each_game
def test_a_person_is_asked_in_words_and_has_every_legal_choice(name):
    table = session(name)
    assert table.episode.to_act in table.seating.people
    assert table.headline().startswith(f"You are {table.episode.agent}: ")
    legal = np.flatnonzero(table.episode.mask).tolist()
    assert [choice.action for choice in table.choices] == legal
    assert all(choice.words for choice in table.choices)


@each_game
def test_no_keys_stand_in_the_way_of_others(name):
    table = session(name, **OPTIONS.get(name, {}))
    for _ in wander(table, 40):
        keys = [choice.keys for choice in table.choices if choice.keys]
        assert len(set(keys)) == len(keys)
        assert not [(a, b) for a in keys for b in keys if a != b and b.startswith(a)]


@pytest.mark.parametrize("name", CLICKABLE)
def test_every_place_to_click_is_in_the_picture_and_belongs_to_a_choice(name):
    table = session(name, **OPTIONS.get(name, {}))
    found = 0
    for _ in wander(table, 40):
        legal = [choice.action for choice in table.choices]
        height, width, _ = table.picture(20).shape
        spots = table.spots(20, legal)
        hand = table.hand_view(40)
        assert set(spots) <= set(legal)
        for x, y, wide, high in spots.values():
            assert 0 <= x < x + wide <= width
            assert 0 <= y < y + high <= height
        found += len(spots) + len(set(hand.places if hand else ()) & set(legal))
    assert found


def test_the_cards_of_the_hand_are_places_to_click_and_keep_their_keys():
    table = session("race")
    first = {choice.action: choice.keys for choice in table.choices}
    assert sorted(first.values()) == list("123456789")
    assert set(table.hand_view(40).places) >= set(first)
    choose(table, table.choices[2].action)
    assert all(first[choice.action] == choice.keys for choice in table.choices)
    assert len(table.choices) == 8


def test_five_cards_program_five_registers_and_then_the_others_are_seen_to_move():
    table = session("race", seed=5)
    for register in range(1, 6):
        assert table.headline().endswith(f"choose the card for register {register}")
        shown = list(table.choose(table.choices[0].action))
        assert bool(shown) == (register == 5)
    assert len(shown) > 20


def test_a_choice_counts_at_once_even_if_nobody_watches_what_comes_of_it():
    table = session("race", "robot_3", seed=5)
    for _ in range(4):
        choose(table, table.choices[0].action)
    made = len(table.recorder.actions)
    next(table.choose(table.choices[0].action))
    assert len(table.recorder.actions) == made + 1
    assert table.headline() == "The game continues …"
    assert not table.choices
    table.replay().verify()


def test_a_choice_that_is_not_legal_changes_nothing():
    table = session("race")
    before = table.episode.states.tobytes()
    with pytest.raises(IllegalActionError):
        table.choose(0)
    assert table.episode.states.tobytes() == before
    assert not table.recorder.actions
    assert table.choices


@each_game
def test_a_game_left_half_way_can_be_replayed(name):
    table = session(name, seed=3)
    for _ in wander(table, 25):
        pass
    replay = table.replay()
    assert replay.players == table.seating.names
    last = replay.verify()
    assert last.states.tobytes() == table.episode.states.tobytes()


def test_a_game_can_be_played_to_its_end():
    table = session("race", max_turns=2)
    for _ in wander(table, 100):
        pass
    assert table.over
    assert table.headline() == "The game has been cut off: you have not won"
    assert "turns: 2" in table.result()
    assert not table.choices
    table.replay().verify()


def test_what_happened_since_the_last_decision_is_told_and_then_is_past():
    table = session("tower_defense")
    told = []
    for _ in wander(table, 30):
        told += table.news
    assert any("takes" in words for words in told)
    past = list(table.news)
    choose(table, table.choices[0].action)
    assert table.earlier[-len(past) :] == past if past else True


@pytest.mark.parametrize("name", WITH_NEWS)
def test_something_is_told_in_every_game_that_has_news(name):
    table = session(name, **({"hostiles": 4.0} if name == "rover" else {}))
    told = list(table.news)
    for _ in wander(table, 60):
        told += table.news
    assert told


def test_what_a_partner_chooses_in_the_open_is_told_in_words():
    table = session("coop_td", "glorbud", "random")
    told = []
    for _ in wander(table, 6):
        told += table.news
    assert any(words.startswith("keith: ") for words in told)


def test_what_opponents_choose_in_secret_is_never_told():
    table = session("race", seed=5)
    for _ in range(4):
        choose(table, table.choices[0].action)
        assert not table.news


def test_agents_of_the_same_kind_do_not_think_alike():
    seated = seats_of("race", None, "random", robots=3)
    assert all(isinstance(player, RandomAgent) for player in seated.players[1:])
    table = session("race", robots=3)
    positions = [player._positions[0] for player in table.seating.players[1:]]
    assert len(set(positions)) == len(positions)


def shown_to(table, seat):
    """All that the person at the seat can see of the table."""
    hand = table.hand_view(24)
    return (
        table.picture(16).tobytes(),
        table.text(),
        table.headline(),
        table.choices,
        table.news,
        hand and hand.pixels.tobytes(),
        hand and dict(hand.places),
        table.figure(16),
        table.spots(16, [choice.action for choice in table.choices]),
    )


@pytest.mark.parametrize("name", [*SECRETIVE, "rover"])
def test_what_a_person_sees_does_not_depend_on_what_the_seat_may_not_know(name):
    table = session(name, **OPTIONS.get(name, {}))
    generator = np.random.default_rng(0)
    changed = 0
    for _ in wander(table, 15):
        before = shown_to(table, table.viewer)
        record = table.shown.states.copy()
        table.game.resample_hidden(table.episode.setup[0], table.shown.s, table.viewer, generator)
        changed += table.shown.states.tobytes() != record.tobytes()
        table._choices = table._legal() if table._choices else ()
        assert shown_to(table, table.viewer) == before
        table.shown.states[:] = record
    assert changed > 10


@pytest.mark.parametrize("name", SECRETIVE)
def test_what_is_shown_while_the_others_play_does_not_depend_on_their_secrets(name):
    table = session(name, seed=5, **OPTIONS.get(name, {}))
    generator = np.random.default_rng(0)
    looked = 0
    while looked < 20 and not table.over:
        for number, episode in enumerate(table.choose(table.choices[-1].action)):
            if number % EVERY:
                continue
            before = shown_to(table, table.viewer)
            record = episode.states.copy()
            table.game.resample_hidden(episode.setup[0], episode.s, table.viewer, generator)
            assert shown_to(table, table.viewer) == before
            episode.states[:] = record
            looked += 1
    assert looked >= 20


@pytest.mark.parametrize("name", SECRETIVE)
def test_news_do_not_depend_on_secrets(name):
    table = session(name, seed=5, **OPTIONS.get(name, {}))
    setup, news = table.episode.setup[0], table.game.human.news
    generator = np.random.default_rng(0)
    told = []
    for _ in range(20):
        before = table.episode.copy()
        choose(table, table.choices[-1].action)
        now = table.episode.copy()
        told += (heard := news(setup, before.s, now.s))
        for episode in (before, now):
            table.game.resample_hidden(setup, episode.s, table.viewer, generator)
        assert news(setup, before.s, now.s) == heard
    assert told


@pytest.mark.parametrize("name", SECRETIVE)
def test_the_hand_that_is_shown_is_that_of_the_viewer(name):
    table = session(name, seed=5)
    while table.episode.s.decision != 0:
        choose(table, table.choices[0].action)
    own = table.hand_view(24).pixels
    hands = table.episode.s.rally.robots["hand"]
    other = (table.viewer + 1) % len(table.episode.agents)
    hands[other] = hands[other][::-1].copy()
    assert np.array_equal(table.hand_view(24).pixels, own)
    hands[table.viewer] = hands[table.viewer][::-1].copy()
    assert not np.array_equal(table.hand_view(24).pixels, own)


@pytest.mark.parametrize("name", SECRETIVE)
def test_every_question_of_a_rally_has_words(name):
    text = importlib.import_module(f"cogarena.envs.{name}.text")
    known = QUESTIONS | getattr(text, "QUESTIONS", {})
    assert all(decision in known for decision in registry.load(name).decisions)


def test_choices_are_numbered_and_a_number_that_begins_another_waits_for_enter():
    keys = numbered(range(12), {})
    assert keys[0] == "1\n"
    assert keys[1] == "2"
    assert keys[11] == "12"


def test_numbers_keep_clear_of_the_keys_that_a_game_gives():
    keys = numbered([5, 6, 7, 8], {5: "1", 6: "2x"})
    assert keys == {5: "1", 6: "2x", 7: "3", 8: "4"}
