"""The thin line under the bar: how far a translation that takes a while has come."""

import time

from PySide6.QtCore import QEvent, QTimer, Signal, Slot
from PySide6.QtWidgets import QProgressBar, QWidget

from engine.document import Document
from gui.pace import Pace
from gui.session import State, TranslationSession
from gui.target_view import TargetView

AFTER_MS = 500
"""A translation that is done by then needs no line."""
_FRAME_MS = 100
_FINENESS = 1000


class ProgressLine(QProgressBar):
    """Appears once a translation has taken half a second, and moves until it is over.

    Args:
        session: What is translated.
        view: Where the sentences arrive.
        parent: The owner.

    Signals:
        slow_changed(bool): A translation takes long, or it is over.
        counted(int, int): So many sentences are done, of so many; only told while it takes long.
    """

    slow_changed = Signal(bool)
    counted = Signal(int, int)

    def __init__(
        self, session: TranslationSession, view: TargetView, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._view = view
        self._pace = Pace()
        self._slow = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(AFTER_MS)
        self._patience.timeout.connect(self._appear)
        self._frames = QTimer(self)
        self._frames.setInterval(_FRAME_MS)
        self._frames.timeout.connect(self._move)
        self.setTextVisible(False)
        self.setFixedHeight(2)
        self.setRange(0, _FINENESS)
        self.reset()
        session.state_changed.connect(self._on_state_changed)
        session.started.connect(self._on_started)
        session.segments_added.connect(self._on_segments_added)
        self.retranslate()

    @property
    def slow(self) -> bool:
        """Whether a translation takes long enough to be watched."""
        return self._slow

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setAccessibleName(self.tr("Progress of the translation"))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @Slot(object)
    def _on_state_changed(self, state: State) -> None:
        if state is State.TRANSLATING:
            self._pace.begin((), time.monotonic())
            self._patience.start()
            return
        self._patience.stop()
        self._frames.stop()
        self.reset()
        self._set_slow(slow=False)

    @Slot(object)
    def _on_started(self, document: Document) -> None:
        lengths = (len(segment.text) for segment in document.segments)
        self._pace.begin(lengths, time.monotonic())

    @Slot(object)
    def _on_segments_added(self, _segments: object) -> None:
        self._pace.came(self._view.done, time.monotonic())
        if self._slow:
            self._tell()

    @Slot()
    def _appear(self) -> None:
        self._frames.start()
        self._set_slow(slow=True)
        self._tell()

    def _set_slow(self, *, slow: bool) -> None:
        if slow != self._slow:
            self._slow = slow
            self.slow_changed.emit(slow)

    def _tell(self) -> None:
        self._move()
        if self._view.total:
            self.counted.emit(self._view.done, self._view.total)

    @Slot()
    def _move(self) -> None:
        self.setValue(round(_FINENESS * self._pace.share(time.monotonic())))
