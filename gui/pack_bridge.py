"""What the page with the models asks of the rest of the window, and what it has to know of it."""

from PySide6.QtCore import QObject, Slot

from gui.manner import Manner
from gui.packs_page import PacksPage
from gui.session import TranslationSession
from gui.worker import PackInfo


class PackBridge(QObject):
    """Lets packs be used, and lets go of one before it is deleted.

    Args:
        page: The page with the models.
        session: What a pack is used for.
        manner: Goes over to another pack.
        parent: The owner.
    """

    def __init__(
        self,
        page: PacksPage,
        session: TranslationSession,
        manner: Manner,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
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
