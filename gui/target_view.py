"""The pane that the translation grows in.

Qt lays a paragraph out as a whole whenever a character of it changes, and in the GUI thread, so
smaller batches would only repeat that. A text in ordinary paragraphs costs a few milliseconds each
time; at 20,000 words without a single line break the last layouts take about 20 ms, and marking
and drawing nearly as much again. All that can be done here is to have few of them, to mark and draw
in a turn of their own, and to leave room for other events in between.
"""

import time
from collections.abc import Iterable
from dataclasses import replace as _replaced

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QHelpEvent, QTextCursor
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from engine.document import Document
from engine.types import TranslatedSegment
from gui.flags import explain_flags
from gui.positions import Ranges
from gui.target_text import Edit, TargetText
from gui.text_view import TextView

_BREATHER = 4
"""After a change that took a while to lay out, this many times as long is left to other events."""

_HUGE = 10_000
"""Characters of a paragraph whose layout is felt, so that nothing else is done in the same turn."""


class TargetView(TextView):
    """Shows a translation as it comes, changing only what is new.

    Laying out one very long paragraph takes time whenever it grows, so changes that come faster
    than they can be shown are gathered.

    Args:
        font_size: Size of the text in pixels.
        parent: The owner.

    Signals:
        updated(): What is shown has changed, or may have.
        alternatives_requested(int): Other translations of the sentence at this position are wanted.
    """

    updated = Signal()
    alternatives_requested = Signal(int)

    def __init__(self, font_size: int, parent: QWidget | None = None) -> None:
        super().__init__(font_size, parent)
        self._menu: QMenu | None = None
        self._content = TargetText()
        self._waiting: list[Edit] = []
        self._breather = QTimer(self)
        self._breather.setSingleShot(True)
        self._breather.timeout.connect(self._show_waiting)
        self._next_turn = QTimer(self)
        self._next_turn.setSingleShot(True)
        self._next_turn.timeout.connect(self._tell)
        self.setReadOnly(True)
        # With a caret that the arrow keys move, as one needs it to get at a sentence by key.
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setUndoRedoEnabled(False)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setPlaceholderText(self.tr("The translation appears here…"))
        self.setAccessibleName(self.tr("Translation"))
        self._describe()

    def set_outdated(self, outdated: bool) -> None:
        """Show that the text this is the translation of has changed, or that it has not."""
        self.set_faded(outdated)
        self._describe()

    def _describe(self) -> None:
        if self.faded:
            self.setAccessibleDescription(
                self.tr("Out of date: the text was changed after it was translated.")
            )
        else:
            self.setAccessibleDescription(self.tr("Can be read and selected, but not changed."))

    @property
    def translation(self) -> str:
        """The translation as far as it is done, exactly as the engine gave it."""
        return self._content.text

    @property
    def done(self) -> int:
        """Segments translated."""
        return self._content.done

    @property
    def total(self) -> int:
        """Segments of the document."""
        return self._content.total

    @property
    def ranges(self) -> Ranges:
        """Where the segments stand that are on display, in document order."""
        return self._content.ranges if not self._waiting else Ranges()

    @property
    def flagged(self) -> tuple[int, ...]:
        """The segments that a reader should check."""
        return self._content.flagged

    def translated(self, index: int) -> TranslatedSegment | None:
        """Return a segment that has come, or ``None``."""
        return self._content.translated(index)

    def begin(self, document: Document, *, renew: bool = False) -> None:
        """Get ready for the segments of ``document``, or for all of them in another way."""
        self._show(self._content.begin(document, renew=renew))

    def replace(self, source: str, translated: TranslatedSegment) -> None:
        """Show ``translated`` wherever ``source`` is the sentence."""
        edits: list[Edit] = []
        for index in range(len(self._content.ranges)):
            shown = self._content.translated(index)
            if shown is not None and shown.segment.text == source:
                edits += self._content.replace(_replaced(translated, segment=shown.segment))
        self._show(edits)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Offer what can be done with the sentence under the pointer, or at the caret."""
        position = self.position_at(event.pos())
        if event.reason() is QContextMenuEvent.Reason.Keyboard or position < 0:
            position = self.textCursor().position()
        # The last one is kept until now: one that goes when it closes takes the list of other
        # translations with it, which comes up in its place.
        if self._menu is not None:
            self._menu.deleteLater()
        menu = self._menu = self.createStandardContextMenu(event.pos())
        others = QAction(self.tr("&Other translations of this sentence…"), menu)
        others.setEnabled(self.ranges.touching(position) is not None)
        others.triggered.connect(lambda _checked: self.alternatives_requested.emit(position))
        first = menu.actions()[0] if menu.actions() else None
        menu.insertAction(first, others)  # type: ignore[arg-type]
        menu.insertSeparator(first)  # type: ignore[arg-type]
        menu.popup(event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Explain what is underlined."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.ranges.at(self.position_at(event.pos()))
            translated = None if index is None else self.translated(index)
            if translated is not None and translated.flags:
                QToolTip.showText(event.globalPos(), explain_flags(translated.flags), self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def add(self, segments: Iterable[TranslatedSegment]) -> None:
        """Add the next segments."""
        self._waiting += self._content.add(segments)
        if not self._breather.isActive():
            self._show_waiting()

    def finish(self) -> None:
        """Complete the document."""
        self._show(self._content.finish())

    def settle(self) -> None:
        """Keep what is done; no more will come."""
        self._show(self._content.settle())

    def clear_text(self) -> None:
        """Show nothing."""
        self._show(self._content.clear())

    def _show(self, edits: list[Edit]) -> None:
        self._waiting += edits
        self._show_waiting()

    @Slot()
    def _show_waiting(self) -> None:
        edits, self._waiting = self._waiting, []
        if not edits:
            self.updated.emit()
            return
        started = time.perf_counter()
        kept = self.textCursor()
        anchor, position = kept.anchor(), kept.position()
        scrolled = self.verticalScrollBar().value()
        self._busy = True
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for edit in edits:
            cursor.setPosition(edit.start)
            cursor.setPosition(edit.start + edit.removed, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(edit.inserted)
        cursor.endEditBlock()
        self._keep_selection(anchor, position, min(edit.start for edit in edits))
        self.verticalScrollBar().setValue(scrolled)
        self._busy = False
        if self.document().findBlock(max(edit.start for edit in edits)).length() > _HUGE:
            self.viewport().setUpdatesEnabled(False)
            self._next_turn.start()
        else:
            self._tell()
        elapsed_ms = 1000 * (time.perf_counter() - started)
        self._breather.start(round(elapsed_ms * _BREATHER))

    @Slot()
    def _tell(self) -> None:
        self._next_turn.stop()
        self.viewport().setUpdatesEnabled(True)
        self.updated.emit()

    def _keep_selection(self, anchor: int, position: int, changed_from: int) -> None:
        # Qt drags a selection along that ends where text is inserted.
        if max(anchor, position) <= changed_from:
            cursor = self.textCursor()
            cursor.setPosition(anchor)
            cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            if cursor.anchor() != self.textCursor().anchor() or (
                cursor.position() != self.textCursor().position()
            ):
                self.setTextCursor(cursor)
