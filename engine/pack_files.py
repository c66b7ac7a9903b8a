"""A model pack on disk: opening one that is sound, and sealing a new one."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import PackCorrupt, PackError, PackNotFound
from engine.manifest import (
    FileEntry,
    PackManifest,
    is_plain_name,
    parse_json,
    parse_manifest,
)
from engine.pack_names import (
    DECODER,
    ENCODER,
    MANIFEST,
    QUALITY,
    SOURCE_SPM,
    TARGET_SPM,
    TARGET_VOCAB,
    UNLISTED,
    VOCAB,
    WEIGHTS,
)
from engine.places import cache_folder
from engine.records import record
from engine.stamps import Stamp, is_stamped, write_stamp

_CHUNK = 1 << 20


@record
class ModelPack:
    """A model pack whose files are all there and are what the manifest says.

    Attributes:
        path: The folder, absolute.
        manifest: What the pack says about itself.
    """

    path: Path
    manifest: PackManifest

    @classmethod
    def open(
        cls, path: Path | str, *, verify: bool = True, cache: Path | None = None
    ) -> "ModelPack":
        """Open the pack in a folder and check it.

        Every listed file must be there, inside the folder, of the right size and, with ``verify``,
        of the right SHA-256; vocabularies must have the right number of entries. Files that are
        unchanged since they were last verified are not read again.

        Args:
            path: The pack's folder.
            verify: Compare hashes; without it, everything else is still checked.
            cache: Where to remember what was verified; the user's cache folder by default.

        Raises:
            PackNotFound: There is no folder, or no manifest in it.
            PackCorrupt: A file is missing or not what it should be.
            PackIncompatible: A newer version of this program made the pack.
        """
        folder = Path(path).absolute()
        stamps = cache_folder() if cache is None else cache
        try:
            return cls(folder, _checked(folder, stamps if verify else None))
        except OSError as error:
            raise _unreadable(Path(error.filename or folder), error) from error

    @property
    def target_vocab_name(self) -> str:
        """The file that target ids come from."""
        return TARGET_VOCAB if self.manifest.separate_vocabs else VOCAB


def check_files(manifest: PackManifest, folder: Path) -> None:
    """Check what can be told of a pack's files without reading them: they are there, whole.

    Args:
        manifest: What the pack says about itself.
        folder: Where it is.

    Raises:
        PackCorrupt: A file is missing, of another size than the manifest says, or elsewhere.
    """
    try:
        _check_table(manifest, folder)
        _check_sizes(manifest, folder)
    except OSError as error:
        raise _unreadable(Path(error.filename or folder), error) from error


def required_files(*, separate_vocabs: bool) -> tuple[str, ...]:
    """Return the names of the files without which there is no pack."""
    names = (ENCODER, DECODER, WEIGHTS, VOCAB, SOURCE_SPM, TARGET_SPM)
    return (*names, TARGET_VOCAB) if separate_vocabs else names


def file_digest(path: Path) -> FileEntry:
    """Return a file's SHA-256 and size, reading it piece by piece.

    Raises:
        OSError: It cannot be read.
    """
    digest = hashlib.sha256()
    size = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            size += len(chunk)
    return FileEntry(sha256=digest.hexdigest(), size=size)


def write_manifest(folder: Path, manifest: PackManifest) -> Path:
    """Write a manifest into a pack's folder, the same bytes for the same content.

    Returns:
        The file written.

    Raises:
        OSError: It cannot be written.
    """
    path = folder / MANIFEST
    path.write_bytes(manifest.to_json().encode("utf-8"))
    return path


def seal(folder: Path, manifest: PackManifest) -> PackManifest:
    """Finish a staged pack: list and hash its files, and write the manifest.

    Args:
        folder: A folder with all files of the pack; a manifest there is replaced.
        manifest: What to write; its table of files is filled in here.

    Returns:
        The manifest written.

    Raises:
        PackCorrupt: A file is missing, or something is not a plain file of a plain name.
        OSError: A file cannot be read or written.
    """
    names = sorted(path.name for path in folder.iterdir() if path.name not in UNLISTED)
    for name in names:
        if not is_plain_name(name) or (folder / name).is_symlink() or not (folder / name).is_file():
            raise PackCorrupt(folder, "only plain files", repr(name))
    sealed = replace(manifest, files={name: file_digest(folder / name) for name in names})
    # What is written must be what can be read again.
    checked = PackManifest.from_dict(sealed.to_dict(), folder / MANIFEST)
    _check_table(checked, folder)
    _check_vocabularies(checked, folder)
    write_manifest(folder, checked)
    return checked


def read_vocabulary(path: Path, size: int, tokens: Iterable[str] = ()) -> dict[str, int]:
    """Read a vocabulary file: pieces and their ids.

    Args:
        path: The JSON file.
        size: Rows of the embedding, and so the first number that is no id. Padded embeddings
            have rows that no entry names.
        tokens: Pieces that must be among them.

    Raises:
        PackCorrupt: It is not such a vocabulary.
    """
    vocabulary = parse_json(_read(path), path)
    if not isinstance(vocabulary, dict):
        raise PackCorrupt(path, "an object of pieces and ids", type(vocabulary).__name__)
    seen = bytearray(size)
    for piece, number in vocabulary.items():
        # A true or false is an int to Python.
        if type(number) is not int or not 0 <= number < size or seen[number]:
            raise PackCorrupt(
                path, f"ids from 0 to {size - 1}, none twice", f"{piece!r}: {str(number)[:40]}"
            )
        seen[number] = 1
    if not vocabulary:
        raise PackCorrupt(path, f"up to {size} entries", "none")
    for token in tokens:
        if token not in vocabulary:
            raise PackCorrupt(path, f"the target token {token}", "no such entry")
    return vocabulary


def measured_quality(folder: Path) -> Mapping[str, Any]:
    """Return the figures that were measured of a pack; none where there is no sound file of them.

    Among them may be ``float32``, ``int8`` and ``agreement``, each with ``bleu`` and ``chrf``.
    """
    try:
        found = json.loads((folder / QUALITY).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _checked(folder: Path, stamps: Path | None) -> PackManifest:
    """Check a pack, hashes included if there is a folder for stamps, and return its manifest."""
    content = _read_manifest(folder)
    manifest = parse_manifest(content, folder / MANIFEST)
    _check_table(manifest, folder)
    _check_sizes(manifest, folder)
    if stamps is None:
        _check_vocabularies(manifest, folder)
        return manifest
    digest = hashlib.sha256(content).hexdigest()
    before = Stamp.take(digest, folder, manifest.files)
    if not is_stamped(before, folder, stamps):
        _check_hashes(manifest, folder)
        _check_vocabularies(manifest, folder)
        if before.is_settled() and before == Stamp.take(digest, folder, manifest.files):
            write_stamp(before, folder, stamps)
    return manifest


def _read_manifest(folder: Path) -> bytes:
    path = folder / MANIFEST
    if not folder.is_dir():
        found = "a file" if folder.exists() else "nothing there"
        raise PackNotFound(folder, "the folder of a model pack", found)
    if not path.is_file():
        raise PackNotFound(folder, f"the folder of a model pack, with {MANIFEST}", "no such file")
    return _read(path)


def _check_table(manifest: PackManifest, folder: Path) -> None:
    for name in required_files(separate_vocabs=manifest.separate_vocabs):
        if name not in manifest.files:
            raise PackCorrupt(folder / MANIFEST, f"{name} in field files", "no such entry")


def _check_sizes(manifest: PackManifest, folder: Path) -> None:
    inside = folder.resolve()
    for name, entry in manifest.files.items():
        path = folder / name
        if not path.is_file():
            raise PackCorrupt(path, f"a file of {entry.size:,} bytes", "no such file")
        if path.resolve().parent != inside:
            raise PackCorrupt(path, "a file in the pack's own folder", "a link that leaves it")
        size = path.stat().st_size
        if size != entry.size:
            raise PackCorrupt(path, f"{entry.size:,} bytes", f"{size:,}")
    for name in (SOURCE_SPM, TARGET_SPM):
        if not manifest.files[name].size:
            raise PackCorrupt(folder / name, "a SentencePiece model", "an empty file")


def _check_hashes(manifest: PackManifest, folder: Path) -> None:
    for name, entry in manifest.files.items():
        found = file_digest(folder / name).sha256
        if found != entry.sha256:
            raise PackCorrupt(
                folder / name,
                f"SHA-256 {entry.sha256[:16]}…",
                f"{found[:16]}…: the file was changed",
            )


def _check_vocabularies(manifest: PackManifest, folder: Path) -> None:
    sizes = manifest.dimensions
    read_vocabulary(folder / VOCAB, sizes.source_vocab, manifest.target_tokens.values())
    if manifest.separate_vocabs:
        read_vocabulary(folder / TARGET_VOCAB, sizes.target_vocab)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> PackError:
    return PackCorrupt(path, "a readable file", error.strerror or str(error))
