"""One window for each user: a second start hands over what it was asked to do.

The first instance holds a lock file as long as it runs and listens on a local socket that only its
user can reach. A lock whose process was killed is stale and is taken over, socket included.
"""

import getpass
import logging
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCryptographicHash,
    QDeadlineTimer,
    QLockFile,
    QObject,
    QThread,
    Signal,
    Slot,
)

from engine.places import data_folder
from engine.records import record
from gui.storage import make_private

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

_LOG = logging.getLogger(__name__)

MESSAGE_LIMIT = 16 << 20
"""Longest message in bytes; a novel is a tenth of it."""

_ANSWER = b"ok\n"
_PATIENCE_MS = 5000
_RETRY_MS = 100
# A Unix socket's path is limited to 108 bytes on Linux and 104 on macOS.
_PATH_LIMIT = 100


class NoAnswer(Exception):
    """Another instance runs but does not answer."""


@record(kw_only=True)
class Request:
    """What a start was asked to do.

    Attributes:
        text: A text to translate.
        files: Absolute paths of files to open.
        translate_clipboard: Translate what is on the clipboard.
        activation: The token by which the desktop lets a window come to the front.
    """

    text: str | None = None
    files: tuple[str, ...] = ()
    translate_clipboard: bool = False
    activation: str = ""

    def to_bytes(self) -> bytes:
        """Return the request as one line of JSON."""
        import json  # noqa: PLC0415 - the first start hands nothing over

        return json.dumps(asdict(self)).encode("ascii") + b"\n"

    @classmethod
    def from_bytes(cls, line: bytes) -> "Request":
        """Read a request; fields that are not known are ignored.

        Raises:
            ValueError: It is not one.
        """
        import json  # noqa: PLC0415 - as above

        data = json.loads(line)
        fields = data if isinstance(data, dict) else {}
        text, files = fields.get("text"), fields.get("files", [])
        clipboard, activation = (
            fields.get("translate_clipboard", False),
            fields.get("activation", ""),
        )
        sound = (
            isinstance(data, dict),
            text is None or isinstance(text, str),
            isinstance(files, list) and all(isinstance(each, str) for each in files),
            isinstance(clipboard, bool),
            isinstance(activation, str),
        )
        if not all(sound):
            raise ValueError(f"expected a request's fields, found {sorted(fields)}")
        return cls(
            text=text,
            files=tuple(files),
            translate_clipboard=clipboard,
            activation=activation,
        )


class SingleInstance(QObject):
    """The place where instances meet.

    Args:
        name: Distinguishes programs and users; see :func:`meeting_place`.
        lock: Path of the lock file; its folder must be there.
        parent: The owner.

    Signals:
        requested(Request): A second start hands this over.
    """

    requested = Signal(object)

    def __init__(self, name: str, lock: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._lock = QLockFile(str(lock))
        # However long the first instance has been running, its lock is good while it lives.
        self._lock.setStaleLockTime(0)
        self._server: QLocalServer | None = None

    def claim(self) -> bool:
        """Become the first instance; return whether there was no other.

        Another start waits for a while until this one listens.

        Raises:
            OSError: The lock file cannot be made, so nobody can tell.
        """
        if not self._lock.tryLock(0):
            error = self._lock.error()
            if error is not QLockFile.LockError.LockFailedError:
                raise OSError(f"expected a lock file that can be made, found {error.name}")
            return False
        return True

    def listen(self) -> None:
        """Listen for other starts; the first instance may."""
        from PySide6.QtNetwork import QLocalServer  # noqa: PLC0415 - the window does not wait

        server = self._server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.newConnection.connect(self._on_connection)
        # Whoever held the lock is gone; a socket that is still there leads nowhere.
        QLocalServer.removeServer(self._name)
        if not server.listen(self._name):
            _LOG.warning("cannot listen for other starts: %s", server.serverError())

    def hand_over(self, request: Request, patience_ms: int = _PATIENCE_MS) -> None:
        """Give ``request`` to the first instance.

        Raises:
            NoAnswer: It did not take it.
            ValueError: The request is longer than :data:`MESSAGE_LIMIT`.
        """
        from PySide6.QtNetwork import QLocalSocket  # noqa: PLC0415 - the first start needs none

        message = request.to_bytes()
        if len(message) > MESSAGE_LIMIT:
            raise ValueError(f"expected at most {MESSAGE_LIMIT:,} bytes, found {len(message):,}")
        deadline = QDeadlineTimer(patience_ms)
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        # The first instance may have claimed its place without listening yet.
        while not socket.waitForConnected(_RETRY_MS):
            if deadline.hasExpired():
                raise NoAnswer(socket.errorString())
            socket.abort()
            QThread.msleep(_RETRY_MS)
            socket.connectToServer(self._name)
        socket.write(message)
        answer = b""
        while not answer.endswith(b"\n"):
            if deadline.hasExpired() or not socket.waitForReadyRead(deadline.remainingTime()):
                raise NoAnswer("no answer")
            answer += bytes(socket.readAll().data())
        if answer != _ANSWER:
            raise NoAnswer("the request was refused")

    def close(self) -> None:
        """Let another instance be the first."""
        if self._server is not None:
            self._server.close()
        self._lock.unlock()

    @Slot()
    def _on_connection(self) -> None:
        server = self._server
        while server is not None and (socket := server.nextPendingConnection()) is not None:
            _Visitor(socket, self)


class _Visitor(QObject):
    """A second start that is handing something over."""

    def __init__(self, socket: "QLocalSocket", owner: SingleInstance) -> None:
        super().__init__(owner)
        self._owner = owner
        self._socket = socket
        self._received = bytearray()
        socket.setParent(self)
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(self.deleteLater)
        self._read()

    @Slot()
    def _read(self) -> None:
        self._received += bytes(self._socket.readAll().data())
        line, end, _rest = self._received.partition(b"\n")
        if len(line) > MESSAGE_LIMIT:
            self._refuse("too long")
        elif end:
            try:
                request = Request.from_bytes(bytes(line))
            except (ValueError, RecursionError):
                self._refuse("not a request")
                return
            self._socket.write(_ANSWER)
            self._socket.flush()
            self._socket.disconnectFromServer()
            self._owner.requested.emit(request)

    def _refuse(self, why: str) -> None:
        # What it said is the user's text, perhaps, so only the fault is logged.
        _LOG.warning("a message from another start was refused: %s", why)
        self._socket.readyRead.disconnect(self._read)
        self._socket.write(b"refused\n")
        self._socket.flush()
        self._socket.disconnectFromServer()


def meeting_place() -> tuple[str, Path]:
    """Return the name of this user's socket and the path of the lock file.

    The socket is in a folder that is the user's alone wherever there is one, so that nobody else
    can wait there for other people's texts.

    Raises:
        OSError: The folder cannot be made, or is not the user's alone.
    """
    told = f"{getpass.getuser()}\0{data_folder()}".encode()
    # Qt's is there already; Python's would load a library of its own.
    digest = QCryptographicHash.hash(told, QCryptographicHash.Algorithm.Sha256)
    user = bytes(digest.data()).hex()[:16]
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    folder = Path(runtime) if runtime and os.access(runtime, os.W_OK) else data_folder()
    make_private(folder)
    lock = folder / f"yiwen-{user}.lock"
    if sys.platform == "win32":
        return f"yiwen-{user}", lock
    name = str(folder / f"yiwen-{user}")
    if len(os.fsencode(name)) > _PATH_LIMIT:
        import tempfile  # noqa: PLC0415 - rarely needed

        private = Path(tempfile.gettempdir()) / f"yiwen-{os.getuid()}"
        private.mkdir(mode=0o700, exist_ok=True)
        if private.stat().st_uid != os.getuid() or private.stat().st_mode & 0o077:
            raise PermissionError(f"{private}: expected a folder of this user's alone")
        name = str(private / user)
    return name, lock
