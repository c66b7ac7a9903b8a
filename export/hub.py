"""Where a checkpoint is: a folder, or a model on the Hugging Face hub to be downloaded by name."""

import contextlib
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.pack import downloads_folder
from export.download import OnProgress, download
from export.errors import CheckpointError, DownloadFailed

_HUB_NAME: Final = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*", re.ASCII)
_PATIENCE: Final = 2.0
"""Seconds to wait for another process that is about to be done with a download."""


@dataclass(frozen=True, slots=True)
class Found:
    """A checkpoint's folder, which nobody deletes meanwhile.

    Attributes:
        folder: The folder.
        own: The folder of this program's download, if it lies in one.
    """

    folder: Path
    own: Path | None = None

    def discard(self) -> None:
        """Delete what was downloaded for this; what others put there stays."""
        if self.own is not None:
            shutil.rmtree(self.own, ignore_errors=True)


def is_hub_name(text: str) -> bool:
    """Tell whether a text may be the name of a model on the hub, ``organisation/model``."""
    return _HUB_NAME.fullmatch(text) is not None


def resolve(
    name_or_path: str | Path,
    *,
    on_progress: OnProgress | None = None,
    proxy: str | None = None,
) -> Path:
    """Find a checkpoint's folder as :func:`found` does, and leave a download where it is."""
    with found(name_or_path, on_progress=on_progress, proxy=proxy) as it:
        return it.folder


@contextlib.contextmanager
def found(
    name_or_path: str | Path,
    *,
    on_progress: OnProgress | None = None,
    proxy: str | None = None,
) -> Iterator[Found]:
    """Find a checkpoint's folder, downloading it where ``name_or_path`` is a name on the hub.

    An existing folder is itself, even if the hub has a model of that name. A model is downloaded
    into :func:`engine.pack.downloads_folder` unless the cache of ``huggingface_hub`` has it, and
    goes on where an earlier download was interrupted; without a network a complete earlier one is
    still found.

    Args:
        name_or_path: A folder, or ``organisation/model``.
        on_progress: Told how far a download is, in bytes; it may raise to stop it.
        proxy: Address of the proxy to go through; the environment's by default.

    Raises:
        CheckpointError: It is neither a folder nor a name, the hub has no such model, the hub
            cannot be reached, its client is not installed, or another download of it is running.
    """
    path = Path(name_or_path)
    if path.is_dir():
        yield Found(path)
        return
    if path.exists():
        raise CheckpointError(path, "a checkpoint's folder", "a file")
    name = str(name_or_path)
    if not is_hub_name(name):
        raise CheckpointError(path, "a folder or a hub name like organisation/model", "neither")
    # As the hub's client calls it, since a checkpoint in it is called after it.
    own = downloads_folder() / f"models--{name.replace('/', '--')}"
    with _alone(name, own):
        folder = download(name, own, on_progress or _ignore, proxy)
        yield Found(folder, own if folder.is_relative_to(own) else None)


@contextlib.contextmanager
def _alone(name: str, own: Path) -> Iterator[None]:
    from filelock import FileLock, Timeout  # noqa: PLC0415 - slow to load, and seldom needed

    expected = "to be the only one that downloads it"
    lock = FileLock(own.with_name(f"{own.name}.lock"))
    try:
        own.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(NotImplementedError):  # a file system that knows no locks
            lock.acquire(timeout=_PATIENCE)
    except Timeout as error:
        raise DownloadFailed(name, expected, "another program that does; wait for it") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise CheckpointError(own, "a folder to download to", reason) from error
    try:
        yield
    finally:
        lock.release()
        with contextlib.suppress(OSError):  # there is something in it to go on with
            own.rmdir()


def _ignore(_done: int, _total: int) -> None:
    pass
