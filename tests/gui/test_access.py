"""The window by keyboard and screen reader."""

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QTextEdit, QWidget

from gui.session import State
from tests.gui.driving import paste, shown, source, target, wait_for
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
    divider = window.page.splitter.handle(1)
    roots = (window.page, window.manner, window.manner.languages, window.menu_button)
    found = [
        w for root in roots for w in (root, *root.findChildren(QWidget)) if isinstance(w, kinds)
    ]
    found.append(divider)
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
    *own, divider = visited[: order[0]]
    assert all(page.source.isAncestorOf(w) for w in own)
    assert divider is page.splitter.handle(1)
    # Within a footer from left to right.
    footer = visited[order[0] + 1 : order[1]]
    assert footer[0] is page.doubts.label
    places = [button.mapTo(window, QPoint()).x() for button in footer if button is not None]
    assert places == sorted(places)


def test_every_action_of_the_page_has_a_key_of_its_own(window):
    actions = [*window.page.page_actions.all, *window.actions()]
    keys = [key.toString() for action in actions for key in action.shortcuts()]
    assert len(keys) == len(set(keys))
    assert all(action.shortcut().toString() for action in window.page.page_actions.all)


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_every_button_in_sight_has_a_key_of_its_own(qtbot, window, language):
    page = window.page
    window.settings.interface_language = language
    window.settings.translate_while_typing = False
    qtbot.keyClicks(source(window), "x")
    page.show_stop(True)
    buttons = [w for w in controls(window) if isinstance(w, QAbstractButton) and w.isVisible()]
    buttons += window.bar.tabs
    assert {page.stop_button, page.translate_button, page.target.notice.button} < set(buttons)
    letters = [button.shortcut().toString() for button in buttons]
    places = [action.shortcut().toString() for action in page.page_actions.places]
    keys = [key for key in (*letters, *places) if key]
    assert len(keys) == len(set(keys)), sorted(keys)
    assert all(places)
    # Those without a letter have a key of another kind, which their action or the list names.
    bare = {button for button, key in zip(buttons, letters, strict=True) if not key}
    bar = window.manner.languages
    assert bare == {
        bar.source_button,
        bar.target_button,
        bar.swap_button,
        window.manner.pack_button,
        window.manner.quality_button,
        page.doubts.label,
        page.target.notice.button,
    }


def test_a_letter_with_alt_acts_and_is_never_typed(qtbot, window):
    alt = Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(source(window), Qt.Key.Key_C, alt)
    qtbot.waitUntil(lambda: QApplication.clipboard().text() == shown(window))
    source(window).selectAll()
    # Nobody has this one, and the other cannot act.
    assert not window.commands.stop.isEnabled()
    for key in (Qt.Key.Key_J, Qt.Key.Key_S):
        qtbot.keyClick(source(window), key, alt)
    assert source(window).source_text() == "One. Two."
    qtbot.keyClick(source(window), Qt.Key.Key_L, alt)
    qtbot.waitUntil(lambda: source(window).source_text() == "")


# Only the test platform complains, and of every pop-up.
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_lists_open_by_key(qtbot, window):
    alt = Qt.KeyboardModifier.AltModifier
    bar = window.manner.languages
    for key, button in (
        (Qt.Key.Key_F, bar.source_button),
        (Qt.Key.Key_I, bar.target_button),
        (Qt.Key.Key_M, window.manner.pack_button),
        (Qt.Key.Key_Q, window.manner.quality_button),
    ):
        QTimer.singleShot(300, button.menu().close)
        with qtbot.waitSignal(button.menu().aboutToShow):
            qtbot.keyClick(source(window), key, alt)
        qtbot.waitUntil(lambda button=button: not button.menu().isVisible())


def test_a_pane_that_is_reached_by_key_shows_it(qtbot, window):
    def bar():
        return target(window).viewport().grab().toImage().pixelColor(0, 100)

    window.activateWindow()
    source(window).setFocus()
    qtbot.waitUntil(source(window).hasFocus)
    plain = bar()
    qtbot.keyClick(source(window), Qt.Key.Key_F6)
    assert target(window).hasFocus()
    assert bar() == window.inside.theme.accent != plain
    qtbot.keyClick(target(window), Qt.Key.Key_F6)
    assert source(window).hasFocus()
    assert bar() == plain


def test_the_caret_walks_through_the_translation(qtbot, window):
    target(window).setFocus()
    window.page.page_actions.other_pane.trigger()
    window.page.page_actions.other_pane.trigger()
    qtbot.keyClick(target(window), Qt.Key.Key_End)
    end = target(window).textCursor().position()
    assert end == len(shown(window))
    # The sentence that it stands in is marked in the other pane.
    marked = source(window).marks.sentence
    assert marked is not None
    assert source(window).source_text()[slice(*marked)] == "Two."
    qtbot.keyClick(target(window), Qt.Key.Key_Home, Qt.KeyboardModifier.ShiftModifier)
    assert target(window).textCursor().selectedText() == shown(window)
    qtbot.keyClick(target(window), Qt.Key.Key_Tab)
    assert not target(window).hasFocus()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_number_of_doubts_leads_to_the_next(qtbot, window):
    qtbot.mouseClick(window.page.doubts.label, Qt.MouseButton.LeftButton)
    assert window.page.companion.sentence == 0
    qtbot.mouseClick(window.page.doubts.label, Qt.MouseButton.LeftButton)
    assert window.page.companion.sentence == 1


def test_mnemonics_of_the_menu_differ(window):
    texts = [action.text() for action in window.menu_button.menu().actions() if action.text()]
    letters = [text[text.index("&") + 1].lower() for text in texts]
    assert len(letters) == len(set(letters)), sorted(letters)


def test_what_labels_say_is_what_a_screen_reader_reads(qtbot, window):
    status = window.status
    qtbot.waitUntil(lambda: window.page.source.words.text() != "")
    for label in (status.summary, status.report, window.page.source.words):
        spoken = QAccessible.queryAccessibleInterface(label).text(QAccessible.Text.Name)
        assert spoken == label.text() != ""
        assert label.accessibleDescription()


@pytest.mark.parametrize(
    ("width", "back", "forth"),
    [(900, Qt.Key.Key_Left, Qt.Key.Key_Right), (500, Qt.Key.Key_Up, Qt.Key.Key_Down)],
)
def test_the_divider_is_moved_by_key(qtbot, window, width, back, forth):
    window.resize(width, 700)
    splitter = window.page.splitter
    divider = splitter.handle(1)
    divider.setFocus()
    before, _ = splitter.sizes()
    qtbot.keyClick(divider, back)
    assert splitter.sizes()[0] < before
    qtbot.keyClick(divider, forth)
    assert splitter.sizes()[0] == before
    for key, pane in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 1)):
        qtbot.keyClick(divider, key)
        smallest = window.page.splitter.widget(pane).minimumSizeHint()
        length = smallest.width() if width > 680 else smallest.height()
        assert splitter.sizes()[pane] == length
    share = splitter.sizes()[0] / sum(splitter.sizes())
    window.close()
    assert window.settings.source_share == pytest.approx(share, abs=0.0001)
