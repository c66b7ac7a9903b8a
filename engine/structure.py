"""What makes a text a list, a quotation, a heading or a table, kept apart from its sentences.

Every line is a paragraph of its own. Its indent, mail quotation marks, heading marks, bullets,
numbering, cell borders and invisible characters at either end are structure: they stay as they are
while the bodies between them are translated. Which lines belong together nevertheless is told in
:mod:`engine.joining`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.document import Span
from engine.layout import borders, may_have_cells
from engine.patterns import regex
from engine.records import record

# White space, controls and format characters that have no business at either end of a sentence.
_EDGE = (
    r"\s\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    r"\ufeff\ufff9-\ufffb"
)
_NOT_EDGE = regex(rf"[^{_EDGE}]")
_EDGES = regex(rf"[{_EDGE}]+")
_LINE_BREAK = regex(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")

# Atomic, so that ">=" is not read as a quotation of "="; "<" spares ">>id<<" typed as text.
_QUOTE = regex(r"(?!>+[\w.-]{1,32}<)(?>(?:>[ \t]*)+)(?![=:;_.<])")
_HEADING = regex(r"#{1,6}\s+(?=\S)")
_HEADING_END = regex(r"\s#{1,6}\Z")
_BULLET = regex(
    # A bullet; what begins a comment, what a word means, or tells a mail that answers another.
    r"(?:[-*+–—―]\s+|(?:--|//+|;{1,3}|:)\s+(?=\w)|(?:(?:Re|RE|Fwd|FWD|FW|Fw):\s+)+(?=\w)"
    r"|[•‣⁃∙◦▪▫●○■□◆◇►▶➢➤➔→✓✔✗✘☐☑☒★☆·]\s*|\|\s+(?=[^|]+\Z))(?:\[[ xX]\]\s+)?(?=\S)"
)
_NUMBER = regex(
    r"""(?:
      \((?:\d{1,2}|[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})\)\s+(?!\d)   # not "(c) 1999"
    | （(?:\d{1,3}|[一二三四五六七八九十]{1,3})）\s*
    | \[\d{1,3}\]\s+
    | \[\^[\w-]{1,32}\]:\s+
    | (?:\d{1,3}(?:\.\d{1,3}){0,5}|[A-Za-z]|[ivx]{2,5}|[IVX]{2,5})[)）]\s+
    | \d{1,3}(?:\.\d{1,3}){0,5}\.(?:\s+|(?=[\u4e00-\u9fff]))
    | \d{1,3}(?:\.\d{1,3}){1,5}\s+(?=[A-Z][a-z]{2})(?![MBT]r?illion)   # not "1.5 million"
    | (?:[a-z]|[ivx]{2,5}|[IVX]{2,5})\.\s+(?![\d\s]|\w\.)   # neither "c. 1900" nor "a. m."
    | (?:\d{1,3}|[一二三四五六七八九十]{1,3})、\s*
    | [①-⑳⑴-⒇]\s*
    )(?=\S)""",
    re.VERBOSE,
)
# "A. Ames wrote it" or answer A: only a neighbouring line can tell.
_LETTER = regex(r"([A-Z])\.\s+(?=\S)")
_LETTER_OR_ROMAN = regex(r"([A-Z]|[IVX]{2,5})\.\s+(?=\S)")
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


@record
class Line:
    """A line without its indent, quotation marks, bullets and numbering.

    Attributes:
        row: Which line of the text it is, from 0, blank ones counted.
        start: Where the body begins.
        end: End of the body.
        quoted: Quotation marks in front of it, as mail has them.
        indent: Columns of white space in front of the body and of what marks it.
        width: Columns of the whole line without its quotation marks.
        marked: Whether a heading mark, a bullet or a number stands in front of the body.
        borders: What separates its cells, but for tabs.
    """

    row: int
    start: int
    end: int
    quoted: int
    indent: int
    width: int
    marked: bool
    borders: tuple[Span, ...] = ()


def lines(text: str) -> list[Line]:
    """Return the lines of ``text`` that have a body, in order.

    What lies between the bodies is structure.
    """
    found = list(_lines(text))
    labels = [_LETTER_OR_ROMAN.match(text, line.start, line.end) for line in found]
    names = [label.group(1) if label else None for label in labels]
    for index, line in enumerate(found):
        number = _NUMBER.match(text, line.start, line.end)
        if number is None and _has_sibling(names, index):
            number = _LETTER.match(text, line.start, line.end)
        if number is not None:
            found[index] = replace(line, start=number.end(), marked=True)
    if not may_have_cells(text):
        return found
    between = borders(text, [(line.row, Span(line.start, line.end)) for line in found])
    for index, cuts in enumerate(between):
        if cuts:
            found[index] = replace(found[index], borders=cuts)
    return found


def cells(text: str, line: Line) -> Iterator[Span]:
    """Yield what stands between tabs and between what else separates cells.

    It never holds a line break or a tab, and neither starts nor ends with white space.
    """
    start = line.start
    for border in (*line.borders, Span(line.end, line.end)):
        for part in _between_tabs(text, start, border.start):
            if (span := trimmed(text, *part)) is not None:
                yield span
        start = border.end


def _between_tabs(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end:
        tab = text.find("\t", start, end)
        stop = end if tab < 0 else tab
        yield start, stop
        start = stop + 1


def has_break(text: str) -> bool:
    """Say whether a line ends somewhere in ``text``."""
    return bool(_LINE_BREAK.search(text))


def line_breaks(text: str) -> Iterator[Span]:
    """Yield every line break with the white space and the quotation marks on either side of it."""
    if not has_break(text):
        return
    end = 0
    for match in _EDGES.finditer(text):
        if match.start() < end or not has_break(match.group()):
            continue
        end = match.end()
        if quote := _QUOTE.match(text, end):
            end = quote.end()
            visible = _NOT_EDGE.search(text, end)
            end = visible.start() if visible else len(text)
        yield Span(match.start(), end)


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


def _lines(text: str) -> Iterator[Line]:
    """Yield the lines that are not blank, with the marks at their beginning but numbers."""
    position = 0
    for row, whole in enumerate(text.splitlines(keepends=True)):
        span = trimmed(text, position, position + len(whole))
        if span is not None and (line := _line(text, row, position, span)) is not None:
            yield line
        position += len(whole)


def _line(text: str, row: int, first: int, span: Span) -> Line | None:
    """Read the marks at the beginning of one line; a line of nothing but marks holds no body."""
    start, end = span.start, span.end
    quoted = 0
    if quote := _QUOTE.match(text, start, end):
        quoted = quote.group().count(">")
        first = start = quote.end()
    visible = _NOT_EDGE.search(text, start, end)
    if visible is None:
        return None
    begin = start = visible.start()
    if heading := _HEADING.match(text, start, end):
        start = heading.end()
        if closing := _HEADING_END.search(text, max(start, end - 8), end):
            end = closing.start()
    while bullet := _BULLET.match(text, start, end):
        start = bullet.end()
    rest = trimmed(text, start, end)
    if rest is None:
        return None
    indent, width = (len(text[first:stop].expandtabs(4)) for stop in (begin, end))
    return Line(row, rest.start, rest.end, quoted, indent, width, start > begin)


def _has_sibling(labels: Sequence[str | None], index: int) -> bool:
    """Say whether the line before or after carries on the same lettering."""
    label = labels[index]
    before = labels[index - 1] if index else None
    after = labels[index + 1] if index + 1 < len(labels) else None
    return _follows(before, label) or _follows(label, after)


def _follows(first: str | None, second: str | None) -> bool:
    """Say whether ``second`` is the label after ``first``, as a letter or as a Roman numeral."""
    if not first or not second:
        return False
    if len(first) == len(second) == 1 and ord(second) == ord(first) + 1:
        return True
    return (first, second) in pairwise(_ROMAN)
