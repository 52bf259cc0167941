"""The screen of a terminal: a state, what has happened and the choices, arranged for its size.

Nothing here writes to a terminal: `arranged` gives lines of text, each with its style.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from textwrap import wrap

from cogarena.envs.core.human import ENTER, Panels
from cogarena.wrappers.play.picker import Picker, key_label
from cogarena.wrappers.play.session import Choice, Session

SMALLEST = 40, 12  # columns and rows; below this only a request for more is shown
BESIDE = 38  # columns: facts stand beside the board if they get so many
BESIDE_STRETCHED = 52
GAP = "  "
SHARE = 6  # choices and news get this share of the lines each, or a little more
LEAST_LINES = 2
FIXED = 3  # lines for the title, the prompt and the help
LONG = 1000  # lines of a screen that has room for everything
APART = " · "
MORE = "…"
HELP = "? help · Q leaves"


class Style(IntEnum):
    """How a line is shown."""

    PLAIN = 0
    TITLE = 1
    FAINT = 2
    ALERT = 3


Line = tuple[str, Style]
Size = tuple[int, int]  # columns, rows


@dataclass
class View:
    """What a person has moved: the board under its window, and the page of help."""

    down: int = 0  # lines
    right: int = 0  # columns
    page: int = 0  # the first line of the help that is shown
    helping: bool = False


def arranged(session: Session, picker: Picker, view: View, size: Size) -> list[Line]:
    """As many lines as the screen has, at most as wide."""
    columns, rows = size
    if columns < SMALLEST[0] or rows < SMALLEST[1]:
        few = f"{columns}×{rows} is too small: enlarge the terminal to 80×24"
        return clipped([(few, Style.ALERT)], size)
    lines = helping(session, view, size) if view.helping else playing(session, picker, view, size)
    return clipped(lines, size)


def clipped(lines: Iterable[Line], size: Size) -> list[Line]:
    """The lines cut to the size of the screen."""
    columns, rows = size
    return [(cut(text, columns), style) for text, style in lines][: max(rows, 0)]


def cut(text: str, columns: int) -> str:
    """A text that is too long ends with a sign of it."""
    return text if len(text) <= columns else text[: max(columns - 1, 0)] + MORE[: max(columns, 0)]


def playing(session: Session, picker: Picker, view: View, size: Size) -> list[Line]:
    """Title, board and facts, news, choices, the prompt and the help line."""
    columns, rows = size
    panels = session.panels()
    room = rows - FIXED
    share = max(LEAST_LINES, room // SHARE)
    free = room - len(body_lines(panels, View(), (columns, LONG)))
    news = newest([f"* {words}" for words in session.news], columns, max(share, free // 2))
    most = max(share, free - len(news))
    choices = shortened(choice_lines(picker, columns), most, columns)
    body = columns, room - len(news) - len(choices)
    shown = body_lines(panels, view, body)
    shown += [""] * (body[1] - len(shown))
    return [
        (panels.title, Style.TITLE),
        *((text, Style.PLAIN) for text in shown),
        *((text, Style.FAINT) for text in news),
        *((text, Style.PLAIN) for text in choices),
        (prompt(session, picker), Style.ALERT),
        (APART.join(filter(None, (HELP, session.game.human.keys_help))), Style.FAINT),
    ]


def prompt(session: Session, picker: Picker) -> str:
    """What the person has done or is asked, or the end of the game."""
    if session.over:
        return f"{session.headline()}. Q leaves"
    return picker.message or session.headline()


def body_lines(panels: Panels, view: View, size: Size) -> list[str]:
    """The board with the facts beside or below it, in at most so many lines."""
    columns, rows = size
    board = list(panels.board)
    width = max(map(len, board), default=0)
    if panels.squares and 2 * width - 1 + len(GAP) + BESIDE_STRETCHED <= columns:
        board, width = [" ".join(line) for line in board], 2 * width - 1
    if width + len(GAP) + BESIDE <= columns and len(board) <= rows:
        return beside(board, width, panels.facts, size)
    return below(board, panels, view, size)


def beside(board: Sequence[str], width: int, facts: Sequence[str], size: Size) -> list[str]:
    """Facts beside the board as long as it has lines, the others below it."""
    columns, rows = size
    right: list[str] = []
    left = list(facts)
    while left:
        lines = indented(left[0], columns - width - len(GAP))
        if len(right) + len(lines) > len(board):
            break
        right += lines
        left.pop(0)
    right += [""] * (len(board) - len(right))
    upper = [f"{line:<{width}}{GAP}{fact}" for line, fact in zip(board, right, strict=True)]
    lower = [line for fact in left for line in indented(fact, columns)]
    return [*upper, *shortened(lower, rows - len(upper), columns)]


def below(board: Sequence[str], panels: Panels, view: View, size: Size) -> list[str]:
    """A part of the board around its focus, and the facts below it."""
    columns, rows = size
    facts = [line for fact in panels.facts for line in indented(fact, columns)]
    facts = shortened(facts, max(rows // 2, rows - len(board)), columns)
    height = rows - len(facts)
    width = max(map(len, board), default=0)
    line, column = panels.focus
    view.down = limited(view.down, line - height // 2, len(board) - height)
    view.right = limited(view.right, column - columns // 2, width - columns)
    top = held_inside(line - height // 2 + view.down, len(board) - height)
    start = held_inside(column - columns // 2 + view.right, width - columns)
    window = [row[start : start + columns] for row in board[top : top + height]]
    return [*window, *facts]


def held_inside(offset: int, most: int) -> int:
    """The offset of a window inside something longer."""
    return max(0, min(offset, most))


def limited(moved: int, offset: int, most: int) -> int:
    """How far a window was moved, without what would lead it beyond the end."""
    return held_inside(offset + moved, most) - held_inside(offset, most) if most > 0 else 0


def choice_lines(picker: Picker, columns: int) -> list[str]:
    """The choices that are open, each with its keys, side by side."""
    return packed([choice_text(choice, picker.typed) for choice in picker.open], columns)


def choice_text(choice: Choice, typed: str) -> str:
    """A choice with the keys that are still to be pressed."""
    rest = Choice(choice.action, choice.words, choice.keys.removeprefix(typed))
    return f"{key_label(rest) or 'Enter'} {choice.words}"


def packed(entries: Iterable[str], columns: int) -> list[str]:
    """Entries in as few lines as they fit."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(APART) + len(entry) <= columns:
            lines[-1] += APART + entry
        else:
            lines.append(entry)
    return lines


def indented(text: str, columns: int) -> list[str]:
    """A text in lines; those after the first are indented."""
    return wrap(text, columns, subsequent_indent=GAP) or [""]


def shortened(lines: Sequence[str], most: int, columns: int) -> list[str]:
    """The first lines, and how many there are more."""
    if len(lines) <= most:
        return list(lines)
    kept = list(lines[: max(most, 0)])
    if kept:
        left = len(lines) - len(kept)
        rest = f" {MORE} {left} more line{'s' * (left > 1)}: ?"
        kept[-1] = kept[-1][: columns - len(rest)] + rest
    return kept


def newest(lines: Sequence[str], columns: int, most: int) -> list[str]:
    """The last lines, after how many came before."""
    wrapped = [part for line in lines for part in indented(line, columns)]
    if len(wrapped) <= most:
        return wrapped
    return [f"{MORE} {len(wrapped) - most + 1} lines before: ?", *wrapped[-most + 1 :]]


def helping(session: Session, view: View, size: Size) -> list[Line]:
    """A page of all that there is to know."""
    columns, rows = size
    lines = [line for text in help_text(session) for line in indented(text, columns)]
    view.page = held_inside(view.page, len(lines) - rows + 1)
    page = lines[view.page : view.page + rows - 1]
    upto = min(view.page + rows - 1, len(lines))
    foot = f"lines {view.page + 1} to {upto} of {len(lines)} · ↑ ↓ PgUp PgDn · any other key: back"
    return [*((text, Style.PLAIN) for text in page), *[("", Style.PLAIN)] * (rows - 1 - len(page)),
            (foot, Style.FAINT)]  # fmt: skip


def help_text(session: Session) -> list[str]:
    """Keys, choices, news, the whole state, and what things are."""
    human, panels = session.game.human, session.panels()
    parts = {
        "The task": [session.task()],
        "Keys": [human.keys_help, "Enter confirms · Esc forgets what was typed · arrows: the "
                 "direction keys, or move the board · Q leaves, and saves the replay"],
        "Choices": [f"{key_label(c) or 'Enter':>9}  {c.words}" for c in session.choices],
        "What happened": [*session.earlier, *session.news],
        "How things stand": [panels.title, *panels.facts],
        "Signs of the board": list(panels.legend),
        "More": session.details(),
        "What is what": session.notes(),
    }  # fmt: skip
    found: list[str] = []
    for title, lines in parts.items():
        told = [line for line in lines if line]
        if told:
            found += [f"── {title} ──", *told, ""]
    return found


def is_awaited(picker: Picker, key: str) -> bool:
    """The key continues what was typed, or begins a choice."""
    typed = (picker.typed + key, key)
    return key != ENTER and any(choice.keys.startswith(typed) for choice in picker.choices)
