"""Enumerations in a sentence: ``1) … 2) …``, ``(a) … (b) …``, ``i. … ii. …``.

Models lose marks, say them twice or take what follows for something else. Where the marks of a
translation are not those of its source, in order and each with something behind it, what stands
between them is translated part by part.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from engine.document import Segment, Span
from engine.guards.asking import Answering
from engine.guards.edits import Edit, apply
from engine.guards.mixed import in_parts
from engine.patterns import regex
from engine.records import record
from engine.types import Flag, TranslatedSegment

_MARK: Final = regex(
    r"(?<!\S)(?:\((?P<round>[0-9]{1,2}|[a-z]|[ivx]{2,4})\)|(?P<half>[0-9]{1,2}|[A-Za-z]|[ivx]{2,4})\)"
    r"|(?P<dot>[0-9]{1,2}|i|[ivx]{2,4})\.)(?= \S)"
)
_GAP: Final = regex(r"(?P<stop>[,;])?\s+(?:(?P<word>and|or)\s+)?\Z")
_STOPS: Final = {",": "，", ";": "；", None: ""}
_WORDS: Final = {"and": "和", "or": "或", None: ""}
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")


@record
class Mark:
    """A mark of an enumeration, where it stands, and its style (round, half or dot)."""

    span: Span
    text: str
    style: str


def enumeration(text: str) -> tuple[Mark, ...]:
    """Return the marks of the enumeration in a segment, in order; none if there is none.

    One mark is enough at the beginning, and where it goes on with one that begins the line.
    """
    if ")" not in text and ". " not in text:
        return ()
    found = [
        Mark(Span(*each.span()), each.group(), str(each.lastgroup)) for each in _MARK.finditer(text)
    ]
    if not found:
        return ()
    best: list[Mark] = []
    run: list[Mark] = []
    for mark in found:
        if not (run and mark.style == run[-1].style and _follows(run[-1], mark)):
            best, run = max(best, run, key=len), []
        run.append(mark)
    best = max(best, run, key=len)
    whole = len(best) > 1 or best[0].span.start == 0
    goes_on = best[0].style != "dot" and bool(_values(best[0]) & {2})
    return tuple(best) if whole or goes_on else ()


def _values(mark: Mark) -> set[int]:
    label = mark.text.strip("().")
    if label.isdecimal():
        return {int(label)}
    roman = {_ROMAN.index(label) + 1} if label in _ROMAN else set[int]()
    return roman | ({ord(label.lower()) - ord("a") + 1} if len(label) == 1 else set())


def _follows(one: Mark, other: Mark) -> bool:
    return any(value + 1 in _values(other) for value in _values(one))


def is_enumerated(marks: Sequence[Mark], made: str) -> bool:
    """Tell whether a translation has marks in order, once each, with something behind each."""
    flat = unicodedata.normalize("NFKC", made).replace(" ", "").replace("。", "\0")
    places: list[Span] = []
    for mark in marks:
        at = flat.find(mark.text, places[-1].end if places else 0)
        if at < 0 or flat.count(mark.text) != 1:
            return False
        places.append(Span(at, at + len(mark.text)))
    ends = (*(place.start for place in places[1:]), len(flat))
    said = (flat[place.end : end] for place, end in zip(places, ends, strict=True))
    return all(any(map(str.isalnum, each)) for each in said)


def part_by_part(
    text: str,
    marks: Sequence[Mark],
    way: Callable[[str], Answering[TranslatedSegment]],
    order: Sequence[Flag],
) -> Answering[TranslatedSegment]:
    """Translate what stands between the marks of an enumeration, each part by itself.

    Args:
        text: A segment.
        marks: Its marks.
        way: Translates a part.
        order: Of flags.
    """
    read = apply(text, list(_edits(text, marks)))
    borders = [read.forward(span) for span in _borders(text, marks)]
    ends = [Span(0, 0), *borders, Span(len(read.text), len(read.text))]
    parts = [Span(one.end, other.start) for one, other in pairwise(ends)]
    spoken = [part for part in parts if any(map(str.isalpha, part.of(read.text)))]
    made = yield from in_parts(read.text, spoken, way, order)
    whole = Segment(0, Span(0, len(text)), text)
    return replace(made, segment=whole, alignment=read.sources(made.alignment))


def _borders(text: str, marks: Sequence[Mark]) -> Iterator[Span]:
    """Yield the marks with what parts them from the words before and behind."""
    for mark in marks:
        gap = _GAP.search(text, max(0, mark.span.start - 8), mark.span.start)
        yield Span(gap.start() if gap else mark.span.start, mark.span.end + 1)


def _edits(text: str, marks: Sequence[Mark]) -> Iterator[Edit]:
    """Yield what becomes of the marks: those that begin within the sentence are full-width."""
    within = marks[0].span.start > 0 and bool(_values(marks[0]) & {1})
    for mark, span in zip(marks, _borders(text, marks), strict=True):
        gap = _GAP.search(text, span.start, mark.span.start)
        stop, word = (gap["stop"], gap["word"]) if gap else (None, None)
        written = f"{mark.text} "
        if within and mark.style != "dot":
            written = mark.text.replace("(", "（").replace(")", "）")
        joint = _STOPS[stop] + (_WORDS[word] if not stop else "")
        blank = " " if gap and not joint and not within else ""
        yield Edit(span.start, span.end, f"{joint}{blank}{written}")
