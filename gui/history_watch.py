"""Tells the history what happens in the panes."""

import time

from PySide6.QtCore import QObject, Slot

from gui.history import Entry
from gui.history_recorder import HistoryRecorder
from gui.history_thread import HistoryThread
from gui.session import State
from gui.settings import Settings
from gui.text_page import TextPage
from gui.worker import JobReport, PackInfo


class HistoryWatch(QObject):
    """Follows the page for text and hands finished translations to the recorder.

    Args:
        page: The page.
        settings: Whether there is a history.
        thread: Writes it.
        parent: The owner.

    Attributes:
        failed: The history could not be used when it was last tried.
        was_reset: It was damaged; a new one was begun.
    """

    def __init__(
        self,
        page: TextPage,
        settings: Settings,
        thread: HistoryThread,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._languages = ("en", "zh-Hans")
        self.failed = self.was_reset = False
        self.recorder = HistoryRecorder(settings, thread, parent=self)
        thread.failed.connect(self._on_failed)
        thread.changed.connect(self._on_changed)
        thread.reset.connect(self._on_reset)
        page.session.pack_loaded.connect(self._on_pack_loaded)
        page.session.finished.connect(self._on_finished)
        page.session.cleared.connect(self.recorder.text_replaced)
        page.source.view.textChanged.connect(self.recorder.text_changed)
        page.target.view.textChanged.connect(self._on_translation_changed)

    def finish(self) -> None:
        """Keep what is there; the program ends."""
        self.recorder.flush()

    @Slot(object)
    def _on_failed(self, _error: Exception) -> None:
        self.failed = True

    @Slot()
    def _on_changed(self) -> None:
        self.failed = False

    @Slot()
    def _on_reset(self) -> None:
        self.was_reset = True

    @Slot(object)
    def _on_pack_loaded(self, pack: PackInfo) -> None:
        self._languages = pack.source_language, pack.target_language

    @Slot(object)
    def _on_finished(self, _report: JobReport) -> None:
        source, written = self._languages
        # Chinese can be written in other characters than the pack's own.
        target = self._page.session.options.target or written
        self.recorder.note(
            Entry(
                time=time.time(),
                source=self._page.source.view.source_text(),
                translation=self._page.target.view.translation,
                source_language=source,
                target_language=target,
            )
        )

    @Slot()
    def _on_translation_changed(self) -> None:
        # Another version of a sentence was chosen after all was done.
        if self._page.session.state is State.DONE and not self._page.session.busy:
            self.recorder.correct(
                self._page.source.view.source_text(), self._page.target.view.translation
            )
