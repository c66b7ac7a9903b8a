"""Finds the lines that were only wrapped: of mail, and of what was copied out of a PDF.

Lines are read as one paragraph where each of them is so full that the first word of the next one
would not have fitted, as a program wraps them, or where a sentence plainly goes on. Lists, verse,
addresses, code, headings and tables keep their lines.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from engine.document import Span
from engine.guards.code_lines import code_line_spans
from engine.guards.edits import Edit, Edited, apply
from engine.patterns import regex
from engine.structure import Line, cells, line_breaks, lines
from engine.types import Joining

_SLACK: Final = 0.15
"""Share of the width that a line of a proportional font may lack."""

_NARROW, _WIDE, _WIDEST = 30, 55, 140
"""Columns: narrower lines say nothing of being wrapped; wide ones say it without a small letter at
the beginning of the next; nobody wraps lines that are wider still."""

_SURELY_WIDE: Final = 40
_FEW_WORDS: Final = 3

_WORD: Final = regex(r"\S+")
_LETTER: Final = regex(r"[^\W\d_]")
_GOES_ON: Final = regex(r"[a-z](?:[a-z'’]*(?:-[a-z]+)*)[,;:.!?)\"”]*(?=\s|\Z)")
"""A small word; not the beginning of an address."""

_ENDED: Final = regex(r"[.!?:;…][\"'”’)\]*_]*\Z")
_UNFINISHED: Final = regex(
    r"(?:\s|\A)(?:an?|the|my|your|his|her|its|our|their|of|to|at|in|on|for|from|with|by|into|and|or"
    r"|but|that|which|who|is|are|was|were|be|will|can|has|have|had|not)\Z"
)
_FULL_STOP: Final = regex(r"[.!?…][\"'”’)\]]*(?:\s|\Z)")
_FIELD: Final = regex(r"[\w.-]+(?: [\w.-]+){0,2}\s?[:=](?:\s|\Z)")
_HYPHEN: Final = regex(r"([^\W\d_]+)[-\u2010]\Z")
_SMALL_START: Final = regex(r"[^\W\d_A-Z]+")


def paragraphs(text: str, joining: Joining) -> Iterator[Span]:
    """Yield the parts of ``text`` that hold sentences, in order.

    A part never holds a tab, neither starts nor ends with white space, and holds a line break only
    where lines were wrapped.

    Args:
        text: Any text.
        joining: Which lines are joined.
    """
    found = lines(text)
    joined = _joined(text, found, joining) if joining != "never" else frozenset()
    start = None
    for index, line in enumerate(found):
        if index + 1 in joined:
            start = line.start if start is None else start
        elif start is not None:
            yield Span(start, line.end)
            start = None
        else:
            yield from cells(text, line)


def flattened(body: str) -> str:
    """Return a paragraph with spaces in place of its line breaks, and as long as before."""
    blank = [
        Edit(span.start, span.end, " " * (span.end - span.start)) for span in line_breaks(body)
    ]
    return apply(body, blank).text


def unwrapped(text: str, knows: Callable[[str], bool]) -> Edited:
    """Put the lines of a sentence together, and the halves of words that were divided.

    Args:
        text: A sentence, with what stood at the beginning of its lines.
        knows: Whether something is a word. It tells the hyphen of ``long-term`` from that of a
            division.
    """
    edits: list[Edit] = []
    for span in line_breaks(text):
        before, after = text[max(0, span.start - 64) : span.start], text[span.end : span.end + 64]
        hyphen = _HYPHEN.search(before)
        # A soft hyphen at the end of a line is part of what stands there.
        if "\u00ad" in span.of(text):
            edits.append(Edit(span.start, span.end, ""))
        elif hyphen is None or not after[:1].isalnum():
            edits.append(Edit(span.start, span.end, " "))
        else:
            second = _SMALL_START.match(after)
            divided = second is not None and _is_divided(hyphen.group(1), second.group(), knows)
            edits.append(Edit(span.start - divided, span.end, ""))
    return apply(text, edits)


def _is_divided(first: str, second: str, knows: Callable[[str], bool]) -> bool:
    """Say whether two halves are one word; a compound is one only if both are words."""
    if knows(first + second):
        return True
    return not (len(first) > 2 and len(second) > 2 and knows(first) and knows(second))


def _joined(text: str, found: Sequence[Line], joining: Joining) -> frozenset[int]:
    """Return the indices of lines that go on with the line before."""
    code = {span.start for span in _code_lines(text, found)}
    joined: set[int] = set()
    for block in _blocks(text, found, code):
        joined.update(_wrapped(text, found, block, joining))
    return frozenset(joined)


def _code_lines(text: str, found: Sequence[Line]) -> Iterator[Span]:
    spans = iter(code_line_spans(text))
    span = next(spans, None)
    for line in found:
        while span is not None and span.end <= line.start:
            span = next(spans, None)
        if span is not None and span.start <= line.start:
            yield Span(line.start, line.end)


def _blocks(text: str, found: Sequence[Line], code: set[int]) -> Iterator[range]:
    """Yield the runs of two or more lines that might be one paragraph."""
    start = 0
    for index in range(1, len(found) + 1):
        if index < len(found) and _may_follow(text, found, index, start, code):
            continue
        if index - start > 1 and not _has_fields(text, found[start:index]):
            yield range(start, index)
        start = index


def _may_follow(text: str, found: Sequence[Line], index: int, start: int, code: set[int]) -> bool:
    """Say whether the layout allows a line to go on with the one before, in a block so far."""
    before, line, first = found[index - 1], found[index], found[start]
    if line.row != before.row + 1 or line.quoted != before.quoted or line.marked:
        return False
    if any(
        each.borders or each.start in code or not _is_prose(text, each) for each in (before, line)
    ):
        return False
    if before is not first:
        return line.indent == before.indent
    # A bullet hangs out to the left, the first line of a paragraph stands back.
    return line.indent > first.indent if first.marked else line.indent <= first.indent


def _is_prose(text: str, line: Line) -> bool:
    tab = text.find("\t", line.start, line.end)
    return tab < 0 and bool(_LETTER.search(text, line.start, line.end))


def _has_fields(text: str, block: Sequence[Line]) -> bool:
    """Say whether lines are the fields of a form or of a mail's head."""
    return sum(bool(_FIELD.match(text, line.start, line.end)) for line in block) > 1


def _wrapped(text: str, found: Sequence[Line], block: range, joining: Joining) -> Iterator[int]:
    """Yield the lines of a block that go on with the line before."""
    width = max(found[index].width for index in block)
    full = {i for i in block[1:] if _is_full(text, found[i - 1], found[i], width)}
    going = {i for i in block[1:] if _goes_on(text, found[i - 1], found[i])}
    if not _NARROW <= width <= _WIDEST:
        full = set()
    mostly = 2 * len(full) > len(block) - 1
    linked = full | going if mostly else full
    for run in _runs(block, linked):
        least = len(run) / 3 if joining == "sure" else 1
        evident = len(going & set(run)) >= max(1, least)
        if joining == "always" and width >= _WIDE:
            evident = True
        if joining == "sure":
            evident = evident and _is_sure(text, found, run, width)
        if evident:
            yield from run
    if joining == "always" or _is_sentence(text, [found[i] for i in block], going):
        worded = {i for i in going if _has_words(text, found[i - 1])}
        for run in _runs(block, worded):
            if not _GOES_ON.match(text, found[run[0] - 1].start):
                yield from run


def _runs(block: range, linked: set[int]) -> Iterator[list[int]]:
    """Yield linked lines that follow each other."""
    run: list[int] = []
    for index in block[1:]:
        if index in linked:
            run.append(index)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_sure(text: str, found: Sequence[Line], run: Sequence[int], width: int) -> bool:
    """Say whether lines that look wrapped cannot be anything else."""
    first, last = found[run[0] - 1], found[run[-1]]
    if width < _SURELY_WIDE or (len(run) == 1 and first.width < _SURELY_WIDE):
        return False
    if _GOES_ON.match(text, first.start):
        # Lines that all begin with a small letter may be a list, unless sentences end in them.
        return bool(_FULL_STOP.search(text, first.start, last.end))
    return True


def _is_sentence(text: str, block: Sequence[Line], going: Collection[int]) -> bool:
    """Say whether lines can only be one sentence: no line could end where one of them does."""
    if len(going) < len(block) - 1:
        return False
    *before, last = (text[max(line.start, line.end - 16) : line.end] for line in block)
    return bool(_FULL_STOP.search(last)) and any(map(_UNFINISHED.search, before))


def _is_full(text: str, before: Line, line: Line, width: int) -> bool:
    """Say whether the first word of a line would not have fitted on the one before."""
    word = _WORD.match(text, line.start, line.end)
    size = word.end() - word.start() if word else 0
    return before.width + 1 + size > width * (1 - _SLACK)


def _goes_on(text: str, before: Line, line: Line) -> bool:
    """Say whether a sentence that began on one line goes on with a small letter on the next."""
    end = text[max(before.start, before.end - 8) : before.end]
    return not _ENDED.search(end) and _GOES_ON.match(text, line.start, line.end) is not None


def _has_words(text: str, line: Line) -> bool:
    found = _WORD.findall(text, line.start, line.end)
    return len(found) >= _FEW_WORDS or bool(_HYPHEN.search(found[-1]))
