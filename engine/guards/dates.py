"""Dates, which a small model mangles: they are written as Chinese does before it sees them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.document import Span
from engine.guards.chinese import has_han
from engine.guards.edits import Edit, Edited, apply, outside
from engine.patterns import regex

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sept", "sep"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        1,
    )
    for name in names
}
_BEGINNINGS: Final = tuple(name for name in _MONTHS if len(name) == 3)
"""The name of every month begins with one of them."""

_NAMES: Final = "|".join(_MONTHS)

_DIGIT: Final = regex("[0-9]")
_DAY: Final = r"(?P<{0}>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_DATE: Final = regex(
    rf"(?<![A-Za-z0-9.:/])(?:{_DAY.format('day')}(?:\ of)?\ (?P<month>{_NAMES})(?![A-Za-z])\.?"
    rf"|(?P<named>{_NAMES})(?![A-Za-z])\.?\ {_DAY.format('dated')}(?![\d:%]|\.\d))"
    r"(?:,?\ (?P<year>[12]\d{3})(?!\d)年?)?",
    re.IGNORECASE,
)


def rewrite_dates(text: str, kept: Sequence[Span] = (), *, always: bool = False) -> Edited:
    """Write the English dates in a text as Chinese does: ``3 March`` is ``3月3日``.

    Args:
        text: A source, or a translation.
        kept: Spans that are not touched, in order.
        always: Also in a text without a Chinese character.
    """
    if not _DIGIT.search(text) or not (always or has_han(text)):
        return Edited(text)
    folded = text.casefold()
    if not any(name in folded for name in _BEGINNINGS):
        return Edited(text)
    return apply(text, outside(_edits(text), kept))


def _edits(text: str) -> Iterator[Edit]:
    for found in _DATE.finditer(text):
        month = _MONTHS[(found["month"] or found["named"]).casefold()]
        day = int(found["day"] or found["dated"])
        year = f"{found['year']}年" if found["year"] else ""
        yield Edit(found.start(), found.end(), f"{year}{month}月{day}日")
