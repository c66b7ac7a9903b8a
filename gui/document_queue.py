"""Which document is translated when: between the page and the threads."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from engine.documents.report import Report
from engine.errors import PackError
from gui.document_desk import DocumentDesk
from gui.document_jobs import DocumentJob, DocumentManner, DocumentRow, JobProgress, JobState
from gui.document_list import DocumentModel
from gui.document_thread import DocumentThread, Shelf
from gui.turns import Turns
from gui.worker import LoadedTranslator


class DocumentQueue(QObject):
    """Translates documents one after the other, in the order in which they were brought.

    A job keeps the pack, the quality and the language that were chosen when it was brought. What
    is paused makes room for the next.

    Args:
        model: The documents.
        load: Loads a pack by its name.
        turns: Says when documents may use the model.
        store: The file in which unfinished jobs are kept.
        parent: The owner.

    Signals:
        planned(object): What could be done with what was brought, as ``document_desk.Plan``;
            nothing is begun yet.
        restored(int): So many documents were not finished last time, and wait to be gone on with.
        changed(): A document entered another state, or came, or went.
        failed(Exception): A document could not be translated.
        unsaved(Exception): A report could not be written.
    """

    planned = Signal(object)
    restored = Signal(int)
    changed = Signal()
    failed = Signal(object)
    unsaved = Signal(object)

    def __init__(
        self,
        model: DocumentModel,
        load: Callable[[str], LoadedTranslator],
        turns: Turns,
        store: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._shelf = Shelf(load)
        self._thread = DocumentThread(self._shelf, turns, self)
        self._desk = DocumentDesk(store, self)
        self._at_work: int | None = None
        self._pack = ""
        self._stopped = False
        self._kept: tuple[DocumentJob, ...] = ()
        self._desk.planned.connect(self.planned)
        self._desk.loaded.connect(self._on_loaded)
        self._desk.unsaved.connect(self.unsaved)
        self._thread.progressed.connect(self._on_progressed)
        self._thread.finished_job.connect(self._on_finished)
        self._thread.failed.connect(self._on_failed)
        self._thread.ended.connect(self._on_ended)

    @property
    def ready(self) -> bool:
        """Whether there is a pack to translate with."""
        return bool(self._pack)

    @property
    def unfinished(self) -> Sequence[DocumentRow]:
        """The documents that are not finished, but wanted."""
        return tuple(row for row in self._model.rows if row.state.unfinished)

    def start(self) -> None:
        """Begin, and look for what was not finished last time."""
        self._desk.start()
        self._thread.start()
        self._desk.load()

    def stop(self) -> None:
        """Suspend what is going on, keep what is not finished, and wait for the threads."""
        self._stopped = True
        self._thread.stop()
        # What the thread said last is still on its way.
        QCoreApplication.sendPostedEvents(self)
        self._keep()
        self._desk.stop()

    def use_pack(self, name: str, translator: LoadedTranslator) -> None:
        """Take note of the pack that the window uses now."""
        self._pack = name
        self._shelf.use(name, translator)
        self._go_on()

    def release_pack(self) -> None:
        """Take note that the window uses no pack any more; what is being translated goes on."""
        self._pack = ""
        self._shelf.release()
        self.changed.emit()

    def plan(self, paths: Sequence[Path], folder: Path | None, manner: DocumentManner) -> None:
        """Find out what can be done with files and folders; ``planned`` tells.

        Args:
            paths: Files and folders.
            folder: Where the results go; beside their sources if there is none.
            manner: How they are to be translated.
        """
        waiting = self.unfinished
        known = {row.job.source for row in waiting}
        reserved = {row.job.result for row in waiting}
        new = [path for path in paths if path not in known]
        self._desk.plan(new, folder, replace(manner, pack=manner.pack or self._pack), reserved)

    def add(self, jobs: Iterable[DocumentJob]) -> None:
        """Put documents at the end of the queue."""
        self._model.append(jobs)
        self._go_on()

    def pause(self, numbers: Collection[int]) -> None:
        """Let documents rest until they are resumed, in this session or another."""
        for row in self._chosen(numbers, JobState.WAITING, JobState.RUNNING):
            self._model.change(row.number, state=JobState.PAUSED)
            if row.number == self._at_work:
                self._thread.suspend()
        self._go_on()

    def resume(self, numbers: Collection[int]) -> None:
        """Go on with paused documents, each where it was."""
        for row in self._chosen(numbers, JobState.PAUSED):
            self._model.change(row.number, state=JobState.WAITING)
        self._go_on()

    def cancel(self, numbers: Collection[int]) -> None:
        """End documents for good; nothing is left of them."""
        for row in self._chosen(numbers, JobState.WAITING, JobState.RUNNING, JobState.PAUSED):
            self._model.change(row.number, state=JobState.CANCELLED)
            if row.number == self._at_work:
                self._thread.cancel()
            else:
                self._desk.give_up(row.job.result)
        self._go_on()

    def retry(self, numbers: Collection[int]) -> None:
        """Begin again with documents that failed or were cancelled."""
        for row in self._chosen(numbers, JobState.FAILED, JobState.CANCELLED):
            job = row.job
            if isinstance(row.error, PackError):
                job = replace(job, manner=replace(job.manner, pack=self._pack))
            changes = {"job": job, "state": JobState.WAITING, "error": None}
            self._model.change(row.number, **changes, progress=JobProgress())
        self._go_on()

    def remove(self, numbers: Collection[int]) -> None:
        """Take documents that have ended out of the list."""
        ended = self._chosen(numbers, JobState.DONE, JobState.FAILED, JobState.CANCELLED)
        for row in ended:
            if row.state is JobState.FAILED:
                self._desk.give_up(row.job.result)
        self._model.remove(row.number for row in ended)
        self._go_on()

    def save_report(self, report: Report, path: Path) -> None:
        """Write a report into a file; ``unsaved`` tells if that failed."""
        self._desk.write_report(report, path)

    def _chosen(self, numbers: Collection[int], *states: JobState) -> list[DocumentRow]:
        wanted = frozenset(numbers)
        return [row for row in self._model.rows if row.number in wanted and row.state in states]

    def _row(self, number: int) -> DocumentRow | None:
        at = self._model.place(number)
        return self._model.rows[at] if at >= 0 else None

    # What comes next

    def _go_on(self) -> None:
        """Begin with the next document, if the thread is free; keep what is not finished."""
        waiting = next((row for row in self._model.rows if row.state is JobState.WAITING), None)
        if waiting is not None and self._at_work is None and self.ready and not self._stopped:
            job = waiting.job
            if not job.manner.pack:
                job = replace(job, manner=replace(job.manner, pack=self._pack))
            self._at_work = waiting.number
            fresh = replace(waiting.progress, stage="reading", seconds_left=None)
            self._model.change(waiting.number, job=job, state=JobState.RUNNING, progress=fresh)
            self._thread.submit(waiting.number, job)
        if not self._stopped:
            self._keep()
        self.changed.emit()

    def _keep(self) -> None:
        jobs = tuple(row.job for row in self.unfinished)
        if jobs != self._kept:
            self._kept = jobs
            self._desk.save(jobs)
        self._shelf.keep(job.manner.pack for job in jobs)

    # The threads

    @Slot(object)
    def _on_loaded(self, jobs: Sequence[DocumentJob]) -> None:
        self._kept = tuple(jobs)
        if jobs:
            self._model.append(jobs, JobState.PAUSED)
            self.restored.emit(len(jobs))
        self._go_on()

    @Slot(int, object)
    def _on_progressed(self, number: int, progress: JobProgress) -> None:
        row = self._row(number)
        if row is None or row.state is not JobState.RUNNING:
            return
        if not progress.total:
            # It is being read again; what is known of it stays.
            progress = replace(row.progress, stage=progress.stage)
        self._model.change(number, progress=progress)

    @Slot(int, object)
    def _on_finished(self, number: int, report: Report) -> None:
        # Whoever cancelled or paused it came too late: the result is there.
        self._model.change(number, state=JobState.DONE, report=report)
        self._free()

    @Slot(int, object)
    def _on_failed(self, number: int, error: Exception) -> None:
        row = self._row(number)
        if row is not None and row.state is JobState.CANCELLED:
            self._desk.give_up(row.job.result)
        else:
            self._model.change(number, state=JobState.FAILED, error=error)
            self.failed.emit(error)
        self._free()

    @Slot(int)
    def _on_ended(self, number: int) -> None:
        row = self._row(number)
        if row is not None and row.state is JobState.CANCELLED:
            # It may have been suspended first.
            self._desk.give_up(row.job.result)
        self._free()

    def _free(self) -> None:
        self._at_work = None
        self._go_on()
