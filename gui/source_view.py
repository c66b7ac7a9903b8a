"""The pane that one types and pastes into."""

import sys
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QInputMethodEvent,
    QKeyEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QWidget

from gui.languages import language_name
from gui.long_insertion import LongInsertion, is_long
from gui.packs import same_language
from gui.text_files import LARGEST, TextTooLong
from gui.text_view import TextView


class SourceView(TextView):
    """An editor for plain text that tells typing, pasting and composing apart.

    Args:
        font_size: Size of the text in pixels.
        parent: The owner.

    Signals:
        pasted(): Text came in as a whole, by the clipboard or by dropping; the text has changed
            by then.
        refused(TextTooLong): A text did not come in, and all is as it was.
        files_dropped(list[Path]): Files were dropped or pasted.
        composing_changed(bool): An input method began or ended composing.
    """

    pasted = Signal()
    refused = Signal(object)
    files_dropped = Signal(list)
    composing_changed = Signal(bool)

    def __init__(self, font_size: int, parent: QWidget | None = None) -> None:
        super().__init__(font_size, parent)
        self._composing = False
        self._language = "en"
        self._insertion = LongInsertion(self)
        self._insertion.finished.connect(self._on_inserted)
        self.retranslate()

    def set_language(self, tag: str) -> None:
        """Ask for text in another language, named by its BCP 47 tag."""
        self._language = tag
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        if same_language(self._language, "en"):
            wanted = self.tr("Type or paste English text…")
        elif same_language(self._language, "zh"):
            wanted = self.tr("Type or paste Chinese text…")
        else:
            name = language_name(self._language)
            wanted = self.tr("Type or paste text ({language})…").format(language=name)
        self.setPlaceholderText(wanted)
        self.setAccessibleName(self.tr("Text to translate"))
        self.setAccessibleDescription(self.tr("Type, paste or drop a text or a text file here."))

    def clear_text(self) -> None:
        """Remove all text, as an edit that can be undone."""
        self._insertion.stop()
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.removeSelectedText()

    def replace_text(self, text: str) -> None:
        """Put ``text`` in the place of all there is, as one edit that can be undone."""
        self._insertion.stop()
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)

    def take_text(self, text: str) -> bool:
        """Put ``text`` in the place of all there is; tell whether there was room for it."""
        if not self._has_room(len(text)):
            return False
        self.replace_text(text)
        return True

    def _has_room(self, length: int) -> bool:
        if length <= LARGEST:
            return True
        self.refused.emit(TextTooLong(length))
        return False

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802 - Qt's name
        """Take text, and files by their addresses."""
        return source.hasText() or any(url.isLocalFile() for url in source.urls())

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        """Insert pasted or dropped text and tell that it came as a whole; hand files on."""
        files = [Path(url.toLocalFile()) for url in source.urls() if url.isLocalFile()]
        if files:
            self.files_dropped.emit(files)
            return
        text, cursor = source.text(), self.textCursor()
        kept = self.document().characterCount() - 1 - len(cursor.selectedText())
        if not self._has_room(kept + len(text)):
            return
        # Qt's own way would bring paragraphs with a format of their own.
        self._insertion.stop()
        if is_long(text):
            self._insertion.begin(text)
        else:
            cursor.insertText(text)
            self._on_inserted()

    @Slot()
    def _on_inserted(self) -> None:
        self.ensureCursorVisible()
        self.pasted.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take what is dragged in as a copy."""
        super().dragEnterEvent(event)
        self._only_copy(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802 - Qt's name
        """Take what is dragged in as a copy."""
        super().dragMoveEvent(event)
        self._only_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Take what is dropped as a copy."""
        super().dropEvent(event)
        self._only_copy(event)

    def _only_copy(self, event: QDropEvent) -> None:
        # Whoever is told that a thing was moved deletes it. Text of this pane's own does move.
        if event.isAccepted() and event.source() not in (self, self.viewport()):
            event.setDropAction(Qt.DropAction.CopyAction)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Leave Alt and a letter to whoever has it as a key; Qt would type the letter."""
        kept = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        alt_only = event.modifiers() & ~kept == Qt.KeyboardModifier.AltModifier
        # On a Mac this is how one types what is not on the keys.
        if alt_only and event.text().isprintable() and event.text() and sys.platform != "darwin":
            event.ignore()
            return
        super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:  # noqa: N802 - Qt's name
        """Take the event in and follow whether something is being composed."""
        composing = bool(event.preeditString())
        if composing and not self._composing:
            self._set_composing(composing=True)
        super().inputMethodEvent(event)
        # After the committed text is in, so that whoever waits for the end finds it.
        if self._composing and not composing:
            self._set_composing(composing=False)

    def _set_composing(self, *, composing: bool) -> None:
        self._composing = composing
        self.composing_changed.emit(composing)
