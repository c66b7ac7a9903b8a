"""The texts of several files as one, and the box that names those that cannot be read."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.errors import InputError
from engine.records import record
from gui.errors import describe_opening
from gui.message import Message
from gui.text_files import FileTooLarge, read_text_file

_NAMED = 8
"""Files that are named at most, so that the box fits the screen."""


@record
class Reading:
    """What was found in files.

    Attributes:
        text: Their texts, one below the other; ``None`` if none could be read.
        problems: Those that could not, and why.
    """

    text: str | None
    problems: tuple[tuple[Path, Exception], ...]


def read_files(paths: Iterable[Path]) -> Reading:
    """Read text files, as many of them as can be read."""
    texts: list[str] = []
    problems: list[tuple[Path, Exception]] = []
    for path in paths:
        try:
            texts.append(read_text_file(path))
        except (InputError, OSError) as error:
            # With its traceback it would hold the frame that holds it.
            problems.append((path, error.with_traceback(None)))
    # One file stays as it is.
    parts = [text.strip("\n") for text in texts] if texts[1:] else texts
    return Reading("\n\n".join(parts) if parts else None, tuple(problems))


def complain(
    parent: QWidget,
    problems: Sequence[tuple[Path, Exception]],
    bring: Callable[[list[Path]], object],
) -> None:
    """Name files that cannot be read in a box, and say why.

    Args:
        parent: Where the box belongs.
        problems: The files with their errors, at least one.
        bring: Translates files as documents; offered for those that are too large.
    """
    locale = parent.locale()
    found = [(path.name, describe_opening(error, locale)) for path, error in problems]
    text, explanation = found[0]
    if found[1:]:
        text = QCoreApplication.translate("Opening", "Some files cannot be opened")
        lines = [f"{name}: {problem}" for name, problem in found[:_NAMED]]
        if (more := len(found) - _NAMED) > 0:
            others = QCoreApplication.translate("Opening", "… and {count} more")
            lines.append(others.format(count=locale.toString(more)))
        explanation = "\n".join(lines)
    box = Message(parent.window().windowTitle(), text, explanation, parent)
    large = [path for path, error in problems if isinstance(error, FileTooLarge)]
    if large:
        offer = QCoreApplication.translate("Opening", "&Translate as a document")
        if large[1:]:
            offer = QCoreApplication.translate("Opening", "&Translate as documents")
        agree = box.addButton(offer, QMessageBox.ButtonRole.AcceptRole)
        agree.clicked.connect(lambda: bring(large))
        box.addButton(QMessageBox.StandardButton.Close)
    box.open()
