"""The page for documents: bring them, watch them, open what came of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QMessageBox,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from engine.documents.formats import SUFFIXES
from engine.documents.results import ResultTaken
from engine.types import TranslationOptions
from gui.actions import Section
from gui.document_bar import DocumentBar
from gui.document_desk import Plan
from gui.document_errors import describe_document
from gui.document_foot import DocumentFoot
from gui.document_jobs import Bilingual, DocumentJob, DocumentManner, JobState
from gui.document_queue import DocumentQueue
from gui.document_report import ReportPane
from gui.document_view import DocumentView
from gui.document_words import format_name
from gui.dropping import dropped_files
from gui.file_manager import open_file, show_in_folder
from gui.message import Message
from gui.panes import Notice
from gui.settings import Settings
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.turns import Turns
from gui.widgets import separator
from gui.worker import LoadedTranslator

_NARROW = 720


class DocumentsPage(QWidget):
    """Translates documents beside what else is done in the window.

    Args:
        settings: How results are laid out and where they go.
        load: Loads a pack by its name.
        turns: Says when documents may use the model.
        store: The file in which unfinished jobs are kept.
        theme: The colours to begin with.
        parent: The owner.

    Attributes:
        queue: What is translated when.
        sentence_options: How sentences are translated, and the tag of the language they are
            translated into; whoever decides about them sets it.

    Signals:
        wanted(): The page should be turned to.
    """

    wanted = Signal()

    def __init__(
        self,
        settings: Settings,
        load: Callable[[str], LoadedTranslator],
        turns: Turns,
        store: Path,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self.sentence_options: Callable[[], tuple[TranslationOptions, str]] = lambda: (
            TranslationOptions(target="zh-Hans"),
            "zh-Hans",
        )
        self._tell_again: Callable[[], None] | None = None
        self._fresh: list[DocumentJob] = []
        self.bar = DocumentBar(settings, self)
        self.list = DocumentView(theme, self)
        self.queue = DocumentQueue(self.list.documents, load, turns, store, self)
        self.empty = QLabel(self)
        self.notice = Notice(self)
        self.report = ReportPane(theme, self)
        self.foot = DocumentFoot(self.list, self)
        self.setAcceptDrops(True)
        self._build()
        self._connect()
        self.apply_theme(theme)
        self.retranslate()

    def add(self, paths: Sequence[Path]) -> None:
        """Translate files, and the documents of folders; ask first where a result is there."""
        self.notice.hide()
        options, language = self.sentence_options()
        manner = DocumentManner(
            language=language,
            target=options.target,
            beam_size=options.beam_size,
            join_lines=options.join_lines,
            bilingual=cast("Bilingual", self._settings.documents_bilingual),
        )
        folder = self._settings.documents_folder
        self.queue.plan(paths, Path(folder) if folder else None, manner)

    def enter(self) -> None:
        """Take the focus where one would begin."""
        (self.list if self.list.documents.rowCount() else self.bar).setFocus()

    def section(self) -> Section:
        """Return what can be done here by a key, in the language of the interface."""
        actions = (self.bar.files, self.bar.folder, *self.list.actions_for_rows)
        return Section(self.tr("With documents"), actions)

    def apply_theme(self, theme: Theme) -> None:
        """Draw icons and documents in the colours of ``theme``."""
        for part in (self.bar, self.list, self.notice, self.report, self.foot):
            part.apply_theme(theme)

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        title = self.tr("Drop documents or folders here.")
        names = dict.fromkeys(format_name(Path(f"x{suffix}")) for suffix in SUFFIXES)
        whole = (name.replace(" ", "\u00a0").replace("-", "\u2011") for name in names)
        self.empty.setText(f"{title}\n\n{' · '.join(whole)}")
        if self._tell_again is not None and not self.notice.isHidden():
            self._tell_again()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Leave words out where there is no room for them."""
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        self.bar.set_narrow(narrow=narrow)
        self.foot.set_narrow(narrow=narrow)
        self.report.setMaximumHeight(self.height() // 2)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take files and folders, as copies."""
        if dropped_files(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Translate what was dropped."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.add(dropped_files(event.mimeData()))

    # The parts

    def _build(self) -> None:
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setMargin(MARGIN)
        self.list.setAcceptDrops(False)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.list)
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(separator(self))
        layout.addLayout(self._stack, 2)
        layout.addWidget(self.report)
        layout.addWidget(self.notice)
        layout.addWidget(separator(self))
        layout.addWidget(self.foot)

    def _connect(self) -> None:
        view, queue, foot = self.list, self.queue, self.foot
        self.bar.files.triggered.connect(self._choose_files)
        self.bar.folder.triggered.connect(self._choose_folder)
        view.open.triggered.connect(self._open)
        view.show_folder.triggered.connect(self._show_folder)
        view.pause.triggered.connect(self._pause)
        view.cancel.triggered.connect(self._cancel)
        view.retry.triggered.connect(self._retry)
        view.remove.triggered.connect(self._remove)
        view.chosen_changed.connect(self._on_chosen_changed)
        foot.pause_all.triggered.connect(self._pause_all)
        foot.resume_all.triggered.connect(self.resume_all)
        foot.cancel_all.triggered.connect(self._cancel_all)
        foot.clear_ended.triggered.connect(self._clear_ended)
        self.notice.clicked.connect(self.notice.hide)
        self.report.save_wanted.connect(queue.save_report)
        queue.planned.connect(self._on_planned)
        queue.changed.connect(self._on_changed)
        queue.unsaved.connect(self._on_unsaved)

    # What is brought

    @Slot()
    def _choose_files(self) -> None:
        self.wanted.emit()
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        names, _ = QFileDialog.getOpenFileNames(
            self,
            self.tr("Choose documents"),
            "",
            f"{self.tr('Documents')} ({kinds});;{self.tr('All files')} (*)",
        )
        if names:
            self.add([Path(name) for name in names])

    @Slot()
    def _choose_folder(self) -> None:
        self.wanted.emit()
        folder = QFileDialog.getExistingDirectory(self, self.tr("Choose a folder of documents"))
        if folder:
            self.add([Path(folder)])

    @Slot(object)
    def _on_planned(self, plan: Plan) -> None:
        if plan.problems:
            self._tell(partial(self._tell_problems, plan.problems))
        self.queue.add(job for job in plan.jobs if job.result not in plan.taken)
        if plan.taken:
            self._ask(plan)

    def _ask(self, plan: Plan) -> None:
        taken = [job for job in plan.jobs if job.result in plan.taken]
        if len(taken) == 1:
            text = self.tr("“{name}” is there already.").format(name=taken[0].result.name)
        else:
            count = self.locale().toString(len(taken))
            text = self.tr("{count} results are there already.").format(count=count)
        box = Message(
            self.tr("Documents"),
            text,
            self.tr("Replace what is there, or keep both under different names?"),
            self,
        )
        roles = QMessageBox.ButtonRole
        both = box.addButton(self.tr("&Keep both"), roles.AcceptRole)
        over = box.addButton(self.tr("&Replace"), roles.DestructiveRole)
        none = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(both)
        box.setEscapeButton(none)
        free = [replace(job, result=plan.taken[job.result]) for job in taken]
        both.clicked.connect(partial(self._add_jobs, free))
        over.clicked.connect(partial(self._add_jobs, [replace(j, overwrite=True) for j in taken]))
        box.open()

    def _add_jobs(self, jobs: Sequence[DocumentJob], _checked: bool = False) -> None:
        self.queue.add(jobs)

    # What is done with them

    def _numbers(self) -> list[int]:
        return [row.number for row in self.list.chosen]

    def _all_numbers(self) -> list[int]:
        return [row.number for row in self.list.documents.rows]

    @Slot()
    def _open(self) -> None:
        (row,) = self.list.chosen
        if not open_file(row.job.result):
            self._tell(self._tell_unopened)

    @Slot()
    def _show_folder(self) -> None:
        (row,) = self.list.chosen
        done = row.state is JobState.DONE
        if not show_in_folder(row.job.result if done else row.job.source):
            self._tell(self._tell_unopened)

    @Slot()
    def _pause(self) -> None:
        if self.list.all_paused:
            self.queue.resume(self._numbers())
        else:
            self.queue.pause(self._numbers())

    @Slot()
    def _cancel(self) -> None:
        self.queue.cancel(self._numbers())

    @Slot()
    def _retry(self) -> None:
        taken = [row for row in self.list.chosen if isinstance(row.error, ResultTaken)]
        self.queue.retry(set(self._numbers()) - {row.number for row in taken})
        self.queue.remove([row.number for row in taken])
        for row in taken:
            # Whether to replace what is there is asked as of any other.
            self.queue.plan([row.job.source], row.job.result.parent, row.job.manner)

    @Slot()
    def _remove(self) -> None:
        at = self.list.currentIndex().row()
        self.queue.remove(self._numbers())
        last = self.list.documents.rowCount() - 1
        if last >= 0 and not self.list.chosen:
            self.list.choose(min(max(at, 0), last))

    @Slot()
    def _pause_all(self) -> None:
        self.queue.pause(self._all_numbers())

    @Slot()
    def resume_all(self) -> None:
        """Go on with everything that is paused."""
        self.queue.resume(self._all_numbers())

    @Slot()
    def _cancel_all(self) -> None:
        self.queue.cancel(self._all_numbers())

    @Slot()
    def _clear_ended(self) -> None:
        self.queue.remove(self._all_numbers())

    # What there is to say

    @Slot()
    def _on_chosen_changed(self) -> None:
        chosen = self.list.chosen
        self.report.show_row(chosen[0] if len(chosen) == 1 else None)
        self._column.setStretchFactor(self.report, 1 if self.report.has_sentences else 0)

    @Slot()
    def _on_changed(self) -> None:
        rows = self.list.documents.rows
        self.foot.show_rows(rows, ready=self.queue.ready)
        shown = self.list if rows else self.empty
        if self._stack.currentWidget() is not shown:
            self._stack.setCurrentWidget(shown)
            if self.isVisible():
                self.enter()

    def _tell(self, tell: Callable[[], None]) -> None:
        self._tell_again = tell
        tell()

    def _say(self, text: str) -> None:
        tip = self.tr("Close this message")
        self.notice.tell(text, button=self.tr("Close"), tip=tip, sign="warning")

    def _tell_problems(self, problems: Sequence[tuple[Path, Exception]]) -> None:
        path, error = problems[0]
        text = self.tr("“{name}”: {problem}")
        text = text.format(name=path.name, problem=describe_document(error))
        if more := len(problems) - 1:
            others = self.tr("{count} more cannot be translated either.")
            text = f"{text} {others.format(count=self.locale().toString(more))}"
        self._say(text)

    def _tell_unopened(self) -> None:
        self._say(self.tr("It cannot be opened. Check that it is there, and has a program."))

    @Slot(object)
    def _on_unsaved(self, error: Exception) -> None:
        self._tell(lambda: self._say(describe_document(error)))
