"""Documents that are zip archives: what must be so before a library unpacks one."""

import zipfile
import zlib
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from engine.documents.sources import kind_of
from engine.errors import InputError

_CHUNK: Final = 1 << 20
_RATIO_FLOOR: Final = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveLimits:
    """How much a document may hold before it is taken for an attack.

    Attributes:
        entries: Files in it.
        total_bytes: Size of everything, unpacked.
        ratio: Unpacked size of a file by its packed size (files under a mebibyte are let off).
    """

    entries: int = 20_000
    total_bytes: int = 1 << 30
    ratio: int = 500


def check_archive(data: bytes, name: str, limits: ArchiveLimits | None = None) -> None:
    """See to it that a document is of the kind that it should be, whole, open and not too large.

    Everything is unpacked once, a piece at a time, and thrown away: what an archive says about the
    size of its files need not be true.

    Args:
        data: The document's bytes.
        name: What it should be, as :func:`engine.documents.sources.kind_of` calls it: "a Word
            document", "an OpenDocument text", "an e-book (EPUB)".
        limits: How large it may be.

    Raises:
        InputError: It is not so; says so without the name of the file.
    """
    allowed = limits or ArchiveLimits()
    kind = kind_of(data)
    if kind != name:
        raise InputError(f"expected {name}, found {kind or 'something else'}")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            _check_sizes(archive, name, allowed)
            left = allowed.total_bytes
            for info in archive.infolist():
                left = _unpacked(archive, info, left, name)
    # zipfile reports damage in all these ways.
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        raise InputError(f"expected {name}, found a damaged one: {error}") from error


def _check_sizes(archive: zipfile.ZipFile, name: str, limits: ArchiveLimits) -> None:
    infos = archive.infolist()
    if len(infos) > limits.entries:
        raise InputError(f"expected {name} of at most {limits.entries} parts, found {len(infos)}")
    for info in infos:
        if info.flag_bits & 0x1:
            raise InputError(f"expected {name}, found one that is protected by a password")
        if info.file_size > max(_RATIO_FLOOR, limits.ratio * info.compress_size):
            raise InputError(
                f"expected {name}, found one that unpacks to {limits.ratio} times its size or more"
            )
    total = sum(info.file_size for info in infos)
    if total > limits.total_bytes:
        raise InputError(
            f"expected {name} of at most {limits.total_bytes >> 20} MiB unpacked,"
            f" found {total >> 20}"
        )


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int, name: str) -> int:
    """Unpack a file to nowhere; return how many bytes may still come."""
    with archive.open(info) as packed:
        while chunk := packed.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise InputError(f"expected {name}, found one that unpacks to more than it says")
    return left
