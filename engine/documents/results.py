"""Writing a file so that it is there whole or not at all."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from engine.errors import EngineError


class ResultFailed(EngineError):
    """A result cannot be written; names it."""


class ResultTaken(ResultFailed):
    """Something is in the place of a result, and nobody asked for it to be replaced; names it."""


def refuse_taken(path: Path) -> None:
    """Refuse to write where something is already.

    Raises:
        ResultTaken: Something is.
    """
    if path.exists() or path.is_symlink():
        raise ResultTaken(f"{path}: exists already")


def refuse_unwritable(path: Path, part: Path) -> None:
    """Refuse a place where no file can be made, before hours of work are put into one.

    Args:
        path: Where the file will be, for the message.
        part: A file beside it, which may be left from another time.

    Raises:
        ResultFailed: There is no such folder, or it cannot be written to.
    """
    try:
        _private(part).close()
        part.unlink()
    except OSError as error:
        raise ResultFailed(f"{path}: cannot be written: {error.strerror or error}") from error


def write_whole(
    path: Path, write: Callable[[BinaryIO], object], *, part: Path, overwrite: bool, mode: int
) -> None:
    """Write a file beside its place, and move it there when it is complete and on the disk.

    Args:
        path: Where the file will be.
        write: Writes its content.
        part: Where it is written; on the same file system. What is there already is replaced.
        overwrite: Replace a file that is at ``path``.
        mode: Permissions of the file.

    Raises:
        ResultFailed: It cannot be written, or the place is taken; names it.
    """
    try:
        with _private(part) as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(mode)
        if not overwrite:
            refuse_taken(path)
        part.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise ResultFailed(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _private(path: Path) -> BinaryIO:
    """Open a file that only its user can read, until it is complete; anything there goes away."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | _BINARY, 0o600), "w+b")


_BINARY = getattr(os, "O_BINARY", 0)


def _sync_folder(folder: Path) -> None:
    """See to it that a file's new name survives a power failure, where the system can."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
