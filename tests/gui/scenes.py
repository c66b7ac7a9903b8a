"""The states of the window that are pictured, and how each comes about."""

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QComboBox

from engine.errors import InferenceError, PackNotFound
from engine.types import Flag
from gui.app import load_translator
from gui.crash import CrashDialog
from gui.fonts import interface_font
from gui.history import Entry
from gui.log import describe_error
from gui.opening import open_files
from gui.session import State
from gui.window import MainWindow
from gui.worker import LoadedTranslator
from tests.gui.fakes import FakeTranslator

PACK = Path(__file__).resolve().parents[2] / "assets" / "packs" / "starter-en-zh"

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
        history: What was translated before.
    """

    state: State
    load: Callable[[], LoadedTranslator] = _translator
    text: str = ""
    then: Callable[[Studio, MainWindow], None] = lambda _studio, _window: None
    history: tuple[Entry, ...] = ()


def _stop_half_way(studio: Studio, window: MainWindow) -> None:
    studio.until(lambda: window.page.target.view.done >= 1)
    window.session.cancel()


def _watch(studio: Studio, window: MainWindow) -> None:
    studio.until(lambda: window.progress.slow)


def _edit(studio: Studio, window: MainWindow) -> None:
    window.settings.translate_while_typing = False
    window.page.source.view.textCursor().insertText(" Nobody spoke.")
    studio.until(lambda: window.session.state is State.OUTDATED)


def _turn(studio: Studio, window: MainWindow) -> None:
    window.activateWindow()
    studio.until(window.page.source.view.hasFocus)
    window.page.page_actions.other_pane.trigger()
    studio.rest(0.1)


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


def _page(name: str) -> Callable[[Studio, MainWindow], None]:
    def turn(studio: Studio, window: MainWindow) -> None:
        action: QAction = getattr(window.commands, name)
        action.trigger()
        studio.rest(0.3)

    return turn


def _history(studio: Studio, window: MainWindow) -> None:
    _page("show_history")(studio, window)
    page = window.history_page
    studio.until(lambda: page.model.rowCount() == len(EARLIER))
    page.list.setFocus()
    page.list.setCurrentIndex(page.model.index(1))


def _history_menu(studio: Studio, window: MainWindow) -> None:
    _history(studio, window)
    view = window.history_page.list
    QApplication.postEvent(
        view, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    )


def _delete_all(studio: Studio, window: MainWindow) -> None:
    _history(studio, window)
    window.history_page.confirm_clearing()


def _settings_end(studio: Studio, window: MainWindow) -> None:
    _page("show_settings")(studio, window)
    bar = window.settings_page.verticalScrollBar()
    bar.setValue(bar.maximum())


def _colours(studio: Studio, window: MainWindow) -> None:
    _page("show_settings")(studio, window)
    box = window.settings_page.field("colour_scheme")
    if isinstance(box, QComboBox):
        box.showPopup()


def _packs(_studio: Studio, window: MainWindow) -> None:
    button = window.manner.pack_button
    menu = button.menu()
    menu.popup(button.mapToGlobal(QPoint(0, -menu.sizeHint().height())))


def _targets(_studio: Studio, window: MainWindow) -> None:
    button = window.manner.languages.target_button
    button.menu().popup(button.mapToGlobal(QPoint(0, button.height())))


def _crash(_studio: Studio, window: MainWindow) -> None:
    error = ValueError()
    CrashDialog(f"{describe_error(error)}\n\n{window.diagnostics()}", window).open()


def _watch_clipboard(_studio: Studio, window: MainWindow) -> None:
    window.settings_page.field("watch_clipboard").setFocus()
    window.clipboard.clipboard.too_long.emit(12_345, 5_000)


def _large_file(_studio: Studio, window: MainWindow) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "encyclopaedia.txt"
        file.write_bytes(b"a" * 3_400_000)
        open_files(window, [file])


EARLIER = tuple(
    Entry(
        id=10 - age,
        time=time.time() - 3_600 * 7 * age,
        source=source,
        translation=translation,
        source_language="en",
        target_language="zh-Hans",
        starred=age == 2,
    )
    for age, (source, translation) in enumerate(
        [*CHINESE.items(), (MAIL, "非常感谢你的来信。很高兴你下周要来看我们。我会在机场接你。")]
    )
)
LONG = " ".join(f"{STORY} That was day {day} of the week." for day in range(1, 60))
SCENES = {
    "loading": Scene(state=State.LOADING, load=_slow),
    "empty": Scene(state=State.EMPTY),
    "done": Scene(state=State.DONE, text=MAIL),
    "linked": Scene(state=State.DONE, text=MAIL, then=_hover),
    "alternatives": Scene(state=State.DONE, text=MAIL, then=_alternatives),
    "menu": Scene(state=State.DONE, text=MAIL, then=_menu),
    "translating": Scene(
        state=State.TRANSLATING, text=LONG, load=lambda: _fake(seconds=0.15), then=_watch
    ),
    "outdated": Scene(state=State.DONE, text=STORY, load=_fake, then=_edit),
    "reading": Scene(state=State.DONE, text=STORY, load=_fake, then=_turn),
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
    "history": Scene(state=State.EMPTY, history=EARLIER, then=_history),
    "history-menu": Scene(state=State.EMPTY, history=EARLIER, then=_history_menu),
    "history-empty": Scene(state=State.EMPTY, then=_page("show_history")),
    "history-question": Scene(state=State.EMPTY, history=EARLIER, then=_delete_all),
    "settings": Scene(state=State.EMPTY, then=_page("show_settings")),
    "settings-end": Scene(state=State.EMPTY, then=_settings_end),
    "settings-list": Scene(state=State.EMPTY, then=_colours),
    "about": Scene(state=State.DONE, text=MAIL, then=_page("about")),
    "keys": Scene(state=State.DONE, text=MAIL, then=_page("shortcuts")),
    "crash": Scene(state=State.DONE, text=MAIL, then=_crash),
    "packs": Scene(state=State.DONE, text=MAIL, then=_packs),
    "targets": Scene(state=State.DONE, text=MAIL, then=_targets),
    "watching": Scene(state=State.EMPTY, then=_watch_clipboard),
    "large-file": Scene(state=State.EMPTY, then=_large_file),
}
