"""The list of keys."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.actions import Section, plain
from gui.fitting import fitting


class ShortcutsDialog(QDialog):
    """Shows which key does what.

    Args:
        sections: Returns the actions under their headings, in the language of the interface.
        parent: The owner.
    """

    def __init__(
        self, sections: Callable[[], Iterable[Section]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._sections = sections
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addWidget(self._scroll, 1)
        layout.addWidget(buttons)
        self.setMinimumWidth(400)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        table = QWidget()
        table.setObjectName("page")
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(32)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        row = 0
        for section in self._sections():
            if row:
                grid.setRowMinimumHeight(row, 8)
                row += 1
            heading = QLabel(section.title, table)
            heading.setObjectName("heading")
            grid.addWidget(heading, row, 0, 1, 3)
            row += 1
            for action in section.actions:
                name = QLabel(plain(action.text()), table)
                name.setObjectName("field")
                grid.addWidget(name, row, 0)
                grid.addWidget(QLabel(_keys(action.shortcuts()), table), row, 1)
                grid.addWidget(QLabel(_letter(action), table), row, 2)
                row += 1
        # The table before is deleted.
        self._scroll.setWidget(table)
        self._table = table
        table.show()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Be as high as the list, or as the screen allows."""
        # Only now are the fonts of the style sheet known.
        table = self._table.sizeHint()
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        self._scroll.setMinimumWidth(table.width() + bar)
        around = self.sizeHint() - self._scroll.sizeHint()
        wanted = QSize(self.sizeHint().width(), table.height() + around.height())
        self.resize(fitting(self, wanted))
        super().showEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def _letter(action: QAction) -> str:
    """Return the key that the button of an action answers to besides, if it has one."""
    buttons = (each for each in action.associatedObjects() if isinstance(each, QToolButton))
    return _keys(button.shortcut() for button in buttons)


def _keys(sequences: Iterable[QKeySequence]) -> str:
    shown = [each.toString(QKeySequence.SequenceFormat.NativeText) for each in sequences]
    # Several names of one key, as the desktop may have them, would only confuse.
    return next((keys for keys in shown if keys), "")
