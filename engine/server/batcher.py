"""Translates the jobs of many in batches that they share.

Jobs wait in a queue; each of a few threads, the *lanes*, takes sentences off its head, as many as
make a batch, and asks the model. A long job goes back to the end of the queue with what is left
of it, so that a short one never waits for all of it. A sentence about which the model must be asked
again is first in the next batch, beside sentences that are new: by themselves, those few would keep
a lane for as long as a full batch. A sentence's translation does not depend on its batch mates, so
nobody can tell.
"""

import itertools
import logging
import math
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.errors import Cancelled, EngineError, InferenceError
from engine.server.faults import where
from engine.server.jobs import Answered, Event, Failed, Job, Listener, TextJob
from engine.server.metrics import Metrics
from engine.server.plans import Plan, plan
from engine.server.settings import Limits
from engine.types import TranslatedSegment, TranslationOptions
from engine.ways import Way

if TYPE_CHECKING:
    from engine.translator import Translator

_LOG: Final = logging.getLogger(__name__)

_GATHERING: Final = 0.004
"""Seconds for which a batch that is not full waits for more, while others are at work anyway: the
clients that were just answered ask again at about the same time."""

_LONGEST_WAIT: Final = 60


@dataclass(slots=True, eq=False)
class _Entry:
    """A job on its way."""

    number: int
    job: Job
    listener: Listener
    plan: Plan | None = None
    made: list[TranslatedSegment | None] = field(default_factory=list)
    begun: int = 0
    left: int = 0
    over: bool = False

    @property
    def eager(self) -> bool:
        return isinstance(self.job, TextJob) and self.job.eager


@dataclass(slots=True, eq=False)
class _Sentence:
    """A sentence of a job, and how far it has come."""

    entry: _Entry
    index: int
    text: str
    way: Way | None = None
    fault: Exception | None = None

    @property
    def asking(self) -> bool:
        return self.way is not None and self.way.made is None and self.fault is None


@dataclass(slots=True, eq=False)
class _Batch:
    """Sentences that are translated together."""

    options: TranslationOptions
    sentences: list[_Sentence] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)


class Batcher:
    """Translates jobs; a desk (see :class:`engine.server.jobs.Desk`).

    Args:
        translator: What translates.
        limits: How much is taken on.
        metrics: Where it is counted.
        lanes: Batches that are translated at a time.
    """

    def __init__(
        self, translator: "Translator", limits: Limits, metrics: Metrics, *, lanes: int = 1
    ) -> None:
        self._translator = translator
        self._limits = limits
        self._metrics = metrics
        self._numbers = itertools.count(1)
        self._changed = threading.Condition(threading.RLock())
        self._entries: dict[int, _Entry] = {}
        self._queue: deque[_Entry] = deque()
        self._again: deque[_Sentence] = deque()  # of which the model is asked again
        self._running: set[_Batch] = set()
        self._closing = False
        self._pace = 0.0  # characters a second, of late
        metrics.watch(lambda: len(self._entries))
        self._lanes = [
            threading.Thread(target=self._work, name=f"lane-{lane}", daemon=True)
            for lane in range(lanes)
        ]
        for lane in self._lanes:
            lane.start()

    def submit(self, job: Job, listener: Listener) -> int:
        """Hand in a job; see :class:`engine.server.jobs.Desk`."""
        number = next(self._numbers)
        with self._changed:
            refusal = self._refusal()
            if refusal is None:
                self._entries[number] = entry = _Entry(number, job, listener)
                self._queue.append(entry)
                self._changed.notify()
        if refusal is not None:
            self._metrics.turned_away()
            listener(refusal)
        return number

    def cancel(self, number: int) -> None:
        """Give a job up, if it is not finished."""
        with self._changed:
            entry = self._forgotten(number)
            if entry is None:
                return
            for batch in self._running:
                if all(sentence.entry.over for sentence in batch.sentences):
                    batch.stop.set()
        self._metrics.given_up()

    def note(self, answered: Answered) -> None:
        """Count an answer."""
        self._metrics.answered(answered)

    def figures(self) -> bytes:
        """Return all figures."""
        return self._metrics.text()

    def close(self, *, finish: bool = True) -> None:
        """Take no more jobs, finish those there are, and return when that is done.

        Args:
            finish: Otherwise those there are are given up.
        """
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            numbers = [] if finish else list(self._entries)
        for number in numbers:
            self.cancel(number)
        for lane in self._lanes:
            lane.join()

    def _refusal(self) -> Failed | None:
        if self._closing:
            return Failed("stopping", "the server is being stopped", 1)
        if len(self._entries) < self._limits.requests:
            return None
        waiting = sum(entry.job.size for entry in self._entries.values())
        seconds = math.ceil(waiting / self._pace) if self._pace else 1
        return Failed(
            "busy",
            f"{len(self._entries)} requests are waiting already; try again later",
            min(max(seconds, 1), _LONGEST_WAIT, math.ceil(self._limits.seconds)),
        )

    def _forgotten(self, number: int) -> _Entry | None:
        """Strike a job off, wherever it is; return it unless that was done before."""
        with self._changed:
            entry = self._entries.pop(number, None)
            if entry is not None:
                entry.over = True
                if entry in self._queue:
                    self._queue.remove(entry)
            return entry

    # Lanes

    def _work(self) -> None:
        while (batch := self._gathered()) is not None:
            with self._changed:
                batch.sentences = [each for each in batch.sentences if not each.entry.over]
                if not batch.sentences:
                    continue
                self._running.add(batch)
            start = time.perf_counter()
            self._begin(batch)
            self._ask(batch)
            with self._changed:
                self._running.discard(batch)
                self._count(batch, time.perf_counter() - start)
                self._again.extend(sentence for sentence in batch.sentences if sentence.asking)
                self._changed.notify()
            for sentence in batch.sentences:
                if not sentence.asking:
                    self._deliver(sentence)

    def _count(self, batch: _Batch, seconds: float) -> None:
        characters = sum(len(sentence.text) for sentence in batch.sentences)
        pace = len(self._lanes) * characters / max(seconds, 1e-6)
        self._pace += (pace - self._pace) * (0.1 if self._pace else 1.0)
        self._metrics.batch(len(batch.sentences), characters, seconds)

    def _gathered(self) -> _Batch | None:
        """Wait for sentences and take as many as make a batch; ``None`` when all is done."""
        with self._changed:
            while not (self._queue or self._again):
                if self._closing:
                    return None
                self._changed.wait()
            first = self._again[0].entry if self._again else self._queue[0]
            batch = _Batch(first.job.options)
            batch.sentences += self._resumed(batch.options)
            share = -(-self._limits.batch // max(1, len(self._queue)))
        waited = False
        while (room := self._limits.batch - len(batch.sentences)) > 0:
            entry = self._taken(batch)
            if entry is not None:
                part = list(self._part(entry, min(room, share)))
                self._put_back(entry, batch, part)
            elif not waited and batch.sentences and self._others_work():
                waited = True
                time.sleep(_GATHERING)
            else:
                break
        return batch

    def _resumed(self, options: TranslationOptions) -> list[_Sentence]:
        """Take sentences of which the model is asked again, as many as a batch may have."""
        waiting = [each for each in self._again if each.entry.job.options == options]
        taken = waiting[: self._limits.batch]
        for sentence in taken:
            self._again.remove(sentence)
        return taken

    def _others_work(self) -> bool:
        with self._changed:
            return bool(self._running) and not self._closing

    def _taken(self, batch: _Batch) -> _Entry | None:
        """Take the first job that fits a batch off the queue; it is this lane's until put back."""
        members = {id(sentence.entry) for sentence in batch.sentences}
        with self._changed:
            for entry in self._queue:
                more = not entry.eager or id(entry) not in members
                if entry.job.options == batch.options and more:
                    self._queue.remove(entry)
                    return entry
        return None

    def _part(self, entry: _Entry, most: int) -> Iterator[_Sentence]:
        """Take sentences from a job; find out which it has if that was not done yet."""
        if entry.plan is None and not self._prepared(entry):
            return
        assert entry.plan is not None  # noqa: S101 - it was just made
        if entry.eager:  # the first sentence comes soon, the last ones cheaply
            most = min(most, max(1, entry.begun))
        sentences = entry.plan.sentences
        for index in range(entry.begun, min(entry.begun + most, len(sentences))):
            entry.begun += 1
            yield _Sentence(entry, index, sentences[index])

    def _prepared(self, entry: _Entry) -> bool:
        """Plan a job; return whether there is anything to translate."""
        try:
            entry.plan = plan(entry.job, self._translator)
        except Exception as error:  # noqa: BLE001 - a lane must go on whatever comes
            self._fail(entry, error)
            return False
        entry.left = len(entry.plan.sentences)
        entry.made = [None] * entry.left
        if entry.left == 0:
            self._finish(entry, entry.plan)
        return entry.left > 0

    def _put_back(self, entry: _Entry, batch: _Batch, part: Sequence[_Sentence]) -> None:
        with self._changed:
            if entry.over:
                return
            batch.sentences += part
            if entry.plan is not None and entry.begun < len(entry.plan.sentences):
                self._queue.append(entry)
                self._changed.notify()

    def _begin(self, batch: _Batch) -> None:
        for sentence in batch.sentences:
            if sentence.way is None:
                try:
                    (sentence.way,) = self._translator.ways([sentence.text], batch.options)
                except Exception as error:  # noqa: BLE001 - a lane must go on whatever comes
                    sentence.fault = error

    def _ask(self, batch: _Batch) -> None:
        """Ask the model what is open, and lead every sentence on with what it offers."""
        going = [each for each in batch.sentences if each.asking]
        try:
            self._lead(going, batch)
        except Exception as error:  # noqa: BLE001 - a lane must go on whatever comes
            if len(going) == 1 or isinstance(error, Cancelled):
                _fail_all(going, error)
                return
            for sentence in going:  # one must not take the others along
                try:
                    self._lead([sentence], batch)
                except Exception as alone:  # noqa: BLE001 - as above
                    sentence.fault = alone

    def _lead(self, going: Sequence[_Sentence], batch: _Batch) -> None:
        ways = [each.way for each in going if each.way is not None]
        if not ways:
            return
        answers = self._translator.ask(ways, batch.options, cancel=batch.stop)
        for sentence, way, offered in zip(going, ways, answers, strict=True):
            try:
                way.advance(offered)
            except Exception as error:  # noqa: BLE001 - as above
                sentence.fault = error

    def _deliver(self, sentence: _Sentence) -> None:
        entry = sentence.entry
        made = None if sentence.way is None else sentence.way.made
        if made is None:
            if not entry.over:
                self._fail(entry, sentence.fault or InferenceError("no translation was made"))
            return
        with self._changed:  # lanes may be at work for the same job
            if entry.over or entry.plan is None:
                return
            entry.made[sentence.index] = made
            entry.left -= 1
            if entry.eager:
                for piece in entry.plan.pieces(entry.made):
                    entry.listener(piece)
            done = entry.left == 0
        if done:
            self._finish(entry, entry.plan)

    def _finish(self, entry: _Entry, found: Plan) -> None:
        try:
            end = found.finished([each for each in entry.made if each is not None])
        except Exception as error:  # noqa: BLE001 - a lane must go on whatever comes
            self._fail(entry, error)
            return
        if entry.eager:
            for piece in found.pieces(entry.made):  # what needed no translation, at the end
                entry.listener(piece)
        self._end(entry, end)

    def _fail(self, entry: _Entry, error: Exception) -> None:
        if isinstance(error, EngineError) and not isinstance(error, InferenceError):
            self._end(entry, Failed("refused", str(error)))
            return
        _LOG.error("%s while translating", where(error))
        message = str(error) if isinstance(error, EngineError) else type(error).__name__
        self._end(entry, Failed("broken", f"the text could not be translated: {message}"))

    def _end(self, entry: _Entry, event: Event) -> None:
        if self._forgotten(entry.number) is not None:
            entry.listener(event)


def _fail_all(sentences: Iterable[_Sentence], error: Exception) -> None:
    for sentence in sentences:
        sentence.fault = error
