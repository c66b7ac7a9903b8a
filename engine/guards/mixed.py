"""Chinese texts with English in them: only the English is translated, and stays where it is.

A model takes such a text for an English one full of names, and loses marks and words between them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from engine.alignment import shifted
from engine.document import Segment, Span
from engine.guards.asking import Answering, is_prose
from engine.guards.verbatim import find_verbatim
from engine.guards.wide import IS_HAN, count_han, is_wide
from engine.patterns import regex
from engine.types import AlignedSpan, Flag, TranslatedSegment

_HAN_PER_WORD: Final = 2
"""Chinese characters for each English word outside of marks: more than would stay of
English words that are explained."""

_QUOTED: Final = regex(
    r"“[^“”]*+”|‘[^‘’]*+’|\"[^\"]*+\"|「[^「」]*+」|『[^『』]*+』|《[^《》]*+》|（[^（）]*+）|\([^()]*+\)"
)
_WORD: Final = regex(r"[A-Za-z]++(?:['’-][A-Za-z]++)*+")
_ENGLISH: Final = regex(
    r"[A-Za-z]++(?:['’-][A-Za-z]++)*+(?:[,;:]? [A-Za-z]++(?:['’-][A-Za-z]++)*+)*+[.!?]?+"
)


def english_parts(text: str) -> tuple[Span, ...] | None:
    """Return the English of a Chinese text that can be translated: not names, not single words.

    Args:
        text: A segment.

    Returns:
        Spans in order; ``None`` if the text is not Chinese, or has something else in it.
    """
    if text.isascii() or not IS_HAN.search(text):
        return None
    frame = _QUOTED.sub("", text)
    if count_han(frame) < max(1, _HAN_PER_WORD * len(_WORD.findall(frame))):
        return None
    if any(each.kind not in {"chinese", "name"} for each in find_verbatim(text, chinese=True)):
        return None
    left = _ENGLISH.sub("", text)
    if any(letter.isalpha() and not is_wide(letter) for letter in left):
        return None
    found = (Span(*each.span()) for each in _ENGLISH.finditer(text))
    return tuple(span for span in found if " " in span.of(text) and is_prose(span.of(text)))


def in_parts(
    text: str,
    parts: Sequence[Span],
    way: Callable[[str], Answering[TranslatedSegment]],
    order: Sequence[Flag],
) -> Answering[TranslatedSegment]:
    """Translate some parts of a text, each by itself, and leave all else as it is.

    Args:
        text: A segment.
        parts: What is translated, in order.
        way: Translates a part.
        order: Of flags.
    """
    made, end = "", 0
    links: list[AlignedSpan] = []
    done: list[TranslatedSegment] = []
    for span in parts:
        each = yield from way(span.of(text))
        between = text[end : span.start]
        if is_wide(each.text[:1]):
            between = between.rstrip(" ") if is_wide(between.rstrip(" ")[-1:]) else between
        made += _joined(made, between)
        links += shifted(each.alignment, span.start, len(made))
        made, end = made + each.text, span.end
        done.append(each)
    made += _joined(made, text[end:])
    flags = {flag for each in done for flag in each.flags}
    whole = TranslatedSegment(segment=Segment(0, Span(0, len(text)), text), text=made)
    if not done:
        return whole
    return replace(
        whole,
        score=sum(each.score for each in done) / len(done),
        confidence=min(each.confidence for each in done),
        flags=tuple(flag for flag in order if flag in flags),
        alignment=tuple(links),
    )


def _joined(before: str, after: str) -> str:
    """Return what follows without the spaces that Chinese does not write."""
    bare = after.lstrip(" ")
    return bare if is_wide(before[-1:]) and is_wide(bare[:1]) else after
