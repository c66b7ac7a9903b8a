"""Amounts of money: the currency of a translation is that of its source."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.guards.counters import unit_behind
from engine.guards.edits import Edit, Edited, apply
from engine.guards.number_forms import written
from engine.guards.numbers import numbers
from engine.patterns import regex

_WORDS: Final = {
    "€": ("欧元",),
    "£": ("英镑", "镑"),
    "$": ("美元", "美金", "元"),
    "¥": ("日元", "日圆", "人民币", "元"),
    "₹": ("卢比",),
    "₽": ("卢布",),
    "₩": ("韩元", "韩圆"),
}
_MARKS: Final = "".join(_WORDS)
_ALL: Final = "|".join(sorted({word for words in _WORDS.values() for word in words}, key=len)[::-1])
_ANY: Final = regex(f"[{_MARKS}]")
_MARK: Final = regex(rf"(?<![A-Z])([{_MARKS}]) ?\Z")
_STRAY: Final = regex(rf"(?<!\d)(?<!\d )[{_MARKS}](?! ?\d)")
_AFTER: Final = regex(rf" ?([{_MARKS}])(?![\w])")


def has_currency(text: str) -> bool:
    """Tell whether there is a mark of a currency in a text."""
    return _ANY.search(text) is not None


def match_currency(source: str, target: str) -> Edited:
    """Give the amounts of a translation the currency that they have in the source.

    A word for another currency is replaced, one that says again what the mark says goes, a mark
    that was lost comes back, and there is no space between mark and amount.

    Args:
        source: An English segment; only its marks count (``€``, not ``euros``).
        target: Its translation, with the numbers as the source has them.
    """
    if not has_currency(source):
        return Edited(target)
    edits = sorted(_edits(source, target))
    free = [edit for i, edit in enumerate(edits) if i == 0 or edit.start >= edits[i - 1].end]
    return apply(target, sorted((*free, *_strays(source, target, free))))


def _edits(source: str, target: str) -> Iterator[Edit]:
    least = 0
    for number in numbers(source):
        start, end = number.span.start, number.span.end
        found = _MARK.search(source, max(0, start - 2), start) or _AFTER.match(source, end)
        if found is None or number.text[0] in "-−":
            continue
        amount = _amount(target, (number.text, written(number)), least)
        if amount is not None:
            least = amount.end()
            yield from _of_amount(target, amount, found[1])


def _strays(source: str, target: str, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Delete marks beside no number, where there would be more of them than in the source."""
    if not _STRAY.search(target):
        return
    changed = apply(target, edits).text
    for mark in _MARKS:
        surplus = changed.count(mark) - source.count(mark)
        for found in _STRAY.finditer(target):
            inside = any(edit.start <= found.start() < edit.end for edit in edits)
            if surplus > 0 and found.group() == mark and not inside:
                surplus -= 1
                yield Edit(found.start(), found.end(), "")


def _amount(target: str, ways: tuple[str, str], least: int) -> re.Match[str] | None:
    for text in dict.fromkeys(ways):
        found = re.compile(rf"(?<!\d)(?<!\d[.,]){re.escape(text)}(?!\d|[.,]\d)").search(
            target, least
        )
        if found:
            return found
    return None


def _of_amount(target: str, amount: re.Match[str], mark: str) -> Iterator[Edit]:
    before = re.search(rf"([{_MARKS}]) *\Z", target[: amount.start()])
    after = re.compile(rf" *([{_MARKS}])").match(target, amount.end())
    word = re.compile(rf" ?(?:多|余)?(?P<word>{_ALL})").match(target, amount.end())
    marked = (before is not None and before[1] == mark) or (after is not None and after[1] == mark)
    if before is not None and (before[1] != mark or before.end() - before.start() > 1):
        yield Edit(before.start(), before.end(), mark)
        marked = True
    if word is not None:
        if marked:
            yield Edit(word.start("word"), word.end("word"), "")
        elif word["word"] not in _WORDS[mark]:
            yield Edit(word.start("word"), word.end("word"), _WORDS[mark][0])
    elif not marked and amount.group()[-1] in "万亿":
        yield Edit(amount.end(), amount.end(), _WORDS[mark][0])
    elif not marked:
        yield Edit(amount.start(), amount.start(), mark)
    if word is None and (behind := unit_behind(target, amount.end())) > amount.end():
        yield Edit(amount.end(), behind, "")
