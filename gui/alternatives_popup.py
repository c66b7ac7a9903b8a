"""The list of other translations of a sentence."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from gui.fonts import text_font

_WIDEST = 480
_TALLEST = 320
_GAP = 4
_FONT_SIZE = 15


class AlternativesPopup(QFrame):
    """Comes up beside a sentence and closes when one is chosen, by Esc or by a click elsewhere.

    Args:
        parent: The owner.

    Signals:
        chosen(str): This translation should stand there.
        closed(): The list is gone.
    """

    chosen = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("popup")
        self.label = QLabel(self)
        self.label.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setWordWrap(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 8, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self.label)
        layout.addWidget(self.list)
        self._beside = QRect()
        self._room = _WIDEST
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setAccessibleName(self.tr("Other translations"))
        self.list.setAccessibleName(self.tr("Other translations of this sentence"))
        self.list.setAccessibleDescription(
            self.tr("Choose one with the arrow keys and Enter. Esc keeps what is there.")
        )

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def wait_at(self, beside: QRect, room: int) -> None:
        """Come up, still empty.

        Args:
            beside: The line to come up under or over, in pixels of the screen.
            room: Width that may be taken, in pixels.
        """
        self._beside, self._room = beside, room
        self.list.setFont(text_font(self.font(), _FONT_SIZE))
        self.list.clear()
        self._say(self.tr("Looking for other translations…"))
        self._place()
        self.show()

    def fill(self, texts: Sequence[str], current: str) -> None:
        """Show what there is to choose from, or that there is nothing."""
        others = [text for text in texts if text != current]
        if not others:
            self._say(self.tr("The model has no other translation of this sentence."))
            self._place()
            return
        self._say(self.tr("Choose another translation:"))
        for text in others:
            item = QListWidgetItem(text)
            item.setToolTip("")
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.show()
        self._place()
        self.list.setFocus()

    def fail(self, message: str) -> None:
        """Show what went wrong."""
        self._say(message)
        self._place()

    def _say(self, text: str) -> None:
        self.label.setText(text)
        self.list.setVisible(self.list.count() > 0)

    def _place(self) -> None:
        width = min(self._room, _WIDEST)
        self.setFixedWidth(width)
        if self.list.count():
            self.list.setFixedWidth(width - 8)
            self.list.doItemsLayout()
            rows = sum(self.list.sizeHintForRow(row) for row in range(self.list.count()))
            self.list.setFixedHeight(min(rows + 4, _TALLEST))
        self.adjustSize()
        corner = self._beside.bottomLeft() + QPoint(0, _GAP)
        screen = self.screen().availableGeometry()
        if corner.y() + self.height() > screen.bottom():
            corner.setY(self._beside.top() - self.height() - _GAP)
        corner.setX(max(screen.left(), min(corner.x(), screen.right() - width)))
        self.move(corner)

    @Slot(QListWidgetItem)
    def _choose(self, item: QListWidgetItem) -> None:
        # One press of Enter may count as two of these signals.
        if self.isVisible():
            text = item.text()
            self.close()
            self.chosen.emit(text)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 - Qt's name
        """Tell that the list is gone."""
        super().hideEvent(event)
        self.closed.emit()
