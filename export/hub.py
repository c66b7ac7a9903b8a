"""Where a checkpoint is: a folder, or a model on the Hugging Face hub to be downloaded by name."""

import contextlib
import functools
import io
import os
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from tqdm.asyncio import tqdm_asyncio

from export.errors import CheckpointError, DownloadFailed, NotOnHub

OnProgress = Callable[[int, int], None]
"""Told the bytes that have arrived and the bytes that are known to be needed so far."""

SIDE_FILES: Final = (
    "config.json",
    "generation_config.json",
    "tokenizer_config.json",
    "vocab.json",
    "target_vocab.json",
    "source.spm",
    "target.spm",
    "README.md",
    "LICEN[CS]E*",
)
# Many models are there twice or four times over; one set of weights is enough, the safe one first.
WEIGHT_FILES: Final = (
    ("model.safetensors", "model.safetensors.index.json", "model-*.safetensors"),
    ("pytorch_model.bin", "pytorch_model.bin.index.json", "pytorch_model-*.bin"),
)

_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")

_HUB_NAME: Final = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*", re.ASCII)


class Download(Protocol):
    """Downloads the files of a model that match ``patterns`` into a folder named by its commit."""

    def __call__(
        self,
        name: str,
        *,
        patterns: Sequence[str],
        revision: str | None,
        on_progress: OnProgress,
        proxy: str | None,
    ) -> Path:
        """Download ``name`` as of ``revision``, or as it is now; return the folder.

        Raises:
            CheckpointError: It cannot be had.
        """
        ...


def is_hub_name(text: str) -> bool:
    """Tell whether a text may be the name of a model on the hub, ``organisation/model``."""
    return _HUB_NAME.fullmatch(text) is not None


def resolve(
    name_or_path: str | Path,
    *,
    on_progress: OnProgress | None = None,
    proxy: str | None = None,
    download: Download | None = None,
) -> Path:
    """Find a checkpoint's folder, downloading it where ``name_or_path`` is a name on the hub.

    An existing folder is itself, even if the hub has a model of that name. A model is downloaded
    once, into the cache of ``huggingface_hub``; without a network a cached one is still found.

    Args:
        name_or_path: A folder, or ``organisation/model``.
        on_progress: Told how far a download is, from the downloading threads but never by two at
            once; it may raise to stop it.
        proxy: Address of the proxy to go through; the environment's by default.
        download: What fetches a model; the hub's own client unless given.

    Raises:
        CheckpointError: It is neither a folder nor a name, the hub has no such model, the hub
            cannot be reached, or its client is not installed.
    """
    path = Path(name_or_path)
    if path.is_dir():
        return path
    if path.exists():
        raise CheckpointError(path, "a checkpoint's folder", "a file")
    name = str(name_or_path)
    if not is_hub_name(name):
        raise CheckpointError(path, "a folder or a hub name like organisation/model", "neither")
    report = on_progress or _ignore
    safe, pickled = WEIGHT_FILES
    fetch = functools.partial(download or _download, on_progress=report, proxy=proxy)
    folder = fetch(name, patterns=(*SIDE_FILES, *safe), revision=None)
    if not any(folder.glob("*.safetensors")):
        # The snapshot's folder is named by its commit, so both halves are of one state.
        fetch(name, patterns=pickled, revision=folder.name)
    return folder


def _download(
    name: str,
    *,
    patterns: Sequence[str],
    revision: str | None,
    on_progress: OnProgress,
    proxy: str | None,
) -> Path:
    expected = "a folder, or a model on the hub"
    # Slow to load, and a distribution may leave them out.
    try:
        from httpx2 import HTTPError  # noqa: PLC0415
        from huggingface_hub import errors, snapshot_download  # noqa: PLC0415
    except ImportError as error:
        found = "neither that folder nor the package huggingface_hub, which downloads models"
        raise CheckpointError(name, expected, found) from error
    try:
        with _through(proxy):
            folder = snapshot_download(
                name,
                revision=revision,
                allow_patterns=list(patterns),
                tqdm_class=_progress_bar(on_progress),
            )
    except errors.RepositoryNotFoundError as error:
        found = "no model of that name there that is open to everyone"
        raise NotOnHub(name, expected, found) from error
    except errors.LocalEntryNotFoundError as error:
        found = "no answer from it and no complete copy of an earlier download"
        raise DownloadFailed(name, expected, found) from error
    except (HTTPError, errors.XetDownloadError, OSError, ValueError) as error:
        reason = next(iter(str(error).splitlines()), "")
        found = f"a download that failed ({type(error).__name__}: {reason})"
        raise DownloadFailed(name, expected, found) from error
    return Path(folder)


@contextlib.contextmanager
def _through(proxy: str | None) -> Iterator[None]:
    """Let the hub's client and its helpers, each of which reads the environment, use a proxy."""
    if proxy is None:
        yield
        return
    from huggingface_hub import close_session  # noqa: PLC0415 - slow to load

    before = {name: os.environ.get(name) for name in _PROXIES}
    os.environ.update(dict.fromkeys(_PROXIES, proxy))
    close_session()  # one that is open goes another way
    try:
        yield
    finally:
        close_session()
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _progress_bar(on_progress: OnProgress) -> type["tqdm_asyncio[Any]"]:
    """Make the class of bar that the hub's client wants, one that reports instead of drawing."""
    # The client counts the same bytes with two bars, from several threads, and its files with a
    # third one.
    lock = threading.Lock()
    most = 0

    class Reporter(tqdm_asyncio):  # type: ignore[type-arg]  # generic in its type stubs only
        def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 (tqdm's own)
            kwargs.pop("name", None)
            super().__init__(*args, **(kwargs | {"file": io.StringIO(), "disable": False}))

        def update(self, n: float | None = 1) -> bool | None:
            nonlocal most
            drawn = super().update(n)
            with lock:
                if self.unit == "B" and self.n > most:
                    most = int(self.n)
                    on_progress(most, max(most, int(self.total or 0)))
            return drawn

        def display(self, *_: object, **__: object) -> None:
            """Draw nothing."""

    return Reporter


def _ignore(_done: int, _total: int) -> None:
    pass
