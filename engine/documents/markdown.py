"""Markdown: what is prose is translated where it stands; code, links and marks stay."""

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from engine.documents.content import plain
from engine.documents.encodings import Text, TextSink, decode
from engine.documents.format import FormatOptions, Source, Translated, Unit
from engine.documents.html_text import HtmlText
from engine.documents.markdown_blocks import Block, read_blocks
from engine.documents.markdown_fields import Field
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
        """Yield paragraphs, headings and cells, in front of each the texts in its marks; HTML."""
        for block in self._blocks:
            if isinstance(block, Field):
                line = self._text.text.count("\n", 0, block.start) + 1
                yield Unit((block.text,), f"line {line}, {block.kind}")
            elif block.html:
                for unit in HtmlText(block.content).units():
                    yield replace(unit, where=_in_text(unit.where, block.line))
            else:
                yield from _prose(self._reader.read(block.content), block.line)

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the text with other words in its blocks."""
        sink = TextSink(file, self._text, self._options.encoding)
        text, done = self._text.text, 0
        for block in self._blocks:
            made = self._written(block, translations)
            if made is not None:
                sink.write(text[done : block.start] + made)
                done = block.end
        sink.write(text[done:])

    def _written(self, block: Block | Field, translations: Iterator[Translated]) -> str | None:
        """Return what becomes of a block; ``None`` if it stays as it is."""
        both = self._options.interleaved
        if isinstance(block, Field):
            made = _changed(next(translations), interleaved=both)
            return None if made is None else block.quoted(made)
        if block.html:
            page = HtmlText(block.content).written(
                translations, self._options.target, interleaved=both
            )
            made = "".join(page)
            return None if made == block.content else block.laid_out(made)
        made = _made(self._reader.read(block.content), translations)
        if made is None or not both:
            return None if made is None else block.laid_out(made)
        source = self._text.text[block.start : block.end]
        return source + block.separator + block.laid_out(made)


def _in_text(where: str, line: int) -> str:
    """Return a place in a block of HTML as one in the text."""
    number, comma, rest = where.removeprefix("line ").partition(",")
    return f"line {int(number) + line - 1}{comma}{rest}"


def _prose(inline: Inline, line: int) -> Iterator[Unit]:
    for label in inline.labels:
        yield Unit((label.text,), f"line {line}, {label.kind}")
    if plain(inline.content).strip():
        yield Unit(inline.content, f"line {line}")


def _changed(translated: Translated, *, interleaved: bool) -> str | None:
    if not translated.changed:
        return None
    source, made = plain(translated.unit.content), plain(translated.content)
    return f"{source} / {made}" if interleaved else made


def _made(inline: Inline, translations: Iterator[Translated]) -> str | None:
    """Return a block's translation in Markdown; ``None`` if it stays as it is."""
    labels = [next(translations) for _ in inline.labels]
    whole = next(translations) if plain(inline.content).strip() else None
    if not any(each.changed for each in (*labels, *((whole,) if whole else ()))):
        return None
    content = whole.content if whole else inline.content
    return inline.written(content, [plain(each.content) for each in labels])
