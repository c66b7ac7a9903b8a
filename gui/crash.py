"""What happens to an exception that nobody expected: a report, and the program goes on."""

import logging
import sys
import threading
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gui.log import Unforeseen, describe_error

_LOG = logging.getLogger(__name__)


class CrashDialog(QDialog):
    """Says that something went wrong and shows a report that can be copied.

    Args:
        report: The report.
        parent: The owner.
    """

    def __init__(self, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._message = QLabel(self)
        self._message.setObjectName("notice")
        self._message.setWordWrap(True)
        self.report = QPlainTextEdit(report, self)
        self.report.setReadOnly(True)
        self.report.setTabChangesFocus(True)
        self.report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.copy = QPushButton(self)
        self.copy.clicked.connect(self._copy)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addWidget(self._message)
        layout.addWidget(self.report, 1)
        layout.addWidget(self.buttons)
        self.resize(560, 400)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setWindowTitle(self.tr("Something went wrong"))
        self._message.setText(
            self.tr(
                "Something unexpected went wrong. You can go on working; if it happens again, "
                "restart Yiwen. The report below holds nothing of your texts."
            )
        )
        self.report.setAccessibleName(self.tr("Report"))
        self.copy.setText(self.tr("&Copy the report"))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())


class CrashReporter(QObject):
    """Takes exceptions from every thread and shows them one at a time.

    Args:
        diagnostics: Returns what a report should say besides: versions, the platform.
        parent: The owner.
    """

    _happened = Signal(str)

    def __init__(self, diagnostics: Callable[[], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._diagnostics = diagnostics
        self._window: QWidget | None = None
        self._shown: set[str] = set()
        self.dialog: CrashDialog | None = None
        # Queued, as an exception may come from any thread, or from the middle of anything.
        self._happened.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def install(self, window: QWidget) -> None:
        """Take over the exceptions that nobody catches.

        Args:
            window: What dialogs belong to.
        """
        self._window = window
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        sys.unraisablehook = self._on_unraisable

    def report(self, error: BaseException) -> None:
        """Log an exception and show it; from any thread."""
        where = describe_error(error)
        _LOG.error("unexpected %s", where)
        self._happened.emit(where)

    @Slot(object)
    def report_once(self, error: Exception) -> None:
        """Show what nobody foresaw in another thread, logged there already, and only once.

        The same fault comes back with every letter that one types, and the window tells it, too.
        """
        if isinstance(error, Unforeseen) and error.where not in self._shown:
            self._shown.add(error.where)
            self._happened.emit(error.where)

    @Slot(str)
    def _show(self, where: str) -> None:
        # One that comes while the first is still being read is in the log.
        if self.dialog is not None:
            return
        self.dialog = CrashDialog(f"{where}\n\n{self._diagnostics()}", self._window)
        self.dialog.finished.connect(self._forget)
        self.dialog.open()

    @Slot()
    def _forget(self) -> None:
        self.dialog = None

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, Exception):
            self.report(error)
        else:
            sys.__excepthook__(kind, error, trace)

    def _on_thread_exception(self, arguments: threading.ExceptHookArgs) -> None:
        if isinstance(arguments.exc_value, Exception):
            self.report(arguments.exc_value)

    def _on_unraisable(self, arguments: "sys.UnraisableHookArgs") -> None:
        if isinstance(arguments.exc_value, Exception):
            # Something failed while it was being cleared away; nobody is waiting for it.
            _LOG.error("ignored %s", describe_error(arguments.exc_value))
