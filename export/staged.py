"""Make a pack where nobody sees it, check it, and only then put it in place."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from engine import pack
from engine.errors import EngineError
from engine.pack import PackManifest
from export.build import ConvertOptions, build_pack, pack_languages
from export.checkpoint import Checkpoint
from export.checkpoint_config import read_json
from export.errors import ExportError

Check = Callable[[Checkpoint, Path], str]
"""Verifies a staged pack and returns the text of its quality.json; raises when it is no good."""


def convert(
    checkpoint: Checkpoint,
    target: Path,
    check: Check,
    options: ConvertOptions | None = None,
    *,
    refuse: Callable[[Path], None] | None = None,
) -> PackManifest:
    """Make a pack of ``checkpoint`` at ``target``; nothing is there unless all went well.

    Whatever goes wrong, interruption included, a pack that was there stays, and so does nothing
    else.

    Args:
        checkpoint: What to convert.
        target: The pack's folder; its parents are made where they are missing.
        check: Verifies the staged pack before it is put in place.
        options: How to make it.
        refuse: Raises if what is at ``target`` must stay; :func:`refuse_existing` by default.

    Raises:
        ExportError: Something is at ``target`` already, nothing names the languages, or the check
            failed.
        PackError: Another one is making a pack at ``target``.
        OSError: Something cannot be written.
    """
    options = options or ConvertOptions()
    force = options.force
    refuse = refuse or (lambda path: refuse_existing(path, force=force))
    refuse(target)
    pack_languages(checkpoint, options)  # before anything is made
    with _parents(target), pack.staging(target.parent, target.name) as folder:
        staged = folder / "new"
        staged.mkdir()
        manifest = build_pack(checkpoint, staged, options)
        (staged / pack.QUALITY).write_bytes(check(checkpoint, staged).encode())
        refuse(target)
        pack.put(staged, target, folder / "old")
    return manifest


def refuse_existing(target: Path, *, force: bool) -> None:
    """Refuse to write over something, unless it is a pack or an empty folder and ``force`` is on.

    A folder is a pack if its manifest is one and it holds nothing that the manifest does not list.

    Raises:
        ExportError: Something that must stay is there.
    """
    if not target.exists() and not target.is_symlink():
        return
    if target.is_symlink() or not target.is_dir():
        found = "a link" if target.is_symlink() else "a file"
        raise ExportError(f"{target}: expected a new or an empty folder, found {found}")
    present = sorted(path.name for path in target.iterdir())
    if not force:
        found = "a folder with files" if present else "an empty folder"
        raise ExportError(f"{target}: expected nothing, found {found}; --force replaces a pack")
    if present:
        _refuse_other(target, present)


def _refuse_other(target: Path, present: list[str]) -> None:
    """Refuse a folder that is no pack, or that holds something else besides."""
    expected = f"{target}: expected a pack or an empty folder to replace"
    if pack.MANIFEST not in present:
        raise ExportError(f"{expected}, found a folder without {pack.MANIFEST}")
    manifest = target / pack.MANIFEST
    try:
        listed = PackManifest.from_dict(read_json(manifest), manifest).files
    except EngineError as error:
        raise ExportError(f"{expected}, found another {pack.MANIFEST}: {error}") from error
    if others := [name for name in present if name not in {*listed, pack.MANIFEST, pack.QUALITY}]:
        raise ExportError(f"{expected}, found one with {others[0]}, which is no part of a pack")


@contextlib.contextmanager
def _parents(target: Path) -> Iterator[None]:
    """Make the missing parents of ``target``, and take them away again on failure."""
    missing = [parent for parent in target.parents if not parent.exists()]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for parent in missing:
            with contextlib.suppress(OSError):  # never made, or no longer empty
                parent.rmdir()
        raise
