"""Decades of years, which small models take for single years: written as Chinese does."""

from collections.abc import Iterator
from typing import Final

from engine.guards.edits import Edit
from engine.guards.number_forms import written
from engine.guards.numbers import Number, decade_of, numbers
from engine.patterns import regex

_PARTS: Final = {"early": "初", "mid": "中期", "late": "末"}
_BOTH: Final = {("early", "mid"): "前中期", ("mid", "late"): "中后期"}
_BEFORE: Final = regex(
    r"(?i:(?P<the>\bthe\ )?(?:(?P<first>\b(?:early|mid))(?:-to-|\ to\ |/))?"
    r"(?:(?P<part>\b(?:early|mid|late))[\ -])?)\Z"
)
_COLOURED: Final = regex(r"(?i:\bthe\ (?:roaring|swinging|golden|wild|whole|entire)\ )\Z")
_JOINTS: Final = frozenset((" and ", " or ", " to ", ", ", "-", "–", "/", " and the ", ", and "))
_NO_YEARS: Final = regex(
    r"°|(?i:\b(?:degrees?|temperatures?|fahrenheit|celsius|humid\w*|highs|lows|mph|scores?|scored"
    r"|shot|heart\ rate|percentile|timeout|volts?|bills?)\b)"
)
"""With such a word numbers in the eighties are no years."""

_CENTURY: Final = 100
_FIRST, _END = 1600, 2100
_STYLE: Final = regex(r"-(?=[A-Za-z])")
_WINDOW: Final = 24


def decades(text: str) -> Iterator[Edit]:
    """Yield how Chinese writes the decades of years in an English text.

    ``the 1980s`` and ``the nineteen-eighties`` are ``20世纪80年代``, ``the mid-90s`` ``90年代中期``
    and ``the sixties`` ``60年代``. Ages (``in her sixties``), temperatures and what may be seconds
    (``30s``) stay.
    """
    found = [each for each in numbers(text) if each.kind == "decade"]
    if not found:
        return
    strange = _NO_YEARS.search(text) is not None
    end = -1
    for number in found:
        edit = _written(number, text, sure=end >= 0 and text[end : number.span.start] in _JOINTS)
        if edit is not None and not (strange and decade_of(number.text) < _CENTURY):
            yield edit
            end = number.span.end


def _written(number: Number, text: str, *, sure: bool) -> Edit | None:
    """Return what becomes of a decade; ``None`` if it may be something else or has no tens."""
    (start, end), year = (number.span.start, number.span.end), decade_of(number.text)
    if not year % _CENTURY or not (year < _CENTURY or _FIRST <= year < _END):
        return None
    before = _BEFORE.search(text, max(0, start - _WINDOW), start)
    assert before is not None  # noqa: S101 - it matches the empty text
    article, part = before["the"], (before["part"] or "").lower()
    told = year >= _CENTURY or number.text.startswith("'")
    coloured = _COLOURED.search(text, max(0, start - _WINDOW), start)
    if not (told or sure or article or part or coloured):
        return None
    age = _PARTS.get(part, "")
    if before["first"]:
        age = _BOTH.get((before["first"].lower(), part), age)
    style = _STYLE.match(text, end)
    gap = " " if style else ""
    return Edit(before.start(), end + len(gap), written(number) + age + gap)
