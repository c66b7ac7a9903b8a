"""Writing a file so that it is there whole or not at all."""

import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Final

from engine.errors import EngineError

_PART_START: Final = ".yiwen-"
_PART_END: Final = ".part"


class ResultFailed(EngineError):
    """A result cannot be written; names it."""


class ResultTaken(ResultFailed):
    """Something is in the place of a result, and nobody asked for it to be replaced; names it."""


def part_of(path: Path, key: str) -> Path:
    """Return where a file is written until it is complete.

    Args:
        path: Where it will be.
        key: What is the same only for a job that makes the same file; hexadecimal digits.
    """
    return path.with_name(f"{_PART_START}{key[:16]}{_PART_END}")


def clear_left(folder: Path) -> None:
    """Delete what killed jobs left half-written in a folder; one that is at work keeps its own."""
    with contextlib.suppress(OSError), os.scandir(folder) as found:
        left = [
            each.path
            for each in found
            if each.name.startswith(_PART_START) and each.name.endswith(_PART_END)
        ]
        for each in left:
            _delete_unlocked(Path(each))


def refuse_taken(path: Path) -> None:
    """Refuse to write where something is already.

    Raises:
        ResultTaken: Something is.
    """
    if os.path.lexists(path):
        raise ResultTaken(f"{path}: exists already")


def refuse_unwritable(path: Path, part: Path) -> None:
    """Refuse a place where no file can be made, before hours of work are put into one.

    Args:
        path: Where the file will be, for the message.
        part: A file beside it, which may be left from another time.

    Raises:
        ResultFailed: There is no such folder, it cannot be written to, or takes no such name.
    """
    try:
        with contextlib.suppress(FileNotFoundError):
            path.lstat()
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
        with contextlib.ExitStack() as held:
            with _private(part) as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
                if sys.platform != "win32":  # locked until it has its name
                    held.callback(os.close, os.dup(file.fileno()))
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
    while True:
        path.unlink(missing_ok=True)
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | _BINARY, 0o600)
        file = os.fdopen(handle, "w+b")
        _lock(handle)
        if path.exists():
            return file
        file.close()  # it was deleted before it was locked


def _delete_unlocked(path: Path) -> None:
    """Delete a file that nobody holds a lock on, if it can be told."""
    if sys.platform == "win32":
        with contextlib.suppress(OSError):  # an open file cannot be deleted there
            path.unlink()
        return
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            if _lock(handle):
                path.unlink()
        finally:
            os.close(handle)


def _lock(handle: int) -> bool:
    """Lock a file until it is closed, however the process ends; tell whether that was possible."""
    if sys.platform == "win32":
        return False
    import fcntl  # noqa: PLC0415 - Windows has none

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


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
