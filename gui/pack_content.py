"""What cards say: about a task with a model, and about an installed pack."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLocale

from engine.pack_report import PackReport, Verdict
from gui.errors import describe_import
from gui.import_process import Examination, Failure, Import, Outcome, Result, Step, Task
from gui.languages import pack_title
from gui.pack_card import Content
from gui.pack_details import PackDetails
from gui.pack_words import (
    day_words,
    direction_words,
    finding_words,
    place_words,
    quality_words,
    size_words,
    stage_words,
    verdict_words,
)

_EXISTS = "engine.errors.PackExists"
_EXAMPLES = 2

Phase = Literal["waiting", "running", "stopping", "ended"]


@dataclass(slots=True)
class Job:
    """A task, and how far it is.

    Attributes:
        number: Its number in the thread that carries it out.
        task: What is to be done.
        phase: Where it is on its way.
        step: How far it is while it runs.
        outcome: What became of it when it has ended.
    """

    number: int
    task: Task
    phase: Phase = "waiting"
    step: Step = field(default_factory=lambda: Step("start"))
    outcome: Outcome | None = None


def job_content(job: Job, locale: QLocale) -> Content:
    """Return what to say about a task."""
    title = _title(job)
    match job.phase, job.outcome:
        case "waiting", _:
            text = QCoreApplication.translate("PackCards", "Begins when the one before is done.")
            return Content(title=title, text=text, share=0.0, answers=("cancel",))
        case "stopping", _:
            text = QCoreApplication.translate("PackCards", "Stopping…")
            return Content(title=title, text=text, share=-1.0, answers=())
        case "ended", Result() as result:
            return _result(job.task, result, locale)
        case "ended", Failure() as failure:
            return _failure(job.task, failure)
    step = job.step
    share = step.done / step.total if step.total else -1.0
    text = stage_words(step, locale, examining=isinstance(job.task, Examination))
    return Content(title=title, text=text, share=share, answers=("cancel",))


def _title(job: Job) -> str:
    if isinstance(job.task, Examination):
        text = QCoreApplication.translate("PackCards", "Checking “{name}”")
        return text.format(name=pack_title(job.task.name))
    text = QCoreApplication.translate("PackCards", "Importing “{name}”")
    return text.format(name=job.task.title)


def _result(task: Task, result: Result, locale: QLocale) -> Content:
    report, name = result.report, pack_title(result.name)
    verdict = report.verdict
    examined = isinstance(task, Examination)
    if examined:
        title = QCoreApplication.translate("PackCards", "“{name}” was checked")
    elif result.installed:
        title = QCoreApplication.translate("PackCards", "“{name}” is installed")
    else:
        title = QCoreApplication.translate("PackCards", "“{name}” was not installed")
    if verdict == "good":
        text = QCoreApplication.translate("PackCards", "Good: nothing speaks against it.")
    elif verdict == "warnings":
        text = QCoreApplication.translate(
            "PackCards", "Usable with warnings: it translates, but look at its results."
        )
    elif examined:
        text = QCoreApplication.translate(
            "PackCards", "Broken: it is of no use. Remove it, then import it again."
        )
    else:
        text = QCoreApplication.translate(
            "PackCards", "Broken: it is of no use. Download it again or choose another model."
        )
    usable = result.installed and verdict != "broken"
    return Content(
        title=title.format(name=name),
        text=text,
        sign={"good": "use", "warnings": "warning", "broken": "warning"}[verdict],
        tone=verdict,
        lines=tuple(_findings(report, locale)),
        examples=_examples(report),
        answers=("use", "close") if usable else ("remove", "close") if examined else ("close",),
    )


def _findings(report: PackReport, locale: QLocale) -> Iterator[tuple[Verdict, str]]:
    """Yield what was found, the worst first."""
    rank = {"broken": 0, "warnings": 1, "good": 2}
    for finding in sorted(report.findings, key=lambda each: rank[each.verdict]):
        yield finding.verdict, finding_words(finding, report, locale)


def _examples(report: PackReport) -> tuple[tuple[str, str], ...]:
    return tuple((each.source, each.translation) for each in report.examples[:_EXAMPLES])


def _failure(task: Task, failure: Failure) -> Content:
    if isinstance(task, Examination):
        name = pack_title(task.name)
        title = QCoreApplication.translate("PackCards", "“{name}” could not be checked")
    else:
        name = task.title
        title = QCoreApplication.translate("PackCards", "“{name}” was not imported")
    if failure.languages is not None:
        title = QCoreApplication.translate("PackCards", "Which languages is “{name}” for?")
        return Content(
            title=title.format(name=name),
            text=QCoreApplication.translate(
                "PackCards", "The model does not say it itself. Its description does."
            ),
            languages=failure.languages,
            answers=("import", "close"),
        )
    exists = failure.kinds[0] == _EXISTS and isinstance(task, Import)
    return Content(
        title=title.format(name=name),
        text=describe_import(failure.kinds, failure.version),
        sign="warning",
        tone="broken",
        answers=("replace" if exists else "retry", "close"),
    )


def details_content(
    pack: PackDetails, report: PackReport | None, locale: QLocale, *, usable: bool
) -> Content:
    """Return all that is known of a pack."""
    verdict = report.verdict if report else None
    unknown = QCoreApplication.translate("PackCards", "It was not checked on this computer yet.")
    facts = (
        (QCoreApplication.translate("PackCards", "Languages"), direction_words(pack)),
        (QCoreApplication.translate("PackCards", "Licence"), pack.licence),
        (QCoreApplication.translate("PackCards", "Made by"), pack.attribution),
        (QCoreApplication.translate("PackCards", "Measured quality"), quality_words(pack, locale)),
        (QCoreApplication.translate("PackCards", "Size"), size_words(pack.size, locale)),
        (QCoreApplication.translate("PackCards", "Installed"), day_words(pack.installed, locale)),
        (QCoreApplication.translate("PackCards", "Origin"), place_words(pack.place)),
        (QCoreApplication.translate("PackCards", "Folder"), str(pack.path)),
    )
    lines: list[tuple[Verdict | None, str]] = [
        (None, QCoreApplication.translate("PackCards", "{label}: {value}").format(
            label=label, value=value))
        for label, value in facts
        if value
    ]  # fmt: skip
    return Content(
        title=pack_title(pack.name),
        text=verdict_words(verdict) if verdict else unknown,
        sign={"good": "use", "warnings": "warning", "broken": "warning"}.get(
            verdict or "", "details"
        ),
        tone=verdict or "plain",
        lines=(*lines, *(_findings(report, locale) if report else ())),
        examples=_examples(report) if report else (),
        answers=("use", "close") if usable else ("close",),
    )
