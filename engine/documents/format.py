"""What a format of documents has to do, and what it is given. See :mod:`engine.documents`."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from engine.documents.content import Content
from engine.records import record
from engine.types import Flag

SAME: Final = "same"
"""Stands for the encoding of the source."""


@record
class Source:
    """A file as it was at one moment.

    Attributes:
        path: Where it was read; formats may look at its name only.
        data: Its bytes.
    """

    path: Path
    data: bytes

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()


@record(kw_only=True)
class FormatOptions:
    """What the user may want of a format. Each takes notice of what concerns it.

    Attributes:
        target: Language of the result as a tag, such as "zh-Hans", for documents that state theirs.
        interleaved: Put each translation behind its source instead of in its place.
        encoding: Encoding of the result, for texts; ``SAME`` for the one that the source is in.
        every_entry: Translate what is translated already too, in a catalogue of messages.
    """

    target: str = "zh-Hans"
    interleaved: bool = False
    encoding: str = "utf-8"
    every_entry: bool = False


@record
class Unit:
    """One thing to translate: a paragraph, a cell, a title; never part of a sentence.

    Attributes:
        content: Its text and marks.
        where: Where a person finds it, in English: "page 3", "slide 2, notes", "line 14".
        wrapped: Whether its line breaks may be there only because the lines had become too long.
        verify: Tells whether a translation may be used at all; otherwise the source is kept and
            flagged. For what programs rely on, such as the conversions of a message.
    """

    content: Content
    where: str
    wrapped: bool = False
    verify: Callable[[Content], bool] | None = None


@record
class Translated:
    """What became of a unit.

    Attributes:
        unit: The unit.
        content: Its translation, as :mod:`engine.documents` promises; the unit's own content if
            nothing in it was translated.
        flags: What a reader should check, each once.
        changed: Whether anything in it was translated.
    """

    unit: Unit
    content: Content
    flags: tuple[Flag, ...] = ()
    changed: bool = True


class Parsed(Protocol):
    """A document that was read."""

    def units(self) -> Iterator[Unit]:
        """Yield what is to be translated, in reading order; the same each time."""
        ...

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the document with translations in place of, or behind, its units.

        Args:
            file: Open for writing (and seeking), empty. The same document and translations make
                the same bytes, whatever the day.
            translations: One for each unit, in the order of :meth:`units`.

        Raises:
            InputError: The result cannot be expressed, say in the encoding that is wanted.
            OSError: It cannot be written.
        """
        ...


class Format(Protocol):
    """A kind of document."""

    @property
    def name(self) -> str:
        """What it is, for messages: "a Word document"."""
        ...

    @property
    def interleaves(self) -> bool:
        """Whether it can hold source and translation one behind the other."""
        ...

    def read(self, source: Source, options: FormatOptions) -> Parsed:
        """Read a document.

        Raises:
            InputError: It is damaged, encrypted or of another kind; says so without its name.
        """
        ...
