"""What a user brings: a folder or a zip, of a pack, a MarianMT checkpoint or an OPUS-MT release."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from engine import pack
from engine.errors import PackError
from export.checkpoint import CONFIG, Checkpoint, read_checkpoint
from export.errors import CheckpointError, LanguagesUnknown, UnsupportedCheckpoint
from export.release import is_release, read_release

Kind = Literal["pack", "checkpoint", "release"]

_DEEPEST: Final = 3
"""Folders within folders that are looked into."""

_ZIP: Final = pack.ZipLimits(entries=2000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a model is.

    Attributes:
        folder: The folder with its files.
        kind: What they are.
        name: What the model is called, where the folder's name does not say it.
        scratch: An empty folder for what reading it needs.
    """

    folder: Path
    kind: Kind
    name: str | None
    scratch: Path


@contextlib.contextmanager
def opened(path: Path, scratch: Path) -> Iterator[Source]:
    """Find the model in a folder or a zip; errors raised meanwhile name what the user gave.

    Args:
        path: The folder or the zip.
        scratch: An empty folder to unpack into.

    Raises:
        CheckpointError: There is no model in it.
        PackCorrupt: It is no zip, or not one to be trusted.
    """
    unpacked = scratch / "unpacked"
    notes = scratch / "notes"
    notes.mkdir()
    with _told_by(path, unpacked):
        if path.is_dir():
            folder, kind = _find(path)
            yield Source(folder=folder, kind=kind, name=None, scratch=notes)
            return
        unpacked.mkdir()
        pack.extract(path, unpacked, limits=_ZIP)
        folder, kind = _find(unpacked)
        name = path.stem if folder == unpacked else None
        yield Source(folder=folder, kind=kind, name=name, scratch=notes)


def read_source(source: Source) -> Checkpoint:
    """Read a checkpoint or a release.

    Raises:
        CheckpointError: Something is missing, truncated or malformed.
        UnsupportedCheckpoint: It is a model of another kind.
    """
    if source.kind == "release":
        return read_release(source.folder, source.scratch, source.name)
    return read_checkpoint(source.folder, source.name)


def _find(folder: Path) -> tuple[Path, Kind]:
    """Find the one folder that holds a model: this one, or else one below it."""
    level = [folder]
    for _ in range(_DEEPEST + 1):
        found = [(each, kind) for each in level if (kind := _kind(each))]
        if len(found) > 1:
            names = ", ".join(str(each.relative_to(folder)) for each, _ in found)
            raise CheckpointError(folder, "one model", f"several: {names}")
        if found:
            return found[0]
        level = sorted(
            each
            for parent in level
            for each in parent.iterdir()
            if each.is_dir() and not each.is_symlink() and not each.name.startswith(".")
        )
    expected = (
        f"a model pack ({pack.MANIFEST}), a MarianMT checkpoint ({CONFIG}) or an OPUS-MT release "
        "(decoder.yml and an .npz file)"
    )
    raise CheckpointError(folder, expected, "none of them")


def _kind(folder: Path) -> Kind | None:
    if (folder / pack.MANIFEST).is_file():
        return "pack"
    if (folder / CONFIG).is_file():
        return "checkpoint"
    return "release" if is_release(folder) else None


@contextlib.contextmanager
def _told_by(path: Path, unpacked: Path) -> Iterator[None]:
    """Let errors about unpacked files name the zip that they came from."""
    try:
        yield
    except (PackError, CheckpointError) as error:
        if not error.path.is_relative_to(unpacked):
            raise
        raise error.at(path / error.path.relative_to(unpacked)) from error
    except UnsupportedCheckpoint as error:
        if not error.path.is_relative_to(unpacked):
            raise
        raise UnsupportedCheckpoint(path, error.properties) from error
    except LanguagesUnknown as error:
        if not error.path.is_relative_to(unpacked):
            raise
        raise LanguagesUnknown(path, error.source, error.target) from error
