"""Downloading a model from the Hugging Face hub, whose bytes come once even if it is interrupted.

The hub's client begins an unfinished file anew when its process ends, so each file is fetched with
the function of its that goes on from any byte. In the folder of a model are::

    parts/DIGEST            an unfinished file, by what the hub says is its hash
    snapshots/COMMIT/NAME   the finished files of one state of the model
    COMMIT.whole            an empty file: that state is there as a whole
"""

import fnmatch
import hashlib
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from export.errors import CheckpointError, DownloadFailed, NotOnHub
from export.transfer import progress_bar, through

OnProgress = Callable[[int, int], None]
"""Told the bytes that are there and the bytes that are needed."""

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

_EXPECTED: Final = "a folder, or a model on the hub"
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file as the hub lists it.

    Attributes:
        name: Its name.
        size: Its bytes.
        digest: Its SHA-256, or for one that is kept in Git itself, Git's SHA-1.
    """

    name: str
    size: int
    digest: str

    def is_whole(self, path: Path) -> bool:
        """Tell whether the file at ``path`` is this one, reading all of it."""
        in_git = len(self.digest) == hashlib.sha1(usedforsecurity=False).digest_size * 2
        found = hashlib.sha1(usedforsecurity=False) if in_git else hashlib.sha256()
        if in_git:
            found.update(b"blob %d\0" % self.size)
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                found.update(chunk)
        return found.hexdigest() == self.digest


def needed(files: Iterable[HubFile]) -> list[HubFile]:
    """Return the files of a model that a checkpoint is read from."""
    listed = list(files)
    weights = next((found for each in WEIGHT_FILES if (found := _matching(listed, each))), [])
    return [*_matching(listed, SIDE_FILES), *weights]


def _matching(files: Sequence[HubFile], patterns: Sequence[str]) -> list[HubFile]:
    return [
        file for file in files if any(fnmatch.fnmatchcase(file.name, each) for each in patterns)
    ]


def download(name: str, place: Path, on_progress: OnProgress, proxy: str | None) -> Path:
    """Download the files of a model that are needed, as it is now.

    Args:
        name: ``organisation/model``.
        place: The model's own folder; nobody else is at work in it.
        on_progress: Told how far it is; it may raise to stop it.
        proxy: Address of the proxy to go through; the environment's by default.

    Returns:
        The folder with the files: below ``place``, or in the cache of the hub's client where they
        are there already. Without a network it is that of an earlier download.

    Raises:
        CheckpointError: It cannot be had.
    """
    # Slow to load, and a distribution may leave them out.
    try:
        from httpx2 import HTTPError  # noqa: PLC0415
        from huggingface_hub import errors  # noqa: PLC0415
    except ImportError as error:
        found = "neither that folder nor the package huggingface_hub, which downloads models"
        raise CheckpointError(name, _EXPECTED, found) from error
    try:
        with through(proxy):
            try:
                commit, files = _listing(name)
            except errors.RepositoryNotFoundError:
                raise
            except (HTTPError, OSError) as error:
                return _earlier(name, place, error)
            return _cached(name, commit, files) or _fetched(name, commit, files, place, on_progress)
    except errors.RepositoryNotFoundError as error:
        found = "no model of that name there that is open to everyone"
        raise NotOnHub(name, _EXPECTED, found) from error
    except (HTTPError, OSError, ValueError) as error:
        reason = next(iter(str(error).splitlines()), "")
        found = f"a download that failed ({type(error).__name__}: {reason}){_kept(place)}"
        raise DownloadFailed(name, _EXPECTED, found) from error


def _kept(place: Path) -> str:
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
    return f"; {size / 1e6:.1f} MB are kept in {place} for the next try" if size else ""


def _listing(name: str) -> tuple[str, list[HubFile]]:
    """Ask the hub for the commit that a model is at and the needed files of it."""
    from huggingface_hub import HfApi  # noqa: PLC0415 - slow to load
    from huggingface_hub.hf_api import RepoFile  # noqa: PLC0415 - as above

    hub = HfApi()
    commit = hub.model_info(name, revision="main").sha or "main"
    tree = hub.list_repo_tree(name, revision=commit)
    files = [each for each in tree if isinstance(each, RepoFile)]
    return commit, needed(
        HubFile(each.path, each.size, each.lfs.sha256 if each.lfs else each.blob_id)
        for each in files
    )


def _earlier(name: str, place: Path, error: Exception) -> Path:
    """Return the folder of an earlier download, here or by the hub's own client."""
    from huggingface_hub import errors, snapshot_download  # noqa: PLC0415 - slow to load

    for whole in place.glob("*.whole"):
        return place / "snapshots" / whole.stem
    safe, pickled = WEIGHT_FILES
    try:
        patterns = [*SIDE_FILES, *safe]
        folder = Path(snapshot_download(name, allow_patterns=patterns, local_files_only=True))
        if not any(folder.glob("*.safetensors")):
            snapshot_download(
                name, revision=folder.name, allow_patterns=[*pickled], local_files_only=True
            )
    except errors.LocalEntryNotFoundError:
        if isinstance(error, errors.HfHubHTTPError):
            raise error from None
        found = f"no answer from it and no complete copy of an earlier download{_kept(place)}"
        raise DownloadFailed(name, _EXPECTED, found) from error
    return folder


def _cached(name: str, commit: str, files: Sequence[HubFile]) -> Path | None:
    """Return the folder in the cache of the hub's client if all of the files are there."""
    from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415 - slow to load

    found = [try_to_load_from_cache(name, file.name, revision=commit) for file in files]
    paths = [Path(each) for each in found if isinstance(each, str)]
    return paths[0].parent if paths and len(paths) == len(files) else None


def _fetched(
    name: str, commit: str, files: Sequence[HubFile], place: Path, on_progress: OnProgress
) -> Path:
    folder, parts = place / "snapshots" / commit, place / "parts"
    _tidy(place, commit, files)
    for each in (folder, parts):
        each.mkdir(parents=True, exist_ok=True)
    total, before = sum(file.size for file in files), 0
    for file in files:
        if not (folder / file.name).is_file():
            report = progress_bar(on_progress, before, total)
            _fetch(name, commit, file, parts / file.digest, report)
            (parts / file.digest).replace(folder / file.name)
        before += file.size
    (place / f"{commit}.whole").touch()
    return folder


def _tidy(place: Path, commit: str, files: Sequence[HubFile]) -> None:
    """Take away what belongs to another state of the model; unfinished files may be of both."""
    wanted = {file.digest for file in files}
    for path in place.glob("parts/*"):
        if path.name not in wanted:
            path.unlink()
    for path in place.glob("*.whole"):
        if path.stem != commit:
            path.unlink()
    for path in place.glob("snapshots/*"):
        if path.name != commit:
            shutil.rmtree(path)


def _fetch(name: str, commit: str, file: HubFile, part: Path, report: type) -> None:
    """Fetch what is missing of a file; all of it if what was there turns out to be damaged.

    Raises:
        OSError: It is not what the hub says, or it cannot be had or written.
    """
    from huggingface_hub import hf_hub_url  # noqa: PLC0415 - slow to load
    from huggingface_hub.file_download import http_get  # noqa: PLC0415 - as above

    # It is public, but not to a type checker.
    from huggingface_hub.utils import (  # type: ignore[attr-defined]  # noqa: PLC0415
        build_hf_headers,
    )

    # Bytes that are packed for the way cannot be counted, nor gone on with.
    headers = {**build_hf_headers(), "Accept-Encoding": "identity"}
    while True:
        with part.open("ab") as out:
            if out.tell() > file.size:
                out.truncate(0)
                out.seek(0)
            start = out.tell()
            http_get(
                hf_hub_url(name, file.name, revision=commit),
                out,
                resume_size=start,
                headers=headers,
                expected_size=file.size,
                displayed_filename=file.name,
                tqdm_class=report,
            )
        if file.is_whole(part):
            return
        part.unlink()
        if not start:
            raise OSError(f"{file.name} is not the file that the hub lists")
