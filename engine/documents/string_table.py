"""Tables of strings in JSON: every value that is a string is translated, nothing else changes.

The strings are replaced where they stand, so that order, indentation, numbers and keys stay as they
are to the byte; a library would write the whole table anew in its own style.
"""

import json
import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from engine.documents.content import plain
from engine.documents.encodings import Text, TextSink, decode
from engine.documents.format import FormatOptions, Source, Translated, Unit
from engine.errors import InputError

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]', re.DOTALL)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class StringTable:
    """The format of ``.json``. See :class:`engine.documents.format.Format`."""

    name = "a table of strings (JSON)"
    interleaves = False

    def read(self, source: Source, options: FormatOptions) -> "StringTableParsed":
        """Decode a table and see to it that it is JSON."""
        found = decode(source.data)
        try:
            json.loads(found.text)
        except json.JSONDecodeError as error:
            raise InputError(
                f"expected JSON, found at line {error.lineno}, column {error.colno}: {error.msg}"
            ) from error
        return StringTableParsed(found, options)


class StringTableParsed:
    """A table of strings. See :class:`engine.documents.format.Parsed`."""

    def __init__(self, found: Text, options: FormatOptions) -> None:
        self._text = found
        self._options = options
        # Who wrote every other character as an escape means to have no others in the file.
        self._ascii = found.text.isascii() and "\\u" in found.text

    def units(self) -> Iterator[Unit]:
        """Yield the strings that are values."""
        for _, _, unit in self._values():
            yield unit

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the table with the values replaced."""
        sink = TextSink(file, self._text, self._options.encoding)
        done = 0
        for start, end, _ in self._values():
            translated = next(translations)
            if translated.changed:
                made = json.dumps(plain(translated.content), ensure_ascii=self._ascii)
                sink.write(self._text.text[done:start] + made)
                done = end
        sink.write(self._text.text[done:])

    def _values(self) -> Iterator[tuple[int, int, Unit]]:
        """Yield where each value stands, quotation marks and all, and what it is."""
        # The way to the value: a key, or the number of an element.
        path: list[str | int] = []
        is_key = False
        for match in _TOKEN.finditer(self._text.text):
            found = match.group()
            if found in "{[":
                path.append("" if found == "{" else 0)
                is_key = found == "{"
            elif found in "}]":
                path.pop()
                is_key = False
            elif found == ",":
                element = path[-1]
                is_key = isinstance(element, str)
                path[-1] = element if isinstance(element, str) else element + 1
            elif found == ":":
                is_key = False
            elif is_key:
                path[-1] = str(json.loads(found))
            else:
                text = str(json.loads(found))
                if text.strip() and not _SURROGATE.search(text):
                    yield (*match.span(), Unit((text,), ".".join(map(str, path)) or "the string"))
