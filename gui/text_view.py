"""What the two text panes have in common."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QTextBlockFormat, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from gui.fonts import text_font

MARGIN = 20
_LINE_HEIGHT = 1.5


class TextView(QTextEdit):
    """Plain text in large type with air around it.

    Args:
        font_size: Size of the text in pixels.
        parent: The owner.

    Signals:
        zoom_requested(int): The wheel was turned with Ctrl held, by so many steps.
    """

    zoom_requested = Signal(int)

    def __init__(self, font_size: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(MARGIN)
        self.setMinimumSize(160, 96)
        self.set_font_size(font_size)
        self._set_line_height()

    def set_font_size(self, pixels: int) -> None:
        """Show the text in another size."""
        self.setFont(text_font(self.font(), pixels))

    def source_text(self) -> str:
        """Return the whole text; unlike ``toPlainText`` this keeps no-break spaces."""
        return self.document().toRawText().replace("\u2029", "\n")

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Ask for another text size when Ctrl is held, else scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            steps = event.angleDelta().y()
            if steps:
                self.zoom_requested.emit(1 if steps > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def _set_line_height(self) -> None:
        # A share of the font's own height, so that it holds at every size and the user's undo
        # history never sees a change of format. New paragraphs inherit it.
        metrics = QFontMetricsF(self.font())
        block_format = QTextBlockFormat()
        block_format.setLineHeight(
            100 * _LINE_HEIGHT * self.font().pixelSize() / metrics.height(),
            QTextBlockFormat.LineHeightTypes.ProportionalHeight.value,
        )
        self.setUndoRedoEnabled(False)
        QTextCursor(self.document()).setBlockFormat(block_format)
        self.setUndoRedoEnabled(True)
