"""The page with earlier translations: look for them, open, star, copy and delete them."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMessageBox,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.history import Entry
from gui.history_list import EntryDelegate, HistoryModel
from gui.history_thread import HistoryThread
from gui.icons import icon
from gui.settings import Settings
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import ElidedLabel, separator

_LOOK_AFTER_MS = 150
_FOOTER_HEIGHT = 44
_NARROW = 640


class HistoryPage(QWidget):
    """Shows what the history thread finds.

    Args:
        thread: Reads and writes the history; started by whoever owns it.
        settings: Whether there is a history.
        theme: The colours to begin with.
        parent: The owner.

    Signals:
        opened(Entry): An entry should be shown in the panes.
    """

    opened = Signal(object)

    def __init__(
        self, thread: HistoryThread, settings: Settings, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._thread = thread
        self._settings = settings
        self._search_number = 0
        self._deleted: tuple[Entry, ...] = ()
        self._failed = False
        self._was_reset = False
        self.search = QLineEdit(self)
        self.search.setClearButtonEnabled(True)
        self.only_starred = self._button(checkable=True)
        self.model = HistoryModel(self)
        self.list = QListView(self)
        self._delegate = EntryDelegate(theme, self.list)
        self.empty = QLabel(self)
        self.remark = ElidedLabel(self)
        self.undo = self._button()
        self.open = self._button()
        self.star = self._button()
        self.copy = self._button()
        self.delete = self._button()
        self.delete_all = self._button()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_LOOK_AFTER_MS)
        self._build()
        self._connect()
        self.apply_theme(theme)
        self.retranslate()

    def look(self) -> None:
        """Look for what is asked for, as it is stored now."""
        self._timer.stop()
        self._search_number = self._thread.search(
            self.search.text(), starred=self.only_starred.isChecked()
        )

    def confirm_clearing(self) -> None:
        """Ask whether everything should be deleted, and then do it."""
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Delete all history"))
        box.setText(self.tr("Delete all history, starred entries too?"))
        box.setInformativeText(self.tr("This cannot be undone."))
        delete = box.addButton(self.tr("&Delete all"), QMessageBox.ButtonRole.DestructiveRole)
        keep = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        delete.clicked.connect(self._clear)
        box.open()

    def apply_theme(self, theme: Theme) -> None:
        """Draw icons and entries in the colours of ``theme``."""
        self._delegate.apply_theme(theme)
        for button, name in (
            (self.only_starred, "star"),
            (self.star, "star"),
            (self.copy, "copy"),
            (self.delete, "delete"),
        ):
            button.setIcon(icon(name, theme))
        self.list.viewport().update()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.search.setPlaceholderText(self.tr("Search earlier translations…"))
        self.search.setAccessibleName(self.tr("Search"))
        self.list.setAccessibleName(self.tr("Earlier translations"))
        self.remark.setAccessibleName(self.tr("State of the history"))
        self._word(self.only_starred, self.tr("Starred"), self.tr("Show only starred entries"))
        self._word(self.undo, self.tr("Undo"), self.tr("Bring the deleted entries back"))
        self._word(self.open, self.tr("Open"), self.tr("Show in the panes (Enter)"))
        self._word(self.star, self.tr("Star"), self.tr("Give a star or take it away (S)"))
        self._word(self.copy, self.tr("Copy"), self.tr("Copy the translation (Ctrl+C)"))
        self._word(self.delete, self.tr("Delete"), self.tr("Delete the chosen entries (Del)"))
        self._word(self.delete_all, self.tr("Delete all…"), self.tr("Delete all history"))
        self._say()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the words out where there is no room for them."""
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        style = Qt.ToolButtonStyle
        for button in (self.only_starred, self.star, self.copy, self.delete):
            button.setToolButtonStyle(
                style.ToolButtonIconOnly if narrow else style.ToolButtonTextBesideIcon
            )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Give the list its keys, and let the arrow lead from the search into the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key, bare = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
            if watched is self.search:
                if key == Qt.Key.Key_Down and bare:
                    self.list.setFocus()
                    return True
            elif event.matches(QKeySequence.StandardKey.Copy):
                self._copy()
                return True
            elif bare and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._open()
                return True
            elif bare and key == Qt.Key.Key_Delete:
                self._delete()
                return True
            elif bare and key == Qt.Key.Key_S:
                self._star()
                return True
        return super().eventFilter(watched, event)

    def _button(self, *, checkable: bool = False) -> QToolButton:
        button = QToolButton(self)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCheckable(checkable)
        return button

    @staticmethod
    def _word(button: QToolButton, text: str, tip: str) -> None:
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)

    def _build(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(self._delegate)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setTabKeyNavigation(False)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setMargin(MARGIN)
        self.undo.hide()
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN, 8, MARGIN, 8)
        head.setSpacing(8)
        head.addWidget(self.search, 1)
        head.addWidget(self.only_starred)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.empty)
        bottom = QWidget(self)
        bottom.setFixedHeight(_FOOTER_HEIGHT)
        foot = QHBoxLayout(bottom)
        foot.setContentsMargins(MARGIN, 0, 12, 0)
        foot.setSpacing(0)
        foot.addWidget(self.remark, 1)
        for button in (self.undo, self.open, self.star, self.copy, self.delete, self.delete_all):
            foot.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(separator(self))
        layout.addLayout(self._stack, 1)
        layout.addWidget(separator(self))
        layout.addWidget(bottom)
        self.setFocusProxy(self.search)

    def _connect(self) -> None:
        thread = self._thread
        thread.found.connect(self._on_found)
        thread.changed.connect(self._on_changed)
        thread.failed.connect(self._on_failed)
        thread.reset.connect(self._on_reset)
        self._settings.changed.connect(self._on_setting)
        self._timer.timeout.connect(self.look)
        self.search.textChanged.connect(self._timer.start)
        self.only_starred.toggled.connect(self.look)
        self.search.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.doubleClicked.connect(self._open)
        self.list.selectionModel().selectionChanged.connect(self._say)
        self.undo.clicked.connect(self._undo)
        self.open.clicked.connect(self._open)
        self.star.clicked.connect(self._star)
        self.copy.clicked.connect(self._copy)
        self.delete.clicked.connect(self._delete)
        self.delete_all.clicked.connect(self.confirm_clearing)

    # The thread

    @Slot(int, object)
    def _on_found(self, number: int, entries: Sequence[Entry]) -> None:
        if number != self._search_number:
            return
        chosen = {entry.id for entry in self._chosen()}
        scrolled = self.list.verticalScrollBar().value()
        self.model.show(entries)
        selection = self.list.selectionModel()
        for entry_id in chosen:
            row = self.model.row_of(entry_id)
            if row >= 0:
                index = self.model.index(row)
                selection.select(index, selection.SelectionFlag.Select)
                selection.setCurrentIndex(index, selection.SelectionFlag.NoUpdate)
        if not self.list.currentIndex().isValid() and entries:
            selection.setCurrentIndex(self.model.index(0), selection.SelectionFlag.NoUpdate)
        self.list.verticalScrollBar().setValue(scrolled)
        self._say()

    @Slot()
    def _on_changed(self) -> None:
        self._failed = False
        if self.isVisible():
            self.look()

    @Slot(object)
    def _on_failed(self, _error: Exception) -> None:
        self._failed = True
        self._say()

    @Slot()
    def _on_reset(self) -> None:
        self._was_reset = True
        self._say()

    @Slot(str)
    def _on_setting(self, name: str) -> None:
        if name == "history":
            self._say()

    # What the user does

    def _chosen(self) -> list[Entry]:
        rows = sorted(index.row() for index in self.list.selectionModel().selectedIndexes())
        return [self.model.entry(self.model.index(row)) for row in rows]

    @Slot()
    @Slot(QModelIndex)
    def _open(self, _index: QModelIndex | None = None) -> None:
        chosen = self._chosen()
        if len(chosen) == 1:
            self.opened.emit(chosen[0])

    @Slot()
    def _star(self) -> None:
        chosen = self._chosen()
        starred = not all(entry.starred for entry in chosen)
        for entry in chosen:
            self._thread.star(entry.id, starred=starred)

    @Slot()
    def _copy(self) -> None:
        chosen = self._chosen()
        if chosen:
            text = "\n\n".join(entry.translation for entry in chosen)
            QGuiApplication.clipboard().setText(text)

    @Slot()
    def _delete(self) -> None:
        chosen = self._chosen()
        if chosen:
            self._deleted = tuple(chosen)
            self._thread.delete(entry.id for entry in chosen)
            self._say()

    @Slot()
    def _undo(self) -> None:
        self._thread.restore(self._deleted)
        self._deleted = ()
        self._say()

    @Slot()
    def _clear(self) -> None:
        self._deleted = ()
        self._thread.clear()

    # What there is to say

    @Slot()
    def _say(self) -> None:
        chosen, count = self._chosen(), self.model.rowCount()
        for button in (self.star, self.copy, self.delete):
            button.setEnabled(bool(chosen))
        self.open.setEnabled(len(chosen) == 1)
        self.undo.setVisible(bool(self._deleted))
        self.delete_all.setEnabled(count > 0)
        self.only_starred.setEnabled(count > 0 or self.only_starred.isChecked())
        self.remark.setText(self._remark(count))
        self.empty.setText(self._why_empty())
        self._stack.setCurrentWidget(self.list if count else self.empty)

    def _remark(self, count: int) -> str:
        if self._failed:
            return self.tr("The history cannot be used. Check that the disk is not full or locked.")
        if self._was_reset:
            return self.tr("The history was damaged. It was set aside, and a new one begun.")
        if self._deleted:
            return self._counted(len(self._deleted), deleted=True)
        if not self._settings.history:
            return self.tr("History is off: nothing new is kept.")
        return self._counted(count, deleted=False) if count else ""

    def _counted(self, count: int, *, deleted: bool) -> str:
        if count == 1:
            return self.tr("1 entry deleted") if deleted else self.tr("1 entry")
        text = self.tr("{count} entries deleted") if deleted else self.tr("{count} entries")
        return text.format(count=self.locale().toString(count))

    def _why_empty(self) -> str:
        if self.search.text().strip() or self.only_starred.isChecked():
            return self.tr("Nothing found.")
        if not self._settings.history:
            return self.tr("History is off. Turn it on in the settings to find translations again.")
        return self.tr("Translations are listed here once you have made some.")
