"""The list of documents as one works with it: keys, a menu, what is chosen."""

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from gui.document_jobs import DocumentRow, JobState
from gui.document_list import DocumentDelegate, DocumentModel
from gui.icons import icon
from gui.row_view import RowView
from gui.theme import Theme

_ENDED_BADLY = (JobState.CANCELLED, JobState.FAILED)


class DocumentView(RowView):
    """A list of documents, with the actions on those that are chosen.

    Args:
        theme: The colours to begin with.
        parent: The owner.

    Attributes:
        documents: What is listed.
        open: Opens the result of the one chosen document.
        show_folder: Shows where that is.
        pause: Pauses the chosen documents, or lets them go on if all are paused.
        cancel: Stops them for good.
        retry: Begins again with those that failed or were cancelled.
        remove: Takes those that have ended out of the list.

    Signals:
        chosen_changed(): Others are chosen, or they are not what they were.
    """

    chosen_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.documents = DocumentModel(self)
        self._delegate = DocumentDelegate(theme, self)
        self._theme = theme
        self.open = self._action("Return", "Enter")
        self.show_folder = self._action("F")
        self.pause = self._action("Space")
        self.cancel = self._action("C")
        self.retry = self._action("R")
        self.remove = self._action(QKeySequence.StandardKey.Delete)
        self._menu.addActions((self.open, self.show_folder))
        self._menu.addSeparator()
        self._menu.addActions((self.pause, self.cancel, self.retry))
        self._menu.addSeparator()
        self._menu.addAction(self.remove)
        self.list_rows(self.documents, self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.doubleClicked.connect(self.open.trigger)
        self.selectionModel().selectionChanged.connect(self._on_chosen_changed)
        self.documents.dataChanged.connect(self._on_data_changed)
        self.documents.rowsInserted.connect(self._on_rows_inserted)
        self.documents.rowsRemoved.connect(self._on_chosen_changed)
        self.apply_theme(theme)
        self.retranslate()

    @property
    def actions_for_rows(self) -> tuple[QAction, ...]:
        """Every action on documents, in its order."""
        return self.open, self.show_folder, self.pause, self.cancel, self.retry, self.remove

    @property
    def chosen(self) -> tuple[DocumentRow, ...]:
        """The chosen documents, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return tuple(self.documents.row(self.documents.index(row)) for row in rows)

    def apply_theme(self, theme: Theme) -> None:
        """Draw icons and documents in the colours of ``theme``."""
        self._theme = theme
        self._delegate.apply_theme(theme)
        for action, name in (
            (self.open, "open"),
            (self.show_folder, "folder"),
            (self.cancel, "stop"),
            (self.retry, "retry"),
            (self.remove, "clear"),
        ):
            action.setIcon(icon(name, theme))
        self._show_pause()
        self.viewport().update()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setAccessibleName(self.tr("Documents"))
        self._menu.setAccessibleName(self.tr("What to do with the document"))
        self._word(
            self.open, self.tr("&Open the result"), self.tr("Open"),
            self.tr("Open the result (Enter)"),
        )  # fmt: skip
        self._word(
            self.show_folder, self.tr("Show in &folder"), self.tr("Show in folder"),
            self.tr("Show the result in its folder (F)"),
        )  # fmt: skip
        self._word(
            self.cancel, self.tr("&Cancel"), self.tr("Cancel"),
            self.tr("Stop, and leave nothing behind (C)"),
        )  # fmt: skip
        self._word(
            self.retry, self.tr("&Try again"), self.tr("Try again"),
            self.tr("Translate the document again (R)"),
        )  # fmt: skip
        self._word(
            self.remove, self.tr("R&emove from the list"), self.tr("Remove"),
            self.tr("Remove from the list; the files stay (Del)"),
        )  # fmt: skip
        self._show_pause()
        self.viewport().update()

    def choose(self, row: int) -> None:
        """Choose one document instead of those that are chosen."""
        self._choose(row)

    def _action(self, *keys: str | QKeySequence.StandardKey) -> QAction:
        action = super()._action(*keys)
        action.setEnabled(False)
        return action

    @Slot(QModelIndex, int, int)
    def _on_rows_inserted(self, _parent: QModelIndex, first: int, _last: int) -> None:
        if not self.chosen:
            self.choose(first)

    @Slot(QModelIndex, QModelIndex)
    def _on_data_changed(self, first: QModelIndex, _last: QModelIndex) -> None:
        if self.selectionModel().isSelected(first):
            self._on_chosen_changed()

    @Slot()
    def _on_chosen_changed(self) -> None:
        chosen = self.chosen
        states = {row.state for row in chosen}
        done = [row for row in chosen if row.state is JobState.DONE]
        self.open.setEnabled(len(done) == len(chosen) == 1)
        self.show_folder.setEnabled(len(chosen) == 1)
        self.pause.setEnabled(any(state.unfinished for state in states))
        self.cancel.setEnabled(any(state.unfinished for state in states))
        self.retry.setEnabled(any(state in _ENDED_BADLY for state in states))
        self.remove.setEnabled(any(not state.unfinished for state in states))
        self._show_pause()
        self.chosen_changed.emit()

    @property
    def all_paused(self) -> bool:
        """Whether the chosen documents that are not finished are all paused."""
        states = [row.state for row in self.chosen if row.state.unfinished]
        return bool(states) and all(state is JobState.PAUSED for state in states)

    def _show_pause(self) -> None:
        if self.all_paused:
            self.pause.setIcon(icon("resume", self._theme))
            self._word(
                self.pause, self.tr("&Go on"), self.tr("Go on"),
                self.tr("Go on where it was (Space)"),
            )  # fmt: skip
        else:
            self.pause.setIcon(icon("pause", self._theme))
            self._word(
                self.pause, self.tr("&Pause"), self.tr("Pause"),
                self.tr("Pause, and go on later (Space)"),
            )  # fmt: skip
