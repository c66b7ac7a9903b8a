"""The thread that translates documents, one after the other, beside the one for texts."""

import queue
import threading
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, Signal

from engine.documents.control import Control
from engine.errors import Cancelled
from gui.document_jobs import DocumentJob, JobProgress
from gui.turns import Turns
from gui.worker import LoadedTranslator, logged
from gui.yielding import YieldingTranslator

if TYPE_CHECKING:
    from engine.documents.job import Progress

_TELL_SECONDS = 0.1
"""Progress within a batch is told at most this often; nobody reads faster."""


class Shelf:
    """The packs that documents are translated with, each as long as one needs it.

    A document keeps the pack it was brought for, even if the window goes over to another.

    Args:
        load: Loads a pack by its name.
    """

    def __init__(self, load: Callable[[str], LoadedTranslator]) -> None:
        self._load = load
        self._lock = threading.Lock()
        self._current = ""
        self._wanted: frozenset[str] = frozenset()
        self._packs: dict[str, LoadedTranslator] = {}

    def use(self, name: str, translator: LoadedTranslator) -> None:
        """Take note of the pack that the window uses now."""
        with self._lock:
            self._current = name
            self._packs[name] = translator
            self._tidy()

    def release(self) -> None:
        """Take note that the window uses no pack any more."""
        with self._lock:
            self._current = ""
            self._tidy()

    def keep(self, names: Iterable[str]) -> None:
        """Let go of all packs but these and the window's."""
        with self._lock:
            self._wanted = frozenset(names)
            self._tidy()

    def get(self, name: str) -> LoadedTranslator:
        """Return a pack, loaded if need be; nothing stands for the window's.

        Raises:
            PackError: It is missing, damaged or cannot be used.
            InferenceError: Its graphs cannot be loaded.
        """
        with self._lock:
            found = self._packs.get(name or self._current)
        if found is None:
            found = self._load(name)
            with self._lock:
                self._packs[name] = found
        return found

    def _tidy(self) -> None:
        kept = self._wanted | {self._current}
        self._packs = {name: pack for name, pack in self._packs.items() if name in kept}


class DocumentThread(QThread):
    """Works on the document it was given last until that ends, one way or the other.

    Args:
        shelf: The packs.
        turns: Says when it may use the model.
        parent: The owner.

    Signals:
        progressed(int, JobProgress): How far a job is.
        finished_job(int, Report): A job is done.
        failed(int, Exception): A job broke off.
        ended(int): A job was cancelled or suspended.
    """

    progressed = Signal(int, object)
    finished_job = Signal(int, object)
    failed = Signal(int, object)
    ended = Signal(int)

    def __init__(self, shelf: Shelf, turns: Turns, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shelf = shelf
        self._turns = turns
        self._control = Control()
        self._orders: queue.SimpleQueue[tuple[int, DocumentJob, Control] | None]
        self._orders = queue.SimpleQueue()

    def submit(self, number: int, job: DocumentJob) -> None:
        """Begin with a job, once the one before has ended."""
        self._control = Control()
        self._orders.put((number, job, self._control))

    def cancel(self) -> None:
        """End the job given last, and leave nothing behind."""
        self._control.cancel()
        self._turns.wake()

    def suspend(self) -> None:
        """End the job given last, so that it can be gone on with."""
        self._control.suspend()
        self._turns.wake()

    def stop(self) -> None:
        """Suspend the job, end the thread and wait for it."""
        self.suspend()
        self._orders.put(None)
        self.wait()

    def run(self) -> None:
        """Work through the jobs until told to stop."""
        while (order := self._orders.get()) is not None:
            number, job, control = order
            try:
                self._translate(number, job, control)
            except Cancelled:
                self.ended.emit(number)
            except Exception as error:  # noqa: BLE001 - the boundary between thread and window
                self.failed.emit(number, logged("translating a document", error))

    def _translate(self, number: int, job: DocumentJob, control: Control) -> None:
        # Here, because the window does not wait for it.
        from engine.documents.job import JobOptions, translate_file  # noqa: PLC0415

        control.go_on()
        teller = _Teller(lambda progress: self.progressed.emit(number, progress))
        translator = self.shelf.get(job.manner.pack)
        report = translate_file(
            job.source,
            job.result,
            YieldingTranslator(translator, self._turns, teller.advance),
            JobOptions(
                translation=job.manner.options,
                bilingual=job.manner.bilingual,
                overwrite=job.overwrite,
            ),
            control=control,
            progress=teller.begin,
        )
        self.finished_job.emit(number, report)


class _Teller:
    """Tells how far a job is, but not at every sentence."""

    def __init__(self, tell: Callable[[JobProgress], object]) -> None:
        self._tell = tell
        self._told = 0.0
        self._batch = JobProgress()

    def begin(self, progress: "Progress") -> None:
        """Take note of a new stage, or of what is done before the next batch."""
        left = progress.seconds_left
        self._batch = JobProgress(progress.stage, progress.done, progress.total, left)
        self._say(self._batch)

    def advance(self, sentences: int) -> None:
        """Take note of sentences of a batch."""
        batch = self._batch
        done = min(batch.done + sentences, batch.total)
        if time.monotonic() - self._told >= _TELL_SECONDS:
            self._say(JobProgress(batch.stage, done, batch.total, batch.seconds_left))

    def _say(self, progress: JobProgress) -> None:
        self._told = time.monotonic()
        self._tell(progress)
