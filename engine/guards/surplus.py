"""Numbers that a translation says twice or makes up.

``It takes 200 200 days`` has lost nothing, and ``3 €50千万了30日`` may have all that it should
have, but nobody can read them.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from engine.guards.edits import Edit
from engine.guards.forcing import occurrences
from engine.guards.numbers import Number, decade_of, numbers
from engine.guards.numerals import Numeral, numerals
from engine.patterns import regex

_GROUP: Final = regex(r"\d+")
_LONG: Final = 10
"""From here on a number is not said again without need."""

_FEW: Final = 2
"""``a``, ``once``, ``both``: what has no numeral in English may have one in Chinese."""

_ROUND: Final = frozenset((10, 12, 15, 20, 24, 30, 45, 50, 100))
"""Numbers that halves, dozens, decades and the like may become."""

_LOOSE: Final = regex(
    r"\b(?:(?i:half|halves|quarter\w*|thirds?|twice|double[ds]?|tripled?|dozens?|noon|midnight|clock"
    r"|fortnight\w*|couple|score|teen\w*|decades?|centur\w+|\w*centen\w*|millenni\w*)|[VX]|[IVXLC]{2,})\b"
)
_MONTH: Final = regex(
    "January|February|March|April|May|June|July|August|September|October|November|December"
    r"|\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b"
)
_AGAIN: Final = regex(
    r"(?<![\d.,:/-])(?P<number>\d+(?:[.,:]\d+)*)(?P<gap>[ ,，、]{0,2})(?P=number)(?![\d/-]|[.,:]\d)"
)


def surplus(source: str, target: str) -> tuple[Numeral, ...]:
    """Return the numbers in digits of a Chinese translation that nothing in its source explains.

    Args:
        source: An English segment.
        target: Its translation.
    """
    said = _GROUP.findall(target)
    if not said:
        return ()
    there = _GROUP.findall(source)
    if said == there or not Counter(said) - Counter(there):
        return ()
    return tuple(_unexplained(source, there, target))


def _unexplained(source: str, there: list[str], target: str) -> Iterator[Numeral]:
    explained = Counter(int(each) for each in there)
    by_value: Counter[Fraction] = Counter()
    for number in numbers(source):
        by_value.update(_values(number))
    known = by_value | Counter({Fraction(each): count for each, count in explained.items()})
    loose = _LOOSE.search(source) is not None
    seen: Counter[Fraction] = Counter()
    for numeral in _whole(target):
        if _is_month(numeral, source, target):
            continue
        value = numeral.value
        seen[value] += 1
        if not known[value]:
            strange = value > _FEW and not loose
        else:
            long = value >= _LONG or value.denominator > 1
            strange = long and seen[value] > known[value] and not (loose and value in _ROUND)
        if strange:
            yield numeral


def _values(number: Number) -> set[Fraction]:
    """Return all that may become of a number: its readings, their parts, the century of a year."""
    values = {value for reading in number.readings for one in reading for value in one}
    if number.kind == "decade":
        values.add(Fraction(decade_of(number.text) // 100 + 1))
    if number.kind == "digits" and len(number.text) == _FEW:  # '99, COVID-19
        values |= {hundreds + value for value in values for hundreds in (1900, 2000)}
    return values


def _whole(target: str) -> Iterator[Numeral]:
    """Yield the numerals with digits of a text; what stands side by side is one: 2亿3千万."""
    last: Numeral | None = None
    for each in numerals(target):
        if last is not None and last.span.end == each.span.start:
            last = Numeral(last.span, last.value + each.value, last.arabic)
            continue
        if last is not None and last.arabic:
            yield last
        last = each
    if last is not None and last.arabic:
        yield last


def _is_month(numeral: Numeral, source: str, target: str) -> bool:
    behind = target[numeral.span.end : numeral.span.end + 2].lstrip().startswith("月")
    return behind and _MONTH.search(source) is not None


def said_again(source: str, target: str) -> Iterator[Edit]:
    """Yield what takes away a number that stands beside itself, where its source has it once."""
    if not _GROUP.search(target):
        return
    for found in _AGAIN.finditer(target):
        number = found["number"]
        # 55 for 5 is another number.
        apart = bool(found["gap"]) or len(number) > 1
        if apart and occurrences(number, source) == 1 and found.group() not in source:
            yield Edit(found.start("gap"), found.end(), "")
