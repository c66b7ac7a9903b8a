"""Markdown: what is prose is translated where it stands; code, targets of links and marks stay."""

from collections.abc import Iterator
from typing import BinaryIO

from engine.documents.content import plain
from engine.documents.encodings import Text, TextSink, decode
from engine.documents.format import FormatOptions, Source, Translated, Unit
from engine.documents.markdown_blocks import read_blocks
from engine.documents.markdown_inline import Inline, InlineReader


class Markdown:
    """The format of ``.md``. See :class:`engine.documents.format.Format`."""

    name = "a text in Markdown"
    interleaves = True

    def read(self, source: Source, options: FormatOptions) -> "MarkdownParsed":
        """Decode a text and find its blocks."""
        return MarkdownParsed(decode(source.data), options)


class MarkdownParsed:
    """A text in Markdown. See :class:`engine.documents.format.Parsed`."""

    def __init__(self, found: Text, options: FormatOptions) -> None:
        self._text = found
        self._options = options
        found_blocks = read_blocks(found.text)
        self._blocks = found_blocks.blocks
        self._reader = InlineReader(found_blocks.references)

    def units(self) -> Iterator[Unit]:
        """Yield paragraphs, headings and cells; in front of each the descriptions of its images."""
        for block in self._blocks:
            inline = self._reader.read(block.content)
            for image in inline.images:
                yield Unit((image.description,), f"line {block.line}, image")
            if plain(inline.content).strip():
                yield Unit(inline.content, f"line {block.line}")

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the text with other words in its blocks."""
        sink = TextSink(file, self._text, self._options.encoding)
        text, done = self._text.text, 0
        for block in self._blocks:
            made = _made(self._reader.read(block.content), translations)
            if made is None:
                continue
            sink.write(text[done : block.start])
            if self._options.interleaved:
                sink.write(text[block.start : block.end] + block.separator)
            sink.write(block.laid_out(made))
            done = block.end
        sink.write(text[done:])


def _made(inline: Inline, translations: Iterator[Translated]) -> str | None:
    """Return a block's translation in Markdown; ``None`` if it stays as it is."""
    described = [next(translations) for _ in inline.images]
    whole = next(translations) if plain(inline.content).strip() else None
    if not any(each.changed for each in (*described, *((whole,) if whole else ()))):
        return None
    content = whole.content if whole else inline.content
    return inline.written(content, [plain(each.content) for each in described])
