"""Fixtures of the window's tests."""

from functools import partial
from itertools import count

import pytest
from PySide6.QtCore import QSettings, QThread
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from engine.pack import packs_folder, quality_text
from gui.document_desk import DocumentDesk
from gui.document_thread import DocumentThread
from gui.history_thread import HistoryThread
from gui.import_thread import ImportThread
from gui.pack_keeper import PackKeeper
from gui.session import State
from gui.settings import Settings
from gui.window import MainWindow
from gui.worker import TranslationThread
from tests.gui.driving import wait_for
from tests.gui.fakes import FakeLibrary, FakeTranslator
from tests.gui.pack_driving import DIRECTIONS, GOOD, fake, names
from tests.support.sealed_pack import write_pack


@pytest.fixture(autouse=True)
def no_thread_left(monkeypatch):
    """Fail a test that leaves a thread running; windows are closed before this looks."""
    started = []
    start = QThread.start

    def remember(thread, *arguments):
        started.append(thread)
        start(thread, *arguments)

    kinds = (
        TranslationThread, HistoryThread, DocumentThread, DocumentDesk, ImportThread, PackKeeper,
    )  # fmt: skip
    for kind in kinds:
        monkeypatch.setattr(kind, "start", remember)
    yield started
    # One that is gone has ended: Qt would have aborted otherwise.
    left = [thread for thread in started if isValid(thread) and not thread.isFinished()]
    for thread in left:
        thread.stop()
    assert not left, f"{len(left)} threads were still running"


@pytest.fixture
def store(tmp_path):
    """A settings file that is not the user's."""
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def open_window(qtbot, store, tmp_path):
    """Open a window on a translator, or on a function that loads one."""
    windows: dict[int, MainWindow] = {}
    numbers = count()

    def open_it(translator=None, *, load=None, library=None):
        chosen = translator or FakeTranslator()
        thread = TranslationThread(load or (lambda: chosen))
        window = MainWindow(
            lambda: thread,
            Settings(store),
            lambda: "1.2.3",
            history=tmp_path / "history.sqlite3",
            library=lambda: library or FakeLibrary(fake_en_zh=FakeTranslator),
        )
        # Once it is closed, nobody holds it here: a test may see what becomes of it.
        number = next(numbers)
        windows[number] = window
        window.closed.connect(partial(windows.pop, number))
        with qtbot.waitActive(window), qtbot.waitSignal(window.ready):
            window.start()
        qtbot.waitUntil(window.page.isVisible)
        QApplication.processEvents()
        return window

    yield open_it
    for window in tuple(windows.values()):
        window.quit()
        qtbot.waitUntil(lambda window=window: not isValid(window))


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The folder of the journals, which is not the user's."""
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "data" / "jobs"


@pytest.fixture
def folder(tmp_path, home):
    """A folder for documents."""
    made = tmp_path / "documents"
    made.mkdir()
    return made


@pytest.fixture
def packs(home):
    """Three packs of the user's own, whose graphs are none."""
    for name, (source, target) in DIRECTIONS.items():
        tokens = {"zh-Hans": ">>cmn_Hans<<"} if target == "zh-Hans" else {}
        figures = quality_text(GOOD, {"int8": {"bleu": 12.34, "chrf": 20.0}}).encode()
        write_pack(
            packs_folder() / name,
            content={"quality.json": figures},
            name=name,
            source_language=source,
            target_language=target,
            target_tokens=tokens,
        )
    return packs_folder()


@pytest.fixture
def models(qtbot, open_window, packs):
    """A window on the first of the packs, turned to the page."""
    library = FakeLibrary(**{name.replace("-", "_"): fake(name) for name in DIRECTIONS})
    opened = open_window(fake("one-en-zh")(), library=library)
    wait_for(qtbot, opened, State.EMPTY)
    opened.commands.show_packs.trigger()
    qtbot.waitUntil(lambda: "one-en-zh" in names(opened))
    qtbot.waitUntil(opened.packs_page.list.hasFocus)
    return opened


@pytest.fixture
def orders(monkeypatch):
    """What was to be imported or examined; nothing is, tests say what comes of it."""
    submitted = []

    def submit(_thread, task):
        submitted.append(task)
        return len(submitted)

    monkeypatch.setattr(ImportThread, "submit", submit)
    monkeypatch.setattr(ImportThread, "cancel", lambda _thread, _number: None)
    return submitted
