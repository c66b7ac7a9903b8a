"""The window as its user meets it."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from engine.errors import InferenceError
from gui.session import State
from gui.settings import FONT_SIZE
from tests.gui.driving import paste, share_of, shown, source, target, wait_for
from tests.gui.fakes import FakeTranslator, translated

ROOT = Path(__file__).resolve().parents[2]


def test_copy_takes_the_whole_translation(qtbot, open_window):
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    assert not window.commands.copy.isEnabled()
    paste(window, "One.\n\nTwo.")
    wait_for(qtbot, window, State.DONE)
    assert window.commands.copy.isEnabled()
    qtbot.keyClick(
        source(window),
        Qt.Key.Key_C,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert QGuiApplication.clipboard().text() == "译<ONE.>\n\n译<TWO.>"
    assert window.page.target.remark.text() == "Copied"


def test_actions_that_cannot_act_are_disabled_not_hidden(qtbot, open_window):
    QGuiApplication.clipboard().clear()
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    commands = window.commands
    for action in (commands.clear, commands.paste, commands.copy, commands.stop):
        assert not action.isEnabled()
        assert action.isVisible()
    QGuiApplication.clipboard().setText("x")
    qtbot.waitUntil(commands.paste.isEnabled)
    qtbot.keyClicks(source(window), "Hello")
    assert commands.clear.isEnabled()
    assert commands.stop.isEnabled()
    wait_for(qtbot, window, State.DONE)
    assert not commands.stop.isEnabled()


def test_text_size_by_key_and_remembered(qtbot, open_window, store):
    window = open_window()
    key, control = Qt.Key, Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(source(window), key.Key_Equal, control)
    assert source(window).font().pixelSize() == FONT_SIZE + 2
    assert target(window).font().pixelSize() == FONT_SIZE + 2
    qtbot.keyClick(source(window), key.Key_Minus, control)
    qtbot.keyClick(source(window), key.Key_Minus, control)
    assert source(window).font().pixelSize() == FONT_SIZE - 2
    window.close()
    again = open_window()
    assert target(again).font().pixelSize() == FONT_SIZE - 2
    qtbot.keyClick(source(again), key.Key_0, control)
    assert source(again).font().pixelSize() == FONT_SIZE


def test_changing_the_size_leaves_the_undo_history_alone(qtbot, open_window):
    window = open_window()
    qtbot.keyClicks(source(window), "Hello")
    height = source(window).document().firstBlock().blockFormat().lineHeight()
    window.commands.larger.trigger()
    source(window).undo()
    assert source(window).source_text() == ""
    assert source(window).document().firstBlock().blockFormat().lineHeight() == height


def test_line_height_survives_pasting_and_clearing(qtbot, open_window):
    window = open_window()
    view = source(window)
    height = view.document().firstBlock().blockFormat().lineHeight()
    assert height > 0
    paste(window, "One.\r\n\r\nTwo.")
    assert view.source_text() == "One.\n\nTwo."
    assert view.document().lastBlock().blockFormat().lineHeight() == height
    window.commands.clear.trigger()
    assert view.document().firstBlock().blockFormat().lineHeight() == height
    wait_for(qtbot, window, State.EMPTY)
    assert target(window).document().firstBlock().blockFormat().lineHeight() == height


def test_panes_are_stacked_where_it_is_narrow_and_keep_their_share(qtbot, open_window):
    window = open_window()
    splitter = window.page.splitter
    assert splitter.orientation() is Qt.Orientation.Horizontal
    splitter.moveSplitter(320, 1)
    share = share_of(window)
    assert share < 0.45
    window.resize(480, 700)
    qtbot.waitUntil(lambda: splitter.orientation() is Qt.Orientation.Vertical)
    assert share_of(window) == pytest.approx(share, abs=0.02)
    window.resize(960, 600)
    qtbot.waitUntil(lambda: splitter.orientation() is Qt.Orientation.Horizontal)
    assert share_of(window) == pytest.approx(share, abs=0.02)
    for width in (700, 410, 1000, 690, 405, 960):
        window.resize(width, 420)
        qtbot.waitUntil(lambda width=width: splitter.width() == width)
    window.page.remember()
    assert window.settings.source_share == pytest.approx(share, abs=0.0001)
    assert share_of(window) == pytest.approx(share, abs=0.005)


def test_geometry_and_panes_are_remembered(qtbot, open_window):
    window = open_window()
    window.resize(720, 500)
    window.page.splitter.moveSplitter(220, 1)
    share, size = share_of(window), window.size()
    window.close()
    again = open_window()
    qtbot.waitUntil(lambda: again.size() == size)
    assert share_of(again) == pytest.approx(share, abs=0.02)
    assert share < 0.4


def test_the_palette_is_followed_while_the_window_is_open(qtbot, open_window, qapp):
    window = open_window()
    before = qapp.palette()
    dark = QPalette(QColor("#202020"))
    dark.setColor(QPalette.ColorRole.Base, QColor("#101010"))
    dark.setColor(QPalette.ColorRole.Text, QColor("#f0f0f0"))
    try:
        qapp.setPalette(dark)
        qtbot.waitUntil(lambda: window.inside.theme.dark)
        assert "#101010" in window.styleSheet()
        middle = window.grab().toImage().pixelColor(window.width() // 4, window.height() // 2)
        assert middle.name() == "#101010"
    finally:
        qapp.setPalette(before)
    qtbot.waitUntil(lambda: not window.inside.theme.dark)


def test_every_control_has_a_name_and_room_to_be_hit(qtbot, open_window):
    window = open_window(FakeTranslator(fail=lambda _text: InferenceError("")))
    paste(window, "Hello.")
    wait_for(qtbot, window, State.ERROR)
    buttons = [b for b in window.findChildren(QToolButton) if b.isVisible()]
    assert len(buttons) >= 5
    for button in buttons:
        assert button.accessibleName()
        assert button.toolTip() or button.text()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert min(button.width(), button.height()) >= 28
    for view in (source(window), target(window)):
        assert view.accessibleName()


def test_tooltips_name_the_shortcut(qtbot, open_window):
    commands = open_window().commands
    for action, key in ((commands.clear, "Ctrl+Shift+Backspace"), (commands.paste, "Ctrl+V"),
                        (commands.copy, "Ctrl+Shift+C")):  # fmt: skip
        assert key in action.toolTip()


def test_the_caret_waits_in_the_source_pane_and_comes_back(qtbot, open_window):
    window = open_window()
    qtbot.waitExposed(window)
    window.activateWindow()
    qtbot.waitUntil(source(window).hasFocus)
    qtbot.keyClicks(source(window), "Hello")
    qtbot.keyClick(source(window), Qt.Key.Key_Tab)
    assert not source(window).hasFocus()
    assert source(window).source_text() == "Hello"
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert source(window).hasFocus()
    assert source(window).textCursor().selectedText() == "Hello"


def test_target_can_be_selected_but_not_written(qtbot, open_window):
    window = open_window()
    paste(window, "Hello.")
    wait_for(qtbot, window, State.DONE)
    qtbot.keyClicks(target(window), "x")
    assert shown(window) == translated("Hello.")
    target(window).selectAll()
    assert target(window).textCursor().selectedText() == translated("Hello.")


def test_what_is_copied_from_a_pane_is_plain_text(qtbot, open_window):
    window = open_window()
    text = "10\u00a0km.\n\nTwo."
    paste(window, text)
    wait_for(qtbot, window, State.DONE)
    for view, copied in ((source(window), text), (target(window), "译<10\u00a0KM.>\n\n译<TWO.>")):
        view.selectAll()
        view.copy()
        assert QGuiApplication.clipboard().mimeData().formats() == ["text/plain"]
        assert QGuiApplication.clipboard().text() == copied


def test_the_progress_line_appears_after_a_while(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "One. Two. Three. Four.")
    translator.gate.release(2)
    qtbot.waitUntil(lambda: target(window).done == 2)
    assert window.progress.value() < 1
    assert window.status.report.text() == ""
    qtbot.waitUntil(lambda: window.progress.slow)
    assert window.progress.value() >= 500
    assert window.status.report.text() == "2 of 4 sentences"
    translator.gate.release(2)
    wait_for(qtbot, window, State.DONE)
    assert window.progress.value() < 1
    assert window.status.report.text().endswith("4 sentences")


def test_words_characters_and_sentences_are_counted(qtbot, open_window):
    window = open_window()
    label = window.page.source.words
    qtbot.keyClicks(source(window), "I")
    qtbot.waitUntil(lambda: label.text() == "1 word · 1 character · 1 sentence")
    qtbot.keyClicks(source(window), " don't. Go.")
    qtbot.waitUntil(lambda: label.text() == "3 words · 12 characters · 2 sentences")
    window.commands.clear.trigger()
    assert label.text() == "Cleared. Ctrl+Z brings it back."
    qtbot.keyClick(source(window), Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: label.text() == "3 words · 12 characters · 2 sentences")


# Only the test platform complains, and of every dialog.
@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_about_box_opens_without_blocking(qtbot, open_window):
    window = open_window()
    window.commands.about.trigger()
    boxes = [w for w in window.findChildren(QWidget) if w.isWindow() and w.isVisible()]
    box = next(w for w in boxes if w.windowTitle() == "About Yiwen")
    assert "1.2.3" in box.title.text()
    box.close()


def test_ctrl_and_wheel_change_the_size_of_both_panes(qtbot, open_window):
    window = open_window()
    source(window).zoom_requested.emit(1)
    assert target(window).font().pixelSize() == FONT_SIZE + 2
    QApplication.sendEvent(window, QEvent(QEvent.Type.PaletteChange))
    assert target(window).font().pixelSize() == FONT_SIZE + 2


def test_languages_can_be_read_in_the_narrowest_window(qtbot, open_window):
    window = open_window()
    bar, languages = window.bar, window.manner.languages
    buttons = languages.source_button, languages.target_button, *bar.tabs
    for width in (window.minimumWidth(), 480, 640, 960):
        window.resize(width, 600)
        qtbot.waitUntil(lambda width=width: bar.width() == width)
        for way in ("zh-TW", "zh-HK", "zh-Hans"):
            languages.set_target(way)
            qtbot.waitUntil(lambda: all(b.width() >= b.sizeHint().width() for b in buttons))
    assert languages.source_button.text() == "English"
    window.resize(window.minimumSize())
    qtbot.waitUntil(lambda: languages.source_button.text() == "EN")
    assert languages.target_button.text() == "简体"


def test_nothing_overlaps_in_the_smallest_window(qtbot, open_window):
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    window.resize(window.minimumSize())
    page = window.page
    page.notice.tell_stopped()
    parts = (
        page.source.view,
        page.source.words,
        page.target.view,
        page.target.notice,
        window.status,
    )
    qtbot.waitUntil(lambda: window.size() == window.minimumSize())

    def apart():
        places = [QRect(part.mapTo(window, QPoint()), part.size()) for part in parts]
        return all(above.bottom() < below.top() for above, below in pairwise(places))

    qtbot.waitUntil(apart)
    assert window.rect().contains(
        QRect(window.status.mapTo(window, QPoint()), window.status.size())
    )


def test_what_was_copied_does_not_break_the_end_of_the_program():
    """The clipboard keeps what it was given until after Python has ended."""
    program = """
from PySide6.QtWidgets import QApplication
from gui.source_view import SourceView
app = QApplication([])
view = SourceView(16)
view.setPlainText("One.")
view.selectAll()
view.copy()
assert app.clipboard().text() == "One."
"""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=False)
    assert done.returncode == 0
