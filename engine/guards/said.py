"""What a translation says around what stays as it is: how much, and whether it is well-formed."""

from collections.abc import Sequence
from typing import Final

from engine.guards.chinese import count_han
from engine.guards.spans import VerbatimSpan
from engine.patterns import regex

_WORD: Final = regex(r"(?<![^\W\d_])[^\W\d_]{3,}")


def says_little(source: str, spans: Sequence[VerbatimSpan], target: str) -> bool:
    """Tell whether a translation has less than a new Chinese character for two words of prose.

    Args:
        source: A sentence.
        spans: What of it stays as it is.
        target: Its translation.
    """
    words, end = 0, 0
    for each in spans:
        words += len(_WORD.findall(source, end, each.span.start))
        end = each.span.end
    words += len(_WORD.findall(source, end))
    return 2 * (count_han(target) - count_han(source)) < words


def is_fuller(one: str, other: str, *, share: float = 1.0) -> bool:
    """Tell whether a translation says more than some share of what another one says."""
    return count_han(one) > share * count_han(other)


def has_stray_bracket(text: str) -> bool:
    """Tell whether a round bracket, full-width or not, or a square one lacks its partner."""
    round_ = sum(map(text.count, "(（")) != sum(map(text.count, ")）"))
    return round_ or text.count("[") != text.count("]")
