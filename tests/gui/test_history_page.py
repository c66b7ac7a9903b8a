"""The history as the user of the window meets it."""

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from gui.history import History
from gui.session import State
from tests.gui.fakes import FakeTranslator, translated

# Only the test platform complains, and of every dialog.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def wait_for(qtbot, window, state):
    qtbot.waitUntil(lambda: window.session.state is state, timeout=20_000)


def translate(qtbot, window, text):
    """Translate a text and wait until it is kept."""
    wait_for(qtbot, window, State.EMPTY)
    window.page.source.view.replace_text(text)
    wait_for(qtbot, window, State.DONE)
    with qtbot.waitSignal(window.history_thread.stored):
        window.commands.clear.trigger()


def listed(window):
    model = window.history_page.model
    return [model.entry(model.index(row)).source for row in range(model.rowCount())]


def choose(window, *rows):
    page = window.history_page
    page.list.clearSelection()
    for row in rows:
        index = page.model.index(row)
        page.list.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)


@pytest.fixture
def window(qtbot, open_window):
    """A window with two entries, turned to its history."""
    opened = open_window()
    translate(qtbot, opened, "First text.")
    translate(qtbot, opened, "Second text.")
    opened.commands.show_history.trigger()
    qtbot.waitUntil(lambda: listed(opened) == ["Second text.", "First text."])
    return opened


def test_typing_makes_one_entry_once_it_is_done(qtbot, open_window, tmp_path):
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    for end in range(1, 6):
        qtbot.keyClicks(window.page.source.view, "Hello"[end - 1])
        expected = translated("Hello"[:end])
        qtbot.waitUntil(lambda e=expected: window.page.target.view.translation == e)
    assert not (tmp_path / "history.sqlite3").exists()
    window.close()
    with History(tmp_path / "history.sqlite3") as history:
        (entry,) = history.search()
    assert (entry.source, entry.translation) == ("Hello", translated("Hello"))
    assert (entry.source_language, entry.target_language) == ("en", "zh-Hans")


def test_the_characters_that_one_chose_are_kept_with_it(qtbot, open_window):
    window = open_window()
    window.settings.target = "zh-TW"
    translate(qtbot, window, "One text.")
    window.commands.show_history.trigger()
    qtbot.waitUntil(lambda: listed(window) == ["One text."])
    assert window.history_page.model.entry(window.history_page.model.index(0)).target_language == (
        "zh-TW"
    )


def test_a_text_that_is_replaced_is_kept(qtbot, window):
    assert listed(window) == ["Second text.", "First text."]
    assert window.history_page.search.hasFocus()


def test_the_report_of_another_text_goes_when_an_entry_is_opened(qtbot, window):
    window.page.source.view.replace_text("One. Two.")
    qtbot.waitUntil(lambda: "2 sentences" in window.status.report.text())
    entry = window.history_page.model.entry(window.history_page.model.index(1))
    window.history_page.opened.emit(entry)
    assert window.page.target.view.translation == translated("First text.")
    assert window.status.report.text() == ""


def test_nothing_is_stored_when_it_is_off(qtbot, open_window, tmp_path):
    window = open_window()
    window.settings.history = False
    wait_for(qtbot, window, State.EMPTY)
    window.page.source.view.replace_text("Private.")
    wait_for(qtbot, window, State.DONE)
    window.commands.show_history.trigger()
    qtbot.wait(50)
    assert "off" in window.history_page.remark.text()
    window.close()
    assert not list(tmp_path.glob("history*"))


def test_double_click_restores_source_and_translation(qtbot, open_window):
    translator = FakeTranslator()
    window = open_window(translator)
    translate(qtbot, window, "First text.")
    window.commands.show_history.trigger()
    qtbot.waitUntil(lambda: listed(window) == ["First text."])
    asked = len(translator.documents)
    view = window.history_page.list
    middle = view.visualRect(window.history_page.model.index(0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert window.pages.currentWidget() is window.page
    assert window.page.source.view.source_text() == "First text."
    assert window.page.target.view.translation == translated("First text.")
    assert window.session.state is State.DONE
    qtbot.wait(window.session._debouncer.delay_ms + 100)
    assert len(translator.documents) == asked
    # From there it is a text like any other.
    qtbot.keyClicks(window.page.source.view, " More.")
    qtbot.waitUntil(lambda: "MORE" in window.page.target.view.translation)


def test_searching_while_typing_and_by_keyboard(qtbot, window):
    page = window.history_page
    qtbot.keyClicks(page.search, "first")
    qtbot.waitUntil(lambda: listed(window) == ["First text."])
    assert page.remark.text() == "1 entry"
    qtbot.keyClick(page.search, Qt.Key.Key_Down)
    assert page.list.hasFocus()
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    assert window.page.source.view.source_text() == "First text."
    window.commands.show_history.trigger()
    qtbot.keyClicks(page.search, "zzz")
    qtbot.waitUntil(lambda: listed(window) == [])
    assert page.empty.isVisible()
    assert page.empty.text() == "Nothing found."


def test_star_and_only_starred(qtbot, window):
    page = window.history_page
    page.list.setFocus()
    choose(window, 1)
    qtbot.keyClick(page.list, Qt.Key.Key_S)
    qtbot.waitUntil(lambda: page.model.entry(page.model.index(1)).starred)
    page.only_starred.click()
    qtbot.waitUntil(lambda: listed(window) == ["First text."])
    choose(window, 0)
    page.star.click()
    qtbot.waitUntil(lambda: listed(window) == [])


def test_delete_and_undo(qtbot, window):
    page = window.history_page
    page.list.setFocus()
    choose(window, 0)
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: listed(window) == ["First text."])
    assert page.remark.text() == "1 entry deleted"
    qtbot.mouseClick(page.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: listed(window) == ["Second text.", "First text."])
    assert not page.undo.isVisible()


def test_delete_all_asks_once(qtbot, window):
    page = window.history_page

    def box():
        return next(each for each in page.findChildren(QMessageBox) if each.isVisible())

    page.delete_all.click()
    qtbot.keyClick(box(), Qt.Key.Key_Escape)
    qtbot.wait(50)
    assert len(listed(window)) == 2
    page.delete_all.click()
    delete = next(button for button in box().buttons() if "Delete" in button.text())
    qtbot.mouseClick(delete, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: listed(window) == [])
    assert page.empty.isVisible()
    assert not page.delete_all.isEnabled()


def test_copy_takes_the_translation(qtbot, window):
    window.history_page.list.setFocus()
    choose(window, 1)
    qtbot.keyClick(window.history_page.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == translated("First text.")


def test_buttons_act_only_on_what_is_chosen(qtbot, window):
    page = window.history_page
    page.list.clearSelection()
    for button in (page.open, page.star, page.copy, page.delete):
        assert not button.isEnabled()
    choose(window, 0, 1)
    assert page.delete.isEnabled()
    assert not page.open.isEnabled()


def test_the_list_is_read_out_in_full(qtbot, window):
    model = window.history_page.model
    said = model.data(model.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert said == f"Second text.. {translated('Second text.')}"


def test_a_history_that_cannot_be_used_is_said(qtbot, open_window, tmp_path):
    (tmp_path / "history.sqlite3").mkdir()
    window = open_window()
    window.commands.show_history.trigger()
    qtbot.waitUntil(lambda: "cannot be used" in window.history_page.remark.text())


def test_escape_leads_back_to_the_text(qtbot, window):
    for action, widget in (
        (window.commands.show_history, window.history_page.search),
        (window.commands.show_history, window.history_page.list),
        (window.commands.show_settings, window.settings_page.field("history_limit")),
        (window.commands.show_settings, window.settings_page),
    ):
        action.trigger()
        qtbot.keyClick(widget, Qt.Key.Key_Escape)
        assert window.pages.currentWidget() is window.page
        assert window.commands.show_text.isChecked()


def test_leaving_the_page_returns_to_the_text(qtbot, window):
    window.commands.show_text.trigger()
    assert window.pages.currentWidget() is window.page
    assert window.page.source.view.hasFocus()
    window.commands.show_history.trigger()
    window.commands.focus_source.trigger()
    assert window.pages.currentWidget() is window.page
    assert window.commands.show_text.isChecked()
