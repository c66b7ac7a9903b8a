"""Reading a text file whose encoding nobody states."""

import codecs
import os
from pathlib import Path

from engine.errors import InputError

LARGEST = 1_000_000
"""Bytes of the largest file that is put into a pane, and characters of the longest text; a novel
has about as many."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class FileTooLarge(InputError):
    """A file has more in it than a pane takes.

    Attributes:
        size: Its bytes, as far as they are known.
        limit: The bytes that are taken at most.
    """

    def __init__(self, path: Path, size: int, limit: int = LARGEST) -> None:
        self.size = size
        self.limit = limit
        super().__init__(f"{path}: expected at most {limit} bytes, found {size}")


class TextTooLong(InputError):
    """A text has more in it than a pane takes.

    Attributes:
        length: Its characters.
        limit: The characters that are taken at most.
    """

    def __init__(self, length: int, limit: int = LARGEST) -> None:
        self.length = length
        self.limit = limit
        super().__init__(f"expected at most {limit} characters, found {length}")


class NotText(InputError):
    """What is there is no text, or in no encoding that is known here."""


class NoText(InputError):
    """There is nothing in a file but blanks, if that."""


def read_text_file(path: Path) -> str:
    """Return the text of a file in UTF-8, UTF-16, UTF-32 or GB18030, with line feeds only.

    Raises:
        FileTooLarge: It has more than :data:`LARGEST` bytes.
        NotText: It is something else than text.
        NoText: It is empty, or blank.
        OSError: It cannot be read; a folder is an ``IsADirectoryError`` on every system.
    """
    if path.is_dir():
        raise IsADirectoryError(f"{path}: expected a file, found a folder")
    if path.exists() and not path.is_file():
        # Reading from a pipe or a device might never end.
        raise NotText(f"{path}: expected a file, found something else")
    with path.open("rb") as file:
        raw = file.read(LARGEST + 1)
        size = max(len(raw), os.fstat(file.fileno()).st_size)
    if len(raw) > LARGEST:
        raise FileTooLarge(path, size)
    try:
        text = decode(raw)
    except NotText as error:
        raise NotText(f"{path}: {error}") from None
    if not text.strip():
        raise NoText(f"{path}: expected text, found none")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decode(raw: bytes) -> str:
    """Decode the bytes of a text.

    A byte order mark decides. Without one, UTF-16 is told by the zero bytes that Latin letters and
    spaces have in it, UTF-8 by being valid, as other encodings hardly ever are, and GB18030 by the
    same.

    Raises:
        NotText: It is none of them.
    """
    encoding = next((name for mark, name in _BOMS if raw.startswith(mark)), None)
    candidates = [encoding] if encoding else [*_utf16(raw), "utf-8", "gb18030"]
    for candidate in candidates:
        try:
            text = raw.decode(candidate)
        except UnicodeDecodeError:
            continue
        if not _binary(text):
            return text
    raise NotText("expected text in UTF-8, UTF-16 or GB18030, found something else")


def _utf16(raw: bytes) -> list[str]:
    if len(raw) % 2 or 0 not in raw:
        return []
    even, odd = raw[::2].count(0), raw[1::2].count(0)
    return ["utf-16-le"] if odd > even else ["utf-16-be"]


def _binary(text: str) -> bool:
    """Tell whether there are control characters that no text has."""
    return any(character < " " and character not in "\t\n\v\f\r\x1a\x1b" for character in text)
