"""Cells of a line: columns of tables, rows of values, leaders, blanks to be filled in, rules.

What separates them is structure and stays as it is; each cell is translated by itself. Where
nothing is sure, a line is prose and has one cell.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.document import Span
from engine.patterns import regex

_SIGNS: Final = (
    *("|", "  ", "__", "....", ". . .", "……", "····", "]:"),
    *("---", "===", "***", "~~~", "+++", "###"),
)
_TIGHT: Final = regex(r"[,;](?![\s\d]|\Z)")

_BOX: Final = regex("[\u2500-\u257f]+")
_STANDING: Final = regex(
    "[\u2502\u2503\u2506\u2507\u250a-\u254b\u254e\u254f\u2551-\u2570\u2575\u2577]"
)
"""Parts of frames that are no mere line from left to right, which may be a dash."""

_LEADER = r"(?:\.{4,}+|(?<!\. )(?:\. ){3,}+\.?|…{2,}+|·{4,}+|_{4,}+|-{4,}+)"
_ALWAYS: Final = regex(
    # Rules before and behind a title; blanks to be filled in behind a label, or at an end.
    r"\A(?P<rule>[-=*~+#])(?P=rule){2,63}(?=\s)|(?<=\s)(?P<end>[-=*~+#])(?P=end){2,63}\Z"
    r"|(?<=:)\s?(?:_{2,}+|\.{4,}+|…{2,}+)|(?<!_)_{3,}+\Z|\A_{3,}+"
    # Leaders: up to the number of a page or a price, or so long that they are nothing else.
    rf"|(?<![.…·_\s-])\s?{_LEADER}\s?"
    r"(?:[ivxlc]{1,8}\Z|(?=[$€£]?\d[\d.,]{0,16}\s?[€%]?\Z))"
    r"|(?<=\s)\.{5,}+(?=\s)|(?<!\.)\.{8,}+"
    # A comment behind a value.
    r"|(?<=\S) {2,}(?:#|//)\s(?=\S)"
)
_BAR: Final = regex(r"(?<!\\)\|")
_SPACED_BAR: Final = regex(r"(?<=\s)\|(?=\s)|\A\||\|\Z")
_DELIMITERS: Final = regex(r"\|?[ ]*:?-{2,}:?[ ]*(?:[|+][ ]*:?-{2,}:?[ ]*)*\|?")
_REFERENCE: Final = regex(
    r"\[(?!\^)[^\]\n]{1,64}\]:\s+(?:<[^<>\n]*>|(?=\S*[/.#])\S+)(?:\s+(?P<title>[\"'(].*[\"')])|\s*)\Z"
)

_SPACES: Final = regex(r"(?<=\S) {2,}(?=\S)")
_OPTION: Final = regex(r"(?:-{1,2}|/)[A-Za-z?]")
_FEWEST: Final = 3
"""Fields of a row of values at least; and spaces between two columns."""

_VALUES: Final = {
    mark: regex(rf"(?:\"(?:[^\"]|\"\")*\"|[^\"{mark}\s][^\"{mark}]*|)(?:{mark}|\Z)")
    for mark in (",", ";")
}
_WORD: Final = regex(r"[^\W_]+")
_MOST_WORDS: Final = 4
_VALUE: Final = regex(r"[-+]?[$€£]?\d[\d.:/-]*%?|")
_COUNTED: Final = regex(r"\d\w?\Z")
_ENDED: Final = regex(r"[.!?]\Z")
_ENTITY: Final = regex(r"&#?\w+;")
_TITLED: Final = regex(r"(?![a-z])")
_RULED: Final = regex(r"-[ :]*(?=[|+]|\Z)")
_BRACKETS: Final = ("()", "[]", "{}", "<>")

_Near = tuple[dict[str, list[Span]], str]
"""What :func:`_rows` found in the line before or after, and that line."""


def may_have_cells(text: str) -> bool:
    """Say whether a text holds a sign of what separates cells; most have none."""
    if any(map(text.__contains__, _SIGNS)):
        return True
    if (text.count(",") > 1 or ";" in text or '","' in text) and _TIGHT.search(text):
        return True
    return not text.isascii() and _BOX.search(text) is not None


def borders(text: str, bodies: Sequence[tuple[int, Span]]) -> list[tuple[Span, ...]]:
    """Return for each line what separates its cells, in order; tabs are left out.

    Args:
        text: The text.
        bodies: Its lines that are not blank, without their marks: which line each is, and where.
    """
    written = [span.of(text) for _, span in bodies]
    likely = [may_have_cells(body) for body in written]
    rows = [_rows(body) if may else {} for body, may in zip(written, likely, strict=True)]
    made: list[tuple[Span, ...]] = []
    for index, (body, (row, span)) in enumerate(zip(written, bodies, strict=True)):
        beside = [i for i in (index - 1, index + 1) if 0 <= i < len(bodies)]
        beside = [i for i in beside if abs(bodies[i][0] - row) == 1]
        near = [(rows[i], written[i]) for i in beside]
        columns = {end for i in beside for end in _columns(text, bodies[i][1])}
        spans = list(_ruled(body)) if likely[index] else []
        spans += _reference(body)
        spans += _spaced(body, {end - _column(text, span) for end in columns})
        spans += next((cut for mark, cut in rows[index].items() if _is_row(body, mark, near)), ())
        made.append(tuple(_apart(spans, span.start)))
    return made


def _apart(spans: Sequence[Span], offset: int) -> Iterator[Span]:
    """Yield spans in order, none within another, as they stand in the text."""
    end = 0
    for span in sorted(spans, key=lambda one: (one.start, -one.end)):
        if span.end > end:
            yield Span(offset + max(end, span.start), offset + span.end)
            end = span.end


def _ruled(body: str) -> Iterator[Span]:
    """Yield rules, leaders, blanks and the frames of boxes."""
    for match in _ALWAYS.finditer(body):
        yield Span(*match.span())
    for match in _BOX.finditer(body):
        if _STANDING.search(match.group()) or len(match.group()) >= _FEWEST:
            yield Span(*match.span())


def _reference(body: str) -> Iterator[Span]:
    """Yield all but the title of what Markdown's links refer to: ``[a]: https://b.io "Title"``."""
    if (match := _REFERENCE.match(body)) is None:
        return
    start, end = match.span("title")
    if start < 0:
        yield Span(0, len(body))
    else:
        yield Span(0, start + 1)
        yield Span(end - 1, end)


# Columns of spaces


def _column(text: str, span: Span) -> int:
    return span.start - text.rfind("\n", 0, span.start) - 1


def _columns(text: str, span: Span) -> Iterator[int]:
    """Yield the columns in which the cells of a line begin, if it is set in columns."""
    column = _column(text, span) - span.start
    for match in _SPACES.finditer(text, span.start, span.end):
        yield column + match.end()


def _spaced(body: str, aligned: set[int]) -> Iterator[Span]:
    """Yield the spaces between two columns.

    Args:
        body: A line.
        aligned: Where in it a cell of the line before or after begins.
    """
    if "  " not in body:
        return
    runs = [Span(*match.span()) for match in _SPACES.finditer(body)]
    sizes = {run.end - run.start for run in runs}
    # A program that justifies a line spreads two and three spaces over it.
    justified = sizes == {2, _FEWEST}
    for index, run in enumerate(runs):
        size, ended = run.end - run.start, body[run.start - 1] in ".!?;,"
        wide = size > _FEWEST or (size == _FEWEST and not ended and not justified)
        option = index == 0 and _OPTION.match(body) is not None
        if wide or option or (run.end in aligned and not ended):
            yield run


# Rows of values


def _rows(body: str) -> dict[str, list[Span]]:
    """Return what separates the fields of a line for each mark that may do so."""
    found: dict[str, list[Span]] = {}
    if "|" in body and (bars := _bars(body)):
        found["|"] = bars
    for mark, pattern in _VALUES.items():
        several = body.count(mark) >= _FEWEST - 1 or f'"{mark}"' in body
        if several and (cuts := _separators(body, pattern)):
            found[mark] = cuts
    return found


def _bars(body: str) -> list[Span]:
    """Return the bars of a line, if all have spaces beside them, or none has."""
    bars = [Span(*match.span()) for match in _BAR.finditer(body)]
    if body[0] == body[-1] == "|" and len(body) > 1:
        return bars
    spaced = len(_SPACED_BAR.findall(body))
    tight = not re.search(r"\s\||\|\s", body)
    return bars if spaced == len(bars) or (tight and len(bars) >= _FEWEST - 1) else []


def _separators(body: str, pattern: re.Pattern[str]) -> list[Span]:
    """Return what stands between values, with the quotation marks around them."""
    if _ENTITY.search(body):
        return []
    cuts: list[Span] = []
    at = end = 0
    while at <= len(body):
        match = pattern.match(body, at)
        if match is None:
            return []
        last = match.end() == len(body) and (match.end() == at or body[match.end() - 1] not in ",;")
        field = Span(at, match.end() - (not last))
        if not _is_balanced(field.of(body)):
            return []
        if body[field.start : field.start + 1] == '"' and field.end - field.start > 1:
            field = Span(field.start + 1, field.end - 1)
        if field.start > end:
            cuts.append(Span(end, field.start))
        end = field.end
        if last:
            break
        at = match.end()
    if end < len(body):
        cuts.append(Span(end, len(body)))
    return cuts


def _is_balanced(field: str) -> bool:
    return all(field.count(opening) == field.count(closing) for opening, closing in _BRACKETS)


def _is_row(body: str, mark: str, near: Sequence[_Near]) -> bool:
    """Say whether a line that may be a row of values is one, by itself or for its neighbours'."""
    if mark == "|" and body[0] == body[-1] == "|":
        return True
    fields = _fields(body, mark)
    most = 2 * _MOST_WORDS if " |" in body else _MOST_WORDS
    if any(len(_WORD.findall(field)) > most for field in fields if field[:1] != '"'):
        return False
    if any(_is_like(fields, mark, each) for each in near):
        return True
    if mark == "|":
        return all(map(_TITLED.match, fields))
    return not _ENDED.search(body) and _has_values(fields, mark)


def _is_like(fields: Sequence[str], mark: str, near: _Near) -> bool:
    """Say whether a neighbour has as many fields, or is the rule below a table's head."""
    rows, other = near
    if mark in rows and len(_fields(other, mark)) == len(fields):
        return True
    ruled = mark == "|" and _DELIMITERS.fullmatch(other) is not None
    return ruled and len(_RULED.findall(other.strip("|"))) == len(fields)


def _has_values(fields: Sequence[str], mark: str) -> bool:
    """Say whether fields hold what prose has not: quotation marks around one, or a bare number."""
    quoted = [field[:1] == '"' for field in fields]
    if len(fields) < _FEWEST:
        return all(quoted)
    numbers = (
        _VALUE.fullmatch(field) and not _COUNTED.search(before)
        for before, field in zip(["", *fields], fields, strict=False)
    )
    return any(quoted) or any(numbers) or (mark == ";" and all(map(_TITLED.match, fields)))


def _fields(body: str, mark: str) -> list[str]:
    if mark == "|":
        return [field.strip() for field in _BAR.split(body.strip("|"))]
    found = [match.group().removesuffix(mark) for match in _VALUES[mark].finditer(body)]
    return found if body.endswith(mark) else found[:-1]
