"""Where files belong that are dropped on the window or given to it."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QMimeData

from engine.documents.formats import is_document

_PLAIN = frozenset((".txt", ".md", ".markdown"))


def dropped_files(data: QMimeData) -> list[Path]:
    """Return the files and folders of this computer that something holds."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def for_documents(paths: Iterable[Path]) -> bool:
    """Tell whether files belong on the page for documents: folders, and what is no plain text."""
    return any(path.is_dir() or (is_document(path) and not _is_plain(path)) for path in paths)


def _is_plain(path: Path) -> bool:
    return path.suffix.lower() in _PLAIN
