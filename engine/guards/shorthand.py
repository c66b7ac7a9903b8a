"""Shorthand that a small model reads as words: hours (``24h``), minutes, thousands (``10k``)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from engine.guards.edits import Edit
from engine.patterns import regex

_LASTING: Final = regex(
    r"(?<![\w.,:/$€£+-])(?P<count>\d{1,4}(?:[.,]\d{1,2})?)(?:[ \u00a0]|(?P<dash>-))?"
    r"(?P<unit>h|hrs?|mins?|secs?)"
    r"(?:\ ?(?P<more>\d{1,2})(?:[ \u00a0]?(?:m|mins?))?)?(?![\w/²]|[.:,-]\d)(?P<style>-(?=[a-z]))?"
)
_TIMES: Final = {"h": "小时", "m": "分钟", "s": "秒"}
_COUNT: Final = regex(
    r"(?<![\w.,:/$€£¥#-])(?P<count>\d{1,3}(?:\.\d{1,2})?)(?P<scale>[kK]|M)"
    r"(?=\+?\ (?:[a-z]{3,12}\ )?(?P<what>people|men|women|children|[a-z]{3,14}s)(?![\w'’]))"
)
_FISCAL: Final = regex(
    r"(?<![\w.-])(?:(?P<part>Q[1-4]|H[12])(?:\ of)?(?:\ |/|-)(?P<year>(?:19|20)\d\d)"
    r"|FY\ ?(?P<fiscal>(?:19|20)?\d\d))(?![\w/-]|\.\d)"
)
_HALVES: Final = {"H1": "上半年", "H2": "下半年"}
_MORE_OR_LESS: Final = regex(r"\+/[-−] ?(?=\d)")
_FISCALLY: Final = frozenset("QHF")
_SCREENS: Final = frozenset(("2", "3", "4", "5", "8", "10", "16"))
"""``4K`` is as often how sharp a picture is, and ``5k`` and ``10k`` how far somebody runs."""

_PICTURES: Final = regex(
    r"(?:videos|screens|monitors|displays|movies|films|televisions|projectors|cameras|races|runs"
    r"|walks|runners|resistors|products|tapes|glas\w+|pictures|images|textures|streams)\Z"
)


def shorthand(text: str) -> Iterator[Edit]:
    """Yield what a text is without shorthand: ``24h`` is ``24小时``, ``FY2023`` ``2023财年``."""
    for found in _LASTING.finditer(text):
        unit, more = found["unit"], found["more"]
        if more and unit[0] != "h":
            continue
        made = found["count"] + _TIMES[unit[0]] + (f"{more}分钟" if more else "")
        yield Edit(found.start(), found.end(), made + (" " if found["style"] else ""))
    for found in _FISCAL.finditer(text) if not _FISCALLY.isdisjoint(text) else ():
        part, year = found["part"], found["year"]
        made = f"{found['fiscal']}财年"
        if part:
            made = f"{year}年{_HALVES.get(part) or f'第{part[1]}季度'}"
        yield Edit(found.start(), found.end(), made)
    for found in _MORE_OR_LESS.finditer(text) if "+/" in text else ():
        yield Edit(found.start(), found.end(), "±")
    for found in _COUNT.finditer(text):
        count, scale = found["count"], found["scale"]
        if _PICTURES.search(found["what"]) and count in _SCREENS:
            continue
        if scale == "M":
            yield Edit(found.start(), found.end(), f"{count} million")
            continue
        value = Fraction(count) * 1000
        if value.denominator == 1:
            yield Edit(found.start(), found.end(), f"{value.numerator:,}")
