"""What is inside the window and at work behind it."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.places import data_folder
from gui.actions import Actions
from gui.clipboard_bridge import ClipboardBridge
from gui.document_bridge import FILE_NAME as DOCUMENTS
from gui.document_bridge import DocumentBridge
from gui.form_style import form_style
from gui.history import FILE_NAME, Entry
from gui.history_thread import HistoryThread
from gui.history_watch import HistoryWatch
from gui.icons import app_icon
from gui.manner import Manner
from gui.pack_bridge import PackBridge
from gui.pack_notice import PackNotice
from gui.packs import PackLibrary
from gui.page_stack import PageStack
from gui.progress_line import ProgressLine
from gui.settings import Settings
from gui.status import StatusLine
from gui.storage_notice import StorageNotice
from gui.text_page import TextPage
from gui.theme import Theme
from gui.top_bar import TopBar
from gui.tray import Tray
from gui.widgets import separator
from gui.worker import TranslationThread

if TYPE_CHECKING:
    from gui.documents_page import DocumentsPage
    from gui.history_page import HistoryPage
    from gui.packs_page import PacksPage
    from gui.settings_page import SettingsPage
    from gui.window import MainWindow

_NARROW = 640


class Interior(QObject):
    """The page for text and what is around it; the other pages, each once it is asked for.

    Args:
        window: The window; taken into use.
        thread: The worker, not yet started; taken over.
        settings: What is remembered between two starts.
        history: The file that the history is kept in; the user's by default.
        library: The packs to choose from; those on this machine by default.
    """

    def __init__(
        self,
        window: "MainWindow",
        thread: TranslationThread,
        settings: Settings,
        *,
        history: Path | None = None,
        library: PackLibrary | None = None,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._thread = thread
        self._kept = history or data_folder() / FILE_NAME
        self.theme = theme = Theme.from_palette(QGuiApplication.palette())
        # What comes into a window that has its style sheet is drawn by it from the beginning.
        window.setStyleSheet(theme.style_sheet() + form_style(theme))
        self.history_thread = HistoryThread(self._kept, window)
        self.commands = Actions(window)
        self.page = TextPage(thread, settings, self.commands, theme, window)
        self.session = self.page.session
        self.progress = ProgressLine(self.session, self.page.target.view, window)
        self.pages = PageStack(self.commands.pages, window)
        self.storage_notice = StorageNotice(theme, window)
        self.pack_notice = PackNotice(theme, window)
        self.status = StatusLine(window)
        self.manner = Manner(self.page, settings, library, window)
        self.history_watch = HistoryWatch(self.page, settings, self.history_thread, window)
        self.clipboard = ClipboardBridge(self.page, settings, self.commands, window)
        self.documents = DocumentBridge(
            self._make_documents_page,
            self._kept.with_name(DOCUMENTS),
            self.page,
            self.manner,
            thread,
            self.commands.show_documents,
            window,
        )
        self.packs = PackBridge(window, self._make_packs_page, self.session, self.manner)
        self.tray = Tray(
            window,
            app_icon(),
            (self.commands.translate_clipboard, self.commands.watch_clipboard, self.commands.quit),
        )
        self.bar = TopBar(
            self.manner.languages,
            self.commands.pages.actions()[:-1],
            self.commands.menu(window),
            window,
        )
        self._history_page: HistoryPage | None = None
        self._settings_page: SettingsPage | None = None
        self._build()
        self._connect()
        for part in (self.commands, self.bar, self.manner, self.clipboard):
            part.apply_theme(theme)
        self._apply_typing()

    def start(self) -> None:
        """Go to work."""
        self.tray.appear()
        self.history_thread.start()
        self.documents.start()
        self.session.start()

    def end(self) -> None:
        """Store what is not stored yet, end the threads and wait for them."""
        self.history_watch.finish()
        self.packs.stop()
        self.documents.stop()
        self.session.stop()
        self.history_thread.stop()

    # The parts

    def _build(self) -> None:
        commands = self.commands
        for action, page in (
            (commands.show_text, lambda: self.page),
            (commands.show_documents, lambda: self.documents_page),
            (commands.show_packs, lambda: self.packs_page),
            (commands.show_history, lambda: self.history_page),
            (commands.show_settings, lambda: self.settings_page),
        ):
            self.pages.add(action, page)
        self.pages.addWidget(self.page)
        content = QWidget(self._window)
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
        column.addWidget(separator(self._window))
        column.addLayout(self._bottom())
        self.fit()
        self._window.setCentralWidget(content)
        # Qt would show it in a moment; but if the window becomes active before, the focus goes to
        # what is there to be seen.
        content.show()

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
        languages, places = self.manner.languages, self.page.page_actions
        for action, button in (
            (places.source_language, languages.source_button),
            (places.target_language, languages.target_button),
            (places.model, self.manner.pack_button),
            (places.quality, self.manner.quality_button),
        ):
            action.triggered.connect(button.animateClick)
        self.clipboard.taken.connect(self.show_text)
        for failed in (
            self.session.failed,
            self.session.alternatives_failed,
            self.history_thread.failed,
        ):
            failed.connect(self._window.failed)
        self._settings.changed.connect(self._on_setting)
        for asking in (self.page, self.manner):
            asking.models_requested.connect(commands.show_packs.trigger)

    # The other pages

    @property
    def documents_page(self) -> "DocumentsPage":
        """The page for documents."""
        return self.documents.page

    @property
    def packs_page(self) -> "PacksPage":
        """The page with the models."""
        return self.packs.page

    @property
    def history_page(self) -> "HistoryPage":
        """The page with earlier translations."""
        if self._history_page is None:
            from gui.history_page import HistoryPage  # noqa: PLC0415 - with the page

            page = HistoryPage(self.history_thread, self._settings, self.theme, self._window)
            page.opened.connect(self._on_history_opened)
            page.recall(failed=self.history_watch.failed, was_reset=self.history_watch.was_reset)
            self._history_page = page
            self.bar.yield_letters()
        return self._history_page

    @property
    def settings_page(self) -> "SettingsPage":
        """The page with the settings."""
        if self._settings_page is None:
            from gui.settings_page import SettingsPage  # noqa: PLC0415 - with the page

            page = self._settings_page = SettingsPage(self._settings, self._window)
            page.clear_history_requested.connect(self._confirm_clearing)
            self.bar.yield_letters()
        return self._settings_page

    def _make_documents_page(self) -> "DocumentsPage":
        from gui.documents_page import DocumentsPage  # noqa: PLC0415 - with the page

        load, turns = self.manner.library.load, self._thread.turns
        store = self._kept.with_name(DOCUMENTS)
        page = DocumentsPage(self._settings, load, turns, store, self.theme, self._window)
        page.queue.failed.connect(self._window.failed)
        self.bar.yield_letters()
        return page

    def _make_packs_page(self) -> "PacksPage":
        from gui.packs_page import PacksPage  # noqa: PLC0415 - with the page

        page = PacksPage(self._settings, self.theme, self._window)
        page.settings_requested.connect(self._show_proxy)
        page.failed.connect(self._window.failed)
        self.bar.yield_letters()
        return page

    @Slot()
    def show_text(self) -> None:
        """Turn to the page with the text."""
        self.pages.turn(self.commands.show_text)

    @Slot()
    def _confirm_clearing(self) -> None:
        self.history_page.confirm_clearing()

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

    # How it all looks

    def retranslate(self) -> None:
        """Say in the language of the interface what no widget says by itself."""
        self.commands.retranslate()
        self.tray.retranslate()
        self.clipboard.retranslate()

    def follow_palette(self) -> None:
        """Show everything in the colours that the system has now."""
        theme = Theme.from_palette(QGuiApplication.palette())
        # Setting the style sheet tells the window the same again.
        if theme != self.theme:
            self._use_theme(theme)

    def _use_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._window.setStyleSheet(theme.style_sheet() + form_style(theme))
        others = (self.documents.made, self.packs.made, self._history_page)
        for part in (
            self.commands,
            self.bar,
            self.status,
            self.page,
            self.storage_notice,
            self.pack_notice,
            self.documents.notice,
            self.manner,
            self.clipboard,
            *(page for page in others if page is not None),
        ):
            part.apply_theme(theme)

    def fit(self) -> None:
        """Leave the words out where there is no room for them."""
        narrow = self._window.width() < _NARROW
        style = Qt.ToolButtonStyle
        self.bar.set_narrow(narrow=narrow)
        self.clipboard.state.setToolButtonStyle(
            style.ToolButtonIconOnly if narrow else style.ToolButtonTextBesideIcon
        )

    @Slot(str)
    def _on_setting(self, name: str) -> None:
        if name == "translate_while_typing":
            self._apply_typing()

    def _apply_typing(self) -> None:
        automatic = self._settings.translate_while_typing
        self.session.set_automatic(automatic)
        self.page.translate_button.setVisible(not automatic)
