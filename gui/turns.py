"""Whose turn it is at the model: what somebody waits for goes before what takes hours."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Interrupt(threading.Event):
    """Set when it is set itself, or another event is.

    Args:
        other: The other event.
    """

    def __init__(self, other: threading.Event) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        """Tell whether either is set."""
        return super().is_set() or self._other.is_set()


class Turns:
    """Lets one piece of work at a time have the model, and text before documents.

    Every method may be called from any thread.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._texts = 0
        self._document: threading.Event | None = None

    @contextmanager
    def text(self) -> Iterator[None]:
        """Work on a text: a document that is being worked on is interrupted, and waits."""
        with self._changed:
            self._texts += 1
            if self._document is not None:
                self._document.set()
            self._changed.wait_for(lambda: self._document is None)
        try:
            yield
        finally:
            with self._changed:
                self._texts -= 1
                self._changed.notify_all()

    @contextmanager
    def document(self, interrupt: threading.Event) -> Iterator[None]:
        """Work on a part of a document, once no text is waiting.

        Args:
            interrupt: Set when the work should be broken off, to be done again later. Whoever sets
                it otherwise calls :meth:`wake`.
        """
        with self._changed:
            self._changed.wait_for(lambda: not self._texts or interrupt.is_set())
            self._document = interrupt
        try:
            yield
        finally:
            with self._changed:
                self._document = None
                self._changed.notify_all()

    def wake(self) -> None:
        """Let those who wait look at their events."""
        with self._changed:
            self._changed.notify_all()
