"""The states of the page for documents that are pictured."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint

from engine.documents.refusals import DocumentProtected
from engine.documents.report import Doubt, Report
from engine.types import Flag
from gui.document_desk import Plan
from gui.document_jobs import DocumentJob, DocumentManner, JobProgress, JobState
from gui.session import State
from gui.window import MainWindow
from tests.gui.fakes import FakeTranslator
from tests.gui.scenes import Scene, Studio

_FOLDER = Path("/home/tom/Documents")
_Act = Callable[[Studio, MainWindow], None]


def _job(name: str) -> DocumentJob:
    source = _FOLDER / name
    result = source.with_name(f"{source.stem}.zh{source.suffix}")
    return DocumentJob(source=source, result=result, manner=DocumentManner(pack="fake-en-zh"))


def _doubt(where: str, source: str, translation: str, *flags: Flag) -> Doubt:
    return Doubt(where, source, translation, flags, 0.4)


_DOUBTS = (
    _doubt(
        "line 14", "We waited on the platform for 25 minutes.", "我们在站台上等了很久。",
        "number-missing",
    ),
    _doubt(
        "line 31, image", "Platform 9 ¾ in the snow", "雪中的站台", "low-confidence",
        "number-missing",
    ),
    _doubt(
        "line 52", "It was so full that nobody could get on.", "很挤。", "omission-suspected"
    ),
)  # fmt: skip


def _report(job: DocumentJob, doubts: tuple[Doubt, ...]) -> Report:
    return Report(
        source=job.source, result=job.result, sentences=184, translated=180, copied=4,
        flagged=len(doubts), seconds=12.5, doubts=doubts,
    )  # fmt: skip


_STATES: tuple[tuple[str, dict[str, object]], ...] = (
    ("annual-report.docx", {"state": JobState.DONE}),
    ("travel-diary.md", {"state": JobState.DONE}),
    (
        "lecture-07.srt",
        {
            "state": JobState.RUNNING,
            "progress": JobProgress("translating", 412, 1290, 95.0),
        },
    ),
    ("novel.epub", {"state": JobState.PAUSED, "progress": JobProgress("translating", 88, 5120)}),
    ("slides.pptx", {"state": JobState.WAITING}),
    ("contract.docx", {"state": JobState.FAILED, "error": DocumentProtected("")}),
    ("notes.txt", {"state": JobState.CANCELLED}),
)


_FLAGGED = {"annual-report.docx": (), "travel-diary.md": _DOUBTS}


def _show(studio: Studio, window: MainWindow) -> None:
    window.commands.show_documents.trigger()
    studio.rest(0.2)


def fill_with_documents(window: MainWindow) -> int:
    """List a document in every state; return how many that are."""
    page = window.documents_page
    model = page.list.documents
    for name, changes in _STATES:
        job = _job(name)
        model.append([job])
        model.change(model.rows[-1].number, **changes)
        if name in _FLAGGED:
            model.change(model.rows[-1].number, report=_report(job, _FLAGGED[name]))
    page.queue.changed.emit()
    return len(model.rows)


def _fill(studio: Studio, window: MainWindow, *, chosen: int) -> None:
    page = window.documents_page
    _show(studio, window)
    fill_with_documents(window)
    page.list.setFocus()
    page.list.choose(chosen)


def _chosen(row: int) -> _Act:
    return lambda studio, window: _fill(studio, window, chosen=row)


def _question(studio: Studio, window: MainWindow) -> None:
    _fill(studio, window, chosen=2)
    jobs = (_job("annual-report.docx"), _job("travel-diary.md"))
    window.documents_page.queue.planned.emit(Plan(jobs, {job.result: job.source for job in jobs}))


def _problem(studio: Studio, window: MainWindow) -> None:
    _fill(studio, window, chosen=2)
    window.documents_page.add([Path("/nowhere/letter.docx"), Path("/nowhere/list.ods")])
    studio.until(window.documents_page.notice.isVisible)


def _unfinished(_studio: Studio, window: MainWindow) -> None:
    window.documents.notice.offer(2)


def _layouts(studio: Studio, window: MainWindow) -> None:
    _fill(studio, window, chosen=2)
    button = window.documents_page.bar.layout_button
    button.menu().popup(button.mapToGlobal(QPoint(0, button.height())))


DOCUMENT_SCENES = {
    "documents-empty": Scene(state=State.EMPTY, load=FakeTranslator, then=_show),
    "documents": Scene(state=State.EMPTY, load=FakeTranslator, then=_chosen(2)),
    "documents-flagged": Scene(state=State.EMPTY, load=FakeTranslator, then=_chosen(1)),
    "documents-failed": Scene(state=State.EMPTY, load=FakeTranslator, then=_chosen(5)),
    "documents-question": Scene(state=State.EMPTY, load=FakeTranslator, then=_question),
    "documents-problem": Scene(state=State.EMPTY, load=FakeTranslator, then=_problem),
    "documents-layouts": Scene(state=State.EMPTY, load=FakeTranslator, then=_layouts),
    "documents-unfinished": Scene(state=State.EMPTY, load=FakeTranslator, then=_unfinished),
}
