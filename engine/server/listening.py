"""The one place of the program that opens a network socket, and the loop that serves it."""

import contextlib
import ipaddress
import logging
import signal
import socket
import threading
from collections.abc import Iterator
from typing import Final

import uvicorn

from engine.errors import InputError
from engine.server.app import create_app
from engine.server.connections import Connection
from engine.server.jobs import Desk
from engine.server.service import Service
from engine.server.settings import Settings

BACKLOG: Final = 512
"""Connections that wait to be accepted."""

_KEEP_ALIVE: Final = 75
"""Seconds for which an idle connection is kept: longer than proxies keep theirs, so that none sends
a request into a connection that is just being closed."""

_OTHERS: Final = (
    "uvicorn",
    "uvicorn.error",
    "uvicorn.access",
    "asyncio",
    "python_multipart",
    "python_multipart.multipart",
)


def bind(host: str, port: int) -> socket.socket:
    """Take an address; connections are refused until the socket is served.

    Args:
        host: A name or an address.
        port: The port; 0 takes any that is free.

    Raises:
        InputError: It cannot be had.
    """
    try:
        family, kind, protocol, _, address = _addresses(host, port)[0]
        taken = socket.socket(family, kind, protocol)
        try:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind(address)
        except OSError:
            taken.close()
            raise
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"{host}:{port}: expected an address to listen on, found: {reason}"
        ) from error
    taken.set_inheritable(True)
    return taken


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach a host.

    Raises:
        InputError: There is no such host.
    """
    try:
        found = _addresses(host, 0)
    except (OSError, UnicodeError) as error:
        raise InputError(f"--host: expected a name or an address, found {host!r}") from error
    return all(
        ipaddress.ip_address(str(each[4][0]).partition("%")[0]).is_loopback for each in found
    )


def url_of(bound: socket.socket) -> str:
    """Return the address of a bound socket as a browser takes it."""
    host, port = bound.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def stopping() -> tuple[signal.Signals, ...]:
    """Return the signals that stop the server; the end of its terminal, unless that is ignored."""
    usual = (signal.SIGINT, signal.SIGTERM)
    hang_up = getattr(signal, "SIGHUP", None)  # Windows has none
    if hang_up is None or signal.getsignal(hang_up) is not signal.SIG_DFL:
        return usual
    return (*usual, hang_up)


class Front(uvicorn.Server):
    """Serves a socket until it is stopped, and finishes then what it began.

    Args:
        desk: Where translations are to be had.
        settings: What may be asked, and by whom.
    """

    def __init__(self, desk: Desk, settings: Settings) -> None:
        # The program's own log is the only one: others might quote what users send.
        for name in _OTHERS:
            logging.getLogger(name).setLevel(logging.CRITICAL)
        super().__init__(
            uvicorn.Config(
                create_app(Service(desk), settings),
                loop="asyncio",
                http=Connection,
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,
                server_header=False,
                backlog=BACKLOG,
                timeout_keep_alive=_KEEP_ALIVE,
                timeout_graceful_shutdown=round(settings.limits.seconds) + 5,
            )
        )

    def stop(self) -> None:
        """Have :meth:`run` end soon; on any thread."""
        self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal. Unlike the base class, do not die of it when all is done."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self.handle_exit) for number in stopping()}
        if hasattr(signal, "pthread_sigmask"):  # front ends are started with them held back
            signal.pthread_sigmask(signal.SIG_UNBLOCK, before)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _addresses(
    host: str, port: int
) -> list[tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[object, ...]]]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    # An address of version 4 first: "localhost" is expected to be 127.0.0.1.
    return sorted(found, key=lambda each: each[0] != socket.AF_INET)
