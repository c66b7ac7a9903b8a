"""Pausing, resuming, suspending and cancelling work that runs in another thread."""

import threading

from engine.errors import Cancelled


class Control:
    """What the owner of a job holds in hand. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._running = threading.Event()
        self._running.set()
        self._cancelled = threading.Event()
        self._suspended = False

    def pause(self) -> None:
        """Let the job rest after the batch that it is at."""
        self._running.clear()

    def resume(self) -> None:
        """Let the job go on."""
        self._running.set()

    def cancel(self) -> None:
        """Let the job end, soon, without a result and without a trace."""
        self._suspended = False
        self._cancelled.set()
        self._running.set()

    def suspend(self) -> None:
        """Let the job end, soon, without a result; the next one that is made alike goes on.

        A job that was cancelled before stays so.
        """
        if not self._cancelled.is_set():
            self._suspended = True
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

    @property
    def suspended(self) -> bool:
        """Whether it ends only for now."""
        return self._suspended

    def go_on(self) -> None:
        """Wait while the job is to rest.

        Raises:
            Cancelled: It is to end.
        """
        self._running.wait()
        if self._cancelled.is_set():
            raise Cancelled
