"""Doing what a start was asked to do, be it the first or a later one."""

import os
from pathlib import Path

from gui.dropping import for_documents
from gui.instance import Request
from gui.reading import complain, read_files
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
    if window.page.source.view.take_text(text):
        window.page.session.translate_now()


def open_files(window: MainWindow, paths: list[Path]) -> None:
    """Show the text of files, one after the other; say so if some cannot be read.

    Documents, and folders of them, are translated into files of their own.
    """
    if for_documents(paths):
        window.documents.bring(paths)
        return
    reading = read_files(paths)
    if reading.problems:
        complain(window, reading.problems, window.documents.bring)
    if reading.text is not None:
        show(window, reading.text)
