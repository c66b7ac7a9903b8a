"""Where something of the source belongs in a translation that lost it."""

from collections.abc import Sequence

from engine.document import Span
from engine.types import AlignedSpan

_ENDS = "。．.!！?？…；;：:，,、\"”’')）】》 \t\r\n"


def anchor(span: Span, target: str, links: Sequence[AlignedSpan]) -> int:
    """Return the position in a translation at which a span of its source belongs.

    That is before what the model took the span itself for, else before what the next source words
    became, else after what the words before became; and where nothing is linked, at the end,
    before its punctuation. A position is never inside a Latin word or a number.

    Args:
        span: Part of the source.
        target: The translation.
        links: Its alignment with the source.
    """
    ends = len(target.rstrip(_ENDS))
    own = [link for link in links if link.source.start < span.end and span.start < link.source.end]
    after = [link for link in links if link.source.start >= span.end]
    before = [link for link in links if link.source.end <= span.start]
    if own:
        at = min(own, key=lambda link: link.target.start).target.start
    elif after:
        nearest = min(link.source.start for link in after)
        at = min(link.target.start for link in after if link.source.start == nearest)
    elif before:
        nearest = max(link.source.end for link in before)
        at = min(max(link.target.end for link in before if link.source.end == nearest), ends)
    else:
        at = ends
    return _beside_words(target, at)


def _beside_words(target: str, at: int) -> int:
    """Move a position out of a run of Latin letters and digits, to its beginning."""
    at = min(at, len(target))
    if at < len(target) and _binds(target[at]):
        while at and _binds(target[at - 1]):
            at -= 1
    return at


def _binds(character: str) -> bool:
    return character.isalnum() and character < "\u2e80"
