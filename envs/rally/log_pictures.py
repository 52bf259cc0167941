"""What just happened, as lines of text in a panel."""

from functools import lru_cache
from typing import Any

import numpy as np

from cogworks.envs.core.drawing import INK, PAPER, Canvas, text_width
from cogworks.envs.rally.pen import SMALLEST_DIGIT

Array = np.ndarray[Any, Any]

# Lengths are in cells of the panel.
LOG_LINE, LOG_TEXT = 0.5, 0.32


@lru_cache(maxsize=64)
def log_pixels(sentences: tuple[str, ...], width: float, lines: int, cell: int) -> Array:
    """The sentences in so many lines, `width` by lines × LOG_LINE cells."""
    wide, high = round(width * cell), round(lines * LOG_LINE * cell)
    canvas = Canvas(wide, high, PAPER)
    size = max(LOG_TEXT * cell, SMALLEST_DIGIT)
    for i, line in enumerate(_lines(sentences, size, wide, lines)):
        canvas.text(0, (i + 0.5) * LOG_LINE * cell, line, size, INK)
    return canvas.pixels[:high, :wide]


def _lines(sentences: tuple[str, ...], size: float, width: float, most: int) -> list[str]:
    """The sentences one after another, and how many there is no room for."""
    lines = [""]
    for i, sentence in enumerate(sentences):
        left_out = len(sentences) - i
        longer = f"{lines[-1]} · {sentence}" if lines[-1] else sentence
        is_last_line = len(lines) == most
        rest = f" · and {left_out - 1} more" if is_last_line and left_out > 1 else ""
        if text_width(longer + rest, size) <= width:
            lines[-1] = longer
        elif not is_last_line:
            lines.append(sentence)
        else:
            lines[-1] += f" · and {left_out} more"
            break
    return lines
