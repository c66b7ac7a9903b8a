"""Starting the window."""

import argparse
import logging
import signal
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from gui.fonts import interface_font
from gui.icons import app_icon
from gui.settings import Settings
from gui.window import MainWindow
from gui.worker import LoadedTranslator, TranslationThread


def program_version() -> str:
    """Return the version of the installed program."""
    try:
        return version("yiwen")
    except PackageNotFoundError:
        return "unknown"


def load_translator(pack: str | None) -> LoadedTranslator:
    """Load a pack by name or path, or the one that comes with the program.

    Raises:
        PackError: It is missing, damaged or cannot be used.
        InferenceError: Its graphs cannot be loaded.
    """
    # The runtime is imported here, in the worker thread: the window does not wait for it.
    from engine.pack import bundled_pack_path, find_pack  # noqa: PLC0415
    from engine.translator import Translator  # noqa: PLC0415

    path = bundled_pack_path() if pack is None else find_pack(pack)
    return Translator.load(path)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="yiwen-app", description="Translate English into Chinese on this computer."
    )
    parser.add_argument("--pack", metavar="NAME_OR_PATH", help="the model pack to translate with")
    parser.add_argument("--version", action="version", version=f"yiwen-app {program_version()}")
    return parser


def _application() -> QApplication:
    QApplication.setOrganizationName("Yiwen")
    QApplication.setApplicationName("yiwen")
    QApplication.setApplicationDisplayName("Yiwen")
    QApplication.setApplicationVersion(program_version())
    QApplication.setDesktopFileName("yiwen")
    app = QApplication(sys.argv[:1])
    app.setWindowIcon(app_icon())
    app.setFont(interface_font(app.font()))
    return app


def main(argv: Sequence[str] | None = None) -> int:
    """Show the window until it is closed.

    Args:
        argv: The arguments without the program's name; the command line's by default.

    Returns:
        The exit status.
    """
    arguments = _parser().parse_args(argv)
    logging.basicConfig(level=logging.WARNING)
    # Python runs no handler while Qt waits, so Ctrl+C in a terminal would seem to do nothing.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    app = _application()
    thread = TranslationThread(lambda: load_translator(arguments.pack))
    window = MainWindow(thread, Settings(QSettings()), program_version())
    try:
        window.start()
        return app.exec()
    finally:
        # However the loop ended, no thread may outlive its owner.
        window.session.stop()
