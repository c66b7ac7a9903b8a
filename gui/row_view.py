"""What all lists of rows have in common as one works with them: keys, a menu, the focus."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QFocusEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from gui.row_delegate import RowDelegate

_BY_MOUSE = (
    Qt.FocusReason.MouseFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
)


class RowView(QListView):
    """A list of rows, with actions on those that are chosen.

    Args:
        parent: The owner.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._menu = QMenu(self)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)

    def list_rows(self, model: QAbstractItemModel, delegate: RowDelegate) -> None:
        """List the rows of a model, drawn by a delegate."""
        self.setModel(model)
        self.setItemDelegate(delegate)

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Choose a row for whoever comes by keyboard."""
        super().focusInEvent(event)
        chosen = self.selectionModel().hasSelection()
        if event.reason() not in _BY_MOUSE and not chosen and self.model().rowCount():
            self._choose(max(self.currentIndex().row(), 0))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Offer what can be done with the chosen rows."""
        where = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            row = self.visualRect(self.currentIndex())
            where = self.viewport().mapToGlobal(row.center() - QPoint(row.width() // 4, 0))
        elif not self.indexAt(event.pos()).isValid():
            return
        if self.selectionModel().hasSelection():
            self._menu.popup(where)

    def _choose(
        self,
        row: int,
        how: QItemSelectionModel.SelectionFlag = QItemSelectionModel.SelectionFlag.ClearAndSelect,
    ) -> None:
        """Choose a row, instead of those that are chosen if nothing else is said."""
        self.selectionModel().setCurrentIndex(self.model().index(row, 0), how)

    def _action(self, *keys: str | QKeySequence.StandardKey) -> QAction:
        """Make an action of the list with its keys."""
        action = QAction(self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setIconVisibleInMenu(False)
        self.addAction(action)
        return action

    @staticmethod
    def _word(action: QAction, text: str, button: str, tip: str) -> None:
        """Say what an action is called in the menu and on its button."""
        action.setText(text)
        action.setIconText(button)
        action.setToolTip(tip)
