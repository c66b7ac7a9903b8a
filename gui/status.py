"""The line at the bottom: what is going on, and how the last translation went."""

from PySide6.QtCore import QEvent, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from gui.session import State, TranslationSession
from gui.target_view import TargetView
from gui.text_view import MARGIN
from gui.theme import Theme
from gui.widgets import Dot, ElidedLabel
from gui.worker import JobReport

_HEIGHT = 32
_ROOMY = 360


class StatusLine(QWidget):
    """One line of text with a dot in front.

    Args:
        parent: The owner.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = State.LOADING
        self._theme = Theme.from_palette(self.palette())
        self._view: TargetView | None = None
        self._reported: tuple[int, int] | JobReport | None = None
        self._dot = Dot(self)
        self.summary = ElidedLabel(self)
        self.report = QLabel(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(MARGIN, 0, MARGIN, 0)
        layout.setSpacing(8)
        layout.addWidget(self._dot)
        layout.addWidget(self.summary, 1)
        layout.addWidget(self.report)
        self.setFixedHeight(_HEIGHT)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        # What they are called is what they say; a name would hide that from a screen reader.
        self.summary.setAccessibleDescription(self.tr("State"))
        self.report.setAccessibleDescription(self.tr("Last translation"))
        self._show_summary()
        self._show_reported()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Say less where there is less room."""
        super().resizeEvent(event)
        self._show_summary()
        self._show_reported()

    def follow(self, session: TranslationSession, view: TargetView) -> None:
        """Show from now on how it stands with a session, which translates into ``view``."""
        self._view = view
        session.state_changed.connect(self.set_state)
        session.started.connect(self.clear_report)
        session.finished.connect(self.show_report)
        session.failed.connect(self.clear_report)
        session.cancelled.connect(self._on_cancelled)
        session.cleared.connect(self.clear_report)

    @Slot()
    def _on_cancelled(self) -> None:
        if self._view is not None and self._view.total:
            self.show_progress(self._view.done, self._view.total)

    @Slot(object)
    def set_state(self, state: State) -> None:
        """Show what is going on."""
        self._state = state
        # How an older text went would only confuse.
        self.report.setVisible(state is not State.OUTDATED)
        self._show_summary()
        self.apply_theme(self._theme)

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the running translation, or the stopped one, has come."""
        self._reported = done, total
        number = self.locale().toString
        if total == 1:
            text = self.tr("1 sentence")
        elif self.width() >= _ROOMY:
            text = self.tr("{done} of {total} sentences")
        else:
            text = self.tr("{done} of {total}")
        self.report.setText(text.format(done=number(done), total=number(total)))

    @Slot(object)
    def show_report(self, report: JobReport) -> None:
        """Show how long a translation took in the engine and how many sentences it has."""
        self._reported = report
        number = self.locale().toString
        if report.seconds < 0.01:
            seconds = self.tr("under 0.01 s")
        else:
            seconds = self.tr("{seconds} s").format(seconds=number(report.seconds, "f", 2))
        if report.segments == 1:
            sentences = self.tr("1 sentence")
        else:
            sentences = self.tr("{count} sentences").format(count=number(report.segments))
        self.report.setText(f"{seconds} · {sentences}")

    @Slot()
    def clear_report(self) -> None:
        """Show nothing about the last translation."""
        self._reported = None
        self.report.clear()

    def apply_theme(self, theme: Theme) -> None:
        """Draw the dot in the colours of ``theme``."""
        self._theme = theme
        match self._state:
            case State.ERROR | State.NO_PACK:
                colour = theme.danger
            case State.LOADING | State.SWITCHING | State.OUTDATED:
                colour = theme.caution
            case _:
                colour = theme.accent
        self._dot.set_colour(colour)

    def _show_reported(self) -> None:
        match self._reported:
            case JobReport() as report:
                self.show_report(report)
            case (done, total):
                self.show_progress(done, total)
            case None:
                self.clear_report()

    def _show_summary(self) -> None:
        words = {
            State.LOADING: self.tr("Loading the translation model…"),
            State.EMPTY: self.tr("Ready"),
            State.TRANSLATING: self.tr("Translating…"),
            State.DONE: self.tr("Done"),
            State.OUTDATED: self.tr("Out of date"),
            State.CANCELLED: self.tr("Stopped"),
            State.ERROR: self.tr("Error"),
            State.NO_PACK: self.tr("No translation model"),
            State.SWITCHING: self.tr("Changing the translation model…"),
        }
        # Where there is little room, what goes on matters more than what is always so.
        parts = (self.tr("Offline") if self.width() >= _ROOMY else "", words[self._state])
        self.summary.setText(" · ".join(part for part in parts if part))
