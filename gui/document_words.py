"""What the window says about documents: formats, states, progress, places."""

import re
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from engine.documents.report import Report
from gui.document_errors import describe_document
from gui.document_jobs import DocumentRow, JobProgress, JobState
from gui.languages import language_name

_TEXT, _MARKDOWN = QT_TRANSLATE_NOOP("Documents", "Text"), "Markdown"
_WORD = QT_TRANSLATE_NOOP("Documents", "Word document")
_SLIDES = QT_TRANSLATE_NOOP("Documents", "Presentation")
_SHEET = QT_TRANSLATE_NOOP("Documents", "Spreadsheet")
_PAGE = QT_TRANSLATE_NOOP("Documents", "Web page")
_SUBTITLES = QT_TRANSLATE_NOOP("Documents", "Subtitles")
_MESSAGES = QT_TRANSLATE_NOOP("Documents", "Message catalogue (PO)")
_FORMATS: dict[str, object] = {
    ".txt": _TEXT,
    ".md": _MARKDOWN,
    ".markdown": _MARKDOWN,
    ".srt": _SUBTITLES,
    ".vtt": _SUBTITLES,
    ".po": _MESSAGES,
    ".pot": _MESSAGES,
    ".json": QT_TRANSLATE_NOOP("Documents", "String table (JSON)"),
    ".docx": _WORD,
    ".docm": _WORD,
    ".dotx": _WORD,
    ".odt": QT_TRANSLATE_NOOP("Documents", "Text document (ODT)"),
    ".ott": QT_TRANSLATE_NOOP("Documents", "Text document (ODT)"),
    ".pptx": _SLIDES,
    ".pptm": _SLIDES,
    ".ppsx": _SLIDES,
    ".odp": _SLIDES,
    ".ods": _SHEET,
    ".html": _PAGE,
    ".htm": _PAGE,
    ".xhtml": _PAGE,
    ".epub": QT_TRANSLATE_NOOP("Documents", "E-book"),
}

_STATES: dict[JobState, object] = {
    JobState.WAITING: QT_TRANSLATE_NOOP("Documents", "Waiting"),
    JobState.PAUSED: QT_TRANSLATE_NOOP("Documents", "Paused"),
    JobState.DONE: QT_TRANSLATE_NOOP("Documents", "Done"),
    JobState.CANCELLED: QT_TRANSLATE_NOOP("Documents", "Cancelled"),
    JobState.FAILED: QT_TRANSLATE_NOOP("Documents", "Failed"),
}
_STAGES: dict[str, object] = {
    "reading": QT_TRANSLATE_NOOP("Documents", "Reading"),
    "translating": QT_TRANSLATE_NOOP("Documents", "Translating"),
    "writing": QT_TRANSLATE_NOOP("Documents", "Writing"),
}

# The engine says in English where a sentence stands.
_PLACES: dict[str, object] = {
    "line": QT_TRANSLATE_NOOP("Documents", "line {number}"),
    "paragraph": QT_TRANSLATE_NOOP("Documents", "paragraph {number}"),
    "slide": QT_TRANSLATE_NOOP("Documents", "slide {number}"),
    "cue": QT_TRANSLATE_NOOP("Documents", "subtitle {number}"),
    "header": QT_TRANSLATE_NOOP("Documents", "header {number}"),
    "footer": QT_TRANSLATE_NOOP("Documents", "footer {number}"),
}
_PARTS: dict[str, object] = {
    "title": QT_TRANSLATE_NOOP("Documents", "title"),
    "table of contents": QT_TRANSLATE_NOOP("Documents", "table of contents"),
    "image": QT_TRANSLATE_NOOP("Documents", "image"),
    "notes": QT_TRANSLATE_NOOP("Documents", "notes"),
    "header": QT_TRANSLATE_NOOP("Documents", "header"),
    "footer": QT_TRANSLATE_NOOP("Documents", "footer"),
    "footnote": QT_TRANSLATE_NOOP("Documents", "footnote"),
    "endnote": QT_TRANSLATE_NOOP("Documents", "endnote"),
    "diagram": QT_TRANSLATE_NOOP("Documents", "diagram"),
    "chart": QT_TRANSLATE_NOOP("Documents", "chart"),
    "layout": QT_TRANSLATE_NOOP("Documents", "layout"),
    "master": QT_TRANSLATE_NOOP("Documents", "slide master"),
}


def format_name(path: Path) -> str:
    """Return what kind of document a file is, by its name."""
    known = _FORMATS.get(path.suffix.lower())
    return _tr(known) if known is not None else path.suffix.lstrip(".").upper()


def state_name(row: DocumentRow) -> str:
    """Return the word for the state of a document."""
    if row.state is JobState.RUNNING:
        return _tr(_STAGES[row.progress.stage])
    if row.report is not None and row.report.flagged:
        return _tr(QT_TRANSLATE_NOOP("Documents", "To check"))
    return _tr(_STATES[row.state])


def details(row: DocumentRow, locale: QLocale) -> str:
    """Return the line about a document below its name."""
    if row.error is not None:
        return describe_document(row.error)
    if row.report is not None:
        return count_report(row.report, locale)
    language = language_name(row.job.manner.language)
    parts = [format_name(row.job.source), f"→ {language}"]
    if row.progress.total:
        parts.append(count_progress(row.progress, locale))
        if row.state is JobState.RUNNING and row.progress.seconds_left is not None:
            parts.append(time_left(row.progress.seconds_left, locale))
    return " · ".join(parts)


def count_progress(progress: JobProgress, locale: QLocale) -> str:
    """Say how many sentences are done."""
    text = _tr(QT_TRANSLATE_NOOP("Documents", "{done} of {total} sentences"))
    return _counted(text, locale, done=progress.done, total=progress.total)


def count_report(report: Report, locale: QLocale) -> str:
    """Say what became of the sentences of a document."""
    text = _tr(QT_TRANSLATE_NOOP("Documents", "{translated} of {total} sentences translated"))
    parts = [_counted(text, locale, translated=report.translated, total=report.sentences)]
    if report.copied:
        text = _tr(QT_TRANSLATE_NOOP("Documents", "{count} copied"))
        parts.append(_counted(text, locale, count=report.copied))
    text = _tr(QT_TRANSLATE_NOOP("Documents", "{count} to check"))
    if not report.flagged:
        text = _tr(QT_TRANSLATE_NOOP("Documents", "none to check"))
    parts.append(_counted(text, locale, count=report.flagged))
    return " · ".join(parts)


def time_left(seconds: float, locale: QLocale) -> str:
    """Say how long something will take yet, no more exactly than anybody knows."""
    minutes = round(seconds / 60)
    if seconds < 10:
        return _tr(QT_TRANSLATE_NOOP("Documents", "a few seconds left"))
    if minutes < 1:
        return _tr(QT_TRANSLATE_NOOP("Documents", "less than a minute left"))
    if minutes < 60:
        text = _tr(QT_TRANSLATE_NOOP("Documents", "about {minutes} min left"))
        return _counted(text, locale, minutes=minutes)
    text = _tr(QT_TRANSLATE_NOOP("Documents", "about {hours} h {minutes} min left"))
    return _counted(text, locale, hours=minutes // 60, minutes=minutes % 60)


def place_name(where: str, locale: QLocale) -> str:
    """Return where a sentence stands, in the language of the window as far as it is known."""
    comma = _tr(QT_TRANSLATE_NOOP("Documents", ", "))
    return comma.join(_place(part, locale) for part in where.split(", "))


def _place(part: str, locale: QLocale) -> str:
    word, _, number = part.rpartition(" ")
    if word in _PLACES and re.fullmatch(r"\d+", number):
        return _counted(_tr(_PLACES[word]), locale, number=int(number))
    return _tr(_PARTS[part]) if part in _PARTS else part


def _counted(text: str, locale: QLocale, **numbers: int) -> str:
    return text.format(**{name: locale.toString(number) for name, number in numbers.items()})


def _tr(text: object) -> str:
    return QCoreApplication.translate("Documents", str(text))
