"""Amounts of money with a mark or a code, which a model doubles, swaps or gives another currency.

Those with a magnitude, or with a mark that Chinese does not use, are written as Chinese does
before the model sees them: ``$90k`` is ``9万美元``, ``HK$20`` and ``20 HKD`` are ``20港元``. What
has the mark alone (``$20``) stays as it is.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from engine.guards.currencies import CODES, LOCAL, MARKS, PLAIN_MARKS, SCALES, any_of, has_code
from engine.guards.edits import Edit
from engine.guards.number_forms import in_ten_thousands
from engine.patterns import regex

_ANY_MARK: Final = any_of((*MARKS, "¥"))
_ANY_CODE: Final = any_of(CODES)
_ANY_LOCAL: Final = any_of((*CODES, *LOCAL))
_GAP: Final = "[ \u00a0\u202f]?"
_START: Final = r"(?<![\w$€£¥.,:/#@&=+\\{-])(?P<minus>[-−])?"
_AMOUNT: Final = r"(?P<amount>\d{1,12}(?:[.,'’]\d{1,12}){0,5})"
_SCALE: Final = (
    r"(?:(?P<scale>[ \u00a0-]?(?i:hundred|thousand|million|billion|trillion|mn|mln|bn|tn)"
    r"|\ ?(?:m|MM)|[kKmMbBT])(?![\w'’]))?"
)
_END: Final = r"(?![\w%]|[.,'’]\d|" + _GAP + r"[-–—]" + _GAP + r"[$€£¥\d])"
_PER: Final = {
    "year": "年", "yr": "年", "month": "月", "mo": "月", "week": "周", "wk": "周", "day": "天",
    "night": "晚", "hour": "小时", "hr": "小时", "h": "小时", "person": "人", "kg": "千克",
}  # fmt: skip
_EACH: Final = rf"(?:/(?P<each>{any_of(_PER)})(?![\w/]))?"
_MARKED: Final = regex(
    rf"{_START}(?:(?P<mark>{_ANY_MARK}){_GAP}|(?P<code>{_ANY_CODE}){_GAP}[$€£¥]?)"
    rf"{_AMOUNT}{_SCALE}"
    rf"(?:{_GAP}(?P<whose>{_ANY_CODE})(?!\w)|\ (?:US\ )?(?:dollars?|euros?|pounds?)(?!\w))?"
    rf"{_EACH}{_END}"
)
_CODED: Final = regex(rf"{_START}{_AMOUNT}{_SCALE}(?:{_GAP}|-)(?P<code>{_ANY_LOCAL}){_EACH}{_END}")
_SIGNS: Final = frozenset("$€£¥₹₽₩₺₪₫₱฿₴₦")
_SIGN: Final = regex(f"[{''.join(sorted(_SIGNS))}]")
_LETTERS: Final = 3
"""Of the longest mark with letters."""

_PLAIN_VALUE: Final = regex(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_PAID: Final = regex(
    rf"[{''.join(PLAIN_MARKS)}]|\b(?:cost|pay|paid|price|spen[dt]|worth|fee|total"
    rf"|{any_of(set(CODES) - {'CAD'})})"
)
"""Without one of them ``CAD`` is how things are designed."""

_HOME: Final = {
    "日元": regex(r"\b(?:Japan|Japanese|yen|Tokyo|Osaka|Kyoto)\b"),
    "元人民币": regex(r"\b(?:China|Chinese|yuan|renminbi|Beijing|Shanghai|Shenzhen)\b"),
}
"""Words that tell whose ``¥`` it is."""


def money(text: str) -> Iterator[Edit]:
    """Yield how Chinese writes the amounts of an English text that it does not write so itself."""
    if has_code(text):
        yield from _edits(_MARKED.finditer(text), text)
        yield from _edits(_CODED.finditer(text), text)
    elif not _SIGNS.isdisjoint(text):
        yield from _edits(_marked(text), text)


def _marked(text: str) -> Iterator[re.Match[str]]:
    """Yield amounts with a mark; sought from their signs, of which there are few."""
    for sign in _SIGN.finditer(text):
        start = sign.start()
        while start and sign.start() - start < _LETTERS and text[start - 1].isalpha():
            start -= 1
        found = _MARKED.match(text, start - (start > 0 and text[start - 1] in "-−"))
        if found:
            yield found


def _edits(amounts: Iterable[re.Match[str]], text: str) -> Iterator[Edit]:
    for found in amounts:
        made = _written(found.groupdict(), text)
        if made is not None:
            yield Edit(found.start(), found.end(), made)


def _written(found: dict[str, str | None], text: str) -> str | None:
    """Return how Chinese writes an amount; ``None`` if it may stay, or is none."""
    amount, mark, scale = found["amount"] or "", found.get("mark"), found["scale"]
    code = found.get("whose") or found.get("code") or ""
    each = f"/{_PER[found['each']]}" if found["each"] else ""
    if not code and mark in {*PLAIN_MARKS, "¥"} and not scale:
        return f"{found['minus'] or ''}{mark}{amount}{each}" if each else None
    if code == "CAD" and not _PAID.search(text):
        return None
    unit = _unit(code, mark or "", text)
    if scale:
        if not _PLAIN_VALUE.fullmatch(amount):
            return None
        value = Fraction(amount.replace(",", "")) * SCALES[scale.strip(" \u00a0-").lower()]
        amount = in_ten_thousands(value, "")
    return f"{'负' if found['minus'] else ''}{amount}{unit}{each}" if amount and unit else None


def _unit(code: str, mark: str, text: str) -> str | None:
    """Return the Chinese name of a currency; ``None`` if a mark is of two of them."""
    if code:
        return CODES.get(code) or LOCAL[code]
    if mark != "¥":
        return MARKS[mark]
    named = [unit for unit, words in _HOME.items() if words.search(text)]
    return named[0] if len(named) == 1 else None
