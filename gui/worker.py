"""The thread that loads packs and translates.

It overrides ``QThread.run``: a worker object whose slot is busy could not receive a queued
“cancel”. Orders reach it through a mailbox, results come back through an outbox, and every signal
about a job is emitted in the thread that owns this object.
"""

import logging
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count, groupby
from typing import Protocol

from PySide6.QtCore import QObject, QThread, QTimer, Signal, Slot

from engine.document import Document, Span
from engine.errors import Cancelled, EngineError
from engine.records import record
from engine.types import Joining, TranslatedSegment, TranslationOptions
from gui.log import Unforeseen, describe_error
from gui.mailbox import Lane, Mailbox, Outbox, Ticket
from gui.segment_cache import SegmentCache, SegmentStream
from gui.turns import Turns

_LOG = logging.getLogger(__name__)

_AT_ONCE = 2000
"""Most sentences that are shown at once: many that were translated before come all together."""
COALESCE_MS = 30
"""Results are delivered at most this often; a frame takes half of it."""

TURN_SECONDS = 0.0005
"""How long Python lets the worker go on while the window's thread wants to. By default it is ten
times as long, and the window, which asks for its turn many times before a frame is drawn, would be
felt to stumble."""

ALTERNATIVES = 6
"""Other translations of a sentence that are looked for; more would differ by a comma."""


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


class LoadedTranslator(SegmentStream, Protocol):
    """What the thread needs of ``engine.translator.Translator``."""

    @property
    def manifest(self) -> PackInfo:
        """What the pack says about itself."""
        ...

    def segment(self, text: str, *, join_lines: Joining = "never") -> Document:
        """Cut a text into segments."""
        ...

    def code_of(
        self, document: Document, options: TranslationOptions | None = None
    ) -> frozenset[int]:
        """Return the indices of the segments that stand in lines of code."""
        ...

    def translate_segments(
        self,
        texts: Sequence[str],
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> list[TranslatedSegment]:
        """Translate segments, each by itself."""
        ...


@record
class Job:
    """A text to translate."""

    request: int
    text: str
    options: TranslationOptions | None


@record
class Inquiry:
    """A sentence whose other translations are wanted."""

    request: int
    sentence: str
    options: TranslationOptions


@record
class Switch:
    """A pack to go over to."""

    load: Callable[[], LoadedTranslator]


@record
class Release:
    """The pack is to be let go of, and there is no other."""


@record
class Alternatives:
    """What a sentence could be called instead, best first, each text once."""

    texts: tuple[str, ...]


Order = Job | Inquiry | Switch | Release


@record
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


_Payload = Document | TranslatedSegment | JobReport | Alternatives | Exception


@record
class _Message:
    """Something a job has to say: a document, a segment, a report or an error."""

    ticket: Ticket[Order]
    payload: _Payload


class TranslationThread(QThread):
    """Loads a pack, then translates the newest text it was given, with the newest pack.

    Args:
        load: Returns the translator to begin with; called in the thread, so it may take its time.
        parent: The owner.

    Attributes:
        turns: Lets texts go before what else is done with the model.
        translator: The pack in use, once there is one.

    Signals:
        ready(PackInfo): A pack is loaded, the first or another one.
        load_failed(Exception): The first pack is not, and nothing can be translated.
        switch_failed(Exception): Another pack is not, and the one before stays.
        released(): There is no pack any more.
        translation_started(int, Document): A job begins.
        segments_translated(int, tuple[TranslatedSegment, ...]): The next segments, in order.
        translation_finished(int, JobReport): A job is complete.
        translation_failed(int, Exception): A job broke off.
        alternatives_found(int, Alternatives): The answer to an inquiry.
        alternatives_failed(int, Exception): There is none.

    A job that was cancelled, by ``cancel`` or by a newer one, emits nothing from that moment on.
    """

    ready = Signal(object)
    load_failed = Signal(object)
    switch_failed = Signal(object)
    released = Signal()
    translation_started = Signal(int, object)
    segments_translated = Signal(int, object)
    translation_finished = Signal(int, object)
    translation_failed = Signal(int, object)
    alternatives_found = Signal(int, object)
    alternatives_failed = Signal(int, object)
    _pushed = Signal()

    def __init__(self, load: Callable[[], LoadedTranslator], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._load = load
        self.turns = Turns()
        self.translator: LoadedTranslator | None = None
        self._mailbox: Mailbox[Order] = Mailbox()
        self._outbox: Outbox[_Message] = Outbox()
        self._cache = SegmentCache()
        self._requests = count(1)
        self._tickets: dict[Lane, Ticket[Order]] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(COALESCE_MS)
        self._pause.timeout.connect(self._deliver)
        self._pushed.connect(self._deliver_unless_paused)

    def submit(self, text: str, options: TranslationOptions | None = None) -> int:
        """Translate ``text`` instead of anything submitted before; return the request's id."""
        request = next(self._requests)
        self._put(Job(request, text, options), Lane.TEXT)
        return request

    def inquire(self, sentence: str, options: TranslationOptions) -> int:
        """Ask for other translations of one sentence; return the request's id.

        The answer does not wait for a long text to be finished.
        """
        request = next(self._requests)
        self._put(Inquiry(request, sentence, options), Lane.ASIDE)
        return request

    def switch(self, load: Callable[[], LoadedTranslator]) -> None:
        """Call everything off, load another pack and let go of the one before."""
        self._withdraw(Lane.TEXT)
        self._withdraw(Lane.ASIDE)
        self._put(Switch(load), Lane.SWITCH)

    def release(self) -> None:
        """Call everything off and let go of the pack; nothing is translated until a switch."""
        self._withdraw(Lane.TEXT)
        self._withdraw(Lane.ASIDE)
        self._put(Release(), Lane.SWITCH)

    def cancel(self) -> None:
        """Call off the text that is being translated or waiting."""
        self._withdraw(Lane.TEXT)
        self._mailbox.cancel(Lane.TEXT)

    def cancel_inquiry(self) -> None:
        """Call off the search for other translations."""
        self._withdraw(Lane.ASIDE)
        self._mailbox.cancel(Lane.ASIDE)

    def _put(self, order: Order, lane: Lane) -> None:
        self._withdraw(lane)
        self._tickets[lane] = self._mailbox.put(order, lane)

    def _withdraw(self, lane: Lane) -> None:
        # The mailbox forgets a job once it is done, but what it said may not be delivered yet.
        ticket = self._tickets.pop(lane, None)
        if ticket is not None:
            ticket.cancel.set()

    def stop(self) -> None:
        """End the thread and wait for it; a pack that is being loaded is loaded to the end."""
        for lane in Lane:
            self._withdraw(lane)
        self._mailbox.close()
        self.wait()

    def run(self) -> None:
        """Load the pack, then work through the mailbox until it is closed."""
        sys.setswitchinterval(TURN_SECONDS)
        try:
            self.translator = self._load()
            manifest = self.translator.manifest
        except Exception as error:  # noqa: BLE001 - the boundary between thread and window
            self.load_failed.emit(logged("loading the pack", error))
        else:
            self.ready.emit(manifest)
        while (ticket := self._mailbox.take()) is not None:
            if isinstance(ticket.job, Switch):
                self._switch(ticket, ticket.job)
            elif isinstance(ticket.job, Release):
                self.translator, self._cache = None, SegmentCache()
                self.released.emit()
            elif self.translator is not None:
                self._answer(self.translator, ticket)

    def _switch(self, ticket: Ticket[Order], order: Switch) -> None:
        try:
            translator = order.load()
            manifest = translator.manifest
        except Exception as error:  # noqa: BLE001 - the boundary between thread and window
            failure = logged("loading another pack", error)
            if not ticket.cancel.is_set():
                self.switch_failed.emit(failure)
            return
        self._cache = SegmentCache()
        self.translator = translator
        if not ticket.cancel.is_set():
            self.ready.emit(manifest)

    def _answer(self, translator: LoadedTranslator, ticket: Ticket[Order]) -> None:
        try:
            with self.turns.text():
                if isinstance(ticket.job, Job):
                    self._translate(translator, ticket, ticket.job)
                elif isinstance(ticket.job, Inquiry):
                    self._find_alternatives(translator, ticket, ticket.job)
        except Cancelled:
            pass
        except Exception as error:  # noqa: BLE001 - the boundary between thread and window
            self._push(ticket, logged("translating", error))

    def _translate(self, translator: LoadedTranslator, ticket: Ticket[Order], job: Job) -> None:
        started = time.perf_counter()
        joining = job.options.join_lines if job.options else "never"
        document = translator.segment(job.text, join_lines=joining)
        self._push(ticket, document)
        reused = 0
        for delivery in self._cache.translate(translator, document, job.options, ticket.cancel):
            reused += delivery.reused
            self._push(ticket, delivery.segment)
            aside = self._mailbox.take_aside()
            if aside is not None:
                self._answer(translator, aside)
        seconds = time.perf_counter() - started
        self._push(ticket, JobReport(seconds, len(document.segments), reused))

    def _find_alternatives(
        self, translator: LoadedTranslator, ticket: Ticket[Order], inquiry: Inquiry
    ) -> None:
        text = inquiry.sentence
        # One segment, however the sentence would be cut by itself.
        document = Document.from_spans(text, [Span(0, len(text))])
        wider = max(inquiry.options.beam_size or 0, ALTERNATIVES + 1)
        options = replace(inquiry.options, beam_size=wider, n_best=ALTERNATIVES + 1)
        texts: list[str] = []
        for found in translator.stream(document, options, cancel=ticket.cancel):
            texts += [found.text, *(each.text for each in found.alternatives)]
        self._push(ticket, Alternatives(tuple(dict.fromkeys(texts))))

    def _push(self, ticket: Ticket[Order], payload: _Payload) -> None:
        if self._outbox.push(_Message(ticket, payload)):
            self._pushed.emit()

    @Slot()
    def _deliver_unless_paused(self) -> None:
        if not self._pause.isActive():
            self._deliver()

    @Slot()
    def _deliver(self) -> None:
        messages = self._outbox.drain(_AT_ONCE)
        if messages:
            self._pause.start()
        for ticket, group in groupby(messages, key=lambda message: message.ticket):
            for kind, same in groupby((m.payload for m in group), key=type):
                # A slot of an earlier signal may have called this job off.
                if ticket.cancel.is_set():
                    break
                self._emit(ticket.job, kind, tuple(same))

    def _emit(self, order: Order, kind: type, payloads: tuple[object, ...]) -> None:
        if isinstance(order, Inquiry):
            if kind is Alternatives:
                self.alternatives_found.emit(order.request, payloads[0])
            else:
                self.alternatives_failed.emit(order.request, payloads[0])
        elif isinstance(order, Job):
            if kind is TranslatedSegment:
                self.segments_translated.emit(order.request, payloads)
            elif kind is Document:
                self.translation_started.emit(order.request, payloads[0])
            elif kind is JobReport:
                self.translation_finished.emit(order.request, payloads[0])
            else:
                self.translation_failed.emit(order.request, payloads[0])


def logged(action: str, error: Exception) -> Exception:
    """Log where an error came from, and let go of the frames that it holds.

    Its message is left out: it may quote the user's text. Where an error of the data's comes from
    in the program is nobody's concern.
    """
    if isinstance(error, EngineError):
        _LOG.error("%s failed with %s", action, type(error).__name__)
        return error.with_traceback(None)
    _LOG.error("%s failed with %s", action, describe_error(error))
    foreseen = isinstance(error, OSError | MemoryError)
    return error.with_traceback(None) if foreseen else Unforeseen(error)
