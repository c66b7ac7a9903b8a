"""Plain text: paragraphs between blank lines."""

import re
from collections.abc import Iterator
from typing import BinaryIO, Final

from engine.documents.content import plain
from engine.documents.encodings import Text, TextSink, decode
from engine.documents.format import FormatOptions, Source, Translated, Unit

_MOST_LINES: Final = 512
"""Lines of a paragraph that are read together; a log has no blank line in thousands."""

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?")


class PlainText:
    """The format of ``.txt``. See :class:`engine.documents.format.Format`."""

    name = "a text"
    interleaves = True

    def read(self, source: Source, options: FormatOptions) -> "PlainTextParsed":
        """Decode a text."""
        return PlainTextParsed(decode(source.data), options)


class PlainTextParsed:
    """A text, cut into paragraphs. See :class:`engine.documents.format.Parsed`."""

    def __init__(self, found: Text, options: FormatOptions) -> None:
        self._text = found
        self._options = options

    def units(self) -> Iterator[Unit]:
        """Yield the paragraphs."""
        for line, paragraph, _ in self._paragraphs():
            if paragraph:
                yield Unit((paragraph,), f"line {line}", wrapped=True)

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the paragraphs and, exactly as they were, the gaps between them."""
        sink = TextSink(file, self._text, self._options.encoding)
        for _, paragraph, gap in self._paragraphs():
            written = ""
            if paragraph:
                translated = next(translations)
                written = plain(translated.content)
                if self._options.interleaved and translated.changed:
                    end = "\r\n" if "\r\n" in self._text.text else "\n"
                    written = f"{paragraph}{end}{written}"
            sink.write(written + gap)

    def _paragraphs(self) -> Iterator[tuple[int, str, str]]:
        """Yield the number of its first line, each paragraph, and what stands behind it."""
        number = 1
        lines: list[str] = []
        blank: list[str] = []
        for match in _LINE.finditer(self._text.text):
            line = match.group()
            if line.strip() and (blank or len(lines) == _MOST_LINES):
                yield _paragraph(number, lines, blank)
                number += len(lines) + len(blank)
                lines, blank = [], []
            (lines if line.strip() else blank).append(line)
        yield _paragraph(number, lines, blank)


def _paragraph(number: int, lines: list[str], blank: list[str]) -> tuple[int, str, str]:
    text = "".join(lines)
    body = text.rstrip("\r\n")
    return number, body, text[len(body) :] + "".join(blank)
