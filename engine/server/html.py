"""HTML as a document: tags of blocks are gaps, tags within a line stay in their sentence.

Nothing is parsed into a tree, so that whatever is broken comes out as broken as it went in.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from engine.document import Document, Span

if TYPE_CHECKING:
    from engine.translator import Translator

_INLINE: Final = (
    "a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|img|ins|kbd|label|mark|meter|nobr|q"
    "|ruby|rb|rp|rt|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr"
)
"""Elements that may stand within a sentence."""

_BREAK: Final = re.compile(
    # What is not for reading, as a whole; comments; declarations; and tags that end a sentence.
    r"<(?P<raw>script|style|textarea|pre|template|svg|math)\b[^<>]*+>"
    r".*?(?:</(?P=raw)\s*+>|\Z)"
    r"|<!--.*?(?:-->|\Z)"
    r"|<[!?][^<>]*+>"
    rf"|</?(?!(?:{_INLINE})\b)[a-z][^<>]*+>"
    # A tag that the end cuts off.
    r"|</?[a-z][a-z0-9]*+(?:\s++[^<>]*+)?\Z",
    re.IGNORECASE | re.DOTALL,
)
_SPACE: Final = re.compile(r"[\t\r\n]")


def html_document(text: str, translator: "Translator") -> Document:
    """Cut HTML into sentences.

    Args:
        text: A page or a part of one, sound or not.
        translator: What cuts plain text.

    Returns:
        A document whose gaps hold all that stands between sentences. Its text is the given one,
        but line breaks and tabs within a paragraph, which mean a space in HTML, are one.
    """
    spans: list[Span] = []
    parts: list[str] = []
    end = 0
    for run in _runs(text):
        parts += text[end : run.start], _SPACE.sub(" ", run.of(text))
        end = run.end
        found = _sentences(parts[-1], translator)
        spans += (Span(run.start + span.start, run.start + span.end) for span in found)
    return Document.from_spans("".join((*parts, text[end:])), spans)


def _sentences(text: str, translator: "Translator") -> Iterator[Span]:
    """Yield the sentences of a paragraph, in which many spaces are one and part no columns."""
    places = [i for i, each in enumerate(text) if each != " " or text[i - 1 : i] != " "]
    for segment in translator.segment("".join(text[i] for i in places)).segments:
        yield Span(places[segment.span.start], places[segment.span.end - 1] + 1)


def _runs(text: str) -> Iterator[Span]:
    """Yield what stands between breaks, without the white space around it."""
    start = 0
    for found in _BREAK.finditer(text):
        yield from _trimmed(text, start, found.start())
        start = found.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    body = text[start:end]
    if stripped := body.strip():
        left = start + len(body) - len(body.lstrip())
        yield Span(left, left + len(stripped))
