"""Ranges of money and of large numbers, whose currency and magnitude belong to both ends.

``$1-2 million`` is ``100万至200万美元``: word by word it would become one dollar to two million.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Final

from engine.guards.currencies import CODES, MARKS, SCALES, any_of, has_code
from engine.guards.edits import Edit
from engine.guards.number_forms import in_ten_thousands
from engine.guards.numbers import numbers
from engine.patterns import regex

_NAMES: Final = {
    "dollar": "美元", "euro": "欧元", "yen": "日元", "yuan": "元", "rupee": "卢比", "franc": "法郎",
}  # fmt: skip
_CURRENCIES: Final = {
    name.lower(): unit for name, unit in (*MARKS.items(), *CODES.items(), *_NAMES.items())
}
_WORDS: Final = {
    word: value
    for value, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1
    )
} | {"fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60}
_SAID: Final = (
    r"(?P<{0}>\d{{1,9}}(?:,\d{{3}})*(?:\.\d{{1,3}})?(?!\d)|\b(?:" + "|".join(_WORDS) + r")\b)"
)
_SCALE: Final = (
    r"(?P<{0}>(?:[\ -]?(?:hundred|thousand|million|billion|trillion)\b)"
    r"|(?<=\d)(?:k|mn?|bn?|tn)\b)?"
)
_MARK: Final = rf"(?:(?P<{{0}}>{any_of((*MARKS, *CODES))})[ \u00a0]?)?"
_RANGE: Final = regex(
    rf"(?P<between>\bbetween\ )?(?<![\w.,:/$€£¥₹₽₩–-]){_MARK.format('mark')}"
    rf"{_SAID.format('low')}{_SCALE.format('lows')}"
    r"(?P<joint>(?P<gap>\ ?)[-–—](?P=gap)|\ (?:to|or|and)\ )"
    rf"{_MARK.format('again')}{_SAID.format('high')}{_SCALE.format('highs')}"
    rf"(?:[\ -](?P<unit>{any_of((*_NAMES, *CODES))})s?)?(?![\w%°]|[.,/:-]\d|-\d|\ ?%)",
    re.IGNORECASE,
)
_GIVEN: Final = regex(
    r"(?i:\b(?:give[ns]?|gave|giving|pa(?:y|ys|id|ying)|donate[ds]?|adds?|added))\b"
)
_APART: Final = regex(r"(?i:\b(?:difference|gap|choose|choice|chosen|distinguish|ratio)\ )\Z")
_BETWEEN: Final = regex(r"(?:[ -]?[A-Za-z]{1,9})? ?(?:[-–—]|to|or|and) ?(?:[^\s\d]{0,4} ?)")
_CHANGED: Final = regex(
    r"(?i:\b(?:from|rose|rise[ns]?|rising|f[ae]ll(?:s|en|ing)?|dropp?(?:ed|s|ing)?|climb(?:ed|s|ing)?"
    r"|gain(?:ed|s|ing)?|lost|jump(?:ed|s|ing)?|slid|slipped|surged|soared|grew|grown|up|down|added"
    r"|increased?|decreased?)(?:\ by)?\ )\Z"
)
_TELLING: Final = regex(r"[$€£₹₽₩₺₪₫₱฿₴₦]|(?i:hundred|thousand|[mbtr]illion)")
_SMALL: Final = 1000
"""What has so much by itself has no magnitude from the other end."""


def ranges(text: str) -> Iterator[Edit]:
    """Yield how Chinese writes the ranges of an English text that are money or have a magnitude."""
    if not (_TELLING.search(text) or has_code(text)) or not _has_pair(text):
        return
    for found in _RANGE.finditer(text):
        made = _written(found)
        if made is not None:
            yield Edit(found.start(), found.end(), made)


def _has_pair(text: str) -> bool:
    """Tell whether what stands between two numbers of a text may join the ends of a range."""
    gaps = (text[one.span.end : other.span.start] for one, other in pairwise(numbers(text)))
    # "One" alone is no number.
    return " one " in text or any(map(_BETWEEN.fullmatch, gaps))


def _written(found: re.Match[str]) -> str | None:
    joint, mark, again = found["joint"].strip().lower(), found["mark"], found["again"]
    unit = _CURRENCIES.get((mark or found["unit"] or "").lower(), "")
    if not _is_range(found, joint) or (again and _CURRENCIES[again.lower()] != unit):
        return None
    low, high = _value(found["low"]), _value(found["high"])
    lows, highs = _scale(found["lows"]), _scale(found["highs"])
    shared = lows == 1 and highs > 1 and low < high and low < _SMALL
    if not (shared or mark or lows > 1):
        return None  # In 2019 - 2 million people
    lows = highs if shared else lows
    if low * lows >= high * highs:
        return None
    first = _in_digits(low * lows, found["low"])
    second = _in_digits(high * highs, found["high"])
    return f"{first}{'或' if joint == 'or' else '至'}{second}{unit}"


def _is_range(found: re.Match[str], joint: str) -> bool:
    """Tell whether two numbers are the ends of one range, and one that needs to be written so."""
    mark, again, highs = found["mark"], found["again"], found["highs"]
    if again and (not mark or _is_change(found, joint)):
        return False
    if (joint == "and") != (found["between"] is not None):
        return False
    if found["between"] and _APART.search(found.string, max(0, found.start() - 16), found.start()):
        return False
    if mark and joint == "to" and not again:
        # "I gave $2 to 3 million people"
        return bool(highs) and not _GIVEN.search(
            found.string, max(0, found.start() - 24), found.start()
        )
    if mark:
        return joint != "or" or bool(again or highs)
    letter = highs and len(highs) <= 2  # a letter may be a unit
    spelled = "hundred" in (highs or "").lower() and joint == "to"
    return bool(highs) and not letter and not spelled


def _is_change(found: re.Match[str], joint: str) -> bool:
    """Tell whether two amounts are how far something went: from $10 to $15, rose $2 to $45."""
    whole = joint == "to" and (found["lows"] or not found["highs"])
    start = found.start()
    return bool(whole) and _CHANGED.search(found.string, max(0, start - 16), start) is not None


def _value(text: str) -> Fraction:
    return Fraction(_WORDS.get(text.lower()) or text.replace(",", ""))


def _scale(text: str | None) -> int:
    return SCALES[text.strip(" -").lower()] if text else 1


def _in_digits(value: Fraction, text: str) -> str:
    """Write a value in 万 and 亿, but one without a magnitude as it came."""
    plain = text.replace(",", "")
    if plain[0].isdigit() and Fraction(plain) == value:
        return text
    return in_ten_thousands(value, text)
