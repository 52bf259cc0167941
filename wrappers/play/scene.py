"""The window as a picture: the game, the hand below it, and beside it question, choices and news.

A viewport holds the window's size, its scrolling and the mouse. Everything is drawn on the suite's
own canvas, so that it can be tested without a window.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from cogarena.agents.protocol import Array
from cogarena.envs.core.draw.canvas import (
    BACKGROUND,
    GRID,
    INK,
    PAPER,
    SILVER,
    SKY,
    SMALLEST_TILE,
    WHITE,
    YELLOW,
    Canvas,
    Colour,
    fitted,
    mix,
    shade,
    text_width,
)
from cogarena.envs.core.human import Box
from cogarena.wrappers.play.picker import Picker, key_label
from cogarena.wrappers.play.session import Choice, Session

Size = tuple[int, int]  # width and height in pixels

SMALLEST_WINDOW = (960, 600)  # pixels
DEFAULT_WINDOW = (1280, 800)
DEFAULT_TILE, LARGEST_TILE = 32, 96
LINES = 48  # of text from the top of a window to its bottom
SMALLEST_LINE, LARGEST_LINE = 14, 24  # pixels
SIDEBAR = 22.0  # width in lines of text
HINT = 1.7  # height of the last line, in lines of text
HAND_SHARE = 0.2  # of the height of the window, at most

# Lengths are in lines of text.
PAD = 0.6
ROW = 1.5
NEWS, LEADING = 12.0, 1.15
KEYS = 2.4  # width of the key of a choice, at least
MOST_NEWS = 10  # earlier sentences
ROW_SHAPE = 4  # a box this many times as wide as high is a row of text
PANEL: Colour = (36, 40, 50)
BUTTON: Colour = (52, 58, 72)
MUTED: Colour = (150, 158, 172)
WAITING = "The others play: Space or a click skips · + and - change the speed"
CHOOSING = "Click, press the keys shown, or ↑ ↓ and Enter · Esc clears"
ENDED = "The game is over: close the window, or press Q"


@dataclass
class Viewport:
    """What only the window knows: its size, how far the list is scrolled, where the mouse is."""

    size: Size = DEFAULT_WINDOW
    tile: int | None = None  # chosen by the player; None: as large as fits
    scroll: int = 0  # first choice shown
    mouse: tuple[int, int] = (-1, -1)
    _tiles: dict[Size, int] = field(default_factory=dict)  # by room
    _sizes: dict[int, Size] = field(default_factory=dict)  # of pictures, by tile
    _last: tuple[tuple[int, int], Array] | None = None  # moment and tile of a picture, and it

    @property
    def line(self) -> int:
        """The height of a line of text in pixels."""
        return min(max(self.size[1] // LINES, SMALLEST_LINE), LARGEST_LINE)

    def tile_for(self, session: Session, room: Size) -> int:
        """The tile size: the chosen one, or as large as fits into `room`."""
        if self.tile is not None:
            return self.tile
        if room not in self._tiles:
            self._tiles[room] = largest_tile(partial(self._shape, session), room)
        return self._tiles[room]

    def _shape(self, session: Session, tile: int) -> Size:
        """Width and height of the game's picture in tiles of that size."""
        if tile not in self._sizes:
            height, width, _ = session.picture(tile).shape
            self._sizes[tile] = width, height
        return self._sizes[tile]

    def picture(self, session: Session, tile: int | None = None) -> Array:
        """The picture of what is shown, redrawn if it has changed; by default at the last size."""
        tile = tile or self.tile or (self._last[0][1] if self._last else DEFAULT_TILE)
        key = session.moment, tile
        if self._last is None or self._last[0] != key:
            self._last = key, session.picture(tile)
        return self._last[1]


def largest_tile(shape: Callable[[int], Size], room: Size) -> int:
    """The largest tile size whose picture fits into `room`, or the smallest there is.

    Drawing a board at a new size is slow, so the sizes are estimated from two of them.
    """
    default = shape(DEFAULT_TILE)
    if _fits(default, room):
        tile = int(DEFAULT_TILE * min(room[0] / default[0], room[1] / default[1]))
    else:
        small = shape(SMALLEST_TILE)
        shares = [(room[i] - small[i]) / max(1, default[i] - small[i]) for i in (0, 1)]
        tile = SMALLEST_TILE + int((DEFAULT_TILE - SMALLEST_TILE) * min(shares))
    tile = min(max(tile, SMALLEST_TILE), LARGEST_TILE)
    while tile > SMALLEST_TILE and not _fits(shape(tile), room):
        tile -= 1
    return tile


def window_for(session: Session, tile: int) -> Size:
    """The size of a window in which the picture fits at this tile size."""
    height, width, _ = session.picture(tile).shape
    line = Viewport(DEFAULT_WINDOW).line
    wide = max(DEFAULT_WINDOW[0], width + round(SIDEBAR * line))
    below = 0 if session.game.human.hand_view is None else HAND_SHARE * DEFAULT_WINDOW[1] + 1
    return wide, max(DEFAULT_WINDOW[1], height + round(HINT * line + below))


def _fits(size: Size, room: Size) -> bool:
    return size[0] <= room[0] and size[1] <= room[1]


@dataclass(frozen=True)
class Target:
    """A box in the window that some actions belong to."""

    box: Box
    actions: tuple[int, ...]


class Scene:
    """A picture of the whole window, and what can be clicked in it."""

    def __init__(self, session: Session, picker: Picker, view: Viewport) -> None:
        self.session, self.picker, self.view = session, picker, view
        self.line = view.line
        self.targets: list[Target] = []
        self.rows_shown = 0  # choices that fit into the list
        self.canvas = Canvas(*view.size)
        self._draw_game()
        self._draw_sidebar()
        self._draw_hint()

    @property
    def pixels(self) -> Array:
        """The picture, of the window's size."""
        width, height = self.view.size
        return self.canvas.pixels[:height, :width]

    def at(self, place: tuple[int, int]) -> tuple[int, ...]:
        """The actions at a position; those of the smallest box, if several overlap."""
        under = [target for target in self.targets if _holds(target.box, place)]
        if not under:
            return ()
        smallest = min(target.box[2] * target.box[3] for target in under)
        found = [t.actions for t in under if t.box[2] * t.box[3] == smallest]
        return tuple(dict.fromkeys(action for actions in found for action in actions))

    @property
    def _side(self) -> int:
        """The left edge of the sidebar."""
        return self.view.size[0] - round(SIDEBAR * self.line)

    @property
    def _bottom(self) -> int:
        """The top edge of the line with hints."""
        return self.view.size[1] - round(HINT * self.line)

    def _draw_game(self) -> None:
        """The game's picture, and below it the viewer's hand."""
        session, (width, height) = self.session, (self._side, self._bottom)
        hand = session.hand_view(self._hand_cell(width))
        below = 0 if hand is None else hand.pixels.shape[0]
        tile = self.view.tile_for(session, (width, height - below))
        picture = self.view.picture(session, tile)[: height - below, :width]
        left = (width - picture.shape[1]) // 2
        top = (height - below - picture.shape[0]) // 2
        self._paste(left, top, picture)
        actions = [choice.action for choice in self.picker.open]
        self._mark_figure(left, top, session.figure(tile))
        self._add_targets(left, top, session.spots(tile, actions), actions)
        if hand is not None:
            left, top = (width - hand.pixels.shape[1]) // 2, height - below
            self.canvas.rectangle(0, top, width, below, PANEL)
            self._paste(left, top, hand.pixels)
            self._add_targets(left, top, hand.places, actions)
        self._highlight()

    def _hand_cell(self, width: int) -> int:
        """The unit of the hand's picture: it is as wide as the game's, but not too high."""
        trial = self.session.hand_view(SMALLEST_TILE)
        if trial is None:
            return SMALLEST_TILE
        height, wide, _ = trial.pixels.shape
        most = HAND_SHARE * self.view.size[1] / height
        return int(SMALLEST_TILE * min(width / wide, most))

    def _paste(self, left: int, top: int, picture: Array) -> None:
        height, width, _ = picture.shape
        self.canvas.pixels[top : top + height, left : left + width] = picture

    def _mark_figure(self, left: int, top: int, box: Box | None) -> None:
        """Mark the corners of the viewer's own figure."""
        if box is None:
            return
        x, y, width, height = box
        x, y, arm = left + x, top + y, min(width, height) / 4
        for across, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
            at_x, at_y = x + across * width, y + down * height
            to_x, to_y = at_x + arm * (1 - 2 * across), at_y + arm * (1 - 2 * down)
            corner = [(to_x, at_y), (at_x, at_y), (at_x, to_y)]
            for width_, colour in ((self.line / 3, INK), (self.line / 6, WHITE)):
                self.canvas.line(corner, colour, width=width_)

    def _add_targets(
        self, left: int, top: int, places: Mapping[int, Box], actions: list[int]
    ) -> None:
        boxes: dict[Box, list[int]] = {}
        for action, (x, y, width, height) in places.items():
            box = left + x, top + y, width, height
            if action in actions and left + x + width <= self._side and top + y < self._bottom:
                boxes.setdefault(box, []).append(action)
        self.targets += [Target(box, tuple(found)) for box, found in boxes.items()]

    def _highlight(self) -> None:
        """Frame what can be chosen; highlight what the mouse or the mark is on."""
        hovered = set(self.at(self.view.mouse))
        for target in self.targets:
            strong = self.picker.marked in target.actions or bool(hovered & set(target.actions))
            self._frame(target.box, strong=strong)

    def _frame(self, box: Box, *, strong: bool) -> None:
        """Frame a box; rows of text are too close together for a broad frame."""
        x, y, width, height = box
        thick = max(2, self.line // 6)
        if strong:
            self.canvas.rectangle(*box, YELLOW, radius=thick, alpha=0.25)
        colour = WHITE if strong else YELLOW
        if width > ROW_SHAPE * height:
            self.canvas.frame(*box, colour, line=1.5, radius=thick)
            return
        for out, rim in ((2 * thick - 1, INK), (thick, colour)):
            around = (x - out, y - out, width + 2 * out, height + 2 * out)
            self.canvas.frame(*around, rim, line=out + 1, radius=out + thick)

    def _draw_sidebar(self) -> None:
        left, line = self._side, self.line
        width = self.view.size[0] - left
        self.canvas.rectangle(left, 0, width, self.view.size[1], PANEL)
        inner = left + round(PAD * line), width - round(2 * PAD * line)
        top = self._draw_question(*inner)
        news = self._bottom - round(NEWS * line)
        if self.session.over:
            self._draw_result(*inner, top)
        else:
            self._draw_choices(*inner, top, news - round(PAD * line))
        self._draw_news(*inner, news)

    def _draw_question(self, left: int, width: int) -> int:
        """The decision in words, and below it what was typed; the bottom edge of both."""
        line = self.line
        lines = wrapped(self.session.headline(), 1.1 * line, width)
        height = round((1.4 * len(lines) + 2 * PAD) * line)
        asked = bool(self.session.choices)
        side = left - round(PAD * line)
        self.canvas.rectangle(side, 0, self.view.size[0] - side, height, SKY if asked else GRID)
        for i, words in enumerate(lines):
            y = (PAD + 1.4 * i + 0.7) * line
            self.canvas.text(left, y, words, 1.1 * line, INK if asked else WHITE)
        message = self.picker.message or (f"{len(self.picker.open)} choices" if asked else "")
        size = fitted(message, line, width) if message else line
        self.canvas.text(left, height + 0.9 * line, message, size, YELLOW)
        return height + round(1.8 * line)

    def _draw_result(self, left: int, width: int, top: int) -> None:
        """The result of the game, in place of the choices."""
        lines = [
            part for words in self.session.result() for part in wrapped(words, self.line, width)
        ]
        for i, words in enumerate(lines):
            self.canvas.text(left, top + LEADING * i * self.line, words, self.line, YELLOW)

    def _draw_choices(self, left: int, width: int, top: int, bottom: int) -> None:
        """As many choices as fit, from the first one shown."""
        line, choices = self.line, self.picker.open
        row = round(ROW * line)
        self.rows_shown = max(1, (bottom - top) // row)
        first = min(self.view.scroll, max(0, len(choices) - self.rows_shown))
        shown = choices[first : first + self.rows_shown]
        keys = max((text_width(key_label(c), line) for c in shown), default=0) + line
        column = max(keys, round(KEYS * line))
        hovered = set(self.at(self.view.mouse))
        for i, choice in enumerate(shown):
            box = (left, top + i * row, width - line // 2, row - 3)
            strong = choice.action == self.picker.marked or choice.action in hovered
            strong = strong or _holds(box, self.view.mouse)
            self._draw_choice(box, column, choice, strong=strong)
            self.targets.append(Target(box, (choice.action,)))
        self._draw_scrollbar(left + width, top, row, first, len(choices))

    def _draw_choice(self, box: Box, column: int, choice: Choice, *, strong: bool) -> None:
        x, y, width, height = box
        line, middle = self.line, y + height / 2
        self.canvas.rectangle(*box, YELLOW if strong else BUTTON, radius=line / 4)
        self.canvas.rectangle(x, y, column, height, mix(BUTTON, YELLOW, 0.35), radius=line / 4)
        ink = INK if strong else PAPER
        label = key_label(choice)
        self.canvas.text(x + column / 2, middle, label, line, WHITE, anchor="middle")
        room = width - column - line
        size = fitted(choice.words, line, room)
        self.canvas.text(x + column + line / 2, middle, choice.words, size, ink)

    def _draw_scrollbar(self, right: int, top: int, row: int, first: int, count: int) -> None:
        if count <= self.rows_shown:
            return
        height = self.rows_shown * row - 3
        wide = max(3, self.line // 4)
        self.canvas.rectangle(right - wide, top, wide, height, BACKGROUND)
        share = self.rows_shown / count
        begin = top + height * first / count
        self.canvas.rectangle(right - wide, begin, wide, height * share, SILVER, radius=wide / 2)

    def _draw_news(self, left: int, width: int, top: int) -> None:
        """As much news as fits; that since the last decision is bright."""
        line, session = self.line, self.session
        side = left - round(PAD * line)
        self.canvas.rectangle(side, top, self.view.size[0] - side, max(1, line // 8), GRID)
        self.canvas.text(left, top + 1.1 * line, "What happened", line, MUTED)
        news = [*((words, MUTED) for words in session.earlier[-MOST_NEWS:])]
        news += [(words, PAPER) for words in session.news]
        lines = [
            (part, colour)
            for words, colour in news
            for part in wrapped(_sentence(words), line, width)
        ]
        room = int((NEWS - 2.2) / LEADING)
        for i, (words, colour) in enumerate(lines[-room:]):
            self.canvas.text(left, top + (2.5 + LEADING * i) * line, words, line, colour)

    def _draw_hint(self) -> None:
        """The available keys, in one line across the window."""
        session, line = self.session, self.line
        top, (width, height) = self._bottom, self.view.size
        self.canvas.rectangle(0, top, width, height - top, INK)
        if session.over:
            words = ENDED
        elif not session.choices:
            words = WAITING
        else:
            words = " · ".join(filter(None, (session.game.human.keys_help, CHOOSING)))
        size = fitted(words, line, width - 2 * PAD * line)
        self.canvas.text(PAD * line, (top + height) / 2, words, size, shade(PAPER, 0.9))


def _holds(box: Box, place: tuple[int, int]) -> bool:
    """The position lies in the box."""
    left, top, width, height = box
    return left <= place[0] < left + width and top <= place[1] < top + height


def _sentence(words: str) -> str:
    """The words with a capital letter first, unless they begin with the name of an agent."""
    return words if "_" in words.split(" ", maxsplit=1)[0] else words[:1].upper() + words[1:]


def wrapped(words: str, size: float, width: float) -> list[str]:
    """The words in lines of at most `width` pixels; a single word may be longer."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


def scrolled(view: Viewport, scene: Scene, marked: int | None, choices: Sequence[Choice]) -> int:
    """How far the list must be scrolled to show the marked choice."""
    actions = [choice.action for choice in choices]
    if marked not in actions:
        return view.scroll
    place = actions.index(marked)
    return min(max(view.scroll, place - scene.rows_shown + 1), place)
