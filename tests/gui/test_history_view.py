"""The list of earlier translations by keyboard and menu."""

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QMenu

from gui.actions import plain
from gui.history import Entry, History
from gui.shortcuts import ShortcutsDialog
from tests.gui.fakes import translated

# Only the test platform complains, of every dialog and every menu.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support")


def listed(window):
    model = window.history_page.model
    return [model.entry(model.index(row)).source for row in range(model.rowCount())]


def choose(window, *rows):
    page = window.history_page
    page.list.clearSelection()
    for row in rows:
        index = page.model.index(row)
        page.list.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)


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
