"""Which language a text is in, for those who ask."""

import math
from functools import lru_cache
from typing import Final

from engine.guards.language import Identifier, identifier_of
from engine.script import converter

_KNOWN: Final = (
    "ar az bg bn ca cs da de el en eo es et eu fa fi fr ga gl he hi hu id it ja ko ky lt lv ms nl"
    " no pl pt ro ru sk sl sq sr sv th tl tr uk ur vi zh"
)
"""Languages that are told apart; rarer ones are mistaken too often."""

_LONGEST: Final = 1000
"""Characters that are looked at; more say nothing new."""

_HEAD_START: Final = 4.5
"""Natural logarithm of how much likelier the language is that the server translates: "Hello" could
be said in many."""


def detect(text: str, expected: str) -> tuple[str, float]:
    """Tell the language of a text.

    Args:
        text: Any text.
        expected: Tag of the language that is likeliest before one looks.

    Returns:
        The language's code, and from 0 to 100 how sure that is; ``expected`` and 0 for a text
        without a letter.
    """
    sample = text[:_LONGEST]
    primary = expected.partition("-")[0].lower()
    if not any(letter.isalpha() for letter in sample):
        return _written(primary, sample), 0.0
    scores = _identifier().rank(sample)
    likeliest = max(score for _, score in scores)
    # Of a text that tells it nothing it says that all are as unlikely as can be: a head start
    # would be lost in numbers of that size.
    ranked = [
        (language, score - likeliest + _HEAD_START * (language == primary))
        for language, score in scores
    ]
    best, top = max(ranked, key=lambda each: each[1])
    total = sum(math.exp(max(score - top, -700.0)) for _, score in ranked)
    return _written(best, sample), round(100.0 / total, 1)


def _written(language: str, text: str) -> str:
    """Add the script to Chinese."""
    if language != "zh":
        return language
    simplify, complicate = converter("zh-Hans", "zh-TW"), converter("zh-TW", "zh-Hans")
    assert simplify is not None  # noqa: S101 - two different writings
    assert complicate is not None  # noqa: S101
    simplified, complicated = _changes(text, simplify(text)), _changes(text, complicate(text))
    return "zh-Hant" if simplified > complicated else "zh-Hans"


def _changes(old: str, new: str) -> int:
    return sum(a != b for a, b in zip(old, new, strict=False)) + abs(len(old) - len(new))


@lru_cache(maxsize=1)
def _identifier() -> Identifier:
    return identifier_of(_KNOWN)
