"""Choosing: keys, clicks and arrows narrow the choices down to one."""

from collections.abc import Callable, Collection, Sequence

from cogarena.envs.core.human import ENTER
from cogarena.wrappers.play.session import Choice


class Picker:
    """What a person has typed, clicked and marked so far."""

    def __init__(
        self, choices: Sequence[Choice] = (), reason: Callable[[str], str] = lambda keys: ""
    ) -> None:
        self.choices = tuple(choices)
        self._reason = reason  # why keys match no choice
        self.typed = ""
        self.message = ""
        self.marked: int | None = None  # an action
        self._clicked: frozenset[int] | None = None  # the actions of what was clicked

    @property
    def open(self) -> tuple[Choice, ...]:
        """The choices that match what was typed and clicked."""
        return tuple(
            choice
            for choice in self.choices
            if choice.keys.startswith(self.typed)
            and (self._clicked is None or choice.action in self._clicked)
        )

    @property
    def narrowed(self) -> bool:
        """Something was typed or clicked that narrows the choices."""
        return bool(self.typed) or self._clicked is not None

    def press(self, key: str) -> int | None:
        """A key was pressed; the action it completes, if any.

        A key that does not fit replaces as many of the last keys as necessary.
        """
        if key == ENTER and self.marked is not None:
            return self._taken(self.marked)
        fewest = len(self.typed) if key == ENTER else 0
        for kept in range(len(self.typed), fewest - 1, -1):
            typed = self.typed[:kept] + key
            fitting = [choice for choice in self.choices if choice.keys.startswith(typed)]
            if fitting:
                return self._narrow(typed, fitting)
        left = self.open
        if key == ENTER and self.narrowed and len(left) == 1:
            return self._taken(left[0].action)
        self.message = self._reason(key) or _refusal(key, self.typed, left)
        return None

    def _narrow(self, typed: str, fitting: list[Choice]) -> int | None:
        self.clear()
        for choice in fitting:
            if choice.keys == typed:
                return self._taken(choice.action)
        self.typed = typed
        if len(fitting) == 1:
            self.marked = fitting[0].action
            self.message = f"Enter: {fitting[0].words}"
        else:
            self.message = f"{_shown(typed)} …"
        return None

    def click(self, actions: Collection[int]) -> int | None:
        """Something with these actions was clicked; the action, if there is only one choice."""
        left = {choice.action for choice in self.open}
        fitting = left & set(actions) or {choice.action for choice in self.choices} & set(actions)
        if len(fitting) == 1:
            return self._taken(fitting.pop())
        if fitting:
            self.clear()
            self._clicked = frozenset(fitting)
            self.message = f"{len(fitting)} choices: which one?"
        return None

    def move(self, steps: int) -> None:
        """Move the mark down by this number of choices, or up if negative."""
        actions = [choice.action for choice in self.open]
        if not actions:
            return
        beyond = -1 if steps > 0 else len(actions)  # the first step marks one of the ends
        place = actions.index(self.marked) if self.marked in actions else beyond
        self.marked = actions[min(max(place + steps, 0), len(actions) - 1)]

    def clear(self) -> None:
        """Forget what was typed, clicked and marked."""
        self.typed, self.message, self.marked, self._clicked = "", "", None, None

    def _taken(self, action: int) -> int:
        self.clear()
        return action


def _shown(keys: str) -> str:
    """Keys as printed on a keyboard."""
    return " ".join("Enter" if key == ENTER else key.upper() for key in keys)


def key_label(choice: Choice) -> str:
    """The keys of a choice in words."""
    return _shown(choice.keys)


def _refusal(key: str, typed: str, left: Sequence[Choice]) -> str:
    """Why a key does nothing."""
    if key == ENTER and len(left) > 1 and typed:
        wanted = sorted({choice.keys[len(typed) : len(typed) + 1] for choice in left})
        return f"{_shown(typed)}: continue with {', '.join(_shown(keys) for keys in wanted)}"
    return f"{_shown(typed + key)} does nothing now"


def by_words(choices: Sequence[Choice], words: str) -> list[Choice]:
    """The choices that begin with some words, or the one that equals them."""
    wanted = " ".join(words.lower().split())
    found = [choice for choice in choices if choice.words.lower().startswith(wanted)]
    exact = [choice for choice in found if choice.words.lower() == wanted]
    return exact or found
