"""Doing what a start was asked to do, be it the first or a later one."""

import os
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from engine.errors import InputError
from gui.errors import describe_opening
from gui.instance import Request
from gui.text_files import read_text_file
from gui.window import MainWindow


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
    """Show the text of files, one after the other; say so if one cannot be read."""
    texts: list[str] = []
    for path in paths:
        try:
            texts.append(read_text_file(path))
        except (InputError, OSError) as error:
            _complain(window, path, error)
    if texts:
        show(window, "\n\n".join(text.strip("\n") for text in texts) if texts[1:] else texts[0])


def _complain(window: MainWindow, path: Path, error: Exception) -> None:
    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(window.windowTitle())
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(path.name)
    box.setInformativeText(describe_opening(error))
    box.open()
