"""How the window and its worker thread hand things to each other.

Work goes in through a mailbox with a single slot for each kind, because only the newest text
matters; what comes of it goes back through an outbox that is emptied in one go, so that a thousand
sentences do not become a thousand events. Neither knows anything of Qt.
"""

import threading
from collections.abc import Iterable
from dataclasses import field
from enum import IntEnum
from typing import Generic, TypeVar

from engine.records import record

T = TypeVar("T")


@record
class Ticket(Generic[T]):
    """A job and the event that calls it off.

    Attributes:
        job: What is to be done.
        cancel: Set as soon as nobody wants the result any more.
    """

    job: T
    cancel: threading.Event = field(default_factory=threading.Event)


class Lane(IntEnum):
    """Kinds of work; what is smaller goes first."""

    SWITCH = 0
    TEXT = 1
    ASIDE = 2


class Mailbox(Generic[T]):
    """A slot for one pending job in each lane.

    Putting a newer job in calls off what is older in the same lane, and a switch calls everything
    off: whatever was asked of the pack that is given up is outdated.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._pending: dict[Lane, Ticket[T]] = {}
        self._running: dict[Lane, Ticket[T]] = {}
        self._closed = False

    def put(self, job: T, lane: Lane = Lane.TEXT) -> Ticket[T]:
        """Replace the pending job of a lane and call the running one off.

        A closed mailbox takes nothing more: the ticket it returns is cancelled already.
        """
        ticket = Ticket(job)
        with self._changed:
            self._call_off(Lane if lane is Lane.SWITCH else (lane,))
            if self._closed:
                ticket.cancel.set()
            else:
                self._pending[lane] = ticket
                self._changed.notify()
        return ticket

    def take(self) -> Ticket[T] | None:
        """Wait for a job and return it, or ``None`` once the mailbox is closed."""
        with self._changed:
            self._running.clear()
            self._changed.wait_for(lambda: self._closed or bool(self._pending))
            if self._closed:
                return None
            return self._start(min(self._pending))

    def take_aside(self) -> Ticket[T] | None:
        """Return what waits in the last lane, without waiting; the job that runs goes on."""
        with self._changed:
            return self._start(Lane.ASIDE) if Lane.ASIDE in self._pending else None

    def cancel(self, lane: Lane = Lane.TEXT) -> None:
        """Call off the pending and the running job of a lane."""
        with self._changed:
            self._call_off((lane,))

    def close(self) -> None:
        """Call everything off and let ``take`` return ``None`` from now on."""
        with self._changed:
            self._call_off(Lane)
            self._closed = True
            self._changed.notify_all()

    def _start(self, lane: Lane) -> Ticket[T]:
        ticket = self._running[lane] = self._pending.pop(lane)
        return ticket

    def _call_off(self, lanes: Iterable[Lane]) -> None:
        for lane in lanes:
            for tickets in (self._pending, self._running):
                if lane in tickets:
                    tickets[lane].cancel.set()
            self._pending.pop(lane, None)


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

    def drain(self, most: int) -> list[T]:
        """Take messages out, oldest first, and not more than so many.

        What is left is called for by nobody; who takes messages comes again until there are none.
        """
        with self._lock:
            messages, self._messages = self._messages[:most], self._messages[most:]
            return messages
