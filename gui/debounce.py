"""Waiting for a pause in the typing, as short as the engine allows."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot

SHORTEST_MS = 60
LONGEST_MS = 500
_INITIAL_MS = 150
_PER_COST = 2.0
_MEMORY = 0.5


class Debouncer(QObject):
    """Calls back once the triggers have paused.

    The pause it waits for follows what a call costs: with a fast engine one hardly notices it, a
    slow one is not started for every letter. While it is held, as when an input method is
    composing, nothing is called.

    Args:
        callback: What to call.
        parent: The owner.
    """

    def __init__(self, callback: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._callback = callback
        self._delay_ms = float(_INITIAL_MS)
        self._waiting = False
        self._held = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.flush)

    @property
    def delay_ms(self) -> int:
        """The pause it waits for, in milliseconds."""
        return round(self._delay_ms)

    @property
    def waiting(self) -> bool:
        """Whether a call is due."""
        return self._waiting

    def trigger(self) -> None:
        """Ask for a call after a pause, counted from now."""
        self._waiting = True
        if not self._held:
            self._timer.start(self.delay_ms)

    @Slot()
    def flush(self) -> None:
        """Make the call that is due at once; without one, or while held, do nothing."""
        if self._waiting and not self._held:
            self.cancel()
            self._callback()

    def cancel(self) -> None:
        """Forget the call that is due."""
        self._waiting = False
        self._timer.stop()

    def set_held(self, held: bool) -> None:
        """Hold calls back, or release them: the pause then starts anew."""
        if held == self._held:
            return
        self._held = held
        if held:
            self._timer.stop()
        elif self._waiting:
            self._timer.start(self.delay_ms)

    def note_cost(self, seconds: float) -> None:
        """Tell how long one sentence took; the pause moves half-way to what fits that."""
        fitting = min(max(1000 * _PER_COST * seconds, SHORTEST_MS), LONGEST_MS)
        self._delay_ms += (fitting - self._delay_ms) * _MEMORY
