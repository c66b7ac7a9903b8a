"""What one sees of a translation that takes a while, and stopping it."""

from PySide6.QtCore import Qt

from gui.session import State
from tests.gui.driving import paste, shown, source, target, wait_for
from tests.gui.fakes import FakeTranslator


def test_one_huge_sentence_shows_progress_that_moves(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "a word and " * 500)
    qtbot.waitUntil(lambda: window.progress.slow)
    assert window.status.report.text() == "1 sentence"
    first = window.progress.value()
    qtbot.waitUntil(lambda: first < window.progress.value() < window.progress.maximum())
    translator.gate.release()
    wait_for(qtbot, window, State.DONE)
    assert not window.progress.slow
    assert window.progress.value() < 1


def test_a_short_translation_offers_nothing_to_stop(qtbot, open_window):
    window = open_window()
    seen: list[bool] = []
    window.progress.slow_changed.connect(seen.append)
    paste(window, "One. Two.")
    wait_for(qtbot, window, State.DONE)
    qtbot.wait(600)
    assert seen == []
    assert not window.page.stop_button.isVisible()


def test_a_long_one_is_stopped_and_gone_on_with_by_key(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "One. Two. Three.")
    translator.gate.release()
    stop = window.page.stop_button
    qtbot.waitUntil(stop.isVisible)
    # The next stop after the text.
    qtbot.keyClick(source(window), Qt.Key.Key_Tab)
    assert stop.hasFocus()
    qtbot.keyClick(stop, Qt.Key.Key_Space)
    wait_for(qtbot, window, State.CANCELLED)
    assert not stop.isVisible()
    assert shown(window) == "译<ONE.>"
    offer = window.page.target.notice.button
    assert offer.hasFocus()
    assert offer.text() == "Continue"
    qtbot.keyClick(offer, Qt.Key.Key_Space)
    wait_for(qtbot, window, State.TRANSLATING)
    assert source(window).hasFocus()
    translator.gate.release(5)
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == translator.expected("One. Two. Three.")


def test_the_stop_button_that_goes_leaves_the_caret_in_the_text(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "One.")
    qtbot.waitUntil(window.page.stop_button.isVisible)
    window.page.stop_button.setFocus()
    translator.gate.release()
    wait_for(qtbot, window, State.DONE)
    assert source(window).hasFocus()


def test_typing_during_a_long_translation_keeps_the_button(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "One. Two.")
    qtbot.waitUntil(window.page.stop_button.isVisible)
    seen: list[bool] = []
    window.progress.slow_changed.connect(seen.append)
    qtbot.keyClicks(source(window), " Three.")
    translator.gate.release(9)
    qtbot.waitUntil(lambda: target(window).done == 3)
    wait_for(qtbot, window, State.DONE)
    assert seen == [False]


def test_where_it_is_narrow_the_count_leaves_room_for_what_goes_on(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "One. Two.")
    report = window.status.report
    qtbot.waitUntil(lambda: report.text() == "0 of 2 sentences")
    window.resize(420, 600)
    qtbot.waitUntil(lambda: report.text() == "0 of 2")
    window.resize(960, 600)
    qtbot.waitUntil(lambda: report.text() == "0 of 2 sentences")
    translator.gate.release(2)
    wait_for(qtbot, window, State.DONE)
