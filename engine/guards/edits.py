"""Changes to a text, and where each part of it went."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.document import Span
from engine.records import record
from engine.types import AlignedSpan


class Edit(NamedTuple):
    """Put ``text`` in the place of ``[start, end)``; an insertion when the two are equal."""

    start: int
    end: int
    text: str


@record
class Edited:
    """A text before and after some edits.

    Attributes:
        text: The text afterwards.
        edits: What was done, in order and not overlapping; offsets are into the text before.
        starts: Where the replacement of each edit begins in the text afterwards.
    """

    text: str
    edits: tuple[Edit, ...] = ()
    starts: tuple[int, ...] = ()

    def forward(self, span: Span) -> Span:
        """Return where a span of the text before is in the text afterwards.

        A span that begins or ends inside a replaced part takes the whole replacement; what is
        inserted at its edge is not part of it.
        """
        if not self.edits:
            return span
        begins = [edit.start for edit in self.edits]
        start = self._forward(span.start, begins, ending=False)
        return Span(start, max(start, self._forward(span.end, begins, ending=True)))

    def back(self, span: Span) -> Span:
        """Return what a span of the text afterwards was in the text before; see ``forward``."""
        if not self.edits:
            return span
        start = self._back(span.start, ending=False)
        return Span(start, max(start, self._back(span.end, ending=True)))

    def targets(self, links: Sequence[AlignedSpan]) -> tuple[AlignedSpan, ...]:
        """Return links whose targets were spans of the text before as links of the one after.

        Links whose target was deleted are left out.
        """
        if not self.edits:
            return tuple(links)
        edits, starts, begins = self.edits, self.starts, [edit.start for edit in self.edits]
        afters = [start + len(edit.text) for edit, start in zip(edits, starts, strict=True)]
        moved: list[AlignedSpan] = []
        # As ``forward`` does it, without a call for each end of each link.
        for link in links:
            start, end = link.target.start, link.target.end
            last = bisect_left(begins, end) - 1
            if last < 0:
                moved += (link,) if end > start else ()
                continue
            end = afters[last] + max(0, end - edits[last].end)
            if (first := bisect_right(begins, start) - 1) >= 0:
                behind = start - edits[first].end
                start = afters[first] + behind if behind >= 0 else starts[first]
            if end > start:
                moved.append(AlignedSpan(link.source, Span(start, end)))
        return tuple(moved)

    def sources(self, links: Sequence[AlignedSpan]) -> tuple[AlignedSpan, ...]:
        """Return links whose sources are spans of the text after as links of the one before."""
        if not self.edits:
            return tuple(links)
        return tuple(AlignedSpan(self.back(link.source), link.target) for link in links)

    def _forward(self, position: int, begins: Sequence[int], *, ending: bool) -> int:
        # An insertion at the very end stays outside.
        count = bisect_left(begins, position) if ending else bisect_right(begins, position)
        if not count:
            return position
        edit, start = self.edits[count - 1], self.starts[count - 1]
        after = start + len(edit.text)
        if position >= edit.end:
            return after + position - edit.end
        return after if ending else start

    def _back(self, position: int, *, ending: bool) -> int:
        count = bisect_right(self.starts, position)
        if ending:
            count = bisect_left(self.starts, position)
        if not count:
            return position
        edit, start = self.edits[count - 1], self.starts[count - 1]
        after = start + len(edit.text)
        if position >= after:
            return edit.end + position - after
        return edit.end if ending else edit.start


def apply(text: str, edits: Iterable[Edit]) -> Edited:
    """Apply edits, given in order.

    Raises:
        ValueError: They overlap, are out of order or reach past the text.
    """
    kept: list[Edit] = []
    starts: list[int] = []
    parts: list[str] = []
    end = length = 0
    for edit in edits:
        if not end <= edit.start <= edit.end <= len(text):
            raise ValueError(f"the edit at {edit.start}:{edit.end} overlaps or leaves the text")
        if text[edit.start : edit.end] == edit.text:
            continue
        parts += text[end : edit.start], edit.text
        length += edit.start - end
        starts.append(length)
        length += len(edit.text)
        kept.append(edit)
        end = edit.end
    if not kept:
        return Edited(text)
    return Edited("".join((*parts, text[end:])), tuple(kept), tuple(starts))


def outside(edits: Iterable[Edit], kept: Sequence[Span]) -> list[Edit]:
    """Return the edits that touch none of the spans, which are in order.

    An insertion at the edge of a span does not touch it.
    """
    if not kept:
        return list(edits)
    starts = [span.start for span in kept]
    free: list[Edit] = []
    for edit in edits:
        before = bisect_left(starts, edit.end)
        if before and kept[before - 1].end > edit.start:
            continue
        free.append(edit)
    return free


def composed(text: str, *steps: Edited) -> Edited:
    """Return several steps as one, each of which edits what the one before left."""
    done = [step for step in steps if step.edits]
    if len(done) <= 1:
        return done[0] if done else Edited(text)
    return _chained(text, done)


def _chained(text: str, steps: Sequence[Edited]) -> Edited:
    # Positions that survive every step divide the text; what lies between them is one edit each.
    edits: list[Edit] = []
    old = new = 0
    for before, after, length in _common(text, steps):
        if before > old or after > new:
            edits.append(Edit(old, before, steps[-1].text[new:after]))
        old, new = before + length, after + length
    if old < len(text) or new < len(steps[-1].text):
        edits.append(Edit(old, len(text), steps[-1].text[new:]))
    return apply(text, edits)


_Stretch = tuple[int, int, int]
"""Part of a text that stays: where before, where after, how long."""


def _common(text: str, steps: Sequence[Edited]) -> Iterator[_Stretch]:
    """Yield the stretches that no step touches, those that touch each other as one."""
    kept: Iterable[_Stretch] = [(0, 0, len(text))]
    for step in steps:
        kept = _left(kept, step.edits)
    whole: _Stretch | None = None
    for before, after, length in kept:
        if whole and (before, after) == (whole[0] + whole[2], whole[1] + whole[2]):
            whole = (whole[0], whole[1], whole[2] + length)
            continue
        if whole:
            yield whole
        whole = (before, after, length)
    if whole:
        yield whole


def _left(kept: Iterable[_Stretch], edits: Sequence[Edit]) -> Iterator[_Stretch]:
    """Yield what edits of the text afterwards leave of stretches, in the text after the edits."""
    count, shift = 0, 0
    for before, start, length in kept:
        at, end = start, start + length
        while count < len(edits) and edits[count].start < end:
            edit = edits[count]
            if edit.start > at:
                yield before + at - start, at + shift, edit.start - at
            if edit.end > end:
                at = end  # and the edit takes something of what follows
                break
            at = max(at, edit.end)
            shift += len(edit.text) - (edit.end - edit.start)
            count += 1
        if at < end:
            yield before + at - start, at + shift, end - at
