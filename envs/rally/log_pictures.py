"""What just happened, as lines of text in a panel."""

from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import INK, PAPER, Canvas, text_width
from cogarena.envs.core.draw.transform import SMALLEST_DIGIT

Array = np.ndarray[Any, Any]

# Lengths are in cells of the panel.
LOG_LINE, LOG_TEXT = 0.5, 0.32

MOST_IN_A_LINE = 12  # sentences


@lru_cache(maxsize=64)
def log_pixels(sentences: tuple[str, ...], width: float, lines: int, cell: int) -> Array:
    """The latest of the sentences in so many lines, `width` by lines × LOG_LINE cells."""
    wide, high = round(width * cell), round(lines * LOG_LINE * cell)
    canvas = Canvas(wide, high, PAPER)
    size = max(LOG_TEXT * cell, SMALLEST_DIGIT)
    for i, line in enumerate(_lines(sentences, size, wide, lines)):
        canvas.text(0, (i + 0.5) * LOG_LINE * cell, line, size, INK)
    return canvas.pixels[:high, :wide]


def _lines(sentences: tuple[str, ...], size: float, width: float, most: int) -> list[str]:
    """The latest sentences that there is room for, after how many came before them."""
    lines: list[str] = []
    for left_out in range(max(0, len(sentences) - MOST_IN_A_LINE * most), len(sentences)):
        earlier = (f"{left_out} before",) if left_out else ()
        lines = _wrapped((*earlier, *sentences[left_out:]), size, width)
        if len(lines) <= most:
            break
    return lines[-most:]


def _wrapped(sentences: tuple[str, ...], size: float, width: float) -> list[str]:
    """The sentences one after another, as many in each line as fit."""
    lines: list[str] = []
    for sentence in sentences:
        longer = f"{lines[-1]} · {sentence}" if lines else sentence
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(sentence)
    return lines
