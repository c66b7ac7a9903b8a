"""What the target pane shows, as a series of small edits.

The text on display is always ``head + held + tail``. The head grows segment by segment. When a
text is edited, the translations of the sentences in front of the change and behind it stay where
they are (head and tail), so that the pane neither flickers nor jumps; the few in between are held
until their replacement comes. What stands between two sentences depends on what both became, so a
sentence that changes may change the gap on either side of it. Nothing here knows of Qt, except that
positions are counted in UTF-16 units, as a ``QTextDocument`` counts them.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import field, replace

from engine.document import Document
from engine.records import record
from engine.translation import gap_between
from engine.types import TranslatedSegment
from gui.positions import Ranges, utf16_units

_HELD_AT_MOST = 2
"""Outdated sentences that may stay until new ones come; more would be another text."""


_Key = tuple[str, str | None]
"""The gap in front of a segment in the source, and the segment; ``None`` is the document's end."""


@record
class Edit:
    """Replace ``removed`` UTF-16 units at ``start`` by ``inserted``."""

    start: int
    removed: int
    inserted: str


@record
class _Piece:
    """A gap and the segment after it; the gap at a document's end has no source.

    Attributes:
        key: The gap and the segment in the source.
        gap: The gap on display.
        text: The segment's translation.
        translated: What the engine says about it.
    """

    key: _Key
    gap: str
    text: str
    translated: TranslatedSegment | None = field(default=None, compare=False)

    @property
    def shown(self) -> str:
        return self.gap + self.text

    @property
    def at_end(self) -> bool:
        return self.key[1] is None

    @property
    def doubtful(self) -> bool:
        return self.translated is not None and bool(self.translated.flags)


def _units(pieces: Iterable[_Piece]) -> int:
    return sum(utf16_units(piece.shown) for piece in pieces)


def _common(pieces: Iterable[_Piece], keys: Iterable[_Key]) -> int:
    """Count how many pieces are those of ``keys`` before the first that is not."""
    count = 0
    for piece, key in zip(pieces, keys, strict=False):
        if piece.key != key:
            break
        count += 1
    return count


class _Edits:
    """Edits in the making; text that is appended where the last edit ended becomes part of it."""

    def __init__(self) -> None:
        self._edits: list[tuple[int, int, list[str]]] = []
        self._end = -1

    def turn(self, start: int, old: _Piece, new: _Piece) -> None:
        """Put ``new`` in the place of ``old``; a text that stays is not touched."""
        if old.text != new.text:
            self.add(start, utf16_units(old.shown), new.shown)
        elif old.gap != new.gap:
            self.add(start, utf16_units(old.gap), new.gap)

    def add(self, start: int, removed: int, inserted: str) -> None:
        if not removed and not inserted:
            return
        if start == self._end and not removed:
            self._edits[-1][2].append(inserted)
        else:
            self._edits.append((start, removed, [inserted]))
        self._end = start + utf16_units(inserted)

    def take(self) -> list[Edit]:
        return [Edit(start, removed, "".join(parts)) for start, removed, parts in self._edits]


class TargetText:
    """The translation of the current document, as far as it has come."""

    def __init__(self) -> None:
        self._document = Document.from_spans("", ())
        self._keys: list[_Key] = []
        self._head: list[_Piece] = []
        self._head_units = 0
        self._held: list[_Piece] = []
        self._tail: deque[_Piece] = deque()
        # Of a text that is being translated anew: how many segments are new so far.
        self._renewed: int | None = None
        # A piece of the head and the units in front of it, from which others are counted.
        self._mark = (0, 0)
        # Both grow with the head, so that a long text takes no longer for each batch of it.
        self._ranges: tuple[list[int], list[int]] | None = None
        self._flagged: list[int] | None = None

    @property
    def text(self) -> str:
        """The text on display."""
        pieces = (*self._head, *self._held, *self._tail)
        return "".join(piece.shown for piece in pieces)

    @property
    def total(self) -> int:
        """Segments of the current document."""
        return max(0, len(self._keys) - 1)

    @property
    def done(self) -> int:
        """Segments of the current document whose translation is on display."""
        if self._renewed is not None:
            return self._renewed
        last = self._tail or self._head
        ended = bool(last) and last[-1].at_end
        return len(self._head) + len(self._tail) - ended

    @property
    def ranges(self) -> Ranges:
        """Where the segments stand that have come so far, in document order."""
        if self._ranges is None:
            pieces = (piece for piece in self._head if not piece.at_end)
            found = Ranges.of((piece.gap, piece.text) for piece in pieces)
            self._ranges = list(found.starts), list(found.ends)
        return Ranges(*self._ranges)

    @property
    def flagged(self) -> tuple[int, ...]:
        """The segments that a reader should check, among those that have come so far."""
        if self._flagged is None:
            self._flagged = [index for index, piece in enumerate(self._head) if piece.doubtful]
        return tuple(self._flagged)

    def translated(self, index: int) -> TranslatedSegment | None:
        """Return a segment that has come, or ``None``."""
        return self._head[index].translated if 0 <= index < len(self._head) else None

    def begin(self, document: Document, *, renew: bool = False) -> list[Edit]:
        """Start on a new document; translations of unchanged sentences stay on display.

        Args:
            document: What will come.
            renew: Everything is translated anew, in another way: what is on display stays until
                it is replaced, but is not done.
        """
        keys: list[_Key] = [
            (document.gap(segment.index), segment.text) for segment in document.segments
        ]
        keys.append((document.gaps[-1], None))
        old = [*self._head, *self._held, *self._tail]
        complete = len(old) == len(self._keys) and not self._held
        front, back = (old, old) if complete else (self._head, list(self._tail))
        head = _common(front, keys)
        # In a complete text both ends are found in the same pieces: none may be counted twice.
        room = min(len(keys), len(old) if complete else len(keys)) - head
        tail = _common(back[::-1][:room], keys[::-1])
        middle = old[head : len(old) - tail]
        awaited = len(keys) - head - tail
        self._document, self._keys = document, keys
        self._head, self._tail = old[:head], deque(old[len(old) - tail :])
        self._head_units = _units(self._head)
        self._renewed = 0 if renew or self._renewed is not None else None
        self._changed(0)
        if awaited and len(middle) <= _HELD_AT_MOST:
            self._held = middle
            return []
        self._held = []
        edits = _Edits()
        edits.add(self._head_units, _units(middle), "")
        self._close_ranks(edits)
        return edits.take()

    def add(self, segments: Iterable[TranslatedSegment]) -> list[Edit]:
        """Take the next segments of the document in; those on display already change nothing.

        Raises:
            ValueError: A segment is neither on display nor the next one.
        """
        edits = _Edits()
        for translated in segments:
            index = translated.segment.index
            self._place(edits, index, _plain(translated.text), translated)
            if self._renewed is not None:
                self._renewed = index + 1
        return edits.take()

    def finish(self) -> list[Edit]:
        """Let what stands after the last segment appear; the document is complete.

        Raises:
            ValueError: There are segments to come.
        """
        edits = _Edits()
        self._place(edits, self.total, "", None)
        self._renewed = None
        return edits.take()

    def replace(self, translated: TranslatedSegment) -> list[Edit]:
        """Show another translation of a segment that has come.

        Raises:
            ValueError: It has not.
        """
        index = translated.segment.index
        if self.translated(index) is None:
            raise ValueError(f"expected one of {len(self._head)} segments, found {index}")
        edits = _Edits()
        self._place(edits, index, _plain(translated.text), translated)
        if not self._held:
            self._close_ranks(edits)
        return edits.take()

    def settle(self) -> list[Edit]:
        """Drop what is outdated and keep what is done: no more will come."""
        edits = _Edits()
        if self._renewed is None:
            edits.add(self._head_units, self._drop_held(), "")
            self._close_ranks(edits)
        else:
            keep, self._renewed = min(self._renewed, len(self._head)), None
            removed = self._drop_from(keep)
            edits.add(self._head_units, removed, "")
        return edits.take()

    def clear(self) -> list[Edit]:
        """Forget everything."""
        edits = _Edits()
        edits.add(0, utf16_units(self.text), "")
        self._document = Document.from_spans("", ())
        self._keys, self._head, self._head_units = [], [], 0
        self._held, self._tail = [], deque()
        self._renewed = None
        self._changed(0)
        return edits.take()

    def _place(
        self, edits: _Edits, index: int, text: str, translated: TranslatedSegment | None
    ) -> None:
        if index > len(self._head) or index >= len(self._keys):
            raise ValueError(f"expected segment {len(self._head)}, found {index}")
        before = self._head[index - 1].translated if index else None
        piece = _Piece(self._keys[index], self._gap(index, before, translated), text, translated)
        if index < len(self._head):
            self._renew(edits, index, piece)
        elif index == len(self._keys) - len(self._tail):
            edits.turn(self._head_units, self._tail.popleft(), piece)
            self._push(piece)
        else:
            edits.add(self._head_units, self._drop_held(), piece.shown)
            self._push(piece)

    def _renew(self, edits: _Edits, index: int, piece: _Piece) -> None:
        """Put ``piece`` in the place of one in the head, and see to the gap behind it."""
        old, self._head[index] = self._head[index], piece
        if old == piece:
            self._flagged = None
            return
        start = self._units_before(index)
        self._changed(index)
        edits.turn(start, old, piece)
        self._head_units += _units([piece]) - _units([old])
        if index + 1 < len(self._head):
            after = self._head[index + 1]
            joined = replace(after, gap=self._gap(index + 1, piece.translated, after.translated))
            self._head[index + 1] = joined
            edits.turn(start + _units([piece]), after, joined)
            self._head_units += _units([joined]) - _units([after])

    def _gap(
        self, index: int, before: TranslatedSegment | None, after: TranslatedSegment | None
    ) -> str:
        """Return what goes in front of a segment, or at the end."""
        if after is None:
            return self._document.gaps[index]
        # A sentence that stayed may have had another place in the text before this one.
        return gap_between(
            self._document, before, replace(after, segment=self._document.segments[index])
        )

    def _close_ranks(self, edits: _Edits) -> None:
        """See to the gap where the tail follows the head at once."""
        if not self._tail:
            return
        before = self._head[-1].translated if self._head else None
        old = self._tail[0]
        index = len(self._keys) - len(self._tail)
        self._tail[0] = replace(old, gap=self._gap(index, before, old.translated))
        edits.turn(self._head_units, old, self._tail[0])

    def _push(self, piece: _Piece) -> None:
        if self._ranges is not None and not piece.at_end:
            starts, ends = self._ranges
            starts.append(self._head_units + utf16_units(piece.gap))
            ends.append(self._head_units + utf16_units(piece.shown))
        if self._flagged is not None and piece.doubtful:
            self._flagged.append(len(self._head))
        self._head.append(piece)
        self._head_units += utf16_units(piece.shown)

    def _units_before(self, index: int) -> int:
        at, units = self._mark if self._mark[0] <= index else (0, 0)
        units += _units(self._head[at:index])
        self._mark = index, units
        return units

    def _changed(self, index: int) -> None:
        """Forget what was found out about the head from ``index`` on."""
        if self._mark[0] > index:
            self._mark = 0, 0
        self._ranges = self._flagged = None

    def _drop_held(self) -> int:
        removed = _units(self._held)
        self._held = []
        return removed

    def _drop_from(self, index: int) -> int:
        removed = _units(self._head[index:])
        self._head_units -= removed
        removed += self._drop_held() + _units(self._tail)
        del self._head[index:]
        self._tail.clear()
        self._changed(index)
        return removed


def _plain(text: str) -> str:
    # One line end is one position; Qt counts a carriage return by what follows it.
    return text.replace("\r\n", "\n").replace("\r", "\n")
