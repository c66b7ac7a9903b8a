"""Preparing a pack where nobody sees it, so that it is there whole or not at all.

What is being prepared stands in a hidden folder beside its place, with a lock that its process
holds. Whoever finds one whose lock is free knows that its process was killed, and clears it away;
whoever finds one for the same place whose lock is held knows that another one is at work there.
"""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engine.errors import PackError
from engine.patterns import regex

_MARK = ".unfinished-"
_LOCK = "lock"
_UNFINISHED = regex(r"\.(.+)\.unfinished-[a-z0-9_]{8}")


@contextlib.contextmanager
def staging(folder: Path, name: str, *, alone: bool = True) -> Iterator[Path]:
    """Make a folder to prepare something in; it is gone afterwards, whatever happens.

    What was left behind there by a process that was killed is cleared away first.

    Args:
        folder: Where the finished thing is going to be; it must exist.
        name: What the finished thing is going to be called.
        alone: Refuse to work beside another one that prepares the same thing.

    Raises:
        PackError: Another one does.
        OSError: Nothing can be written there.
    """
    from filelock import FileLock  # noqa: PLC0415 - slow to load, and seldom needed

    made = Path(tempfile.mkdtemp(prefix=f".{name}{_MARK}", dir=folder))
    lock = FileLock(made / _LOCK)
    try:
        with contextlib.suppress(NotImplementedError):  # a file system that knows no locks
            lock.acquire(timeout=0)
        rivals = [path for path in _others(folder, made) if not _clear(path)]
        if alone and any(_is_for(path, name) and _is_before(path, made) for path in rivals):
            raise PackError(folder / name, "to be alone", "another one that is writing there")
        yield made
    finally:
        lock.release()
        shutil.rmtree(made, ignore_errors=True)


def put(new: Path, target: Path, old: Path) -> None:
    """Move ``new`` to ``target``; what was there goes to ``old``, and comes back on failure.

    Raises:
        OSError: It cannot be moved; then what was there is there.
    """
    replaced = target.exists()
    if replaced:
        target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        if replaced and not target.exists():
            old.rename(target)
        raise


def _others(folder: Path, made: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path != made and _UNFINISHED.fullmatch(path.name)]


def _is_for(path: Path, name: str) -> bool:
    match = _UNFINISHED.fullmatch(path.name)
    return match is not None and match[1] == name


def _is_before(path: Path, made: Path) -> bool:
    """Tell which of two was there first; exactly one of two that begin at once is."""
    try:
        return _age(path) < _age(made)
    except OSError:  # it has just ended
        return False


def _age(path: Path) -> tuple[int, str]:
    return (path / _LOCK).stat().st_mtime_ns, path.name


def _clear(path: Path) -> bool:
    """Take an unfinished folder away unless its process is at work; return whether it is gone."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - as above

    if path.is_symlink() or not path.is_dir():
        return True
    if not (path / _LOCK).exists():
        return False  # it was made just now and is about to be locked
    try:
        with FileLock(path / _LOCK, timeout=0):
            for each in path.iterdir():
                if each.name != _LOCK:
                    shutil.rmtree(each) if each.is_dir() else each.unlink()
    except (Timeout, OSError, NotImplementedError):
        return False
    shutil.rmtree(path, ignore_errors=True)
    return True
