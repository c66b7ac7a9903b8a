"""The lower edge of the documents' page: how far all are, and what to do with them."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gui.document_jobs import DocumentRow, JobState
from gui.document_view import DocumentView
from gui.icons import icon
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import ElidedLabel, action_button, menu_button

_HEIGHT = 44


class DocumentFoot(QWidget):
    """Says how all documents stand; buttons for the chosen ones, a menu for all.

    Args:
        view: The list with the actions on what is chosen.
        parent: The owner.

    Attributes:
        pause_all: Pauses everything; its owner connects it, and those below.
        resume_all: Goes on with everything that is paused.
        cancel_all: Stops everything for good.
        clear_ended: Takes what has ended out of the list.
    """

    def __init__(self, view: DocumentView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.remark = ElidedLabel(self)
        self._buttons = [action_button(action, self) for action in view.actions_for_rows]
        self.all_button = menu_button(self)
        self.pause_all, self.resume_all, self.cancel_all, self.clear_ended = (
            QAction(self) for _ in range(4)
        )
        menu = self.all_button.menu()
        menu.addActions((self.pause_all, self.resume_all, self.cancel_all))
        menu.addSeparator()
        menu.addAction(self.clear_ended)
        self.setFixedHeight(_HEIGHT)
        row = QHBoxLayout(self)
        row.setContentsMargins(MARGIN, 0, 12, 0)
        row.setSpacing(0)
        row.addWidget(self.remark, 1)
        for button in (*self._buttons, self.all_button):
            row.addWidget(button)
        self._rows: Sequence[DocumentRow] = ()
        self._ready = True
        self.retranslate()

    def set_narrow(self, *, narrow: bool) -> None:
        """Leave the words out where there is no room for them."""
        style = Qt.ToolButtonStyle
        for button in self._buttons:
            button.setToolButtonStyle(
                style.ToolButtonIconOnly if narrow else style.ToolButtonTextBesideIcon
            )

    def show_rows(self, rows: Sequence[DocumentRow], *, ready: bool) -> None:
        """Say how documents stand.

        Args:
            rows: All of them.
            ready: Whether there is a model to translate with.
        """
        self._rows, self._ready = rows, ready
        states = {row.state for row in rows}
        running = bool(states & {JobState.WAITING, JobState.RUNNING})
        self.pause_all.setEnabled(running)
        self.resume_all.setEnabled(JobState.PAUSED in states)
        self.cancel_all.setEnabled(running or JobState.PAUSED in states)
        self.clear_ended.setEnabled(any(not state.unfinished for state in states))
        self.all_button.setEnabled(bool(rows))
        self.remark.setText(self._remark())

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icon of the menu in the colours of ``theme``."""
        self.all_button.setIcon(icon("chevron", theme))

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.remark.setAccessibleDescription(self.tr("State of the documents"))
        self.all_button.setText(self.tr("All"))
        self.all_button.setToolTip(self.tr("What to do with all documents"))
        self.all_button.setAccessibleName(self.tr("All documents"))
        self.all_button.menu().setAccessibleName(self.tr("All documents"))
        for action, text in (
            (self.pause_all, self.tr("&Pause all")),
            (self.resume_all, self.tr("&Go on with all")),
            (self.cancel_all, self.tr("&Cancel all")),
            (self.clear_ended, self.tr("&Remove what has ended")),
        ):
            action.setText(text)
        self.remark.setText(self._remark())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _remark(self) -> str:
        count = len(self._rows)
        if not count:
            return ""
        if not self._ready and any(row.state is JobState.WAITING for row in self._rows):
            return self.tr("Waiting for the translation model")
        number = self.locale().toString
        done = sum(row.state is JobState.DONE for row in self._rows)
        if count == 1:
            return self.tr("1 document done") if done else self.tr("1 document")
        text = self.tr("{done} of {count} documents done")
        return text.format(done=number(done), count=number(count))
