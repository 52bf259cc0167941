"""The viewport of a window: its size, the tile size of the game in it, scrolling and mouse."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from cogarena.agents.protocol import Array
from cogarena.envs.core.draw.canvas import SMALLEST_TILE
from cogarena.wrappers.play.session import Session

Size = tuple[int, int]  # width and height in pixels

SMALLEST_WINDOW = (960, 600)  # pixels
DEFAULT_WINDOW = (1280, 800)
DEFAULT_TILE, LARGEST_TILE = 32, 96
LINES = 48  # of text from the top of a window to its bottom
SMALLEST_LINE, LARGEST_LINE = 14, 24  # pixels
SIDEBAR = 22.0  # width in lines of text
HINT = 1.7  # height of the last line, in lines of text
HAND_SHARE = 0.2  # of the height of the window, at most


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
