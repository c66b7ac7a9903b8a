"""A desk at the other end of a pipe: front ends reach the one process that has the model.

Messages are pickled, between processes of one program only: nobody else holds an end of the pipe.
"""

import contextlib
import itertools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from typing import Final

from engine.records import record
from engine.server.jobs import Answered, Desk, Event, Failed, Finished, Job, Listener

_LOST: Final = Failed("stopping", "the engine is gone; try again", 1)

_PATIENCE: Final = 10.0
"""Seconds to wait for figures."""


@record
class _Submit:
    number: int
    job: Job


@record
class _Cancel:
    number: int


@record
class _Figures:
    number: int


@record
class _Answer:
    number: int
    what: Event | bytes


@record
class _Stop:
    pass


class _Post:
    """Sends messages in order without ever keeping who sends them waiting."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._send, name="pipe-post", daemon=True)
        self._thread.start()

    def send(self, message: object) -> None:
        self._waiting.put(message)

    def close(self) -> None:
        """Send what waits, and last of all that nothing more will come."""
        self._waiting.put(_Goodbye())
        self._thread.join()

    def _send(self) -> None:
        message = None
        while not isinstance(message, _Goodbye):
            message = self._waiting.get()
            try:
                self._connection.send(message)
            except (OSError, ValueError):
                return  # the other end is gone; whoever reads from it finds out


@record
class _Goodbye:
    pass


class RemoteDesk:
    """Hands jobs in through a pipe; a desk (see :class:`engine.server.jobs.Desk`).

    Args:
        connection: The pipe's end; an :class:`Attendant` is at the other.
        stop: Called when the other end wishes this one to end, or is gone.
    """

    def __init__(self, connection: Connection, stop: Callable[[], None]) -> None:
        self._connection = connection
        self._post = _Post(connection)
        self._stop = stop
        self._numbers = itertools.count(1)
        self._listeners: dict[int, Listener] = {}
        self._figures: dict[int, Future[bytes]] = {}
        self._guard = threading.Lock()
        self._lost = False
        threading.Thread(target=self._listen, name="pipe-listener", daemon=True).start()

    def submit(self, job: Job, listener: Listener) -> int:
        """Hand in a job."""
        number = next(self._numbers)
        with self._guard:
            lost = self._lost
            if not lost:
                self._listeners[number] = listener
        if lost:
            listener(_LOST)
        else:
            self._post.send(_Submit(number, job))
        return number

    def cancel(self, number: int) -> None:
        """Give a job up, if it is not finished."""
        with self._guard:
            known = self._listeners.pop(number, None)
        if known is not None:
            self._post.send(_Cancel(number))

    def note(self, answered: Answered) -> None:
        """Count an answer."""
        self._post.send(answered)

    def figures(self) -> bytes:
        """Return all figures.

        Raises:
            TimeoutError: The other end does not answer.
        """
        number = next(self._numbers)
        future: Future[bytes] = Future()
        with self._guard:
            self._figures[number] = future
        self._post.send(_Figures(number))
        try:
            return future.result(_PATIENCE)
        finally:
            with self._guard:
                self._figures.pop(number, None)

    def close(self) -> None:
        """Send what waits to be sent, then let go of the other end."""
        self._post.close()

    def _listen(self) -> None:
        with self._connection, contextlib.suppress(EOFError, OSError):
            while not isinstance(message := self._connection.recv(), _Goodbye):
                if isinstance(message, _Answer):
                    self._hear(message.number, message.what)
                else:
                    self._stop()
        with self._guard:
            left = list(self._listeners)
            self._lost = True
        for number in left:
            self._hear(number, _LOST)
        self._stop()

    def _hear(self, number: int, what: Event | bytes) -> None:
        with self._guard:
            if isinstance(what, bytes):
                future = self._figures.pop(number, None)
                if future is not None:
                    future.set_result(what)
                return
            ends = isinstance(what, Finished | Failed)
            take = self._listeners.pop if ends else self._listeners.get
            listener = take(number, None)
        if listener is not None:
            listener(what)


class Attendant:
    """Serves a desk to the other end of a pipe.

    Args:
        connection: The pipe's end; a :class:`RemoteDesk` is at the other.
        desk: The desk.
    """

    def __init__(self, connection: Connection, desk: Desk) -> None:
        self._connection = connection
        self._desk = desk
        self._post = _Post(connection)
        self._numbers: dict[int, int] = {}
        self._guard = threading.Lock()

    def stop(self) -> None:
        """Ask the other end to finish what it began, and end."""
        self._post.send(_Stop())

    def run(self) -> None:
        """Serve until the other end is gone; give up then what it left behind."""
        with self._connection:
            with contextlib.suppress(EOFError, OSError):
                while not isinstance(message := self._connection.recv(), _Goodbye):
                    self._attend(message)
            with self._guard:
                left = list(self._numbers.values())
            for number in left:
                self._desk.cancel(number)
            self._post.close()

    def _attend(self, message: object) -> None:
        if isinstance(message, _Submit):
            self._submit(message)
        elif isinstance(message, _Cancel):
            with self._guard:
                number = self._numbers.pop(message.number, None)
            if number is not None:
                self._desk.cancel(number)
        elif isinstance(message, _Figures):
            self._post.send(_Answer(message.number, self._desk.figures()))
        elif isinstance(message, Answered):
            self._desk.note(message)

    def _submit(self, message: _Submit) -> None:
        """Hand in what came through the pipe, and remember under which number until it ends."""
        ended = False

        def listener(event: Event) -> None:
            nonlocal ended
            self._post.send(_Answer(message.number, event))
            if isinstance(event, Finished | Failed):
                with self._guard:
                    ended = True
                    self._numbers.pop(message.number, None)

        number = self._desk.submit(message.job, listener)
        with self._guard:
            if not ended:
                self._numbers[message.number] = number
