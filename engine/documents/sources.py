"""Reading a file once, and telling by its bytes what it is."""

import os
import stat
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Final

from engine.documents.format import Source
from engine.documents.refusals import DocumentChanged, DocumentTooLarge, DocumentUnreadable

LARGEST: Final = 512 << 20
"""Bytes of the largest file that is read; everything of it is in memory once."""

PROTECTED: Final = "a document that is protected by a password"

_SIGNATURES: Final = (
    (b"%PDF-", "a PDF"),
    (b"{\\rtf", "a rich text file"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3\x00", "a database"),
)
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
_IN_ZIP: Final = (
    ("word/", "a Word document"),
    ("ppt/", "a PowerPoint presentation"),
    ("xl/", "an Excel workbook"),
)
_MIMETYPES: Final = {
    b"application/epub+zip": "an e-book (EPUB)",
    b"application/vnd.oasis.opendocument.text": "an OpenDocument text",
    b"application/vnd.oasis.opendocument.spreadsheet": "an OpenDocument spreadsheet",
    b"application/vnd.oasis.opendocument.presentation": "an OpenDocument presentation",
}


def read_source(path: Path) -> Source:
    """Read a whole file, as it is at one moment.

    Raises:
        DocumentUnreadable: It is missing, no file, or may not be read; names it.
        DocumentTooLarge: It is; names it.
        DocumentChanged: It was written to meanwhile; names it.
    """
    try:
        _refuse_no_file(path)
        with path.open("rb") as file:
            before = os.fstat(file.fileno())
            if before.st_size > LARGEST:
                raise DocumentTooLarge(
                    f"{path}: expected at most {mebibytes(LARGEST)}, found"
                    f" {mebibytes(before.st_size)}"
                )
            data = file.read(before.st_size + 1)
            after = os.fstat(file.fileno())
    except OSError as error:
        raise DocumentUnreadable(f"{path}: cannot be read: {error.strerror or error}") from error
    unchanged = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    if not unchanged or len(data) != after.st_size:
        raise DocumentChanged(f"{path}: changed while it was read; try again when it is finished")
    return Source(path, data)


def _refuse_no_file(path: Path) -> None:
    """Refuse what only looks like a file: one would wait for ever for the words of a pipe."""
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        found = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
        raise DocumentUnreadable(f"{path}: expected a file, found {found}")


def mebibytes(count: int) -> str:
    """Say how much a number of bytes is; never less, so that too much is more than the most."""
    return f"{-(-count >> 20)} MiB"


def kind_of(data: bytes) -> str | None:
    """Say what bytes are by their signature, such as "a PDF"; ``None`` if they may be text."""
    if data.startswith(_OLE):
        if _ENCRYPTED in data[: 1 << 20] or _ENCRYPTED in data[-(1 << 20) :]:
            return PROTECTED
        return "a document of Office before 2007"
    if data.startswith(b"PK\x03\x04"):
        return _kind_in_zip(data)
    return next((kind for mark, kind in _SIGNATURES if data.startswith(mark)), None)


def _kind_in_zip(data: bytes) -> str:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            mimetype = b""
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 256:
                mimetype = archive.read("mimetype").strip()
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, OSError):
        return "a damaged zip archive"
    if mimetype in _MIMETYPES:
        return _MIMETYPES[mimetype]
    if "[Content_Types].xml" in names:
        for folder, kind in _IN_ZIP:
            if any(name.startswith(folder) for name in names):
                return kind
    return "a zip archive"
