"""The thread that has models imported and packs examined, one after the other."""

import contextlib
import logging
import queue
import signal
import threading
import time
from dataclasses import field
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final

from PySide6.QtCore import QObject, QThread, Signal

from engine.pack_staging import staging
from engine.places import packs_folder
from engine.records import record
from gui.import_process import Failure, Outcome, Stage, Step, Stopped, Task, failure, work

_LOG = logging.getLogger(__name__)

_TICK: Final = 0.1
"""Seconds after which the thread looks whether something was cancelled."""

_GRACE: Final = 2.0
"""Seconds that a cancelled process may take to clear up after itself."""


@record
class _Order:
    number: int
    task: Task
    cancel: threading.Event = field(default_factory=threading.Event)


class ImportThread(QThread):
    """Carries out tasks, each in a process of its own, while others wait.

    It starts with the first one.

    Args:
        parent: The owner.

    Signals:
        begun(int): The task of that number does not wait any more.
        advanced(int, Step): How far it is.
        ended(int, Outcome): It has ended, in one way or the other; every task does once.
    """

    begun = Signal(int)
    advanced = Signal(int, object)
    ended = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = count(1)
        self._waiting: queue.SimpleQueue[_Order | None] = queue.SimpleQueue()
        self._orders: dict[int, _Order] = {}
        self._stopping = False

    def submit(self, task: Task) -> int:
        """Carry out a task after those that came before; return its number."""
        order = _Order(next(self._numbers), task)
        self._orders[order.number] = order
        self._waiting.put(order)
        if not self.isRunning() and not self._stopping:
            self.start()
        return order.number

    def cancel(self, number: int) -> None:
        """Stop a task, or do not begin it; it ends as ``Stopped`` unless it is done by then."""
        self._orders[number].cancel.set()

    def stop(self) -> None:
        """Cancel everything, end the thread and wait for it."""
        self._stopping = True
        for order in self._orders.values():
            order.cancel.set()
        self._waiting.put(None)
        self.wait()

    def run(self) -> None:
        """Carry out tasks until told to stop."""
        while (order := self._waiting.get()) is not None:
            outcome: Outcome = Stopped()
            if not order.cancel.is_set():
                self.begun.emit(order.number)
                try:
                    outcome = self._carried_out(order)
                except Exception as error:  # noqa: BLE001 - the boundary between thread and window
                    outcome = failure(error)
            if isinstance(outcome, Failure):
                _LOG.error("a task with a model failed with %s", outcome.where or outcome.kinds[0])
            if not self._stopping:
                self.ended.emit(order.number, outcome)

    def _carried_out(self, order: _Order) -> Outcome:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        with ours:
            process = context.Process(
                target=work, args=(order.task, theirs), name="yiwen-import", daemon=True
            )
            try:
                process.start()
            finally:
                theirs.close()  # so that the end of the process is the end of the pipe
            outcome = self._watched(order, process, ours)
        process.join(_GRACE)
        if process.exitcode is None:
            process.kill()
            process.join()
        if process.exitcode != 0:
            _clear_up()
        process.close()
        return outcome

    def _watched(self, order: _Order, process: BaseProcess, connection: Connection) -> Outcome:
        """Pass on what a process says until it has ended or was ended."""
        stage: Stage = "start"
        deadline = float("inf")
        while True:
            if order.cancel.is_set() and deadline == float("inf"):
                deadline = time.monotonic() + _GRACE
                with contextlib.suppress(OSError):
                    connection.send(None)
            # A pack that is being put in place takes a moment only, and must not be torn apart.
            if time.monotonic() > deadline and stage != "install":
                process.kill()
                return Stopped()
            if not connection.poll(_TICK):
                continue
            try:
                message = connection.recv()
            except (EOFError, OSError):
                return _cause_of_death(process)
            if not isinstance(message, Step):
                return message  # type: ignore[no-any-return]  # that is all that the process sends
            stage = message.stage
            if not order.cancel.is_set():
                self.advanced.emit(order.number, message)


def _cause_of_death(process: BaseProcess) -> Failure:
    """Tell why a process ended without a word: mostly, the system needed its memory."""
    process.join(_GRACE)
    killed = process.exitcode == -getattr(signal, "SIGKILL", 9)
    if killed:
        return failure(MemoryError())
    return failure(RuntimeError())


def _clear_up() -> None:
    """Take away what a process that was ended has left behind."""
    # Whoever prepares something does this first.
    with contextlib.suppress(OSError), staging(packs_folder(), "cleared", alone=False):
        pass
