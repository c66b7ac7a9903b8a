"""Which formats there are, and which of them a file is in."""

from pathlib import Path
from typing import Final

from engine.documents.format import Format
from engine.errors import InputError

SUFFIXES: Final = (
    *(".txt", ".md", ".markdown", ".srt", ".vtt", ".po", ".pot", ".json"),
    *(".docx", ".docm", ".dotx", ".pptx", ".pptm", ".ppsx"),
    *(".odt", ".ott", ".odp", ".ods", ".html", ".htm", ".xhtml", ".epub"),
)
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
    made: Format
    match path.suffix.lower():
        case ".txt":
            from engine.documents.plain_text import PlainText

            made = PlainText()
        case ".md" | ".markdown":
            from engine.documents.markdown import Markdown

            made = Markdown()
        case ".srt":
            from engine.documents.subtitles import SubRip

            made = SubRip()
        case ".vtt":
            from engine.documents.subtitles import WebVTT

            made = WebVTT()
        case ".po" | ".pot":
            from engine.documents.catalogue import Catalogue

            made = Catalogue()
        case ".json":
            from engine.documents.string_table import StringTable

            made = StringTable()
        case ".docx" | ".docm" | ".dotx":
            from engine.documents.word import WordDocument

            made = WordDocument()
        case ".pptx" | ".pptm" | ".ppsx":
            from engine.documents.presentation import Presentation

            made = Presentation()
        case ".odt" | ".ott" | ".odp" | ".ods":
            from engine.documents.open_document import OpenDocument

            made = OpenDocument(path.suffix.lower())
        case ".html" | ".htm" | ".xhtml":
            from engine.documents.html import Html

            made = Html()
        case ".epub":
            from engine.documents.epub import Epub

            made = Epub()
        case found:
            wanted = ", ".join(SUFFIXES)
            raise InputError(
                f"{path}: expected a name in {wanted}, found {found or 'none of them'}"
            )
    return made
