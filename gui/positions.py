"""Positions in a text as Qt counts them, and which sentence stands where.

The engine counts code points, a ``QTextDocument`` counts UTF-16 code units: an emoji is one of the
former and two of the latter. Everything that crosses that border goes through here.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from engine.document import Document
from engine.records import record

Range = tuple[int, int]
"""Half-open, in UTF-16 units from the start of a text."""


def utf16_units(text: str) -> int:
    """Count the UTF-16 code units of ``text``."""
    # Most texts are plain English; Python knows of each whether it is, without looking.
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def code_points(text: str, units: int) -> int:
    """Count the code points that begin in the first ``units`` UTF-16 units of ``text``.

    A position between the two halves of a pair belongs to the code point that the pair stands for.
    """
    if utf16_units(text) == len(text):
        return min(units, len(text))
    passed = 0
    for index, character in enumerate(text):
        width = 2 if character > "\uffff" else 1
        if passed + width > units:
            return index
        passed += width
    return len(text)


@record
class Ranges:
    """Where the sentences of a text stand, in order and without overlap.

    Attributes:
        starts: First unit of each.
        ends: The unit after the last of each.
    """

    starts: Sequence[int] = ()
    ends: Sequence[int] = ()

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Self:
        """Lay out a text of gaps and sentences, each gap in front of its sentence."""
        starts: list[int] = []
        ends: list[int] = []
        end = 0
        for gap, sentence in pairs:
            start = end + utf16_units(gap)
            end = start + utf16_units(sentence)
            starts.append(start)
            ends.append(end)
        return cls(starts, ends)

    @classmethod
    def of_document(cls, document: Document) -> Self:
        """Lay out the sentences of ``document``."""
        texts = (segment.text for segment in document.segments)
        return cls.of(zip(document.gaps, texts, strict=False))

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, index: int) -> Range:
        return self.starts[index], self.ends[index]

    def __iter__(self) -> Iterator[Range]:
        return zip(self.starts, self.ends, strict=True)

    def at(self, position: int) -> int | None:
        """Return the sentence that the character at ``position`` belongs to."""
        index = bisect_right(self.starts, position) - 1
        return index if index >= 0 and position < self.ends[index] else None

    def touching(self, position: int) -> int | None:
        """Return the sentence that a caret at ``position`` stands in or at the end of."""
        found = self.at(position)
        if found is not None:
            return found
        index = bisect_right(self.starts, position) - 1
        return index if index >= 0 and position == self.ends[index] else None

    def within(self, first: int, last: int) -> range:
        """Return the sentences of which something lies between two positions."""
        return range(bisect_right(self.ends, first), bisect_right(self.starts, last))
