"""Which source words a piece of the translation came from, read off the attention."""

from collections.abc import Sequence

from engine.document import Span
from engine.hypotheses import FloatArray
from engine.types import AlignedSpan


def align(
    attention: FloatArray, source_spans: Sequence[Span], target_spans: Sequence[Span]
) -> tuple[AlignedSpan, ...]:
    """Link each target piece to the source piece that it attends to most.

    Neighbours in the target that point at the same source piece become one.

    Args:
        attention: float32 ``[target pieces or more, source pieces or more]``; rows and columns
            beyond the spans (end token, padding) are ignored.
        source_spans: Code points of each source piece; an empty one (target token, end token, a
            piece of white space) is never linked to.
        target_spans: Code points of each target piece, in order; an empty one is left out. Where
            several stand for one character, such as its bytes, the first of them is linked.

    Returns:
        The links in target order; their targets do not overlap.
    """
    real = [index for index, span in enumerate(source_spans) if span.end > span.start]
    if not real or not target_spans:
        return ()
    links: list[AlignedSpan] = []
    # The link that is not finished yet: its source, and where its target begins and ends.
    source, start, end = Span(0, 0), 0, 0
    for target, best in zip(target_spans, _best(attention, real, len(target_spans)), strict=True):
        if target.end <= target.start or target.end <= end:
            continue
        found = source_spans[best]
        if found.start != source.start or found.end != source.end:
            if end > start:
                links.append(AlignedSpan(source, Span(start, end)))
            source, start = found, max(target.start, end)
        end = target.end
    if end > start:
        links.append(AlignedSpan(source, Span(start, end)))
    return tuple(links)


def _best(attention: FloatArray, columns: Sequence[int], rows: int) -> list[int]:
    """Return for each row which of some columns, given in order, has the highest value."""
    count = len(columns)
    if columns[-1] == count - 1:
        first: list[int] = attention[:rows, :count].argmax(axis=1).tolist()
        return first
    return [columns[index] for index in attention[:rows].take(columns, axis=1).argmax(axis=1)]


def shifted(links: Sequence[AlignedSpan], source: int, target: int) -> tuple[AlignedSpan, ...]:
    """Move links made for a part of a segment to where the part stands in it."""
    if not (source or target):
        return tuple(links)
    return tuple(
        AlignedSpan(
            Span(link.source.start + source, link.source.end + source),
            Span(link.target.start + target, link.target.end + target),
        )
        for link in links
    )
