"""When what is translated, and what is shown of it."""

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtWidgets import QApplication

from engine.errors import InferenceError, PackCorrupt, PackNotFound
from gui.errors import describe
from gui.session import State
from tests.gui.driving import paste, record, shown, source, target, wait_for
from tests.gui.fakes import FakeTranslator, translated


def test_typing_is_translated_after_a_pause(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    qtbot.keyClicks(source(window), "One day. Two")
    assert window.session.busy
    assert translator.documents == []
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == target(window).translation == "译<ONE DAY.> 译<TWO>"
    assert translator.documents == ["One day. Two"]


def test_a_pasted_text_is_translated_at_once(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    window.session._debouncer._delay_ms = 1e6
    paste(window, "One.\r\n\r\n  Two.\n")
    assert window.session.state is State.TRANSLATING
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == "译<ONE.>\n\n  译<TWO.>\n"


def test_paste_action_takes_the_clipboard(qtbot, open_window):
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    QGuiApplication.clipboard().setText("From elsewhere.")
    window.commands.paste.trigger()
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == translated("From elsewhere.")


def test_text_typed_while_the_pack_loads_is_kept(qtbot, open_window):
    loaded, translator = threading.Event(), FakeTranslator()

    def load():
        loaded.wait(10)
        return translator

    window = open_window(load=load)
    assert window.isVisible()
    assert window.session.state is State.LOADING
    assert "Loading" in window.status.summary.text()
    qtbot.keyClicks(source(window), "Hello.")
    qtbot.wait(window.session._debouncer.delay_ms + 100)
    assert window.session.state is State.LOADING
    assert shown(window) == ""
    loaded.set()
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == translated("Hello.")
    assert window.manner.pack_button.text() == "Fake en→zh"


def test_typing_during_a_long_job_shows_only_the_newest_text(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "Old one. Old two. Old three. Old four.")
    translator.gate.release()
    qtbot.waitUntil(lambda: shown(window) == translated("Old one."))
    seen = record(window)
    source(window).selectAll()
    paste(window, "New one.")
    translator.gate.release(20)
    wait_for(qtbot, window, State.DONE)
    qtbot.wait(100)
    assert shown(window) == translated("New one.")
    assert not any("OLD TWO" in text or "OLD THREE" in text for text in seen)


def test_a_result_that_is_late_for_a_changed_text_is_not_shown(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "First.")
    while not translator.sentences:
        pass
    # Translated, but not delivered yet when the next letter comes.
    seen = record(window)
    qtbot.keyClicks(source(window), "x")
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == "译<FIRST.>译<X>"
    assert translated("First.") not in seen


def test_an_edit_translates_only_what_changed(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    paste(window, "One. Two. Three.")
    wait_for(qtbot, window, State.DONE)
    seen = record(window)
    cursor = source(window).textCursor()
    cursor.setPosition(len("One. Two"))
    cursor.insertText("b")
    qtbot.waitUntil(lambda: "TWOB" in shown(window))
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == translator.expected("One. Twob. Three.")
    assert translator.sentences == ["One.", "Two.", "Three.", "Twob."]
    assert all(text.startswith("译<ONE.>") and text.endswith("译<THREE.>") for text in seen)


def test_clearing_clears_at_once_and_nothing_comes_after(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "One. Two. Three.")
    translator.gate.release()
    qtbot.waitUntil(lambda: shown(window) != "")
    window.commands.clear.trigger()
    assert source(window).source_text() == shown(window) == ""
    assert window.session.state is State.EMPTY
    translator.gate.release(10)
    qtbot.wait(150)
    assert shown(window) == ""
    source(window).undo()
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == translator.expected("One. Two. Three.")


def test_blank_text_is_nothing_to_translate(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    paste(window, " \n\n\t ")
    wait_for(qtbot, window, State.EMPTY)
    assert translator.documents == []
    assert not window.session.busy


def test_escape_stops_and_keeps_what_is_done(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "One. Two. Three.")
    translator.gate.release(2)
    qtbot.waitUntil(lambda: target(window).done == 2)
    qtbot.keyClick(source(window), Qt.Key.Key_Escape)
    assert window.session.state is State.CANCELLED
    assert not window.session.busy
    assert window.status.report.text() == "2 of 3 sentences"
    translator.gate.release(10)
    qtbot.wait(100)
    assert shown(window) == target(window).translation == "译<ONE.> 译<TWO.>"
    notice = window.page.target.notice
    assert notice.isVisible()
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    wait_for(qtbot, window, State.DONE)
    assert not notice.isVisible()
    assert shown(window) == translator.expected("One. Two. Three.")
    assert translator.sentences == ["One.", "Two.", "Three."]


def test_escape_before_the_pause_is_over(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    qtbot.keyClicks(source(window), "Hello")
    qtbot.keyClick(source(window), Qt.Key.Key_Escape)
    qtbot.wait(window.session._debouncer.delay_ms + 100)
    assert translator.documents == []
    assert window.session.state is State.CANCELLED
    qtbot.keyClick(source(window), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    wait_for(qtbot, window, State.DONE)
    assert source(window).source_text() == "Hello"


def test_nothing_is_translated_while_an_input_method_composes(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    qtbot.keyClicks(source(window), "Hi")
    QApplication.sendEvent(source(window), QInputMethodEvent("ni", []))
    qtbot.wait(window.session._debouncer.delay_ms + 100)
    assert translator.documents == []
    commit = QInputMethodEvent("", [])
    commit.setCommitString("你")
    QApplication.sendEvent(source(window), commit)
    wait_for(qtbot, window, State.DONE)
    assert translator.documents == ["Hi你"]


def test_composing_does_not_disturb_what_runs(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    paste(window, "One.")
    wait_for(qtbot, window, State.TRANSLATING)
    QApplication.sendEvent(source(window), QInputMethodEvent("ni", []))
    assert window.session.busy
    QApplication.sendEvent(source(window), QInputMethodEvent("", []))
    translator.gate.release()
    wait_for(qtbot, window, State.DONE)
    assert translator.documents == ["One."]


def test_an_error_is_told_and_can_be_tried_again(qtbot, open_window):
    failing = True
    error = InferenceError("/a/path with a secret")
    translator = FakeTranslator(fail=lambda text: error if failing and "Two" in text else None)
    window = open_window(translator)
    paste(window, "One. Two.")
    wait_for(qtbot, window, State.ERROR)
    notice = window.page.target.notice
    assert notice.isVisible()
    assert notice.label.text() == describe(error)
    assert shown(window) == translated("One.")
    failing = False
    qtbot.mouseClick(notice.button, Qt.MouseButton.LeftButton)
    wait_for(qtbot, window, State.DONE)
    assert not notice.isVisible()
    assert shown(window) == translator.expected("One. Two.")


@pytest.mark.parametrize(("kind", "state"), [(PackNotFound, State.NO_PACK),
                                             (PackCorrupt, State.ERROR)])  # fmt: skip
def test_a_pack_that_cannot_be_loaded(qtbot, open_window, tmp_path, kind, state):
    error = kind(tmp_path, "something", "nothing")

    def load():
        raise error

    window = open_window(load=load)
    qtbot.keyClicks(source(window), "Hello.")
    wait_for(qtbot, window, state)
    notice = window.page.target.notice
    assert notice.label.text() == describe(error)
    # There is nothing to try again with, but others can be brought.
    assert notice.button.text() == "Get a model"
    qtbot.keyClicks(source(window), " More.")
    qtbot.wait(window.session._debouncer.delay_ms + 100)
    assert window.session.state is state
    assert notice.isVisible()
    assert not window.commands.translate.isEnabled()
    window.commands.clear.trigger()
    assert window.session.state is state
