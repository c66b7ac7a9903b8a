"""Links, images and emphasis as Markdown writes them: pairs of marks around words."""

from collections.abc import Iterator
from typing import Final

from engine.guards.spans import VerbatimSpan, found
from engine.patterns import regex

_LINK: Final = regex(
    r"(?<!\w)(?P<opening>!?\[)(?P<words>(?:[^\[\]\n]|\[[^\[\]\n]{0,200}\]){1,500})"
    r"(?P<closing>\](?:\((?:[^\s()]|\([^\s()]{0,200}\)){0,2000}(?:\s\"[^\"\n]{0,200}\")?\)"
    r"|\[[^\[\]\n]{0,100}\]))"
)
_FOOTNOTE: Final = regex(r"\[\^[\w-]{1,32}\]")
_EMPHASIS: Final = regex(
    r"(?<![\w*_~\\])(?P<mark>\*{1,3}|_{1,3}|~~)(?=[^\s*_~])"
    r"(?P<words>[^\n*_~]{0,500}[^\s*_~\\])(?P=mark)(?![\w*_~])"
)
_MARKED: Final = regex(r"(?<![\w=])==(?=[^\s=])[^\n=]{0,200}(?<=[^\s=])==(?![\w=])")
_RAISED: Final = regex(
    r"(?<![\w~^])[A-Za-z0-9]{1,8}(?P<mark>[~^])[\w+-]{1,8}(?P=mark)[A-Za-z]{0,3}(?!\w)"
)
"""What Pandoc sets lower or higher: ``H~2~O``, ``x^2^``."""
_FIRST: Final = regex(r"(?:\*{1,3}|_{2,3}|~~)(?=\w)")
_LAST: Final = regex(r"(?<=[\w.!?…:,)\"”’])(?:\*{1,3}|_{2,3}|~~)\Z")
"""Marks whose partner stands in another sentence."""

LINK_MARKS: Final = ("[", "![")
"""How the marks in front of a link's words are written."""


def markdown(text: str) -> Iterator[VerbatimSpan]:
    """Yield the marks around the words of links, images and emphasis, one after the other."""
    if "[" in text:
        for match in _LINK.finditer(text):
            yield found("markup", *match.span("opening"))
            yield found("markup", *match.span("closing"))
        for match in _FOOTNOTE.finditer(text):
            yield found("placeholder", *match.span())
    if "==" in text:
        for match in _MARKED.finditer(text):
            yield found("markup", match.start(), match.start() + 2)
            yield found("markup", match.end() - 2, match.end())
    if "~" in text or "^" in text:
        for match in _RAISED.finditer(text):
            yield found("placeholder", *match.span())
    if "*" in text or "_" in text or "~" in text:
        paired: set[int] = set()
        for match in _EMPHASIS.finditer(text):
            start, end = match.span("words")
            yield found("markup", match.start(), start)
            yield found("markup", end, match.end())
            paired |= {match.start(), end}
        for lone in (_FIRST.match(text), _LAST.search(text, max(0, len(text) - 4))):
            if lone is not None and lone.start() not in paired:
                yield found("markup", *lone.span())


def is_mark(written: str) -> bool:
    """Say whether a verbatim span is a mark of Markdown."""
    return written in LINK_MARKS or written[:1] in ("]", "*", "_", "~", "=")


def is_told_by_neighbours(written: str) -> bool:
    """Say whether a mark is one of emphasis, which the characters around it make a mark or not."""
    return written[:1] in ("*", "_", "~")


def is_apart(mark: str, inside: str, outside: str) -> bool:
    """Say whether a mark of emphasis is read as one without a space outside of it.

    CommonMark reads ``**注意：**请`` and ``这_真_好`` as they are written: a mark must not stand
    between a punctuation mark inside and a letter outside, ``_`` not beside a letter outside, and
    two marks of one kind not side by side. Western sentences have a space there, Chinese has none.

    Args:
        mark: The mark.
        inside: The character that it encloses, next to it.
        outside: The character on its other side; empty if there is none.
    """
    if outside == mark[:1]:
        return False
    if not outside.isalnum():
        return True
    return inside.isalnum() and mark[:1] != "_"
