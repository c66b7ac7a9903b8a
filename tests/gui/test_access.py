"""The window by keyboard and screen reader."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QTextEdit, QWidget

from gui.session import State
from tests.gui.driving import paste, source, target, wait_for
from tests.gui.fakes import FakeTranslator


@pytest.fixture
def window(qtbot, open_window):
    window = open_window(FakeTranslator(flags=lambda _text: ("low-confidence",)))
    paste(window, "One. Two.")
    wait_for(qtbot, window, State.DONE)
    return window


def controls(window):
    """Everything in the page, the bar and the status line that one can act on."""
    kinds = (QAbstractButton, QTextEdit, QAbstractItemView)
    roots = (window.page, window.manner, window.manner.languages, window.menu_button)
    found = [
        w for root in roots for w in (root, *root.findChildren(QWidget)) if isinstance(w, kinds)
    ]
    return [w for w in found if w.objectName() not in {"qt_menubar_ext_button", "ScrollLeftButton"}]


def test_every_control_has_a_name_and_a_description(window):
    found = controls(window)
    assert len(found) >= 14
    for control in found:
        assert control.accessibleName(), control
        assert control.accessibleDescription() or control.toolTip(), control.accessibleName()
        assert "&" not in control.accessibleName()


def test_tab_goes_through_everything_in_reading_order(qtbot, window):
    window.activateWindow()
    source(window).setFocus()
    qtbot.waitUntil(source(window).hasFocus)
    page = window.page
    visited = []
    for _ in range(40):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        if focus is source(window):
            break
        visited.append(focus)
    assert len(visited) == len(set(visited))
    buttons = [b for b in controls(window) if b.isVisible() and b.isEnabled()]
    missing = set(buttons) - set(visited) - {source(window)}
    assert not missing, [b.accessibleName() for b in missing]
    order = [visited.index(w) for w in (
        target(window),
        window.manner.pack_button,
        window.manner.quality_button,
        window.manner.languages.source_button,
        window.manner.languages.target_button,
        window.menu_button,
    )]  # fmt: skip
    assert order == sorted(order)
    own = [w for w in visited[: order[0]] if page.source.isAncestorOf(w)]
    assert own == visited[: order[0]]


def test_every_action_of_the_page_has_a_key_of_its_own(window):
    actions = [*window.page.page_actions.all, *window.actions()]
    keys = [key.toString() for action in actions for key in action.shortcuts()]
    assert len(keys) == len(set(keys))
    assert all(action.shortcut().toString() for action in window.page.page_actions.all)


def test_mnemonics_of_the_menu_differ(window):
    texts = [action.text() for action in window.menu_button.menu().actions() if action.text()]
    letters = [text[text.index("&") + 1].lower() for text in texts]
    assert len(letters) == len(set(letters)), sorted(letters)
