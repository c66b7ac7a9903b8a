"""What the two text panes have in common."""

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, Signal, Slot
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from gui.fonts import text_font
from gui.marks import Marks, faded, selections
from gui.positions import Range
from gui.theme import Theme
from gui.words import unbroken

MARGIN = 20
_LINE_HEIGHT = 1.5
_FOCUS_WIDTH, _FOCUS_INSET = 2, 8
_LONG_RUN = 4000
"""Characters without a place to break the line at; in a longer run Qt would look for one from each
of them, which takes minutes where somebody pastes a picture written in letters."""
_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


def _plain(raw: str) -> str:
    # What Qt puts at the end of a paragraph.
    return raw.replace("\u2029", "\n")


class TextView(QTextEdit):
    """Plain text in large type with air around it.

    Args:
        font_size: Size of the text in pixels.
        parent: The owner.

    Signals:
        zoom_requested(int): The wheel was turned with Ctrl held, by so many steps.
        hovered(int): The pointer is over another character, or over none (-1). Positions are in
            UTF-16 units.
        caret_placed(int): The user put the caret somewhere, without changing the text by it.
    """

    zoom_requested = Signal(int)
    hovered = Signal(int)
    caret_placed = Signal(int)

    def __init__(self, font_size: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(MARGIN)
        self.setMinimumSize(160, 40)
        self.viewport().setMouseTracking(True)
        self._theme = Theme.from_palette(QGuiApplication.palette())
        self._marks = Marks()
        self._drawn_at = 0
        self._hovered = -1
        self._faded = False
        self._tabbed_into = False
        self._revision = 0
        self._set_direction()
        self.document().contentsChange.connect(self._on_contents_change)
        self.set_font_size(font_size)
        self._set_line_height()
        self._busy = False
        # Of one change the caret is told first.
        self.cursorPositionChanged.connect(self._on_caret_moved)
        self.textChanged.connect(self._on_text_changed)

    def set_font_size(self, pixels: int) -> None:
        """Show the text in another size."""
        self.setFont(text_font(self.font(), pixels))

    def source_text(self) -> str:
        """Return the whole text; unlike ``toPlainText`` this keeps no-break spaces."""
        return _plain(self.document().toRawText())

    def apply_theme(self, theme: Theme) -> None:
        """Draw marks in the colours of ``theme``."""
        self._theme = theme
        self._draw_marks()

    def set_faded(self, wanted: bool) -> None:
        """Draw the text as something that no longer counts, or as usual."""
        if wanted != self._faded:
            self._faded = wanted
            self._draw_marks()

    @property
    def faded(self) -> bool:
        """Whether the text is drawn as something that no longer counts."""
        return self._faded

    @property
    def marks(self) -> Marks:
        """What is marked."""
        return self._marks

    def mark(self, marks: Marks) -> None:
        """Mark something else, or the same in a text that has changed."""
        # What is drawn moves with the text, and grows where text is added right behind it.
        drawn = marks != Marks() or self._faded
        moved = drawn and self._drawn_at != self.document().revision()
        if marks != self._marks or moved:
            self._marks = marks
            self._draw_marks()

    def position_at(self, point: QPoint) -> int:
        """Return the character at a point of the viewport, or -1."""
        scrolled = QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        layout = self.document().documentLayout()
        return layout.hitTest(QPointF(point) + scrolled, Qt.HitTestAccuracy.ExactHit)

    def visible_range(self) -> Range:
        """Return which part of the text is in view."""
        area = self.viewport().rect()
        first = self.cursorForPosition(area.topLeft()).position()
        last = self.cursorForPosition(area.bottomRight()).position()
        return min(first, last), max(first, last)

    def show_range(self, shown: Range) -> None:
        """Scroll until a part of the text is in view, its start if it is too long."""
        bar, height = self.verticalScrollBar(), self.viewport().height()
        cursor = QTextCursor(self.document())
        for position in reversed(shown):
            cursor.setPosition(min(position, self.document().characterCount() - 1))
            area = self.cursorRect(cursor)
            if area.top() < 0:
                bar.setValue(bar.value() + area.top() - MARGIN)
            elif area.bottom() > height:
                bar.setValue(bar.value() + area.bottom() - height + MARGIN)

    def createMimeDataFromSelection(self) -> QMimeData:  # noqa: N802 - Qt's name
        """Copy plain text; what it looks like here is nothing to take elsewhere."""
        # Qt's own object, not one made here: the clipboard keeps it until after Python has ended.
        data = super().createMimeDataFromSelection()
        data.text()  # what it holds is made when it is first asked for, all of it
        for name in data.formats():
            data.removeFormat(name)
        data.setText(_plain(self.textCursor().selectedText()))
        return data

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show whoever came by key where they are."""
        super().focusInEvent(event)
        self._tabbed_into = event.reason() in _BY_KEY
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show it no longer."""
        super().focusOutEvent(event)
        self._tabbed_into = False
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the text, and a bar beside it while the pane was reached by key."""
        super().paintEvent(event)
        if self._tabbed_into:
            edge = self.viewport().rect().adjusted(0, _FOCUS_INSET, 0, -_FOCUS_INSET)
            edge.setWidth(_FOCUS_WIDTH)
            QPainter(self.viewport()).fillRect(edge, self._theme.accent)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tell what the pointer is over."""
        super().mouseMoveEvent(event)
        self._hover(self.position_at(event.position().toPoint()))

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Tell when the pointer leaves."""
        if event.type() == QEvent.Type.Leave:
            self._hover(-1)
        return super().viewportEvent(event)

    def _hover(self, position: int) -> None:
        if position != self._hovered:
            self._hovered = position
            self.hovered.emit(position)

    @Slot()
    def _on_caret_moved(self) -> None:
        if self.document().revision() == self._revision and not self._busy:
            self.caret_placed.emit(self.textCursor().position())

    @Slot()
    def _on_text_changed(self) -> None:
        self._revision = self.document().revision()

    @Slot(int, int, int)
    def _on_contents_change(self, position: int, _removed: int, added: int) -> None:
        # Qt tells it before it lays out what came in.
        document, mode = self.document(), QTextOption.WrapMode
        ends = (document.findBlock(position), document.findBlock(position + added))
        by_word = self.wordWrapMode() is not mode.WrapAnywhere
        if by_word and max(added, *(block.length() for block in ends)) <= _LONG_RUN:
            return
        # No run goes on from one paragraph to the next.
        if by_word and not unbroken(self._paragraphs(*ends), _LONG_RUN):
            return
        if unbroken(document.toRawText(), _LONG_RUN) is by_word:
            self.setWordWrapMode(
                mode.WrapAnywhere if by_word else mode.WrapAtWordBoundaryOrAnywhere
            )

    def _paragraphs(self, first: QTextBlock, last: QTextBlock) -> str:
        """Return the text from the beginning of one paragraph to the end of another."""
        cursor = QTextCursor(first)
        # Qt may count the end of the text among what came in.
        last = last if last.isValid() else self.document().lastBlock()
        end = last.position() + last.length() - 1
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText()

    def _draw_marks(self) -> None:
        self._drawn_at = self.document().revision()
        marked = selections(self.document(), self._marks, self._theme)
        if self._faded:
            # The others win where they overlap.
            marked.insert(0, faded(self.document(), self._theme))
        self.setExtraSelections(marked)

    def _set_direction(self) -> None:
        # Each paragraph runs as its own letters do, whatever the interface does.
        option = QTextOption(self.document().defaultTextOption())
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setAlignment(Qt.AlignmentFlag.AlignLeading)
        self.document().setDefaultTextOption(option)

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
