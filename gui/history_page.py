"""The page with earlier translations: look for them, open, star, copy and delete them."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.actions import Section
from gui.history import Entry
from gui.history_thread import HistoryThread
from gui.history_view import HistoryView
from gui.icons import icon
from gui.message import Message
from gui.settings import Settings
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import ElidedLabel, action_button, separator

_LOOK_AFTER_MS = 150
_FOOTER_HEIGHT = 44
_AT_ONCE = 200
"""Entries that are listed at first, and again whenever one comes to the end of them."""
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
        self._limit = _AT_ONCE
        self._total = 0
        self._asked = self._answered = ("", False)
        self._deleted: tuple[Entry, ...] = ()
        self._restored: tuple[Entry, ...] = ()
        self._failed = False
        self._was_reset = False
        self.search = QLineEdit(self)
        self._empty_search = QAction(self)
        self.search.addAction(self._empty_search, QLineEdit.ActionPosition.TrailingPosition)
        self.only_starred = self._button(checkable=True)
        self.list = HistoryView(theme, self)
        self.model = self.list.entries
        self.empty = QLabel(self)
        self.remark = ElidedLabel(self)
        self.undo = self._button()
        self.open, self.star, self.copy, self.delete = (
            action_button(action, self)
            for action in (self.list.open, self.list.star, self.list.copy, self.list.delete)
        )
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
        words, starred = self._asked = self.search.text(), self.only_starred.isChecked()
        if self._asked != self._answered:
            self._limit = _AT_ONCE
        self._search_number = self._thread.search(words, starred=starred, limit=self._limit)

    def enter(self) -> None:
        """Look for what is asked for, and let one ask for something else."""
        self.look()
        self.search.setFocus()

    def recall(self, *, failed: bool, was_reset: bool) -> None:
        """Take over how the history has fared before there was a page to tell of it."""
        self._failed, self._was_reset = failed, was_reset
        self._say()

    def confirm_clearing(self) -> None:
        """Ask whether everything should be deleted, and then do it."""
        box = Message(
            self.tr("Delete all history"),
            self.tr("Delete all history, starred entries too?"),
            self.tr("This cannot be undone."),
            self,
        )
        box.ask(self.tr("&Delete all"), self._clear)

    def section(self) -> Section:
        """Return what can be done in the list by a key, in the language of the interface."""
        view = self.list
        actions = (view.open, view.copy, view.star, view.delete)
        return Section(self.tr("In the history"), actions)

    def apply_theme(self, theme: Theme) -> None:
        """Draw icons and entries in the colours of ``theme``."""
        self.list.apply_theme(theme)
        self.only_starred.setIcon(icon("star", theme))
        self._empty_search.setIcon(icon("clear", theme))

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.search.setPlaceholderText(self.tr("Search earlier translations…"))
        self.search.setAccessibleName(self.tr("Search"))
        self._empty_search.setText(self.tr("Clear the search"))
        self.remark.setAccessibleName(self.tr("State of the history"))
        self._word(self.only_starred, self.tr("Starred"), self.tr("Show only starred entries"))
        self._word(self.undo, self.tr("Undo"), self.tr("Bring the deleted entries back"))
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
        """Let the arrow and the Enter key lead from the search into the list."""
        if watched is self.search and isinstance(event, QKeyEvent):
            into = event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if into and event.type() == QEvent.Type.KeyPress:
                self.list.enter()
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
        self.search.textChanged.connect(self._say)
        self.only_starred.toggled.connect(self.look)
        self.search.installEventFilter(self)
        self.list.chosen_changed.connect(self._say)
        self.list.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.list.left.connect(self.search.setFocus)
        self.list.open.triggered.connect(self._open)
        self.list.star.triggered.connect(self._star)
        self.list.copy_source.triggered.connect(self._copy_source)
        self.list.copy.triggered.connect(self._copy)
        self.list.delete.triggered.connect(self._delete)
        self.undo.clicked.connect(self._undo)
        self._empty_search.triggered.connect(self.search.clear)
        self.delete_all.clicked.connect(self.confirm_clearing)

    # The thread

    @Slot(int, object, int)
    def _on_found(self, number: int, entries: Sequence[Entry], total: int) -> None:
        if number != self._search_number:
            return
        self._total = total
        same, self._answered = self._asked == self._answered, self._asked
        restored, self._restored = self._restored, ()
        choose = [entry.id for entry in restored]
        self.list.show_entries(entries, choose, keep_place=same)

    @Slot(int)
    def _on_scrolled(self, value: int) -> None:
        listed = self.model.rowCount()
        at_end = value >= self.list.verticalScrollBar().maximum()
        if at_end and self._limit <= listed < self._total:
            self._limit += _AT_ONCE
            self.look()

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

    @Slot()
    def _open(self) -> None:
        (chosen,) = self.list.chosen
        self.opened.emit(chosen)

    @Slot()
    def _star(self) -> None:
        chosen = self.list.chosen
        starred = not all(entry.starred for entry in chosen)
        for entry in chosen:
            self._thread.star(entry.id, starred=starred)

    @Slot()
    def _copy_source(self) -> None:
        _copy(entry.source for entry in self.list.chosen)

    @Slot()
    def _copy(self) -> None:
        _copy(entry.translation for entry in self.list.chosen)

    @Slot()
    def _delete(self) -> None:
        self._deleted = self.list.chosen
        self._thread.delete(entry.id for entry in self._deleted)
        self._say()

    @Slot()
    def _undo(self) -> None:
        self._thread.restore(self._deleted)
        self._restored, self._deleted = self._deleted, ()
        self._say()

    @Slot()
    def _clear(self) -> None:
        self._deleted = ()
        self._thread.clear()

    # What there is to say

    @Slot()
    def _say(self) -> None:
        count = self.model.rowCount()
        self._empty_search.setVisible(bool(self.search.text()))
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
        return self._counted(self._total, deleted=False) if count else ""

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


def _copy(texts: Iterable[str]) -> None:
    QGuiApplication.clipboard().setText("\n\n".join(texts))
