"""The list of earlier translations as one works with it: keys, a menu, what is chosen."""

from collections.abc import Iterable

from PySide6.QtCore import QItemSelectionModel, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from gui.history import Entry
from gui.history_list import EntryDelegate, HistoryModel
from gui.icons import icon
from gui.row_view import RowView
from gui.theme import Theme


class HistoryView(RowView):
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
        self._menu.addAction(self.open)
        self._menu.addSeparator()
        self._menu.addActions((self.copy_source, self.copy))
        self._menu.addSeparator()
        self._menu.addActions((self.star, self.delete))
        self.list_rows(self.entries, self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
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

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Let the arrow lead out of the list at its upper end."""
        bare = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_Up and bare and self.currentIndex().row() <= 0:
            self.left.emit()
        else:
            super().keyPressEvent(event)

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
