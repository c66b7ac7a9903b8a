"""Taking a model pack, or a checkpoint, out of a zip that nobody vouches for."""

import shutil
import stat
import tempfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from engine.errors import PackCorrupt, PackError
from engine.manifest import is_plain_name
from engine.pack_files import ModelPack
from engine.records import record

_CHUNK = 1 << 20
_RATIO_FLOOR = 1 << 20
# What a Mac puts into every zip beside the files, and what version control keeps.
_DEBRIS = ("__MACOSX", ".DS_Store", ".git", ".cache")


@record(kw_only=True)
class ZipLimits:
    """How much a zip may hold before it is taken for an attack.

    Attributes:
        entries: Files and folders.
        total_bytes: Size of everything, unpacked.
        ratio: Unpacked size of a file by its packed size (files under a mebibyte are let off).
    """

    entries: int = 256
    total_bytes: int = 8 << 30
    ratio: int = 200


def unpack(
    zip_path: Path | str, destination: Path | str, *, limits: ZipLimits | None = None
) -> Path:
    """Unpack a zipped model pack and verify it.

    The pack's files may stand at the top of the zip or in one folder. They are unpacked beside
    ``destination`` and moved there when everything was checked, so that a failure leaves nothing.

    Args:
        zip_path: The zip.
        destination: The pack's folder; there must be nothing yet.
        limits: How large the content may be.

    Returns:
        ``destination``, absolute.

    Raises:
        PackCorrupt: It is not a zip, or not one to be trusted, or what is in it is not sound.
        PackNotFound: There is no model pack in it.
        PackIncompatible: A newer version of this program made the pack.
        PackError: The destination is taken or cannot be written.
    """
    source, target = Path(zip_path).absolute(), Path(destination).absolute()
    if target.exists() or target.is_symlink():
        raise PackError(target, "a folder that is still to be made", "one that is there already")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=".unpacking-", dir=target.parent))
    except OSError as error:
        raise PackError(target, "a place to write to", error.strerror or str(error)) from error
    try:
        # A folder of its own, since a temporary one is closed to other users.
        folder = staging / "pack"
        folder.mkdir()
        _extract(source, folder, limits or ZipLimits())
        try:
            ModelPack.open(folder, cache=staging)
        except PackError as error:
            # The user knows the zip, not the temporary folder.
            where = source / error.path.relative_to(folder)
            raise error.at(where) from error
        folder.replace(target)
    except OSError as error:
        raise PackError(target, "a place to write to", error.strerror or str(error)) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return target


def extract(zip_path: Path, folder: Path, *, limits: ZipLimits | None = None) -> None:
    """Unpack a zip that nobody vouches for, folders and all, into an empty folder.

    What a Mac and version control put beside the files is left out.

    Raises:
        PackCorrupt: It is not a zip, or not one to be trusted.
        OSError: Something cannot be written.
    """
    with _opened(zip_path) as archive:
        for info, parts in _files(archive, zip_path, limits or ZipLimits()):
            path = folder.joinpath(*parts)
            path.parent.mkdir(parents=True, exist_ok=True)
            _extract_one(archive, info, path, zip_path)


def _extract(source: Path, folder: Path, limits: ZipLimits) -> None:
    with _opened(source) as archive:
        for info, name in _entries(archive, source, limits):
            _extract_one(archive, info, folder / name, source)


def _opened(source: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(source)
    except OSError as error:
        raise PackCorrupt(source, "a zip file", error.strerror or str(error)) from error
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        found = f"none, or not the whole of one ({error})"
        raise PackCorrupt(source, "a zip file", found) from error


def _extract_one(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path, source: Path) -> None:
    left = info.file_size
    try:
        with archive.open(info) as packed, path.open("xb") as file:
            while chunk := packed.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    break
                file.write(chunk)
    # zipfile reports damage in all these ways, and a wrong password as RuntimeError.
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise PackCorrupt(source, f"a sound entry {path.name}", str(error)) from error
    if left:
        raise PackCorrupt(source, f"{info.file_size:,} bytes in {path.name}", "another number")


def _entries(
    archive: zipfile.ZipFile, source: Path, limits: ZipLimits
) -> Iterator[tuple[zipfile.ZipInfo, str]]:
    """Return the files of a pack, which stand in one folder, and their names."""
    files = _files(archive, source, limits)
    if len({parts[:-1] for _, parts in files}) > 1 or any(len(parts) > 2 for _, parts in files):
        raise PackCorrupt(source, "the files of one pack in one folder", "several folders")
    return ((info, parts[-1]) for info, parts in files)


def _files(
    archive: zipfile.ZipFile, source: Path, limits: ZipLimits
) -> list[tuple[zipfile.ZipInfo, tuple[str, ...]]]:
    """Check every entry before the first one is unpacked; return the files and their places."""
    infos = archive.infolist()
    if len(infos) > limits.entries:
        raise PackCorrupt(source, f"at most {limits.entries} entries", f"{len(infos):,}")
    total = sum(info.file_size for info in infos)
    if total > limits.total_bytes:
        raise PackCorrupt(source, f"at most {limits.total_bytes:,} bytes unpacked", f"{total:,}")
    files: list[tuple[zipfile.ZipInfo, tuple[str, ...]]] = []
    seen: set[str] = set()
    for info in infos:
        parts = _checked_parts(info, source, limits)
        if info.is_dir() or any(part in _DEBRIS for part in parts):
            continue
        # Two names that some file system takes for the same one.
        key = unicodedata.normalize("NFC", "/".join(parts)).casefold()
        if key in seen:
            raise PackCorrupt(source, "every file once", f"{parts[-1]!r} twice")
        seen.add(key)
        files.append((info, parts))
    return files


def _checked_parts(info: zipfile.ZipInfo, source: Path, limits: ZipLimits) -> tuple[str, ...]:
    name = info.orig_filename
    parts = PurePosixPath(name).parts
    kind = stat.S_IFMT(info.external_attr >> 16)
    if not parts or not all(is_plain_name(part) for part in parts):
        raise PackCorrupt(source, "plain names inside", ascii(name[:80]))
    if kind not in {0, stat.S_IFDIR if info.is_dir() else stat.S_IFREG}:
        raise PackCorrupt(source, "only files and folders inside", f"{name!r}, a link or device")
    if info.flag_bits & 0x1:
        raise PackCorrupt(source, "entries without a password", f"{name!r}, which is encrypted")
    if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        raise PackCorrupt(source, "stored or deflated entries", f"{name!r}, packed otherwise")
    if info.file_size > max(_RATIO_FLOOR, limits.ratio * info.compress_size):
        raise PackCorrupt(
            source,
            f"no more than {limits.ratio} bytes from each packed one",
            f"{name!r} with {info.file_size:,} from {info.compress_size:,}",
        )
    return parts
