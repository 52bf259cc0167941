"""Games as text for language models: what texts must tell, what never, and how answers are read."""

import copy
import pickle
import re
import zlib

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cogarena.agents.match import choose
from cogarena.agents.registry import find
from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import (
    ActionRangeError,
    ActionTypeError,
    EpisodeOverError,
    IllegalActionError,
    SettingError,
    UnknownArgumentError,
)
from cogarena.wrappers.narration import ANSWERS, Narrator, choice_texts, understood
from cogarena.wrappers.text import TextEnv, text_env
from support.roster import GAMES, short

OWN = registry.own_names()
COMPETITIVE = [name for name in OWN if not registry.spec(name).single_agent]
EXAMPLES = [(name, i) for name in OWN for i in range(len(registry.load(name).examples))]
WANDERED = 120  # decisions of each example
CHOICES = ("wait", "move north", "use Gas Laser 1 north")
NUMBERED = re.compile(r"^(\d+)\. (.+)$")


def alone(name, **settings):
    """The Gymnasium environment of a game, in the first seat if it is competitive."""
    against = {} if registry.load(name).shared_reward else {"opponents": "random"}
    return TextEnv(name, **against, **{**short(name), **settings})


def listed(text):
    """The legal actions, as a model reads them."""
    lines = text.split(ANSWERS)[1].strip().splitlines()
    found = [NUMBERED.match(line) for line in lines]
    assert [int(match[1]) for match in found] == list(range(1, len(found) + 1))
    return [match[2] for match in found]


def fake_model(text):
    """Answers by what it reads alone: with the sentence of a line, or its number as a string."""
    sentences, hashed = listed(text), zlib.crc32(text.encode())
    chosen = hashed % len(sentences)
    return sentences[chosen] if hashed & 1 else str(chosen + 1)


def played(env):
    """All texts and rewards of an episode of the fake model."""
    text, _ = env.reset(seed=3)
    told, rewards, over = [text], [], False
    while not over:
        text, reward, terminated, truncated, _ = env.step(fake_model(text))
        over = terminated or truncated
        told.append(text)
        rewards.append(reward)
    return told, rewards


@pytest.mark.parametrize("name", OWN)
def test_a_whole_game_is_played_from_the_text_alone(name):
    told, rewards = played(alone(name))
    assert (told, rewards) == played(alone(name))
    assert len(rewards) >= 3
    assert "The game is over." in told[-1]


@pytest.mark.parametrize("name", OWN)
def test_all_seats_play_a_whole_game_from_the_text_alone(name):
    env = text_env(name, **short(name))
    env.reset(seed=3)
    asked = set()
    for agent in env.agent_iter(5000):
        text, _, terminated, truncated, info = env.last()
        assert text.startswith(f"You are {agent} in ")
        if terminated or truncated:
            env.step(None)
            continue
        asked.add(agent)
        assert info == {"agent": agent, "choices": tuple(listed(text))}
        env.step(fake_model(text))
    assert asked == set(env.possible_agents)
    assert not env.agents


@pytest.mark.parametrize("name", ["coop_td", "rover"])
def test_answers_are_the_actions_of_the_game(name):
    env, episode = alone(name), Episode(registry.load(name), short(name))
    text, _ = env.reset(seed=3)
    episode.reset(3)
    while not episode.over:
        answer = fake_model(text)
        place = understood(listed(text), answer)
        text, reward, *_ = env.step(answer)
        episode.act(int(np.flatnonzero(episode.mask)[place]))
        assert env.episode.states.tobytes() == episode.states.tobytes()
        assert reward == episode.rewards[0]


@pytest.mark.parametrize("name", COMPETITIVE)
def test_a_seat_against_opponents_earns_what_its_seat_earns(name):
    env = TextEnv(name, seat="random", opponents="random", **short(name))
    earned = 0.0
    step = env.narrator.act

    def act(action):
        nonlocal earned
        step(action)
        earned += float(env.episode.rewards[env.seat])

    env.narrator.act = act
    told, rewards = played(env)
    assert sum(rewards) == pytest.approx(earned)
    assert told[0].startswith(f"You are {env.episode.agents[env.seat]} in ")


def test_a_seat_may_be_named_and_its_outcome_is_its_own():
    env = TextEnv("race", seat="robot_2", opponents="random", max_turns=1)
    text, _ = env.reset(seed=1)
    assert text.startswith("You are robot_2 in Race")
    over = False
    while not over:
        text, _, terminated, truncated, info = env.step(1)
        over = terminated or truncated
    assert info["won"] is False


@pytest.mark.parametrize(("name", "number"), EXAMPLES)
@pytest.mark.parametrize("player", ["random", "scripted"])
def test_every_legal_action_is_named_uniquely(name, number, player):
    game = registry.load(name)
    settings = game.examples[number]
    for texts in wandered(game, settings, player):
        plain = {" ".join(text.split()).casefold() for text in texts}
        assert len(plain) == len(texts), sorted(texts)
        assert not any(text.isdigit() or "\n" in text for text in texts)


def wandered(game, settings, player):
    """The sentences of the legal actions, decision by decision."""
    episode, agent = Episode(game, settings), find(player, game, settings)
    rows = np.zeros(1, np.int64)
    episode.reset(11)
    agent.begin(rows, np.array([11], np.uint64))
    for _ in range(WANDERED):
        if episode.over:
            return
        legal = np.flatnonzero(episode.mask)
        yield choice_texts(episode, legal.tolist())
        yield tuple(
            game.action_text(episode.setup[0], episode.s, action) for action in legal.tolist()
        )
        episode.act(chosen(agent, rows, episode))


def chosen(agent, rows, episode):
    """What a player does in an episode."""
    seen, legal = episode.observation[None], episode.mask[None]
    return int(choose(agent, rows, episode.states, seen, legal)[0])


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_is_told_does_not_depend_on_what_it_may_not_know(name):
    game = registry.load(name)
    settings = game.examples[-1 if name == "rover" else min(1, len(game.examples) - 1)]
    episode = Episode(game, settings)
    episode.reset(4)
    narrator, generator = Narrator(episode), np.random.default_rng(0)
    narrator.begin()
    for number in range(60):
        if episode.over:
            break
        if number % 3 == 0:
            for seat in range(len(episode.agents)):
                before, record = narrator.text(seat), episode.states.copy()
                game.resample_hidden(episode.setup[0], episode.s, seat, generator)
                narrator._choices = None
                assert narrator.text(seat) == before
                episode.states[:] = record
        narrator.act(int(generator.choice(np.flatnonzero(episode.mask))))


def test_a_text_tells_the_task_the_state_the_news_and_what_things_do():
    env = TextEnv("race", seat="robot_2", opponents="random", options=2)
    env.reset(seed=1)
    text, *_ = env.step(1)
    for part in (
        "Task: Touch all 2 flags in order",
        "- you chose: program ",
        "robot_1: at 6, 14, 0 of 2 flags",
        "your program: 1 ",
        "flags: 1 at 8, 6 · 2 at 3, 1",
        "You are asked: choose the card for register 2",
        "What is what:",
        "robot and its facing",
    ):
        assert part in text
    held = env.episode.s.rally.robots[2].options
    assert held


def test_options_in_play_are_explained():
    env = TextEnv("race", seat="robot_0", opponents="random", options=3)
    text, _ = env.reset(seed=1)
    names = re.findall(r"options: (.+)", text)
    options = {name for line in names for name in line.split(", ")}
    assert len(options) == 12
    assert all(f"- {name}: " in text for name in options)


def test_a_seat_hears_what_happened_since_its_own_last_decision():
    env = text_env("coop_td", max_rounds=3)
    env.reset(seed=1)
    first = env.agent_selection
    while env.agent_selection == first:
        env.step(1)
    text = env.observe(env.agent_selection)
    assert text.count(f"- {first} chose: pass") == 2
    assert f"- {first} chose: pass" in env.observe(first)


def test_a_seat_that_is_not_asked_is_told_so_and_has_no_choices():
    env = text_env("race", max_turns=1)
    env.reset(seed=1)
    text = env.observe("robot_1")
    assert text.endswith("You are not asked now: robot_0 acts.")
    assert ANSWERS not in text


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        (1, 0), (np.int64(3), 2), ("2", 1), (" 2 ", 1), ("wait", 0), ("Move  North", 1),
        ("3. use Gas Laser 1 north", 2),
    ],
)  # fmt: skip
def test_an_answer_is_a_number_or_the_text_of_a_line(answer, place):
    assert understood(CHOICES, answer) == place


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (0, ActionRangeError), (4, ActionRangeError), ("4", ActionRangeError),
        (-1, ActionRangeError), ("move", IllegalActionError), ("", IllegalActionError),
        ("2. wait", IllegalActionError), ("I choose 2", IllegalActionError),
        ("2.5", IllegalActionError), ("²", IllegalActionError), (1.0, ActionTypeError),
        (True, ActionTypeError), (None, ActionTypeError), (["wait"], ActionTypeError),
    ],
)  # fmt: skip
def test_any_other_answer_is_refused_in_one_line(answer, error):
    with pytest.raises(error) as told:
        understood(CHOICES, answer)
    assert "\n" not in str(told.value)
    if error is not ActionTypeError:
        assert "a number from 1 to 3, or with the text: 1. wait; 2. move north;" in str(told.value)


def test_a_refused_answer_changes_nothing():
    env = TextEnv("rover")
    text, _ = env.reset(seed=1)
    before = env.episode.state_bytes()
    with pytest.raises(IllegalActionError, match="'fly' is none of the legal actions: answer with"):
        env.step("fly")
    assert env.episode.state_bytes() == before
    assert env.narrator.text(0) == text


def test_answers_before_the_first_reset_and_after_the_end_are_refused():
    env = TextEnv("rover", max_turns=1)
    for _ in range(2):
        with pytest.raises(EpisodeOverError, match="reset"):
            env.step(1)
        env.reset(seed=1)
        env.step("wait")


def test_unknown_arguments_and_missing_opponents_are_refused():
    with pytest.raises(UnknownArgumentError, match=r"'planet'.*Did you mean 'planets'"):
        TextEnv("rover", planet=1)
    with pytest.raises(UnknownArgumentError, match="'observation'"):
        text_env("race", observation="dict")
    with pytest.raises(SettingError, match="needs opponents"):
        TextEnv("race", seat="robot_1")
    with pytest.raises(SettingError, match="competitive"):
        TextEnv("race")


def test_without_a_seed_the_next_episode_of_the_chain_begins():
    env, episode = TextEnv("rover"), Episode(registry.load("rover"))
    env.reset(seed=1)
    env.reset()
    episode.reset(1)
    episode.reset_next()
    assert env.episode.seed == episode.seed


def test_the_spaces_hold_texts_and_answers():
    env = TextEnv("rover")
    text, _ = env.reset(seed=1)
    assert env.observation_space.contains(text)
    assert not env.observation_space.contains(3)
    assert all(env.action_space.contains(answer) for answer in (1, "1", "wait", "1. wait"))
    assert not any(env.action_space.contains(answer) for answer in (0, 999, "fly", 1.5, None))
    env.action_space.seed(0)
    assert {int(env.action_space.sample()) for _ in range(200)} == set(
        range(1, len(listed(text)) + 1)
    )


@pytest.mark.parametrize("name", ["rover", "race"])
def test_gymnasium_checks_the_environment(name):
    check_env(alone(name), skip_render_check=True)


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_like_the_original(twin_of):
    for name in ("coop_td", "race"):
        env = alone(name)
        env.reset(seed=1)
        text, *_ = env.step(1)
        twin = twin_of(env)
        assert twin.narrator.text(twin.episode.to_act) == text
        assert twin.step(2)[0] == env.step(2)[0]
        assert twin.action_space.contains(1)


def test_a_restored_game_goes_on_and_has_forgotten_the_news():
    env = text_env("coop_td", **short("coop_td"))
    env.reset(seed=1)
    env.step(1)
    saved, agent = env.unwrapped.state_bytes(), env.agent_selection
    env.step(1)
    env.unwrapped.restore(saved)
    assert env.agent_selection == agent
    assert "Since your last decision" not in env.observe(agent)
    env.step(1)
