"""Picture the window in each of its states: ``python -m tests.gui.screenshots OUTDIR``."""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from engine.errors import InferenceError, PackNotFound
from gui.app import load_translator
from gui.fonts import interface_font
from gui.session import State
from gui.settings import Settings
from gui.window import MainWindow
from gui.worker import LoadedTranslator, TranslationThread
from tests.gui.fakes import FakeTranslator

PACK = Path(__file__).resolve().parents[2] / "assets" / "packs" / "starter-en-zh"

TEXT = (
    "The train was late again this morning. We waited on the platform for an hour.\n\n"
    "When it came at last, it was so full that nobody could get on."
)
CHINESE = {
    "The train was late again this morning.": "今天早上火车又晚点了。",
    "We waited on the platform for an hour.": "我们在站台上等了一个小时。",
    "When it came at last, it was so full that nobody could get on.": (
        "车终于来的时候，已经挤得谁也上不去了。"
    ),
}


def dark_palette() -> QPalette:
    """A dark palette like that of a desktop."""
    role = QPalette.ColorRole
    palette = QPalette(QColor("#2b2b2e"), QColor("#2b2b2e"))
    palette.setColor(role.Base, QColor("#1e1e20"))
    palette.setColor(role.Accent, QColor("#4c9aff"))
    palette.setColor(role.Highlight, QColor("#2f5f9e"))
    for text in (role.Text, role.WindowText, role.ButtonText, role.HighlightedText):
        palette.setColor(text, QColor("#ececec"))
    return palette


def _fake(**options: object) -> FakeTranslator:
    return FakeTranslator(render=lambda text: CHINESE.get(text, "译文。"), **options)  # type: ignore[arg-type]


def _translator() -> LoadedTranslator:
    return load_translator(str(PACK)) if PACK.is_dir() else _fake()


def _missing() -> LoadedTranslator:
    raise PackNotFound(PACK, "a model pack", "nothing")


def _slow() -> LoadedTranslator:
    time.sleep(2)
    return _fake()


class Studio:
    """Sets the window up, waits for a state and takes the picture."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._app = QApplication(sys.argv[:1])
        self._app.setFont(interface_font(self._app.font()))
        self._light = self._app.palette()

    def _until(self, done: Callable[[], bool], seconds: float = 60.0) -> None:
        deadline = time.monotonic() + seconds
        while not done():
            if time.monotonic() > deadline:
                raise TimeoutError("the window did not reach the state to be pictured")
            self._app.processEvents()
            time.sleep(0.005)

    def take(
        self,
        name: str,
        state: State,
        *,
        load: Callable[[], LoadedTranslator] = _translator,
        text: str = "",
        size: tuple[int, int] = (960, 600),
        dark: bool = False,
        menu: bool = False,
        then: Callable[[MainWindow], None] | None = None,
    ) -> None:
        """Picture one state of the window."""
        self._app.setPalette(dark_palette() if dark else self._light)
        with tempfile.TemporaryDirectory() as folder:
            store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
            window = MainWindow(
                TranslationThread(load),
                Settings(store),
                "0.1.0",
                history=Path(folder) / "history.sqlite3",
            )
            window.resize(*size)
            window.start()
            if state is not State.LOADING:
                self._until(lambda: window.session.state is not State.LOADING)
            if text:
                window.page.source.view.textCursor().insertText(text)
            self._until(lambda: window.session.state is state)
            if then is not None:
                then(window)
            end = time.monotonic() + 0.7
            self._until(lambda: time.monotonic() > end)
            window.grab().save(str(self._folder / f"{name}.png"))
            if menu:
                window.menu_button.menu().grab().save(str(self._folder / f"{name}-menu.png"))
            window.close()
            store.sync()


def _stop_half_way(window: MainWindow) -> None:
    deadline = time.monotonic() + 10
    while window.page.target.view.done < 1 and time.monotonic() < deadline:
        QApplication.processEvents()
    window.session.cancel()


def main(folder: Path) -> None:
    """Write one picture for each state into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio(folder)
    long = " ".join([TEXT] * 12)

    def failing(_text: str) -> Exception:
        return InferenceError("a graph failed")

    studio.take("loading", State.LOADING, load=_slow)
    studio.take("empty", State.EMPTY)
    studio.take("done", State.DONE, text=TEXT, menu=True)
    studio.take("done-dark", State.DONE, text=TEXT, dark=True, menu=True)
    studio.take("done-narrow", State.DONE, text=TEXT, size=(480, 640))
    studio.take("long", State.DONE, text=long, load=_fake)
    studio.take("translating", State.TRANSLATING, text=long, load=lambda: _fake(seconds=0.25))
    studio.take(
        "stopped",
        State.TRANSLATING,
        text=TEXT,
        load=lambda: _fake(seconds=0.3),
        then=_stop_half_way,
    )
    studio.take("error", State.ERROR, text=TEXT, load=lambda: _fake(fail=failing))
    studio.take("error-dark", State.ERROR, text=TEXT, load=lambda: _fake(fail=failing), dark=True)
    studio.take("no-pack", State.NO_PACK, load=_missing, size=(480, 640))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
