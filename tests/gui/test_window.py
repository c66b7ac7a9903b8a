"""The window as its user meets it."""

import threading
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QColor, QGuiApplication, QInputMethodEvent, QPalette, QTextCursor
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from engine.errors import InferenceError, PackCorrupt, PackNotFound
from gui.errors import describe
from gui.session import State
from gui.settings import FONT_SIZE
from tests.gui.fakes import FakeTranslator, translated


def source(window):
    return window.page.source.view


def target(window):
    return window.page.target.view


def shown(window):
    return target(window).source_text()


def paste(window, text):
    data = QMimeData()
    data.setText(text)
    source(window).insertFromMimeData(data)


def wait_for(qtbot, window, state):
    qtbot.waitUntil(lambda: window.session.state is state, timeout=20_000)


def record(window):
    """Everything the target pane ever showed."""
    seen = []
    target(window).textChanged.connect(lambda: seen.append(shown(window)))
    return seen


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
    assert not notice.button.isVisible()
    qtbot.keyClicks(source(window), " More.")
    qtbot.wait(window.session._debouncer.delay_ms + 100)
    assert window.session.state is state
    assert notice.isVisible()
    assert not window.commands.translate.isEnabled()
    window.commands.clear.trigger()
    assert window.session.state is state


def test_twenty_thousand_words(qtbot, open_window):
    sentences = [f"Sentence number {n} of this long text has ten words" for n in range(2000)]
    paragraphs = [". ".join(sentences[n : n + 10]) + "." for n in range(0, 2000, 10)]
    text = "\n\n".join(paragraphs)
    translator = FakeTranslator()
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, text)
    changes = record(window)
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == target(window).translation == translator.expected(text)
    assert window.status.report.text().replace(",", "").endswith(" 2000 sentences")
    # Sentences are shown in groups, and each group is added to what is there.
    assert 1 <= len(changes) < 500
    assert all(a.startswith(b) for b, a in pairwise(changes))
    counts = window.page.source.words
    qtbot.waitUntil(lambda: counts.text().replace(",", "").startswith("20000 words · "))
    assert counts.text().replace(",", "").endswith(" characters · 2000 sentences")
    # Keep typing: one sentence is new.
    cursor = source(window).textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.insertText(" One more.")
    qtbot.waitUntil(lambda: shown(window).endswith("译<ONE MORE.>"), timeout=20_000)
    assert len(translator.sentences) == 2001
    assert shown(window) == translator.expected(f"{text} One more.")


def test_events_are_served_while_a_long_text_is_translated(qtbot, open_window):
    window = open_window(FakeTranslator(seconds=0.002))
    wait_for(qtbot, window, State.EMPTY)
    paste(window, " ".join(f"Sentence {n}." for n in range(200)))
    qtbot.keyClicks(source(window), " typed")
    assert window.session.busy
    assert source(window).source_text().endswith(" typed")
    wait_for(qtbot, window, State.DONE)
    assert shown(window).endswith("译<TYPED>")


def test_the_reader_keeps_their_place_and_selection(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "\n".join(f"Line number {n}." for n in range(100)))
    translator.gate.release(60)
    qtbot.waitUntil(lambda: target(window).done == 60)
    bar = target(window).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 200)
    cursor = target(window).textCursor()
    end = len(shown(window))
    cursor.setPosition(end - 5)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    target(window).setTextCursor(cursor)
    selected = cursor.selectedText()
    bar.setValue(123)
    translator.gate.release(60)
    wait_for(qtbot, window, State.DONE)
    assert target(window).done == 100
    assert bar.value() == 123
    assert target(window).textCursor().selectedText() == selected


def test_emoji_do_not_shift_anything(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    text = "Smile 🙂 now. Again 👩‍👩‍👧 please. Bye 𠮷."
    paste(window, text)
    for done in (1, 2, 3):
        translator.gate.release()
        qtbot.waitUntil(lambda done=done: target(window).done == done)
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == translator.expected(text)


def test_no_break_spaces_reach_the_engine(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    paste(window, "10\u00a0km")
    wait_for(qtbot, window, State.DONE)
    assert translator.documents == ["10\u00a0km"]


@pytest.mark.parametrize("attempt", range(10))
def test_closing_in_the_middle_of_a_job(qtbot, open_window, no_thread_left, attempt):
    window = open_window(FakeTranslator(seconds=0.01))
    paste(window, " ".join(f"Sentence {n}." for n in range(2000)))
    qtbot.waitUntil(lambda: target(window).done > attempt)
    assert window.close()
    assert all(thread.isFinished() for thread in no_thread_left)


def test_closing_while_the_pack_loads(qtbot, open_window, no_thread_left):
    loading, go_on = threading.Event(), threading.Event()

    def load():
        loading.set()
        go_on.wait(10)
        return FakeTranslator()

    window = open_window(load=load)
    assert loading.wait(5)
    timer = threading.Timer(0.05, go_on.set)
    timer.start()
    assert window.close()
    assert no_thread_left[0].isFinished()
    timer.join()


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
    splitter.setSizes([300, 600])
    share = window.page._share()
    window.resize(480, 700)
    qtbot.waitUntil(lambda: splitter.orientation() is Qt.Orientation.Vertical)
    assert window.page._share() == pytest.approx(share, abs=0.02)
    window.resize(960, 600)
    qtbot.waitUntil(lambda: splitter.orientation() is Qt.Orientation.Horizontal)


def test_geometry_and_panes_are_remembered(qtbot, open_window):
    window = open_window()
    window.resize(720, 500)
    window.page.splitter.setSizes([200, 520])
    share = window.page._share()
    window.close()
    again = open_window()
    qtbot.waitUntil(lambda: again.size() == window.size())
    assert again.page._share() == pytest.approx(share, abs=0.02)
    assert share < 0.4


def test_the_palette_is_followed_while_the_window_is_open(qtbot, open_window, qapp):
    window = open_window()
    before = qapp.palette()
    dark = QPalette(QColor("#202020"))
    dark.setColor(QPalette.ColorRole.Base, QColor("#101010"))
    dark.setColor(QPalette.ColorRole.Text, QColor("#f0f0f0"))
    try:
        qapp.setPalette(dark)
        qtbot.waitUntil(lambda: window._theme.dark)
        assert "#101010" in window.styleSheet()
        middle = window.grab().toImage().pixelColor(window.width() // 4, window.height() // 2)
        assert middle.name() == "#101010"
    finally:
        qapp.setPalette(before)
    qtbot.waitUntil(lambda: not window._theme.dark)


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


def test_the_progress_line_appears_after_a_while(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "One. Two. Three. Four.")
    translator.gate.release(2)
    qtbot.waitUntil(lambda: target(window).done == 2)
    assert window.progress.value() < 1
    assert window.status.report.text() == ""
    qtbot.waitUntil(lambda: window.progress.value() == 2)
    assert window.progress.maximum() == 4
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


def test_ctrl_q_closes_the_window(qtbot, open_window):
    window = open_window()
    qtbot.keyClick(source(window), Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()


def test_ctrl_and_wheel_change_the_size_of_both_panes(qtbot, open_window):
    window = open_window()
    source(window).zoom_requested.emit(1)
    assert target(window).font().pixelSize() == FONT_SIZE + 2
    QApplication.sendEvent(window, QEvent(QEvent.Type.PaletteChange))
    assert target(window).font().pixelSize() == FONT_SIZE + 2
