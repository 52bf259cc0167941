"""Events, choices and results in words, for people to read."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.envs.core.episode import Episode

YES_OR_NO = {True: "yes", False: "no"}


def words(value: Any) -> str:
    """Any value of a game's events, settings or result."""
    if isinstance(value, bool | np.bool_):
        return YES_OR_NO[bool(value)]
    if isinstance(value, float | np.floating):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {words(member)}" for name, member in value.items())
    if isinstance(value, list | tuple | np.ndarray):
        return ", ".join(words(member) for member in value) or "none"
    return str(value)


def choice_words(episode: Episode, action: int) -> str:
    """What is chosen; a plain yes or no together with the kind of decision it answers."""
    game, s = episode.game, episode.s
    text = game.action_text(episode.setup[0], s, action)
    if " " in text or len(game.decisions) == 1:
        return text
    return f"{game.decisions(s.decision).name.replace('_', ' ').lower()}: {text}"


def event_words(event: Mapping[str, Any]) -> str:
    """An event such as {"event": "killed", "robot": "red_1", "by": ["blue_0"]} as a line."""
    name = words(event.get("event", "event")).replace("_", " ")
    rest = ", ".join(
        _named(key, words(value)) for key, value in event.items() if key != "event" and value != []
    )
    return f"{name}: {rest}" if rest else name


def _named(key: str, value: str) -> str:
    """A fact with its name, unless the fact begins with it, as "tower space 3" of a tower does."""
    return value if value.startswith(f"{key} ") else f"{key} {value}"


def result_table(final_info: Mapping[str, Any], agents: Sequence[str]) -> dict[str, Any]:
    """The result of an episode: columns with a value for each agent, and the other facts."""
    columns: dict[str, list[str]] = {}
    facts: list[tuple[str, str]] = []
    for name, value in final_info.items():
        members = _by_agent(value, agents)
        if members is None:
            facts.append((name, words(value)))
        elif all(isinstance(member, Mapping) for member in members):
            for key in members[0]:
                columns[key] = [words(member.get(key, "")) for member in members]
        else:
            columns[name] = [words(member) for member in members]
    return {"columns": list(columns.items()), "facts": facts}


def _by_agent(value: Any, agents: Sequence[str]) -> list[Any] | None:
    """The members of a value that has one for each agent."""
    if isinstance(value, Mapping) and set(value) == set(agents):
        return [value[agent] for agent in agents]
    if isinstance(value, list | tuple | np.ndarray) and len(value) == len(agents):
        return list(value)
    return None


def result_lines(final_info: Mapping[str, Any], agents: Sequence[str]) -> list[str]:
    """The result of an episode, line by line."""
    lines: list[str] = []
    for name, value in final_info.items():
        if isinstance(value, Mapping) and any(isinstance(v, Mapping) for v in value.values()):
            lines += [f"{part}: {words(facts)}" for part, facts in value.items()]
        else:
            lines.append(f"{name}: {_with_names(value, agents)}")
    return lines


def _with_names(value: Any, agents: Sequence[str]) -> str:
    """A value in words; if it is a list with one member for each seat, with the seats' names."""
    if not isinstance(value, list) or len(value) != len(agents):
        return words(value)
    if all(isinstance(part, bool) for part in value):
        return ", ".join(a for a, part in zip(agents, value, strict=True) if part) or "nobody"
    return ", ".join(f"{a} {words(part)}" for a, part in zip(agents, value, strict=True))


def choice_texts(episode: Episode, actions: Sequence[int]) -> tuple[str, ...]:
    """Actions of the seat to act as sentences that answer what it is asked."""
    text = episode.game.human.wording or episode.game.action_text
    return tuple(text(episode.setup[0], episode.s, action) for action in actions)
