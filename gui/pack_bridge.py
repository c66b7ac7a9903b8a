"""What the page with the models asks of the rest of the window, and what it has to know of it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from gui.manner import Manner
from gui.session import TranslationSession
from gui.worker import PackInfo

if TYPE_CHECKING:
    from gui.packs_page import PacksPage


class PackBridge(QObject):
    """Lets packs be used, and lets go of one before it is deleted.

    The page is made when it is first needed.

    Args:
        window: Where models may be dropped while the page is shown. Of several that take what is
            dropped, the one that was made last is asked first.
        make: Makes the page with the models.
        session: What a pack is used for.
        manner: Goes over to another pack.
    """

    def __init__(
        self,
        window: QWidget,
        make: Callable[[], "PacksPage"],
        session: TranslationSession,
        manner: Manner,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._make = make
        self._page: PacksPage | None = None
        self._session = session
        self._manner = manner
        self._in_use = ""
        # A pack that will be deleted as soon as nothing has it open.
        self._leaving = ""
        session.pack_loaded.connect(self._on_loaded)
        session.released.connect(self._on_released)
        session.switch_failed.connect(self._on_switch_failed)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @property
    def page(self) -> "PacksPage":
        """The page, which is made now if there is none yet."""
        if self._page is None:
            page = self._page = self._make()
            page.use_requested.connect(self._manner.use_pack)
            page.remove_requested.connect(self._remove)
            page.installed.connect(self._on_installed)
            page.changed.connect(self._manner.refresh)
            page.use(self._in_use)
        return self._page

    @property
    def made(self) -> "PacksPage | None":
        """The page, if there is one."""
        return self._page

    def stop(self) -> None:
        """Stop what is being done to packs and wait until nothing is."""
        if self._page is not None:
            self._page.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Import what is dropped anywhere in the window while the page is shown."""
        shown = self._page is not None and self._page.isVisible()
        if shown and watched is self._window and isinstance(event, QDropEvent):
            urls = event.mimeData().urls()
            paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
            if paths:
                # Whoever is told that a thing was moved deletes it.
                event.setDropAction(Qt.DropAction.CopyAction)
                event.accept()
                if event.type() == QEvent.Type.Drop:
                    self.page.bring(paths)
                return True
        return super().eventFilter(watched, event)

    @Slot(str)
    def _remove(self, name: str) -> None:
        if name not in {self._in_use, self._session.wanted}:
            self.page.remove(name)
            return
        self._leaving = name
        self._manner.leave(name)

    @Slot(object)
    def _on_loaded(self, pack: PackInfo) -> None:
        self._use(pack.name)
        if self._leaving != pack.name:
            self._finish()

    @Slot()
    def _on_released(self) -> None:
        self._use("")
        self._finish()

    @Slot()
    def _on_switch_failed(self) -> None:
        # The one before would stay open.
        if self._leaving:
            self._session.release()

    def _use(self, name: str) -> None:
        self._in_use = name
        if self._page is not None:
            self._page.use(name)

    def _finish(self) -> None:
        leaving, self._leaving = self._leaving, ""
        if leaving:
            self.page.remove(leaving)

    @Slot(str)
    def _on_installed(self, name: str) -> None:
        # Where there was none, what is written already is translated now; one that was replaced
        # goes on as what it has become.
        if name == self._in_use or not self._session.usable:
            self._manner.use_pack(name)
