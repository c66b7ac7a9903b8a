"""Handing files to the programs that the desktop has for them."""

import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices


def open_file(path: Path) -> bool:
    """Open a file in its program; tell whether there is one."""
    return path.exists() and QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def show_in_folder(path: Path) -> bool:
    """Show a file in its folder, or just the folder; tell whether that could be done."""
    if path.exists() and sys.platform == "win32":
        # Explorer takes the comma as part of the option, and the path after it as it is.
        return _started("explorer.exe", "/select,", str(path))
    if path.exists() and sys.platform == "darwin":
        return _started("open", "-R", str(path))
    folder = path.parent
    return folder.is_dir() and QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def _started(program: str, *arguments: str) -> bool:
    started, _process = QProcess.startDetached(program, list(arguments))
    return started
