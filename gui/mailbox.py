"""How the window and its worker thread hand things to each other.

Work goes in through a mailbox with a single slot, because only the newest text matters; what comes
of it goes back through an outbox that is emptied in one go, so that a thousand sentences do not
become a thousand events. Neither knows anything of Qt.
"""

import threading
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ticket(Generic[T]):
    """A job and the event that calls it off.

    Attributes:
        job: What is to be done.
        cancel: Set as soon as nobody wants the result any more.
    """

    job: T
    cancel: threading.Event = field(default_factory=threading.Event)


class Mailbox(Generic[T]):
    """A slot for one pending job. Putting a newer one in calls everything older off."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._pending: Ticket[T] | None = None
        self._running: Ticket[T] | None = None
        self._closed = False

    def put(self, job: T) -> Ticket[T]:
        """Replace the pending job and call the running one off.

        A closed mailbox takes nothing more: the ticket it returns is cancelled already.
        """
        ticket = Ticket(job)
        with self._changed:
            self._call_off()
            if self._closed:
                ticket.cancel.set()
            else:
                self._pending = ticket
                self._changed.notify()
        return ticket

    def take(self) -> Ticket[T] | None:
        """Wait for a job and return it, or ``None`` once the mailbox is closed."""
        with self._changed:
            self._running = None
            self._changed.wait_for(lambda: self._closed or self._pending is not None)
            self._running, self._pending = self._pending, None
            return self._running

    def cancel(self) -> None:
        """Call off the pending and the running job."""
        with self._changed:
            self._call_off()

    def close(self) -> None:
        """Call everything off and let ``take`` return ``None`` from now on."""
        with self._changed:
            self._call_off()
            self._closed = True
            self._changed.notify_all()

    def _call_off(self) -> None:
        for ticket in (self._pending, self._running):
            if ticket is not None:
                ticket.cancel.set()
        self._pending = None


class Outbox(Generic[T]):
    """Messages on their way back, kept in order until somebody empties the box."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._messages: list[T] = []

    def push(self, message: T) -> bool:
        """Add a message and tell whether the box was empty, so that the reader must be called."""
        with self._lock:
            self._messages.append(message)
            return len(self._messages) == 1

    def drain(self) -> list[T]:
        """Take every message out, oldest first."""
        with self._lock:
            messages, self._messages = self._messages, []
            return messages
