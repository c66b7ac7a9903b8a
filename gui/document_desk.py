"""The thread that looks after documents' files, so that a slow disk is not felt."""

import os
import queue
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from engine.documents.report import Report
from engine.documents.results import write_whole
from engine.errors import EngineError, InputError
from engine.records import record
from gui.document_jobs import DocumentJob, DocumentManner
from gui.document_store import load_jobs, save_jobs
from gui.worker import logged


@record
class Plan:
    """What is to be done with the documents that were brought.

    Attributes:
        jobs: One for each document.
        taken: Results in whose place there is a file, each with a name that is free.
        problems: What cannot be translated, and why.
    """

    jobs: tuple[DocumentJob, ...] = ()
    taken: Mapping[Path, Path] = field(default_factory=dict)
    problems: tuple[tuple[Path, Exception], ...] = ()


class DocumentDesk(QThread):
    """Works through orders one after another.

    Args:
        path: Where unfinished jobs are kept.
        parent: The owner.

    Signals:
        planned(Plan): What will become of documents that were brought.
        loaded(tuple[DocumentJob, ...]): The jobs that were not finished last time.
        unsaved(Exception): A report could not be written.
    """

    planned = Signal(object)
    loaded = Signal(object)
    unsaved = Signal(object)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._orders: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()

    def plan(
        self,
        paths: Sequence[Path],
        folder: Path | None,
        manner: DocumentManner,
        reserved: Collection[Path] = (),
    ) -> None:
        """Find the documents among files and folders, and places for their results."""
        self._orders.put(lambda: self.planned.emit(planned(paths, folder, manner, reserved)))

    def load(self) -> None:
        """Look for jobs that were not finished last time."""
        self._orders.put(lambda: self.loaded.emit(tuple(load_jobs(self._path))))

    def save(self, jobs: Sequence[DocumentJob]) -> None:
        """Keep the jobs that are not finished."""
        kept = tuple(jobs)
        self._orders.put(lambda: save_jobs(self._path, kept))

    def give_up(self, result: Path) -> None:
        """Delete what is left of a job that will not be gone on with."""
        self._orders.put(lambda: _give_up(result))

    def write_report(self, report: Report, path: Path) -> None:
        """Write what became of a document's sentences, as JSON."""
        self._orders.put(lambda: self._write_report(report, path))

    def _write_report(self, report: Report, path: Path) -> None:
        text = report.as_json().encode("utf-8", "replace")
        part = path.with_name(f".{path.name}.part")
        try:
            write_whole(path, lambda file: file.write(text), part=part, overwrite=True, mode=0o600)
        except EngineError as error:
            self.unsaved.emit(error.with_traceback(None))

    def stop(self) -> None:
        """Carry out the orders that are waiting, end the thread and wait for it."""
        self._orders.put(None)
        self.wait()

    def run(self) -> None:
        """Work through the orders until told to stop."""
        while (order := self._orders.get()) is not None:
            try:
                order()
            except Exception as error:  # noqa: BLE001 - none of it is worth ending the thread
                logged("looking after documents", error)


def planned(
    paths: Sequence[Path],
    folder: Path | None,
    manner: DocumentManner,
    reserved: Collection[Path] = (),
) -> Plan:
    """Find the documents among files and folders, and places for their results.

    Args:
        paths: Files and folders.
        folder: Where the results go; beside their sources if there is none.
        manner: How the documents are to be translated.
        reserved: Results of documents that are in the queue.
    """
    # Here, because the window does not wait for it.
    from engine.documents.formats import format_for, is_document  # noqa: PLC0415
    from engine.documents.plan import errands  # noqa: PLC0415
    from engine.documents.refusals import DocumentUnreadable  # noqa: PLC0415

    jobs: dict[Path, DocumentJob] = {}
    names, sources = set(reserved), set[Path]()
    problems: list[tuple[Path, Exception]] = []
    for path in paths:
        try:
            if not path.exists():
                raise DocumentUnreadable(f"{path}: expected a file or a folder, found nothing")
            if not path.is_dir() and not is_document(path):
                format_for(path)
            found = errands(path, _as_folder(folder), manner.language, manner.bilingual)
            problems += ((path, error) for error in found.refusals)
            if folder is not None:
                for each in found.errands:
                    each.result.parent.mkdir(parents=True, exist_ok=True)
        except (InputError, OSError) as error:
            problems.append((path, error.with_traceback(None)))
            continue
        for each in found.errands:
            if each.source not in sources:
                sources.add(each.source)
                result = free_name(each.result, names.__contains__)
                names.add(result)
                jobs[result] = DocumentJob(source=each.source, result=result, manner=manner)
    taken = {}
    for result in jobs:
        if os.path.lexists(result):
            free = free_name(result, lambda path: path in names or os.path.lexists(path))
            names.add(free)
            taken[result] = free
    return Plan(tuple(jobs.values()), taken, tuple(problems))


def free_name(path: Path, is_taken: Callable[[Path], bool]) -> Path:
    """Return ``path`` or, if it is taken, the next name like it that is not."""
    number, free = 1, path
    while is_taken(free):
        number += 1
        free = path.with_name(f"{path.stem} ({number}){path.suffix}")
    return free


def _as_folder(folder: Path | None) -> Path | None:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def _give_up(result: Path) -> None:
    from engine.documents.job import give_up  # noqa: PLC0415 - the window does not wait for it

    give_up(result)
