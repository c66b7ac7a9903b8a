"""Runs the command line in this process, with streams and models of the test's own."""

import io
from dataclasses import dataclass
from typing import Any

from engine.cli import run
from engine.commands.streams import Streams
from tests.support.fake_translator import FakeTranslator


class Bytes(io.BytesIO):
    """A stream of bytes that may be a terminal, notes each flush, and may fail."""

    def __init__(self, data: bytes = b"", *, terminal: bool = False, error: int = 0) -> None:
        super().__init__(data)
        self.terminal = terminal
        self.error = error
        self.flushed: list[bytes] = []

    def isatty(self):
        return self.terminal

    def read(self, size: int | None = -1) -> bytes:
        if self.error:
            raise OSError(self.error, "it broke")
        return super().read(size)

    def flush(self):
        if self.error:
            raise OSError(self.error, "it broke")
        self.flushed.append(self.getvalue())


class Messages(io.StringIO):
    """Standard error, a terminal or not."""

    def __init__(self, *, terminal: bool = False) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@dataclass
class Done:
    """What a command came to."""

    code: int
    out: str
    err: str
    flushed: list[str]
    asked: list[tuple[str | None, int]]
    translator: Any

    @property
    def line(self) -> str:
        """The only line of the standard error."""
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        return self.err[:-1]


def invoke(
    *argv: str,
    stdin: bytes | Bytes = b"",
    stdout: Bytes | None = None,
    stderr: Messages | None = None,
    translator: Any = None,
    loading: Exception | None = None,
) -> Done:
    """Run the command line."""
    translator = translator or FakeTranslator()
    output, messages = stdout or Bytes(), stderr or Messages()
    asked = []

    def load(pack: str | None, threads: int) -> Any:
        asked.append((pack, threads))
        if loading:
            raise loading
        return translator

    streams = Streams(
        stdin=Bytes(stdin) if isinstance(stdin, bytes) else stdin, stdout=output, stderr=messages
    )
    code = run(argv, streams, load)
    flushed = [each.decode("utf-8") for each in output.flushed]
    out = output.getvalue().decode("utf-8")
    return Done(code, out, messages.getvalue(), flushed, asked, translator)
