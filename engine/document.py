"""A text, its sentences, and the exact gaps between them.

A document is ``gap segment gap … segment gap``: always one more gap than there are segments, so
that putting it together again loses nothing, whatever the segments were replaced by.
"""

from collections.abc import Iterable, Sequence

from engine.records import record


@record
class Span:
    """A half-open range of code points, ``text[start:end]``."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"a span needs 0 <= start <= end, found {self.start}:{self.end}")

    def of(self, text: str) -> str:
        """Return the part of ``text`` that the span covers."""
        return text[self.start : self.end]


@record
class Segment:
    """One sentence, or what is translated as one.

    Attributes:
        index: Position among the document's segments, from 0.
        span: Where it stands in the document's text (code points).
        text: The source text it covers.
    """

    index: int
    span: Span
    text: str


@record
class Document:
    """A source text cut into segments; ``gaps`` is what stands between them.

    Invariant: ``document.join([s.text for s in document.segments]) == document.text``.

    Attributes:
        text: The source text.
        segments: Its sentences, in order.
        gaps: What stands in front of each segment, and last what stands behind all of them.
        joints: The indices of the gaps at which a line was only wrapped: no line ends there in a
            translation.
    """

    text: str
    segments: tuple[Segment, ...]
    gaps: tuple[str, ...]
    joints: frozenset[int] = frozenset()

    @classmethod
    def from_spans(cls, text: str, spans: Sequence[Span], joints: Iterable[int] = ()) -> "Document":
        """Cut ``text`` at ``spans``, which must be in order and must not overlap.

        Args:
            text: The source text.
            spans: Where its segments are.
            joints: The indices of the gaps at which a line was only wrapped.

        Raises:
            ValueError: The spans overlap, are out of order or reach past the text.
        """
        segments: list[Segment] = []
        gaps: list[str] = []
        end = 0
        for index, span in enumerate(spans):
            if span.start < end or span.end > len(text):
                raise ValueError(f"span {span.start}:{span.end} overlaps or leaves the text")
            gaps.append(text[end : span.start])
            segments.append(Segment(index, span, span.of(text)))
            end = span.end
        gaps.append(text[end:])
        return cls(text, tuple(segments), tuple(gaps), frozenset(joints))

    def gap(self, index: int) -> str:
        """Return what goes in front of a segment's translation, or behind the last one.

        That is the gap as it is, or a space where a line was only wrapped.
        """
        return " " if index in self.joints else self.gaps[index]

    def join(self, texts: Sequence[str]) -> str:
        """Put the document together with ``texts`` in place of its segments.

        Raises:
            ValueError: There is not exactly one text for each segment.
        """
        if len(texts) != len(self.segments):
            raise ValueError(f"expected {len(self.segments)} texts, found {len(texts)}")
        parts = [part for pair in zip(self.gaps, texts, strict=False) for part in pair]
        return "".join((*parts, self.gaps[-1]))
