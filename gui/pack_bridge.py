"""What the page with the models asks of the rest of the window, and what it has to know of it."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from gui.manner import Manner
from gui.packs_page import PacksPage
from gui.session import TranslationSession
from gui.worker import PackInfo


class PackBridge(QObject):
    """Lets packs be used, and lets go of one before it is deleted.

    Args:
        window: Where models may be dropped while the page is shown. Of several that take what is
            dropped, the one that was made last is asked first.
        page: The page with the models.
        session: What a pack is used for.
        manner: Goes over to another pack.
    """

    def __init__(
        self,
        window: QWidget,
        page: PacksPage,
        session: TranslationSession,
        manner: Manner,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._page = page
        self._session = session
        self._manner = manner
        self._in_use = ""
        # A pack that will be deleted as soon as nothing has it open.
        self._leaving = ""
        page.use_requested.connect(manner.use_pack)
        page.remove_requested.connect(self._remove)
        page.installed.connect(self._on_installed)
        page.changed.connect(manner.refresh)
        session.pack_loaded.connect(self._on_loaded)
        session.released.connect(self._on_released)
        session.switch_failed.connect(self._on_switch_failed)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Import what is dropped anywhere in the window while the page is shown."""
        if watched is self._window and isinstance(event, QDropEvent) and self._page.isVisible():
            urls = event.mimeData().urls()
            paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
            if paths:
                # Whoever is told that a thing was moved deletes it.
                event.setDropAction(Qt.DropAction.CopyAction)
                event.accept()
                if event.type() == QEvent.Type.Drop:
                    self._page.bring(paths)
                return True
        return super().eventFilter(watched, event)

    @Slot(str)
    def _remove(self, name: str) -> None:
        if name not in {self._in_use, self._session.wanted}:
            self._page.remove(name)
            return
        self._leaving = name
        self._manner.leave(name)

    @Slot(object)
    def _on_loaded(self, pack: PackInfo) -> None:
        self._in_use = pack.name
        self._page.use(pack.name)
        if self._leaving != pack.name:
            self._finish()

    @Slot()
    def _on_released(self) -> None:
        self._in_use = ""
        self._page.use("")
        self._finish()

    @Slot()
    def _on_switch_failed(self) -> None:
        # The one before would stay open.
        if self._leaving:
            self._session.release()

    def _finish(self) -> None:
        leaving, self._leaving = self._leaving, ""
        if leaving:
            self._page.remove(leaving)

    @Slot(str)
    def _on_installed(self, name: str) -> None:
        # Where there was none, what is written already is translated now; one that was replaced
        # goes on as what it has become.
        if name == self._in_use or not self._session.usable:
            self._manner.use_pack(name)
