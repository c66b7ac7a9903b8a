"""Which words of a sentence and its translation belong together."""

from enum import Enum, auto
from itertools import pairwise

from engine.document import Span
from engine.records import record
from engine.types import TranslatedSegment
from gui.words import is_unspaced


class Side(Enum):
    """One of the two panes."""

    SOURCE = auto()
    TARGET = auto()


@record
class Linked:
    """Words that belong together, as code points in the sentence and in its translation."""

    source: tuple[Span, ...] = ()
    target: tuple[Span, ...] = ()


def word_at(text: str, offset: int) -> Span:
    """Return the word around a code point; a character of a script without spaces is a word.

    What is neither letter nor digit is by itself, but an apostrophe or a hyphen between two letters
    belongs to their word.
    """

    def inside(index: int) -> bool:
        if not 0 <= index < len(text) or is_unspaced(text[index]):
            return False
        if text[index].isalnum():
            return True
        joined = text[index] in "'’-" and 0 < index < len(text) - 1
        return joined and text[index - 1].isalnum() and text[index + 1].isalnum()

    if not inside(offset):
        return Span(offset, min(offset + 1, len(text)))
    start, end = offset, offset + 1
    while inside(start - 1):
        start -= 1
    while inside(end):
        end += 1
    return Span(start, end)


def linked_words(translated: TranslatedSegment, side: Side, offset: int) -> Linked:
    """Find the words around ``offset`` and those that the model read or wrote for them.

    Args:
        translated: The sentence.
        side: Where the offset counts.
        offset: A code point of the sentence or of its translation.

    Returns:
        Whole words of both sides; nothing where the model gives no alignment for this place.
    """
    source_text, target_text = translated.segment.text, translated.text
    links = translated.alignment
    if side is Side.SOURCE:
        asked = word_at(source_text, offset)
        hits = [link for link in links if _overlap(link.source, asked)]
    else:
        asked = word_at(target_text, offset)
        touched = [link for link in links if _overlap(link.target, asked)]
        words = [_whole(source_text, link.source) for link in touched]
        # One source word may have become several words of the target, not all of them neighbours.
        hits = [link for link in links if any(_overlap(link.source, word) for word in words)]
    return Linked(
        _merged([_whole(source_text, link.source) for link in hits]),
        _merged([_whole(target_text, link.target) for link in hits]),
    )


def _whole(text: str, span: Span) -> Span:
    if span.start >= min(span.end, len(text)):
        return span
    return Span(word_at(text, span.start).start, word_at(text, span.end - 1).end)


def _overlap(first: Span, second: Span) -> bool:
    return first.start < second.end and second.start < first.end


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    """Sort spans and join those that overlap or touch."""
    ordered = sorted(set(spans), key=lambda span: (span.start, span.end))
    if not ordered:
        return ()
    merged = [ordered[0]]
    for _, span in pairwise(ordered):
        if span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)
