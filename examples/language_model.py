"""A language model plays a game of Cogarena, which it reads as text.

    python examples/language_model.py                # a rover, played by a fake model
    python examples/language_model.py race           # robot_0, against random opponents
    python examples/language_model.py moba --all     # every seat, each by its own text

Put a real model into `real_model` and add `--real`. `--show` prints what it reads and answers.
"""

import argparse
import re
import zlib
from collections.abc import Callable
from typing import Any

from cogarena.envs.core.errors import CogarenaError
from cogarena.envs.core.registry import load
from cogarena.wrappers.text import TextEnv, text_env

TRIES = 3  # answers that are read before the first legal action is taken
INSTRUCTIONS = "Reply with the number of one legal action, and nothing else."
PREFERRED = ("Move 3", "Move 2", "build", "fire", "throw", "move", "launch")

Model = Callable[[str], str]


def real_model(prompt: str) -> str:
    """The place of a model of your own, such as one behind an API."""
    # reply = client.messages.create(model=…, system=INSTRUCTIONS, max_tokens=10,
    #                                messages=[{"role": "user", "content": prompt}])
    # return reply.content[0].text
    raise NotImplementedError("put a call of your model into real_model()")


def fake_model(prompt: str) -> str:
    """Reads the numbered lines and takes one that sounds like progress."""
    lines = re.findall(r"^(\d+)\. (.+)$", prompt, re.MULTILINE)
    good = [line for line in lines if any(words in line[1] for words in PREFERRED)] or lines
    number: str = good[zlib.crc32(prompt.encode()) % len(good)][0]
    return number


def answered(model: Model, text: str, act: Callable[[str], Any], show: bool) -> Any:
    """Ask the model until an answer is accepted; it is told what was wrong with the others."""
    prompt = text
    for _ in range(TRIES):
        reply = model(prompt).strip()
        if show:
            print(f"{prompt}\n>>> {reply}\n")
        try:
            return act(reply)
        except CogarenaError as wrong:  # nothing has changed
            prompt = f"{text}\n\nYour answer was refused: {wrong}"
    return act("1")


def play_seat(model: Model, game: str, settings: dict[str, Any], show: bool) -> dict[str, Any]:
    """One episode in the first seat, or in all seats where they share their reward."""
    against = {} if load(game).shared_reward else {"opponents": "random"}
    env = TextEnv(game, **against, **settings)
    text, info = env.reset(seed=1)
    earned, over = 0.0, False
    while not over:
        text, reward, terminated, truncated, info = answered(model, text, env.step, show)
        earned, over = earned + reward, terminated or truncated
    return {"return": earned} | info


def play_all(model: Model, game: str, settings: dict[str, Any], show: bool) -> dict[str, Any]:
    """One episode in which the model plays every seat."""
    env = text_env(game, **settings)
    env.reset(seed=1)
    info: dict[str, Any] = {}
    for _ in env.agent_iter():
        text, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            answered(model, text, env.step, show)
    return info


def main() -> None:
    """Play one short episode and print its result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="rover")
    for flag in ("--all", "--real", "--show"):
        parser.add_argument(flag, action="store_true")
    given = parser.parse_args()
    model = real_model if given.real else fake_model
    play = play_all if given.all else play_seat
    result = play(model, given.game, dict(load(given.game).short), given.show)
    print(", ".join(f"{name}: {value}" for name, value in result.items() if name != "events"))


if __name__ == "__main__":
    main()
