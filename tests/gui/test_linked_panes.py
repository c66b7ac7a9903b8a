"""What one looks at in one pane is marked in the other; what to check is underlined."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QToolTip

from engine.document import Span
from engine.types import AlignedSpan
from gui.flags import explain_flag
from gui.session import State
from tests.gui.driving import paste, shown, source, target, wait_for
from tests.gui.fakes import FakeTranslator

TEXT = "One 🙂 day. Two."
"""Becomes 译<ONE 🙂 DAY.> 译<TWO.>"""


def align(text):
    """Each letter comes from the one that it is the capital of."""
    return tuple(
        AlignedSpan(Span(i, i + 1), Span(i + 2, i + 3)) for i, c in enumerate(text) if c != " "
    )


@pytest.fixture
def window(qtbot, open_window):
    window = open_window(FakeTranslator(align=align))
    paste(window, TEXT)
    wait_for(qtbot, window, State.DONE)
    return window


def marked(view):
    """The marked sentence and words as one reads them."""

    def read(span):
        cursor = view.textCursor()
        cursor.setPosition(span[0])
        cursor.setPosition(span[1], QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText()

    marks = view.marks
    return marks.sentence and read(marks.sentence), [read(word) for word in marks.words]


def move_to(view, position):
    """Move the pointer over a character."""
    cursor = view.textCursor()
    cursor.setPosition(position)
    point = view.cursorRect(cursor).center() + QPoint(3, 0)
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(point), QPointF(view.viewport().mapToGlobal(point)),
        Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)
    return point


def leave(view):
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))


def test_the_sentence_and_the_words_under_the_pointer_are_marked_in_both_panes(window):
    # Behind the emoji code points and Qt's positions differ.
    move_to(source(window), TEXT.index("day") + 1 + 1)
    assert marked(source(window)) == ("One 🙂 day.", ["day"])
    assert marked(target(window)) == ("译<ONE 🙂 DAY.>", ["DAY"])
    move_to(source(window), TEXT.index("🙂"))
    assert marked(target(window))[1] == ["🙂"]
    leave(source(window))
    assert marked(source(window)) == marked(target(window)) == (None, [])


def test_the_translation_leads_back_to_the_text(window):
    move_to(target(window), shown(window).index("TWO") + 1 + 1)
    assert marked(source(window)) == ("Two.", ["Two"])
    assert marked(target(window)) == ("译<TWO.>", ["TWO"])


def test_between_sentences_and_behind_the_text_nothing_is_marked(window):
    move_to(source(window), TEXT.index(" Two") + 1)
    assert marked(source(window)) == (None, [])
    source(window).hovered.emit(len(TEXT) + 1)
    assert marked(target(window)) == (None, [])


def test_without_alignment_only_the_sentence_is_marked(qtbot, open_window):
    window = open_window()
    paste(window, TEXT)
    wait_for(qtbot, window, State.DONE)
    move_to(source(window), 1)
    assert marked(source(window)) == ("One 🙂 day.", [])
    assert marked(target(window)) == ("译<ONE 🙂 DAY.>", [])


def test_marks_are_drawn_in_the_theme(window):
    move_to(source(window), 1)
    theme = window.inside.theme
    colours = {s.format.background().color().name() for s in target(window).extraSelections()}
    assert colours == {theme.sentence.name(), theme.word.name()}


def test_the_caret_marks_the_counterpart_only_once_it_is_placed(qtbot, window):
    assert marked(target(window)) == marked(source(window)) == (None, [])
    qtbot.keyClick(source(window), Qt.Key.Key_Left)
    assert marked(target(window)) == ("译<TWO.>", [])
    assert marked(source(window)) == (None, [])
    qtbot.keyClick(source(window), Qt.Key.Key_Home)
    assert marked(target(window))[0] == "译<ONE 🙂 DAY.>"
    qtbot.keyClicks(source(window), "A")
    assert marked(target(window)) == (None, [])
    qtbot.waitUntil(lambda: not window.session.busy)
    assert marked(target(window)) == (None, [])
    cursor = target(window).textCursor()
    cursor.setPosition(shown(window).index("TWO"))
    target(window).setTextCursor(cursor)
    assert marked(source(window))[0] == "Two."


def test_an_only_sentence_is_not_marked_by_the_caret(qtbot, open_window):
    window = open_window()
    paste(window, "Only one.")
    wait_for(qtbot, window, State.DONE)
    qtbot.keyClick(source(window), Qt.Key.Key_Left)
    assert marked(target(window)) == (None, [])


def test_a_text_that_has_changed_is_not_linked_until_it_is_translated(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    paste(window, "One. Two.")
    translator.gate.release(2)
    wait_for(qtbot, window, State.DONE)
    paste(window, " Three.")
    source(window).hovered.emit(1)
    assert marked(target(window)) == (None, [])
    translator.gate.release(1)
    wait_for(qtbot, window, State.DONE)
    assert marked(target(window))[0] == "译<ONE.>"


def test_placing_the_caret_brings_the_counterpart_into_view(qtbot, open_window):
    window = open_window()
    paste(window, "\n\n".join(f"Line number {n}." for n in range(200)))
    wait_for(qtbot, window, State.DONE)
    view = target(window)
    view.verticalScrollBar().setValue(0)
    source(window).moveCursor(QTextCursor.MoveOperation.Start)
    source(window).moveCursor(QTextCursor.MoveOperation.End)
    first, last = view.visible_range()
    start, end = view.ranges[199]
    assert first <= start
    assert last >= end - 1


def flagging(text):
    return ("number-missing", "low-confidence") if "bad" in text else ()


@pytest.fixture
def flagged(qtbot, open_window):
    window = open_window(FakeTranslator(flags=flagging))
    paste(window, "One. Two bad. Three. Four bad.")
    wait_for(qtbot, window, State.DONE)
    return window


def doubts(window):
    text = shown(window)
    return [text[start:end] for start, end in target(window).marks.doubts]


def test_sentences_to_check_are_underlined_and_counted(flagged):
    assert doubts(flagged) == ["译<TWO BAD.>", "译<FOUR BAD.>"]
    assert flagged.page.doubts.isVisible()
    assert flagged.page.doubts.label.text() == "2 sentences to check"
    lines = [s.format.underlineColor().name() for s in target(flagged).extraSelections()]
    assert lines == [flagged.inside.theme.caution.name()] * 2


def test_the_tooltip_says_what_is_wrong(flagged, monkeypatch):
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, *_rest: told.append(text))
    view = target(flagged)
    for position in (shown(flagged).index("TWO"), 1):
        point = move_to(view, position)
        event = QHelpEvent(QEvent.Type.ToolTip, point, view.viewport().mapToGlobal(point))
        QApplication.sendEvent(view.viewport(), event)
    assert told == [f"{explain_flag('number-missing')}\n{explain_flag('low-confidence')}"]


def test_an_underline_does_not_grow_with_what_comes_behind_it(qtbot, open_window):
    translator = FakeTranslator(gated=True, flags=flagging, render=lambda text: f"{text}。")
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paste(window, "One bad. Two. Three.")
    for done in (1, 2, 3):
        translator.gate.release()
        qtbot.waitUntil(lambda done=done: target(window).done == done)
        drawn = [each.cursor.selectedText() for each in target(window).extraSelections()]
        assert drawn == ["One bad.。"]
    assert shown(window) == "One bad.。Two.。Three.。"


# Only the test platform complains, and of every tooltip.
@pytest.mark.qt_log_ignore("does not support raise")
def test_one_goes_from_one_to_the_next_and_around(qtbot, flagged):
    visited = []
    for _ in range(3):
        qtbot.keyClick(source(flagged), Qt.Key.Key_F8)
        visited.append(marked(target(flagged))[0])
        assert marked(source(flagged))[0] is not None
    assert visited == ["译<TWO BAD.>", "译<FOUR BAD.>", "译<TWO BAD.>"]
    qtbot.keyClick(source(flagged), Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert marked(target(flagged))[0] == "译<FOUR BAD.>"
    assert explain_flag("number-missing") in target(flagged).accessibleDescription()


def test_the_count_follows_the_text_and_goes_with_it(qtbot, flagged):
    cursor = source(flagged).textCursor()
    cursor.setPosition(len("One. Two"))
    cursor.setPosition(len("One. Two bad"), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(" good")
    qtbot.waitUntil(lambda: not flagged.session.busy)
    assert flagged.page.doubts.label.text() == "1 sentence to check"
    assert doubts(flagged) == ["译<FOUR BAD.>"]
    flagged.commands.clear.trigger()
    assert not flagged.page.doubts.isVisible()
    assert not flagged.page.page_actions.next_doubt.isEnabled()


def test_only_what_is_in_view_is_underlined(qtbot, open_window):
    window = open_window(FakeTranslator(flags=lambda _text: ("low-confidence",)))
    paste(window, "\n\n".join(f"Line number {n}." for n in range(500)))
    wait_for(qtbot, window, State.DONE)
    view = target(window)
    qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() > 1000)
    view.verticalScrollBar().setValue(0)
    assert 3 < len(view.marks.doubts) < 60
    assert doubts(window)[0] == "译<LINE NUMBER 0.>"

    def at_the_end():
        # Qt lays a long text out bit by bit, and only then knows where its end is.
        view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
        return doubts(window)[-1:] == ["译<LINE NUMBER 499.>"]

    qtbot.waitUntil(at_the_end)
    assert len(view.marks.doubts) < 60


def test_each_paragraph_runs_as_its_letters_do(qtbot, open_window):
    window = open_window(FakeTranslator(render=lambda text: "שלום עולם" if "One" in text else text))
    paste(window, "One.\nTwo.")
    wait_for(qtbot, window, State.DONE)
    first = target(window).document().firstBlock()
    assert first.textDirection() is Qt.LayoutDirection.RightToLeft
    assert first.next().textDirection() is Qt.LayoutDirection.LeftToRight
    line = first.layout().lineAt(0)
    assert line.naturalTextRect().right() > target(window).viewport().width() * 0.85
