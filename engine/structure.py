"""What makes a text a list, a quotation, a heading or a table, kept apart from its sentences.

Every line is a paragraph of its own. Its indent, mail quotation marks, heading marks, bullets,
numbering, cell borders and invisible characters at either end are structure: they stay as they are
while the bodies between them are translated.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.document import Span

# White space, controls and format characters that have no business at either end of a sentence.
_EDGE = (
    r"\s\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ufeff\ufff9-\ufffb"
)
_NOT_EDGE = re.compile(rf"[^{_EDGE}]")

# Atomic, so that ">=" is not read as a quotation of "="; "<" spares ">>id<<" typed as text.
_QUOTE = re.compile(r"(?!>+[\w.-]{1,32}<)(?>(?:>[ \t]*)+)(?![=:;_.<])")
_HEADING = re.compile(r"#{1,6}\s+(?=\S)")
_HEADING_END = re.compile(r"\s#{1,6}\Z")
_BULLET = re.compile(r"(?:[-*+–—―]\s+|[•‣⁃∙◦▪▫●○■□◆◇►▶➢➤➔→✓✔✗✘☐☑☒★☆·]\s*)(?:\[[ xX]\]\s+)?(?=\S)")
_NUMBER = re.compile(
    r"""(?:
      \((?:\d{1,2}|[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})\)\s+(?!\d)   # not "(c) 1999"
    | （(?:\d{1,3}|[一二三四五六七八九十]{1,3})）\s*
    | \[\d{1,3}\]\s+
    | (?:\d{1,3}(?:\.\d{1,3}){0,5}|[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})[)）]\s+
    | \d{1,3}(?:\.\d{1,3}){0,5}\.(?:\s+|(?=[\u4e00-\u9fff]))
    | (?:[a-z]|[ivx]{2,5}|[IVX]{2,5})\.\s+(?![\d\s]|\w\.)   # neither "c. 1900" nor "a. m."
    | (?:\d{1,3}|[一二三四五六七八九十]{1,3})、\s*
    | [①-⑳⑴-⒇]\s*
    )(?=\S)""",
    re.VERBOSE,
)
# "A. Ames wrote it" or answer A: only a neighbouring line can tell.
_LETTER = re.compile(r"([A-Z])\.\s+(?=\S)")
_LETTER_OR_ROMAN = re.compile(r"([A-Z]|[IVX]{2,5})\.\s+(?=\S)")
_TAB = re.compile(r"\t")
_CELL_BORDER = re.compile(r"[\t|]")
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line without its indent, quotation marks and bullets.

    Attributes:
        start: Where numbering may stand, or else the body.
        end: End of the body.
        label: Its capital letter or Roman numeral, if it starts with one and a full stop.
        table: Whether its cells stand between vertical bars.
    """

    start: int
    end: int
    label: str | None
    table: bool


def bodies(text: str) -> Iterator[Span]:
    """Yield the parts of ``text`` that hold sentences, in order.

    A body never holds a line break or a tab, and neither starts nor ends with white space. What
    lies between the bodies is structure.
    """
    lines = list(_lines(text))
    for index, line in enumerate(lines):
        start = line.start
        if number := _NUMBER.match(text, start, line.end):
            start = number.end()
        elif line.label is not None and _has_sibling(lines, index):
            letter = _LETTER.match(text, start, line.end)
            start = letter.end() if letter else start
        yield from _cells(text, start, line.end, table=line.table)


def trimmed(text: str, start: int, end: int) -> Span | None:
    """Return ``text[start:end]`` without white space and invisible characters at either end.

    Returns:
        The trimmed span, or ``None`` if nothing is left of it.
    """
    match = _NOT_EDGE.search(text, start, end)
    if match is None:
        return None
    while not _NOT_EDGE.match(text, end - 1, end):
        end -= 1
    return Span(match.start(), end)


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines that are not blank, without the marks at their beginning."""
    position = 0
    for whole in text.splitlines(keepends=True):
        span = trimmed(text, position, position + len(whole))
        position += len(whole)
        if span is not None and (line := _line(text, span)) is not None:
            yield line


def _line(text: str, span: Span) -> _Line | None:
    """Read the marks at the beginning of one line; a line of nothing but marks holds no body."""
    start, end = span.start, span.end
    if quote := _QUOTE.match(text, start, end):
        start = quote.end()
    visible = _NOT_EDGE.search(text, start, end)
    if visible is None:
        return None
    start = visible.start()
    if heading := _HEADING.match(text, start, end):
        start = heading.end()
        if closing := _HEADING_END.search(text, max(start, end - 8), end):
            end = closing.start()
    while bullet := _BULLET.match(text, start, end):
        start = bullet.end()
    rest = trimmed(text, start, end)
    if rest is None:
        return None
    label = _LETTER_OR_ROMAN.match(text, rest.start, rest.end)
    table = rest.end - rest.start > 1 and text[rest.start] == text[rest.end - 1] == "|"
    return _Line(rest.start, rest.end, label.group(1) if label else None, table)


def _has_sibling(lines: Sequence[_Line], index: int) -> bool:
    """Say whether the line before or after carries on the same lettering."""
    label = lines[index].label or ""
    before = lines[index - 1].label if index else None
    after = lines[index + 1].label if index + 1 < len(lines) else None
    return _follows(before, label) or _follows(label, after)


def _follows(first: str | None, second: str | None) -> bool:
    """Say whether ``second`` is the label after ``first``, as a letter or as a Roman numeral."""
    if not first or not second:
        return False
    if len(first) == len(second) == 1 and ord(second) == ord(first) + 1:
        return True
    return (first, second) in pairwise(_ROMAN)


def _cells(text: str, start: int, end: int, *, table: bool) -> Iterator[Span]:
    """Yield what stands between tabs and, in a table row, between vertical bars."""
    border = _CELL_BORDER if table else _TAB
    while start < end:
        match = border.search(text, start, end)
        stop = match.start() if match else end
        if (span := trimmed(text, start, stop)) is not None:
            yield span
        start = stop + 1
