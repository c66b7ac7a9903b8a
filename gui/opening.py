"""Doing what a start was asked to do, be it the first or a later one."""

import os
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox

from engine.errors import InputError
from gui.dropping import for_documents
from gui.errors import describe_opening
from gui.instance import Request
from gui.message import Message
from gui.text_files import FileTooLarge, read_text_file
from gui.window import MainWindow

_NAMED = 8
"""Files that are named at most, so that the box fits the screen."""


def take(window: MainWindow, request: Request, *, forward: bool = True) -> None:
    """Carry out ``request`` in ``window``.

    Args:
        window: The window.
        request: What to do.
        forward: Bring the window to the front first.
    """
    if forward:
        if request.activation:
            # Qt takes the token from here when the window is activated, under X and Wayland.
            os.environ["XDG_ACTIVATION_TOKEN"] = request.activation
            os.environ["DESKTOP_STARTUP_ID"] = request.activation
        window.come_forward()
    if request.files:
        open_files(window, [Path(name) for name in request.files])
    if request.text is not None:
        show(window, request.text)
    if request.translate_clipboard:
        window.clipboard.fetch()


def show(window: MainWindow, text: str) -> None:
    """Put ``text`` in the place of what is there, and translate it."""
    window.show_text()
    window.page.source.view.replace_text(text)
    window.page.session.translate_now()


def open_files(window: MainWindow, paths: list[Path]) -> None:
    """Show the text of files, one after the other; say so if some cannot be read.

    Documents, and folders of them, are translated into files of their own.
    """
    if for_documents(paths):
        window.documents.bring(paths)
        return
    texts: list[str] = []
    problems: list[tuple[str, str]] = []
    large: list[Path] = []
    for path in paths:
        try:
            texts.append(read_text_file(path))
        except (InputError, OSError) as error:
            problems.append((path.name, describe_opening(error, window.locale())))
            if isinstance(error, FileTooLarge):
                large.append(path)
    if problems:
        _complain(window, problems, large)
    if texts:
        show(window, "\n\n".join(text.strip("\n") for text in texts) if texts[1:] else texts[0])


def _complain(window: MainWindow, problems: list[tuple[str, str]], large: list[Path]) -> None:
    text, explanation = problems[0]
    if problems[1:]:
        text = QCoreApplication.translate("Opening", "Some files cannot be opened")
        lines = [f"{name}: {problem}" for name, problem in problems[:_NAMED]]
        if (more := len(problems) - _NAMED) > 0:
            others = QCoreApplication.translate("Opening", "… and {count} more")
            lines.append(others.format(count=window.locale().toString(more)))
        explanation = "\n".join(lines)
    box = Message(window.windowTitle(), text, explanation, window)
    if large:
        offer = QCoreApplication.translate("Opening", "&Translate as a document")
        if large[1:]:
            offer = QCoreApplication.translate("Opening", "&Translate as documents")
        agree = box.addButton(offer, QMessageBox.ButtonRole.AcceptRole)
        agree.clicked.connect(lambda: window.documents.bring(large))
        box.addButton(QMessageBox.StandardButton.Close)
    box.open()
