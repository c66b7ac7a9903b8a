"""What numbers a Chinese text holds, however they are written."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from engine.document import Span
from engine.patterns import regex

_DIGITS: Final = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "两": 2,
    "俩": 2,
    "双": 2,
    "兩": 2,
    "倆": 2,
    "雙": 2,
    "仨": 3,
    "○": 0,
}
_UNITS: Final = {"十": 10, "百": 100, "千": 1000, "廿": 20, "卅": 30}
_GROUPS: Final = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
_PLACES: Final = "".join((*_UNITS, *_GROUPS))

_LONGEST: Final = 40
"""Digits of the longest number that is read as one; longer runs are read piece by piece."""

_FOUND: Final = regex(
    rf"(?P<arabic>\d{{1,{_LONGEST}}}(?:[,.]\d{{1,{_LONGEST}}})*)(?P<places> ?[{_PLACES}]+)?"
    rf"|(?P<chinese>[{''.join(_DIGITS)}{_PLACES}][{''.join(_DIGITS)}{_PLACES}]{{0,{_LONGEST}}})"
    r"|(?P<half>半)|(?P<quarter>刻)|(?P<dozen>打)"
)


_FULL_WIDTH: Final = {0xFF10 + i: str(i) for i in range(10)}


class Numeral(NamedTuple):
    """A numeral of a text, its places included, and whether it has Arabic digits."""

    span: Span
    value: Fraction
    arabic: bool


_PARTED: Final = frozenset(("分之", "/"))
_MIXED: Final = regex(r" +|\S{0,2} ?又 ?| ?[和-] ?")
"""What stands between the whole part of a mixed number and its fraction: 1 1/4, 一又四分之一."""


def numerals(text: str) -> Iterator[Numeral]:
    """Yield the numerals of a text that have a value as a whole, in order."""
    for match in _FOUND.finditer(text.translate(_FULL_WIDTH)):
        whole = _whole(match)
        if whole is not None:
            yield Numeral(Span(*match.span()), whole, bool(match["arabic"]))


def values(text: str) -> Counter[Fraction]:
    """Return every number of a text, in all the readings that it may have, with their counts.

    ``2亿3千万`` gives 230,000,000 and also its parts; ``二〇一九`` gives 2019; ``百分之三`` gives
    3 and 3/100; ``两点半`` gives 2, 1/2 and 30. A run of digits in a longer one (``3.7.2``,
    ``18:45``) counts by itself. Reading too much is harmless here: a number is only reported
    missing if no reading of anything is that number.
    """
    found: Counter[Fraction] = Counter()
    previous: tuple[int, Fraction] | None = None
    total: tuple[int, Fraction] | None = None
    whole_part: Fraction | None = None
    for match in _FOUND.finditer(unicodedata.normalize("NFKC", text)):
        found.update(set(_readings(match)))
        whole = _whole(match)
        if whole is None:
            previous = total = whole_part = None
            continue
        start, end = match.span()
        if total is not None and total[0] == start:
            total = (end, total[1] + whole)  # 2亿 3千万
            found[total[1]] += 1
        else:
            total = (end, whole)
        if previous is not None:
            between = match.string[previous[0] : start]
            joined = _joined(between, previous[1], whole)
            found.update(joined)
            if whole_part is not None and between in _PARTED:
                found.update(whole_part + part for part in joined)
            whole_part = previous[1] if _MIXED.fullmatch(between) else None
        previous = (end, whole)
    return found


def _readings(match: re.Match[str]) -> Iterator[Fraction]:
    kind, text = match.lastgroup, match.group()
    if kind == "half":
        yield from (Fraction(1, 2), Fraction(30))
    elif kind == "quarter":
        yield from (Fraction(1, 4), Fraction(15), Fraction(45))
    elif kind == "dozen":
        yield Fraction(12)
    elif kind == "chinese":
        yield from _valued(text)
        if len(text) > 1 and not set(text) & set(_PLACES):
            yield from (Fraction(_DIGITS[c]) for c in text)  # 三四个: three or four
        if len(text) > 1 and text[0] in _DIGITS and text[1] in _DIGITS:
            # 七八十: seventy or eighty; 十七八 has its own place.
            for c in text[:2]:
                yield from _valued(c + text[2:])
    else:
        number = match["arabic"]
        yield from (Fraction(part) for part in re.split("[,.]", number))
        whole = _arabic(number)
        if whole is not None:
            yield whole
            if match["places"]:
                yield whole * _multiplier(match["places"])


def _valued(text: str) -> Iterator[Fraction]:
    value = _chinese(text)
    if value is not None:
        yield value


def _whole(match: re.Match[str]) -> Fraction | None:
    if match["chinese"]:
        return _chinese(match.group())
    if match["arabic"]:
        value = _arabic(match["arabic"])
        return value * _multiplier(match["places"] or "") if value is not None else None
    return None


def _joined(between: str, left: Fraction, right: Fraction) -> set[Fraction]:
    """Return what two neighbouring numbers make together."""
    if between in _PARTED:
        first, second = (left, right) if between == "分之" else (right, left)
        return {second / first} if first else set()
    if between in {"点", "點"} and right.denominator == 1 and right >= 0:
        return {left + right / 10 ** len(str(right.numerator))}
    return set()


def _arabic(number: str) -> Fraction | None:
    """Return the value of digits with separators; ``None`` if they are several numbers."""
    plain = number
    if "," in number:
        if not re.fullmatch(r"\d{1,4}(?:,\d{2,4})*,\d{3,4}(?:\.\d+)?", number):
            return None
        plain = number.replace(",", "")
    return Fraction(plain) if plain.count(".") < 2 else None


def _multiplier(places: str) -> int:
    product = 1
    for place in places.strip():
        product *= _UNITS.get(place) or _GROUPS[place]
    return product


def _chinese(text: str) -> Fraction | None:
    """Return the value of a numeral such as ``三千零五万``; bare digits are read one by one.

    A numeral that nobody says, such as ``十十``, has no value.
    """
    if not set(text) & set(_PLACES):
        return Fraction(int("".join(str(_DIGITS[c]) for c in text)))
    total = group = digit = 0
    pending, least = False, 10**4
    for character in text:
        if character in _DIGITS:
            digit = digit * 10 + _DIGITS[character] if pending else _DIGITS[character]
            pending = True
        elif character in _UNITS:
            unit = _UNITS[character]
            if unit >= least:
                return None
            group += digit * unit if pending and digit else unit
            digit, pending, least = 0, False, unit
        else:
            scale = _GROUPS[character]
            group += digit
            total = (total + group) * scale if total < scale else total + (group or 1) * scale
            total = total or scale
            group = digit = 0
            pending, least = False, 10**4
    return Fraction(total + group + digit)
