"""Picture the window in each of its states: ``python -m tests.gui.screenshots OUTDIR [NAME …]``.

Every state is pictured in light and dark, in Chinese, and in a narrow window.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QSettings
from PySide6.QtGui import QColor, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from engine.errors import InferenceError, PackNotFound
from engine.types import Flag
from gui.app import load_translator
from gui.fonts import interface_font
from gui.session import State
from gui.settings import Settings
from gui.window import MainWindow
from gui.worker import LoadedTranslator, TranslationThread
from tests.gui.fakes import FakeTranslator

PACK = Path(__file__).resolve().parents[2] / "assets" / "packs" / "starter-en-zh"
WIDE, NARROW = (1200, 760), (480, 720)

MAIL = (
    "Thank you very much for your email. I am glad that you are coming to see us next week. "
    "I will meet you at the airport.\n\n"
    "My mother wants to meet you. We can have lunch together. "
    "In the afternoon we can go to the park. We will have dinner at seven o'clock. "
    "Do you like Chinese food?\n\n"
    "My sister is studying English at university. She wants to practise speaking with you.\n\n"
    "It is very cold here in the morning, so please bring a coat. "
    "Do not forget to bring your camera.\n\n"
    "I am looking forward to seeing you.\n\n"
    "Your friend Tom"
)
STORY = (
    "The train was late again this morning. We waited on the platform for 25 minutes.\n\n"
    "When it came at last, it was so full that nobody could get on."
)
CHINESE = {
    "The train was late again this morning.": "今天早上火车又晚点了。",
    "We waited on the platform for 25 minutes.": "我们在站台上等了很久。",
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


def _flags(text: str) -> tuple[Flag, ...]:
    return ("number-missing",) if "25" in text else ()


def _fake(**options: object) -> FakeTranslator:
    return FakeTranslator(
        render=lambda text: CHINESE.get(text, "译文。"),
        flags=_flags,
        **options,  # type: ignore[arg-type]
    )


def _translator() -> LoadedTranslator:
    return load_translator(str(PACK))


def _missing() -> LoadedTranslator:
    raise PackNotFound(PACK, "a model pack", "nothing")


def _slow() -> LoadedTranslator:
    time.sleep(3)
    return _fake()


def _failing(_text: str) -> Exception:
    return InferenceError("a graph failed")


class Studio:
    """Runs the application while a picture is being set up."""

    def __init__(self) -> None:
        self.app = QApplication(sys.argv[:1])
        self.app.setFont(interface_font(self.app.font()))
        self.light = self.app.palette()
        self.app.clipboard().setText("Something to paste")

    def until(self, done: Callable[[], bool], seconds: float = 60.0) -> None:
        """Serve events until something is so.

        Raises:
            TimeoutError: It is not so in time.
        """
        deadline = time.monotonic() + seconds
        while not done():
            if time.monotonic() > deadline:
                raise TimeoutError("the window did not reach the state to be pictured")
            self.app.processEvents()
            time.sleep(0.005)

    def rest(self, seconds: float) -> None:
        """Serve events for a while."""
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One state of the window.

    Attributes:
        state: The state to wait for.
        load: Makes the translator.
        text: What stands in the source pane.
        then: What is done in that state before the picture is taken.
    """

    state: State
    load: Callable[[], LoadedTranslator] = _translator
    text: str = ""
    then: Callable[[Studio, MainWindow], None] = lambda _studio, _window: None


def _stop_half_way(studio: Studio, window: MainWindow) -> None:
    studio.until(lambda: window.page.target.view.done >= 1)
    window.session.cancel()


def _switch(_studio: Studio, window: MainWindow) -> None:
    window.session.switch(_slow)


def _hover(studio: Studio, window: MainWindow) -> None:
    view = window.page.source.view
    view.hovered.emit(view.source_text().index("airport") + 2)
    studio.rest(0.1)


def _next_doubt(_studio: Studio, window: MainWindow) -> None:
    window.page.page_actions.next_doubt.trigger()


def _alternatives(studio: Studio, window: MainWindow) -> None:
    view = window.page.target.view
    cursor = view.textCursor()
    cursor.setPosition(view.ranges[2][0])
    view.setTextCursor(cursor)
    window.page.page_actions.alternatives.trigger()
    studio.until(lambda: window.page.rephrasing.popup.list.count() > 0)


def _menu(_studio: Studio, window: MainWindow) -> None:
    menu = window.menu_button.menu()
    menu.popup(window.menu_button.mapToGlobal(QPoint(0, window.menu_button.height())))


LONG = " ".join(f"{STORY} That was day {day} of the week." for day in range(1, 60))
SCENES = {
    "loading": Scene(state=State.LOADING, load=_slow),
    "empty": Scene(state=State.EMPTY),
    "done": Scene(state=State.DONE, text=MAIL),
    "linked": Scene(state=State.DONE, text=MAIL, then=_hover),
    "alternatives": Scene(state=State.DONE, text=MAIL, then=_alternatives),
    "menu": Scene(state=State.DONE, text=MAIL, then=_menu),
    "translating": Scene(state=State.TRANSLATING, text=LONG, load=lambda: _fake(seconds=0.15)),
    "flagged": Scene(state=State.DONE, text=STORY, load=_fake, then=_next_doubt),
    "cancelled": Scene(
        state=State.TRANSLATING,
        text=STORY,
        load=lambda: _fake(seconds=0.3),
        then=_stop_half_way,
    ),
    "error": Scene(state=State.ERROR, text=STORY, load=lambda: _fake(fail=_failing)),
    "no-pack": Scene(state=State.NO_PACK, load=_missing),
    "switching": Scene(state=State.DONE, text=STORY, load=_fake, then=_switch),
}
LOOKS = {
    "light": (WIDE, False, "en"),
    "dark": (WIDE, True, "en"),
    "chinese": (WIDE, False, "zh_CN"),
    "narrow": (NARROW, False, "en"),
}


def _photograph(window: QWidget) -> QPixmap:
    """Picture a window with the pop-ups over it."""
    picture = window.grab()
    painter = QPainter(picture)
    for popup in QApplication.topLevelWidgets():
        if popup is not window and popup.isVisible():
            painter.drawPixmap(window.mapFromGlobal(popup.pos()), popup.grab())
    painter.end()
    return picture


def take(studio: Studio, scene: Scene, look: str, target: Path) -> None:
    """Picture one scene in one look."""
    size, dark, language = LOOKS[look]
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        settings = Settings(store)
        settings.interface_language = language
        window = MainWindow(
            TranslationThread(scene.load),
            settings,
            "0.1.0",
            history=Path(folder) / "history.sqlite3",
        )
        # Making the window asks the system for its colours, so ours come after that.
        studio.app.setPalette(dark_palette() if dark else studio.light)
        window.resize(*size)
        window.start()
        if scene.state is not State.LOADING:
            studio.until(lambda: window.session.state is not State.LOADING)
        if scene.text:
            window.page.source.view.replace_text(scene.text)
        studio.until(lambda: window.session.state is scene.state)
        scene.then(studio, window)
        studio.rest(0.8)
        _photograph(window).save(str(target))
        for popup in QApplication.topLevelWidgets():
            if popup is not window:
                popup.hide()
        window.quit()
        studio.until(lambda: not isValid(window))


def main(folder: Path, wanted: Iterable[str] = ()) -> None:
    """Write a picture of each scene in each look into ``folder``; ``wanted`` limits the names."""
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio()
    chosen = set(wanted)
    for scene_name, scene in SCENES.items():
        for look in LOOKS:
            name = f"{scene_name}-{look}"
            if not chosen or chosen & {name, scene_name, look}:
                take(studio, scene, look, folder / f"{name}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
