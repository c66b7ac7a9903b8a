"""The list of earlier translations as one works with it: keys, a menu, what is chosen."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from gui.history import Entry
from gui.history_list import EntryDelegate, HistoryModel
from gui.icons import icon
from gui.theme import Theme

_BY_MOUSE = (
    Qt.FocusReason.MouseFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
    Qt.FocusReason.PopupFocusReason,
)


class HistoryView(QListView):
    """A list of entries, with the actions on those that are chosen.

    Args:
        theme: The colours to begin with.
        parent: The owner.

    Attributes:
        entries: What is listed.
        open: Shows the one chosen entry in the panes.
        copy_source: Copies the texts of the chosen entries.
        copy: Copies their translations.
        star: Gives them a star, or takes it away if all have one.
        delete: Deletes them.

    Signals:
        chosen_changed(): Others are chosen, or they are not what they were.
        left(): One went up from the first entry.
    """

    chosen_changed = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries = HistoryModel(self)
        self._delegate = EntryDelegate(theme, self)
        self._theme = theme
        self.open = self._action("Return", "Enter")
        self.copy_source = self._action()
        self.copy = self._action(QKeySequence.StandardKey.Copy)
        self.star = self._action("S")
        self.delete = self._action(QKeySequence.StandardKey.Delete)
        self._menu = QMenu(self)
        self._menu.addAction(self.open)
        self._menu.addSeparator()
        self._menu.addActions((self.copy_source, self.copy))
        self._menu.addSeparator()
        self._menu.addActions((self.star, self.delete))
        self.setModel(self.entries)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.doubleClicked.connect(self.open.trigger)
        self.selectionModel().selectionChanged.connect(self._on_chosen_changed)
        self.apply_theme(theme)
        self.retranslate()

    @property
    def chosen(self) -> tuple[Entry, ...]:
        """The chosen entries, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return tuple(self.entries.entry(self.entries.index(row)) for row in rows)

    def show_entries(
        self, entries: Iterable[Entry], choose: Iterable[int] = (), *, keep_place: bool
    ) -> None:
        """List other entries; those chosen before stay so.

        Args:
            entries: What to list.
            choose: Ids of entries to choose instead.
            keep_place: Where all that were chosen are gone, choose what stands there now.
        """
        before = self.chosen
        place = self.entries.row_of(before[0].id) if before else 0
        scrolled = self.verticalScrollBar().value()
        self.entries.show(entries)
        self.verticalScrollBar().setValue(scrolled)
        wanted = tuple(choose) or tuple(entry.id for entry in before)
        rows = sorted(row for row in map(self.entries.row_of, wanted) if row >= 0)
        last = self.entries.rowCount() - 1
        if not rows and keep_place and before and last >= 0:
            rows = [min(place, last)]
        for row in rows:
            self._choose(row, QItemSelectionModel.SelectionFlag.Select)
        if not rows and last >= 0:
            self._choose(0, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._on_chosen_changed()

    def enter(self) -> None:
        """Take the focus, with an entry chosen if there is one."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def apply_theme(self, theme: Theme) -> None:
        """Draw icons and entries in the colours of ``theme``."""
        self._theme = theme
        self._delegate.apply_theme(theme)
        self.copy.setIcon(icon("copy", theme))
        self.delete.setIcon(icon("delete", theme))
        self._show_star()
        self.viewport().update()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setAccessibleName(self.tr("Earlier translations"))
        self._menu.setAccessibleName(self.tr("What to do with the entry"))
        self._word(
            self.open, self.tr("&Open"), self.tr("Open"), self.tr("Show in the panes (Enter)")
        )
        text = self.tr("Copy the text")
        self._word(self.copy_source, self.tr("Copy the te&xt"), text, text)
        self._word(
            self.copy,
            self.tr("&Copy the translation"),
            self.tr("Copy"),
            self.tr("Copy the translation (Ctrl+C)"),
        )
        self._word(
            self.delete,
            self.tr("&Delete"),
            self.tr("Delete"),
            self.tr("Delete the chosen entries (Del)"),
        )
        self._show_star()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Choose an entry for whoever comes by keyboard."""
        super().focusInEvent(event)
        if event.reason() not in _BY_MOUSE and not self.chosen and self.entries.rowCount():
            row = max(self.currentIndex().row(), 0)
            self._choose(row, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Let the arrow lead out of the list at its upper end."""
        bare = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_Up and bare and self.currentIndex().row() <= 0:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Offer what can be done with the chosen entries."""
        where = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            row = self.visualRect(self.currentIndex())
            where = self.viewport().mapToGlobal(row.center() - QPoint(row.width() // 4, 0))
        elif not self.indexAt(event.pos()).isValid():
            return
        if self.chosen:
            self._menu.popup(where)

    def _choose(self, row: int, how: QItemSelectionModel.SelectionFlag) -> None:
        self.selectionModel().setCurrentIndex(self.entries.index(row), how)

    def _action(self, *keys: str | QKeySequence.StandardKey) -> QAction:
        action = QAction(self)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setIconVisibleInMenu(False)
        self.addAction(action)
        return action

    @staticmethod
    def _word(action: QAction, text: str, button: str, tip: str) -> None:
        action.setText(text)
        action.setIconText(button)
        action.setToolTip(tip)

    @Slot()
    def _on_chosen_changed(self) -> None:
        chosen = self.chosen
        for action in (self.copy_source, self.copy, self.star, self.delete):
            action.setEnabled(bool(chosen))
        self.open.setEnabled(len(chosen) == 1)
        self._show_star()
        self.chosen_changed.emit()

    def _show_star(self) -> None:
        chosen = self.chosen
        if chosen and all(entry.starred for entry in chosen):
            self.star.setIcon(icon("starred", self._theme))
            self._word(
                self.star, self.tr("Un&star"), self.tr("Unstar"), self.tr("Take the star away (S)")
            )
        else:
            self.star.setIcon(icon("star", self._theme))
            self._word(self.star, self.tr("&Star"), self.tr("Star"), self.tr("Give a star (S)"))
