"""Amounts of money in words, which a small model leaves half in English: written as Chinese does.

As with dates, that is done before the model sees them. Dollars it knows.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.document import Span
from engine.guards.decades import decades
from engine.guards.edits import Edit, Edited, apply, outside
from engine.guards.money import money
from engine.guards.number_forms import written
from engine.guards.numbers import numbers
from engine.guards.ranges import ranges
from engine.guards.shorthand import shorthand
from engine.patterns import regex

_UNITS: Final = {
    "euro": "欧元",
    "cent": "美分",
    "pence": "便士",
    "yuan": "元",
    "yen": "日元",
    "ruble": "卢布",
    "rouble": "卢布",
    "rupee": "卢比",
    "franc": "法郎",
    "peso": "比索",
    "krone": "克朗",
    "kroner": "克朗",
    "krona": "克朗",
    "kronor": "克朗",
    "zloty": "兹罗提",
    "dinar": "第纳尔",
    "dirham": "迪拉姆",
    "shekel": "谢克尔",
    "baht": "泰铢",
    "forint": "福林",
    "ringgit": "林吉特",
    "shilling": "先令",
    "pound": "英镑",
    "quid": "英镑",
    "buck": "美元",
}
_NAMED: Final = (*_UNITS, "¢")
_NAMES: Final = "|".join(_UNITS)
# A plural may be set in capitals; the singular is then a name: 50 Cent.
_PLURALS: Final = "|".join(
    f"{name[0].upper()}{name[1:]}s|{name.upper()}S" for name in _UNITS if name != "pence"
)
_UNIT: Final = regex(
    rf"[ \u00a0-](?P<unit>[Ee]uros?|EUROS?|(?:{_NAMES})s?|{_PLURALS})(?![\w'’-])"
    r"| ?(?P<cents>¢)(?!\w)"
)
_LENGTHS: Final = {
    "inch": "英寸", "inches": "英寸", "foot": "英尺", "feet": "英尺", "mile": "英里",
    "miles": "英里", "yard": "码", "yards": "码",
}  # fmt: skip
_LENGTH: Final = regex(rf"[ -](?P<unit>{'|'.join(_LENGTHS)})(?! of\b)(?![\w'’])(?:-(?=[a-z]))?")
_YEAR: Final = regex("(?:19|20)[0-9]{2}")
_STANDS: Final = frozenset(("digits", "scaled", "words"))
_PAID: Final = regex(
    r"£|\b(?:pence|penny|shillings?|pay|pays|paid|paying|payments?|costs?|prices?|priced|spends?|spent"
    r"|worth|buys?|bought|sells?|sold|earns?|earned|owes?|owed|fees?|fines?|fined|salary|wages?|tax"
    r"|taxes|rent|loans?|debts?|budget|profits?|savings|fund|funds|banknotes?)\b",
    re.IGNORECASE,
)
_WEIGHED: Final = regex(" (?:of|in weight|overweight|heavier|lighter)\\b")
_EUROPEAN: Final = regex("(?i:euro)|€")


def rewrite_amounts(text: str, kept: Sequence[Span] = ()) -> Edited:
    """Write amounts as Chinese does: ``5 euros`` is ``5欧元``, ``$90k`` ``9万美元``.

    So it does with ranges, decades, fractions of a length and shorthand (``24h``, ``10k people``).

    Args:
        text: An English segment.
        kept: Spans that are not touched, in order.
    """
    if not numbers(text):
        return Edited(text)
    counted = (*ranges(text), *decades(text), *_lengths(text), *_amounts(text))
    found = (*counted, *money(text), *shorthand(text))
    if not found:
        return Edited(text)
    free: list[Edit] = []
    for edit in sorted(found, key=lambda each: (each.start, -each.end)):
        if not free or edit.start >= free[-1].end:
            free.append(edit)
    return apply(text, outside(free, kept))


def _lengths(text: str) -> Iterator[Edit]:
    """Yield how Chinese writes the fractions of a length: ``3/8-inch`` is ``3/8英寸``."""
    if "/" not in text:
        return
    for number in numbers(text):
        found = _LENGTH.match(text, number.span.end) if number.kind == "fraction" else None
        if found is not None and number.text[-1].isdecimal():
            # A hyphen behind the unit is a space again.
            gap = " " if found.group().endswith("-") else ""
            yield Edit(number.span.start, found.end(), number.text + _LENGTHS[found["unit"]] + gap)


def _amounts(text: str) -> Iterator[Edit]:
    folded = text.lower()
    return _edits(text) if any(map(folded.__contains__, _NAMED)) else iter(())


def _edits(text: str) -> Iterator[Edit]:
    for number in numbers(text):
        found = _UNIT.match(text, number.span.end)
        if found is None or number.kind not in _STANDS or number.text[0] in "-−":
            continue
        one = "cents" if found["cents"] else found["unit"].lower()
        # The 2016 euro championship is no amount.
        if not one.endswith("s") and one == "euro" and _YEAR.fullmatch(number.text):
            continue
        if one.startswith("pound") and (
            _WEIGHED.match(text, found.end()) or not _PAID.search(text)
        ):
            continue
        unit = _UNITS[one if one in _UNITS else one[:-1]]
        if unit == "美分" and _EUROPEAN.search(text):
            unit = "欧分"
        amount = written(number)
        if amount[-1:].isdecimal() or amount[-1:] in "万亿":
            yield Edit(number.span.start, found.end(), amount + unit)
