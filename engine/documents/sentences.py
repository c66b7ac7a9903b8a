"""A unit cut into sentences, marks and all, and put together again."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, Protocol

from engine.document import Document
from engine.documents.content import Close, Content, Item, Open, Part, balanced, merged
from engine.documents.tags import is_word
from engine.guards.gaps import tidy_gap
from engine.records import record
from engine.translation import OPEN_GAP
from engine.types import Joining, TranslationOptions

_OBJECT: Final = "\ufffc"
"""Stands for an item that reads as a word while a text is cut into sentences."""

_SEPARATOR: Final = re.compile(r"\s+[·•∙‣»›→]\s+|\s*\|\s*")


@record
class Cut:
    """A unit as ``gap sentence gap … sentence gap``; pairs are nested and closed in each of them.

    Attributes:
        sentences: The sentences.
        gaps: What stands between them, one more.
        code: Indices of the sentences that stand in lines of code.
    """

    sentences: tuple[Content, ...]
    gaps: tuple[Content, ...]
    code: frozenset[int]

    def joined(self, sentences: Sequence[Content]) -> Content:
        """Put the unit together with other sentences in place of its own.

        Of a single space between two sentences Chinese leaves nothing, and where there is none
        English needs one, unless both came back as they were.
        """
        parts: list[Part] = [*self.gaps[0]]
        for index, sentence in enumerate(sentences):
            if index:
                before = sentences[index - 1]
                same = self.sentences[index - 1] == before and self.sentences[index] == sentence
                gap = self.gaps[index]
                parts += gap if same else _tidied(gap, _text(before), _text(sentence))
            parts += sentence
        return merged((*parts, *self.gaps[-1]) if sentences else parts)


class Cutter(Protocol):
    """What knows the sentences of a text: :class:`engine.translator.Translator`."""

    def segment(self, text: str, *, join_lines: Joining = "never") -> Document:
        """Cut a text into segments."""
        ...

    def code_of(
        self, document: Document, options: TranslationOptions | None = None
    ) -> frozenset[int]:
        """Return the indices of the segments that stand in lines of code."""
        ...


def cut(
    content: Content, cutter: Cutter, options: TranslationOptions, *, wrapped: bool = False
) -> Cut:
    """Cut a unit into sentences.

    Args:
        content: The unit.
        cutter: Knows where they end.
        options: How the unit will be translated.
        wrapped: Whether its line breaks may be mere layout.
    """
    text = "".join(
        "\n" * len(str(part)) if _separates(content, index) else _written(part)
        for index, part in enumerate(content)
    )
    document = cutter.segment(text, join_lines=options.join_lines if wrapped else "never")
    ends = list(chain.from_iterable((each.span.start, each.span.end) for each in document.segments))
    pieces = _Pieces([0, *ends], [*ends, len(text)])
    for index, part in enumerate(content):
        pieces.add(part, hollow=_is_hollow(content, index))
    found = list(balanced(pieces.parts))
    gaps = [
        _joint(gap) if index in document.joints else gap for index, gap in enumerate(found[::2])
    ]
    return Cut(tuple(found[1::2]), tuple(gaps), cutter.code_of(document, options))


def _joint(gap: Content) -> Content:
    """Return a gap in which a line was only wrapped: a space."""
    return merged((*(part for part in gap if not isinstance(part, str)), OPEN_GAP))


def _written(part: Part) -> str:
    """Return what a part is while a text is cut into sentences."""
    if isinstance(part, str):
        return part
    if isinstance(part, Item):
        return "\n" if part.breaks else _OBJECT if is_word(part) else ""
    return ""


def _separates(content: Content, index: int) -> bool:
    """Tell whether text is only what stands between two links of a row, such as a bar."""
    if not 0 < index < len(content) - 1 or not isinstance(content[index], str):
        return False
    between = isinstance(content[index - 1], Close) and isinstance(content[index + 1], Open)
    return between and _SEPARATOR.fullmatch(str(content[index])) is not None


def _is_hollow(content: Content, index: int) -> bool:
    """Tell whether a mark opens a pair around nothing that takes up room in the text."""
    first = content[index]
    if not isinstance(first, Open):
        return False
    for part in content[index:]:
        if part == Close(first.number):
            return True
        if _written(part):
            return False
    return True


@dataclass(slots=True)
class _Pieces:
    """Gaps and sentences by turns, filled part by part; each has its place in the text."""

    starts: list[int]
    ends: list[int]
    parts: list[list[Part]] = field(init=False)
    current: int = 0
    position: int = 0

    def __post_init__(self) -> None:
        self.parts = [[] for _ in self.starts]

    def add(self, part: Part, *, hollow: bool) -> None:
        """Put the next part of the unit where it belongs."""
        written = _written(part)
        if isinstance(part, str):
            self._add_text(part)
        elif written:
            while self.ends[self.current] <= self.position:
                self.current += 1
            self.parts[self.current].append(part)
        else:
            self._enter(part, hollow=hollow)
            self.parts[self.current].append(part)
        self.position += len(written)

    def _add_text(self, text: str) -> None:
        start, end = self.position, self.position + len(text)
        while start < end:
            while self.ends[self.current] <= start:
                self.current += 1
            stop = min(end, self.ends[self.current])
            self.parts[self.current].append(text[start - self.position : stop - self.position])
            start = stop

    def _enter(self, part: Part, *, hollow: bool) -> None:
        """Go on to the piece of a mark that stands where pieces may meet.

        What opens belongs to what comes, what closes to what was. Anything else between two
        sentences stays outside of both.
        """
        last, at = len(self.starts) - 1, self.position
        if isinstance(part, Open) and not hollow:
            while self.current < last and self.ends[self.current] <= at:
                self.current += 1
        elif not isinstance(part, Close):
            inside = self.current % 2 and self.starts[self.current] < self.ends[self.current] == at
            self.current += bool(inside)


def _tidied(gap: Content, before: str, after: str) -> Content:
    if not gap and (space := tidy_gap("", before, after)):
        return (space,)
    if _text(gap) != OPEN_GAP:
        return gap
    return tuple(tidy_gap(part, before, after) if isinstance(part, str) else part for part in gap)


def _text(content: Content) -> str:
    return "".join(part for part in content if isinstance(part, str))
