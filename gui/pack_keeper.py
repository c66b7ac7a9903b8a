"""The thread that looks at installed packs and changes them, so that a slow disk is not felt."""

import logging
import queue
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from engine.errors import EngineError
from gui.log import Unforeseen, describe_error
from gui.pack_details import read_details

_LOG = logging.getLogger(__name__)


class PackKeeper(QThread):
    """Works through orders one after another. It starts with the first one.

    Args:
        parent: The owner.

    Signals:
        listed(tuple[PackDetails, ...]): The packs there are.
        removed(str): The pack of this name is gone.
        default_set(str): The pack of this name is the default for its direction.
        exported(str, Path): The pack of this name was written to that file.
        failed(str, Exception): Something could not be done with the pack of this name.
    """

    listed = Signal(object)
    removed = Signal(str)
    default_set = Signal(str)
    exported = Signal(str, object)
    failed = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stopped = False
        self._orders: queue.SimpleQueue[tuple[str, Callable[[], object]] | None] = (
            queue.SimpleQueue()
        )

    def look(self) -> None:
        """List the packs that there are."""
        self._put("", lambda: self.listed.emit(tuple(read_details())))

    def remove(self, name: str) -> None:
        """Delete a pack of the user's own; nobody may have it open."""
        self._put(name, lambda: self._remove(name))

    def set_default(self, name: str) -> None:
        """Make a pack the default for its direction."""
        self._put(name, lambda: self._set_default(name))

    def export(self, name: str, target: Path) -> None:
        """Write a pack into a zip for another machine, over what is there."""
        self._put(name, lambda: self._export(name, target))

    def stop(self) -> None:
        """Carry out the orders that are waiting, end the thread and wait for it."""
        self._stopped = True
        self._orders.put(None)
        self.wait()

    def run(self) -> None:
        """Work through the orders until told to stop."""
        while (order := self._orders.get()) is not None:
            name, carry_out = order
            try:
                carry_out()
            except (EngineError, OSError) as error:
                _LOG.error("looking after a pack failed with %s", type(error).__name__)
                self.failed.emit(name, error.with_traceback(None))
            except Exception as error:  # noqa: BLE001 - the boundary between thread and window
                _LOG.error("looking after a pack failed with %s", describe_error(error))
                self.failed.emit(name, Unforeseen(error))

    def _put(self, name: str, order: Callable[[], object]) -> None:
        # What the last orders came to is told after the end, and may ask for a list once more.
        if self._stopped:
            return
        self._orders.put((name, order))
        if not self.isRunning():
            self.start()

    def _remove(self, name: str) -> None:
        from engine.pack import remove_pack  # noqa: PLC0415 - not before the window is up

        remove_pack(name)
        self.removed.emit(name)

    def _set_default(self, name: str) -> None:
        from engine.pack import set_default_pack  # noqa: PLC0415 - as above

        set_default_pack(name)
        self.default_set.emit(name)

    def _export(self, name: str, target: Path) -> None:
        from engine.pack import pack_to_zip  # noqa: PLC0415 - as above

        self.exported.emit(name, pack_to_zip(name, target, replace=True))
