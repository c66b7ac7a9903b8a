"""The thread that loads the pack and translates.

It overrides ``QThread.run``: a worker object whose slot is busy could not receive a queued
“cancel”. Orders reach it through a mailbox, results come back through an outbox, and every signal
about a job is emitted in the thread that owns this object.
"""

import logging
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, groupby
from typing import Protocol

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from engine.document import Document
from engine.errors import Cancelled
from engine.types import TranslatedSegment, TranslationOptions
from gui.mailbox import Mailbox, Outbox, Ticket
from gui.segment_cache import SegmentCache

_LOG = logging.getLogger(__name__)

COALESCE_MS = 30
"""Results are delivered at most this often; a frame takes half of it."""


class PackInfo(Protocol):
    """What the window shows of a pack."""

    @property
    def name(self) -> str:
        """The pack's name."""
        ...

    @property
    def source_language(self) -> str:
        """BCP 47 tag of the language the pack reads."""
        ...

    @property
    def target_language(self) -> str:
        """BCP 47 tag of the language the pack writes."""
        ...


class LoadedTranslator(Protocol):
    """What the thread needs of ``engine.translator.Translator``."""

    @property
    def manifest(self) -> PackInfo:
        """What the pack says about itself."""
        ...

    def segment(self, text: str) -> Document:
        """Cut a text into segments."""
        ...

    def stream(
        self,
        source: str | Document,
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> Iterator[TranslatedSegment]:
        """Translate the segments of ``source`` in document order."""
        ...


@dataclass(frozen=True, slots=True)
class Job:
    """A text to translate."""

    request: int
    text: str
    options: TranslationOptions | None


@dataclass(frozen=True, slots=True)
class JobReport:
    """How a finished job went.

    Attributes:
        seconds: Time the job took in the engine.
        segments: Segments of the document.
        reused: Those among them that had been translated before.
    """

    seconds: float
    segments: int
    reused: int


@dataclass(frozen=True, slots=True)
class _Message:
    """Something a job has to say: a document, a segment, a report or an error."""

    ticket: Ticket[Job]
    payload: Document | TranslatedSegment | JobReport | Exception


class TranslationThread(QThread):
    """Loads a pack once, then translates the newest text it was given.

    Args:
        load: Returns the translator; called in the thread, so it may take its time.
        parent: The owner.

    Signals:
        ready(PackInfo): The pack is loaded.
        load_failed(Exception): It is not, and the thread ends.
        translation_started(int, Document): A job begins.
        segments_translated(int, tuple[TranslatedSegment, ...]): The next segments, in order.
        translation_finished(int, JobReport): A job is complete.
        translation_failed(int, Exception): A job broke off.

    A job that was cancelled, by ``cancel`` or by a newer one, emits nothing from that moment on.
    """

    ready = Signal(object)
    load_failed = Signal(object)
    translation_started = Signal(int, object)
    segments_translated = Signal(int, object)
    translation_finished = Signal(int, object)
    translation_failed = Signal(int, object)
    _pushed = Signal()

    def __init__(self, load: Callable[[], LoadedTranslator], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._load = load
        self._mailbox: Mailbox[Job] = Mailbox()
        self._outbox: Outbox[_Message] = Outbox()
        self._cache = SegmentCache()
        self._requests = count(1)
        self._ticket: Ticket[Job] | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(COALESCE_MS)
        self._pause.timeout.connect(self._deliver)
        self._pushed.connect(self._deliver_unless_paused)

    def submit(self, text: str, options: TranslationOptions | None = None) -> int:
        """Translate ``text`` instead of anything submitted before; return the request's id."""
        self._withdraw()
        request = next(self._requests)
        self._ticket = self._mailbox.put(Job(request, text, options))
        return request

    def cancel(self) -> None:
        """Call off what is running or waiting."""
        self._withdraw()
        self._mailbox.cancel()

    def _withdraw(self) -> None:
        # The mailbox forgets a job once it is done, but what it said may not be delivered yet.
        if self._ticket is not None:
            self._ticket.cancel.set()
            self._ticket = None

    def stop(self) -> None:
        """End the thread and wait for it; a pack that is being loaded is loaded to the end."""
        self._withdraw()
        self._mailbox.close()
        self.wait()

    def run(self) -> None:
        """Load the pack, then work through the mailbox until it is closed."""
        try:
            translator = self._load()
            manifest = translator.manifest
        except Exception as error:  # noqa: BLE001 - the boundary between thread and window
            self.load_failed.emit(_logged("loading the pack", error))
            return
        self.ready.emit(manifest)
        while (ticket := self._mailbox.take()) is not None:
            try:
                self._translate(translator, ticket)
            except Cancelled:
                pass
            except Exception as error:  # noqa: BLE001 - the boundary between thread and window
                self._push(ticket, _logged("translating", error))

    def _translate(self, translator: LoadedTranslator, ticket: Ticket[Job]) -> None:
        job = ticket.job
        started = time.perf_counter()
        document = translator.segment(job.text)
        self._push(ticket, document)
        reused = 0
        for delivery in self._cache.translate(translator, document, job.options, ticket.cancel):
            reused += delivery.reused
            self._push(ticket, delivery.segment)
        seconds = time.perf_counter() - started
        self._push(ticket, JobReport(seconds, len(document.segments), reused))

    def _push(
        self, ticket: Ticket[Job], payload: Document | TranslatedSegment | JobReport | Exception
    ) -> None:
        if self._outbox.push(_Message(ticket, payload)):
            self._pushed.emit()

    @Slot()
    def _deliver_unless_paused(self) -> None:
        if not self._pause.isActive():
            self._deliver()

    @Slot()
    def _deliver(self) -> None:
        messages = self._outbox.drain()
        if messages:
            self._pause.start()
        for ticket, group in groupby(messages, key=lambda message: message.ticket):
            for kind, same in groupby((m.payload for m in group), key=type):
                # A slot of an earlier signal may have called this job off.
                if ticket.cancel.is_set():
                    break
                self._emit(ticket.job.request, kind, tuple(same))

    def _emit(self, request: int, kind: type, payloads: tuple[object, ...]) -> None:
        if kind is TranslatedSegment:
            self.segments_translated.emit(request, payloads)
        elif kind is Document:
            self.translation_started.emit(request, payloads[0])
        elif kind is JobReport:
            self.translation_finished.emit(request, payloads[0])
        else:
            self.translation_failed.emit(request, payloads[0])


def _logged(action: str, error: Exception) -> Exception:
    """Log where an error came from, and let go of the frames that it holds.

    Its message is left out: it may quote the user's text.
    """
    where = "".join(traceback.format_tb(error.__traceback__))
    _LOG.error("%s failed with %s\n%s", action, type(error).__name__, where)
    return error.with_traceback(None)
