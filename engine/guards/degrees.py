"""Temperatures: a translation names the scale that its source names, where it is not Celsius."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.guards.edits import Edit
from engine.guards.number_forms import written
from engine.guards.numbers import Number
from engine.patterns import regex

_SCALE: Final = regex(
    r"\ ?(?:[°º]\ ?|degrees?\ |deg\.?\ )(?:(?P<f>F|Fahrenheit)|(?P<c>C|Celsius|[Cc]entigrade))\b"
)
_TOLD: Final = {"F": regex("华氏|華氏|℉|[°度] ?F"), "C": regex("摄氏|攝氏|℃|[°度] ?C|度")}
_MARK: Final = regex(r" ?(?:° ?[FCfc](?![A-Za-z])|[℃℉°]|度)?")
_SIGNS: Final = regex("[°º℃℉]|degree|deg")


def degrees(source: str, wanted: Sequence[Number], target: str) -> Iterator[Edit]:
    """Yield how the temperatures of a translation get back the scale that they lost.

    ``68 °`` and ``68度`` of ``68 °F`` become ``68°F``; 度 alone is Celsius to a Chinese reader.

    Args:
        source: An English segment.
        wanted: Its numbers.
        target: Its translation.
    """
    if not _SIGNS.search(source):
        return
    least = 0
    for number in wanted:
        scale = _SCALE.match(source, number.span.end)
        if scale is None:
            continue
        letter = "F" if scale["f"] else "C"
        figure = _figure(target, written(number), least)
        if figure is None:
            continue
        least = figure.end()
        mark = _MARK.match(target, least)
        assert mark is not None  # noqa: S101 - it matches the empty text
        near = target[max(0, figure.start() - 5) : mark.end() + 4]
        if not _TOLD[letter].search(near) and (mark.group().strip() or not _SIGNS.search(target)):
            yield Edit(least, mark.end(), f"°{letter}")


def _figure(target: str, text: str, least: int) -> re.Match[str] | None:
    """Return where a number stands by itself; its minus may be told in words."""
    plain = re.escape(text.lstrip("-"))
    return re.compile(rf"(?<!\d)(?<!\d[.,]){plain}(?!\d|[.,]\d)").search(target, least)
