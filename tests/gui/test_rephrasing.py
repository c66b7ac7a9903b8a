"""Choosing another translation of a sentence."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from engine.errors import InferenceError
from gui.errors import describe
from gui.session import State
from tests.gui.driving import paste, shown, source, target, wait_for
from tests.gui.fakes import FakeTranslator
from tests.gui.test_linked_panes import marked

# Only the test platform complains, and of every pop-up.
pytestmark = pytest.mark.qt_log_ignore("does not support")

TEXT = "One. Two. One."


@pytest.fixture
def window(qtbot, open_window):
    window = open_window(
        FakeTranslator(alternatives=("甲。", "乙。"), flags=lambda _t: ("low-confidence",))
    )
    paste(window, TEXT)
    wait_for(qtbot, window, State.DONE)
    return window


def popup(window):
    return window.page.rephrasing.popup


def ask(qtbot, window, position):
    cursor = target(window).textCursor()
    cursor.setPosition(position)
    target(window).setTextCursor(cursor)
    window.page.page_actions.alternatives.trigger()
    qtbot.waitUntil(lambda: popup(window).list.count() > 0)
    return [popup(window).list.item(row).text() for row in range(popup(window).list.count())]


def choose(qtbot, window, position, row):
    texts = ask(qtbot, window, position)
    popup(window).list.setCurrentRow(row)
    qtbot.keyClick(popup(window).list, Qt.Key.Key_Return)
    assert not popup(window).isVisible()
    return texts[row]


def test_the_list_offers_what_is_not_there_already(qtbot, window):
    assert ask(qtbot, window, 1) == ["甲。", "乙。"]
    assert popup(window).isVisible()
    qtbot.keyClick(popup(window).list, Qt.Key.Key_Escape)
    assert not popup(window).isVisible()
    assert shown(window) == "译<ONE.> 译<TWO.> 译<ONE.>"


def test_a_choice_replaces_the_sentence_wherever_it_stands(qtbot, window):
    assert choose(qtbot, window, 1, 1) == "乙。"
    assert shown(window) == target(window).translation == "乙。译<TWO.> 乙。"
    # Somebody has looked at it: it need not be checked any more.
    assert window.page.doubts.label.text() == "1 sentence to check"


def test_a_choice_stays_while_its_sentence_does(qtbot, window):
    choose(qtbot, window, 1, 0)
    qtbot.keyClicks(source(window), " Three.")
    qtbot.waitUntil(lambda: not window.session.busy)
    assert shown(window) == "甲。译<TWO.> 甲。译<THREE.>"
    source(window).replace_text("Two.")
    qtbot.waitUntil(lambda: not window.session.busy)
    source(window).replace_text(TEXT)
    qtbot.waitUntil(lambda: not window.session.busy)
    assert shown(window) == "译<ONE.> 译<TWO.> 译<ONE.>"


def test_the_first_translation_can_be_chosen_again(qtbot, window):
    choose(qtbot, window, 1, 0)
    texts = ask(qtbot, window, 1)
    assert texts == ["译<ONE.>", "乙。"]
    qtbot.mouseClick(
        popup(window).list.viewport(),
        Qt.MouseButton.LeftButton,
        pos=popup(window).list.visualItemRect(popup(window).list.item(0)).center(),
    )
    assert shown(window) == "译<ONE.> 译<TWO.> 译<ONE.>"
    assert window.page.doubts.label.text() == "3 sentences to check"


def test_choices_are_taken_back_by_key(qtbot, window):
    undo = window.page.page_actions.undo_choice
    assert not undo.isEnabled()
    choose(qtbot, window, 1, 0)
    choose(qtbot, window, shown(window).index("TWO"), 1)
    assert shown(window) == "甲。乙。甲。"
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(source(window), Qt.Key.Key_R, both)
    assert shown(window) == "甲。译<TWO.> 甲。"
    undo.trigger()
    assert shown(window) == "译<ONE.> 译<TWO.> 译<ONE.>"
    assert not undo.isEnabled()
    assert source(window).source_text() == TEXT


def test_the_search_is_wider_than_the_translation(qtbot, open_window):
    translator = FakeTranslator(alternatives=("甲",))
    window = open_window(translator)
    window.settings.quality = "fast"
    paste(window, "One.")
    wait_for(qtbot, window, State.DONE)
    ask(qtbot, window, 0)
    before, after = translator.wanted[-2:]
    assert (before.n_best, before.beam_size) == (1, 1)
    assert 1 < after.n_best <= (after.beam_size or 0)
    assert after.target == before.target


def test_a_sentence_without_another_translation_is_told(qtbot, open_window):
    window = open_window()
    paste(window, "One.")
    wait_for(qtbot, window, State.DONE)
    window.page.page_actions.alternatives.trigger()
    qtbot.waitUntil(lambda: "no other" in popup(window).label.text())
    assert popup(window).list.isHidden()


def test_an_error_is_told_in_the_list(qtbot, open_window):
    failing: list[bool] = []
    error = InferenceError("inside")
    window = open_window(FakeTranslator(fail=lambda _text: error if failing else None))
    paste(window, "One.")
    wait_for(qtbot, window, State.DONE)
    failing.append(True)
    window.page.page_actions.alternatives.trigger()
    qtbot.waitUntil(lambda: popup(window).label.text() == describe(error))


def test_the_context_menu_offers_it_for_the_sentence_under_the_pointer(qtbot, window):
    view = target(window)
    cursor = view.textCursor()
    cursor.setPosition(shown(window).index("TWO"))
    point = view.cursorRect(cursor).center() + QPoint(3, 0)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, point, view.viewport().mapToGlobal(point)
    )
    QApplication.sendEvent(view.viewport(), event)
    menu = next(m for m in view.findChildren(QMenu) if m.isVisible())
    action = menu.actions()[0]
    assert action.text().replace("&", "").startswith("Other translations")
    menu.close()
    action.trigger()
    qtbot.waitUntil(lambda: popup(window).list.count() > 0)
    popup(window).list.setCurrentRow(0)
    qtbot.keyClick(popup(window).list, Qt.Key.Key_Return)
    assert shown(window) == "译<ONE.> 甲。译<ONE.>"


def test_closing_the_list_calls_the_search_off(qtbot, open_window):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    paste(window, "One.")
    translator.gate.release()
    wait_for(qtbot, window, State.DONE)
    window.page.page_actions.alternatives.trigger()
    assert "Looking" in popup(window).label.text()
    popup(window).close()
    translator.gate.release()
    with qtbot.assertNotEmitted(window.session.alternatives_found, wait=100):
        pass
    assert marked(target(window)) == (None, [])
