"""Text whose encoding nobody states: reading it, and writing the result."""

import codecs
import re
from typing import BinaryIO, Final

from charset_normalizer import from_bytes

from engine.documents.format import SAME
from engine.documents.sources import kind_of
from engine.errors import InputError
from engine.records import record

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LEGACY: Final = ("gb18030", "cp1252")
"""Encodings without a mark that are looked for where it is not UTF-8, as the library names them."""

_TWO_HIGH: Final = re.compile(rb"[\x80-\xff]{2}")
_SAMPLE: Final = 1 << 18
_CONTROLS: Final = frozenset(map(chr, range(32))) - frozenset("\t\n\v\f\r\x1a\x1b")


@record
class Text:
    """A decoded text.

    Attributes:
        text: Without a byte order mark, line ends as they were.
        encoding: What it was in, as Python names it.
        marked: Whether a byte order mark stood in front.
    """

    text: str
    encoding: str
    marked: bool


def decode(data: bytes) -> Text:
    """Decode bytes in UTF-8, UTF-16, UTF-32, GB18030 or Windows-1252.

    Raises:
        InputError: They are no text.
    """
    kind = kind_of(data)
    if kind is not None:
        raise InputError(f"expected a text, found {kind}")
    mark, encoding = next(((m, e) for m, e in _BOMS if data.startswith(m)), (b"", ""))
    candidates = [encoding] if encoding else [*_utf16(data), "utf-8", *_guessed(data)]
    for candidate in candidates:
        try:
            text = data[len(mark) :].decode(candidate)
        except UnicodeDecodeError:
            continue
        if not _CONTROLS.intersection(text):
            return Text(text, candidate, bool(mark))
    raise InputError(
        "expected a text in UTF-8, UTF-16, GB18030 or Windows-1252, found none of them"
    )


class TextSink:
    """Writes a result in an encoding, a piece at a time.

    Args:
        file: Where to.
        source: The text that was read; a mark in front of UTF-8 is kept.
        encoding: Any that Python knows, or ``SAME``.

    Raises:
        InputError: There is no such encoding.
    """

    def __init__(self, file: BinaryIO, source: Text, encoding: str) -> None:
        name = source.encoding if encoding == SAME else encoding
        self._file = file
        self._name = name
        self._encoder = encoder_of(name)
        self._marked = source.marked and (encoding == SAME or source.encoding == _plain(name))

    def write(self, text: str) -> None:
        """Write a piece.

        Raises:
            InputError: The encoding lacks one of the characters.
            OSError: It cannot be written.
        """
        if self._marked:
            self._marked, text = False, "\ufeff" + text
        try:
            self._file.write(self._encoder.encode(text))
        except UnicodeEncodeError as error:
            raise InputError(
                f"cannot be written in {self._name}, which has no {text[error.start]!r}; utf-8 has"
            ) from error


def check_encoding(name: str) -> None:
    """Refuse an encoding that nothing can be written in.

    Raises:
        InputError: There is none of that name.
    """
    if name != SAME:
        encoder_of(name)


def encoder_of(name: str) -> codecs.IncrementalEncoder:
    """Return what encodes a text piece by piece.

    Raises:
        InputError: There is no such encoding.
    """
    # Python calls some things encodings that turn no text into bytes, such as rot13.
    if not _encodes_text(name):
        raise InputError(f"expected an encoding such as utf-8, found {name!r}")
    return codecs.getincrementalencoder(name)()


def _encodes_text(name: str) -> bool:
    try:
        return isinstance("a".encode(name), bytes)
    except (LookupError, UnicodeError):
        return False


def _plain(name: str) -> str:
    return codecs.lookup(name).name


def _utf16(data: bytes) -> list[str]:
    """Tell UTF-16 without a mark by the zero bytes that Latin letters and spaces have in it."""
    sample = data[:_SAMPLE]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if len(data) % 2 or not sample or (even + odd) * 8 < len(sample):
        return []
    return ["utf-16-le"] if odd > even else ["utf-16-be"]


def _guessed(data: bytes) -> list[str]:
    """Let the library weigh the encodings without a mark against each other, best first.

    It takes the sign in "25°C" for half of a Chinese character; those come two bytes at a time.
    """
    if not _TWO_HIGH.search(data):
        return list(reversed(_LEGACY))
    found = from_bytes(data[:_SAMPLE], cp_isolation=list(_LEGACY), preemptive_behaviour=False)
    best = [match.encoding for match in found]
    return [*best, *(name for name in _LEGACY if name not in best)]
