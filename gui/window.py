"""The window: its frame is there at once, what is inside follows."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

# Not the classes: the binding makes each when it is first named, and ``Qt`` takes 10 ms.
from PySide6 import QtCore
from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QMainWindow
from shiboken6 import delete, isValid

from gui.fitting import fitting
from gui.interface import Interface
from gui.settings import Settings

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QKeyEvent, QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QToolButton

    from gui.actions import Actions
    from gui.clipboard_bridge import ClipboardBridge
    from gui.document_bridge import DocumentBridge
    from gui.documents_page import DocumentsPage
    from gui.history_page import HistoryPage
    from gui.history_thread import HistoryThread
    from gui.interior import Interior
    from gui.manner import Manner
    from gui.pack_notice import PackNotice
    from gui.packs import PackLibrary
    from gui.packs_page import PacksPage
    from gui.page_stack import PageStack
    from gui.progress_line import ProgressLine
    from gui.session import TranslationSession
    from gui.settings_page import SettingsPage
    from gui.status import StatusLine
    from gui.storage_notice import StorageNotice
    from gui.text_page import TextPage
    from gui.top_bar import TopBar
    from gui.tray import Tray
    from gui.worker import TranslationThread

_FLUSH_MS = 1
"""After painting, so that what was painted has gone to the screen."""
_UNSEEN_MS = 500
"""A window that has not been painted by then, as one behind others, is filled all the same."""


class MainWindow(QMainWindow):
    """Frames the pages with what is the same for all of them.

    What is inside takes longest to make, so it is made when it is first asked for: by whoever
    needs a part of it, or as soon as the frame has been painted.

    Args:
        thread: Makes the worker, which is not to be started yet.
        settings: What is remembered between two starts; taken over.
        version: Returns what is shown in the about box.
        history: The file that the history is kept in; the user's by default.
        interface: Changes the language of the interface; one of its own by default.
        library: Returns the packs to choose from; those on this machine by default.

    Signals:
        appeared(): The frame has been painted; nothing is inside yet.
        ready(): All that one sees is there, and the model is being loaded.
        failed(Exception): Something went wrong in another thread or process.
        closed(): The window was closed for good, and its threads have ended.
    """

    appeared = Signal()
    ready = Signal()
    failed = Signal(object)
    closed = Signal()
    _inside: "Interior | None" = None
    _painted = False
    _started = False
    _begun = False
    _ended = False

    def __init__(
        self,
        thread: "Callable[[], TranslationThread]",
        settings: Settings,
        version: Callable[[], str],
        *,
        history: Path | None = None,
        interface: Interface | None = None,
        library: "Callable[[], PackLibrary] | None" = None,
    ) -> None:
        super().__init__()
        self._settings = settings
        settings.setParent(self)
        self._make_thread = thread
        self._version = version
        self._history = history
        self._library = library
        self._quitting = False
        self.interface = interface or Interface(self)
        self.interface.use(settings.interface_language)
        self.setLocale(self.interface.locale)
        if settings.colour_scheme != "system":
            self._use_colour_scheme()
        # The colour that it will have when it is filled.
        palette = QGuiApplication.palette()
        palette.setColor(QPalette.ColorRole.Window, palette.color(QPalette.ColorRole.Base))
        self.setPalette(palette)
        self.setMinimumSize(400, 320)
        self.setWindowTitle(self.tr("Yiwen"))
        geometry = settings.geometry
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(fitting(self, QSize(960, 600)))
        settings.changed.connect(self._on_setting)

    def start(self) -> None:
        """Show the frame; as soon as one sees it, fill it and load the pack."""
        self._started = True
        self.show()
        QTimer.singleShot(_UNSEEN_MS, self._begin)

    @property
    def settings(self) -> Settings:
        """What is remembered between two starts."""
        return self._settings

    @Slot()
    def _begin(self) -> None:
        if self._begun or self._ended:
            return
        self._begun = True
        self.appeared.emit()
        self.inside.page.enter()
        # Loading the model would get in the way of painting.
        QTimer.singleShot(_FLUSH_MS, self._go_to_work)

    @Slot()
    def _go_to_work(self) -> None:
        if not self._ended:
            self.inside.start()
            self.ready.emit()

    @property
    def inside(self) -> "Interior":
        """What is inside; it is made now if nothing is there yet."""
        if self._inside is None:
            from gui.interior import Interior  # noqa: PLC0415 - with what is inside

            self.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
            self.setPalette(QPalette())  # the style sheet goes on from here
            self._inside = inside = Interior(
                self,
                self._make_thread(),
                self._settings,
                history=self._history,
                library=self._library() if self._library is not None else None,
            )
            inside.commands.shortcuts.triggered.connect(self._show_shortcuts)
            inside.commands.about.triggered.connect(self._show_about)
            inside.commands.quit.triggered.connect(self.quit)
            inside.tray.toggled.connect(self._toggle)
        return self._inside

    def come_forward(self) -> None:
        """Show the window in front of the others, wherever it was."""
        state = QtCore.Qt.WindowState
        self.setWindowState((self.windowState() & ~state.WindowMinimized) | state.WindowActive)
        self.show()
        self.raise_()
        self.activateWindow()

    def end(self) -> None:
        """Store what is not stored yet, end the threads and wait for them; once is enough."""
        if not self._ended:
            self._ended = True
            if self._inside is not None:
                self._inside.end()

    def diagnostics(self) -> str:
        """Return what a report about a fault should say; nothing in it is the user's text."""
        from gui.diagnostics import diagnostics, pack_lines  # noqa: PLC0415 - rarely asked for

        return diagnostics(self._version(), self._settings, pack_lines())

    # What one decides

    @Slot(str)
    def _on_setting(self, name: str) -> None:
        if name == "interface_language":
            self.interface.use(self._settings.interface_language)
            self.setLocale(self.interface.locale)
        elif name == "colour_scheme":
            self._use_colour_scheme()

    def _use_colour_scheme(self) -> None:
        from gui.appearance import use_colour_scheme  # noqa: PLC0415 - often the system's will do

        use_colour_scheme(self._settings.colour_scheme)

    # The window itself

    @Slot()
    def show_text(self) -> None:
        """Turn to the page with the text."""
        self.inside.show_text()

    @Slot()
    def _show_about(self) -> None:
        from gui.about import AboutDialog, works_of_packs  # noqa: PLC0415 - rarely asked for
        from gui.icons import app_icon  # noqa: PLC0415 - as above

        packs = works_of_packs()
        AboutDialog(self._version(), packs, self.diagnostics, app_icon(), self).open()

    @Slot()
    def _show_shortcuts(self) -> None:
        from gui.shortcuts import ShortcutsDialog  # noqa: PLC0415 - rarely asked for

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

    def paintEvent(self, event: "QPaintEvent") -> None:  # noqa: N802 - Qt's name
        """Fill the frame as soon as one sees it."""
        super().paintEvent(event)
        if self._started and not self._painted:
            self._painted = True
            QTimer.singleShot(_FLUSH_MS, self._begin)

    def keyPressEvent(self, event: "QKeyEvent") -> None:  # noqa: N802 - Qt's name
        """Lead back to the text with Esc, which stops a translation first."""
        elsewhere = self._inside is not None and self.pages.currentWidget() is not self.page
        if elsewhere and event.key() == QtCore.Qt.Key.Key_Escape:
            self.show_text()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: "QResizeEvent") -> None:  # noqa: N802 - Qt's name
        """Leave the words out where there is no room for them."""
        super().resizeEvent(event)
        if self._inside is not None:
            self._inside.fit()

    def changeEvent(self, event: "QtCore.QEvent") -> None:  # noqa: N802 - Qt's name
        """Follow the system from light to dark and back, and the interface to other languages."""
        super().changeEvent(event)
        # Colours and words are put in place while the window is being made, too.
        if self._inside is None:
            return
        kind = QtCore.QEvent.Type
        if event.type() in (kind.PaletteChange, kind.ThemeChange):
            self._inside.follow_palette()
        elif event.type() == kind.LanguageChange:
            self.setWindowTitle(self.tr("Yiwen"))
            self._inside.retranslate()

    def closeEvent(self, event: "QCloseEvent") -> None:  # noqa: N802 - Qt's name
        """Stay in the tray if one wants that; else remember the layout and end the threads."""
        self._settings.geometry = self.saveGeometry()
        self.hide()
        inside = self._inside
        if inside is not None:
            inside.page.remember()
            if self._settings.close_to_tray and inside.tray.present and not self._leaving():
                event.ignore()
                return
            inside.tray.vanish()
        self.end()
        super().closeEvent(event)
        # A window is full of cycles, and Python collects those in whichever thread fills its count;
        # only this one may take widgets apart. Until it has, the timer keeps hold of the window.
        QTimer.singleShot(0, lambda: _take_apart(self))
        self.closed.emit()

    def _leaving(self) -> bool:
        from gui.tray import session_ends  # noqa: PLC0415 - there once there is a tray

        return self._quitting or session_ends()

    # Its parts, which are made when one of them is asked for

    @property
    def commands(self) -> "Actions":
        """Everything that can be done by key, button or menu."""
        return self.inside.commands

    @property
    def page(self) -> "TextPage":
        """The page for text."""
        return self.inside.page

    @property
    def session(self) -> "TranslationSession":
        """When what is translated."""
        return self.inside.session

    @property
    def pages(self) -> "PageStack":
        """The pages, one of which is shown."""
        return self.inside.pages

    @property
    def documents_page(self) -> "DocumentsPage":
        """The page for documents."""
        return self.inside.documents_page

    @property
    def packs_page(self) -> "PacksPage":
        """The page with the models."""
        return self.inside.packs_page

    @property
    def history_page(self) -> "HistoryPage":
        """The page with earlier translations."""
        return self.inside.history_page

    @property
    def settings_page(self) -> "SettingsPage":
        """The page with the settings."""
        return self.inside.settings_page

    @property
    def history_thread(self) -> "HistoryThread":
        """Reads and writes the history."""
        return self.inside.history_thread

    @property
    def documents(self) -> "DocumentBridge":
        """Brings documents to their page."""
        return self.inside.documents

    @property
    def clipboard(self) -> "ClipboardBridge":
        """Brings texts from the clipboard."""
        return self.inside.clipboard

    @property
    def manner(self) -> "Manner":
        """How one translates."""
        return self.inside.manner

    @property
    def bar(self) -> "TopBar":
        """The bar at the top."""
        return self.inside.bar

    @property
    def status(self) -> "StatusLine":
        """The line at the bottom."""
        return self.inside.status

    @property
    def progress(self) -> "ProgressLine":
        """The line that tells how far a translation has come."""
        return self.inside.progress

    @property
    def storage_notice(self) -> "StorageNotice":
        """Says that nothing can be kept."""
        return self.inside.storage_notice

    @property
    def pack_notice(self) -> "PackNotice":
        """Says that another pack does the work."""
        return self.inside.pack_notice

    @property
    def tray(self) -> "Tray":
        """The icon in the tray."""
        return self.inside.tray

    @property
    def menu_button(self) -> "QToolButton":
        """The button that opens the menu."""
        return self.inside.bar.menu_button


def _take_apart(window: MainWindow) -> None:
    if isValid(window):
        delete(window)
