"""Which formats there are, and which of them a file is in."""

from pathlib import Path
from typing import Final

from engine.documents.format import Format
from engine.errors import InputError

SUFFIXES: Final = (".txt", ".md", ".markdown", ".srt", ".vtt", ".po", ".pot", ".json")
"""What the names of documents end with that can be translated."""


def is_document(path: Path) -> bool:
    """Tell by its name whether a file can be translated."""
    return path.suffix.lower() in SUFFIXES


def format_for(path: Path) -> Format:
    """Return the format that a file's name promises. Each is loaded when it is first needed.

    Raises:
        InputError: No format has such names; names the file.
    """
    # ruff: noqa: PLC0415 - the libraries behind the formats are slow to load
    match path.suffix.lower():
        case ".txt":
            from engine.documents.plain_text import PlainText

            return PlainText()
        case ".md" | ".markdown":
            from engine.documents.markdown import Markdown

            return Markdown()
        case ".srt":
            from engine.documents.subtitles import SubRip

            return SubRip()
        case ".vtt":
            from engine.documents.subtitles import WebVTT

            return WebVTT()
        case ".po" | ".pot":
            from engine.documents.catalogue import Catalogue

            return Catalogue()
        case ".json":
            from engine.documents.string_table import StringTable

            return StringTable()
        case found:
            wanted = ", ".join(SUFFIXES)
            raise InputError(
                f"{path}: expected a name in {wanted}, found {found or 'none of them'}"
            )
