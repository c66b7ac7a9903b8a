"""Standard input, output and error: always UTF-8, whatever the locale and the system say."""

import contextlib
import errno
import io
import os
import sys
from typing import BinaryIO, TextIO

from engine.errors import EngineError, InputError
from engine.records import record


class OutputClosed(Exception):
    """Nobody reads the output any more; there is nothing left to do, and nothing to complain of."""


class OutputFailed(EngineError):
    """The output cannot be written."""


@record(kw_only=True)
class Streams:
    """What a command reads and writes.

    Attributes:
        stdin: Input, as bytes, so that no line end is changed.
        stdout: Results, as bytes, for the same reason.
        stderr: Messages to the person at the terminal.
    """

    stdin: BinaryIO
    stdout: BinaryIO
    stderr: TextIO

    @classmethod
    def standard(cls) -> "Streams":
        """Return the process's own. One that it was started without is empty, or swallows all."""
        stdin, stdout, stderr = sys.stdin, sys.stdout, sys.stderr
        if isinstance(stderr, io.TextIOWrapper):
            stderr.reconfigure(encoding="utf-8", errors="backslashreplace")
        return cls(
            stdin=io.BytesIO() if stdin is None else stdin.buffer,
            stdout=io.BytesIO() if stdout is None else stdout.buffer,
            stderr=io.StringIO() if stderr is None else stderr,
        )

    def read_text(self) -> str:
        """Read all of the input. A byte order mark is dropped; line ends stay as they are.

        Raises:
            InputError: It cannot be read, or is not UTF-8.
        """
        try:
            data = self.stdin.read()
        except OSError as error:
            raise InputError(f"standard input: cannot be read: {_reason(error)}") from error
        return decode(data, "standard input")

    def write(self, text: str) -> None:
        """Write to the output, at once and exactly.

        Raises:
            OutputClosed: Nobody reads it any more.
            OutputFailed: It cannot be written for another reason.
        """
        try:
            # There are no surrogates in a valid text; those in an odd file name become "?".
            self.stdout.write(text.encode("utf-8", "replace"))
            self.stdout.flush()
        except OSError as error:
            # Windows says "invalid argument" of a pipe that was closed.
            closed = error.errno == errno.EPIPE or (os.name == "nt" and error.errno == errno.EINVAL)
            if closed:
                raise OutputClosed from error
            raise OutputFailed(f"standard output: cannot be written: {_reason(error)}") from error

    def say(self, message: str) -> None:
        """Write a message for the person at the terminal, if there is one to read it."""
        with contextlib.suppress(OSError):
            self.stderr.write(f"{message}\n")
            self.stderr.flush()


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8, with or without a byte order mark.

    Args:
        data: The bytes.
        name: Where they come from, for the message.

    Raises:
        InputError: They are not UTF-8.
    """
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        hint = "; it looks like UTF-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else ""
        raise InputError(
            f"{name}: expected UTF-8, found byte 0x{data[error.start]:02x}"
            f" at offset {error.start}{hint}"
        ) from error


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
