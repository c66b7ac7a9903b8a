"""The history as the user of the window meets it."""

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QMessageBox

from gui.actions import plain
from gui.history import Entry, History
from gui.session import State
from gui.shortcuts import ShortcutsDialog
from tests.gui.fakes import FakeTranslator, translated

# Only the test platform complains, and of every dialog.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support")


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
    window._settings.target = "zh-TW"
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
    window._settings.history = False
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


def chosen(window):
    return [entry.source for entry in window.history_page.list.chosen]


@pytest.fixture
def five(qtbot, open_window, tmp_path):
    """A window with five entries, of which the search has the focus."""
    with History(tmp_path / "history.sqlite3") as history:
        for number in range(5):
            text = f"Text {number}."
            history.put(
                Entry(
                    time=100.0 - number, source=text, translation=translated(text),
                    source_language="en", target_language="zh-Hans", starred=number == 3,
                ),
                10,
            )  # fmt: skip
    window = open_window()
    window.commands.show_history.trigger()
    qtbot.waitUntil(lambda: len(listed(window)) == 5)
    return window


def test_the_arrow_leads_from_the_search_to_the_first_entry_and_back(qtbot, five):
    page = five.history_page
    assert chosen(five) == []
    qtbot.keyClick(page.search, Qt.Key.Key_Down)
    assert page.list.hasFocus()
    assert chosen(five) == ["Text 0."]
    qtbot.keyClick(page.list, Qt.Key.Key_Down)
    assert chosen(five) == ["Text 1."]
    qtbot.keyClick(page.list, Qt.Key.Key_Up)
    assert chosen(five) == ["Text 0."]
    qtbot.keyClick(page.list, Qt.Key.Key_Up)
    assert page.search.hasFocus()
    qtbot.keyClick(page.search, Qt.Key.Key_Return)
    assert page.list.hasFocus()
    assert chosen(five) == ["Text 0."]


def test_whoever_comes_by_tab_has_an_entry_chosen(qtbot, five):
    page = five.history_page
    qtbot.keyClick(page.search, Qt.Key.Key_Tab)
    qtbot.keyClick(page.only_starred, Qt.Key.Key_Tab)
    assert page.list.hasFocus()
    assert chosen(five) == ["Text 0."]
    assert page.open.isEnabled()


def test_what_takes_the_place_of_a_deleted_entry_is_chosen(qtbot, five):
    page = five.history_page
    page.list.setFocus()
    choose(five, 1)
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: chosen(five) == ["Text 2."])
    qtbot.keyClick(page.list, Qt.Key.Key_End)
    assert chosen(five) == ["Text 4."]
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: chosen(five) == ["Text 3."])
    page.undo.click()
    qtbot.waitUntil(lambda: chosen(five) == ["Text 4."])
    page.list.selectAll()
    qtbot.keyClick(page.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: listed(five) == [])
    assert not page.delete.isEnabled()
    page.undo.click()
    qtbot.waitUntil(lambda: len(chosen(five)) == 4)


def test_another_search_chooses_nothing_by_itself(qtbot, five):
    page = five.history_page
    choose(five, 1)
    qtbot.keyClicks(page.search, "4")
    qtbot.waitUntil(lambda: listed(five) == ["Text 4."])
    assert chosen(five) == []


def test_the_star_says_what_it_would_do(qtbot, five):
    page = five.history_page
    page.list.setFocus()
    choose(five, 0)
    assert (page.star.text(), page.star.toolTip()) == ("Star", "Give a star (S)")
    choose(five, 3)
    assert (page.star.text(), page.star.toolTip()) == ("Unstar", "Take the star away (S)")
    assert page.star.accessibleName() == "Take the star away (S)"
    # Some with, some without: all get one.
    choose(five, 0, 3)
    assert page.star.text() == "Star"
    page.star.click()
    qtbot.waitUntil(lambda: page.star.text() == "Unstar")
    page.star.click()
    qtbot.waitUntil(lambda: page.star.text() == "Star")
    assert not any(entry.starred for entry in page.list.chosen)


def test_the_menu_of_an_entry(qtbot, five):
    page = five.history_page
    row = page.list.visualRect(page.model.index(3)).center()
    qtbot.mouseClick(page.list.viewport(), Qt.MouseButton.RightButton, pos=row)
    assert chosen(five) == ["Text 3."]
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, row, page.list.viewport().mapToGlobal(row)
    )
    QApplication.sendEvent(page.list.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    said = [plain(action.text()) for action in menu.actions() if not action.isSeparator()]
    assert said == [
        "Open", "Copy the text", "Copy the translation", "Unstar", "Delete",
    ]  # fmt: skip
    letters = [action.text()[action.text().index("&") + 1].lower()
               for action in menu.actions() if action.text()]  # fmt: skip
    assert len(set(letters)) == len(letters)
    menu.close()
    page.list.copy_source.trigger()
    assert QGuiApplication.clipboard().text() == "Text 3."
    page.list.copy.trigger()
    assert QGuiApplication.clipboard().text() == translated("Text 3.")
    choose(five, 0, 1)
    page.list.copy_source.trigger()
    assert QGuiApplication.clipboard().text() == "Text 0.\n\nText 1."


def test_the_menu_key_opens_the_menu_at_the_entry(qtbot, five):
    view = five.history_page.list
    nowhere = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    QApplication.sendEvent(view, nowhere)
    assert QApplication.activePopupWidget() is None
    view.setFocus()
    choose(five, 2)
    view.setCurrentIndex(view.entries.index(2))
    QApplication.sendEvent(view, nowhere)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    row = view.visualRect(view.entries.index(2))
    assert row.contains(view.viewport().mapFromGlobal(menu.pos()))
    menu.close()


def test_the_cross_in_the_search_clears_it(qtbot, five):
    page = five.history_page
    cross = page.search.actions()[0]
    assert not cross.isVisible()
    page.search.setText("4")
    assert cross.isVisible()
    qtbot.waitUntil(lambda: listed(five) == ["Text 4."])
    cross.trigger()
    qtbot.waitUntil(lambda: len(listed(five)) == 5)
    assert not cross.isVisible()


def test_the_keys_of_the_list_are_among_the_shortcuts(qtbot, five):
    five.commands.shortcuts.trigger()
    dialog = five.findChild(ShortcutsDialog)
    said = [label.text() for label in dialog.findChildren(QLabel)]
    dialog.close()
    own = said[said.index("In the history") :]
    assert {"Open", "Star", "S", "Delete", "Del"} <= set(own)


def test_all_entries_are_counted_and_listed_as_one_scrolls(qtbot, open_window, tmp_path):
    with History(tmp_path / "history.sqlite3") as history:
        history.restore(
            Entry(
                id=number, time=1000.0 - number, source=f"Text {number}.", translation="译",
                source_language="en", target_language="zh-Hans",
            )
            for number in range(1, 451)
        )  # fmt: skip
    window = open_window()
    window.commands.show_history.trigger()
    qtbot.waitUntil(lambda: len(listed(window)) == 200)
    page = window.history_page
    assert page.remark.text() == "450 entries"
    page.list.setFocus()
    for expected in (400, 450):
        qtbot.keyClick(page.list, Qt.Key.Key_End)
        qtbot.waitUntil(lambda expected=expected: len(listed(window)) == expected)
    qtbot.keyClick(page.list, Qt.Key.Key_End)
    assert chosen(window) == ["Text 450."]
    page.search.setText("text 44")
    qtbot.waitUntil(lambda: page.remark.text() == "14 entries")
    page.search.clear()
    qtbot.waitUntil(lambda: len(listed(window)) == 200)
