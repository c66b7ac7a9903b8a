"""Fixtures of the window's tests."""

from functools import partial
from itertools import count

import pytest
from PySide6.QtCore import QSettings, QThread
from shiboken6 import isValid

from gui.document_desk import DocumentDesk
from gui.document_thread import DocumentThread
from gui.history_thread import HistoryThread
from gui.import_thread import ImportThread
from gui.pack_keeper import PackKeeper
from gui.settings import Settings
from gui.window import MainWindow
from gui.worker import TranslationThread
from tests.gui.fakes import FakeLibrary, FakeTranslator


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
            thread,
            Settings(store),
            "1.2.3",
            history=tmp_path / "history.sqlite3",
            library=library or FakeLibrary(fake_en_zh=FakeTranslator),
        )
        # Once it is closed, nobody holds it here: a test may see what becomes of it.
        number = next(numbers)
        windows[number] = window
        window.closed.connect(partial(windows.pop, number))
        with qtbot.waitActive(window):
            window.start()
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
