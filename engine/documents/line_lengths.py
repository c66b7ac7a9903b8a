"""Breaking lines that are read at a glance, and dividing a sentence among several cues."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

CHINESE_COLUMNS: Final = 32
"""Sixteen Chinese characters, as subtitles in Chinese are commonly limited to."""

OTHER_COLUMNS: Final = 42

_LONGEST: Final = 2000
"""Characters of a line that somebody might read at a glance."""

_AFTER_COMMA: Final = re.compile(r"[，。！？；：、,.!?;:…”’」』）)》]\s*")
_NO_START: Final = "，。！？；：、,.!?;:…”’」』）)》〉】%"
_NO_END: Final = "“‘「『（(《〈【"
_INSIDE: Final = re.compile(r"[A-Za-z0-9_'’.-]")


def columns(text: str) -> int:
    """Return the width of a text: two for a Chinese character, one for a Latin letter."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def line_breaks(text: str, limit: int) -> list[int]:
    """Return the offsets at which to break a line that is wider than ``limit`` columns.

    As few lines as can be, of like width, broken behind punctuation if that is near.
    """
    if len(text) > _LONGEST:
        return []
    fewest = -(-columns(text) // limit)
    if fewest < 2:
        return []
    # Words that may not be divided may take a line or two more.
    ways = [shares(text, [1] * (fewest + more)) for more in range(3)]
    return min(ways, key=lambda cuts: max(limit, _widest(text, cuts)))


def shares(text: str, weights: Sequence[int]) -> list[int]:
    """Divide a text.

    Args:
        text: The text.
        weights: How much of it each part should have, by comparison.

    Returns:
        The offsets between the parts, one fewer than there are weights; fewer still where the text
        has not that many places to cut.
    """
    total, width = sum(weights) or 1, columns(text)
    places = [at for at in range(1, len(text)) if _may_cut(text, at)]
    good = {match.end() for match in _AFTER_COMMA.finditer(text)}
    before = _widths(text)
    cuts: list[int] = []
    taken = 0
    for weight in weights[:-1]:
        taken += weight
        ideal = width * taken / total
        slack = width / len(weights) / 3
        left = [at for at in places if not cuts or at > cuts[-1]]
        if not left:
            break
        near = [at for at in left if at in good and abs(before[at] - ideal) <= slack]
        cuts.append(min(near or left, key=lambda at: (abs(before[at] - ideal), at)))
    return cuts


def _widest(text: str, cuts: Sequence[int]) -> int:
    ends = (*cuts, len(text))
    lines = [text[start:end] for start, end in zip((0, *cuts), ends, strict=True)]
    return max(columns(line.rstrip()) for line in lines)


def _widths(text: str) -> list[int]:
    widths = [0]
    for each in text:
        widths.append(widths[-1] + columns(each))
    return widths


def _may_cut(text: str, at: int) -> bool:
    """Tell whether a line may end in front of an offset."""
    before, after = text[at - 1], text[at]
    if after in _NO_START or before in _NO_END or after.isspace() or unicodedata.combining(after):
        return False
    return not (_INSIDE.match(before) and _INSIDE.match(after))
