"""Starting the window."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, QTimer, Signal
from PySide6.QtWidgets import QApplication

from engine.errors import PackError, PackNotFound
from engine.places import HOME_VARIABLE, config_folder, data_folder, log_folder
from gui.instance import NoAnswer, Request, SingleInstance, meeting_place
from gui.locale_charset import use_utf8
from gui.settings import Settings
from gui.window import MainWindow

if TYPE_CHECKING:
    from gui.packs import PackLibrary
    from gui.worker import LoadedTranslator, TranslationThread

_OWN_PACK = "starter-en-zh"
"""As ``engine.pack.STARTER``, which is not to be imported before the window is up."""
_LATER_MS = 100
"""When nothing that was asked for has to wait any more."""
Passed = Callable[[str, str], None]
"""Told the name of a pack that was passed over, and of the one that translates instead."""
_ACTIVATION = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


def program_version() -> str:
    """Return the version of the installed program."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - takes long

    try:
        return version("yiwen")
    except PackageNotFoundError:
        return "unknown"


class PackNews(QObject):
    """Carries what a thread that loads packs finds to the window.

    Signals:
        passed(str, str): A damaged pack was passed over; its name, and that of the one instead.
    """

    passed = Signal(str, str)


def load_translator(
    pack: str | None, threads: int = 0, warn: Passed = lambda *_: None
) -> "LoadedTranslator":
    """Load a pack by name or path, or the default for Chinese.

    Args:
        pack: Its name or path.
        threads: Processor cores to use; 0 lets the engine choose.
        warn: Told where the default is damaged, and the next one does its work.

    Raises:
        PackError: It is missing, damaged or cannot be used.
        InferenceError: Its graphs cannot be loaded.
    """
    # The runtime is imported here, in the worker thread: the window does not wait for it.
    from engine.pack import bundled_pack_path, find_pack, open_default  # noqa: PLC0415
    from engine.translator import Translator  # noqa: PLC0415

    if pack is not None:
        return Translator.load(find_pack(pack), threads=threads)
    found = open_default(
        "en", "zh", lambda damaged, _, instead: warn(damaged.name, instead.manifest.name)
    )
    return Translator.load(found or bundled_pack_path(), threads=threads)


def load_first(
    asked: str | None, remembered: str, threads: int = 0, warn: Passed = lambda *_: None
) -> "LoadedTranslator":
    """Load the pack to begin with.

    Args:
        asked: The one that the command line names; it must be there.
        remembered: The one that was chosen last; where it is gone or damaged, the default will do.
        threads: As above.
        warn: Told of a damaged one.

    Raises:
        PackError: As above.
        InferenceError: As above.
    """
    if asked is None and remembered:
        try:
            return load_translator(remembered, threads)
        except PackNotFound:
            pass
        except PackError:
            loaded = load_translator(None, threads)
            warn(remembered, loaded.manifest.name)
            return loaded
    return load_translator(asked, threads, warn)


class _Version(argparse.Action):
    """Tells the version, which is looked up only then."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(
            option_strings, dest, nargs=0, help="show program's version number and exit"
        )

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"yiwen-app {program_version()}")  # noqa: T201 - asked for
        parser.exit()


def window_parser() -> argparse.ArgumentParser:
    """Return the parser of the window's command line."""
    parser = argparse.ArgumentParser(
        prog="yiwen-app", description="Translate English into Chinese on this computer."
    )
    parser.add_argument(
        "files", nargs="*", metavar="FILE", type=Path, help="texts and documents to open"
    )
    parser.add_argument("--text", metavar="TEXT", help="a text to translate")
    parser.add_argument(
        "--translate-clipboard",
        action="store_true",
        help="translate what is on the clipboard; bind this to a key of your desktop",
    )
    parser.add_argument("--pack", metavar="NAME_OR_PATH", help="the model pack to translate with")
    parser.add_argument("--version", action=_Version)
    return parser


def _request(arguments: argparse.Namespace) -> Request:
    token = next((os.environ[name] for name in _ACTIVATION if os.environ.get(name)), "")
    return Request(
        text=arguments.text,
        files=tuple(str(path.absolute()) for path in arguments.files),
        translate_clipboard=arguments.translate_clipboard,
        activation=token,
    )


def _application() -> QApplication:
    use_utf8()
    QApplication.setOrganizationName("Yiwen")
    QApplication.setApplicationName("yiwen")
    QApplication.setApplicationDisplayName("Yiwen")
    QApplication.setDesktopFileName("yiwen")
    app = QApplication(sys.argv[:1])
    # The window says when it is closed for good; in the tray, or under a dialog, it is not.
    app.setQuitOnLastWindowClosed(False)
    return app


def _store() -> QSettings:
    if os.environ.get(HOME_VARIABLE):
        return QSettings(str(config_folder() / "yiwen.ini"), QSettings.Format.IniFormat)
    return QSettings()


def _claimed() -> tuple[SingleInstance | None, bool]:
    """Return the place where instances meet, if there can be one, and whether this is the first."""
    try:
        instance = SingleInstance(*meeting_place())
        return instance, instance.claim()
    except OSError:
        # A window too many is better than none.
        return None, True


def _hand_over(instance: SingleInstance, request: Request) -> int:
    try:
        instance.hand_over(request)
    except NoAnswer:
        print(  # noqa: T201 - the command line is told
            "yiwen-app: another window is open but does not answer; end it, then start again",
            file=sys.stderr,
        )
        return 1
    except ValueError as error:
        print(f"yiwen-app: {error}", file=sys.stderr)  # noqa: T201
        return 2
    return 0


def _window(app: QApplication, settings: Settings, pack: str | None) -> MainWindow:
    """Return the window; what is inside is made later, and what it takes is imported with it."""
    threads, chosen = settings.threads, settings.pack
    news = PackNews()

    def thread() -> "TranslationThread":
        from gui.worker import TranslationThread  # noqa: PLC0415

        return TranslationThread(lambda: load_first(pack, chosen, threads, news.passed.emit))

    def library() -> "PackLibrary":
        from gui.packs import InstalledPacks  # noqa: PLC0415

        return InstalledPacks(threads)

    def prepare() -> None:
        _equip(app, window)
        news.passed.connect(window.pack_notice.warn)
        window.session.wanted = pack or chosen or _OWN_PACK

    window = MainWindow(thread, settings, program_version, library=library)
    news.setParent(window)
    window.appeared.connect(prepare)
    return window


def _equip(app: QApplication, window: MainWindow) -> None:
    """See to the log, to reports of faults and to the font."""
    from gui.crash import CrashReporter  # noqa: PLC0415 - the window does not wait for it
    from gui.fonts import interface_font  # noqa: PLC0415 - as above
    from gui.log import set_up  # noqa: PLC0415 - as above

    set_up(log_folder())
    reporter = CrashReporter(window.diagnostics, app)
    reporter.install(window)
    window.failed.connect(reporter.report_once)
    app.setFont(interface_font(app.font()))


def _begin(window: MainWindow, request: Request) -> None:
    """Do what this start was asked to do, and say so if nothing can be kept."""
    from gui.icons import app_icon  # noqa: PLC0415 - the window does not wait for it
    from gui.opening import take  # noqa: PLC0415 - as above
    from gui.storage import can_keep  # noqa: PLC0415 - as above

    QApplication.setWindowIcon(app_icon())
    if not (window.settings.store.isWritable() and can_keep(data_folder())):
        window.storage_notice.warn()
    take(window, request, forward=False)


def _listen(window: MainWindow, instance: SingleInstance | None) -> None:
    """Listen to later starts."""
    from gui.opening import take  # noqa: PLC0415 - the window does not wait for it

    QApplication.setApplicationVersion(program_version())
    if instance is not None:
        instance.requested.connect(lambda asked: take(window, asked))
        instance.listen()


def main(argv: Sequence[str] | None = None) -> int:
    """Show the window until it is closed, or hand over to the one that is open.

    The frame is shown as soon as it can be; everything else waits until one sees it.

    Args:
        argv: The arguments without the program's name; the command line's by default.

    Returns:
        The exit status.
    """
    arguments = window_parser().parse_args(argv)
    request = _request(arguments)
    # Python runs no handler while Qt waits, so Ctrl+C in a terminal would seem to do nothing.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    app = _application()
    instance, first = _claimed()
    if instance is not None and not first:
        return _hand_over(instance, request)
    window = _window(app, Settings(_store()), arguments.pack)

    def listen() -> None:
        _listen(window, instance)

    window.ready.connect(lambda: _begin(window, request))
    window.ready.connect(lambda: QTimer.singleShot(_LATER_MS, window, listen))
    window.closed.connect(app.quit)
    try:
        window.start()
        return app.exec()
    finally:
        # However the loop ended, no thread may outlive its owner.
        window.end()
        if instance is not None:
            instance.close()
