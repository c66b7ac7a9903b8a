"""The window: a slim bar, the page, one status line."""

from PySide6.QtCore import QEvent, Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMessageBox,
    QProgressBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.document import Document
from gui.actions import Actions
from gui.icons import icon
from gui.languages import language_name
from gui.session import State
from gui.settings import Settings
from gui.status import StatusLine
from gui.text_page import TextPage
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import separator
from gui.worker import JobReport, PackInfo, TranslationThread

_BAR_HEIGHT = 48
_PROGRESS_AFTER_MS = 500


class MainWindow(QMainWindow):
    """Frames the page with what is the same for all of them, and owns the theme.

    Args:
        thread: The worker, not yet started; taken over.
        settings: What is remembered between two starts; taken over.
        version: Shown in the about box.
    """

    def __init__(self, thread: TranslationThread, settings: Settings, version: str) -> None:
        super().__init__()
        self._settings = settings
        settings.setParent(self)
        self._version = version
        self._theme = Theme.from_palette(QGuiApplication.palette())
        self.commands = Actions(self)
        self.direction = QLabel(self)
        self.menu_button = QToolButton(self)
        self.progress = QProgressBar(self)
        self.page = TextPage(thread, settings, self.commands, self._theme, self)
        self.session = self.page.session
        self.status = StatusLine(self)
        self._progress_timer = QTimer(self)
        self._progress_timer.setSingleShot(True)
        self._progress_timer.setInterval(_PROGRESS_AFTER_MS)
        self._progress_timer.timeout.connect(self._show_progress)
        self._build()
        self._connect()
        self._show_direction("en", "zh-Hans")
        self._use_theme(self._theme)
        geometry = settings.geometry
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(960, 600)

    def start(self) -> None:
        """Show the window, and load the pack behind it."""
        self.show()
        self.page.source.view.setFocus()
        self.session.start()

    def _build(self) -> None:
        self.setWindowTitle(self.tr("Yiwen"))
        self.setMinimumSize(400, 400)
        self.direction.setObjectName("direction")
        self.direction.setAccessibleName(self.tr("Direction"))
        self.menu_button.setMenu(self.commands.menu(self))
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu_button.setShortcut("F10")
        self.menu_button.setToolTip(self.tr("Menu") + " (F10)")
        self.menu_button.setAccessibleName(self.tr("Menu"))
        self.menu_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(2)
        self.progress.setAccessibleName(self.tr("Progress of the translation"))
        self._reset_progress()
        content = QWidget(self)
        content.setObjectName("content")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar())
        column.addWidget(self.progress)
        column.addWidget(self.page, 1)
        column.addWidget(separator(self))
        column.addWidget(self.status)
        self.setCentralWidget(content)

    def _bar(self) -> QWidget:
        bar = QWidget(self)
        bar.setFixedHeight(_BAR_HEIGHT)
        row = QHBoxLayout(bar)
        row.setContentsMargins(MARGIN, 0, 12, 0)
        row.addWidget(self.direction)
        row.addStretch(1)
        row.addWidget(self.menu_button)
        return bar

    def _connect(self) -> None:
        session = self.session
        session.state_changed.connect(self._on_state_changed)
        session.pack_loaded.connect(self._on_pack_loaded)
        session.started.connect(self._on_started)
        session.segments_added.connect(self._on_segments_added)
        session.finished.connect(self._on_finished)
        session.failed.connect(self.status.clear_report)
        session.cancelled.connect(self._report_progress)
        session.cleared.connect(self.status.clear_report)
        self.commands.about.triggered.connect(self._show_about)
        self.commands.quit.triggered.connect(self.close)

    # The session

    @Slot(object)
    def _on_state_changed(self, state: State) -> None:
        self.status.set_state(state, self._theme)
        if state is State.TRANSLATING:
            self._progress_timer.start()
        else:
            self._progress_timer.stop()
            self._reset_progress()

    @Slot(object)
    def _on_pack_loaded(self, pack: PackInfo) -> None:
        self.status.set_pack_name(pack.name)
        self._show_direction(pack.source_language, pack.target_language)

    @Slot(object)
    def _on_started(self, _document: Document) -> None:
        self.status.clear_report()

    @Slot(object)
    def _on_segments_added(self, _segments: object) -> None:
        if self.session.state is State.TRANSLATING and not self._progress_timer.isActive():
            self._show_progress()

    @Slot(object)
    def _on_finished(self, report: JobReport) -> None:
        self.status.show_report(report)

    @Slot()
    def _show_progress(self) -> None:
        view = self.page.target.view
        self.progress.setRange(0, max(1, view.total))
        self.progress.setValue(view.done)
        self._report_progress()

    @Slot()
    def _report_progress(self) -> None:
        view = self.page.target.view
        if view.total:
            self.status.show_progress(view.done, view.total)

    def _reset_progress(self) -> None:
        self.progress.setRange(0, 1)
        self.progress.reset()

    # The window itself

    def _show_direction(self, source: str, target: str) -> None:
        self.direction.setText(f"{language_name(source)} → {language_name(target)}")

    @Slot()
    def _show_about(self) -> None:
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(self.tr("About Yiwen"))
        box.setIconPixmap(QApplication.windowIcon().pixmap(64, 64))
        box.setText(self.tr("Yiwen {version}").format(version=self._version))
        box.setInformativeText(self.tr("Translates on this computer. Nothing you write leaves it."))
        box.open()

    def _use_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setStyleSheet(theme.style_sheet())
        self.commands.apply_theme(theme)
        self.menu_button.setIcon(icon("more", theme))
        self.status.apply_theme(theme)
        self.page.apply_theme(theme)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the system from light to dark and back."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ThemeChange):
            theme = Theme.from_palette(QGuiApplication.palette())
            # Setting the style sheet sends the same event again.
            if theme != self._theme:
                self._use_theme(theme)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Remember the layout and end the worker; the window is out of sight by then."""
        self._settings.geometry = self.saveGeometry()
        self.page.remember()
        self.hide()
        self.session.stop()
        super().closeEvent(event)
