"""Front ends in processes of their own, all of which share the engine of this one.

Every front end accepts connections from the same socket and has a pipe to the engine. One that dies
is replaced; what it had begun is given up.
"""

import contextlib
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Final

from engine.records import record
from engine.server.faults import log_to_standard_error
from engine.server.jobs import Desk
from engine.server.listening import Front, stopping
from engine.server.pipes import Attendant, RemoteDesk
from engine.server.settings import Settings

_LOG: Final = logging.getLogger(__name__)

_PAUSE: Final = 1.0
"""Seconds before a front end that died young is replaced."""


@record
class _Worker:
    process: BaseProcess
    attendant: Attendant
    thread: threading.Thread
    born: float


class Workers:
    """The front ends.

    Args:
        desk: Where translations are to be had.
        settings: What may be asked, and by whom.
        bound: The socket that all of them serve.
        count: How many there are.
    """

    def __init__(self, desk: Desk, settings: Settings, bound: socket.socket, count: int) -> None:
        self._desk = desk
        self._settings = settings
        self._bound = bound
        self._count = count
        self._context = get_context("spawn")
        self._workers: list[_Worker] = []
        self._stopping = False

    def run(self, ready: Callable[[], object]) -> None:
        """Run front ends until a signal comes; return when all of them have ended.

        Args:
            ready: Called when the first ones have been started.
        """
        with self._woken_by_signals() as woken:
            self._workers = [self._start() for _ in range(self._count)]
            ready()
            while self._workers:
                dead = wait([woken, *(worker.process.sentinel for worker in self._workers)])
                if woken in dead:
                    woken.recv_bytes()
                    for worker in self._workers:
                        worker.attendant.stop()
                self._bury(dead)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(
            target=front_end, args=(theirs, self._bound, self._settings), name="yiwen-front"
        )
        with _held_back():
            process.start()
        theirs.close()  # so that the end of the process is the end of the pipe
        attendant = Attendant(ours, self._desk)
        thread = threading.Thread(target=attendant.run, name="attendant", daemon=True)
        thread.start()
        return _Worker(process, attendant, thread, time.monotonic())

    def _bury(self, dead: Sequence[object]) -> None:
        """Let go of the front ends that ended, and replace them unless all is to end."""
        for worker in [each for each in self._workers if each.process.sentinel in dead]:
            self._workers.remove(worker)
            worker.process.join()
            worker.thread.join()
            if self._stopping:
                continue
            _LOG.error("a front end ended with code %s; starting another", worker.process.exitcode)
            time.sleep(max(0.0, worker.born + _PAUSE - time.monotonic()))
            self._workers.append(self._start())

    @contextlib.contextmanager
    def _woken_by_signals(self) -> Iterator[Connection]:
        woken, waker = self._context.Pipe(duplex=False)

        def stop(_number: int, _frame: FrameType | None) -> None:
            if not self._stopping:
                self._stopping = True
                waker.send_bytes(b"!")

        before = {number: signal.signal(number, stop) for number in stopping()}
        try:
            yield woken
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            woken.close()
            waker.close()


@contextlib.contextmanager
def _held_back() -> Iterator[None]:
    """Hold back the signals that stop, here and in what is started, which lets them in when it can.

    Ctrl-C reaches all processes of a terminal, those that are still being set up, too.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # to start it would let them in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def front_end(connection: Connection, bound: socket.socket, settings: Settings) -> None:
    """Be a front end: what a process of :class:`Workers` runs."""
    log_to_standard_error()
    stop = threading.Event()
    fronts: list[Front] = []

    def stopped() -> None:
        stop.set()
        for front in fronts:
            front.stop()

    desk = RemoteDesk(connection, stopped)
    front = Front(desk, settings)
    fronts.append(front)
    if not stop.is_set():
        front.run([bound])
    desk.close()
