"""Pausing, resuming and cancelling work that runs in another thread."""

import threading

from engine.errors import Cancelled


class Control:
    """What the owner of a job holds in hand. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._running = threading.Event()
        self._running.set()
        self._cancelled = threading.Event()

    def pause(self) -> None:
        """Let the job rest after the batch that it is at."""
        self._running.clear()

    def resume(self) -> None:
        """Let the job go on."""
        self._running.set()

    def cancel(self) -> None:
        """Let the job end, soon, without a result and without a trace."""
        self._cancelled.set()
        self._running.set()

    @property
    def paused(self) -> bool:
        """Whether the job rests, or soon will."""
        return not self._running.is_set()

    @property
    def cancelled(self) -> threading.Event:
        """Set when the job is to end."""
        return self._cancelled

    def go_on(self) -> None:
        """Wait while the job is to rest.

        Raises:
            Cancelled: It is to end.
        """
        self._running.wait()
        if self._cancelled.is_set():
            raise Cancelled
