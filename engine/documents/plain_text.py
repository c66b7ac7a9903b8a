"""Plain text: paragraphs between blank lines."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO, Final

from engine.documents.content import plain
from engine.documents.encodings import Text, TextSink, decode
from engine.documents.format import FormatOptions, Source, Translated, Unit

_MOST_LINES: Final = 64
"""Lines of a paragraph that are read together; a log has no blank line in thousands."""

_NARROWEST, _WIDEST = 40, 100
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?")
_NO_PROSE: Final = re.compile(r"\s|[-*+•>#|=~]|\d{1,3}[.)]\s|[A-Za-z][.)]\s")
"""How a line begins that does not go on with the one before it."""


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
        """Yield the paragraphs, hard-wrapped lines joined."""
        for line, paragraph, _ in self._paragraphs():
            if paragraph:
                yield Unit((paragraph,), f"line {line}")

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
        number, first = 1, 1
        lines: list[str] = []
        gap = ""
        for match in _LINE.finditer(self._text.text):
            line = match.group()
            blank = not line.strip()
            if not blank and (gap or len(lines) == _MOST_LINES):
                yield (first, *_joined(lines, gap))
                lines, gap, first = [], "", number
            if blank:
                gap += line
            else:
                lines.append(line)
            number += 1
        yield (first, *_joined(lines, gap))


def _joined(lines: list[str], gap: str) -> tuple[str, str]:
    """Return a paragraph and the gap behind it, with the line ends of wrapping taken out."""
    if not lines:
        return "", gap
    text = "".join(lines)
    body = text.rstrip("\r\n")
    gap = text[len(body) :] + gap
    if is_wrapped([line.rstrip() for line in lines]):
        body = " ".join(line.strip() for line in lines)
    return body, gap


def is_wrapped(lines: list[str]) -> bool:
    """Tell whether a paragraph was broken into lines only because they had become too long.

    Then every line but the last is as full as it can be: the next word would have made it longer
    than the longest.
    """
    width = max(map(len, lines))
    if len(lines) < 2 or not _NARROWEST <= width <= _WIDEST:
        return False
    if any(_NO_PROSE.match(line) for line in lines[1:]):
        return False
    return all(
        len(line) + 1 + len(following.split(maxsplit=1)[0]) > width
        for line, following in pairwise(lines)
    )
