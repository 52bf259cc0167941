"""Games in words: what a seat is told, and events, choices and results as text for people.

A seat is told its task, the state as it may know it, the news and its choices.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode, whole
from cogarena.envs.core.errors import ActionRangeError, EpisodeOverError, IllegalActionError

MOST_NEWS = 500  # lines that are kept for a seat; only one that is out of the game gets so many
ANSWERS = "Legal actions (answer with a number, or with the text of a line):"
YES_OR_NO = {True: "yes", False: "no"}


class Narrator:
    """Tells every seat of an episode what it may know, and what happened since its last decision.

    Nothing is told that the seat may not know: boards and news are public, hands are the seat's.
    """

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.heard: list[list[str]] = [[] for _ in episode.agents]  # by seat
        self._choices: tuple[str, ...] | None = None

    def begin(self) -> None:
        """An episode has begun, or was restored: nobody has heard anything."""
        self.heard = [[] for _ in self.episode.agents]
        self._choices = None
        self._tell(self._news(self.episode))

    def act(self, action: int) -> None:
        """Apply a legal action of the game, and tell what happens."""
        before = self.episode.copy()
        self.episode.act(action)
        self.hear(before, action)

    def hear(self, before: Episode, action: int) -> None:
        """The action has been applied in the state `before`: what happened is told."""
        self._choices = None
        seat, human = before.to_act, before.game.human
        text = choice_texts(before, [action])[0]
        self.heard[seat] = []
        if human.open_choices:
            self._tell([f"{before.agent} chose: {text}"])
        else:
            self.heard[seat].append(f"you chose: {text}")
        self._tell(self._news(before))

    def _news(self, before: Episode) -> list[str]:
        game = self.episode.game
        return game.human.news(self.episode.setup[0], before.s, self.episode.s)

    def _tell(self, lines: Sequence[str]) -> None:
        self.heard = [(heard + list(lines))[-MOST_NEWS:] for heard in self.heard]

    @property
    def choices(self) -> tuple[str, ...]:
        """The legal actions of the seat to act, as sentences; none after the end."""
        if self._choices is None:
            self._choices = choice_texts(self.episode, self._legal())
        return self._choices

    def _legal(self) -> list[int]:
        legal: list[int] = self.episode.mask.nonzero()[0].tolist()
        return legal

    def action(self, answer: Any) -> int:
        """The action of the game that an answer means, or an error that lists what is right."""
        episode = self.episode
        if episode.seed is None or episode.over:
            episode.checked(answer)  # refuses
            raise EpisodeOverError("no decision is open: reset first")
        return self._legal()[understood(self.choices, answer)]

    def text(self, seat: int) -> str:
        """All that the seat is told now."""
        return "\n".join(self._lines(seat))

    def _lines(self, seat: int) -> Iterator[str]:
        """The parts in order: who and what for, what happened, the state, what is asked."""
        episode = self.episode
        setup, s, human = episode.setup[0], episode.s, episode.game.human
        yield f"You are {episode.agents[seat]} in {title(episode)}."
        if task := human.task(setup):
            yield f"Task: {task}"
        yield from part("Since your last decision:", self.heard[seat])
        yield "\nThe state:"
        yield (
            episode.game.ansi(setup, s)
            if human.panels is None
            else (human.panels(setup, s, seat).text())
        )
        yield from filter(None, (human.held(setup, s, seat), *human.details(setup, s, seat)))
        pieces = episode.game.layout.split(episode.view(seat)[1])
        yield from human.computed(setup, s, seat, pieces)
        yield from score_lines(episode)
        yield from part("What is what:", human.notes(setup, s, seat))
        yield from self._asked(seat)

    def _asked(self, seat: int) -> Iterator[str]:
        """The question and the choices, or why there are none."""
        episode = self.episode
        if episode.over:
            yield "\nThe game is over."
            yield from result_lines(episode.final_info(), episode.agents)
        elif seat != episode.to_act:
            yield f"\nYou are not asked now: {episode.agent} acts."
        else:
            question = episode.game.human.question(episode.setup[0], episode.s)
            yield f"\nYou are asked: {question}"
            yield ANSWERS
            yield from (f"{i}. {text}" for i, text in enumerate(self.choices, 1))


def title(episode: Episode) -> str:
    """The printed name of the game."""
    name = episode.game.name
    return registry.spec(name).title if name in registry.names() else name


def part(heading: str, lines: Sequence[str]) -> list[str]:
    """A heading and its lines, or nothing."""
    return [f"\n{heading}", *(f"- {line}" for line in lines)] if lines else []


def score_lines(episode: Episode) -> list[str]:
    """The score of each seat, or of all together if they share it."""
    scores, score = episode.score(), episode.game.score
    if scores is None or score is None:
        return []
    if episode.game.shared_reward:
        return [f"score ({score.name}): {words(scores[0])}"]
    told = ", ".join(f"{a} {words(n)}" for a, n in zip(episode.agents, scores, strict=True))
    return [f"score ({score.name}): {told}"]


def understood(choices: Sequence[str], answer: Any) -> int:
    """Which of the choices an answer means: its number from 1, or its text.

    A text may be the number, the sentence, or the whole line `3. the sentence`; capitals and spaces
    around it do not matter.
    """
    if not isinstance(answer, str):
        return in_range(choices, whole(answer))
    said = " ".join(answer.split()).casefold()
    if said.isascii() and said.isdigit():
        return in_range(choices, int(said))
    for i, choice in enumerate(choices):
        if said in (choice.casefold(), f"{i + 1}. {choice}".casefold()):
            return i
    raise IllegalActionError(f"{answer!r} is none of the legal actions: {listed(choices)}")


def in_range(choices: Sequence[str], number: int) -> int:
    """The place of a choice, given its number from 1."""
    if not 1 <= number <= len(choices):
        raise ActionRangeError(f"{number} is none of the legal actions: {listed(choices)}")
    return number - 1


def listed(choices: Sequence[str]) -> str:
    """What would be right, in one line."""
    lines = "; ".join(f"{i}. {choice}" for i, choice in enumerate(choices, 1))
    return f"answer with a number from 1 to {len(choices)}, or with the text: {lines}"


# Events, choices and results in words.


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
