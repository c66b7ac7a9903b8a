"""What is made when: the frame first, then what one sees, the other pages once one wants them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from shiboken6 import isValid

from gui.history_thread import HistoryThread
from gui.session import State
from gui.settings import Settings
from gui.window import MainWindow
from gui.worker import TranslationThread
from tests.gui.document_driving import drop
from tests.gui.driving import wait_for
from tests.gui.fakes import FakeLibrary, FakeTranslator

ROOT = Path(__file__).resolve().parents[2]

PAGES = {
    "documents_page": Qt.Key.Key_D,
    "packs_page": Qt.Key.Key_M,
    "history_page": Qt.Key.Key_H,
    "settings_page": Qt.Key.Key_Comma,
}


def made(window):
    """The names of the pages that there are, besides the one for text."""
    inside = window.inside
    found = {
        "documents_page": inside.documents.made,
        "packs_page": inside.packs.made,
        "history_page": inside._history_page,
        "settings_page": inside._settings_page,
    }
    return {name for name, page in found.items() if page is not None}


@pytest.fixture
def window(qtbot, open_window, home):
    """A window whose pack is loaded."""
    opened = open_window()
    wait_for(qtbot, opened, State.EMPTY)
    return opened


@pytest.fixture
def frame(qtbot, store, tmp_path, home):
    """A window that has not been started."""
    made = MainWindow(
        lambda: TranslationThread(FakeTranslator),
        Settings(store),
        lambda: "1",
        history=tmp_path / "history.sqlite3",
        library=lambda: FakeLibrary(fake_en_zh=FakeTranslator),
    )
    yield made
    if isValid(made):
        made.quit()
    qtbot.waitUntil(lambda: not isValid(made))


def test_the_frame_is_seen_before_anything_is_inside(qtbot, frame):
    base = QGuiApplication.palette().base().color()
    seen = []
    frame.appeared.connect(lambda: seen.append((frame._inside, frame.isVisible())))
    frame.appeared.connect(lambda: seen.append(frame.grab().toImage().pixelColor(300, 300)))
    with qtbot.waitSignal(frame.ready):
        frame.start()
        assert frame._inside is None
    assert seen == [(None, True), base]
    assert frame.page.isVisible()
    assert frame.page.source.view.hasFocus()


def test_what_has_the_focus_is_there_at_once_whenever_the_window_becomes_active(
    qtbot, frame, monkeypatch
):
    begin = MainWindow._begin
    monkeypatch.setattr(MainWindow, "_begin", lambda _window: None)
    with qtbot.waitActive(frame):
        frame.start()
    begin(frame)
    assert frame.page.source.view.isVisible()
    assert frame.page.source.view.hasFocus()
    qtbot.waitSignal(frame.ready).wait()


def test_a_window_that_nobody_sees_is_filled_all_the_same(qtbot, frame, monkeypatch):
    monkeypatch.setattr(MainWindow, "paintEvent", lambda *_: None)
    with qtbot.waitSignal(frame.ready):
        frame.start()
    assert frame.page.isVisible()


def test_one_that_is_closed_at_once_ends(qtbot, frame, monkeypatch):
    def refuse(*_):
        raise AssertionError("began")

    monkeypatch.setattr(HistoryThread, "start", refuse)
    frame.start()
    with qtbot.waitSignal(frame.closed):
        frame.close()
    assert frame._inside is None


def test_no_other_page_is_made_before_it_is_asked_for(window):
    assert made(window) == set()
    assert window.pages.count() == 1


@pytest.mark.parametrize("name", PAGES)
def test_each_page_is_made_when_its_key_is_pressed(qtbot, window, name):
    qtbot.keyClick(window.page.source.view, PAGES[name], Qt.KeyboardModifier.ControlModifier)
    assert made(window) == {name}
    page = getattr(window, name)
    assert window.pages.currentWidget() is page
    assert page.isAncestorOf(window.focusWidget()) or page is window.focusWidget()
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.page
    getattr(window.commands, f"show_{name.removesuffix('_page')}").trigger()
    assert window.pages.currentWidget() is page


@pytest.mark.parametrize("again", [False, True])
def test_the_keys_that_choose_documents_work_with_and_without_the_page(
    qtbot, window, monkeypatch, again
):
    asked = []

    def ask(*_args, **_named):
        asked.append(1)
        return [], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", ask)
    for count in range(1, 3 if again else 2):
        qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
        assert len(asked) == count
    assert made(window) == {"documents_page"}


def test_what_is_dropped_on_the_window_makes_the_page(qtbot, window, folder):
    file = folder / "letter.html"
    file.write_text("<p>One.</p>", "utf-8")
    drop(window, file)
    assert window.pages.currentWidget() is window.documents_page
    qtbot.waitUntil(lambda: window.documents_page.list.documents.rowCount() == 1)


def test_a_page_made_later_knows_the_pack_that_is_loaded(window):
    assert window.documents_page.queue.ready
    assert window.packs_page.list.packs._in_use == "fake-en-zh"


@pytest.mark.parametrize(
    ("signal", "arguments", "words"),
    [("reset", (), "was damaged"), ("failed", (OSError(),), "cannot be used")],
)
def test_a_page_made_later_tells_how_the_history_fared(window, signal, arguments, words):
    getattr(window.history_thread, signal).emit(*arguments)
    assert made(window) == set()
    assert words in window.history_page.remark.text()


def test_a_page_made_later_speaks_the_language_and_has_the_colours_of_then(qtbot, window):
    settings = window.settings
    settings.interface_language, settings.colour_scheme = "zh_CN", "dark"
    try:
        qtbot.waitUntil(lambda: window.inside.theme.dark)
        window.commands.show_history.trigger()
        assert "搜索" in window.history_page.search.placeholderText()
        picture = window.grab().toImage()
        corner = picture.pixelColor(4, picture.height() // 2)
        assert corner == window.inside.theme.base
    finally:
        settings.reset()
        qtbot.waitUntil(lambda: not window.inside.theme.dark)


def test_documents_of_last_time_make_the_page(qtbot, open_window, tmp_path, home):
    (tmp_path / "documents.json").write_text("[]", "utf-8")
    assert "documents_page" in made(open_window())


def imported(code):
    """The modules that are there once some code has run."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return set(done.stdout.split())


def test_the_frame_needs_few_modules():
    found = imported("import gui.app") - imported("import PySide6.QtWidgets")
    ours = {name for name in found if name.startswith(("gui.", "engine."))}
    assert len(ours) < 20, sorted(ours)
    assert not found & {
        "PySide6.QtNetwork",
        "PySide6.QtSvg",
        "importlib.metadata",
        "logging.handlers",
        "sqlite3",
        "tempfile",
    }


def test_what_is_inside_needs_no_module_of_the_other_pages():
    found = imported("import gui.interior")
    assert not found & {
        "gui.about",
        "gui.documents_page",
        "gui.history_page",
        "gui.packs_page",
        "gui.settings_page",
        "gui.shortcuts",
        "PySide6.QtNetwork",
        "multiprocessing.connection",
        "urllib.request",
    }


_SHOWN = """
from PySide6 import QtCore, QtWidgets
if "Qt" in vars(QtCore):
    raise SystemExit(3)  # this binding makes all of it at once
import gui.app, gui.window
def begin(window):
    print("Qt" in vars(QtCore), "QEvent" in vars(QtCore))
    window.quit()
gui.window.MainWindow._begin = begin
gui.app.main([])
"""


def test_the_frame_is_shown_without_what_takes_the_binding_longest(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", _SHOWN],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        env={**os.environ, "YIWEN_HOME": str(tmp_path)},
    )  # fmt: skip
    if done.returncode == 3:
        pytest.skip("PySide6 makes all of its classes at once")
    assert done.stdout.split()[:1] == ["False"], done.stderr
