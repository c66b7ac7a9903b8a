"""What a span that must not change is, and how several findings become one list."""

from collections.abc import Iterable
from typing import Final, Literal

from engine.document import Span
from engine.records import record

VerbatimKind = Literal[
    "url",
    "email",
    "ip",
    "phone",
    "path",
    "handle",
    "hashtag",
    "code",
    "markup",
    "entity",
    "placeholder",
    "hash",
    "id",
    "version",
    "date",
    "symbol",
    "emoticon",
    "control",
    "name",
    "chinese",
    "foreign",
]
"""What sort of thing stands in a span; a closed list."""

LETTERS: Final = r"A-Za-z0-9_\u00c0-\u024f"
"""Inside of a character class: what names are written with. Han may follow a name directly."""


@record
class VerbatimSpan:
    """A part of a text that appears unchanged in its translation (code points)."""

    span: Span
    kind: VerbatimKind


def found(kind: VerbatimKind, start: int, end: int) -> VerbatimSpan:
    """Return a verbatim span."""
    return VerbatimSpan(Span(start, end), kind)


def leftmost_longest(spans: Iterable[VerbatimSpan]) -> tuple[VerbatimSpan, ...]:
    """Return spans in order without those that begin inside an earlier one.

    Of two that begin together the longer stays; of equals, the first given.
    """
    kept: list[VerbatimSpan] = []
    end = 0
    for each in sorted(spans, key=lambda one: (one.span.start, -one.span.end)):
        if each.span.start >= end and each.span.end > each.span.start:
            kept.append(each)
            end = each.span.end
    return tuple(kept)
