"""``yiwen serve`` as a process of its own, as users start it."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.support.serving import PATIENCE, Client

ROOT = Path(__file__).parents[2]
_STARTING = 60.0


class ServerProcess:
    """A server that was started.

    Attributes:
        client: Asks it.
        process: The process.
        said: What it wrote to its standard error so far.
    """

    def __init__(self, *arguments: str, **environment: str) -> None:
        command = [sys.executable, "-m", "engine", "serve", "--port", "0", *arguments]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = ""
        self._ready = threading.Event()
        self._address = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert self._ready.wait(_STARTING), self.said
        assert self._address, self.said
        self.client = Client(self._address)

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said += line
            if found := re.search(r"answers at (http://\S+),", line):
                self._address = found[1]
                self._ready.set()
        self._ready.set()

    def tell(self, number: int = signal.SIGTERM) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def ended(self) -> int:
        """Wait until it has ended, and return its exit code."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code

    def memory(self) -> int:
        """Return how much memory it takes, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024


@contextlib.contextmanager
def server_process(*arguments: str, **environment: str) -> Iterator[ServerProcess]:
    """Start a server, and end it by whatever means if the test did not."""
    server = ServerProcess(*arguments, **environment)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.tell()
            try:
                server.ended()
            except subprocess.TimeoutExpired:
                server.process.kill()
                raise
        assert server.process.stderr is not None
        server.process.stderr.close()
