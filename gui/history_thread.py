"""The thread that reads and writes the history, so that a slow disk is not felt."""

import logging
import queue
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from gui.history import Entry, History, NewerHistory, delete_set_aside, set_aside
from gui.log import Unforeseen, describe_error

_LOG = logging.getLogger(__name__)
_Order = Callable[[], None]


class HistoryThread(QThread):
    """Works through orders one after another.

    The file is opened for the first order that needs it; looking for something makes no file.

    Args:
        path: The database file.
        parent: The owner.

    Signals:
        found(int, tuple[Entry, ...], int): The number of a search, what it found, and how many
            entries it would have found without a limit.
        stored(int, int): An entry is stored: the number of the order, and the id it has now.
        changed(): What is stored is not what it was.
        reset(): The file could not be read; it was set aside and a new one begun.
        failed(Exception): An order could not be carried out.
    """

    found = Signal(int, object, int)
    stored = Signal(int, int)
    changed = Signal()
    reset = Signal()
    failed = Signal(object)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._orders: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._history: History | None = None
        self._searches = 0
        self._puts = 0
        self._fault = ""

    def search(self, words: str, *, starred: bool = False, limit: int = 200) -> int:
        """Look for entries; return the number of the search. A newer search replaces an older."""
        self._searches += 1
        number = self._searches
        self._orders.put(lambda: self._search(number, words, starred=starred, limit=limit))
        return number

    def put(self, entry: Entry, limit: int) -> int:
        """Store an entry; return the number of the order."""
        self._puts += 1
        number = self._puts
        self._orders.put(lambda: self._put(number, entry, limit))
        return number

    def star(self, number: int, *, starred: bool) -> None:
        """Give the entry with that id a star, or take it away."""
        self._change(lambda history: history.star(number, starred=starred))

    def delete(self, numbers: Iterable[int]) -> None:
        """Delete the entries with these ids."""
        chosen = tuple(numbers)
        self._change(lambda history: history.delete(chosen))

    def restore(self, entries: Iterable[Entry]) -> None:
        """Put deleted entries back."""
        chosen = tuple(entries)
        self._change(lambda history: history.restore(chosen))

    def clear(self) -> None:
        """Delete everything, damaged files that were set aside too."""
        self._change(lambda history: history.clear())
        # Last, as opening the file may have set one more aside.
        self._orders.put(lambda: delete_set_aside(self._path))

    def stop(self) -> None:
        """Carry out the orders that are waiting, end the thread and wait for it."""
        self._orders.put(None)
        self.wait()

    def run(self) -> None:
        """Work through the orders until told to stop."""
        try:
            while (order := self._orders.get()) is not None:
                try:
                    order()
                except (sqlite3.Error, OSError, NewerHistory) as error:
                    self._log_once(type(error).__name__)
                    self.failed.emit(error.with_traceback(None))
                except Exception as error:  # noqa: BLE001 - the boundary between thread and window
                    self._log_once(describe_error(error))
                    self.failed.emit(Unforeseen(error))
        finally:
            if self._history is not None:
                self._history.close()

    def _on_change(self) -> None:
        self._fault = ""
        self.changed.emit()

    def _log_once(self, fault: str) -> None:
        # A folder that cannot be written fails every order; what is wrong is said once, until
        # something can be written again. The message is left out: SQLite may quote texts.
        if fault != self._fault:
            _LOG.error("the history failed with %s", fault)
        self._fault = fault

    def _search(self, number: int, words: str, *, starred: bool, limit: int) -> None:
        if number != self._searches:
            return
        entries: tuple[Entry, ...] = ()
        total = 0
        if self._history is not None or self._path.exists():
            history = self._opened()
            entries = tuple(history.search(words, starred=starred, limit=limit))
            total = history.count(words, starred=starred)
        self.found.emit(number, entries, total)

    def _put(self, number: int, entry: Entry, limit: int) -> None:
        self.stored.emit(number, self._opened().put(entry, limit))
        self._on_change()

    def _change(self, change: Callable[[History], None]) -> None:
        def order() -> None:
            if self._history is not None or self._path.exists():
                change(self._opened())
                self._on_change()

        self._orders.put(order)

    def _opened(self) -> History:
        if self._history is None:
            try:
                self._history = History(self._path)
            except sqlite3.OperationalError:
                # Locked or out of reach; what it holds may well be sound.
                raise
            except sqlite3.DatabaseError:
                set_aside(self._path)
                self._history = History(self._path)
                self.reset.emit()
        return self._history
