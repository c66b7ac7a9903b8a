"""Which source words a piece of the translation came from, read off the attention."""

from collections.abc import Sequence

import numpy as np

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
    real = np.array([span.end > span.start for span in source_spans], bool)
    if not real.any() or not target_spans:
        return ()
    weights = attention[: len(target_spans), : len(source_spans)]
    best = np.where(real, weights, -1.0).argmax(axis=1)
    links: list[AlignedSpan] = []
    end = 0
    for target, index in zip(target_spans, best.tolist(), strict=True):
        source = source_spans[index]
        if target.end <= max(target.start, end):
            continue
        if links and links[-1].source == source:
            links[-1] = AlignedSpan(source, Span(links[-1].target.start, target.end))
        else:
            links.append(AlignedSpan(source, Span(max(target.start, end), target.end)))
        end = target.end
    return tuple(links)


def shifted(links: Sequence[AlignedSpan], source: int, target: int) -> tuple[AlignedSpan, ...]:
    """Move links made for a part of a segment to where the part stands in it."""
    return tuple(
        AlignedSpan(
            Span(link.source.start + source, link.source.end + source),
            Span(link.target.start + target, link.target.end + target),
        )
        for link in links
    )
