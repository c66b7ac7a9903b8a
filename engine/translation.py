"""A whole text, translated, and how its sentences are put together again."""

from typing import Final

from engine.document import Document
from engine.guards.gaps import tidy_gap
from engine.records import record
from engine.types import Flag, TranslatedSegment

OPEN_GAP: Final = " "
"""The one gap that may change, depending on what the sentences on either side became."""


@record
class Translation:
    """A whole text, translated."""

    document: Document
    segments: tuple[TranslatedSegment, ...]

    @property
    def text(self) -> str:
        """The translation, with what stands between the source's sentences in its place.

        Everything there comes back as it is but one thing: the single space between two sentences,
        of which Chinese writes none and English one. Where lines were joined, their breaks count
        as such a space.
        """
        parts: list[str] = []
        before: TranslatedSegment | None = None
        for segment in self.segments:
            parts += gap_between(self.document, before, segment), segment.text
            before = segment
        return "".join((*parts, self.document.gaps[-1]))

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Every flag that any segment carries, once each, in order of appearance."""
        seen = dict.fromkeys(flag for segment in self.segments for flag in segment.flags)
        return tuple(seen)


def gap_between(
    document: Document, before: TranslatedSegment | None, after: TranslatedSegment
) -> str:
    """Return what goes in front of a segment.

    Args:
        document: The source.
        before: The segment in front of it; ``None`` for the first.
        after: The segment itself.
    """
    gap = document.gap(after.segment.index)
    if before is None or (_is_source(before) and _is_source(after)):
        return gap  # a text that is handed through comes out as it went in
    return tidy_gap(gap, before.text, after.text)


def _is_source(segment: TranslatedSegment) -> bool:
    return segment.text == segment.segment.text
