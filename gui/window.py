"""The window: a slim bar, the pages, one status line."""

from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import delete, isValid

from engine.places import data_folder
from gui.about import AboutDialog, works_of_packs
from gui.actions import Actions
from gui.appearance import use_colour_scheme
from gui.clipboard_bridge import ClipboardBridge
from gui.diagnostics import diagnostics, pack_lines
from gui.document_bridge import DocumentBridge
from gui.document_store import FILE_NAME as DOCUMENTS
from gui.documents_page import DocumentsPage
from gui.form_style import form_style
from gui.history import FILE_NAME, Entry
from gui.history_page import HistoryPage
from gui.history_thread import HistoryThread
from gui.history_watch import HistoryWatch
from gui.icons import app_icon
from gui.interface import Interface
from gui.manner import Manner
from gui.pack_bridge import PackBridge
from gui.pack_notice import PackNotice
from gui.packs import PackLibrary
from gui.packs_page import PacksPage
from gui.page_stack import PageStack
from gui.progress_line import ProgressLine
from gui.settings import Settings
from gui.settings_page import SettingsPage
from gui.shortcuts import ShortcutsDialog
from gui.status import StatusLine
from gui.storage_notice import StorageNotice
from gui.text_page import TextPage
from gui.theme import Theme
from gui.top_bar import TopBar
from gui.tray import Tray, session_ends
from gui.widgets import fitting, separator
from gui.worker import TranslationThread

_NARROW = 640


class MainWindow(QMainWindow):
    """Frames the pages with what is the same for all of them, and owns the theme.

    Args:
        thread: The worker, not yet started; taken over.
        settings: What is remembered between two starts; taken over.
        version: Shown in the about box.
        history: The file that the history is kept in; the user's by default.
        interface: Changes the language of the interface; one of its own by default.
        library: The packs to choose from; those on this machine by default.

    Signals:
        closed(): The window was closed for good, and its threads have ended.
    """

    closed = Signal()
    _complete = False
    _ended = False

    def __init__(
        self,
        thread: TranslationThread,
        settings: Settings,
        version: str,
        *,
        history: Path | None = None,
        interface: Interface | None = None,
        library: PackLibrary | None = None,
    ) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings
        settings.setParent(self)
        self._version = version
        self._quitting = False
        self.interface = interface or Interface(self)
        self.interface.use(settings.interface_language)
        self.setLocale(self.interface.locale)
        use_colour_scheme(settings.colour_scheme)
        self._theme = Theme.from_palette(QGuiApplication.palette())
        kept = history or data_folder() / FILE_NAME
        self.history_thread = HistoryThread(kept, self)
        self.commands = Actions(self)
        self.page = TextPage(thread, settings, self.commands, self._theme, self)
        self.session = self.page.session
        self.progress = ProgressLine(self.session, self.page.target.view, self)
        self.history_page = HistoryPage(self.history_thread, settings, self._theme, self)
        self.packs_page = PacksPage(settings, self._theme, self)
        self.settings_page = SettingsPage(settings, self)
        self.pages = PageStack(self.commands.pages, self)
        self.storage_notice = StorageNotice(self._theme, self)
        self.pack_notice = PackNotice(self._theme, self)
        self.status = StatusLine(self)
        self.manner = Manner(self.page, settings, library, self)
        self.history_watch = HistoryWatch(self.page, settings, self.history_thread, self)
        self.clipboard = ClipboardBridge(self.page, settings, self.commands, self)
        self.documents_page = DocumentsPage(
            settings,
            self.manner.library.load,
            thread.turns,
            kept.with_name(DOCUMENTS),
            self._theme,
            self,
        )
        self.documents = DocumentBridge(
            self.documents_page, self.page, self.manner, thread, self.commands.show_documents, self
        )
        self.pack_bridge = PackBridge(self, self.packs_page, self.session, self.manner)
        self.tray = Tray(
            self,
            app_icon(),
            (self.commands.translate_clipboard, self.commands.watch_clipboard, self.commands.quit),
        )
        self.bar = TopBar(
            self.manner.languages,
            self.commands.pages.actions()[:-1],
            self.commands.menu(self),
            self,
        )
        self._build()
        self._connect()
        self.retranslate()
        self._use_theme(self._theme)
        self._apply_typing()
        self._complete = True
        geometry = settings.geometry
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(fitting(self, QSize(960, 600)))

    def start(self) -> None:
        """Show the window, and load the pack behind it."""
        self.show()
        self.page.source.view.setFocus()
        self.tray.appear()
        self.history_thread.start()
        self.documents_page.queue.start()
        self.session.start()

    def come_forward(self) -> None:
        """Show the window in front of the others, wherever it was."""
        self.setWindowState(
            (self.windowState() & ~Qt.WindowState.WindowMinimized) | Qt.WindowState.WindowActive
        )
        self.show()
        self.raise_()
        self.activateWindow()

    def end(self) -> None:
        """Store what is not stored yet, end the threads and wait for them; once is enough."""
        if self._ended:
            return
        self._ended = True
        self.history_watch.finish()
        self.packs_page.stop()
        self.documents_page.queue.stop()
        self.session.stop()
        self.history_thread.stop()

    def diagnostics(self) -> str:
        """Return what a report about a fault should say; nothing in it is the user's text."""
        return diagnostics(self._version, self._settings, pack_lines())

    @property
    def menu_button(self) -> QToolButton:
        """The button that opens the menu."""
        return self.bar.menu_button

    # The parts

    def _build(self) -> None:
        self.setMinimumSize(400, 320)
        commands = self.commands
        for action, page, enter in (
            (commands.show_text, self.page, self.page.source.view.setFocus),
            (commands.show_documents, self.documents_page, self.documents_page.enter),
            (commands.show_packs, self.packs_page, self.packs_page.enter),
            (commands.show_history, self.history_page, self.history_page.enter),
            (commands.show_settings, self.settings_page, self.settings_page.setFocus),
        ):
            self.pages.add(action, page, enter)
        content = QWidget(self)
        content.setObjectName("content")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.progress)
        column.addWidget(self.pages, 1)
        column.addWidget(self.storage_notice)
        column.addWidget(self.pack_notice)
        column.addWidget(self.documents.notice)
        column.addWidget(separator(self))
        column.addLayout(self._bottom())
        self.setCentralWidget(content)

    def _bottom(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.status, 1)
        row.addWidget(self.manner)
        row.addWidget(self.clipboard.state)
        return row

    def _connect(self) -> None:
        commands = self.commands
        self.status.follow(self.session, self.page.target.view)
        self.progress.counted.connect(self.status.show_progress)
        self.progress.slow_changed.connect(self.page.show_stop)
        commands.focus_source.triggered.connect(self.show_text)
        commands.shortcuts.triggered.connect(self._show_shortcuts)
        commands.about.triggered.connect(self._show_about)
        commands.quit.triggered.connect(self.quit)
        languages, places = self.manner.languages, self.page.page_actions
        for action, button in (
            (places.source_language, languages.source_button),
            (places.target_language, languages.target_button),
            (places.model, self.manner.pack_button),
            (places.quality, self.manner.quality_button),
        ):
            action.triggered.connect(button.animateClick)
        self.clipboard.taken.connect(self.show_text)
        self.history_page.opened.connect(self._on_history_opened)
        for asking in (self.page, self.manner):
            asking.models_requested.connect(commands.show_packs.trigger)
        self.packs_page.settings_requested.connect(self._show_proxy)
        self.settings_page.clear_history_requested.connect(self.history_page.confirm_clearing)
        self._settings.changed.connect(self._on_setting)
        self.tray.toggled.connect(self._toggle)

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setWindowTitle(self.tr("Yiwen"))
        self.commands.retranslate()
        self.tray.retranslate()
        self.clipboard.retranslate()

    # The pages

    @Slot()
    def show_text(self) -> None:
        """Turn to the page with the text."""
        self.pages.turn(self.commands.show_text)

    @Slot()
    def _show_proxy(self) -> None:
        self.commands.show_settings.trigger()
        self.settings_page.field("proxy").setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(object)
    def _on_history_opened(self, entry: Entry) -> None:
        self.show_text()
        self.page.restore(entry.source, entry.translation)
        # What is shown now took no time, and is one piece.
        self.status.clear_report()

    # What one decides

    @Slot(str)
    def _on_setting(self, name: str) -> None:
        if name == "interface_language":
            self.interface.use(self._settings.interface_language)
            self.setLocale(self.interface.locale)
        elif name == "colour_scheme":
            use_colour_scheme(self._settings.colour_scheme)
        elif name == "translate_while_typing":
            self._apply_typing()

    def _apply_typing(self) -> None:
        automatic = self._settings.translate_while_typing
        self.session.set_automatic(automatic)
        self.page.translate_button.setVisible(not automatic)

    # The window itself

    @Slot()
    def _show_about(self) -> None:
        packs = works_of_packs()
        AboutDialog(self._version, packs, self.diagnostics, app_icon(), self).open()

    @Slot()
    def _show_shortcuts(self) -> None:
        more = (
            self.page.page_actions.places_section,
            self.documents_page.section,
            self.packs_page.section,
            self.history_page.section,
        )
        sections = self.commands.sections
        ShortcutsDialog(lambda: (*sections(), *(each() for each in more)), self).open()

    @Slot()
    def _toggle(self) -> None:
        if self.isVisible() and not self.isMinimized():
            self.hide()
        else:
            self.come_forward()

    @Slot()
    def quit(self) -> None:
        """Close for good, tray or not."""
        self._quitting = True
        self.close()

    def _use_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setStyleSheet(theme.style_sheet() + form_style(theme))
        for part in (
            self.commands,
            self.bar,
            self.status,
            self.page,
            self.storage_notice,
            self.pack_notice,
            self.documents.notice,
            self.manner,
            self.documents_page,
            self.packs_page,
            self.history_page,
            self.clipboard,
        ):
            part.apply_theme(theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Lead back to the text with Esc, which stops a translation first."""
        if event.key() == Qt.Key.Key_Escape and self.pages.currentWidget() is not self.page:
            self.show_text()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Leave the words out where there is no room for them."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        narrow = self.width() < _NARROW
        style = Qt.ToolButtonStyle
        self.bar.set_narrow(narrow=narrow)
        self.clipboard.state.setToolButtonStyle(
            style.ToolButtonIconOnly if narrow else style.ToolButtonTextBesideIcon
        )

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the system from light to dark and back, and the interface to other languages."""
        super().changeEvent(event)
        # Colours and words are put in place while the window is being made, too.
        if not self._complete:
            return
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ThemeChange):
            theme = Theme.from_palette(QGuiApplication.palette())
            # Setting the style sheet sends the same event again.
            if theme != self._theme:
                self._use_theme(theme)
        elif event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Stay in the tray if one wants that; else remember the layout and end the threads."""
        self._settings.geometry = self.saveGeometry()
        self.page.remember()
        self.hide()
        leaving = self._quitting or session_ends()
        if self._settings.close_to_tray and self.tray.present and not leaving:
            event.ignore()
            return
        self.tray.vanish()
        self.end()
        super().closeEvent(event)
        # A window is full of cycles, and Python collects those in whichever thread fills its count;
        # only this one may take widgets apart. Until it has, the timer keeps hold of the window.
        QTimer.singleShot(0, lambda: _take_apart(self))
        self.closed.emit()


def _take_apart(window: MainWindow) -> None:
    if isValid(window):
        delete(window)
