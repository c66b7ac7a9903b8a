"""What is being done with models, each on a card of its own."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

from engine.pack_report import PackReport
from gui.import_process import Examination, Import, Outcome, Result, Step, Stopped, Task
from gui.import_thread import ImportThread
from gui.log import Unforeseen
from gui.pack_card import CardStack, PackCard
from gui.pack_content import Job, details_content, job_content
from gui.pack_details import PackDetails
from gui.theme import Theme


class PackJobs(CardStack):
    """Hands tasks to the thread and shows on cards what becomes of them.

    Args:
        theme: The colours to begin with.
        parent: The owner.

    Attributes:
        imports: Carries the tasks out; it starts with the first one.

    Signals:
        installed(str): A pack of this name is installed.
        examined(str, PackReport): What an examination of an installed pack found.
        stopped(Task): The user stopped it, and nothing is left.
        use_requested(str): The pack of this name should translate.
        remove_requested(str): It should be deleted.
        closed(): A card is gone that had the focus.
        failed(Exception): What nobody foresaw happened in another process.
    """

    installed = Signal(str)
    examined = Signal(str, object)
    stopped = Signal(object)
    use_requested = Signal(str)
    remove_requested = Signal(str)
    closed = Signal()
    failed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._jobs: dict[PackCard, Job] = {}
        self._in_use = ""
        self._details: tuple[PackCard, PackDetails, PackReport | None, bool] | None = None
        self.imports = ImportThread(self)
        self.imports.begun.connect(self._on_begun)
        self.imports.advanced.connect(self._on_advanced)
        self.imports.ended.connect(self._on_ended)

    @property
    def busy(self) -> bool:
        """Whether something is being done or waits."""
        return any(job.phase != "ended" for job in self._jobs.values())

    def use(self, name: str) -> None:
        """Take note of the pack that translates, which need not be offered."""
        self._in_use = name
        for card in self._jobs:
            self._show(card)
        self._show_details()

    def begin(self, task: Task) -> PackCard:
        """Carry out a task after those that were there before; return its card."""
        for card, job in list(self._jobs.items()):
            # What came of it before does not count any more.
            if job.task == task and job.phase == "ended":
                self._close(card)
            elif job.task == task:
                return card
        card = self._card()
        self._submit(card, task)
        self.add(card)
        return card

    def show_details(self, pack: PackDetails, report: PackReport | None, *, usable: bool) -> None:
        """Show all that is known of a pack, on one card for whichever pack it is."""
        card = self._details[0] if self._details else self._card()
        self._details = card, pack, report, usable
        self._show_details()
        if card not in self.cards:
            self.add(card)
        card.buttons["close"].setFocus()

    def apply_theme(self, theme: Theme) -> None:
        """Draw the cards in the colours of ``theme``."""
        self._theme = theme
        for card in self.cards:
            card.apply_theme(theme)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            for card in self._jobs:
                self._show(card)
            self._show_details()

    def _card(self) -> PackCard:
        card = PackCard(self._theme, self)
        card.answered.connect(partial(self._on_answer, card))
        return card

    def _show(self, card: PackCard) -> None:
        job = self._jobs[card]
        card.show_content(job_content(job, self.locale()))
        outcome = job.outcome
        in_use = isinstance(outcome, Result) and outcome.name == self._in_use
        card.buttons["use"].setEnabled(not in_use)

    def _show_details(self) -> None:
        if self._details is not None:
            card, pack, report, usable = self._details
            card.show_content(details_content(pack, report, self.locale(), usable=usable))
            card.buttons["use"].setEnabled(pack.name != self._in_use)

    def _close(self, card: PackCard) -> None:
        focus = QApplication.focusWidget()
        focused = focus is not None and card.isAncestorOf(focus)
        self._jobs.pop(card, None)
        if self._details is not None and card is self._details[0]:
            self._details = None
        self.take(card)
        if focused:
            self.closed.emit()

    def _find(self, number: int) -> PackCard | None:
        return next((card for card, job in self._jobs.items() if job.number == number), None)

    # The thread

    @Slot(int)
    def _on_begun(self, number: int) -> None:
        card = self._find(number)
        if card is not None and self._jobs[card].phase == "waiting":
            self._jobs[card].phase = "running"
            self._show(card)

    @Slot(int, object)
    def _on_advanced(self, number: int, step: Step) -> None:
        card = self._find(number)
        if card is not None and self._jobs[card].phase == "running":
            self._jobs[card].step = step
            self._show(card)

    @Slot(int, object)
    def _on_ended(self, number: int, outcome: Outcome) -> None:
        card = self._find(number)
        if card is None:
            return
        job = self._jobs[card]
        job.phase, job.outcome = "ended", outcome
        if isinstance(outcome, Stopped):
            self._close(card)
            self.stopped.emit(job.task)
            return
        self._show(card)
        self.bring_into_view(card)
        if isinstance(outcome, Result):
            if isinstance(job.task, Examination):
                self.examined.emit(outcome.name, outcome.report)
            elif outcome.installed:
                self.installed.emit(outcome.name)
        elif outcome.where:
            self.failed.emit(Unforeseen(outcome.where))

    # The user

    def _on_answer(self, card: PackCard, answer: str) -> None:
        job = self._jobs.get(card)
        if job is None:
            if answer == "use" and self._details is not None:
                self.use_requested.emit(self._details[1].name)
            self._close(card)
            return
        match answer:
            case "cancel":
                self._cancel(card, job)
            case "use" if isinstance(job.outcome, Result):
                self.use_requested.emit(job.outcome.name)
                self._close(card)
            case "remove" if isinstance(job.task, Examination):
                self.remove_requested.emit(job.task.name)
                self._close(card)
            case "close":
                self._close(card)
            case _:
                self._again(card, job, answer)

    def _cancel(self, card: PackCard, job: Job) -> None:
        job.phase = "stopping"
        self._show(card)
        self.imports.cancel(job.number)

    def _again(self, card: PackCard, job: Job, answer: str) -> None:
        """Do the same once more, as the user answered."""
        task = job.task
        if isinstance(task, Import) and answer == "import":
            source, target = card.question.languages
            task = replace(task, source_language=source, target_language=target)
        elif isinstance(task, Import) and answer == "replace":
            task = replace(task, replace=True)
        self._submit(card, task)

    def _submit(self, card: PackCard, task: Task) -> None:
        first = not self.busy
        self._jobs[card] = Job(self.imports.submit(task), task, "running" if first else "waiting")
        self._show(card)
