"""Quotation marks of Traditional Chinese, which have corners: 「」, and 『』 within them."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.document import Span
from engine.guards.edits import Edit
from engine.guards.wide import has_han
from engine.patterns import regex

_MARK: Final = regex("[“”‘’]")
_CORNERS: Final = ("「」", "『』")
_CURLY: Final = str.maketrans("「」『』", "“”‘’")

_MOST_BETWEEN: Final = 500
"""Characters of a quotation that are looked at for a Chinese one among them."""


def curly(text: str) -> str:
    """Return a text with the quotation marks of Simplified Chinese in place of those with corners.

    Args:
        text: A Chinese text, which stays as long as it is.
    """
    return text.translate(_CURLY) if "「" in text or "『" in text else text


def corners(text: str, kept: Sequence[Span] = ()) -> Iterator[Edit]:
    """Yield what gives the quotation marks of a Chinese text corners, in no order.

    Apostrophes are none, a quotation within Latin words keeps its marks, and of those in others
    the outermost are 「」, whatever they were.

    Args:
        text: A text whose quotation marks are paired.
        kept: Spans that are not touched, in order.
    """
    if not _MARK.search(text) or not has_han(text):
        return
    inside = {at for span in kept for at in range(span.start, span.end)}
    for start, end, depth in _pairs(text, inside):
        if not _is_among_latin(text, start, end):
            opening, closing = _CORNERS[depth % 2]
            yield Edit(start, start + 1, opening)
            yield Edit(end, end + 1, closing)


def _pairs(text: str, inside: set[int]) -> Iterator[tuple[int, int, int]]:
    """Yield where pairs of marks stand, and how many others are around each."""
    opened: list[int] = []
    for found in _MARK.finditer(text):
        at, mark = found.start(), found.group()
        if at in inside:
            continue
        if mark in "“‘":
            opened.append(at)
            continue
        # What closes nothing is an apostrophe, or was never opened.
        wanted = "“" if mark == "”" else "‘"
        if mark == "’" and (_is_apostrophe(text, at) or not any(text[o] == "‘" for o in opened)):
            continue
        while opened and text[opened[-1]] != wanted:
            opened.pop()
        if opened:
            start = opened.pop()
            yield start, at, len(opened)


def _is_apostrophe(text: str, at: int) -> bool:
    return text[at - 1 : at].isalpha() and _is_latin(text[at + 1 : at + 2])


def _is_among_latin(text: str, start: int, end: int) -> bool:
    """Tell whether a quotation has no Chinese in it, nor beside it."""
    before, after = text[:start].rstrip(" ")[-1:], text[end + 1 : end + 4].lstrip(" ")[:1]
    between = text[start + 1 : min(end, start + _MOST_BETWEEN)]
    return _is_latin(before) and _is_latin(after) and not has_han(between)


def _is_latin(letter: str) -> bool:
    return letter.isalnum() and letter < "\u0250"
