"""What one looks at in one pane is marked in the other."""

from PySide6.QtCore import QObject, Slot

from engine.document import Document, Span
from engine.records import record
from engine.types import TranslatedSegment
from gui.linking import Linked, Side, linked_words
from gui.marks import Marks
from gui.positions import Range, Ranges, code_points, utf16_units
from gui.source_view import SourceView
from gui.target_view import TargetView


@record
class _Place:
    side: Side
    position: int


def _units(text: str, spans: tuple[Span, ...], start: int) -> tuple[Range, ...]:
    """Turn code points of a sentence into UTF-16 units of the text that it stands in."""
    return tuple(
        (start + utf16_units(text[: span.start]), start + utf16_units(text[: span.end]))
        for span in spans
    )


class Companion(QObject):
    """Follows pointer and caret through both panes, and marks sentences and words in them.

    The sentence under the pointer is marked in both panes, with the words that belong to the one
    under it. Where the caret was placed, the counterpart is marked in the other pane and brought
    into view. Nothing here depends on how long the text is, except laying it out once.

    Args:
        source: The pane with the text.
        target: The pane with the translation.
        parent: The owner.
    """

    def __init__(
        self, source: SourceView, target: TargetView, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._source = source
        self._target = target
        self._document: Document | None = None
        self._source_ranges = Ranges()
        self._current: bool | None = False
        self._pointer: _Place | None = None
        self._caret: _Place | None = None
        self._pointed: int | None = None
        source.textChanged.connect(self._on_source_changed)
        source.hovered.connect(self._on_source_hovered)
        target.hovered.connect(self._on_target_hovered)
        source.caret_placed.connect(self._on_source_caret)
        target.caret_placed.connect(self._on_target_caret)
        target.updated.connect(self._refresh)
        target.verticalScrollBar().valueChanged.connect(self._refresh)
        target.verticalScrollBar().rangeChanged.connect(self._refresh)

    def begin(self, document: Document) -> None:
        """Go by the sentences of ``document``; its translation comes to the target pane."""
        self._document = document
        self._source_ranges = Ranges.of_document(document)
        self._current = None
        self._refresh()

    def clear(self) -> None:
        """Forget the document."""
        self._document = None
        self._source_ranges = Ranges()
        self._caret = self._pointer = self._pointed = None
        self._refresh()

    @property
    def sentence(self) -> int | None:
        """The sentence that the caret was placed in last, if it is translated."""
        if self._pointed is not None and self._pointed < len(self._target.ranges):
            return self._pointed
        if len(self._target.ranges) == 1:
            return 0
        place = self._caret or _Place(Side.SOURCE, self._source.textCursor().position())
        return self._touching(place)

    def point_at(self, index: int) -> None:
        """Mark a sentence in both panes, bring it into view and put the target's caret there."""
        if index >= len(self._target.ranges):
            return
        cursor = self._target.textCursor()
        cursor.setPosition(self._target.ranges[index][0])
        self._target.setTextCursor(cursor)
        self._target.show_range(self._target.ranges[index])
        self._pointer, self._pointed = None, index
        self._refresh()

    def segment_at(self, position: int) -> TranslatedSegment | None:
        """Return the translation at a position of the target pane."""
        index = self._target.ranges.at(position)
        return None if index is None else self._target.translated(index)

    @Slot()
    def _on_source_changed(self) -> None:
        # Qt reports changes of layout too, so the texts are compared, but only when it matters.
        self._current = None
        self._caret = self._pointed = None
        self._refresh()

    @Slot(int)
    def _on_source_hovered(self, position: int) -> None:
        self._hover(Side.SOURCE, position)

    @Slot(int)
    def _on_target_hovered(self, position: int) -> None:
        self._hover(Side.TARGET, position)

    def _hover(self, side: Side, position: int) -> None:
        self._pointer = _Place(side, position) if position >= 0 else None
        self._refresh()

    @Slot(int)
    def _on_source_caret(self, position: int) -> None:
        self._place_caret(_Place(Side.SOURCE, position))

    @Slot(int)
    def _on_target_caret(self, position: int) -> None:
        self._place_caret(_Place(Side.TARGET, position))

    def _place_caret(self, place: _Place) -> None:
        self._caret, self._pointed = place, None
        index = self._touching(place)
        if index is not None:
            if place.side is Side.TARGET:
                self._source.show_range(self._source_ranges[index])
            else:
                self._target.show_range(self._target.ranges[index])
        self._refresh()

    def _linked(self) -> bool:
        """Tell whether the text is still the one that the translation belongs to."""
        if self._document is None:
            return False
        if self._current is None:
            self._current = self._source.source_text() == self._document.text
        return self._current

    def _ranges(self, side: Side) -> Ranges:
        return self._source_ranges if side is Side.SOURCE else self._target.ranges

    def _touching(self, place: _Place) -> int | None:
        if not self._linked():
            return None
        index = self._ranges(place.side).touching(place.position)
        return index if index is not None and index < len(self._target.ranges) else None

    @Slot()
    def _refresh(self) -> None:
        source, target = self._marks()
        self._source.mark(source)
        self._target.mark(target)

    def _marks(self) -> tuple[Marks, Marks]:
        doubts = self._doubts()
        nothing = Marks(), Marks(doubts=doubts)
        if not self._linked():
            return nothing
        if self._pointer is not None:
            return self._pointer_marks(self._pointer, doubts) or nothing
        return self._caret_marks(doubts) or nothing

    def _pointer_marks(
        self, place: _Place, doubts: tuple[Range, ...]
    ) -> tuple[Marks, Marks] | None:
        index = self._ranges(place.side).at(place.position)
        if index is None or index >= len(self._target.ranges):
            return None
        translated, words = self._text(index), self._words(index, place)
        source, target = self._source_ranges[index], self._target.ranges[index]
        source_words = _units(translated.segment.text, words.source, source[0])
        target_words = _units(translated.text, words.target, target[0])
        return Marks(source, source_words), Marks(target, target_words, doubts)

    def _caret_marks(self, doubts: tuple[Range, ...]) -> tuple[Marks, Marks] | None:
        index = self._pointed
        if index is not None and index < len(self._target.ranges):
            target = Marks(self._target.ranges[index], doubts=doubts)
            return Marks(self._source_ranges[index]), target
        # The only sentence there is needs no telling apart.
        if self._caret is None or len(self._source_ranges) < 2:
            return None
        index = self._touching(self._caret)
        if index is None:
            return None
        if self._caret.side is Side.SOURCE:
            return Marks(), Marks(self._target.ranges[index], doubts=doubts)
        return Marks(self._source_ranges[index]), Marks(doubts=doubts)

    def _text(self, index: int) -> TranslatedSegment:
        translated = self._target.translated(index)
        if translated is None:
            raise IndexError(f"expected one of {len(self._target.ranges)} segments, found {index}")
        return translated

    def _words(self, index: int, place: _Place) -> Linked:
        translated = self._text(index)
        text = translated.segment.text if place.side is Side.SOURCE else translated.text
        within = place.position - self._ranges(place.side)[index][0]
        return linked_words(translated, place.side, code_points(text, within))

    def _doubts(self) -> tuple[Range, ...]:
        flagged, ranges = self._target.flagged, self._target.ranges
        if not flagged or not len(ranges):
            return ()
        seen = ranges.within(*self._target.visible_range())
        return tuple(ranges[index] for index in flagged if index in seen)
