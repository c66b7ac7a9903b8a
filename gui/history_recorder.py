"""Which translations are worth keeping: those of texts that were left alone for a while."""

import time
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Slot

from gui.history import Entry
from gui.history_thread import HistoryThread
from gui.settings import Settings

SETTLE_MS = 3000


class HistoryRecorder(QObject):
    """Keeps one entry for each text, however often it was changed before it was done.

    Args:
        settings: Whether to keep anything, and how much.
        thread: Writes it.
        settle_ms: How long a text must stay as it is.
        parent: The owner.
    """

    def __init__(
        self,
        settings: Settings,
        thread: HistoryThread,
        settle_ms: int = SETTLE_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._thread = thread
        self._waiting: Entry | None = None
        self._kept: Entry | None = None
        self._order = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(settle_ms)
        self._timer.timeout.connect(self.flush)
        thread.stored.connect(self._on_stored)
        settings.changed.connect(self._on_setting)

    def note(self, entry: Entry) -> None:
        """Take note of a complete translation, the newest of what may still be changing."""
        if not self._settings.history:
            return
        waiting, kept = self._waiting, self._kept
        if waiting is not None and not continues(waiting.source, entry.source):
            self.flush()
            kept = self._kept = None
        elif waiting is None and kept is not None and not continues(kept.source, entry.source):
            kept = self._kept = None
        # An edit of a text that is in the history already takes its place there.
        number = kept.id if kept is not None else 0
        self._waiting = replace(entry, id=number)
        self._timer.start()

    def correct(self, source: str, translation: str) -> None:
        """Take note that the translation of ``source`` is another one now."""
        last = self._waiting or self._kept
        if last is None or last.source != source or last.translation == translation:
            return
        if translation:
            self.note(replace(last, translation=translation, time=time.time()))

    @Slot()
    def text_changed(self) -> None:
        """Wait on: what was translated last is not what will be kept, perhaps."""
        self._timer.stop()

    @Slot()
    def text_replaced(self) -> None:
        """Keep what is there: another text will follow, or none."""
        self.flush()
        self._kept = None

    @Slot()
    def flush(self) -> None:
        """Store what is waiting."""
        self._timer.stop()
        entry, self._waiting = self._waiting, None
        if entry is not None and self._settings.history:
            self._kept = entry
            self._order = self._thread.put(entry, self._settings.history_limit)

    @Slot(int, int)
    def _on_stored(self, order: int, number: int) -> None:
        if order == self._order and self._kept is not None:
            self._kept = replace(self._kept, id=number)
            if self._waiting is not None and self._waiting.id == 0:
                self._waiting = replace(self._waiting, id=number)

    @Slot(str)
    def _on_setting(self, name: str) -> None:
        if name == "history" and not self._settings.history:
            self._timer.stop()
            self._waiting = self._kept = None


def continues(before: str, after: str) -> bool:
    """Tell whether ``after`` is ``before`` with a change in one place.

    Such a change leaves the first or the second half of the shorter text as it was.
    """
    short, long = sorted((before, after), key=len)
    first, second = short[: (len(short) + 1) // 2], short[len(short) // 2 :]
    return bool(short) and (long.startswith(first) or long.endswith(second))
